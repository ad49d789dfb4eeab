//! The content of a screen at one point of a conversation, reduced to the parts that are judged.

use std::collections::HashSet;

use serde::Serialize;

use crate::{Urgency, View};

/// How many leading causes are kept.
const LEADING: usize = 5;

/// Contents of a screen at one point of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Place of the first accepted disease among the causes shown, from one.
    pub rank: Option<usize>,
    /// The leading causes, by id.
    pub leading: Vec<String>,
    /// How soon the screen says to seek help.
    pub level: Option<Urgency>,
    /// Causes of an alarm: ids of emergencies and red flags, or `advice` for emergency advice.
    pub alarms: Vec<String>,
}

impl Standing {
    pub(super) fn of(view: &View, accepted: &HashSet<String>) -> Self {
        let causes = &view.result.causes;
        let level = view.result.advice.as_ref().map(|advice| advice.level);
        let mut alarms: Vec<String> = view.red_flags.iter().map(|flag| flag.id.clone()).collect();
        if alarms.is_empty() && level == Some(Urgency::Emergency) {
            alarms.push("advice".to_owned());
        }
        Self {
            rank: causes.iter().position(|cause| accepted.contains(&cause.id)).map(|at| at + 1),
            leading: causes.iter().take(LEADING).map(|cause| cause.id.clone()).collect(),
            level: if alarms.is_empty() { level } else { Some(Urgency::Emergency) },
            alarms,
        }
    }
}
