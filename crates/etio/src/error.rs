//! Reasons inference can fail.

use std::time::Duration;

use crate::{EvidenceError, Method};

/// Reasons inference can fail. Nothing is approximated in silence: a method answers or says which
/// of these it is.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InferenceError {
    /// The evidence does not fit the network.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// The network gives the evidence probability zero.
    #[error("the evidence is impossible in this network{}", culprit(finding.as_deref()))]
    ImpossibleEvidence {
        /// The finding that alone is impossible, if there is one.
        finding: Option<String>,
    },
    /// More work or memory than the limits allow, known before starting.
    #[error(
        "{method} would take about {}{}, over the limit; give it more time or memory, or use `auto`",
        seconds(*predicted_seconds),
        megabytes(*predicted_bytes)
    )]
    TooExpensive {
        /// The method that was asked for.
        method: Method,
        /// Predicted time.
        predicted_seconds: f64,
        /// Predicted memory.
        predicted_bytes: f64,
    },
    /// More diseases or findings than the method handles at all.
    #[error(
        "{method} handles at most {limit} {what}, this problem has {count}; use {}",
        larger_alternatives(*method)
    )]
    TooLarge {
        /// The method that was asked for.
        method: Method,
        /// The quantity that is too large.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// Maximum number it handles.
        limit: usize,
    },
    /// Too few correct digits are left.
    #[error(
        "{method} lost precision to cancellation or underflow (error up to {error_estimate:.0e} in a posterior); use {}",
        stable_alternatives(*method)
    )]
    DigitsLost {
        /// The method that was asked for.
        method: Method,
        /// The estimated absolute error of a posterior.
        error_estimate: f64,
    },
    /// The time limit passed while working.
    #[error("no answer within {} ms; give more time, or use `auto`", milliseconds(*limit))]
    OutOfTime {
        /// The limit.
        limit: Duration,
    },
    /// The request was cancelled by [`Budget::cancel`](crate::Budget::cancel).
    #[error("cancelled")]
    Cancelled,
    /// The network's file turned out damaged where the evidence needed it.
    #[error(
        "the links of finding `{finding}` are damaged in the network's file; check it with `etio verify`"
    )]
    Damaged {
        /// The finding.
        finding: String,
    },
    /// A hybrid was told to transform more findings than are present.
    #[error("{method} is to transform {asked} findings, but only {present} are present")]
    TooManyTransformed {
        /// The method that was asked for.
        method: Method,
        /// How many to transform.
        asked: usize,
        /// How many present findings there are.
        present: usize,
    },
}

impl InferenceError {
    /// A short name of the kind of error, for programs. It stays the same from version to version.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Evidence(error) => error.code(),
            Self::ImpossibleEvidence { .. } => "impossible-evidence",
            Self::TooExpensive { .. } => "too-expensive",
            Self::TooLarge { .. } => "too-large",
            Self::DigitsLost { .. } => "digits-lost",
            Self::OutOfTime { .. } => "out-of-time",
            Self::Cancelled => "cancelled",
            Self::Damaged { .. } => "damaged",
            Self::TooManyTransformed { .. } => "too-many-transformed",
        }
    }

    /// Whether it is about what the method can do within the limits, and not about the evidence:
    /// another method, or the same one with more time and memory, may answer.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::TooExpensive { .. }
                | Self::TooLarge { .. }
                | Self::OutOfTime { .. }
                | Self::DigitsLost { .. }
        )
    }
}

/// The methods that handle larger problems.
fn larger_alternatives(method: Method) -> &'static str {
    match method {
        Method::Elimination => "`auto`",
        _ => "`auto` or `elimination`",
    }
}

/// The methods that keep their digits if one has lost them.
fn stable_alternatives(method: Method) -> &'static str {
    match method {
        Method::Elimination => {
            "`auto`, which tries every exact method and answers with certified intervals if none is left"
        }
        _ => "`elimination` or `auto`",
    }
}

fn culprit(finding: Option<&str>) -> String {
    finding.map(|id| format!(": nothing in it allows finding `{id}` as given")).unwrap_or_default()
}

fn seconds(s: f64) -> String {
    match s {
        s if s < 1.0 => format!("{:.0} ms", (s * 1e3).max(1.0)),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3600.0),
        s if s < 3.2e9 => format!("{:.0} days", s / 86400.0),
        s => format!("{:.0e} years", s / 31_557_600.0),
    }
}

/// Milliseconds, in one digit if there are fewer than one: `0.4`.
fn milliseconds(limit: Duration) -> f64 {
    let ms = limit.as_secs_f64() * 1e3;
    if ms >= 1.0 { ms.round() } else { (ms * 10.0).ceil() / 10.0 }
}

fn megabytes(bytes: f64) -> String {
    if bytes < 1e6 { String::new() } else { format!(" and {:.0} MB", bytes / 1e6) }
}
