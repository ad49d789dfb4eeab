//! No truth is ever outside its interval, wherever the work is cut off. Clocks count looks: nothing
//! here is timed.

mod common;
#[path = "common/intervals.rs"]
mod intervals;

use std::time::Duration;

use common::{evidence, network};
use etio::{Budget, Engine, Exactness, InferenceError, Limits, Method, Network, Target};
use etio_oracle::random::{Rng, Size, possible_question};
use etio_oracle::{Case, Model, OracleError, Precise, eliminate, extreme};
use intervals::{violation, width};

/// Time that one look at the clock stands for.
const STEP: Duration = Duration::from_micros(50);

fn looks(steps: u32) -> Budget {
    let limits = Limits { time: Some(STEP * steps), memory: 1 << 26, ..Limits::default() };
    Budget::counted(&limits, STEP)
}

/// Asks with budgets that cut the work off at random points; no answer may be wrong, and none wider
/// than one with less time. Gives the narrowest width.
fn check(name: &str, model: &Model, case: &Case, rng: &mut Rng) -> f64 {
    let truth = match eliminate(model, case) {
        Ok(truth) => truth.precise,
        Err(OracleError::Impossible) => {
            let answer =
                Engine::new(&network(model)).diagnose_within(&evidence(case), Method::Bounds, &looks(9_999));
            assert!(
                matches!(answer, Ok(_) | Err(InferenceError::ImpossibleEvidence { .. })),
                "{name}: {answer:?}"
            );
            return 0.0;
        }
        Err(error) => panic!("{name} is not for the oracle: {error}"),
    };
    let network = network(model);
    let mut budgets: Vec<u32> = (0..3).map(|_| 10f64.powf(rng.uniform(0.0, 4.0)) as u32).collect();
    budgets.push(100_000);
    budgets.sort_unstable();
    let last = narrowest(name, &network, model, case, &truth, Method::Bounds, &budgets);
    narrowest(name, &network, model, case, &truth, Method::Auto, &budgets);
    last
}

/// The same by one method with each of some budgets.
fn narrowest(
    name: &str,
    network: &Network,
    model: &Model,
    case: &Case,
    truth: &Precise,
    method: Method,
    budgets: &[u32],
) -> f64 {
    let mut narrowest: Option<Vec<f64>> = None;
    let mut last = 1.0;
    for &steps in budgets {
        let mut engine = Engine::new(network);
        engine.set_target(Target { within: 1e-6, until_ranked: false, ..Target::default() });
        let answer = engine.diagnose_within(&evidence(case), method, &looks(steps));
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) if error.is_refusal() => continue,
            Err(error) => panic!("{name}, {steps} steps: {error}"),
        };
        // Without a proof there is nothing to hold against the truth, and anything is possible.
        let has_intervals = !matches!(
            answer.exactness,
            Exactness::Estimate { .. } | Exactness::Exact { certified: false, .. }
        );
        if let Some(wrong) = violation(&answer, truth).filter(|_| has_intervals) {
            panic!("{name}, {method}, {steps} steps: {wrong}");
        }
        if matches!(answer.exactness, Exactness::Exact { certified: false, .. }) {
            continue;
        }
        let interval = |d: usize| answer.interval(etio::DiseaseId::new(d as u32));
        let widths: Vec<f64> = (0..model.priors.len())
            .map(|d| interval(d).map_or(1.0, |(lower, upper)| upper - lower))
            .collect();
        // `auto` depends on predictions, which mean nothing on so small a question by a clock of looks.
        if let (Method::Bounds, Some(before)) = (method, &narrowest) {
            for (d, (own, before)) in widths.iter().zip(before).enumerate() {
                // With more time the answer may be exact, which is as narrow as its own roundings.
                let name = format!("{name}, {method}, {steps} steps");
                assert!(*own <= before.max(1e-9), "{name}: disease {d} {own} after {before}");
            }
        }
        narrowest = Some(widths);
        last = width(&answer);
    }
    last
}

#[test]
fn no_truth_is_outside_its_interval() {
    let mut rng = Rng::new(1);
    let mut narrow = 0;
    for seed in 0..150 {
        let size = Size { diseases: 4 + seed as usize % 20, findings: 12, present: 10 };
        let (model, case) = possible_question(seed, size);
        narrow += usize::from(check(&format!("seed {seed}"), &model, &case, &mut rng) < 1e-3);
    }
    assert!(narrow > 130, "{narrow} of 150 are narrow");
}

#[test]
fn no_truth_is_outside_its_interval_at_the_edges() {
    let mut rng = Rng::new(2);
    for seed in 0..200 {
        let extreme::Question { shape, model, case } = extreme::question(seed);
        check(&format!("{shape:?} {seed}"), &model, &case, &mut rng);
    }
}

/// A network of a file in less than full precision, with thousands of findings, most of them absent.
#[cfg(feature = "compiled")]
#[test]
fn files_of_less_precision_and_thousands_of_absent_findings() {
    use etio::format::compiled::{Options, Precision, open, write};

    let mut rng = Rng::new(3);
    let findings = 3_000;
    let mut links = Vec::new();
    for d in 0..40 {
        for f in 0..findings {
            if rng.chance(if f < 40 { 0.8 } else { 0.02 }) {
                links.push((d, f, rng.uniform(1e-4, 0.5)));
            }
        }
    }
    let priors = (0..40).map(|_| 10f64.powf(rng.uniform(-4.0, -0.5))).collect();
    let model = Model { priors, leaks: vec![1e-3; findings], links };
    let case = Case { present: (0..9).collect(), absent: (20..findings).filter(|f| f % 5 > 0).collect() };
    let folder = tempfile::tempdir().unwrap();
    for &precision in Precision::ALL {
        let path = folder.path().join(format!("{precision:?}.etio"));
        write(&network(&model), &path, &Options { precision, ..Options::default() }).unwrap();
        let stored = open(&path).unwrap();
        let mut read = model.clone();
        for link in &mut read.links {
            let (disease, finding) = (link.0 as u32, link.1 as u32);
            link.2 = stored
                .link(etio::DiseaseId::new(disease), etio::FindingId::new(finding))
                .map_or(0.0, |l| l.0);
        }
        read.links.retain(|link| link.2 > 0.0);
        let truth = eliminate(&read, &case).unwrap().precise;
        for memory in [1 << 12, 1 << 26] {
            let limits = Limits { time: Some(STEP * 50_000), memory, ..Limits::default() };
            let mut engine = Engine::new(&stored);
            let budget = Budget::counted(&limits, STEP);
            let answer = engine.diagnose_within(&evidence(&case), Method::Bounds, &budget).unwrap();
            assert_eq!(violation(&answer, &truth), None, "{precision:?}, {memory} bytes");
            assert!(memory < 1 << 20 || width(&answer) < 1e-3, "{precision:?}: {}", width(&answer));
        }
    }
}

/// Queries of a clinical expert system. The exact answer takes milliseconds and copies far longer than
/// predicted, so that they must not use up the time of whatever comes after them.
#[cfg(feature = "csv")]
#[test]
fn more_time_never_means_less_on_promedas() {
    use etio::format::cases::CaseReader;

    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/promedas");
    let Ok(folders) = std::fs::read_dir(&root) else {
        return eprintln!("skipped: no data at {}", root.display());
    };
    for folder in folders.map(|entry| entry.unwrap().path()) {
        let network = etio::Network::open(&folder).unwrap();
        let cases = std::fs::read(folder.join("cases.jsonl")).unwrap();
        let case = CaseReader::new(cases.as_slice()).next().unwrap().unwrap();
        let evidence = case.evidence(&network).unwrap();
        for method in [Method::Bounds, Method::Auto] {
            let mut last: f64 = 1.0;
            for millis in [1, 3, 10, 30, 100, 300, 1_000, 2_000, 5_000] {
                let limits = Limits { time: Some(Duration::from_millis(millis)), ..Limits::default() };
                let budget = Budget::counted(&limits, STEP);
                let answer = Engine::new(&network).diagnose_within(&evidence, method, &budget).unwrap();
                let width = width(&answer);
                let name = format!("{}, {method}", folder.display());
                assert!(width <= last.max(1e-9), "{name}: {width} at {millis} ms after {last}");
                last = width;
            }
            assert!(last < 1e-3, "{}, {method}: {last}", folder.display());
        }
    }
}

#[test]
fn a_decided_order_is_enough_if_that_is_asked_for() {
    let (model, case) = possible_question(7, Size { diseases: 12, findings: 12, present: 8 });
    let mut engine = Engine::new(&network(&model));
    engine.set_target(Target { within: 1e-12, until_ranked: true, ..Target::default() });
    let answer = engine.diagnose_within(&evidence(&case), Method::Bounds, &looks(100_000)).unwrap();
    let ranking = answer.ranking(10);
    for pair in ranking.windows(2) {
        assert!(answer.is_before(pair[0].0, pair[1].0), "{pair:?}");
    }
}

#[test]
fn a_question_at_the_edge_of_the_number_range_ends() {
    // The first guess of a variational parameter underflows to nothing here.
    let extreme::Question { model, case, .. } = extreme::question(1015);
    let limits = Limits { time: Some(STEP * 100), memory: 1 << 10, ..Limits::default() };
    let answer = Engine::new(&network(&model)).diagnose_within(
        &evidence(&case),
        Method::Auto,
        &Budget::counted(&limits, STEP),
    );
    assert!(answer.is_ok_and(|answer| answer.marginals.iter().all(|p| (0.0..=1.0).contains(p))));
}
