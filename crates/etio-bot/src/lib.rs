//! Etio's conversation, apart from any screen: who it is about ([`Person`]), what they say
//! ([`Understanding`]), what must interrupt at once ([`RedFlags`]), and what to ask next
//! ([`Guide`]). [`fold`] turns a log of [`Turn`]s into the [`View`] that every screen draws, in the
//! words of a [`Language`]. What statements mean is read by `etio-case`.

mod companions;
pub mod conversation;
mod draw;
mod interview;
pub mod lint;
pub mod red_flags;
pub mod simulate;
mod translation;
mod understand;
mod urgency;
mod words;

pub use conversation::{FoldError, FoldSettings, Turn, View, fold, fold_within};
pub use etio_case::{AgeError, Answer, Case, DocumentError, OLDEST, Person, Reader, Reading, Sex, Statement};
pub use interview::{Advice, AdviceError, Guide, GuideError, InterviewSettings, StopReason};
pub use red_flags::{RedFlag, RedFlags};
pub use translation::{check_texts, texts};
pub use understand::{Choice, Interpretation, Mention, QuantityError, Understanding};
pub use urgency::{Counsel, Urgency};
pub use words::{ENGLISH, Language, LanguageError, Languages, pseudo, pseudo_messages};
