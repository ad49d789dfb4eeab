//! The network that ships inside the binary, for everyone who has not brought one.

use anyhow::{Context, Result};
use etio::Network;
use etio::format::folder;

/// What the embedded network is called in messages.
pub(crate) const NAME: &str = "example";

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../../networks/example/", $name))
    };
}

/// Reads the embedded network.
pub(crate) fn network() -> Result<Network> {
    folder::read_embedded(
        NAME,
        file!("diseases.csv"),
        file!("findings.csv"),
        file!("links.csv"),
        vec![("meta.json", file!("meta.json").to_vec())],
    )
    .context("the embedded network")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_embedded_network_is_sound() {
        let network = super::network().unwrap();
        assert!(network.disease_count() >= 12 && network.finding_count() >= 25);
        for finding in network.findings() {
            let id = network.finding_id(finding);
            assert!(network.leak(finding) > 0.0, "{id} has no leak");
            assert!(network.parent_count(finding) > 0, "{id} has no parent");
            assert!(network.finding_catalog().attribute(finding.index(), "question").is_some(), "{id}");
        }
        for disease in network.diseases() {
            assert!(network.findings_of(disease).len() >= 3, "{}", network.disease_id(disease));
        }
    }
}
