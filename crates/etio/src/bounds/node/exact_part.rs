//! The findings of a node that stay exact: which, at what cost, and their solution.

use super::{Nodes, Solved, WIDEST};
use crate::InferenceError;
use crate::algorithm::{Accuracy, Algorithm, Solution};
use crate::budget::Budget;
use crate::exact::elimination::narrow::Narrowing;

/// Methods with more findings are not asked whether they could do without a plan.
const MOST_FOR_SETS: usize = 16;
/// Seconds that explained-sets may take without a look for something better.
const AT_ONCE: f64 = 1e-4;

impl Nodes<'_> {
    /// The findings that are solved exactly: those whose products would be loosest, as far as the
    /// cap allows, and the width of what they take.
    pub(super) fn choose_exact(
        &mut self,
        open: &[usize],
        slack: &[f64],
        cap: f64,
        like: Option<usize>,
        budget: &Budget,
    ) -> Result<(Vec<usize>, usize), InferenceError> {
        let free = &self.free;
        self.part.take_free(self.problem, open, &self.grounds, |d| free[d], budget)?;
        let prices: Vec<f64> = open.iter().map(|&j| slack[j]).collect();
        let mut rounds: Vec<(usize, usize)> = Vec::new();
        let narrowing = Narrowing {
            problem: &self.part.problem,
            price: &prices,
            at_once: |width| if width > WIDEST { (width - WIDEST).div_ceil(2) } else { 1 },
            clock: budget,
        };
        let given_up = narrowing.run(|given_up, width| {
            rounds.push((given_up.len(), width));
            Ok(width <= 4)
        })?;
        // About what a table of some width takes in all.
        let entries = cap / 5e-9 / (open.len() as f64).max(4.0);
        let fitting = like.unwrap_or(entries.max(1.0).log2() as usize);
        let mut at = rounds.iter().position(|&(_, width)| width <= fitting).unwrap_or(rounds.len() - 1);
        let exact = |at: usize| -> Vec<usize> {
            let gone: Vec<usize> = given_up[..rounds[at].0].iter().map(|&place| open[place]).collect();
            open.iter().copied().filter(|j| !gone.contains(j)).collect()
        };
        // A step towards more exact findings as long as it fits, or towards fewer until it does.
        let mut chosen = None;
        for _ in 0..3 {
            let findings = exact(at);
            let fits = self.predict(&findings, cap, budget)? <= cap;
            if fits {
                chosen = Some(at);
                if at == 0 {
                    break;
                }
                at -= 1;
            } else if chosen.is_some() {
                break;
            } else if at + 1 < rounds.len() {
                at = (at + 2).min(rounds.len() - 1);
            } else {
                break;
            }
        }
        let at = chosen.unwrap_or(rounds.len() - 1);
        Ok((exact(at), rounds[at].1))
    }

    /// Seconds that some findings are predicted to take; infinite if they are out of the question.
    pub(super) fn predict(
        &mut self,
        exact: &[usize],
        cap: f64,
        budget: &Budget,
    ) -> Result<f64, InferenceError> {
        let free = &self.free;
        self.part.take_free(self.problem, exact, &self.grounds, |d| free[d], budget)?;
        self.part.weigh(self.problem.priors(), self.problem.complements());
        let part = &self.part.problem;
        if part.finding_count() == 0 {
            return Ok(0.0);
        }
        let quick = budget.on_one_thread().within(std::time::Duration::from_secs_f64(8.0 * cap));
        let methods = &mut self.planner.methods;
        if exact.len() <= MOST_FOR_SETS
            && let Ok(forecast) = methods.explained_sets.plan(part, &quick)
            && forecast.seconds <= AT_ONCE.min(cap)
        {
            return Ok(forecast.seconds);
        }
        budget.check()?;
        match methods.elimination.plan_quickly(part, &quick) {
            Ok(forecast) => Ok(forecast.seconds),
            Err(error) if error.is_refusal() => Ok(f64::INFINITY),
            Err(error) => Err(error),
        }
    }

    /// The bound with some findings exact and the others as products, by their tilts. Nothing if
    /// the exact part does not fit.
    pub(super) fn solve(
        &mut self,
        exact: &[usize],
        inexact: &[usize],
        cap: f64,
        budget: &Budget,
    ) -> Result<Option<Solved>, InferenceError> {
        let independent = self.independent(inexact, budget)?;
        if exact.is_empty() {
            return Ok(Some(independent));
        }
        let free = &self.free;
        self.part.take_free(self.problem, exact, &self.grounds, |d| free[d], budget)?;
        self.part.weigh(&self.priors, &self.complements);
        let part = &self.part.problem;
        if part.priors().iter().any(|&prior| prior < 1e-280)
            || part.complements().iter().any(|&complement| complement < 1e-280)
        {
            return Ok(None);
        }
        let one = budget.on_one_thread();
        let quick = one.within(std::time::Duration::from_secs_f64(8.0 * cap));
        let methods = &mut self.planner.methods;
        let sets =
            if exact.len() <= MOST_FOR_SETS { methods.explained_sets.plan(part, &quick).ok() } else { None };
        let solution = match sets {
            Some(sets) if sets.seconds <= AT_ONCE.min(cap) => methods.explained_sets.run(part, &one),
            _ => match methods.elimination.plan_quickly(part, &quick) {
                Ok(forecast) if forecast.seconds <= 1.5 * cap && forecast.bytes <= budget.memory() as f64 => {
                    methods.elimination.run(part, &one)
                }
                Ok(_) => return Ok(None),
                Err(error) => Err(error),
            },
        };
        let solution = match solution {
            Ok(solution) => solution,
            Err(InferenceError::OutOfTime { .. }) => {
                budget.check()?;
                return Ok(None);
            }
            Err(error) if error.is_refusal() => return Ok(None),
            Err(error) => return Err(error),
        };
        let Accuracy::Exact { rounding, certified: true } = solution.accuracy else { return Ok(None) };
        let Solution { marginals, log_evidence, .. } = solution;
        Ok(Some(Solved {
            log_evidence: independent.log_evidence + log_evidence,
            marginals: self.part.spread(marginals, &independent.marginals),
            error: 1.1 * rounding + 1e-15 * log_evidence.abs() + independent.error,
        }))
    }
}
