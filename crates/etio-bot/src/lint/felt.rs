//! Whether babies are asked what only somebody who speaks can tell: whether their head throbs, or
//! whether they see double.

use etio::Network;
use etio_case::Person;

use super::{Check, Problem};
use crate::asking::sense::Sense;
use crate::understand::{Frame, Understanding};

/// Concepts that nobody sees in a baby. Itching is not among them: babies scratch.
const FELT: [&str; 29] = [
    "pain",
    "pressure",
    "tight",
    "numb",
    "tingle",
    "nausea",
    "dizzy",
    "spin",
    "palpitation",
    "low_mood",
    "anxious",
    "panic",
    "foggy",
    "blur",
    "double_vision",
    "floaters",
    "tinnitus",
    "bloated",
    "reflux",
    "gritty",
    "light_hurt",
    "noise_hurt",
    "aura",
    "hear_voices",
    "paranoid",
    "suicidal",
    "obsess",
    "fear",
    "stress",
];

/// An age in years at which nobody speaks yet.
const SPEECHLESS: f64 = 0.9;

/// Findings that babies are asked about and that all frames say to be felt.
pub(super) fn check(network: &Network, understanding: &Understanding, sense: &Sense) -> Vec<Problem> {
    let baby = Person { age: Some(SPEECHLESS), sex: None };
    let is_felt = |frame: &&Frame| frame.names().any(|name| FELT.contains(&name));
    let frames = understanding.frames();
    let asked = network.findings().filter(|f| sense.suits(*f, &baby));
    let felt = asked.filter(|f| {
        let mut said = frames.all().iter().filter(|frame| frame.finding == *f && !frame.denies).peekable();
        said.peek().is_some() && said.all(|frame| is_felt(&frame))
    });
    felt.map(|finding| Problem {
        check: Check::Rules,
        file: "findings.csv".into(),
        subject: network.finding_id(finding).to_owned(),
        message: "babies are asked about it and cannot tell; `age_min` says from which age people can"
            .to_owned(),
    })
    .collect()
}
