//! Etio's conversation, apart from any screen: who it is about ([`Person`]), what they say ([`Understanding`]), what
//! must interrupt at once ([`RedFlags`]), how age and sex change the priors ([`Context`]), and what to ask next
//! ([`Guide`]).

mod companions;
pub mod context;
mod conversation;
mod interview;
pub mod lint;
mod person;
pub mod red_flags;
pub mod simulate;
mod statement;
mod table;
mod understand;
mod urgency;

pub use context::Context;
pub use conversation::Conversation;
pub use interview::{Advice, AdviceError, Guide, GuideError, InterviewSettings, StopReason};
pub use person::{AgeError, OLDEST, Person, Sex};
pub use red_flags::{RedFlag, RedFlags};
pub use statement::{Answer, Statement};
pub use table::DocumentError;
pub use understand::{Choice, Interpretation, Mention, QuantityError, Understanding};
pub use urgency::{Counsel, Urgency};
