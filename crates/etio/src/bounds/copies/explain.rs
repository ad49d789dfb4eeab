//! The exponential of a table and the difference over subsets that follows it, in fixed point.

use super::super::fixed::{Exponentials, Fixed};
use super::diseases::Diseases;
use super::{AT_A_TIME, RAISED};
use crate::InferenceError;
use crate::budget::Budget;

/// Entries of a table that stay in the cache while several bits are summed over.
const BLOCK_BITS: usize = 11;

/// An explicit disease between the two sums: its factor at T is `off + on * prod of (1 - link) outside T`.
#[derive(Debug)]
struct Explicit<const LIMBS: usize> {
    off: Fixed<LIMBS>,
    on: Fixed<LIMBS>,
    low: Vec<Fixed<LIMBS>>,
    high: Vec<Fixed<LIMBS>>,
}

impl<const LIMBS: usize> Explicit<LIMBS> {
    fn new(diseases: &Diseases, disease: usize) -> Self {
        let (prior, complement) = (diseases.priors[disease], diseases.complements[disease]);
        let (off, on) = if prior <= 0.5 {
            (Fixed::new(prior, 0).complement(), Fixed::new(prior, 0))
        } else {
            (Fixed::new(complement, 0), Fixed::new(complement, 0).complement())
        };
        let quiet = |bits: std::ops::Range<usize>| {
            let mut table = vec![Fixed::ONE; 1 << bits.len()];
            for (at, bit) in bits.enumerate() {
                let p = if bit < diseases.findings {
                    diseases.links[disease * diseases.findings + bit]
                } else {
                    0.0
                };
                let quiet = match p {
                    0.0 => continue,
                    1.0 => Fixed::ZERO,
                    p => Fixed::new(p, 0).complement(),
                };
                for set in (0..table.len()).filter(|set| set >> at & 1 == 0) {
                    table[set] = table[set].times(quiet);
                }
            }
            table
        };
        let low = diseases.low_bits();
        Self { off, on, low: quiet(0..low), high: quiet(low..diseases.bits) }
    }

    #[inline]
    fn factor(&self, set: usize) -> Fixed<LIMBS> {
        let lows = self.low.len();
        let quiet = self.low[set % lows].times(self.high[set / lows]);
        self.off.plus(self.on.times(quiet))
    }
}

/// Result of the fixed point.
#[derive(Debug)]
pub(super) struct Explained {
    /// The sum of all exponents, by which the table is divided.
    pub(super) log_total: f64,
    /// For each explicit disease, the part of the evidence in which it is absent.
    pub(super) absent: Vec<f64>,
}

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
    /// Both positive, and raised.
    Majorant,
}

/// Writes to `explained[S]` what the others explain at least if S is explained already, divided by
/// the exponential of all exponents.
pub(super) fn explain<const LIMBS: usize>(
    diseases: &Diseases,
    explicit: &[usize],
    exponents: Exponents<'_>,
    explained: &mut [f64],
    budget: &Budget,
) -> Result<Explained, InferenceError> {
    let Exponents { odd, even, sign } = exponents;
    let tables = Exponentials::<LIMBS>::new();
    let explicit: Vec<_> = explicit.iter().map(|&d| Explicit::<LIMBS>::new(diseases, d)).collect();
    let scale = if sign == Sign::Majorant { 1.0 + RAISED } else { 1.0 };
    let mut table: Vec<Fixed<LIMBS>> = Vec::with_capacity(diseases.sets());
    for block in 0..diseases.sets().div_ceil(AT_A_TIME) {
        budget.check()?;
        let range = block * AT_A_TIME..((block + 1) * AT_A_TIME).min(diseases.sets());
        table.extend(range.map(|set| {
            let odd = Fixed::exponent(scale * odd[set]);
            match (even, sign) {
                (None, _) => odd,
                (Some(even), Sign::Alternating) => odd.minus(Fixed::exponent(even[set])),
                (Some(even), Sign::Majorant) => odd.plus(Fixed::exponent(scale * even[set])),
            }
        }));
    }
    for_pairs(&mut table, budget, |without, with| *with = with.plus(*without))?;
    let full = diseases.sets() - 1;
    let added = full & !((1 << diseases.findings) - 1);
    let total = table[full];
    let wants_absent = sign == Sign::Alternating && !explicit.is_empty();
    let mut absent = vec![Fixed::<LIMBS>::ZERO; explicit.len()];
    let mut factors = vec![Fixed::<LIMBS>::ONE; explicit.len()];
    let mut before = vec![Fixed::<LIMBS>::ONE; explicit.len()];
    let at_a_time = AT_A_TIME / 16 / (explicit.len() + 1);
    for (set, entry) in table.iter_mut().enumerate() {
        if set.is_multiple_of(at_a_time.max(1)) {
            budget.check()?;
        }
        if set & added != added {
            *entry = Fixed::ZERO;
            continue;
        }
        // Halved, so that there is room for a sign.
        let mut product = tables.of(total.minus(*entry)).half();
        for (at, disease) in explicit.iter().enumerate() {
            before[at] = product;
            factors[at] = disease.factor(set);
            product = product.times(factors[at]);
        }
        *entry = product;
        if wants_absent {
            let is_negative = (full ^ set).count_ones() % 2 == 1;
            let mut after = Fixed::ONE;
            for at in (0..explicit.len()).rev() {
                let others = before[at].times(after);
                absent[at] = if is_negative { absent[at].minus(others) } else { absent[at].plus(others) };
                after = after.times(factors[at]);
            }
        }
    }
    for_pairs(&mut table, budget, |without, with| *without = with.minus(*without))?;
    for (entries, explained) in table.chunks(AT_A_TIME).zip(explained.chunks_mut(AT_A_TIME)) {
        budget.check()?;
        for (entry, explained) in entries.iter().zip(explained) {
            *explained = 2.0 * entry.to_f64_or_zero();
        }
    }
    let absent = absent.iter().zip(&explicit);
    let absent = absent.map(|(sum, disease)| 2.0 * sum.to_f64_or_zero() * disease.off.to_f64());
    Ok(Explained { log_total: total.exponent_to_f64(), absent: absent.collect() })
}

/// Calls `step` on every pair of entries whose sets differ by one finding, finding by finding.
fn for_pairs<T>(
    table: &mut [T],
    budget: &Budget,
    step: impl Fn(&mut T, &mut T),
) -> Result<(), InferenceError> {
    let pairs = |table: &mut [T], half: usize| {
        for block in table.chunks_exact_mut(2 * half) {
            let (without, with) = block.split_at_mut(half);
            without.iter_mut().zip(with).for_each(|(without, with)| step(without, with));
        }
    };
    let block = table.len().min(1 << BLOCK_BITS);
    for part in table.chunks_exact_mut(block) {
        budget.check()?;
        let mut half = 1;
        while half < part.len() {
            pairs(part, half);
            half *= 2;
        }
    }
    let mut half = block;
    while half < table.len() {
        for pair in table.chunks_exact_mut(2 * half) {
            let (without, with) = pair.split_at_mut(half);
            for (without, with) in without.chunks_mut(AT_A_TIME).zip(with.chunks_mut(AT_A_TIME)) {
                budget.check()?;
                without.iter_mut().zip(with).for_each(|(without, with)| step(without, with));
            }
        }
        half *= 2;
    }
    Ok(())
}

pub(super) fn explain_by_limbs(
    limbs: usize,
    diseases: &Diseases,
    explicit: &[usize],
    exponents: Exponents<'_>,
    explained: &mut [f64],
    budget: &Budget,
) -> Result<Explained, InferenceError> {
    match limbs {
        1 => explain::<1>(diseases, explicit, exponents, explained, budget),
        2 => explain::<2>(diseases, explicit, exponents, explained, budget),
        3 => explain::<3>(diseases, explicit, exponents, explained, budget),
        _ => explain::<4>(diseases, explicit, exponents, explained, budget),
    }
}
