//! A point of the joint search: the xi, the bound there, and its gradient.

use super::separate::LOG_XI;
use crate::InferenceError;
use crate::variational::conjugate::{Tangents, conjugate};

/// The log-partition function at some xi.
#[derive(Debug, Default)]
pub(crate) struct Tilting {
    /// Its value.
    pub(crate) value: f64,
    /// The tilted marginals of all diseases that the bounds speak of.
    pub(crate) marginals: Vec<f64>,
}

/// A logarithm of a xi, moved into the range that is considered.
pub(super) fn within_range(log_xi: f64) -> f64 {
    log_xi.clamp(LOG_XI.0, LOG_XI.1)
}

/// A point of the search.
#[derive(Debug, Default)]
pub(super) struct Point {
    pub(super) log_xi: Vec<f64>,
    pub(super) xi: Vec<f64>,
    /// The log bound.
    pub(super) value: f64,
    /// The gradient of the log-partition function.
    pub(super) pull: Vec<f64>,
    pub(super) tilting: Tilting,
}

impl Point {
    /// A point that is not evaluated yet.
    pub(super) fn at(xi: &[f64]) -> Self {
        Self { log_xi: xi.iter().map(|xi| within_range(xi.ln())).collect(), ..Self::default() }
    }

    /// Evaluates the bound at `log_xi`.
    pub(super) fn evaluate<F>(&mut self, bounds: &Tangents, partition: &mut F) -> Result<(), InferenceError>
    where
        F: FnMut(&[f64], &mut Tilting) -> Result<(), InferenceError>,
    {
        self.xi.clear();
        self.xi.extend(self.log_xi.iter().map(|u| u.exp()));
        partition(&self.xi, &mut self.tilting)?;
        self.value = self.tilting.value - self.xi.iter().map(|&xi| conjugate(xi)).sum::<f64>();
        self.pull.clear();
        self.pull.extend((0..bounds.len()).map(|j| {
            bounds.base[j] + bounds.links(j).map(|(d, theta)| theta * self.tilting.marginals[d]).sum::<f64>()
        }));
        Ok(())
    }

    /// The derivative of the bound by each xi: Eq. 9.
    pub(super) fn gradient(&self) -> impl Iterator<Item = f64> {
        self.log_xi.iter().zip(&self.pull).map(|(&u, pull)| pull - log_1p_exp(-u))
    }
}

/// `ln(1 + e^x)`.
fn log_1p_exp(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
