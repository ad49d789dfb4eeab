//! The turns of a conversation: the one thing that is stored and sent.

use serde::{Deserialize, Deserializer, Serialize};

use crate::{Answer, Sex};

/// One thing that a person does. Findings are named by their ids, so that a log outlives a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Turn {
    /// Says something in their own words.
    Said {
        /// The words.
        text: String,
        /// The questions that were on the table. If there was one, the words may answer it: "no, but ...".
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        asked: Vec<String>,
    },
    /// Answers a question.
    Answered {
        /// The finding that was asked about.
        finding: String,
        /// The answer.
        answer: Answer,
    },
    /// Names a finding outright, unasked: picked from a list, or sent by a program.
    Told {
        /// The finding.
        finding: String,
        /// How it stands.
        answer: Answer,
    },
    /// Changes what is known of a finding. It counts as if it had been said so in the first place.
    Corrected {
        /// The finding.
        finding: String,
        /// How it stands; nothing if it is to be forgotten, so that it may be asked again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
    },
    /// Takes back an earlier turn, as if it had never been.
    TakenBack {
        /// Its place in the log, counted from zero.
        turn: usize,
    },
    /// Says whom it is about. A part that is left out stays as it is; `null` takes it back.
    About {
        /// Age.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<Age>"))]
        age: Option<Option<Age>>,
        /// Sex.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<Sex>"))]
        sex: Option<Option<Sex>>,
    },
    /// Wants to see the result; any later turn goes on.
    Finished {},
    /// Wants to be asked more, although the conversation would end.
    Continued {},
}

/// An age: a number of years, or words such as "8 weeks".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "an age in years, or in words such as `8 weeks`")]
pub enum Age {
    /// Years.
    Years(f64),
    /// In words.
    Words(String),
}

/// A member that is there, even if it is null.
#[expect(clippy::option_option, reason = "JSON tells a missing member from null")]
fn given<'d, T: Deserialize<'d>, D: Deserializer<'d>>(member: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(member).map(Some)
}

/// For each turn of a log, whether it holds: it was not taken back, or what took it back was.
pub(super) fn holding(turns: &[Turn]) -> Result<Vec<bool>, super::FoldError> {
    let mut holding = vec![true; turns.len()];
    // From the end: whatever could take a turn back comes after it.
    for (at, turn) in turns.iter().enumerate().rev() {
        if let Turn::TakenBack { turn: target } = *turn {
            if target >= at {
                return Err(super::FoldError::Reference { turn: at, target });
            }
            holding[target] &= !holding[at];
        }
    }
    Ok(holding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_differs_from_null() {
        let read = |text: &str| serde_json::from_str::<Turn>(text);
        let about = |age, sex| Turn::About { age, sex };
        assert_eq!(read(r#"{"kind":"about"}"#).unwrap(), about(None, None));
        assert_eq!(read(r#"{"kind":"about","age":null}"#).unwrap(), about(Some(None), None));
        let both = about(Some(Some(Age::Words("8 weeks".into()))), Some(Some(Sex::Male)));
        let text = r#"{"kind":"about","age":"8 weeks","sex":"male"}"#;
        assert_eq!(read(text).unwrap(), both);
        assert_eq!(serde_json::to_string(&both).unwrap(), text);
        for bad in
            [r#"{"kind":"about","old":3}"#, r#"{"kind":"about","age":[]}"#, r#"{"kind":"shouted"}"#, "{}"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_took_a_turn_back_can_be_taken_back() {
        let back = |turn| Turn::TakenBack { turn };
        assert_eq!(holding(&[Turn::Finished {}, back(0)]).unwrap(), [false, true]);
        assert_eq!(holding(&[Turn::Finished {}, back(0), back(1)]).unwrap(), [true, false, true]);
        assert!(!holding(&[Turn::Finished {}, back(0), back(0), back(2)]).unwrap()[0]);
        for forward in [0, 1, 7] {
            assert!(holding(&[back(forward), Turn::Finished {}]).is_err());
        }
    }
}
