//! The curvature that the joint search steps by: the covariance of the tilted diseases, known or learnt.

use super::joint::Point;
use crate::variational::conjugate::Bounds;

/// The second derivatives of the log-partition function by xi.
#[derive(Debug)]
pub(super) struct Curvature {
    size: usize,
    matrix: Vec<f64>,
}

impl Curvature {
    /// The covariance of independent diseases: `C_jk = sum of theta_ji theta_ki m_i (1 - m_i)`.
    pub(super) fn independent(bounds: &Bounds, marginals: &[f64]) -> Self {
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
    pub(super) fn newton_step(&self, at: &Point) -> Vec<f64> {
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
    pub(super) fn learn(&mut self, from: &Point, to: &Point) {
        let n = self.size;
        let step: Vec<f64> = to.xi.iter().zip(&from.xi).map(|(b, a)| b - a).collect();
        let change: Vec<f64> = to.pull.iter().zip(&from.pull).map(|(b, a)| b - a).collect();
        let expected: Vec<f64> = self.matrix.chunks_exact(n).map(|row| dot(row, &step)).collect();
        let (seen, guessed) = (dot(&change, &step), dot(&expected, &step));
        let noise = 1e-13 * to.pull.iter().zip(&step).map(|(p, s)| (p * s).abs()).sum::<f64>();
        if seen <= noise {
            return;
        }
        for j in 0..n {
            for k in 0..n {
                let forgotten = if guessed > 0.0 { expected[j] * expected[k] / guessed } else { 0.0 };
                self.matrix[j * n + k] += change[j] * change[k] / seen - forgotten;
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
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
