//! The remainder that a hybrid leaves to the exact method: the problem without the transformed findings, its
//! diseases tilted by them.

use super::conjugate::{Tangents, tilt_all};
use super::rounding;
use crate::algorithm::{Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::kernels::logistic;
use crate::pace::Pace;
use crate::planner::Planner;
use crate::problem::{Problem, Restriction};
use crate::{FindingId, InferenceError};

/// A problem to answer, and what answers its exact part.
pub(super) struct Task<'a> {
    pub(super) problem: &'a Problem,
    pub(super) budget: &'a Budget,
    pub(super) planner: &'a mut Planner,
}

/// The findings that stay exact, with tilted diseases. Reused from problem to problem.
#[derive(Debug, Default)]
pub(super) struct Rest {
    part: Restriction,
    /// Sum of `xi theta` over the transformed findings, of each disease of the whole problem.
    tilts: Vec<f64>,
    /// The thetas of one finding.
    row: Vec<f64>,
    /// Probability as tilted of each disease of the whole problem, and one minus that.
    priors: Vec<f64>,
    complements: Vec<f64>,
}

impl Rest {
    /// Takes over the findings that `keep` wants, by their position in the whole problem.
    pub(super) fn take(
        &mut self,
        whole: &Problem,
        keep: impl Fn(usize) -> bool,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        self.part.take(whole, keep, budget)
    }

    /// Whether no finding stays exact.
    pub(super) fn is_empty(&self) -> bool {
        self.part.problem.finding_count() == 0
    }

    /// Predicted cost of solving the rest.
    pub(super) fn forecast(
        &mut self,
        whole: &Problem,
        planner: &mut Planner,
        budget: &Budget,
    ) -> Result<Forecast, InferenceError> {
        self.part.weigh(whole.priors(), whole.complements());
        let problem = &self.part.problem;
        // The planner tries it first for such problems, and it usually keeps its digits there.
        let quickscore =
            if problem.is_full() { planner.methods.quickscore.plan(problem, budget).ok() } else { None };
        match quickscore {
            Some(forecast) if forecast.fits(budget) => Ok(forecast),
            _ => planner.forecast(problem, budget),
        }
    }

    /// Solves the rest as the problem weighs its diseases.
    pub(super) fn solve_untilted(&mut self, task: &mut Task<'_>) -> Result<Solution, InferenceError> {
        let whole = task.problem;
        self.part.weigh(whole.priors(), whole.complements());
        let solution = task.planner.solve_rest(&self.part.problem, task.budget)?;
        Ok(Solution { marginals: self.part.spread(solution.marginals, whole.priors()), ..solution })
    }

    /// Solves the rest with the weight of each disease multiplied by what the bounds make of it. The
    /// log evidence is that of the tilted network: the constants of the bounds are not in it.
    pub(super) fn solve(
        &mut self,
        bounds: &Tangents,
        xi: &[f64],
        task: &mut Task<'_>,
    ) -> Result<Solution, InferenceError> {
        self.tilts.resize(task.problem.disease_count(), 0.0);
        bounds.tilts_at_pace(xi, &mut self.tilts, &mut Pace::new(task.budget))?;
        self.solve_tilted(xi.len(), task)
    }

    /// The same for findings of the problem, with no need to keep their thetas.
    pub(super) fn solve_without(
        &mut self,
        transformed: &[FindingId],
        xi: &[f64],
        task: &mut Task<'_>,
    ) -> Result<Solution, InferenceError> {
        let mut pace = Pace::new(task.budget);
        self.tilts.clear();
        self.tilts.resize(task.problem.disease_count(), 0.0);
        for (finding, &xi) in transformed.iter().zip(xi) {
            // What is certain without any disease tilts none.
            if let Ok(at) = task.problem.findings.binary_search(finding) {
                pace.count(task.problem.degree(at))?;
                self.tilt_by(task.problem, at, xi);
            }
        }
        self.solve_tilted(xi.len(), task)
    }

    /// Adds what a finding does to each disease.
    fn tilt_by(&mut self, whole: &Problem, finding: usize, xi: f64) {
        let Self { tilts, row, .. } = self;
        if let Some(stored) = whole.stored_row(finding) {
            stored.zip_dense(
                tilts,
                #[inline(always)]
                |tilt, p| *tilt += xi * logistic::theta(p),
            );
            return;
        }
        let (diseases, probabilities) = whole.links_of(finding);
        row.clear();
        row.extend_from_slice(probabilities);
        logistic::thetas(row);
        for (&disease, theta) in diseases.iter().zip(row) {
            tilts[disease as usize] += xi * *theta;
        }
    }

    /// The roundings of its log evidence include those of tilting by this number of findings.
    fn solve_tilted(&mut self, findings: usize, task: &mut Task<'_>) -> Result<Solution, InferenceError> {
        let Self { part, tilts, priors, complements, .. } = self;
        let whole = task.problem;
        let log_normaliser = if let Some((priors, complements)) = part.weights_of(whole) {
            tilt_all(priors, complements, tilts)
        } else {
            priors.clear();
            priors.extend_from_slice(whole.priors());
            complements.clear();
            complements.extend_from_slice(whole.complements());
            let log_normaliser = tilt_all(priors, complements, tilts);
            part.weigh(priors, complements);
            log_normaliser
        };
        let solution = task.planner.solve_rest(&part.problem, task.budget)?;
        let evidence_rounding = solution.evidence_rounding
            + rounding::of_tilting(findings, tilts, log_normaliser)
            + rounding::of_sum(&[solution.log_evidence, log_normaliser]);
        let marginals = part.spread(solution.marginals, priors);
        Ok(Solution {
            marginals,
            log_evidence: solution.log_evidence + log_normaliser,
            evidence_rounding,
            ..solution
        })
    }
}
