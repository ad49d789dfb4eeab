//! Derivatives against differences of exact values: P(E) is linear in each parameter.

use etio_oracle::number::Real;
use etio_oracle::random::{Size, possible_question};
use etio_oracle::{Case, Model, enumerate, gradient, weights_of_evidence};

/// P(E), zero where it is impossible.
fn evidence(model: &Model, case: &Case) -> Real {
    enumerate(model, case).map_or(Real::ZERO, |answer| answer.precise.evidence)
}

fn assert_close(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() <= 1e-14 * a.abs().max(b.abs()).max(1e-280), "{what}: {a} {b}");
}

#[test]
fn derivatives_are_differences() {
    for seed in 0..150 {
        let (model, case) = possible_question(seed, Size { diseases: 6, findings: 6, present: 5 });
        let found = gradient(&model, &case).unwrap();
        let here = evidence(&model, &case);
        for (k, &(_, finding, probability)) in model.links.iter().enumerate() {
            let observed = case.present.contains(&finding) || case.absent.contains(&finding);
            let with_link = |probability: f64| {
                let mut model = model.clone();
                model.links[k].2 = probability;
                evidence(&model, &case)
            };
            // lam = 1 - probability
            let slope =
                if observed && probability > 0.0 { with_link(0.0) - with_link(1.0) } else { Real::ZERO };
            assert_close(found.links[k], (slope / here).to_f64(), &format!("seed {seed}, link {k}"));
        }
        for (k, &prior) in model.priors.iter().enumerate() {
            let with_prior = |prior: f64| {
                let mut model = model.clone();
                model.priors[k] = prior;
                evidence(&model, &case)
            };
            let scale = Real::new(prior) * (Real::ONE - Real::new(prior));
            let slope = (with_prior(1.0) - with_prior(0.0)) * scale / here;
            let close =
                (found.logit_priors[k] - slope.to_f64()).abs() <= 1e-14 * slope.abs().to_f64().max(1e-100);
            assert!(close, "seed {seed}, prior {k}: {} {slope:?}", found.logit_priors[k]);
        }
    }
}

#[test]
fn weight_of_evidence_by_hand() {
    // P(f | d) = 1 - 1/4·1/2 and P(f | no d) = 3/4: the only finding says ln of their ratio.
    let model =
        Model { priors: vec![0.3, 0.1, 0.0], leaks: vec![0.75, 0.0], links: vec![(0, 0, 0.5), (1, 1, 1.0)] };
    let present = weights_of_evidence(&model, &Case { present: vec![0], absent: vec![] }, 0).unwrap();
    assert_close(present[0].unwrap(), (7.0_f64 / 6.0).ln(), "present");
    assert!(present[1].unwrap().abs() < 1e-150, "unrelated");
    assert_eq!(present[2], None);
    let absent = weights_of_evidence(&model, &Case { present: vec![], absent: vec![0] }, 0).unwrap();
    assert_close(absent[0].unwrap(), 0.5_f64.ln(), "absent");
    let certain = weights_of_evidence(&model, &Case { present: vec![1], absent: vec![] }, 1).unwrap();
    assert_eq!(certain[1], Some(f64::INFINITY));
}
