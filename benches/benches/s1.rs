//! Dense Quickscore on 40,000 diseases, as S1 has: one query, evidence and all posteriors, on one and two threads.
//!
//! `cargo bench -p etio-benches --bench s1`. The items are (subset, disease) elements.
#![allow(missing_docs)]

use divan::Bencher;
use divan::counter::ItemsCount;
use etio::{Engine, Limits, Method};
use etio_benches::{all_present, dense};

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

/// Cost is linear in the diseases.
#[divan::bench(args = [10_000, 20_000, 40_000], sample_count = 10, sample_size = 1)]
fn diseases(bencher: Bencher, diseases: usize) {
    measure(bencher, diseases, 12, 1);
}

fn measure(bencher: Bencher, diseases: usize, present: usize, threads: usize) {
    let network = dense(diseases, present);
    let evidence = all_present(&network, present);
    let mut engine = Engine::with_limits(&network, Limits { threads, ..Limits::default() });
    let warm = engine.diagnose(&evidence, Method::Quickscore);
    assert!(warm.is_ok(), "{warm:?}");
    bencher
        .counter(ItemsCount::new(diseases << present))
        .bench_local(|| engine.diagnose(divan::black_box(&evidence), Method::Quickscore));
}
