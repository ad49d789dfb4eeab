//! Cases as files state them, with ids instead of numbers.

use etio::format::cases::{Age, Case as Line};

use crate::person::{Person, Sex};
use crate::reader::{Case, Reader, ReadingError};
use crate::statement::{Answer, Statement};

impl Reader {
    /// The case of a line of a file. All its statements are of one turn.
    pub fn case(&self, line: &Line) -> Result<Case, ReadingError> {
        let lists = [
            (&line.present, Answer::Present),
            (&line.absent, Answer::Absent),
            (&line.unknown, Answer::Unknown),
        ];
        let mut statements = Vec::new();
        for (ids, answer) in lists {
            for id in ids {
                let asked = line.asked.contains(id);
                statements.push(Statement { finding: self.finding(id)?, answer, asked, turn: 0 });
            }
        }
        for id in &line.asked {
            let finding = self.finding(id)?;
            if !statements.iter().any(|s| s.finding == finding) {
                return Err(ReadingError::NotAnswered { finding: id.clone() });
            }
        }
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
