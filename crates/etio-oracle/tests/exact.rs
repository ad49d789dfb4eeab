//! The exact methods against each other.

use etio_oracle::number::Real;
use etio_oracle::random::{Size, question};
use etio_oracle::{Answer, OracleError, eliminate, enumerate};

/// Whether two numbers agree to 2^-bits relative.
fn close(a: Real, b: Real, bits: i64) -> bool {
    (a - b).abs() <= a.abs().max(b.abs()).scaled(-bits)
}

fn assert_same(a: &Result<Answer, OracleError>, b: &Result<Answer, OracleError>, bits: i64, seed: u64) {
    match (a, b) {
        (Ok(a), Ok(b)) => {
            assert!(
                close(a.precise.evidence, b.precise.evidence, bits),
                "evidence, seed {seed}: {:?} {:?}",
                a.precise.evidence,
                b.precise.evidence
            );
            for k in 0..a.posteriors.len() {
                assert!(close(a.precise.on[k], b.precise.on[k], bits), "disease {k}, seed {seed}");
                assert!(close(a.precise.off[k], b.precise.off[k], bits), "disease {k}, seed {seed}");
                assert_eq!(a.posteriors[k], b.posteriors[k]);
            }
        }
        _ => assert_eq!(a, b, "seed {seed}"),
    }
}

#[test]
fn elimination_equals_enumeration() {
    for seed in 0..1_500 {
        let (model, case) = question(seed, Size::SMALL);
        assert_same(&enumerate(&model, &case), &eliminate(&model, &case), 490, seed);
    }
}
