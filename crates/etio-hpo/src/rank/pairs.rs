//! One disease or two: what a pair explains that neither does alone.
//!
//! With at most two diseases present the posterior is a sum over single diseases and pairs. All
//! singles are summed; pairs only among the best [`CANDIDATES`] singles, since a disease that
//! explains next to nothing alone adds next to nothing to another.
//!
//! A list of genes says where the cause of the findings is. It raised the prior of each disease by the
//! likelihood ratio of its genes, and in a pair it counts once: by the larger of the two ratios.

use etio::{DiseaseId, Evidence};

use super::single::{finding_weight, log_evidence_of_none, log_sum, log_weights};
use super::{Absent, Ground, Overrides, Ranker, Ranking};

/// How many single diseases are tried in pairs.
const CANDIDATES: usize = 300;

/// The best single diseases with their links to the present findings, ready to be paired.
struct Candidates {
    diseases: Vec<u32>,
    /// By candidate: log of its weight alone, and of the part of it that is not from present
    /// findings. What the absent findings and the prior say is the same in every pair; only the
    /// present findings mix.
    weights: Vec<(f64, f64)>,
    /// By candidate: what the list of genes added to its weight.
    listed: Vec<f64>,
    /// For each candidate and present finding: `1 - v`.
    quiet: Vec<f64>,
    /// For each candidate and present finding: `1 / (1 - (1 - leak)(1 - v))`.
    inverse: Vec<f64>,
    /// For each present finding: `1 - leak`.
    leak_quiet: Vec<f64>,
}

impl Candidates {
    fn new(ground: Ground<'_>, evidence: &Evidence, overrides: &Overrides, weights: &[f64]) -> Self {
        let network = ground.network;
        let present = evidence.present();
        let leak_quiet: Vec<f64> = present.iter().map(|&f| 1.0 - network.leak(f)).collect();
        let diseases = best(weights, CANDIDATES);
        let mut candidates = Self {
            weights: Vec::with_capacity(diseases.len()),
            listed: diseases.iter().map(|&disease| ground.listed(disease)).collect(),
            quiet: Vec::with_capacity(diseases.len() * present.len()),
            inverse: Vec::with_capacity(diseases.len() * present.len()),
            leak_quiet,
            diseases,
        };
        for &disease in &candidates.diseases {
            let replaced = overrides.iter().find(|entry| entry.0 == disease).map(|(_, links)| links);
            let mut from_present = 0.0;
            for (at, &finding) in present.iter().enumerate() {
                let v = match replaced {
                    Some(links) => links[at],
                    None => network.link(DiseaseId::new(disease), finding).map_or(0.0, |link| link.0),
                };
                from_present += finding_weight(network.leak(finding), v);
                candidates.quiet.push(1.0 - v);
                let off = (1.0 - v) * candidates.leak_quiet[at];
                candidates.inverse.push(1.0 / (1.0 - off).max(f64::MIN_POSITIVE));
            }
            let weight = weights[disease as usize];
            candidates.weights.push((weight, weight - from_present));
        }
        candidates
    }

    /// Log of `P(present | a and b) / P(present | only a)`.
    fn gain(&self, a: usize, b: usize) -> f64 {
        let findings = self.leak_quiet.len();
        let range = |at: usize| at * findings..(at + 1) * findings;
        let (quiet_a, quiet_b) = (&self.quiet[range(a)], &self.quiet[range(b)]);
        let pairs = quiet_a.iter().zip(quiet_b).zip(&self.leak_quiet).zip(&self.inverse[range(a)]);
        let (mut log, mut product) = (0.0, 1.0f64);
        for (((qa, qb), leak), inverse) in pairs {
            product *= (1.0 - qa * qb * leak) * inverse;
            if product > 1e250 {
                log += product.ln();
                product = 1.0;
            }
        }
        log + product.ln()
    }

    /// Every pair once: the positions of both, the log of its weight and what the second adds to the first.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        (0..self.diseases.len()).flat_map(move |a| {
            (a + 1..self.diseases.len()).map(move |b| {
                let gain = self.gain(a, b);
                let counted_twice = self.listed[a].min(self.listed[b]);
                (a, b, self.weights[a].0 + self.weights[b].1 + gain - counted_twice, gain)
            })
        })
    }
}

/// Ranks by the posterior of at most two diseases.
pub(super) fn rank(
    ground: Ground<'_>,
    evidence: &Evidence,
    absent: Absent,
    overrides: &Overrides,
) -> Ranking {
    let network = ground.network;
    let weights = log_weights(network, evidence, absent, overrides);
    let candidates = Candidates::new(ground, evidence, overrides, &weights);
    let scale = weights.iter().copied().fold(0.0, f64::max);
    let mut sums: Vec<f64> = weights.iter().map(|weight| (weight - scale).exp()).collect();
    let mut total = (-scale).exp() + sums.iter().sum::<f64>();
    let mut pairs = Vec::with_capacity(candidates.diseases.len() * candidates.diseases.len() / 2);
    for (a, b, log, _) in candidates.pairs() {
        // A pair may outweigh every single disease by far.
        let weight = (log - scale).min(600.0).exp();
        let diseases = [a, b].map(|at| candidates.diseases[at]);
        diseases.iter().for_each(|&disease| sums[disease as usize] += weight);
        total += weight;
        pairs.push((diseases, weight));
    }
    pairs.iter_mut().for_each(|(_, weight)| *weight /= total);
    let probabilities = sums.iter().map(|sum| (sum / total).clamp(0.0, 1.0)).collect();
    // Below the smallest double the single weights still tell diseases apart.
    let scores = sums.iter().zip(&weights).map(|(sum, weight)| sum.ln().max(weight - scale)).collect();
    let log_evidence = log_evidence_of_none(network, evidence, absent) + scale + total.ln();
    Ranking { log_evidence, pairs, ..Ranking::new(scores, probabilities, Ranker::Pairs) }
}

/// The positions of the largest weights, largest first.
fn best(weights: &[f64], count: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..weights.len() as u32).collect();
    let by_weight = |&a: &u32, &b: &u32| weights[b as usize].total_cmp(&weights[a as usize]).then(a.cmp(&b));
    if count < order.len() {
        order.select_nth_unstable_by(count, by_weight);
        order.truncate(count);
    }
    order.sort_unstable_by(by_weight);
    order
}

/// Two diseases that together explain more than either.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pair {
    /// The two, by their positions in the network.
    pub(crate) diseases: [u32; 2],
    /// The share of the pair in the posterior of at most two diseases.
    pub(crate) probability: f64,
    /// Log of how much better the pair explains the present findings than the better of the two.
    pub(crate) gain: f64,
}

/// The pairs in which each disease adds something to the other, likeliest first.
pub(crate) fn best_pairs(ground: Ground<'_>, evidence: &Evidence, absent: Absent) -> Vec<Pair> {
    let overrides = Overrides::new();
    let mut logs = log_weights(ground.network, evidence, absent, &overrides);
    let candidates = Candidates::new(ground, evidence, &overrides, &logs);
    let mut pairs = Vec::new();
    logs.push(0.0);
    for (a, b, log, gain) in candidates.pairs() {
        logs.push(log);
        let gain = gain.min(candidates.gain(b, a));
        // Each must explain what the other leaves to chance, or it is only a second name for the same.
        if gain > 2.0f64.ln() {
            pairs.push((log, [a, b].map(|at| candidates.diseases[at]), gain));
        }
    }
    let total = log_sum(logs.iter().copied());
    pairs.sort_by(|x, y| y.0.total_cmp(&x.0));
    let pairs = pairs.into_iter();
    pairs.map(|(log, diseases, gain)| Pair { diseases, probability: (log - total).exp(), gain }).collect()
}
