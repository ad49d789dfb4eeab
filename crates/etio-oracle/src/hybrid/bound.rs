//! The variational bound of one finding.

use crate::model::{Case, Model};
use crate::number::Real;

/// A present finding that can be transformed: its leak and all its links are below 1, so that every
/// theta is finite.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub finding: usize,
    /// `-ln(1 - leak)`.
    pub theta_0: Real,
    /// (disease, `-ln(1 - link)`) of each parent.
    pub thetas: Vec<(usize, Real)>,
}

fn theta(probability: f64) -> Real {
    -(-Real::new(probability)).ln_1p()
}

impl Bound {
    /// The present findings that can be transformed, by ascending index.
    pub fn of_present(model: &Model, case: &Case) -> Vec<Bound> {
        let parents = model.parents();
        let finite = |finding: usize| {
            model.leaks[finding] < 1.0 && parents[finding].iter().all(|parent| parent.probability < 1.0)
        };
        let mut findings: Vec<usize> =
            case.present.iter().copied().filter(|&finding| finite(finding)).collect();
        findings.sort_unstable();
        let bound = |finding: usize| Bound {
            finding,
            theta_0: theta(model.leaks[finding]),
            thetas: parents[finding]
                .iter()
                .map(|parent| (parent.disease, theta(parent.probability)))
                .collect(),
        };
        findings.into_iter().map(bound).collect()
    }
}

/// `f*(xi) = -xi ln xi + (xi + 1) ln(xi + 1)`, put so that nothing cancels.
pub(super) fn conjugate(xi: Real) -> Real {
    xi.ln_1p() + xi * (Real::ONE / xi).ln_1p()
}

/// The constant part of the log bound: the sum of `xi th_0 - f*(xi)`.
pub(super) fn constants(bounds: &[Bound], xi: &[Real]) -> Real {
    bounds.iter().zip(xi).map(|(bound, &xi)| xi * bound.theta_0 - conjugate(xi)).sum()
}

/// The tilt of every disease: `t_i = sum of xi_j th_ji`.
pub(super) fn tilts(bounds: &[Bound], xi: &[Real], diseases: usize) -> Vec<Real> {
    let mut tilts = vec![Real::ZERO; diseases];
    for (bound, &xi) in bounds.iter().zip(xi) {
        for &(disease, theta) in &bound.thetas {
            tilts[disease] += xi * theta;
        }
    }
    tilts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_holds_and_touches() {
        for x in [1e-9, 0.1, 1.0, 30.0, 100.0] {
            let x = Real::new(x);
            let exact = (-(-x).exp_m1()).ln();
            let best = Real::ONE / x.exp_m1();
            assert!((best * x - conjugate(best) - exact).abs() < Real::power_of_two(-440));
            for factor in [1e-3, 0.9, 1.1, 1e3] {
                let xi = best * Real::new(factor);
                assert!(xi * x - conjugate(xi) > exact);
            }
        }
    }
}
