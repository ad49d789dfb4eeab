//! The exponential of a table and the difference over subsets that follows it, in fixed point.

use super::super::fixed::{Exponentials, Fixed, power_of_two};
use super::AT_A_TIME;
use super::diseases::Diseases;
use super::pairs::for_pairs;
use crate::budget::Budget;
use crate::vectorised::vectorised;
use crate::{InferenceError, Method};

/// Bits at most that numbers with signs may be larger by than those without.
const MOST_SHIFT: f64 = 50.0;

/// Exponents of all series: their odd and even terms, and how they are put together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exponents<'a> {
    pub(super) odd: &'a [f64],
    /// Nothing if there are none.
    pub(super) even: Option<&'a [f64]>,
    pub(super) sign: Sign,
}

/// How the table of exponents is made of odd and even terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sign {
    /// Odd minus even.
    Alternating,
    /// Both positive.
    Majorant,
}

/// Writes to `explained[S]` what the others explain at least if S is explained already, divided by
/// the exponential of the sum of all exponents. Gives that sum.
fn explain<const LIMBS: usize>(
    diseases: &Diseases,
    exponents: Exponents<'_>,
    explained: &mut [f64],
    budget: &Budget,
) -> Result<f64, InferenceError> {
    let mut table = exponents.table::<LIMBS>(diseases.sets(), budget)?;
    vectorised(
        #[inline(always)]
        || for_pairs(&mut table, u32::MAX, budget, add_to_with),
    )?;
    let shift = exponents.shift()?;
    let full = diseases.sets() - 1;
    let added = full & !((1 << diseases.findings) - 1);
    let total = table[full];
    let exponentials = Exponentials::<LIMBS>::new();
    for (block, entries) in table.chunks_mut(AT_A_TIME / 16).enumerate() {
        budget.check()?;
        vectorised(
            #[inline(always)]
            || {
                for (at, entry) in entries.iter_mut().enumerate() {
                    let is_whole = (block * (AT_A_TIME / 16) + at) & added == added;
                    let shifted = exponentials.of(total.minus(*entry)).shifted_down(shift);
                    *entry = if is_whole { shifted } else { Fixed::ZERO };
                }
            },
        );
    }
    vectorised(
        #[inline(always)]
        || for_pairs(&mut table, u32::MAX, budget, take_from_with),
    )?;
    let unit = power_of_two(shift as i32);
    let has_signs = exponents.has_signs();
    for (entries, explained) in table.chunks(AT_A_TIME).zip(explained.chunks_mut(AT_A_TIME)) {
        budget.check()?;
        for (entry, explained) in entries.iter().zip(explained) {
            *explained = unit * if has_signs { entry.to_signed_f64() } else { entry.to_f64_or_zero() };
        }
    }
    Ok(total.exponent_to_f64())
}

/// A step of the sums over subsets.
#[inline(always)]
fn add_to_with<const LIMBS: usize>(_: usize, without: &mut [Fixed<LIMBS>], with: &mut [Fixed<LIMBS>]) {
    for (without, with) in without.iter().zip(with) {
        *with = with.plus(*without);
    }
}

/// A step of the differences: what is left of `without` is the weight of its superset alone.
#[inline(always)]
fn take_from_with<const LIMBS: usize>(_: usize, without: &mut [Fixed<LIMBS>], with: &mut [Fixed<LIMBS>]) {
    for (without, with) in without.iter_mut().zip(with) {
        *without = with.minus(*without);
    }
}

impl Exponents<'_> {
    /// Whether the result has numbers below zero.
    fn has_signs(&self) -> bool {
        self.sign == Sign::Alternating && self.even.is_some()
    }

    /// Bits that entries are shifted down by, so that no result is above one half. Without signs it is at
    /// most 1. With signs no number is larger than the majorant's, which in the same unit is at most the
    /// exponential of twice the even terms.
    fn shift(&self) -> Result<u32, InferenceError> {
        let Some(even) = self.even.filter(|_| self.has_signs()) else { return Ok(1) };
        let even: f64 = even.iter().sum();
        let bits = (2.0 * std::f64::consts::LOG2_E * even + 0.01).ceil();
        if bits > MOST_SHIFT {
            return Err(InferenceError::DigitsLost { method: Method::Bounds, error_estimate: 1.0 });
        }
        Ok(1 + bits as u32)
    }

    /// The table of exponents in fixed point.
    fn table<const LIMBS: usize>(
        &self,
        sets: usize,
        budget: &Budget,
    ) -> Result<Vec<Fixed<LIMBS>>, InferenceError> {
        let mut table: Vec<Fixed<LIMBS>> = Vec::with_capacity(sets);
        for block in 0..sets.div_ceil(AT_A_TIME) {
            budget.check()?;
            let range = block * AT_A_TIME..((block + 1) * AT_A_TIME).min(sets);
            let odd = self.odd[range.clone()].iter().map(|&odd| Fixed::exponent(odd));
            match self.even {
                None => table.extend(odd),
                Some(even) => {
                    let even = even[range].iter().map(|&even| Fixed::exponent(even));
                    table.extend(odd.zip(even).map(|(odd, even)| match self.sign {
                        Sign::Alternating => odd.minus(even),
                        Sign::Majorant => odd.plus(even),
                    }));
                }
            }
        }
        Ok(table)
    }
}

pub(super) fn explain_by_limbs(
    limbs: usize,
    diseases: &Diseases,
    exponents: Exponents<'_>,
    explained: &mut [f64],
    budget: &Budget,
) -> Result<f64, InferenceError> {
    match limbs {
        1 => explain::<1>(diseases, exponents, explained, budget),
        2 => explain::<2>(diseases, exponents, explained, budget),
        3 => explain::<3>(diseases, exponents, explained, budget),
        _ => explain::<4>(diseases, exponents, explained, budget),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of copies of diseases with equal links, by the number of findings in each set.
    fn copies(bits: usize, odds: f64, diseases: f64, link: f64, copies: i32) -> Vec<f64> {
        let quiet = (1.0f64 - link).powi(copies);
        let weight = diseases * odds.powi(copies) / f64::from(copies);
        let entry = |set: u32| {
            let fired = set.count_ones() as i32;
            weight * (1.0 - quiet).powi(fired) * quiet.powi(bits as i32 - fired)
        };
        (0..1u32 << bits).map(entry).collect()
    }

    #[test]
    fn numbers_below_zero_keep_their_sign() {
        let (bits, budget) = (6, Budget::unlimited());
        for diseases in [1.0, 4.0, 40.0] {
            let odd = copies(bits, 0.3, diseases, 0.1, 1);
            let even = copies(bits, 0.3, diseases, 0.1, 2);
            // The same in doubles, which have digits enough here.
            let mut direct: Vec<f64> = odd.iter().zip(&even).map(|(odd, even)| odd - even).collect();
            let total: f64 = direct.iter().sum();
            for bit in 0..bits {
                for set in (0..1usize << bits).filter(|set| set >> bit & 1 == 1) {
                    direct[set] += direct[set ^ 1 << bit];
                }
            }
            direct.iter_mut().for_each(|entry| *entry = (*entry - total).exp());
            for bit in 0..bits {
                for set in (0..1usize << bits).filter(|set| set >> bit & 1 == 0) {
                    direct[set] = direct[set | 1 << bit] - direct[set];
                }
            }
            let mut explained = vec![0.0; 1 << bits];
            let exponents = Exponents { odd: &odd, even: Some(&even), sign: Sign::Alternating };
            let log_total =
                explain_by_limbs(3, &Diseases::of_findings(bits), exponents, &mut explained, &budget)
                    .unwrap();
            assert!((log_total - total).abs() < 1e-12);
            assert!(diseases > 1.0 || direct.iter().any(|&entry| entry < -1e-8), "{direct:?}");
            for (own, direct) in explained.iter().zip(&direct) {
                assert!((own - direct).abs() < 1e-13, "{own:e} is not {direct:e}");
            }
        }
    }
}
