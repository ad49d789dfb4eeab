//! Checks certified intervals against the oracle on as many questions as asked for, on all cores,
//! with work cut off at random points:
//!
//! ```sh
//! cargo run --release -p etio --example fuzz_intervals -- [COUNT] [FIRST_SEED]
//! ```
//!
//! Of six questions two are at the edges of the number range (priors to 5e-324, thousands of absent
//! findings, links of 1, findings without leak), and one has more present findings than copies can
//! handle, so that only branch and bound is left where memory is short. Two link most of up to 140
//! diseases to every finding. Networks are used as they are built or as they are read from a compiled
//! file of any precision, whose links count as the truth. The exit code is 1 if a truth was outside its
//! interval.

#[path = "../tests/common/arguments.rs"]
mod arguments;
#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/intervals.rs"]
mod intervals;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use arguments::questions;
use common::{evidence, network};
use etio::format::compiled::{self, Options, Precision};
use etio::{Budget, Engine, FindingId, Limits, Method, Network, Target};
use etio_oracle::random::{Rng, Size, possible_question};
use etio_oracle::{Case, Model, eliminate, extreme};
use intervals::{violation, width};

/// Number of questions if none is given.
const DEFAULT_COUNT: u64 = 5_000;
/// Time that one look at the clock stands for.
const STEP: Duration = Duration::from_micros(50);

#[derive(Default)]
struct Totals {
    answers: AtomicUsize,
    violations: AtomicUsize,
    /// Questions with an answer of the oracle: by the network in memory, and by files of each precision.
    networks: [AtomicUsize; 4],
    /// Answers by the width of their widest leading interval: below 1e-6, 1e-3, 0.1, 1, and 1.
    widths: [AtomicUsize; 5],
}

fn question(seed: u64) -> (Model, Case) {
    if seed % 6 < 2 {
        let extreme::Question { model, case, .. } = extreme::question(seed);
        return (model, case);
    }
    let mut rng = Rng::new(seed);
    match seed % 6 {
        2 => return long_question(&mut rng),
        3 | 4 => return dense_question(&mut rng),
        _ => {}
    }
    let size = Size { diseases: 3 + rng.below(24), findings: 16, present: 2 + rng.below(14) };
    let (mut model, case) = possible_question(seed, size);
    let scale = [1.0, 0.1, 1e-3, 1e-6][rng.below(4)];
    model.priors.iter_mut().for_each(|prior| *prior *= if rng.chance(0.7) { scale } else { 1.0 });
    (model, case)
}

/// Up to forty present findings in a long band of links, which the oracle solves whatever its length.
fn long_question(rng: &mut Rng) -> (Model, Case) {
    let findings = 26 + rng.below(15);
    let diseases = findings + rng.below(20);
    let mut links = Vec::new();
    for disease in 0..diseases {
        let middle = disease * findings / diseases;
        for finding in middle.saturating_sub(1)..findings.min(middle + 3) {
            if rng.chance(0.7) {
                links.push((disease, finding, rng.uniform(0.02, 1.0)));
            }
        }
    }
    let priors = (0..diseases).map(|_| 10f64.powf(rng.uniform(-4.0, -0.3))).collect();
    let leaks = (0..findings).map(|_| 10f64.powf(rng.uniform(-4.0, -1.0))).collect();
    let (present, absent) = (0..findings).partition(|_| rng.chance(0.9));
    (Model { priors, leaks, links }, Case { present, absent })
}

/// Up to nine present findings, each linked to most diseases: a file stores such rows with a
/// probability for every disease.
fn dense_question(rng: &mut Rng) -> (Model, Case) {
    let (diseases, findings) = (20 + rng.below(120), 4 + rng.below(9));
    let likeliest = rng.uniform(-5.0, -0.2);
    let (density, links_of_1) = (rng.uniform(0.5, 1.0), rng.chance(0.2));
    let prior = |rng: &mut Rng| {
        let (least, most) = if rng.chance(0.05) { (-300.0, 0.0) } else { (likeliest - 3.0, likeliest) };
        10f64.powf(rng.uniform(least, most))
    };
    let priors = (0..diseases).map(|_| prior(rng)).collect();
    let leaks = (0..findings).map(|_| if rng.chance(0.2) { 0.0 } else { 0.1 * rng.unit() }).collect();
    let mut links = Vec::new();
    for finding in 0..findings {
        for disease in (0..diseases).filter(|_| rng.chance(density)).collect::<Vec<_>>() {
            let p = if links_of_1 && rng.chance(0.02) { 1.0 } else { rng.unit() };
            links.push((disease, finding, p));
        }
    }
    let (present, absent) = (0..findings).partition(|&finding| finding < 9 && rng.chance(0.9));
    (Model { priors, leaks, links }, Case { present, absent })
}

/// The network of a model as a compiled file has it, and the model with the links of that file.
fn stored(model: &Model, precision: Precision) -> (Network, Model) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("network.etio");
    let options = Options::default().with_precision(precision);
    compiled::write(&network(model), &path, &options).expect("a file");
    let network = Network::open(&path).expect("the same file");
    let links = |finding: usize| {
        let parents = network.parents(FindingId::new(finding as u32));
        parents.iter().map(move |(disease, p)| (disease.index(), finding, p)).collect::<Vec<_>>()
    };
    let links = (0..model.leaks.len()).flat_map(links).collect();
    let model = Model { links, ..model.clone() };
    (network, model)
}

fn examine(seed: u64, totals: &Totals) {
    let (model, case) = question(seed);
    let mut rng = Rng::new(!seed);
    let precision = [None, Some(Precision::F64), Some(Precision::F32), Some(Precision::U16)];
    let storage = rng.below(4);
    let (network, model) = match precision[storage] {
        None => (network(&model), model),
        Some(precision) => stored(&model, precision),
    };
    let Ok(truth) = eliminate(&model, &case) else { return };
    totals.networks[storage].fetch_add(1, Relaxed);
    let evidence = evidence(&case);
    for method in [Method::Bounds, Method::Bounds, Method::Bounds, Method::Auto] {
        let steps = 10f64.powf(rng.uniform(0.0, 3.5)) as u32;
        // With little memory neither copies nor an exact answer fit.
        let memory = [1 << 10, 1 << 14, 1 << 17, 1 << 26][rng.below(4)];
        let limits = Limits { time: Some(STEP * steps), memory, ..Limits::default() };
        let mut engine = Engine::new(&network);
        let within = [1e-10, 1e-7, 1e-4, 1e-2][rng.below(4)];
        engine.set_target(Target { within, until_ranked: false, ..Target::default() });
        let Ok(answer) = engine.diagnose_within(&evidence, method, &Budget::counted(&limits, STEP)) else {
            continue;
        };
        if method == Method::Auto && answer.exactness.word() != "bounds" {
            continue;
        }
        totals.answers.fetch_add(1, Relaxed);
        if let Some(wrong) = violation(&answer, &truth.precise) {
            totals.violations.fetch_add(1, Relaxed);
            println!("seed {seed}, {method}, {steps} steps, {memory} bytes: {wrong}");
        }
        let width = width(&answer);
        let class = [1e-6, 1e-3, 0.1, 0.999].iter().position(|&most| width < most).unwrap_or(4);
        totals.widths[class].fetch_add(1, Relaxed);
    }
}

fn main() -> ExitCode {
    let (count, first) = match questions("fuzz_intervals", DEFAULT_COUNT) {
        Ok(questions) => questions,
        Err(code) => return code,
    };
    let (next, totals, panicked) = (AtomicU64::new(first), Totals::default(), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Relaxed);
                    if seed >= first.saturating_add(count) {
                        return;
                    }
                    if std::panic::catch_unwind(|| examine(seed, &totals)).is_err()
                        && let Ok(mut seeds) = panicked.lock()
                    {
                        seeds.push(seed);
                    }
                }
            });
        }
    });
    let panicked = panicked.into_inner().unwrap_or_default();
    let [narrowest, narrow, middle, wide, nothing] =
        totals.widths.each_ref().map(|count| count.load(Relaxed));
    let (answers, violations) = (totals.answers.load(Relaxed), totals.violations.load(Relaxed));
    println!("{count} questions from seed {first}: {answers} answers in intervals, {violations} violations");
    let networks = totals.networks.each_ref().map(|count| count.load(Relaxed));
    println!("questions by network in memory, and in files at f64, f32, u16: {networks:?}");
    println!(
        "widest of the leading ten: below 1e-6 {narrowest}, 1e-3 {narrow}, 0.1 {middle}, 1 {wide}, nothing known {nothing}"
    );
    if !panicked.is_empty() {
        println!("panicked at seeds {panicked:?}");
    }
    if violations + panicked.len() > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}
