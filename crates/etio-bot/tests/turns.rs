//! Random logs of turns on the starter network: folding is deterministic, a turn that is taken back
//! was never said, and order matters only where a later turn corrects an earlier one.

mod common;

use common::{ENGLISH, GUIDE, view};
use etio::Method;
use etio_bot::conversation::Age;
use etio_bot::{Answer, FoldSettings, InterviewSettings, Sex, Turn, View, fold};
use proptest::prelude::*;

#[test]
fn the_fever_of_a_baby_raises_its_alarms_at_once() {
    let said = Turn::Said { text: "My 8 week old daughter has a fever".to_owned(), asked: Vec::new() };
    let view = view(&[said]);
    let flags: Vec<&str> = view.red_flags.iter().map(|flag| flag.id.as_str()).collect();
    assert_eq!(flags, ["newborn", "infant_fever"]);
    assert_eq!(view.about.age.as_deref(), Some("8 weeks"));
    assert_eq!(view.person.sex, Some(Sex::Female));
}

#[test]
fn proven_intervals_are_not_called_estimates() {
    let mut interview = InterviewSettings::default();
    interview.questions.method = Method::Bounds;
    let settings = FoldSettings { interview, ..FoldSettings::default() };
    let told = |id: &str| Turn::Told { finding: id.to_owned(), answer: Answer::Present };
    let turns = [told("fever"), told("cough"), told("sore_throat")];
    let result = fold(&GUIDE, &ENGLISH, &turns, &settings).expect("a view").result;
    assert!(result.exactness.is_some_and(|exactness| exactness.is_bounds()), "{result:?}");
    assert!(result.basis.is_some_and(|basis| basis.contains("is proven to lie in an interval")));
    assert!(!result.causes.is_empty());
    for cause in result.causes {
        assert_ne!(cause.range.as_deref(), Some("estimated"));
        assert!(
            cause.interval.is_none_or(|(low, high)| low <= cause.probability && cause.probability <= high)
        );
    }
}

/// Findings of three families, so that turns often meet.
const FINDINGS: [&str; 8] = [
    "fever",
    "fever_low",
    "fever_over_39",
    "cough",
    "cough_dry",
    "chest_pain",
    "shortness_of_breath",
    "sore_throat",
];

const TEXTS: [&str; 8] = [
    "I have a high fever and a cough",
    "no fever, but my throat hurts",
    "fever of 38.5 since yesterday, no cough",
    "no, but my head hurts",
    "yes",
    "I am a 34 year old man",
    "my 6 week old daughter is burning up",
    "the moon is purple",
];

fn finding() -> impl Strategy<Value = String> {
    prop::sample::select(&FINDINGS[..])
        .prop_filter("known", |id| GUIDE.network().finding(id).is_some())
        .prop_map(str::to_owned)
}

fn answer() -> impl Strategy<Value = Answer> {
    prop::sample::select(vec![Answer::Present, Answer::Absent, Answer::Unknown])
}

fn about() -> impl Strategy<Value = Turn> {
    let age = prop::sample::select(vec![
        None,
        Some(None),
        Some(Some(Age::Years(0.1))),
        Some(Some(Age::Years(70.0))),
        Some(Some(Age::Words("8 weeks".into()))),
        Some(Some(Age::Words("old".into()))),
    ]);
    let sex = prop::sample::select(vec![None, Some(None), Some(Some(Sex::Female)), Some(Some(Sex::Male))]);
    (age, sex).prop_map(|(age, sex)| Turn::About { age, sex })
}

/// Anything but taking back.
fn turn() -> impl Strategy<Value = Turn> {
    prop_oneof![
        3 => (prop::sample::select(&TEXTS[..]), prop::collection::vec(finding(), 0..3))
            .prop_map(|(text, asked)| Turn::Said { text: text.to_owned(), asked }),
        4 => (finding(), answer()).prop_map(|(finding, answer)| Turn::Answered { finding, answer }),
        1 => (finding(), answer()).prop_map(|(finding, answer)| Turn::Told { finding, answer }),
        2 => (finding(), prop::option::of(answer()))
            .prop_map(|(finding, answer)| Turn::Corrected { finding, answer }),
        1 => about(),
        1 => Just(Turn::Finished {}),
        1 => Just(Turn::Continued {}),
    ]
}

/// A log in which turns are taken back here and there.
fn log() -> impl Strategy<Value = Vec<Turn>> {
    prop::collection::vec((turn(), prop::option::weighted(0.2, any::<prop::sample::Index>())), 1..8).prop_map(
        |parts| {
            let mut log: Vec<Turn> = Vec::new();
            for (turn, back) in parts {
                log.push(turn);
                log.extend(back.map(|at| Turn::TakenBack { turn: at.index(log.len()) }));
            }
            log
        },
    )
}

/// A view with the places of turns in the log replaced: they are names, and other logs have others.
fn unplaced(view: &View) -> String {
    let mut value = serde_json::to_value(view).expect("JSON");
    let mut names = Vec::new();
    rename(&mut value, &mut names);
    value.to_string()
}

fn rename(value: &mut serde_json::Value, names: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(members) => {
            if members.get("kind").is_some_and(|kind| kind == "taken_back") {
                members.insert("turn".to_owned(), 0.into());
            }
            if let Some(serde_json::Value::String(key)) = members.get_mut("key")
                && ["said:", "heard:", "told:", "note:"].iter().any(|kind| key.starts_with(kind))
            {
                let (kind, place) =
                    key.split_once(':').map(|(a, b)| (a.to_owned(), b.to_owned())).expect("a place");
                let at = names.iter().position(|known| *known == place).unwrap_or_else(|| {
                    names.push(place);
                    names.len() - 1
                });
                *key = format!("{kind}:{at}");
            }
            members.values_mut().for_each(|member| rename(member, names));
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        _ => {}
    }
}

/// The log as if a turn had never been in it.
fn without(log: &[Turn], gone: usize) -> Vec<Turn> {
    // What took it back goes with it, and what took that back, and so on.
    let mut goes = vec![false; log.len()];
    goes[gone] = true;
    for (at, turn) in log.iter().enumerate() {
        goes[at] |= matches!(turn, Turn::TakenBack { turn } if goes[*turn]);
    }
    // Places shift by the turns that went.
    let place = |at: usize| goes[..at].iter().filter(|goes| !**goes).count();
    let kept = log.iter().enumerate().filter(|(at, _)| !goes[*at]);
    kept.map(|(_, turn)| match turn {
        Turn::TakenBack { turn } => Turn::TakenBack { turn: place(*turn) },
        other => other.clone(),
    })
    .collect()
}

/// Whether the order of two turns may matter: they speak of findings of one family, or of the person.
fn meet(a: &Turn, b: &Turn) -> bool {
    let families = |turn: &Turn| -> Option<Vec<String>> {
        match turn {
            Turn::Answered { finding, .. } | Turn::Told { finding, .. } => {
                let of = GUIDE.network().finding(finding)?;
                let mut family: Vec<String> = GUIDE
                    .hierarchy()
                    .ancestors(of)
                    .iter()
                    .map(|f| GUIDE.network().finding_id(*f).to_owned())
                    .collect();
                family.push(finding.clone());
                Some(family)
            }
            _ => None,
        }
    };
    match (families(a), families(b)) {
        (Some(a), Some(b)) => a.iter().any(|id| b.contains(id)),
        _ => true,
    }
}

/// The meaning of the statements, whatever order they came in.
fn meaning(view: &View) -> impl PartialEq + std::fmt::Debug + use<> {
    let bits = |c: &etio_bot::conversation::Cause| (c.id.clone(), c.posterior.to_bits(), c.share.clone());
    let mut chips: Vec<_> = view.known.chips.iter().map(|c| (c.id.clone(), c.answer)).collect();
    chips.sort_by(|a, b| a.0.cmp(&b.0));
    (
        chips,
        view.result.causes.iter().map(bits).collect::<Vec<_>>(),
        (view.result.present.clone(), view.result.absent.clone()),
        view.result.advice.clone(),
        view.red_flags.clone(),
        view.question.clone(),
        view.end.clone().map(|end| end.text),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn replaying_a_log_gives_the_same_view_to_the_last_bit(log in log()) {
        let stored = serde_json::to_string(&log).expect("JSON");
        let replayed: Vec<Turn> = serde_json::from_str(&stored).expect("turns");
        prop_assert_eq!(&replayed, &log);
        let (a, b) = (view(&log), view(&replayed));
        prop_assert_eq!(serde_json::to_string(&a).expect("JSON"), serde_json::to_string(&b).expect("JSON"));
        prop_assert_eq!(a, b);
    }

    #[test]
    fn taking_a_turn_back_equals_never_having_said_it(log in log(), at in any::<prop::sample::Index>()) {
        let gone = at.index(log.len());
        // What took something back can be taken back too: that is another property.
        prop_assume!(!matches!(log[gone], Turn::TakenBack { .. }));
        let mut taken = log.clone();
        taken.push(Turn::TakenBack { turn: gone });
        prop_assert_eq!(unplaced(&view(&taken)), unplaced(&view(&without(&log, gone))));
        // Taking back is undone by taking it back.
        taken.push(Turn::TakenBack { turn: log.len() });
        prop_assert_eq!(unplaced(&view(&taken)), unplaced(&view(&log)));
    }

    #[test]
    fn order_matters_only_where_a_later_turn_corrects_an_earlier_one(
        turns in prop::collection::vec(turn(), 2..6), at in any::<prop::sample::Index>(),
    ) {
        let at = at.index(turns.len() - 1);
        prop_assume!(!meet(&turns[at], &turns[at + 1]));
        let mut swapped = turns.clone();
        swapped.swap(at, at + 1);
        prop_assert_eq!(meaning(&view(&turns)), meaning(&view(&swapped)));
    }
}
