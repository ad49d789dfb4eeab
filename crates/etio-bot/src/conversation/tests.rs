//! Turns of a person, and the screens that follow.

use etio::{Network, NetworkBuilder};

use super::*;
use crate::{Answer, Languages, Sex, StopReason};

fn network() -> Network {
    let mut builder = NetworkBuilder::new();
    let flu = builder.disease("flu", "Influenza", 0.02).unwrap();
    let cold = builder.disease("cold", "Common cold", 0.1).unwrap();
    builder.disease_attribute(flu, "triage", "see_doctor").unwrap();
    builder.disease_attribute(cold, "triage", "self_care").unwrap();
    for (id, name, parent, in_flu, in_cold) in [
        ("fever", "Fever", "", 0.9, 0.1),
        ("high_fever", "High fever", "fever", 0.6, 0.01),
        ("cough", "Cough", "", 0.7, 0.5),
        ("sneezing", "Sneezing", "", 0.1, 0.8),
        ("sore_throat", "Sore throat", "", 0.4, 0.5),
        ("stiff_neck", "Stiff neck", "", 0.05, 0.01),
    ] {
        let finding = builder.finding(id, name, 0.02).unwrap();
        builder.finding_attribute(finding, "parent", parent).unwrap();
        builder.finding_attribute(finding, "question", &format!("Do you have: {name}?")).unwrap();
        builder.link(flu, finding, in_flu).unwrap();
        builder.link(cold, finding, in_cold).unwrap();
    }
    let flags = "id,present,age_max,message,action\nneck,stiff_neck+fever,,Could be meningitis.,Call now.\n\
        infant,fever,0.25,Fever in a young infant.,Go now.\n";
    builder.document("red_flags.csv", flags.as_bytes().to_vec());
    builder.build().unwrap()
}

fn view(turns: &[Turn]) -> View {
    let guide = Guide::of(&network()).unwrap();
    fold(&guide, Languages::built_in().unwrap().english(), turns, &FoldSettings::default()).unwrap()
}

fn refusal(turns: &[Turn]) -> FoldError {
    let guide = Guide::of(&network()).unwrap();
    fold(&guide, Languages::built_in().unwrap().english(), turns, &FoldSettings::default()).unwrap_err()
}

fn said(text: &str) -> Turn {
    Turn::Said { text: text.to_owned(), asked: Vec::new() }
}

fn replied(text: &str, asked: &[&str]) -> Turn {
    Turn::Said { text: text.to_owned(), asked: asked.iter().map(ToString::to_string).collect() }
}

fn answered(finding: &str, answer: Answer) -> Turn {
    Turn::Answered { finding: finding.to_owned(), answer }
}

fn told(finding: &str) -> Turn {
    Turn::Told { finding: finding.to_owned(), answer: Answer::Present }
}

fn corrected(finding: &str, answer: Option<Answer>) -> Turn {
    Turn::Corrected { finding: finding.to_owned(), answer }
}

fn aged(age: Age) -> Turn {
    Turn::About { age: Some(Some(age)), sex: None }
}

/// Known findings: `fever` is present, `-cough` absent, `?sneezing` unsure.
fn known(view: &View) -> Vec<String> {
    let sign = |answer| match answer {
        Answer::Present => "",
        Answer::Absent => "-",
        Answer::Unknown => "?",
    };
    view.known.chips.iter().map(|chip| format!("{}{}", sign(chip.answer), chip.id)).collect()
}

fn texts(view: &View) -> Vec<&str> {
    view.lines.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn an_answer_that_adds_something_keeps_it() {
    let view = view(&[said("cough"), replied("no, but a high fever last night", &["fever"])]);
    assert_eq!(known(&view), ["cough", "high_fever"]);
    assert_eq!(view.result.present, ["high_fever", "cough"]);
    let [heard] = view.lines.iter().filter(|l| l.key == "heard:1").collect::<Vec<_>>()[..] else { panic!() };
    assert_eq!(heard.sentence.as_deref(), Some("I understood: high fever."));
    assert_eq!(view.known.chips[1].because, "You said “high fever”");
}

#[test]
fn the_later_turn_counts_and_says_so() {
    let (high, none) = (said("high fever"), answered("fever", Answer::Absent));
    let denied = view(&[high.clone(), none.clone()]);
    assert_eq!(known(&denied), ["-fever"]);
    assert_eq!(denied.notes, ["Since you don't have fever, I no longer count: high fever."]);
    assert!(texts(&denied).contains(&"You have since corrected what you said here."), "{denied:?}");
    assert_eq!(known(&view(&[none, high])), ["high_fever"]);
}

#[test]
fn turns_can_be_taken_back_and_brought_back() {
    let mut turns = vec![said("high fever"), answered("fever", Answer::Absent)];
    let before = view(&turns[..1]);
    assert_eq!(view(&turns).back.unwrap().turn, Turn::TakenBack { turn: 1 });
    turns.push(Turn::TakenBack { turn: 1 });
    let after = view(&turns);
    assert_eq!((known(&after), &after.result), (known(&before), &before.result));
    assert_eq!(after.lines, before.lines);
    turns.push(Turn::TakenBack { turn: 2 });
    assert_eq!(known(&view(&turns)), ["-fever"]);
    turns.truncate(2);
    turns.extend([Turn::TakenBack { turn: 1 }, Turn::TakenBack { turn: 0 }]);
    let empty = view(&turns);
    assert!(empty.known.chips.is_empty() && empty.back.is_none() && empty.result.causes.is_empty());
    assert_eq!(
        empty.result.missing.as_deref(),
        Some("They appear here as soon as you have told me something.")
    );
}

#[test]
fn a_correction_counts_as_if_it_had_been_said_at_first() {
    let changed =
        view(&[said("cough"), answered("fever", Answer::Absent), corrected("fever", Some(Answer::Present))]);
    let at_first = view(&[said("cough"), answered("fever", Answer::Present)]);
    assert_eq!(changed.result, at_first.result);
    assert!(texts(&changed).contains(&"Yes"), "the line shows the answer that counts");
    let forgotten = view(&[said("cough, sneezing"), corrected("cough", None)]);
    assert_eq!(known(&forgotten), ["sneezing"]);
    let chip = &view(&[said("cough")]).known.chips[0];
    assert_eq!(chip.flip.turn, corrected("cough", Some(Answer::Absent)));
    assert_eq!(chip.remove.turn, corrected("cough", None));
}

#[test]
fn a_later_age_overwrites_the_earlier_one() {
    let baby = said("my 8 week old daughter has a fever");
    // What the words alone say of a baby stays; the red flag needs the age.
    let flagged = |turns: &[Turn]| {
        let flags = view(turns).red_flags.into_iter().map(|flag| flag.id);
        flags.filter(|id| id == "infant").collect::<Vec<_>>()
    };
    assert_eq!(flagged(std::slice::from_ref(&baby)), ["infant"]);
    assert_eq!(flagged(&[aged(Age::Years(30.0)), baby.clone()]), ["infant"]);
    assert!(flagged(&[baby.clone(), aged(Age::Years(30.0))]).is_empty());
    assert_eq!(
        flagged(&[baby.clone(), aged(Age::Years(30.0)), aged(Age::Words("6 weeks".into()))]),
        ["infant"]
    );
    // The form is filled in with what was said, and leaving a part out leaves it as it is.
    let form = view(std::slice::from_ref(&baby)).about;
    assert!(form.is_open && form.age.as_deref() == Some("8 weeks") && form.sexes[1].is_chosen);
    let kept = view(&[baby, Turn::About { age: None, sex: Some(Some(Sex::Male)) }]);
    assert!(!kept.about.is_open && kept.person.age.is_some_and(|age| age < 0.2));
    assert_eq!(kept.person.sex, Some(Sex::Male));
}

#[test]
fn an_age_that_is_none_is_asked_for_again() {
    let view = view(&[said("fever"), aged(Age::Words("old".into()))]);
    assert!(view.about.is_open && view.about.problem.is_some() && view.question.is_none());
    assert!(matches!(refusal(&[said("fever"), aged(Age::Years(200.0))]), FoldError::Age { turn: 1, .. }));
}

#[test]
fn an_alarm_by_words_falls_with_what_it_rests_on() {
    let ids = |turns: &[Turn]| view(turns).red_flags.into_iter().map(|f| f.id).collect::<Vec<_>>();
    let text = "She has a fever and is confused";
    assert_eq!(ids(&[said(text)]), ["sepsis"]);
    for answer in [None, Some(Answer::Absent)] {
        assert!(ids(&[said(text), corrected("fever", answer)]).is_empty());
    }
    assert_eq!(ids(&[said(text), corrected("fever", Some(Answer::Present))]), ["sepsis"]);
    assert_eq!(ids(&[said(text), corrected("cough", Some(Answer::Absent))]), ["sepsis"]);
    // Words that no finding was read from cannot be corrected.
    let text = "I took 40 paracetamol and have a cough";
    assert_eq!(ids(&[said(text), corrected("cough", Some(Answer::Absent))]), ["overdose"]);
}

#[test]
fn an_emergency_stands_where_it_was_raised() {
    let view =
        view(&[said("fever"), said("cough"), answered("stiff_neck", Answer::Present), said("sneezing")]);
    let at = |key: &str| view.lines.iter().position(|line| line.key == key);
    assert!(at("flag:neck") > at("answer:stiff_neck") && at("flag:neck") < at("said:3"), "{:?}", view.lines);
    assert_eq!(view.summary.parts[0].lines, ["Could be meningitis. Call now."]);
}

#[test]
fn questions_come_with_their_reason_and_their_answers() {
    let introduced = [said("cough"), Turn::About { age: None, sex: None }];
    assert!(view(&introduced[..1]).question.is_none(), "first it asks whom it is about");
    let asked = view(&introduced);
    let question = asked.question.as_ref().unwrap();
    assert!(question.reason.starts_with("A yes makes"), "{question:?}");
    let last = asked.lines.last().unwrap();
    assert_eq!((last.kind, &last.text), (LineKind::Question, &question.text));
    let labels: Vec<&str> = question.answers.iter().map(|answer| answer.label.as_str()).collect();
    assert_eq!(labels, ["Yes", "No", "Don't know"]);
    let turns = [&introduced[..], &[question.answers[0].turn.clone()]].concat();
    let then = view(&turns);
    let key = format!("asked:{}", question.id);
    assert!(then.lines.iter().any(|line| line.key == key), "the question stays where it was asked");
    assert!(then.question.is_none_or(|next| next.id != question.id));
}

#[test]
fn the_person_may_want_the_result_and_go_on() {
    let mut turns = vec![said("cough"), Turn::About { age: None, sex: None }, Turn::Finished {}];
    let end = view(&turns).end.unwrap();
    assert_eq!(
        (end.reason, end.text.as_str()),
        (None, "Here is the result so far. You can continue at any time.")
    );
    turns.push(end.more.unwrap().turn);
    assert!(view(&turns).question.is_some());
    turns.truncate(3);
    turns.push(said("sneezing"));
    assert!(view(&turns).end.is_none(), "saying more goes on");
    let limit = FoldSettings {
        interview: InterviewSettings { most_questions: 1, ..InterviewSettings::default() },
        ..FoldSettings::default()
    };
    let guide = Guide::of(&network()).unwrap();
    let stopped =
        fold(&guide, Languages::built_in().unwrap().english(), &turns, &limit).unwrap().end.unwrap();
    assert_eq!(stopped.reason, Some(StopReason::QuestionLimit));
}

#[test]
fn a_bare_answer_to_several_questions_answers_none() {
    let view = view(&[said("cough"), replied("no", &["fever", "sneezing"])]);
    assert_eq!(known(&view), ["cough"]);
    assert!(texts(&view).iter().any(|text| text.starts_with("I asked several questions")));
}

#[test]
fn what_was_not_understood_is_said() {
    let view = view(&[said("cough. My dog is purple")]);
    let heard = view.lines.iter().find(|line| line.key == "heard:0").unwrap();
    assert!(heard.hint.as_ref().is_some_and(|hint| hint.contains("“My dog is purple”")), "{heard:?}");
    assert!(
        texts(&super::tests::view(&[said("xyzzy")])).iter().any(|text| text.contains("did not recognize"))
    );
}

#[test]
fn causes_have_the_engines_posterior_and_details() {
    let guide = Guide::of(&network()).unwrap();
    let english = Languages::built_in().unwrap().english().clone();
    let turns = [said("fever and cough, no sneezing")];
    let settings =
        FoldSettings { detail: Some(("flu", 0.1)), model: Some(("test", "1")), ..FoldSettings::default() };
    let view = fold(&guide, &english, &turns, &settings).unwrap();
    let facts = Facts::of(&guide, &turns, &etio::Budget::unlimited()).unwrap();
    let (_, posterior) = guide.diagnose(&facts.case(), &settings.interview).unwrap();
    let flu = guide.network().disease("flu").unwrap();
    assert_eq!(view.result.causes[0].posterior.to_bits(), posterior.marginal(flu).to_bits());
    assert!(view.result.basis.unwrap().ends_with("Network test, version 1."));
    let detail = view.detail.unwrap();
    assert!(detail.supports.iter().any(|r| r.text == "Fever (strong)"), "{detail:?}");
    assert!(detail.supports.iter().any(|r| r.text.starts_with("No sneezing")), "{detail:?}");
    assert!(detail.what_if.unwrap().starts_with("10 times rarer: "));
    let unknown = FoldSettings { detail: Some(("measles", 1.0)), ..FoldSettings::default() };
    assert!(matches!(fold(&guide, &english, &turns, &unknown), Err(FoldError::Disease { .. })));
}

#[test]
fn an_answer_that_the_statements_had_no_part_in_gives_no_counsel() {
    let guide = Guide::of(&network()).unwrap();
    let english = Languages::built_in().unwrap().english().clone();
    let turns = [told("fever"), told("stiff_neck")];
    let facts = Facts::of(&guide, &turns, &etio::Budget::unlimited()).unwrap();
    let reading = guide.reader().read(&facts.case()).unwrap();
    let settings = FoldSettings::default();
    let teller = Teller {
        guide: &guide,
        language: &english,
        facts: &facts,
        reading: &reading,
        settings: &settings,
        budget: &etio::Budget::unlimited(),
    };
    let mut advice = guide.advise(&facts.case(), &settings.interview).unwrap();
    advice.counsel = Some(crate::Counsel { urgency: crate::Urgency::SeeDoctor, because: vec![] });
    advice.stop = Some(StopReason::Decided);
    advice.posterior.exactness = etio::Exactness::estimate(0.0, false);
    let outcome = Ok(advice);
    let alarms = teller.alarms();
    assert_eq!(alarms.len(), 1, "emergencies are shown all the same");
    let result = teller.result(Some(&outcome), &alarms);
    assert!(result.causes.is_empty() && result.missing.is_some(), "{result:?}");
    assert_eq!(result.advice.unwrap().text, "Could be meningitis.", "and they are all that is advised");
    assert!(teller.result(Some(&outcome), &[]).advice.is_none());
    let (_, end) = teller.next(Some(&outcome), false);
    assert_eq!(end.unwrap().reason, None);
    let failed = teller.result(Some(&Err(etio::InferenceError::ImpossibleEvidence { finding: None })), &[]);
    assert!(failed.missing.unwrap().starts_with("I cannot work out"));
}

#[test]
fn a_log_that_cannot_be_read_says_where() {
    let error = refusal(&[said("cough"), answered("fevr", Answer::Present)]);
    assert!(
        matches!(&error, FoldError::Finding { turn: 1, nearest: Some(near), .. } if near == "fever"),
        "{error}"
    );
    assert!(matches!(refusal(&[Turn::TakenBack { turn: 0 }]), FoldError::Reference { turn: 0, target: 0 }));
}

#[test]
fn a_handful_of_answers_stands_behind_a_result_and_more_can_be_asked() {
    let fewest = InterviewSettings { fewest_answers: 2, ..InterviewSettings::default() };
    let settings = FoldSettings { interview: fewest, ..FoldSettings::default() };
    let guide = Guide::of(&network()).unwrap();
    let view =
        |turns: &[Turn]| fold(&guide, Languages::built_in().unwrap().english(), turns, &settings).unwrap();
    let mut turns = vec![said("sneezing"), Turn::About { age: None, sex: None }];
    let mut answers = 0;
    let end = loop {
        let now = view(&turns);
        let Some(question) = now.question else { break now.end.unwrap() };
        turns.push(answered(&question.id, Answer::Absent));
        answers += 1;
    };
    assert!(answers >= 2, "{answers}");
    if end.reason == Some(StopReason::NothingToAsk) {
        return;
    }
    turns.push(end.more.expect("more can be asked").turn);
    assert!(view(&turns).question.is_some());
}

#[test]
fn an_alarm_silences_every_calmer_word() {
    let mut turns = ["fever", "sneezing", "cough", "stiff_neck"].map(told).to_vec();
    turns.push(Turn::Finished {});
    let view = view(&turns);
    let advice = view.result.advice.unwrap();
    assert_eq!((advice.level, advice.text.as_str()), (crate::Urgency::Emergency, "Could be meningitis."));
    assert_eq!(advice.next, "Call now.");
    assert!(!advice.calls.is_empty() && view.red_flags[0].title == "This may be an emergency");
    assert!(view.result.causes.iter().all(|cause| cause.level.is_none()), "{:?}", view.result.causes);
    assert!(view.summary.advice.is_some_and(|text| text.starts_with("Could be meningitis.")));
}

#[test]
fn causes_are_told_in_words() {
    let view = view(&[said("fever and cough, no sneezing"), Turn::Finished {}]);
    let first = &view.result.causes[0];
    assert!(["likely", "possible"].contains(&first.likelihood.as_str()), "{first:?}");
    assert!(first.share.ends_with('%') && !first.share.contains("99"));
    let picture = view.result.picture.unwrap();
    assert!(picture.lines.iter().all(|line| (0.0..=1.0).contains(&line.share)));
    assert!(picture.findings.iter().any(|end| end.id == "fever"));
}

#[test]
fn a_place_that_intervals_leave_open_is_marked() {
    let mut builder = NetworkBuilder::new();
    let findings =
        ["fever", "cough", "sneezing", "sore_throat"].map(|id| builder.finding(id, id, 0.02).unwrap());
    // Nothing tells the first from the second; the third is as good as certain to be behind them.
    for (id, prior) in [("a", 0.02), ("b", 0.02), ("c", 0.002)] {
        let disease = builder.disease(id, id, prior).unwrap();
        for finding in findings {
            builder.link(disease, finding, 0.6).unwrap();
        }
    }
    let guide = Guide::of(&builder.build().unwrap()).unwrap();
    let mut settings = FoldSettings::default();
    settings.interview.questions.method = etio::Method::Bounds;
    let turns = ["fever", "cough", "sneezing", "sore_throat"].map(told);
    let languages = Languages::built_in().unwrap();
    let result = fold(&guide, languages.english(), &turns, &settings).unwrap().result;
    assert!(result.exactness.is_some_and(|exactness| exactness.is_bounds()));
    let undecided: Vec<_> = result.causes.iter().map(|cause| (cause.id.as_str(), cause.undecided)).collect();
    assert_eq!(undecided, [("a", true), ("b", false), ("c", false)]);
    for cause in &result.causes {
        let is_told = cause.range.as_deref().is_some_and(|range| range.contains("not settled"));
        assert_eq!(is_told, cause.undecided, "{cause:?}");
    }
}
