//! Error bounds against the oracle on thousands of questions at the edges of the number range.
//!
//! A longer run: `cargo run --release -p etio --example fuzz_certificates`.

#[path = "common/certificates.rs"]
mod certificates;
mod common;

use std::collections::BTreeMap;

use certificates::{Errors, METHODS, Outcome, describe, examine, judge, shrink};
use etio::{Engine, InferenceError, Method};
use etio_oracle::extreme::{Question, Shape, question};
use etio_oracle::{Case, Model, OracleError, eliminate};

/// Seeds of each shape.
const SEEDS: u64 = 300;

/// Asks every method about the shape's questions, and fails with all violations counted by method
/// and one of each method shrunken.
fn check(shape: Shape) {
    let first = Shape::ALL.iter().position(|&other| other == shape).unwrap() as u64;
    let mut violations: BTreeMap<String, (usize, f64, String)> = BTreeMap::new();
    let (mut exact, mut hung) = (0, false);
    for seed in (0..SEEDS).map(|k| first + k * Shape::ALL.len() as u64) {
        if hung {
            // Threads that never end would slow down whatever comes after.
            break;
        }
        let Question { model, case, .. } = question(seed);
        for (method, outcome) in examine(&model, &case) {
            exact += u64::from(matches!(outcome, Outcome::Exact(_)));
            hung |= outcome == Outcome::Hang;
            if outcome.violation().is_some() {
                let entry = violations
                    .entry(method.to_string())
                    .or_insert_with(|| (0, 0.0, describe(seed, &model, &case, method, &outcome)));
                entry.0 += 1;
                entry.1 = entry.1.max(outcome.ratio().unwrap_or(0.0));
            }
        }
    }
    let report: Vec<String> = violations
        .iter()
        .map(|(method, (count, ratio, first))| {
            format!("{method}: {count} of {SEEDS} questions, error up to {ratio:.3e} bounds\n  {first}")
        })
        .collect();
    assert!(report.is_empty(), "{shape:?}:\n{}", report.join("\n"));
    assert!(exact > 2 * SEEDS, "{exact} exact answers are too few to mean anything");
}

#[test]
fn bounds_hold_on_general_networks() {
    check(Shape::General);
}

#[test]
fn bounds_hold_on_trees() {
    check(Shape::Tree);
}

#[test]
fn bounds_hold_on_chains() {
    check(Shape::Chain);
}

#[test]
fn bounds_hold_with_many_absent_findings() {
    check(Shape::ManyAbsent);
}

#[test]
fn bounds_hold_with_many_certain_diseases() {
    check(Shape::ManyCertain);
}

#[test]
fn bounds_hold_with_many_tiny_links() {
    check(Shape::ManyTiny);
}

#[test]
fn bounds_hold_with_many_equal_diseases() {
    check(Shape::ManyEqual);
}

#[test]
fn bounds_hold_on_unconnected_networks() {
    check(Shape::Islands);
}

#[test]
fn bounds_hold_with_certain_links() {
    check(Shape::CertainLinks);
}

#[test]
fn bounds_hold_with_a_single_cause() {
    check(Shape::SingleCause);
}

fn usual() -> (Model, Case) {
    let model = Model {
        priors: vec![0.1, 0.02],
        leaks: vec![0.01, 0.2],
        links: vec![(0, 0, 0.5), (1, 0, 0.25), (1, 1, 0.75)],
    };
    (model, Case { present: vec![0], absent: vec![1] })
}

#[test]
fn wrong_answers_are_seen() {
    let (model, case) = usual();
    let truth = eliminate(&model, &case);
    let network = common::network(&model);
    let right = Engine::new(&network).diagnose(&common::evidence(&case), Method::Elimination).unwrap();
    let judged = |change: &dyn Fn(&mut etio::Posterior)| {
        let mut answer = right.clone();
        change(&mut answer);
        judge(Method::Auto, &Ok(answer), &truth)
    };
    let is_violation = |outcome: &Outcome| matches!(outcome, Outcome::Violation { .. });
    assert!(matches!(judged(&|_| {}), Outcome::Exact(_)));
    let bound = right.exactness.error_bound().unwrap();
    for (what, change) in [
        ("a marginal", &(|p: &mut etio::Posterior| p.marginals[1] += 3.0 * bound) as &dyn Fn(&mut _)),
        ("log evidence", &|p: &mut etio::Posterior| p.log_evidence -= 3.0 * bound + 1e-14),
        ("NaN", &|p: &mut etio::Posterior| p.marginals[0] = f64::NAN),
        ("a negative marginal", &|p: &mut etio::Posterior| p.marginals[0] = -1e-300),
        ("infinite log evidence", &|p: &mut etio::Posterior| p.log_evidence = f64::NEG_INFINITY),
        ("a missing marginal", &|p: &mut etio::Posterior| p.marginals.truncate(1)),
    ] {
        assert!(is_violation(&judged(change)), "{what}");
    }
    let impossible = Err(InferenceError::ImpossibleEvidence { finding: None });
    let lost = Err(InferenceError::DigitsLost { method: Method::Auto, error_estimate: 1.0 });
    assert!(is_violation(&judge(Method::Auto, &impossible, &truth)));
    assert!(is_violation(&judge(Method::Auto, &lost, &truth)));
    assert_eq!(judge(Method::Quickscore, &lost, &truth), Outcome::Refused("digits lost"));
    assert_eq!(judge(Method::Auto, &impossible, &Err(OracleError::Impossible)), Outcome::Impossible);
    assert!(is_violation(&judge(Method::Auto, &Ok(right.clone()), &Err(OracleError::Impossible))));
}

#[test]
fn errors_below_the_resolution_of_a_double_are_seen() {
    // The disease is certain but for 1e-200; an answer of 1 is wrong by this, and a bound of 0 is
    // false.
    let model = Model { priors: vec![0.5], leaks: vec![1e-200], links: vec![(0, 0, 1.0)] };
    let truth = eliminate(&model, &Case { present: vec![0], absent: vec![] }).unwrap();
    let errors = |bound: f64| Errors::new(&[1.0], truth.log_evidence, bound, &truth.precise);
    assert_eq!(errors(0.0).marginal, f64::INFINITY);
    assert!((errors(1e-200).marginal - 1.0).abs() < 1e-9);
    assert!(errors(1e-199).worst() < 1.0);
}

#[test]
fn failures_are_shrunken_to_what_matters() {
    // It fails if disease 700 keeps a tiny link to a present finding.
    let mut model = Model { priors: vec![0.3; 1_000], leaks: vec![0.1; 50], links: Vec::new() };
    model.links = (0..1_000).map(|disease| (disease, disease % 50, 0.25)).collect();
    model.links[700].2 = 3.7e-200;
    let case = Case { present: vec![0, 1, 2], absent: (3..50).collect() };
    let fails = |model: &Model, case: &Case| {
        let tiny = |&(_, f, p): &(usize, usize, f64)| p > 0.0 && p < 1e-100 && case.present.contains(&f);
        model.check(case).is_ok() && model.links.iter().any(tiny)
    };
    assert!(fails(&model, &case));
    let (model, case) = shrink(&model, &case, fails);
    assert_eq!(model, Model { priors: vec![0.0], leaks: vec![0.0], links: vec![(0, 0, 1e-200)] });
    assert_eq!(case, Case { present: vec![0], absent: vec![] });
}

#[test]
fn every_method_is_asked() {
    let (model, case) = usual();
    let outcomes = examine(&model, &case);
    assert_eq!(outcomes.len(), METHODS.len());
    for (method, outcome) in outcomes {
        assert!(matches!(outcome, Outcome::Exact(_)), "{method}: {outcome:?}");
    }
}
