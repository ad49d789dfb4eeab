//! Instructions of whole queries, counted by callgrind: they do not wobble with the machine's load.
//!
//! `cargo install gungraun-runner@0.20.0`, valgrind, then `cargo bench -p etio-benches --bench
//! counts`.
#![allow(missing_docs)]

use std::hint::black_box;

use etio::{Engine, Evidence, InferenceError, Method, Network, Posterior};
use etio_benches::networks::{compiled, dense, f120};
use etio_benches::queries::{all_present, cases};
use gungraun::{library_benchmark, library_benchmark_group, main};

/// A warm engine, so that only the query is counted.
fn warm(network: &Network, evidence: Evidence, method: Method) -> (Engine, Evidence, Method) {
    let mut engine = Engine::new(network);
    let _ = engine.diagnose(&evidence, method);
    (engine, evidence, method)
}

fn sparse(present: usize, method: Method) -> (Engine, Evidence, Method) {
    let network = f120();
    let evidence = cases(&network, present, 0..=0, 1).swap_remove(0);
    warm(&network, evidence, method)
}

/// Two of eight present findings transformed, or more; four are absent, as in the paper.
fn hybrid(network: &Network, method: &str) -> (Engine, Evidence, Method) {
    let evidence = cases(network, 8, 4..=4, 1).swap_remove(0);
    warm(network, evidence, method.parse().expect("a method"))
}

/// Hybrids on rows as they are stored.
fn full_hybrid(method: &str) -> (Engine, Evidence, Method) {
    hybrid(&compiled(&dense(2_000, 40)), method)
}

fn full(present: usize, method: Method) -> (Engine, Evidence, Method) {
    let network = dense(2_000, present);
    let evidence = all_present(&network, present);
    warm(&network, evidence, method)
}

#[library_benchmark]
#[bench::sparse_quickscore_8(sparse(8, Method::Quickscore))]
#[bench::sparse_quickscore_16(sparse(16, Method::Quickscore))]
#[bench::explained_sets_8(sparse(8, Method::ExplainedSets))]
#[bench::explained_sets_16(sparse(16, Method::ExplainedSets))]
#[bench::elimination_8(sparse(8, Method::Elimination))]
#[bench::elimination_16(sparse(16, Method::Elimination))]
#[bench::auto_8(sparse(8, Method::Auto))]
#[bench::auto_16(sparse(16, Method::Auto))]
#[bench::vfh_2(hybrid(&f120(), "vfh+cvx+fdo:2"))]
#[bench::vfh_8(hybrid(&f120(), "vfh+cvx+fdo:8"))]
#[bench::jj99_2(hybrid(&f120(), "jj99+cvx+gdo:2"))]
#[bench::jj99_joint_2(hybrid(&f120(), "jj99-joint+cvx-joint+gdo:2"))]
#[bench::dense_vfh_2(full_hybrid("vfh+cvx+fdo:2"))]
#[bench::dense_vfh_8(full_hybrid("vfh+cvx+fdo:8"))]
#[bench::dense_quickscore_6(full(6, Method::Quickscore))]
#[bench::dense_quickscore_12(full(12, Method::Quickscore))]
#[bench::dense_explained_sets_6(full(6, Method::ExplainedSets))]
fn diagnose((mut engine, evidence, method): (Engine, Evidence, Method)) -> Result<Posterior, InferenceError> {
    black_box(engine.diagnose(black_box(&evidence), method))
}

library_benchmark_group!(name = kernels; benchmarks = diagnose);
main!(library_benchmark_groups = kernels);
