//! Which findings a hybrid transforms.
//!
//! Only findings with finite thetas can be: leak and links below 1. The others are always exact. If
//! that leaves fewer than were asked for, all of those are transformed.

use std::borrow::Cow;

use super::conjugate::{Tangents, conjugate, log_normaliser, theta_of, tilt};
use super::xi::XiCache;
use crate::budget::Budget;
use crate::exact::elimination::narrow::Narrowing;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::{FindingId, Hybrid, InferenceError, Order, Solver};

/// Drops of the log bound that differ by less than this, relative to the larger or to 1, are equal.
const TIE: f64 = 1e-12;

/// The working memory of the orders.
#[derive(Debug, Default)]
pub(crate) struct Ranking {
    by_degree: Vec<(usize, FindingId)>,
    by_drop: Vec<(f64, FindingId)>,
    bounds: Tangents,
    xi: Vec<f64>,
    tilts: Vec<f64>,
}

impl Ranking {
    /// The findings to transform, in the method's order.
    pub(super) fn choose(
        &mut self,
        xi: &XiCache,
        problem: &Problem,
        present: &[FindingId],
        hybrid: &Hybrid,
        chosen: &mut Vec<FindingId>,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        chosen.clear();
        if hybrid.transformed == 0 {
            return Ok(());
        }
        match hybrid.order {
            Order::Fdo => {
                let mut pace = Pace::new(budget);
                for finding in self.by_degree(xi, present, hybrid.transformed) {
                    pace.count(STEPS_PER_SEARCH * xi.network().parent_count(finding))?;
                    chosen.push(finding);
                }
            }
            Order::Gdo => {
                self.by_drop(xi, problem, present, hybrid.solver, budget)?;
                chosen.extend(self.by_drop.iter().map(|&(_, finding)| finding).take(hybrid.transformed));
            }
            Order::Wdo => {
                let wanted = hybrid.transformed;
                chosen.extend(self.by_width(xi, problem, present, hybrid.solver, wanted, budget)?);
                chosen.truncate(wanted);
            }
        }
        Ok(())
    }

    /// From the widest table of the elimination of what is left, an eighth of it at a time, those
    /// whose transformation costs the bound least, until there are `wanted` or a few more.
    fn by_width(
        &mut self,
        xi: &XiCache,
        problem: &Problem,
        present: &[FindingId],
        solver: Solver,
        wanted: usize,
        budget: &Budget,
    ) -> Result<Vec<FindingId>, InferenceError> {
        self.drops(xi, problem, present, solver, budget)?;
        let mut price = vec![f64::INFINITY; problem.finding_count()];
        for &(drop, finding) in &self.by_drop {
            if let Ok(at) = problem.findings.binary_search(&finding) {
                price[at] = drop;
            }
        }
        let given_up = narrow(problem, &price, budget, |given_up, _| given_up.len() >= wanted)?;
        Ok(given_up.into_iter().map(|at| problem.findings[at]).collect())
    }

    /// The paper's FDO: fewest parents first, equal ones by index.
    pub(crate) fn by_degree<'a>(
        &'a mut self,
        xi: &'a XiCache,
        present: &[FindingId],
        count: usize,
    ) -> impl Iterator<Item = FindingId> + 'a {
        self.by_degree.clear();
        self.by_degree.extend(present.iter().map(|&finding| (xi.network().parent_count(finding), finding)));
        self.by_degree.sort_unstable();
        let in_order = self.by_degree.iter().map(|&(_, finding)| finding);
        in_order.filter(|&finding| xi.get(finding, Solver::Ppf).is_some()).take(count)
    }

    /// The order of 1999: all findings transformed, how much the log bound falls when one of them
    /// is treated exactly. Those with the smallest fall are transformed first; one ranking, not
    /// repeated.
    fn by_drop(
        &mut self,
        xi: &XiCache,
        problem: &Problem,
        present: &[FindingId],
        solver: Solver,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        self.drops(xi, problem, present, solver, budget)?;
        self.by_drop.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let tied = |a: &(f64, FindingId), b: &(f64, FindingId)| b.0 - a.0 <= TIE * a.0.max(b.0).max(1.0);
        for ties in self.by_drop.chunk_by_mut(tied) {
            ties.sort_unstable_by_key(|&(_, finding)| finding);
        }
        Ok(())
    }

    /// How much the log bound falls when one finding is treated exactly and all others are
    /// transformed.
    fn drops(
        &mut self,
        xi: &XiCache,
        problem: &Problem,
        present: &[FindingId],
        solver: Solver,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let mut pace = Pace::new(budget);
        self.bounds.clear();
        self.xi.clear();
        self.by_drop.clear();
        for &finding in present {
            pace.count(STEPS_PER_SEARCH * xi.network().parent_count(finding))?;
            let Some(own) = xi.get(finding, solver) else { continue };
            self.by_drop.push((0.0, finding));
            self.xi.push(own);
            push_bound(&mut self.bounds, problem, finding);
        }
        self.tilts.resize(problem.disease_count(), 0.0);
        self.bounds.tilts_at_pace(&self.xi, &mut self.tilts, &mut pace)?;
        for j in 0..self.xi.len() {
            pace.count(STEPS_PER_DROP * self.bounds.degree(j))?;
            self.by_drop[j].0 = drop_of(problem, &self.bounds, &self.xi, &self.tilts, j);
        }
        Ok(())
    }
}

/// Steps per link of looking up a xi, which may have to be searched for.
pub(super) const STEPS_PER_SEARCH: usize = 4;
/// Steps per link of [`drop_of`], which takes a few exponentials and logarithms.
pub(super) const STEPS_PER_DROP: usize = 8;

/// The log bound with all findings transformed less the log bound with this one exact. With the
/// others transformed the diseases are independent, so this one's exact probability is a product.
pub(super) fn drop_of(
    problem: &Problem,
    bounds: &Tangents,
    xi: &[f64],
    tilts: &[f64],
    finding: usize,
) -> f64 {
    let (xi, base) = (xi[finding], bounds.base[finding]);
    let (mut log_bound, mut log_absent) = (xi * base - conjugate(xi), -base);
    for (disease, theta) in bounds.links(finding) {
        let own = xi * theta;
        let others = (tilts[disease] - own).max(0.0);
        let tilted = tilt(problem.priors()[disease], problem.complements()[disease], others);
        log_bound += log_normaliser(tilted.prior, tilted.complement, own);
        log_absent += (tilted.prior * (-theta).exp_m1()).ln_1p();
    }
    log_bound - (-log_absent.exp_m1()).ln()
}

/// The width-driven order: gives findings up, an eighth of the widest table at a time, cheapest
/// first, until `enough(given up so far, width of the rest)`. Returns them by position in the
/// problem, first to go first.
pub(super) fn narrow(
    problem: &Problem,
    price: &[f64],
    budget: &Budget,
    mut enough: impl FnMut(&[usize], usize) -> bool,
) -> Result<Vec<usize>, InferenceError> {
    Narrowing { problem, price, at_once: |width| width.div_ceil(8), clock: budget }
        .run(|given_up, width| Ok(enough(given_up, width)))
}

/// The theta of a finding whose probability is 1 up to the last digit.
const CERTAIN: f64 = 750.0;

/// Adds the bound of a present finding in the terms of the problem: diseases that are present in
/// any case count as leak, ruled out ones not at all.
pub(super) fn push_bound(bounds: &mut Tangents, problem: &Problem, finding: FindingId) {
    // The problem drops findings that are certain; one that can be transformed is so only up to
    // rounding.
    match problem.findings.binary_search(&finding) {
        Ok(at) => push_row(bounds, problem, at, problem.row(at)),
        Err(_) => bounds.close(CERTAIN),
    }
}

/// The `theta_0` of a present finding.
pub(super) fn base_of(problem: &Problem, finding: FindingId) -> f64 {
    match problem.findings.binary_search(&finding) {
        Ok(at) => theta_of(problem.leaks[at], problem.quiets[at]),
        Err(_) => CERTAIN,
    }
}

/// Adds the bound of a finding of the problem, all of whose links are below 1.
pub(super) fn push_row(
    bounds: &mut Tangents,
    problem: &Problem,
    at: usize,
    (diseases, probabilities): (Cow<'_, [u32]>, Cow<'_, [f64]>),
) {
    bounds.links_below_1(&diseases, &probabilities);
    bounds.close(theta_of(problem.leaks[at], problem.quiets[at]));
}
