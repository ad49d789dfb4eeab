//! Emergencies that must interrupt at once, checked before and apart from any probability.
//!
//! The network's `red_flags.csv` has columns
//! `id,present,absent,sex,age_min,age_max,message,action`: `present` and `absent` list findings
//! joined by `+`, all of which are needed.

use std::collections::HashSet;

use etio::{Evidence, FindingId, Hierarchy, Network};
use etio_case::table::{joined_ids, read_rows};

use crate::translation::{Kind, Translation};
use etio_case::{DocumentError, Group, Person};

/// The document that holds the rules.
pub const DOCUMENT: &str = "red_flags.csv";

/// The rule about somebody who may want to die. They are asked, and spoken to, gently.
pub(crate) const GENTLE: &str = "suicide";

/// A combination that needs help at once.
#[derive(Clone, Debug)]
pub struct RedFlag {
    /// The rule's id.
    pub id: String,
    /// The possible emergency, in plain words.
    pub message: String,
    /// The action to take.
    pub action: String,
    present: Vec<FindingId>,
    absent: Vec<FindingId>,
    group: Group,
}

impl RedFlag {
    /// Whether it is about people of some age or sex only.
    pub(crate) fn rests_on_person(&self) -> bool {
        !self.group.is_everybody()
    }
}

/// All red flags of a network.
#[derive(Clone, Debug, Default)]
pub struct RedFlags {
    flags: Vec<RedFlag>,
    hierarchy: Hierarchy,
}

impl RedFlags {
    /// Reads the rules of a network; one without `red_flags.csv` has none.
    pub fn of(network: &Network, hierarchy: &Hierarchy) -> Result<Self, DocumentError> {
        let flags = read_rows(network, DOCUMENT, &["id", "present", "message"], |row| {
            let finding =
                |id: &str| network.finding(id).ok_or_else(|| format!("no finding `{id}` in the network"));
            let list =
                |column| joined_ids(row.get(column)).map(|id| row.check(finding(id))).collect::<Vec<_>>();
            let (present, absent) = (list("present"), list("absent"));
            let message = row.get("message").to_owned();
            if present.is_empty() || message.is_empty() {
                let needed = "a red flag needs at least one present finding and a message";
                return row.check(Err(needed.to_owned()));
            }
            let group = row.check(Group::parse(row.get("sex"), row.get("age_min"), row.get("age_max")));
            Some(RedFlag {
                id: row.get("id").to_owned(),
                message,
                action: row.get("action").to_owned(),
                present: present.into_iter().collect::<Option<_>>()?,
                absent: absent.into_iter().collect::<Option<_>>()?,
                group: group?,
            })
        })?;
        Ok(Self { flags, hierarchy: hierarchy.clone() })
    }

    /// Replaces messages and actions by those of another language.
    pub(crate) fn translate(&mut self, translation: &Translation) {
        for flag in &mut self.flags {
            let text =
                |column: &str, own: &str| translation.text(Kind::RedFlag, &flag.id, column, own).to_owned();
            (flag.message, flag.action) = (text("message", &flag.message), text("action", &flag.action));
        }
    }

    /// Whether asking about a finding takes some gentleness: it is not how a conversation begins.
    pub(crate) fn is_delicate(&self, finding: FindingId) -> bool {
        self.flags.iter().any(|flag| flag.id == GENTLE && flag.present.contains(&finding))
    }

    /// Every rule, for checking the network.
    pub fn all(&self) -> &[RedFlag] {
        &self.flags
    }

    /// Whether any person and any answers raise a flag.
    pub(crate) fn can_be_raised(&self, flag: &RedFlag) -> bool {
        let excluded = |absent: &FindingId| {
            flag.present.iter().any(|f| f == absent || self.hierarchy.ancestors(*f).contains(absent))
        };
        let ages = flag.group.age_min.zip(flag.group.age_max).is_none_or(|(min, max)| min < max);
        ages && !flag.absent.iter().any(excluded)
    }

    /// Whether a flag that is raised rests on a statement about a finding.
    pub(crate) fn rests_on(&self, flag: &RedFlag, finding: FindingId) -> bool {
        flag.present.iter().any(|f| *f == finding || self.hierarchy.descendants(*f).contains(&finding))
            || flag.absent.iter().any(|f| *f == finding || self.hierarchy.ancestors(*f).contains(&finding))
    }

    /// The findings that would complete a flag: the last one that it lacks if some are known, or one
    /// that raises it by itself.
    pub(crate) fn completing(&self, known: &HashSet<FindingId>) -> HashSet<FindingId> {
        let missing = |flag: &RedFlag| {
            let mut missing = flag.present.iter().filter(|f| !known.contains(f));
            missing.next().copied().filter(|_| missing.next().is_none())
        };
        self.flags.iter().filter_map(missing).collect()
    }

    /// The flags that the evidence raises. A finding counts as present when it is, or when one that
    /// refines it is.
    pub fn raised(&self, evidence: &Evidence, person: &Person) -> Vec<&RedFlag> {
        let is_present = |f: &FindingId| {
            let refined = self.hierarchy.descendants(*f);
            evidence.present().iter().any(|p| p == f || refined.contains(p))
        };
        let is_absent = |f: &FindingId| {
            let coarser = self.hierarchy.ancestors(*f);
            evidence.absent().iter().any(|a| a == f || coarser.contains(a))
        };
        let raises = |flag: &&RedFlag| {
            flag.group.surely_includes(person)
                && flag.present.iter().all(is_present)
                && flag.absent.iter().all(is_absent)
        };
        self.flags.iter().filter(raises).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;

    fn network() -> Network {
        let mut builder = NetworkBuilder::new();
        builder.disease("d", "", 0.1).unwrap();
        for (id, parent) in [("fever", ""), ("high_fever", "fever"), ("stiff_neck", ""), ("rash", "")] {
            let finding = builder.finding(id, "", 0.1).unwrap();
            builder.finding_attribute(finding, "parent", parent).unwrap();
        }
        let rules = "id,present,absent,sex,age_min,age_max,message,action\n\
            meningitis,stiff_neck+fever,,,,,Could be meningitis.,Call now.\n\
            infant,fever,,,0,0.25,Fever in a young infant.,Go now.\n\
            odd,rash,fever,,,,Rash without fever.,Call.\n";
        builder.document(DOCUMENT, rules.as_bytes().to_vec());
        builder.build().unwrap()
    }

    fn raised(present: &[&str], absent: &[&str], age: Option<f64>) -> Vec<String> {
        let network = network();
        let flags = RedFlags::of(&network, &Hierarchy::of(&network).unwrap()).unwrap();
        let evidence = Evidence::from_ids(&network, present, absent).unwrap();
        flags.raised(&evidence, &Person { age, sex: None }).iter().map(|flag| flag.id.clone()).collect()
    }

    #[test]
    fn all_findings_of_a_rule_are_needed_and_refined_ones_count() {
        assert!(raised(&["stiff_neck"], &[], None).is_empty());
        assert_eq!(raised(&["stiff_neck", "fever"], &[], None), ["meningitis"]);
        assert_eq!(raised(&["stiff_neck", "high_fever"], &[], None), ["meningitis"]);
    }

    #[test]
    fn a_rule_for_an_age_needs_the_age() {
        assert!(raised(&["fever"], &[], None).is_empty());
        assert_eq!(raised(&["fever"], &[], Some(0.1)), ["infant"]);
        assert!(raised(&["fever"], &[], Some(0.25)).is_empty());
    }

    #[test]
    fn absent_means_said_to_be_absent() {
        assert!(raised(&["rash"], &[], None).is_empty());
        assert_eq!(raised(&["rash"], &["fever"], None), ["odd"]);
    }
}
