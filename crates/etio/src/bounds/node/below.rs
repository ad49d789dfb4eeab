//! Lower bounds of a node: what its exact part and the tightness of its products guarantee.

use super::{ARITHMETIC, Node, Nodes, STEPS_PER_LINK, Solved, WIDEST, without};
use crate::InferenceError;
use crate::budget::Budget;
use crate::exact::elimination::narrow::Narrowing;
use crate::numeric::ROUNDOFF;
use crate::pace::Pace;

/// Products that are too large by less than this share together need no group.
const NEGLIGIBLE: f64 = 1e-4;
/// Share of the looseness of all products that may be left to those without a group.
const LEFT: f64 = 0.003;
/// Groups at most.
const MOST_GROUPS: usize = 14;
/// Cost limit of a group, relative to that of the exact findings.
const GROUP_SHARE: f64 = 16.0;
/// Axes that a group may add to the widest table.
const GROUP_AXES: usize = 5;

impl Nodes<'_> {
    /// Bounds a node from below, by groups of products that are made exact one group at a time.
    pub(super) fn bound_below(
        &mut self,
        node: &mut Node,
        base: &Solved,
        exact: &[usize],
        inexact: &[usize],
        (cap, width): (f64, usize),
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let mut left: Vec<usize> = inexact.to_vec();
        let mut groups: Vec<(f64, Solved)> = Vec::new();
        let error = ARITHMETIC + base.error;
        let mut loose = vec![0.0; self.problem.finding_count()];
        let mut pace = Pace::new(budget);
        for &j in inexact {
            pace.count(STEPS_PER_LINK * self.problem.degree(j))?;
            loose[j] = self.looseness(j, &base.marginals, base.error);
        }
        let total: f64 = inexact.iter().map(|&j| loose[j]).sum();
        'groups: while left.iter().map(|&j| loose[j]).sum::<f64>() > NEGLIGIBLE.max(LEFT * total) {
            if groups.len() == MOST_GROUPS {
                break;
            }
            let mut group = self.group(exact, &left, &loose, width + GROUP_AXES, budget)?;
            let solved = loop {
                if group.is_empty() {
                    break 'groups;
                }
                let mut findings: Vec<usize> = exact.iter().chain(&group).copied().collect();
                findings.sort_unstable();
                let others = without(inexact, &group);
                self.tilt(&others, budget)?;
                match self.solve(&findings, &others, GROUP_SHARE * cap, budget)? {
                    Some(solved) => break solved,
                    // With fewer findings it may fit.
                    None => group.truncate(group.len() / 2),
                }
            };
            left.retain(|j| !group.contains(j));
            let ratio = (solved.log_evidence - base.log_evidence).exp();
            groups.push((ratio, solved));
        }
        // What the products without a group may be too large by.
        let rest = left.iter().map(|&j| loose[j]).sum::<f64>() * (1.0 + 1e-12);
        let taken = groups.len() as f64 - 1.0;
        // All in units of the base, then of the node's upper bound, which is the lowest of all.
        let mut least = f64::INFINITY;
        let mut lower = -taken * (1.0 + error * taken.signum()) - rest;
        for (ratio, solved) in &groups {
            lower += ratio * (1.0 - error - ARITHMETIC - solved.error);
            least = least.min(ratio * (1.0 + ARITHMETIC + solved.error));
        }
        let least = least.min(1.0 + error);
        let scale = 1.0 / least;
        node.log_upper = base.log_evidence + least.ln() + ARITHMETIC;
        node.lower = (lower * scale * (1.0 - 1e-14)).clamp(0.0, 1.0);
        for d in 0..node.on_upper.len() {
            let whole = base.marginals[d];
            let pad = 2.0 * error * taken.signum();
            let (mut on, mut off) = (-taken * (whole + pad) - rest, -taken * (1.0 - whole + pad) - rest);
            let (mut on_upper, mut off_upper) =
                (node.on_upper[d] * (1.0 + error), node.off_upper[d] * (1.0 + error));
            for (ratio, solved) in &groups {
                let pad = 2.0 * (ARITHMETIC + solved.error + error);
                let p = solved.marginals[d];
                on += ratio * (p - pad);
                off += ratio * (1.0 - p - pad);
                on_upper = on_upper.min(ratio * (p + pad));
                off_upper = off_upper.min(ratio * (1.0 - p + pad));
            }
            node.on_lower[d] = (on * scale * (1.0 - 1e-14)).max(0.0);
            node.off_lower[d] = (off * scale * (1.0 - 1e-14)).max(0.0);
            node.on_upper[d] = (on_upper * scale * (1.0 + 1e-14)).clamp(0.0, 1.0);
            node.off_upper[d] = (off_upper * scale * (1.0 + 1e-14)).clamp(0.0, 1.0);
        }
        Ok(())
    }

    /// The mean of one minus a finding over its product, at most, whatever depends on what.
    ///
    /// With the leak raised to K the product is exact for one disease, and every further one gains
    /// the finding a factor of at least 1 and at most its `r`: it is too large by the share `1 -
    /// 1/r` at most. Which one comes first is free; it is the disease `a` that this would cost
    /// most. Raising the leak adds `(K - f0) / K` times `lambda_a / r_a` if a is present.
    pub(super) fn looseness(&self, finding: usize, marginals: &[f64], error: f64) -> f64 {
        let k = self.k[finding];
        let (mut sum, mut most, mut silenced) = (0.0, 0.0, 0.0);
        for (d, p) in self.links(finding) {
            let inverse = k / (k + p * (1.0 - k));
            let cost = (marginals[d] + error).min(1.0) * (1.0 - inverse);
            sum += cost;
            if cost > most {
                most = cost;
                silenced = (marginals[d] - error).max(0.0) * (1.0 - (1.0 - p) * inverse);
            }
        }
        let raised = ((k - self.grounds[finding].0) / k).max(0.0);
        // Sums and products of the links, and a difference of two grounds.
        let rounding = (self.problem.degree(finding) as f64 + 16.0) * ROUNDOFF;
        let loose = (sum - most).max(0.0) + raised * (1.0 - silenced);
        loose * (1.0 + rounding) + rounding * sum + 4.0 * (self.ground_error + ROUNDOFF)
    }

    /// Findings that become exact together with those that are, the loosest first, within a width.
    pub(super) fn group(
        &mut self,
        exact: &[usize],
        left: &[usize],
        slack: &[f64],
        width: usize,
        budget: &Budget,
    ) -> Result<Vec<usize>, InferenceError> {
        let mut findings: Vec<usize> = exact.iter().chain(left).copied().collect();
        findings.sort_unstable();
        let free = &self.free;
        self.part.take_free(self.problem, &findings, &self.grounds, |d| free[d], budget)?;
        let price = |j: &usize| if left.contains(j) { slack[*j] } else { f64::INFINITY };
        let prices: Vec<f64> = findings.iter().map(price).collect();
        let narrowing = Narrowing {
            problem: &self.part.problem,
            price: &prices,
            at_once: |width| if width > WIDEST { (width - WIDEST).div_ceil(2) } else { 1 },
            clock: budget,
        };
        let given_up = narrowing.run(|_, now| Ok(now <= width))?;
        let gone: Vec<usize> = given_up.into_iter().map(|place| findings[place]).collect();
        let mut group: Vec<usize> = left.iter().copied().filter(|j| !gone.contains(j)).collect();
        if group.is_empty() {
            group.extend(left.iter().copied().max_by(|&a, &b| slack[a].total_cmp(&slack[b])));
        }
        group.sort_by(|&a, &b| slack[b].total_cmp(&slack[a]));
        Ok(group)
    }
}
