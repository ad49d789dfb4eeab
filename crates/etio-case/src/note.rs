//! Notes on statements that were not taken as they were made.

use etio::{FindingId, Network};
use serde::Serialize;

use crate::statement::{Answer, Statement};

/// A statement that was not taken as it was made, and the statement that is the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// The finding that the statement is about.
    pub finding: FindingId,
    /// How the statement says that it stands.
    pub answer: Answer,
    /// How it was taken.
    pub kind: NoteKind,
    /// The finding of the other statement; the same one if there is no other.
    pub other: FindingId,
    /// How the other statement says that it stands.
    pub other_answer: Answer,
}

/// How a statement was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// It follows from the other statement and is counted once.
    Implied,
    /// The person's age says it, which is counted by the priors for that age.
    ImpliedByAge,
    /// It contradicts the other statement, made at the same time and more specific, and is left out.
    Contradicted,
    /// A later statement took it back.
    Corrected,
    /// It was made before.
    Repeated,
}

impl NoteKind {
    /// Whether it needs attention, because information was lost or is doubtful.
    pub fn is_problem(self) -> bool {
        self == Self::Contradicted
    }
}

impl Note {
    /// A note on a statement because of another.
    pub(crate) fn of(statement: Statement, kind: NoteKind, other: Statement) -> Self {
        Self {
            finding: statement.finding,
            answer: statement.answer,
            kind,
            other: other.finding,
            other_answer: other.answer,
        }
    }

    /// The note in English, with findings by their ids.
    pub fn text(&self, network: &Network) -> String {
        let (finding, other) = (network.finding_id(self.finding), network.finding_id(self.other));
        let (answer, other_answer) = (self.answer.word(), self.other_answer.word());
        match self.kind {
            NoteKind::Implied if self.answer == Answer::Absent => {
                format!("{finding} (absent) follows from {other} (absent); counted once")
            }
            NoteKind::Implied => format!("{finding} follows from {other}; counted once"),
            NoteKind::ImpliedByAge => format!("{finding} follows from the age; counted once"),
            NoteKind::Contradicted if self.finding == self.other => {
                format!("{finding} is given as {answer} and as {other_answer}; taken as {other_answer}")
            }
            NoteKind::Contradicted => {
                format!("{finding} is given as {answer} but follows from {other}; taken as {other_answer}")
            }
            NoteKind::Corrected => {
                format!("{finding} ({answer}) was corrected by {other} ({other_answer}); left out")
            }
            NoteKind::Repeated => format!("{finding} is given more than once; counted once"),
        }
    }
}
