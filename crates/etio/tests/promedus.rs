//! Queries of a clinical expert system: sixteen against their published marginals, the others by two exact
//! methods.

use std::path::{Path, PathBuf};
use std::time::Duration;

use etio::format::cases::CaseReader;
use etio::{Engine, Evidence, Limits, Method, Network};

/// The queries' folders; none, with a word on stderr, where the data is not there.
fn folders(family: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(family);
    match std::fs::read_dir(&root) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(_) => {
            eprintln!("skipped: no data at {}", root.display());
            Vec::new()
        }
    }
}

fn question(folder: &Path) -> (Network, Evidence) {
    let network = Network::open(folder).unwrap();
    let cases = std::fs::read(folder.join("cases.jsonl")).unwrap();
    let case = CaseReader::new(cases.as_slice()).next().unwrap().unwrap();
    let evidence = case.evidence(&network).unwrap();
    (network, evidence)
}

fn difference_from_published(folder: &Path, method: Method) -> f64 {
    let (network, evidence) = question(folder);
    let posterior = Engine::new(&network).diagnose(&evidence, method).unwrap();
    let published = std::fs::read_to_string(folder.join("published.csv")).unwrap();
    let mut compared = 0;
    let mut largest = 0.0f64;
    for line in published.lines().skip(1) {
        let (disease, marginal) = line.split_once(',').unwrap();
        let marginal: f64 = marginal.parse().unwrap();
        let own = posterior.marginal(network.disease(disease).unwrap());
        largest = largest.max((own - marginal).abs());
        compared += 1;
    }
    assert_eq!(compared, network.disease_count());
    largest
}

#[test]
fn published_marginals_are_matched() {
    for folder in folders("promedus") {
        for method in [Method::ExplainedSets, Method::Elimination, Method::Auto] {
            let difference = difference_from_published(&folder, method);
            assert!(difference < 1e-6, "{} by {method}: {difference:e}", folder.display());
        }
    }
}

/// Up to 27 present findings: elimination against the subtraction-free sum, within the certificates of both.
#[test]
fn two_exact_methods_agree_within_their_certificates() {
    let mut compared = 0;
    for folder in folders("promedas") {
        let (network, evidence) = question(&folder);
        let mut engine = Engine::new(&network);
        let certified = engine.diagnose(&evidence, Method::Elimination).unwrap();
        let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
        engine.set_limits(limits);
        let Ok(sum) = engine.diagnose(&evidence, Method::ExplainedSets) else { continue };
        let bounds = [&certified, &sum].map(|answer| answer.exactness.error_bound().unwrap());
        assert!(bounds[0] < 2e-10, "{bounds:?}");
        for (a, b) in certified.marginals.iter().zip(&sum.marginals) {
            assert!((a - b).abs() <= bounds[0] + bounds[1], "{}: {a} {b}", folder.display());
        }
        assert!((certified.log_evidence - sum.log_evidence).abs() < 1e-9);
        compared += 1;
    }
    assert!(compared > 20 || folders("promedas").is_empty(), "{compared}");
}
