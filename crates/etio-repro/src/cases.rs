//! Labelled cases: patients with known diseases, and findings that fit them, fail to, or belong to
//! something else.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use etio::format::cases::Case;
use etio::{DiseaseId, FindingId, Network};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::random::{Purpose, draw, stream};

/// Cases to sample from a network.
///
/// A case has a few true diseases, the first of which is its label. Their findings are drawn by
/// their links; some of those drawn are reported as present, others come from elsewhere; some of
/// those not drawn are reported as absent.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseSpec {
    /// How many true diseases a case has.
    pub diseases: RangeInclusive<usize>,
    /// How many findings are present.
    pub present: RangeInclusive<usize>,
    /// How many findings are absent.
    pub absent: RangeInclusive<usize>,
    /// The share of the present findings that come from elsewhere, at the least.
    pub noise: f64,
    /// Random seed.
    pub seed: u64,
}

impl Default for CaseSpec {
    /// One to three diseases, on average eight present and four absent findings, a fifth of the
    /// present ones noise.
    fn default() -> Self {
        Self { diseases: 1..=3, present: 4..=12, absent: 2..=6, noise: 0.2, seed: 1 }
    }
}

impl CaseSpec {
    /// The case with a number. It depends on the specification, the network and its number alone.
    pub fn sample(&self, network: &Network, number: u64) -> Case {
        let mut rng = stream(self.seed, Purpose::Cases, number);
        let diseases = self.true_diseases(network, &mut rng);
        let world = World::draw(network, &diseases, &mut rng);
        let present = self.present(network, &world, &mut rng);
        let absent = self.absent(network, &world, &present, &mut rng);
        let finding_ids = |findings: &[FindingId]| -> Vec<String> {
            findings.iter().map(|&f| network.finding_id(f).to_owned()).collect()
        };
        let disease_ids: Vec<&str> = diseases.iter().map(|&d| network.disease_id(d)).collect();
        let mut case = Case {
            id: Some(format!("case-{}", number + 1)),
            present: finding_ids(&present),
            absent: finding_ids(&absent),
            label: disease_ids.first().map(|&id| id.to_owned()),
            ..Case::default()
        };
        case.other.insert("diseases".to_owned(), disease_ids.into());
        case
    }

    /// Different diseases that cause something, each as likely as the next: by prior, few would ever be seen.
    fn true_diseases(&self, network: &Network, rng: &mut impl Rng) -> Vec<DiseaseId> {
        let wanted = rng.random_range(self.diseases.clone());
        let mut all: Vec<DiseaseId> = network.diseases().collect();
        all.shuffle(rng);
        all.into_iter().filter(|&d| !network.findings_of(d).is_empty()).take(wanted).collect()
    }

    /// Findings that the true diseases caused, at least one of the label's own, and others from elsewhere.
    fn present(&self, network: &Network, world: &World, rng: &mut impl Rng) -> Vec<FindingId> {
        let wanted = rng.random_range(self.present.clone());
        let noise = (wanted as f64 * self.noise.clamp(0.0, 1.0)).ceil() as usize;
        let mut caused = world.caused.clone();
        caused.shuffle(rng);
        if let Some(at) = caused.iter().position(|f| world.label_caused.contains(f)) {
            caused.swap(0, at);
        }
        caused.truncate(wanted.saturating_sub(noise).max(wanted.min(1)));
        // What many diseases cause is also what people more often have for other reasons.
        let elsewhere = network
            .findings()
            .filter(|&f| network.parent_count(f) > 0 || network.leak(f) > 0.0)
            .filter(|f| world.caused.binary_search(f).is_err())
            .map(|f| (f, (network.parent_count(f).max(1) as f64).sqrt()));
        caused.extend(draw(wanted.saturating_sub(caused.len()), elsewhere, rng));
        caused.sort_unstable();
        caused
    }

    /// Findings that did not show: half of them such as the true diseases often cause, the rest any others.
    fn absent(
        &self,
        network: &Network,
        world: &World,
        present: &[FindingId],
        rng: &mut impl Rng,
    ) -> Vec<FindingId> {
        let wanted = rng.random_range(self.absent.clone());
        let mut missed = world.missed.clone();
        missed.retain(|f| !present.contains(f));
        missed.shuffle(rng);
        missed.truncate(wanted.div_ceil(2));
        let others = network
            .findings()
            .filter(|&f| network.leak(f) < 1.0)
            .filter(|f| world.caused.binary_search(f).is_err() && !present.contains(f) && !missed.contains(f))
            .map(|f| (f, 1.0));
        let others = draw(wanted.saturating_sub(missed.len()), others, rng);
        missed.extend(others);
        missed.sort_unstable();
        missed
    }
}

/// Effects of the true diseases.
struct World {
    /// Findings that they caused, in ascending order.
    caused: Vec<FindingId>,
    /// Those that the label caused.
    label_caused: HashSet<FindingId>,
    /// Findings that they could have caused and did not.
    missed: Vec<FindingId>,
}

impl World {
    fn draw(network: &Network, diseases: &[DiseaseId], rng: &mut impl Rng) -> Self {
        let mut world = Self { caused: Vec::new(), label_caused: HashSet::new(), missed: Vec::new() };
        for (rank, &disease) in diseases.iter().enumerate() {
            let links = network.findings_of(disease);
            let mut fired: Vec<FindingId> =
                links.iter().filter(|&&(_, p, _)| rng.random::<f64>() < p).map(|&(f, _, _)| f).collect();
            // A patient without any finding would not be a case: the commonest one then shows.
            if fired.is_empty() {
                fired.extend(links.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|&(f, _, _)| f));
            }
            if rank == 0 {
                world.label_caused = fired.iter().copied().collect();
            }
            world.caused.extend(fired);
            world.missed.extend(links.iter().filter(|&&(_, p, _)| p < 1.0).map(|&(f, _, _)| f));
        }
        for list in [&mut world.caused, &mut world.missed] {
            list.sort_unstable();
            list.dedup();
        }
        world.missed.retain(|f| world.caused.binary_search(f).is_err());
        world
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NetworkSpec;

    fn network() -> Network {
        NetworkSpec { diseases: 60, findings: 200, links: 900, ..NetworkSpec::f120() }.generate().unwrap()
    }

    #[test]
    fn counts_are_kept_and_the_evidence_is_sound() {
        let network = network();
        let spec = CaseSpec { present: 8..=8, absent: 4..=4, ..CaseSpec::default() };
        for number in 0..500 {
            let case = spec.sample(&network, number);
            assert_eq!((case.present.len(), case.absent.len()), (8, 4));
            let evidence = case.evidence(&network).unwrap();
            assert_eq!((evidence.present().len(), evidence.absent().len()), (8, 4), "no repetition");
            let label = network.disease(case.label.as_deref().unwrap()).unwrap();
            let explained = evidence.present().iter().filter(|&&f| network.link(label, f).is_some()).count();
            assert!(explained >= 1, "the label causes at least one present finding");
        }
    }

    #[test]
    fn at_least_the_stated_share_is_noise() {
        let network = network();
        let spec = CaseSpec { diseases: 1..=1, noise: 0.5, present: 6..=6, ..CaseSpec::default() };
        let linked: usize = (0..200)
            .map(|number| {
                let case = spec.sample(&network, number);
                let label = network.disease(case.label.as_deref().unwrap()).unwrap();
                let findings = case.present.iter().filter_map(|id| network.finding(id));
                findings.filter(|&f| network.link(label, f).is_some()).count()
            })
            .sum();
        // At most three of six are the label's own; noise seldom hits another that it could have caused.
        assert!((200..=660).contains(&linked), "{linked}");
    }

    #[test]
    fn a_case_depends_on_its_number_alone() {
        let network = network();
        let spec = CaseSpec::default();
        assert_eq!(spec.sample(&network, 17), spec.sample(&network, 17));
        assert_ne!(spec.sample(&network, 17), spec.sample(&network, 18));
        assert_ne!(spec.sample(&network, 17), CaseSpec { seed: 2, ..spec }.sample(&network, 17));
    }

    #[test]
    fn more_than_there_is_gives_all_there_is() {
        let network =
            NetworkSpec { diseases: 2, findings: 3, links: 4, ..NetworkSpec::f120() }.generate().unwrap();
        let spec = CaseSpec { diseases: 5..=5, present: 50..=50, absent: 50..=50, ..CaseSpec::default() };
        let case = spec.sample(&network, 0);
        assert!(case.evidence(&network).is_ok());
        assert!(!case.present.is_empty() && case.present.len() <= 3);
    }
}
