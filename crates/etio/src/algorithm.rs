//! The contract between the engine and its methods: plan, forecast, run.
//!
//! ```text
//! Network + Evidence --Assembly--> Problem --plan--> Forecast --run--> Solution --Assembly--> Posterior
//! ```
//!
//! Every method is an [`Algorithm`]. The engine assembles a [`Problem`], asks the algorithm to plan
//! it, refuses what is predicted not to fit the [`Budget`], and lets it run. A method that is added
//! implements this trait in a folder of its own, gets a variant of [`Method`], and a line in
//! `Engine::algorithm`: the compiler asks for both.

use crate::budget::{Budget, Reserved};
use crate::numeric::ROUNDOFF;
use crate::problem::Problem;
use crate::{Basis, FindingId, InferenceError, Method};

/// One way to solve a [`Problem`].
///
/// An algorithm keeps its working memory from problem to problem, and its plan from [`plan`](Self::plan) to
/// [`run`](Self::run).
///
/// Its promises:
///
/// * **Plan first.** `plan` inspects the problem, decides how to solve it, and predicts the cost. It takes
///   a small share of the time that running takes, and no tables. A method that chooses among others, or
///   takes what time there is, decides on the way: its plan predicts nothing (`auto`, `bounds`) or only
///   its own part of the work (hybrids), so that nothing is refused before it begins.
///   [`forecast`](Self::forecast) tells the whole, where that can be told.
/// * **Run what was planned.** `run` may be called once after each `plan`, with the same problem. It takes
///   its tables from the budget's pool of memory ([`Forecast::reserve`]), and checks the clock at least every
///   fifty microseconds or so.
/// * **Answer or say why not.** The numbers of the problem are taken as exact. A solution is complete and
///   says how far its own roundings may have moved it ([`Accuracy`]); anything else is an [`InferenceError`].
///   A number that leaves the range of doubles on the way is noticed.
/// * **Same problem, same bits** on a new engine, as long as no time limit cuts the work short. The threads
///   of Quickscore and of elimination share the work of each large table in a way that depends on the problem
///   alone, so their number changes no bit.
pub(crate) trait Algorithm {
    /// Prepares to solve a problem and predicts the cost. A method that hands parts of the problem
    /// to another one leaves their cost to it: the other plans them when it gets them, and may
    /// refuse them.
    fn plan(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError>;

    /// Predicts the whole cost, for a caller that asks for nothing else: of the parts that others solve too.
    fn forecast(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        self.plan(problem, budget)
    }

    /// Solves the problem that was planned last.
    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError>;
}

impl<A: Algorithm> Algorithm for &mut A {
    fn plan(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        (**self).plan(problem, budget)
    }

    fn forecast(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        (**self).forecast(problem, budget)
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        (**self).run(problem, budget)
    }
}

/// Predicted cost of a method.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Forecast {
    /// Elementary steps, in the method's own unit.
    pub operations: f64,
    /// Time, by rates that were measured once and are stored; `docs/exact.md` says how far they can
    /// be trusted.
    pub seconds: f64,
    /// Memory for tables.
    pub bytes: f64,
    /// Axes of the largest table: its entries are two to the power of this.
    pub width: usize,
}

impl Forecast {
    /// Whether it fits into the remaining budget.
    pub(crate) fn fits(&self, budget: &Budget) -> bool {
        let in_time = budget.remaining().is_none_or(|left| self.seconds <= left.as_secs_f64());
        in_time && self.bytes <= budget.memory() as f64
    }

    /// An error with the prediction if it does not fit.
    pub(crate) fn admit(&self, method: Method, budget: &Budget) -> Result<(), InferenceError> {
        if self.fits(budget) { Ok(()) } else { Err(self.refusal(method)) }
    }

    /// Takes the predicted memory from the budget's pool for as long as the guard lives, or says that it is
    /// not there.
    pub(crate) fn reserve(&self, method: Method, budget: &Budget) -> Result<Reserved, InferenceError> {
        budget.reserve(self.bytes.ceil() as usize).ok_or_else(|| self.refusal(method))
    }

    /// The error that says what a method would take.
    pub(crate) fn refusal(&self, method: Method) -> InferenceError {
        InferenceError::TooExpensive { method, predicted_seconds: self.seconds, predicted_bytes: self.bytes }
    }
}

/// Forecast of one run after the other: times add up, memory is reused.
impl std::ops::AddAssign for Forecast {
    fn add_assign(&mut self, other: Self) {
        self.operations += other.operations;
        self.seconds += other.seconds;
        self.bytes = self.bytes.max(other.bytes);
        self.width = self.width.max(other.width);
    }
}

/// Result of a method on a problem.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    /// The method that gave it: not the one that was asked for if that chooses among others.
    pub(crate) method: Method,
    /// Marginals of the diseases that take part.
    pub(crate) marginals: Vec<f64>,
    /// Log probability of the present findings, given all that was settled before.
    pub(crate) log_evidence: f64,
    /// How far to trust these.
    pub(crate) accuracy: Accuracy,
    /// How far the log evidence of an exact solution may be off by its own roundings: proven, also if
    /// that of the marginals is estimated.
    pub(crate) evidence_rounding: f64,
    /// Elementary steps.
    pub(crate) operations: f64,
    /// Predicted cost of the method.
    pub(crate) forecast: Forecast,
    /// The findings that were transformed, in the order of the method.
    pub(crate) transformed: Vec<FindingId>,
    /// Predicted time of an exact answer in seconds, if this is an estimate in its place.
    pub(crate) exact_seconds: Option<f64>,
    /// Lower and upper ends of the marginals, if it is accurate in this way.
    pub(crate) intervals: Vec<(f64, f64)>,
}

/// How far a [`Solution`] can be trusted, with the numbers of its problem taken as exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Accuracy {
    /// Right up to rounding.
    Exact {
        /// How far any marginal, and the log evidence, may be off.
        rounding: f64,
        /// Whether that is proven, or estimated from the sizes of what cancels.
        certified: bool,
    },
    /// An approximation.
    Estimate {
        /// The log evidence is at least this; minus infinity if nothing is known.
        log_evidence_lower: f64,
        /// No log evidence above this is possible: moved up by the method's own roundings.
        log_evidence_upper: f64,
        /// Whether the present findings had a part in it at all.
        is_informed: bool,
        /// How it was reached.
        basis: Basis,
    },
    /// Every marginal lies in its interval.
    Bounds {
        /// The log evidence is at least this.
        log_evidence_lower: f64,
        /// The log evidence is at most this.
        log_evidence_upper: f64,
        /// Whether the present findings had a part in it at all.
        is_informed: bool,
    },
}

impl Accuracy {
    /// An estimate by a variational upper bound.
    pub(crate) fn upper_bound(log_evidence_upper: f64, is_informed: bool) -> Self {
        let log_evidence_lower = f64::NEG_INFINITY;
        Self::Estimate { log_evidence_lower, log_evidence_upper, is_informed, basis: Basis::Bound }
    }
}

impl Solution {
    /// An exact solution.
    pub(crate) fn exact(method: Method, marginals: Vec<f64>, log_evidence: f64, rounding: f64) -> Self {
        Self {
            method,
            marginals,
            log_evidence,
            accuracy: Accuracy::Exact { rounding, certified: true },
            evidence_rounding: rounding,
            operations: 0.0,
            forecast: Forecast::default(),
            transformed: Vec::new(),
            exact_seconds: None,
            intervals: Vec::new(),
        }
    }

    /// The solution of a problem without findings: diseases stay at their priors.
    pub(crate) fn of_nothing(problem: &Problem) -> Self {
        Self::exact(Method::ExplainedSets, problem.priors().to_vec(), 0.0, 0.0)
    }

    /// The bound on its own roundings; infinite for an estimate.
    pub(crate) fn rounding(&self) -> f64 {
        match self.accuracy {
            Accuracy::Exact { rounding, .. } => rounding,
            Accuracy::Estimate { .. } | Accuracy::Bounds { .. } => f64::INFINITY,
        }
    }
}

/// The error of a result that every term of reaches through at most this many roundings, if all
/// terms have one sign.
pub(crate) fn rounded(times: f64) -> f64 {
    times * ROUNDOFF
}
