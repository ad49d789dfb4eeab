//! All xi together.
//!
//! The log bound of several findings is jointly convex in their xi:
//!
//! `sum of -f*(xi_j)  +  sum of xi_j theta_j0 + ln sum over d of w(d) e^(sum of xi_j theta_ji d_i)`,
//!
//! where the weight `w` is a product of priors (Eq. 7 of the paper) or what an exact method computes (the original of 1999).
//! The second part is a log-partition function: its gradient is `S_j = theta_j0 + sum of theta_ji m_i` with the tilted
//! marginals m, and its curvature is their covariance. The bound is least where `ln(1 + 1/xi_j) = S_j` for every j.
//!
//! Newton's steps are taken in `u = ln xi`, which keeps xi positive and crosses orders of magnitude in a step, and
//! shortened until the bound falls. The paper's "relaxation" to one xi at a time is not the same problem where findings
//! share parents: its bound is valid but looser.

use super::separate::LOG_XI;
use crate::InferenceError;
use crate::variational::conjugate::{Bounds, conjugate};

/// The log-partition function at some xi.
#[derive(Debug, Default)]
pub(crate) struct Tilting {
    /// Its value.
    pub(crate) value: f64,
    /// The tilted marginals of all diseases that the bounds speak of.
    pub(crate) marginals: Vec<f64>,
}

/// What is known about the covariance of the tilted diseases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Covariance {
    /// They are independent.
    Independent,
    /// They are not; it is learnt from the gradients on the way, by the BFGS rule. Only the conjugate's curvature, which is known,
    /// changes over orders of magnitude.
    Learnt,
}

/// The most steps. Newton needs about ten, a learnt curvature about thirty; a search cut short still ends at a valid bound.
const MOST_STEPS: usize = 300;
/// A step that changes no xi by more than this, relatively, is the last.
const PRECISION: f64 = 1e-12;
/// The most that one step may change the logarithm of a xi.
const LONGEST: f64 = 4.0;
/// A relative change of the bound that is rounding.
const ROUNDING: f64 = 1e-14;

fn within_range(log_xi: f64) -> f64 {
    log_xi.clamp(LOG_XI.0, LOG_XI.1)
}

/// A point of the search.
#[derive(Debug, Default)]
struct Point {
    log_xi: Vec<f64>,
    xi: Vec<f64>,
    /// The log bound.
    value: f64,
    /// The gradient of the log-partition function.
    pull: Vec<f64>,
    tilting: Tilting,
}

impl Point {
    /// Evaluates the bound at `log_xi`.
    fn evaluate<F>(&mut self, bounds: &Bounds, partition: &mut F) -> Result<(), InferenceError>
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
    fn gradient(&self) -> impl Iterator<Item = f64> {
        self.log_xi.iter().zip(&self.pull).map(|(&u, pull)| pull - log_1p_exp(-u))
    }
}

/// Minimises the bound over all xi, from where `xi` starts. `partition` evaluates the log-partition function.
pub(crate) fn minimise<F>(
    bounds: &Bounds,
    xi: &mut [f64],
    covariance: Covariance,
    mut partition: F,
) -> Result<(), InferenceError>
where
    F: FnMut(&[f64], &mut Tilting) -> Result<(), InferenceError>,
{
    let mut here = Point { log_xi: xi.iter().map(|xi| within_range(xi.ln())).collect(), ..Point::default() };
    let mut there = Point::default();
    here.evaluate(bounds, &mut partition)?;
    let mut curvature = Curvature::independent(bounds, &here.tilting.marginals);
    for _ in 0..MOST_STEPS {
        let step = curvature.newton_step(&here);
        let longest = step.iter().fold(0.0, |longest: f64, s| longest.max(s.abs()));
        let descent: f64 =
            step.iter().zip(&here.xi).zip(here.gradient()).map(|((s, xi), g)| s * xi * g).sum();
        let mut length = (LONGEST / longest).min(1.0);
        loop {
            there.log_xi.clear();
            there.log_xi.extend(here.log_xi.iter().zip(&step).map(|(u, s)| within_range(u + length * s)));
            let moved = here.log_xi.iter().zip(&there.log_xi).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            if longest <= PRECISION || moved <= f64::EPSILON {
                xi.iter_mut().zip(&there.log_xi).for_each(|(xi, u)| *xi = u.exp());
                return Ok(());
            }
            there.evaluate(bounds, &mut partition)?;
            let allowed = 1e-4 * length * descent + ROUNDING * here.value.abs().max(1.0);
            if there.value - here.value <= allowed {
                break;
            }
            length *= 0.5;
        }
        match covariance {
            Covariance::Independent => {
                curvature = Curvature::independent(bounds, &there.tilting.marginals);
            }
            Covariance::Learnt => curvature.learn(&here, &there),
        }
        std::mem::swap(&mut here, &mut there);
    }
    xi.copy_from_slice(&here.xi);
    Ok(())
}

/// The second derivatives of the log-partition function by xi.
#[derive(Debug)]
struct Curvature {
    size: usize,
    matrix: Vec<f64>,
}

impl Curvature {
    /// The covariance of independent diseases: `C_jk = sum of theta_ji theta_ki m_i (1 - m_i)`.
    fn independent(bounds: &Bounds, marginals: &[f64]) -> Self {
        let size = bounds.len();
        let mut matrix = vec![0.0; size * size];
        let mut spread = vec![0.0; marginals.len()];
        for j in 0..size {
            for (d, theta) in bounds.links(j) {
                spread[d] = theta * marginals[d] * (1.0 - marginals[d]);
            }
            for k in 0..size {
                matrix[j * size + k] = bounds.links(k).map(|(d, theta)| theta * spread[d]).sum();
            }
            for (d, _) in bounds.links(j) {
                spread[d] = 0.0;
            }
        }
        Self { size, matrix }
    }

    /// The step in `log_xi` that makes the gradient vanish to first order: `s_j / (1 + xi_j) + sum of C_jk xi_k s_k = -g_j`. In
    /// this form a xi that underflows to zero does no harm.
    fn newton_step(&self, at: &Point) -> Vec<f64> {
        let n = self.size;
        let mut matrix = vec![0.0; n * n];
        for j in 0..n {
            for k in 0..n {
                matrix[j * n + k] = self.matrix[j * n + k] * at.xi[k];
            }
            matrix[j * n + j] += (1.0 + at.xi[j]).recip();
        }
        let mut step: Vec<f64> = at.gradient().map(|g| -g).collect();
        solve(&mut matrix, &mut step);
        step
    }

    /// The BFGS update. The log-partition function is convex, so the change of its gradient along a step is never against it.
    fn learn(&mut self, from: &Point, to: &Point) {
        let n = self.size;
        let step: Vec<f64> = to.xi.iter().zip(&from.xi).map(|(b, a)| b - a).collect();
        let change: Vec<f64> = to.pull.iter().zip(&from.pull).map(|(b, a)| b - a).collect();
        let expected: Vec<f64> = self.matrix.chunks_exact(n).map(|row| dot(row, &step)).collect();
        let (seen, guessed) = (dot(&change, &step), dot(&expected, &step));
        let noise = 1e-10 * to.pull.iter().zip(&step).map(|(p, s)| (p * s).abs()).sum::<f64>();
        if seen <= noise || guessed <= noise {
            return;
        }
        for j in 0..n {
            for k in 0..n {
                self.matrix[j * n + k] += change[j] * change[k] / seen - expected[j] * expected[k] / guessed;
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `ln(1 + e^x)`.
fn log_1p_exp(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Solves `matrix x = right` in place by elimination, rows scaled to their largest entry and pivoted.
fn solve(matrix: &mut [f64], right: &mut [f64]) {
    let n = right.len();
    for (row, r) in matrix.chunks_exact_mut(n).zip(right.iter_mut()) {
        let scale = row.iter().fold(f64::MIN_POSITIVE, |scale, m| scale.max(m.abs())).recip();
        row.iter_mut().chain([r]).for_each(|entry| *entry *= scale);
    }
    for column in 0..n {
        let size = |row: &usize| matrix[row * n + column].abs();
        let pivot = (column..n).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(column);
        for k in 0..n {
            matrix.swap(column * n + k, pivot * n + k);
        }
        right.swap(column, pivot);
        for row in column + 1..n {
            let factor = matrix[row * n + column] / matrix[column * n + column];
            for k in column..n {
                matrix[row * n + k] -= factor * matrix[column * n + k];
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[row * n + k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row * n + row];
    }
}
