//! All xi together.
//!
//! The log bound of several findings is jointly convex in their xi:
//!
//! `sum of -f*(xi_j)  +  sum of xi_j theta_j0 + ln sum over d of w(d) e^(sum of xi_j theta_ji d_i)`,
//!
//! where the weight `w` is a product of priors (Eq. 7 of the paper) or what an exact method
//! computes (the original of 1999). The second part is a log-partition function: its gradient is
//! `S_j = theta_j0 + sum of theta_ji m_i` with the tilted marginals m, and its curvature is their
//! covariance. The bound is least where `ln(1 + 1/xi_j) = S_j` for every j.
//!
//! Newton's steps are taken in `u = ln xi`, which keeps xi positive and crosses orders of magnitude
//! in a step, and shortened until the bound falls. The paper's "relaxation" to one xi at a time is
//! not the same problem if findings share parents: its bound is valid but looser.

use super::curvature::Curvature;
use super::point::{Point, Tilting, within_range};
use crate::InferenceError;
use crate::budget::Budget;
use crate::variational::conjugate::Tangents;

/// Knowledge about the covariance of the tilted diseases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Covariance {
    /// They are independent.
    Independent,
    /// They are not; it is learnt from the gradients on the way, by the BFGS rule. Only the
    /// conjugate's curvature, which is known, changes over orders of magnitude.
    Learnt,
}

/// How a search goes, and how far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) covariance: Covariance,
    /// With more findings, or without memory for the square of their number, steps ignore how they
    /// are coupled. These take time that grows with the links alone, and there are more of them.
    pub(crate) most_coupled: usize,
    /// Evaluations after which no further step is begun.
    pub(crate) most_evaluations: u32,
    /// A step that lowers the log bound by less is the last.
    pub(crate) least_gain: f64,
}

impl Search {
    /// A search that goes on until rounding ends it.
    pub(crate) const fn to_the_minimum(covariance: Covariance) -> Self {
        Self {
            covariance,
            most_coupled: usize::MAX,
            most_evaluations: u32::MAX,
            least_gain: f64::NEG_INFINITY,
        }
    }
}

/// Maximum number of steps. Newton needs about ten, a learnt curvature about thirty; a search cut
/// short still ends at a valid bound.
const MOST_STEPS: usize = 300;
/// A step that changes no xi by more than this, relatively, is the last.
const PRECISION: f64 = 1e-12;
/// Steps as short as this that do not get shorter for this many times are rounding.
const STALLED: (f64, usize) = (1e-10, 6);
/// Maximum change of the logarithm of a xi in one step.
const LONGEST: f64 = 4.0;
/// A relative change of the bound that is rounding.
const ROUNDING: f64 = 1e-14;

/// Minimises the bound over all xi, from where `xi` starts. `partition` evaluates the log-partition
/// function. A search that ends with an error leaves in `xi` how far it got.
pub(crate) fn minimise<F>(
    bounds: &Tangents,
    xi: &mut [f64],
    search: Search,
    budget: &Budget,
    mut partition: F,
) -> Result<(), InferenceError>
where
    F: FnMut(&[f64], &mut Tilting) -> Result<(), InferenceError>,
{
    let mut here = Point::at(xi);
    let end = go_down(bounds, &mut here, search, budget, &mut partition);
    xi.iter_mut().zip(&here.log_xi).for_each(|(xi, u)| *xi = u.exp());
    end
}

fn go_down<F>(
    bounds: &Tangents,
    here: &mut Point,
    search: Search,
    budget: &Budget,
    partition: &mut F,
) -> Result<(), InferenceError>
where
    F: FnMut(&[f64], &mut Tilting) -> Result<(), InferenceError>,
{
    let mut evaluations = 1;
    here.evaluate(bounds, partition)?;
    if here.xi.is_empty() || search.most_evaluations <= evaluations {
        return Ok(());
    }
    let mut there = Point::default();
    let mut curvature = Curvature::new(bounds, search.most_coupled, budget);
    curvature.assume_independence(bounds, here)?;
    let mut is_learnt = false;
    let mut settling = Settling::default();
    for _ in 0..MOST_STEPS {
        let step = curvature.step(here)?;
        if settling.is_last(&step) {
            here.log_xi.iter_mut().zip(&step).for_each(|(u, s)| *u = within_range(*u + s));
            break;
        }
        let most_halvings = if is_learnt { 5 } else { 60 };
        let has_fallen = descend(here, &step, most_halvings, &mut there, |there| {
            evaluations += 1;
            there.evaluate(bounds, partition)
        })?;
        if !has_fallen && !is_learnt {
            break;
        }
        let gain = if has_fallen { here.value - there.value } else { f64::INFINITY };
        is_learnt = has_fallen && search.covariance == Covariance::Learnt && curvature.learn(here, &there)?;
        if has_fallen {
            std::mem::swap(here, &mut there);
        }
        if gain < search.least_gain || evaluations >= search.most_evaluations {
            break;
        }
        if !is_learnt {
            // The diseases are independent, or what was learnt elsewhere misleads here.
            curvature.assume_independence(bounds, here)?;
        }
    }
    Ok(())
}

/// Goes from `here` along a step, shortened until the bound falls as it should. False if it does
/// not within `most_halvings`.
fn descend(
    here: &Point,
    step: &[f64],
    most_halvings: u32,
    there: &mut Point,
    mut evaluate: impl FnMut(&mut Point) -> Result<(), InferenceError>,
) -> Result<bool, InferenceError> {
    let slope: f64 = step.iter().zip(&here.xi).zip(here.gradient()).map(|((s, xi), g)| s * xi * g).sum();
    let mut length = (LONGEST / largest(step)).min(1.0);
    for _ in 0..most_halvings {
        there.log_xi.clear();
        there.log_xi.extend(here.log_xi.iter().zip(step).map(|(u, s)| within_range(u + length * s)));
        if there.log_xi == here.log_xi {
            return Ok(false);
        }
        evaluate(there)?;
        let allowed = 1e-4 * length * slope + ROUNDING * here.value.abs().max(1.0);
        if there.value - here.value <= allowed {
            return Ok(true);
        }
        length *= 0.5;
    }
    Ok(false)
}

/// Watches how long the steps are.
#[derive(Debug)]
struct Settling {
    shortest: f64,
    /// Steps in a row that were hardly shorter than the shortest before.
    stalled: usize,
}

impl Default for Settling {
    fn default() -> Self {
        Self { shortest: f64::INFINITY, stalled: 0 }
    }
}

impl Settling {
    /// Whether a step is so short that nothing is to be gained after it.
    fn is_last(&mut self, step: &[f64]) -> bool {
        let longest = largest(step);
        self.stalled = if longest < 0.5 * self.shortest { 0 } else { self.stalled + 1 };
        self.shortest = self.shortest.min(longest);
        longest <= PRECISION || (longest <= STALLED.0 && self.stalled >= STALLED.1)
    }
}

fn largest(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |largest: f64, s| largest.max(s.abs()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::variational::conjugate::conjugate;
    use crate::variational::conjugate::tilt;
    use crate::variational::solver::separate::Terms;

    /// Independent diseases and the findings they cause.
    #[derive(Debug)]
    struct Problem {
        priors: Vec<f64>,
        bounds: Tangents,
    }

    impl Problem {
        fn partition(&self, xi: &[f64], tilting: &mut Tilting) {
            let mut tilts = vec![0.0; self.priors.len()];
            self.bounds.tilts(xi, &mut tilts);
            tilting.value = xi.iter().zip(&self.bounds.base).map(|(xi, base)| xi * base).sum();
            tilting.marginals.clear();
            for (&prior, &t) in self.priors.iter().zip(&tilts) {
                let tilted = tilt(prior, 1.0 - prior, t);
                tilting.value += tilted.log_normaliser;
                tilting.marginals.push(tilted.prior);
            }
        }

        /// The minimiser from the separate ones, and how many evaluations it took.
        fn minimise(&self, search: Search) -> (Vec<f64>, usize) {
            let mut terms = Terms::default();
            let mut xi: Vec<f64> = (0..self.bounds.len())
                .map(|j| {
                    terms.start(self.bounds.base[j]);
                    self.bounds
                        .links(j)
                        .for_each(|(d, t)| terms.push(self.priors[d], 1.0 - self.priors[d], t));
                    terms.minimise().xi
                })
                .collect();
            let mut evaluations = 0;
            minimise(&self.bounds, &mut xi, search, &Budget::unlimited(), |xi, tilting| {
                evaluations += 1;
                self.partition(xi, tilting);
                Ok(())
            })
            .unwrap();
            (xi, evaluations)
        }

        /// The largest relative distance from `ln(1 + 1/xi) = S`.
        fn residual(&self, xi: &[f64]) -> f64 {
            let mut at = Point { log_xi: xi.iter().map(|xi| xi.ln()).collect(), ..Point::default() };
            at.evaluate(&self.bounds, &mut |xi: &[f64], tilting: &mut Tilting| {
                self.partition(xi, tilting);
                Ok(())
            })
            .unwrap();
            at.gradient().zip(&at.pull).map(|(g, pull)| (g / pull).abs()).fold(0.0, f64::max)
        }
    }

    fn problem() -> impl Strategy<Value = Problem> {
        let prior = (-12.0..0.0f64).prop_map(|e| 10f64.powf(e).min(1.0 - 1e-12));
        let theta = (-9.0..1.6f64).prop_map(|e| 10f64.powf(e));
        let row = prop::collection::vec((any::<bool>(), theta), 6);
        let base = prop_oneof![Just(0.0), (-9.0..1.0f64).prop_map(|e| 10f64.powf(e))];
        let rows = prop::collection::vec((base, row), 1..7);
        (prop::collection::vec(prior, 6), rows)
            .prop_map(|(priors, rows)| Problem { priors, bounds: Tangents::of_rows(rows) })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn newton_reaches_the_minimum(problem in problem()) {
            let (xi, evaluations) = problem.minimise(Search::to_the_minimum(Covariance::Independent));
            prop_assert!(problem.residual(&xi) < 1e-12, "{} at {xi:?}", problem.residual(&xi));
            prop_assert!(evaluations <= 60, "{evaluations} evaluations");
        }

        /// The learnt curvature ends at the same place.
        #[test]
        fn a_learnt_curvature_reaches_the_minimum(problem in problem()) {
            let (xi, evaluations) = problem.minimise(Search::to_the_minimum(Covariance::Learnt));
            prop_assert!(problem.residual(&xi) < 1e-10, "{} at {xi:?}", problem.residual(&xi));
            prop_assert!(evaluations <= 100, "{evaluations} evaluations");
        }
    }

    /// Without memory for the matrix the bound still falls, and nearly as low.
    #[test]
    fn uncoupled_steps_come_near_the_minimum() {
        let mut bounds = Tangents::default();
        bounds.clear();
        for j in 0..40u32 {
            for d in 0..6 {
                if (j + d) % 4 != 0 {
                    bounds.link(d, 0.05 + f64::from((7 * j + 3 * d) % 11) / 8.0);
                }
            }
            bounds.close(1e-3);
        }
        let problem = Problem { priors: vec![1e-3, 1e-2, 0.1, 0.02, 3e-4, 0.3], bounds };
        let search = Search::to_the_minimum(Covariance::Independent);
        let value = |xi: &[f64]| {
            let mut tilting = Tilting::default();
            problem.partition(xi, &mut tilting);
            tilting.value - xi.iter().map(|&xi| conjugate(xi)).sum::<f64>()
        };
        let least = value(&problem.minimise(search).0);
        let near = value(&problem.minimise(Search { most_coupled: 39, ..search }).0);
        assert!(least < -0.1 && near - least < 1e-3 * least.abs(), "{near} {least}");
    }

    #[test]
    fn two_equal_findings_by_hand() {
        // Both bounds are one bound in `xi_1 + xi_2`, and the minimum is symmetric.
        let mut bounds = Tangents::default();
        bounds.clear();
        for _ in 0..2 {
            bounds.link(0, 0.7);
            bounds.close(0.0);
        }
        let problem = Problem { priors: vec![0.01], bounds };
        let (xi, _) = problem.minimise(Search::to_the_minimum(Covariance::Independent));
        let tilted = tilt(0.01, 0.99, 1.4 * xi[0]).prior;
        assert!((xi[0] - xi[1]).abs() < 1e-14);
        assert!((xi[0].recip().ln_1p() - 0.7 * tilted).abs() < 1e-15);
    }
}
