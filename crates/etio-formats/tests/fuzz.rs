//! Whatever the bytes, every reader gives an error or a network that answers.
//!
//! Every test run takes a short look. A longer one:
//!
//! ```sh
//! BOLERO_RANDOM_TEST_TIME_MS=300000 cargo test --release -p etio-formats --test fuzz
//! ```

mod common;

use std::sync::LazyLock;

use common::golden;
use etio::{Engine, Evidence, FindingId, Method};
use etio_formats::{Format, Options, read_text};

/// Sound files to start from.
static SEEDS: LazyLock<Vec<(Format, Vec<u8>)>> = LazyLock::new(|| {
    let names = [
        (Format::Jgum, "pyagrum.jgum"),
        (Format::Jgum, "pyagrum-table.jgum"),
        (Format::Xdsl, "genie.xdsl"),
        (Format::Xdsl, "pyagrum.xdsl"),
        (Format::Bif, "pyagrum.bif"),
        (Format::XmlBif, "pyagrum.bifxml"),
        (Format::Net, "pyagrum.net"),
        (Format::Uai, "pyagrum.uai"),
        (Format::Pgmx, "openmarkov.pgmx"),
        (Format::Edges, "edges.csv"),
        (Format::Edges, "one-row-a-disease.csv"),
    ];
    names.map(|(format, name)| (format, std::fs::read(golden(name)).unwrap())).to_vec()
});

const PIECES: [&str; 16] = [
    "0",
    "1",
    "-1",
    "1e-400",
    "1e308",
    "nan",
    "(",
    ")",
    "{",
    "}",
    "</",
    "\"",
    "99999999999999999999",
    ";",
    "|",
    "\u{0}",
];

#[test]
fn readers() {
    bolero::check!().with_max_len(32).for_each(|input: &[u8]| {
        let (&first, rest) = input.split_first().unwrap_or((&0, &[]));
        let (format, seed) = &SEEDS[first as usize % SEEDS.len()];
        let mut bytes = seed.clone();
        for change in rest.chunks_exact(4).take(6) {
            let at = usize::from(u16::from_le_bytes([change[1], change[2]])) % bytes.len().max(1);
            match change[0] % 6 {
                0 => bytes.truncate(at),
                1 => drop(bytes.splice(at..at, PIECES[change[3] as usize % PIECES.len()].bytes())),
                2 => drop(bytes.drain(at..(at + 1 + change[3] as usize % 8).min(bytes.len()))),
                3 => {
                    let piece = bytes[at..(at + 4 * change[3] as usize).min(bytes.len())].to_vec();
                    drop(bytes.splice(at..at, piece));
                }
                _ => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = change[3];
                    }
                }
            }
        }
        let mut options = Options::default();
        options.nearest = first > 100;
        (options.prior, options.leak) = (Some(0.01), Some(0.01));
        let Ok(reading) = read_text(&String::from_utf8_lossy(&bytes), *format, &options) else { return };
        let network = reading.network;
        let present: Vec<FindingId> = network.findings().take(3).collect();
        let evidence = Evidence::new(present, []).unwrap();
        if let Ok(posterior) = Engine::new(&network).diagnose(&evidence, Method::Enumeration) {
            assert!(posterior.marginals.iter().all(|p| (0.0..=1.0).contains(p)));
        }
    });
}
