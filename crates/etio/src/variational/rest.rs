//! What a hybrid leaves to the exact method: the query without the transformed findings, its diseases tilted by them.

use super::conjugate::{Bounds, Tilted, tilt};
use crate::exact::{self, Solution};
use crate::limits::Deadline;
use crate::query::Query;
use crate::{InferenceError, Limits};

const NOWHERE: u32 = u32::MAX;

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
    tilted: Vec<Tilted>,
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
        let rest = &mut self.query;
        for finding in (0..whole.finding_count()).filter(|&finding| keep(finding)) {
            rest.findings.push(whole.findings[finding]);
            rest.leaks.push(whole.leaks[finding]);
            rest.quiets.push(whole.quiets[finding]);
            let (diseases, probabilities) = whole.links_of(finding);
            rest.link_probability.extend_from_slice(probabilities);
            for &disease in diseases {
                let place = &mut self.place[disease as usize];
                if *place == NOWHERE {
                    *place = self.origin.len() as u32;
                    self.origin.push(disease);
                    rest.diseases.push(whole.diseases[disease as usize]);
                }
                rest.link_disease.push(*place);
            }
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
        self.tilted.clear();
        let weights = whole.priors.iter().zip(&whole.complements).zip(&self.tilts);
        self.tilted.extend(weights.map(|((&prior, &complement), &t)| match t {
            0.0 => Tilted { prior, complement, log_normaliser: 0.0 },
            t => tilt(prior, complement, t),
        }));
        self.query.priors.clear();
        self.query.complements.clear();
        for &disease in &self.origin {
            let tilted = &self.tilted[disease as usize];
            self.query.priors.push(tilted.prior);
            self.query.complements.push(tilted.complement);
        }
        let solution = exact.solve(&self.query)?;
        let mut marginals: Vec<f64> = self.tilted.iter().map(|tilted| tilted.prior).collect();
        for (&disease, &marginal) in self.origin.iter().zip(&solution.marginals) {
            marginals[disease as usize] = marginal;
        }
        let log_normaliser: f64 = self.tilted.iter().map(|tilted| tilted.log_normaliser).sum();
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
