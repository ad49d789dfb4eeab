//! How an estimate was reached, and what that says about its error.

use std::fmt;

/// How an [`Estimate`](crate::Exactness::Estimate) was reached.
///
/// With the feature `serde` its members become part of those of
/// [`Exactness`](crate::Exactness): `iterations`, `converged` and `swing`, or
/// `samples`, `effective_samples`, `standard_error` and `seed`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Basis {
    /// By a variational bound on the evidence. Nothing is known about the error of a posterior.
    Bound,
    /// By equations that were iterated. Nothing is known about the error of a posterior.
    #[non_exhaustive]
    Iterated {
        /// Number of iterations: how often every number was recomputed.
        iterations: u32,
        /// Whether the numbers no longer moved in the end. If not, they oscillate, or need more
        /// iterations, or the time was over.
        converged: bool,
        /// If the numbers go to and fro, every other iteration the same: the largest change of a
        /// posterior from one iteration to the next. Looked for by `loopy-bp` after its last
        /// iteration.
        swing: Option<f64>,
    },
    /// By weighted random samples.
    #[non_exhaustive]
    Sampled {
        /// Number of samples that were drawn.
        samples: u64,
        /// Number of samples from the posterior itself that would be as informative.
        effective_samples: f64,
        /// Largest standard error of a posterior; `None` if there are too few effective samples to
        /// tell.
        standard_error: Option<f64>,
        /// Seed of the generator: the same seed gives the same samples.
        seed: u64,
    },
}

impl Basis {
    /// Whether iterated equations came to rest; `None` if nothing was iterated.
    pub fn converged(&self) -> Option<bool> {
        match self {
            Self::Iterated { converged, .. } => Some(*converged),
            Self::Bound | Self::Sampled { .. } => None,
        }
    }

    /// How far the posteriors go to and fro, if iterated equations do so with period two.
    pub fn swing(&self) -> Option<f64> {
        match self {
            Self::Iterated { swing, .. } => *swing,
            Self::Bound | Self::Sampled { .. } => None,
        }
    }

    /// The largest standard error of a posterior, if it was sampled and that is known.
    pub fn standard_error(&self) -> Option<f64> {
        match self {
            Self::Sampled { standard_error, .. } => *standard_error,
            Self::Bound | Self::Iterated { .. } => None,
        }
    }

    /// Number of effective samples, if it was sampled.
    pub fn effective_samples(&self) -> Option<f64> {
        match self {
            Self::Sampled { effective_samples, .. } => Some(*effective_samples),
            Self::Bound | Self::Iterated { .. } => None,
        }
    }
}

/// Text after the word `estimate`: nothing for a bound.
impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bound => Ok(()),
            Self::Iterated { iterations, converged, swing } => {
                let not = if *converged { "" } else { "not " };
                write!(f, ", {not}converged after {}", counted(u64::from(*iterations), "iteration"))?;
                match swing {
                    Some(swing) => write!(f, ": it goes to and fro by up to {swing:.2}"),
                    None => Ok(()),
                }
            }
            Self::Sampled { samples, effective_samples, standard_error, .. } => {
                write!(f, ", {} worth {effective_samples:.0}, ", counted(*samples, "sample"))?;
                match standard_error {
                    Some(error) => write!(f, "standard error up to {error:.1e}"),
                    None => f.write_str("too few to tell the error"),
                }
            }
        }
    }
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(feature = "serde")]
impl Basis {
    /// Adds its members to those of an answer.
    pub(crate) fn serialize_into<M: serde::ser::SerializeMap>(
        &self,
        members: &mut M,
    ) -> Result<(), M::Error> {
        match self {
            Self::Bound => {}
            Self::Iterated { iterations, converged, swing } => {
                members.serialize_entry("iterations", iterations)?;
                members.serialize_entry("converged", converged)?;
                if let Some(swing) = swing {
                    members.serialize_entry("swing", swing)?;
                }
            }
            Self::Sampled { samples, effective_samples, standard_error, seed } => {
                members.serialize_entry("samples", samples)?;
                members.serialize_entry("effective_samples", effective_samples)?;
                if let Some(error) = standard_error {
                    members.serialize_entry("standard_error", error)?;
                }
                members.serialize_entry("seed", seed)?;
            }
        }
        Ok(())
    }
}
