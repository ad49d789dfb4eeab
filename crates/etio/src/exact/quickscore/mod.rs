//! Heckerman's Quickscore: inclusion-exclusion over the present findings.
//!
//! `P(F+) = sum over S of F+ of (-1)^|S| q(S) prod_i (1 - prior_i + prior_i prod_{j in S} (1 -
//! link_ij))`, where `q(S)` is the probability that no leak shows a finding of S. The weight of a
//! subset, `w(S)`, is one term of this sum; it also gives every posterior, `P(d_i, F+) = sum over S
//! of w(S) P(d_i | S absent)`. Cost `2^|F+|` times the diseases that take part.
//!
//! Two forms of the sum: [`dense`] for networks where most diseases touch most findings, [`sparse`]
//! for the others, where a disease's factor depends on its few findings only.
//!
//! **Cancellation.** The terms are at most 1 in size and alternate, so an improbable evidence is a
//! small difference of large numbers: the relative error is about one rounding times
//! `sum |w| / |sum w|`. Both sums come with the answer; if they leave too few digits, the answer is
//! an error and not a number.

mod dense;
mod series;
mod sparse;

use super::by_disease::ByDisease;
use crate::algorithm::{Accuracy, Algorithm, Forecast, Solution};
use crate::budget::Budget;
use crate::numeric::ROUNDOFF;
use crate::problem::{InputError, Problem};
use crate::{InferenceError, Method};

/// Maximum number of present findings: a table over their subsets must fit an index and a memory.
const MOST_FINDINGS: usize = 30;
/// An answer may be wrong by this much before it counts as lost, with up to [`FEW_DISEASES`].
const LARGEST_ERROR: f64 = 1e-10;
/// Beyond, what may be wrong grows like the roundings of the products do, cancellation or not: with
/// their root.
const FEW_DISEASES: f64 = 400.0;

/// Inclusion-exclusion with the tables of both forms of the sum, and the form that was planned.
#[derive(Debug, Default)]
pub(crate) struct Quickscore {
    by_disease: ByDisease,
    sparse: sparse::SparseSum,
    dense: dense::DenseSum,
    cost: Cost,
}

/// The cheaper form of the sum, and its predicted cost.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    seconds: f64,
    bytes: f64,
    /// Subsets times diseases.
    operations: f64,
    is_dense: bool,
}

/// The sums over subsets, before they are checked.
#[derive(Clone, Copy, Debug)]
struct Sums {
    /// `sum w(S)`: the probability of the evidence.
    evidence: f64,
    /// `sum |w(S)|` and `sum w(S)^2`.
    sizes: (f64, f64),
    /// About how many roundings a term went through.
    roundings: f64,
}

impl Sums {
    /// The estimated absolute error of a marginal, and the relative one of the evidence.
    ///
    /// The roundings within a term add up like the steps of a random walk. From term to term they
    /// are as good as independent: an error that all terms share is the same as a slightly other
    /// network, and is not blown up by cancellation. So the walk meets the root of the sum of
    /// squares; a few roundings are granted to meet the plain sum. Seven standard deviations; tests
    /// compare it with the errors seen. It is an estimate, not a proof, and answers say so.
    fn error_estimate(&self) -> f64 {
        if self.evidence <= 0.0 || self.evidence.is_nan() {
            return f64::INFINITY;
        }
        let (size, square) = self.sizes;
        let walk = 2.0 * self.roundings.sqrt() * square.sqrt();
        f64::EPSILON * (8.0 + (2.0 * size + walk) / self.evidence)
    }
}

impl Sums {
    /// A proven bound on the relative error of the evidence, for bounds that are made of it.
    ///
    /// Nothing cancels within a term. It is a product over findings and diseases; a disease's factor
    /// takes a product, a sum and a quotient for each of its findings at most, and a few operations
    /// more. All roundings of a term and of the sum over all terms are at most this many, and each
    /// moves the evidence by at most the sum of the sizes of all terms.
    fn evidence_rounding(&self, problem: &Problem, joined: f64) -> f64 {
        let (diseases, findings) = (problem.disease_count() as f64, problem.finding_count() as f64);
        let roundings = diseases * (3.0 * findings + 16.0) + findings.exp2() + 64.0;
        let relative = (roundings * ROUNDOFF + joined) * self.sizes.0 / self.evidence;
        if relative < 0.1 { 1.1 * relative } else { f64::INFINITY }
    }
}

/// How wrong an answer may be before its digits count as lost.
fn largest_error(diseases: usize) -> f64 {
    LARGEST_ERROR * (diseases as f64 / FEW_DISEASES).sqrt().max(1.0)
}

impl Algorithm for Quickscore {
    fn plan(&mut self, problem: &Problem, budget: &Budget) -> Result<Forecast, InferenceError> {
        if problem.finding_count() > MOST_FINDINGS {
            return Err(InferenceError::TooLarge {
                method: Method::Quickscore,
                what: "present findings",
                count: problem.finding_count(),
                limit: MOST_FINDINGS,
            });
        }
        let dense = dense::cost(problem, budget.threads());
        let suits = dense::suits(problem);
        self.cost = if suits && problem.is_full() {
            dense
        } else {
            self.by_disease.index(problem, budget)?;
            let sparse = self.sparse.plan(problem, &self.by_disease, budget)?;
            let cheaper = if suits && dense.seconds < sparse.seconds { dense } else { sparse };
            Cost { operations: dense.operations, ..cheaper }
        };
        Ok(self.predicted(problem))
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        let solution = self.sum(problem, budget)?;
        let error_estimate = solution.rounding();
        if error_estimate <= largest_error(problem.disease_count()) && problem.is_in_range() {
            return Ok(solution);
        }
        Err(InferenceError::DigitsLost {
            method: Method::Quickscore,
            error_estimate: error_estimate.min(1.0),
        })
    }
}

impl Quickscore {
    fn predicted(&self, problem: &Problem) -> Forecast {
        let Cost { operations, seconds, bytes, .. } = self.cost;
        Forecast { operations, seconds, bytes, width: problem.finding_count() }
    }

    /// The sum as it comes. Its error may be anything.
    fn sum(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        let _memory = self.predicted(problem).reserve(Method::Quickscore, budget)?;
        let mut marginals = problem.priors().to_vec();
        let sums = if self.cost.is_dense {
            self.dense.run(problem, budget, &mut marginals)?
        } else {
            self.sparse.run(problem, &self.by_disease, budget, &mut marginals)?
        };
        // Only the quiet half of a leak is used here: what certain diseases have rounded in it
        // counts like any other term.
        let joined = (problem.error.leaks - problem.finding_count() as f64 * InputError::of_leak(0)).max(0.0);
        let rounding = sums.error_estimate() + joined * sums.sizes.0 / sums.evidence.max(f64::MIN_POSITIVE);
        let accuracy = Accuracy::Exact { rounding, certified: false };
        let evidence_rounding = sums.evidence_rounding(problem, joined);
        Ok(Solution {
            accuracy,
            evidence_rounding,
            operations: self.cost.operations,
            forecast: self.predicted(problem),
            ..Solution::exact(Method::Quickscore, marginals, sums.evidence.ln(), 0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use etio_oracle::random::{self, possible_question};
    use etio_oracle::{Case, Model, eliminate};
    use proptest::prelude::*;

    use super::*;
    use crate::problem::Assembly;
    use crate::{DiseaseId, Evidence, FindingId, Limits, Network, NetworkBuilder};

    fn assemble(model: &Model, case: &Case) -> (Assembly, Network) {
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
        let mut assembly = Assembly::default();
        assembly.assemble(&network, &evidence, &Budget::unlimited()).unwrap();
        (assembly, network)
    }

    /// Solves a problem in one form, whatever the digits.
    fn solve_as(problem: &Problem, is_dense: bool, threads: usize, quickscore: &mut Quickscore) -> Solution {
        let budget = Budget::start(&Limits { threads, ..Limits::default() });
        quickscore.plan(problem, &budget).unwrap();
        quickscore.by_disease.index(problem, &budget).unwrap();
        quickscore.sparse.plan(problem, &quickscore.by_disease, &budget).unwrap();
        quickscore.cost.is_dense = is_dense;
        quickscore.sum(problem, &budget).unwrap()
    }

    /// The largest error of a marginal or of the evidence, over the estimate of it; `None` if the
    /// problem does not suit the form or all digits are lost.
    fn error_ratio(model: &Model, case: &Case, is_dense: bool, threads: usize) -> Option<f64> {
        let truth = eliminate(model, case).ok()?;
        let (assembly, network) = assemble(model, case);
        let problem = &assembly.problem;
        if is_dense && !dense::suits(problem) {
            return None;
        }
        let mut quickscore = Quickscore::default();
        let first = solve_as(problem, is_dense, threads, &mut quickscore);
        let solution = solve_as(problem, is_dense, threads, &mut quickscore);
        assert_eq!(first.marginals.map_bits(), solution.marginals.map_bits(), "tables remember");
        let marginals = assembly.spread(&network, &solution.marginals);
        let rounding = 4e-16 * truth.log_evidence.abs();
        let log_evidence = assembly.log_evidence(solution.log_evidence);
        let evidence = (log_evidence - truth.log_evidence).abs() - rounding;
        let differences = marginals.iter().zip(&truth.posteriors).map(|(own, truth)| (own - truth).abs());
        let error = differences.fold(evidence, f64::max);
        (solution.rounding() < 1e-3).then(|| error / solution.rounding())
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
    fn check_forms(model: &Model, case: &Case, quickscore: &mut Quickscore) {
        let (assembly, _) = assemble(model, case);
        let problem = &assembly.problem;
        let sparse = solve_as(problem, false, 1, quickscore);
        let alone = solve_as(problem, true, 1, quickscore);
        assert!((sparse.log_evidence - alone.log_evidence).abs() < 1e-12);
        for (a, b) in sparse.marginals.iter().zip(&alone.marginals) {
            assert!((a - b).abs() < 1e-12 * (1.0 + a / 1e-2), "{}: {a} {b}", case.present.len());
        }
        for threads in 2..=3 {
            let shared = solve_as(problem, true, threads, quickscore);
            assert_eq!(shared.log_evidence.to_bits(), alone.log_evidence.to_bits());
            assert_eq!(shared.marginals.map_bits(), alone.marginals.map_bits());
        }
    }

    #[test]
    fn both_forms_and_any_number_of_threads_agree() {
        let mut quickscore = Quickscore::default();
        for findings in [1, 3, 6, 9, 13, 14] {
            let (model, case) = dense_model(1, 333, findings, 0.8);
            check_forms(&model, &case, &mut quickscore);
        }
    }

    /// Networks large enough that diseases skip findings that they are not linked to, from full
    /// ones to very thin ones.
    #[test]
    fn diseases_may_leave_findings_out() {
        let mut quickscore = Quickscore::default();
        for (diseases, findings, linked) in [
            (2_000, 8, 0.8),
            (2_000, 12, 0.6),
            (7_000, 9, 0.8),
            (7_500, 10, 0.7),
            (2_000, 9, 1.0),
            (2_500, 8, 0.1),
        ] {
            let (model, case) = dense_model(2, diseases, findings, linked);
            check_forms(&model, &case, &mut quickscore);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        #[test]
        fn both_forms_agree_on_networks_of_any_size(
            seed: u64, diseases in 1..2_500usize, findings in 1..=11usize, linked in 0.3..1.0f64,
        ) {
            let (model, case) = dense_model(seed, diseases, findings, linked);
            let (assembly, _) = assemble(&model, &case);
            let problem = &assembly.problem;
            let mut quickscore = Quickscore::default();
            let sparse = solve_as(problem, false, 1, &mut quickscore);
            let dense = solve_as(problem, true, 2, &mut quickscore);
            // If the evidence is unlikely, both lose digits.
            let error = sparse.rounding() + dense.rounding();
            prop_assume!(error < 1e-6);
            prop_assert!((sparse.log_evidence - dense.log_evidence).abs() < error);
            for (a, b) in sparse.marginals.iter().zip(&dense.marginals) {
                prop_assert!((a - b).abs() < error, "{a} {b} {error}");
            }
        }
    }

    #[test]
    fn a_full_network_is_summed_densely_and_a_thin_one_is_not() {
        let budget = Budget::unlimited();
        let mut quickscore = Quickscore::default();
        let (model, case) = dense_model(1, 333, 9, 0.8);
        let mut is_dense = |model: &Model| {
            quickscore.plan(&assemble(model, &case).0.problem, &budget).unwrap();
            quickscore.cost.is_dense
        };
        assert!(is_dense(&model));
        let thin =
            Model { links: model.links.into_iter().filter(|(d, f, _)| (d + f) % 5 == 0).collect(), ..model };
        assert!(!is_dense(&thin));
    }
}
