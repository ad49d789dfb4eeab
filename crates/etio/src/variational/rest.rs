//! What a hybrid leaves to the exact method: the query without the transformed findings, its diseases tilted by them.

use super::conjugate::{Bounds, tilt_all};
use crate::exact::{self, Solution};
use crate::limits::Deadline;
use crate::query::Query;
use crate::{InferenceError, Limits};

/// The place of a disease that no finding here is linked to.
const NOWHERE: u32 = u32::MAX;
/// The place of a disease that was met and has none yet.
const MET: u32 = u32::MAX - 1;

/// A query with some of the findings and only the diseases that can cause them. Reused from query to query.
#[derive(Debug, Default)]
pub(super) struct Rest {
    query: Query,
    /// The position in the whole query of each disease here.
    origin: Vec<u32>,
    /// The position here of each disease of the whole query, or [`NOWHERE`].
    place: Vec<u32>,
    /// Of each disease of the whole query, the sum of `xi theta` over the transformed findings.
    tilts: Vec<f64>,
    /// Of each disease of the whole query, its probability as tilted, and one minus that.
    priors: Vec<f64>,
    complements: Vec<f64>,
}

/// The exact method, with what it may take.
pub(crate) struct Exact<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) deadline: &'a Deadline,
    pub(crate) workspace: &'a mut exact::Workspace,
}

impl Exact<'_> {
    /// Solves a query exactly.
    pub(super) fn solve(&mut self, query: &Query) -> Result<Solution, InferenceError> {
        exact::stable(query, self.limits, self.deadline, self.workspace)
    }
}

impl Rest {
    /// Takes over the findings that `keep` wants, by their position in the whole query.
    pub(super) fn take(&mut self, whole: &Query, keep: impl Fn(usize) -> bool) {
        self.clear(whole.disease_count());
        let kept = || (0..whole.finding_count()).filter(|&finding| keep(finding));
        for finding in kept() {
            whole.links_of(finding).0.iter().for_each(|&disease| self.place[disease as usize] = MET);
        }
        // In the order of the whole query, so that memory is walked in order.
        for (place, disease) in self.place[..whole.disease_count()].iter_mut().zip(0..) {
            if *place == MET {
                *place = self.origin.len() as u32;
                self.origin.push(disease);
            }
        }
        let rest = &mut self.query;
        rest.diseases.extend(self.origin.iter().map(|&disease| whole.diseases[disease as usize]));
        for finding in kept() {
            rest.findings.push(whole.findings[finding]);
            rest.leaks.push(whole.leaks[finding]);
            rest.quiets.push(whole.quiets[finding]);
            let (diseases, probabilities) = whole.links_of(finding);
            rest.link_probability.extend_from_slice(probabilities);
            rest.link_disease.extend(diseases.iter().map(|&disease| self.place[disease as usize]));
            rest.finding_starts.push(rest.link_disease.len());
        }
    }

    /// Solves the rest with the weight of each disease multiplied by what the transformed findings make of it. The log evidence is
    /// that of the tilted network: the constants of the bounds are not in it.
    pub(super) fn solve(
        &mut self,
        whole: &Query,
        bounds: &Bounds,
        xi: &[f64],
        exact: &mut Exact<'_>,
    ) -> Result<Solution, InferenceError> {
        self.tilts.clear();
        self.tilts.resize(whole.disease_count(), 0.0);
        bounds.tilts(xi, &mut self.tilts);
        self.priors.clone_from(&whole.priors);
        self.complements.clone_from(&whole.complements);
        let log_normaliser = tilt_all(&mut self.priors, &mut self.complements, &self.tilts);
        self.query.priors.clear();
        self.query.priors.extend(self.origin.iter().map(|&disease| self.priors[disease as usize]));
        self.query.complements.clear();
        self.query.complements.extend(self.origin.iter().map(|&disease| self.complements[disease as usize]));
        let solution = exact.solve(&self.query)?;
        let mut marginals = self.priors.clone();
        for (&disease, &marginal) in self.origin.iter().zip(&solution.marginals) {
            marginals[disease as usize] = marginal;
        }
        Ok(Solution { marginals, log_evidence: solution.log_evidence + log_normaliser, ..solution })
    }

    fn clear(&mut self, disease_count: usize) {
        for &disease in &self.origin {
            self.place[disease as usize] = NOWHERE;
        }
        if self.place.len() < disease_count {
            self.place.resize(disease_count, NOWHERE);
        }
        self.origin.clear();
        let rest = &mut self.query;
        rest.findings.clear();
        rest.leaks.clear();
        rest.quiets.clear();
        rest.diseases.clear();
        rest.finding_starts.clear();
        rest.finding_starts.push(0);
        rest.link_disease.clear();
        rest.link_probability.clear();
    }
}
