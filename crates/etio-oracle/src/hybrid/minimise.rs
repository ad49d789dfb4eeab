//! Newton's method for a smooth convex function of positive variables, to full precision.

use crate::number::Real;

/// A convex function of positive variables.
pub(super) trait Convex {
    /// The value and the gradient.
    fn gradient(&self, x: &[Real]) -> (Real, Vec<Real>);
    /// The matrix of second derivatives; a good approximation will do.
    fn curvature(&self, x: &[Real]) -> Vec<Vec<Real>>;
}

/// A step that changes every variable by less than this (as a power of two, relative) is the last.
const CONVERGED: i64 = -350;
/// Differences of values below this (as a power of two) are rounding.
const NOISE: i64 = -400;
/// Most that one step may raise and lower the logarithm of a variable.
const LONGEST: (f64, f64) = (5.0, 20.0);

/// The minimum. Newton's direction is followed along `x · e^(s·direction/x)`, which stays positive
/// and crosses many orders of magnitude in few steps, and halved until the value falls.
///
/// # Panics
/// If a thousand steps do not suffice, which no convex function with a minimum should need.
pub(super) fn minimise(function: &impl Convex, start: Vec<Real>) -> Vec<Real> {
    let mut x = start;
    let (mut value, mut gradient) = function.gradient(&x);
    for _ in 0..1000 {
        let step = solve(function.curvature(&x), &gradient);
        let logs: Vec<Real> = step.iter().zip(&x).map(|(&step, &x)| -step / x).collect();
        let last = logs.iter().all(|log| log.exponent() < CONVERGED);
        let mut length = longest(&logs);
        loop {
            let next: Vec<Real> = x.iter().zip(&logs).map(|(&x, &log)| x * (log * length).exp()).collect();
            if last {
                return next;
            }
            let (next_value, next_gradient) = function.gradient(&next);
            if next_value <= value + value.abs().max(Real::ONE).scaled(NOISE) {
                (x, value, gradient) = (next, next_value, next_gradient);
                break;
            }
            length = length.scaled(-1);
        }
    }
    panic!("no minimum found from {x:?}");
}

/// The largest fraction of the step, at most 1, that keeps within [`LONGEST`].
fn longest(logs: &[Real]) -> Real {
    let (up, down) = (Real::new(LONGEST.0), Real::new(LONGEST.1));
    logs.iter().fold(Real::ONE, |length, &log| {
        let limit = if log.is_positive() { up } else { down };
        if log.abs() > limit { length.min(limit / log.abs()) } else { length }
    })
}

/// Solves `matrix · x = right` by Gaussian elimination with row pivoting.
fn solve(mut matrix: Vec<Vec<Real>>, right: &[Real]) -> Vec<Real> {
    let n = right.len();
    for (row, &right) in matrix.iter_mut().zip(right) {
        row.push(right);
    }
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| matrix[a][column].abs().cmp(&matrix[b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        let pivot_row = matrix[column].clone();
        for row in &mut matrix[column + 1..] {
            let factor = row[column] / pivot_row[column];
            for (entry, &above) in row.iter_mut().zip(&pivot_row).skip(column) {
                *entry -= factor * above;
            }
        }
    }
    let mut x = vec![Real::ZERO; n];
    for row in (0..n).rev() {
        let known: Real = (row + 1..n).map(|column| matrix[row][column] * x[column]).sum();
        x[row] = (matrix[row][n] - known) / matrix[row][row];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x ln x - x + y/3 - ln y + x y`, whose minimum solves `ln x + y = 0` and `1/3 - 1/y + x = 0`.
    struct Example;

    impl Convex for Example {
        fn gradient(&self, at: &[Real]) -> (Real, Vec<Real>) {
            let (x, y) = (at[0], at[1]);
            let third = Real::ONE / Real::new(3.0);
            (x * x.ln() - x + y * third - y.ln() + x * y, vec![x.ln() + y, third - Real::ONE / y + x])
        }
        fn curvature(&self, at: &[Real]) -> Vec<Vec<Real>> {
            let (x, y) = (at[0], at[1]);
            vec![vec![Real::ONE / x, Real::ONE], vec![Real::ONE, Real::ONE / (y * y)]]
        }
    }

    #[test]
    fn finds_a_minimum_to_a_hundred_digits() {
        let found = minimise(&Example, vec![Real::new(0.1), Real::new(2.0)]);
        let (_, gradient) = Example.gradient(&found);
        assert!(gradient.iter().all(|slope| slope.exponent() < -400), "{gradient:?}");
    }
}
