//! Who the conversation is about: age and sex, both optional.

use serde::{Deserialize, Serialize};

/// Sex as far as it changes how likely diseases are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
}

/// What is known of the person. What is not known restricts nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Age in years; fractions for infants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age: Option<f64>,
    /// Sex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
}

/// The oldest age that is taken for an age.
pub const OLDEST: f64 = 130.0;

/// An age that cannot be one.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the age {age} is not between 0 and {OLDEST} years")]
pub struct AgeError {
    /// The number given.
    pub age: f64,
}

impl Person {
    /// Refuses impossible ages, NaN among them.
    pub fn check(&self) -> Result<(), AgeError> {
        match self.age {
            Some(age) if !(0.0..=OLDEST).contains(&age) => Err(AgeError { age }),
            _ => Ok(()),
        }
    }
}

/// The people that a rule or a question is about: a half-open age range and a sex, each optional.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Group {
    pub(crate) sex: Option<Sex>,
    pub(crate) age_min: Option<f64>,
    pub(crate) age_max: Option<f64>,
}

impl Group {
    /// Reads the `sex`, `age_min` and `age_max` cells of a row.
    pub(crate) fn parse(sex: &str, age_min: &str, age_max: &str) -> Result<Self, String> {
        let sex = match sex.trim() {
            "" | "any" => None,
            "female" => Some(Sex::Female),
            "male" => Some(Sex::Male),
            other => return Err(format!("the sex `{other}` is not `female`, `male` or empty")),
        };
        let age = |column: &str, text: &str| match text.trim() {
            "" => Ok(None),
            text => text
                .parse::<f64>()
                .ok()
                .filter(|age| (0.0..=1000.0).contains(age))
                .map(Some)
                .ok_or_else(|| format!("the {column} `{text}` is not an age in years")),
        };
        Ok(Self { sex, age_min: age("age_min", age_min)?, age_max: age("age_max", age_max)? })
    }

    /// Whether it says nothing about age and sex.
    pub(crate) fn is_everybody(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the person is known to belong.
    pub(crate) fn surely_includes(&self, person: &Person) -> bool {
        self.sex.is_none_or(|sex| person.sex == Some(sex))
            && self.age_min.is_none_or(|min| person.age.is_some_and(|age| age >= min))
            && self.age_max.is_none_or(|max| person.age.is_some_and(|age| age < max))
    }

    /// Whether the person may belong: nothing known speaks against it.
    pub(crate) fn may_include(&self, person: &Person) -> bool {
        let agrees = |known: Option<bool>| known.unwrap_or(true);
        agrees(self.sex.zip(person.sex).map(|(a, b)| a == b))
            && agrees(self.age_min.zip(person.age).map(|(min, age)| age >= min))
            && agrees(self.age_max.zip(person.age).map(|(max, age)| age < max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_restricts_no_question_and_triggers_no_rule() {
        let infants = Group::parse("", "0", "0.25").unwrap();
        assert!(infants.may_include(&Person::default()));
        assert!(!infants.surely_includes(&Person::default()));
        assert!(infants.surely_includes(&Person { age: Some(0.1), sex: None }));
        assert!(!infants.may_include(&Person { age: Some(0.25), sex: None }), "the upper end is excluded");
    }

    #[test]
    fn impossible_ages_are_refused() {
        for age in [-1.0, 131.0, f64::NAN, f64::INFINITY] {
            assert!(Person { age: Some(age), sex: None }.check().is_err(), "{age}");
        }
        assert!(Group::parse("", "old", "").is_err() && Group::parse("woman", "", "").is_err());
    }
}
