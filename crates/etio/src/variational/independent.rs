//! Independent diseases: what is left of a network when every present finding is transformed.
//!
//! The log bound is then a sum over findings and diseases that takes one pass over the links,
//!
//! `B(xi) = sum over j of (xi_j theta_j0 - f*(xi_j))  +  sum over i of ln(1 - q_i + q_i e^(t_i))`,
//! `t_i = sum over j of xi_j theta_ji`,
//!
//! and jointly convex in xi (Eq. 7 of the paper). It is 0 for `xi = 0`, where all findings are
//! ignored, and falls steeply from there in every direction, because the derivative by `xi_j` is
//! `S_j - ln(1 + 1/xi_j)`.

use super::conjugate::{Tangents, conjugate, tilt_all};
use super::rounding;
use super::solver::joint::{self, Search};
use super::solver::separate::Terms;
use crate::InferenceError;
use crate::budget::Budget;
use crate::pace::Pace;

/// Steps that one link takes in the search for one xi: it is visited a few times.
const STEPS_PER_LINK: usize = 8;

/// Independent diseases: the probability of each, and one minus that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Independent<'a> {
    pub(super) on: &'a [f64],
    pub(super) off: &'a [f64],
}

/// The bound at some xi.
#[derive(Debug)]
pub(super) struct Tilted {
    /// Moved up by its roundings.
    pub(super) log_bound: f64,
    pub(super) marginals: Vec<f64>,
    /// `t_i` of each disease.
    pub(super) tilts: Vec<f64>,
}

/// A point on the way of a search.
pub(super) struct Visited<'a> {
    bounds: &'a Tangents,
    pub(super) xi: &'a [f64],
    /// The log bound without the conjugates.
    value: f64,
    log_normaliser: f64,
    tilts: &'a [f64],
    pub(super) marginals: &'a [f64],
}

impl Visited<'_> {
    /// The log bound, moved up by its roundings.
    pub(super) fn log_bound(&self) -> f64 {
        let value = self.value - self.xi.iter().map(|&xi| conjugate(xi)).sum::<f64>();
        moved_up(value, self.bounds, self.xi, self.tilts, self.log_normaliser)
    }
}

/// A log bound moved up by its roundings.
fn moved_up(value: f64, bounds: &Tangents, xi: &[f64], tilts: &[f64], log_normaliser: f64) -> f64 {
    let rounding = rounding::of_constant(xi, &bounds.base)
        + rounding::of_tilting(xi.len(), tilts, log_normaliser)
        + rounding::of_sum(&[value, log_normaliser]);
    value + rounding
}

impl Independent<'_> {
    /// Evaluates the bound. This is one pass over the links, and does not check the clock: it is
    /// also how a search that was cut off learns where it ended.
    pub(super) fn tilted(self, bounds: &Tangents, xi: &[f64]) -> Tilted {
        let mut tilts = vec![0.0; self.on.len()];
        bounds.tilts(xi, &mut tilts);
        let (mut marginals, mut complements) = (self.on.to_vec(), self.off.to_vec());
        let log_normaliser = tilt_all(&mut marginals, &mut complements, &tilts);
        let log_bound =
            moved_up(bounds.log_constant(xi) + log_normaliser, bounds, xi, &tilts, log_normaliser);
        Tilted { log_bound, marginals, tilts }
    }

    /// The xi of each finding for its own bound.
    pub(super) fn minimise_separately(
        self,
        bounds: &Tangents,
        xi: &mut [f64],
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let mut pace = Pace::new(budget);
        let mut terms = Terms::default();
        for (finding, xi) in xi.iter_mut().enumerate() {
            pace.count(STEPS_PER_LINK * bounds.degree(finding))?;
            terms.start(bounds.base[finding]);
            for (disease, theta) in bounds.links(finding) {
                terms.push(self.on[disease], self.off[disease], theta);
            }
            *xi = terms.minimise().xi;
        }
        Ok(())
    }

    /// Gives each finding in turn the xi that is best with the xi of all others as they are. Every
    /// one of these steps lowers the bound or keeps it. `tilts` belong to `xi` and follow it.
    pub(super) fn sweep(
        self,
        bounds: &Tangents,
        xi: &mut [f64],
        tilts: &mut [f64],
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let mut pace = Pace::new(budget);
        let mut terms = Terms::default();
        for (finding, xi) in xi.iter_mut().enumerate() {
            pace.count(STEPS_PER_LINK * bounds.degree(finding))?;
            terms.start(bounds.base[finding]);
            for (disease, theta) in bounds.links(finding) {
                let by_others = (tilts[disease] - *xi * theta).max(0.0);
                terms.push(self.on[disease], self.off[disease] * (-by_others).exp(), theta);
            }
            let best = terms.minimise_from(*xi).xi;
            for (disease, theta) in bounds.links(finding) {
                tilts[disease] = (tilts[disease] + (best - *xi) * theta).max(0.0);
            }
            *xi = best;
        }
        Ok(())
    }

    /// The xi of all findings for the bound of them all. `visit` is told of every point on the way.
    pub(super) fn minimise_together(
        self,
        bounds: &Tangents,
        xi: &mut [f64],
        search: Search,
        budget: &Budget,
        mut visit: impl FnMut(Visited<'_>),
    ) -> Result<(), InferenceError> {
        let mut tilts = vec![0.0; self.on.len()];
        let mut complements = self.off.to_vec();
        joint::minimise(bounds, xi, search, budget, |xi, tilting| {
            budget.check()?;
            bounds.tilts_at_pace(xi, &mut tilts, &mut Pace::new(budget))?;
            tilting.value = bounds.linear(xi);
            tilting.marginals.clear();
            tilting.marginals.extend_from_slice(self.on);
            complements.copy_from_slice(self.off);
            let log_normaliser = tilt_all(&mut tilting.marginals, &mut complements, &tilts);
            tilting.value += log_normaliser;
            let (value, tilts) = (tilting.value, &tilts);
            visit(Visited { bounds, xi, value, log_normaliser, tilts, marginals: &tilting.marginals });
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::variational::solver::joint::Covariance;

    /// Priors of six diseases, and findings that each have some of them as parents.
    fn network() -> impl Strategy<Value = (Vec<f64>, Tangents)> {
        let prior = (-5.0..-0.2f64).prop_map(|e| 10f64.powf(e));
        let row = prop::collection::vec((any::<bool>(), (-3.0..1.0f64).prop_map(|e| 10f64.powf(e))), 6);
        let base = prop_oneof![Just(0.0), (-6.0..0.0f64).prop_map(|e| 10f64.powf(e))];
        (prop::collection::vec(prior, 6), prop::collection::vec((base, row), 1..9))
            .prop_map(|(priors, rows)| (priors, Tangents::of_rows(rows)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        #[test]
        fn sweeps_fall_from_nothing_to_the_minimum((priors, bounds) in network()) {
            let budget = Budget::unlimited();
            let off: Vec<f64> = priors.iter().map(|q| 1.0 - q).collect();
            let diseases = Independent { on: &priors, off: &off };
            let mut xi = vec![0.0; bounds.len()];
            let mut point = diseases.tilted(&bounds, &xi);
            prop_assert_eq!(point.log_bound, 0.0);
            for _ in 0..200 {
                diseases.sweep(&bounds, &mut xi, &mut point.tilts, &budget).unwrap();
                let next = diseases.tilted(&bounds, &xi);
                prop_assert!(next.log_bound <= point.log_bound + 1e-12 * (1.0 + point.log_bound.abs()));
                point = next;
            }
            let mut least = f64::INFINITY;
            let search = Search::to_the_minimum(Covariance::Independent);
            diseases
                .minimise_together(&bounds, &mut xi.clone(), search, &budget, |at| least = least.min(at.log_bound()))
                .unwrap();
            prop_assert!(point.log_bound - least <= 1e-3 * (1.0 + least.abs()), "{} {least}", point.log_bound);
        }
    }
}
