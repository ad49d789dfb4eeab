//! No truth is ever outside its interval, wherever the work is cut off. Clocks count looks: nothing
//! here is timed.

mod common;
#[path = "common/intervals.rs"]
mod intervals;

use std::time::Duration;

use common::{evidence, network};
use etio::{Budget, Engine, InferenceError, Limits, Method, Target};
use etio_oracle::random::{Rng, Size, possible_question};
use etio_oracle::{Case, Model, OracleError, eliminate, extreme};
use intervals::{violation, width};

/// What a look at the clock stands for.
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
            let answer = Engine::new(&network(model)).diagnose_within(&evidence(case), Method::Bounds, &looks(9_999));
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
    let mut narrowest: Option<Vec<f64>> = None;
    let mut last = 1.0;
    for steps in budgets {
        let mut engine = Engine::new(&network);
        engine.set_target(Target { within: 1e-6, until_ranked: false });
        let answer = engine.diagnose_within(&evidence(case), Method::Bounds, &looks(steps));
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) if error.is_refusal() => continue,
            Err(error) => panic!("{name}, {steps} steps: {error}"),
        };
        if let Some(wrong) = violation(&answer, &truth) {
            panic!("{name}, {steps} steps: {wrong}");
        }
        let widths: Vec<f64> = (0..model.priors.len())
            .filter_map(|d| answer.interval(etio::DiseaseId::new(d as u32)))
            .map(|(lower, upper)| upper - lower)
            .collect();
        if let Some(before) = &narrowest {
            for (d, (own, before)) in widths.iter().zip(before).enumerate() {
                assert!(*own <= before + 1e-12, "{name}, {steps} steps: disease {d} {own} after {before}");
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
