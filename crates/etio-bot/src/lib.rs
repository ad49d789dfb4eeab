//! Etio's conversation, apart from any screen: who it is about ([`Person`]), what
//! must interrupt at once ([`RedFlags`]), how age and sex change the priors ([`Context`])

pub mod context;
mod person;
pub mod red_flags;
mod table;

pub use context::Context;
pub use person::{AgeError, OLDEST, Person, Sex};
pub use red_flags::{RedFlag, RedFlags};
pub use table::DocumentError;
