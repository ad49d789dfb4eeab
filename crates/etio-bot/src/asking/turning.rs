//! The answers that would change the result: another leading disease, or other advice.

use std::collections::HashSet;

use etio::{DiseaseId, FindingId, Foresight};
use etio_case::Answer;

use super::Asking;
use crate::urgency::{Urgency, counsel};

/// Maximum number of turning points.
const MOST: usize = 3;
/// Answers below this probability are left out.
const LEAST: f64 = 0.03;

/// An answer that would change the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningPoint {
    /// The finding.
    pub finding: FindingId,
    /// Present or absent.
    pub answer: Answer,
    /// How likely that answer is.
    pub probability: f64,
    /// The disease that would then come first, if it is another one.
    pub first: Option<DiseaseId>,
    /// How soon help would then be needed, if that changes.
    pub level: Option<Urgency>,
}

impl Asking<'_> {
    /// The likeliest answers that would change the result, those that make it more urgent first.
    pub(super) fn turning_points(
        &self,
        differential: &[DiseaseId],
        now: &[f64],
        foreseen: &[Foresight],
    ) -> Vec<TurningPoint> {
        let hierarchy = self.guide.hierarchy();
        let present = self.reading.stated.present();
        let known: HashSet<FindingId> =
            present.iter().flat_map(|f| hierarchy.ancestors(*f).into_iter().chain([*f])).collect();
        let completing = self.guide.red_flags().completing(&known);
        let level = |marginals: &[f64], is_alarmed| {
            counsel(&self.risks(differential, marginals), is_alarmed, true).map(|c| c.urgency)
        };
        let first = |marginals: &[f64]| {
            let ranked = differential.iter().zip(marginals);
            ranked.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0))).map(|(d, _)| *d)
        };
        let level_now = level(now, self.is_alarmed);
        let mut points = Vec::new();
        for answers in foreseen {
            let yes = answers.probability;
            let both = [
                (Answer::Present, yes, &answers.if_yes, completing.contains(&answers.finding)),
                (Answer::Absent, 1.0 - yes, &answers.if_no, false),
            ];
            for (answer, probability, marginals, is_flag) in both {
                let next = level(marginals, self.is_alarmed || is_flag);
                let point = TurningPoint {
                    finding: answers.finding,
                    answer,
                    probability,
                    first: first(marginals).filter(|d| Some(*d) != first(now)),
                    level: next.filter(|level| Some(*level) != level_now),
                };
                if probability >= LEAST && (point.first.is_some() || point.level.is_some()) {
                    points.push(point);
                }
            }
        }
        let rises = |p: &TurningPoint| p.level.is_some_and(|level| level_now.is_none_or(|now| level > now));
        points.sort_by(|a, b| {
            rises(b)
                .cmp(&rises(a))
                .then(b.probability.total_cmp(&a.probability))
                .then(a.finding.cmp(&b.finding))
        });
        let mut asked = HashSet::new();
        points.retain(|point| asked.insert(point.finding));
        points.truncate(MOST);
        points
    }
}
