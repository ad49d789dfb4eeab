//! Why a reproduction stops.

use std::path::PathBuf;

use etio::format::FormatError;
use etio::format::cases::CaseError;
use etio::{BuildError, EvidenceError, InferenceError, ParseMethodError};

use crate::{BatesError, SpecError, StreamError};

/// Why a reproduction stops.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReproError {
    /// A network cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A large network cannot be written.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// Priors cannot be scrambled.
    #[error(transparent)]
    Bates(#[from] BatesError),
    /// A network cannot be put together.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A network cannot be read back.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A line of a file of cases cannot be read.
    #[error("{}: {source}", path.display())]
    Case {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: CaseError,
    },
    /// A query does not fit its network.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// The exact reference gives no answer.
    #[error(transparent)]
    Inference(#[from] InferenceError),
    /// A method is misspelt.
    #[error(transparent)]
    Method(#[from] ParseMethodError),
    /// Results cannot be put into a table.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// Results cannot be put into JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A figure cannot be drawn.
    #[error(transparent)]
    Draw(#[from] etio_report::DrawError),
    /// A file cannot be written or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
}
