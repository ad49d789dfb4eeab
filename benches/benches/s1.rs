//! As many diseases as S1 has: the paper's average query, and dense Quickscore, evidence and all
//! posteriors, on one and two threads.
//!
//! `cargo bench -p etio-benches --bench s1`. The items are (subset, disease) elements.
#![allow(missing_docs)]

use divan::Bencher;
use divan::counter::ItemsCount;
use etio::{Engine, Evidence, Limits, Method};
use etio_benches::networks::{compiled, dense};
use etio_benches::queries::all_present;

const DISEASES: usize = 40_000;

fn main() {
    divan::main();
}

#[divan::bench(args = [6, 8, 10, 12, 14, 16], sample_count = 10, sample_size = 1)]
fn quickscore(bencher: Bencher, present: usize) {
    measure(bencher, DISEASES, present, 1);
}

#[divan::bench(args = [10, 12, 14, 16], sample_count = 10, sample_size = 1)]
fn quickscore_on_two_threads(bencher: Bencher, present: usize) {
    measure(bencher, DISEASES, present, 2);
}

/// The paper's average query, 8 findings present and 4 absent, by the cached hybrid with 2 findings
/// transformed and by `auto`.
#[divan::bench(args = ["vfh+cvx+fdo:2", "auto"], sample_count = 100, sample_size = 1)]
fn average_query(bencher: Bencher, method: &str) {
    let network = compiled(&dense(DISEASES, 12));
    let findings: Vec<_> = network.findings().collect();
    let (present, absent) = findings.split_at(8);
    let evidence = Evidence::new(present.iter().copied(), absent.iter().copied()).expect("no contradiction");
    let method: Method = method.parse().expect("a method");
    let mut engine = Engine::new(&network);
    let warm = engine.diagnose(&evidence, method);
    assert!(warm.is_ok(), "{warm:?}");
    bencher.bench_local(|| engine.diagnose(divan::black_box(&evidence), method));
}

/// Cost is linear in the diseases.
#[divan::bench(args = [10_000, 20_000, 40_000], sample_count = 10, sample_size = 1)]
fn diseases(bencher: Bencher, diseases: usize) {
    measure(bencher, diseases, 12, 1);
}

fn measure(bencher: Bencher, diseases: usize, present: usize, threads: usize) {
    let network = compiled(&dense(diseases, present));
    let evidence = all_present(&network, present);
    let mut engine = Engine::with_limits(&network, Limits { threads, ..Limits::default() });
    let warm = engine.diagnose(&evidence, Method::Quickscore);
    assert!(warm.is_ok(), "{warm:?}");
    bencher
        .counter(ItemsCount::new(diseases << present))
        .bench_local(|| engine.diagnose(divan::black_box(&evidence), Method::Quickscore));
}
