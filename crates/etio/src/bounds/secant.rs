//! A product over diseases that is at least the probability of a present finding.
//!
//! Let `c` be the probability that a finding stays quiet without any free disease, and `f0 = 1 -
//! c`. For any `K` from `f0` to 1 and any set of free diseases,
//!
//! ```text
//! 1 - c prod_i lambda_i^d_i  <=  K prod_i r_i^d_i,      r_i = 1 + p_i (1 - K) / K,    lambda_i = 1 - p_i.
//! ```
//!
//! It is the finding with its leak raised to K: a disease then gains it the factor `r_i`, the first
//! one most. `K = f0` is exact for up to one disease, and `K = 1` leaves the finding out.

/// Steps of a search for the best K.
const STEPS: usize = 8;
/// The smallest K.
const LEAST: f64 = 1e-200;

/// `ln r` of a link.
#[inline]
pub(super) fn log_ratio(p: f64, k: f64) -> f64 {
    (p * (1.0 - k) / k).ln_1p()
}

/// The K that minimises the bound, given the links of the finding as (probability, odds of the
/// disease without this finding's tilt), within `[fired, 1]`. `start` is a guess. Any K in that
/// range is valid.
pub(super) fn best_k(links: &[(f64, f64)], fired: f64, start: f64) -> f64 {
    let least = fired.max(LEAST);
    if least >= 1.0 {
        return 1.0;
    }
    // The derivative of the log bound by -ln K, which falls with K.
    let slope = |k: f64| {
        let mut sum = -1.0;
        for &(p, odds) in links {
            let raised = p + k * (1.0 - p);
            let weight = odds * raised;
            sum += p / raised * (weight / (k + weight));
        }
        sum
    };
    let mut at = start.clamp(least, 1.0);
    let mut value = slope(at);
    // Look for the sign on either side, first nearby.
    let (mut low, mut high) = (least.ln(), 0.0);
    let (mut low_value, mut high_value) = (f64::NAN, f64::NAN);
    let mut reach = 1.0;
    for _ in 0..STEPS {
        let here = at.ln();
        if value > 0.0 {
            (low, low_value) = (here, value);
        } else {
            (high, high_value) = (here, value);
        }
        if high - low < 0.02 {
            break;
        }
        let next = if low_value.is_nan() {
            (here - reach).max(low)
        } else if high_value.is_nan() {
            (here + reach).min(high)
        } else {
            let secant = low + (high - low) * low_value / (low_value - high_value);
            secant.clamp(low + 0.1 * (high - low), high - 0.1 * (high - low))
        };
        reach *= 4.0;
        if next == here {
            // An end of the range is the best.
            break;
        }
        at = next.exp().clamp(least, 1.0);
        value = slope(at);
    }
    at
}

/// The mean of the finding's probability over its bound, with the diseases independent: between 0
/// and 1, near 1 if the bound is tight. Links are (probability, probability of the disease as
/// tilted).
pub(super) fn tightness(links: impl Iterator<Item = (f64, f64)>, quiet: f64, k: f64) -> f64 {
    let (mut all, mut silent) = (1.0, quiet);
    for (p, q) in links {
        let inverse = k / (k + p * (1.0 - k));
        all *= 1.0 - q + q * inverse;
        silent *= 1.0 - q + q * inverse * (1.0 - p);
    }
    ((all - silent) / k).clamp(1e-12, 1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_product_is_a_bound(
            quiet in 0.0..1.0f64,
            share in 0.0..=1.0f64,
            links in proptest::collection::vec(0.0..=1.0f64, 0..8),
        ) {
            let fired = 1.0 - quiet;
            let k = fired + share * quiet;
            prop_assume!(k > 0.0);
            for set in 0..1usize << links.len() {
                let chosen = links.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, &p)| p);
                let own = 1.0 - quiet * chosen.clone().map(|p| 1.0 - p).product::<f64>();
                let bound = k * chosen.map(|p| log_ratio(p, k).exp()).product::<f64>();
                prop_assert!(own <= bound * (1.0 + 1e-12), "{own} > {bound}");
            }
        }

        #[test]
        fn the_best_k_is_no_worse_than_the_ends(
            fired in 0.0..0.9f64,
            links in proptest::collection::vec((0.01..=1.0f64, 1e-4..2.0f64), 1..8),
        ) {
            let bound = |k: f64| {
                k.ln() + links.iter().map(|&(p, odds)| {
                    ((1.0 + odds * log_ratio(p, k).exp()) / (1.0 + odds)).ln()
                }).sum::<f64>()
            };
            let best = best_k(&links, fired, 0.5);
            prop_assert!(best >= fired && best <= 1.0);
            for end in [fired.max(1e-3), 0.5f64.max(fired), 1.0] {
                prop_assert!(bound(best) <= bound(end) + 0.02, "{best}: {} > {}", bound(best), bound(end));
            }
        }
    }
}
