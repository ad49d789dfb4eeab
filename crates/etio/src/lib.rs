//! Etio finds the causes behind what you observe.
//!
//! A noisy-or network has hidden diseases on one layer and observable findings on the other. Given
//! what is present and what is absent, [`Engine::diagnose`] says how likely each disease is:
//!
//! ```
//! use etio::{Engine, Evidence, Method, NetworkBuilder};
//!
//! let mut builder = NetworkBuilder::new();
//! let flu = builder.disease("flu", "Influenza", 0.01)?;
//! let cold = builder.disease("cold", "Common cold", 0.05)?;
//! let fever = builder.finding("fever", "Fever", 0.02)?;
//! let cough = builder.finding("cough", "Cough", 0.05)?;
//! builder.link(flu, fever, 0.9)?;
//! builder.link(flu, cough, 0.8)?;
//! builder.link(cold, cough, 0.6)?;
//! let network = builder.build()?;
//!
//! let evidence = Evidence::from_ids(&network, &["fever", "cough"], &[])?;
//! let posterior = Engine::new(&network).diagnose(&evidence, Method::Enumeration)?;
//! assert!(posterior.marginal(flu) > posterior.marginal(cold));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Networks are read from a folder of CSV files or a compiled file with `Network::open`.
//!
//! # Features
//!
//! All are enabled by default. Without any of them the crate builds networks in code and answers
//! queries.
//!
//! | feature | what it adds |
//! |---|---|
//! | `csv` | `format::folder`: networks as folders of CSV files, and `Network::open` |
//! | `compiled` | `format::compiled`: networks as memory-mapped `.etio` files, and `Network::open` |
//! | `cases` | `format::cases`: cases as JSON Lines |
//! | `serde` | ids and methods can be serialised; part of `cases` |
//! | `parallel` | large queries and the compilation of networks on several threads, by rayon |
//!
//! Without `parallel` everything runs on the calling thread, with the same results to the last bit,
//! whatever [`Limits::threads`] says.

#![cfg_attr(docsrs, feature(doc_cfg))]
// Some parts serve only the forms of files. With all features, which is what the lint is run with,
// nothing may be unused.
#![cfg_attr(not(all(feature = "csv", feature = "compiled")), allow(dead_code, unused_imports))]

mod algorithm;
mod auto;
mod baselines;
mod basis;
mod bounds;
mod budget;
mod engine;
mod error;
mod evidence;
mod exact;
mod explain;
pub mod format;
mod hierarchy;
mod id;
mod kernels;
mod link_walk;
mod memory;
mod method;
mod network;
mod numeric;
mod pace;
mod parallel;
mod planner;
mod posterior;
mod problem;
mod question;
mod robust;
mod suggest;
mod variational;
mod vectorised;

pub use algorithm::Forecast;
pub use baselines::Sampling;
pub use basis::Basis;
pub use bounds::Target;
pub use budget::{Budget, Limits, Reserved};
pub use engine::Engine;
pub use error::InferenceError;
pub use evidence::{Evidence, EvidenceError, UnknownIds};
pub use explain::{Explanation, LinkSlope, PriorSlope, Weight};
pub use hierarchy::{Hierarchy, HierarchyError};
pub use id::{DiseaseId, FindingId};
pub use link_walk::LinkWalk;
pub use method::{Damping, Field, Hybrid, Method, Order, ParseMethodError, Scheme, Solver};
pub use network::inherit;
pub use network::{BuildError, Catalog, Network, NetworkBuilder, Parents, Probabilities};
pub use posterior::{Exactness, Outcome, Posterior, Work};
pub use question::{
    Criterion, Foresight, Question, QuestionSettings, best_questions, best_questions_within, foresee_within,
    promising_findings,
};
pub use robust::PriorRange;
pub use variational::xi::XiCache;

/// Compiles the examples of this crate's README and of the workspace's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../WORKSPACE.md")]
pub struct Readme;
