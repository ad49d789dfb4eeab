//! Are answers given at 70% right 70% of the time? And what makes them so.
//!
//! Terms of a patient are not independent given the disease, and annotations are not complete; so
//! the posterior is overconfident. *Tempering* raises it to a power below one and normalises:
//! `p_d^x / sum of p_e^x`. It changes no rank. The exponent is the one with the best log score on
//! one half of the publications; what it does is shown on the other.

use serde::Serialize;

use super::Placement;

/// The exponents tried. The last leaves the posterior as it is.
pub const EXPONENTS: [f64; 9] = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// The position of the exponent one.
const UNTEMPERED: usize = EXPONENTS.len() - 1;

/// Answers of about the same confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bin {
    /// How many.
    pub n: usize,
    /// Their mean confidence.
    pub confidence: f64,
    /// The share of them that was right.
    pub right: f64,
}

/// Confidence against truth, on the half that did not choose the exponent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Calibration {
    /// Answers, in tenths of confidence.
    pub bins: Vec<Bin>,
    /// Mean distance of confidence and truth over the answers.
    pub error: f64,
    /// Mean log probability of the right disease.
    pub log_score: f64,
    /// The exponent chosen on the other half.
    pub exponent: f64,
    /// [`bins`](Self::bins) with that exponent.
    pub tempered_bins: Vec<Bin>,
    /// [`error`](Self::error) with that exponent.
    pub tempered_error: f64,
    /// [`log_score`](Self::log_score) with that exponent.
    pub tempered_log_score: f64,
}

impl Calibration {
    /// From placements, each with the half its publication is in.
    pub(super) fn of<'a>(placements: impl Iterator<Item = (&'a Placement, bool)>) -> Self {
        let (choosing, showing): (Vec<_>, Vec<_>) = placements.partition(|(_, first)| *first);
        let score = |list: &[(&Placement, bool)], at: usize| {
            list.iter().map(|(p, _)| p.tempered[at].1).sum::<f64>() / list.len().max(1) as f64
        };
        let best = (0..EXPONENTS.len())
            .max_by(|&a, &b| score(&choosing, a).total_cmp(&score(&choosing, b)))
            .filter(|_| !choosing.is_empty())
            .unwrap_or(UNTEMPERED);
        let bins = |at: usize| bins(showing.iter().map(|(p, _)| (p.tempered[at].0, p.top_is_right)));
        let (plain, tempered) = (bins(UNTEMPERED), bins(best));
        Self {
            error: error(&plain),
            bins: plain,
            log_score: score(&showing, UNTEMPERED),
            exponent: EXPONENTS[best],
            tempered_error: error(&tempered),
            tempered_bins: tempered,
            tempered_log_score: score(&showing, best),
        }
    }
}

fn bins(answers: impl Iterator<Item = (f64, bool)>) -> Vec<Bin> {
    let mut bins = vec![Bin::default(); 10];
    for (confidence, right) in answers {
        let bin = &mut bins[((confidence * 10.0) as usize).min(9)];
        bin.n += 1;
        bin.confidence += confidence;
        bin.right += f64::from(u8::from(right));
    }
    for bin in bins.iter_mut().filter(|bin| bin.n > 0) {
        bin.confidence /= bin.n as f64;
        bin.right /= bin.n as f64;
    }
    bins
}

fn error(bins: &[Bin]) -> f64 {
    let total: usize = bins.iter().map(|bin| bin.n).sum();
    let off: f64 = bins.iter().map(|bin| bin.n as f64 * (bin.confidence - bin.right).abs()).sum();
    off / total.max(1) as f64
}

/// For each exponent, the confidence in the first disease and the log probability of the label.
pub(super) fn temper(scores: &[f64], label: usize) -> [(f64, f64); EXPONENTS.len()] {
    /// No surprise counts for more than this: one impossible answer must not drown all others.
    const LEAST: f64 = -30.0;
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !most.is_finite() {
        let uniform = 1.0 / scores.len().max(1) as f64;
        return [(uniform, uniform.ln()); EXPONENTS.len()];
    }
    let mut sums = [0.0; EXPONENTS.len()];
    for score in scores.iter().filter(|&&score| score > most - 200.0) {
        for (sum, exponent) in sums.iter_mut().zip(EXPONENTS) {
            *sum += (exponent * (score - most)).exp();
        }
    }
    let mut tempered = [(0.0, 0.0); EXPONENTS.len()];
    for ((entry, sum), exponent) in tempered.iter_mut().zip(sums).zip(EXPONENTS) {
        *entry = (1.0 / sum, (exponent * (scores[label] - most) - sum.ln()).max(LEAST));
    }
    tempered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tempering_keeps_the_order_and_flattens() {
        let scores = [0.0, -1.0, -2.0];
        let tempered = temper(&scores, 1);
        let plain: f64 = scores.iter().map(|s: &f64| s.exp()).sum();
        assert!((tempered[UNTEMPERED].0 - 1.0 / plain).abs() < 1e-12);
        assert!((tempered[UNTEMPERED].1 - (-1.0 - plain.ln())).abs() < 1e-12);
        assert!(tempered.windows(2).all(|w| w[0].0 < w[1].0));
    }

    #[test]
    fn an_impossible_label_has_a_finite_score() {
        let tempered = temper(&[0.0, f64::NEG_INFINITY], 1);
        assert!(tempered.iter().all(|t| t.1.is_finite()));
        assert!(temper(&[f64::NEG_INFINITY; 3], 0).iter().all(|t| t.0.is_finite() && t.1.is_finite()));
    }

    #[test]
    fn perfect_calibration_has_no_error() {
        let answers = (0..1000).map(|at| (0.75, at % 4 != 0));
        assert!(error(&bins(answers)) < 1e-12);
    }
}
