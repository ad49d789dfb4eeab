//! A problem split over a few hub findings into independent slices.
//!
//! `P(F+) = sum over S of H of (-1)^|S| P(F+ without H present, S absent)`: inclusion-exclusion
//! over the hubs H alone. Every slice is a problem without the hubs, narrower by them, whose
//! diseases are weighed by what is absent in it. So a problem that is too wide for the memory takes
//! more time instead. Hubs are findings with many parents and hence likely ones: little is lost in
//! the differences, and what is lost is in the certificate.

use super::model::Model;
use super::narrow::Narrowing;
use super::solver::Forms;
use super::{Elimination, forecast, solve_by};
use crate::algorithm::{Forecast, Solution};
use crate::budget::Budget;
use crate::numeric::{LogProduct, ROUNDOFF};
use crate::problem::{InputError, Problem, Restriction, fold, log_total};
use crate::{InferenceError, Method};

/// Maximum number of hubs: 64 slices.
const MOST_HUBS: usize = 6;
/// Without a time limit, slices that take longer than this in seconds are not begun.
const PATIENCE: f64 = 600.0;
/// The largest certified error that is accepted.
const ACCEPTED: f64 = 1e-8;

/// Over which findings a problem is split, and what that takes.
#[derive(Debug)]
pub(super) struct Slices {
    hubs: Vec<usize>,
    pub(super) forecast: Forecast,
}

/// The slices of a problem, if it is too wide for the memory.
pub(super) fn plan(
    problem: &Problem,
    whole: &Forecast,
    budget: &Budget,
    workspace: &mut Elimination,
) -> Result<Option<Slices>, InferenceError> {
    let is_too_wide = whole.bytes > budget.memory() as f64;
    let time = budget.remaining().map_or(PATIENCE, |left| left.as_secs_f64());
    // All slices together are at least as much work as the whole.
    let is_hopeless = whole.seconds > time;
    if is_hopeless || !problem.is_in_range() || !is_too_wide {
        return Ok(None);
    }
    // The most common findings first; one that a disease always causes could leave nothing to
    // explain another one.
    let price: Vec<f64> = (0..problem.finding_count())
        .map(|finding| {
            let (diseases, links) = problem.links_of(finding);
            if links.contains(&1.0) { f64::INFINITY } else { -(diseases.len() as f64) }
        })
        .collect();
    let (mut part, mut best) = (Restriction::default(), None);
    Narrowing { problem, price: &price, at_once: |_| 1, clock: budget }.run(|hubs, _| {
        if hubs.is_empty() {
            return Ok(false);
        }
        part.take(problem, |finding| !hubs.contains(&finding), budget)?;
        part.weigh(problem.priors(), problem.complements());
        let model = Model::new(&part.problem, budget)?;
        let slice = forecast(&model, Forms::Cheapest, &part.problem, budget, workspace)?;
        let sliced = together(&slice, hubs.len());
        let fits = sliced.bytes <= budget.memory() as f64 && sliced.seconds <= time;
        if fits {
            best = Some(Slices { hubs: hubs.to_vec(), forecast: sliced });
        }
        let is_done = fits || hubs.len() == MOST_HUBS;
        Ok(is_done)
    })?;
    Ok(best)
}

/// Total cost of all slices, one after the other.
fn together(slice: &Forecast, hubs: usize) -> Forecast {
    let count = (1 << hubs) as f64;
    Forecast { operations: slice.operations * count, seconds: slice.seconds * count, ..*slice }
}

/// Result of one slice.
struct Slice {
    /// Whether it is subtracted: an odd number of hubs is absent.
    is_negative: bool,
    log_evidence: f64,
    /// Marginals of all diseases of the problem.
    marginals: Vec<f64>,
    /// How far these, and the log evidence, may be off.
    error_bound: f64,
    operations: f64,
}

/// Solves all slices and puts them together.
pub(super) fn run(
    problem: &Problem,
    slices: &Slices,
    budget: &Budget,
    workspace: &mut Elimination,
) -> Result<Solution, InferenceError> {
    let mut part = Restriction::default();
    part.take(problem, |finding| !slices.hubs.contains(&finding), budget)?;
    let mut solved = Vec::new();
    for absent in 0..1 << slices.hubs.len() {
        budget.check()?;
        let weights = Weights::of(problem, &slices.hubs, absent);
        part.weigh(&weights.priors, &weights.complements);
        let model = Model::new(&part.problem, budget)?;
        let solution = solve_by(&part.problem, &model, Forms::Cheapest, budget, workspace)?;
        let error_bound =
            weights.error.bound(solution.rounding(), &solution.marginals, part.problem.priors());
        let mut evidence = weights.settled;
        evidence.multiply_exp(solution.log_evidence);
        solved.push(Slice {
            is_negative: absent.count_ones() % 2 == 1,
            log_evidence: evidence.ln(),
            marginals: part.spread(solution.marginals, &weights.priors),
            error_bound,
            operations: solution.operations,
        });
    }
    combine(&solved, problem)
}

/// The diseases given that some hubs are absent.
struct Weights {
    priors: Vec<f64>,
    complements: Vec<f64>,
    /// The probability that the hubs are absent.
    settled: LogProduct,
    /// Roundings of folding them in.
    error: InputError,
}

impl Weights {
    fn of(problem: &Problem, hubs: &[usize], absent: usize) -> Self {
        let mut factors = vec![1.0; problem.disease_count()];
        let mut settled = LogProduct::default();
        for (_, &hub) in hubs.iter().enumerate().filter(|&(at, _)| absent >> at & 1 == 1) {
            let (diseases, links) = problem.links_of(hub);
            diseases.iter().zip(links).for_each(|(&d, &link)| factors[d as usize] *= 1.0 - link);
            settled.multiply(problem.quiets[hub]);
        }
        let (priors, complements): (Vec<f64>, Vec<f64>) =
            factors.iter().zip(problem.priors()).map(|(&factor, &prior)| fold(prior, factor)).unzip();
        for (&factor, &prior) in factors.iter().zip(problem.priors()).filter(|(factor, _)| **factor < 1.0) {
            settled.multiply_exp(log_total(prior, factor));
        }
        let odds = InputError::of_odds(hubs.len());
        let weight: f64 = priors.iter().sum();
        let rounded = 2.0 * ROUNDOFF * priors.len() as f64;
        let error = InputError { odds, leaks: 0.0, settled: odds * weight + rounded };
        Self { priors, complements, settled, error }
    }
}

/// The signed sum of the slices. A slice's evidence is right to its own bound and the rounding of
/// its logarithm; differences make both larger by as much as the slices together are larger than
/// their sum.
fn combine(slices: &[Slice], problem: &Problem) -> Result<Solution, InferenceError> {
    let scale = slices.iter().map(|slice| slice.log_evidence).fold(f64::NEG_INFINITY, f64::max);
    let (mut total, mut size, mut worst, mut operations) = (0.0, 0.0, 0.0f64, 0.0);
    let mut marginals = vec![0.0; problem.disease_count()];
    for slice in slices {
        let weight = (slice.log_evidence - scale).exp();
        let signed = if slice.is_negative { -weight } else { weight };
        total += signed;
        size += weight;
        // The evidence of a slice relative to itself: its bound, its logarithm, the difference to
        // the scale, the exponential.
        let logarithms = 5.0 * slice.log_evidence.abs() + scale.abs() + 4.0;
        let evidence_error = slice.error_bound + ROUNDOFF * logarithms;
        let summing = ROUNDOFF * (slices.len() + 2) as f64;
        worst = worst.max(2.0 * evidence_error + slice.error_bound + 2.0 * summing);
        operations += slice.operations;
        marginals.iter_mut().zip(&slice.marginals).for_each(|(sum, m)| *sum += signed * m);
    }
    let rounding = if total > 0.0 { worst * size / total } else { f64::INFINITY };
    if rounding.is_nan() || rounding > ACCEPTED {
        let error_estimate = rounding.min(1.0);
        return Err(InferenceError::DigitsLost { method: Method::Elimination, error_estimate });
    }
    for marginal in &mut marginals {
        *marginal = (*marginal / total).clamp(0.0, 1.0);
    }
    let solution = Solution::exact(Method::Elimination, marginals, scale + total.ln(), rounding);
    Ok(Solution { operations, ..solution })
}

#[cfg(test)]
mod tests {
    use etio_oracle::eliminate;
    use etio_oracle::random::{Size, possible_question};

    use super::super::tests::assembled;
    use super::*;
    use crate::Limits;
    use crate::algorithm::Algorithm;

    #[test]
    fn slices_agree_with_the_oracle_within_their_certificate() {
        let mut checked = 0;
        for seed in 0..400 {
            let (truth, case) = possible_question(seed, Size { diseases: 12, findings: 12, present: 10 });
            let (network, assembly) = assembled(&truth, &case);
            let problem = &assembly.problem;
            let plain = |f: &usize| !problem.links_of(*f).1.contains(&1.0);
            let hubs: Vec<usize> =
                (0..problem.finding_count()).filter(plain).take(1 + seed as usize % 4).collect();
            let slices = Slices { hubs, forecast: Forecast::default() };
            let budget = Budget::unlimited();
            let solution = match run(problem, &slices, &budget, &mut Elimination::default()) {
                Ok(solution) => solution,
                Err(InferenceError::DigitsLost { .. }) => continue,
                Err(other) => panic!("{other}"),
            };
            let wanted = eliminate(&truth, &case).unwrap();
            let bound = problem.error.bound(solution.rounding(), &solution.marginals, problem.priors());
            for (own, exact) in assembly.spread(&network, &solution.marginals).iter().zip(&wanted.posteriors)
            {
                assert!((own - exact).abs() <= bound, "{seed}: {own} {exact}");
            }
            let log_evidence = assembly.log_evidence(solution.log_evidence);
            let rounding = 1e-15 * wanted.log_evidence.abs();
            assert!((log_evidence - wanted.log_evidence).abs() <= bound + rounding);
            checked += 1;
        }
        assert!(checked > 150, "{checked}");
    }

    #[test]
    fn a_query_too_wide_for_the_memory_is_sliced() {
        let (truth, case) = super::super::tests::crossed(6);
        let truth = etio_oracle::Model { priors: vec![0.3; 36], ..truth };
        let (_, assembly) = assembled(&truth, &case);
        let mut elimination = Elimination::default();
        let whole = elimination.plan(&assembly.problem, &Budget::unlimited()).unwrap();
        assert!(elimination.prepared.as_ref().unwrap().slices.is_none());
        let budget = Budget::start(&Limits { memory: whole.bytes as usize / 3, ..Limits::default() });
        let sliced = elimination.plan(&assembly.problem, &budget).unwrap();
        assert!(elimination.prepared.as_ref().unwrap().slices.is_some());
        assert!(sliced.bytes <= budget.memory() as f64);
        let solution = elimination.run(&assembly.problem, &budget).unwrap();
        let wanted = eliminate(&truth, &case).unwrap();
        assert!((assembly.log_evidence(solution.log_evidence) - wanted.log_evidence).abs() < 1e-7);
    }
}
