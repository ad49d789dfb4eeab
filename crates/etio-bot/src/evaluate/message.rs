//! First messages, some of them emergencies: which of them raise an alarm.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use super::standing::Standing;
use crate::{FoldError, FoldSettings, Guide, Language, Turn, fold};

/// A first message as a line of a file has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Message {
    /// Names the message in reports.
    pub id: String,
    /// The words.
    pub text: String,
    /// Whether it must raise an alarm.
    pub emergency: bool,
    /// A kind to count by, such as `stroke`.
    #[serde(default)]
    pub kind: Option<String>,
}

/// Result for a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reaction {
    /// The message.
    pub id: String,
    /// Its words.
    pub text: String,
    /// Whether it must raise an alarm.
    pub emergency: bool,
    /// Topic of the message.
    pub kind: String,
    /// Causes of an alarm; see [`Standing::alarms`].
    pub alarms: Vec<String>,
}

impl Message {
    /// Outcome of a conversation that begins with the message.
    pub fn send(
        &self,
        guide: &Guide,
        language: &Language,
        settings: &FoldSettings<'_>,
    ) -> Result<Reaction, FoldError> {
        let said = Turn::Said { text: self.text.clone(), asked: Vec::new() };
        let view = fold(guide, language, &[said], settings)?;
        Ok(Reaction {
            id: self.id.clone(),
            text: self.text.clone(),
            emergency: self.emergency,
            kind: self.kind.clone().unwrap_or_default(),
            alarms: Standing::of(&view, &HashSet::new()).alarms,
        })
    }
}

/// Messages of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Messages that must raise an alarm.
    pub emergencies: usize,
    /// Messages that rightly raise an alarm.
    pub alarmed: usize,
    /// Messages that must not raise an alarm.
    pub look_alikes: usize,
    /// Messages that wrongly raise an alarm.
    pub false_alarms: usize,
}

impl Kind {
    fn add(&mut self, reaction: &Reaction) {
        let alarmed = usize::from(!reaction.alarms.is_empty());
        if reaction.emergency {
            self.emergencies += 1;
            self.alarmed += alarmed;
        } else {
            self.look_alikes += 1;
            self.false_alarms += alarmed;
        }
    }
}

/// Alarms over a file of messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MessageReport {
    /// All messages.
    pub all: Kind,
    /// By kind.
    pub kinds: BTreeMap<String, Kind>,
}

impl MessageReport {
    /// Counts reactions.
    pub fn of(reactions: &[Reaction]) -> Self {
        let mut report = Self::default();
        for reaction in reactions {
            report.all.add(reaction);
            report.kinds.entry(reaction.kind.clone()).or_default().add(reaction);
        }
        report
    }
}
