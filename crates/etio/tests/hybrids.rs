//! Every hybrid against the oracle, and what must hold between them.

mod common;

use common::{Renumbered, evidence, network};
use etio::{
    Engine, Exactness, FindingId, Hybrid, InferenceError, Method, Order, Posterior, Scheme, Solver, XiCache,
};
use etio_oracle::random::{Rng, Size, possible_question};
use etio_oracle::{Case, HybridAnswer, Model, eliminate};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn hybrid(scheme: Scheme, solver: Solver, order: Order, transformed: usize) -> Hybrid {
    Hybrid { scheme, solver, order, transformed }
}

fn solvers_and_orders() -> Vec<(Solver, Order)> {
    Solver::ALL.iter().flat_map(|&solver| Order::ALL.iter().map(move |&order| (solver, order))).collect()
}

fn diagnose(model: &Model, case: &Case, method: impl Into<AnyMethod>) -> Posterior {
    let AnyMethod(method) = method.into();
    Engine::new(&network(model))
        .diagnose(&evidence(case), method)
        .unwrap_or_else(|error| panic!("{method}: {error}\n{model:?}\n{case:?}"))
}

struct AnyMethod(Method);

impl From<Hybrid> for AnyMethod {
    fn from(hybrid: Hybrid) -> Self {
        Self(Method::Hybrid(hybrid))
    }
}

impl From<Method> for AnyMethod {
    fn from(method: Method) -> Self {
        Self(method)
    }
}

/// The proven bound; the value itself where nothing was transformed.
fn upper(posterior: &Posterior) -> f64 {
    posterior.exactness.log_evidence_upper().unwrap_or(posterior.log_evidence)
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}

fn assert_same(a: &Posterior, b: &Posterior, tolerance: f64, what: &str) {
    assert!(
        close(a.log_evidence, b.log_evidence, tolerance),
        "{} {}; {what}",
        a.log_evidence,
        b.log_evidence
    );
    assert!(close(upper(a), upper(b), tolerance), "{} {}; {what}", upper(a), upper(b));
    for (d, (&p, &q)) in a.marginals.iter().zip(&b.marginals).enumerate() {
        assert!(close(p, q, tolerance), "disease {d}: {p} {q}; {what}");
    }
}

/// The oracle's answer. It has no width-driven order, and is told which findings that one chose.
fn oracle(model: &Model, case: &Case, hybrid: Hybrid, posterior: &Posterior) -> HybridAnswer {
    let known =
        Hybrid { order: if hybrid.order == Order::Wdo { Order::Gdo } else { hybrid.order }, ..hybrid };
    let method: etio_oracle::Hybrid = Method::Hybrid(known).to_string().parse().unwrap();
    if hybrid.order != Order::Wdo {
        return etio_oracle::hybrid(model, case, method).unwrap();
    }
    let transformed: Vec<usize> = posterior.work.transformed.iter().map(|f| f.index()).collect();
    etio_oracle::hybrid_with(model, case, method.scheme, method.solver, &transformed).unwrap()
}

/// Whether a value of the log evidence says no more than that no probability is above 1.
fn is_capped(log_evidence: f64) -> bool {
    log_evidence == 0.0
}

fn assert_agrees(posterior: &Posterior, oracle: &HybridAnswer, (model, case): (&Model, &Case), what: &str) {
    let transformed: Vec<usize> = posterior.work.transformed.iter().map(|f| f.index()).collect();
    assert_eq!(transformed, oracle.transformed, "{what}");
    let mut wanted = &oracle.posteriors;
    let ignoring = eliminate(model, &Case { present: Vec::new(), ..case.clone() }).unwrap();
    if !posterior.exactness.is_informed() {
        // The bound is no better than ignoring the present findings, and so the answer ignores them.
        let learnt = ignoring.log_evidence - oracle.log_evidence_upper;
        assert!(learnt <= 1e-10 * ignoring.log_evidence.abs().max(1.0), "{learnt}; {what}");
        wanted = &ignoring.posteriors;
    }
    for (d, (&ours, &exact)) in posterior.marginals.iter().zip(wanted).enumerate() {
        assert!(close(ours, exact, 1e-10), "disease {d}: {ours} against {exact}; {what}");
    }
    for (ours, exact) in
        [(posterior.log_evidence, oracle.log_evidence), (upper(posterior), oracle.log_evidence_upper)]
    {
        // The engine caps both at what the absent findings alone allow.
        assert!(close(ours, exact, 1e-10) || ours <= 0.0 && ours < exact, "{ours} against {exact}; {what}");
    }
}

/// Thousands of networks a scheme, with solver, order and count of transformed findings changing
/// from one to the next.
fn assert_scheme_agrees_with_the_oracle(scheme: Scheme) {
    let combinations = solvers_and_orders();
    for seed in 0..2_400 {
        let (model, case) = possible_question(seed as u64, Size::SMALL);
        let (solver, order) = combinations[seed % combinations.len()];
        let hybrid = hybrid(scheme, solver, order, (seed / 7) % (case.present.len() + 1));
        let method = Method::Hybrid(hybrid);
        let posterior = diagnose(&model, &case, hybrid);
        let oracle = oracle(&model, &case, hybrid, &posterior);
        let what = format!("{method}, seed {seed}\n{model:?}\n{case:?}");
        assert_agrees(&posterior, &oracle, (&model, &case), &what);
    }
}

#[test]
fn vfh_agrees_with_the_oracle() {
    assert_scheme_agrees_with_the_oracle(Scheme::Vfh);
}

#[test]
fn jh_agrees_with_the_oracle() {
    assert_scheme_agrees_with_the_oracle(Scheme::Jh);
}

#[test]
fn jj99_agrees_with_the_oracle() {
    assert_scheme_agrees_with_the_oracle(Scheme::Jj99);
}

#[test]
fn jj99_joint_agrees_with_the_oracle() {
    assert_scheme_agrees_with_the_oracle(Scheme::Jj99Joint);
}

/// Networks past what brute force could sum, findings that share many parents.
#[test]
fn larger_networks_agree_with_the_oracle() {
    let size = Size { diseases: 40, findings: 16, present: 11 };
    let combinations = solvers_and_orders();
    for seed in 0..120 {
        let (model, case) = possible_question(1_000_000 + seed as u64, size);
        let (solver, order) = combinations[seed % combinations.len()];
        let scheme = Scheme::ALL[seed / combinations.len() % Scheme::ALL.len()];
        let hybrid = hybrid(scheme, solver, order, case.present.len().min(1 + seed % 7));
        let posterior = diagnose(&model, &case, hybrid);
        let oracle = oracle(&model, &case, hybrid, &posterior);
        let what = format!("{}, seed {seed}", Method::Hybrid(hybrid));
        assert_agrees(&posterior, &oracle, (&model, &case), &what);
    }
}

/// A random question and how many findings to transform.
fn question() -> impl Strategy<Value = (Model, Case, usize)> {
    any::<u64>().prop_flat_map(|seed| {
        let (model, case) = possible_question(seed, Size::SMALL);
        let present = case.present.len();
        (Just(model), Just(case), 0..=present)
    })
}

fn config(cases: u32) -> ProptestConfig {
    let file = FileFailurePersistence::Direct("proptest-regressions/hybrids.txt");
    ProptestConfig { cases, failure_persistence: Some(Box::new(file)), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(1_000))]

    /// Eq. 10.5 and Eq. 11 are one formula.
    #[test]
    fn vfh_equals_jh((model, case, n) in question()) {
        for (solver, order) in solvers_and_orders() {
            let vfh = diagnose(&model, &case, hybrid(Scheme::Vfh, solver, order, n));
            let jh = diagnose(&model, &case, hybrid(Scheme::Jh, solver, order, n));
            assert_same(&vfh, &jh, 1e-12, "vfh against jh");
        }
    }

    #[test]
    fn every_bound_is_above_the_exact_evidence((model, case, n) in question()) {
        let exact = eliminate(&model, &case).unwrap().log_evidence;
        for &scheme in Scheme::ALL {
            for (solver, order) in solvers_and_orders() {
                let answer = diagnose(&model, &case, hybrid(scheme, solver, order, n));
                let Some(bound) = answer.exactness.log_evidence_upper() else { continue };
                prop_assert!(bound >= exact, "{bound} below {exact}");
            }
        }
    }

    /// Minimising more can only tighten: separate xi, then all of F1 together, then the overall
    /// bound.
    #[test]
    fn the_overall_minimum_is_the_tightest_bound((model, case, n) in question()) {
        for &order in Order::ALL {
            let bound = |scheme, solver| upper(&diagnose(&model, &case, hybrid(scheme, solver, order, n)));
            let least = bound(Scheme::Jj99Joint, Solver::CvxJoint);
            for solver in [Solver::Cvx, Solver::CvxJoint] {
                let other = bound(Scheme::Vfh, solver);
                prop_assert!(least <= other + 1e-12 * other.abs().max(1.0), "{least} above {other}");
            }
        }
    }

    #[test]
    fn nothing_transformed_is_exact((model, case, _) in question()) {
        let exact = diagnose(&model, &case, Method::Enumeration);
        for &scheme in Scheme::ALL {
            for (solver, order) in solvers_and_orders() {
                let hybrid = hybrid(scheme, solver, order, 0);
                let posterior = diagnose(&model, &case, hybrid);
                assert_same(&posterior, &exact, 1e-12, "N = 0");
                let is_exact = matches!(posterior.exactness, Exactness::Exact { .. });
                prop_assert!(is_exact);
                prop_assert_eq!(posterior.method, Method::Hybrid(hybrid));
            }
        }
    }

    #[test]
    fn an_absent_finding_without_links_adds_its_leak_only((model, case, n) in question(), leak in 0.0..0.99) {
        let (mut larger, mut more) = (model.clone(), case.clone());
        larger.leaks.push(leak);
        more.absent.push(model.leaks.len());
        for &scheme in Scheme::ALL {
            for (solver, order) in solvers_and_orders() {
                let hybrid = hybrid(scheme, solver, order, n);
                let (plain, with) = (diagnose(&model, &case, hybrid), diagnose(&larger, &more, hybrid));
                prop_assert_eq!(&plain.marginals, &with.marginals);
                let factor = (-leak).ln_1p();
                let is_sum = close(plain.log_evidence + factor, with.log_evidence, 1e-13);
                prop_assert!(is_sum || is_capped(plain.log_evidence));
                prop_assert!(close(upper(&plain) + factor, upper(&with), 1e-13));
            }
        }
    }

    #[test]
    fn numbering_does_not_matter((model, case, n) in question(), seed in any::<u64>()) {
        let Renumbered { model: other, case: same, diseases, findings } =
            Renumbered::new(&model, &case, &mut Rng::new(seed));
        for &scheme in Scheme::ALL {
            for (solver, order) in solvers_and_orders() {
                let hybrid = hybrid(scheme, solver, order, n);
                let (a, mut b) = (diagnose(&model, &case, hybrid), diagnose(&other, &same, hybrid));
                // Ties go by index, so that other numbers may mean that another one of equal findings is
                // transformed.
                let mut there: Vec<usize> = a.work.transformed.iter().map(|f| findings[f.index()]).collect();
                let mut here: Vec<usize> = b.work.transformed.iter().map(|f| f.index()).collect();
                there.sort_unstable();
                here.sort_unstable();
                if here == there {
                    b.marginals = diseases.iter().map(|&d| b.marginals[d]).collect();
                    assert_same(&a, &b, 1e-11, "renumbered");
                }
            }
        }
    }

    /// A workspace that has seen other queries gives the same answer to the last bit.
    #[test]
    fn an_engine_forgets((model, case, n) in question(), seed in any::<u64>()) {
        let network = network(&model);
        let mut used = Engine::new(&network);
        let mut rng = Rng::new(seed);
        for &scheme in Scheme::ALL {
            for (solver, order) in solvers_and_orders() {
                let other = etio_oracle::random::case(&mut rng, &model, 5);
                let _ = used.diagnose(&evidence(&other), Method::Hybrid(hybrid(scheme, solver, order, other.present.len() / 2)));
                let method = Method::Hybrid(hybrid(scheme, solver, order, n));
                let fresh = Engine::new(&network).diagnose(&evidence(&case), method);
                prop_assert_eq!(used.diagnose(&evidence(&case), method), fresh);
            }
        }
    }
}

/// Two diseases, three findings; the second has a link of 1.
/// The findings hardly depend on the disease, so that the bound is the evidence but for roundings.
#[test]
fn a_bound_that_is_all_but_exact_is_not_below_the_evidence() {
    let model = Model {
        priors: vec![0.3],
        leaks: (0..200).map(|f| 0.1 + 0.004 * f64::from(f)).collect(),
        links: (0..200).map(|f| (0, f, 1e-17)).collect(),
    };
    for (present, schemes) in [(40, Scheme::ALL), (200, &[Scheme::Vfh, Scheme::Jj99][..])] {
        let case = Case { present: (0..present).collect(), absent: Vec::new() };
        let exact = eliminate(&model, &case).unwrap().log_evidence;
        for &scheme in schemes {
            for (solver, order) in solvers_and_orders() {
                let hybrid = hybrid(scheme, solver, order, present);
                let bound = upper(&diagnose(&model, &case, hybrid));
                assert!((exact..exact + 1e-10).contains(&bound), "{hybrid}: {bound} against {exact}");
            }
        }
    }
}

fn with_certain_link() -> (Model, Case) {
    let links = vec![(0, 0, 0.8), (1, 0, 0.3), (0, 1, 1.0), (1, 1, 0.4), (1, 2, 0.7)];
    let model = Model { priors: vec![0.01, 0.02], leaks: vec![0.01, 0.0, 0.02], links };
    (model, Case { present: vec![0, 1, 2], absent: vec![] })
}

#[test]
fn a_finding_with_an_infinite_theta_stays_exact() {
    let (model, case) = with_certain_link();
    for (solver, order) in solvers_and_orders() {
        let posterior = diagnose(&model, &case, hybrid(Scheme::Vfh, solver, order, 3));
        let mut transformed: Vec<usize> = posterior.work.transformed.iter().map(|f| f.index()).collect();
        transformed.sort_unstable();
        assert_eq!(transformed, [0, 2]);
    }
    assert_eq!(XiCache::new(&network(&model)).get(FindingId::new(1), Solver::Cvx), None);
}

/// On dense rows the separate bounds of many findings multiply to far more than 1, and marginals
/// tilted by them would be worse than the priors.
#[test]
fn a_bound_above_1_is_no_answer() {
    let mut rng = Rng::new(16);
    let (diseases, findings) = (400, 16);
    let mut links = Vec::new();
    for d in 0..diseases {
        for f in 0..findings {
            if rng.chance(0.8) {
                links.push((d, f, rng.uniform(0.02, 0.9)));
            }
        }
    }
    let priors = (0..diseases).map(|_| 10f64.powf(rng.uniform(-5.0, -2.0))).collect();
    let model = Model { priors, leaks: vec![1e-3; findings], links };
    let case = Case { present: (0..findings).collect(), absent: Vec::new() };
    let vfh = diagnose(&model, &case, hybrid(Scheme::Vfh, Solver::Cvx, Order::Fdo, findings));
    assert!(!vfh.exactness.is_informed(), "{:?}", vfh.exactness);
    assert_eq!((vfh.log_evidence, upper(&vfh)), (0.0, 0.0));
    assert!(vfh.exactness.to_string().contains("no useful bound"), "{}", vfh.exactness);
    for (ours, prior) in vfh.marginals.iter().zip(&model.priors) {
        assert!(close(*ours, *prior, 1e-12), "{ours} for a prior of {prior}");
    }
    let joint = diagnose(&model, &case, hybrid(Scheme::Jj99Joint, Solver::CvxJoint, Order::Fdo, findings));
    assert!(joint.exactness.is_informed() && upper(&joint) < 0.0, "{:?}", joint.exactness);
}

#[test]
fn transforming_more_than_is_present_is_refused() {
    let (model, case) = with_certain_link();
    let method = Method::Hybrid(hybrid(Scheme::Vfh, Solver::Cvx, Order::Fdo, 4));
    let refused = Engine::new(&network(&model)).diagnose(&evidence(&case), method);
    assert_eq!(refused, Err(InferenceError::TooManyTransformed { method, asked: 4, present: 3 }));
}

/// Links so weak and diseases so rare that xi passes 1e20, and links so strong that it is next to
/// nothing.
#[test]
fn extreme_links_give_finite_answers() {
    let mut links = Vec::new();
    for d in 0..6 {
        for f in 0..5 {
            let p = [1e-15, 1e-9, 0.5, 1.0 - 1e-9, 1.0 - 1e-16][(d + f) % 5];
            links.push((d, f, p));
        }
    }
    for priors in [[1e-12; 6], [1e-300; 6], [1.0 - 1e-12; 6], [1e-12, 0.5, 1.0 - 1e-15, 1e-300, 1.0, 0.0]] {
        for leak in [0.0, 1e-15, 1.0 - 1e-16] {
            let model = Model { priors: priors.to_vec(), leaks: vec![leak; 5], links: links.clone() };
            for present in 1..=5 {
                let case = Case { present: (0..present).collect(), absent: (present..5).collect() };
                for &scheme in Scheme::ALL {
                    for (solver, order) in solvers_and_orders() {
                        let hybrid = hybrid(scheme, solver, order, present);
                        let posterior = diagnose(&model, &case, hybrid);
                        let what = format!("{}\n{model:?}\n{case:?}", Method::Hybrid(hybrid));
                        let finite = posterior.log_evidence.is_finite() && upper(&posterior).is_finite();
                        assert!(
                            finite && posterior.marginals.iter().all(|p| (0.0..=1.0).contains(p)),
                            "{what}"
                        );
                        if solver == Solver::Cvx && !priors.contains(&1e-300) {
                            let oracle = oracle(&model, &case, hybrid, &posterior);
                            assert_agrees(&posterior, &oracle, (&model, &case), &what);
                        }
                    }
                }
            }
        }
    }
}
