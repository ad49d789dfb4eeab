//! The hybrids of the paper: some present findings replaced by their variational bound, the rest exact.
//!
//! [`conjugate`] is the bound, [`solver`] chooses its parameters, [`xi`] keeps those that depend on the network alone,
//! [`order`] says which findings are transformed, [`hybrid`] puts the parts together, and [`estimate`] finds the hybrid that fits a
//! budget. `docs/notation.md` ties the
//! paper's letters to these names.

pub(crate) mod conjugate;
mod estimate;
pub(crate) mod hybrid;
pub(crate) mod order;
pub(crate) mod rest;
mod solver;
pub(crate) mod xi;
