//! From sums to intervals, with all errors of the arithmetic.

use super::super::bracket::{Bracket, quotient};
use super::super::fixed::{EXPONENTIAL_UNITS, power_of_two};
use super::diseases::Diseases;
use super::treatment::Treatment;
use super::{Copied, RAISED};
use crate::numeric::ROUNDOFF;

/// Errors of the arithmetic.
#[derive(Debug)]
pub(super) struct Errors {
    /// Absolute error of any entry that comes out of the fixed point.
    pub(super) fixed: f64,
    /// Relative error of any sum of products.
    pub(super) relative: f64,
    /// Error that the roundings of the exponents make, as a share of the majorant.
    pub(super) exponents: f64,
    /// Relative error of the odds of all explicit diseases together.
    pub(super) odds: f64,
}

impl Errors {
    pub(super) fn new(diseases: &Diseases, limbs: usize, explicit: usize, scale: f64) -> Self {
        // An exponent is rounded to units 2^8 times as large, and there are two of them. A rounding
        // of an entry of `nu` is worth at most what the majorant makes of it.
        let units = 2.0 * EXPONENTIAL_UNITS + 16.0 * explicit as f64 + 1024.0 * scale;
        let relative = diseases.roundings();
        Self {
            fixed: 1.1 * units * power_of_two(diseases.bits as i32 - 64 * limbs as i32),
            relative,
            exponents: 1.1 * relative / RAISED,
            odds: 4.0 * ROUNDOFF * explicit as f64,
        }
    }
}

/// The sums that an answer is made of.
pub(super) struct Sums<'a> {
    pub(super) evidence: f64,
    pub(super) majorant: f64,
    pub(super) log_total: f64,
    /// By column of a series.
    pub(super) own: &'a [f64],
    /// By series, of one copy more.
    pub(super) next: &'a [f64],
    /// By explicit disease.
    pub(super) absent: &'a [f64],
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
            if let &Treatment::Series(terms) = treatment {
                let follower = self.scale
                    * (next.next().copied().unwrap_or(0.0) * (1.0 + errors.relative) + errors.fixed);
                let odds = diseases.odds[d];
                followers[d] = follower;
                cut_off[d] = odds.powi(terms as i32 + 1) * follower * (1.0 + 1e-14);
                shares[d] = cut_off[d] / (terms + 1) as f64;
                cut += shares[d];
                log_rest += log_remainder(odds, terms);
            }
        }
        let rounding = errors.exponents * self.majorant + errors.fixed + 8e-15 * self.evidence;
        let error = 1.01 * (cut + rounding);
        let evidence = (self.evidence - error, self.evidence + error);
        let mut bracket = Bracket::anything(&diseases.priors);
        let mut own = self.own.iter();
        let mut absent = self.absent.iter();
        let padding = errors.odds + 8.0 * ROUNDOFF;
        for (d, treatment) in treatments.iter().enumerate() {
            let (present, spread) = match *treatment {
                Treatment::Idle => {
                    bracket.lower[d] = diseases.priors[d] * (1.0 - 4.0 * ROUNDOFF);
                    bracket.upper[d] = diseases.priors[d] * (1.0 + 4.0 * ROUNDOFF);
                    continue;
                }
                Treatment::Explicit => (self.evidence - absent.next().copied().unwrap_or(0.0), error),
                Treatment::Series(terms) => {
                    let odds = diseases.odds[d];
                    let (mut sum, mut size, mut power) = (0.0, 0.0, 1.0);
                    for term in 1..=terms {
                        power *= odds;
                        let value = power * own.next().copied().unwrap_or(0.0);
                        size += value + power * errors.fixed / errors.relative;
                        sum += if term % 2 == 1 { value } else { -value };
                    }
                    let rounding = errors.relative * size + 2.0 * odds * errors.exponents * followers[d];
                    (sum, error + 1.01 * (1.5 * cut_off[d] + rounding))
                }
            };
            let on = (present - spread, (present + spread).min(evidence.1));
            let off_value = self.evidence - present;
            let off = (off_value - spread, (off_value + spread).min(evidence.1));
            let (lower, upper) = quotient(on, off);
            bracket.lower[d] = (lower - padding).max(0.0);
            bracket.upper[d] = (upper + padding).min(1.0);
            bracket.point[d] = (present / self.evidence).clamp(bracket.lower[d], bracket.upper[d]);
        }
        // ln P = ln evidence + sum over series of (their exponents - ln(1 + o)).
        let slack = errors.relative * (self.log_total + 1.0)
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
