//! Whether `auto` keeps its time limit on hostile queries, and how large the error of its estimates
//! is by time limit.
//!
//! `cargo bench -p etio-benches --bench budgets [-- late [COUNT] | errors [COUNT] | NETWORK CASES.jsonl]`
//!
//! `late` asks 1,000 queries that no method answers exactly in time, at limits of 1, 10 and 100 ms,
//! and counts those that finish later than 1.2 limits and 2 ms. `errors` compares estimates with
//! exact answers. Both run if neither is named. With a network and cases, those are asked as in
//! `late`.
#![allow(missing_docs)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use etio::format::cases::CaseReader;
use etio::{DiseaseId, Engine, Evidence, Limits, Method, Network, Posterior, Target};
use etio_benches::networks::{compiled, f120, qmr};
use etio_benches::quantile;
use etio_benches::queries::{cases, hubs, random};
use etio_repro::NetworkSpec;

/// Memory limit per query.
const MEMORY: usize = 512 << 20;
/// Time limits of hostile queries, in milliseconds.
const LIMITS: [u64; 3] = [1, 10, 100];
/// Time limits at which errors are measured, in milliseconds.
const ERROR_LIMITS: [u64; 6] = [1, 3, 10, 30, 100, 300];
/// Queries on each network whose errors are measured.
const COMPARED: usize = 50;
/// Time limit of the exact answers that estimates are compared with.
const PATIENCE: Duration = Duration::from_secs(60);
/// Width of intervals that count as exact.
const NARROW: f64 = 1e-5;
/// A second exact method checks an answer if it takes no longer than this.
const CHECK: Duration = Duration::from_millis(50);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        [] => {
            late(&hostile(1_000));
            errors(COMPARED);
        }
        ["late"] => late(&hostile(1_000)),
        ["late", count] => late(&hostile(count.parse().expect("a number of queries"))),
        ["errors"] => errors(COMPARED),
        ["errors", count] => errors(count.parse().expect("a number of queries")),
        [network, cases] => late(&[stored(network, cases)]),
        _ => panic!("expected late [COUNT], errors [COUNT], or a network and cases, not {args:?}"),
    }
}

/// Queries of one kind on a network.
struct Class {
    name: &'static str,
    network: Network,
    queries: Vec<Evidence>,
}

impl Class {
    fn new(name: &'static str, network: &Network, queries: impl Iterator<Item = Evidence>) -> Self {
        Self { name, network: network.clone(), queries: queries.collect() }
    }
}

fn stored(network: &str, cases: &str) -> Class {
    let network = Network::open(network).expect("a network");
    let file = std::io::BufReader::new(std::fs::File::open(cases).expect("a file of cases"));
    let known = CaseReader::new(file).filter_map(|case| case.ok()?.evidence(&network).ok());
    Class { name: "cases", queries: known.collect(), network: network.clone() }
}

/// 2,000 diseases, each linked to four of five findings.
fn dense() -> Network {
    let mut spec = NetworkSpec { diseases: 2_000, findings: 200, ..NetworkSpec::s1() };
    spec.set_density(0.8);
    compiled(&spec.generate().expect("the specification is sound"))
}

/// The diseases of S1, all but certain to be linked to each of a few findings.
fn s1() -> Network {
    let spec = NetworkSpec { findings: 60, ..NetworkSpec::s1() };
    compiled(&spec.generate().expect("the specification is sound"))
}

/// Queries with too many present findings for an exact answer, `count` in all.
fn hostile(count: usize) -> Vec<Class> {
    let (f120, qmr, dense, s1) = (compiled(&f120()), compiled(&qmr()), dense(), s1());
    let each = (count / 6).max(2) as u64;
    // From `least` to all findings, evenly on a logarithmic scale.
    let present = |least: usize, most: usize, number: u64| {
        let share = number as f64 / (each - 1) as f64;
        (least as f64 * (most as f64 / least as f64).powf(share)).round() as usize
    };
    let up_to_all =
        |network: &Network, number| random(network, present(40, network.finding_count(), number), 4, number);
    vec![
        Class::new("F120, 40 to all present", &f120, (0..each).map(|number| up_to_all(&f120, number))),
        Class::new("QMR, 40 to all present", &qmr, (0..each).map(|number| up_to_all(&qmr, number))),
        Class::new(
            "dense, 20 to 80 present",
            &dense,
            (0..each).map(|number| random(&dense, present(20, 80, number), 4, number)),
        ),
        Class::new(
            "S1, 20 to 56 present",
            &s1,
            (0..each).map(|number| random(&s1, present(20, 56, number), 4, number)),
        ),
        Class::new("F120, 500 hubs present", &f120, (0..each).map(|number| hubs(&f120, 500, 600, number))),
        Class::new("QMR, 500 hubs present", &qmr, (0..each).map(|number| hubs(&qmr, 500, 600, number))),
    ]
}

/// Asks all queries at every limit.
fn late(classes: &[Class]) {
    let before = peak_memory();
    println!(
        "{:<24} {:>6} {:>7} {:>6} {:>11} {:>9} {:>9} {:>9}  answers",
        "queries", "limit", "asked", "late", "latest by", "median", "p99", "max"
    );
    let mut checks = Checks::default();
    for limit in LIMITS.map(Duration::from_millis) {
        let mut all = Tally::new(limit);
        for class in classes {
            let mut tally = Tally::new(limit);
            tally.run(class, &mut checks);
            tally.print(class.name);
            all.extend(tally);
        }
        if classes.len() > 1 {
            all.print("all");
        }
    }
    println!("late: later than 1.2 limits and 2 ms; times in ms, \"latest by\" beyond the limit");
    println!("exact answers checked by a second method: {}, wrong: {}", checks.done, checks.wrong);
    println!(
        "memory of the process: {before} at most before the first query, {} in the end; limit per query {} MB",
        peak_memory(),
        MEMORY >> 20
    );
}

/// Outcomes of queries with one time limit.
struct Tally {
    limit: Duration,
    /// Times taken, in seconds.
    taken: Vec<f64>,
    /// Number of answers of each kind.
    answers: BTreeMap<String, usize>,
}

impl Tally {
    fn new(limit: Duration) -> Self {
        Self { limit, taken: Vec::new(), answers: BTreeMap::new() }
    }

    fn run(&mut self, class: &Class, checks: &mut Checks) {
        let limits = Limits { time: Some(self.limit), memory: MEMORY, ..Limits::default() };
        let mut engine = Engine::with_limits(&class.network, limits);
        for evidence in &class.queries {
            let started = Instant::now();
            let answer = engine.diagnose(evidence, Method::Auto);
            self.taken.push(started.elapsed().as_secs_f64());
            let kind = match &answer {
                Ok(answer) => answer.exactness.word().to_owned(),
                Err(error) => format!("none ({error})"),
            };
            *self.answers.entry(kind).or_default() += 1;
            if let Ok(answer) = answer {
                checks.add(&class.network, evidence, &answer);
            }
        }
    }

    fn extend(&mut self, other: Self) {
        self.taken.extend(other.taken);
        for (kind, count) in other.answers {
            *self.answers.entry(kind).or_default() += count;
        }
    }

    fn print(&self, name: &str) {
        let limit = self.limit.as_secs_f64();
        let late = self.taken.iter().filter(|&&taken| taken > 1.2 * limit + 2e-3).count();
        let millis = |share: f64| 1e3 * quantile(&self.taken, share);
        let answers: Vec<String> =
            self.answers.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        println!(
            "{name:<24} {:>6} {:>7} {late:>6} {:>11.2} {:>9.2} {:>9.2} {:>9.2}  {}",
            self.limit.as_millis(),
            self.taken.len(),
            (millis(1.0) - 1e3 * limit).max(0.0),
            millis(0.5),
            millis(0.99),
            millis(1.0),
            answers.join(", ")
        );
    }
}

/// Exact answers checked by another exact method.
#[derive(Default)]
struct Checks {
    done: usize,
    wrong: usize,
}

impl Checks {
    fn add(&mut self, network: &Network, evidence: &Evidence, answer: &Posterior) {
        let Some(bound) = answer.exactness.error_bound() else { return };
        let other = match answer.method {
            Method::Elimination => Method::ExplainedSets,
            _ => Method::Elimination,
        };
        let limits = Limits { time: Some(CHECK), ..Limits::default() };
        let Ok(second) = Engine::with_limits(network, limits).diagnose(evidence, other) else { return };
        let allowed = bound + second.exactness.error_bound().unwrap_or(0.0);
        let pairs = answer.marginals.iter().zip(&second.marginals);
        self.done += 1;
        self.wrong += usize::from(pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) > allowed);
    }
}

/// Peak resident memory of the process, if the system states it.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| {
        line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok()
    });
    kilobytes.map_or("unknown".to_owned(), |kilobytes| format!("{} MB", kilobytes >> 10))
}

/// Errors of estimates on dense and on sparse queries.
fn errors(count: usize) {
    let (dense, qmr) = (dense(), compiled(&qmr()));
    let by = [("dense", &dense, 20, Method::Bounds), ("QMR", &qmr, 43, Method::Elimination)];
    for (name, network, present, method) in by {
        let started = Instant::now();
        let known = solved(network, present, count, method);
        println!(
            "\n{name}: {} diseases, {} links, {present} present; {} queries, answered by {method} in {:.1} s",
            network.disease_count(),
            network.link_count(),
            known.len(),
            started.elapsed().as_secs_f64()
        );
        println!("{:>8} {:>11} {:>11} {:>8} {:>8}", "limit ms", "mean error", "worst", "exact", "none");
        let priors: Vec<f64> = network.diseases().map(|disease| network.prior(disease)).collect();
        let of_priors: Vec<f64> = known.iter().map(|(_, exact)| error(&priors, exact)).collect();
        println!("{:>8} {:>11.2e} {:>11.2e}", "priors", mean(&of_priors), quantile(&of_priors, 1.0));
        for limit in ERROR_LIMITS.map(Duration::from_millis) {
            print_errors(network, &known, limit);
        }
    }
    println!(
        "error: mean over the ten likeliest diseases of |answer - exact|; exact and none: shares of the queries;\n\
         priors: the error of answering every query with the priors"
    );
}

/// The first `count` queries that a method answers within [`PATIENCE`], exactly or in intervals narrower
/// than [`NARROW`], with their answers.
fn solved(network: &Network, present: usize, count: usize, method: Method) -> Vec<(Evidence, Posterior)> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits { time: Some(PATIENCE), threads, ..Limits::default() };
    let mut engine = Engine::with_limits(network, limits);
    engine.set_target(Target { within: NARROW, ..Target::default() });
    let asked = cases(network, present, 2..=6, 4 * count as u64).into_iter();
    // Elimination refuses at once if it is predicted to take longer.
    let solved = asked.filter_map(|evidence| {
        let exact = engine.diagnose(&evidence, method).ok()?;
        let is_narrow = |&(disease, _): &(DiseaseId, f64)| {
            exact.interval(disease).is_some_and(|(lower, upper)| upper - lower <= NARROW)
        };
        exact.ranking(10).iter().all(is_narrow).then_some((evidence, exact))
    });
    solved.take(count).collect()
}

fn print_errors(network: &Network, known: &[(Evidence, Posterior)], limit: Duration) {
    let limits = Limits { time: Some(limit), memory: MEMORY, ..Limits::default() };
    let mut engine = Engine::with_limits(network, limits);
    let (mut found, mut exact, mut none) = (Vec::new(), 0, 0);
    for (evidence, right) in known {
        match engine.diagnose(evidence, Method::Auto) {
            Ok(answer) => {
                exact += usize::from(answer.exactness.error_bound().is_some());
                found.push(error(&answer.marginals, right));
            }
            Err(_) => none += 1,
        }
    }
    let percent = |count: usize| format!("{:.0}%", 100.0 * count as f64 / known.len() as f64);
    println!(
        "{:>8} {:>11.2e} {:>11.2e} {:>8} {:>8}",
        limit.as_millis(),
        mean(&found),
        quantile(&found, 1.0),
        percent(exact),
        percent(none)
    );
}

/// Mean absolute error over the ten diseases that are likeliest by the exact answer.
fn error(marginals: &[f64], exact: &Posterior) -> f64 {
    let likeliest = exact.ranking(10);
    mean(&likeliest.iter().map(|(disease, p)| (marginals[disease.index()] - p).abs()).collect::<Vec<f64>>())
}

fn mean(list: &[f64]) -> f64 {
    list.iter().sum::<f64>() / list.len() as f64
}
