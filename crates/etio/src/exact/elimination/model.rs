//! The problem as elimination sees it: what needs no table is folded away, the rest falls into
//! independent components.

use super::readings::Readings;
use crate::InferenceError;
use crate::budget::Budget;
use crate::numeric::Extended;
use crate::pace::Pace;
use crate::problem::Problem;

/// A finding that is less probable than this may have lost digits to underflow when its leak was folded.
const LEAST_MARGINAL: f64 = 1e-250;

/// A present finding, its leak and the diseases that touch nothing else folded together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    /// P(nothing of that turns it on).
    pub(super) quiet: f64,
    /// P(something of that turns it on), kept beside it so that neither loses digits to the other.
    pub(super) fired: f64,
    /// P(present) under the priors: how rare it is.
    pub(super) marginal: f64,
}

/// A disease with a single present finding: a part of that finding's leak.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folded {
    pub(super) disease: u32,
    pub(super) prior: f64,
    pub(super) complement: f64,
    pub(super) link: f64,
}

/// A disease with two present findings or more.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) disease: u32,
    pub(super) prior: f64,
    /// The same number, in range whatever it is.
    pub(super) extended_prior: Extended,
    pub(super) complement: f64,
    /// Its links in [`Model::links`].
    pub(super) links: std::ops::Range<usize>,
}

/// Findings that hang together through diseases, by position within the component.
#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    /// Positions in [`Model::findings`], in ascending order.
    pub(super) findings: Vec<u32>,
    /// Its diseases in [`Model::members`].
    pub(super) members: std::ops::Range<usize>,
}

/// The folded problem.
#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) findings: Vec<Finding>,
    /// By finding: `folded_starts[j]..folded_starts[j + 1]`.
    pub(super) folded: Vec<Folded>,
    pub(super) folded_starts: Vec<usize>,
    /// By component.
    pub(super) members: Vec<Member>,
    /// Position of the finding within its component, and probability; ascending within a member.
    pub(super) links: Vec<(u32, f64)>,
    /// Position of each disease in the problem.
    origins: Vec<u32>,
    pub(super) components: Vec<Component>,
}

impl Model {
    /// Folds a problem.
    pub(super) fn new(problem: &Problem, budget: &Budget) -> Result<Self, InferenceError> {
        Self::folding(problem, 1, budget)
    }

    /// Takes a problem as it is, with no disease folded into a leak: for numbers that folding in
    /// doubles would lose.
    pub(super) fn unfolded(problem: &Problem, budget: &Budget) -> Result<Self, InferenceError> {
        Self::folding(problem, 0, budget)
    }

    /// Folds the diseases with at most `most` findings.
    fn folding(problem: &Problem, most: u32, budget: &Budget) -> Result<Self, InferenceError> {
        problem.list(budget)?;
        let mut pace = Pace::new(budget);
        let degrees = degrees(problem, &mut pace)?;
        let mut model = Self::default();
        model.fold(problem, &degrees, most, &mut pace)?;
        model.split(problem, &degrees, most, &mut pace)?;
        Ok(model)
    }

    /// Whether folding in doubles has lost nothing.
    pub(super) fn is_in_range(&self, problem: &Problem) -> bool {
        problem.is_in_range() && self.findings.iter().all(|finding| finding.marginal >= LEAST_MARGINAL)
    }

    /// How improbable the findings of a component would be together if they were independent, in
    /// bits. They are positively associated, so together they are at least as probable as that.
    pub(super) fn rarity_bits(&self, component: &Component) -> f64 {
        component.findings.iter().map(|&finding| -self.findings[finding as usize].marginal.log2()).sum()
    }

    fn fold(
        &mut self,
        problem: &Problem,
        degrees: &[u32],
        most: u32,
        pace: &mut Pace<'_>,
    ) -> Result<(), InferenceError> {
        self.folded_starts.push(0);
        for finding in 0..problem.finding_count() {
            pace.count(problem.degree(finding))?;
            let (mut quiet, mut fired) = (problem.quiets[finding], problem.leaks[finding]);
            let (mut rest_quiet, mut rest_fired) = (1.0, 0.0);
            let (diseases, probabilities) = problem.links_of(finding);
            for (&d, &link) in diseases.iter().zip(probabilities) {
                let (prior, complement) = (problem.priors()[d as usize], problem.complements()[d as usize]);
                let (on, off) = (prior * link, complement + prior * (1.0 - link));
                if degrees[d as usize] <= most {
                    fired += quiet * on;
                    quiet *= off;
                    self.folded.push(Folded { disease: d, prior, complement, link });
                } else {
                    rest_fired += rest_quiet * on;
                    rest_quiet *= off;
                }
            }
            self.folded_starts.push(self.folded.len());
            self.findings.push(Finding { quiet, fired, marginal: fired + quiet * rest_fired });
        }
        Ok(())
    }

    fn split(
        &mut self,
        problem: &Problem,
        degrees: &[u32],
        most: u32,
        pace: &mut Pace<'_>,
    ) -> Result<(), InferenceError> {
        let roots = connect(problem, degrees, pace)?;
        let mut component_of = vec![u32::MAX; roots.len()];
        let mut place = vec![0; roots.len()];
        for (finding, &root) in roots.iter().enumerate() {
            let slot = &mut component_of[root as usize];
            if *slot == u32::MAX {
                *slot = self.components.len() as u32;
                self.components.push(Component::default());
            }
            let component = &mut self.components[*slot as usize];
            place[finding] = component.findings.len() as u32;
            component.findings.push(finding as u32);
        }
        // Links come by finding; collect them by disease, diseases by component.
        let mut starts = vec![0usize; problem.disease_count() + 1];
        for (d, &degree) in degrees.iter().enumerate() {
            starts[d + 1] = starts[d] + if degree > most { degree as usize } else { 0 };
        }
        self.links = vec![(0, 0.0); starts[problem.disease_count()]];
        self.origins = vec![0; self.links.len()];
        let mut next = starts.clone();
        let mut owner = vec![u32::MAX; problem.disease_count()];
        for finding in 0..problem.finding_count() {
            pace.count(problem.degree(finding))?;
            let (diseases, probabilities) = problem.links_of(finding);
            for (at, (&d, &p)) in
                (problem.finding_starts()[finding]..).zip(diseases.iter().zip(probabilities))
            {
                let d = d as usize;
                if degrees[d] > most {
                    self.links[next[d]] = (place[finding], p);
                    self.origins[next[d]] = at as u32;
                    next[d] += 1;
                    owner[d] = component_of[roots[finding] as usize];
                }
            }
        }
        let mut order: Vec<u32> =
            (0..problem.disease_count() as u32).filter(|&d| degrees[d as usize] > most).collect();
        if self.components.len() > 1 {
            order.sort_by_key(|&d| owner[d as usize]);
        }
        for d in order {
            let at = d as usize;
            let component = &mut self.components[owner[at] as usize];
            if component.members.is_empty() {
                component.members = self.members.len()..self.members.len();
            }
            component.members.end += 1;
            self.members.push(Member {
                disease: d,
                prior: problem.priors()[at],
                extended_prior: problem.extended_prior(at),
                complement: problem.complements()[at],
                links: starts[at]..starts[at + 1],
            });
        }
        Ok(())
    }

    pub(super) fn links_of(&self, member: &Member) -> &[(u32, f64)] {
        &self.links[member.links.clone()]
    }

    pub(super) fn folded_of(&self, finding: usize) -> &[Folded] {
        &self.folded[self.folded_starts[finding]..self.folded_starts[finding + 1]]
    }

    /// The posteriors of the diseases folded into a finding, given P(something folded turned it on
    /// | evidence).
    pub(super) fn unfold(&self, finding: usize, fired: f64, problem: &Problem, marginals: &mut [f64]) {
        let folded = self.folded_of(finding);
        let total = self.findings[finding].fired;
        // P(the leak and the folded diseases after this one turn it on), from the back.
        let mut after = vec![0.0; folded.len() + 1];
        for (at, d) in folded.iter().enumerate().rev() {
            after[at] = d.prior * d.link + (d.complement + d.prior * (1.0 - d.link)) * after[at + 1];
        }
        let mut before_fired = problem.leaks[finding];
        let mut before_quiet = problem.quiets[finding];
        for (at, d) in folded.iter().enumerate() {
            let off = d.complement + d.prior * (1.0 - d.link);
            let others = before_fired + before_quiet * after[at + 1];
            let given_quiet = d.prior * (1.0 - d.link) / off;
            let given_fired = d.prior * (d.link + (1.0 - d.link) * others) / total;
            let quiet = if off > 0.0 { (1.0 - fired) * given_quiet } else { 0.0 };
            marginals[d.disease as usize] = quiet + if total > 0.0 { fired * given_fired } else { 0.0 };
            before_fired += before_quiet * d.prior * d.link;
            before_quiet *= off;
        }
    }
}

impl Model {
    /// The slopes of all links of the problem from those of the model, d ln P(evidence) / d (1 - link).
    pub(super) fn unfold_slopes(&self, readings: &Readings, problem: &Problem, slopes: &mut [f64]) {
        for (&origin, &slope) in self.origins.iter().zip(&readings.slopes) {
            slopes[origin as usize] = slope;
        }
        for (finding, (leak, &fired)) in self.findings.iter().zip(&readings.fired).enumerate() {
            let mut folded = self.folded_of(finding).iter().peekable();
            let links = problem.finding_starts()[finding]..problem.finding_starts()[finding + 1];
            for (slope, &disease) in slopes[links].iter_mut().zip(problem.links_of(finding).0) {
                // Folded diseases come in the order of the problem's links.
                if let Some(d) = folded.next_if(|d| d.disease == disease) {
                    // A longer silence of the disease adds to "quiet" what it takes from "fires".
                    let off = d.complement + d.prior * (1.0 - d.link);
                    *slope = d.prior / off * ((1.0 - fired) - fired * leak.quiet / leak.fired);
                }
            }
        }
    }
}

/// How many present findings each disease has.
fn degrees(problem: &Problem, pace: &mut Pace<'_>) -> Result<Vec<u32>, InferenceError> {
    let mut degrees = vec![0; problem.disease_count()];
    for finding in 0..problem.finding_count() {
        pace.count(problem.degree(finding))?;
        problem.links_of(finding).0.iter().for_each(|&d| degrees[d as usize] += 1);
    }
    Ok(degrees)
}

/// For every finding the first finding of its component.
fn connect(problem: &Problem, degrees: &[u32], pace: &mut Pace<'_>) -> Result<Vec<u32>, InferenceError> {
    let mut parent: Vec<u32> = (0..problem.finding_count() as u32).collect();
    let mut seen = vec![u32::MAX; problem.disease_count()];
    for finding in 0..problem.finding_count() {
        pace.count(problem.degree(finding))?;
        for &d in problem.links_of(finding).0 {
            let d = d as usize;
            if degrees[d] > 1 {
                if seen[d] != u32::MAX {
                    let (a, b) = (root(&mut parent, seen[d]), root(&mut parent, finding as u32));
                    parent[a.max(b) as usize] = a.min(b);
                }
                seen[d] = finding as u32;
            }
        }
    }
    Ok((0..problem.finding_count() as u32).map(|f| root(&mut parent, f)).collect())
}

fn root(parent: &mut [u32], mut at: u32) -> u32 {
    while parent[at as usize] != at {
        parent[at as usize] = parent[parent[at as usize] as usize];
        at = parent[at as usize];
    }
    at
}
