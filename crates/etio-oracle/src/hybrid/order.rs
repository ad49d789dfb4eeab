//! Which findings are transformed first.

use super::bound::{Bound, conjugate, tilts};
use super::solve::separately;
use super::{Order, Solver};
use crate::eliminate::Weights;
use crate::model::{Case, Model, OracleError};
use crate::number::Real;

/// The transformable present findings, those to transform first leading. Ties go by index; the
/// drops of `gdo` tie if they differ by less than 1e-12 of the larger of them and 1.
pub fn transform_order(
    model: &Model,
    case: &Case,
    solver: Solver,
    order: Order,
) -> Result<Vec<usize>, OracleError> {
    model.check_possible(case)?;
    let bounds = Bound::of_present(model, case);
    let mut ranked: Vec<(Real, usize)> = match order {
        Order::Fdo => {
            bounds.iter().map(|bound| (Real::new(bound.thetas.len() as f64), bound.finding)).collect()
        }
        Order::Gdo => drops(model, case, &bounds, solver),
    };
    ranked.sort_unstable();
    let tie =
        |a: &(Real, usize), b: &(Real, usize)| b.0 - a.0 <= a.0.max(b.0).max(Real::ONE) * Real::new(1e-12);
    for tied in ranked.chunk_by_mut(tie) {
        tied.sort_by_key(|&(_, finding)| finding);
    }
    Ok(ranked.into_iter().map(|(_, finding)| finding).collect())
}

/// For each finding, how much the log bound with all findings transformed falls when this one alone
/// is treated exactly.
fn drops(model: &Model, case: &Case, bounds: &[Bound], solver: Solver) -> Vec<(Real, usize)> {
    let xi = separately(bounds, &Weights::priors(model), solver);
    let weights = Weights::of(model, case);
    let tilts = tilts(bounds, &xi, model.priors.len());
    let drop = |(bound, &xi): (&Bound, &Real)| {
        // Products over the parents: all transformed; this finding left out; this finding absent.
        let (mut transformed, mut out, mut absent) = (Real::ONE, Real::ONE, (-bound.theta_0).exp());
        for &(disease, theta) in &bound.thetas {
            let (off, on) = (weights.off[disease], weights.on[disease]);
            let others = on * (tilts[disease] - xi * theta).exp();
            transformed *= off + on * tilts[disease].exp();
            out *= off + others;
            absent *= off + others * (-theta).exp();
        }
        let log_transformed = transformed.ln() + xi * bound.theta_0 - conjugate(xi);
        (log_transformed - (out - absent).ln(), bound.finding)
    };
    bounds.iter().zip(&xi).map(drop).collect()
}
