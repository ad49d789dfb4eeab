//! A network whose numbers are off: what reality may look like to somebody who estimated them.

use etio::{BuildError, Network, NetworkBuilder};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The network with the odds of every prior and link multiplied by a factor between `1 / factor` and
/// `factor`, uniform in its logarithm. Names stay behind; places stay the same.
pub fn perturbed(network: &Network, factor: f64, seed: u64) -> Result<Network, BuildError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut off = |p: f64| {
        let odds = factor.powf(rng.random_range(-1.0..=1.0));
        if p >= 1.0 { p } else { p * odds / (p * odds + (1.0 - p)) }
    };
    let mut builder = NetworkBuilder::new();
    for disease in network.diseases() {
        builder.disease(network.disease_id(disease), "", off(network.prior(disease)))?;
    }
    for finding in network.findings() {
        let same = builder.finding(network.finding_id(finding), "", network.leak(finding))?;
        // What findings refine, and by how much, says which of them come together.
        for column in ["parent", "quantity"] {
            let cell = network.finding_catalog().attribute(finding.index(), column).unwrap_or_default();
            builder.finding_attribute(same, column, cell)?;
        }
    }
    for finding in network.findings() {
        for (disease, p) in network.parents(finding).iter() {
            builder.link(disease, finding, off(p))?;
        }
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_off_by_at_most_the_factor() {
        let mut builder = NetworkBuilder::new();
        let disease = builder.disease("d", "", 0.01).unwrap();
        for (id, p) in [("a", 0.9), ("b", 0.2), ("c", 1.0)] {
            let finding = builder.finding(id, "", 0.1).unwrap();
            builder.link(disease, finding, p).unwrap();
        }
        let network = builder.build().unwrap();
        let other = perturbed(&network, 3.0, 7).unwrap();
        let odds = |p: f64| p / (1.0 - p);
        for finding in network.findings() {
            let [was, is] = [&network, &other].map(|n| n.link(disease, finding).unwrap().0);
            assert!(was == 1.0 && is == 1.0 || (1.0 / 3.0..=3.0).contains(&(odds(is) / odds(was))));
            assert_eq!(network.leak(finding), other.leak(finding));
        }
        assert!(other.prior(disease) != network.prior(disease));
        assert_eq!(perturbed(&network, 1.0, 7).unwrap().prior(disease), 0.01);
    }
}
