//! Seeded streams of random numbers, and the elementary functions that keep them equal on every platform.

use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Purpose of a stream. Streams of one seed with different purposes share nothing, so that asking
/// for more cases never changes the network.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    FindingDegrees = 1,
    DiseaseDegrees = 2,
    Wiring = 3,
    LinkStrengths = 4,
    Priors = 5,
    Cases = 6,
    Families = 7,
    Bates = 8,
    Queries = 9,
    #[cfg(feature = "figures")]
    Gamma = 10,
}

/// The stream of a seed for a purpose; `index` numbers streams of the same purpose, such as one per case.
pub(crate) fn stream(seed: u64, purpose: Purpose, index: u64) -> Xoshiro256PlusPlus {
    let mixed = mix(mix(mix(seed) ^ purpose as u64) ^ index);
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}

/// The finaliser of `SplitMix64`: neighbouring numbers become unrelated ones.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Draws `count` different items, or all if there are fewer, in proportion to their weights: those
/// with the smallest exponential waiting times (Efraimidis and Spirakis 2006). They come in
/// ascending order.
pub(crate) fn draw<T: Copy + Ord>(
    count: usize,
    weighted: impl Iterator<Item = (T, f64)>,
    rng: &mut impl Rng,
) -> Vec<T> {
    let mut waiting: Vec<(f64, T)> =
        weighted.map(|(item, weight)| (-ln(1.0 - rng.random::<f64>()) / weight, item)).collect();
    if count < waiting.len() {
        waiting.select_nth_unstable_by(count, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        waiting.truncate(count);
    }
    let mut drawn: Vec<T> = waiting.into_iter().map(|(_, item)| item).collect();
    drawn.sort_unstable();
    drawn
}

/// Natural logarithm. The standard library calls the platform's own, which differ in the last digit.
pub(crate) fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Exponential, for the same reason.
pub(crate) fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Rounds to three significant digits: nobody knows a medical probability better, and files stay readable.
pub(crate) fn three_digits(x: f64) -> f64 {
    format!("{x:.2e}").parse().unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_seed_purpose_and_index_and_come_back() {
        let first = |seed, purpose, index| stream(seed, purpose, index).next_u64();
        assert_eq!(first(1, Purpose::Priors, 0), first(1, Purpose::Priors, 0));
        let mut all = vec![
            first(1, Purpose::Priors, 0),
            first(2, Purpose::Priors, 0),
            first(1, Purpose::Wiring, 0),
            first(1, Purpose::Priors, 1),
        ];
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn draws_are_different_items_in_proportion_to_weights() {
        let mut counts = [0u32; 3];
        let mut rng = stream(1, Purpose::Wiring, 0);
        for _ in 0..10_000 {
            let drawn = draw(1, [(0, 1.0), (1, 2.0), (2, 5.0)].into_iter(), &mut rng);
            counts[drawn[0]] += 1;
        }
        // Five standard deviations are about 200.
        assert!(counts[0].abs_diff(1_250) < 200 && counts[2].abs_diff(6_250) < 250, "{counts:?}");
        assert_eq!(draw(5, [(2, 1.0), (1, 1.0)].into_iter(), &mut rng), [1, 2]);
        assert!(draw(0, [(2, 1.0)].into_iter(), &mut rng).is_empty());
    }

    #[test]
    fn three_digits_are_kept() {
        assert_eq!(three_digits(0.001_234_56), 0.001_23);
        assert_eq!(three_digits(0.1), 0.1);
        assert_eq!(three_digits(0.0), 0.0);
    }
}
