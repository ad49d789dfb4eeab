//! Figures over many stories.

use serde::Serialize;

use super::standing::Standing;
use super::vignette::Held;
use crate::Urgency;

/// Figures over many stories.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Number of stories.
    pub cases: usize,
    /// Vignettes whose disease the network has.
    pub covered: usize,
    /// Share of stated findings that were read, over the stories that state any.
    pub recall: Option<f64>,
    /// Share of findings read that are stated, over the same stories.
    pub precision: Option<f64>,
    /// Mean number of questions.
    pub mean_questions: f64,
    /// Names that the network does not have, each once.
    pub unknown: Vec<String>,
    /// After the story alone.
    pub story: Figures,
    /// After the questions.
    pub asked: Figures,
    /// With the stated findings in place of the story.
    pub stated: Figures,
}

/// How often a standing was right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Share of covered cases with an accepted disease first.
    pub first: f64,
    /// Share with one among the first three.
    pub top3: f64,
    /// Share with one among the first five.
    pub top5: f64,
    /// Urgency advised against urgency given.
    pub triage: Triage,
    /// Emergencies.
    pub emergencies: usize,
    /// Emergencies without any alarm.
    pub missed: usize,
    /// Other cases with an alarm, of those whose urgency is given.
    pub false_alarms: usize,
}

/// A row for each urgency that was given, most urgent first; its cells are the urgencies advised in
/// the same order, and last how often there was no advice.
pub type Triage = [[usize; 5]; 4];

impl Report {
    /// Figures over stories.
    pub fn of(held: &[Held]) -> Self {
        let sum = |count: fn(&Held) -> usize| held.iter().map(count).sum::<usize>() as f64;
        // A story that states no findings says nothing of how well it was read.
        let told = || held.iter().filter(|h| h.reading.stated > 0);
        let reads = |count: fn(&Held) -> usize| told().map(count).sum::<usize>() as f64;
        let right = reads(|h| h.reading.right);
        let mut unknown: Vec<String> = held.iter().flat_map(|h| h.unknown.iter().cloned()).collect();
        unknown.sort_unstable();
        unknown.dedup();
        Self {
            cases: held.len(),
            covered: held.iter().filter(|h| h.is_covered).count(),
            recall: part_of(right, reads(|h| h.reading.stated)),
            precision: part_of(right, reads(|h| h.reading.read)),
            mean_questions: share(sum(|h| h.questions), held.len() as f64),
            unknown,
            story: Figures::of(held, |h| &h.story),
            asked: Figures::of(held, |h| &h.asked),
            stated: Figures::of(held, |h| &h.stated),
        }
    }
}

impl Figures {
    fn of(held: &[Held], standing: fn(&Held) -> &Standing) -> Self {
        let covered: Vec<&Standing> = held.iter().filter(|h| h.is_covered).map(standing).collect();
        let within = |top: usize| {
            let hits = covered.iter().filter(|s| s.rank.is_some_and(|rank| rank <= top)).count();
            share(hits as f64, covered.len() as f64)
        };
        let place = |level: Urgency| Urgency::ALL.iter().position(|l| *l == level);
        let mut triage = Triage::default();
        let (mut emergencies, mut missed, mut false_alarms) = (0, 0, 0);
        for case in held {
            let Some(given) = case.urgency else { continue };
            let now = standing(case);
            let column = now.level.and_then(place).unwrap_or(Urgency::ALL.len());
            if let Some(row) = place(given) {
                triage[row][column] += 1;
            }
            let is_alarmed = !now.alarms.is_empty();
            if given == Urgency::Emergency {
                emergencies += 1;
                missed += usize::from(!is_alarmed);
            } else {
                false_alarms += usize::from(is_alarmed);
            }
        }
        Self { first: within(1), top3: within(3), top5: within(5), triage, emergencies, missed, false_alarms }
    }
}

/// A share of a whole, if there is one.
fn part_of(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// A share of a whole; zero of nothing.
fn share(part: f64, whole: f64) -> f64 {
    part_of(part, whole).unwrap_or_default()
}
