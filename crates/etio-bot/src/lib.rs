//! Etio's conversation, apart from any screen: who it is about ([`Person`]), what they say
//! ([`Understanding`]), what must interrupt at once ([`RedFlags`]), and what to ask next
//! ([`Guide`]). [`fold`] turns a log of [`Turn`]s into the [`View`] that every screen draws, in the
//! words of a [`Language`]. What statements mean is read by `etio-case`.

mod asking;
pub mod conversation;
mod draw;
pub mod evaluate;
mod interview;
pub mod lint;
mod parts;
pub mod red_flags;
pub mod simulate;
mod tempering;
mod translation;
mod understand;
mod urgency;
mod words;

pub use asking::TurningPoint;
pub use conversation::{FoldError, FoldSettings, Turn, View, fold, fold_within};
pub use etio_case::{
    AgeError, Answer, Case, DocumentError, DocumentProblem, OLDEST, Person, Reader, Reading, Sex, Statement,
};
pub use interview::{Advice, AdviceError, Guide, GuideError, InterviewSettings, StopReason, Strategy};
pub use parts::check_texts;
pub use red_flags::{RedFlag, RedFlags};
pub use tempering::Tempering;
pub use translation::texts;
pub use understand::{
    Choice, Emergency, Interpretation, Mention, Pronoun, QuantityError, Subject, Understanding, Who,
    WordsError,
};
pub use urgency::{Counsel, Urgency};
pub use words::{ENGLISH, Language, LanguageError, Languages, pseudo, pseudo_messages};
