//! Rare diseases in Etio.

pub mod annotation;
mod clinic;
mod documents;
pub mod evaluate;
mod hpo;
pub mod import;
mod model;
pub mod naming;
pub mod obo;
pub mod ontology;
pub mod patient;
mod rank;
pub mod report;
pub mod series;
mod text;

pub use clinic::{Clinic, Diagnosis, Explained, ExplainedPair, Reason, Term, problems};
pub use documents::{DocumentError, Meta, read_meta};
pub use hpo::Hpo;
pub use model::Settings;
pub use patient::{Note, NoteKind, Observation, Patient};
pub use rank::{
    Absent, HONEST_EXPONENT, Pair, ParseAbsentError, ParseRankerError, RankError, Ranker, Ranking, best_pairs,
};
pub use text::ReadError;
