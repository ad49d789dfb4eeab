//! Networks too large to hold in memory, written finding by finding straight into the compiled form.

use std::path::Path;

use etio::format::FormatError;
use etio::format::compiled::{self, Options, Summary};
use etio::{DiseaseId, FindingId};
use rand::{Rng, RngExt};

use super::{NetworkSpec, Priors, SpecError, strength};
use crate::random::{Purpose, stream};

/// Why no network was streamed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The specification cannot be met.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The file cannot be written.
    #[error(transparent)]
    Format(#[from] FormatError),
}

impl NetworkSpec {
    /// A network of the size of the paper's S1: 40,000 diseases, 12,000 findings, 384 million
    /// links, so that four of five pairs are linked. Priors are such that a person has about four
    /// of the diseases.
    pub fn s1() -> Self {
        Self {
            name: "s1".to_owned(),
            diseases: 40_000,
            findings: 12_000,
            links: 384_000_000,
            finding_skew: 0.1,
            disease_skew: 0.0,
            priors: Priors::LogUniform { least: 1e-7, most: 1e-3 },
            leak: 0.001,
            seed: 1,
        }
    }

    /// Makes the network in a compiled file, in parallel and in memory for a few rows only.
    ///
    /// Each finding has a random stream of its own, so that the file does not depend on the number
    /// of threads. It draws its diseases without regard to other findings': the numbers of findings
    /// of the diseases come out nearly equal, and `disease_skew` has no effect.
    pub fn stream(&self, path: &Path, options: &Options<'_>) -> Result<Summary, StreamError> {
        self.check()?;
        let members = self.members()?.build().map_err(SpecError::from)?;
        let degrees = self.finding_degrees();
        let row = |finding: FindingId, row: &mut Vec<(DiseaseId, f64)>| {
            let index = finding.index() as u64;
            let mut wiring = stream(self.seed, Purpose::Wiring, index);
            let mut strengths = stream(self.seed, Purpose::LinkStrengths, index);
            let parents = choose(degrees[finding.index()], self.diseases, &mut wiring);
            row.extend(parents.map(|disease| (DiseaseId::new(disease), strength(&mut strengths))));
        };
        Ok(compiled::write_streamed(&members, path, options, row)?)
    }
}

/// `wanted` different numbers below `count`, every set as likely as the next, in ascending order
/// (Knuth's algorithm S).
fn choose(wanted: usize, count: usize, rng: &mut impl Rng) -> impl Iterator<Item = u32> {
    let mut wanted = wanted as u32;
    (0..count as u32).filter(move |&at| {
        let chosen = rng.random_range(0..count as u32 - at) < wanted;
        wanted -= u32::from(chosen);
        chosen
    })
}

#[cfg(test)]
mod tests {
    use etio::Network;
    use etio::format::compiled::Precision;

    use super::*;

    fn small() -> NetworkSpec {
        NetworkSpec { diseases: 200, findings: 60, links: 9_600, ..NetworkSpec::s1() }
    }

    fn bytes(spec: &NetworkSpec, threads: usize) -> Vec<u8> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s1.etio");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let options = Options { precision: Precision::F32, ..Options::default() };
        pool.install(|| spec.stream(&path, &options).map(|_| ())).unwrap();
        std::fs::read(&path).unwrap()
    }

    #[test]
    fn a_seed_gives_one_file_with_any_number_of_threads() {
        assert_eq!(bytes(&small(), 1), bytes(&small(), 3));
        assert_ne!(bytes(&small(), 1), bytes(&NetworkSpec { seed: 2, ..small() }, 1));
    }

    #[test]
    fn the_sizes_are_exact_and_every_row_is_dense() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s1.etio");
        let options = Options { precision: Precision::F32, ..Options::default() };
        let summary = small().stream(&path, &options).unwrap();
        assert_eq!((summary.links, summary.dense_rows), (9_600, 60));
        let network = Network::open(&path).unwrap();
        assert_eq!(
            (network.disease_count(), network.finding_count(), network.link_count()),
            (200, 60, 9_600)
        );
        assert!(network.document("meta.json").is_some());
        let parents: Vec<usize> = network.findings().map(|f| network.parent_count(f)).collect();
        assert!(parents.iter().max() > parents.iter().min(), "findings differ in their parents");
    }

    #[test]
    fn sets_are_chosen_fairly() {
        let mut rng = stream(1, Purpose::Wiring, 0);
        let mut hits = [0; 5];
        for _ in 0..10_000 {
            let set: Vec<u32> = choose(2, 5, &mut rng).collect();
            assert_eq!(set.len(), 2);
            for at in set {
                hits[at as usize] += 1;
            }
        }
        // Each is in two of five sets; the standard deviation is 49.
        assert!(hits.iter().all(|hits| (3_750..4_250).contains(hits)), "{hits:?}");
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let spec = NetworkSpec { links: 12_001, ..small() };
        let error = spec.stream(Path::new("never.etio"), &Options::default()).unwrap_err();
        assert!(matches!(error, StreamError::Spec(SpecError::TooManyLinks { .. })));
    }
}
