//! The exact methods against the oracle, on thousands of random networks.

mod common;

use common::{Renumbered, evidence, network};
use etio::{Engine, InferenceError, Method, Posterior};
use etio_oracle::random::{Rng, Size, possible_question, question};
use etio_oracle::{Answer, Case, Model, eliminate, enumerate};
use proptest::prelude::*;

fn diagnose(model: &Model, case: &Case, method: Method) -> Result<Posterior, InferenceError> {
    Engine::new(&network(model)).diagnose(&evidence(case), method)
}

/// Largest relative difference of a posterior or of its complement's odds, and of the evidence.
fn relative_error(posterior: &Posterior, truth: &Answer) -> f64 {
    let pairs = posterior.marginals.iter().zip(&truth.posteriors);
    let marginals = pairs.map(|(own, truth)| if own == truth { 0.0 } else { (own - truth).abs() / truth });
    let evidence = (posterior.log_evidence - truth.log_evidence).abs() / truth.log_evidence.abs().max(1.0);
    marginals.fold(evidence, f64::max)
}

fn absolute_error(posterior: &Posterior, truth: &Answer) -> f64 {
    let pairs = posterior.marginals.iter().zip(&truth.posteriors);
    pairs.map(|(own, truth)| (own - truth).abs()).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn explained_sets_is_right_to_the_last_digits(seed: u64) {
        let (model, case) = possible_question(seed, Size::SMALL);
        let truth = enumerate(&model, &case).unwrap();
        let posterior = diagnose(&model, &case, Method::ExplainedSets).unwrap();
        prop_assert!(relative_error(&posterior, &truth) < 1e-12, "{posterior:?} {truth:?}");
        prop_assert!(absolute_error(&posterior, &truth) <= posterior.exactness.error_bound().unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn explained_sets_is_right_on_larger_networks(seed: u64) {
        let (model, case) = possible_question(seed, Size { diseases: 40, findings: 14, present: 12 });
        let truth = eliminate(&model, &case).unwrap();
        let posterior = diagnose(&model, &case, Method::ExplainedSets).unwrap();
        prop_assert!(relative_error(&posterior, &truth) < 1e-12, "{posterior:?} {truth:?}");
    }

    #[test]
    fn labels_do_not_matter(seed: u64) {
        let (model, case) = possible_question(seed, Size { diseases: 20, findings: 12, present: 10 });
        let other = Renumbered::new(&model, &case, &mut Rng::new(seed));
        let posterior = diagnose(&model, &case, Method::ExplainedSets).unwrap();
        let relabelled = diagnose(&other.model, &other.case, Method::ExplainedSets).unwrap();
        prop_assert!((posterior.log_evidence - relabelled.log_evidence).abs() < 1e-12 * posterior.log_evidence.abs().max(1.0));
        for (at, own) in posterior.marginals.iter().enumerate() {
            let same = relabelled.marginals[other.diseases[at]];
            prop_assert!((own - same).abs() <= 1e-12 * own, "{own} {same}");
        }
    }
}

#[test]
fn impossible_evidence_is_an_error() {
    let questions = (0..2000).map(|seed| question(seed, Size::SMALL));
    let mut impossible = 0;
    for (model, case) in questions.filter(|(model, case)| !model.is_possible(case)) {
        let answer = diagnose(&model, &case, Method::ExplainedSets);
        assert!(
            matches!(answer, Err(InferenceError::ImpossibleEvidence { .. })),
            "{model:?} {case:?} {answer:?}"
        );
        impossible += 1;
    }
    assert!(impossible > 50);
}

/// Findings in a ring, each explained only by two diseases that it shares with its neighbours.
fn ring(findings: usize, prior: f64) -> (Model, Case) {
    let links = (0..findings).flat_map(|f| [(f, f, 0.5), (f, (f + 1) % findings, 0.25)]).collect();
    let model = Model { priors: vec![prior; findings], leaks: vec![0.0; findings], links };
    (model, Case { present: (0..findings).collect(), absent: Vec::new() })
}

#[test]
fn evidence_far_below_the_smallest_double_keeps_its_digits() {
    for (findings, prior) in [(8, 1e-12), (14, 1e-40), (60, 1e-30)] {
        let (model, case) = ring(findings, prior);
        let truth = eliminate(&model, &case).unwrap();
        assert!(truth.log_evidence < -0.4 * findings as f64 * -prior.ln());
        let posterior = diagnose(&model, &case, Method::ExplainedSets).unwrap();
        assert!(relative_error(&posterior, &truth) < 1e-12, "{posterior:?}");
    }
}

#[test]
fn what_no_double_can_hold_is_refused() {
    let (model, case) = ring(6, 1e-200);
    let refusal = diagnose(&model, &case, Method::ExplainedSets).unwrap_err();
    assert!(matches!(refusal, InferenceError::DigitsLost { .. }), "{refusal}");
}
