//! From the oracle's plain questions to the engine's types.

use etio::{DiseaseId, Evidence, FindingId, Network, NetworkBuilder};
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
