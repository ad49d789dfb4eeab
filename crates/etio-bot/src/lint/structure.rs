//! Checks of links.

use std::collections::HashMap;

use etio::Network;

use super::{Check, Problem};

/// Minimum number of findings by which a disease can be distinguished from others.
const FEWEST_LINKS: usize = 3;

pub(super) fn check(network: &Network) -> Vec<Problem> {
    let mut problems = Vec::new();
    for disease in network.diseases() {
        let links = network.findings_of(disease).len();
        if links < FEWEST_LINKS {
            problems.push(Problem {
                check: Check::Links,
                file: "links.csv".into(),
                subject: network.disease_id(disease).to_owned(),
                message: format!("the disease needs at least {FEWEST_LINKS} links and has {links}"),
            });
        }
    }
    for finding in network.findings() {
        if network.parents(finding).iter().all(|(_, p)| p == 0.0) {
            problems.push(Problem {
                check: Check::Links,
                file: "links.csv".into(),
                subject: network.finding_id(finding).to_owned(),
                message: "no disease causes the finding; link it or leave it out".to_owned(),
            });
        }
    }
    let diseases = network.diseases().map(|d| (network.disease_id(d), network.disease_name(d)));
    problems.extend(duplicates("diseases.csv", diseases));
    let findings = network.findings().map(|f| (network.finding_id(f), network.finding_name(f)));
    problems.extend(duplicates("findings.csv", findings));
    problems
}

/// Members whose name another has, letter case aside.
fn duplicates<'a>(file: &'static str, members: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Problem> {
    let mut owners: HashMap<String, &str> = HashMap::new();
    let mut problems = Vec::new();
    for (id, name) in members {
        let key = name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if let Some(owner) = owners.insert(key, id) {
            problems.push(Problem {
                check: Check::Names,
                file: file.into(),
                subject: id.to_owned(),
                message: format!("the name `{name}` is also that of `{owner}`"),
            });
        }
    }
    problems
}
