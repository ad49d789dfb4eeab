//! Questions that belong together: what the network puts into one `group` and is worth asking is
//! asked in one go.

use etio::{FindingId, Hierarchy, Network, Question};

/// Maximum number of questions asked together with the first.
const MOST: usize = 3;
/// The share of the first question's gain that one must have to go along.
const WORTH: f64 = 0.6;

/// The `group` of findings about history, medicines and risks.
const HISTORY: &str = "risk";

/// The group of each finding.
pub(crate) struct Companions {
    groups: Vec<Option<String>>,
}

impl Companions {
    /// Reads the `group` column.
    pub(crate) fn of(network: &Network) -> Self {
        let catalog = network.finding_catalog();
        let group = |f: FindingId| catalog.attribute(f.index(), "group").map(str::to_owned);
        Self { groups: network.findings().map(group).collect() }
    }

    /// The group of a finding.
    pub(crate) fn group(&self, finding: FindingId) -> Option<&str> {
        self.groups[finding.index()].as_deref()
    }

    /// Whether a finding is history, a medicine or a risk, and not a complaint.
    pub(crate) fn is_history(&self, finding: FindingId) -> bool {
        self.group(finding) == Some(HISTORY)
    }

    /// Whether two findings are of one group.
    pub(crate) fn are_together(&self, one: FindingId, other: FindingId) -> bool {
        self.group(one).is_some_and(|group| self.group(other) == Some(group))
    }

    /// Questions to ask together with the first of a list that is sorted best first: those of the
    /// same group with nearly as much to gain that are neither implied nor refined by others in the
    /// bundle.
    pub(crate) fn of_first(&self, questions: &[Question], hierarchy: &Hierarchy) -> Vec<Question> {
        let Some((first, others)) = questions.split_first() else { return Vec::new() };
        let Some(group) = &self.groups[first.finding.index()] else { return Vec::new() };
        let mut bundle = vec![*first];
        for question in others.iter().take_while(|q| q.gain >= WORTH * first.gain) {
            let related = hierarchy.ancestors(question.finding);
            let apart = |q: &Question| {
                !related.contains(&q.finding) && !hierarchy.ancestors(q.finding).contains(&question.finding)
            };
            if self.groups[question.finding.index()].as_ref() == Some(group) && bundle.iter().all(apart) {
                bundle.push(*question);
            }
        }
        bundle.into_iter().skip(1).take(MOST).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;

    #[test]
    fn a_bundle_is_of_one_group_without_refinements() {
        let mut builder = NetworkBuilder::new();
        for (id, group, parent) in [
            ("cough", "chest", ""),
            ("dry_cough", "chest", "cough"),
            ("wheeze", "chest", ""),
            ("rash", "skin", ""),
            ("phlegm", "chest", ""),
        ] {
            let finding = builder.finding(id, "", 0.1).unwrap();
            builder.finding_attribute(finding, "group", group).unwrap();
            builder.finding_attribute(finding, "parent", parent).unwrap();
        }
        builder.disease("d", "", 0.1).unwrap();
        let network = builder.build().unwrap();
        let question = |id: &str, gain| Question {
            finding: network.finding(id).unwrap(),
            gain,
            probability: 0.5,
            decides: true,
            is_exact: true,
        };
        let questions = [
            question("cough", 1.0),
            question("dry_cough", 0.9),
            question("wheeze", 0.8),
            question("rash", 0.7),
            question("phlegm", 0.1),
        ];
        let bundle = Companions::of(&network).of_first(&questions, &Hierarchy::of(&network).unwrap());
        let ids: Vec<&str> = bundle.iter().map(|q| network.finding_id(q.finding)).collect();
        assert_eq!(ids, ["wheeze"]);
        assert!(Companions::of(&network).of_first(&[], &Hierarchy::default()).is_empty());
    }
}
