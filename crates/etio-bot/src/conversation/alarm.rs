//! What must interrupt: emergencies in the findings, and the numbers to call.

use std::collections::BTreeMap;

use super::transcript::Teller;
use super::view::{Call, Flag};

impl Teller<'_> {
    /// Everything that must interrupt, most pressing first.
    pub(super) fn alarms(&self) -> Vec<Flag> {
        let raised = self.guide.red_flags().raised(&self.reading.stated, &self.facts.person);
        let flag = |flag: &&crate::RedFlag| Flag {
            id: flag.id.clone(),
            title: self.language.text("emergency"),
            message: flag.message.clone(),
            action: flag.action.clone(),
            is_gentle: false,
            calls: self.calls("emergency-numbers"),
        };
        raised.iter().map(flag).collect()
    }

    /// Numbers to call, from a message that lists them.
    pub(super) fn calls(&self, message: &str) -> Vec<Call> {
        let call = |number: String| Call {
            label: self.language.say("call", &[("number", &number)]),
            number: number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect(),
        };
        self.language.words(message).into_iter().map(call).collect()
    }

    /// The last turn that each alarm rests on.
    pub(super) fn raised_at(&self) -> BTreeMap<&str, usize> {
        let flags = self.guide.red_flags();
        let since = |flag: &crate::RedFlag| {
            let holds = self.reading.holds.iter().filter(|s| flags.rests_on(flag, s.finding));
            let person = self.facts.person_since.filter(|_| flag.rests_on_person());
            holds.map(|s| s.turn as usize).chain(person).max().unwrap_or_default()
        };
        let raised = flags.raised(&self.reading.stated, &self.facts.person);
        raised.into_iter().map(|flag| (flag.id.as_str(), since(flag))).collect()
    }
}
