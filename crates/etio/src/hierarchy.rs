//! Findings that refine other findings: "fever over 39" is a kind of "fever".
//!
//! The `parent` column of a network's findings names what each one refines (several separated by
//! `|`). Observing a finding then implies its ancestors, and ruling one out rules out its
//! descendants. In a noisy-or network findings are independent given the diseases, so an implied
//! observation must not be counted a second time. The crate `etio-case`, which reads people's
//! statements, takes care of that.

use std::collections::HashSet;

use crate::suggest::hint;
use crate::{Evidence, FindingId, Network};

/// Refinements of findings: the `parent` column.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    parents: Vec<Vec<FindingId>>,
    children: Vec<Vec<FindingId>>,
}

/// A `parent` column that does not describe a hierarchy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HierarchyError {
    /// A parent that is not a finding of the network.
    #[error("finding `{finding}` names the parent `{parent}`, which is not a finding{}", hint(nearest.as_deref()))]
    UnknownParent {
        /// The finding.
        finding: String,
        /// Its parent as written.
        parent: String,
        /// The most similar known id.
        nearest: Option<String>,
    },
    /// A finding that is its own ancestor.
    #[error("finding `{finding}` is its own ancestor through the `parent` column")]
    Cycle {
        /// A finding on the cycle.
        finding: String,
    },
}

impl Hierarchy {
    /// Reads the `parent` column of a network's findings. Without one, no finding refines another.
    pub fn of(network: &Network) -> Result<Self, HierarchyError> {
        let catalog = network.finding_catalog();
        let count = network.finding_count();
        let mut hierarchy = Self { parents: vec![Vec::new(); count], children: vec![Vec::new(); count] };
        for finding in network.findings() {
            let names = catalog.attribute(finding.index(), "parent").unwrap_or_default();
            for name in names.split('|').map(str::trim).filter(|name| !name.is_empty()) {
                let parent = network.finding(name).ok_or_else(|| HierarchyError::UnknownParent {
                    finding: network.finding_id(finding).to_owned(),
                    parent: name.to_owned(),
                    nearest: catalog.nearest_id(name).map(str::to_owned),
                })?;
                hierarchy.parents[finding.index()].push(parent);
                hierarchy.children[parent.index()].push(finding);
            }
        }
        match network.findings().find(|&f| hierarchy.ancestors(f).contains(&f)) {
            Some(f) => Err(HierarchyError::Cycle { finding: network.finding_id(f).to_owned() }),
            None => Ok(hierarchy),
        }
    }

    /// The findings that a finding directly refines.
    pub fn parents(&self, finding: FindingId) -> &[FindingId] {
        self.parents.get(finding.index()).map_or(&[], Vec::as_slice)
    }

    /// All findings that a finding implies.
    pub fn ancestors(&self, finding: FindingId) -> HashSet<FindingId> {
        closure(&self.parents, finding)
    }

    /// All findings that imply a finding.
    pub fn descendants(&self, finding: FindingId) -> HashSet<FindingId> {
        closure(&self.children, finding)
    }

    /// Whether the evidence already says how a finding stands.
    pub fn is_settled(&self, finding: FindingId, evidence: &Evidence) -> bool {
        let is_in = |list: &[FindingId], set: &HashSet<FindingId>| {
            list.iter().any(|f| *f == finding || set.contains(f))
        };
        is_in(evidence.present(), &self.descendants(finding))
            || is_in(evidence.absent(), &self.ancestors(finding))
    }
}

/// Everything reachable from a finding, itself only if it lies on a cycle.
fn closure(edges: &[Vec<FindingId>], start: FindingId) -> HashSet<FindingId> {
    let mut reached = HashSet::new();
    let mut open = edges.get(start.index()).cloned().unwrap_or_default();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend_from_slice(&edges[next.index()]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NetworkBuilder;

    fn network(parents: &[(&str, &str)]) -> Network {
        let mut builder = NetworkBuilder::new();
        builder.disease("d", "", 0.1).unwrap();
        for &(id, parent) in parents {
            let finding = builder.finding(id, "", 0.1).unwrap();
            builder.finding_attribute(finding, "parent", parent).unwrap();
        }
        builder.build().unwrap()
    }

    #[test]
    fn a_settled_finding_needs_no_question() {
        let network = network(&[("fever", ""), ("high", "fever"), ("over40", "high")]);
        let hierarchy = Hierarchy::of(&network).unwrap();
        let [fever, high] = ["fever", "high"].map(|id| network.finding(id).unwrap());
        assert!(hierarchy.is_settled(fever, &Evidence::new([high], []).unwrap()));
        assert!(hierarchy.is_settled(high, &Evidence::new([], [fever]).unwrap()));
        assert!(!hierarchy.is_settled(high, &Evidence::new([fever], []).unwrap()));
        let over40 = network.finding("over40").unwrap();
        assert_eq!(hierarchy.ancestors(over40), [fever, high].into());
        assert_eq!(hierarchy.descendants(fever), [high, over40].into());
    }

    #[test]
    fn cycles_and_unknown_parents_are_named() {
        let cycle = Hierarchy::of(&network(&[("a", "b"), ("b", "a")])).unwrap_err();
        assert!(matches!(cycle, HierarchyError::Cycle { .. }));
        let unknown = Hierarchy::of(&network(&[("fever", ""), ("high", "fevr")])).unwrap_err();
        assert!(unknown.to_string().contains("did you mean `fever`"), "{unknown}");
    }
}
