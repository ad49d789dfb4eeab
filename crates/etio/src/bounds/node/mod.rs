//! One node of the search: some diseases are fixed, and the rest of the problem is bounded from both sides.
//!
//! Some findings are exact (F2), the others are replaced by [products](super::secant) that are
//! larger. That is a noisy-or problem with fewer findings and other priors, solved exactly: its
//! evidence `Z` is an upper bound, and so are its parts with a disease present and absent. Let `h`
//! be a finding over its product, between 0 and 1. Since `prod h >= 1 - sum over groups of (1 -
//! prod of h in the group)`, the evidence is at least `sum of Z_G - (groups - 1) Z`, where `Z_G`
//! has the findings of group G exact too. A product that is nearly right needs no group: how much
//! too large it is on average follows from marginals.

mod below;
mod exact_part;

use super::secant::{best_k, log_ratio, tightness};
use super::target::Target;
use crate::InferenceError;
use crate::budget::Budget;
use crate::numeric::ROUNDOFF;
use crate::pace::Pace;
use crate::planner::Planner;
use crate::problem::{Problem, Restriction};

/// Diseases are pruned while they are worth this much of the node together, and this share of the
/// wanted width.
const PRUNED: f64 = 1e-4;
const PRUNED_SHARE: f64 = 0.1;
/// Lower bounds are tried if products are expected to be too large by less than this factor
/// together, as a logarithm.
const MOST_SLACK: f64 = 1.5;
/// Products are fitted again if their slack is above this.
const WORTH_A_FIT: f64 = 0.3;
/// Relative error of the few operations that combine solved parts: sums of at most [`below`] groups,
/// and exponentials of logarithms up to 700 in size. All that grows with the problem is counted.
const ARITHMETIC: f64 = 1e-11;
/// Axes of the widest table that is considered.
const WIDEST: usize = 26;
/// Steps of one link in a sum over links, and in a search that goes over them again and again.
const STEPS_PER_LINK: usize = 8;
const STEPS_PER_SEARCH: usize = 64;

/// A node with its bounds. The parts of the evidence in which a disease is present or absent are in
/// units of the node's own upper bound.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) fixed: Vec<(u32, bool)>,
    pub(super) log_upper: f64,
    /// The lower bound over the upper one.
    pub(super) lower: f64,
    pub(super) on_upper: Vec<f64>,
    pub(super) off_upper: Vec<f64>,
    pub(super) on_lower: Vec<f64>,
    pub(super) off_lower: Vec<f64>,
    /// The disease to split on; nothing if there is nothing to gain by it.
    pub(super) branch: Option<u32>,
    /// Seconds that its parts were allowed to take.
    pub(super) cap: f64,
    /// Axes of the widest table of its exact findings.
    width: usize,
    /// The K of all findings.
    k: Vec<f64>,
}

/// The whole problem, and the working memory of its nodes.
pub(super) struct Nodes<'a> {
    pub(super) problem: &'a Problem,
    pub(super) planner: &'a mut Planner,
    /// By disease: finding and probability.
    columns: Vec<Vec<(u32, f64)>>,
    part: Restriction,
    /// By finding: P(fires) and P(stays quiet) without free diseases.
    grounds: Vec<(f64, f64)>,
    free: Vec<bool>,
    k: Vec<f64>,
    /// By disease: sum of `ln r` over the findings that are products.
    tilts: Vec<f64>,
    priors: Vec<f64>,
    complements: Vec<f64>,
    /// Value that pruned diseases may have together, as a share of the node.
    pruned: f64,
    /// Relative error of any ground.
    ground_error: f64,
}

/// An exact part that was solved.
struct Solved {
    /// Logarithm of its evidence, all constants included.
    log_evidence: f64,
    marginals: Vec<f64>,
    /// Relative error of the evidence, absolute error of the marginals.
    error: f64,
}

/// Free diseases that were set aside.
struct Pruned {
    /// Upper bound on what each free disease can gain the evidence, times its odds.
    gains: Vec<f64>,
    diseases: Vec<u32>,
    /// Logarithm of the factor that they are worth at most, and of that of all being absent.
    log_upper: f64,
    log_off: f64,
    /// Error of either logarithm.
    error: f64,
}

impl<'a> Nodes<'a> {
    pub(super) fn new(problem: &'a Problem, planner: &'a mut Planner, target: Target) -> Self {
        Self {
            columns: Vec::new(),
            part: Restriction::default(),
            grounds: Vec::new(),
            free: Vec::new(),
            k: Vec::new(),
            tilts: Vec::new(),
            priors: Vec::new(),
            complements: Vec::new(),
            pruned: PRUNED.min(PRUNED_SHARE * target.within),
            ground_error: 0.0,
            problem,
            planner,
        }
    }

    /// Gathers the links by disease, before the first node.
    fn gather(&mut self, budget: &Budget) -> Result<(), InferenceError> {
        self.problem.list(budget)?;
        let mut columns = vec![Vec::new(); self.problem.disease_count()];
        let mut pace = Pace::new(budget);
        for finding in 0..self.problem.finding_count() {
            let (diseases, links) = self.problem.links_of(finding);
            pace.count(STEPS_PER_LINK * diseases.len())?;
            for (&d, &p) in diseases.iter().zip(links) {
                columns[d as usize].push((finding as u32, p));
            }
        }
        self.columns = columns;
        Ok(())
    }

    /// Bounds the part of the evidence in which some diseases are present and others absent. Exact
    /// parts may take `cap` seconds each. Nothing if that part is zero.
    pub(super) fn evaluate(
        &mut self,
        fixed: Vec<(u32, bool)>,
        parent: Option<&Node>,
        cap: f64,
        budget: &Budget,
    ) -> Result<Option<Node>, InferenceError> {
        budget.check()?;
        if self.columns.is_empty() {
            self.gather(budget)?;
        }
        let Some(log_weight) = self.ground(&fixed) else { return Ok(None) };
        let open: Vec<usize> =
            (0..self.problem.finding_count()).filter(|&j| self.grounds[j].1 > 0.0).collect();
        let pruned = self.prune(budget)?;
        self.start_from(parent);
        self.sweep(&open, if parent.is_none() { 3 } else { 1 }, budget)?;
        let mut slack = self.slacks(&open, budget)?;
        let (exact, width) =
            self.choose_exact(&open, &slack, cap, parent.map(|parent| parent.width), budget)?;
        let mut inexact = without(&open, &exact);
        self.tilt(&inexact, budget)?;
        let mut best = match self.solve(&exact, &inexact, cap, budget)? {
            Some(solved) => solved,
            None => {
                inexact.clone_from(&open);
                self.tilt(&inexact, budget)?;
                self.independent(&inexact, budget)?
            }
        };
        let exact = without(&open, &inexact);
        if inexact.iter().map(|&j| slack[j]).sum::<f64>() > WORTH_A_FIT && !exact.is_empty() {
            let before = self.k.clone();
            self.refit(&inexact, &best.marginals, budget)?;
            self.tilt(&inexact, budget)?;
            match self.solve(&exact, &inexact, 2.0 * cap, budget)? {
                Some(solved) if solved.log_evidence < best.log_evidence => best = solved,
                _ => {
                    self.k = before;
                    self.tilt(&inexact, budget)?;
                }
            }
            let mut pace = Pace::new(budget);
            for &j in &inexact {
                pace.count(STEPS_PER_LINK * self.problem.degree(j))?;
                slack[j] = self.slack(j, &best.marginals);
            }
        }
        let branch = self.branch(&inexact, &slack, &best.marginals, budget)?;
        let mut node = Node {
            log_upper: best.log_evidence + ARITHMETIC + best.error,
            lower: 0.0,
            on_upper: best.marginals.iter().map(|p| (p + best.error).min(1.0)).collect(),
            off_upper: best.marginals.iter().map(|p| (1.0 - p + best.error).min(1.0)).collect(),
            on_lower: vec![0.0; best.marginals.len()],
            off_lower: vec![0.0; best.marginals.len()],
            branch,
            cap,
            width,
            k: self.k.clone(),
            fixed,
        };
        let total: f64 = inexact.iter().map(|&j| slack[j]).sum();
        if inexact.is_empty() {
            node.lower = (-2.0 * (ARITHMETIC + best.error)).exp();
            for (d, p) in best.marginals.iter().enumerate() {
                node.on_lower[d] = (p - 3.0 * best.error - 2.0 * ARITHMETIC).max(0.0);
                node.off_lower[d] = (1.0 - p - 3.0 * best.error - 2.0 * ARITHMETIC).max(0.0);
            }
        } else if total < MOST_SLACK {
            self.bound_below(&mut node, &best, &exact, &inexact, (cap, width), budget)?;
        }
        self.settle(&mut node, &pruned);
        // A sum of logarithms, and two additions.
        let terms = node.fixed.len() as f64 + 4.0;
        node.log_upper += log_weight + terms * ROUNDOFF * (log_weight.abs() + node.log_upper.abs());
        Ok(Some(node))
    }

    /// Sets the grounds of all findings by the diseases that are fixed. Gives the logarithm of
    /// their weight; nothing if a finding cannot be explained any more.
    fn ground(&mut self, fixed: &[(u32, bool)]) -> Option<f64> {
        let problem = self.problem;
        self.grounds.clear();
        self.grounds.extend(problem.leaks.iter().copied().zip(problem.quiets.iter().copied()));
        self.free.clear();
        self.free.extend(problem.priors().iter().map(|&prior| prior > 0.0));
        // `fired += quiet * p` and `quiet *= 1 - p` for each disease that is present.
        self.ground_error = (3.0 * fixed.len() as f64 + 1.0) * ROUNDOFF;
        let mut log_weight = 0.0;
        for &(disease, is_on) in fixed {
            let d = disease as usize;
            self.free[d] = false;
            log_weight += if is_on { problem.priors()[d].ln() } else { problem.complements()[d].ln() };
            if is_on {
                for &(j, p) in &self.columns[d] {
                    let (fired, quiet) = &mut self.grounds[j as usize];
                    *fired += *quiet * p;
                    *quiet *= 1.0 - p;
                }
            }
        }
        let is_possible = |j: usize| {
            self.grounds[j].0 > 0.0 || problem.links_of(j).0.iter().any(|&d| self.free[d as usize])
        };
        (0..problem.finding_count()).all(is_possible).then_some(log_weight)
    }

    /// Sets aside the free diseases that are worth next to nothing.
    fn prune(&mut self, budget: &Budget) -> Result<Pruned, InferenceError> {
        let mut pace = Pace::new(budget);
        let mut gains = vec![0.0; self.columns.len()];
        let mut worth: Vec<(f64, u32)> = Vec::new();
        let is_open = |j: u32| self.grounds[j as usize].1 > 0.0;
        for (d, column) in self.columns.iter().enumerate() {
            if !self.free[d] {
                continue;
            }
            pace.count(STEPS_PER_LINK * column.len())?;
            let mut log_gain = 0.0;
            for &(j, p) in column.iter().filter(|&&(j, _)| is_open(j)) {
                let (fired, quiet) = self.grounds[j as usize];
                log_gain += (quiet * p / fired).ln_1p();
            }
            let odds = self.problem.priors()[d] / self.problem.complements()[d];
            // A sum of logarithms, each of a number that is off as its ground is.
            let error = (column.len() as f64 + 8.0) * (ROUNDOFF * (1.0 + log_gain) + self.ground_error);
            let gain = odds * log_gain.exp() * (1.0 + 2.0 * error);
            gains[d] = if gain.is_nan() { f64::INFINITY } else { gain };
            if gains[d] < self.pruned {
                worth.push((gains[d], d as u32));
            }
        }
        worth.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut sum, mut log_pruned, mut log_off) = (0.0, 0.0, 0.0);
        let mut diseases = Vec::new();
        for (gain, d) in worth {
            sum += gain;
            if sum > self.pruned {
                break;
            }
            let log_complement = (-self.problem.priors()[d as usize]).ln_1p();
            log_pruned += gain.ln_1p() + log_complement;
            log_off += log_complement;
            self.free[d as usize] = false;
            diseases.push(d);
        }
        let error = (diseases.len() as f64 + 4.0) * ROUNDOFF * (1.0 - 2.0 * log_off);
        Ok(Pruned { gains, diseases, log_upper: log_pruned + error, log_off, error })
    }

    fn start_from(&mut self, parent: Option<&Node>) {
        self.k.clear();
        match parent {
            Some(parent) => self.k.extend_from_slice(&parent.k),
            None => self.k.resize(self.problem.finding_count(), 0.5),
        }
        for (k, &(fired, quiet)) in self.k.iter_mut().zip(&self.grounds) {
            *k = if quiet == 0.0 { 1.0 } else { k.clamp(fired.max(1e-200), 1.0) };
        }
    }

    fn odds(&self, disease: usize) -> f64 {
        self.problem.priors()[disease] / self.problem.complements()[disease]
    }

    /// Links of a finding to free diseases: disease and probability.
    fn links(&self, finding: usize) -> impl Iterator<Item = (usize, f64)> {
        let (diseases, links) = self.problem.links_of(finding);
        let all = diseases.iter().map(|&d| d as usize).zip(links.iter().copied());
        all.filter(|&(d, _)| self.free[d])
    }

    /// Sums up the tilts of the findings that are products.
    fn tilt(&mut self, inexact: &[usize], budget: &Budget) -> Result<(), InferenceError> {
        let mut pace = Pace::new(budget);
        let mut tilts = std::mem::take(&mut self.tilts);
        tilts.clear();
        tilts.resize(self.columns.len(), 0.0);
        for &j in inexact {
            pace.count(STEPS_PER_LINK * self.problem.degree(j))?;
            for (d, p) in self.links(j) {
                tilts[d] += log_ratio(p, self.k[j]);
            }
        }
        self.tilts = tilts;
        Ok(())
    }

    /// Moves each K to its best, the others staying, with all open findings as products.
    fn sweep(&mut self, open: &[usize], times: usize, budget: &Budget) -> Result<(), InferenceError> {
        self.tilt(open, budget)?;
        let mut links: Vec<(f64, f64)> = Vec::new();
        for _ in 0..times {
            let mut done = 0;
            for &j in open {
                links.clear();
                for (d, p) in self.links(j) {
                    let others = self.tilts[d] - log_ratio(p, self.k[j]);
                    links.push((p, self.odds(d) * others.exp()));
                }
                let k = best_k(&links, self.grounds[j].0, self.k[j]);
                let before = std::mem::replace(&mut self.k[j], k);
                let mut tilts = std::mem::take(&mut self.tilts);
                for (d, p) in self.links(j) {
                    tilts[d] += log_ratio(p, k) - log_ratio(p, before);
                }
                self.tilts = tilts;
                done += links.len();
                if done > 500 {
                    done = 0;
                    budget.check()?;
                }
            }
        }
        Ok(())
    }

    /// Moves each K of the products to its best, judged by marginals with the other findings exact.
    fn refit(&mut self, inexact: &[usize], marginals: &[f64], budget: &Budget) -> Result<(), InferenceError> {
        let mut pace = Pace::new(budget);
        let mut links: Vec<(f64, f64)> = Vec::new();
        // Those that share diseases would all move at once: half the way each.
        for &j in inexact {
            pace.count(STEPS_PER_SEARCH * self.problem.degree(j))?;
            links.clear();
            for (d, p) in self.links(j) {
                let odds = marginals[d] / (1.0 - marginals[d]).max(1e-300);
                links.push((p, odds * (-log_ratio(p, self.k[j])).exp()));
            }
            let best = best_k(&links, self.grounds[j].0, self.k[j]);
            let least = self.grounds[j].0.max(1e-200);
            self.k[j] = (best * self.k[j]).sqrt().clamp(least, 1.0);
        }
        Ok(())
    }

    /// The expected slack of each finding's product, with all open findings as products.
    fn slacks(&self, open: &[usize], budget: &Budget) -> Result<Vec<f64>, InferenceError> {
        let mut pace = Pace::new(budget);
        let mut slacks = vec![0.0; self.problem.finding_count()];
        for &j in open {
            pace.count(STEPS_PER_LINK * self.problem.degree(j))?;
            let tilted = |d: usize| {
                let weight = self.odds(d) * self.tilts[d].exp();
                if weight.is_infinite() { 1.0 } else { weight / (1.0 + weight) }
            };
            let links = self.links(j).map(|(d, p)| (p, tilted(d)));
            slacks[j] = -tightness(links, self.grounds[j].1, self.k[j]).ln();
        }
        Ok(slacks)
    }

    /// The expected slack of a product, judged by marginals.
    fn slack(&self, finding: usize, marginals: &[f64]) -> f64 {
        let links = self.links(finding).map(|(d, p)| (p, marginals[d]));
        -tightness(links, self.grounds[finding].1, self.k[finding]).ln()
    }

    /// The bound with all of some findings as products and the others left out; the tilted priors.
    fn independent(&mut self, inexact: &[usize], budget: &Budget) -> Result<Solved, InferenceError> {
        budget.check()?;
        let mut log_evidence = 0.0;
        // The sizes of all terms of the sum, their number, and how far the log odds of the diseases
        // are off together, in roundings.
        let (mut size, mut terms, mut log_odds) = (0.0, inexact.len(), 0.0);
        for &j in inexact {
            log_evidence += self.k[j].ln();
            size += self.k[j].ln().abs();
        }
        self.priors.clear();
        self.complements.clear();
        for (d, (&prior, &complement)) in
            self.problem.priors().iter().zip(self.problem.complements()).enumerate()
        {
            if !self.free[d] || self.tilts[d] == 0.0 {
                self.priors.push(prior);
                self.complements.push(complement);
                continue;
            }
            // Of the two, that which is not above 1.
            let (on, off, log) = (prior, complement * (-self.tilts[d]).exp(), self.tilts[d]);
            let total = on + off;
            log_evidence += log + total.ln();
            size += log + total.ln().abs();
            terms += 1;
            // Every link adds a logarithm, and rounds the sum; the exponential and the quotient follow.
            log_odds += log * (self.columns[d].len() as f64 + 8.0) + 8.0;
            self.priors.push(on / total);
            self.complements.push(off / total);
        }
        // An error of the log odds of a disease moves the log evidence, and any marginal, by no more
        // than itself; so does one of the ground of a finding, exact or not.
        let sums = ROUNDOFF * (log_odds + (terms as f64 + 8.0) * (1.0 + size));
        let grounds = self.ground_error * self.problem.finding_count() as f64;
        Ok(Solved { log_evidence, marginals: self.priors.clone(), error: 1.1 * (sums + grounds) })
    }

    /// The disease that carries most of the tilt of the loosest products.
    fn branch(
        &self,
        inexact: &[usize],
        slack: &[f64],
        marginals: &[f64],
        budget: &Budget,
    ) -> Result<Option<u32>, InferenceError> {
        let mut pace = Pace::new(budget);
        let mut scores = vec![0.0; self.columns.len()];
        for &j in inexact {
            pace.count(2 * STEPS_PER_LINK * self.problem.degree(j))?;
            let share = |(d, p): (usize, f64)| marginals[d] * log_ratio(p, self.k[j]);
            let total: f64 = self.links(j).map(share).sum();
            if total > 0.0 {
                for (d, p) in self.links(j) {
                    scores[d] += slack[j] * share((d, p)) / total;
                }
            }
        }
        let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)));
        Ok(best.filter(|&best| scores[best] > 0.0).map(|best| best as u32))
    }

    /// Enters the diseases that are fixed or pruned.
    fn settle(&self, node: &mut Node, pruned: &Pruned) {
        let Pruned { gains, diseases, log_upper, log_off, error } = pruned;
        // The upper bound counts what the pruned diseases are worth at most, the lower one leaves them out.
        let off = (log_off - log_upper).exp() * (1.0 - 2.0 * error - ARITHMETIC);
        node.log_upper += log_upper + 4.0 * ROUNDOFF * node.log_upper.abs();
        node.lower *= off;
        node.on_lower.iter_mut().chain(&mut node.off_lower).for_each(|part| *part *= off);
        for &d in diseases {
            let d = d as usize;
            node.on_upper[d] = gains[d].min(1.0);
            node.off_upper[d] = 1.0;
            node.on_lower[d] = 0.0;
            node.off_lower[d] = node.lower;
        }
        for at in 0..node.fixed.len() {
            let (d, is_on) = (node.fixed[at].0 as usize, node.fixed[at].1);
            let (one, lower) = (1.0, node.lower);
            (node.on_upper[d], node.off_upper[d]) = if is_on { (one, 0.0) } else { (0.0, one) };
            (node.on_lower[d], node.off_lower[d]) = if is_on { (lower, 0.0) } else { (0.0, lower) };
        }
        // A disease that takes no part keeps its prior.
        for (d, &prior) in self.problem.priors().iter().enumerate() {
            if prior == 0.0 {
                (node.on_upper[d], node.off_upper[d]) = (0.0, 1.0);
                (node.on_lower[d], node.off_lower[d]) = (0.0, node.lower);
            }
        }
    }
}

/// A sorted list without the members of another.
fn without(all: &[usize], others: &[usize]) -> Vec<usize> {
    all.iter().copied().filter(|j| !others.contains(j)).collect()
}
