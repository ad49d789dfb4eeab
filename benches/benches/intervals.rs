//! How wide certified intervals are, by class of query and time limit.
//!
//! `cargo bench -p etio-benches --bench intervals [-- CLASS... [limits=100,1000] [count=30] [first=0]
//! [method=bounds] [threads=1] [steps] [errors] | NETWORK CASES.jsonl]`
//!
//! A class is named by the beginning of its name in the table, such as `qmr` or `dense-1000`.
//! Queries are those of `etio generate --seed 11`. `method=auto` asks `auto`, whose exact answers count as
//! intervals as narrow as their error bound, and estimates as [0, 1]. The width of a query is that of the
//! widest interval among its ten likeliest diseases. `steps` counts looks at the clock in place of time,
//! fifty microseconds each, so that widths can be repeated on any machine. `errors` compares points with
//! exact answers, for `bounds`, for `auto`, and for the estimates that they replace.
#![allow(missing_docs)]

use std::time::{Duration, Instant};

use etio::format::cases::CaseReader;
use etio::{Budget, DiseaseId, Engine, Evidence, Exactness, Limits, Method, Network, Posterior};
use etio_benches::networks::compiled;
use etio_benches::quantile;
use etio_repro::{CaseSpec, NetworkSpec};

/// Seed of networks and queries.
const SEED: u64 = 11;
/// Memory limit per query.
const MEMORY: usize = 2 << 30;
/// A look at the clock, if those are counted.
const STEP: Duration = Duration::from_micros(50);
/// Time limit of the exact answers that points are compared with.
const PATIENCE: Duration = Duration::from_secs(60);

struct Class {
    name: String,
    network: Network,
    queries: Vec<Evidence>,
}

#[derive(Default)]
struct Settings {
    classes: Vec<String>,
    limits: Vec<u64>,
    count: u64,
    /// Number of the first query.
    first: u64,
    method: Method,
    threads: usize,
    counted: bool,
    errors: bool,
}

fn settings() -> Settings {
    let mut settings = Settings {
        limits: vec![100, 1_000, 10_000],
        count: 30,
        method: Method::Bounds,
        threads: 1,
        ..Settings::default()
    };
    for arg in std::env::args().skip(1).filter(|arg| !arg.starts_with('-')) {
        match arg.split_once('=') {
            Some(("limits", list)) => {
                settings.limits = list.split(',').map(|ms| ms.parse().expect("milliseconds")).collect();
            }
            Some(("count", count)) => settings.count = count.parse().expect("a number of queries"),
            Some(("first", first)) => settings.first = first.parse().expect("the number of a query"),
            Some(("threads", threads)) => settings.threads = threads.parse().expect("a number of threads"),
            Some(("method", name)) => settings.method = name.parse().expect("a method"),
            Some((name, _)) => {
                panic!("`{name}` is not a setting; there are limits, count, first, method and threads")
            }
            None if arg == "steps" => settings.counted = true,
            None if arg == "errors" => settings.errors = true,
            None => settings.classes.push(arg),
        }
    }
    settings
}

fn main() {
    let settings = settings();
    if let [network, cases] = &settings.classes[..]
        && std::path::Path::new(cases).extension().is_some_and(|extension| extension == "jsonl")
    {
        return widths(&stored(network, cases, &settings), &settings);
    }
    println!(
        "{:<22} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7} {:>9} {:>9}",
        "class", "limit ms", "median", "p90", "max", "p50 s", "max s", "exact", "log p50", "log max"
    );
    let wanted = |name: &str| {
        settings.classes.is_empty() || settings.classes.iter().any(|class| name.starts_with(class.as_str()))
    };
    let dense = |diseases: usize, findings: usize| {
        let mut spec = NetworkSpec { diseases, findings, seed: SEED, ..NetworkSpec::s1() };
        spec.set_density(0.8);
        spec
    };
    for (name, spec, present) in [
        ("f120, 43 present", NetworkSpec { seed: SEED, ..NetworkSpec::f120() }, 43),
        ("qmr, 43 present", NetworkSpec { seed: SEED, ..NetworkSpec::qmr() }, 43),
        ("dense-1000, 16 present", dense(1_000, 200), 16),
        ("dense-2000, 20 present", dense(2_000, 200), 20),
        ("dense-1000-30, present", dense(1_000, 200), 30),
        ("dense-1000-40, present", dense(1_000, 200), 40),
        ("s1, 16 present", dense(40_000, 60), 16),
    ] {
        if !wanted(name) {
            continue;
        }
        let count = if name.starts_with("s1") { settings.count.min(3) } else { settings.count };
        let network = compiled(&spec.generate().expect("the specification is sound"));
        let cases = CaseSpec { present: present..=present, absent: 2..=6, seed: SEED, ..CaseSpec::default() };
        let query = |number| cases.sample(&network, number).evidence(&network).expect("sampled from it");
        let class = Class {
            name: name.to_owned(),
            queries: (settings.first..settings.first + count).map(query).collect(),
            network,
        };
        if settings.errors {
            errors(&class, &settings);
        } else {
            widths(&class, &settings);
        }
    }
}

fn stored(network: &str, cases: &str, settings: &Settings) -> Class {
    let network = Network::open(network).expect("a network");
    let file = std::io::BufReader::new(std::fs::File::open(cases).expect("a file of cases"));
    let is_known = |id: &String| network.finding(id).is_some();
    let known = CaseReader::new(file).filter_map(|case| {
        let mut case = case.ok()?;
        case.present.retain(is_known);
        case.absent.retain(is_known);
        case.evidence(&network).ok()
    });
    let queries = known.skip(settings.first as usize).take(settings.count as usize).collect();
    Class { name: "cases".to_owned(), queries, network: network.clone() }
}

fn widths(class: &Class, settings: &Settings) {
    for &limit in &settings.limits {
        let time = Some(Duration::from_millis(limit));
        let limits = Limits { time, memory: MEMORY, threads: settings.threads };
        let mut engine = Engine::with_limits(&class.network, limits);
        let (mut widths, mut seconds, mut exact, mut logs) = (Vec::new(), Vec::new(), 0, Vec::new());
        for evidence in &class.queries {
            let started = Instant::now();
            let budget =
                if settings.counted { Budget::counted(&limits, STEP) } else { Budget::start(&limits) };
            let answer = engine.diagnose_within(evidence, settings.method, &budget).expect("an answer");
            seconds.push(started.elapsed().as_secs_f64());
            // Linux pauses real-time threads that take more than 95% of a second.
            std::thread::sleep(started.elapsed() / 10);
            exact += usize::from(matches!(answer.exactness, Exactness::Exact { .. }));
            widths.push(width(&answer));
            let lower = answer.exactness.log_evidence_lower().unwrap_or(answer.log_evidence);
            let upper = answer.exactness.log_evidence_upper().unwrap_or(answer.log_evidence);
            logs.push(upper - lower);
        }
        println!(
            "{:<22} {limit:>8} {:>8.1e} {:>8.1e} {:>8.1e} {:>8.3} {:>8.3} {exact:>7} {:>9.1e} {:>9.1e}",
            class.name,
            quantile(&widths, 0.5),
            quantile(&widths, 0.9),
            quantile(&widths, 1.0),
            quantile(&seconds, 0.5),
            quantile(&seconds, 1.0),
            quantile(&logs, 0.5),
            quantile(&logs, 1.0),
        );
    }
}

/// The widest interval of the ten likeliest diseases.
fn width(answer: &Posterior) -> f64 {
    let width = |&(d, _): &(DiseaseId, f64)| answer.interval(d).map_or(1.0, |(lower, upper)| upper - lower);
    answer.ranking(10).iter().map(width).fold(0.0, f64::max)
}

/// Mean and worst error of points over the ten likeliest diseases, where the truth can be computed.
fn errors(class: &Class, settings: &Settings) {
    let exact_limits = Limits { time: Some(PATIENCE), memory: MEMORY, ..Limits::default() };
    let mut engine = Engine::with_limits(&class.network, exact_limits);
    let known: Vec<(&Evidence, Posterior)> = class
        .queries
        .iter()
        .filter_map(|evidence| Some((evidence, engine.diagnose(evidence, Method::Elimination).ok()?)))
        .collect();
    for name in ["bounds", "auto", "estimate"] {
        for &limit in &settings.limits {
            let limits = Limits { time: Some(Duration::from_millis(limit)), ..exact_limits };
            engine.set_limits(limits);
            let (mut means, mut worst, mut outside) = (Vec::new(), 0.0f64, 0);
            for (evidence, right) in &known {
                let answer = match name.parse() {
                    Ok(method) => engine.diagnose(evidence, method).expect("an answer"),
                    Err(_) => estimate(&mut engine, evidence),
                };
                let likeliest = right.ranking(10);
                let errors = likeliest.iter().map(|&(d, p)| (answer.marginal(d) - p).abs());
                let errors: Vec<f64> = errors.collect();
                worst = errors.iter().copied().fold(worst, f64::max);
                means.push(errors.iter().sum::<f64>() / errors.len() as f64);
                let bound = right.exactness.error_bound().unwrap_or(0.0);
                outside += likeliest
                    .iter()
                    .filter_map(|&(d, p)| Some((answer.interval(d)?, p)))
                    .filter(|&((lower, upper), p)| p + bound < lower || p - bound > upper)
                    .count();
            }
            println!(
                "{:<22} {name:<8} {limit:>6} ms: {} queries, error {:.1e} mean, {worst:.1e} worst; {outside} truths outside",
                class.name,
                known.len(),
                means.iter().sum::<f64>() / means.len().max(1) as f64
            );
        }
    }
}

/// The estimate that transforms the fewest findings within the limits of the engine.
fn estimate(engine: &mut Engine, evidence: &Evidence) -> Posterior {
    let hybrid = |transformed: &str| -> Method {
        format!("jj99-joint+cvx-joint+wdo:{transformed}").parse().expect("a hybrid")
    };
    let mut tries = ["4", "8", "12", "16", "20", "24", "28", "all"].into_iter().map(hybrid);
    let first = tries.find_map(|method| engine.diagnose(evidence, method).ok());
    // Without any transformed finding in time, `auto` has an estimate of its own.
    first.unwrap_or_else(|| engine.diagnose(evidence, Method::Auto).expect("an answer"))
}
