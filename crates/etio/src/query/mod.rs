//! What is left of a network once the evidence is applied: the problem that every method solves.
//!
//! Assembly settles all that needs no inference. Absent findings fold into the priors of their diseases; certain
//! diseases (prior 1) fold into the leaks of their findings; impossible ones (prior 0, or an absent finding that they
//! always cause) drop out; present findings that are certain anyway drop out. Diseases without a present finding get
//! their posterior at once. What remains are diseases with a prior strictly between 0 and 1 and present findings with a
//! leak below 1, joined by links above zero.

mod absent;

use absent::Absent;
pub(crate) use absent::{fold, log_total};

use crate::{Evidence, FindingId, InferenceError, Network};

/// The reduced problem. Reused from query to query: [`Query::assemble`] overwrites it without allocating once warm.
#[derive(Debug, Default)]
pub(crate) struct Query {
    /// The present findings that are left to explain.
    pub(crate) findings: Vec<FindingId>,
    /// Of each, the probability that it is on without any disease below, below 1.
    pub(crate) leaks: Vec<f64>,
    /// Of each, the probability that it is not: `1 - leak`, kept beside it so that neither loses digits to the other.
    pub(crate) quiets: Vec<f64>,
    /// The diseases that take part, by their position in the network.
    pub(crate) diseases: Vec<u32>,
    /// Of each, the probability given the absent findings, strictly between 0 and 1.
    pub(crate) priors: Vec<f64>,
    /// Of each, `1 - prior`, kept beside it so that neither loses digits to the other.
    pub(crate) complements: Vec<f64>,
    /// Links by finding: `finding_starts[j]..finding_starts[j + 1]` of the two arrays below.
    pub(crate) finding_starts: Vec<usize>,
    /// Position in `diseases`.
    pub(crate) link_disease: Vec<u32>,
    /// P(finding | only that disease), in (0, 1].
    pub(crate) link_probability: Vec<f64>,
    /// Log probability of all that was settled: the log evidence is this plus what the method finds.
    pub(crate) settled: f64,
    /// How many absent findings were folded into the priors.
    pub(crate) absent_count: usize,
    absent: Absent,
    /// For every disease of the network: its position in `diseases`, [`CERTAIN`] or [`NOWHERE`].
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

impl Query {
    /// Applies evidence to a network.
    pub(crate) fn assemble(&mut self, network: &Network, evidence: &Evidence) -> Result<(), InferenceError> {
        network.check_evidence(evidence)?;
        self.clear(network.disease_count());
        self.absent_count = evidence.absent().len();
        self.settled = self.absent.fold(network, evidence.absent())?;
        self.gather_present(network, evidence.present())?;
        // The normaliser of each prior; those of the diseases that take part belong here too, since their priors
        // are given to the methods normalised.
        self.settled += self.absent.log_normaliser(network);
        if self.settled == f64::NEG_INFINITY {
            return Err(InferenceError::ImpossibleEvidence { finding: None });
        }
        Ok(())
    }

    fn clear(&mut self, disease_count: usize) {
        self.absent.clear(disease_count);
        if self.position.len() == disease_count {
            for &d in self.diseases.iter().chain(&self.certain) {
                self.position[d as usize] = NOWHERE;
            }
        } else {
            self.position = vec![NOWHERE; disease_count];
        }
        self.certain.clear();
        self.settled = 0.0;
        self.clear_problem();
    }

    /// Forgets findings, diseases and links, and keeps the memory.
    pub(crate) fn clear_problem(&mut self) {
        self.findings.clear();
        self.leaks.clear();
        self.quiets.clear();
        self.diseases.clear();
        self.priors.clear();
        self.complements.clear();
        self.finding_starts.clear();
        self.finding_starts.push(0);
        self.link_disease.clear();
        self.link_probability.clear();
    }

    fn gather_present(&mut self, network: &Network, present: &[FindingId]) -> Result<(), InferenceError> {
        self.admit_dense(network, present);
        for &finding in present {
            let start = self.link_disease.len();
            let (leak, quiet) = self.gather_row(network, finding);
            if quiet == 0.0 {
                // Present in any case: it says nothing about the diseases.
                self.link_disease.truncate(start);
                self.link_probability.truncate(start);
            } else if self.link_disease.len() == start && leak == 0.0 {
                return Err(impossible_finding(network, finding));
            } else {
                self.findings.push(finding);
                self.leaks.push(leak);
                self.quiets.push(quiet);
                self.finding_starts.push(self.link_disease.len());
            }
        }
        Ok(())
    }

    /// Appends the links of one present finding; returns its leak joined with the certain diseases, and the complement.
    fn gather_row(&mut self, network: &Network, finding: FindingId) -> (f64, f64) {
        let row = network.parents(finding);
        if !row.is_dense() {
            row.for_each(|d, _| {
                if self.position[d] == NOWHERE {
                    self.admit(network, d);
                }
            });
        }
        let pair = self.join_certain(network, finding);
        let mut end = self.link_disease.len();
        self.link_disease.resize(end + row.len(), 0);
        self.link_probability.resize(end + row.len(), 0.0);
        let (diseases, probabilities) = (&mut self.link_disease[..], &mut self.link_probability[..]);
        let positions = &self.position[..];
        // Every entry is written, and those that do not count are written over: in a dense row no branch could be foretold.
        row.for_each_stored(|d, p| {
            diseases[end] = positions[d];
            probabilities[end] = p;
            end += usize::from(p > 0.0) & usize::from(positions[d] < MET);
        });
        self.link_disease.truncate(end);
        self.link_probability.truncate(end);
        pair
    }

    /// Gives places to the diseases of all dense rows at once, in their order in the network, so that memory is walked in
    /// order from here on.
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
        } else if folded > 0.0 {
            self.diseases.push(d as u32);
            self.priors.push(folded);
            self.complements.push(complement);
            self.diseases.len() as u32 - 1
        } else {
            NOWHERE
        };
    }

    /// A finding's leak joined with the diseases that are present in any case, and the complement.
    fn join_certain(&self, network: &Network, finding: FindingId) -> (f64, f64) {
        let leak = network.leak(finding);
        let (mut leak, mut quiet) = (leak, 1.0 - leak);
        if !self.certain.is_empty() {
            network.parents(finding).for_each(|d, p| {
                if self.position[d] == CERTAIN {
                    leak += quiet * p;
                    quiet *= 1.0 - p;
                }
            });
        }
        (leak, quiet)
    }

    /// How many findings are left to explain.
    pub(crate) fn finding_count(&self) -> usize {
        self.findings.len()
    }

    /// How many diseases take part.
    pub(crate) fn disease_count(&self) -> usize {
        self.diseases.len()
    }

    /// A finding's links: positions in `diseases`, and probabilities.
    pub(crate) fn links_of(&self, finding: usize) -> (&[u32], &[f64]) {
        let range = self.finding_starts[finding]..self.finding_starts[finding + 1];
        (&self.link_disease[range.clone()], &self.link_probability[range])
    }

    /// The marginals of all diseases of the network, given those of the diseases that take part.
    pub(crate) fn spread(&self, network: &Network, local: &[f64]) -> Vec<f64> {
        let mut marginals = network.priors.to_vec();
        for d in self.absent.touched() {
            marginals[d] = self.absent.posterior(d, marginals[d]).0;
        }
        for (&d, &p) in self.diseases.iter().zip(local) {
            // Rounding may pass the ends by an ulp; anything more is caught by tests against the oracle.
            marginals[d as usize] = p.clamp(0.0, 1.0);
        }
        marginals
    }
}

fn impossible_finding(network: &Network, finding: FindingId) -> InferenceError {
    InferenceError::ImpossibleEvidence { finding: Some(network.finding_id(finding).to_owned()) }
}
