//! Etio's conversation, apart from any screen: who it is about ([`Person`]), what they say ([`Understanding`]), what
//! must interrupt at once ([`RedFlags`]), and what to ask next ([`Guide`]). What statements mean is read by `etio-case`.

mod companions;
mod conversation;
mod interview;
pub mod lint;
pub mod red_flags;
pub mod simulate;
mod understand;
mod urgency;

pub use conversation::Conversation;
pub use etio_case::{AgeError, Answer, Case, DocumentError, OLDEST, Person, Reader, Reading, Sex, Statement};
pub use interview::{Advice, AdviceError, Guide, GuideError, InterviewSettings, StopReason};
pub use red_flags::{RedFlag, RedFlags};
pub use understand::{Choice, Interpretation, Mention, QuantityError, Understanding};
pub use urgency::{Counsel, Urgency};
