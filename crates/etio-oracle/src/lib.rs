//! Slow, independent, exact reference answers that Etio is tested against.
//!
//! This crate shares no code with the engine and does not depend on it. A question is plain data
//! ([`Model`], [`Case`]); every f64 in it is taken as the exact number that it is, and answers are
//! rounded to f64 once, at the end.
//!
//! | function | how | reach |
//! |---|---|---|
//! | [`enumerate`] | brute force over disease sets, no rounding at all | [`MAX_DISEASES`] diseases |
//! | [`inclusion_exclusion`] | Quickscore, without rounding or with enough bits | [`MAX_PRESENT`] present findings |
//! | [`eliminate`] | variable elimination without subtractions, 512 bits | sparse networks of any size |
//! | [`hybrid`], [`hybrid_with`] | the paper's hybrids, 512 bits | as the exact part |
//! | [`gradient`], [`weights_of_evidence`] | derivatives of ln P(E); what one finding says | as [`eliminate`] |
//!
//! ```
//! use etio_oracle::{Case, Model, eliminate, hybrid};
//!
//! let model = Model { priors: vec![0.5, 0.5], leaks: vec![0.0], links: vec![(0, 0, 0.5), (1, 0, 0.5)] };
//! let case = Case { present: vec![0], absent: vec![] };
//! let exact = eliminate(&model, &case)?;
//! assert_eq!(exact.posteriors, [5.0 / 7.0; 2]);
//! let bound = hybrid(&model, &case, "vfh+cvx+fdo:1".parse()?)?;
//! assert!(bound.log_evidence_upper > exact.log_evidence);
//! # Ok::<(), etio_oracle::OracleError>(())
//! ```
//!
//! [`random`] makes questions for property tests, [`extreme`] those at the edges of the number range.

mod circuit;
mod eliminate;
mod enumerate;
pub mod extreme;
mod factor;
mod gradient;
mod hybrid;
mod inclusion_exclusion;
mod model;
pub mod number;
mod order;
pub mod random;

pub use eliminate::{MAX_PRODUCTS, eliminate};
pub use enumerate::{MAX_DISEASES, enumerate};
pub use gradient::{Gradient, gradient, weights_of_evidence};
pub use hybrid::{
    Hybrid, HybridAnswer, Order, PreciseHybrid, Scheme, Solver, hybrid, hybrid_with, transform_order,
};
pub use inclusion_exclusion::{MAX_PRESENT, inclusion_exclusion};
pub use model::{Answer, Case, Model, OracleError, Precise};
