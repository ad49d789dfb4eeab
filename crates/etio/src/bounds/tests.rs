//! Each way by itself, with exact parts kept so small that bounds are needed, against the oracle.

use std::time::Duration;

use etio_oracle::number::Real;
use etio_oracle::random::{Rng, Size, possible_question};
use etio_oracle::{Case, Model, Precise, eliminate};

use super::copies::Copies;
use super::*;
use crate::problem::Assembly;
use crate::{DiseaseId, Evidence, FindingId, Limits, NetworkBuilder};

fn assembled(model: &Model, case: &Case) -> Assembly {
    let mut builder = NetworkBuilder::new();
    for (at, &prior) in model.priors.iter().enumerate() {
        builder.disease(&at.to_string(), "", prior).unwrap();
    }
    for (at, &leak) in model.leaks.iter().enumerate() {
        builder.finding(&at.to_string(), "", leak).unwrap();
    }
    for &(disease, finding, p) in &model.links {
        builder.link(DiseaseId::new(disease as u32), FindingId::new(finding as u32), p).unwrap();
    }
    let ids = |list: &[usize]| list.iter().map(|&f| FindingId::new(f as u32)).collect::<Vec<_>>();
    let evidence = Evidence::new(ids(&case.present), ids(&case.absent)).unwrap();
    let mut assembly = Assembly::default();
    assembly.assemble(&builder.build().unwrap(), &evidence, &Budget::unlimited()).unwrap();
    assembly
}

/// Fails if a truth is outside its interval, up to what the assembly rounds. Gives the width of the
/// widest interval.
fn check(bracket: &Bracket, assembly: &Assembly, truth: &Precise, name: &str) -> f64 {
    let problem = &assembly.problem;
    for (at, &d) in problem.diseases.iter().enumerate() {
        let (lower, upper, point) = (bracket.lower[at], bracket.upper[at], bracket.point[at]);
        let (on, room) = (truth.on[d as usize], Real::new(1e-13));
        assert!(lower <= point && point <= upper, "{name}, disease {d}: {point} in [{lower}, {upper}]");
        assert!(
            Real::new(lower) <= on + room && on <= Real::new(upper) + room,
            "{name}, disease {d}: {:e} is not in [{lower:e}, {upper:e}]",
            on.to_f64()
        );
    }
    let log = truth.log_evidence.to_f64();
    let room = 1e-12 * (1.0 + log.abs());
    let (lower, upper) =
        (assembly.log_evidence(bracket.log_lower.max(-1e300)), assembly.log_evidence(bracket.log_upper));
    assert!(lower <= log + room && log <= upper + room, "{name}: {log} is not in [{lower}, {upper}]");
    bracket.width()
}

fn looks(steps: u32, step: Duration) -> Budget {
    Budget::counted(&Limits { time: Some(step * steps), ..Limits::default() }, step)
}

/// Questions of many kinds: few and many diseases, common and rare ones, with leaks and links of 1
/// and without.
fn questions(count: u64) -> impl Iterator<Item = (String, Assembly, Precise)> {
    (0..count).filter_map(|seed| {
        let size = Size { diseases: 3 + seed as usize % 24, findings: 16, present: 3 + seed as usize % 11 };
        let (mut model, case) = possible_question(seed, size);
        let mut rng = Rng::new(seed);
        let scale = [1.0, 0.1, 1e-3, 1e-6][seed as usize % 4];
        model.priors.iter_mut().for_each(|prior| *prior *= if rng.chance(0.7) { scale } else { 1.0 });
        let truth = eliminate(&model, &case).ok()?.precise;
        Some((format!("seed {seed}"), assembled(&model, &case), truth))
    })
}

#[test]
fn copies_hold_at_any_order() {
    let (mut narrow, mut all) = (0, 0);
    for (name, assembly, truth) in questions(200) {
        if assembly.problem.finding_count() == 0 {
            continue;
        }
        let budget = Budget::unlimited();
        for goal in [1e-9, 1e-4, 1.0, 1e9] {
            let Ok(Some(copies)) = Copies::plan(&assembly.problem, goal, &budget) else { continue };
            let copied = copies.run(&budget).unwrap();
            let width = check(&copied.bracket, &assembly, &truth, &format!("{name}, goal {goal}"));
            all += usize::from(goal == 1e-9);
            narrow += usize::from(goal == 1e-9 && width < 1e-3);
        }
    }
    assert!(all > 100 && narrow * 10 > all * 9, "{narrow} of {all} are narrow");
}

#[test]
fn copies_hold_with_any_treatment() {
    let mut rng = Rng::new(7);
    let (mut narrow, mut all) = (0, 0);
    for (name, assembly, truth) in questions(150) {
        if assembly.problem.finding_count() == 0 {
            continue;
        }
        let budget = Budget::unlimited();
        let Ok(Some(mut copies)) = Copies::plan(&assembly.problem, 1e-6, &budget) else { continue };
        for (share, most_terms) in [(0.0, 1), (0.5, 1), (0.5, 3), (1.0, 1)] {
            copies.treat(|| (!rng.chance(share)).then(|| 1 + rng.below(most_terms)));
            let copied = copies.run(&budget).unwrap();
            let name = format!("{name}, {share} explicit, {most_terms} terms");
            let width = check(&copied.bracket, &assembly, &truth, &name);
            // Without a series nothing is cut off.
            all += usize::from(share == 1.0);
            narrow += usize::from(share == 1.0 && width < 1e-4);
        }
    }
    assert!(all > 100 && narrow * 10 > all * 9, "{narrow} of {all} are narrow");
}

/// A way that uses up all the time that it is given, and says nothing.
struct Hopeless {
    tries: u32,
}

impl Way for Hopeless {
    fn due(&self) -> f64 {
        if self.tries > 0 { 0.0 } else { f64::INFINITY }
    }

    fn advance(
        &mut self,
        _: &mut Bracket,
        _: &Problem,
        _: f64,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        self.tries -= 1;
        let capped = budget.within(Duration::from_millis(5));
        while capped.check().is_ok() {}
        Ok(())
    }
}

#[test]
fn a_way_that_is_cut_off_is_followed_by_the_search() {
    let mut narrowed = 0;
    for (name, assembly, truth) in questions(20) {
        let (mut planner, target) = (Planner::default(), Target::default());
        let problem = &assembly.problem;
        let mut best = Bracket::anything(problem.priors());
        let search = Search::new(problem, &mut planner, target);
        let end = narrow(
            &mut best,
            problem,
            target,
            vec![Box::new(Hopeless { tries: 3 })],
            Some(search),
            &looks(2_000, Duration::from_micros(50)),
        );
        assert!(end.is_ok() || end.is_err_and(|error| error.is_refusal()), "{name}");
        narrowed += usize::from(check(&best, &assembly, &truth, &name) < 0.1);
    }
    assert!(narrowed > 10, "{narrowed} of 20");
}

#[test]
fn searches_hold_wherever_they_are_cut_off() {
    let mut rng = Rng::new(5);
    let (mut split, mut narrow, mut wide) = (0, 0, 0);
    for (name, assembly, truth) in questions(300) {
        // Time passes slowly, so that caps stay small.
        let cap = [1e-7, 1.5e-6, 1.5e-5][rng.below(3)];
        let mut last: Option<Bracket> = None;
        let mut budgets: Vec<u32> = (0..3).map(|_| 10f64.powf(rng.uniform(0.5, 4.0)) as u32).collect();
        budgets.sort_unstable();
        for steps in budgets {
            let target = Target { within: 1e-7, until_ranked: false, ..Target::default() };
            let mut best = Bracket::anything(assembly.problem.priors());
            // A planner remembers orders: a search with the orders of another rounds differently.
            let mut planner = Planner::default();
            // Nothing is exact at first, or only a few findings.
            let mut search = Search::with_cap(&assembly.problem, &mut planner, target, cap);
            let end = search.run_for(&mut best, None, &looks(steps, Duration::from_nanos(50)));
            assert!(end.is_ok() || end.is_err_and(|error| error.is_refusal()), "{name}");
            let width = check(&best, &assembly, &truth, &format!("{name}, {steps} steps"));
            split += usize::from(search.leaf_count() > 1);
            if let Some(last) = &last {
                for d in 0..best.lower.len() {
                    assert!(
                        best.lower[d] >= last.lower[d] - 1e-12 && best.upper[d] <= last.upper[d] + 1e-12,
                        "{name}, {steps} steps: {}..{} then {}..{}",
                        last.lower[d],
                        last.upper[d],
                        best.lower[d],
                        best.upper[d]
                    );
                }
            }
            narrow += usize::from(width < 1e-2);
            wide += usize::from((1e-6..1.0).contains(&width));
            last = Some(best);
        }
    }
    assert!(split > 40 && narrow > 100 && wide > 20, "{split} split, {narrow} narrow, {wide} in between");
}
