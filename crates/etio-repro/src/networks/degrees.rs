//! How many links each disease and each finding has: few have many, many have few, and the total is exact.

use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

use crate::random::exp;

/// How degrees are spread over the members of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    /// Standard deviation of the logarithm of a degree.
    pub(super) skew: f64,
    pub(super) least: usize,
    pub(super) most: usize,
}

/// `count` whole numbers within the spread's bounds that sum to `total`, following a log-normal
/// distribution that is scaled to fit. The caller sees to it that
/// `count * least <= total <= count * most`.
pub(super) fn log_normal(count: usize, total: usize, spread: Spread, rng: &mut impl Rng) -> Vec<usize> {
    let weights: Vec<f64> =
        (0..count).map(|_| exp(spread.skew * rng.sample::<f64, _>(StandardNormal))).collect();
    let wanted = scaled_to(total, &weights, spread);
    let mut degrees: Vec<usize> = wanted.iter().map(|&x| x as usize).collect();
    let mut by_remainder: Vec<usize> = (0..count).collect();
    by_remainder.sort_by(|&a, &b| wanted[b].fract().total_cmp(&wanted[a].fract()).then(a.cmp(&b)));
    // Rounding down leaves fewer than `count` to hand out; they go where most was cut off.
    let mut missing = total.saturating_sub(degrees.iter().sum());
    for &at in by_remainder.iter().cycle().take(2 * count) {
        if missing > 0 && degrees[at] < spread.most {
            degrees[at] += 1;
            missing -= 1;
        }
    }
    degrees
}

/// The weights times a common factor, cut off at the bounds, such that they sum to `total`: the sum
/// grows with the factor, so that bisection finds it.
fn scaled_to(total: usize, weights: &[f64], spread: Spread) -> Vec<f64> {
    let (least, most) = (spread.least as f64, spread.most as f64);
    let scaled = |factor: f64| weights.iter().map(move |w| (w * factor).clamp(least, most));
    let (mut low, mut high) = (0.0, most / weights.iter().copied().fold(f64::INFINITY, f64::min));
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if scaled(middle).sum::<f64>() <= total as f64 {
            low = middle;
        } else {
            high = middle;
        }
    }
    scaled(low).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};

    #[test]
    fn the_sum_is_exact_and_the_bounds_hold() {
        for seed in 0..50 {
            let mut rng = stream(seed, Purpose::FindingDegrees, 0);
            for (count, total, least, most) in [
                (10, 10, 1, 5),
                (10, 50, 1, 5),
                (7, 23, 0, 9),
                (1000, 8000, 1, 400),
                (1, 4, 1, 4),
                (9, 0, 0, 3),
            ] {
                let degrees = log_normal(count, total, Spread { skew: 1.2, least, most }, &mut rng);
                assert_eq!(degrees.iter().sum::<usize>(), total, "{count} {total} {least} {most}");
                assert!(degrees.iter().all(|d| (least..=most).contains(d)));
            }
        }
    }
}
