//! The exact methods against each other.

mod common;

use common::near;
use etio_oracle::number::Real;
use etio_oracle::random::{Rng, Size, case, possible_question, question};
use etio_oracle::{Answer, Case, Model, OracleError, eliminate, enumerate, inclusion_exclusion};

/// Whether two numbers agree to 2^-bits relative.
fn close(a: Real, b: Real, bits: i64) -> bool {
    (a - b).abs() <= a.abs().max(b.abs()).scaled(-bits)
}

fn assert_same(a: &Result<Answer, OracleError>, b: &Result<Answer, OracleError>, bits: i64, seed: u64) {
    match (a, b) {
        (Ok(a), Ok(b)) => {
            assert!(close(a.precise.evidence, b.precise.evidence, bits), "evidence, seed {seed}");
            for k in 0..a.posteriors.len() {
                assert!(close(a.precise.on[k], b.precise.on[k], bits), "disease {k}, seed {seed}");
                assert!(close(a.precise.off[k], b.precise.off[k], bits), "disease {k}, seed {seed}");
            }
            assert_eq!(a.posteriors, b.posteriors, "seed {seed}");
            assert_eq!(a.log_evidence, b.log_evidence, "seed {seed}");
        }
        _ => assert_eq!(a, b, "seed {seed}"),
    }
}

#[test]
fn all_three_agree_on_small_questions() {
    for seed in 0..1_500 {
        let (model, case) = question(seed, Size::SMALL);
        let truth = enumerate(&model, &case);
        assert_same(&truth, &eliminate(&model, &case), 480, seed);
        assert_same(&truth, &inclusion_exclusion(&model, &case), 480, seed);
    }
}

#[test]
fn all_three_agree_on_dense_questions() {
    for seed in 0..6 {
        let (model, case) = possible_question(seed, Size { diseases: 14, findings: 12, present: 9 });
        let truth = enumerate(&model, &case);
        assert_same(&truth, &eliminate(&model, &case), 480, seed);
        assert_same(&truth, &inclusion_exclusion(&model, &case), 480, seed);
    }
}

/// A sparse network: each finding has a few parents among many diseases, and a small leak unless
/// told otherwise.
fn sparse(rng: &mut Rng, diseases: usize, findings: usize, leak: f64) -> Model {
    let mut links = Vec::new();
    for finding in 0..findings {
        let first = rng.below(diseases);
        for k in 0..4 {
            links.push(((first + k * (1 + finding)) % diseases, finding, rng.uniform(0.01, 1.0)));
        }
    }
    links.sort_by_key(|&(disease, finding, _)| (disease, finding));
    links.dedup_by_key(|&mut (disease, finding, _)| (disease, finding));
    let priors = (0..diseases).map(|_| 10_f64.powf(rng.uniform(-6.0, -1.0))).collect();
    Model { priors, leaks: vec![leak; findings], links }
}

#[test]
fn elimination_and_the_signed_sum_agree_where_the_sum_must_round() {
    let mut rng = Rng::new(11);
    for leak in [0.0, 1e-3] {
        let model = sparse(&mut rng, 200, 30, leak);
        let case = case(&mut rng, &model, 9);
        let (a, b) = (eliminate(&model, &case).unwrap(), inclusion_exclusion(&model, &case).unwrap());
        assert!(close(a.precise.evidence, b.precise.evidence, 390));
        for (&x, &y) in a.precise.on.iter().zip(&b.precise.on) {
            assert!(near(x, y, 390));
        }
    }
}

#[test]
fn evidence_below_the_least_f64_is_answered() {
    // Forty islands, each an exact question of two diseases: the product of their probabilities is
    // near 1e-345.
    let mut model = Model::default();
    for island in 0..40 {
        model.priors.extend([1e-9, 3e-9]);
        model.leaks.extend([0.0, 1e-12]);
        model.links.extend([(2 * island, 2 * island, 0.5), (2 * island + 1, 2 * island, 1.0)]);
        model.links.extend([(2 * island, 2 * island + 1, 0.25), (2 * island + 1, 2 * island + 1, 0.75)]);
    }
    let all = Case { present: (0..80).collect(), absent: vec![] };
    let whole = eliminate(&model, &all).unwrap();
    let one = enumerate(&model, &Case { present: vec![0, 1], absent: vec![] }).unwrap();
    let log_evidence = one.precise.evidence.ln() * Real::new(40.0);
    assert!(whole.log_evidence < -745.0);
    assert!(close(whole.precise.evidence.ln(), log_evidence, 440));
    assert_eq!(whole.posteriors[78..], one.posteriors[..2]);
}

#[test]
fn too_large_is_said() {
    let links = (0..40).flat_map(|d| (0..40).map(move |f| (d, f, 0.5))).collect();
    let model = Model { priors: vec![0.1; 40], leaks: vec![0.1; 40], links };
    let case = Case { present: (0..40).collect(), absent: vec![] };
    let refused = |answer| matches!(answer, Err(OracleError::TooLarge { .. }));
    assert!(refused(enumerate(&model, &case)));
    assert!(refused(inclusion_exclusion(&model, &case)));
    assert!(refused(eliminate(&model, &case)));
}
