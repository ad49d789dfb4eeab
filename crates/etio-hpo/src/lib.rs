//! Rare diseases in Etio.

pub mod annotation;
mod clinic;
mod documents;
pub mod evaluate;
mod facts;
pub mod genes;
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

pub use clinic::{
    Basis, Clinic, Diagnosis, Explained, ExplainedPair, GenePlace, KnownOnset, ModelView, NextTerm, Observed,
    Place, Reason, Shared, Sibling, Term, Together, Typical, problems,
};
pub use documents::{DocumentError, Meta, read_meta};
pub use facts::{Elsewhere, Facts, Onset};
pub use hpo::Hpo;
pub use model::Settings;
pub use patient::{Note, NoteKind, Observation, Patient};
pub use rank::{
    Absent, CEILING, ParseAbsentError, ParseRankerError, RankError, Ranker, Ranking, SHIFT, SLOPE, stated,
};
pub use text::ReadError;
