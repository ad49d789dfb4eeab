//! The lowest bound so far, and the answer that comes with it.

use crate::algorithm::{Accuracy, Forecast, Solution};
use crate::problem::Problem;
use crate::{Hybrid, Method, Order, Scheme, Solver};

/// The attempt with the lowest bound.
#[derive(Debug)]
pub(super) struct Attempt {
    /// The bound on the log probability of the present findings, at most 0, moved up by its roundings.
    pub(super) log_bound: f64,
    /// The xi of all transformable findings at the lowest bound of stage 1.
    pub(super) xi: Vec<f64>,
    marginals: Vec<f64>,
    /// Positions in the problem of the findings that are transformed or ignored; `None` if all are
    /// ignored.
    inexact: Option<Vec<usize>>,
    operations: f64,
    forecast: Forecast,
}

impl Attempt {
    /// Stage 0: no present finding has a part in it.
    pub(super) fn ignoring_all(problem: &Problem) -> Self {
        Self {
            log_bound: 0.0,
            xi: Vec::new(),
            marginals: problem.priors().to_vec(),
            inexact: None,
            operations: 0.0,
            forecast: Forecast::default(),
        }
    }

    /// Takes over a point of stage 1 if its bound is lower.
    pub(super) fn offer_factorised(
        &mut self,
        xi: &[f64],
        log_bound: f64,
        marginals: &[f64],
        inexact: impl FnOnce() -> Vec<usize>,
    ) {
        if self.xi.is_empty() {
            self.xi.resize(xi.len(), 0.0);
        }
        if log_bound < self.log_bound {
            self.log_bound = log_bound;
            self.xi.copy_from_slice(xi);
            self.marginals.clear();
            self.marginals.extend_from_slice(marginals);
            self.inexact.get_or_insert_with(inexact);
        }
    }

    /// Takes over a solution with some findings exact if its bound, which its log evidence is, moved up
    /// by its roundings, is lower.
    pub(super) fn offer(&mut self, solution: Solution, inexact: &[usize]) {
        self.operations += solution.operations;
        if solution.log_evidence < self.log_bound {
            self.log_bound = solution.log_evidence;
            self.marginals = solution.marginals;
            self.forecast = solution.forecast;
            self.inexact = Some(inexact.to_vec());
        }
    }

    /// The answer. A finding that is ignored counts as transformed, with a xi of 0.
    pub(super) fn solution(self, problem: &Problem) -> Solution {
        let Self { log_bound, marginals, inexact, operations, forecast, .. } = self;
        let is_informed = inexact.is_some();
        let transformed: Vec<_> =
            inexact.unwrap_or_default().into_iter().map(|at| problem.findings[at]).collect();
        let hybrid = Hybrid {
            scheme: Scheme::Jj99Joint,
            solver: Solver::CvxJoint,
            order: Order::Wdo,
            transformed: transformed.len(),
        };
        Solution {
            method: if is_informed { Method::Hybrid(hybrid) } else { Method::Auto },
            marginals,
            log_evidence: log_bound,
            accuracy: Accuracy::upper_bound(log_bound, is_informed),
            evidence_rounding: f64::INFINITY,
            operations,
            forecast,
            transformed,
            exact_seconds: None,
            intervals: Vec::new(),
        }
    }
}
