//! One component, by the cheapest form whose certificate holds.
//!
//! Signed doubles are fastest and pairs of doubles cost about twice as much. Where even those lose too many digits, the
//! findings that lose most become positive, a few at a time; in the end all of them are, and nothing is subtracted any more.

use std::time::Duration;

use super::bits::Bits;
use super::cost::{Arithmetic, Cost, Rates};
use super::leaf::Readings;
use super::model::{Component, Model};
use super::number::{Double, Number, Single};
use super::pass::{Memory, Pass};
use super::plan::Plan;
use super::search::{Candidate, Problem};
use crate::limits::Deadline;
use crate::{InferenceError, Limits, Method};

/// A certified error above this is not accepted while there is another form to try.
const ACCEPTED: f64 = 1e-10;
/// With findings rarer than this together, signed doubles are not tried: they would almost surely fail.
const HOPELESS_FOR_DOUBLES: f64 = 1e-11;
/// The error that is accepted where there is none: nothing is subtracted then, and it only grows with the network.
const LAST_RESORT: f64 = 1e-6;
/// How often findings are made positive before all are.
const ESCALATIONS: usize = 5;

/// Which forms may be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Forms {
    /// Whatever is cheapest.
    Cheapest,
    /// One arithmetic with so many of the rarest findings positive: for tests of each form by itself.
    #[cfg_attr(not(test), expect(dead_code))]
    Only(Arithmetic, usize),
}

/// Solves components one after the other.
pub(super) struct Solver<'s> {
    pub(super) model: &'s Model,
    pub(super) forms: Forms,
    pub(super) limits: &'s Limits,
    pub(super) deadline: &'s Deadline,
    pub(super) memory: &'s mut Memory,
    pub(super) readings: &'s mut Readings,
    pub(super) cost: Cost,
}

/// How a run ended.
struct Outcome<const N: usize> {
    /// The log evidence, where any digits of it are left.
    log: Option<f64>,
    /// The bound on the error of every posterior.
    error: f64,
    /// The findings of the join that lost most.
    worst: Bits<N>,
}

impl Solver<'_> {
    /// The log evidence of a component; posteriors go to the readings.
    pub(super) fn solve<const N: usize>(&mut self, component: &Component) -> Result<f64, InferenceError> {
        let Some(mut problem) = Problem::<N>::new(self.model, component) else {
            return Err(InferenceError::TooLarge {
                method: Method::Elimination,
                what: "present findings that hang together",
                count: component.findings.len(),
                limit: Bits::<N>::CAPACITY,
            });
        };
        let all: Bits<N> = (0..problem.finding_count()).collect();
        if let Forms::Only(arithmetic, positive) = self.forms {
            problem.positive = problem.rarest_first(all).into_iter().take(positive).collect();
            return self.attempt(&problem, arithmetic)?.accept(1e-3);
        }
        let mut arithmetic = Arithmetic::Double;
        if self.joint_rarity(component) > HOPELESS_FOR_DOUBLES {
            arithmetic = Arithmetic::Single;
        }
        for _ in 0..ESCALATIONS {
            let outcome = self.attempt(&problem, arithmetic)?;
            if outcome.error <= ACCEPTED {
                return outcome.accept(ACCEPTED);
            }
            self.readings.rounding -= outcome.error;
            match arithmetic {
                Arithmetic::Single => arithmetic = Arithmetic::Double,
                Arithmetic::Double => problem.escalate(outcome.worst, outcome.error / ACCEPTED),
            }
            if problem.positive == all {
                break;
            }
        }
        problem.positive = all;
        self.attempt(&problem, Arithmetic::Single)?.accept(LAST_RESORT)
    }

    /// The product of how rare the findings are: the digits that signed forms may lose.
    fn joint_rarity(&self, component: &Component) -> f64 {
        component.findings.iter().map(|&f| self.model.findings[f as usize].marginal).product()
    }

    fn attempt<const N: usize>(
        &mut self,
        problem: &Problem<'_, N>,
        arithmetic: Arithmetic,
    ) -> Result<Outcome<N>, InferenceError> {
        let rates = Rates::stored(arithmetic);
        let left = self.deadline.remaining().unwrap_or(Duration::MAX);
        let candidate = problem.search(&rates, left / 4, None);
        let (seconds, bytes) = (candidate.cost.seconds(&rates), candidate.cost.bytes(arithmetic));
        let left = self.deadline.remaining().unwrap_or(Duration::MAX);
        if seconds > left.as_secs_f64() || bytes > self.limits.memory as f64 {
            return Err(InferenceError::TooExpensive {
                method: Method::Elimination,
                predicted_seconds: seconds,
                predicted_bytes: bytes,
            });
        }
        let plan = Plan::new(problem, &candidate);
        self.cost += plan.cost;
        match arithmetic {
            Arithmetic::Single => self.pass::<Single, N>(problem, &candidate, &plan),
            Arithmetic::Double => self.pass::<Double, N>(problem, &candidate, &plan),
        }
    }

    fn pass<M: Number, const N: usize>(
        &mut self,
        problem: &Problem<'_, N>,
        candidate: &Candidate,
        plan: &Plan,
    ) -> Result<Outcome<N>, InferenceError> {
        let before = self.readings.rounding;
        let mut pass = Pass::<M>::new(plan, self.model, self.memory, self.deadline);
        let log = pass.forward()?;
        let mut worst = None;
        if log.is_some() {
            worst = pass.backward(self.readings)?;
        }
        let error = self.readings.rounding - before;
        let sound = log.is_some() && error.is_finite();
        self.readings.rounding = if sound { self.readings.rounding } else { before + 1.0 };
        let error = if sound { error } else { 1.0 };
        let worst = if error <= ACCEPTED { Bits::EMPTY } else { problem.findings_of_step(candidate, worst) };
        Ok(Outcome { log, error, worst })
    }
}

impl<const N: usize> Outcome<N> {
    fn accept(self, most: f64) -> Result<f64, InferenceError> {
        match self.log {
            Some(log) if self.error <= most => Ok(log),
            _ => Err(InferenceError::DigitsLost {
                method: Method::Elimination,
                error_estimate: self.error.min(1.0),
            }),
        }
    }
}
