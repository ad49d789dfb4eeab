//! The exponential of a table and the difference over subsets that follows it, in fixed point.

use super::super::fixed::{Exponentials, Fixed};
use super::AT_A_TIME;
use super::diseases::Diseases;
use super::pairs::for_pairs;
use crate::InferenceError;
use crate::budget::Budget;
use crate::vectorised::vectorised;

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
                    // Halved, so that there is room for a sign.
                    let half = exponentials.of(total.minus(*entry)).half();
                    *entry = if is_whole { half } else { Fixed::ZERO };
                }
            },
        );
    }
    vectorised(
        #[inline(always)]
        || for_pairs(&mut table, u32::MAX, budget, take_from_with),
    )?;
    for (entries, explained) in table.chunks(AT_A_TIME).zip(explained.chunks_mut(AT_A_TIME)) {
        budget.check()?;
        for (entry, explained) in entries.iter().zip(explained) {
            *explained = 2.0 * entry.to_f64_or_zero();
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
