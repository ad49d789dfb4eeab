//! What a person says of a finding, and whether they were asked.

use etio::{Evidence, EvidenceError, FindingId};
use serde::{Deserialize, Serialize};

/// How an answer says a finding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Yes.
    Present,
    /// No.
    Absent,
    /// Asked and not known: changes no probability, and is not asked again.
    Unknown,
}

/// One statement about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    /// What it is about.
    pub finding: FindingId,
    /// How it stands.
    pub answer: Answer,
    /// Whether it answers a question. People know what troubles them and brings them here; a yes or no to a question
    /// they had not thought of is wrong now and then, and is weighed so.
    pub asked: bool,
}

impl Statement {
    /// Something a person came with.
    pub fn told(finding: FindingId, answer: Answer) -> Self {
        Self { finding, answer, asked: false }
    }

    /// The answer to a question.
    pub fn asked(finding: FindingId, answer: Answer) -> Self {
        Self { finding, answer, asked: true }
    }
}

/// How many questions were answered. Where nothing is marked as an answer, every statement counts: the conversation of
/// somebody who does not tell them apart must end too.
pub(crate) fn answer_count(statements: &[Statement]) -> usize {
    match statements.iter().filter(|s| s.asked).count() {
        0 => statements.len(),
        asked => asked,
    }
}

/// Statements as evidence: the last one about a finding counts, "don't know" says nothing.
pub(crate) fn evidence(statements: &[Statement]) -> Result<Evidence, EvidenceError> {
    let last = |finding| statements.iter().rev().find(|s| s.finding == finding).map(|s| s.answer);
    let with = |wanted: Answer| {
        let findings = statements.iter().map(|s| s.finding);
        findings.filter(move |f| last(*f) == Some(wanted)).collect::<Vec<_>>()
    };
    Evidence::new(with(Answer::Present), with(Answer::Absent))
}
