//! The subtraction-free dynamic programme over sets of explained findings.
//!
//! A table holds, for every set of findings, the probability that exactly those are explained by what was looked at so
//! far: at first by the leaks, then by one disease after another,
//! `t <- (1 - prior) t + prior B t`, where B fires the disease's links one by one (METHODS 3.2). The evidence is the entry
//! of the full set; the posteriors come from the same steps transposed. All numbers are non-negative and nothing is
//! subtracted, so every result is right to a few units in the last place however improbable the evidence.
//!
//! Two things keep the tables small. A disease with a single present finding is a part of that finding's leak. And a
//! finding takes part only from its first disease to its last: the order of the diseases is free, so [`plan`] picks one that keeps few
//! findings open, and the cost is `links * 2^open` with *open* between 1 and the number of present findings.
//!
//! The transposed pass needs the forward tables in reverse. They are kept where they fit a modest arena, and
//! recomputed stretch by stretch from checkpoints where not.

mod plan;

use plan::{Plan, Step};

use super::Solution;
use super::by_disease::MOST_FINDINGS;
use super::leak::{Pair, Sensitivity, single_marginals};
use crate::kernels::sets;
use crate::limits::Deadline;
use crate::planner::Forecast;
use crate::query::Query;
use crate::{InferenceError, Method};

/// Measured on one core: seconds for one link on one table entry, both passes together.
const SECONDS_PER_OPERATION: f64 = 1e-9;
/// Seconds for one step of the plan, whatever its table: planning it, and starting its loops.
const SECONDS_PER_STEP: f64 = 2.5e-7;
/// Seconds that the smallest query takes.
const START_SECONDS: f64 = 1e-5;
/// Forward tables up to this many entries are all kept (64 MiB): recomputing costs a pass, keeping costs page faults.
const KEEP_ALL: f64 = 8e6;
/// Entries below this share of the evidence may be lost to underflow: `2^-1074` and a wide margin.
const LOG_RANGE: f64 = 650.0;
/// The clock is looked at before every step on a table of so many entries, and every so many steps on smaller ones.
const ENTRIES_A_LOOK: usize = 1 << 12;
const STEPS_A_LOOK: usize = 64;
/// A table whose largest entry falls below this is scaled up again.
const SMALL: f64 = 1e-100;

/// Tables and plan, reused from query to query.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    plan: Plan,
    /// Forward tables of one stretch, back to back.
    arena: Vec<f64>,
    /// The table at the start of each stretch, back to back.
    checkpoints: Vec<f64>,
    /// The transposed table.
    after: Vec<f64>,
    scratch: Vec<f64>,
    /// Of each finding, its leak joined with its single diseases.
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

/// What a query will take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Links times table entries.
    pub(crate) operations: f64,
    pub(crate) seconds: f64,
    pub(crate) bytes: f64,
    /// Entries of the largest stretch.
    arena: f64,
    /// The most findings that are open together.
    width: u32,
}

/// Plans a query and predicts what it takes.
pub(crate) fn prepare(query: &Query, workspace: &mut Workspace) -> Result<Cost, InferenceError> {
    if query.finding_count() > MOST_FINDINGS {
        return Err(InferenceError::TooLarge {
            method: Method::ExplainedSets,
            what: "present findings",
            count: query.finding_count(),
            limit: MOST_FINDINGS,
        });
    }
    workspace.plan.make(query);
    Ok(Cost::of(&workspace.plan))
}

/// Runs what [`prepare`] planned.
pub(crate) fn run(
    query: &Query,
    cost: Cost,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    join_leaks(query, workspace);
    check_range(query, workspace.plan.width)?;
    divide(&workspace.plan, cost.arena, &mut workspace.stretches);
    // Growing step by step would hold the tables twice while they move.
    workspace.arena.clear();
    workspace.arena.reserve_exact(cost.arena as usize);
    let mut solution = Solution {
        // A disease whose findings are all explained without it stays at its prior.
        marginals: query.priors.clone(),
        log_evidence: 0.0,
        error_bound: error_bound(query, &workspace.plan),
        operations: cost.operations,
    };
    solution.log_evidence = forward(query, deadline, workspace)?;
    backward(query, deadline, workspace, &mut solution.marginals)?;
    singles(query, workspace, &mut solution.marginals);
    Ok(solution)
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
        Self {
            operations,
            seconds: START_SECONDS
                + plan.steps.len() as f64 * SECONDS_PER_STEP
                + operations * SECONDS_PER_OPERATION * if kept { 1.0 } else { 1.4 },
            bytes: 8.0 * (arena + checkpoints + 5.0 * largest),
            arena: arena + 2.0 * largest,
            width: plan.width,
        }
    }

    /// The same in the terms of every method.
    pub(crate) fn forecast(&self) -> Forecast {
        let Self { operations, seconds, bytes, width, .. } = *self;
        Forecast { operations, seconds, bytes, width: width as usize }
    }
}

/// Joins each finding's leak with its single diseases.
fn join_leaks(query: &Query, workspace: &mut Workspace) {
    let own = query.leaks.iter().zip(&query.quiets).map(|(&fired, &quiet)| Pair { quiet, fired });
    workspace.leaks.clear();
    workspace.leaks.extend(own);
    for &(finding, d, p) in &workspace.plan.by_disease.singles {
        let disease = Pair::of_disease(query.priors[d], query.complements[d], p);
        workspace.leaks[finding] = workspace.leaks[finding].or(disease);
    }
    workspace.sensitivities.clear();
    workspace.sensitivities.resize(query.finding_count(), Sensitivity::LEAK_ALONE);
}

/// Makes sure that nothing that matters underflows. Findings of a noisy-or network are positively associated, so
/// the open findings are at least as probable together as the product of their marginals; a table holds entries down to the
/// smallest double, so what is lost is that double over this product.
fn check_range(query: &Query, width: u32) -> Result<(), InferenceError> {
    let mut rarity: Vec<f64> = (0..query.finding_count())
        .map(|finding| {
            let (diseases, probabilities) = query.links_of(finding);
            let leak = Pair { quiet: query.quiets[finding], fired: query.leaks[finding] };
            let pair = diseases.iter().zip(probabilities).fold(leak, |pair, (&d, &p)| {
                pair.or(Pair::of_disease(query.priors[d as usize], query.complements[d as usize], p))
            });
            -pair.fired.ln()
        })
        .collect();
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

/// Every result is a sum of products of non-negative numbers: its relative error is at most the number of roundings
/// that any one term passes through, and a marginal's absolute error at most half of that of its odds.
fn error_bound(query: &Query, plan: &Plan) -> f64 {
    let applied: usize = plan.links.len() + 5 * plan.steps.len() + 8 * query.disease_count();
    let terms = 2 * applied + sets::dot_roundings(1 << plan.width);
    terms as f64 * f64::EPSILON / 2.0
}

/// The forward pass, stretch by stretch. Returns the log evidence and leaves the last stretch in the arena.
fn forward(query: &Query, deadline: &Deadline, workspace: &mut Workspace) -> Result<f64, InferenceError> {
    let mut log_evidence = 0.0;
    let mut linked = 0u64;
    workspace.checkpoints.clear();
    workspace.checkpoints.push(1.0);
    for at in 0..workspace.stretches.len() {
        let (len, log_scale) = replay(query, deadline, workspace, at)?;
        log_evidence += log_scale;
        let end = &workspace.arena[workspace.arena.len() - len..];
        if at + 1 < workspace.stretches.len() {
            workspace.checkpoints.extend_from_slice(end);
        } else {
            log_evidence += end[0].ln();
        }
    }
    for step in &workspace.plan.steps {
        if let Step::Open { finding } = *step {
            linked |= 1 << finding;
        }
    }
    for (finding, pair) in workspace.leaks.iter().enumerate() {
        if linked >> finding & 1 == 0 {
            log_evidence += pair.fired.ln();
        }
    }
    Ok(log_evidence)
}

/// Fills the arena with a stretch's forward tables, the last one at its end. Returns that one's length and the log of the
/// scale taken out.
fn replay(
    query: &Query,
    deadline: &Deadline,
    workspace: &mut Workspace,
    stretch: usize,
) -> Result<(usize, f64), InferenceError> {
    let Stretch { first, end, checkpoint } = workspace.stretches[stretch];
    let Workspace { plan, arena, checkpoints, leaks, .. } = workspace;
    let mut len = plan.widths.get(first).map_or(1, |&width| 1 << width);
    let mut log_scale = 0.0;
    arena.clear();
    arena.extend_from_slice(&checkpoints[checkpoint..checkpoint + len]);
    for (at, step) in plan.steps[first..end].iter().enumerate() {
        look(deadline, at, len)?;
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
                    query.priors[disease],
                    query.complements[disease],
                    &plan.links[links.0..links.1],
                );
            }
            Step::Close { bit } => {
                sets::close(from, to, bit);
                log_scale += rescale(to);
            }
        }
    }
    Ok((len, log_scale))
}

/// Looks at the clock, which takes as long as a small table does: at each large one, and now and then.
fn look(deadline: &Deadline, step: usize, entries: usize) -> Result<(), InferenceError> {
    if entries >= ENTRIES_A_LOOK || step.is_multiple_of(STEPS_A_LOOK) { deadline.check() } else { Ok(()) }
}

/// The transposed pass: marginals of the diseases, sensitivities of the findings.
fn backward(
    query: &Query,
    deadline: &Deadline,
    workspace: &mut Workspace,
    marginals: &mut [f64],
) -> Result<(), InferenceError> {
    workspace.after.clear();
    workspace.after.push(1.0);
    for stretch in (0..workspace.stretches.len()).rev() {
        if stretch + 1 < workspace.stretches.len() {
            replay(query, deadline, workspace, stretch)?;
        }
        let Stretch { first, end, .. } = workspace.stretches[stretch];
        let Workspace { plan, arena, after, scratch, leaks, sensitivities, .. } = workspace;
        let mut top = arena.len() - after.len();
        for step in (first..end).rev() {
            look(deadline, step, after.len())?;
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
                    let (prior, complement) = (query.priors[disease], query.complements[disease]);
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
fn singles(query: &Query, workspace: &mut Workspace, marginals: &mut [f64]) {
    let singles = &workspace.plan.by_disease.singles;
    for group in singles.chunk_by(|a, b| a.0 == b.0) {
        let finding = group[0].0;
        let own = Pair { quiet: query.quiets[finding], fired: query.leaks[finding] };
        let diseases = group.iter().map(|&(_, d, p)| (query.priors[d], query.complements[d], p));
        let sensitivity = workspace.sensitivities[finding];
        single_marginals(own, diseases, sensitivity, &mut workspace.suffixes, |at, marginal| {
            marginals[group[at].1] = marginal;
        });
    }
}

/// Scales a table up by a power of two where it has become small; returns the log of what was taken out.
fn rescale(table: &mut [f64]) -> f64 {
    let largest = table.iter().copied().fold(0.0, f64::max);
    if largest >= SMALL || largest == 0.0 {
        return 0.0;
    }
    let exponent = largest.log2().floor().max(-1000.0);
    let scale = (-exponent).exp2();
    for entry in table {
        *entry *= scale;
    }
    exponent * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiseaseId, Evidence, FindingId, Limits, NetworkBuilder};

    /// A dense query of 60 diseases and 8 present findings.
    fn dense() -> Query {
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
        let mut query = Query::default();
        query.assemble(&network, &evidence).unwrap();
        query
    }

    #[test]
    fn a_small_arena_recomputes_and_changes_no_bit() {
        let (query, limits) = (dense(), Limits::default());
        let deadline = Deadline::start(&limits);
        let mut workspace = Workspace::default();
        let cost = prepare(&query, &mut workspace).unwrap();
        let kept = run(&query, cost, &deadline, &mut workspace).unwrap();
        assert_eq!(workspace.stretches.len(), 1);
        let recomputed = run(&query, Cost { arena: 2048.0, ..cost }, &deadline, &mut workspace).unwrap();
        assert!(workspace.stretches.len() > 5);
        assert!(workspace.arena.len() <= 2048);
        assert_eq!(kept.marginals, recomputed.marginals);
        assert_eq!(kept.log_evidence, recomputed.log_evidence);
    }

    #[test]
    fn limits_are_kept_before_starting() {
        let query = dense();
        let refused = |limits: Limits| {
            let cost = prepare(&query, &mut Workspace::default()).unwrap();
            cost.forecast().admit(Method::ExplainedSets, &limits, &Deadline::start(&limits)).unwrap_err()
        };
        let small = refused(Limits { memory: 1000, ..Limits::default() });
        assert!(
            matches!(small, InferenceError::TooExpensive { predicted_bytes, .. } if predicted_bytes > 1000.0)
        );
        let short = refused(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
        assert!(matches!(short, InferenceError::TooExpensive { .. }));
    }
}
