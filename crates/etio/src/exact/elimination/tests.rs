//! Every form against the oracle, within its own certificate.

use etio_oracle::random::{Rng, Size, possible_question};
use etio_oracle::{Case, Model as Truth, eliminate};
use proptest::prelude::*;

use super::cost::{Arithmetic, Rates};
use super::search::Factors;
use super::*;
use crate::problem::Assembly;
use crate::{Evidence, FindingId, Limits, Network, NetworkBuilder};

/// The same network for the engine.
fn network(truth: &Truth) -> Network {
    let mut builder = NetworkBuilder::new();
    let diseases: Vec<_> = truth
        .priors
        .iter()
        .enumerate()
        .map(|(k, &prior)| builder.disease(&format!("d{k}"), "", prior).unwrap())
        .collect();
    let findings: Vec<_> = truth
        .leaks
        .iter()
        .enumerate()
        .map(|(k, &leak)| builder.finding(&format!("f{k}"), "", leak).unwrap())
        .collect();
    for &(d, f, p) in &truth.links {
        builder.link(diseases[d], findings[f], p).unwrap();
    }
    builder.build().unwrap()
}

fn evidence(case: &Case) -> Evidence {
    let ids = |list: &[usize]| list.iter().map(|&f| FindingId::new(f as u32)).collect::<Vec<_>>();
    Evidence::new(ids(&case.present), ids(&case.absent)).unwrap()
}

pub(super) fn assembled(truth: &Truth, case: &Case) -> (Network, Assembly) {
    let network = network(truth);
    let mut assembly = Assembly::default();
    assembly.assemble(&network, &evidence(case), &Budget::unlimited()).unwrap();
    (network, assembly)
}

/// Solves by one form and checks every number against the oracle's. Returns the certified and the true error.
fn check(truth: &Truth, case: &Case, forms: Forms) -> Result<(f64, f64), InferenceError> {
    let (network, assembly) = assembled(truth, case);
    let (problem, budget) = (&assembly.problem, Budget::unlimited());
    let mut elimination = Elimination::default();
    let solution = if forms == Forms::Cheapest {
        elimination.plan(problem, &budget)?;
        elimination.run(problem, &budget)?
    } else {
        solve_by(problem, &Model::new(problem, &budget)?, forms, &budget, &mut elimination)?
    };
    let bound = problem.error.bound(solution.rounding(), &solution.marginals, problem.priors());
    let marginals = assembly.spread(&network, &solution.marginals);
    let wanted = eliminate(truth, case).unwrap();
    let error = marginals
        .iter()
        .zip(&wanted.posteriors)
        .map(|(got, want)| {
            assert!((0.0..=1.0).contains(got), "{got}");
            (got - want).abs()
        })
        .fold(0.0, f64::max);
    assert!(error <= bound, "{forms:?}: error {error:e} over the certified {bound:e}\n{truth:?}\n{case:?}");
    let log_error = (assembly.log_evidence(solution.log_evidence) - wanted.log_evidence).abs();
    let allowed = bound + 4.0 * f64::EPSILON * wanted.log_evidence.abs();
    assert!(log_error <= allowed, "log evidence off by {log_error:e}, allowed {allowed:e}");
    Ok((bound, error))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_form_is_within_its_certificate(seed in any::<u64>(), positive in 0usize..6) {
        let (truth, case) = possible_question(seed, Size { diseases: 12, findings: 12, present: 10 });
        let forms = [(Arithmetic::Single, usize::MAX), (Arithmetic::Double, positive), (Arithmetic::Double, usize::MAX)];
        for (arithmetic, positive) in forms {
            let (bound, _) = check(&truth, &case, Forms::Only(arithmetic, positive)).unwrap();
            prop_assert!(bound < 1e-9, "{arithmetic:?} {positive} {bound:e}");
        }
        // Signed doubles may lose their digits, but never without saying so.
        match check(&truth, &case, Forms::Only(Arithmetic::Single, 0)) {
            Ok(_) | Err(InferenceError::DigitsLost { .. }) => {}
            Err(other) => panic!("{other}"),
        }
        let (bound, _) = check(&truth, &case, Forms::Cheapest).unwrap();
        prop_assert!(bound < 1e-9, "{bound:e}");
    }
}

/// Findings in two rows, every one of a row sharing a disease with every one of the other: as wide as a row.
pub(super) fn crossed(side: usize) -> (Truth, Case) {
    let pairs = (0..side).flat_map(|a| (side..2 * side).map(move |b| (a, b)));
    let links = pairs.enumerate().flat_map(|(d, (a, b))| [(d, a, 0.5), (d, b, 0.25)]).collect();
    let truth = Truth { priors: vec![0.05; side * side], leaks: vec![0.01; 2 * side], links };
    (truth, Case { present: (0..2 * side).collect(), absent: Vec::new() })
}

/// A sparse network of hundreds of findings, all present.
fn sparse(seed: u64, findings: usize, present: usize, rarity: f64) -> (Truth, Case) {
    let mut rng = Rng::new(seed);
    let diseases = 3 * findings;
    let mut links = Vec::new();
    for d in 0..diseases {
        // Neighbours in a ring: long and thin, with a few chords.
        let start = rng.below(findings);
        for step in 0..2 + rng.below(2) {
            links.push((d, (start + step) % findings, rng.uniform(0.05, 1.0)));
        }
    }
    let truth = Truth {
        priors: (0..diseases).map(|_| 10f64.powf(rng.uniform(-rarity, -1.0))).collect(),
        leaks: (0..findings).map(|_| if rng.chance(0.5) { 10f64.powf(-rarity) } else { 0.0 }).collect(),
        links,
    };
    let case = Case { present: (0..present).collect(), absent: (present..findings).collect() };
    (truth, case)
}

#[test]
fn hundreds_of_present_findings_on_a_sparse_network() {
    for (seed, findings, present) in [(1, 70, 64), (2, 130, 128), (3, 300, 290)] {
        let (truth, case) = sparse(seed, findings, present, 3.0);
        if truth.is_possible(&case) {
            let (bound, error) = check(&truth, &case, Forms::Cheapest).unwrap();
            assert!(bound < 2e-10, "{bound:e} {error:e}");
        }
    }
}

#[test]
fn signed_doubles_fail_on_rare_evidence_and_say_so() {
    let (truth, case) = crossed(5);
    let rare = Truth { priors: vec![1e-6; 25], leaks: vec![0.0; 10], ..truth };
    // P(evidence) is about 1e-29: as a difference of numbers near one, it has no digit left.
    assert!(eliminate(&rare, &case).unwrap().log_evidence < 1e-25f64.ln());
    let signed = check(&rare, &case, Forms::Only(Arithmetic::Single, 0));
    assert!(matches!(signed, Err(InferenceError::DigitsLost { .. })), "{signed:?}");
    let (bound, error) = check(&rare, &case, Forms::Cheapest).unwrap();
    assert!(bound <= 2e-10 && error <= bound, "{bound:e} {error:e}");
}

#[test]
fn evidence_of_1e_300_and_less_keeps_its_digits() {
    for (seed, rarity) in [(1, 6.0), (2, 9.0), (3, 12.0)] {
        let (truth, case) = sparse(seed, 80, 72, rarity);
        if truth.is_possible(&case) {
            let wanted = eliminate(&truth, &case).unwrap().log_evidence;
            assert!(wanted < 1e-70f64.ln(), "{wanted}");
            let (bound, _) = check(&truth, &case, Forms::Cheapest).unwrap();
            assert!(bound < 2e-10, "{bound:e}");
        }
    }
    let (truth, case) = crossed(6);
    let rare = Truth { priors: vec![1e-60; 36], leaks: vec![0.0; 12], ..truth };
    assert!(eliminate(&rare, &case).unwrap().log_evidence < 1e-300f64.ln());
    check(&rare, &case, Forms::Cheapest).unwrap();
}

#[test]
fn a_second_query_with_the_same_findings_uses_the_first_plan() {
    let (truth, case) = crossed(5);
    let (mut elimination, budget) = (Elimination::default(), Budget::unlimited());
    for prior in [0.01, 0.2, 1e-9] {
        let other = Truth { priors: vec![prior; 25], ..truth.clone() };
        let problem = assembled(&other, &case).1.problem;
        elimination.plan(&problem, &budget).unwrap();
        let solution = elimination.run(&problem, &budget).unwrap();
        let model = Model::new(&problem, &budget).unwrap();
        let fresh = solve_by(&problem, &model, Forms::Cheapest, &budget, &mut Elimination::default());
        let fresh = fresh.unwrap();
        for (a, b) in solution.marginals.iter().zip(&fresh.marginals) {
            assert!((a - b).abs() <= solution.rounding() + fresh.rounding());
        }
        assert_eq!(elimination.plans.len(), 1, "one pattern");
    }
}

/// Too wide for the oracle, so enumeration is the reference.
#[test]
fn joins_in_chunks_agree_with_enumeration() {
    let (diseases, findings) = (16, 16);
    let mut rng = Rng::new(1);
    let pairs = (0..diseases).flat_map(|d| (0..findings).map(move |f| (d, f)));
    let links = pairs.filter(|_| rng.chance(0.9)).map(|(d, f)| (d, f, 0.1 + 0.02 * (d + f) as f64)).collect();
    let truth = Truth { priors: vec![0.02; diseases], leaks: vec![0.01; findings], links };
    let case = Case { present: (0..findings).collect(), absent: Vec::new() };
    let problem = assembled(&truth, &case).1.problem;
    let forecast = Elimination::default().plan(&problem, &Budget::unlimited()).unwrap();
    assert!(forecast.width > chunks::CHUNK_AXES + 1, "{forecast:?}");
    let (network, evidence) = (network(&truth), evidence(&case));
    let mut engine = crate::Engine::new(&network);
    let [own, wanted] =
        [Method::Elimination, Method::Enumeration].map(|method| engine.diagnose(&evidence, method).unwrap());
    for (own, wanted) in own.marginals.iter().zip(&wanted.marginals) {
        assert!((own - wanted).abs() < 1e-9, "{own} {wanted}");
    }
    assert!((own.log_evidence - wanted.log_evidence).abs() < 1e-9);
}

/// Large joins are cut by their axes alone, so threads change nothing.
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let (truth, case) = crossed(17);
    let problem = assembled(&truth, &case).1.problem;
    let solve = |threads| {
        let budget = Budget::start(&Limits { threads, ..Limits::default() });
        let mut elimination = Elimination::default();
        let forecast = elimination.plan(&problem, &budget).unwrap();
        assert!(forecast.seconds > WORTH_THREADS && forecast.width > 17, "{forecast:?}");
        let solution = elimination.run(&problem, &budget).unwrap();
        let numbers = solution.marginals.iter().chain([&solution.log_evidence]);
        (numbers.map(|number| number.to_bits()).collect::<Vec<_>>(), solution.rounding().to_bits())
    };
    let one = solve(1);
    for threads in [2, 3, 7] {
        assert_eq!(solve(threads), one, "{threads}");
    }
}

/// Everything that planning does for each link, and for each pair of variables, checks the clock.
#[test]
fn planning_ends_when_the_time_is_over() {
    let (diseases, findings) = (400, 200);
    let links = (0..diseases).flat_map(|d| (0..findings).map(move |f| (d, f, 0.1 + 0.001 * (d + f) as f64)));
    let truth = Truth { priors: vec![0.01; diseases], leaks: vec![0.01; findings], links: links.collect() };
    let case = Case { present: (0..findings).collect(), absent: Vec::new() };
    let problem = assembled(&truth, &case).1.problem;
    let over = Budget::start(&Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    let is_over = |error: InferenceError| matches!(error, InferenceError::OutOfTime { .. });
    assert!(Model::new(&problem, &over).is_err_and(is_over));
    assert!(Model::unfolded(&problem, &over).is_err_and(is_over));
    let model = Model::new(&problem, &Budget::unlimited()).unwrap();
    let component = &model.components[0];
    assert!(Factors::<64>::new(&model, component, &over).is_err_and(is_over));
    let factors = Factors::<64>::new(&model, component, &Budget::unlimited()).unwrap();
    assert!(
        factors.search(&Rates::stored(Arithmetic::Single), SEARCH_SHARE, &over, &over).is_err_and(is_over)
    );
}

#[test]
fn what_is_over_the_limits_is_refused_before_it_starts() {
    let (truth, case) = crossed(12);
    let problem = assembled(&truth, &case).1.problem;
    let mut elimination = Elimination::default();
    let refuse = |limits: Limits, elimination: &mut Elimination| {
        let budget = Budget::start(&limits);
        elimination.plan(&problem, &budget)?.admit(Method::Elimination, &budget)
    };
    let narrow = Limits { memory: 1000, ..Limits::default() };
    let wanted = |error: &InferenceError| {
        matches!(error, InferenceError::TooExpensive { predicted_seconds, predicted_bytes, .. }
            if *predicted_seconds > 0.0 && *predicted_bytes > 1000.0)
    };
    let refusal = refuse(narrow, &mut elimination).unwrap_err();
    assert!(wanted(&refusal), "{refusal:?}");
    let short = Limits { time: Some(std::time::Duration::from_micros(1)), ..Limits::default() };
    let refusal = refuse(short, &mut elimination).unwrap_err();
    assert!(refusal.is_refusal(), "{refusal:?}");
    assert!(elimination.memory.is_empty(), "nothing was allocated");
}
