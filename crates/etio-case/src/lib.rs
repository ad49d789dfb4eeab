//! One reading of a case: the only place that turns a person and their statements into evidence.
//!
//! A [`Reader`] is made once per network. It reads a [`Case`] (who it is about, what was stated, what
//! is asked of the priors) and gives a [`Reading`]: the network as it applies to this person, the
//! evidence without what another finding implies, and a [`Note`] on everything that was not taken
//! as stated. The command line, the service, the conversation and HPO patients all call
//! [`Reader::read`], so that the same statements mean the same everywhere.

mod causes;
pub mod context;
mod contradiction;
mod line;
mod note;
mod person;
mod reader;
mod statement;
pub mod table;

#[cfg(feature = "schema")]
pub mod schema;

pub use causes::{causes, is_cause};
pub use context::Context;
pub use contradiction::{Contradiction, Contradictions};
pub use line::Lists;
pub use note::{Note, NoteKind};
pub use person::{AgeError, Group, OLDEST, Person, Sex, SexError, years, years_per};
pub use reader::{ANSWER_ERRORS, Case, PRIOR_FACTORS, Reader, ReaderError, Reading, ReadingError};
pub use statement::{Answer, Statement};
pub use table::{DocumentError, DocumentProblem};
