//! The subtraction-free dynamic programme over sets of explained findings.
//!
//! A table holds, for every set of findings, the probability that exactly those are explained by
//! what was looked at so far: at first by the leaks, then by one disease after another, `t <- (1 -
//! prior) t + prior B t`, where B fires the disease's links one by one. The evidence is the entry
//! of the full set; the posteriors come from the same steps transposed. All numbers are
//! non-negative and nothing is subtracted, so every result is right to a few units in the last
//! place however improbable the evidence.
//!
//! Two things keep the tables small. A disease with a single present finding is a part of that
//! finding's leak. And a finding takes part only from its first disease to its last: the order of
//! the diseases is free, so [`plan`] picks one that keeps few findings open, and the cost is
//! `links * 2^open` with *open* between 1 and the number of present findings.
//!
//! The transposed pass needs the forward tables in reverse. They are kept if they fit a modest arena, and
//! recomputed stretch by stretch from checkpoints if not.

mod plan;

use plan::{Plan, Step};

use super::by_disease::MOST_FINDINGS;
use super::leak::{Pair, Sensitivity, single_marginals};
use crate::algorithm::{Algorithm, Forecast, Solution, rounded};
use crate::budget::Budget;
use crate::kernels::sets;
use crate::numeric::LogProduct;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::{InferenceError, Method};

/// Measured on one core: seconds for one link on one table entry, both passes together.
const SECONDS_PER_OPERATION: f64 = 1e-9;
/// Seconds for one step of the plan, whatever its table: planning it, and starting its loops.
const SECONDS_PER_STEP: f64 = 2.5e-7;
/// Seconds that the smallest problem takes.
const START_SECONDS: f64 = 1e-5;
/// Forward tables up to this many entries are all kept (64 MiB): recomputing costs a pass, keeping
/// costs page faults.
const KEEP_ALL: f64 = 8e6;
/// Nats by which what matters may lie below the largest entries of a forward and a transposed table
/// together. With those at [`SMALL`] and above, 1e-300 is reached at worst, and what underflows is
/// below 1e-20 of it.
const LOG_RANGE: f64 = 600.0;
/// Entries between two checks of the clock: one step on a large table, or several on small ones.
const ENTRIES_A_LOOK: usize = 1 << 12;
const STEPS_A_LOOK: usize = 64;
/// Steps of one link in the check of the range.
const STEPS_PER_RARITY: usize = 4;
/// A table whose largest entry falls below this is scaled up again.
const SMALL: f64 = 1e-20;

/// The dynamic programme with its tables and its plan.
#[derive(Debug, Default)]
pub(crate) struct ExplainedSets {
    plan: Plan,
    cost: Cost,
    /// Forward tables of one stretch, back to back.
    arena: Vec<f64>,
    /// The table at the start of each stretch, back to back.
    checkpoints: Vec<f64>,
    /// The transposed table.
    after: Vec<f64>,
    scratch: Vec<f64>,
    /// Leak of each finding, joined with its single diseases.
    leaks: Vec<Pair>,
    sensitivities: Vec<Sensitivity>,
    suffixes: Vec<Pair>,
    stretches: Vec<Stretch>,
}

/// A run of steps whose forward tables are in the arena at the same time.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    first: usize,
    end: usize,
    checkpoint: usize,
}

/// Predicted cost of a plan.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    forecast: Forecast,
    /// Entries of the largest stretch.
    arena: f64,
}

impl Algorithm for ExplainedSets {
    fn plan(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        if problem.finding_count() > MOST_FINDINGS {
            return Err(InferenceError::TooLarge {
                method: Method::ExplainedSets,
                what: "present findings",
                count: problem.finding_count(),
                limit: MOST_FINDINGS,
            });
        }
        self.plan.make(problem, budget)?;
        self.cost = Cost::of(&self.plan);
        Ok(self.cost.forecast)
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        let Cost { forecast, arena } = self.cost;
        let _memory = forecast.reserve(Method::ExplainedSets, budget)?;
        join_leaks(problem, self);
        check_range(problem, self.plan.width, budget)?;
        divide(&self.plan, arena, &mut self.stretches);
        // Growing step by step would hold the tables twice while they move.
        self.arena.clear();
        self.arena.reserve_exact(arena as usize);
        // A disease whose findings are all explained without it stays at its prior.
        let mut marginals = problem.priors().to_vec();
        let log_evidence = forward(problem, budget, self)?;
        backward(problem, budget, self, &mut marginals)?;
        singles(problem, self, &mut marginals);
        let rounding = rounding(problem, &self.plan);
        Ok(Solution {
            operations: forecast.operations,
            forecast,
            ..Solution::exact(Method::ExplainedSets, marginals, log_evidence, rounding)
        })
    }
}

impl Cost {
    fn of(plan: &Plan) -> Self {
        let (mut operations, mut entries, mut largest) = (0.0, 1.0, 1.0f64);
        for (step, &width) in plan.steps.iter().zip(&plan.widths) {
            let table = f64::from(width).exp2();
            entries += table;
            largest = largest.max(table);
            operations += match step {
                Step::Apply { links: (first, end), .. } => (end - first + 1) as f64 * table,
                Step::Open { .. } | Step::Close { .. } => 2.0 * table,
            };
        }
        let kept = entries <= KEEP_ALL;
        // Balances the arena against the checkpoints.
        let arena = if kept { entries } else { (entries * largest).sqrt().max(KEEP_ALL) };
        let checkpoints = entries / arena * largest;
        let seconds = START_SECONDS
            + plan.steps.len() as f64 * SECONDS_PER_STEP
            + operations * SECONDS_PER_OPERATION * if kept { 1.0 } else { 1.4 };
        let bytes = 8.0 * (arena + checkpoints + 5.0 * largest);
        let forecast = Forecast { operations, seconds, bytes, width: plan.width as usize };
        Self { forecast, arena: arena + 2.0 * largest }
    }
}

/// Joins each finding's leak with its single diseases.
fn join_leaks(problem: &Problem, workspace: &mut ExplainedSets) {
    let own = problem.leaks.iter().zip(&problem.quiets).map(|(&fired, &quiet)| Pair { quiet, fired });
    workspace.leaks.clear();
    workspace.leaks.extend(own);
    for &(finding, d, p) in &workspace.plan.by_disease.singles {
        let disease = Pair::of_disease(problem.priors()[d], problem.complements()[d], p);
        workspace.leaks[finding] = workspace.leaks[finding].or(disease);
    }
    workspace.sensitivities.clear();
    workspace.sensitivities.resize(problem.finding_count(), Sensitivity::LEAK_ALONE);
}

/// Makes sure that nothing that matters underflows. Findings of a noisy-or network are positively
/// associated, so the open findings are at least as probable together as the product of their
/// marginals; a table holds entries down to the smallest double, so what is lost is that double
/// over this product.
fn check_range(problem: &Problem, width: u32, budget: &Budget) -> Result<(), InferenceError> {
    let mut pace = Pace::new(budget);
    let mut rarity: Vec<f64> = (0..problem.finding_count())
        .map(|finding| {
            let (diseases, probabilities) = problem.links_of(finding);
            pace.count(STEPS_PER_RARITY * diseases.len())?;
            let leak = Pair { quiet: problem.quiets[finding], fired: problem.leaks[finding] };
            let pair = diseases.iter().zip(probabilities).fold(leak, |pair, (&d, &p)| {
                pair.or(Pair::of_disease(problem.priors()[d as usize], problem.complements()[d as usize], p))
            });
            Ok(-pair.fired.ln())
        })
        .collect::<Result<_, InferenceError>>()?;
    rarity.sort_unstable_by(|a, b| b.total_cmp(a));
    if rarity.iter().take(width.max(1) as usize).sum::<f64>() < LOG_RANGE {
        return Ok(());
    }
    Err(InferenceError::DigitsLost { method: Method::ExplainedSets, error_estimate: 1.0 })
}

/// Cuts the steps into stretches whose forward tables fit the arena.
fn divide(plan: &Plan, arena: f64, stretches: &mut Vec<Stretch>) {
    stretches.clear();
    let (mut first, mut checkpoint, mut used) = (0, 0, 0.0);
    for (at, &width) in plan.widths.iter().enumerate() {
        let table = f64::from(width).exp2();
        // Room for the result of the stretch's last step, at most twice as large as its input.
        if used + 3.0 * table > arena && at > first {
            stretches.push(Stretch { first, end: at, checkpoint });
            checkpoint += 1 << plan.widths[first];
            (first, used) = (at, 0.0);
        }
        used += table;
    }
    stretches.push(Stretch { first, end: plan.steps.len(), checkpoint });
}

/// Every result is a sum of products of non-negative numbers: its relative error is at most the
/// number of roundings that any one term passes through, and a marginal's absolute error at most
/// half of that of its odds.
fn rounding(problem: &Problem, plan: &Plan) -> f64 {
    let applied: usize = plan.links.len() + 5 * plan.steps.len() + 8 * problem.disease_count();
    rounded((2 * applied + sets::dot_roundings(1 << plan.width)) as f64)
}

/// The forward pass, stretch by stretch. Returns the log evidence and leaves the last stretch in the arena.
fn forward(problem: &Problem, budget: &Budget, workspace: &mut ExplainedSets) -> Result<f64, InferenceError> {
    let mut evidence = LogProduct::default();
    let mut linked = 0u64;
    workspace.checkpoints.clear();
    workspace.checkpoints.push(1.0);
    for at in 0..workspace.stretches.len() {
        let (len, scale) = replay(problem, budget, workspace, at)?;
        evidence.multiply_power_of_two(scale);
        let end = &workspace.arena[workspace.arena.len() - len..];
        if at + 1 < workspace.stretches.len() {
            workspace.checkpoints.extend_from_slice(end);
        } else {
            evidence.multiply(end[0]);
        }
    }
    for step in &workspace.plan.steps {
        if let Step::Open { finding } = *step {
            linked |= 1 << finding;
        }
    }
    for (finding, pair) in workspace.leaks.iter().enumerate() {
        if linked >> finding & 1 == 0 {
            evidence.multiply(pair.fired);
        }
    }
    Ok(evidence.ln())
}

/// Fills the arena with a stretch's forward tables, the last one at its end. Returns that one's
/// length and the power of two taken out.
fn replay(
    problem: &Problem,
    budget: &Budget,
    workspace: &mut ExplainedSets,
    stretch: usize,
) -> Result<(usize, i64), InferenceError> {
    let Stretch { first, end, checkpoint } = workspace.stretches[stretch];
    let ExplainedSets { plan, arena, checkpoints, leaks, .. } = workspace;
    let mut len = plan.widths.get(first).map_or(1, |&width| 1 << width);
    let mut scale = 0;
    arena.clear();
    arena.extend_from_slice(&checkpoints[checkpoint..checkpoint + len]);
    for (at, step) in plan.steps[first..end].iter().enumerate() {
        look(budget, at, len)?;
        let start = arena.len() - len;
        len = match step {
            Step::Open { .. } => 2 * len,
            Step::Apply { .. } => len,
            Step::Close { .. } => len / 2,
        };
        let split = arena.len();
        arena.resize(split + len, 0.0);
        let (before, to) = arena.split_at_mut(split);
        let from = &before[start..];
        match *step {
            Step::Open { finding } => sets::open(from, to, leaks[finding].fired, leaks[finding].quiet),
            Step::Apply { disease, links } => {
                sets::apply(
                    from,
                    to,
                    problem.priors()[disease],
                    problem.complements()[disease],
                    &plan.links[links.0..links.1],
                );
            }
            Step::Close { bit } => {
                sets::close(from, to, bit);
                scale += rescale(to);
            }
        }
    }
    Ok((len, scale))
}

/// Looks at the clock, which takes as long as a small table does: at each large one, and now and then.
fn look(budget: &Budget, step: usize, entries: usize) -> Result<(), InferenceError> {
    if entries >= ENTRIES_A_LOOK || step.is_multiple_of(STEPS_A_LOOK) { budget.check() } else { Ok(()) }
}

/// The transposed pass: marginals of the diseases, sensitivities of the findings.
fn backward(
    problem: &Problem,
    budget: &Budget,
    workspace: &mut ExplainedSets,
    marginals: &mut [f64],
) -> Result<(), InferenceError> {
    workspace.after.clear();
    workspace.after.push(1.0);
    for stretch in (0..workspace.stretches.len()).rev() {
        if stretch + 1 < workspace.stretches.len() {
            replay(problem, budget, workspace, stretch)?;
        }
        let Stretch { first, end, .. } = workspace.stretches[stretch];
        let ExplainedSets { plan, arena, after, scratch, leaks, sensitivities, .. } = workspace;
        let mut top = arena.len() - after.len();
        for step in (first..end).rev() {
            look(budget, step, after.len())?;
            let before = &arena[top - (1 << plan.widths[step])..top];
            top -= before.len();
            match plan.steps[step] {
                Step::Open { finding } => {
                    let Pair { quiet, fired } = leaks[finding];
                    let (if_quiet, if_fired) = sets::open_transposed(before, after, fired, quiet);
                    after.truncate(before.len());
                    sensitivities[finding] = Sensitivity { if_quiet, if_fired };
                    rescale(after);
                }
                Step::Apply { disease, links } => {
                    let (prior, complement) = (problem.priors()[disease], problem.complements()[disease]);
                    scratch.resize(before.len(), 0.0);
                    let links = &plan.links[links.0..links.1];
                    let (on, off) = sets::apply_transposed(before, after, scratch, prior, complement, links);
                    marginals[disease] = on / (on + off);
                }
                Step::Close { bit } => sets::close_transposed(after, bit),
            }
        }
    }
    Ok(())
}

/// The marginals of the diseases that were joined with a leak.
fn singles(problem: &Problem, workspace: &mut ExplainedSets, marginals: &mut [f64]) {
    let singles = &workspace.plan.by_disease.singles;
    for group in singles.chunk_by(|a, b| a.0 == b.0) {
        let finding = group[0].0;
        let own = Pair { quiet: problem.quiets[finding], fired: problem.leaks[finding] };
        let diseases = group.iter().map(|&(_, d, p)| (problem.priors()[d], problem.complements()[d], p));
        let sensitivity = workspace.sensitivities[finding];
        single_marginals(own, diseases, sensitivity, &mut workspace.suffixes, |at, marginal| {
            marginals[group[at].1] = marginal;
        });
    }
}

/// Scales a table up by a power of two if it has become small; returns the power taken out.
fn rescale(table: &mut [f64]) -> i64 {
    let largest = table.iter().copied().fold(0.0, f64::max);
    if largest >= SMALL || largest == 0.0 {
        return 0;
    }
    let exponent = largest.log2().floor().max(-1000.0);
    let scale = (-exponent).exp2();
    for entry in table {
        *entry *= scale;
    }
    exponent as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Assembly;
    use crate::{DiseaseId, Evidence, FindingId, Limits, NetworkBuilder};

    /// A dense problem of 60 diseases and 8 present findings.
    fn dense() -> Problem {
        let mut builder = NetworkBuilder::new();
        for f in 0..8 {
            builder.finding(&f.to_string(), "", 1e-3).unwrap();
        }
        for d in 0..60u32 {
            let disease = builder.disease(&d.to_string(), "", 1e-3 + 1e-4 * f64::from(d)).unwrap();
            for f in 0..8u32 {
                builder.link(disease, FindingId::new(f), f64::from(1 + (7 * d + f) % 11) / 12.0).unwrap();
            }
        }
        let network = builder.build().unwrap();
        assert_eq!(network.prior(DiseaseId::new(59)), 1e-3 + 59.0 * 1e-4);
        let evidence = Evidence::new(network.findings(), []).unwrap();
        let mut assembly = Assembly::default();
        assembly.assemble(&network, &evidence, &Budget::unlimited()).unwrap();
        assembly.problem
    }

    #[test]
    fn a_small_arena_recomputes_and_changes_no_bit() {
        let (problem, budget) = (dense(), Budget::unlimited());
        let mut sets = ExplainedSets::default();
        sets.plan(&problem, &budget).unwrap();
        let kept = sets.run(&problem, &budget).unwrap();
        assert_eq!(sets.stretches.len(), 1);
        sets.cost.arena = 2048.0;
        let recomputed = sets.run(&problem, &budget).unwrap();
        assert!(sets.stretches.len() > 5);
        assert!(sets.arena.len() <= 2048);
        assert_eq!(kept.marginals, recomputed.marginals);
        assert_eq!(kept.log_evidence, recomputed.log_evidence);
    }

    #[test]
    fn limits_are_kept_before_starting() {
        let problem = dense();
        let refused = |limits: Limits| {
            let budget = Budget::start(&limits);
            let forecast = ExplainedSets::default().plan(&problem, &budget).unwrap();
            forecast.admit(Method::ExplainedSets, &budget).unwrap_err()
        };
        let small = refused(Limits { memory: 1000, ..Limits::default() });
        assert!(
            matches!(small, InferenceError::TooExpensive { predicted_bytes, .. } if predicted_bytes > 1000.0)
        );
        let short = refused(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
        assert!(matches!(short, InferenceError::TooExpensive { .. }));
    }
}
