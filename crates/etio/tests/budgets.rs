//! Estimates keep their budget, on clocks that count looks: nothing here is timed.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{evidence, network};
use etio::{
    Budget, Damping, Engine, Evidence, Hybrid, InferenceError, Limits, Method, Network, Order, Posterior,
    Scheme, Solver,
};
use etio_oracle::random::{Rng, Size, possible_question};
use etio_oracle::{Case, Model, eliminate};

/// Time that one look at the clock stands for, about the time between two looks.
const STEP: Duration = Duration::from_micros(20);
/// Limits in steps.
const STEPS: [u32; 13] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/// A budget that ends after a number of looks at the clock.
fn looks(steps: u32, memory: usize) -> Budget {
    let limits = Limits { time: Some(STEP * steps), memory, ..Limits::default() };
    Budget::counted(&limits, STEP)
}

/// The upper bound on the log evidence; the log evidence itself if it is exact.
fn upper(posterior: &Posterior) -> f64 {
    posterior.exactness.log_evidence_upper().unwrap_or(posterior.log_evidence)
}

fn is_informed(posterior: &Posterior) -> bool {
    posterior.exactness.is_informed()
}

/// Diseases with priors log-uniform from 1e-5 to 1e-2, linked to findings with a leak of 1e-3.
fn random_model(
    rng: &mut Rng,
    diseases: usize,
    findings: usize,
    linked: impl Fn(&mut Rng, usize, usize) -> bool,
) -> Model {
    let priors = (0..diseases).map(|_| 10f64.powf(rng.uniform(-5.0, -2.0))).collect();
    let mut links = Vec::new();
    for d in 0..diseases {
        for f in 0..findings {
            if linked(rng, d, f) {
                links.push((d, f, rng.uniform(0.02, 0.9)));
            }
        }
    }
    Model { priors, leaks: vec![1e-3; findings], links }
}

/// Most diseases linked to most findings.
fn dense(rng: &mut Rng, diseases: usize, findings: usize) -> Model {
    random_model(rng, diseases, findings, |rng, _, _| rng.chance(0.8))
}

/// Few links, most of them at a few findings.
fn skewed(rng: &mut Rng, diseases: usize, findings: usize) -> Model {
    random_model(rng, diseases, findings, |rng, _, f| rng.chance((3.0 / (1.0 + f as f64)).min(0.3) + 0.008))
}

/// Two findings and two diseases with links to everything, among others with few.
fn hubs(rng: &mut Rng, diseases: usize, findings: usize) -> Model {
    random_model(rng, diseases, findings, |rng, d, f| d < 2 || f < 2 || rng.chance(0.04))
}

/// A sample of the findings that are present if exactly these diseases are.
fn caused(rng: &mut Rng, model: &Model, diseases: &[usize], most: usize) -> Case {
    let mut present: Vec<usize> = (0..model.leaks.len()).filter(|_| rng.chance(1e-3)).collect();
    for &(d, f, p) in &model.links {
        if diseases.contains(&d) && rng.chance(p) {
            present.push(f);
        }
    }
    present.sort_unstable();
    present.dedup();
    while present.len() > most {
        present.swap_remove(rng.below(present.len()));
    }
    present.sort_unstable();
    Case { present, absent: Vec::new() }
}

/// All findings present, or about half of them.
fn many_present(rng: &mut Rng, model: &Model, share: f64) -> Case {
    let mut case = Case::default();
    for f in 0..model.leaks.len() {
        if rng.chance(share) {
            case.present.push(f);
        } else if rng.chance(0.1) {
            case.absent.push(f);
        }
    }
    case
}

/// Questions that no exact method answers in the time they get.
fn hostile(rng: &mut Rng) -> Vec<(Model, Vec<Case>)> {
    let models = [
        skewed(rng, 665, 1_276),
        dense(rng, 2_000, 40),
        hubs(rng, 300, 260),
        hubs(rng, 120, 60),
        skewed(rng, 300, 200),
        dense(rng, 6_000, 30),
    ];
    models
        .into_iter()
        .map(|model| {
            let cases = [1.0, 0.9, 0.7, 0.5].map(|share| many_present(rng, &model, share)).to_vec();
            (model, cases)
        })
        .collect()
}

fn diagnose(
    network: &Network,
    case: &Case,
    method: Method,
    budget: &Budget,
) -> Result<Posterior, InferenceError> {
    Engine::new(network).diagnose_within(&evidence(case), method, budget)
}

fn named(scheme: Scheme, solver: Solver, order: Order, transformed: usize) -> Method {
    Method::Hybrid(Hybrid { scheme, solver, order, transformed })
}

/// All of a large network's findings are present. Planning an exact answer takes long then, and must
/// leave an estimate its time, whatever the limit is.
#[test]
fn planning_an_exact_answer_leaves_time_for_an_estimate() {
    let mut rng = Rng::new(9);
    let model = skewed(&mut rng, 665, 1_276);
    let network = network(&model);
    let case = many_present(&mut rng, &model, 1.0);
    let mut last = f64::INFINITY;
    for steps in [25, 50, 75, 100, 150, 250, 500, 1_000] {
        let answer = diagnose(&network, &case, Method::Auto, &looks(steps, 1 << 29)).unwrap();
        assert!(is_informed(&answer), "{steps} steps");
        assert!(upper(&answer) <= last, "{steps} steps: {} after {last}", upper(&answer));
        last = upper(&answer);
    }
}

/// Hybrids that together go through all of the variational code, with nearly everything
/// transformed.
fn hybrids(present: usize) -> [Method; 5] {
    [
        named(Scheme::Vfh, Solver::Cvx, Order::Gdo, present),
        named(Scheme::Vfh, Solver::CvxJoint, Order::Fdo, present),
        named(Scheme::Jj99Joint, Solver::CvxJoint, Order::Gdo, present - 4),
        named(Scheme::Jj99, Solver::CvxJoint, Order::Fdo, present - 2),
        named(Scheme::Jh, Solver::CvxJoint, Order::Wdo, present * 3 / 4),
    ]
}

#[test]
fn bounds_fall_with_the_limit() {
    let mut rng = Rng::new(1);
    let mut has_fallen = 0;
    for (model, cases) in hostile(&mut rng) {
        let network = network(&model);
        for case in &cases[..2] {
            let absent_only = Case { present: Vec::new(), absent: case.absent.clone() };
            let highest =
                diagnose(&network, &absent_only, Method::Auto, &Budget::unlimited()).unwrap().log_evidence;
            let (mut lowest, mut was_certified) = (f64::INFINITY, false);
            for steps in STEPS {
                let answer = diagnose(&network, case, Method::Auto, &looks(steps, 1 << 22)).unwrap();
                let bound = upper(&answer);
                let is_certified = answer.exactness.word() == "bounds";
                assert!(is_certified || !was_certified, "{steps} steps: intervals with less time only");
                was_certified = is_certified;
                assert!(bound <= lowest, "{steps} steps: {bound} above {lowest}");
                assert_eq!(is_informed(&answer), bound < highest, "{steps} steps: {bound}, {highest}");
                lowest = bound.min(lowest);
            }
            // On dense networks most of the time is for intervals, so that the bound falls less.
            has_fallen += usize::from(lowest < highest - 0.1);
        }
    }
    // On six thousand diseases every finding is likely: there is little to fall.
    assert_eq!(has_fallen, 12);
}

/// Maximum number of looks at the clock without a limit: several times what intervals take.
const MOST_LOOKS: u64 = 10_000;

/// Thousands of findings are present, and there is no time limit: what an exact answer would take is
/// then no measure of how long to plan it.
#[test]
fn without_a_limit_work_ends_too() {
    let mut rng = Rng::new(12);
    let step = 40 * STEP;
    for findings in [1_276, 4_040] {
        let model = skewed(&mut rng, 665, findings);
        let case = Case { present: (0..findings).collect(), absent: Vec::new() };
        let budget = Budget::counted(&Limits::default(), step);
        let clock = budget.clone();
        let budget = budget.watched(step, move || clock.looks() > MOST_LOOKS);
        let answer = diagnose(&network(&model), &case, Method::Auto, &budget);
        assert!(answer.as_ref().is_ok_and(is_informed), "{findings}, {} looks: {answer:?}", budget.looks());
    }
}

/// Planning walks over all links of a dense network, and over their diseases: it ends at the deadline
/// like any other work, and not with a forecast that comes too late.
#[test]
fn planning_looks_at_the_clock() {
    let mut rng = Rng::new(13);
    let thick = dense(&mut rng, 5_000, 24);
    let thin = random_model(&mut rng, 5_000, 24, |rng, _, _| rng.chance(0.4));
    let case = Case { present: (0..24).collect(), absent: Vec::new() };
    for (model, method) in
        [(&thick, Method::ExplainedSets), (&thin, Method::ExplainedSets), (&thin, Method::Quickscore)]
    {
        let network = network(model);
        let budget = looks(2, 2 << 30);
        let answer = diagnose(&network, &case, method, &budget);
        assert!(matches!(answer, Err(InferenceError::OutOfTime { .. })), "{method}: {answer:?}");
        // Too little memory to do more than to plan.
        let budget = looks(1_000_000, 1_000);
        let answer = diagnose(&network, &case, method, &budget);
        assert!(matches!(answer, Err(InferenceError::TooExpensive { .. })), "{method}: {answer:?}");
        let links = model.links.len() as u64;
        assert!(budget.looks() >= links / (1 << 14), "{method}: {} looks for {links} links", budget.looks());
    }
}

/// Looks at the clock between the first one that fails and the answer: one for each level that ends
/// its work there.
const LOOKS_TO_END: u64 = 8;

#[test]
fn work_ends_at_the_deadline() {
    let mut rng = Rng::new(2);
    let mut cut_off = 0;
    for (model, cases) in hostile(&mut rng) {
        let network = network(&model);
        for case in &cases {
            for (steps, method) in [1, 4, 15, 60, 250].into_iter().zip(hybrids(case.present.len())) {
                let budget = looks(steps, 2 << 30);
                let estimate = diagnose(&network, case, Method::Auto, &budget);
                assert!(estimate.is_ok(), "{steps} steps: {estimate:?}");
                assert!(
                    budget.looks() <= u64::from(steps) + LOOKS_TO_END,
                    "auto, {steps}: {}",
                    budget.looks()
                );

                let budget = looks(steps, 2 << 30);
                let answer = diagnose(&network, case, method, &budget);
                let is_refused = matches!(
                    answer,
                    Err(InferenceError::OutOfTime { .. } | InferenceError::TooExpensive { .. })
                );
                assert!(answer.is_ok() || is_refused, "{method}, {steps} steps: {answer:?}");
                assert!(
                    budget.looks() <= u64::from(steps) + LOOKS_TO_END,
                    "{method}, {steps}: {}",
                    budget.looks()
                );
                cut_off += usize::from(is_refused);
            }
        }
    }
    assert!(cut_off > 30, "{cut_off} of 120");
}

#[test]
fn cancelled_work_ends() {
    let mut rng = Rng::new(3);
    let model = skewed(&mut rng, 665, 1_276);
    let network = network(&model);
    let case = many_present(&mut rng, &model, 1.0);
    for method in hybrids(case.present.len()).into_iter().chain([Method::Auto]) {
        let before = Budget::unlimited();
        before.cancel();
        assert_eq!(diagnose(&network, &case, method, &before), Err(InferenceError::Cancelled), "{method}");
    }
    // Without a limit this takes far longer than another thread needs to cancel it.
    for method in [Method::Auto, named(Scheme::Vfh, Solver::CvxJoint, Order::Fdo, case.present.len())] {
        let during = Budget::counted(&Limits::default(), Duration::from_nanos(1));
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                while during.looks() < 10 {
                    std::thread::yield_now();
                }
                during.cancel();
            });
            diagnose(&network, &case, method, &during)
        });
        assert_eq!(answer, Err(InferenceError::Cancelled), "{method}");
    }
}

/// Wherever the work is cut off, and however little memory there is.
#[test]
fn a_bound_is_a_bound() {
    let mut estimates = 0;
    for seed in 0..120 {
        let (model, case) = possible_question(seed, Size { diseases: 20, findings: 14, present: 12 });
        let Ok(truth) = eliminate(&model, &case) else { continue };
        let network = network(&model);
        for memory in [100, 700, 5_000] {
            for steps in (0..40).chain([60, 100, 1_000]) {
                let answer = diagnose(&network, &case, Method::Auto, &looks(steps, memory)).unwrap();
                if let Some(bound) = answer.exactness.log_evidence_upper() {
                    assert!(
                        bound >= truth.log_evidence,
                        "seed {seed}, {steps} steps, {memory} bytes: {bound} below {}",
                        truth.log_evidence
                    );
                }
                assert!(answer.marginals.iter().all(|p| (0.0..=1.0).contains(p)));
                estimates +=
                    usize::from(answer.exactness.log_evidence_upper().is_some() && is_informed(&answer));
            }
        }
    }
    assert!(estimates > 1_000, "{estimates} informed estimates");
}

/// Two queries on one budget with memory for the tables of one: the second is refused while the first
/// works, and answered when it is done.
#[test]
fn queries_at_the_same_time_share_the_memory() {
    let mut rng = Rng::new(11);
    // Likely findings, so that Quickscore keeps its digits.
    let model = Model { leaks: vec![0.7; 12], ..dense(&mut rng, 60, 12) };
    let network = network(&model);
    let case = Case { present: (0..12).collect(), absent: Vec::new() };
    let loopy = Method::LoopyBp(Damping::DEFAULT);
    for method in [Method::ExplainedSets, Method::Quickscore, loopy] {
        let forecast = Engine::new(&network).forecast(&evidence(&case), method).unwrap();
        let memory = (1.6 * forecast.bytes) as usize;
        let shared = Budget::counted(&Limits { memory, ..Limits::default() }, STEP);
        let second = Arc::new(Mutex::new(None));
        let (others, answer) = (shared.clone(), Arc::clone(&second));
        let (network_of_second, evidence_of_second) = (network.clone(), evidence(&case));
        // Called on the way: asks for the same on another thread once the first has its tables.
        let ask = move || {
            let mut answer = answer.lock().unwrap();
            if answer.is_none() && others.memory() < memory / 2 {
                let (network, evidence) = (network_of_second.clone(), evidence_of_second.clone());
                let budget = others.clone();
                let ask =
                    move || Engine::new(&network).diagnose_within(&evidence, method, &budget).map(|_| ());
                *answer = std::thread::spawn(ask).join().ok();
            }
            false
        };
        let first = shared.clone().watched(STEP, ask);
        let answered = diagnose(&network, &case, method, &first);
        assert!(answered.is_ok(), "{method}: {answered:?}");
        let second = second.lock().unwrap().take();
        assert!(matches!(second, Some(Err(InferenceError::TooExpensive { .. }))), "{method}: {second:?}");
        assert_eq!(shared.memory(), memory, "{method} gives all of it back");
        assert!(diagnose(&network, &case, method, &shared).is_ok(), "{method}");
    }
    // Elimination would make do with less, slice by slice: it takes what it was predicted to.
    let forecast = Engine::new(&network).forecast(&evidence(&case), Method::Elimination).unwrap();
    let shared = Budget::counted(&Limits::default(), STEP);
    let (others, least) = (shared.clone(), Arc::new(AtomicUsize::new(usize::MAX)));
    let seen = Arc::clone(&least);
    let first = shared.clone().watched(STEP, move || {
        seen.fetch_min(others.memory(), Relaxed);
        false
    });
    diagnose(&network, &case, Method::Elimination, &first).unwrap();
    let all = Limits::default().memory;
    assert!(all - least.load(Relaxed) >= forecast.bytes as usize, "{forecast:?}, {least:?} left");
    assert_eq!(shared.memory(), all);
}

/// Findings that a disease always causes cannot be transformed: without time they are ignored, with
/// time reinstated.
#[test]
fn certain_links_are_ignored_until_there_is_time() {
    let mut rng = Rng::new(5);
    let mut model = dense(&mut rng, 60, 30);
    for f in 0..30 {
        model.links[f * 40].2 = 1.0;
        model.links.push((60 + f, f, 1.0));
        model.priors.push(0.01);
    }
    model.links.sort_unstable_by_key(|&(d, f, _)| (d, f));
    model.links.dedup_by_key(|&mut (d, f, _)| (d, f));
    let network = network(&model);
    let case = Case { present: (0..25).collect(), absent: vec![27] };
    let ignored = diagnose(&network, &case, Method::Auto, &looks(0, 1 << 20)).unwrap();
    assert!(!is_informed(&ignored));
    let absent_only = Case { present: Vec::new(), absent: vec![27] };
    let prior = diagnose(&network, &absent_only, Method::Auto, &Budget::unlimited()).unwrap();
    assert!((upper(&ignored) - prior.log_evidence).abs() < 1e-12);
    for (own, exact) in ignored.marginals.iter().zip(&prior.marginals) {
        assert!((own - exact).abs() < 1e-15);
    }
    let reinstated = diagnose(&network, &case, Method::Auto, &looks(5_000, 1 << 20)).unwrap();
    assert!(is_informed(&reinstated) && upper(&reinstated) < upper(&ignored) - 1.0, "{reinstated:?}");
    assert!((1..25).contains(&reinstated.work.transformed.len()), "{:?}", reinstated.work);
}

/// Mean error over the ten likeliest diseases.
fn error(answer: &Posterior, truth: &Posterior) -> f64 {
    truth.ranking(10).iter().map(|&(d, p)| (answer.marginal(d) - p).abs()).sum::<f64>() / 10.0
}

/// A question on a dense network with this many present findings, caused by two diseases.
fn dense_question(rng: &mut Rng, model: &Model, present: usize) -> Case {
    loop {
        let ill = [rng.below(model.priors.len()), rng.below(model.priors.len())];
        let case = caused(rng, model, &ill, present);
        if case.present.len() == present {
            break case;
        }
    }
}

/// Dense networks are the worst for bounds: every finding shares nearly all of its parents with
/// every other.
#[test]
fn estimates_on_dense_networks_are_better_than_priors_and_improve() {
    let mut rng = Rng::new(7);
    let model = dense(&mut rng, 2_000, 40);
    let network = network(&model);
    let mut engine = Engine::new(&network);
    let mut sums = [0.0; STEPS.len()];
    let mut prior_sum = 0.0;
    for _ in 0..4 {
        let case = dense_question(&mut rng, &model, 14);
        let truth = engine.diagnose(&evidence(&case), Method::ExplainedSets).unwrap();
        let priors = engine.diagnose(&Evidence::default(), Method::Auto).unwrap();
        prior_sum += error(&priors, &truth);
        for (sum, steps) in sums.iter_mut().zip(STEPS) {
            // Too little memory for an exact answer.
            let answer =
                engine.diagnose_within(&evidence(&case), Method::Auto, &looks(steps, 1 << 23)).unwrap();
            *sum += error(&answer, &truth);
        }
    }
    for pair in sums.windows(2) {
        // Points come from the estimate with the lowest bound, which need not have the smallest error.
        assert!(pair[1] <= 1.15 * pair[0], "{sums:?}, priors {prior_sum}");
    }
    assert!(sums[0] <= prior_sum * 1.001 && sums[6] < 0.5 * prior_sum, "{sums:?}, priors {prior_sum}");
    assert!(sums[12] < 0.3 * prior_sum, "{sums:?}, priors {prior_sum}");
}

/// Twenty findings, where ten milliseconds once gave an answer ten times worse than the priors. The
/// lowest bound need not have the smallest error, so that this may rise a little on the way down.
#[test]
fn estimates_of_twenty_findings_stay_far_better_than_priors() {
    let mut rng = Rng::new(7);
    let model = dense(&mut rng, 2_000, 40);
    let network = network(&model);
    let mut engine = Engine::new(&network);
    let mut sums = [0.0; STEPS.len()];
    let mut prior_sum = 0.0;
    for _ in 0..3 {
        let case = dense_question(&mut rng, &model, 20);
        let known = Budget::counted(&Limits::default(), STEP);
        let truth = engine.diagnose_within(&evidence(&case), Method::Bounds, &known).unwrap();
        for (disease, _) in truth.ranking(10) {
            let (lower, upper) = truth.interval(disease).unwrap();
            assert!(upper - lower < 2e-3, "the truth is known: {lower} to {upper}");
        }
        prior_sum += error(&engine.diagnose(&Evidence::default(), Method::Auto).unwrap(), &truth);
        for (sum, steps) in sums.iter_mut().zip(STEPS) {
            let answer =
                engine.diagnose_within(&evidence(&case), Method::Auto, &looks(steps, 1 << 23)).unwrap();
            *sum += error(&answer, &truth);
        }
    }
    assert!(sums.iter().all(|&sum| sum <= 1.001 * prior_sum), "{sums:?}, priors {prior_sum}");
    assert!(sums[5..].iter().all(|&sum| sum <= 0.4 * prior_sum), "{sums:?}, priors {prior_sum}");
    assert!(sums[12] < 0.15 * prior_sum, "{sums:?}, priors {prior_sum}");
}
