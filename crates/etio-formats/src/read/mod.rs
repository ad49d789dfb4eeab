//! One reader per format. Each makes a `Model`, which `collapse` reduces to two layers; edge lists
//! have two layers already.

pub(crate) mod bif;
pub(crate) mod edges;
pub(crate) mod jgum;
mod json;
pub(crate) mod net;
pub(crate) mod pgmx;
pub(crate) mod uai;
pub(crate) mod xdsl;
pub(crate) mod xmlbif;
