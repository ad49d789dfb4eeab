//! A network whose findings are known only by what people answer, and people err.

use super::links::Values;
use super::{BuildError, Network, is_probability};
use crate::FindingId;

impl Network {
    /// This network with some findings replaced by the answers to questions about them, of
    /// which a share `rate` is wrong. "Yes" is then said with probability `rate + (1 - 2 rate)
    /// P(finding)`. That is a noisy-or again, exactly so while at most one of the finding's
    /// diseases is present, and one that doubts every answer beyond.
    pub fn with_answer_errors(
        &self,
        rate: f64,
        is_answer: impl Fn(FindingId) -> bool,
    ) -> Result<Self, BuildError> {
        if !is_probability(2.0 * rate) {
            return Err(BuildError::NotAProbability {
                what: "twice the share of wrong answers",
                id: String::new(),
                value: 2.0 * rate,
            });
        }
        let mut leaks = self.leaks.to_vec();
        let links = &self.by_finding;
        let mut values: Vec<f64> = match &links.values {
            Values::F64(values) => values.to_vec(),
            other => (0..other.len()).map(|at| other.slice(at, 1).get(0)).collect(),
        };
        for finding in self.findings().filter(|f| is_answer(*f)) {
            let leak = &mut leaks[finding.index()];
            let silent = 1.0 - *leak;
            *leak = rate + (1.0 - 2.0 * rate) * *leak;
            let share = if *leak < 1.0 { (1.0 - 2.0 * rate) * silent / (1.0 - *leak) } else { 1.0 };
            let row = &links.rows[finding.index()];
            let start = row.values_start as usize;
            for link in &mut values[start..start + row.len as usize] {
                *link *= share.min(1.0);
            }
        }
        let by_finding = super::LinksByFinding { values: Values::F64(values.into()), ..links.clone() };
        Ok(Self { leaks: leaks.into(), by_finding, stored_xi: super::StoredXi::default(), ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{DiseaseId, Engine, Evidence, Method, Network, NetworkBuilder};

    fn network(leak: f64, links: [f64; 2]) -> Network {
        let mut builder = NetworkBuilder::new();
        let finding = builder.finding("f", "", leak).unwrap();
        builder.finding("other", "", leak).unwrap();
        for (at, link) in links.into_iter().enumerate() {
            let disease = builder.disease(&format!("d{at}"), "", 0.3).unwrap();
            builder.link(disease, finding, link).unwrap();
        }
        builder.build().unwrap()
    }

    /// P(f is said to be present) if just these diseases are.
    fn yes(network: &Network, present: [bool; 2]) -> f64 {
        let priors = present.map(|is| if is { 1.0 } else { 0.0 }).to_vec();
        let network = network.with_priors(priors).unwrap();
        let evidence = Evidence::from_ids(&network, &["f"], &[]).unwrap();
        Engine::new(&network).diagnose(&evidence, Method::Enumeration).map_or(0.0, |p| p.log_evidence.exp())
    }

    proptest! {
        #[test]
        fn answers_err_at_the_rate(leak in 0.0..=1.0f64, links in [0.0..=1.0f64, 0.0..=1.0f64], rate in 0.0..0.5f64) {
            let network = network(leak, links);
            let answered = network.with_answer_errors(rate, |f| f.index() == 0).unwrap();
            for present in [[false, false], [true, false], [false, true]] {
                let expected = rate + (1.0 - 2.0 * rate) * yes(&network, present);
                prop_assert!((yes(&answered, present) - expected).abs() < 1e-12);
            }
            // With both, still within what an answer can say.
            let both = yes(&answered, [true, true]);
            prop_assert!((rate - 1e-12..=1.0).contains(&both));
            let other = network.finding("other").unwrap();
            prop_assert_eq!(answered.leak(other), network.leak(other));
        }
    }

    #[test]
    fn no_errors_change_nothing_and_more_than_half_are_refused() {
        let network = network(0.1, [0.5, 0.0]);
        let same = network.with_answer_errors(0.0, |_| true).unwrap();
        let finding = network.finding("f").unwrap();
        assert_eq!(same.leak(finding), 0.1);
        assert!((same.link(DiseaseId::new(0), finding).unwrap().0 - 0.5).abs() < 1e-15);
        for rate in [-0.1, 0.51, f64::NAN] {
            assert!(network.with_answer_errors(rate, |_| true).is_err());
        }
    }
}
