//! Distributions that samples are drawn from: independent diseases.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use super::graph::Graph;

/// A probability above this is lowered to it, unless the prior is higher: a sample without the
/// disease must not be so rare that its weight outweighs all others.
const LARGEST: f64 = 0.95;

/// Independent diseases, each present with a probability of its own.
#[derive(Debug)]
pub(super) struct Proposal {
    /// Diseases by falling probability, with that probability.
    order: Vec<(u32, f64)>,
    /// Contribution of each present disease to the log weight of a sample.
    log_present: Vec<f64>,
    /// The log weight of the sample without any disease.
    log_none: f64,
}

impl Proposal {
    /// The priors themselves.
    pub(super) fn priors(graph: &Graph) -> Self {
        Self::ordered(&graph.prior, vec![0.0; graph.disease_count()], 0.0)
    }

    /// Probabilities that are thought to be near the posterior.
    pub(super) fn tilted(graph: &Graph, marginals: &[f64]) -> Self {
        let mut log_present = Vec::with_capacity(marginals.len());
        let mut log_none = 0.0;
        let mut tilted = Vec::with_capacity(marginals.len());
        for (disease, &marginal) in marginals.iter().enumerate() {
            let prior = graph.prior[disease];
            if prior < f64::MIN_POSITIVE {
                tilted.push(prior);
                log_present.push(0.0);
                continue;
            }
            let on = marginal.clamp(prior, LARGEST.max(prior));
            let (present, absent) = if on > prior {
                (graph.log_prior[disease] - on.ln(), graph.complement[disease].ln() - (-on).ln_1p())
            } else {
                (0.0, 0.0)
            };
            tilted.push(on);
            log_present.push(present - absent);
            log_none += absent;
        }
        Self::ordered(&tilted, log_present, log_none)
    }

    fn ordered(on: &[f64], log_present: Vec<f64>, log_none: f64) -> Self {
        let mut order: Vec<(u32, f64)> = (0..).zip(on.iter().copied()).filter(|(_, p)| *p > 0.0).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Self { order, log_present, log_none }
    }

    /// Draws the diseases of one sample and returns the logarithm of prior over proposal.
    ///
    /// Rare diseases are skipped in leaps: no later disease is more probable than the current one, so a
    /// candidate is drawn with that probability, and then accepted with the ratio
    /// of its own to it.
    pub(super) fn draw(&self, rng: &mut Xoshiro256PlusPlus, present: &mut Vec<u32>) -> f64 {
        present.clear();
        let mut log_weight = self.log_none;
        let mut at = 0;
        while let Some(&(_, most)) = self.order.get(at) {
            // Below 1, and the quotient above -1: `most` is at most 1, and then nothing is skipped.
            let leap = (-unit(rng)).ln_1p() / (-most).ln_1p();
            if leap >= (self.order.len() - at) as f64 {
                break;
            }
            at += leap as usize;
            let (disease, on) = self.order[at];
            if unit(rng) * most < on {
                present.push(disease);
                log_weight += self.log_present[disease as usize];
            }
            at += 1;
        }
        log_weight
    }
}

/// A number from 0 to below 1 with 53 random bits.
fn unit(rng: &mut Xoshiro256PlusPlus) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
