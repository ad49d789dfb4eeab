//! Patients drawn from a network, who know what they have.

use std::collections::HashSet;

use etio::{DiseaseId, FindingId, Hierarchy, Network};
use etio_case::{Answer, Person};
use rand::{Rng, RngExt};

use crate::draw;
use crate::interview::Guide;

/// A simulated patient.
pub(crate) struct Patient {
    /// The diseases, in ascending order.
    diseases: Vec<DiseaseId>,
    present: HashSet<FindingId>,
    /// Findings that they may complain of, in ascending order.
    complaints: Vec<FindingId>,
}

impl Patient {
    /// The disease's findings by its links, everything else by its leak, and whatever these imply.
    pub(crate) fn sample(guide: &Guide, disease: DiseaseId, rng: &mut impl Rng) -> Self {
        Self::with_disease(guide, guide.network(), disease, Person::default(), rng)
    }

    /// A person with one disease of a network, which may be another one than the guide's. They complain
    /// of what it causes, and have no finding that others of their age and sex cannot have.
    pub(crate) fn with_disease(
        guide: &Guide,
        network: &Network,
        disease: DiseaseId,
        person: Person,
        rng: &mut impl Rng,
    ) -> Self {
        let hierarchy = guide.hierarchy();
        let suits = |f: &FindingId| guide.sense().suits(*f, &person);
        let mut caused: Vec<FindingId> = Vec::new();
        while caused.is_empty() && !network.findings_of(disease).is_empty() {
            caused = draw::caused(network, hierarchy, disease, rng);
            caused.retain(suits);
        }
        let leaked: Vec<FindingId> =
            network.findings().filter(|&f| rng.random_bool(network.leak(f))).filter(suits).collect();
        let present = closed(hierarchy, caused.iter().chain(&leaked).copied());
        caused.sort_unstable();
        Self { diseases: vec![disease], present, complaints: caused }
    }

    /// Anybody with at least `complaints` findings, as likely as the network has it.
    pub(crate) fn anybody(
        network: &Network,
        hierarchy: &Hierarchy,
        complaints: usize,
        rng: &mut impl Rng,
    ) -> Self {
        loop {
            let diseases: Vec<DiseaseId> =
                network.diseases().filter(|&d| rng.random_bool(network.prior(d))).collect();
            let mut shown: Vec<FindingId> =
                network.findings().filter(|&f| rng.random_bool(network.leak(f))).collect();
            for &disease in &diseases {
                shown.extend(draw::caused(network, hierarchy, disease, rng));
            }
            shown.sort_unstable();
            shown.dedup();
            if shown.len() >= complaints.max(1) {
                let present = closed(hierarchy, shown.iter().copied());
                return Self { diseases, present, complaints: shown };
            }
        }
    }

    /// Whether they have a disease.
    pub(crate) fn is_ill_with(&self, disease: DiseaseId) -> bool {
        self.diseases.binary_search(&disease).is_ok()
    }

    /// Some of what they may complain of.
    pub(crate) fn complaints(&self, count: usize, rng: &mut impl Rng) -> Vec<FindingId> {
        let mut left = self.complaints.clone();
        let mut chosen = Vec::new();
        while chosen.len() < count
            && let Some(finding) = pick(&left, rng)
        {
            left.retain(|f| *f != finding);
            chosen.push(finding);
        }
        chosen
    }

    /// Whether they have a finding.
    pub(crate) fn has(&self, finding: FindingId) -> bool {
        self.present.contains(&finding)
    }

    /// Their answer to a question, wrong or missing now and then.
    pub(super) fn answer(&self, finding: FindingId, noise: f64, unknown: f64, rng: &mut impl Rng) -> Answer {
        if rng.random_bool(unknown) {
            return Answer::Unknown;
        }
        let truth = self.has(finding);
        if truth == rng.random_bool(noise) { Answer::Absent } else { Answer::Present }
    }
}

/// Findings and all that they imply.
fn closed(hierarchy: &Hierarchy, findings: impl Iterator<Item = FindingId>) -> HashSet<FindingId> {
    findings.flat_map(|f| hierarchy.ancestors(f).into_iter().chain([f])).collect()
}

pub(super) fn pick(list: &[FindingId], rng: &mut impl Rng) -> Option<FindingId> {
    (!list.is_empty()).then(|| list[rng.random_range(0..list.len())])
}
