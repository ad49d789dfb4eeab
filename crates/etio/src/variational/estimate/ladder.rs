//! Which findings are reinstated, stage by stage.
//!
//! The width-driven order gives findings up, cheapest of the widest table first, until the rest is
//! narrow. Read backwards it is a ladder: each rung has all exact findings of the one below, and
//! its widest table has two axes more, so that it costs about four times as much. The rungs depend
//! on the problem and the prices alone, and not on what is left of the time.

use crate::InferenceError;
use crate::budget::Budget;
use crate::problem::{Problem, Restriction};
use crate::variational::order::narrow;

/// Maximum number of findings that may be reinstated. Ordering more would take longer than it is
/// worth: the ones with the highest prices are among these.
const MOST_CANDIDATES: usize = 128;
/// Table entries times diseases of the first rung, about: some tens of microseconds.
const FIRST_ENTRIES: f64 = 131_072.0;
/// Maximum width of the first rung.
const MOST_AT_FIRST: usize = 10;
/// Axes by which the widest table grows from rung to rung.
const AXES_PER_RUNG: usize = 2;
/// No memory holds a wider table.
const WIDEST: usize = 40;
/// No table entry takes less, in seconds: a rest that is too wide by this is not worth planning.
const FASTEST: f64 = 5e-10;

/// A stage: which findings are exact, told by those that are not.
#[derive(Debug)]
pub(super) struct Rung {
    /// Positions in the problem of the findings that are not exact.
    pub(super) inexact: Vec<usize>,
    /// Axes of the widest table of the others, about.
    pub(super) width: usize,
}

impl Rung {
    /// Whether it is worth planning: time and memory are enough for the entries of the widest
    /// table.
    pub(super) fn may_fit(&self, budget: &Budget) -> bool {
        let entries = (self.width as f64).exp2();
        let in_time = budget.remaining().is_none_or(|left| entries * FASTEST <= left.as_secs_f64());
        in_time && entries * size_of::<f64>() as f64 <= budget.memory() as f64
    }
}

/// The rungs, narrowest first. A finding with a low price is given up before one with a high price.
pub(super) fn rungs(problem: &Problem, prices: &[f64], budget: &Budget) -> Result<Vec<Rung>, InferenceError> {
    let candidates = candidates(prices);
    let is_partial = candidates.len() < problem.finding_count();
    let mut part = Restriction::default();
    if is_partial {
        part.take(problem, |at| candidates.binary_search(&at).is_ok(), budget)?;
    }
    let candidate_prices: Vec<f64> = candidates.iter().map(|&at| prices[at]).collect();
    let narrowest = width_of_first(problem.disease_count());
    let mut rounds = Vec::new();
    let given_up = narrow(
        if is_partial { &part.problem } else { problem },
        &candidate_prices,
        budget,
        |given_up, width| {
            rounds.push((given_up.len(), width));
            width <= narrowest
        },
    )?;
    let never: Vec<usize> =
        (0..problem.finding_count()).filter(|at| candidates.binary_search(at).is_err()).collect();
    let mut rungs: Vec<Rung> = Vec::new();
    for most in (narrowest..=WIDEST).step_by(AXES_PER_RUNG) {
        let Some(&(count, width)) = rounds.iter().find(|&&(_, width)| width <= most) else { continue };
        let inexact: Vec<usize> =
            never.iter().copied().chain(given_up[..count].iter().map(|&at| candidates[at])).collect();
        let is_new = rungs.last().is_none_or(|rung| rung.inexact.len() > inexact.len());
        // With all findings exact it would not be an estimate.
        if is_new && !inexact.is_empty() {
            rungs.push(Rung { inexact, width });
        }
    }
    Ok(rungs)
}

/// Positions of the findings with the highest prices, ascending.
fn candidates(prices: &[f64]) -> Vec<usize> {
    let mut all: Vec<usize> = (0..prices.len()).collect();
    if all.len() > MOST_CANDIDATES {
        all.sort_by(|&a, &b| prices[b].total_cmp(&prices[a]).then(a.cmp(&b)));
        all.truncate(MOST_CANDIDATES);
        all.sort_unstable();
    }
    all
}

/// Width of the first rung: less if there are more diseases.
fn width_of_first(diseases: usize) -> usize {
    let width = (FIRST_ENTRIES / diseases.max(1) as f64).log2();
    (width as usize).clamp(2, MOST_AT_FIRST)
}
