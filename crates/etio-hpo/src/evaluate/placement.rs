//! Rank of the right disease among the candidates.

use etio::DiseaseId;

use super::calibration::LEAST_POSTERIOR;
use crate::Ranking;
use crate::genes::Genes;
use crate::rank::log_odds;

/// Rank of the right disease.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Its rank among the candidates; ties at their middle. Infinite if the method gave no answer.
    pub rank: f64,
    /// The rank of its phenotypic series, each series at its best member.
    pub series_rank: f64,
    /// The rank of its gene among the genes of all diseases, the best one if it has several; `None`
    /// if no gene of it is known.
    pub gene_rank: Option<f64>,
    /// Whether it is the first, alone.
    pub top_is_right: bool,
    /// The posterior of the first disease.
    pub(super) confidence: f64,
    /// Log of the posterior of the right disease.
    pub(super) log_score: f64,
    /// Log odds of every disease that is not out of the question.
    pub(super) log_odds: Vec<f32>,
    /// Index of the right disease among them.
    pub(super) label_at: Option<u32>,
}

/// No surprise counts for more than this: one impossible answer must not drown all others.
const LEAST_LOG_SCORE: f64 = -30.0;

impl Placement {
    /// From a ranking; the scores of diseases that do not compete are negative infinity.
    pub(super) fn new(ranking: &Ranking, label: usize, mask: &[bool], series: &[u32], genes: &Genes) -> Self {
        let (scores, posteriors) = (&ranking.scores, &ranking.probabilities);
        let rank = middle_rank(scores.iter().zip(mask).filter(|(_, m)| **m).map(|(s, _)| *s), scores[label]);
        let mut best: Vec<Option<f64>> = vec![None; series.iter().max().map_or(0, |&s| s as usize + 1)];
        for ((&score, &series), _) in scores.iter().zip(series).zip(mask).filter(|(_, m)| **m) {
            let best = &mut best[series as usize];
            *best = Some(best.map_or(score, |b| b.max(score)));
        }
        let own = best[series[label] as usize].unwrap_or(scores[label]);
        let mut placement = Self {
            rank,
            series_rank: middle_rank(best.into_iter().flatten(), own),
            gene_rank: gene_rank(ranking, label, genes),
            top_is_right: rank == 1.0,
            confidence: 0.0,
            log_score: posteriors[label].ln().max(LEAST_LOG_SCORE),
            log_odds: Vec::new(),
            label_at: None,
        };
        for (disease, &posterior) in posteriors.iter().enumerate().filter(|(disease, _)| mask[*disease]) {
            placement.confidence = placement.confidence.max(posterior);
            if posterior >= LEAST_POSTERIOR {
                if disease == label {
                    placement.label_at = Some(placement.log_odds.len() as u32);
                }
                placement.log_odds.push(log_odds(posterior) as f32);
            }
        }
        placement
    }

    /// A case without an answer.
    pub(super) fn missed(has_gene: bool) -> Self {
        Self {
            rank: f64::INFINITY,
            series_rank: f64::INFINITY,
            gene_rank: has_gene.then_some(f64::INFINITY),
            top_is_right: false,
            confidence: 0.0,
            log_score: LEAST_LOG_SCORE,
            log_odds: Vec::new(),
            label_at: None,
        }
    }
}

/// The rank of a disease's gene. A gene weighs as much as any of its diseases, as in a report.
fn gene_rank(ranking: &Ranking, label: usize, genes: &Genes) -> Option<f64> {
    let own = genes.of_disease(DiseaseId::new(label as u32));
    if own.is_empty() {
        return None;
    }
    // Scores tell diseases apart whose posteriors round to zero. Their unit is the best one's weight.
    let scores = &ranking.scores;
    let first = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]))?;
    let weights: Vec<f64> = scores.iter().map(|score| (score - scores[first]).exp()).collect();
    let unit = ranking.probabilities[first];
    let competes = |disease: u32| scores[disease as usize] > f64::NEG_INFINITY;
    let pairs =
        ranking.pairs.iter().filter(|(diseases, _)| unit > 0.0 && diseases.iter().all(|&d| competes(d)));
    let any = genes.any(&weights, pairs.map(|&(diseases, both)| (diseases, both / unit)));
    let ranks = own.iter().map(|&gene| middle_rank(any.iter().copied(), any[gene as usize]));
    ranks.reduce(f64::min)
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
