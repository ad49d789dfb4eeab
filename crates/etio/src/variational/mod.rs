//! The hybrids of the paper: some present findings replaced by their variational bound, the rest
//! exact.
//!
//! [`conjugate`] is the bound, [`solver`] chooses its parameters, [`xi`] keeps those that depend on
//! the network alone, [`independent`] treats all findings of a bound as transformed, [`order`] says
//! which findings a hybrid transforms, [`rest`] solves what it leaves exact, and [`hybrid`] puts
//! the parts together. [`estimate`] is what `auto` falls back on: stage by stage a tighter bound,
//! until the budget is used up. `docs/notation.md` ties the paper's letters to these names.

mod attempt;
pub(crate) mod conjugate;
mod estimate;
pub(crate) mod hybrid;
mod independent;
pub(crate) mod order;
pub(crate) mod rest;
mod rounding;
mod solver;
pub(crate) mod xi;
