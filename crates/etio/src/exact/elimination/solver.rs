//! One component, by the cheapest form whose certificate holds.
//!
//! Signed doubles are fastest, and double-doubles cost about twice as much. If even those lose too
//! many digits, the findings that lose most become positive, a few at a time; in the end all of
//! them are, and nothing is subtracted any more.

use std::sync::Arc;

use super::bits::Bits;
use super::cost::{Arithmetic, Cost, Rates};
use super::model::{Component, Model};
use super::number::{Double, Number, Single};
use super::pass::{MOST_UNIT_BITS, Memory, Pass};
use super::plan::Plan;
use super::plans::{Form, Known};
use super::readings::Readings;
use super::search::Factors;
use super::wide::Wide;
use crate::algorithm::Forecast;
use crate::budget::Budget;
use crate::numeric::LogProduct;
use crate::{InferenceError, Method};

/// A certified error above this is not accepted while there is another form to try.
const ACCEPTED: f64 = 1e-10;
/// With findings rarer than this together, signed doubles are not tried: they would almost surely fail.
const HOPELESS_FOR_DOUBLES: f64 = 1e-11;
/// The error that is accepted if there is none: nothing is subtracted then, and it only grows with
/// the network.
const LAST_RESORT: f64 = 1e-6;
/// How often findings are made positive before all are.
const ESCALATIONS: usize = 5;
/// The search for an order takes at most this share of the time that is left.
const MOST_SEARCH: f64 = 0.125;

/// Which forms may be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Forms {
    /// Whatever is cheapest.
    Cheapest,
    /// The last resort: all findings positive, in numbers that never leave the range.
    InRange,
    /// A given arithmetic with a fixed number of the rarest findings positive, for tests of each
    /// form.
    #[cfg_attr(not(test), expect(dead_code))]
    Only(Arithmetic, usize),
}

/// Solves components one after the other.
pub(super) struct Solver<'s> {
    pub(super) model: &'s Model,
    pub(super) forms: Forms,
    /// Share of the predicted run time that the search for an order may take.
    pub(super) search_share: f64,
    pub(super) budget: &'s Budget,
    pub(super) memory: &'s mut Memory,
    pub(super) known: &'s mut Known,
    pub(super) readings: &'s mut Readings,
    pub(super) cost: Cost,
}

/// How a run ended.
struct Outcome<const N: usize> {
    /// The evidence, if any digits of it are left.
    evidence: Option<LogProduct>,
    /// The bound on the error of every posterior.
    error: f64,
    /// The findings of the join that lost most.
    worst: Bits<N>,
}

impl Solver<'_> {
    /// Cost of a component, by the form that is tried first. Its plan is kept for [`solve`](Self::solve).
    pub(super) fn forecast<const N: usize>(&mut self, at: usize) -> Result<Forecast, InferenceError> {
        let component = &self.model.components[at];
        if let Some(form) = self.known.accepted(at).filter(|_| self.forms == Forms::Cheapest) {
            return Ok(form.forecast);
        }
        let mut factors = Factors::<N>::new(self.model, component, self.budget)?;
        let arithmetic = self.first_arithmetic(component);
        if self.forms == Forms::InRange {
            factors.positive = (0..factors.finding_count()).collect();
        }
        Ok(self.prepare(at, &factors, arithmetic)?.forecast)
    }

    /// The evidence of a component; posteriors go to the readings.
    pub(super) fn solve<const N: usize>(&mut self, at: usize) -> Result<LogProduct, InferenceError> {
        let component = &self.model.components[at];
        let mut factors = Factors::<N>::new(self.model, component, self.budget)?;
        let all: Bits<N> = (0..factors.finding_count()).collect();
        if let Forms::Only(arithmetic, positive) = self.forms {
            factors.positive = factors.rarest_first(all).into_iter().take(positive).collect();
            return self.attempt(at, &factors, arithmetic)?.accept(1e-3);
        }
        if self.forms == Forms::InRange {
            factors.positive = all;
            return self.attempt(at, &factors, Arithmetic::Wide)?.accept(LAST_RESORT);
        }
        let mut arithmetic = self.first_arithmetic(component);
        if let Some(form) = self.known.accepted(at) {
            arithmetic = form.arithmetic;
            factors.positive = form.positive.iter().copied().collect();
        }
        for _ in 0..ESCALATIONS {
            let outcome = self.attempt(at, &factors, arithmetic)?;
            if outcome.error <= ACCEPTED {
                return outcome.accept(ACCEPTED);
            }
            self.readings.rounding -= outcome.error;
            match arithmetic {
                Arithmetic::Single => arithmetic = Arithmetic::Double,
                Arithmetic::Double | Arithmetic::Wide => {
                    factors.escalate(outcome.worst, outcome.error / ACCEPTED);
                }
            }
            if factors.positive == all {
                break;
            }
        }
        if self.model.rarity_bits(component) > MOST_UNIT_BITS as f64 {
            let method = Method::Elimination;
            return Err(InferenceError::DigitsLost { method, error_estimate: 1.0 });
        }
        factors.positive = all;
        self.attempt(at, &factors, Arithmetic::Single)?.accept(LAST_RESORT)
    }

    /// Signed doubles, unless the findings are so rare together that they would lose all digits.
    fn first_arithmetic(&self, component: &Component) -> Arithmetic {
        if self.forms == Forms::InRange {
            return Arithmetic::Wide;
        }
        let rarity: f64 =
            component.findings.iter().map(|&f| self.model.findings[f as usize].marginal).product();
        if rarity > HOPELESS_FOR_DOUBLES { Arithmetic::Single } else { Arithmetic::Double }
    }

    /// The plan of a form, remembered or new, and what it will take.
    fn prepare<const N: usize>(
        &mut self,
        at: usize,
        factors: &Factors<'_, N>,
        arithmetic: Arithmetic,
    ) -> Result<Arc<Form>, InferenceError> {
        let positive: Vec<usize> = factors.positive.iter().collect();
        if let Some(form) = self.known.find(at, arithmetic, &positive) {
            let is_current = match &form.plan {
                Some(plan) => plan.units == factors.units(&form.candidate),
                // There may be more memory by now.
                None => form.forecast.bytes > self.budget.memory() as f64,
            };
            if is_current {
                return Ok(form);
            }
        }
        let rates = Rates::stored(arithmetic);
        let patience = self.budget.leaving(1.0 - MOST_SEARCH);
        let candidate = factors.search(&rates, self.search_share, &patience, self.budget)?;
        // If the tables alone are too large, there is no need to find places for them.
        let mut forecast = candidate.cost.forecast(&rates, candidate.cost.bytes(arithmetic));
        let mut plan = None;
        if forecast.bytes <= self.budget.memory() as f64 {
            let laid_out = Plan::new(factors, &candidate);
            forecast = candidate.cost.forecast(&rates, laid_out.bytes(arithmetic));
            plan = Some(laid_out);
        }
        let form = Arc::new(Form { component: at, arithmetic, positive, candidate, forecast, plan });
        self.known.keep(&form);
        Ok(form)
    }

    fn attempt<const N: usize>(
        &mut self,
        at: usize,
        factors: &Factors<'_, N>,
        arithmetic: Arithmetic,
    ) -> Result<Outcome<N>, InferenceError> {
        let form = self.prepare(at, factors, arithmetic)?;
        form.forecast.admit(Method::Elimination, self.budget)?;
        let _memory = form.forecast.reserve(Method::Elimination, self.budget)?;
        let Some(plan) = &form.plan else { return Err(form.forecast.refusal(Method::Elimination)) };
        self.cost += form.candidate.cost;
        let outcome = match arithmetic {
            Arithmetic::Single => self.pass::<Single, N>(factors, &form, plan),
            Arithmetic::Double => self.pass::<Double, N>(factors, &form, plan),
            Arithmetic::Wide => self.pass::<Wide, N>(factors, &form, plan),
        }?;
        if outcome.error <= ACCEPTED && self.forms == Forms::Cheapest {
            self.known.accept(Arc::clone(&form));
        }
        Ok(outcome)
    }

    fn pass<M: Number, const N: usize>(
        &mut self,
        factors: &Factors<'_, N>,
        form: &Form,
        plan: &Plan,
    ) -> Result<Outcome<N>, InferenceError> {
        let before = self.readings.rounding;
        let mut pass = Pass::<M>::new(plan, self.model, self.memory, self.budget);
        let evidence = pass.forward()?;
        let mut worst = None;
        if evidence.is_some() {
            worst = pass.backward(self.readings)?;
        }
        let error = self.readings.rounding - before;
        let sound = evidence.is_some() && error.is_finite();
        self.readings.rounding = if sound { self.readings.rounding } else { before + 1.0 };
        let error = if sound { error } else { 1.0 };
        let worst =
            if error <= ACCEPTED { Bits::EMPTY } else { factors.findings_of_step(&form.candidate, worst) };
        Ok(Outcome { evidence, error, worst })
    }
}

impl<const N: usize> Outcome<N> {
    fn accept(self, most: f64) -> Result<LogProduct, InferenceError> {
        match self.evidence {
            Some(evidence) if self.error <= most => Ok(evidence),
            _ => Err(InferenceError::DigitsLost {
                method: Method::Elimination,
                error_estimate: self.error.min(1.0),
            }),
        }
    }
}
