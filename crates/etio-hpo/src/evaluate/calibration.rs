//! Are answers given at 70% right 70% of the time? The model's posterior is too sure of itself, so what
//! is [stated] is made from it by two numbers; here is how far each is from the truth, and
//! which two numbers would fit these cases best.
//!
//! [stated]: crate::stated

use serde::Serialize;

use super::Placement;
use crate::rank::{logistic, stated};

/// Diseases less likely than this have no part in the fit: nine in ten of them, one in a thousand of the
/// right ones.
pub(super) const LEAST_POSTERIOR: f64 = 1e-6;

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

/// Confidence in the leading disease against truth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Calibration {
    /// Answers.
    pub n: usize,
    /// The share of them that was right.
    pub right: f64,
    /// By the model's posterior.
    pub model: Confidence,
    /// By what is stated to people.
    pub stated: Confidence,
    /// Mean log of the posterior of the right disease.
    pub log_score: f64,
    /// The slope and the shift that fit these cases best; `None` if there are too few.
    pub fitted: Option<[f64; 2]>,
}

/// How confident answers are.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Confidence {
    /// The mean.
    pub mean: f64,
    /// Mean distance of confidence and truth over the bins.
    pub error: f64,
    /// Answers, in tenths of confidence.
    pub bins: Vec<Bin>,
}

impl Calibration {
    pub(super) fn of<'a>(placements: impl Iterator<Item = &'a Placement>) -> Self {
        let placements: Vec<&Placement> = placements.collect();
        let n = placements.len();
        let mean = |of: &dyn Fn(&Placement) -> f64| {
            placements.iter().map(|placement| of(placement)).sum::<f64>() / n.max(1) as f64
        };
        Self {
            n,
            right: mean(&|p| f64::from(u8::from(p.top_is_right))),
            model: Confidence::of(placements.iter().map(|p| (p.confidence, p.top_is_right))),
            stated: Confidence::of(placements.iter().map(|p| (stated(p.confidence), p.top_is_right))),
            log_score: mean(&|p| p.log_score),
            fitted: fit(&placements),
        }
    }
}

impl Confidence {
    fn of(answers: impl Iterator<Item = (f64, bool)>) -> Self {
        let mut bins = vec![Bin::default(); 10];
        for (confidence, right) in answers {
            let bin = &mut bins[((confidence * 10.0) as usize).min(9)];
            bin.n += 1;
            bin.confidence += confidence;
            bin.right += f64::from(u8::from(right));
        }
        let total = bins.iter().map(|bin| bin.n).sum::<usize>().max(1) as f64;
        let mean = bins.iter().map(|bin| bin.confidence).sum::<f64>() / total;
        let error = bins.iter().map(|bin| (bin.confidence - bin.right).abs()).sum::<f64>() / total;
        for bin in bins.iter_mut().filter(|bin| bin.n > 0) {
            bin.confidence /= bin.n as f64;
            bin.right /= bin.n as f64;
        }
        Self { mean, error, bins }
    }
}

/// Answers that a fit needs.
const LEAST_ANSWERS: usize = 50;

/// Logistic regression of "is the right disease" on the log odds of the posterior, over the diseases of
/// all cases, by Newton's method. The shift makes the stated probabilities add up to the right number
/// of diseases: one per case.
fn fit(placements: &[&Placement]) -> Option<[f64; 2]> {
    if placements.len() < LEAST_ANSWERS {
        return None;
    }
    let (mut slope, mut shift) = (1.0, 0.0);
    for _ in 0..50 {
        let (mut gradient, mut curvature) = ([0.0; 2], [0.0; 3]);
        for placement in placements {
            for (at, &log_odds) in placement.log_odds.iter().enumerate() {
                let x = f64::from(log_odds).min(40.0);
                let p = logistic(slope * x + shift);
                let off = f64::from(u8::from(placement.label_at == Some(at as u32))) - p;
                let weight = p * (1.0 - p);
                gradient[0] += off * x;
                gradient[1] += off;
                curvature[0] += weight * x * x;
                curvature[1] += weight * x;
                curvature[2] += weight;
            }
        }
        let [xx, x, one] = curvature;
        let determinant = xx * one - x * x;
        if determinant <= 1e-12 {
            return None;
        }
        let step = [
            (one * gradient[0] - x * gradient[1]) / determinant,
            (xx * gradient[1] - x * gradient[0]) / determinant,
        ];
        (slope, shift) = (slope + step[0], shift + step[1]);
        if step[0].abs() + step[1].abs() < 1e-9 {
            return Some([slope, shift]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn perfect_calibration_has_no_error() {
        let found = Confidence::of((0..1000).map(|at| (0.75, at % 4 != 0)));
        assert!(found.error < 1e-12 && (found.mean - 0.75).abs() < 1e-12);
        assert!((Confidence::of((0..10).map(|_| (0.9, false))).error - 0.9).abs() < 1e-12);
    }

    #[test]
    fn the_fit_finds_the_two_numbers_that_made_the_cases() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let placements: Vec<Placement> = (0..20_000)
            .map(|_| {
                let log_odds = 10.0 * random.random::<f64>() - 5.0;
                let right = random.random::<f64>() < logistic(0.6 * log_odds - 1.0);
                Placement {
                    log_odds: vec![log_odds as f32],
                    label_at: right.then_some(0),
                    ..Placement::missed(false)
                }
            })
            .collect();
        let [slope, shift] = fit(&placements.iter().collect::<Vec<_>>()).unwrap();
        assert!((slope - 0.6).abs() < 0.03 && (shift + 1.0).abs() < 0.06, "{slope} {shift}");
        assert_eq!(fit(&placements[..9].iter().collect::<Vec<_>>()), None);
    }
}
