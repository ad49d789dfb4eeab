//! From annotations to a noisy-or network.
//!
//! A disease *d* shows a term *t* with probability `v`: what its annotations say, smoothed. Around
//! that the model puts four things that patients taught (see `docs/patients.md`):
//!
//! - **wider terms**: a patient with a specific term may be described by a wider one. An ancestor
//!   of annotated terms gets the largest `v` below it, times [`Settings::wider`];
//! - **narrower terms**: a patient of a disease with a wide term is described by a narrower one the
//!   more readily, the more common that is among those: `v_a * narrower * (b_t / b_a)^exponent` for
//!   an ancestor `a` with background `b_a`;
//! - **kin**: what is usual in the rest of a disease's phenotypic series, or in the other diseases of its
//!   gene, is not unheard of in it;
//! - **reporting**: of a disease with many expected terms a patient's description names fewer: `v` shrinks by
//!   `(r / (r + sum of v))^x`.
//!
//! The background `b_t` of a term is its mean `v` over all diseases by their own catalogue's rows;
//! its leak, the probability to be seen for reasons outside the disease, is a share of that. All of
//! this is settled on import: the network is an ordinary noisy-or network that every method
//! answers.

mod graph;
mod knowledge;
mod links;
mod settings;

pub(crate) use graph::Graph;
pub(crate) use knowledge::{Knowledge, KnowledgeBuilder, KnownDisease, Shape, Source, SourceRow};
pub(crate) use links::{LeftOut, Model};
pub use settings::Settings;
