//! Branch and bound over diseases: the node with the widest gap is split on a disease, present and
//! absent, until the intervals are narrow enough or the time is over.
//!
//! The search takes the same steps whatever its time limit is, so that more time never means a
//! wider interval: what a node may take grows with the time that has passed, not with what is left.
//! It can pause for other work and go on.

use std::time::Duration;

use super::bracket::{Bracket, quotient};
use super::node::{Node, Nodes};
use super::target::Target;
use crate::InferenceError;
use crate::budget::{Budget, Reserved};
use crate::numeric::ROUNDOFF;
use crate::planner::Planner;
use crate::problem::Problem;

/// Seconds that the exact part of a node may take at first.
const FIRST_CAP: f64 = 2e-4;
/// Share of the time passed that it may take later.
const CAP_SHARE: f64 = 0.06;
/// A node whose cap was smaller than now by this factor is bounded again in place of a split.
const AGAIN: f64 = 6.0;
/// Intervals are computed each time that the leaves have grown in number by this share.
const GROWTH: f64 = 0.12;
/// Memory of a leaf: two bounds on each of two parts for every disease.
const BYTES_PER_DISEASE: usize = 32;

/// The leaves of the search tree so far.
pub(super) struct Search<'a> {
    nodes: Nodes<'a>,
    leaves: Vec<Node>,
    target: Target,
    first_cap: f64,
    /// Time that it has taken so far.
    passed: Duration,
    /// Number of leaves when intervals were computed last.
    seen: usize,
    /// What the leaves take of the budget's pool.
    memory: Option<Reserved>,
}

/// Why a search has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The intervals are narrow enough.
    Reached,
    /// It can go on later.
    Paused,
    /// There is nothing left to do.
    Exhausted,
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: &'a Problem, planner: &'a mut Planner, target: Target) -> Self {
        Self::with_cap(problem, planner, target, FIRST_CAP)
    }

    /// The same with another cap on the exact part of the first nodes.
    pub(super) fn with_cap(
        problem: &'a Problem,
        planner: &'a mut Planner,
        target: Target,
        first_cap: f64,
    ) -> Self {
        let nodes = Nodes::new(problem, planner, target);
        Self { nodes, leaves: Vec::new(), target, first_cap, passed: Duration::ZERO, seen: 0, memory: None }
    }

    /// Number of leaves so far.
    #[cfg(test)]
    pub(super) fn leaf_count(&self) -> usize {
        self.leaves.len()
    }

    /// Narrows the intervals, for the given number of seconds or without end. Ends with an error when
    /// the time is over.
    pub(super) fn run_for(
        &mut self,
        best: &mut Bracket,
        seconds: Option<f64>,
        budget: &Budget,
    ) -> Result<End, InferenceError> {
        let (before, start) = (self.passed, budget.remaining());
        let pause = seconds.map(|seconds| before.as_secs_f64() + seconds);
        loop {
            if let (Some(start), Some(left)) = (start, budget.remaining()) {
                self.passed = before + start.saturating_sub(left);
            }
            if pause.is_some_and(|pause| self.passed.as_secs_f64() >= pause) {
                return Ok(End::Paused);
            }
            let end = self.step(self.passed, budget);
            if self.leaves.len() as f64 > self.seen as f64 * (1.0 + GROWTH) {
                self.seen = self.leaves.len();
                best.meet(&self.bracket());
                if self.target.is_reached(best) {
                    return Ok(End::Reached);
                }
            }
            // Work that is cut off counts up to the last time that intervals were computed. A
            // longer search passes the same points, so that none of its intervals is wider.
            if !end? {
                best.meet(&self.bracket());
                return Ok(End::Exhausted);
            }
        }
    }

    /// Splits a leaf, or bounds it again with a larger cap. False if there is nothing left to do.
    fn step(&mut self, passed: Duration, budget: &Budget) -> Result<bool, InferenceError> {
        let cap = self.first_cap.max(CAP_SHARE * passed.as_secs_f64());
        if self.leaves.is_empty() {
            let root = self.nodes.evaluate(Vec::new(), None, cap, budget)?;
            self.leaves.extend(root);
            return Ok(!self.leaves.is_empty());
        }
        let gap = |node: &Node| (1.0 - node.lower).max(0.0).ln() + node.log_upper;
        let worst = (0..self.leaves.len())
            .filter(|&at| self.leaves[at].branch.is_some())
            .max_by(|&a, &b| gap(&self.leaves[a]).total_cmp(&gap(&self.leaves[b])));
        let Some(worst) = worst else { return Ok(false) };
        if !self.make_room(budget) {
            return Ok(false);
        }
        let parent = &self.leaves[worst];
        if parent.cap * AGAIN < cap {
            let again = self.nodes.evaluate(parent.fixed.clone(), Some(parent), cap, budget)?;
            if let Some(again) = again {
                self.leaves[worst].improve(again, cap);
            }
            return Ok(true);
        }
        let Some(disease) = parent.branch else { return Ok(false) };
        let child = |is_on: bool| parent.fixed.iter().copied().chain([(disease, is_on)]).collect::<Vec<_>>();
        let on = self.nodes.evaluate(child(true), Some(parent), cap, budget)?;
        let off = self.nodes.evaluate(child(false), Some(parent), cap, budget)?;
        self.leaves.swap_remove(worst);
        self.leaves.extend(on.into_iter().chain(off));
        Ok(true)
    }

    /// Takes memory for the leaves from the pool. False if they have a quarter of what there is, or if
    /// there is too little left.
    fn make_room(&mut self, budget: &Budget) -> bool {
        self.memory = None;
        let bytes = (self.leaves.len() + 1) * self.nodes.problem.disease_count() * BYTES_PER_DISEASE;
        if bytes <= budget.memory() / 4 {
            self.memory = budget.reserve(bytes);
        }
        self.memory.is_some()
    }

    /// The intervals that the leaves amount to.
    fn bracket(&self) -> Bracket {
        let problem = self.nodes.problem;
        let mut bracket = Bracket::anything(problem.priors());
        let top = self.leaves.iter().map(|leaf| leaf.log_upper).fold(f64::NEG_INFINITY, f64::max);
        if self.leaves.is_empty() || !top.is_finite() {
            return bracket;
        }
        let count = problem.disease_count();
        let mut sums = [vec![0.0; count], vec![0.0; count], vec![0.0; count], vec![0.0; count]];
        let (mut upper, mut lower) = (0.0, 0.0);
        for leaf in &self.leaves {
            let weight = (leaf.log_upper - top).exp();
            upper += weight;
            lower += weight * leaf.lower;
            let parts = [&leaf.on_upper, &leaf.off_upper, &leaf.on_lower, &leaf.off_lower];
            for (sums, part) in sums.iter_mut().zip(parts) {
                sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += weight * part);
            }
        }
        let [on_upper, off_upper, on_lower, off_lower] = sums;
        // Every leaf has its weight rounded, multiplied and added.
        let share = ROUNDOFF * (self.leaves.len() as f64 + 16.0);
        let rounding = share * upper;
        for d in 0..count {
            // What is not present is absent: each side also follows from the whole and the other.
            let on = (
                on_lower[d].max(lower - off_upper[d]) - rounding,
                on_upper[d].min(upper - off_lower[d]) + rounding,
            );
            let off = (
                off_lower[d].max(lower - on_upper[d]) - rounding,
                off_upper[d].min(upper - on_lower[d]) + rounding,
            );
            let (low, high) = quotient(on, off);
            (bracket.lower[d], bracket.upper[d]) = (low, high);
            let on_middle = on_upper[d] + on_lower[d];
            let all = on_middle + off_upper[d] + off_lower[d];
            let middle = if all > 0.0 { on_middle / all } else { 0.5 };
            bracket.point[d] = middle.clamp(low, high.max(low));
        }
        let outwards = 2.0 * share + 4.0 * ROUNDOFF * (1.0 + top.abs());
        bracket.log_upper = (top + upper.ln() + outwards).min(0.0);
        if lower > rounding {
            bracket.log_lower = top + (lower - rounding).ln() - outwards;
        }
        bracket
    }
}

impl Node {
    /// Takes over the better bounds of the same node.
    fn improve(&mut self, other: Node, cap: f64) {
        self.cap = cap;
        // Both are in units of their own upper bound. The better one is kept as a whole.
        let own_gap = self.log_upper + (1.0 - self.lower).max(0.0).ln();
        let other_gap = other.log_upper + (1.0 - other.lower).max(0.0).ln();
        if other_gap < own_gap {
            *self = other;
            self.cap = cap;
        }
    }
}
