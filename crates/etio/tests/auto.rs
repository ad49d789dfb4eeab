//! What `auto` promises: exact where it fits, an honest estimate where not, and never more than it may take.

mod common;

use std::time::Duration;

use common::{evidence, network};
use etio::{Engine, Exactness, InferenceError, Limits, Method};
use etio_oracle::random::{Size, possible_question};
use etio_oracle::{Case, Model, eliminate};
use proptest::prelude::*;

/// Findings in two rows, every one of a row sharing a disease with every one of the other: as wide as a row.
fn crossed(side: usize, prior: f64) -> (Model, Case) {
    let pairs = (0..side).flat_map(|a| (side..2 * side).map(move |b| (a, b)));
    let links = pairs.enumerate().flat_map(|(d, (a, b))| [(d, a, 0.5), (d, b, 0.25)]).collect();
    let model = Model { priors: vec![prior; side * side], leaks: vec![0.01; 2 * side], links };
    (model, Case { present: (0..2 * side).collect(), absent: Vec::new() })
}

fn auto(model: &Model, case: &Case, limits: Limits) -> Result<etio::Posterior, InferenceError> {
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
        let answer = match auto(&model, &case, limits) {
            Ok(answer) => answer,
            // Findings with a link of 1 cannot be transformed: there may be no time for them.
            Err(error) => {
                let is_refusal =
                    matches!(error, InferenceError::OutOfTime { .. } | InferenceError::TooExpensive { .. });
                prop_assert!(is_refusal, "{}", error);
                return Ok(());
            }
        };
        prop_assert!(answer.marginals.iter().all(|p| (0.0..=1.0).contains(p)));
        match answer.exactness {
            Exactness::Exact { error_bound, .. } => {
                for (own, exact) in answer.marginals.iter().zip(&truth.posteriors) {
                    prop_assert!((own - exact).abs() <= error_bound, "{} {own} {exact}", answer.method);
                }
            }
            _ => {
                let upper = answer.exactness.log_evidence_upper().unwrap();
                let slack = upper - truth.log_evidence;
                prop_assert!(slack >= -1e-9 * (1.0 + upper.abs()), "{upper} below {}", truth.log_evidence);
                prop_assert!(!answer.work.transformed.is_empty());
            }
        }
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

#[test]
fn without_time_there_is_an_estimate() {
    let (model, case) = crossed(8, 0.05);
    let limits = Limits { time: Some(Duration::from_nanos(1)), ..Limits::default() };
    let answer = auto(&model, &case, limits).unwrap();
    let truth = eliminate(&model, &case).unwrap();
    assert!(answer.exactness.log_evidence_upper().unwrap() >= truth.log_evidence);
    assert_eq!(answer.work.transformed.len(), 16);
}

/// More time, fewer findings transformed and a tighter bound: here the exact answer takes about a gigabyte.
#[test]
fn a_little_time_buys_a_tighter_bound() {
    let (model, case) = crossed(26, 0.02);
    let bound = |time| {
        let limits = Limits { time: Some(time), memory: 1 << 22, ..Limits::default() };
        let answer = auto(&model, &case, limits).unwrap();
        (
            answer.exactness.log_evidence_upper().unwrap(),
            answer.work.transformed.len(),
            answer.work.exact_seconds,
        )
    };
    let (none, some) = (bound(Duration::from_nanos(1)), bound(Duration::from_secs(20)));
    assert_eq!(none.1, 52);
    assert!(some.2.unwrap() > 0.1, "it says what the exact answer would take: {some:?}");
    assert!(some.1 < 52 && some.0 < none.0, "{none:?} {some:?}");
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
