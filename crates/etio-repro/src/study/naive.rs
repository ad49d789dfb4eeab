//! Quickscore as a reader of the paper would write it: Heckerman's inclusion-exclusion in plain
//! double precision.
//!
//! Nothing is done about cancellation, and nothing is hidden: what comes out may lie outside [0, 1]
//! or be no number at all. It is here to show what the paper's comparison rests on; the engine's
//! own `quickscore` notices lost digits and says so.

use etio::{Evidence, Network};

/// The posterior of every disease, as the sum gives it.
pub(crate) fn naive_quickscore(network: &Network, evidence: &Evidence) -> Vec<f64> {
    let mut on: Vec<f64> = network.diseases().map(|d| network.prior(d)).collect();
    let off: Vec<f64> = on.iter().map(|prior| 1.0 - prior).collect();
    for &finding in evidence.absent() {
        for (disease, probability) in network.parents(finding).iter() {
            on[disease.index()] *= 1.0 - probability;
        }
    }
    let mut relevant: Vec<usize> = evidence
        .present()
        .iter()
        .flat_map(|&f| network.parents(f).iter().map(|(d, _)| d.index()).collect::<Vec<_>>())
        .collect();
    relevant.sort_unstable();
    relevant.dedup();
    let findings = evidence.present().iter().map(|&finding| {
        let links = network.parents(finding).iter().map(|(d, p)| {
            // Every parent is in the list that was made from them.
            (relevant.partition_point(|&r| r < d.index()), 1.0 - p)
        });
        (1.0 - network.leak(finding), links.collect())
    });
    let mut sum = Sum {
        findings: findings.collect(),
        on: relevant.iter().map(|&d| on[d]).collect(),
        off: relevant.iter().map(|&d| off[d]).collect(),
        total: 0.0,
        joint: vec![0.0; relevant.len()],
    };
    sum.add_subsets(0, 1.0, &vec![1.0; relevant.len()]);
    let mut posterior: Vec<f64> = on.iter().zip(&off).map(|(on, off)| on / (on + off)).collect();
    for (&disease, joint) in relevant.iter().zip(&sum.joint) {
        posterior[disease] = joint / sum.total;
    }
    posterior
}

/// The alternating sum over sets of present findings.
struct Sum {
    /// For each present finding, one minus its leak, and its parents with one minus their
    /// probability.
    findings: Vec<(f64, Vec<(usize, f64)>)>,
    on: Vec<f64>,
    off: Vec<f64>,
    /// P(evidence), and P(disease, evidence).
    total: f64,
    joint: Vec<f64>,
}

impl Sum {
    /// Adds the terms of all sets that agree with `quiet`, the probability that each disease causes
    /// no member so far.
    fn add_subsets(&mut self, next: usize, weight: f64, quiet: &[f64]) {
        let Some((no_leak, links)) = self.findings.get(next) else { return self.add(weight, quiet) };
        let (weight_in, mut quiet_in) = (-weight * no_leak, quiet.to_vec());
        for &(disease, lambda) in links {
            quiet_in[disease] *= lambda;
        }
        self.add_subsets(next + 1, weight, quiet);
        self.add_subsets(next + 1, weight_in, &quiet_in);
    }

    fn add(&mut self, weight: f64, quiet: &[f64]) {
        let sums = || quiet.iter().zip(&self.on).zip(&self.off);
        let term = weight * sums().map(|((a, on), off)| a * on + off).product::<f64>();
        self.total += term;
        for (((a, on), off), joint) in quiet.iter().zip(&self.on).zip(&self.off).zip(self.joint.iter_mut()) {
            *joint += term * (a * on / (a * on + off));
        }
    }
}

#[cfg(test)]
mod tests {
    use etio::{Engine, Method};

    use super::*;
    use crate::{CaseSpec, NetworkSpec, Priors};

    #[test]
    fn it_is_right_where_nothing_cancels() {
        let spec = NetworkSpec { priors: Priors::Constant(0.1), leak: 0.01, ..NetworkSpec::f120() };
        let network = spec.generate().unwrap();
        let mut engine = Engine::new(&network);
        for number in 0..5 {
            let case = CaseSpec { present: 3..=5, ..CaseSpec::default() }.sample(&network, number);
            let evidence = case.evidence(&network).unwrap();
            let exact = engine.diagnose(&evidence, Method::ExplainedSets).unwrap().marginals;
            let naive = naive_quickscore(&network, &evidence);
            assert!(exact.iter().zip(&naive).all(|(a, b)| (a - b).abs() < 1e-9));
        }
    }

    #[test]
    fn it_loses_its_digits_where_priors_are_small() {
        let spec = NetworkSpec { priors: Priors::Constant(1e-6), leak: 0.0, ..NetworkSpec::f120() };
        let network = spec.generate().unwrap();
        let mut engine = Engine::new(&network);
        let wrong = (0..10).filter(|&number| {
            let case = CaseSpec { present: 14..=14, ..CaseSpec::default() }.sample(&network, number);
            let evidence = case.evidence(&network).unwrap();
            let exact = engine.diagnose(&evidence, Method::ExplainedSets).unwrap().marginals;
            let naive = naive_quickscore(&network, &evidence);
            // Written so that a NaN counts as wrong.
            !exact.iter().zip(&naive).all(|(a, b)| (a - b).abs() < 0.05)
        });
        assert!(wrong.count() >= 5);
    }
}
