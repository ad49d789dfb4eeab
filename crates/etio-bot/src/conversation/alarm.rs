//! Alarms that interrupt: emergencies in the words, red flags in the findings, and the numbers to call.

use std::collections::BTreeMap;

use super::facts::Heard;
use super::transcript::Teller;
use super::view::{Call, Flag};
use crate::red_flags::GENTLE;
use crate::understand::Part;
use crate::{Answer, Choice, Emergency, Mention, RedFlag};

impl Teller<'_> {
    /// Everything that must interrupt, each once: emergencies in the words first, then red flags.
    pub(super) fn alarms(&self) -> Vec<Flag> {
        let words = self.emergencies().map(|(_, e)| self.flag(&e.id, &e.message, &e.action));
        let raised = self.raised();
        let findings = raised.iter().map(|flag| self.flag(&flag.id, &flag.message, &flag.action));
        let mut alarms: Vec<Flag> = Vec::new();
        for alarm in words.chain(findings) {
            if alarms.iter().all(|known| known.id != alarm.id) {
                alarms.push(alarm);
            }
        }
        alarms
    }

    fn flag(&self, id: &str, message: &str, action: &str) -> Flag {
        let is_gentle = id == GENTLE;
        let (title, numbers) =
            if is_gentle { ("crisis", "crisis-numbers") } else { ("emergency", "emergency-numbers") };
        Flag {
            id: id.to_owned(),
            title: self.language.text(title),
            message: message.to_owned(),
            action: action.to_owned(),
            is_gentle,
            calls: self.calls(numbers),
        }
    }

    /// Emergencies in the words, each with its turn, unless the person has corrected what they rest on.
    fn emergencies(&self) -> impl Iterator<Item = (usize, &Emergency)> {
        self.facts.heard.iter().flat_map(move |(at, heard)| {
            let stands = |e: &&Emergency| e.grounds.iter().any(|parts| self.still_holds(heard, parts));
            heard.read.emergencies.iter().filter(stands).map(|e| (*at, e)).collect::<Vec<_>>()
        })
    }

    /// Whether all parts of a text still hold. A part that findings were read from falls with the
    /// last of them; any other cannot be corrected.
    fn still_holds(&self, heard: &Heard, parts: &[Part]) -> bool {
        let holds = |mention: &Mention| {
            let hierarchy = self.guide.hierarchy();
            let refines = |f| f == mention.finding || hierarchy.ancestors(f).contains(&mention.finding);
            self.reading.holds.iter().any(|s| s.answer == Answer::Present && refines(s.finding))
        };
        parts.iter().all(|&(start, end)| {
            let here = |m: &&Mention| m.choice == Choice::Present && m.start < end && start < m.end;
            let mut read = heard.read.mentions.iter().filter(here).peekable();
            read.peek().is_none() || read.any(holds)
        })
    }

    fn raised(&self) -> Vec<&RedFlag> {
        self.guide.red_flags().raised(&self.reading.stated, &self.facts.person)
    }

    /// Numbers to call, from a message that lists them.
    pub(super) fn calls(&self, message: &str) -> Vec<Call> {
        let call = |number: String| Call {
            label: self.language.say("call", &[("number", &number)]),
            number: number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect(),
        };
        self.language.words(message).into_iter().map(call).collect()
    }

    /// The turn that each alarm belongs to: where it was said, or the last that it rests on.
    pub(super) fn raised_at(&self) -> BTreeMap<String, usize> {
        let flags = self.guide.red_flags();
        let since = |flag: &RedFlag| {
            let holds = self.reading.holds.iter().filter(|s| flags.rests_on(flag, s.finding));
            let person = self.facts.person_since.filter(|_| flag.rests_on_person());
            holds.map(|s| s.turn as usize).chain(person).max().unwrap_or_default()
        };
        let mut places: BTreeMap<String, usize> =
            self.raised().into_iter().map(|flag| (flag.id.clone(), since(flag))).collect();
        for (at, emergency) in self.emergencies() {
            let place = places.entry(emergency.id.clone()).or_insert(at);
            *place = at.min(*place);
        }
        places
    }
}
