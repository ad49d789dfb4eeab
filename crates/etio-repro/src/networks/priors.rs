//! How likely the diseases are before anything is known.

use std::fmt;
use std::str::FromStr;

use rand::{Rng, RngExt};

use crate::random::{exp, ln, three_digits};

/// The distribution that priors are drawn from. Spelled `0.01` (every disease the same) or
/// `1e-7:0.1` (log-uniform).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Priors {
    /// Every disease has the same prior.
    Constant(f64),
    /// Each order of magnitude between the two is equally likely.
    LogUniform {
        /// The rarest a disease can be, above 0.
        least: f64,
        /// The commonest a disease can be, at most 1.
        most: f64,
    },
}

impl Priors {
    /// One prior, to three significant digits.
    pub(super) fn draw(self, rng: &mut impl Rng) -> f64 {
        match self {
            Self::Constant(p) => p,
            Self::LogUniform { least, most } => {
                let uniform: f64 = rng.random();
                three_digits(exp(ln(least) + uniform * (ln(most) - ln(least)))).clamp(least, most)
            }
        }
    }
}

/// A spelling that is not a distribution of priors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` gives no priors; write one probability (0.01) for all diseases, or the smallest and the largest (1e-7:0.1) for a \
     log-uniform distribution, above 0 and at most 1"
)]
pub struct ParsePriorsError(String);

impl FromStr for Priors {
    type Err = ParsePriorsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refuse = || ParsePriorsError(text.chars().take(100).collect());
        let number = |part: &str| part.trim().parse::<f64>().map_err(|_| refuse());
        let law = match text.split_once(':') {
            None => Self::Constant(number(text)?),
            Some((least, most)) => Self::LogUniform { least: number(least)?, most: number(most)? },
        };
        match law {
            Self::Constant(p) if (0.0..=1.0).contains(&p) => Ok(law),
            Self::LogUniform { least, most } if 0.0 < least && least <= most && most <= 1.0 => Ok(law),
            _ => Err(refuse()),
        }
    }
}

impl fmt::Display for Priors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(p) => write!(f, "{p:e}"),
            Self::LogUniform { least, most } => write!(f, "{least:e}:{most:e}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_come_back() {
        for text in ["1e-2", "1e-7:1e-1", "0e0", "1e0"] {
            assert_eq!(text.parse::<Priors>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_law_is_refused() {
        for text in ["", "x", "1.2", "-0.1", "NaN", "0:0.1", "0.2:0.1", "0.1:2", "0.1:", "1e-3:NaN"] {
            assert!(text.parse::<Priors>().is_err(), "{text}");
        }
    }
}
