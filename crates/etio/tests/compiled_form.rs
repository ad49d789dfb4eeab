//! The compiled form: it says what the authoring form says, and damage never goes unseen.

use std::fs;
use std::path::{Path, PathBuf};

use etio::format::compiled::{self, Options, Precision};
use etio::format::{FormatError, folder};
use etio::{DiseaseId, Engine, Evidence, FindingId, Method, Network, NetworkBuilder, Solver, XiCache};
use proptest::prelude::*;
use tempfile::TempDir;

/// A small network with everything a file can hold: dense and sparse rows, a link of zero,
/// attributes, a document.
fn example() -> Network {
    let mut builder = NetworkBuilder::new();
    let diseases: Vec<_> = ["flu", "cold", "grippe é", "measles"]
        .iter()
        .zip([0.01, 0.05, 0.0, 1.0])
        .map(|(id, prior)| builder.disease(id, &format!("The {id}"), prior).unwrap())
        .collect();
    let findings: Vec<_> = ["fever", "cough", "rash"]
        .iter()
        .zip([0.02, 0.0, 1e-9])
        .map(|(id, leak)| builder.finding(id, "", leak).unwrap())
        .collect();
    builder.disease_attribute(diseases[1], "codes", "ICD10:J00").unwrap();
    builder.finding_attribute(findings[0], "question", "Do you have a fever?").unwrap();
    for (n, &disease) in diseases.iter().enumerate() {
        let link = builder.link(disease, findings[0], 0.9 - 0.2 * n as f64).unwrap();
        builder.link_attribute(link, "source", if n % 2 == 0 { "estimate" } else { "textbook" }).unwrap();
    }
    builder.link(diseases[1], findings[1], 1.0).unwrap();
    let link = builder.link(diseases[0], findings[1], 0.0).unwrap();
    builder.link_attribute(link, "source", "somebody wrote this down").unwrap();
    builder.document("meta.json", b"{}\n".to_vec());
    builder.build().unwrap()
}

fn compile(network: &Network, precision: Precision) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("network.etio");
    compiled::write(network, &path, &Options::default().with_precision(precision)).unwrap();
    (dir, path)
}

/// The variational parameters of all findings.
fn xi(network: &Network) -> Vec<[Option<f64>; 2]> {
    let xi = XiCache::new(network);
    let both = |finding| [Solver::Cvx, Solver::Ppf].map(|solver| xi.get(finding, solver));
    network.findings().map(both).collect()
}

/// Everything a network says, as its CSV files.
fn contents(network: &Network) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    folder::write(network, dir.path()).unwrap();
    let mut files = vec!["diseases.csv", "findings.csv", "links.csv"];
    files.extend(network.document_names());
    files.iter().map(|file| fs::read_to_string(dir.path().join(file)).unwrap()).collect()
}

/// The posteriors, then the log evidence.
fn answers(network: &Network, evidence: &Evidence) -> Option<Vec<f64>> {
    let posterior = Engine::new(network).diagnose(evidence, Method::Enumeration).ok()?;
    Some([posterior.marginals, vec![posterior.log_evidence]].concat())
}

#[test]
fn nothing_is_lost_at_full_precision() {
    let network = example();
    let (_dir, path) = compile(&network, Precision::F64);
    let compiled = Network::open(&path).unwrap();
    assert_eq!(contents(&compiled), contents(&network));
    for disease in network.diseases() {
        let found = |network: &Network| -> Vec<(FindingId, f64)> {
            network.findings_of(disease).into_iter().map(|(f, p, _)| (f, p)).collect()
        };
        assert_eq!(found(&compiled), found(&network));
        assert_eq!(compiled.disease(network.disease_id(disease)), Some(disease));
    }
    assert_eq!(compiled.disease("no such"), None);
    compiled::verify(&path).unwrap();
}

#[test]
fn each_row_is_dense_or_sparse_whichever_is_smaller() {
    let network = example();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("network.etio");
    let summary = compiled::write(&network, &path, &Options::default()).unwrap();
    assert_eq!(
        (summary.links, summary.dense_rows),
        (5, 1),
        "fever is dense, cough has a link of zero to keep"
    );
    assert_eq!(summary.bytes, fs::metadata(&path).unwrap().len());
}

#[test]
fn the_same_network_gives_the_same_bytes_with_any_number_of_threads() {
    let bytes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (_dir, path) = pool.install(|| compile(&example(), Precision::F32));
        fs::read(path).unwrap()
    };
    assert_eq!(bytes(1), bytes(3));
}

#[test]
fn the_bytes_in_memory_are_those_of_the_file() {
    let network = example();
    let (_folder, path) = compile(&network, Precision::F64);
    let bytes = network.to_bytes().unwrap();
    assert_eq!(bytes, std::fs::read(path).unwrap());
    assert_eq!(contents(&Network::from_bytes(&bytes).unwrap()), contents(&network));
    let error = Network::from_bytes(&bytes[..bytes.len() - 1]).unwrap_err().to_string();
    assert!(error.contains("damaged"), "{error}");
    assert!(Network::from_bytes(b"").is_err());
}

#[test]
fn a_compiled_file_compiles_to_itself() {
    let (_dir, path) = compile(&example(), Precision::F64);
    let (_again_dir, again) = compile(&Network::open(&path).unwrap(), Precision::F64);
    assert_eq!(fs::read(path).unwrap(), fs::read(again).unwrap());
}

#[test]
fn links_told_finding_by_finding_give_the_same_file() {
    let network = example().with_priors(vec![0.1, 0.2, 0.3, 0.4]).unwrap();
    let mut members = NetworkBuilder::new();
    for d in network.diseases() {
        members.disease(network.disease_id(d), "", network.prior(d)).unwrap();
    }
    for f in network.findings() {
        members.finding(network.finding_id(f), "", network.leak(f)).unwrap();
    }
    let members = members.build().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("streamed.etio");
    compiled::write_streamed(&members, &path, &Options::default(), |finding, row| {
        // In any order: rows are sorted on the way.
        row.extend(network.parents(finding).entries().map(|(d, p, _)| (d, p)));
        row.reverse();
    })
    .unwrap();
    let streamed = Network::open(&path).unwrap();
    for finding in network.findings() {
        let row = |network: &Network| network.parents(finding).iter().collect::<Vec<_>>();
        assert_eq!(row(&streamed), row(&network));
    }
}

#[test]
fn rows_that_cannot_be_are_refused_and_leave_no_file() {
    let members = example();
    let rows: [(&[(u32, f64)], &str); 3] = [
        (&[(4, 0.5)], "not part of"),
        (&[(1, 0.5), (1, 0.5)], "twice"),
        (&[(1, f64::NAN)], "between 0 and 1"),
    ];
    for (row, problem) in rows {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("refused.etio");
        let links =
            |_, out: &mut Vec<(DiseaseId, f64)>| out.extend(row.iter().map(|&(d, p)| (DiseaseId::new(d), p)));
        let error = compiled::write_streamed(&members, &path, &Options::default(), links).unwrap_err();
        assert!(error.to_string().contains(problem), "{error}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "not even a temporary file");
    }
}

#[test]
fn a_folder_that_does_not_exist_is_an_error() {
    let error =
        compiled::write(&example(), Path::new("no/such/folder/x.etio"), &Options::default()).unwrap_err();
    assert!(matches!(&error, FormatError::Io { .. }) && error.to_string().contains("x.etio"), "{error}");
}

#[test]
fn one_of_the_csv_files_stands_for_its_folder() {
    let dir = tempfile::tempdir().unwrap();
    folder::write(&example(), dir.path()).unwrap();
    assert_eq!(contents(&Network::open(dir.path().join("links.csv")).unwrap()), contents(&example()));
}

#[cfg(unix)]
#[test]
fn the_file_is_as_readable_as_any_other() {
    use std::os::unix::fs::PermissionsExt;
    let (dir, path) = compile(&example(), Precision::F64);
    let plain = dir.path().join("plain");
    fs::write(&plain, "").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&path), mode(&plain));
}

#[test]
fn truncation_at_any_length_is_an_error_at_open() {
    let (_dir, path) = compile(&example(), Precision::U16);
    let bytes = fs::read(&path).unwrap();
    for len in 0..bytes.len() {
        fs::write(&path, &bytes[..len]).unwrap();
        assert!(Network::open(&path).is_err(), "cut to {len} of {} bytes", bytes.len());
    }
    fs::write(&path, [&bytes[..], b"\0"].concat()).unwrap();
    assert!(Network::open(&path).is_err(), "one byte more");
}

#[test]
fn a_flipped_bit_anywhere_is_found() {
    let (dir, path) = compile(&example(), Precision::F32);
    let bytes = fs::read(&path).unwrap();
    let broken = dir.path().join("broken.etio");
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut copy = bytes.clone();
            copy[at] ^= 1 << bit;
            assert!(compiled::read_embedded("broken", &copy).is_err(), "bit {bit} of byte {at}, at open");
            if bit == at % 8 {
                fs::write(&broken, &copy).unwrap();
                assert!(compiled::verify(&broken).is_err(), "bit {bit} of byte {at}, by verify");
            }
        }
    }
}

#[test]
fn a_flipped_bit_in_a_file_too_large_to_check_at_open_is_found_by_verify() {
    // More than 64 MiB of probabilities, every second one above zero.
    let mut members = NetworkBuilder::new();
    for d in 0..100_000 {
        members.disease(&format!("d{d}"), "", 1e-4).unwrap();
    }
    for f in 0..170 {
        members.finding(&format!("f{f}"), "", 0.01).unwrap();
    }
    let members = members.build().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("large.etio");
    let options = Options::default().with_precision(Precision::F32);
    let summary = compiled::write_streamed(&members, &path, &options, |finding, row| {
        let p = |d: u32| f64::from(d % 1000 + 1) / 2000.0 * (1.0 + finding.index() as f64 / 1000.0);
        row.extend((0..50_000).map(|d| (DiseaseId::new(2 * d), p(d))));
    });
    assert_eq!(summary.unwrap().dense_rows, 170);
    compiled::verify(&path).unwrap();

    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 8 * 4;
    let at = (middle..).step_by(4).find(|&at| bytes[at..at + 4] != [0; 4]).unwrap();
    bytes[at] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let error = compiled::verify(&path).unwrap_err().to_string();
    assert!(error.contains("probabilities (f32)"), "{error}");
    let damaged = |network: &Network| {
        let finding = |f: usize| Evidence::new([FindingId::new(f as u32)], []).unwrap();
        let result = |f| Engine::new(network).diagnose(&finding(f), Method::Enumeration);
        (0..170).filter(|&f| matches!(result(f), Err(etio::InferenceError::Damaged { .. }))).count()
    };
    assert_eq!(damaged(&Network::open(&path).unwrap()), 0, "another probability, but a probability");

    bytes[at + 3] = 0x7f;
    bytes[at + 2] = 0xff;
    fs::write(&path, &bytes).unwrap();
    assert_eq!(damaged(&Network::open(&path).unwrap()), 1, "NaN: refused by the query that needs it");
}

#[test]
fn foreign_and_future_files_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.etio");
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Network::open(&path).unwrap_err()
    };
    assert!(matches!(open(b""), FormatError::NotANetwork { .. }));
    assert!(matches!(open(b"PK\x03\x04 some archive"), FormatError::NotANetwork { .. }));
    let (_dir, good) = compile(&example(), Precision::F64);
    let good = fs::read(good).unwrap();
    let mut future = good.clone();
    future[8..12].copy_from_slice(&7u32.to_ne_bytes());
    let error = open(&future);
    assert!(matches!(error, FormatError::Version { found: 7, .. }));
    assert!(error.to_string().contains("update etio"), "{error}");
    let mut swapped = good;
    swapped[12..16].reverse();
    assert!(open(&swapped).to_string().contains("byte order"));
}

/// Maximum relative error of a link at f32.
const F32_ERROR: f64 = 1.0 / (1 << 24) as f64;
/// Maximum absolute error of a link at u16.
const U16_ERROR: f64 = 0.5 / 65535.0;

/// A network of one finding that has these links, each to a disease of its own.
fn with_links(links: &[f64]) -> Network {
    let mut builder = NetworkBuilder::new();
    let finding = builder.finding("f", "", 0.01).unwrap();
    for (n, &p) in links.iter().enumerate() {
        let disease = builder.disease(&format!("d{n}"), "", 0.01).unwrap();
        builder.link(disease, finding, p).unwrap();
    }
    builder.build().unwrap()
}

/// The links of the first finding after a round trip through a file.
fn stored(links: &[f64], precision: Precision) -> Vec<f64> {
    let (_dir, path) = compile(&with_links(links), precision);
    Network::open(&path).unwrap().parents(FindingId::new(0)).entries().map(|(_, p, _)| p).collect()
}

#[test]
fn the_worst_links_at_f32_are_as_far_off_as_documented() {
    // Halfway between two neighbours, where the error is largest relative to the number.
    let halfway = |exponent: i32| 2f64.powi(exponent) * (1.0 + F32_ERROR);
    let mut links: Vec<f64> = (-126..0).map(halfway).collect();
    // The number nearest to 1 that is not 1.
    links.push(1.0 - f64::EPSILON / 2.0);
    for (&link, stored) in links.iter().zip(stored(&links, Precision::F32)) {
        let error = (stored - link).abs() / link;
        assert!(error <= F32_ERROR && error > 0.999 * F32_ERROR, "{link}: {error}");
    }
    assert_eq!(stored(&[5e-324, 1e-40], Precision::F32), [2f64.powi(-126); 2]);
}

#[test]
fn the_worst_links_at_u16_are_as_far_off_as_documented() {
    let halfway: Vec<f64> = (0..65535).step_by(257).map(|n| (f64::from(n) + 0.5) / 65535.0).collect();
    for (&link, stored) in halfway.iter().zip(stored(&halfway, Precision::U16)) {
        let error = (stored - link).abs();
        assert!(error <= U16_ERROR + 1e-15 && error > 0.999 * U16_ERROR, "{link}: {error}");
    }
    let beside_the_ends = [1e-12, 1.0 - 1e-12];
    for (&link, stored) in beside_the_ends.iter().zip(stored(&beside_the_ends, Precision::U16)) {
        let error = (stored - link).abs();
        assert!(error <= 2.0 * U16_ERROR && error > 1.999 * U16_ERROR, "{link}: {error}");
    }
}

/// Maximum change of a posterior if the links of `present` findings have at most this relative
/// error.
fn posterior_bound(present: usize, link_error: f64) -> f64 {
    // The odds change by a factor of at most this; they change a posterior most around 1/2.
    let odds = ((1.0 + link_error) / (1.0 - link_error)).powi(present as i32);
    (odds.sqrt() - 1.0) / (odds.sqrt() + 1.0)
}

/// How much a precision changes the posteriors, given that all findings are present.
fn posterior_change(network: &Network, precision: Precision) -> Option<f64> {
    let (_dir, path) = compile(network, precision);
    let evidence = Evidence::new(network.findings(), []).unwrap();
    let before = answers(network, &evidence)?;
    let after = answers(&Network::open(&path).unwrap(), &evidence)?;
    // The last number is the log evidence.
    Some(before.iter().zip(&after).rev().skip(1).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max))
}

/// Two rare diseases that compete for all findings, with links that are rounded down for one of
/// them and up for the other.
fn competitors(findings: usize, down: f64, up: f64) -> Network {
    let mut builder = NetworkBuilder::new();
    let diseases = ["down", "up"].map(|id| builder.disease(id, "", 1e-9).unwrap());
    for f in 0..findings {
        let finding = builder.finding(&format!("f{f}"), "", 0.0).unwrap();
        builder.link(diseases[0], finding, down).unwrap();
        builder.link(diseases[1], finding, up).unwrap();
    }
    builder.build().unwrap()
}

#[test]
fn the_worst_posteriors_are_as_far_off_as_documented() {
    // The second is halfway between neighbours too, and goes to the upper one, whose last bit is 0.
    let network = competitors(12, 0.25 * (1.0 + F32_ERROR), 0.25 * (1.0 + 3.0 * F32_ERROR));
    let (change, bound) =
        (posterior_change(&network, Precision::F32).unwrap(), posterior_bound(12, F32_ERROR));
    assert!(change <= bound + 1e-12 && change > 0.99 * bound, "f32: {change}, at most {bound}");
    assert!((bound - 12.0 * 2.98e-8).abs() < 1e-9, "{bound} is not what is documented");

    let [down, up] = [6_553.499_99, 6_553.500_01].map(|steps| steps / 65535.0);
    let network = competitors(8, down, up);
    let (change, bound) =
        (posterior_change(&network, Precision::U16).unwrap(), posterior_bound(8, U16_ERROR / down));
    assert!(change <= bound + 1e-12 && change > 0.99 * bound, "u16: {change}, at most {bound}");
    assert!((bound - 3.1e-4).abs() < 1e-5, "{bound} is not what is documented");
}

#[test]
fn a_link_beside_1_is_unsafe_if_its_finding_is_absent() {
    let mut builder = NetworkBuilder::new();
    let disease = builder.disease("d", "", 1e-4).unwrap();
    let finding = builder.finding("f", "", 0.0).unwrap();
    builder.link(disease, finding, 1.0 - 1e-12).unwrap();
    let network = builder.build().unwrap();
    let (_dir, path) = compile(&network, Precision::F32);
    let evidence = Evidence::new([], [finding]).unwrap();
    let [before, after] =
        [network, Network::open(&path).unwrap()].map(|network| answers(&network, &evidence).unwrap()[0]);
    assert!((5.9e4..6.0e4).contains(&(after / before)), "{before} became {after}");
}

/// Random networks with the extremes of what is legal.
fn networks() -> impl Strategy<Value = Network> {
    let probability = || prop_oneof![Just(0.0), Just(1.0), 1e-9..1.0, 0.0..1e-6];
    (1..7usize, 1..6usize).prop_flat_map(move |(diseases, findings)| {
        let links = prop::collection::vec(prop::option::of(probability()), diseases * findings);
        let priors = prop::collection::vec(probability(), diseases);
        let leaks = prop::collection::vec(probability(), findings);
        (priors, leaks, links).prop_map(move |(priors, leaks, links)| {
            let mut builder = NetworkBuilder::new();
            let d: Vec<_> =
                (0..).zip(priors).map(|(n, p)| builder.disease(&format!("d{n}"), "", p).unwrap()).collect();
            let f: Vec<_> =
                (0..).zip(leaks).map(|(n, p)| builder.finding(&format!("f{n}"), "", p).unwrap()).collect();
            for (at, p) in links.into_iter().enumerate() {
                if let Some(p) = p {
                    builder.link(d[at % diseases], f[at / diseases], p).unwrap();
                }
            }
            builder.build().unwrap()
        })
    })
}

fn evidence(network: &Network, states: &[u8]) -> Evidence {
    let of = |state| network.findings().zip(states).filter(move |&(_, &s)| s == state).map(|(f, _)| f);
    Evidence::new(of(1), of(2)).unwrap()
}

proptest! {
    #[test]
    fn answers_are_the_same_in_either_form(network in networks(), states in prop::collection::vec(0..3u8, 6)) {
        let (_dir, path) = compile(&network, Precision::F64);
        let compiled = Network::open(&path).unwrap();
        compiled::verify(&path).unwrap();
        let evidence = evidence(&network, &states);
        // Dense rows are summed in vectors, sparse ones link by link: the last digit may differ.
        match (answers(&compiled, &evidence), answers(&network, &evidence)) {
            (Some(left), Some(right)) => {
                for (a, b) in left.iter().zip(&right) {
                    prop_assert!((a - b).abs() <= 1e-12 * b.abs().max(1.0), "{a} is not {b}");
                }
            }
            (left, right) => prop_assert_eq!(left, right),
        }
        prop_assert_eq!(contents(&compiled), contents(&network));
        prop_assert_eq!(xi(&compiled), xi(&network));
    }

    #[test]
    fn no_posterior_given_present_findings_changes_by_more_than_its_bound(network in networks()) {
        let links = || network.findings().flat_map(|f| network.parents(f).iter().map(|(_, p)| p));
        // Stored exactly, or as far off as documented.
        let error_at_u16 = |p: f64| if p == 1.0 { 0.0 } else { U16_ERROR / p };
        if let Some(change) = posterior_change(&network, Precision::F32) {
            prop_assert!(change <= posterior_bound(network.finding_count(), F32_ERROR) + 1e-12, "f32: {change}");
        }
        let link_error = links().map(error_at_u16).fold(0.0, f64::max);
        if links().all(|p| p == 1.0 || (U16_ERROR..=1.0 - U16_ERROR).contains(&p))
            && link_error < 1.0
            && let Some(change) = posterior_change(&network, Precision::U16)
        {
            prop_assert!(change <= posterior_bound(network.finding_count(), link_error) + 1e-12, "u16: {change}");
        }
    }

    #[test]
    fn no_precision_loses_a_link_or_makes_one_certain(network in networks()) {
        for &precision in Precision::ALL {
            let (_dir, path) = compile(&network, precision);
            let compiled = Network::open(&path).unwrap();
            for finding in network.findings() {
                let ends = |network: &Network| -> Vec<_> {
                    network.parents(finding).entries().map(|(d, p, _)| (d, p == 0.0, p == 1.0)).collect()
                };
                prop_assert_eq!(ends(&compiled), ends(&network));
                prop_assert_eq!(compiled.parent_count(finding), network.parent_count(finding));
            }
            // Other priors make the stored parameters void; those computed instead are the stored ones.
            let priors = network.diseases().map(|d| network.prior(d)).collect();
            prop_assert_eq!(xi(&compiled), xi(&compiled.with_priors(priors).unwrap()));
        }
    }
}
