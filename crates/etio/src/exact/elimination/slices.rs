//! A query split over a few hub findings into independent slices.
//!
//! `P(F+) = sum over S of H of (-1)^|S| P(F+ without H present, S absent)`: inclusion-exclusion over the hubs H alone. Every
//! slice is a query without the hubs, narrower by them, whose diseases are weighed by what is absent in it. So a query that is too
//! wide for the memory takes more time instead, and the slices of a large one run on several threads. Hubs are findings
//! with many parents and hence likely ones: little is lost in the differences, and what is lost is in the certificate.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::model::Model;
use super::narrow::Narrowing;
use super::solver::Forms;
use super::{Solution, Workspace, forecast, solve_by};
use crate::limits::Deadline;
use crate::part::Part;
use crate::planner::Forecast;
use crate::query::{Query, fold, log_total};
use crate::{InferenceError, Limits, Method};

/// The most hubs: 64 slices.
const MOST_HUBS: usize = 6;
/// A query that is predicted to take longer, in seconds, is worth several threads.
const WORTH_THREADS: f64 = 0.02;
/// Slices must be so much faster than the whole.
const WORTH_SLICING: f64 = 0.8;
/// Without a time limit, slices that take longer than this in seconds are not begun.
const PATIENCE: f64 = 600.0;
/// The largest certified error that is accepted.
const ACCEPTED: f64 = 1e-8;

/// Over which findings a query is split, and what that takes.
#[derive(Debug)]
pub(super) struct Slices {
    hubs: Vec<usize>,
    pub(super) forecast: Forecast,
}

/// The slices of a query, where it is too wide for the memory or large enough for several threads.
pub(super) fn plan(
    query: &Query,
    whole: &Forecast,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Option<Slices>, InferenceError> {
    let is_too_wide = whole.bytes > limits.memory as f64;
    let is_large = limits.threads > 1 && whole.seconds > WORTH_THREADS;
    let time = deadline.remaining().map_or(PATIENCE, |left| left.as_secs_f64());
    // All slices together are at least as much work as the whole.
    let is_hopeless = whole.seconds > time * limits.threads as f64;
    if is_hopeless || !is_too_wide && !is_large {
        return Ok(None);
    }
    // The most common findings first; one that a disease always causes could leave nothing to explain another one.
    let price: Vec<f64> = (0..query.finding_count())
        .map(|finding| {
            let (diseases, links) = query.links_of(finding);
            if links.contains(&1.0) { f64::INFINITY } else { -(diseases.len() as f64) }
        })
        .collect();
    let (mut part, mut best) = (Part::default(), None);
    Narrowing { query, price: &price, at_once: |_| 1, clock: deadline }.run(|hubs, _| {
        if hubs.is_empty() {
            return Ok(false);
        }
        part.take(query, |finding| !hubs.contains(&finding));
        part.weigh(|disease| (query.priors[disease], query.complements[disease]));
        let slice = forecast(&Model::new(&part.query), &part.query, limits, deadline, workspace)?;
        let sliced = together(&slice, hubs.len(), limits.threads);
        let fits = sliced.bytes <= limits.memory as f64 && sliced.seconds <= time;
        let pays = is_too_wide || sliced.seconds < WORTH_SLICING * whole.seconds;
        let is_done =
            fits && pays || hubs.len() == MOST_HUBS || !is_too_wide && 1 << hubs.len() >= limits.threads;
        if fits && pays {
            best = Some(Slices { hubs: hubs.to_vec(), forecast: sliced });
        }
        Ok(is_done)
    })?;
    Ok(best)
}

/// What all slices take together.
fn together(slice: &Forecast, hubs: usize, threads: usize) -> Forecast {
    let count = (1 << hubs) as f64;
    let threads = threads.clamp(1, 1 << hubs) as f64;
    Forecast {
        operations: slice.operations * count,
        seconds: slice.seconds * count / threads,
        bytes: slice.bytes * threads,
        width: slice.width,
    }
}

/// What one slice says.
struct Slice {
    /// Its hubs that are absent, as bits.
    absent: usize,
    log_evidence: f64,
    /// Marginals of all diseases of the query.
    marginals: Vec<f64>,
    error_bound: f64,
    operations: f64,
}

/// Solves all slices and puts them together.
pub(super) fn run(
    query: &Query,
    slices: &Slices,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    let count = 1 << slices.hubs.len();
    let threads = limits.threads.clamp(1, count);
    let each = Limits { memory: limits.memory / threads, threads: 1, ..*limits };
    let mut others = std::mem::take(&mut workspace.others);
    others.resize_with(threads - 1, Workspace::default);
    let next = AtomicUsize::new(0);
    let work = |workspace: &mut Workspace| solve_some(query, &slices.hubs, &next, &each, deadline, workspace);
    let results: Result<Vec<Vec<Slice>>, InferenceError> = std::thread::scope(|scope| {
        let helpers: Vec<_> = others.iter_mut().map(|other| scope.spawn(|| work(other))).collect();
        let own = work(workspace);
        let theirs = helpers.into_iter().map(|helper| match helper.join() {
            Ok(slices) => slices,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(own).chain(theirs).collect()
    });
    workspace.others = others;
    let mut solved: Vec<Slice> = results?.into_iter().flatten().collect();
    solved.sort_by_key(|slice| slice.absent);
    combine(&solved, query)
}

/// Solves slices for as long as there are any.
fn solve_some(
    query: &Query,
    hubs: &[usize],
    next: &AtomicUsize,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Vec<Slice>, InferenceError> {
    let mut part = Part::default();
    part.take(query, |finding| !hubs.contains(&finding));
    let mut solved = Vec::new();
    loop {
        let absent = next.fetch_add(1, Relaxed);
        if absent >> hubs.len() != 0 {
            return Ok(solved);
        }
        deadline.check()?;
        let (weights, log_settled) = weigh(query, hubs, absent);
        part.weigh(|disease| weights[disease]);
        let model = Model::new(&part.query);
        let solution = solve_by(&part.query, &model, Forms::Cheapest, (limits, deadline), workspace)?;
        let mut marginals: Vec<f64> = weights.iter().map(|&(prior, _)| prior).collect();
        for (&disease, &marginal) in part.origin.iter().zip(&solution.marginals) {
            marginals[disease as usize] = marginal;
        }
        solved.push(Slice {
            absent,
            log_evidence: log_settled + solution.log_evidence,
            marginals,
            error_bound: solution.error_bound,
            operations: solution.operations,
        });
    }
}

/// The priors given that some hubs are absent, and the log probability of that.
fn weigh(query: &Query, hubs: &[usize], absent: usize) -> (Vec<(f64, f64)>, f64) {
    let mut factors = vec![1.0; query.disease_count()];
    let mut log_settled = 0.0;
    for (_, &hub) in hubs.iter().enumerate().filter(|&(at, _)| absent >> at & 1 == 1) {
        let (diseases, links) = query.links_of(hub);
        diseases.iter().zip(links).for_each(|(&d, &link)| factors[d as usize] *= 1.0 - link);
        log_settled += query.quiets[hub].ln();
    }
    let weights = factors.iter().enumerate().map(|(disease, &factor)| {
        log_settled += log_total(query.priors[disease], factor);
        fold(query.priors[disease], factor)
    });
    (weights.collect(), log_settled)
}

/// The signed sum of the slices. A slice's evidence is right to its own bound and the rounding of its logarithm; differences make
/// both larger by as much as the slices together are larger than their sum.
fn combine(slices: &[Slice], query: &Query) -> Result<Solution, InferenceError> {
    let scale = slices.iter().map(|slice| slice.log_evidence).fold(f64::NEG_INFINITY, f64::max);
    let (mut total, mut size, mut worst, mut operations) = (0.0, 0.0, 0.0f64, 0.0);
    let mut marginals = vec![0.0; query.disease_count()];
    for slice in slices {
        let weight = (slice.log_evidence - scale).exp();
        let signed = if slice.absent.count_ones() % 2 == 1 { -weight } else { weight };
        total += signed;
        size += weight;
        let rounding = 1e-14 * (1.0 + slice.log_evidence.abs()) * query.finding_count() as f64;
        worst = worst.max(3.0 * slice.error_bound + 2.0 * rounding);
        operations += slice.operations;
        marginals.iter_mut().zip(&slice.marginals).for_each(|(sum, m)| *sum += signed * m);
    }
    let error_bound = if total > 0.0 { worst * size / total } else { f64::INFINITY };
    if error_bound.is_nan() || error_bound > ACCEPTED {
        let error_estimate = error_bound.min(1.0);
        return Err(InferenceError::DigitsLost { method: Method::Elimination, error_estimate });
    }
    for marginal in &mut marginals {
        *marginal = (*marginal / total).clamp(0.0, 1.0);
    }
    Ok(Solution { marginals, log_evidence: scale + total.ln(), error_bound, operations })
}

#[cfg(test)]
mod tests {
    use etio_oracle::eliminate;
    use etio_oracle::random::{Size, possible_question};

    use super::super::tests::assembled;
    use super::*;

    #[test]
    fn slices_agree_with_the_oracle_within_their_certificate() {
        let (mut checked, limits) = (0, Limits { threads: 2, ..Limits::default() });
        for seed in 0..400 {
            let (truth, case) = possible_question(seed, Size { diseases: 12, findings: 12, present: 10 });
            let (network, query) = assembled(&truth, &case);
            let plain = |f: &usize| !query.links_of(*f).1.contains(&1.0);
            let hubs: Vec<usize> =
                (0..query.finding_count()).filter(plain).take(1 + seed as usize % 4).collect();
            let slices = Slices { hubs, forecast: Forecast::default() };
            let deadline = Deadline::start(&limits);
            let solution = match run(&query, &slices, &limits, &deadline, &mut Workspace::default()) {
                Ok(solution) => solution,
                Err(InferenceError::DigitsLost { .. }) => continue,
                Err(other) => panic!("{other}"),
            };
            let wanted = eliminate(&truth, &case).unwrap();
            for (own, exact) in query.spread(&network, &solution.marginals).iter().zip(&wanted.posteriors) {
                assert!((own - exact).abs() <= solution.error_bound, "{seed}: {own} {exact}");
            }
            assert!((query.settled + solution.log_evidence - wanted.log_evidence).abs() < 1e-7);
            checked += 1;
        }
        assert!(checked > 150, "{checked}");
    }

    #[test]
    fn a_query_too_wide_for_the_memory_is_sliced() {
        let (truth, case) = super::super::tests::crossed(6);
        let truth = etio_oracle::Model { priors: vec![0.3; 36], ..truth };
        let (_, query) = assembled(&truth, &case);
        let deadline = Deadline::start(&Limits::default());
        let whole =
            super::super::prepare(&query, &Limits::default(), &deadline, &mut Workspace::default()).unwrap();
        assert!(whole.slices.is_none());
        let limits = Limits { memory: whole.forecast.bytes as usize / 3, ..Limits::default() };
        let mut workspace = Workspace::default();
        let prepared = super::super::prepare(&query, &limits, &deadline, &mut workspace).unwrap();
        assert!(prepared.slices.is_some() && prepared.forecast.bytes <= limits.memory as f64);
        let solution = super::super::run(&query, &prepared, &limits, &deadline, &mut workspace).unwrap();
        let wanted = eliminate(&truth, &case).unwrap();
        assert!((query.settled + solution.log_evidence - wanted.log_evidence).abs() < 1e-7);
    }
}
