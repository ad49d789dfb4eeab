//! Exponentials and logarithms over the parents of a finding: what the variational methods spend
//! their time on where findings have tens of thousands of parents. Exponential and logarithm are
//! written out, branch-free, so that they are computed for a whole vector at once.

// What is not inlined is not compiled for the vectors that the caller chose.
#![allow(clippy::inline_always)]

use crate::vectorised::vectorised;

/// Partial sums that run side by side.
const LANES: usize = 16;

/// Replaces each probability by `-ln(1 - p)`, for probabilities below 1.
pub(crate) fn thetas(probabilities: &mut [f64]) {
    vectorised(
        #[inline(always)]
        || {
            for p in &mut *probabilities {
                *p = theta(*p);
            }
        },
    );
}

/// The sum of `-ln(1 - p)` over probabilities below 1.
pub(crate) fn sum_of_thetas(probabilities: &[f64]) -> f64 {
    vectorised(
        #[inline(always)]
        || sums(probabilities, probabilities, |p, _| (theta(p), 0.0)).0,
    )
}

/// An upper bound on the probability `present / (1 - lost)` of a disease that has lost less than
/// half of its weight.
#[inline(always)]
pub(crate) fn most_left(present: f64, lost: f64) -> f64 {
    present * (1.0 + 2.0 * lost)
}

/// Shares of their weight that diseases lose to factors from 0 to 1, and an upper bound on the sum
/// of the remaining probabilities of those that lose less than half.
pub(crate) fn losses(priors: &[f64], factors: &[f64], lost: &mut [f64]) -> f64 {
    let loss = |prior: f64, factor: f64| prior * (1.0 - factor);
    vectorised(
        #[inline(always)]
        || {
            for (lost, (&prior, &factor)) in lost.iter_mut().zip(priors.iter().zip(factors)) {
                *lost = loss(prior, factor);
            }
            sums(priors, factors, |p, factor| (most_left(p * factor, loss(p, factor)), 0.0)).0
        },
    )
}

/// The largest tilt that [`tilt`] takes: of larger ones `e^-tilt` would not be a normal number.
pub(crate) const LARGEST_TILT: f64 = 700.0;

/// Multiplies the weight of diseases by `e^tilt`, for tilts from 0 to [`LARGEST_TILT`]: replaces
/// their probabilities and complements, and returns the sum of the logarithms of their normalisers.
pub(crate) fn tilt(priors: &mut [f64], complements: &mut [f64], tilts: &[f64]) -> f64 {
    vectorised(
        #[inline(always)]
        || {
            let (prior_blocks, last_priors) = priors.as_chunks_mut::<LANES>();
            let (complement_blocks, last_complements) = complements.as_chunks_mut::<LANES>();
            let (tilt_blocks, last_tilts) = tilts.as_chunks::<LANES>();
            let blocks = prior_blocks.iter_mut().zip(complement_blocks).zip(tilt_blocks);
            let mut sums = [0.0; LANES];
            for ((priors, complements), tilts) in blocks {
                for lane in 0..LANES {
                    sums[lane] += tilt_one(&mut priors[lane], &mut complements[lane], tilts[lane]);
                }
            }
            let mut sum = sums.iter().sum::<f64>();
            for ((prior, complement), &tilt) in last_priors.iter_mut().zip(last_complements).zip(last_tilts) {
                sum += tilt_one(prior, complement, tilt);
            }
            sum
        },
    )
}

#[inline(always)]
fn tilt_one(prior: &mut f64, complement: &mut f64, tilt: f64) -> f64 {
    let kept = exp_of_negative(tilt);
    let faded = *complement * kept;
    let total = *prior + faded;
    // Divisions are what takes the time here.
    let inverse = 1.0 / total;
    // ln(complement + prior e^tilt) = tilt + ln(total). A total near 1 is taken as what it lacks,
    // which rounding would hide; a small one has all its digits.
    let lacks = *complement * (1.0 - kept);
    let near_one = 1.0 - lacks;
    let rounded = ((1.0 - near_one) - lacks) * inverse;
    let (u, more) = if tilt <= 1.0 { (near_one, rounded) } else { (total, 0.0) };
    *prior *= inverse;
    *complement = (faded * inverse).max(f64::MIN_POSITIVE);
    tilt + log(u, more)
}

/// S and its derivative: the sums of `s = theta / (1 + p e^(-xi theta))` and of `s (theta - s)`, p
/// being the inverse odds.
pub(crate) fn pull(thetas: &[f64], inverse_odds: &[f64], xi: f64) -> (f64, f64) {
    let term = |theta: f64, p: f64| {
        let share = theta / (1.0 + p * exp_of_negative(xi * theta));
        (share, share * (theta - share))
    };
    vectorised(
        #[inline(always)]
        || sums(thetas, inverse_odds, term),
    )
}

/// The sums of `q theta` and of `q theta^2`, q being the probability that belongs to the inverse odds.
pub(crate) fn expectations(thetas: &[f64], inverse_odds: &[f64]) -> (f64, f64) {
    let term = |theta: f64, p: f64| {
        let share = theta / (1.0 + p);
        (share, share * theta)
    };
    vectorised(
        #[inline(always)]
        || sums(thetas, inverse_odds, term),
    )
}

/// Adds up two functions of the pairs.
#[inline(always)]
fn sums(a: &[f64], b: &[f64], term: impl Fn(f64, f64) -> (f64, f64)) -> (f64, f64) {
    let (mut first, mut second) = ([0.0; LANES], [0.0; LANES]);
    let (a_blocks, a_rest) = a.as_chunks::<LANES>();
    let (b_blocks, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a_blocks.iter().zip(b_blocks) {
        for lane in 0..LANES {
            let (x, y) = term(a[lane], b[lane]);
            first[lane] += x;
            second[lane] += y;
        }
    }
    let rest = a_rest.iter().zip(b_rest).map(|(&a, &b)| term(a, b));
    let start = (first.iter().sum::<f64>(), second.iter().sum::<f64>());
    rest.fold(start, |sums, term| (sums.0 + term.0, sums.1 + term.1))
}

/// The bits of the square root of a half.
const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// Adding this to a small number rounds it to a whole one and leaves that in the lowest bits.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// The Taylor series of the exponential: within |r| <= ln(2)/2 its next term is below 1e-17.
const EXPONENTIAL: [f64; 14] = [
    1.0,
    1.0,
    1.0 / 2.0,
    1.0 / 6.0,
    1.0 / 24.0,
    1.0 / 120.0,
    1.0 / 720.0,
    1.0 / 5_040.0,
    1.0 / 40_320.0,
    1.0 / 362_880.0,
    1.0 / 3_628_800.0,
    1.0 / 39_916_800.0,
    1.0 / 479_001_600.0,
    1.0 / 6_227_020_800.0,
];

/// fdlibm's series of the logarithm.
const LOGARITHM: [f64; 7] = [
    6.666_666_666_666_735e-1,
    3.999_999_999_940_942e-1,
    2.857_142_874_366_239e-1,
    2.222_219_843_214_978_4e-1,
    1.818_357_216_161_805e-1,
    1.531_383_769_920_937_3e-1,
    1.479_819_860_511_658_6e-1,
];

/// `e^-x` for x from 0 on, to a unit or two in the last place; what is below the smallest normal
/// double is next to 0.
#[inline(always)]
fn exp_of_negative(x: f64) -> f64 {
    let x = -x.min(708.0);
    let shifted = x * std::f64::consts::LOG2_E + ROUNDER;
    let twos = shifted - ROUNDER;
    let r = (x - twos * LN_2_HIGH) - twos * LN_2_LOW;
    let mut sum = 0.0;
    for c in EXPONENTIAL.iter().rev() {
        sum = sum * r + c;
    }
    let power = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1f64.to_bits()));
    sum * power
}

/// `-ln(1 - p)` for any p below 1, to a unit or two in the last place (after fdlibm's logarithm).
#[inline(always)]
pub(crate) fn theta(p: f64) -> f64 {
    let u = 1.0 - p;
    // What rounding took from u, to first order.
    -log(u, ((1.0 - u) - p) / u)
}

/// `ln(u (1 + more))` for a normal u and a `more` of the size of a rounding.
#[inline(always)]
fn log(u: f64, more: f64) -> f64 {
    let bits = u.to_bits();
    let exponent = (bits.wrapping_sub(SQRT_HALF) as i64) >> 52;
    let f = f64::from_bits(bits.wrapping_sub((exponent as u64) << 52)) - 1.0;
    let twos = f64::from_bits((exponent as u64).wrapping_add(ROUNDER.to_bits())) - ROUNDER;
    let s = f / (2.0 + f);
    let z = s * s;
    let mut sum = 0.0;
    for c in LOGARITHM.iter().rev() {
        sum = sum * z + c;
    }
    let half = 0.5 * f * f;
    twos * LN_2_HIGH - ((half - (s * (half + sum * z) + (twos * LN_2_LOW + more))) - f)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 4.0 * f64::EPSILON * b.abs()
    }

    #[test]
    fn exponential_is_right_to_the_last_digits() {
        for step in 0..200_000 {
            let x = f64::from(step) * 0.003_539;
            assert!(close(exp_of_negative(x), (-x).exp()), "{x}: {} {}", exp_of_negative(x), (-x).exp());
        }
        assert_eq!(exp_of_negative(0.0), 1.0);
        assert!(exp_of_negative(1e300) < 1e-307);
        assert!(close(exp_of_negative(1e-18), 1.0));
    }

    #[test]
    fn theta_is_right_to_the_last_digits() {
        let by_size = (0..40_000).map(|step| 10f64.powf(f64::from(step) / -2_500.0));
        let evenly = (0..65_535).map(|step| f64::from(step) / 65_535.0);
        let near_one = (0..53).map(|bit| 1.0 - 0.5f64.powi(bit + 1));
        for p in by_size.chain(evenly).chain(near_one).filter(|&p| p < 1.0) {
            let expected = -(-p).ln_1p();
            assert!(close(theta(p), expected), "{p}: {} {expected}", theta(p));
        }
        assert_eq!(theta(0.0), 0.0);
    }

    #[test]
    fn sums_do_not_depend_on_blocks() {
        for count in [0, 1, 15, 16, 17, 1_000] {
            let probabilities: Vec<f64> = (0..count).map(|i| f64::from(i) / 1_001.0).collect();
            let inverse_odds: Vec<f64> = (0..count).map(|i| f64::from(i % 37 + 1)).collect();
            let mut rows = probabilities.clone();
            thetas(&mut rows);
            let xi = 0.7;
            let mut expected = (0.0, 0.0);
            for (p, inverse) in probabilities.iter().zip(&inverse_odds) {
                let theta = -(-p).ln_1p();
                let share = theta / (1.0 + inverse * (-xi * theta).exp());
                expected = (expected.0 + share, expected.1 + share * (theta - share));
            }
            let sums = pull(&rows, &inverse_odds, xi);
            assert!((sums.0 - expected.0).abs() <= 1e-13 * expected.0, "{count}");
            assert!((sums.1 - expected.1).abs() <= 1e-13 * expected.1, "{count}");
        }
    }

    #[test]
    fn tilts_are_those_of_one_disease_at_a_time() {
        for count in [0, 1, 15, 16, 17, 500] {
            let tilts: Vec<f64> = (0..count)
                .map(|i| f64::from(i) / 501.0 * if i % 3 == 0 { LARGEST_TILT } else { 2.0 })
                .collect();
            let mut priors: Vec<f64> = (0..count).map(|i| 10f64.powi(-(i % 9)) * 0.999).collect();
            let mut complements: Vec<f64> = priors.iter().map(|p| 1.0 - p).collect();
            let start = priors.clone();
            let sum = tilt(&mut priors, &mut complements, &tilts);
            let mut expected = 0.0;
            for at in 0..priors.len() {
                let alone = crate::variational::conjugate::tilt(start[at], 1.0 - start[at], tilts[at]);
                expected += alone.log_normaliser;
                assert!((priors[at] / alone.prior - 1.0).abs() < 2e-15);
                assert!((complements[at] / alone.complement - 1.0).abs() < 2e-15);
            }
            let size = tilts.iter().sum::<f64>() + f64::from(count);
            assert!((sum - expected).abs() <= 1e-15 * (1.0 + size), "{sum} {expected}");
            let shares: Vec<f64> = (0..count).map(|i| f64::from(i) / 501.0).collect();
            assert!((sum_of_thetas(&shares) - shares.iter().map(|p| theta(*p)).sum::<f64>()).abs() < 1e-12);
        }
    }
}
