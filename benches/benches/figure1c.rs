//! Figure 1(c) of the paper: time against the number of present findings, on a network of F120's
//! size.
//!
//! `cargo bench -p etio-benches --bench figure1c`. Each sample answers 20 sampled cases; the times
//! are for one. `quickscore` is timed whether or not cancellation leaves digits: it finds out at
//! the end. For scale: the Bayes Net Toolbox's compiled Quickscore takes 3 ms at 8 present findings
//! on such a network and 1.4 s at 16, and is wrong from 12 on.
#![allow(missing_docs)]

use divan::Bencher;
use divan::counter::ItemsCount;
use etio::{Engine, Evidence, Hybrid, Method, Network, Order, Scheme, Solver};
use etio_benches::networks::f120;
use etio_benches::queries::cases;

const PRESENT: [usize; 7] = [4, 6, 8, 10, 12, 14, 16];
const CASES: u64 = 20;
/// Findings that the hybrid keeps exact, as in the figure.
const EXACT: usize = 4;

fn main() {
    divan::main();
}

#[divan::bench(args = PRESENT)]
fn quickscore(bencher: Bencher, present: usize) {
    measure(bencher, present, Method::Quickscore);
}

#[divan::bench(args = PRESENT)]
fn explained_sets(bencher: Bencher, present: usize) {
    measure(bencher, present, Method::ExplainedSets);
}

#[divan::bench(args = PRESENT)]
fn elimination(bencher: Bencher, present: usize) {
    measure(bencher, present, Method::Elimination);
}

#[divan::bench(args = PRESENT)]
fn auto(bencher: Bencher, present: usize) {
    measure(bencher, present, Method::Auto);
}

#[divan::bench(args = PRESENT)]
fn vfh_cvx_fdo_keeping_4(bencher: Bencher, present: usize) {
    let (scheme, solver, order) = (Scheme::Vfh, Solver::Cvx, Order::Fdo);
    measure(bencher, present, Method::Hybrid(Hybrid { scheme, solver, order, transformed: present - EXACT }));
}

fn measure(bencher: Bencher, present: usize, method: Method) {
    let network: Network = f120();
    let cases: Vec<Evidence> = cases(&network, present, 0..=0, CASES);
    let mut engine = Engine::new(&network);
    engine.xi().precompute(|| ());
    bencher.counter(ItemsCount::new(CASES)).bench_local(|| {
        for case in &cases {
            // An error is an answer: Quickscore says so when its digits are lost.
            let _ = divan::black_box(engine.diagnose(case, method));
        }
    });
}
