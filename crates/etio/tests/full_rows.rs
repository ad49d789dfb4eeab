//! Queries on full rows against the same ones on sparse rows: diseases that cannot be present,
//! linked to nothing, change no answer and make every row a sparse one.

mod common;

use common::{evidence, network};
use etio::format::compiled::{self, Options, Precision};
use etio::{Engine, Limits, Method, Network, Posterior};
use etio_oracle::random::Rng;
use etio_oracle::{Case, Model};
use proptest::prelude::*;

/// A model in which most diseases are linked to most findings, with whatever probabilities there can be.
fn full_model(rng: &mut Rng) -> Model {
    let (diseases, findings) = (101 + rng.below(60), 4 + rng.below(7));
    let likeliest = rng.uniform(-4.0, 0.0);
    let odd_prior = |rng: &mut Rng| [0.0, 1.0, 0.999_999][rng.below(3)];
    let odd = rng.chance(0.2);
    let priors =
        (0..diseases)
            .map(|_| {
                if odd && rng.chance(0.02) {
                    odd_prior(rng)
                } else {
                    10f64.powf(rng.uniform(-9.0, likeliest))
                }
            })
            .collect();
    let leaks = (0..findings).map(|_| if rng.chance(0.2) { 0.0 } else { rng.unit() * 0.2 }).collect();
    let mut links = Vec::new();
    // Near the limit, all present findings together are full and those that a hybrid leaves exact are not.
    let density = rng.uniform(0.55, 1.0);
    for finding in 0..findings {
        for disease in 0..diseases {
            if rng.chance(density) {
                links.push((disease, finding, if odd && rng.chance(0.01) { 1.0 } else { rng.unit() }));
            }
        }
    }
    Model { priors, leaks, links }
}

fn case(model: &Model, rng: &mut Rng) -> Case {
    let mut findings: Vec<usize> = (0..model.leaks.len()).collect();
    for at in (1..findings.len()).rev() {
        findings.swap(at, rng.below(at + 1));
    }
    let (present, absent) = (1 + rng.below(findings.len()), rng.below(3));
    let rest = findings.split_off(present);
    Case { present: findings, absent: rest.into_iter().take(absent).collect() }
}

/// The same model with so many diseases that can never be present that no row is full.
fn diluted(model: &Model) -> Model {
    let mut model = model.clone();
    model.priors.extend(std::iter::repeat_n(0.0, 3 * model.priors.len()));
    model
}

fn answers(model: &Model, case: &Case, method: Method) -> (Option<Posterior>, Option<Posterior>) {
    let answer = |model: &Model| {
        let network = network(model);
        let mut engine = Engine::new(&network);
        let first = engine.diagnose(&evidence(case), method).ok();
        // Elimination may have found a better order for the second time, and round differently.
        let second = engine.diagnose(&evidence(case), method).ok();
        assert_eq!(first.is_some(), second.is_some(), "the workspace remembers");
        for (first, second) in first.iter().zip(&second) {
            let pairs = first.marginals.iter().zip(&second.marginals);
            assert!(pairs.fold(0.0, |most, (a, b)| f64::max(most, (a - b).abs())) < 1e-12);
        }
        first
    };
    (answer(model), answer(&diluted(model)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn full_rows_give_the_answers_of_sparse_ones(seed: u64, which in 0..7usize, transformed in 1..4usize) {
        let mut rng = Rng::new(seed);
        let model = full_model(&mut rng);
        let case = case(&model, &mut rng);
        let method: Method = match which {
            0 => Method::Auto,
            1 => Method::Quickscore,
            2 => format!("vfh+cvx+fdo:{transformed}").parse().unwrap(),
            3 => format!("jh+ppf+fdo:{transformed}").parse().unwrap(),
            4 => format!("vfh+cvx+gdo:{transformed}").parse().unwrap(),
            5 => format!("jj99+cvx+fdo:{transformed}").parse().unwrap(),
            _ => format!("vfh+cvx-joint+fdo:{transformed}").parse().unwrap(),
        };
        let (full, sparse) = answers(&model, &case, method);
        // Where digits are few, either form of Quickscore may refuse what the other just passes.
        if let (Some(full), Some(sparse)) = (&full, &sparse) {
            prop_assert!((full.log_evidence - sparse.log_evidence).abs() < 1e-9, "{full:?} {sparse:?}");
            prop_assert_eq!(full.exactness.word(), sparse.exactness.word());
            prop_assert_eq!(&full.work.transformed, &sparse.work.transformed);
            prop_assert_eq!(full.work.explained_findings, sparse.work.explained_findings);
            for (a, b) in full.marginals.iter().zip(&sparse.marginals) {
                prop_assert!((a - b).abs() < 1e-9, "{a} {b}");
            }
        }
        if method != Method::Quickscore {
            prop_assert_eq!(full.is_some(), sparse.is_some());
        }
    }
}

/// So many diseases that they leave findings out which they are not linked to.
#[test]
fn full_rows_of_every_precision_agree_with_elimination() {
    let mut rng = Rng::new(7);
    let (diseases, findings) = (2_000, 9);
    let priors = (0..diseases).map(|_| 10f64.powf(rng.uniform(-7.0, -2.0))).collect();
    let mut links = Vec::new();
    for disease in 0..diseases {
        for finding in 0..findings {
            if rng.chance(0.8) {
                links.push((disease, finding, rng.unit()));
            }
        }
    }
    let model = network(&Model { priors, leaks: vec![0.01; findings], links });
    let evidence = evidence(&Case { present: (0..findings - 1).collect(), absent: vec![findings - 1] });
    let folder = tempfile::tempdir().unwrap();
    for precision in [Precision::F64, Precision::F32, Precision::U16] {
        let path = folder.path().join(format!("{precision}.etio"));
        compiled::write(&model, &path, &Options { precision, ..Options::default() }).unwrap();
        let network = Network::open(&path).unwrap();
        let by = |method, threads| {
            let mut engine = Engine::with_limits(&network, Limits { threads, ..Limits::default() });
            engine.diagnose(&evidence, method).unwrap()
        };
        let (own, other) = (by(Method::Quickscore, 1), by(Method::Elimination, 1));
        let shared = by(Method::Quickscore, 2);
        assert!(own.marginals == shared.marginals && own.log_evidence == shared.log_evidence, "{precision}");
        assert!((own.log_evidence - other.log_evidence).abs() < 1e-11);
        for (a, b) in own.marginals.iter().zip(&other.marginals) {
            assert!((a - b).abs() < 1e-11, "{precision}: {a} {b}");
        }
    }
}

#[test]
fn an_impossible_finding_is_told_on_full_rows_too() {
    let mut rng = Rng::new(1);
    let mut model = full_model(&mut rng);
    model.leaks[0] = 0.0;
    for (_, finding, p) in &mut model.links {
        if *finding == 0 {
            *p = 1.0;
        }
    }
    let priors = model.priors.iter().map(|_| 0.0).collect();
    let model = Model { priors, ..model };
    let error = Engine::new(&network(&model))
        .diagnose(&evidence(&Case { present: vec![0], absent: vec![] }), Method::Auto);
    assert!(error.unwrap_err().to_string().contains("f0"));
}
