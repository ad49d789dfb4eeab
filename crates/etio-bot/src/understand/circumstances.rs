//! Circumstances of a whole text: bleeding means something else in pregnancy, and so does crying in
//! a baby.
//!
//! Circumstances are concepts that every complaint of the text has. They count only as part of a
//! frame.

use etio_case::Person;

use super::concepts::{Sense, TAXONOMY};
use super::events::Event;
use super::gauges::Gauge;
use super::quantity::{Measure, Reading};
use super::scope::Scope;
use super::subject::{Subject, Who};

/// Below this age in years somebody is a baby.
const BABY: f64 = 2.0;

/// Adds the circumstances of a text to its complaints.
pub(super) fn add(
    senses: &mut Vec<Sense>,
    events: &mut [Event],
    scopes: &[Scope],
    measured: &[Reading],
    subject: &Subject,
    person: Person,
) {
    let measures =
        |is: &dyn Fn(Measure) -> bool| measured.iter().find(|r| is(r.measure)).map(|r| (r.first, r.last));
    let says = |id: &str| {
        let concept = TAXONOMY.concept(id)?;
        let said = senses.iter().find(|s| s.is(concept) && !scopes[s.first].denied)?;
        Some((said.first, said.last))
    };
    let is_baby = subject.who == Who::Infant || person.age.is_some_and(|age| age < BABY);
    let found = [
        (
            "in_pregnancy",
            measures(&|m| matches!(m, Measure::Gauge(Gauge::Gestation, _))).or_else(|| says("pregnant")),
        ),
        ("after_birth", says("gave_birth")),
        (
            "in_fever",
            measures(&|m| matches!(m, Measure::Temperature(t) if t >= 37.8)).or_else(|| says("fever")),
        ),
        (
            "in_baby",
            is_baby.then(|| events.first().map(|e| (senses[e.kind].first, senses[e.kind].last))).flatten(),
        ),
    ];
    for (id, place) in found {
        let (Some(concept), Some((first, last))) = (TAXONOMY.concept(id), place) else { continue };
        let at = senses.len();
        senses.push(Sense { first, last, named: vec![concept], all: vec![concept] });
        for event in events.iter_mut() {
            event.senses.push(at);
        }
    }
}
