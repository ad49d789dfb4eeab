//! Priors scrambled by the Bates distribution, the mean of some uniform numbers.
//!
//! The paper writes that the inverse odds are drawn from it; with its limits 0 and 2/(1+p) that
//! cannot be meant, since their mean is the prior 1/(1+p). So the *prior* is drawn.

use etio::BuildError;
use rand::{Rng, RngExt};

/// How many uniform numbers a prior is the mean of. The paper calls anything from 5 to 1,000 reasonable.
const UNIFORMS: usize = 10;

/// Why priors were not scrambled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BatesError {
    /// A mean that would give priors beyond 1.
    #[error("the mean of scrambled priors is above 0 and at most 0.5, not {mean}")]
    Mean {
        /// The mean asked for.
        mean: f64,
    },
    /// The network does not take them.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Priors with a mean, each the mean of uniform numbers between 0 and twice that.
pub fn bates_priors(count: usize, mean: f64, rng: &mut impl Rng) -> Result<Vec<f64>, BatesError> {
    if !(mean > 0.0 && mean <= 0.5) {
        return Err(BatesError::Mean { mean });
    }
    let mut draw = || (0..UNIFORMS).map(|_| rng.random::<f64>()).sum::<f64>() / UNIFORMS as f64;
    Ok((0..count).map(|_| 2.0 * mean * draw()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};

    #[test]
    fn mean_and_variance_are_those_of_the_law() {
        let mut rng = stream(1, Purpose::Bates, 0);
        let mean = 0.25;
        let priors = bates_priors(100_000, mean, &mut rng).unwrap();
        let sample_mean = priors.iter().sum::<f64>() / 1e5;
        let variance = priors.iter().map(|p| (p - sample_mean).powi(2)).sum::<f64>() / 1e5;
        // Variance of the mean of m uniforms on (0, w): w^2 / (12 m).
        let expected = (2.0 * mean).powi(2) / (12.0 * UNIFORMS as f64);
        assert!((sample_mean - mean).abs() < 1e-3, "{sample_mean}");
        assert!((variance / expected - 1.0).abs() < 0.03, "{variance} {expected}");
    }

    #[test]
    fn means_that_make_no_priors_are_refused() {
        let mut rng = stream(1, Purpose::Bates, 0);
        for mean in [0.0, -0.1, 0.51, f64::NAN, f64::INFINITY] {
            assert!(bates_priors(3, mean, &mut rng).is_err(), "{mean}");
        }
    }
}
