//! Whom a case is about: age and sex, both optional. Ages are parsed and checked here and nowhere else.

use serde::{Deserialize, Serialize};

/// Sex as far as it changes how likely diseases are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
}

/// Known facts about the person. Unknown ones restrict nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Age in years; fractions for infants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = OLDEST)))]
    pub age: Option<f64>,
    /// Sex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
}

/// The highest age that is accepted, in years.
pub const OLDEST: f64 = 130.0;

/// An age that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AgeError {
    /// A number that no age has, NaN among them.
    #[error("the age {age} is not between 0 and {OLDEST} years")]
    OutOfRange {
        /// The number in years.
        age: f64,
    },
    /// A text that is not an age.
    #[error("`{text}` is not an age: give a number of years, or one with a unit such as `8 weeks`")]
    NotAnAge {
        /// The text, shortened.
        text: String,
    },
}

/// A word that is not a sex.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the sex `{text}` is not `female` or `male`")]
pub struct SexError {
    /// The word, shortened.
    pub text: String,
}

/// The start of a text that somebody typed, for an error message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

impl std::str::FromStr for Sex {
    type Err = SexError;

    fn from_str(text: &str) -> Result<Self, SexError> {
        match text.trim().to_lowercase().as_str() {
            "female" | "f" => Ok(Self::Female),
            "male" | "m" => Ok(Self::Male),
            other => Err(SexError { text: shortened(other) }),
        }
    }
}

/// Years in a unit of age, by its English word or abbreviation.
pub fn years_per(unit: &str) -> Option<f64> {
    Some(match unit {
        "d" | "day" | "days" => 1.0 / 365.25,
        "w" | "wk" | "wks" | "week" | "weeks" => 7.0 / 365.25,
        "m" | "mo" | "mos" | "month" | "months" => 1.0 / 12.0,
        "y" | "yr" | "yrs" | "year" | "years" => 1.0,
        _ => return None,
    })
}

/// Reads a length of life in years: "34", "1,5 years", "6 weeks", "8 weeks old". It does not check
/// whether anybody can be that old; [`Person::check`] does.
pub fn years(text: &str) -> Result<f64, AgeError> {
    let error = || AgeError::NotAnAge { text: shortened(text.trim()) };
    let plain = text.trim().to_lowercase().replace(',', ".");
    let split = plain.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(plain.len());
    let (number, unit) = plain.split_at(split);
    let unit = unit.trim().trim_end_matches(" old").trim_end();
    let unit = if unit.is_empty() { 1.0 } else { years_per(unit).ok_or_else(error)? };
    number.parse::<f64>().map(|number| number * unit).map_err(|_| error())
}

impl Person {
    /// Reads and checks an age; see [`years`].
    pub fn parse_age(text: &str) -> Result<f64, AgeError> {
        let age = years(text)?;
        Self { age: Some(age), sex: None }.check().map(|()| age)
    }

    /// Rejects impossible ages, NaN among them.
    pub fn check(&self) -> Result<(), AgeError> {
        match self.age {
            Some(age) if !(0.0..=OLDEST).contains(&age) => Err(AgeError::OutOfRange { age }),
            _ => Ok(()),
        }
    }
}

/// The people that a rule or a question is about: a half-open age range and a sex, each optional.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Group {
    /// Sex; anybody's if absent.
    pub sex: Option<Sex>,
    /// Lowest age in years, included.
    pub age_min: Option<f64>,
    /// Highest age in years, excluded.
    pub age_max: Option<f64>,
}

impl Group {
    /// Reads the `sex`, `age_min` and `age_max` cells of a row.
    pub fn parse(sex: &str, age_min: &str, age_max: &str) -> Result<Self, String> {
        let sex = match sex.trim() {
            "" | "any" => None,
            given => Some(given.parse::<Sex>().map_err(|e| format!("{e} or empty"))?),
        };
        let age = |column: &str, text: &str| match text.trim() {
            "" => Ok(None),
            text => years(text).map(Some).map_err(|error| format!("{column}: {error}")),
        };
        Ok(Self { sex, age_min: age("age_min", age_min)?, age_max: age("age_max", age_max)? })
    }

    /// Whether it says nothing about age and sex.
    pub fn is_everybody(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the person is known to belong.
    pub fn surely_includes(&self, person: &Person) -> bool {
        self.sex.is_none_or(|sex| person.sex == Some(sex))
            && self.age_min.is_none_or(|min| person.age.is_some_and(|age| age >= min))
            && self.age_max.is_none_or(|max| person.age.is_some_and(|age| age < max))
    }

    /// Whether the person may belong: nothing known speaks against it.
    pub fn may_include(&self, person: &Person) -> bool {
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

    #[test]
    fn ages_in_any_unit() {
        assert_eq!(Person::parse_age("34"), Ok(34.0));
        assert_eq!(Person::parse_age(" 1,5 years"), Ok(1.5));
        assert_eq!(Person::parse_age("6 months"), Ok(0.5));
        assert_eq!(Person::parse_age("6 weeks"), Person::parse_age("6w"));
        assert_eq!(Person::parse_age("8 Weeks old"), Ok(56.0 / 365.25));
        for text in ["", "old", "200", "-3", "12 parsecs", ".", "1e3", "nan"] {
            assert!(Person::parse_age(text).is_err(), "{text}");
        }
        assert_eq!(
            Person::parse_age("200").unwrap_err().to_string(),
            "the age 200 is not between 0 and 130 years"
        );
    }
}
