//! Statements about findings, volunteered or in answer to a question.

use etio::FindingId;
use serde::{Deserialize, Serialize};

/// How a statement says a finding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Yes.
    Present,
    /// No.
    Absent,
    /// Asked and not known: changes no probability, and is not asked again.
    Unknown,
}

impl Answer {
    /// The spelling of files and requests.
    pub fn word(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Absent => "absent",
            Self::Unknown => "unknown",
        }
    }
}

/// One statement about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    /// The finding.
    pub finding: FindingId,
    /// How it stands.
    pub answer: Answer,
    /// Whether it answers a question. People know the complaints they come with; a yes or no to a
    /// question they had not thought of is wrong now and then, and counts less.
    pub asked: bool,
    /// When it was made. Statements of an unordered list share one turn.
    pub turn: u32,
}

impl Statement {
    /// A volunteered statement, in turn 0.
    pub fn told(finding: FindingId, answer: Answer) -> Self {
        Self { finding, answer, asked: false, turn: 0 }
    }

    /// The answer to a question, in turn 0.
    pub fn asked(finding: FindingId, answer: Answer) -> Self {
        Self { finding, answer, asked: true, turn: 0 }
    }

    /// This statement in another turn.
    #[must_use]
    pub fn in_turn(self, turn: u32) -> Self {
        Self { turn, ..self }
    }
}
