//! The variational parameters xi.

use super::bound::{Bound, constants, tilts};
use super::minimise::{Convex, minimise};
use super::{Question, Scheme, Solver};
use crate::eliminate::{Compiled, Weights};
use crate::model::OracleError;
use crate::number::Real;

impl Question<'_> {
    /// xi of every transformed finding.
    pub(super) fn solve(&self, scheme: Scheme, solver: Solver) -> Result<Vec<Real>, OracleError> {
        if self.bounds.is_empty() {
            return Ok(Vec::new());
        }
        let weights = match scheme {
            Scheme::Jj99 if solver != Solver::Ppf => {
                let rest = self.exact_marginals()?;
                Weights { on: rest.on, off: rest.off, constant: Real::ONE }
            }
            _ => Weights::priors(self.model),
        };
        let separate = separately(&self.bounds, &weights, solver);
        Ok(match (solver, scheme) {
            (Solver::Cvx | Solver::Ppf, _) => separate,
            (Solver::CvxJoint, Scheme::Jj99Joint) => {
                let compiled = Compiled::new(self.model, &self.exact)?;
                let weights = Weights::of(self.model, self.case);
                minimise(&Overall { bounds: &self.bounds, compiled, weights }, separate)
            }
            (Solver::CvxJoint, _) => {
                minimise(&Factorised { bounds: &self.bounds, weights: &weights }, separate)
            }
        })
    }
}

/// xi of each finding by itself: the closed form for `ppf`, the minimum of its own bound otherwise.
pub(super) fn separately(bounds: &[Bound], weights: &Weights, solver: Solver) -> Vec<Real> {
    bounds
        .iter()
        .map(|bound| match solver {
            Solver::Ppf => closed_form(bound),
            Solver::Cvx | Solver::CvxJoint => {
                let alone = Factorised { bounds: std::slice::from_ref(bound), weights };
                minimise(&alone, vec![Real::ONE])[0]
            }
        })
        .collect()
}

/// `1 / (e^x - 1)` with x the sum of all thetas: the best xi if all parents were present.
fn closed_form(bound: &Bound) -> Real {
    let x = bound.theta_0 + bound.thetas.iter().map(|&(_, theta)| theta).sum();
    Real::ONE / x.exp_m1()
}

/// The gradient of the log bound: `th_0 - ln(1 + 1/xi) + sum of th_i P(d_i)`, with the tilted marginals P.
fn slopes(bounds: &[Bound], xi: &[Real], marginals: &[Real]) -> Vec<Real> {
    let slope = |(bound, &xi): (&Bound, &Real)| {
        let expected: Real = bound.thetas.iter().map(|&(disease, theta)| theta * marginals[disease]).sum();
        bound.theta_0 - (Real::ONE / xi).ln_1p() + expected
    };
    bounds.iter().zip(xi).map(slope).collect()
}

/// The log bound where all that is left is a product over diseases (Eq. 7, and Eq. 9 for one finding).
struct Factorised<'a> {
    bounds: &'a [Bound],
    weights: &'a Weights,
}

impl Factorised<'_> {
    /// (disease, tilted weight off, on) of the parents.
    fn tilted(&self, xi: &[Real]) -> Vec<(usize, Real, Real)> {
        let mut diseases: Vec<usize> =
            self.bounds.iter().flat_map(|bound| bound.thetas.iter().map(|&(d, _)| d)).collect();
        diseases.sort_unstable();
        diseases.dedup();
        let tilts = tilts(self.bounds, xi, self.weights.on.len());
        let tilted = |d: usize| (d, self.weights.off[d], self.weights.on[d] * tilts[d].exp());
        diseases.into_iter().map(tilted).collect()
    }
}

impl Convex for Factorised<'_> {
    fn gradient(&self, xi: &[Real]) -> (Real, Vec<Real>) {
        let mut marginals = vec![Real::ZERO; self.weights.on.len()];
        let mut product = Real::ONE;
        for (disease, off, on) in self.tilted(xi) {
            marginals[disease] = on / (off + on);
            product *= off + on;
        }
        (product.ln() + constants(self.bounds, xi), slopes(self.bounds, xi, &marginals))
    }

    fn curvature(&self, xi: &[Real]) -> Vec<Vec<Real>> {
        let mut matrix = vec![vec![Real::ZERO; xi.len()]; xi.len()];
        for (disease, off, on) in self.tilted(xi) {
            let variance = off * on / ((off + on) * (off + on));
            let theta = |bound: &Bound| {
                bound.thetas.iter().find(|(d, _)| *d == disease).map_or(Real::ZERO, |&(_, theta)| theta)
            };
            let thetas: Vec<Real> = self.bounds.iter().map(theta).collect();
            for (row, &theta) in matrix.iter_mut().zip(&thetas).filter(|(_, theta)| !theta.is_zero()) {
                for (entry, &other) in row.iter_mut().zip(&thetas) {
                    *entry += variance * theta * other;
                }
            }
        }
        for (k, &xi) in xi.iter().enumerate() {
            matrix[k][k] += Real::ONE / (xi * (xi + Real::ONE));
        }
        matrix
    }
}

/// The overall log bound of the hybrid, exact part and all (the original of 1999).
struct Overall<'a> {
    bounds: &'a [Bound],
    compiled: Compiled,
    weights: Weights,
}

impl Convex for Overall<'_> {
    fn gradient(&self, xi: &[Real]) -> (Real, Vec<Real>) {
        let mut weights = self.weights.clone();
        for (weight, tilt) in weights.on.iter_mut().zip(tilts(self.bounds, xi, self.weights.on.len())) {
            *weight *= tilt.exp();
        }
        let marginals = self.compiled.marginals(&weights);
        (marginals.evidence.ln() + constants(self.bounds, xi), slopes(self.bounds, xi, &marginals.on))
    }

    /// By differences of the gradient: at 512 bits a step of 2^-150 leaves a hundred bits and more.
    fn curvature(&self, xi: &[Real]) -> Vec<Vec<Real>> {
        let (_, here) = self.gradient(xi);
        let row = |k: usize| {
            let mut moved = xi.to_vec();
            let step = xi[k].scaled(-150);
            moved[k] += step;
            let (_, there) = self.gradient(&moved);
            there.iter().zip(&here).map(|(&there, &here)| (there - here) / step).collect()
        };
        (0..xi.len()).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_certain_parent_by_hand() {
        // With a parent that is certain, 1 - e^-x is met exactly at xi = 1/(e^x - 1); so is it by
        // the closed form.
        for theta in [1e-12, 0.3, 5.0, 700.0] {
            let theta = Real::new(theta);
            let bound = Bound { finding: 0, theta_0: Real::ZERO, thetas: vec![(0, theta)] };
            let weights = Weights { on: vec![Real::ONE], off: vec![Real::ZERO], constant: Real::ONE };
            let expected = Real::ONE / theta.exp_m1();
            for solver in [Solver::Cvx, Solver::Ppf] {
                let xi = separately(std::slice::from_ref(&bound), &weights, solver)[0];
                assert!((xi - expected).abs() <= expected.scaled(-400), "{theta:?} {xi:?}");
            }
        }
    }

    #[test]
    fn converges_at_the_ends_of_the_scale() {
        for theta in [1e-12, 1e-6, 0.7, 40.0, 700.0] {
            for prior in [1e-300, 1e-12, 0.5, 1.0 - 1e-12] {
                let bound = Bound { finding: 0, theta_0: Real::ZERO, thetas: vec![(0, Real::new(theta))] };
                let on = vec![Real::new(prior)];
                let weights = Weights { off: vec![Real::ONE - on[0]], on, constant: Real::ONE };
                let alone = Factorised { bounds: std::slice::from_ref(&bound), weights: &weights };
                let xi = minimise(&alone, vec![Real::ONE]);
                let slope = alone.gradient(&xi).1[0];
                assert!(slope.abs() <= bound.thetas[0].1.scaled(-400), "{theta} {prior}: {slope:?}");
            }
        }
    }
}
