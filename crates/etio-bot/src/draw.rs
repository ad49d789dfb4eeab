//! Findings drawn for somebody with a disease, as its links say.
//!
//! A refinement is drawn only together with what it refines, and at most one range of a quantity.
//! Drawn on their own, a dozen weak links to kinds of cough would make nearly
//! everybody cough.

use std::collections::HashMap;

use etio::{DiseaseId, FindingId, Hierarchy, Network, inherit};
use rand::{Rng, RngExt};

/// The findings that a disease causes in one person; none if it has no links.
pub(crate) fn caused(
    network: &Network,
    hierarchy: &Hierarchy,
    disease: DiseaseId,
    rng: &mut impl Rng,
) -> Vec<FindingId> {
    let mut links = network.findings_of(disease);
    // Parents first.
    links.sort_by_key(|&(finding, _, _)| (hierarchy.ancestors(finding).len(), finding));
    let of: HashMap<FindingId, f64> = links.iter().map(|&(finding, p, _)| (finding, p)).collect();
    let mut drawn: Vec<FindingId> = Vec::new();
    // By quantity of a parent, the probability of the alternatives that were not drawn; infinite once
    // one was.
    let mut used: HashMap<(String, String), f64> = HashMap::new();
    for (finding, p, _) in links {
        let parents = hierarchy.parents(finding);
        if parents.iter().any(|parent| of.contains_key(parent) && !drawn.contains(parent)) {
            continue;
        }
        let above = parents.iter().filter_map(|parent| of.get(parent)).copied().fold(1.0, f64::min);
        let used = used.entry(alternative_key(network, finding)).or_insert(0.0);
        let left = above - *used;
        let is_drawn = left > 0.0 && rng.random_bool((p / left).clamp(0.0, 1.0));
        *used = if is_drawn { f64::INFINITY } else { *used + p };
        if is_drawn {
            drawn.push(finding);
        }
    }
    drawn.sort_unstable();
    drawn
}

/// The same for ranges of one quantity; a finding's own if it is not a range.
fn alternative_key(network: &Network, finding: FindingId) -> (String, String) {
    let text = |column| network.finding_catalog().attribute(finding.index(), column).unwrap_or_default();
    match inherit::aspect("", text("quantity")) {
        "" => (String::new(), network.finding_id(finding).to_owned()),
        unit => (text("parent").to_owned(), unit.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use etio::NetworkBuilder;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn refinements_come_with_their_parent_and_exclude_each_other() {
        let mut builder = NetworkBuilder::new();
        let disease = builder.disease("cold", "", 0.1).unwrap();
        for (id, parent, quantity, p) in [
            ("short", "cough", "duration:0:7", 0.15),
            ("long", "cough", "duration:7:", 0.05),
            ("cough", "", "", 0.2),
            ("dry", "cough", "", 0.1),
        ] {
            let finding = builder.finding(id, "", 0.01).unwrap();
            builder.finding_attribute(finding, "parent", parent).unwrap();
            builder.finding_attribute(finding, "quantity", quantity).unwrap();
            builder.link(disease, finding, p).unwrap();
        }
        let network = builder.build().unwrap();
        let hierarchy = Hierarchy::of(&network).unwrap();
        let [short, long, cough, dry] =
            ["short", "long", "cough", "dry"].map(|id| network.finding(id).unwrap());
        let mut counts: HashMap<FindingId, u32> = HashMap::new();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..20_000 {
            let drawn = caused(&network, &hierarchy, disease, &mut rng);
            assert!(drawn.is_empty() || drawn.contains(&cough), "{drawn:?}");
            assert!(!(drawn.contains(&short) && drawn.contains(&long)), "{drawn:?}");
            for finding in drawn {
                *counts.entry(finding).or_default() += 1;
            }
        }
        // Four standard deviations of 20,000 draws are below 0.012.
        for (finding, p) in [(cough, 0.2), (short, 0.15), (long, 0.05), (dry, 0.1)] {
            let share = f64::from(counts[&finding]) / 20_000.0;
            assert!((share - p).abs() < 0.012, "{}: {share}", network.finding_id(finding));
        }
    }
}
