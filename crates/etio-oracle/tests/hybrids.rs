//! What must hold of every hybrid.

mod common;

use common::near;
use etio_oracle::number::Real;
use etio_oracle::random::{Size, possible_question};
use etio_oracle::{
    Case, Hybrid, Model, OracleError, Order, Scheme, Solver, eliminate, hybrid, hybrid_with, transform_order,
};

const SCHEMES: [Scheme; 4] = [Scheme::Vfh, Scheme::Jh, Scheme::Jj99, Scheme::Jj99Joint];
const SOLVERS: [Solver; 3] = [Solver::Cvx, Solver::CvxJoint, Solver::Ppf];
const ORDERS: [Order; 2] = [Order::Fdo, Order::Gdo];

/// About 1e-90.
const DIGITS_90: i64 = 300;

#[test]
fn every_hybrid_bounds_the_evidence() {
    for seed in 0..60 {
        let (model, case) = possible_question(seed, Size { diseases: 6, findings: 6, present: 4 });
        let exact = eliminate(&model, &case).unwrap().precise;
        let log_evidence = exact.evidence.ln();
        for scheme in SCHEMES {
            for solver in SOLVERS {
                for order in ORDERS {
                    let count = seed as usize % (case.present.len() + 1);
                    let answer = hybrid(&model, &case, Hybrid { scheme, solver, order, count }).unwrap();
                    let slack = answer.precise.log_evidence_upper - log_evidence;
                    assert!(
                        slack.is_positive() || slack.exponent() < -DIGITS_90,
                        "seed {seed} {scheme:?} {solver:?}"
                    );
                    assert!(answer.posteriors.iter().all(|p| (0.0..=1.0).contains(p)));
                    if answer.transformed.is_empty() {
                        assert!(near(answer.precise.log_evidence, log_evidence, DIGITS_90));
                        for (&a, &b) in answer.precise.on.iter().zip(&exact.on) {
                            assert!(near(a, b, DIGITS_90), "seed {seed} {scheme:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn vfh_is_jh() {
    for seed in 0..150 {
        let (model, case) = possible_question(seed, Size { diseases: 7, findings: 7, present: 6 });
        for solver in SOLVERS {
            let method =
                |scheme| Hybrid { scheme, solver, order: Order::Fdo, count: case.present.len().min(2) };
            let vfh = hybrid(&model, &case, method(Scheme::Vfh)).unwrap().precise;
            let jh = hybrid(&model, &case, method(Scheme::Jh)).unwrap().precise;
            assert!(near(vfh.log_evidence, jh.log_evidence, DIGITS_90), "seed {seed}");
            for (&a, &b) in vfh.on.iter().zip(&jh.on) {
                assert!(near(a, b, DIGITS_90), "seed {seed}");
            }
        }
    }
}

#[test]
fn joint_solvers_bound_more_tightly() {
    let mut tighter = 0;
    for seed in 0..60 {
        let (model, case) = possible_question(seed, Size { diseases: 6, findings: 7, present: 5 });
        let transformed = transform_order(&model, &case, Solver::Cvx, Order::Fdo).unwrap();
        let bound = |scheme, solver, findings: &[usize]| {
            hybrid_with(&model, &case, scheme, solver, findings).unwrap().precise.log_evidence_upper
        };
        let noise = Real::power_of_two(-DIGITS_90);
        let some = &transformed[..transformed.len().div_ceil(2)];
        // The overall bound is what jj99-joint minimises, so that no other xi gives less.
        let overall = bound(Scheme::Jj99Joint, Solver::CvxJoint, some);
        for solver in SOLVERS {
            let other = bound(Scheme::Vfh, solver, some);
            assert!(overall <= other + noise, "seed {seed} {solver:?}");
            tighter += usize::from(other - overall > Real::new(1e-3));
        }
        // Without absent findings and with all transformed, Eq. 7 is the overall bound.
        if case.absent.is_empty() && transformed.len() == case.present.len() {
            let overall = bound(Scheme::Jj99Joint, Solver::CvxJoint, &transformed);
            assert!(
                near(overall, bound(Scheme::Vfh, Solver::CvxJoint, &transformed), DIGITS_90),
                "seed {seed}"
            );
        }
    }
    assert!(tighter > 30, "{tighter}");
}

#[test]
fn a_leak_alone_is_met_exactly() {
    let model = Model { priors: vec![0.2], leaks: vec![0.3, 0.25], links: vec![(0, 1, 0.5)] };
    let case = Case { present: vec![0, 1], absent: vec![] };
    let answer = hybrid_with(&model, &case, Scheme::Vfh, Solver::Cvx, &[0]).unwrap();
    let exact = eliminate(&model, &case).unwrap();
    assert!(near(answer.precise.log_evidence, exact.precise.evidence.ln(), 400));
    // xi = 1/(e^th_0 - 1) = (1 - leak)/leak
    assert!((answer.xi[0] - 0.7 / 0.3).abs() < 1e-15);
}

#[test]
fn certain_links_and_leaks_are_never_transformed() {
    let model = Model {
        priors: vec![0.2, 0.3],
        leaks: vec![0.0, 1.0, 0.1],
        links: vec![(0, 0, 1.0), (0, 1, 0.5), (1, 2, 0.5)],
    };
    let case = Case { present: vec![0, 1, 2], absent: vec![] };
    for order in ORDERS {
        let answer =
            hybrid(&model, &case, Hybrid { scheme: Scheme::Vfh, solver: Solver::Cvx, order, count: 3 })
                .unwrap();
        assert_eq!(answer.transformed, [2]);
    }
    let refused = hybrid_with(&model, &case, Scheme::Vfh, Solver::Cvx, &[0]);
    assert!(matches!(refused, Err(OracleError::Invalid(_))));
    let too_many: Hybrid = "vfh+cvx+fdo:4".parse().unwrap();
    assert!(matches!(hybrid(&model, &case, too_many), Err(OracleError::Invalid(_))));
}

#[test]
fn orders_by_hand() {
    // Parents: finding 0 has two, 1 and 2 one each.
    let links = vec![(0, 0, 0.5), (1, 0, 0.5), (0, 1, 0.9), (1, 2, 0.9)];
    let model = Model { priors: vec![0.01, 0.5], leaks: vec![0.01; 3], links };
    let case = Case { present: vec![2, 0, 1], absent: vec![] };
    assert_eq!(transform_order(&model, &case, Solver::Cvx, Order::Fdo), Ok(vec![1, 2, 0]));
    // The bound of finding 2, whose parent is a coin toss, is much nearer to the truth than that of finding 1, whose parent is rare.
    let greedy = transform_order(&model, &case, Solver::Cvx, Order::Gdo).unwrap();
    let place = |finding| greedy.iter().position(|&other| other == finding);
    assert!(place(2) < place(1), "{greedy:?}");
}

#[test]
fn spellings_parse() {
    let method: Hybrid = "jj99-joint+cvx-joint+gdo:12".parse().unwrap();
    let expected =
        Hybrid { scheme: Scheme::Jj99Joint, solver: Solver::CvxJoint, order: Order::Gdo, count: 12 };
    assert_eq!(method, expected);
    for wrong in ["vfh", "vfh+cvx:1", "vfh+cvx+fdo", "xyz+cvx+fdo:1", "vfh+cvx+fdo:-1"] {
        assert!(wrong.parse::<Hybrid>().is_err(), "{wrong}");
    }
}
