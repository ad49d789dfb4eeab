//! Sixteen queries of a clinical expert system against their published marginals.

use std::path::{Path, PathBuf};

use etio::format::cases::CaseReader;
use etio::{Engine, Method, Network};

/// The queries' folders; none, with a word on stderr, where the data is not there.
fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/promedus");
    match std::fs::read_dir(&root) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(_) => {
            eprintln!("skipped: no data at {}", root.display());
            Vec::new()
        }
    }
}

fn largest_difference(folder: &Path, method: Method) -> f64 {
    let network = Network::open(folder).unwrap();
    let cases = std::fs::read(folder.join("cases.jsonl")).unwrap();
    let case = CaseReader::new(cases.as_slice()).next().unwrap().unwrap();
    let evidence = case.evidence(&network).unwrap();
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
fn explained_sets_matches_the_published_marginals() {
    for folder in folders() {
        let difference = largest_difference(&folder, Method::ExplainedSets);
        assert!(difference < 1e-6, "{}: {difference:e}", folder.display());
    }
}
