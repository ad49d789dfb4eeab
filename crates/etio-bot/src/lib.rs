//! Etio's conversation, apart from any screen: who it is about ([`Person`]), what they say ([`Understanding`]), what
//! must interrupt at once ([`RedFlags`]), how age and sex change the priors ([`Context`]), and what to ask next
//! ([`Guide`]).

pub mod context;
mod interview;
mod person;
pub mod red_flags;
pub mod simulate;
mod table;
mod understand;

pub use context::Context;
pub use interview::{Advice, AdviceError, Answer, Guide, GuideError, InterviewSettings, StopReason};
pub use person::{AgeError, OLDEST, Person, Sex};
pub use red_flags::{RedFlag, RedFlags};
pub use table::DocumentError;
pub use understand::{Choice, Interpretation, Mention, QuantityError, Understanding};
