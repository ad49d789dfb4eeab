//! Brute force: the definition, summed over every set of diseases.
//!
//! Cost `O(2^n * links)` for `n` diseases that take part. Nothing is subtracted, and no number
//! leaves the range: the probability of a finding is built up as `fired + quiet * link`, and the
//! sums are of [`Extended`] numbers. So it is right to a counted number of roundings whatever the
//! numbers of the network are, and serves as the plainest reference inside the engine.

use super::leak::WidePair;
use crate::algorithm::{Algorithm, Forecast, Solution, rounded};
use crate::budget::Budget;
use crate::numeric::{Extended, LogProduct};
use crate::problem::Problem;
use crate::{InferenceError, Method};

/// Maximum number of diseases to sum over: about a million sets.
const MOST_DISEASES: usize = 20;
/// Seconds for one disease or link of one set.
const SECONDS_PER_OPERATION: f64 = 1.2e-8;
/// Links between two checks of the clock.
const LINKS_PER_LOOK: usize = 1 << 12;

/// Brute force over disease sets.
#[derive(Debug, Default)]
pub(crate) struct Enumeration;

impl Algorithm for Enumeration {
    fn plan(&mut self, problem: &Problem, _: &Budget) -> Result<Forecast, InferenceError> {
        let n = problem.disease_count();
        if n > MOST_DISEASES {
            return Err(InferenceError::TooLarge {
                method: Method::Enumeration,
                what: "diseases that could explain a present finding",
                count: n,
                limit: MOST_DISEASES,
            });
        }
        let sets = (n as f64).exp2();
        let operations = sets * (problem.link_count() + n).max(1) as f64;
        let seconds = operations * SECONDS_PER_OPERATION;
        Ok(Forecast { operations, seconds, bytes: 16.0 * (n * n + 3 * n) as f64, width: n })
    }

    fn run(&mut self, problem: &Problem, budget: &Budget) -> Result<Solution, InferenceError> {
        let forecast = self.plan(problem, budget)?;
        let _memory = forecast.reserve(Method::Enumeration, budget)?;
        let n = problem.disease_count();
        let weights: Vec<[Extended; 2]> =
            (0..n).map(|d| [Extended::new(problem.complements()[d]), problem.extended_prior(d)]).collect();
        let sets_per_look = (LINKS_PER_LOOK / problem.link_count().max(1)).max(1);
        let mut sums = Sums::new(n);
        for set in 0..1usize << n {
            if set % sets_per_look == 0 {
                budget.check()?;
            }
            sums.add(set, joint(problem, &weights, set));
        }
        let (total, marginals) = sums.finish();
        if total.is_zero() {
            return Err(InferenceError::ImpossibleEvidence { finding: None });
        }
        let marginals = marginals.into_iter().map(|sum| (sum / total).to_f64()).collect();
        let mut evidence = LogProduct::default();
        evidence.multiply_extended(total);
        // A term: one product a disease and a finding, and for every link `1 - link` with two
        // products and a sum. Then the sums, as deep as there are diseases, of the marginal and of
        // the total, and their quotient.
        let term = 3 * problem.link_count() + problem.finding_count() + n;
        let rounding = rounded((2 * (term + n) + 2) as f64);
        Ok(Solution {
            operations: forecast.operations,
            forecast,
            ..Solution::exact(Method::Enumeration, marginals, evidence.ln(), rounding)
        })
    }
}

/// P(these diseases and no others, all present findings).
fn joint(problem: &Problem, weights: &[[Extended; 2]], set: usize) -> Extended {
    let mut joint = Extended::ONE;
    for (d, weights) in weights.iter().enumerate() {
        joint = joint * weights[set >> d & 1];
    }
    for finding in 0..problem.finding_count() {
        let mut pair = WidePair::new(problem.quiets[finding], problem.leaks[finding]);
        let (diseases, probabilities) = problem.links_of(finding);
        for (&d, &p) in diseases.iter().zip(probabilities) {
            if set >> d & 1 == 1 {
                pair.join(p);
            }
        }
        joint = joint * pair.fired;
    }
    joint
}

/// Sums over sets, in pairs of pairs so that a term is rounded once a disease and not once a set.
struct Sums {
    /// Sums of the last 1, 2, 4, ... sets, by what is set in the number of sets seen.
    total: Vec<Extended>,
    marginals: Vec<Vec<Extended>>,
}

impl Sums {
    fn new(diseases: usize) -> Self {
        Self {
            total: vec![Extended::ZERO; diseases + 1],
            marginals: vec![vec![Extended::ZERO; diseases + 1]; diseases],
        }
    }

    fn add(&mut self, set: usize, weight: Extended) {
        let level = set.trailing_ones() as usize;
        let fold = |levels: &mut [Extended], value: Extended| {
            let sum = levels[..level].iter().fold(value, |sum, &level| sum + level);
            if let Some(slot) = levels.get_mut(level) {
                *slot = sum;
            }
        };
        fold(&mut self.total, weight);
        for (d, marginal) in self.marginals.iter_mut().enumerate() {
            fold(marginal, if set >> d & 1 == 1 { weight } else { Extended::ZERO });
        }
    }

    fn finish(self) -> (Extended, Vec<Extended>) {
        let last = |levels: &Vec<Extended>| levels.last().copied().unwrap_or(Extended::ZERO);
        (last(&self.total), self.marginals.iter().map(last).collect())
    }
}
