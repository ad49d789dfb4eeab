//! From the oracle's plain questions to the engine's types.

// Each test file uses its own part.
#![allow(dead_code)]

use etio::{DiseaseId, Evidence, FindingId, Network, NetworkBuilder};
use etio_oracle::random::Rng;
use etio_oracle::{Case, Model};

/// The model as a network.
pub fn network(model: &Model) -> Network {
    let mut builder = NetworkBuilder::new();
    for (at, &prior) in model.priors.iter().enumerate() {
        builder.disease(&format!("d{at}"), "", prior).unwrap();
    }
    for (at, &leak) in model.leaks.iter().enumerate() {
        builder.finding(&format!("f{at}"), "", leak).unwrap();
    }
    for &(disease, finding, p) in &model.links {
        builder.link(DiseaseId::new(disease as u32), FindingId::new(finding as u32), p).unwrap();
    }
    builder.build().unwrap()
}

/// The case as evidence.
pub fn evidence(case: &Case) -> Evidence {
    let ids = |list: &[usize]| list.iter().map(|&f| FindingId::new(f as u32)).collect::<Vec<_>>();
    Evidence::new(ids(&case.present), ids(&case.absent)).unwrap()
}

/// A question with its diseases and findings in another order.
pub struct Renumbered {
    pub model: Model,
    pub case: Case,
    /// The new number of each disease.
    pub diseases: Vec<usize>,
    /// The new number of each finding.
    pub findings: Vec<usize>,
}

impl Renumbered {
    pub fn new(model: &Model, case: &Case, rng: &mut Rng) -> Self {
        let (diseases, findings) = (shuffled(model.priors.len(), rng), shuffled(model.leaks.len(), rng));
        let mut other = model.clone();
        for (from, &to) in diseases.iter().enumerate() {
            other.priors[to] = model.priors[from];
        }
        for (from, &to) in findings.iter().enumerate() {
            other.leaks[to] = model.leaks[from];
        }
        other.links = model.links.iter().rev().map(|&(d, f, p)| (diseases[d], findings[f], p)).collect();
        let moved = |list: &[usize]| list.iter().map(|&f| findings[f]).collect();
        let case = Case { present: moved(&case.present), absent: moved(&case.absent) };
        Self { model: other, case, diseases, findings }
    }
}

fn shuffled(count: usize, rng: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        order.swap(k, rng.below(k + 1));
    }
    order
}
