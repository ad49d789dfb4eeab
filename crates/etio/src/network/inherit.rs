//! Links that refinements inherit: a disease that causes fever causes a fever of three days, too.
//!
//! An author links a disease to the refinements that matter for it and leaves out the rest. A missing
//! link would say that this disease never causes that refinement. The column `share` of a refinement
//! says instead how often its parent takes this form if nothing more is known. A disease that is
//! linked to the parent but not to the refinement is given a link of P(parent) times the share.
//!
//! Refinements of one parent that exclude each other have the same `aspect`, such as the place of a
//! pain, or grade the same quantity. Those without a link divide what the linked ones leave of the
//! parent's probability, in proportion to their shares.

use std::collections::{BTreeMap, HashMap};

use super::builder::{BuildError, NetworkBuilder};
use crate::{DiseaseId, FindingId};

/// Weaker links are not worth adding: the leak of a finding accounts for them.
pub const WEAKEST_INHERITED_LINK: f64 = 0.005;

/// Prefix of the `source` of an inherited link.
pub const INHERITED: &str = "inherited from";

/// The aspect in which a refinement excludes others: its `aspect` column, or the unit of its
/// `quantity`.
pub fn aspect<'a>(aspect: &'a str, quantity: &'a str) -> &'a str {
    match aspect.trim() {
        "" => quantity.split(':').next().unwrap_or_default().trim(),
        named => named,
    }
}

/// Reads the `share` column of a finding; empty means that nothing is inherited.
pub(crate) fn parse_share(finding: &str, text: &str) -> Result<Option<f64>, BuildError> {
    match text.trim() {
        "" => Ok(None),
        text => match text.parse() {
            Ok(share) if super::is_probability(share) => Ok(Some(share)),
            _ => Err(BuildError::NotAShare { finding: finding.to_owned(), value: text.to_owned() }),
        },
    }
}

/// Refinements of the same parents that exclude each other, with their shares.
#[derive(Default)]
struct Alternatives {
    parents: Vec<u32>,
    members: Vec<(u32, f64)>,
}

impl NetworkBuilder {
    /// Adds the links that refinements inherit by their `share`. Links that exist stay as they are, so
    /// that a second call adds nothing.
    pub fn inherit(&mut self) -> Result<(), BuildError> {
        for group in self.alternatives()? {
            let by_disease = self.links_of(&group);
            for (disease, linked) in by_disease {
                self.complete(disease, &group, &linked)?;
            }
        }
        Ok(())
    }

    /// Every group of alternatives, parents before their refinements.
    fn alternatives(&self) -> Result<Vec<Alternatives>, BuildError> {
        let mut groups: BTreeMap<(usize, String), Alternatives> = BTreeMap::new();
        let findings = if self.has_finding_column("share") { self.finding_count() } else { 0 };
        for finding in 0..findings {
            let id = self.finding_ids().nth(finding).unwrap_or_default();
            let Some(share) = parse_share(id, self.finding_text(finding, "share"))? else { continue };
            // What is wrong with the parents is for `Hierarchy` to report.
            let Some(depth) = self.depth(finding) else { continue };
            let names = self.finding_text(finding, "parent");
            let aspect = aspect(self.finding_text(finding, "aspect"), self.finding_text(finding, "quantity"));
            let key = if aspect.is_empty() { format!("{finding}") } else { format!("{names}\n{aspect}") };
            let group = groups.entry((depth, key)).or_default();
            group.parents = self.parents_of(finding).unwrap_or_default();
            group.members.push((finding as u32, share));
        }
        Ok(groups.into_values().collect())
    }

    /// The positions of the findings that a finding refines; none if one of them is unknown.
    fn parents_of(&self, finding: usize) -> Option<Vec<u32>> {
        let names = self.finding_text(finding, "parent").split('|').map(str::trim);
        names
            .filter(|name| !name.is_empty())
            .map(|name| self.finding_by_id(name).map(|parent| parent.index() as u32))
            .collect()
    }

    /// Number of findings on the longest way up; none for a finding that refines nothing or is its
    /// own ancestor.
    fn depth(&self, finding: usize) -> Option<usize> {
        let mut level = self.parents_of(finding)?;
        let mut depth = 0;
        while !level.is_empty() {
            depth += 1;
            if depth > self.finding_count() {
                return None;
            }
            let above: Option<Vec<Vec<u32>>> = level.iter().map(|&f| self.parents_of(f as usize)).collect();
            level = above?.concat();
            level.sort_unstable();
            level.dedup();
        }
        (depth > 0).then_some(depth)
    }

    /// By disease, the links to the parents and members of a group.
    fn links_of(&self, group: &Alternatives) -> BTreeMap<u32, HashMap<u32, f64>> {
        let mut by_disease: BTreeMap<u32, HashMap<u32, f64>> = BTreeMap::new();
        for (disease, finding, probability) in self.all_links() {
            if group.parents.contains(&finding) || group.members.iter().any(|&(f, _)| f == finding) {
                by_disease.entry(disease).or_default().insert(finding, probability);
            }
        }
        by_disease
    }

    /// Gives a disease the links of a group that it lacks.
    fn complete(
        &mut self,
        disease: u32,
        group: &Alternatives,
        linked: &HashMap<u32, f64>,
    ) -> Result<(), BuildError> {
        let above = group.parents.iter().map(|f| linked.get(f).copied().unwrap_or(0.0));
        let above = above.fold(1.0, f64::min);
        let taken: f64 = group.members.iter().filter_map(|(f, _)| linked.get(f)).sum();
        // Forms that no refinement names are one more alternative.
        let unnamed = (1.0 - group.members.iter().map(|(_, share)| share).sum::<f64>()).max(0.0);
        let open: Vec<_> = group.members.iter().filter(|(f, _)| !linked.contains_key(f)).collect();
        let open_shares: f64 = open.iter().map(|(_, share)| share).sum();
        for &(finding, share) in open {
            let part = (above - taken).max(0.0) * share / (open_shares + unnamed);
            let probability = (part * 10_000.0).round() / 10_000.0;
            if probability >= WEAKEST_INHERITED_LINK {
                let names = self.finding_text(finding as usize, "parent").to_owned();
                let link = self.link(DiseaseId::new(disease), FindingId::new(finding), probability)?;
                self.link_attribute(link, "source", &format!("{INHERITED} {names}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Network;

    /// `fever` with three exclusive durations and a refinement of one of them.
    fn network(links: &[(&str, f64)]) -> Network {
        let mut builder = NetworkBuilder::new();
        let disease = builder.disease("strep", "", 0.1).unwrap();
        for (id, parent, share, quantity) in [
            ("long_chills", "long", "0.5", ""),
            ("fever", "", "", ""),
            ("short", "fever", "0.6", "duration:0:3"),
            ("medium", "fever", "0.3", "duration:3:8"),
            ("long", "fever", "0.1", "duration:8:"),
            ("recurrent", "fever", "0.2", ""),
            ("never", "fever", "", ""),
        ] {
            let finding = builder.finding(id, "", 0.01).unwrap();
            for (column, value) in [("parent", parent), ("share", share), ("quantity", quantity)] {
                builder.finding_attribute(finding, column, value).unwrap();
            }
        }
        for &(id, probability) in links {
            let finding = builder.finding_by_id(id).unwrap();
            builder.link(disease, finding, probability).unwrap();
        }
        builder.inherit().unwrap();
        builder.inherit().unwrap();
        builder.build().unwrap()
    }

    fn probability(network: &Network, id: &str) -> f64 {
        let disease = network.disease("strep").unwrap();
        network.link(disease, network.finding(id).unwrap()).map_or(0.0, |(p, _)| p)
    }

    #[test]
    fn a_refinement_without_a_link_has_its_share_of_the_parent() {
        let network = network(&[("fever", 0.8)]);
        let expected = [("short", 0.48), ("medium", 0.24), ("long", 0.08), ("recurrent", 0.16)];
        for (id, p) in expected.into_iter().chain([("long_chills", 0.04), ("never", 0.0)]) {
            assert!((probability(&network, id) - p).abs() < 1e-9, "{id}: {}", probability(&network, id));
        }
    }

    #[test]
    fn alternatives_divide_what_the_linked_ones_leave() {
        let network = network(&[("fever", 0.8), ("short", 0.4)]);
        assert!((probability(&network, "short") - 0.4).abs() < 1e-9, "an author's link stays");
        assert!((probability(&network, "medium") - 0.3).abs() < 1e-9);
        assert!((probability(&network, "long") - 0.1).abs() < 1e-9);
        assert!((probability(&network, "recurrent") - 0.16).abs() < 1e-9, "not an alternative");
    }

    #[test]
    fn nothing_is_inherited_from_a_parent_that_is_not_linked() {
        let network = network(&[("long_chills", 0.5)]);
        assert_eq!(network.link_count(), 1);
    }

    #[test]
    fn an_inherited_link_says_so() {
        let network = network(&[("fever", 0.8)]);
        let disease = network.disease("strep").unwrap();
        let (_, link) = network.link(disease, network.finding("medium").unwrap()).unwrap();
        let source = network.link_catalog().attribute(link, "source");
        assert_eq!(source, Some("inherited from fever"));
    }

    #[test]
    fn a_share_must_be_a_probability() {
        for text in ["a third", "1.5", "-0.1", "NaN"] {
            let error = parse_share("medium", text).unwrap_err().to_string();
            assert!(error.contains("`medium`") && error.contains(text), "{error}");
        }
    }
}
