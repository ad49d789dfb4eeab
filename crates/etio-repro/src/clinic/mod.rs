//! The clinic: a network of the paper's F120 size with what its experiments need.
//!
//! Beside the network it knows which diseases are alike (influenza and common cold) and which are
//! chronic and common (asthma, hypertension), because the paper's query sets draw misleading
//! findings from those.

mod bates;
mod families;
mod queries;

use std::collections::BTreeMap;

use etio::{DiseaseId, Network, NetworkBuilder};

use crate::random::{Purpose, stream};
use crate::{NetworkSpec, SpecError};

pub use bates::{BatesError, bates_priors};
pub use queries::{LabelledQuery, QuerySet};

/// How many diseases are chronic: few, so that the same ones mislead again and again.
const CHRONIC: usize = 24;

/// A chronic disease has at least this many findings to mislead with.
const CHRONIC_FINDINGS: usize = 10;

/// A network with its families of similar diseases and its chronic diseases.
#[derive(Clone, Debug)]
pub struct Clinic {
    network: Network,
    /// The family of each disease, if it has one: positions in `families`.
    family_of: BTreeMap<DiseaseId, usize>,
    families: Vec<Vec<DiseaseId>>,
    chronic: Vec<DiseaseId>,
    seed: u64,
}

impl Clinic {
    /// A clinic on a network as specified. Families are made by exchanging links, which leaves the
    /// number of links of every disease and of every finding as it was.
    pub fn new(spec: &NetworkSpec) -> Result<Self, SpecError> {
        let network = spec.generate()?;
        let mut links: Vec<BTreeMap<u32, f64>> = network
            .diseases()
            .map(|d| network.findings_of(d).into_iter().map(|(f, p, _)| (f.index() as u32, p)).collect())
            .collect();
        let mut rng = stream(spec.seed, Purpose::Families, 0);
        let families = families::draw(links.len(), &mut rng);
        families::share_findings(&mut links, network.finding_count(), &families, &mut rng);
        let network = rebuild(&network, &links)?;
        let families: Vec<Vec<DiseaseId>> =
            families.into_iter().map(|family| family.into_iter().map(DiseaseId::new).collect()).collect();
        let family_of =
            families.iter().enumerate().flat_map(|(at, family)| family.iter().map(move |&d| (d, at)));
        Ok(Self {
            family_of: family_of.collect(),
            chronic: commonest(&network),
            families,
            network,
            seed: spec.seed,
        })
    }

    /// The network, with the priors of its specification.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Diseases that share many findings, family by family.
    pub fn families(&self) -> &[Vec<DiseaseId>] {
        &self.families
    }

    /// The common chronic diseases, in ascending order.
    pub fn chronic(&self) -> &[DiseaseId] {
        &self.chronic
    }

    /// The diseases that are similar to one.
    pub fn similar_to(&self, disease: DiseaseId) -> impl Iterator<Item = DiseaseId> {
        let family = self.family_of.get(&disease).map_or(&[][..], |&at| &self.families[at]);
        family.iter().copied().filter(move |&other| other != disease)
    }

    /// The network with priors redrawn from the Bates distribution with a given mean.
    pub fn with_mean_prior(&self, mean: f64) -> Result<Network, BatesError> {
        let mut rng = stream(self.seed, Purpose::Bates, mean.to_bits());
        Ok(self.network.with_priors(bates_priors(self.network.disease_count(), mean, &mut rng)?)?)
    }
}

/// The network with other links.
fn rebuild(network: &Network, links: &[BTreeMap<u32, f64>]) -> Result<Network, SpecError> {
    let mut builder = NetworkBuilder::new();
    for d in network.diseases() {
        builder.disease(network.disease_id(d), network.disease_name(d), network.prior(d))?;
    }
    let findings = network
        .findings()
        .map(|f| builder.finding(network.finding_id(f), network.finding_name(f), network.leak(f)))
        .collect::<Result<Vec<_>, _>>()?;
    for (disease, row) in network.diseases().zip(links) {
        for (&finding, &probability) in row {
            builder.link(disease, findings[finding as usize], probability)?;
        }
    }
    Ok(builder.build()?)
}

/// The most common diseases with enough findings.
fn commonest(network: &Network) -> Vec<DiseaseId> {
    let mut eligible: Vec<DiseaseId> =
        network.diseases().filter(|&d| network.findings_of(d).len() >= CHRONIC_FINDINGS).collect();
    eligible.sort_by(|&a, &b| network.prior(b).total_cmp(&network.prior(a)).then(a.cmp(&b)));
    eligible.truncate(CHRONIC);
    eligible.sort_unstable();
    eligible
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(network: &Network, a: DiseaseId, b: DiseaseId) -> usize {
        network.findings_of(a).iter().filter(|&&(f, _, _)| network.link(b, f).is_some()).count()
    }

    #[test]
    fn families_share_findings_and_degrees_stay() {
        let spec = NetworkSpec { leak: 0.0, ..NetworkSpec::f120() };
        let (plain, clinic) = (spec.generate().unwrap(), Clinic::new(&spec).unwrap());
        let network = clinic.network();
        assert_eq!(network.link_count(), 10_552);
        assert!(plain.findings().all(|f| plain.parent_count(f) == network.parent_count(f)));
        assert!(plain.diseases().all(|d| plain.findings_of(d).len() == network.findings_of(d).len()));
        let pairs = clinic.families().iter().flat_map(|family| {
            let core = family[0];
            family[1..].iter().map(move |&d| (core, d))
        });
        let shares: Vec<f64> = pairs
            .map(|(core, d)| {
                let most = network.findings_of(core).len().min(network.findings_of(d).len());
                shared(network, core, d) as f64 / most as f64
            })
            .collect();
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        assert!(mean > 0.35, "families share {mean} of their findings");
        assert!(shares.len() > 300);
    }

    #[test]
    fn similar_diseases_are_mutual_and_chronic_ones_common() {
        let clinic = Clinic::new(&NetworkSpec::f120()).unwrap();
        for family in clinic.families() {
            for &d in family {
                assert_eq!(clinic.similar_to(d).count(), family.len() - 1);
            }
        }
        assert_eq!(clinic.chronic().len(), CHRONIC);
        assert!(clinic.chronic().iter().all(|&d| clinic.network().prior(d) > 0.01));
    }

    #[test]
    fn scrambled_priors_have_their_mean_and_come_back() {
        let clinic = Clinic::new(&NetworkSpec::f120()).unwrap();
        let network = clinic.with_mean_prior(0.01).unwrap();
        let priors = |n: &Network| n.diseases().map(|d| n.prior(d)).collect::<Vec<_>>();
        let mean = priors(&network).iter().sum::<f64>() / 665.0;
        assert!((mean / 0.01 - 1.0).abs() < 0.05, "{mean}");
        assert_eq!(priors(&network), priors(&clinic.with_mean_prior(0.01).unwrap()));
        assert!(clinic.with_mean_prior(0.9).is_err());
    }
}
