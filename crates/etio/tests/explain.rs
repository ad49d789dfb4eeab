//! Explanations and the gradient against the oracle.

mod common;

use common::{evidence, network};
use std::time::Duration;

use etio::{Budget, DiseaseId, Engine, Exactness, Limits, Method};
use etio_oracle::random::{Size, possible_question};
use etio_oracle::{Case, Model, eliminate, gradient, weights_of_evidence};
use proptest::prelude::*;

const SIZE: Size = Size { diseases: 10, findings: 10, present: 7 };

/// The log-odds' own rounding: they are differences of log evidences.
fn close(own: f64, truth: f64, scale: f64) -> bool {
    own == truth || (own - truth).abs() <= 1e-9 * (1.0 + truth.abs() + scale.abs())
}

fn with_prior(model: &Model, disease: usize, prior: f64) -> Model {
    let mut other = model.clone();
    other.priors[disease] = prior;
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn weights_shares_and_slopes_are_right(seed: u64) {
        let (model, case) = possible_question(seed, SIZE);
        let disease = (seed % model.priors.len() as u64) as usize;
        let network = network(&model);
        let explained = Engine::new(&network)
            .explain(&evidence(&case), DiseaseId::new(disease as u32), Method::Auto)
            .unwrap();
        prop_assert!(explained.is_exact);
        let truth = eliminate(&model, &case).unwrap();
        prop_assert!((explained.posterior - truth.posteriors[disease]).abs() < 1e-9);
        let slopes = gradient(&model, &case).unwrap();
        for weight in &explained.findings {
            let finding = weight.finding.index();
            let wanted = weights_of_evidence(&model, &case, finding).unwrap()[disease];
            match (weight.weight, wanted) {
                (Some(own), Some(truth)) => prop_assert!(close(own, truth, 0.0), "{own} {truth}"),
                (own, truth) => prop_assert_eq!(own, truth),
            }
            let link = model.links.iter().position(|&(d, f, _)| (d, f) == (disease, finding));
            let share = match link {
                Some(at) if weight.is_present => {
                    let p = model.links[at].2;
                    p * (truth.posteriors[disease] - (1.0 - p) * slopes.links[at])
                }
                _ => 0.0,
            };
            prop_assert!((weight.share - share).abs() < 1e-9, "{} {share}", weight.share);
        }
    }

    #[test]
    fn prior_slopes_are_differences_of_conditional_posteriors(seed: u64) {
        let (model, case) = possible_question(seed, SIZE);
        let disease = (seed % model.priors.len() as u64) as usize;
        let explained = Engine::new(&network(&model))
            .explain(&evidence(&case), DiseaseId::new(disease as u32), Method::Elimination)
            .unwrap();
        let sides = [1.0, 0.0].map(|prior| eliminate(&with_prior(&model, disease, prior), &case));
        let [Ok(on), Ok(off)] = sides else {
            prop_assert!(explained.priors.is_empty());
            return Ok(());
        };
        let mut slopes = vec![0.0; model.priors.len()];
        explained.priors.iter().for_each(|prior| slopes[prior.disease.index()] = prior.slope);
        for (d, own) in slopes.iter().enumerate() {
            let wanted = on.posteriors[d] - off.posteriors[d];
            prop_assert!((own - wanted).abs() < 2e-9, "{own} {wanted}");
        }
    }

    #[test]
    fn the_gradient_is_right(seed: u64) {
        let (model, case) = possible_question(seed, SIZE);
        let truth = gradient(&model, &case).unwrap();
        let own = Engine::new(&network(&model)).gradient(&evidence(&case)).unwrap();
        for slope in own {
            let pair = (slope.disease.index(), slope.finding.index());
            let at = model.links.iter().position(|&(d, f, _)| (d, f) == pair).unwrap();
            let wanted = -truth.links[at];
            prop_assert!(close(slope.slope, wanted, 1.0 / model.links[at].2), "{slope:?} {wanted}");
        }
    }
}

#[test]
fn a_disease_that_is_ruled_out_weighs_infinitely_against_itself() {
    // The disease always causes the second finding, which is absent.
    let model = Model { priors: vec![0.1], leaks: vec![0.1, 0.1], links: vec![(0, 0, 0.5), (0, 1, 1.0)] };
    let case = Case { present: vec![0], absent: vec![1] };
    let explained =
        Engine::new(&network(&model)).explain(&evidence(&case), DiseaseId::new(0), Method::Auto).unwrap();
    assert_eq!((explained.posterior, explained.log_odds), (0.0, f64::NEG_INFINITY));
    assert_eq!(explained.findings[0].weight, None, "infinite with and without the first finding");
    assert_eq!(explained.findings[1].weight, Some(f64::NEG_INFINITY));
    assert!(explained.priors.is_empty());
    assert_eq!(explained.by_weight().iter().map(|(_, w)| *w).collect::<Vec<_>>(), [-700.0, 0.0]);
}

/// The probability that a disease is there and causes a finding, by the oracle.
fn share(model: &Model, case: &Case, disease: usize, finding: usize) -> f64 {
    let link = model.links.iter().find(|&&(d, f, _)| (d, f) == (disease, finding)).map_or(0.0, |link| link.2);
    let mut certain = model.clone();
    certain.priors[disease] = 1.0;
    let present = case.present.iter().copied().filter(|&f| f != finding).collect();
    let without = Case { present, absent: case.absent.clone() };
    let log = |case: &Case| eliminate(&certain, case).unwrap().log_evidence;
    eliminate(model, case).unwrap().posteriors[disease] * link * (log(&without) - log(case)).exp()
}

/// With bounds in place of exact log evidences, whatever is said is true: ranges hold the truth, no
/// sign is wrong, and the posterior is that of the answer.
#[test]
fn weights_within_bounds_are_proven_or_left_out() {
    let size = Size { diseases: 24, findings: 14, present: 12 };
    let (mut ranged, mut shared, mut left_out) = (0, 0, 0);
    for seed in 0..60 {
        let (model, case) = possible_question(seed, size);
        let disease = seed as usize % model.priors.len();
        let (evidence, id) = (evidence(&case), DiseaseId::new(disease as u32));
        let mut engine = Engine::new(&network(&model));
        let limits = Limits { time: Some(Duration::from_millis(20 << (seed % 8))), ..Limits::default() };
        let budget = || Budget::counted(&limits, Duration::from_millis(1));
        let Ok(answer) = engine.diagnose_within(&evidence, Method::Bounds, &budget()) else { continue };
        let explained = engine.explain_within(&evidence, &answer, id, Method::Bounds, &budget()).unwrap();
        assert_eq!(explained.posterior, answer.marginal(id));
        let observed = evidence.present().len() + evidence.absent().len();
        assert_eq!(explained.findings.len() + explained.left_out.len(), observed);
        left_out += explained.left_out.len();
        for weight in &explained.findings {
            let Some((lower, upper)) = weight.range else { continue };
            assert!(lower > 0.0 || upper < 0.0, "{weight:?}");
            assert!(!explained.is_exact && weight.share <= explained.posterior);
            if let Some((lower, upper)) = weight.share_range {
                let truth = share(&model, &case, disease, weight.finding.index());
                assert!((lower - 1e-9..=upper + 1e-9).contains(&truth), "{truth} {weight:?}");
                assert!((lower..=upper).contains(&weight.share), "{weight:?}");
                shared += usize::from(upper > lower);
            }
            let truth = weights_of_evidence(&model, &case, weight.finding.index()).unwrap()[disease];
            if let (Some(own), Some(truth)) = (weight.weight, truth) {
                assert!((lower - 1e-9..=upper + 1e-9).contains(&truth), "{truth} {weight:?}");
                assert!((lower..=upper).contains(&own), "{weight:?}");
                ranged += 1;
            }
        }
    }
    assert!(ranged > 20 && shared > 0 && left_out > 20, "{ranged} {shared} {left_out}");
}

#[test]
fn an_explanation_without_time_keeps_the_answer() {
    let (model, case) = possible_question(3, SIZE);
    let mut engine = Engine::new(&network(&model));
    let answer = engine.diagnose(&evidence(&case), Method::Auto).unwrap();
    let none = Budget::counted(
        &Limits { time: Some(Duration::ZERO), ..Limits::default() },
        Duration::from_millis(1),
    );
    let id = DiseaseId::new(0);
    let explained = engine.explain_within(&evidence(&case), &answer, id, Method::Elimination, &none).unwrap();
    assert_eq!(explained.posterior, answer.marginal(id));
    assert_eq!(explained.left_out.len(), case.present.len() + case.absent.len());
    assert!(explained.findings.is_empty() && !explained.is_exact);
    none.cancel();
    assert!(engine.explain_within(&evidence(&case), &answer, id, Method::Auto, &none).is_err());
}

#[test]
fn unlikely_diseases_keep_their_digits() {
    let model = Model {
        priors: vec![1e-30, 0.2],
        leaks: vec![0.01, 0.01],
        links: vec![(0, 0, 0.9), (1, 0, 0.5), (1, 1, 0.5)],
    };
    let case = Case { present: vec![0, 1], absent: vec![] };
    let mut engine = Engine::new(&network(&model));
    let explained = engine.explain(&evidence(&case), DiseaseId::new(0), Method::Auto).unwrap();
    let truth = weights_of_evidence(&model, &case, 0).unwrap()[0].unwrap();
    assert!((explained.findings[0].weight.unwrap() - truth).abs() < 1e-12);
    let answer = engine.diagnose(&evidence(&case), Method::Auto).unwrap();
    assert!(matches!(answer.exactness, Exactness::Exact { .. }));
}

#[test]
fn observations_weigh_as_bayes_says() {
    let model =
        Model { priors: vec![0.1], leaks: vec![0.1, 0.1, 0.2], links: vec![(0, 0, 0.8), (0, 2, 0.5)] };
    let case = Case { present: vec![0], absent: vec![2] };
    let explained = Engine::new(&network(&model))
        .explain(&evidence(&case), DiseaseId::new(0), Method::Enumeration)
        .unwrap();
    let [(_, fever), (_, cough)] = explained.by_weight()[..] else { panic!("{explained:?}") };
    // Likelihood ratios of one disease: P(f | d) / P(f | not d).
    assert!((fever - ((1.0 - 0.2 * 0.9) / 0.1_f64).ln()).abs() < 1e-12);
    assert!((cough - 0.5_f64.ln()).abs() < 1e-12);
}
