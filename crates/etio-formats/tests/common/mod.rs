//! Golden files, and networks as plain numbers to compare.

// Each test file uses its own part.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use etio::{Network, NetworkBuilder};
use etio_formats::{Error, Options, Reading, read};

pub fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

pub fn read_golden(name: &str) -> Reading {
    read(golden(name), &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The data that is not part of the repository, if it is there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

pub fn refused(result: Result<Reading, Error>) -> String {
    match result {
        Ok(reading) => panic!("read as {:?}", contents(&reading.network)),
        Err(error) => error.to_string(),
    }
}

/// Everything of a network but its names: priors, leaks and links, by id.
pub fn contents(network: &Network) -> Vec<(String, f64)> {
    let mut all = Vec::new();
    for disease in network.diseases() {
        all.push((network.disease_id(disease).to_owned(), network.prior(disease)));
    }
    for finding in network.findings() {
        let id = network.finding_id(finding);
        all.push((format!("leak {id}"), network.leak(finding)));
        for (disease, link) in network.parents(finding).iter() {
            all.push((format!("{} -> {id}", network.disease_id(disease)), link));
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

pub fn assert_same(a: &Network, b: &Network, tolerance: f64) {
    let (a, b) = (contents(a), contents(b));
    let ids = |all: &[(String, f64)]| all.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&a), ids(&b));
    for ((id, x), (_, y)) in a.iter().zip(&b) {
        assert!((x - y).abs() <= tolerance, "{id}: {x} and {y}");
    }
}

/// Three diseases of different priors and links, so that no two parents can be confused; the golden
/// files of other producers hold this network.
pub fn clinic() -> Network {
    let mut builder = NetworkBuilder::new();
    let flu = builder.disease("flu", "", 0.01).unwrap();
    let cold = builder.disease("cold", "", 0.05).unwrap();
    let covid = builder.disease("covid", "", 0.02).unwrap();
    let fever = builder.finding("fever", "", 0.02).unwrap();
    builder.link(flu, fever, 0.9).unwrap();
    builder.link(cold, fever, 0.2).unwrap();
    builder.link(covid, fever, 0.7).unwrap();
    let cough = builder.finding("cough", "", 0.05).unwrap();
    builder.link(flu, cough, 0.8).unwrap();
    builder.link(cold, cough, 0.6).unwrap();
    let anosmia = builder.finding("anosmia", "", 0.0).unwrap();
    builder.link(covid, anosmia, 0.5).unwrap();
    builder.build().unwrap()
}
