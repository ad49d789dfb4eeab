//! The answers that would change the result: another leading disease, or other advice.
//!
//! The forecast behind the next question says which answers may do so. Those are then tried: each is
//! added to the case, and the result read from it as the screen would read it.

use std::collections::HashSet;

use etio::{Budget, DiseaseId, Engine, FindingId, Foresight};
use etio_case::{Answer, Case, Reading, Statement, causes};

use super::{Asking, NOTABLE};
use crate::interview::{Guide, InterviewSettings};
use crate::urgency::{Basis, Urgency, counsel};

/// Maximum number of turning points.
const MOST: usize = 3;
/// Maximum number of answers that are tried.
const TRIED: usize = 6;
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

/// An answer that may change the result, by the forecast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    finding: FindingId,
    answer: Answer,
    probability: f64,
    /// Whether the advice would become more urgent.
    rises: bool,
    /// Whether another disease would come first.
    leads: bool,
}

impl Asking<'_> {
    /// The answers that may change the result, those that make it more urgent first.
    pub(super) fn turning_candidates(
        &self,
        differential: &[DiseaseId],
        now: &[f64],
        foreseen: &[Foresight],
    ) -> Vec<Candidate> {
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
        let mut candidates = Vec::new();
        for answers in foreseen {
            let (finding, yes) = (answers.finding, answers.probability);
            let both = [
                (Answer::Present, yes, &answers.if_yes, completing.contains(&finding)),
                (Answer::Absent, 1.0 - yes, &answers.if_no, false),
            ];
            for (answer, probability, marginals, is_flag) in both {
                let next = level(marginals, self.is_alarmed || is_flag);
                let (rises, leads) = (next > level_now, first(marginals) != first(now));
                if probability >= LEAST && (next != level_now || leads) {
                    candidates.push(Candidate { finding, answer, probability, rises, leads });
                }
            }
        }
        candidates.sort_by(|a, b| {
            let by_probability = b.probability.total_cmp(&a.probability);
            b.rises.cmp(&a.rises).then(by_probability).then(a.finding.cmp(&b.finding))
        });
        candidates
    }
}

impl Guide {
    /// The answers of `candidates` that do change what the screen says of a case, found by giving them; those
    /// that there was no time to try are left out. `reading` is that of the case, and `now` what it says.
    pub(crate) fn turning_points(
        &self,
        (case, reading): (&Case, &Reading),
        candidates: &[Candidate],
        now: (Option<DiseaseId>, Option<Urgency>),
        settings: &InterviewSettings,
        basis: Basis,
        budget: &Budget,
    ) -> Vec<TurningPoint> {
        // Calm advice is not given yet.
        let may_change = |c: &&Candidate| basis != Basis::Early || c.leads || c.rises;
        let mut points: Vec<TurningPoint> = Vec::new();
        for candidate in candidates.iter().filter(may_change).take(TRIED) {
            let Candidate { finding, answer, probability, .. } = *candidate;
            if points.iter().any(|point| point.finding == finding) {
                continue;
            }
            let answered = Statement::asked(finding, answer);
            let Ok(after) = self.reader().with_answer(case, reading, answered) else { continue };
            let mut engine = Engine::with_limits(&after.network, settings.limits);
            let method = settings.questions.method;
            let Ok(posterior) = engine.diagnose_within(&after.evidence, method, budget) else { break };
            let is_alarmed = !self.red_flags().raised(&after.stated, &case.person).is_empty();
            let level = self.counsel(&after, &posterior, is_alarmed, basis).map(|c| c.urgency);
            let first = causes(&after.network, &posterior, 1).first().copied();
            let point = TurningPoint {
                finding,
                answer,
                probability,
                first: first.filter(|(d, p)| *p >= NOTABLE && Some(*d) != now.0).map(|(d, _)| d),
                level: level.filter(|level| Some(*level) != now.1),
            };
            if point.first.is_some() || point.level.is_some() {
                points.push(point);
            }
            if points.len() == MOST {
                break;
            }
        }
        points
    }
}
