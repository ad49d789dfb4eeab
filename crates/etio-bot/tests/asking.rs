//! Whole interviews on the starter network: what people of different ages are asked, and that every
//! one of them ends with advice.

mod common;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{ENGLISH, GUIDE, view};
use etio_bot::conversation::Age;
use etio_bot::{Answer, Sex, Turn, Urgency, View};

/// A question that was asked.
struct Asked {
    id: String,
    text: String,
}

/// An interview with somebody who complains of one finding and answers all questions alike.
fn interview(complaint: &str, age: f64, sex: Option<Sex>, answer: Answer) -> (Vec<Asked>, View) {
    let mut turns = vec![
        Turn::Told { finding: complaint.to_owned(), answer: Answer::Present },
        Turn::About { age: Some(Some(Age::Years(age))), sex: Some(sex) },
    ];
    let mut asked = Vec::new();
    loop {
        let view = view(&turns);
        let Some(question) = view.question else { return (asked, view) };
        turns.push(Turn::Answered { finding: question.id.clone(), answer });
        asked.push(Asked { id: question.id, text: question.text });
    }
}

/// Does something for each of a list on two threads.
fn each<T: Sync, R: Send>(list: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        while let Some(item) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push(work(item));
        }
        done
    };
    std::thread::scope(|scope| {
        let workers = [scope.spawn(worker), scope.spawn(worker)];
        workers.into_iter().flat_map(|handle| handle.join().expect("a worker")).collect()
    })
}

fn cell<'a>(id: &str, column: &str) -> &'a str {
    let finding = GUIDE.network().finding(id).expect("a finding");
    GUIDE.network().finding_catalog().attribute(finding.index(), column).unwrap_or_default()
}

/// Whoever can have a finding: 40 years old if possible.
fn somebody_with(id: &str) -> (f64, Option<Sex>) {
    let bound = |column, open: f64| cell(id, column).parse().unwrap_or(open);
    let (low, high) = (bound("age_min", 0.0), bound("age_max", 130.0));
    let age = if (low..high).contains(&40.0) { 40.0 } else { f64::midpoint(low, high.min(low + 10.0)) };
    (age, cell(id, "sex").parse().ok())
}

#[test]
fn whatever_is_complained_of_and_denied_there_is_advice_at_the_end() {
    let complaints: Vec<&str> = GUIDE.network().findings().map(|f| GUIDE.network().finding_id(f)).collect();
    let silent: Vec<String> = each(&complaints, |id| {
        let (age, sex) = somebody_with(id);
        let (asked, view) = interview(id, age, sex, Answer::Absent);
        let advice = view.result.advice.as_ref();
        let is_said = advice.is_some_and(|a| !a.text.is_empty() && !a.next.is_empty());
        (!is_said).then(|| format!("{id} at {age}, after {} questions", asked.len()))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(silent.is_empty(), "no advice for {silent:?}");
}

/// What only somebody who speaks can tell.
const TOLD: [&str; 14] = [
    "you feel",
    "they feel",
    "he feel",
    "she feel",
    "baby feel",
    "hurt",
    "pain",
    " ache",
    "sore",
    "itch",
    "numb",
    "tingl",
    "dizz",
    "see double",
];

/// Questions with such a word that a parent can answer by what they see.
const SEEN: [&str; 34] = [
    "abdomen_rigid",
    "infant_colic_attacks",
    "lump_not_reducible",
    "stiff_neck",
    "rash_itchy",
    "joint_red_hot",
    "skin_red_hot_spreading",
    "household_itching",
    "rash_hives",
    "rash_creases",
    "sun_exposure_burn",
    "rash_night_itch_burrows",
    "diaper_rash",
    "drooling",
    "infant_legs_drawn_up",
    "itching_general",
    "limb_cold_pale_sudden",
    "mouth_corner_cracks",
    "mouth_ulcers",
    "nail_fold_red",
    "penis_tip_red",
    "rash_bites_rows",
    "rash_blisters_band",
    "rash_honey_crusts",
    "red_patch_eye",
    "skin_dusky_blisters",
    "skin_folds_red",
    "skin_lump_pus",
    "skin_lump_soft",
    "skin_numb_white_cold",
    "testicle_high",
    "testicle_lump",
    "weakness_one_side",
    "wound_redness",
];

/// The first questions to a complaint of somebody who is 30.
fn first_questions(complaint: &str, count: usize) -> Vec<String> {
    let (asked, _) = interview(complaint, 30.0, Some(Sex::Female), Answer::Absent);
    asked.into_iter().take(count).map(|question| question.id).collect()
}

#[test]
fn interviews_open_with_what_is_near() {
    assert!(!first_questions("low_mood", 2).contains(&"suicidal_thoughts".to_owned()));
    assert!(first_questions("low_mood", 20).contains(&"suicidal_thoughts".to_owned()));
    assert!(!first_questions("hoarseness", 2).contains(&"not_vaccinated".to_owned()));
    let cold = first_questions("runny_nose", 20);
    assert!(!cold.iter().any(|id| id.starts_with("seizure")), "{cold:?}");
    // Whoever did not say so is neither pregnant nor a mother.
    for id in ["headache", "low_mood", "nausea", "back_pain"] {
        let asked = first_questions(id, 20);
        assert!(!asked.contains(&"contractions".to_owned()), "{id}: {asked:?}");
        assert!(!asked.contains(&"low_mood_after_birth".to_owned()), "{id}: {asked:?}");
    }
}

#[test]
fn babies_are_asked_what_others_can_see() {
    let babies: Vec<(&str, f64, Answer)> = GUIDE
        .network()
        .findings()
        .map(|f| GUIDE.network().finding_id(f))
        .filter(|id| cell(id, "age_min").parse().unwrap_or(0.0) < 1.0)
        .enumerate()
        .flat_map(|(at, id)| {
            let age = [0.05, 0.4, 0.9, 1.5][at % 4];
            [(id, age, Answer::Absent), (id, age, Answer::Present)]
        })
        .collect();
    let mut asked: BTreeMap<String, String> = BTreeMap::new();
    for questions in each(&babies, |(id, age, answer)| interview(id, *age, None, *answer).0) {
        asked.extend(questions.into_iter().map(|question| (question.id, question.text)));
    }
    for (id, text) in &asked {
        println!("{id}: {text}");
    }
    assert!(asked.len() > 100, "only {} questions", asked.len());
    let told = |text: &str| TOLD.iter().any(|word| text.to_lowercase().contains(word));
    let odd: Vec<_> = asked.iter().filter(|(id, text)| told(text) && !SEEN.contains(&id.as_str())).collect();
    assert!(odd.is_empty(), "babies are asked {odd:#?}");
}

/// How many of the answers that are said to change the result of some turns are there, each of which must do
/// what is said of it.
fn check_changes(turns: &[Turn]) -> usize {
    let before = view(turns);
    if !before.red_flags.is_empty() {
        assert!(before.result.changes.is_empty(), "nothing distracts from an alarm");
    }
    for change in &before.result.changes {
        let answer = Turn::Answered { finding: change.id.clone(), answer: change.answer };
        let after = view(&[turns, &[answer]].concat()).result;
        for level in Urgency::ALL {
            if change.text.contains(&ENGLISH.text(&format!("effect-{}", level.word().replace('_', "-")))) {
                assert_eq!(after.advice.as_ref().map(|advice| advice.level), Some(level), "{}", change.text);
                assert_ne!(before.result.advice.as_ref().map(|a| a.level), Some(level), "{}", change.text);
            }
        }
        if change.text.contains("would come first") {
            let first = after.causes[0].name.to_lowercase();
            assert!(change.text.to_lowercase().contains(&first), "{}: {first}", change.text);
        }
    }
    before.result.changes.len()
}

#[test]
fn what_is_said_to_change_the_result_does() {
    let complaints = ["headache", "chest_pain", "abdominal_pain", "heel_pain", "ear_pain", "cough"];
    let known: Vec<&str> =
        complaints.into_iter().filter(|id| GUIDE.network().finding(id).is_some()).collect();
    assert!(known.len() > 5, "{known:?}");
    let changes = each(&known, |complaint| {
        let (age, sex) = somebody_with(complaint);
        let told = Turn::Told { finding: (*complaint).to_owned(), answer: Answer::Present };
        let mut turns = vec![told, Turn::About { age: Some(Some(Age::Years(age))), sex: Some(sex) }];
        let mut changes = 0;
        // From the first answer to the end, by way of a few that are yes.
        for round in 0.. {
            changes += check_changes(&turns);
            let Some(question) = view(&turns).question else { return changes };
            let answer = if round % 5 == 3 { Answer::Present } else { Answer::Absent };
            turns.push(Turn::Answered { finding: question.id, answer });
        }
        changes
    });
    assert!(changes.iter().sum::<usize>() > 20, "{changes:?}");
}

#[test]
fn advice_names_nothing_that_was_denied() {
    let said = |text: &str| Turn::Said { text: text.to_owned(), asked: Vec::new() };
    for (text, unnamed) in [
        ("My son is 4, he has earache and a fever. He has had no seizure.", "febrile seizure"),
        ("I'm constipated. I am not confused at all.", "liver failure"),
    ] {
        let view = view(&[said(text), Turn::Finished {}]);
        let advice = view.result.advice.expect("advice").text;
        assert!(!advice.contains(unnamed), "{advice}");
    }
}

#[test]
fn a_pregnant_woman_is_not_asked_whether_her_period_is_late() {
    let turns = [
        Turn::Told { finding: "pregnant_late".to_owned(), answer: Answer::Present },
        Turn::Told { finding: "abdominal_pain".to_owned(), answer: Answer::Present },
        Turn::About { age: Some(Some(Age::Years(30.0))), sex: Some(Some(Sex::Female)) },
    ];
    let mut turns = turns.to_vec();
    while let Some(question) = view(&turns).question {
        assert!(!["pregnant_early", "period_missed"].contains(&question.id.as_str()), "{}", question.text);
        turns.push(Turn::Answered { finding: question.id, answer: Answer::Absent });
    }
}

#[test]
fn the_age_of_a_newborn_is_no_symptom() {
    let said = |text: &str| Turn::Said { text: text.to_owned(), asked: Vec::new() };
    let first = |text: &str| view(&[said(text)]).result.causes[0].id.clone();
    let first = first("My 3 week old is boiling hot, won't take a bottle and is floppy");
    assert_ne!(first, "neonatal_jaundice");
}
