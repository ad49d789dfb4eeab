//! How far posteriors move when priors are wrong.

use crate::budget::{Budget, Turns};
use crate::{DiseaseId, Engine, Evidence, InferenceError, Method, Posterior};

/// The range of a posterior when prior odds may be wrong by a factor, up or down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PriorRange {
    /// If only the disease's own prior is wrong. Exact: its posterior odds move by the same factor.
    /// `None` if the answer is an estimate, of which nothing is proven.
    pub own: Option<(f64, f64)>,
    /// If all priors may be. An *inner* range: values that are proven to be reached, so that the true
    /// range is at least this wide. `None` if nothing is proven, because the time did not suffice or
    /// answers are estimates.
    pub all: Option<(f64, f64)>,
}

impl Engine {
    /// The ranges of the `count` likeliest diseases of an answer, in the order of its ranking, if
    /// prior odds may be wrong by up to `factor`, above 1. If the answer is in intervals, the range
    /// of the own prior holds for their ends.
    ///
    /// The range for all priors comes from two further queries per disease: its own prior lowered
    /// and those of all others raised, and the other way round. All queries together are within the
    /// engine's limits.
    pub fn prior_ranges(
        &mut self,
        evidence: &Evidence,
        posterior: &Posterior,
        factor: f64,
        count: usize,
        method: Method,
    ) -> Result<Vec<PriorRange>, InferenceError> {
        let budget = Budget::start(self.limits());
        self.prior_ranges_within(evidence, posterior, factor, count, method, &budget)
    }

    /// The same within a budget that other work may share. The remaining time is divided evenly among
    /// the queries that are still to come.
    pub fn prior_ranges_within(
        &mut self,
        evidence: &Evidence,
        posterior: &Posterior,
        factor: f64,
        count: usize,
        method: Method,
        budget: &Budget,
    ) -> Result<Vec<PriorRange>, InferenceError> {
        let ranking = posterior.ranking(count);
        let mut turns = Turns { budget, left: 2 * ranking.len() };
        let mut ranges = Vec::with_capacity(ranking.len());
        for (disease, _) in ranking {
            let moved =
                |factor: f64| ends(posterior, disease).map(|(l, u)| (scaled(l, factor), scaled(u, factor)));
            let own = moved(factor.recip()).zip(moved(factor)).map(|(down, up)| (down.0, up.1));
            let mut found = vec![moved(factor.recip()), moved(factor)];
            for (own_factor, other_factor) in [(factor.recip(), factor), (factor, factor.recip())] {
                let turn = turns.next();
                found.push(self.with_odds(evidence, disease, own_factor, other_factor, method, &turn)?);
            }
            ranges.push(PriorRange { own, all: inner(found.into_iter().flatten()) });
        }
        Ok(ranges)
    }

    /// The ends of the posterior of a disease with its prior odds times one factor and those of all
    /// others times another; nothing if it is not known within the budget.
    fn with_odds(
        &mut self,
        evidence: &Evidence,
        disease: DiseaseId,
        own: f64,
        others: f64,
        method: Method,
        budget: &Budget,
    ) -> Result<Option<(f64, f64)>, InferenceError> {
        let network = self.network();
        let priors =
            network.diseases().map(|d| scaled(network.prior(d), if d == disease { own } else { others }));
        let priors: Vec<f64> = priors.collect();
        // Scaled probabilities are probabilities.
        let Ok(network) = network.with_priors(priors) else { unreachable!("each is from 0 to 1") };
        let mut engine = Engine::with_limits(&network, *self.limits());
        engine.set_target(self.target());
        match engine.diagnose_within(evidence, method, budget) {
            Ok(posterior) => Ok(ends(&posterior, disease)),
            Err(error) if error.is_refusal() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The ends of what an answer says about a disease; nothing if that is an estimate.
fn ends(posterior: &Posterior, disease: DiseaseId) -> Option<(f64, f64)> {
    let p = posterior.marginal(disease);
    posterior.interval(disease).or_else(|| posterior.exactness.is_exact().then_some((p, p)))
}

/// The range that values reach for certain, of which each is known between two ends: from the least
/// upper end to the greatest lower one.
fn inner(found: impl Iterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
    let nothing = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = found.fold(nothing, |(low, high), (l, u)| (low.min(u), high.max(l)));
    (low <= high).then_some((low, high))
}

/// A probability with its odds times a factor.
fn scaled(p: f64, factor: f64) -> f64 {
    let on = p * factor;
    let total = on + (1.0 - p);
    if total > 0.0 { (on / total).clamp(0.0, 1.0) } else { p }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Limits, NetworkBuilder};

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
            let own = range.own.unwrap();
            for (factor, end) in [(1.0 / 3.0, own.0), (3.0, own.1)] {
                let priors = network
                    .diseases()
                    .map(|d| if d == disease { scaled(network.prior(d), factor) } else { network.prior(d) });
                let changed = network.with_priors(priors.collect()).unwrap();
                let moved = Engine::new(&changed).diagnose(&evidence, Method::Enumeration).unwrap();
                assert!((moved.marginal(disease) - end).abs() < 1e-9);
            }
            let all = range.all.unwrap();
            assert!(all.0 < own.0 && all.1 > own.1, "{range:?}");
        }
        // Intervals at the corners shrink the inner range; estimates prove nothing.
        let none = Budget::counted(
            &Limits { time: Some(Duration::ZERO), ..Limits::default() },
            Duration::from_millis(1),
        );
        let late = engine.prior_ranges_within(&evidence, &answer, 3.0, 2, Method::Auto, &none).unwrap();
        for (in_time, late) in ranges.iter().zip(&late) {
            assert_eq!(in_time.own, late.own);
            let (in_time, late) = (in_time.all.unwrap(), late.all.unwrap());
            assert!(in_time.0 <= late.0 && late.1 <= in_time.1, "{in_time:?} {late:?}");
        }
        let method = "loopy-bp".parse().unwrap();
        let estimate = engine.diagnose(&evidence, method).unwrap();
        let ranges = engine.prior_ranges(&evidence, &estimate, 3.0, 2, method).unwrap();
        assert!(ranges.iter().all(|range| range.own.is_none() && range.all.is_none()), "{ranges:?}");
    }

    #[test]
    fn an_inner_range_is_made_of_proven_ends() {
        let ends = [(0.2, 0.3), (0.6, 0.7)];
        assert_eq!(inner(ends.into_iter()), Some((0.3, 0.6)));
        assert_eq!(inner([(0.2, 0.7), (0.3, 0.8)].into_iter()), None);
        assert_eq!(inner(std::iter::empty()), None);
    }

    #[test]
    fn all_corners_share_one_budget() {
        let mut builder = NetworkBuilder::new();
        let diseases: Vec<_> =
            (0..40).map(|d| builder.disease(&format!("d{d}"), "", 0.02).unwrap()).collect();
        let findings: Vec<_> =
            (0..40).map(|f| builder.finding(&format!("f{f}"), "", 0.01).unwrap()).collect();
        for (f, &finding) in findings.iter().enumerate() {
            for k in 0..8 {
                builder
                    .link(diseases[(f * 7 + k * (1 + f % 5)) % 40], finding, 0.3 + 0.05 * k as f64)
                    .unwrap();
            }
        }
        let network = builder.build().unwrap();
        let evidence = Evidence::new(findings, []).unwrap();
        let mut engine = Engine::new(&network);
        let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
        let budget = Budget::counted(&limits, Duration::from_millis(1));
        let answer = engine.diagnose_within(&evidence, Method::Bounds, &budget).unwrap();
        let shared = Budget::counted(&limits, Duration::from_millis(1));
        engine.prior_ranges_within(&evidence, &answer, 2.0, 10, Method::Bounds, &shared).unwrap();
        // Each of twenty queries may look a few times more to learn that its time is over.
        assert!(shared.looks() < 200 + 20 * 20, "{}", shared.looks());
    }
}
