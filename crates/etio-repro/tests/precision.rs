//! Cost of the precision of the compiled form: the figures of `docs/formats/compiled.md`.
//!
//! ```sh
//! cargo test --release -p etio-repro --test precision -- --nocapture
//! ```

use etio::format::compiled::{self, Options, Precision};
use etio::{Engine, Evidence, Method, Network, Posterior};
use etio_repro::{CaseSpec, NetworkSpec};

/// The largest difference in a posterior and in the log evidence, and how often the most probable
/// disease is another.
#[derive(Debug, Default)]
struct Cost {
    posterior: f64,
    log_evidence: f64,
    other_first: usize,
}

impl Cost {
    fn add(&mut self, got: &Posterior, wanted: &Posterior) {
        let pairs = got.marginals.iter().zip(&wanted.marginals);
        self.posterior = pairs.map(|(a, b)| (a - b).abs()).fold(self.posterior, f64::max);
        self.log_evidence = self.log_evidence.max((got.log_evidence - wanted.log_evidence).abs());
        self.other_first += usize::from(got.ranking(1)[0].0 != wanted.ranking(1)[0].0);
    }
}

fn answer(network: &Network, evidence: &Evidence) -> Posterior {
    Engine::new(network).diagnose(evidence, Method::ExplainedSets).unwrap()
}

fn check(spec: &NetworkSpec, cases: u64) {
    let network = spec.generate().unwrap();
    let evidence: Vec<Evidence> = (0..cases)
        .map(|number| CaseSpec::default().sample(&network, number).evidence(&network).unwrap())
        .collect();
    let wanted: Vec<Posterior> = evidence.iter().map(|evidence| answer(&network, evidence)).collect();
    let dir = tempfile::tempdir().unwrap();
    // Precision, and the largest difference allowed in a posterior or in the log evidence.
    for (precision, bound) in [(Precision::F64, 1e-12), (Precision::F32, 1e-6), (Precision::U16, 1e-2)] {
        let path = dir.path().join(format!("{precision}.etio"));
        compiled::write(&network, &path, &Options { precision, ..Options::default() }).unwrap();
        let rounded = Network::open(&path).unwrap();
        let mut cost = Cost::default();
        for (evidence, wanted) in evidence.iter().zip(&wanted) {
            cost.add(&answer(&rounded, evidence), wanted);
        }
        println!("{} at {precision}, {cases} cases: {cost:?}", spec.name);
        assert!(cost.posterior <= bound && cost.log_evidence <= bound, "{cost:?}");
    }
}

#[test]
fn f120() {
    check(&NetworkSpec::f120(), 300);
}

#[test]
fn qmr() {
    check(&NetworkSpec::qmr(), 300);
}

#[test]
fn a_dense_network() {
    let mut spec = NetworkSpec { diseases: 2_000, findings: 200, ..NetworkSpec::s1() };
    spec.set_density(0.8);
    check(&NetworkSpec { priors: "1e-5:1e-2".parse().unwrap(), ..spec }, 20);
}
