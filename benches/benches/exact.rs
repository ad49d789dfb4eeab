//! Exact answers on networks of the paper's sizes and on Promedas: width, predicted and measured
//! time, method, error bound, and how `auto` compares with the best single method; conversations,
//! and large queries on two threads.
//!
//! `cargo bench -p etio-benches --bench exact [-- CLASS...]`
//!
//! Times are processor times of one thread, including planning: a query comes up again only after
//! all others, when its plan is forgotten. The better of two rounds counts.
#![allow(missing_docs)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use etio::format::cases::CaseReader;
use etio::{Engine, Evidence, Exactness, Limits, Method, Network};
use etio_benches::networks::{f120, qmr};
use etio_benches::{quantile, queries};

/// Rounds over a class.
const ROUNDS: usize = 2;
/// Single methods run only if they are predicted to take less than this, in seconds.
const WORTH_RUNNING: f64 = 2.0;

type Queries = Vec<(Network, Vec<Evidence>)>;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|w| name == w);
    println!(
        "{:<10} {:>5} {:>5} {:>7} {:>10} {:>9} {:>9} {:>9} {:>15} {:>7}  methods, and auto over the best of them",
        "class", "cases", "width", "max", "predicted", "median us", "p90", "max", "taken/predicted", "error"
    );
    let (f120, qmr) = (f120(), qmr());
    for (name, network, sizes) in [("f120", &f120, &[8, 16, 24, 32, 43][..]), ("qmr", &qmr, &[16, 24, 32])] {
        for &present in sizes {
            let name = format!("{name}-{present}");
            if is_wanted(&name) {
                report(&name, &vec![(network.clone(), sample(network, present, 60))]);
            }
        }
    }
    if is_wanted("conversation") {
        conversations(&f120);
    }
    if is_wanted("threads") {
        two_threads(&f120);
    }
    for family in ["promedus", "promedas"] {
        let queries = stored(family);
        if is_wanted(family) && !queries.is_empty() {
            report(family, &queries);
        }
    }
}

/// Cases with `present` present findings.
fn sample(network: &Network, present: usize, count: u64) -> Vec<Evidence> {
    queries::cases(network, present, 2..=6, count)
}

/// The networks of a family in the shared data with their cases; empty if the data is not there.
fn stored(family: &str) -> Queries {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(family);
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    let open = |path: PathBuf| {
        let network = Network::open(&path).ok()?;
        let file = std::fs::File::open(path.join("cases.jsonl")).ok()?;
        let cases = CaseReader::new(std::io::BufReader::new(file));
        let queries = cases.filter_map(|case| case.ok()?.evidence(&network).ok()).collect();
        Some((network, queries))
    };
    entries.flatten().filter_map(|entry| open(entry.path())).collect()
}

/// Results of a method on a class.
#[derive(Default)]
struct Runs {
    seconds: Vec<f64>,
    predicted: Vec<f64>,
    widths: Vec<f64>,
    errors: Vec<f64>,
    methods: BTreeMap<String, usize>,
    failed: usize,
}

fn run(queries: &Queries, method: Method) -> Runs {
    let mut runs = Runs::default();
    for (network, evidences) in queries {
        let mut engine = Engine::new(network);
        let mut best = vec![f64::INFINITY; evidences.len()];
        let mut answers = vec![None; evidences.len()];
        for _ in 0..ROUNDS {
            for (at, evidence) in evidences.iter().enumerate() {
                let started = thread_seconds();
                answers[at] = engine.diagnose(evidence, method).ok();
                best[at] = best[at].min(thread_seconds() - started);
            }
        }
        for (answer, seconds) in answers.into_iter().zip(best) {
            let Some(answer) = answer else {
                runs.failed += 1;
                continue;
            };
            let Exactness::Exact { error_bound, .. } = answer.exactness else {
                runs.failed += 1;
                continue;
            };
            runs.seconds.push(seconds);
            runs.predicted.push(answer.work.predicted_seconds);
            runs.widths.push(answer.work.width as f64);
            runs.errors.push(error_bound);
            *runs.methods.entry(answer.method.to_string()).or_default() += 1;
        }
    }
    runs
}

/// Whether a method can be run on all queries of a class in reasonable time.
fn is_feasible(queries: &Queries, method: Method) -> bool {
    queries.iter().all(|(network, evidences)| {
        let mut engine = Engine::new(network);
        evidences.iter().all(|evidence| {
            engine.forecast(evidence, method).is_ok_and(|forecast| {
                forecast.seconds < WORTH_RUNNING && forecast.bytes <= engine.limits().memory as f64
            })
        })
    })
}

fn report(name: &str, queries: &Queries) {
    let auto = run(queries, Method::Auto);
    let ratios: Vec<f64> = auto.seconds.iter().zip(&auto.predicted).map(|(s, p)| s / p).collect();
    let micros = |share: f64| quantile(&auto.seconds, share) * 1e6;
    let mut methods: Vec<String> = auto.methods.iter().map(|(m, n)| format!("{m} {n}")).collect();
    let singles = [Method::ExplainedSets, Method::Elimination].map(|method| {
        let seconds = if is_feasible(queries, method) {
            run(queries, method).seconds.iter().sum()
        } else {
            f64::INFINITY
        };
        seconds / auto.seconds.len() as f64
    });
    let best = singles[0].min(singles[1]);
    let mean = auto.seconds.iter().sum::<f64>() / auto.seconds.len() as f64;
    methods.push(if best.is_finite() {
        format!("{:.2}", mean / best)
    } else {
        "no other in reach".to_owned()
    });
    if auto.failed > 0 {
        methods.push(format!("no exact answer {}", auto.failed));
    }
    println!(
        "{name:<10} {:>5} {:>5} {:>7} {:>10.0} {:>9.0} {:>9.0} {:>9.0} {:>15} {:>7.0e}  {}",
        auto.seconds.len(),
        quantile(&auto.widths, 0.5),
        quantile(&auto.widths, 1.0),
        quantile(&auto.predicted, 0.5) * 1e6,
        micros(0.5),
        micros(0.9),
        micros(1.0),
        format!("{:.2}..{:.2}", quantile(&ratios, 0.05), quantile(&ratios, 0.95)),
        quantile(&auto.errors, 1.0),
        methods.join(", ")
    );
}

/// Sixteen findings told one by one: what a query takes on an engine that has heard the others, and
/// on a new one.
fn conversations(network: &Network) {
    let (mut kept, mut fresh) = (Vec::new(), Vec::new());
    for patient in sample(network, 16, 60) {
        let mut engine = Engine::new(network);
        for told in 1..=patient.present().len() {
            let present = patient.present().iter().copied().take(told);
            let evidence = Evidence::new(present, patient.absent().iter().copied()).unwrap();
            let times = [&mut engine, &mut Engine::new(network)].map(|engine| {
                let started = thread_seconds();
                engine.diagnose(&evidence, Method::Auto).unwrap();
                thread_seconds() - started
            });
            kept.push(times[0]);
            fresh.push(times[1]);
        }
    }
    let micros = |list: &[f64], share| quantile(list, share) * 1e6;
    println!(
        "conversations of 16 findings, a query: median {:.0} us, p90 {:.0} us; on a new engine {:.0} and {:.0}",
        micros(&kept, 0.5),
        micros(&kept, 0.9),
        micros(&fresh, 0.5),
        micros(&fresh, 0.9)
    );
}

/// Large single queries on one and two threads, by the clock.
fn two_threads(network: &Network) {
    let queries = sample(network, 43, 60);
    let mut engine = Engine::new(network);
    let is_large = |e: &&Evidence| {
        engine.forecast(e, Method::Elimination).is_ok_and(|forecast| (0.05..2.0).contains(&forecast.seconds))
    };
    let large: Vec<&Evidence> = queries.iter().filter(is_large).collect();
    let seconds = [1, 2].map(|threads| {
        let mut engine = Engine::with_limits(network, Limits { threads, ..Limits::default() });
        let started = Instant::now();
        for evidence in &large {
            engine.diagnose(evidence, Method::Elimination).unwrap();
        }
        started.elapsed().as_secs_f64()
    });
    println!(
        "{} queries with 43 present findings by elimination: {:.2} s on one thread, {:.2} s on two, {:.2} times as fast",
        large.len(),
        seconds[0],
        seconds[1],
        seconds[0] / seconds[1]
    );
}

/// Processor time of this thread: the time that a query takes on a machine with nothing else to do.
fn thread_seconds() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}
