//! Fuzz targets on both readers of networks: whatever the bytes, they give an error or a network that
//! answers.
//!
//! Every test run takes a short look. A longer one, on stable:
//!
//! ```sh
//! BOLERO_RANDOM_TEST_TIME_MS=300000 cargo test --release -p etio --test fuzz
//! ```
//!
//! or guided by coverage, with cargo-bolero: `cargo bolero test --rustc-bootstrap --sanitizer NONE -p etio
//! --test fuzz compiled_reader`.

use std::sync::LazyLock;

use etio::format::compiled::{self, Options, Precision};
use etio::format::folder;
use etio::{Engine, Evidence, FindingId, Method, Network, NetworkBuilder};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Uses all of a network that a stranger's file could have spoilt.
fn use_network(network: &Network) {
    for disease in network.diseases() {
        assert_eq!(network.disease(network.disease_id(disease)), Some(disease));
        let _ = network.disease_name(disease);
        let _ = network.disease_catalog().attribute(disease.index(), "codes");
        for (finding, p, link) in network.findings_of(disease) {
            assert!(network.finding_count() > finding.index() && (0.0..=1.0).contains(&p));
            let _ = network.link_catalog().attribute(link, "source");
        }
    }
    for finding in network.findings() {
        assert_eq!(network.finding(network.finding_id(finding)), Some(finding));
        for (disease, p, link) in network.parents(finding).entries() {
            assert!(disease.index() < network.disease_count() && (0.0..=1.0).contains(&p));
            let _ = network.link_catalog().attribute(link, "source");
        }
    }
    for name in network.document_names() {
        assert!(network.document(name).is_some());
    }
    let all: Vec<FindingId> = network.findings().collect();
    let (present, absent) = all.split_at(all.len().min(3));
    for evidence in
        [Evidence::new(present.to_vec(), absent.iter().take(3).copied()), Evidence::new(absent.to_vec(), [])]
    {
        let result = Engine::new(network).diagnose(&evidence.unwrap(), Method::Enumeration);
        if let Ok(posterior) = result {
            assert!(posterior.marginals.iter().all(|p| (0.0..=1.0).contains(p)));
            assert!(!posterior.log_evidence.is_nan());
        }
    }
}

/// Sound files to start from, with every kind of section.
static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let network = seed();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("seed.etio");
    let compile = |&precision: &Precision| {
        compiled::write(&network, &path, &Options::default().with_precision(precision)).unwrap();
        std::fs::read(&path).unwrap()
    };
    Precision::ALL.iter().map(compile).collect()
});

fn seed() -> Network {
    let mut builder = NetworkBuilder::new();
    let diseases: Vec<_> =
        (0..5).map(|n| builder.disease(&format!("d{n}"), "Disease", 0.01 * f64::from(n)).unwrap()).collect();
    for n in 0..4 {
        let finding = builder.finding(&format!("f{n}"), "", 0.001).unwrap();
        for &disease in &diseases[..if n % 2 == 0 { 5 } else { 2 }] {
            let link = builder.link(disease, finding, 0.1 + 0.2 * f64::from(n)).unwrap();
            builder.link_attribute(link, "source", "estimate").unwrap();
        }
    }
    builder.disease_attribute(diseases[1], "codes", "ICD10:J00").unwrap();
    builder.document("meta.json", b"{}".to_vec());
    builder.build().unwrap()
}

/// The changes that an input stands for. A few at a time: many at once leave nothing that could go wrong
/// behind the first check.
fn changes(input: &[u8], size: usize) -> impl Iterator<Item = &[u8]> {
    let (&count, rest) = input.split_first().unwrap_or((&0, &[]));
    rest.chunks_exact(size).take(1 + usize::from(count % 8))
}

/// Changes a sound file as the input says.
fn mutated(input: &[u8]) -> Vec<u8> {
    const NUMBERS: [u64; 8] =
        [0, 1, 5, 64, u64::MAX, u64::MAX / 2, 0x7ff8_0000_0000_0000, 0x4000_0000_0000_0000];
    let (&first, rest) = input.split_first().unwrap_or((&0, &[]));
    let mut bytes = SEEDS[first as usize % SEEDS.len()].clone();
    for change in changes(rest, 4) {
        let at = usize::from(u16::from_le_bytes([change[1], change[2]])) % bytes.len().max(1);
        match (change[0] % 8, bytes.get_mut(at..)) {
            (0, _) => bytes.truncate(at),
            (1, Some(rest)) if rest.len() >= 8 => {
                let number = NUMBERS[usize::from(change[3]) % NUMBERS.len()];
                rest[..8].copy_from_slice(&number.to_le_bytes());
            }
            (2, Some(rest)) if !rest.is_empty() => rest[0] ^= 1 << (change[3] % 8),
            (3, _) => bytes.extend_from_slice(&change.repeat(at % 8)),
            (_, Some(rest)) if !rest.is_empty() => rest[0] = change[3],
            _ => {}
        }
    }
    bytes
}

/// Puts the checksums right, as somebody with bad intentions would, from what `docs/formats/compiled.md` says
/// of them.
fn reseal(bytes: &mut [u8]) -> Option<()> {
    let number = |bytes: &[u8], at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    let len = bytes.len() as u64;
    bytes.get_mut(16..24)?.copy_from_slice(&len.to_le_bytes());
    let table = usize::try_from(number(bytes, 24)?).ok()?;
    let mut entry = table;
    while let (Some(start), Some(section)) =
        (number(bytes, entry.checked_add(8)?), number(bytes, entry.checked_add(16)?))
    {
        let range = usize::try_from(start).ok()?..usize::try_from(start.checked_add(section)?).ok()?;
        let checksum = xxh3_64(bytes.get(range)?);
        bytes.get_mut(entry + 24..entry + 32)?.copy_from_slice(&checksum.to_le_bytes());
        entry += 32;
    }
    bytes.get_mut(56..64)?.fill(0);
    let mut checksum = Xxh3::new();
    checksum.update(&bytes[..64]);
    checksum.update(bytes.get(table..)?);
    bytes[56..64].copy_from_slice(&checksum.digest().to_le_bytes());
    Some(())
}

#[test]
fn compiled_reader() {
    bolero::check!().with_max_len(64).for_each(|input: &[u8]| {
        let mut bytes = mutated(input);
        if let Ok(network) = compiled::read_embedded("fuzz", &bytes) {
            use_network(&network);
        }
        if reseal(&mut bytes).is_some()
            && let Ok(network) = compiled::read_embedded("fuzz", &bytes)
        {
            use_network(&network);
        }
    });
}

#[test]
fn resealing_reaches_behind_the_checksums() {
    // A changed prior is refused for its checksum; once that is put right, the change is read.
    let seed = &SEEDS[0];
    let mut changed = seed.clone();
    changed[64..72].copy_from_slice(&0.25f64.to_le_bytes());
    assert!(compiled::read_embedded("fuzz", &changed).is_err());
    reseal(&mut changed).unwrap();
    let network = compiled::read_embedded("fuzz", &changed).unwrap();
    assert_eq!(network.prior(etio::DiseaseId::new(0)), 0.25);
}

#[test]
fn folder_reader() {
    const START: [&str; 3] = [
        "id,name,prior,codes\na,A,0.1,x\nb,B,1,\n",
        "id,name,leak\nf,F,0.01\ng,\"G, g\",0\n",
        "disease,finding,probability,source\na,f,0.5,s\nb,g,1,\na,g,0,t\n",
    ];
    bolero::check!().with_max_len(64).for_each(|input: &[u8]| {
        let mut files = START.map(|text| text.as_bytes().to_vec());
        for change in changes(input, 3) {
            let file = &mut files[usize::from(change[0] % 3)];
            let at = usize::from(change[1]) % file.len().max(1);
            match change[0] / 3 % 4 {
                0 => file.truncate(at),
                1 => file.insert(at.min(file.len()), change[2]),
                2 => drop(file.drain(at..file.len().min(at + usize::from(change[2] % 16)))),
                _ if file.is_empty() => {}
                _ => file[at] = change[2],
            }
        }
        let [diseases, findings, links] = &files;
        if let Ok(network) = folder::read_embedded("fuzz", diseases, findings, links, Vec::new()) {
            use_network(&network);
        }
    });
}
