//! From sums to intervals, with all errors of the arithmetic.

use super::super::bracket::{Bracket, quotient};
use super::super::fixed::{EXPONENTIAL_UNITS, power_of_two};
use super::diseases::Diseases;
use super::treatment::{Treatment, own_copies};
use super::{Copied, MOST_COPIES, MOST_ODDS};
use crate::numeric::ROUNDOFF;

/// Errors of the arithmetic.
#[derive(Debug)]
pub(super) struct Errors {
    /// Absolute error of any entry that comes out of the fixed point, and of the majorant's in its own
    /// unit.
    pub(super) fixed: f64,
    pub(super) fixed_majorant: f64,
    /// Relative error of any sum of products.
    pub(super) relative: f64,
    /// Error that the roundings of the exponents make, as a share of the majorant.
    pub(super) exponents: f64,
    /// Relative error of the odds of all explicit diseases together.
    pub(super) odds: f64,
}

impl Errors {
    pub(super) fn new(
        diseases: &Diseases,
        (limbs, majorant_limbs): (usize, usize),
        explicit: usize,
        scale: f64,
    ) -> Self {
        // An exponent is rounded to units 2^8 times as large, and there are two of them. A rounding
        // of an entry of `nu` is worth at most what the majorant makes of it. An exponential is shifted
        // down so that there is room for signs, and loses at most four units of the majorant there.
        let fixed = |limbs: usize, scale: f64| {
            let units = 2.0 * EXPONENTIAL_UNITS + 1028.0 * scale;
            1.1 * units * power_of_two(diseases.bits as i32 - 64 * limbs as i32)
        };
        // Every link of an explicit disease is rounded, multiplied twice and added.
        let averages = explicit as f64 * (4.0 * diseases.bits as f64 + 8.0) * ROUNDOFF;
        Self {
            fixed: fixed(limbs, scale),
            fixed_majorant: fixed(majorant_limbs, 1.0),
            relative: diseases.sum_roundings() + averages,
            // Each copy has the rounding of its entry of `nu`.
            exponents: 1.1 * (MOST_COPIES * diseases.roundings() + averages),
            odds: 4.0 * ROUNDOFF * explicit as f64,
        }
    }
}

/// The sums that an answer is made of.
pub(super) struct Sums<'a> {
    pub(super) evidence: f64,
    pub(super) majorant: f64,
    pub(super) log_total: f64,
    /// Weights of [`own_columns`](super::own_columns).
    pub(super) own: &'a [f64],
    /// Weights of [`next_columns`](super::next_columns) by the majorant.
    pub(super) next: &'a [f64],
    /// Weight of each explicit disease with large odds in which it is present.
    pub(super) present: &'a [f64],
    /// Whether the majorant is the table itself.
    pub(super) is_flat: bool,
    /// Value of the majorant's own unit.
    pub(super) scale: f64,
}

impl Sums<'_> {
    pub(super) fn answer(&self, diseases: &Diseases, treatments: &[Treatment], errors: &Errors) -> Copied {
        let mut shares = vec![0.0; diseases.count()];
        let mut next = self.next.iter();
        // Cut-off terms by disease: o^(r+1) <B^(r+1), b_M>.
        let mut cut_off = vec![0.0; diseases.count()];
        let mut followers = vec![0.0; diseases.count()];
        let (mut cut, mut log_rest) = (0.0, 0.0);
        for (d, treatment) in treatments.iter().enumerate() {
            let odds = diseases.odds[d];
            if *treatment == Treatment::Idle || odds > MOST_ODDS {
                continue;
            }
            let follower = self.scale
                * (next.next().copied().unwrap_or(0.0) * (1.0 + errors.relative) + errors.fixed_majorant);
            followers[d] = follower;
            if let &Treatment::Series(terms) = treatment {
                cut_off[d] = odds.powi(terms as i32 + 1) * follower * (1.0 + 1e-14);
                shares[d] = cut_off[d] / (terms + 1) as f64;
                cut += shares[d];
                log_rest += log_remainder(odds, terms);
            }
        }
        let rounding = errors.exponents * self.majorant + errors.fixed + 8e-15 * self.evidence.abs();
        let error = 1.01 * (cut + rounding);
        let evidence = (self.evidence - error, self.evidence + error);
        let mut bracket = Bracket::anything(&diseases.priors);
        let mut own = self.own.iter();
        let mut common = self.present.iter();
        let padding = errors.odds + 8.0 * ROUNDOFF;
        for (d, treatment) in treatments.iter().enumerate() {
            let (present, spread) = match *treatment {
                Treatment::Idle => {
                    bracket.lower[d] = diseases.priors[d] * (1.0 - 4.0 * ROUNDOFF);
                    bracket.upper[d] = diseases.priors[d] * (1.0 + 4.0 * ROUNDOFF);
                    continue;
                }
                Treatment::Explicit if diseases.odds[d] > MOST_ODDS => {
                    // The part is a sum of products, none of them above what the majorant makes of it.
                    let sum = errors.relative * self.majorant;
                    (common.next().copied().unwrap_or(0.0), error + 1.01 * sum)
                }
                Treatment::Explicit => {
                    let odds = diseases.odds[d];
                    let weights: Vec<f64> = own.by_ref().take(own_copies(odds)).copied().collect();
                    // If the majorant is the table itself, the error of each weight is a share of it.
                    // Otherwise it is one of the majorant's weights, the largest of which is the last.
                    let (part, spread) = if self.is_flat {
                        let relative = 2.0 * (errors.relative + errors.exponents);
                        let weights =
                            weights.iter().map(|&weight| (weight, errors.fixed + relative * weight));
                        // More copies weigh more, so none weighs more without the disease than with it.
                        own_part(odds, weights, |last, error| (0.0, last + error))
                    } else {
                        let follower = 1.01 * followers[d];
                        let error = errors.fixed + (2.0 * errors.relative + errors.exponents) * follower;
                        let weights = weights.iter().map(|&weight| (weight, error));
                        // That holds for the majorant alone, and what bounds it bounds the table.
                        own_part(odds, weights, |_, _| (-follower, follower))
                    };
                    (diseases.priors[d] * part, error + diseases.priors[d] * spread)
                }
                Treatment::Series(terms) => {
                    let odds = diseases.odds[d];
                    let (mut sum, mut size, mut power) = (0.0, 0.0, 1.0);
                    for term in 1..=terms {
                        power *= odds;
                        let value = power * own.next().copied().unwrap_or(0.0);
                        // A table that is not its own majorant has both signs, so that the sum may be
                        // smaller than its terms; more copies weigh more by the majorant.
                        let terms = if self.is_flat { value } else { 1.01 * power * followers[d] };
                        size += terms + power * errors.fixed / errors.relative;
                        sum += if term % 2 == 1 { value } else { -value };
                    }
                    // What the errors of the exponents are worth to x, and to its higher powers.
                    let first = (odds * followers[d]).min(MOST_COPIES * self.majorant);
                    let exponents = errors.exponents * (first + 2.0 * odds * odds * followers[d]);
                    let rounding = errors.relative * size + 1.1 * exponents;
                    (sum, error + 1.01 * (1.5 * cut_off[d] + rounding))
                }
            };
            let on = (present - spread, (present + spread).min(evidence.1));
            let off_value = self.evidence - present;
            let off = (off_value - spread, (off_value + spread).min(evidence.1));
            let (lower, upper) = quotient(on, off);
            bracket.lower[d] = (lower - padding).max(0.0);
            bracket.upper[d] = (upper + padding).min(1.0);
            let point = if self.evidence > 0.0 { present / self.evidence } else { diseases.priors[d] };
            bracket.point[d] = point.clamp(bracket.lower[d], bracket.upper[d]);
        }
        // ln P = ln evidence + sum over series of (their exponents - ln(1 + o)).
        // The exponents of the table are rounded, and those of the rest are not.
        let slack = (errors.relative + diseases.roundings()) * (self.log_total + self.scale.ln() + 1.0)
            + errors.fixed
            + errors.odds
            + ROUNDOFF
                * (8.0 * evidence.0.max(0.0).ln().abs().min(1e4)
                    + 4.0 * diseases.count() as f64 * log_rest.abs());
        bracket.log_lower =
            if evidence.0 > 0.0 { evidence.0.ln() + log_rest - slack } else { f64::NEG_INFINITY };
        bracket.log_upper = (evidence.1.ln() + log_rest + slack).min(0.0);
        for share in &mut shares {
            *share /= self.evidence.max(f64::MIN_POSITIVE);
        }
        Copied { bracket, shares }
    }
}

/// The weight of a copy of an explicit disease of small odds next to all others, without the disease
/// itself: a middle, and how far it may be off.
///
/// Let `e_s` be the weight of s copies next to all diseases, and `a_s` the same without the disease. Then
/// `e_s = (1 - p) a_s + p a_(s+1)`, so `a_s = (1 + o) e_s - o a_(s+1)` tells each from the next, more
/// closely by a factor of o. `weights` are the `e_s` from one copy on, each with its error, and `ends` those
/// of `a_s` for the largest s, given its `e_s`.
fn own_part(
    odds: f64,
    weights: impl DoubleEndedIterator<Item = (f64, f64)>,
    ends: impl Fn(f64, f64) -> (f64, f64),
) -> (f64, f64) {
    let mut weights = weights.rev();
    let Some((last, error)) = weights.next() else { return (0.0, f64::INFINITY) };
    let (mut low, mut high) = ends(last, error);
    for (weight, error) in weights {
        let (least, most) = ((1.0 + odds) * (weight - error), (1.0 + odds) * (weight + error));
        (low, high) = (least - odds * high, most - odds * low);
    }
    let size = low.abs().max(high.abs());
    (0.5 * (low + high), 0.5 * (high - low) * (1.0 + 1e-12) + 4.0 * ROUNDOFF * size)
}

/// `x - x^2/2 + ... +- x^r/r - ln(1 + x)`, without cancellation for small `x`.
fn log_remainder(x: f64, terms: usize) -> f64 {
    let mut sum = 0.0;
    let mut power = x.powi(terms as i32);
    for n in terms + 1..terms + 200 {
        power *= x;
        let term = power / n as f64;
        // ln(1 + x) has the odd terms with a plus: what is missing of it is taken off.
        sum += if n % 2 == 1 { -term } else { term };
        if term < 1e-18 * sum.abs() {
            break;
        }
    }
    sum
}
