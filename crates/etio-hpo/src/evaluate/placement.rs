//! Where the right disease came out among the candidates.

use super::calibration::{EXPONENTS, temper};

/// Where the right disease came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Its rank among the candidates; ties at their middle. Infinite where the method gave no answer.
    pub rank: f64,
    /// The rank of its phenotypic series, each series at its best member.
    pub series_rank: f64,
    /// Whether it is the first, alone.
    pub top_is_right: bool,
    /// For each of [`EXPONENTS`]: the confidence in the first disease, and the log probability of the right one.
    pub(super) tempered: [(f64, f64); EXPONENTS.len()],
}

impl Placement {
    pub(super) fn new(scores: &[f64], label: usize, mask: &[bool], series: &[u32]) -> Self {
        let rank = middle_rank(scores.iter().zip(mask).filter(|(_, m)| **m).map(|(s, _)| *s), scores[label]);
        let mut best: Vec<Option<f64>> = vec![None; series.iter().max().map_or(0, |&s| s as usize + 1)];
        for ((&score, &series), _) in scores.iter().zip(series).zip(mask).filter(|(_, m)| **m) {
            let best = &mut best[series as usize];
            *best = Some(best.map_or(score, |b| b.max(score)));
        }
        let own = best[series[label] as usize].unwrap_or(scores[label]);
        Self {
            rank,
            series_rank: middle_rank(best.into_iter().flatten(), own),
            top_is_right: rank == 1.0,
            tempered: temper(scores, label),
        }
    }

    /// A case without an answer.
    pub(super) fn missed() -> Self {
        let nothing = [(0.0, -30.0); EXPONENTS.len()];
        Self { rank: f64::INFINITY, series_rank: f64::INFINITY, top_is_right: false, tempered: nothing }
    }
}

/// The rank of a score that is among the scores; ties at their middle.
pub(super) fn middle_rank(scores: impl Iterator<Item = f64>, own: f64) -> f64 {
    let (mut above, mut equal) = (0usize, 0usize);
    for score in scores {
        above += usize::from(score > own);
        equal += usize::from(score == own);
    }
    1.0 + above as f64 + (equal.max(1) - 1) as f64 / 2.0
}
