//! Checks the error bounds of exact answers against the oracle on as many extreme questions as
//! asked for, on all cores:
//!
//! ```sh
//! cargo run --release -p etio --example fuzz_certificates -- [COUNT] [FIRST_SEED]
//! ```
//!
//! The exit code is 1 if an answer broke its bound, or if something else happened that must not.

#[path = "../tests/common/arguments.rs"]
mod arguments;
#[path = "../tests/common/certificates.rs"]
mod certificates;
#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use arguments::questions;
use certificates::{Errors, METHODS, Outcome, describe, examine};
use etio::Method;
use etio_oracle::extreme::{Question, Shape, question};

/// Number of questions if none is given.
const DEFAULT_COUNT: u64 = 100_000;

/// Most violations of a method on a shape that are shrunken and printed.
const MOST_PRINTED: usize = 2;

/// Results of one method on one shape.
#[derive(Default)]
struct Tally {
    exact: Vec<Errors>,
    refused: BTreeMap<&'static str, usize>,
    impossible: usize,
    violations: usize,
    worst: f64,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Exact(errors) => self.exact.push(*errors),
            Outcome::Refused(reason) => *self.refused.entry(reason).or_default() += 1,
            Outcome::Impossible => self.impossible += 1,
            Outcome::Hang | Outcome::Violation { .. } => {
                self.violations += 1;
                self.worst = self.worst.max(outcome.ratio().unwrap_or(0.0));
            }
        }
    }

    fn merge(&mut self, other: &Tally) {
        self.exact.extend(&other.exact);
        for (reason, count) in &other.refused {
            *self.refused.entry(reason).or_default() += count;
        }
        self.impossible += other.impossible;
        self.violations += other.violations;
        self.worst = self.worst.max(other.worst);
    }
}

/// Results by method (its place in [`METHODS`]) and shape.
type Tallies = BTreeMap<(usize, Shape), Tally>;

struct Run {
    next: AtomicU64,
    end: u64,
    first: u64,
    started: Instant,
    reported: Mutex<Instant>,
    tallies: Mutex<Tallies>,
}

impl Run {
    fn work(&self) {
        loop {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            if seed >= self.end {
                return;
            }
            let Question { shape, model, case } = question(seed);
            for (k, (method, outcome)) in examine(&model, &case).into_iter().enumerate() {
                let printed = {
                    let mut tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
                    let tally = tallies.entry((k, shape)).or_default();
                    tally.add(&outcome);
                    tally.violations <= MOST_PRINTED
                };
                if printed && outcome.violation().is_some() {
                    println!("{shape:?}, {}\n", describe(seed, &model, &case, method, &outcome));
                }
            }
            self.report(seed);
        }
    }

    /// Prints the progress every few seconds.
    fn report(&self, seed: u64) {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.elapsed() > Duration::from_secs(5) {
            *reported = Instant::now();
            let (done, all) = (seed - self.first, self.end - self.first);
            let rate = done as f64 / self.started.elapsed().as_secs_f64();
            eprintln!("{done} of {all} questions, {rate:.0} per second");
        }
    }
}

fn main() -> ExitCode {
    let (count, first) = match questions("fuzz_certificates", DEFAULT_COUNT) {
        Ok(questions) => questions,
        Err(code) => return code,
    };
    // Panics are caught, counted and described with their questions.
    std::panic::set_hook(Box::new(|_| {}));
    let now = Instant::now();
    let run = Run {
        next: AtomicU64::new(first),
        end: first.saturating_add(count),
        first,
        started: now,
        reported: Mutex::new(now),
        tallies: Mutex::default(),
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let died = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| run.work())).collect();
        workers.into_iter().filter_map(|worker| worker.join().err()).count()
    });
    let tallies = run.tallies.into_inner().unwrap_or_else(PoisonError::into_inner);
    summarise(&tallies, count, first);
    let violations: usize = tallies.values().map(|tally| tally.violations).sum();
    if died > 0 {
        println!("{died} threads ended early: the check itself panicked");
    }
    if violations + died > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

fn summarise(tallies: &Tallies, count: u64, first: u64) {
    println!("{count} questions from seed {first}\n");
    println!("{:<15} {:>9} {:>11} {:>11}  refused", "method", "exact", "impossible", "violations");
    for (k, method) in METHODS.iter().enumerate() {
        let all = of_method(tallies, k);
        let refused: Vec<String> =
            all.refused.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        println!(
            "{:<15} {:>9} {:>11} {:>11}  {}",
            method.to_string(),
            all.exact.len(),
            all.impossible,
            all.violations,
            refused.join(", ")
        );
    }
    println!(
        "\nerror over bound of the exact answers that kept it, and the worst of those that did not\n\n\
         {:<15} {:<13} {:>8}  {:>8} {:>8} {:>8}  {:>8} {:>8} {:>8}  {:>9}  {:>8}",
        "", "", "", "marginal", "", "", "evidence", "", "", "largest", ""
    );
    println!(
        "{:<15} {:<13} {:>8}  {:>8} {:>8} {:>8}  {:>8} {:>8} {:>8}  {:>9}  {:>8}",
        "method", "shape", "answers", "median", "p99", "max", "median", "p99", "max", "bound", "violated"
    );
    for (k, &method) in METHODS.iter().enumerate() {
        for (&(_, shape), tally) in tallies.iter().filter(|((of, _), _)| *of == k) {
            row(method, &format!("{shape:?}"), tally);
        }
        row(method, "all", &of_method(tallies, k));
    }
}

fn of_method(tallies: &Tallies, method: usize) -> Tally {
    let mut all = Tally::default();
    for (_, tally) in tallies.iter().filter(|((of, _), _)| *of == method) {
        all.merge(tally);
    }
    all
}

fn row(method: Method, shape: &str, tally: &Tally) {
    let sorted = |part: fn(&Errors) -> f64| {
        let mut values: Vec<f64> = tally.exact.iter().map(part).collect();
        values.sort_unstable_by(f64::total_cmp);
        values
    };
    let at = |values: &[f64], share: f64| {
        let last = values.len().saturating_sub(1);
        values.get((share * last as f64).round() as usize).copied().unwrap_or(0.0)
    };
    let (marginal, evidence) = (sorted(|errors| errors.marginal), sorted(|errors| errors.log_evidence));
    let largest = at(&sorted(|errors| errors.bound), 1.0);
    let three = |values: &[f64]| {
        format!("{:>8.1e} {:>8.1e} {:>8.1e}", at(values, 0.5), at(values, 0.99), at(values, 1.0))
    };
    let violated = if tally.violations == 0 { String::new() } else { format!("{:.1e}", tally.worst) };
    println!(
        "{:<15} {shape:<13} {:>8}  {}  {}  {largest:>9.1e}  {violated:>8}",
        method.to_string(),
        tally.exact.len(),
        three(&marginal),
        three(&evidence),
    );
}
