//! Slow, independent, exact reference answers that Etio is tested against.
mod circuit;
mod eliminate;
mod enumerate;
mod factor;
mod model;
pub mod number;
mod order;
pub mod random;

pub use eliminate::{MAX_PRODUCTS, eliminate};
pub use enumerate::{MAX_DISEASES, enumerate};
pub use model::{Answer, Case, Model, OracleError, Precise};
