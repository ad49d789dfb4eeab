//! Cases as files and tables state them: lists of findings, by id or by number.

use etio::FindingId;
use etio::format::cases::{Age, Case as Line};

use crate::person::{Person, Sex};
use crate::reader::{Case, Reader, ReadingError};
use crate::statement::{Answer, Statement};

/// The lists of findings of a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lists<'a> {
    /// Findings that are present.
    pub present: &'a [FindingId],
    /// Findings that are absent.
    pub absent: &'a [FindingId],
    /// Findings that were asked about and not known.
    pub unknown: &'a [FindingId],
    /// Findings among these that are known by the answer to a question.
    pub asked: &'a [FindingId],
}

impl Reader {
    /// The statements of lists, all of one turn.
    pub fn statements(&self, lists: &Lists<'_>) -> Result<Vec<Statement>, ReadingError> {
        let answers = [
            (lists.present, Answer::Present),
            (lists.absent, Answer::Absent),
            (lists.unknown, Answer::Unknown),
        ];
        let mut statements = Vec::with_capacity(answers.iter().map(|(findings, _)| findings.len()).sum());
        for (findings, answer) in answers {
            statements.extend(findings.iter().map(|&finding| Statement {
                finding,
                answer,
                asked: lists.asked.contains(&finding),
                turn: 0,
            }));
        }
        let has_no_answer = |finding: &&FindingId| !statements.iter().any(|s| s.finding == **finding);
        match lists.asked.iter().find(has_no_answer) {
            None => Ok(statements),
            Some(&finding) => {
                Err(ReadingError::NotAnswered { finding: self.network().finding_id(finding).to_owned() })
            }
        }
    }

    /// The case of a line of a file.
    pub fn case(&self, line: &Line) -> Result<Case, ReadingError> {
        let find = |ids: &[String]| ids.iter().map(|id| self.finding(id)).collect::<Result<Vec<_>, _>>();
        let statements = self.statements(&Lists {
            present: &find(&line.present)?,
            absent: &find(&line.absent)?,
            unknown: &find(&line.unknown)?,
            asked: &find(&line.asked)?,
        })?;
        let age = match &line.age {
            None => None,
            Some(Age::Years(age)) => Some(*age),
            Some(Age::Text(text)) => Some(Person::parse_age(text)?),
        };
        let sex = line.sex.as_deref().map(str::parse::<Sex>).transpose()?;
        let factors = line.prior_factors.iter();
        let prior_factors = factors.map(|(id, factor)| Ok((self.disease(id)?, *factor)));
        Ok(Case {
            person: Person { age, sex },
            statements,
            prior_factors: prior_factors.collect::<Result<_, ReadingError>>()?,
            ..Case::default()
        })
    }
}

impl ReadingError {
    /// A short name of the kind of error, for programs. It stays the same from version to version.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Age(_) => "bad-age",
            Self::Sex(_) => "bad-sex",
            Self::Evidence(error) => error.code(),
            Self::Contradiction { .. } => "contradiction",
            Self::NotAnswered { .. } => "not-answered",
            Self::UnknownDisease { .. } => "unknown-disease",
            Self::Factor { .. } => "bad-factor",
            Self::Network(_) => "bad-network",
        }
    }
}
