//! The queries that benches ask, and what they make of the times.

use std::path::Path;

use etio::format::cases::CaseReader;
use etio::{Evidence, Network};
use etio_repro::CaseSpec;

/// Cases with so many present findings.
pub fn sample(network: &Network, present: usize, count: u64) -> Vec<Evidence> {
    let spec = CaseSpec { present: present..=present, ..CaseSpec::default() };
    (0..count).map(|n| spec.sample(network, n).evidence(network).unwrap()).collect()
}

/// The networks of a family in the shared data with their cases; none where the data is not there.
#[allow(dead_code, reason = "each bench uses its own part")]
pub fn stored(family: &str) -> Vec<(Network, Vec<Evidence>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(family);
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    let open = |path: std::path::PathBuf| {
        let network = Network::open(&path).ok()?;
        let file = std::fs::File::open(path.join("cases.jsonl")).ok()?;
        let cases = CaseReader::new(std::io::BufReader::new(file));
        let queries = cases.filter_map(|case| case.ok()?.evidence(&network).ok()).collect();
        Some((network, queries))
    };
    entries.flatten().filter_map(|entry| open(entry.path())).collect()
}

/// The value below which a share of a list lies.
pub fn quantile(list: &[f64], share: f64) -> f64 {
    let mut sorted = list.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(((sorted.len().max(1) - 1) as f64 * share).round() as usize).copied().unwrap_or(f64::NAN)
}
