//! How well the conversation does on stories and first messages whose truth is known.
//!
//! Every figure is read from the [`View`](crate::View) that a person would see, so that it judges
//! the whole path from the words to the screen.

mod learn;
mod message;
mod names;
mod report;
mod standing;
mod vignette;

pub use learn::{Example, alarm_words};
pub use message::{Kind, Message, MessageReport, Reaction};
pub use report::{Figures, Report, Triage};
pub use standing::Standing;
pub use vignette::{Examination, Held, ReadingScore, Vignette};
