//! What is left of a network once the evidence is applied: the problem that every method solves.
//!
//! Assembly settles all that needs no inference. Absent findings fold into the priors of their diseases; certain
//! diseases (prior 1) fold into the leaks of their findings; impossible ones (prior 0, or an absent finding that they
//! always cause) drop out; present findings that are certain anyway drop out. Diseases without a present finding get
//! their posterior at once. What remains are diseases with a prior strictly between 0 and 1 and present findings with a
//! leak below 1, joined by links above zero.

use crate::{DiseaseId, Evidence, FindingId, InferenceError, Network};

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
    /// For every disease of the network: its product of (1 - link) over the absent findings.
    absent_factor: Vec<f64>,
    /// Diseases whose `absent_factor` is not one, each once.
    absent_touched: Vec<u32>,
    /// For every disease of the network: its position in `diseases`, or [`NOWHERE`].
    position: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Query {
    /// Applies evidence to a network.
    pub(crate) fn assemble(&mut self, network: &Network, evidence: &Evidence) -> Result<(), InferenceError> {
        evidence.check(network)?;
        evidence.present().iter().chain(evidence.absent()).try_for_each(|&f| network.check_row(f))?;
        self.clear(network.disease_count());
        self.absent_count = evidence.absent().len();
        self.fold_absent(network, evidence.absent())?;
        self.gather_present(network, evidence.present())?;
        for &d in &self.absent_touched {
            // The normaliser of each prior; those of the diseases that take part belong here too, since their priors
            // are given to the methods normalised.
            let prior = network.priors[d as usize];
            let factor = self.absent_factor[d as usize];
            self.settled += log_total(prior, factor);
        }
        if self.settled == f64::NEG_INFINITY {
            return Err(InferenceError::ImpossibleEvidence { finding: None });
        }
        Ok(())
    }

    fn clear(&mut self, disease_count: usize) {
        if self.position.len() == disease_count {
            for &d in &self.absent_touched {
                self.absent_factor[d as usize] = 1.0;
            }
            for &d in &self.diseases {
                self.position[d as usize] = NOWHERE;
            }
        } else {
            self.absent_factor = vec![1.0; disease_count];
            self.position = vec![NOWHERE; disease_count];
        }
        self.absent_touched.clear();
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
        self.settled = 0.0;
    }

    fn fold_absent(&mut self, network: &Network, absent: &[FindingId]) -> Result<(), InferenceError> {
        for &finding in absent {
            let leak = network.leak(finding);
            self.settled += (-leak).ln_1p();
            let mut impossible = leak == 1.0;
            network.parents(finding).for_each(|d, p| {
                impossible |= p == 1.0 && network.priors[d] == 1.0;
                let (factor, kept) = (&mut self.absent_factor[d], 1.0 - p);
                // A link so small that `kept` rounds to one leaves the factor at one: the disease counts as not touched.
                if *factor == 1.0 && kept < 1.0 {
                    self.absent_touched.push(d as u32);
                }
                *factor *= kept;
            });
            if impossible {
                return Err(impossible_finding(network, finding));
            }
        }
        Ok(())
    }

    fn gather_present(&mut self, network: &Network, present: &[FindingId]) -> Result<(), InferenceError> {
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
        let leak = network.leak(finding);
        let mut pair = (leak, 1.0 - leak);
        let row = network.parents(finding);
        row.for_each_stored(|d, p| {
            if p > 0.0 && self.position[d] == NOWHERE {
                self.admit(network, d, p, &mut pair);
            }
        });
        let mut end = self.link_disease.len();
        self.link_disease.resize(end + row.len(), 0);
        self.link_probability.resize(end + row.len(), 0.0);
        let (diseases, probabilities) = (&mut self.link_disease[..], &mut self.link_probability[..]);
        let positions = &self.position[..];
        // Every entry is written, and those that do not count are written over: in a dense row no branch could be foretold.
        row.for_each_stored(|d, p| {
            diseases[end] = positions[d];
            probabilities[end] = p;
            end += usize::from((p > 0.0) & (positions[d] != NOWHERE));
        });
        self.link_disease.truncate(end);
        self.link_probability.truncate(end);
        pair
    }

    /// Gives a disease a position if it can be present or absent; joins it with the leak if it is certain.
    #[inline(never)]
    fn admit(&mut self, network: &Network, d: usize, p: f64, (leak, quiet): &mut (f64, f64)) {
        let prior = network.priors[d];
        let (folded, complement) = fold(prior, self.absent_factor[d]);
        if prior == 1.0 {
            *leak += *quiet * p;
            *quiet *= 1.0 - p;
        } else if folded > 0.0 {
            self.position[d] = self.diseases.len() as u32;
            self.diseases.push(d as u32);
            self.priors.push(folded);
            self.complements.push(complement);
        }
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
        for &d in &self.absent_touched {
            let d = d as usize;
            marginals[d] = fold(marginals[d], self.absent_factor[d]).0;
        }
        for (&d, &p) in self.diseases.iter().zip(local) {
            // Rounding may pass the ends by an ulp; anything more is caught by tests against the oracle.
            marginals[d as usize] = p.clamp(0.0, 1.0);
        }
        marginals
    }

    /// The disease of the network at a local position.
    #[allow(dead_code)]
    pub(crate) fn disease(&self, position: usize) -> DiseaseId {
        DiseaseId::new(self.diseases[position])
    }
}

/// P(disease | absent findings) and its complement: `prior * factor` against `1 - prior`.
#[inline]
fn fold(prior: f64, factor: f64) -> (f64, f64) {
    if factor == 1.0 || prior == 1.0 {
        return (prior, 1.0 - prior);
    }
    let (present, absent) = (prior * factor, 1.0 - prior);
    let total = present + absent;
    (present / total, absent / total)
}

/// `ln(prior * factor + 1 - prior)`, whichever of the two terms is the small one.
#[inline]
fn log_total(prior: f64, factor: f64) -> f64 {
    let lost = prior * (1.0 - factor);
    if lost < 0.5 { (-lost).ln_1p() } else { (prior * factor + (1.0 - prior)).ln() }
}

fn impossible_finding(network: &Network, finding: FindingId) -> InferenceError {
    InferenceError::ImpossibleEvidence { finding: Some(network.finding_id(finding).to_owned()) }
}
