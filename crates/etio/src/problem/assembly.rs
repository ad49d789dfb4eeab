//! Applying evidence to a network.

use super::absent::{Absent, impossible_finding};
use super::links::StoredRows;
use super::{InputError, Problem, is_full};
use crate::budget::Budget;
use crate::numeric::{LogProduct, ROUNDOFF};
use crate::pace::Pace;
use crate::vectorised::vectorised;
use crate::{Evidence, FindingId, InferenceError, Network};

/// A problem, and all that was settled on the way to it. Reused from query to query:
/// [`assemble`](Self::assemble) overwrites it without allocating once warm.
#[derive(Debug, Default)]
pub(crate) struct Assembly {
    pub(crate) problem: Problem,
    /// Probability of all that was settled: the evidence is this times what the method finds.
    settled: LogProduct,
    absent: Absent,
    /// For every disease of the network: its position in the problem's diseases, [`CERTAIN`] or [`NOWHERE`].
    position: Vec<u32>,
    /// The diseases that are present in any case and were met at a present finding.
    certain: Vec<u32>,
}

/// The position of a disease that does not take part.
const NOWHERE: u32 = u32::MAX;
/// The position of a disease that is present in any case: to a finding it is like a leak.
const CERTAIN: u32 = u32::MAX - 1;
/// The position of a disease that was met and has no place yet.
const MET: u32 = u32::MAX - 2;

impl Assembly {
    /// Applies evidence to a network.
    pub(crate) fn assemble(
        &mut self,
        network: &Network,
        evidence: &Evidence,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        check_evidence(network, evidence)?;
        self.clear(network.disease_count());
        self.settled = self.absent.fold(network, evidence.absent(), budget)?;
        if !self.use_stored_rows(network, evidence.present()) {
            self.gather_present(network, evidence.present(), budget)?;
        }
        self.problem.error.odds = InputError::of_odds(self.absent.count());
        // The normaliser of each prior; those of the diseases that take part belong here too, since
        // their priors are given to the methods normalised. Each pair of prior and complement sums
        // to 1 up to two roundings.
        let (normaliser, error) = self.absent.normaliser(network, self.problem.error.odds);
        self.settled.multiply_product(&normaliser);
        self.problem.error.settled = error + 2.0 * ROUNDOFF * self.problem.disease_count() as f64;
        if self.settled.ln() == f64::NEG_INFINITY {
            return Err(InferenceError::ImpossibleEvidence { finding: None });
        }
        Ok(())
    }

    /// The log evidence, given what a method found for the problem. It is at most 0: what is above
    /// is rounding.
    pub(crate) fn log_evidence(&self, log_evidence: f64) -> f64 {
        self.log_mean(log_evidence).min(0.0)
    }

    /// The same for the mean of samples, which may be above 0 by chance.
    pub(crate) fn log_mean(&self, log_mean: f64) -> f64 {
        let mut evidence = self.settled;
        evidence.multiply_exp(log_mean);
        evidence.ln()
    }

    fn clear(&mut self, disease_count: usize) {
        self.absent.clear(disease_count);
        if self.position.len() == disease_count && self.problem.stored.is_none() {
            for &d in self.problem.diseases.iter().chain(&self.certain) {
                self.position[d as usize] = NOWHERE;
            }
        } else if self.position.len() != disease_count {
            self.position = vec![NOWHERE; disease_count];
        }
        self.certain.clear();
        self.problem.clear();
    }

    /// Uses rows as they are stored, if every present finding has one that is nearly full and no
    /// number is out of the ordinary. Every disease of the network then takes part.
    fn use_stored_rows(&mut self, network: &Network, present: &[FindingId]) -> bool {
        let link_count = present.iter().map(|&finding| network.parent_count(finding)).sum();
        let is_plain =
            |&finding: &FindingId| network.parents(finding).is_dense() && network.leak(finding) < 1.0;
        if present.is_empty()
            || !is_full(network.disease_count(), present.len(), link_count)
            || !present.iter().all(is_plain)
        {
            return false;
        }
        let Some(factors) = self.absent.factors() else { return false };
        let Problem { priors, complements, .. } = &mut self.problem;
        priors.resize(network.disease_count(), 0.0);
        complements.resize(network.disease_count(), 0.0);
        let in_range = fold_all(&network.priors, factors, priors, complements);
        if !in_range {
            self.problem.clear();
            return false;
        }
        self.problem.diseases.extend(0..network.disease_count() as u32);
        self.problem.findings.extend_from_slice(present);
        self.problem.leaks.extend(present.iter().map(|&finding| network.leak(finding)));
        self.problem.quiets.extend(present.iter().map(|&finding| 1.0 - network.leak(finding)));
        self.problem.error.leaks = present.len() as f64 * InputError::of_leak(0);
        self.problem.stored = Some(StoredRows::new(&network.by_finding, present));
        self.problem.links.take();
        true
    }

    fn gather_present(
        &mut self,
        network: &Network,
        present: &[FindingId],
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        self.admit_dense(network, present);
        let mut pace = Pace::new(budget);
        for &finding in present {
            pace.count_reads(network.parents(finding).len())?;
            let start = self.problem.links_mut().diseases.len();
            let (leak, quiet, joined) = self.gather_row(network, finding);
            let links = self.problem.links_mut();
            if quiet == 0.0 {
                // Present in any case: it says nothing about the diseases.
                links.diseases.truncate(start);
                links.probabilities.truncate(start);
            } else if links.diseases.len() == start && leak == 0.0 {
                return Err(impossible_finding(network, finding));
            } else {
                links.close();
                self.problem.findings.push(finding);
                self.problem.leaks.push(leak);
                self.problem.quiets.push(quiet);
                self.problem.error.leaks += InputError::of_leak(joined);
            }
        }
        self.problem.tiny.sort_unstable_by_key(|&(disease, _)| disease);
        Ok(())
    }

    /// Appends the links of one present finding; returns its leak joined with the certain diseases,
    /// the complement, and how many diseases were joined.
    fn gather_row(&mut self, network: &Network, finding: FindingId) -> (f64, f64, usize) {
        let row = network.parents(finding);
        if !row.is_dense() {
            row.for_each(|d, _| {
                if self.position[d] == NOWHERE {
                    self.admit(network, d);
                }
            });
        }
        let joined = self.join_certain(network, finding);
        let links = self.problem.links_mut();
        let mut end = links.diseases.len();
        links.diseases.resize(end + row.len(), 0);
        links.probabilities.resize(end + row.len(), 0.0);
        let (diseases, probabilities) = (&mut links.diseases[..], &mut links.probabilities[..]);
        let positions = &self.position[..];
        // Every entry is written, and those that do not count are overwritten: a branch would be
        // unpredictable.
        row.for_each_stored(|d, p| {
            diseases[end] = positions[d];
            probabilities[end] = p;
            end += usize::from(p > 0.0) & usize::from(positions[d] < MET);
        });
        links.diseases.truncate(end);
        links.probabilities.truncate(end);
        joined
    }

    /// Gives places to the diseases of all dense rows at once, in their order in the network, so
    /// that memory is walked in order from here on.
    fn admit_dense(&mut self, network: &Network, present: &[FindingId]) {
        let mut any = false;
        for row in present.iter().map(|&finding| network.parents(finding)).filter(|row| row.is_dense()) {
            any = true;
            row.zip_dense(&mut self.position, |position, p| {
                *position = if p > 0.0 { MET } else { *position }
            });
        }
        if any {
            for d in 0..self.position.len() {
                if self.position[d] == MET {
                    self.admit(network, d);
                }
            }
        }
    }

    /// Gives a disease a place if it can be present or absent.
    #[inline]
    fn admit(&mut self, network: &Network, d: usize) {
        let prior = network.priors[d];
        let (folded, complement) = self.absent.posterior(d, prior);
        self.position[d] = if prior == 1.0 {
            self.certain.push(d as u32);
            CERTAIN
        } else if self.absent.is_in_range(d, folded) {
            self.place(d, folded, complement)
        } else {
            self.admit_tiny(network, d, complement)
        };
    }

    /// Gives a place to a disease whose prior is next to zero, unless it is zero.
    #[cold]
    fn admit_tiny(&mut self, network: &Network, d: usize, complement: f64) -> u32 {
        let exact = self.absent.extended_posterior(network, d);
        if exact.is_zero() {
            return NOWHERE;
        }
        let value = exact.to_f64();
        if value >= super::SMALLEST_PRIOR {
            return self.place(d, value, complement);
        }
        self.problem.tiny.push((self.problem.diseases.len() as u32, exact));
        // What computes with doubles gets an upper bound.
        self.place(d, value.max(f64::MIN_POSITIVE), complement)
    }

    fn place(&mut self, d: usize, prior: f64, complement: f64) -> u32 {
        self.problem.diseases.push(d as u32);
        self.problem.priors.push(prior);
        self.problem.complements.push(complement);
        self.problem.diseases.len() as u32 - 1
    }

    /// A finding's leak joined with the diseases that are present in any case, the complement, and
    /// how many those are.
    fn join_certain(&self, network: &Network, finding: FindingId) -> (f64, f64, usize) {
        let leak = network.leak(finding);
        let (mut leak, mut quiet, mut joined) = (leak, 1.0 - leak, 0);
        if !self.certain.is_empty() {
            network.parents(finding).for_each(|d, p| {
                if self.position[d] == CERTAIN {
                    leak += quiet * p;
                    quiet *= 1.0 - p;
                    joined += 1;
                }
            });
        }
        (leak, quiet, joined)
    }

    /// The marginals of all diseases of the network, given those of the diseases that take part.
    pub(crate) fn spread(&self, network: &Network, local: &[f64]) -> Vec<f64> {
        let mut marginals = vec![0.0; network.disease_count()];
        self.spread_into(network, local, &mut marginals);
        marginals
    }

    /// The same into a place of the caller's.
    pub(crate) fn spread_into(&self, network: &Network, local: &[f64], marginals: &mut [f64]) {
        // Rounding may pass the ends by an ulp; anything more is caught by tests against the oracle.
        if self.problem.stored.is_some() {
            for (marginal, p) in marginals.iter_mut().zip(local) {
                *marginal = p.clamp(0.0, 1.0);
            }
            return;
        }
        marginals.copy_from_slice(&network.priors);
        for d in self.absent.touched() {
            marginals[d] = self.absent.posterior(d, marginals[d]).0;
        }
        for (&d, &p) in self.problem.diseases.iter().zip(local) {
            marginals[d as usize] = p.clamp(0.0, 1.0);
        }
    }
}

impl Assembly {
    /// The intervals of all diseases of the network, given those of the diseases that take part,
    /// each widened by `error`.
    pub(crate) fn spread_intervals(
        &self,
        network: &Network,
        local: &[(f64, f64)],
        error: f64,
    ) -> Vec<(f64, f64)> {
        let end = |end: fn(&(f64, f64)) -> f64| {
            let ends: Vec<f64> = local.iter().map(end).collect();
            self.spread(network, &ends)
        };
        let (lower, upper) = (end(|interval| interval.0), end(|interval| interval.1));
        let widened = |(lower, upper): (f64, f64)| ((lower - error).max(0.0), (upper + error).min(1.0));
        lower.into_iter().zip(upper).map(widened).collect()
    }
}

/// [`fold`](super::fold) for all diseases. False if a disease is certain, or one that is possible
/// has a prior outside the range of the arithmetic.
fn fold_all(priors: &[f64], factors: &[f64], folded: &mut [f64], complements: &mut [f64]) -> bool {
    vectorised(
        #[inline(always)]
        || {
            let mut in_range = true;
            let numbers = priors.iter().zip(factors).zip(folded.iter_mut().zip(&mut *complements));
            for ((&prior, &factor), (folded, complement)) in numbers {
                let (present, absent) = (prior * factor, 1.0 - prior);
                let total = present + absent;
                *folded = present / total;
                *complement = absent / total;
                in_range &= prior < 1.0 && (prior == 0.0 || *folded >= super::SMALLEST_PRIOR);
            }
            in_range
        },
    )
}

/// Refuses evidence on findings that the network does not have, or whose links are not
/// probabilities: rows of a large compiled file are validated when they are first used.
pub(crate) fn check_evidence(network: &Network, evidence: &Evidence) -> Result<(), InferenceError> {
    evidence.check(network)?;
    for &finding in evidence.present().iter().chain(evidence.absent()) {
        if !network.by_finding.is_sound(finding.index()) {
            return Err(InferenceError::Damaged { finding: network.finding_id(finding).to_owned() });
        }
    }
    Ok(())
}
