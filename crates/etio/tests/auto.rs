//! The promises of `auto`: an exact answer if it fits, otherwise an estimate marked as such, and
//! never more time or memory than allowed.

mod common;
#[path = "common/intervals.rs"]
mod intervals;

use std::time::Duration;

use common::{evidence, network};
use etio::{Budget, Engine, Exactness, InferenceError, Limits, Method, Posterior, Target};
use etio_oracle::random::{Rng, Size, possible_question};
use etio_oracle::{Case, Model, eliminate};
use proptest::prelude::*;

/// Findings in two rows, every one of a row sharing a disease with every one of the other: as wide
/// as a row.
fn crossed(side: usize, prior: f64) -> (Model, Case) {
    let pairs = (0..side).flat_map(|a| (side..2 * side).map(move |b| (a, b)));
    let links = pairs.enumerate().flat_map(|(d, (a, b))| [(d, a, 0.5), (d, b, 0.25)]).collect();
    let model = Model { priors: vec![prior; side * side], leaks: vec![0.01; 2 * side], links };
    (model, Case { present: (0..2 * side).collect(), absent: Vec::new() })
}

fn auto(model: &Model, case: &Case, limits: Limits) -> Result<Posterior, InferenceError> {
    Engine::with_limits(&network(model), limits).diagnose(&evidence(case), Method::Auto)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn an_answer_that_says_exact_is(seed: u64, micros in 1u64..3000) {
        let (model, case) = possible_question(seed, Size { diseases: 20, findings: 14, present: 12 });
        // A few questions are beyond the oracle's reach.
        let Ok(truth) = eliminate(&model, &case) else { return Ok(()) };
        let limits = Limits { time: Some(Duration::from_micros(micros)), ..Limits::default() };
        let answer = auto(&model, &case, limits).unwrap();
        prop_assert!(answer.marginals.iter().all(|p| (0.0..=1.0).contains(p)));
        match answer.exactness {
            Exactness::Exact { error_bound, .. } => {
                for (own, exact) in answer.marginals.iter().zip(&truth.posteriors) {
                    prop_assert!((own - exact).abs() <= error_bound, "{} {own} {exact}", answer.method);
                }
            }
            Exactness::Estimate { log_evidence_upper: upper, is_informed, .. } => {
                prop_assert!(upper >= truth.log_evidence, "{upper} below {}", truth.log_evidence);
                let rounding = upper - answer.log_evidence;
                prop_assert!((0.0..1e-12 * (1.0 + upper.abs())).contains(&rounding), "{rounding}");
                prop_assert_eq!(is_informed, !answer.work.transformed.is_empty());
            }
            Exactness::Bounds { .. } => {
                prop_assert_eq!(intervals::violation(&answer, &truth.precise), None);
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }
}

/// Ten diseases and more findings than elimination handles.
fn few_diseases() -> (Model, Case) {
    let mut rng = Rng::new(16);
    let mut links = Vec::new();
    for f in 0..5_000 {
        let first = rng.below(10);
        links.extend((0..3).map(|at| ((first + at * at) % 10, f, 0.3)));
    }
    let model = Model { priors: vec![0.01; 10], leaks: vec![0.02; 5_000], links };
    (model, Case { present: (0..5_000).collect(), absent: Vec::new() })
}

/// One disease and hundreds of findings: nothing that grows with the findings is worth planning.
fn one_disease() -> (Model, Case) {
    let leaks = (0..200).map(|f| 0.1 + 0.004 * f64::from(f)).collect();
    let model = Model { priors: vec![0.3], leaks, links: (0..200).map(|f| (0, f, 1e-17)).collect() };
    (model, Case { present: (0..200).collect(), absent: Vec::new() })
}

#[test]
fn few_diseases_are_summed_over_whatever_the_number_of_findings() {
    for (model, case) in [few_diseases(), one_disease()] {
        let answer = auto(&model, &case, Limits::default()).unwrap();
        let summed = Engine::new(&network(&model)).diagnose(&evidence(&case), Method::Enumeration).unwrap();
        assert_eq!(answer.method, Method::Enumeration);
        assert_eq!(answer.marginals, summed.marginals);
        assert!(answer.exactness.is_certified());
        let mut engine = Engine::new(&network(&model));
        let forecast = engine.forecast(&evidence(&case), Method::Auto).unwrap();
        assert_eq!(forecast.seconds, summed.work.predicted_seconds);
    }
}

/// So much evidence that roundings of the bound add up to more than those of an exact answer.
#[test]
fn an_estimate_bounds_the_evidence_to_the_last_digit() {
    let (model, case) = few_diseases();
    let truth = Engine::new(&network(&model)).diagnose(&evidence(&case), Method::Enumeration).unwrap();
    let least = truth.log_evidence - truth.exactness.error_bound().unwrap();
    let step = Duration::from_micros(20);
    for steps in [100, 300, 1_000] {
        let limits = Limits { time: Some(step * steps), ..Limits::default() };
        let budget = Budget::counted(&limits, step);
        let mut engine = Engine::new(&network(&model));
        let answer = engine.diagnose_within(&evidence(&case), Method::Auto, &budget).unwrap();
        let upper = answer.exactness.log_evidence_upper().unwrap();
        assert!(upper >= least, "{steps} steps: {upper} below {least}");
        assert!(answer.exactness.is_informed(), "{steps} steps");
    }
}

#[test]
fn without_limits_the_answer_is_exact() {
    for side in [1, 3, 8] {
        let (model, case) = crossed(side, 0.05);
        let answer = auto(&model, &case, Limits::default()).unwrap();
        let truth = eliminate(&model, &case).unwrap();
        let bound = answer.exactness.error_bound().unwrap();
        for (own, exact) in answer.marginals.iter().zip(&truth.posteriors) {
            assert!((own - exact).abs() <= bound, "{own} {exact}");
        }
        assert_ne!(answer.method, Method::Auto);
        assert!(answer.work.exact_seconds.is_none());
        assert!(answer.work.predicted_seconds > 0.0);
    }
}

/// Dense rows, on which intervals of some width take a fraction of the time of an exact answer.
#[test]
fn intervals_replace_an_exact_answer_only_if_a_width_is_asked_for() {
    let mut rng = Rng::new(4);
    let (diseases, findings) = (600, 14);
    let mut links = Vec::new();
    for d in 0..diseases {
        for f in 0..findings {
            if rng.chance(0.8) {
                links.push((d, f, rng.uniform(0.02, 0.9)));
            }
        }
    }
    let priors = (0..diseases).map(|_| 10f64.powf(rng.uniform(-5.0, -2.0))).collect();
    let model = Model { priors, leaks: vec![1e-4; findings], links };
    let evidence = evidence(&Case { present: (0..findings).collect(), absent: Vec::new() });
    let network = network(&model);
    let ask = |target: Target| {
        let mut engine = Engine::new(&network);
        engine.set_target(target);
        let budget = Budget::counted(&Limits::default(), Duration::from_micros(1));
        engine.diagnose_within(&evidence, Method::Auto, &budget).unwrap()
    };
    let exact = ask(Target { within: 0.01, ..Target::default() });
    let bound = exact.exactness.error_bound().expect("an exact answer");
    let answer = ask(Target { within: 0.01, is_enough: true, ..Target::default() });
    assert_eq!(answer.method, Method::Bounds);
    assert!(answer.work.exact_seconds.is_some_and(|seconds| seconds > 0.0));
    for (disease, p) in exact.ranking(10) {
        let (lower, upper) = answer.interval(disease).unwrap();
        assert!(lower - bound <= p && p <= upper + bound && upper - lower <= 0.01, "{p} in {lower}..{upper}");
    }
}

/// Whether the present findings had a part in an estimate.
fn is_informed(answer: &Posterior) -> Option<bool> {
    match answer.exactness {
        Exactness::Estimate { is_informed, .. } | Exactness::Bounds { is_informed, .. } => Some(is_informed),
        _ => None,
    }
}

#[test]
fn without_time_the_present_findings_are_ignored() {
    let (model, mut case) = crossed(8, 0.05);
    let absent = case.present.pop().unwrap();
    case.absent.push(absent);
    let limits = Limits { time: Some(Duration::from_nanos(1)), ..Limits::default() };
    let answer = auto(&model, &case, limits).unwrap();
    assert_eq!(is_informed(&answer), Some(false));
    assert_eq!(answer.work.transformed, []);
    let absent_only = Case { present: Vec::new(), absent: vec![absent] };
    let exact = auto(&model, &absent_only, Limits::default()).unwrap();
    assert!((answer.log_evidence - exact.log_evidence).abs() < 1e-12);
    assert!((answer.exactness.log_evidence_upper().unwrap() - answer.log_evidence).abs() < 1e-10);
    for (own, exact) in answer.marginals.iter().zip(&exact.marginals) {
        assert!((own - exact).abs() < 1e-15);
    }
}

/// More time, fewer findings transformed and a tighter bound: here the exact answer takes about a
/// gigabyte.
#[test]
fn a_little_time_buys_a_tighter_bound() {
    let (model, case) = crossed(26, 0.02);
    let answer = |time| {
        let limits = Limits { time: Some(time), memory: 1 << 22, ..Limits::default() };
        auto(&model, &case, limits).unwrap()
    };
    let (none, some) = (answer(Duration::from_nanos(1)), answer(Duration::from_secs(20)));
    assert_eq!((none.log_evidence, is_informed(&none)), (0.0, Some(false)));
    assert!(some.work.exact_seconds.unwrap() > 0.1, "it says what the exact answer would take: {some:?}");
    assert!((1..52).contains(&some.work.transformed.len()), "{:?}", some.work);
    assert!(some.log_evidence < -10.0 && is_informed(&some) == Some(true), "{}", some.log_evidence);
}

#[test]
fn forced_methods_that_do_not_fit_refuse_with_the_prediction() {
    let (model, case) = crossed(4, 0.05);
    let network = network(&model);
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let mut engine = Engine::with_limits(&network, limits);
    for method in [Method::Enumeration, Method::ExplainedSets, Method::Elimination, Method::Quickscore] {
        let refusal = engine.diagnose(&evidence(&case), method).unwrap_err();
        let is_predicted = |error: &InferenceError| matches!(error, InferenceError::TooExpensive { predicted_seconds, .. } if *predicted_seconds > 0.0);
        assert!(is_predicted(&refusal), "{method}: {refusal:?}");
    }
}

#[test]
fn every_exact_method_can_be_forecast() {
    let (model, case) = crossed(4, 0.05);
    let network = network(&model);
    let mut engine = Engine::new(&network);
    for method in [Method::Enumeration, Method::ExplainedSets, Method::Elimination, Method::Quickscore] {
        let forecast = engine.forecast(&evidence(&case), method).unwrap();
        assert!(forecast.seconds > 0.0 && forecast.bytes > 0.0 && forecast.operations > 0.0, "{method}");
        assert!(forecast.width >= 4, "{method}: {forecast:?}");
    }
    let (wide, case) = crossed(5, 0.05);
    let too_large = Engine::new(&self::network(&wide)).forecast(&evidence(&case), Method::Enumeration);
    assert!(matches!(too_large, Err(InferenceError::TooLarge { count: 25, .. })));
}
