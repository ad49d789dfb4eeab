//! Cost of a hybrid query (8 present and 4 absent findings, as in the paper) once its variational
//! parameters are cached, and of caching those of all findings: on a network of F120's size, and on
//! rows as long as those of S1.
//!
//! `cargo bench -p etio-benches --bench hybrids [-- METHOD...]`
#![allow(missing_docs)]

use std::time::{Duration, Instant};

use etio::format::compiled::{Options, Precision};
use etio::{Engine, Evidence, Limits, Method, Network, XiCache};
use etio_benches::{networks, quantile, queries};
use etio_repro::NetworkSpec;

const METHODS: &[&str] = &[
    "explained-sets",
    "vfh+cvx+fdo:2",
    "jh+cvx+fdo:2",
    "vfh+ppf+fdo:2",
    "vfh+cvx+gdo:2",
    "vfh+cvx-joint+fdo:2",
    "jj99+cvx+fdo:2",
    "jj99+cvx+gdo:2",
    "jj99-joint+cvx-joint+fdo:2",
    "jj99-joint+cvx-joint+gdo:2",
    "vfh+cvx+fdo:8",
];

fn main() {
    report("F120", &networks::f120(), METHODS, 200, 20);
    // Rows as long as those of S1, fewer of them.
    let dense = NetworkSpec { findings: 100, links: 3_200_000, ..NetworkSpec::s1() };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("dense.etio");
    let options = Options { precision: Precision::U16, ..Options::default() };
    dense.stream(&path, &options).expect("room for 7 MB");
    let dense = Network::open(&path).expect("just written");
    report(
        "100 findings of S1",
        &dense,
        &["explained-sets", "vfh+cvx+fdo:2", "vfh+ppf+fdo:2", "vfh+cvx+fdo:8"],
        10,
        3,
    );
}

fn report(name: &str, network: &Network, methods: &[&str], cases: u64, repeats: usize) {
    let cases = queries::cases(network, 8, 4..=4, cases);
    let started = Instant::now();
    let xi = XiCache::new(network);
    xi.precompute(|| ());
    println!("{name}: xi of {} findings in {:.2?}", network.finding_count(), started.elapsed());
    println!("{:<28} {:>10} {:>10} {:>10}", "method", "median", "p90", "slowest");
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for method in
        methods.iter().filter(|m| asked.is_empty() || asked.iter().any(|word| m.contains(word.as_str())))
    {
        let times = times(&xi, &cases, method.parse().expect("a method"), repeats);
        let at = |share: f64| Duration::from_secs_f64(quantile(&times, share));
        println!("{method:<28} {:>10.2?} {:>10.2?} {:>10.2?}", at(0.5), at(0.9), at(1.0));
    }
}

/// The shortest of several runs of each case: other work on the machine can only add.
fn times(xi: &XiCache, cases: &[Evidence], method: Method, repeats: usize) -> Vec<f64> {
    let mut engine = Engine::with_xi(xi, Limits::default());
    let mut run = |evidence: &Evidence| {
        let started = Instant::now();
        let posterior = engine.diagnose(evidence, method);
        let elapsed = started.elapsed().as_secs_f64();
        assert!(posterior.is_ok(), "{method}: {posterior:?}");
        elapsed
    };
    cases.iter().map(|evidence| (0..repeats).map(|_| run(evidence)).fold(f64::INFINITY, f64::min)).collect()
}
