//! The primary-care network that ships inside the command and the Python package, for everyone who
//! has not brought one.

use etio::Network;
use etio::format::{FormatError, folder};

/// Name of the embedded network.
pub const NAME: &str = "starter";

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../starter/", $name))
    };
}

/// Reads the embedded network.
pub fn network() -> Result<Network, FormatError> {
    folder::read_embedded(
        NAME,
        file!("diseases.csv"),
        file!("findings.csv"),
        file!("links.csv"),
        vec![
            ("context.csv", file!("context.csv").to_vec()),
            ("must_not_miss.csv", file!("must_not_miss.csv").to_vec()),
            ("red_flags.csv", file!("red_flags.csv").to_vec()),
            ("conversation.csv", file!("conversation.csv").to_vec()),
            ("frames.csv", file!("frames.csv").to_vec()),
            ("phrases.en.csv", file!("phrases.en.csv").to_vec()),
        ],
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_embedded_network_is_sound() {
        let network = super::network().unwrap();
        assert!(network.disease_count() >= 500 && network.finding_count() >= 700);
        assert!(network.link_count() >= 15_000);
        for name in [
            "context.csv",
            "must_not_miss.csv",
            "red_flags.csv",
            "conversation.csv",
            "frames.csv",
            "phrases.en.csv",
        ] {
            assert!(network.document(name).is_some(), "{name}");
        }
        for finding in network.findings() {
            let id = network.finding_id(finding);
            assert!(network.leak(finding) > 0.0, "{id} has no leak");
            assert!(network.finding_catalog().attribute(finding.index(), "question").is_some(), "{id}");
        }
    }

    #[test]
    fn the_simplest_answers_are_certified() {
        let network = super::network().unwrap();
        let mut engine = etio::Engine::new(&network);
        for finding in network.findings() {
            let evidence = etio::Evidence::new([finding], []).unwrap();
            let answer = engine.diagnose(&evidence, etio::Method::Auto).unwrap();
            let id = network.finding_id(finding);
            assert!(answer.exactness.is_certified(), "{id}: {} by {}", answer.exactness, answer.method);
        }
    }
}
