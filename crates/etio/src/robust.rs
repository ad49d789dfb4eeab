//! How far posteriors move when priors are wrong.

use crate::{DiseaseId, Engine, Evidence, InferenceError, Method, Posterior};

/// The range of a posterior when prior odds may be wrong by a factor, up or down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriorRange {
    /// If only the disease's own prior is wrong. Exact: its posterior odds move by the same factor.
    pub own: (f64, f64),
    /// If all priors may be. An *inner* range: values that were found, so that the true range is at
    /// least this wide.
    pub all: (f64, f64),
}

impl Engine {
    /// The ranges of the `count` likeliest diseases of an answer, in the order of its ranking, if
    /// prior odds may be wrong by up to `factor`, above 1. If the answer is in intervals, the range
    /// of the own prior holds for their ends.
    ///
    /// The range for all priors comes from two further queries per disease: its own prior lowered
    /// and those of all others raised, and the other way round. Each is within the engine's limits.
    pub fn prior_ranges(
        &mut self,
        evidence: &Evidence,
        posterior: &Posterior,
        factor: f64,
        count: usize,
        method: Method,
    ) -> Result<Vec<PriorRange>, InferenceError> {
        posterior
            .ranking(count)
            .into_iter()
            .map(|(disease, p)| {
                let (lower, upper) = posterior.interval(disease).unwrap_or((p, p));
                let own = (scaled(lower, factor.recip()), scaled(upper, factor));
                let mut all = (scaled(p, factor.recip()), scaled(p, factor));
                for (own_factor, other_factor) in [(factor.recip(), factor), (factor, factor.recip())] {
                    let found = self.with_odds(evidence, disease, own_factor, other_factor, method)?;
                    all = (all.0.min(found), all.1.max(found));
                }
                Ok(PriorRange { own, all })
            })
            .collect()
    }

    /// The posterior of a disease with its prior odds times one factor and those of all others times another.
    fn with_odds(
        &mut self,
        evidence: &Evidence,
        disease: DiseaseId,
        own: f64,
        others: f64,
        method: Method,
    ) -> Result<f64, InferenceError> {
        let network = self.network();
        let priors =
            network.diseases().map(|d| scaled(network.prior(d), if d == disease { own } else { others }));
        let priors: Vec<f64> = priors.collect();
        // Scaled probabilities are probabilities.
        let Ok(network) = network.with_priors(priors) else { unreachable!("each is from 0 to 1") };
        let mut engine = Engine::with_limits(&network, *self.limits());
        engine.set_target(self.target());
        Ok(engine.diagnose(evidence, method)?.marginal(disease))
    }
}

/// A probability with its odds times a factor.
fn scaled(p: f64, factor: f64) -> f64 {
    let on = p * factor;
    let total = on + (1.0 - p);
    if total > 0.0 { (on / total).clamp(0.0, 1.0) } else { p }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NetworkBuilder;

    #[test]
    fn wrong_priors_move_posteriors_as_a_new_network_would() {
        let mut builder = NetworkBuilder::new();
        let flu = builder.disease("flu", "", 0.02).unwrap();
        let cold = builder.disease("cold", "", 0.1).unwrap();
        let fever = builder.finding("fever", "", 0.01).unwrap();
        builder.link(flu, fever, 0.9).unwrap();
        builder.link(cold, fever, 0.3).unwrap();
        let network = builder.build().unwrap();
        let evidence = Evidence::new([fever], []).unwrap();
        let mut engine = Engine::new(&network);
        let answer = engine.diagnose(&evidence, Method::Auto).unwrap();
        let ranges = engine.prior_ranges(&evidence, &answer, 3.0, 2, Method::Auto).unwrap();
        for (&(disease, _), range) in answer.ranking(2).iter().zip(&ranges) {
            for (factor, end) in [(1.0 / 3.0, range.own.0), (3.0, range.own.1)] {
                let priors = network
                    .diseases()
                    .map(|d| if d == disease { scaled(network.prior(d), factor) } else { network.prior(d) });
                let changed = network.with_priors(priors.collect()).unwrap();
                let moved = Engine::new(&changed).diagnose(&evidence, Method::Enumeration).unwrap();
                assert!((moved.marginal(disease) - end).abs() < 1e-9);
            }
            assert!(range.all.0 < range.own.0 && range.all.1 > range.own.1, "{range:?}");
        }
    }
}
