//! Whether findings that refine others fit them: no refinement is more frequent than its parent, none
//! is missing from most of the diseases that cause its parent, and ranges that exclude each other add
//! up to it.

use std::collections::BTreeMap;

use etio::{DiseaseId, FindingId, Hierarchy, Network, inherit};

use super::{Check, Problem};

/// A parent of fewer diseases says little about links that its refinements lack.
const FEW_CAUSES: usize = 10;
/// Minimum part of the causes of its parent that a refinement without a share must have.
const LEAST_PART: f64 = 0.25;
/// How far the sum of exclusive ranges may be off, as a factor.
const TOLERANCE: f64 = 1.15;

pub(super) fn check(network: &Network, hierarchy: &Hierarchy) -> Vec<Problem> {
    let mut problems = Vec::new();
    for finding in network.findings() {
        for &parent in hierarchy.parents(finding) {
            problems.extend(above_parent(network, finding, parent));
            problems.extend(hole(network, finding, parent));
        }
    }
    for group in alternatives(network, hierarchy) {
        problems.extend(group.check_shares(network));
        problems.extend(group.check_links(network));
    }
    problems
}

fn problem(file: &'static str, subject: String, message: String) -> Problem {
    Problem { check: Check::Refinements, file: file.into(), subject, message }
}

fn probability(network: &Network, disease: DiseaseId, finding: FindingId) -> f64 {
    network.link(disease, finding).map_or(0.0, |(p, _)| p)
}

fn text(network: &Network, finding: FindingId, column: &str) -> String {
    network.finding_catalog().attribute(finding.index(), column).unwrap_or_default().to_owned()
}

/// Diseases that cause a refined finding more often than what it refines.
fn above_parent(network: &Network, finding: FindingId, parent: FindingId) -> Vec<Problem> {
    let causes = network.parents(finding).iter();
    causes
        .map(|(disease, p)| (disease, p, probability(network, disease, parent)))
        .filter(|(_, p, above)| p > above)
        .map(|(disease, p, above)| {
            let subject = format!("{}, {}", network.disease_id(disease), network.finding_id(finding));
            let parent = network.finding_id(parent);
            let message =
                format!("the probability {p} is above that of `{parent}`, which it implies ({above})");
            problem("links.csv", subject, message)
        })
        .collect()
}

/// A refinement that most causes of its parent lack, so that stating it would rule them out.
fn hole(network: &Network, finding: FindingId, parent: FindingId) -> Option<Problem> {
    if !text(network, finding, "share").is_empty() {
        return None;
    }
    let count = |finding| network.parents(finding).iter().filter(|(_, p)| *p > 0.0).count();
    let (own, all) = (count(finding), count(parent));
    let is_hole = all >= FEW_CAUSES && (own as f64) < LEAST_PART * all as f64;
    is_hole.then(|| {
        let id = network.finding_id(finding).to_owned();
        let parent = network.finding_id(parent);
        let message = format!(
            "only {own} of the {all} diseases that cause `{parent}` are linked to it, so that naming it rules \
             the others out; give it a share, from which the others inherit"
        );
        problem("findings.csv", id, message)
    })
}

/// Refinements of the same parents that exclude each other.
struct Alternatives {
    parents: Vec<FindingId>,
    members: Vec<FindingId>,
    /// Whether they are ranges of a quantity that leave no gap.
    covers: bool,
}

fn alternatives(network: &Network, hierarchy: &Hierarchy) -> Vec<Alternatives> {
    let mut groups: BTreeMap<(String, String), Vec<FindingId>> = BTreeMap::new();
    for finding in network.findings() {
        let (aspect, quantity) = (text(network, finding, "aspect"), text(network, finding, "quantity"));
        let aspect = inherit::aspect(&aspect, &quantity);
        if !aspect.is_empty() && !hierarchy.parents(finding).is_empty() {
            let key = (text(network, finding, "parent"), aspect.to_owned());
            groups.entry(key).or_default().push(finding);
        }
    }
    let groups = groups.into_values().filter(|members| members.len() > 1);
    groups
        .map(|members| Alternatives {
            parents: hierarchy.parents(members[0]).to_vec(),
            covers: covers(network, &members),
            members,
        })
        .collect()
}

/// Whether ranges follow each other without a gap up to an open end.
fn covers(network: &Network, members: &[FindingId]) -> bool {
    let mut ranges: Vec<(f64, f64)> = Vec::new();
    for &finding in members {
        let quantity = text(network, finding, "quantity");
        let mut parts = quantity.split(':').skip(1);
        let Some(from) = parts.next() else { return false };
        let number = |text: Option<&str>, open| text.and_then(|t| t.parse().ok()).unwrap_or(open);
        ranges.push((number(Some(from), f64::NEG_INFINITY), number(parts.next(), f64::INFINITY)));
    }
    ranges.sort_by(|a, b| a.0.total_cmp(&b.0));
    let touch = ranges.windows(2).all(|pair| pair[0].1.total_cmp(&pair[1].0).is_eq());
    touch && ranges.last().is_some_and(|last| last.1.is_infinite())
}

impl Alternatives {
    fn names(&self, network: &Network) -> String {
        self.members.iter().map(|&f| network.finding_id(f)).collect::<Vec<_>>().join(", ")
    }

    /// Shares of alternatives are parts of one whole.
    fn check_shares(&self, network: &Network) -> Option<Problem> {
        let shares: Option<Vec<f64>> =
            self.members.iter().map(|&f| text(network, f, "share").parse().ok()).collect();
        let sum: f64 = shares?.iter().sum();
        let expected = if self.covers { "about 1" } else { "at most 1" };
        let fits = sum <= 1.02 && (sum >= 0.95 || !self.covers);
        (!fits).then(|| {
            problem(
                "findings.csv",
                self.names(network),
                format!("their shares add up to {sum:.2}, not to {expected}"),
            )
        })
    }

    /// A disease's links to ranges without gaps add up to its link to what they grade.
    fn check_links(&self, network: &Network) -> Vec<Problem> {
        if !self.covers {
            return Vec::new();
        }
        let mut problems = Vec::new();
        for disease in network.diseases() {
            let above = self.parents.iter().map(|&f| probability(network, disease, f));
            let above = above.fold(1.0, f64::min);
            let linked = self.members.iter().map(|&f| probability(network, disease, f));
            let sum: f64 = linked.sum();
            // Ranges too weak to be linked may be missing.
            let missing = inherit::WEAKEST_INHERITED_LINK * self.members.len() as f64;
            let is_off = sum > above * TOLERANCE || (sum > 0.0 && (sum + missing) * TOLERANCE < above);
            if is_off {
                let subject = format!("{}, {}", network.disease_id(disease), self.names(network));
                let message = format!("these exclude each other and add up to {sum:.2}, not to {above:.2}");
                problems.push(problem("links.csv", subject, message));
            }
        }
        problems
    }
}
