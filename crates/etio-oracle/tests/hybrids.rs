//! Properties of every hybrid.

mod common;

use common::near;
use etio_oracle::number::Real;
use etio_oracle::random::{Size, possible_question};
use etio_oracle::{
    Case, Hybrid, Model, OracleError, Order, Scheme, Solver, eliminate, enumerate, hybrid, hybrid_with,
    transform_order,
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
fn jj99_tilts_the_posteriors_of_the_rest() {
    for seed in 0..100 {
        let (model, case) = possible_question(seed, Size { diseases: 6, findings: 7, present: 5 });
        let transformed = transform_order(&model, &case, Solver::Cvx, Order::Fdo).unwrap();
        let some = &transformed[..transformed.len().div_ceil(2)];
        let answers = SOLVERS.map(|solver| hybrid_with(&model, &case, Scheme::Jj99, solver, some).unwrap());
        let rest: Vec<usize> =
            case.present.iter().copied().filter(|finding| !some.contains(finding)).collect();
        let rest = enumerate(&model, &Case { present: rest, absent: case.absent.clone() }).unwrap();
        for answer in &answers {
            let mut log_evidence = rest.log_evidence;
            for (k, &xi) in answer.xi.iter().enumerate() {
                let theta_0 = -(-model.leaks[some[k]]).ln_1p();
                log_evidence += xi * theta_0 - xi.ln_1p() - xi * (1.0 / xi).ln_1p();
            }
            for (disease, &q) in rest.posteriors.iter().enumerate() {
                let link = |finding| model.links.iter().find(|link| (link.0, link.1) == (disease, finding));
                let theta = |finding| link(finding).map_or(0.0, |link| -(-link.2).ln_1p());
                let tilt: f64 = some.iter().zip(&answer.xi).map(|(&finding, &xi)| xi * theta(finding)).sum();
                let z = 1.0 - q + q * tilt.exp();
                log_evidence += z.ln();
                let error = (answer.posteriors[disease] - q * tilt.exp() / z).abs();
                assert!(error < 1e-9, "seed {seed}, disease {disease}: {error}");
            }
            let capped = log_evidence.min(rest.log_evidence);
            assert!((answer.log_evidence - capped).abs() < 1e-9 * capped.abs().max(1.0), "seed {seed}");
        }
        // cvx-joint minimises what the others only evaluate.
        let [separate, joint, closed] = answers.map(|answer| answer.precise.log_evidence);
        let noise = Real::power_of_two(-DIGITS_90);
        assert!(joint <= separate + noise && joint <= closed + noise, "seed {seed}");
        if some.len() == 1 {
            assert!(near(joint, separate, DIGITS_90), "seed {seed}");
        }
    }
}

#[test]
fn jj99_alone_on_priors_is_vfh() {
    let mut checked = 0;
    for seed in 0..200 {
        let (model, mut case) = possible_question(seed, Size { diseases: 5, findings: 6, present: 4 });
        case.absent.clear();
        let all = transform_order(&model, &case, Solver::Cvx, Order::Fdo).unwrap();
        if all.len() < case.present.len() || all.is_empty() {
            continue;
        }
        for solver in SOLVERS {
            let [jj99, vfh] = [Scheme::Jj99, Scheme::Vfh]
                .map(|s| hybrid_with(&model, &case, s, solver, &all).unwrap().precise);
            // ppf may pass 1, where jj99 caps its value.
            assert!(near(jj99.log_evidence, vfh.log_evidence.min(Real::ZERO), DIGITS_90), "seed {seed}");
            assert!(jj99.on.iter().zip(&vfh.on).all(|(&a, &b)| near(a, b, DIGITS_90)), "seed {seed}");
        }
        checked += 1;
    }
    assert!(checked > 50, "{checked}");
}

/// For one transformed finding Eq. 10 bounds the evidence (twice Jensen: its value is at least
/// `P(F2, F-) (1 - e^-E[x])`, and that at least the exact one). For two it does not: here d0 and d1
/// come together or not at all, given the exact findings, and each shows one transformed finding
/// weakly.
#[test]
fn eq_10_is_no_bound() {
    let links = vec![(0, 0, 0.9), (2, 0, 0.9), (1, 1, 0.9), (2, 1, 0.9), (0, 2, 0.01), (1, 3, 0.01)];
    let model = Model { priors: vec![1e-3, 1e-3, 1e-6], leaks: vec![0.0; 4], links };
    let case = Case { present: vec![0, 1, 2, 3], absent: vec![] };
    let exact = eliminate(&model, &case).unwrap().log_evidence;
    let eq_10 = hybrid_with(&model, &case, Scheme::Jj99, Solver::Cvx, &[2, 3]).unwrap();
    assert!(eq_10.log_evidence < exact - 0.1, "{} {exact}", eq_10.log_evidence);
    assert!(eq_10.log_evidence_upper > exact);
    for seed in 0..100 {
        let (model, case) = possible_question(seed, Size { diseases: 6, findings: 6, present: 4 });
        let exact = eliminate(&model, &case).unwrap().precise.evidence.ln();
        for finding in transform_order(&model, &case, Solver::Cvx, Order::Fdo).unwrap() {
            for solver in SOLVERS {
                let answer = hybrid_with(&model, &case, Scheme::Jj99, solver, &[finding]).unwrap().precise;
                assert!(answer.log_evidence >= exact - Real::power_of_two(-DIGITS_90), "seed {seed}");
            }
        }
    }
}

#[test]
fn the_greedy_order_follows_the_drops_of_the_bound() {
    let mut checked = 0;
    for seed in 0..80 {
        let (model, case) = possible_question(seed, Size { diseases: 6, findings: 7, present: 5 });
        for solver in [Solver::Cvx, Solver::Ppf] {
            let order = transform_order(&model, &case, solver, Order::Gdo).unwrap();
            if order.len() < case.present.len() || order.len() < 2 {
                continue;
            }
            // Each drop is the difference of two hybrids, which know nothing of the order.
            let bound = |findings: &[usize]| {
                hybrid_with(&model, &case, Scheme::Vfh, solver, findings).unwrap().log_evidence
            };
            let drop = |finding: usize| {
                let others: Vec<usize> = order.iter().copied().filter(|&other| other != finding).collect();
                bound(&order) - bound(&others)
            };
            let drops: Vec<f64> = order.iter().map(|&finding| drop(finding)).collect();
            assert!(drops.iter().all(|&drop| drop > -1e-9), "seed {seed}: {drops:?}");
            assert!(
                drops.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9 * pair[1].abs().max(1.0)),
                "seed {seed}: {drops:?}"
            );
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
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
    // The bound of finding 2, whose parent is a coin toss, is much nearer to the truth than that of
    // finding 1, whose parent is rare.
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
