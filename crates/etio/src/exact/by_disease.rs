//! A problem's links by disease, with the diseases told apart by how many present findings they touch.

use crate::InferenceError;
use crate::budget::Budget;
use crate::pace::Pace;
use crate::problem::Problem;

/// Maximum number of findings in an index: its sets are 64-bit masks.
pub(super) const MOST_FINDINGS: usize = 64;

/// Links by disease, reused from problem to problem.
#[derive(Debug, Default)]
pub(super) struct ByDisease {
    /// The set of findings that each disease can explain.
    pub(super) masks: Vec<u64>,
    /// Diseases with a single present finding, as (finding, disease, link), by finding. They act as
    /// a part of its leak.
    pub(super) singles: Vec<(usize, usize, f64)>,
    /// Diseases with several present findings.
    pub(super) shared: Vec<u32>,
    /// Links of each disease: `starts[d]..starts[d + 1]` of the two arrays below.
    starts: Vec<usize>,
    findings: Vec<u32>,
    probabilities: Vec<f64>,
}

impl ByDisease {
    /// Indexes a problem with at most [`MOST_FINDINGS`] findings.
    pub(super) fn index(&mut self, problem: &Problem, budget: &Budget) -> Result<(), InferenceError> {
        problem.list(budget)?;
        let mut pace = Pace::new(budget);
        self.count(problem, &mut pace)?;
        self.fill(problem, &mut pace)?;
        self.singles.clear();
        for finding in 0..problem.finding_count() {
            let (diseases, probabilities) = problem.links_of(finding);
            pace.count(diseases.len())?;
            for (&d, &p) in diseases.iter().zip(probabilities) {
                if self.masks[d as usize].is_power_of_two() {
                    self.singles.push((finding, d as usize, p));
                }
            }
        }
        // One without a mask has all its findings explained without it: it stays at its prior.
        self.shared.clear();
        let masks = (0..).zip(&self.masks);
        self.shared
            .extend(masks.filter(|(_, mask)| mask.count_ones() > 1).map(|(disease, _): (u32, _)| disease));
        Ok(())
    }

    /// A disease's links as (finding, probability), in ascending order of finding.
    pub(super) fn links(&self, disease: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.starts[disease]..self.starts[disease + 1];
        self.findings[range.clone()]
            .iter()
            .map(|&f| f as usize)
            .zip(self.probabilities[range].iter().copied())
    }

    fn count(&mut self, problem: &Problem, pace: &mut Pace<'_>) -> Result<(), InferenceError> {
        let count = problem.disease_count();
        self.masks.clear();
        self.masks.resize(count, 0);
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        for finding in 0..problem.finding_count() {
            let diseases = problem.links_of(finding).0;
            pace.count(diseases.len())?;
            for &d in diseases {
                self.starts[d as usize + 1] += 1;
            }
        }
        for d in 0..count {
            self.starts[d + 1] += self.starts[d];
        }
        Ok(())
    }

    fn fill(&mut self, problem: &Problem, pace: &mut Pace<'_>) -> Result<(), InferenceError> {
        self.findings.resize(problem.link_count(), 0);
        self.probabilities.resize(problem.link_count(), 0.0);
        for finding in 0..problem.finding_count() {
            let (diseases, probabilities) = problem.links_of(finding);
            pace.count(diseases.len())?;
            for (&d, &p) in diseases.iter().zip(probabilities) {
                // A mask also counts how many links of the disease are in place.
                let at = self.starts[d as usize] + self.masks[d as usize].count_ones() as usize;
                self.findings[at] = finding as u32;
                self.probabilities[at] = p;
                self.masks[d as usize] |= 1 << finding;
            }
        }
        Ok(())
    }
}

/// The members of a set of findings, in ascending order.
pub(super) fn members(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit as usize
        })
    })
}
