//! Does `auto` keep its budget? A thousand mixed queries with budgets from 1 ms to 1 s, a third of them hostile: sixty present
//! findings, all of them hubs.
//!
//! `cargo bench -p etio-benches --bench budgets [-- COUNT | NETWORK CASES.jsonl]`
//!
//! With a network and cases of your own, those are asked instead.
//! Prints how many queries took more than 1.2 times their budget and a millisecond, what kinds of answers came, how far
//! the estimates' bounds are from each other, and the memory of the whole process beside the limit of a query. Exact answers
//! are held against a second exact method where that is cheap.
#![allow(missing_docs)]

use std::time::{Duration, Instant};

use etio::format::cases::CaseReader;
use etio::{Engine, Evidence, Exactness, FindingId, Limits, Method, Network, Posterior};
use etio_benches::{quantile, queries};
use etio_repro::NetworkSpec;

/// The most memory that a query may use.
const MEMORY: usize = 512 << 20;
/// Hubs to choose hostile findings from.
const HUBS: usize = 150;
/// A second exact method checks an answer where it is predicted to take less, in seconds.
const WORTH_CHECKING: f64 = 0.05;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let mut tally = Tally::default();
    if let [network, cases] = &args[..] {
        let network = Network::open(network).unwrap();
        let file = std::io::BufReader::new(std::fs::File::open(cases).unwrap());
        let known = CaseReader::new(file).filter_map(|case| case.ok()?.evidence(&network).ok());
        tally.run(&network, known);
    } else {
        let count: u64 = args.first().and_then(|count| count.parse().ok()).unwrap_or(1000);
        for spec in [NetworkSpec::f120(), NetworkSpec::qmr()] {
            let network = spec.generate().unwrap();
            tally.run(&network, (0..count / 2).map(|number| query(&network, number)));
        }
    }
    tally.print();
}

/// Numbers from 0 to 1 that fill the interval evenly.
fn fraction(number: u64) -> f64 {
    (number as f64 * 0.618_033_988_749_895).fract()
}

/// Every third query is hostile; the others have 4 to 60 present findings.
fn query(network: &Network, number: u64) -> Evidence {
    if !number.is_multiple_of(3) {
        let present = 4 + (number * 7 % 57) as usize;
        return queries::cases(network, present, 2..=6, number + 1).pop().unwrap();
    }
    let mut hubs: Vec<FindingId> = network.findings().collect();
    hubs.sort_by_key(|&finding| std::cmp::Reverse(network.parent_count(finding)));
    hubs.truncate(HUBS);
    // Sixty of them, different ones each time.
    let mixed =
        |finding: &FindingId| (finding.index() as u64 + 1).wrapping_mul(number * 2 + 0x9e37_79b9_7f4a_7c15);
    hubs.sort_by_key(mixed);
    hubs.truncate(60);
    Evidence::new(hubs, []).unwrap()
}

#[derive(Default)]
struct Tally {
    queries: usize,
    over: usize,
    /// Time taken beyond the budget, in seconds, and the share of the budget taken.
    beyond: Vec<f64>,
    share: Vec<f64>,
    exact: usize,
    estimates: usize,
    unanswered: usize,
    transformed: Vec<f64>,
    checked: usize,
    wrong: usize,
}

impl Tally {
    /// Asks all queries, each with its own budget.
    fn run(&mut self, network: &Network, queries: impl Iterator<Item = Evidence>) {
        // Computed once a network, and stored in compiled ones.
        network.precompute_xi(|| {});
        let mut engine = Engine::new(network);
        let mut checker = Engine::new(network);
        for (number, evidence) in queries.enumerate() {
            // Evenly over three orders of magnitude, in no order.
            let budget = 1e-3 * 1000f64.powf(fraction(number as u64));
            let time = Some(Duration::from_secs_f64(budget));
            engine.set_limits(Limits { time, memory: MEMORY, ..Limits::default() });
            let started = Instant::now();
            let answer = engine.diagnose(&evidence, Method::Auto);
            self.add(budget, started.elapsed().as_secs_f64(), &evidence, answer.as_ref().ok());
            match answer {
                Ok(answer) => self.check(&mut checker, &evidence, &answer),
                Err(error) => println!("no answer to query {number} within {:.1} ms: {error}", budget * 1e3),
            }
        }
    }

    fn add(&mut self, budget: f64, taken: f64, evidence: &Evidence, answer: Option<&Posterior>) {
        self.queries += 1;
        self.beyond.push(taken - budget);
        self.share.push(taken / budget);
        if taken > 1.2 * budget + 1e-3 {
            self.over += 1;
            println!(
                "{} present findings took {:.2} ms of {:.2} ms ({})",
                evidence.present().len(),
                taken * 1e3,
                budget * 1e3,
                answer.map_or("no answer".to_owned(), |answer| answer.method.to_string())
            );
        }
        match answer.map(|answer| answer.exactness) {
            Some(Exactness::Exact { .. }) => self.exact += 1,
            Some(_) => self.estimates += 1,
            None => self.unanswered += 1,
        }
        if let Some(answer) = answer.filter(|answer| !answer.work.transformed.is_empty()) {
            self.transformed.push(answer.work.transformed.len() as f64);
        }
    }

    /// Holds an exact answer against another exact method.
    fn check(&mut self, checker: &mut Engine, evidence: &Evidence, answer: &Posterior) {
        let Some(bound) = answer.exactness.error_bound() else { return };
        let other = match answer.method {
            Method::Elimination => Method::ExplainedSets,
            _ => Method::Elimination,
        };
        if !checker.forecast(evidence, other).is_ok_and(|forecast| forecast.seconds < WORTH_CHECKING) {
            return;
        }
        let Ok(second) = checker.diagnose(evidence, other) else { return };
        let allowed = bound + second.exactness.error_bound().unwrap_or(0.0);
        let pairs = answer.marginals.iter().zip(&second.marginals);
        self.checked += 1;
        self.wrong += usize::from(pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) > allowed);
    }

    fn print(&self) {
        let Self { queries, over, exact, estimates, unanswered, checked, wrong, .. } = self;
        println!("{queries} queries: {exact} exact, {estimates} estimates, {unanswered} without an answer");
        println!(
            "over 1.2 budgets + 1 ms: {over} ({:.1}%); most beyond the budget {:.2} ms; share of the budget taken: median {:.2}, p99 {:.2}",
            100.0 * *over as f64 / *queries as f64,
            quantile(&self.beyond, 1.0) * 1e3,
            quantile(&self.share, 0.5),
            quantile(&self.share, 0.99),
        );
        println!("findings transformed for an estimate: median {}", quantile(&self.transformed, 0.5));
        println!("exact answers checked by a second method: {checked}, wrong {wrong}");
        println!("memory of the process at its peak: {} (limit of a query {} MB)", peak(), MEMORY >> 20);
    }
}

/// The most memory that the process ever used, where the system tells.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_owned(), |line| line.trim().to_owned())
}
