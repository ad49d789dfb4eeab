//! Patients with two diseases, made by merging the terms of two patients: what a single-disease
//! score cannot see.

use etio::DiseaseId;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::Serialize;

use super::Options;
use super::cases::Usable;
use super::placement::middle_rank;
use super::run::Ground;
use crate::hpo::Hpo;
use crate::rank::{Bench, Overrides};
use crate::{Absent, Observation, Ranker};

/// How well both diseases are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MergedSummary {
    /// Merged patients.
    pub n: usize,
    /// The share with both diseases in the first two places.
    pub both_in_2: f64,
    /// The share with both among the first ten.
    pub both_in_10: f64,
    /// The share of all diseases that are among the first ten.
    pub recall_10: f64,
    /// Patients without an answer; they count as missed.
    pub failed: usize,
}

/// A merged patient is at most this long: what most real ones are.
const MOST_FINDINGS: usize = 30;

/// Merges random pairs of cases with different diseases, always the same ones, and ranks them.
/// Absent terms are left out: what one disease lacks the other may show.
pub(super) fn measure(
    hpo: &Hpo,
    ground: &Ground<'_>,
    ranker: Ranker,
    cases: &[Usable<'_>],
    options: &Options,
) -> Option<MergedSummary> {
    let pairs = pairs(cases, options.merged);
    if pairs.is_empty() {
        return None;
    }
    let places: Vec<Option<[f64; 2]>> = pairs
        .par_iter()
        .map_init(
            || Bench::new(ground.own, options.limits),
            |bench, &(a, b)| {
                let observation = merged(hpo, &cases[a], &cases[b]);
                let ranking = bench.rank(ranker, &observation, Absent::Ignored, &Overrides::new()).ok()?;
                Some([a, b].map(|case| {
                    let own = ranking.scores[DiseaseId::new(cases[case].label).index()];
                    middle_rank(ranking.scores.iter().copied(), own)
                }))
            },
        )
        .collect();
    let n = places.len() as f64;
    let both =
        |depth: f64| places.iter().flatten().filter(|p| p[0] <= depth && p[1] <= depth).count() as f64 / n;
    let found = places.iter().flatten().flatten().filter(|&&place| place <= 10.0).count();
    Some(MergedSummary {
        n: places.len(),
        both_in_2: both(2.0),
        both_in_10: both(10.0),
        recall_10: found as f64 / (2.0 * n),
        failed: places.iter().filter(|place| place.is_none()).count(),
    })
}

fn pairs(cases: &[Usable<'_>], count: usize) -> Vec<(usize, usize)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(400);
    let mut pairs = Vec::with_capacity(count);
    // Few cases, or few diseases among them, may not make that many pairs.
    for _ in 0..count * 100 {
        if pairs.len() == count || cases.len() < 2 {
            break;
        }
        let (a, b) = (random.random_range(0..cases.len()), random.random_range(0..cases.len()));
        let findings = |at: usize| cases[at].observation.evidence.present().len();
        if cases[a].label != cases[b].label && findings(a) + findings(b) <= MOST_FINDINGS {
            pairs.push((a, b));
        }
    }
    pairs
}

/// The findings of both, each chain of implications cut to its most specific one.
fn merged(hpo: &Hpo, a: &Usable<'_>, b: &Usable<'_>) -> Observation {
    let both = a.observation.evidence.present().iter().chain(b.observation.evidence.present());
    Observation { evidence: hpo.present(both.copied()), notes: Vec::new() }
}
