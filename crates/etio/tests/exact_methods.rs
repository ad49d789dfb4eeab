//! The exact methods against the oracle, on thousands of random networks.

mod common;

use common::{Renumbered, evidence, network};
use etio::format::compiled::{self, Options};
use etio::{Engine, InferenceError, Method, Network, Posterior};
use etio_oracle::random::{Rng, Size, possible_question, question};
use etio_oracle::{Answer, Case, Model, eliminate, enumerate, inclusion_exclusion};
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

/// Quickscore answers within 1e-10 of the truth and within its own bound, or says that its digits are lost.
fn check_quickscore(model: &Model, case: &Case, truth: &Answer) -> Result<(), TestCaseError> {
    match diagnose(model, case, Method::Quickscore) {
        Ok(posterior) => {
            let error = absolute_error(&posterior, truth);
            prop_assert!(error < 1e-10 && error <= posterior.exactness.error_bound().unwrap(), "{error:e}");
            let evidence = (posterior.log_evidence - truth.log_evidence).abs();
            prop_assert!(evidence < 1e-10 * truth.log_evidence.abs().max(1.0), "{evidence:e}");
        }
        // Where the evidence is likely, no digit is lost: the terms are 2^|F+|, none above 1.
        Err(InferenceError::DigitsLost { .. }) => {
            let terms = (case.present.len() as f64).exp2();
            prop_assert!(truth.log_evidence < (1e-4 + 1e-5 * terms).ln());
        }
        Err(other) => prop_assert!(false, "{other}"),
    }
    Ok(())
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
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn quickscore_is_right_or_says_that_it_is_not(seed: u64) {
        let (model, case) = possible_question(seed, Size::SMALL);
        let truth = enumerate(&model, &case).unwrap();
        check_quickscore(&model, &case, &truth)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn quickscore_is_right_or_says_that_it_is_not_on_larger_networks(seed: u64) {
        let (model, case) = possible_question(seed, Size { diseases: 40, findings: 14, present: 12 });
        // One in thousands is too much for the oracle, which says so.
        let Ok(truth) = eliminate(&model, &case) else { return Ok(()) };
        check_quickscore(&model, &case, &truth)?;
    }

    #[test]
    fn explained_sets_is_right_on_larger_networks(seed: u64) {
        let (model, case) = possible_question(seed, Size { diseases: 40, findings: 14, present: 12 });
        // One in thousands is too much for the oracle, which says so.
        let Ok(truth) = eliminate(&model, &case) else { return Ok(()) };
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

/// Fourteen present findings and a hundred diseases, each with a few of them, as rare as diseases are.
fn rare_diseases() -> (Model, Case) {
    let mut rng = Rng::new(14);
    let mut links = Vec::new();
    for disease in 0..100 {
        for finding in 0..14 {
            if rng.chance(0.3) {
                links.push((disease, finding, rng.uniform(0.1, 0.9)));
            }
        }
    }
    let model = Model { priors: vec![1e-3; 100], leaks: vec![0.0; 14], links };
    (model, Case { present: (0..14).collect(), absent: Vec::new() })
}

#[test]
fn quickscore_says_that_it_lost_its_digits_and_explained_sets_answers() {
    let (model, case) = rare_diseases();
    let refusal = diagnose(&model, &case, Method::Quickscore).unwrap_err();
    assert!(
        matches!(refusal, InferenceError::DigitsLost { method: Method::Quickscore, error_estimate } if error_estimate > 1e-10),
        "{refusal}"
    );
    let truth = inclusion_exclusion(&model, &case).unwrap();
    let posterior = diagnose(&model, &case, Method::ExplainedSets).unwrap();
    assert!(relative_error(&posterior, &truth) < 1e-12);
}

#[test]
fn an_absent_finding_without_links_changes_only_the_evidence() {
    let (mut model, mut case) = rare_diseases();
    let before = diagnose(&model, &case, Method::ExplainedSets).unwrap();
    model.leaks.push(0.25);
    case.absent.push(14);
    let after = diagnose(&model, &case, Method::ExplainedSets).unwrap();
    assert_eq!(before.marginals, after.marginals);
    assert!((after.log_evidence - before.log_evidence - 0.75f64.ln()).abs() < 1e-12);
}

/// Three hundred diseases, all but certain to be linked to a finding, and evidence that they make likely.
/// Some diseases are certain, some impossible, some always show a finding.
fn full() -> (Model, Case) {
    let mut rng = Rng::new(300);
    let mut links = Vec::new();
    for disease in 0..300 {
        for finding in 0..12 {
            if rng.chance(0.8) {
                let p = if finding < 9 && rng.chance(0.01) { 1.0 } else { rng.unit() };
                links.push((disease, finding, p));
            }
        }
    }
    let mut priors: Vec<f64> = (0..300).map(|_| 10f64.powf(rng.uniform(-5.0, -1.5))).collect();
    (priors[7], priors[70]) = (0.0, 1.0);
    let model = Model { priors, leaks: vec![1e-3; 12], links };
    (model, Case { present: (0..9).collect(), absent: vec![9, 10, 11] })
}

#[test]
fn a_full_network_is_answered_alike_by_every_method_and_from_dense_rows() {
    let (model, case) = full();
    let truth = inclusion_exclusion(&model, &case).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("full.etio");
    compiled::write(&network(&model), &file, &Options::default()).unwrap();
    let dense = Network::open(&file).unwrap();
    for (method, tolerance) in [
        ("explained-sets", 1e-12),
        ("quickscore", 1e-10),
        ("vfh+cvx+fdo:0", 1e-10),
        ("jj99+ppf+gdo:0", 1e-10),
    ] {
        let method: Method = method.parse().unwrap();
        for posterior in [
            diagnose(&model, &case, method).unwrap(),
            Engine::new(&dense).diagnose(&evidence(&case), method).unwrap(),
        ] {
            assert!(absolute_error(&posterior, &truth) < tolerance, "{method}");
            assert!((posterior.log_evidence - truth.log_evidence).abs() < 1e-10, "{method}");
        }
    }
}
