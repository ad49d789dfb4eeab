//! Queries to measure with.

// Cases sampled from a network, and findings without repetition, are evidence on it.
#![allow(clippy::missing_panics_doc)]

use std::ops::RangeInclusive;

use etio::{Evidence, FindingId, Network};
use etio_repro::CaseSpec;

use crate::draws::Draws;

/// Cases as `etio generate --cases` samples them, with `present` present findings.
pub fn cases(network: &Network, present: usize, absent: RangeInclusive<usize>, count: u64) -> Vec<Evidence> {
    let spec = CaseSpec { present: present..=present, absent, ..CaseSpec::default() };
    (0..count).map(|number| case(network, &spec, number)).collect()
}

/// The case of a specification with this number.
pub fn case(network: &Network, spec: &CaseSpec, number: u64) -> Evidence {
    spec.sample(network, number).evidence(network).expect("sampled from the network")
}

/// Findings drawn at random, whichever diseases they have in common: the first `present` of them
/// are present, the others absent.
pub fn random(network: &Network, present: usize, absent: usize, number: u64) -> Evidence {
    let mut findings: Vec<FindingId> = network.findings().collect();
    Draws::new(number.wrapping_mul(0xff51_afd7_ed55_8ccd)).choose(&mut findings, present + absent);
    let absent = findings.split_off(present.min(findings.len()));
    Evidence::new(findings, absent).expect("each finding once")
}

/// `present` of the `among` findings with the most links, drawn at random, all present.
pub fn hubs(network: &Network, present: usize, among: usize, number: u64) -> Evidence {
    let mut findings: Vec<FindingId> = network.findings().collect();
    findings.sort_by_key(|&finding| (std::cmp::Reverse(network.parent_count(finding)), finding));
    findings.truncate(among);
    Draws::new(number.wrapping_mul(0xff51_afd7_ed55_8ccd)).choose(&mut findings, present);
    Evidence::new(findings, []).expect("each finding once")
}

/// The first `count` findings of a network, all present.
pub fn all_present(network: &Network, count: usize) -> Evidence {
    Evidence::new(network.findings().take(count), []).expect("each finding once")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::networks::f120;

    #[test]
    fn queries_have_the_findings_asked_for() {
        let network = f120();
        let drawn = random(&network, 6, 4, 3);
        assert_eq!((drawn.present().len(), drawn.absent().len()), (6, 4));
        assert_eq!(drawn, random(&network, 6, 4, 3));
        assert_ne!(drawn, random(&network, 6, 4, 4));
        let all = random(&network, usize::MAX >> 1, 4, 0);
        assert_eq!((all.present().len(), all.absent().len()), (network.finding_count(), 0));
        let few = hubs(&network, 2, 20, 1);
        let links = |evidence: &Evidence| -> usize {
            evidence.present().iter().map(|&f| network.parent_count(f)).sum()
        };
        assert!(links(&few) > 60 && links(&few) > links(&random(&network, 2, 0, 1)));
        assert_eq!(cases(&network, 5, 2..=2, 3).len(), 3);
    }
}
