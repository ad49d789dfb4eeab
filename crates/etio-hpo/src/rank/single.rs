//! Each disease as if it were the only one.
//!
//! With at most one disease present, `P(only d | E) / P(none | E) = odds(d) * product over present
//! findings of (1 - (1 - leak)(1 - v)) / leak * product over absent ones of (1 - v)`. A sum of logs
//! over links: linear time, whatever the number of findings.

use etio::{Evidence, Network};

use super::{Absent, Overrides, Ranker, Ranking};

/// A leak of zero would make every disease without a link impossible; nothing is that certain about patients.
pub(super) const LEAST_LEAK: f64 = 1e-12;

/// The log likelihood ratio of a present finding, for a disease that shows it with probability `v`.
pub(crate) fn finding_weight(leak: f64, v: f64) -> f64 {
    let leak = leak.max(LEAST_LEAK);
    (v * (1.0 - leak) / leak).ln_1p()
}

/// By disease: log of `odds(d) * P(E | only d) / P(E | none)`.
pub(crate) fn log_weights(
    network: &Network,
    evidence: &Evidence,
    absent: Absent,
    overrides: &Overrides,
) -> Vec<f64> {
    let mut weights = vec![0.0; network.disease_count()];
    for &finding in evidence.present() {
        let leak = network.leak(finding);
        for (disease, v) in network.parents(finding).iter() {
            weights[disease.index()] += finding_weight(leak, v);
        }
    }
    if absent != Absent::Ignored {
        for &finding in evidence.absent() {
            let leak = network.leak(finding);
            for (disease, v) in network.parents(finding).iter() {
                weights[disease.index()] += absent.weight(leak, v);
            }
        }
    }
    for (disease, links) in overrides {
        let (present, missing) = links.split_at(evidence.present().len());
        let seen = evidence.present().iter().zip(present).map(|(&f, &v)| finding_weight(network.leak(f), v));
        let unseen = evidence.absent().iter().zip(missing).map(|(&f, &v)| absent.weight(network.leak(f), v));
        weights[*disease as usize] = seen.chain(unseen).sum();
    }
    for (disease, weight) in network.diseases().zip(&mut weights) {
        let prior = network.prior(disease);
        *weight += prior.ln() - (-prior).ln_1p();
    }
    weights
}

/// The ranking by weights, beside "no disease" with weight one.
pub(super) fn rank(
    network: &Network,
    evidence: &Evidence,
    absent: Absent,
    overrides: &Overrides,
    ran: Ranker,
) -> Ranking {
    let weights = log_weights(network, evidence, absent, overrides);
    let log_total = log_sum(weights.iter().copied().chain([0.0]));
    let probabilities = weights.iter().map(|weight| (weight - log_total).exp().clamp(0.0, 1.0)).collect();
    let log_evidence = log_evidence_of_none(network, evidence, absent) + log_total;
    Ranking { log_evidence, ..Ranking::new(weights, probabilities, ran) }
}

/// Log of P(evidence, no disease): every present finding leaked, no absent one did.
pub(super) fn log_evidence_of_none(network: &Network, evidence: &Evidence, absent: Absent) -> f64 {
    let healthy: f64 = network.diseases().map(|disease| (-network.prior(disease)).ln_1p()).sum();
    let leaked: f64 = evidence.present().iter().map(|&f| network.leak(f).max(LEAST_LEAK).ln()).sum();
    let quiet: f64 = evidence.absent().iter().map(|&f| (-network.leak(f)).ln_1p()).sum();
    healthy + leaked + if absent == Absent::Ignored { 0.0 } else { quiet }
}

/// Log of a sum of exponentials.
pub(crate) fn log_sum(logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    if !most.is_finite() {
        return most;
    }
    most + logs.map(|log| (log - most).exp()).sum::<f64>().ln()
}
