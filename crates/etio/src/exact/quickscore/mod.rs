//! Heckerman's Quickscore: inclusion-exclusion over the present findings.
//!
//! `P(F+) = sum over S of F+ of (-1)^|S| q(S) prod_i (1 - prior_i + prior_i prod_{j in S} (1 - link_ij))`, where `q(S)` is the
//! probability that no leak shows a finding of S. The weight of a subset, `w(S)`, is one term of this sum; it also gives every
//! posterior, `P(d_i, F+) = sum over S of w(S) P(d_i | S absent)`. Cost `2^|F+|` times the diseases that take part.
//!
//! Two forms of the sum: [`dense`] for networks where most diseases touch most findings, [`sparse`] for the others,
//! where a disease's factor depends on its few findings only.
//!
//! **Cancellation.** The terms are at most 1 in size and alternate, so an improbable evidence is a small difference of
//! large numbers: the relative error is about one rounding times `sum |w| / |sum w|`. Both sums come with
//! the answer; where they leave too few digits, the answer is an error and not a number (METHODS 3.1).

pub(crate) mod dense;
mod series;
mod sparse;

use super::Solution;
use super::by_disease::ByDisease;
use crate::limits::Deadline;
use crate::query::Query;
use crate::{InferenceError, Limits, Method};

/// The most present findings: a table over their subsets must fit an index and a memory.
pub(crate) const MOST_FINDINGS: usize = 30;
/// An answer may be wrong by this much before it counts as lost, with up to [`FEW_DISEASES`].
const LARGEST_ERROR: f64 = 1e-10;
/// Beyond, what may be wrong grows like the roundings of the products do, cancellation or not: with their root.
const FEW_DISEASES: f64 = 400.0;

/// Tables of both forms, reused from query to query.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    by_disease: ByDisease,
    sparse: sparse::Workspace,
    dense: dense::Workspace,
}

/// Which form of the sum is the cheaper one, and what it takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    pub(crate) seconds: f64,
    pub(crate) bytes: f64,
    /// Subsets times diseases.
    pub(crate) operations: f64,
    is_dense: bool,
}

/// The sums over subsets, before they are checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums {
    /// `sum w(S)`: the probability of the evidence.
    pub(crate) evidence: f64,
    /// `sum |w(S)|` and `sum w(S)^2`.
    sizes: (f64, f64),
    /// About how many roundings a term went through.
    roundings: f64,
}

impl Sums {
    /// The estimated absolute error of a marginal, and the relative one of the evidence.
    ///
    /// The roundings within a term add up like the steps of a random walk. From term to term they are as good as independent:
    /// an error that all terms share is the same as a slightly other network, and is not blown up
    /// by cancellation. So the walk meets the root of the sum of squares; a few roundings are granted to meet the
    /// plain sum. Seven standard deviations; tests hold it against the errors seen.
    pub(crate) fn error_estimate(&self) -> f64 {
        if self.evidence <= 0.0 || self.evidence.is_nan() {
            return f64::INFINITY;
        }
        let (size, square) = self.sizes;
        let walk = 2.0 * self.roundings.sqrt() * square.sqrt();
        f64::EPSILON * (8.0 + (2.0 * size + walk) / self.evidence)
    }
}

/// Solves a query, or says that it would take too much or that no digits are left.
pub(crate) fn solve(
    query: &Query,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    let cost = prepare(query, limits, workspace)?;
    affordable(&cost, limits, deadline)?;
    let solution = run(query, &cost, limits, deadline, workspace)?;
    check_digits(solution.error_bound, query.disease_count())?;
    Ok(solution)
}

/// Refuses an answer that has lost its digits.
pub(crate) fn check_digits(error_bound: f64, diseases: usize) -> Result<(), InferenceError> {
    if error_bound <= largest_error(diseases) {
        return Ok(());
    }
    let error_estimate = error_bound.min(1.0);
    Err(InferenceError::DigitsLost { method: Method::Quickscore, error_estimate })
}

/// How wrong an answer may be before its digits count as lost.
pub(crate) fn largest_error(diseases: usize) -> f64 {
    LARGEST_ERROR * (diseases as f64 / FEW_DISEASES).sqrt().max(1.0)
}

/// How many there are of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) diseases: usize,
    pub(crate) findings: usize,
    pub(crate) links: usize,
}

impl Size {
    fn of(query: &Query) -> Self {
        Self {
            diseases: query.disease_count(),
            findings: query.finding_count(),
            links: query.link_disease.len(),
        }
    }

    /// Whether most diseases are linked to most findings: then nothing is gained by looking at the links one by one. Few
    /// diseases are solved at once by any method.
    pub(crate) fn is_full(self) -> bool {
        self.diseases > 100 && self.links as f64 > 0.6 * (self.diseases * self.findings) as f64
    }
}

/// Whether most diseases of a query are linked to most of its findings.
pub(crate) fn is_full(query: &Query) -> bool {
    Size::of(query).is_full()
}

/// Chooses the form of the sum and predicts what it takes.
pub(crate) fn prepare(
    query: &Query,
    limits: &Limits,
    workspace: &mut Workspace,
) -> Result<Cost, InferenceError> {
    if query.finding_count() > MOST_FINDINGS {
        return Err(InferenceError::TooLarge {
            method: Method::Quickscore,
            what: "present findings",
            count: query.finding_count(),
            limit: MOST_FINDINGS,
        });
    }
    let dense = dense::cost(Size::of(query), limits.threads);
    let suits = dense::suits(query);
    if suits && is_full(query) {
        return Ok(dense);
    }
    workspace.by_disease.index(query);
    let sparse = workspace.sparse.plan(query, &workspace.by_disease);
    let cheaper = if suits && dense.seconds < sparse.seconds { dense } else { sparse };
    Ok(Cost { operations: dense.operations, ..cheaper })
}

/// Refuses what is predicted to pass the limits.
pub(crate) fn affordable(cost: &Cost, limits: &Limits, deadline: &Deadline) -> Result<(), InferenceError> {
    let in_time = deadline.remaining().is_none_or(|left| cost.seconds <= left.as_secs_f64());
    if in_time && cost.bytes <= limits.memory as f64 {
        return Ok(());
    }
    Err(InferenceError::TooExpensive {
        method: Method::Quickscore,
        predicted_seconds: cost.seconds,
        predicted_bytes: cost.bytes,
    })
}

/// Runs what [`prepare`] chose. The caller judges the error: it may be anything.
pub(crate) fn run(
    query: &Query,
    cost: &Cost,
    limits: &Limits,
    deadline: &Deadline,
    workspace: &mut Workspace,
) -> Result<Solution, InferenceError> {
    let mut marginals = query.priors.clone();
    let sums = if cost.is_dense {
        workspace.dense.run(query, limits.threads, deadline, &mut marginals)?
    } else {
        workspace.sparse.run(query, &workspace.by_disease, deadline, &mut marginals)?
    };
    Ok(Solution {
        marginals,
        log_evidence: sums.evidence.ln(),
        error_bound: sums.error_estimate(),
        operations: cost.operations,
    })
}

#[cfg(test)]
mod tests {
    use etio_oracle::random::{self, possible_question};
    use etio_oracle::{Case, Model, eliminate};
    use proptest::prelude::*;

    use super::*;
    use crate::{DiseaseId, Evidence, FindingId, Network, NetworkBuilder};

    fn assemble(model: &Model, case: &Case) -> (Query, Network) {
        let mut builder = NetworkBuilder::new();
        for (at, &prior) in model.priors.iter().enumerate() {
            builder.disease(&at.to_string(), "", prior).unwrap();
        }
        for (at, &leak) in model.leaks.iter().enumerate() {
            builder.finding(&at.to_string(), "", leak).unwrap();
        }
        for &(d, f, p) in &model.links {
            builder.link(DiseaseId::new(d as u32), FindingId::new(f as u32), p).unwrap();
        }
        let network = builder.build().unwrap();
        let ids = |list: &[usize]| list.iter().map(|&f| FindingId::new(f as u32)).collect::<Vec<_>>();
        let evidence = Evidence::new(ids(&case.present), ids(&case.absent)).unwrap();
        let mut query = Query::default();
        query.assemble(&network, &evidence).unwrap();
        (query, network)
    }

    /// Solves a query in one form, whatever the digits.
    fn solve_as(query: &Query, is_dense: bool, threads: usize, workspace: &mut Workspace) -> Solution {
        let limits = Limits { threads, ..Limits::default() };
        let cost = prepare(query, &limits, workspace).unwrap();
        workspace.by_disease.index(query);
        workspace.sparse.plan(query, &workspace.by_disease);
        let cost = Cost { is_dense, ..cost };
        run(query, &cost, &limits, &Deadline::start(&limits), workspace).unwrap()
    }

    /// The largest error of a marginal or of the evidence, over the estimate of it; `None` where the query does not suit
    /// the form or all digits are lost.
    fn error_ratio(model: &Model, case: &Case, is_dense: bool, threads: usize) -> Option<f64> {
        let truth = eliminate(model, case).ok()?;
        let (query, network) = assemble(model, case);
        if is_dense && !dense::suits(&query) {
            return None;
        }
        let mut workspace = Workspace::default();
        let first = solve_as(&query, is_dense, threads, &mut workspace);
        let solution = solve_as(&query, is_dense, threads, &mut workspace);
        assert_eq!(first.marginals.map_bits(), solution.marginals.map_bits(), "the workspace remembers");
        let marginals = query.spread(&network, &solution.marginals);
        let rounding = 4e-16 * truth.log_evidence.abs();
        let evidence = (query.settled + solution.log_evidence - truth.log_evidence).abs() - rounding;
        let differences = marginals.iter().zip(&truth.posteriors).map(|(own, truth)| (own - truth).abs());
        let error = differences.fold(evidence, f64::max);
        (solution.error_bound < 1e-3).then(|| error / solution.error_bound)
    }

    trait Bits {
        fn map_bits(&self) -> Vec<u64>;
    }

    impl Bits for Vec<f64> {
        fn map_bits(&self) -> Vec<u64> {
            self.iter().map(|x| x.to_bits()).collect()
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn the_error_estimate_holds(seed: u64, is_dense: bool) {
            let (model, case) = possible_question(seed, random::Size::SMALL);
            let ratio = error_ratio(&model, &case, is_dense, 1);
            prop_assert!(ratio.is_none_or(|ratio| ratio < 0.5), "{ratio:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn the_error_estimate_holds_on_larger_networks(seed: u64, is_dense: bool, threads in 1..4usize) {
            let (model, case) = possible_question(seed, random::Size { diseases: 60, findings: 14, present: 12 });
            let ratio = error_ratio(&model, &case, is_dense, threads);
            prop_assert!(ratio.is_none_or(|ratio| ratio < 0.5), "{ratio:?}");
        }
    }

    /// Many diseases with many links, and evidence that they make likely.
    fn dense_model(seed: u64, diseases: usize, findings: usize, linked: f64) -> (Model, Case) {
        let mut rng = etio_oracle::random::Rng::new(seed);
        let priors = (0..diseases).map(|_| 10f64.powf(rng.uniform(-7.0, -1.0))).collect();
        let mut links = Vec::new();
        for d in 0..diseases {
            for f in 0..findings {
                if rng.chance(linked) {
                    links.push((d, f, rng.unit()));
                }
            }
        }
        let model = Model { priors, leaks: vec![1e-3; findings], links };
        (model, Case { present: (0..findings).collect(), absent: Vec::new() })
    }

    /// Holds the two forms of the sum against each other, and several threads to the bits of one.
    fn check_forms(model: &Model, case: &Case, workspace: &mut Workspace) {
        let (query, _) = assemble(model, case);
        let sparse = solve_as(&query, false, 1, workspace);
        let alone = solve_as(&query, true, 1, workspace);
        assert!((sparse.log_evidence - alone.log_evidence).abs() < 1e-12);
        for (a, b) in sparse.marginals.iter().zip(&alone.marginals) {
            assert!((a - b).abs() < 1e-12 * (1.0 + a / 1e-2), "{}: {a} {b}", case.present.len());
        }
        for threads in 2..=3 {
            let shared = solve_as(&query, true, threads, workspace);
            assert_eq!(shared.log_evidence.to_bits(), alone.log_evidence.to_bits());
            assert_eq!(shared.marginals.map_bits(), alone.marginals.map_bits());
        }
    }

    #[test]
    fn both_forms_and_any_number_of_threads_agree() {
        let mut workspace = Workspace::default();
        for findings in [1, 3, 6, 9, 13, 14] {
            let (model, case) = dense_model(1, 333, findings, 0.8);
            check_forms(&model, &case, &mut workspace);
        }
    }

    /// As many diseases as it takes that they leave findings out: one, two, and as few links as there may be.
    #[test]
    fn diseases_may_leave_findings_out() {
        let mut workspace = Workspace::default();
        for (diseases, findings, linked) in [
            (2_000, 8, 0.8),
            (2_000, 12, 0.6),
            (7_000, 9, 0.8),
            (7_500, 10, 0.7),
            (2_000, 9, 1.0),
            (2_500, 8, 0.1),
        ] {
            let (model, case) = dense_model(2, diseases, findings, linked);
            check_forms(&model, &case, &mut workspace);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        #[test]
        fn both_forms_agree_on_networks_of_any_size(
            seed: u64, diseases in 1..2_500usize, findings in 1..=11usize, linked in 0.3..1.0f64,
        ) {
            let (model, case) = dense_model(seed, diseases, findings, linked);
            let (query, _) = assemble(&model, &case);
            let mut workspace = Workspace::default();
            let sparse = solve_as(&query, false, 1, &mut workspace);
            let dense = solve_as(&query, true, 2, &mut workspace);
            // Where evidence is unlikely, digits are lost by both.
            let error = sparse.error_bound + dense.error_bound;
            prop_assume!(error < 1e-6);
            prop_assert!((sparse.log_evidence - dense.log_evidence).abs() < error);
            for (a, b) in sparse.marginals.iter().zip(&dense.marginals) {
                prop_assert!((a - b).abs() < error, "{a} {b} {error}");
            }
        }
    }

    #[test]
    fn a_full_network_is_summed_densely_and_a_thin_one_is_not() {
        let limits = Limits::default();
        let mut workspace = Workspace::default();
        let (model, case) = dense_model(1, 333, 9, 0.8);
        assert!(prepare(&assemble(&model, &case).0, &limits, &mut workspace).unwrap().is_dense);
        let thin =
            Model { links: model.links.into_iter().filter(|(d, f, _)| (d + f) % 5 == 0).collect(), ..model };
        assert!(!prepare(&assemble(&thin, &case).0, &limits, &mut workspace).unwrap().is_dense);
    }
}
