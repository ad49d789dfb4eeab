//! Accuracy studies: contestants answer labelled queries, and are compared with the label and with
//! the exact posterior.

pub(crate) mod contestant;
mod naive;

use etio::{DiseaseId, Engine, Network};
use rayon::prelude::*;
use serde::Serialize;

pub(crate) use contestant::{Contestant, EXACT};

use crate::numbers::round;
use crate::{Clinic, LabelledQuery, NetworkSpec, QuerySet, ReproError};

/// A posterior that leaves [0, 1] by less is rounding, not a wrong answer.
const OUTSIDE: f64 = 1e-6;

/// The study: every contestant on every set at every mean prior.
pub(crate) struct Study<'a> {
    pub(crate) seed: u64,
    pub(crate) leak: f64,
    pub(crate) sets: &'a [QuerySet],
    pub(crate) mean_priors: &'a [f64],
    pub(crate) queries: usize,
    pub(crate) contestants: &'a [Contestant],
}

/// How one contestant did on one set at one mean prior.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Cell {
    pub(crate) leak: f64,
    pub(crate) set: QuerySet,
    pub(crate) mean_prior: f64,
    pub(crate) method: String,
    pub(crate) queries: usize,
    /// The share of queries whose label is first, or among the first three.
    pub(crate) top1: f64,
    pub(crate) top3: f64,
    /// The mean and the largest over queries of the largest error of a posterior, outside values
    /// counted as 0 or 1.
    pub(crate) mean_error: f64,
    pub(crate) worst_error: f64,
    /// The share of queries with a posterior outside [0, 1].
    pub(crate) outside: f64,
    /// Queries without an answer. They count as wrong.
    pub(crate) failed: usize,
}

/// One number of a cell.
pub(crate) type Measure = fn(&Cell) -> f64;

impl Study<'_> {
    /// How many queries are answered in all, by each contestant.
    pub(crate) fn steps(&self) -> usize {
        self.sets.len() * self.mean_priors.len() * self.queries
    }

    /// Answers all queries, in parallel; the result does not depend on the number of threads.
    pub(crate) fn run(&self, step: &(dyn Fn() + Sync)) -> Result<Vec<Cell>, ReproError> {
        let spec = NetworkSpec { seed: self.seed, leak: self.leak, ..NetworkSpec::f120() };
        let clinic = Clinic::new(&spec)?;
        let mut cells = Vec::new();
        for &set in self.sets {
            let queries = clinic.queries(set, self.queries)?;
            for &mean_prior in self.mean_priors {
                let network = clinic.with_mean_prior(mean_prior)?;
                let scores = self.scores(&network, &queries, step)?;
                let of = |at: usize| scores.iter().map(move |row| row[at]).collect::<Vec<_>>();
                cells.extend(self.contestants.iter().enumerate().map(|(at, contestant)| {
                    summarise(&of(at), self.leak, set, mean_prior, contestant.to_string())
                }));
            }
        }
        Ok(cells)
    }

    /// Per query, the score of each contestant.
    fn scores(
        &self,
        network: &Network,
        queries: &[LabelledQuery],
        step: &(dyn Fn() + Sync),
    ) -> Result<Vec<Vec<Option<Score>>>, ReproError> {
        queries
            .par_iter()
            .map_init(
                || Engine::new(network),
                |engine, query| {
                    let exact = EXACT.answer(engine, &query.evidence)?;
                    let scores = self.contestants.iter().map(|contestant| {
                        if *contestant == EXACT {
                            return Some(Score::of(&exact, &exact, query.label));
                        }
                        let answer = contestant.answer(engine, &query.evidence).ok()?;
                        Some(Score::of(&answer, &exact, query.label))
                    });
                    let scores = scores.collect();
                    step();
                    Ok(scores)
                },
            )
            .collect()
    }
}

/// One answer against the label and the exact posterior.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score {
    rank: usize,
    pub(crate) error: f64,
    pub(crate) outside: bool,
}

impl Score {
    pub(crate) fn of(answer: &[f64], exact: &[f64], label: DiseaseId) -> Self {
        let known = |p: f64| if p.is_nan() { f64::NEG_INFINITY } else { p };
        let own = known(answer[label.index()]);
        let above = |(at, &p): (usize, &f64)| known(p) > own || (known(p) == own && at < label.index());
        let within = |p: f64| if p.is_nan() { 0.0 } else { p.clamp(0.0, 1.0) };
        Self {
            rank: answer.iter().enumerate().filter(|&each| above(each)).count(),
            error: answer.iter().zip(exact).map(|(&a, e)| (within(a) - e).abs()).fold(0.0, f64::max),
            outside: answer.iter().any(|p| !(-OUTSIDE..=1.0 + OUTSIDE).contains(p)),
        }
    }
}

fn summarise(scores: &[Option<Score>], leak: f64, set: QuerySet, mean_prior: f64, method: String) -> Cell {
    let count = scores.len().max(1) as f64;
    let share = |test: &dyn Fn(&Score) -> bool| {
        round(scores.iter().flatten().filter(|score| test(score)).count() as f64 / count)
    };
    let errors = || scores.iter().flatten().map(|score| score.error);
    let failed = scores.iter().filter(|score| score.is_none()).count();
    Cell {
        leak,
        set,
        mean_prior,
        method,
        queries: scores.len(),
        top1: share(&|score| score.rank < 1),
        top3: share(&|score| score.rank < 3),
        mean_error: round(errors().sum::<f64>() / (count - failed as f64).max(1.0)),
        worst_error: round(errors().fold(0.0, f64::max)),
        outside: share(&|score| score.outside),
        failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_say_rank_error_and_range() {
        let label = DiseaseId::new(1);
        let score = Score::of(&[0.2, 0.7, 0.1], &[0.2, 0.8, 0.1], label);
        assert_eq!((score.rank, score.outside), (0, false));
        assert!((score.error - 0.1).abs() < 1e-15);
        let tied = Score::of(&[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0], label);
        assert_eq!(tied.rank, 1, "equal ones by index");
        let wild = Score::of(&[-3.0, f64::NAN, 17.0], &[0.0, 0.5, 1.0], label);
        assert_eq!((wild.rank, wild.outside, wild.error), (2, true, 0.5));
    }

    #[test]
    fn a_study_is_the_same_with_any_number_of_threads() {
        let study = Study {
            seed: 3,
            leak: 0.001,
            sets: &[QuerySet::Random20],
            mean_priors: &[0.01],
            queries: 12,
            contestants: &[EXACT, Contestant::NaiveQuickscore],
        };
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| study.run(&|| ())).unwrap()
        };
        let cells = run(1);
        assert_eq!(cells, run(3));
        assert_eq!((cells[0].mean_error, cells[0].failed), (0.0, 0));
        assert!(cells[0].top3 >= cells[0].top1);
    }
}
