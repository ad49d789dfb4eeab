//! Walks over the links of many findings that end with the budget.

use crate::{Budget, DiseaseId, FindingId, InferenceError, Network};

/// Walks over the links of findings, one finding after the other, with a check of the budget now and
/// then: a finding of a large network can have as many links as there are diseases.
#[derive(Debug)]
pub struct LinkWalk<'a> {
    network: &'a Network,
    budget: &'a Budget,
    /// Links to go until the next look.
    unseen: usize,
}

impl<'a> LinkWalk<'a> {
    /// Links between two checks of the budget: some fifty microseconds.
    pub const LINKS_PER_LOOK: usize = 1024;

    /// A walk that ends with a budget.
    pub fn new(network: &'a Network, budget: &'a Budget) -> Self {
        Self { network, budget, unseen: 0 }
    }

    /// Visits each link of a finding.
    pub fn links(
        &mut self,
        finding: FindingId,
        mut visit: impl FnMut(DiseaseId, f64),
    ) -> Result<(), InferenceError> {
        for (disease, p) in self.network.parents(finding).iter() {
            if self.unseen == 0 {
                self.budget.check()?;
                self.unseen = Self::LINKS_PER_LOOK;
            }
            self.unseen -= 1;
            visit(disease, p);
        }
        Ok(())
    }

    /// How likely a finding is to be absent if diseases are independent and have these probabilities.
    pub fn probability_absent(
        &mut self,
        finding: FindingId,
        disease: impl Fn(DiseaseId) -> f64,
    ) -> Result<f64, InferenceError> {
        let mut absent = 1.0 - self.network.leak(finding);
        self.links(finding, |d, p| absent *= 1.0 - disease(d) * p)?;
        Ok(absent)
    }

    /// The score of each finding, for as many of them as there is time for, and the number of the others.
    pub fn score<S>(
        &mut self,
        findings: impl IntoIterator<Item = FindingId>,
        mut score: impl FnMut(&mut Self, FindingId) -> Result<S, InferenceError>,
    ) -> Result<(Vec<(FindingId, S)>, usize), InferenceError> {
        let mut findings = findings.into_iter();
        let mut scored = Vec::new();
        while let Some(finding) = findings.next() {
            match score(self, finding) {
                Ok(score) => scored.push((finding, score)),
                Err(InferenceError::OutOfTime { .. }) => return Ok((scored, 1 + findings.count())),
                Err(error) => return Err(error),
            }
        }
        Ok((scored, 0))
    }
}
