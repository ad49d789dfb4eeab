//! Synthetic networks with the sizes of the paper's Table 3 and the shape of real ones.

mod degrees;
mod priors;
mod stream;
mod wiring;

use etio::{BuildError, DiseaseId, FindingId, Network, NetworkBuilder};
use rand::{Rng, RngExt};

use crate::random::{Purpose, stream, three_digits};
use degrees::{Spread, log_normal};
pub use priors::{ParsePriorsError, Priors};
pub use stream::StreamError;

/// The file that carries a network's specification along with it.
const META: &str = "meta.json";

/// A network to generate: its size, its shape, its probabilities and its seed.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkSpec {
    /// Name.
    pub name: String,
    /// How many diseases.
    pub diseases: usize,
    /// How many findings.
    pub findings: usize,
    /// How many links, exactly.
    pub links: usize,
    /// Standard deviation of the logarithm of a finding's parent count: 0 gives equal counts, 1.2 a few hubs.
    pub finding_skew: f64,
    /// Skew of the number of findings of a disease.
    pub disease_skew: f64,
    /// How priors are drawn.
    pub priors: Priors,
    /// The leak of every finding.
    pub leak: f64,
    /// Random seed.
    pub seed: u64,
}

/// A specification that no network can meet.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// A layer with no member.
    #[error("a network needs at least one disease and one finding, not {diseases} and {findings}")]
    EmptyLayer {
        /// Diseases asked for.
        diseases: usize,
        /// Findings asked for.
        findings: usize,
    },
    /// More links than pairs.
    #[error(
        "{links} links do not fit between {diseases} diseases and {findings} findings: the maximum is {most}"
    )]
    TooManyLinks {
        /// Links asked for.
        links: usize,
        /// Diseases asked for.
        diseases: usize,
        /// Findings asked for.
        findings: usize,
        /// How many pairs there are.
        most: usize,
    },
    /// A skew that is not a standard deviation.
    #[error("a skew is between 0 and 5, not {value}")]
    BadSkew {
        /// The skew given.
        value: f64,
    },
    /// A number that is not a probability, or more members than a network can count.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl NetworkSpec {
    /// A network of the size of the paper's F120: 665 diseases, 1,276 findings, 10,552 links. The
    /// commonest finding has around 190 parents.
    pub fn f120() -> Self {
        Self {
            name: "f120".to_owned(),
            diseases: 665,
            findings: 1_276,
            links: 10_552,
            finding_skew: 1.25,
            disease_skew: 0.6,
            priors: Priors::LogUniform { least: 1e-7, most: 0.1 },
            leak: 0.001,
            seed: 1,
        }
    }

    /// A network of the size of QMR-DT as the paper gives it: 534 diseases, 4,040 findings, 40,740 links.
    pub fn qmr() -> Self {
        Self { name: "qmr".to_owned(), diseases: 534, findings: 4_040, links: 40_740, ..Self::f120() }
    }

    /// Links as a share of all pairs.
    pub fn density(&self) -> f64 {
        self.links as f64 / (self.diseases as f64 * self.findings as f64)
    }

    /// Sets the number of links by their share of all pairs.
    pub fn set_density(&mut self, density: f64) {
        self.links = (density * self.diseases as f64 * self.findings as f64).round() as usize;
    }

    /// Makes the network.
    pub fn generate(&self) -> Result<Network, SpecError> {
        self.check()?;
        let mut builder = self.members()?;
        let mut strengths = stream(self.seed, Purpose::LinkStrengths, 0);
        for (finding, parents) in (0..).map(FindingId::new).zip(self.wire()) {
            for disease in parents {
                let strength = three_digits(strength(&mut strengths));
                builder.link(DiseaseId::new(disease), finding, strength)?;
            }
        }
        Ok(builder.build()?)
    }

    /// All but the links.
    fn members(&self) -> Result<NetworkBuilder, SpecError> {
        let mut builder = NetworkBuilder::new();
        let mut priors = stream(self.seed, Purpose::Priors, 0);
        let width = decimal_width(self.diseases);
        for n in 1..=self.diseases {
            let prior = self.priors.draw(&mut priors);
            builder.disease(&format!("d{n:0width$}"), &format!("Disease {n}"), prior)?;
        }
        let width = decimal_width(self.findings);
        for n in 1..=self.findings {
            builder.finding(&format!("f{n:0width$}"), &format!("Finding {n}"), self.leak)?;
        }
        builder.document(META, self.describe().into_bytes());
        Ok(builder)
    }

    fn check(&self) -> Result<(), SpecError> {
        let Self { diseases, findings, links, .. } = *self;
        if diseases == 0 || findings == 0 {
            return Err(SpecError::EmptyLayer { diseases, findings });
        }
        let most = diseases.saturating_mul(findings);
        if links > most {
            return Err(SpecError::TooManyLinks { links, diseases, findings, most });
        }
        match [self.finding_skew, self.disease_skew].into_iter().find(|skew| !(0.0..=5.0).contains(skew)) {
            Some(value) => Err(SpecError::BadSkew { value }),
            None => Ok(()),
        }
    }

    fn wire(&self) -> Vec<Vec<u32>> {
        let diseases = Spread {
            skew: self.disease_skew,
            least: least_degree(self.links, self.diseases, 3),
            most: self.findings,
        };
        let diseases = log_normal(
            self.diseases,
            self.links,
            diseases,
            &mut stream(self.seed, Purpose::DiseaseDegrees, 0),
        );
        wiring::wire(&self.finding_degrees(), &diseases, &mut stream(self.seed, Purpose::Wiring, 0))
    }

    fn finding_degrees(&self) -> Vec<usize> {
        let spread = Spread {
            skew: self.finding_skew,
            least: least_degree(self.links, self.findings, 1),
            most: self.diseases,
        };
        let mut rng = stream(self.seed, Purpose::FindingDegrees, 0);
        log_normal(self.findings, self.links, spread, &mut rng)
    }

    /// The specification as JSON, so that a network says how it was made.
    fn describe(&self) -> String {
        let meta = serde_json::json!({
            "name": self.name,
            "generator": "etio generate",
            "version": env!("CARGO_PKG_VERSION"),
            "seed": self.seed,
            "diseases": self.diseases,
            "findings": self.findings,
            "links": self.links,
            "finding_skew": self.finding_skew,
            "disease_skew": self.disease_skew,
            "priors": self.priors.to_string(),
            "leak": self.leak,
        });
        format!("{meta:#}\n")
    }
}

/// The fewest links of a member: as many as wanted if there are plenty.
fn least_degree(links: usize, members: usize, wanted: usize) -> usize {
    wanted.min(links / members)
}

/// P(finding | only this disease) as medical texts state it: a class of frequency, then a number
/// within the class.
fn strength(rng: &mut impl Rng) -> f64 {
    let class: f64 = rng.random();
    let (least, most) = match class {
        c if c < 0.25 => (0.01, 0.05),
        c if c < 0.60 => (0.05, 0.30),
        c if c < 0.90 => (0.30, 0.80),
        _ => (0.80, 0.99),
    };
    rng.random_range(least..=most)
}

fn decimal_width(count: usize) -> usize {
    count.to_string().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(network: &Network) -> (usize, usize, usize) {
        (network.disease_count(), network.finding_count(), network.link_count())
    }

    #[test]
    fn the_sizes_are_those_of_the_paper() {
        assert_eq!(sizes(&NetworkSpec::f120().generate().unwrap()), (665, 1_276, 10_552));
        assert_eq!(sizes(&NetworkSpec::qmr().generate().unwrap()), (534, 4_040, 40_740));
    }

    #[test]
    fn degrees_are_skewed_and_nothing_is_left_alone() {
        for seed in [1, 2, 3, 120] {
            let network = NetworkSpec { seed, ..NetworkSpec::f120() }.generate().unwrap();
            let parents: Vec<usize> = network.findings().map(|f| network.parent_count(f)).collect();
            let most = parents.iter().max().copied().unwrap();
            assert!((100..400).contains(&most), "the commonest finding has {most} parents");
            assert!(parents.iter().all(|&n| n > 0));
            assert!(network.diseases().all(|d| network.findings_of(d).len() >= 2));
        }
    }

    #[test]
    fn priors_span_six_orders_of_magnitude() {
        let network = NetworkSpec::f120().generate().unwrap();
        let mut priors: Vec<f64> = network.diseases().map(|d| network.prior(d)).collect();
        priors.sort_by(f64::total_cmp);
        assert!(priors[0] >= 1e-7 && priors[0] < 2e-7, "{}", priors[0]);
        assert!(priors[664] <= 0.1 && priors[664] > 0.05, "{}", priors[664]);
        assert!((3e-5..3e-4).contains(&priors[332]), "{}", priors[332]);
    }

    #[test]
    fn a_seed_gives_one_network() {
        let strengths = |spec: &NetworkSpec| -> Vec<(usize, f64)> {
            let network = spec.generate().unwrap();
            let links = network.findings().flat_map(|f| network.parents(f).iter().collect::<Vec<_>>());
            links.map(|(d, p)| (d.index(), p)).collect()
        };
        let spec = NetworkSpec { diseases: 40, findings: 60, links: 300, ..NetworkSpec::f120() };
        assert_eq!(strengths(&spec), strengths(&spec));
        assert_ne!(strengths(&spec), strengths(&NetworkSpec { seed: 7, ..spec }));
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let spec = NetworkSpec { diseases: 3, findings: 4, links: 12, ..NetworkSpec::f120() };
        assert_eq!(sizes(&spec.generate().unwrap()), (3, 4, 12));
        let refuse = |spec: NetworkSpec| spec.generate().unwrap_err();
        assert!(matches!(
            refuse(NetworkSpec { links: 13, ..spec.clone() }),
            SpecError::TooManyLinks { most: 12, .. }
        ));
        assert!(matches!(refuse(NetworkSpec { diseases: 0, ..spec.clone() }), SpecError::EmptyLayer { .. }));
        assert!(matches!(refuse(NetworkSpec { leak: 1.5, ..spec.clone() }), SpecError::Build(_)));
        assert!(matches!(
            refuse(NetworkSpec { finding_skew: f64::NAN, ..spec.clone() }),
            SpecError::BadSkew { .. }
        ));
        assert_eq!(sizes(&NetworkSpec { links: 0, ..spec }.generate().unwrap()), (3, 4, 0));
    }
}
