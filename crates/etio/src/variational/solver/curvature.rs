//! The curvature that the joint search steps by: the covariance of the tilted diseases, known or
//! learnt.

use super::point::Point;
use crate::InferenceError;
use crate::budget::{Budget, Reserved};
use crate::pace::Pace;
use crate::variational::conjugate::Tangents;

/// The second derivatives of the log-partition function by xi.
#[derive(Debug)]
pub(super) enum Curvature<'b> {
    /// All of them: time for a step grows with the third power of the number of findings, memory
    /// with the second.
    Coupled(Coupled<'b>),
    /// Their weighted row sums: a step takes one pass over the links.
    Uncoupled(Uncoupled<'b>),
}

impl<'b> Curvature<'b> {
    /// A curvature for the findings of `bounds`, coupled if they are at most `most_coupled` and
    /// there is memory for it.
    pub(super) fn new(bounds: &Tangents, most_coupled: usize, budget: &'b Budget) -> Self {
        let size = bounds.len();
        let bytes = size.saturating_mul(size).saturating_mul(2 * size_of::<f64>());
        let memory = if size <= most_coupled { budget.reserve(bytes) } else { None };
        match memory {
            Some(memory) => Self::Coupled(Coupled {
                size,
                matrix: vec![0.0; size * size],
                scratch: vec![0.0; size * size],
                budget,
                _memory: memory,
            }),
            None => Self::Uncoupled(Uncoupled { row_sums: vec![0.0; size], budget }),
        }
    }

    /// Takes the covariance of independent diseases,
    /// `C_jk = sum of theta_ji theta_ki m_i (1 - m_i)`.
    pub(super) fn assume_independence(
        &mut self,
        bounds: &Tangents,
        at: &Point,
    ) -> Result<(), InferenceError> {
        match self {
            Self::Coupled(all) => all.assume_independence(bounds, &at.tilting.marginals),
            Self::Uncoupled(sums) => sums.assume_independence(bounds, at),
        }
    }

    /// Learns from the gradients at both ends of a step. False if this form cannot.
    pub(super) fn learn(&mut self, from: &Point, to: &Point) -> Result<bool, InferenceError> {
        match self {
            Self::Coupled(all) => all.learn(from, to).map(|()| true),
            Self::Uncoupled(_) => Ok(false),
        }
    }

    /// The step in `log_xi` that makes the gradient vanish to first order:
    /// `s_j / (1 + xi_j) + sum of C_jk xi_k s_k = -g_j`. In this form a xi that underflows to zero
    /// does no harm.
    pub(super) fn step(&mut self, at: &Point) -> Result<Vec<f64>, InferenceError> {
        match self {
            Self::Coupled(all) => all.step(at),
            Self::Uncoupled(sums) => Ok(sums.step(at)),
        }
    }
}

/// The whole matrix of second derivatives.
#[derive(Debug)]
pub(super) struct Coupled<'b> {
    size: usize,
    matrix: Vec<f64>,
    scratch: Vec<f64>,
    budget: &'b Budget,
    _memory: Reserved,
}

impl Coupled<'_> {
    fn assume_independence(&mut self, bounds: &Tangents, marginals: &[f64]) -> Result<(), InferenceError> {
        let n = self.size;
        let mut pace = Pace::new(self.budget);
        let mut spread = vec![0.0; marginals.len()];
        for j in 0..n {
            for (d, theta) in bounds.links(j) {
                spread[d] = theta * marginals[d] * (1.0 - marginals[d]);
            }
            for k in j..n {
                pace.count(bounds.degree(k) + 1)?;
                let covariance = bounds.links(k).map(|(d, theta)| theta * spread[d]).sum();
                self.matrix[j * n + k] = covariance;
                self.matrix[k * n + j] = covariance;
            }
            for (d, _) in bounds.links(j) {
                spread[d] = 0.0;
            }
        }
        Ok(())
    }

    fn step(&mut self, at: &Point) -> Result<Vec<f64>, InferenceError> {
        let n = self.size;
        let mut pace = Pace::new(self.budget);
        for (j, (from, to)) in self.matrix.chunks_exact(n).zip(self.scratch.chunks_exact_mut(n)).enumerate() {
            pace.count(n)?;
            for ((to, from), xi) in to.iter_mut().zip(from).zip(&at.xi) {
                *to = from * xi;
            }
            to[j] += (1.0 + at.xi[j]).recip();
        }
        let mut step: Vec<f64> = at.gradient().map(|g| -g).collect();
        solve(&mut self.scratch, &mut step, &mut pace)?;
        Ok(step)
    }

    /// The BFGS update. The log-partition function is convex, so the change of its gradient along a
    /// step is never against it.
    fn learn(&mut self, from: &Point, to: &Point) -> Result<(), InferenceError> {
        let n = self.size;
        let mut pace = Pace::new(self.budget);
        let step: Vec<f64> = to.xi.iter().zip(&from.xi).map(|(b, a)| b - a).collect();
        let change: Vec<f64> = to.pull.iter().zip(&from.pull).map(|(b, a)| b - a).collect();
        let expected: Vec<f64> = self.matrix.chunks_exact(n).map(|row| dot(row, &step)).collect();
        let (seen, guessed) = (dot(&change, &step), dot(&expected, &step));
        let noise = 1e-13 * to.pull.iter().zip(&step).map(|(p, s)| (p * s).abs()).sum::<f64>();
        if seen <= noise {
            return Ok(());
        }
        for j in 0..n {
            pace.count(2 * n)?;
            for k in 0..n {
                let forgotten = if guessed > 0.0 { expected[j] * expected[k] / guessed } else { 0.0 };
                self.matrix[j * n + k] += change[j] * change[k] / seen - forgotten;
            }
        }
        Ok(())
    }
}

/// The row sums `R_j = sum over k of C_jk xi_k` in place of the matrix.
///
/// All entries of C are positive, so the diagonal matrix of the row sums of `xi_j C_jk xi_k`
/// exceeds that matrix in every direction: steps by it are never too long as long as the diseases
/// are independent. And `R_j = sum of theta_ji m_i (1 - m_i) t_i` takes one pass over the links.
#[derive(Debug)]
pub(super) struct Uncoupled<'b> {
    row_sums: Vec<f64>,
    budget: &'b Budget,
}

impl Uncoupled<'_> {
    fn assume_independence(&mut self, bounds: &Tangents, at: &Point) -> Result<(), InferenceError> {
        let mut pace = Pace::new(self.budget);
        let mut spread = vec![0.0; at.tilting.marginals.len()];
        bounds.tilts_at_pace(&at.xi, &mut spread, &mut pace)?;
        spread.iter_mut().zip(&at.tilting.marginals).for_each(|(t, m)| *t *= m * (1.0 - m));
        for (j, sum) in self.row_sums.iter_mut().enumerate() {
            pace.count(bounds.degree(j))?;
            *sum = bounds.links(j).map(|(d, theta)| theta * spread[d]).sum();
        }
        Ok(())
    }

    fn step(&self, at: &Point) -> Vec<f64> {
        let scales = at.xi.iter().zip(&self.row_sums).map(|(xi, sum)| (1.0 + xi).recip() + sum);
        at.gradient().zip(scales).map(|(g, scale)| -g / scale).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves `matrix x = right` in place by elimination, rows scaled to their largest entry and
/// pivoted.
fn solve(matrix: &mut [f64], right: &mut [f64], pace: &mut Pace<'_>) -> Result<(), InferenceError> {
    let n = right.len();
    for (row, r) in matrix.chunks_exact_mut(n).zip(right.iter_mut()) {
        pace.count(n)?;
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
        let (above, below) = matrix.split_at_mut((column + 1) * n);
        let pivot_row = &above[column * n + column..];
        for (row, r) in below.chunks_exact_mut(n).zip(column + 1..) {
            pace.count(n - column)?;
            let factor = row[column] / pivot_row[0];
            for (entry, pivot) in row[column..].iter_mut().zip(pivot_row) {
                *entry -= factor * pivot;
            }
            right[r] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[row * n + k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row * n + row];
    }
    Ok(())
}
