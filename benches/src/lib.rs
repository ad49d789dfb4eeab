//! Networks and cases that the benches share.
//!
//! | bench | what it shows |
//! |---|---|
//! | `figure1c` | time against present findings on a network of F120's size, as in Figure 1(c) of the paper |
//! | `s1` | dense Quickscore on as many diseases as S1 has: time, and time for one (subset, disease) element |
//! | `counts` | instructions, counted and not timed, so that a regression shows on a busy machine |

// Specifications that are written down here are sound.
#![allow(clippy::missing_panics_doc)]

use etio::format::compiled::{Options, Precision, open, write};
use etio::{Evidence, FindingId, Network, NetworkBuilder};
use etio_repro::{CaseSpec, NetworkSpec};

/// A network of F120's size.
pub fn f120() -> Network {
    NetworkSpec::f120().generate().expect("the specification is sound")
}

/// Sampled cases with a number of present findings and none absent.
pub fn cases(network: &Network, present: usize, count: u64) -> Vec<Evidence> {
    let spec = CaseSpec { present: present..=present, absent: 0..=0, ..CaseSpec::default() };
    (0..count).map(|n| spec.sample(network, n).evidence(network).expect("sampled from it")).collect()
}

/// The part of a network like S1 that queries on some findings see: 80% of all links, priors from 1e-7 to 1e-3.
pub fn dense(diseases: usize, findings: usize) -> Network {
    let mut draws = Draws(7);
    let mut builder = NetworkBuilder::new();
    for f in 0..findings {
        builder.finding(&format!("f{f}"), "", 1e-3).expect("a finding");
    }
    for d in 0..diseases {
        let prior = 10f64.powf(-7.0 + 4.0 * draws.unit());
        let disease = builder.disease(&format!("d{d}"), "", prior).expect("a disease");
        for f in 0..findings {
            if draws.unit() < 0.8 {
                builder.link(disease, FindingId::new(f as u32), draws.unit()).expect("a link");
            }
        }
    }
    builder.build().expect("a network")
}

/// A network in its compiled form, links in single precision, as S1 is stored.
pub fn compiled(network: &Network) -> Network {
    let folder = tempfile::tempdir().expect("a place for temporary files");
    let path = folder.path().join("network.etio");
    let options = Options { precision: Precision::F32, ..Options::default() };
    write(network, &path, &options).expect("it can be written");
    // What is mapped outlives its name.
    open(&path).expect("what was just written")
}

/// The first findings of a network, all present.
pub fn all_present(network: &Network, count: usize) -> Evidence {
    Evidence::new(network.findings().take(count), []).expect("no contradiction")
}

/// A small seeded generator (`SplitMix64`).
struct Draws(u64);

impl Draws {
    /// A number in [0, 1).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
