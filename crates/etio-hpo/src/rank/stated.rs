//! From the model's posterior to the probability that is stated to people.
//!
//! Terms of a patient are not independent given the disease, and annotations are not complete, so the
//! posterior is overconfident. What is stated has the odds
//!
//! ```text
//! odds(stated) = exp(SHIFT) * odds(posterior)^SLOPE
//! ```
//!
//! It is a rule for the probability of any event: a disease, any disease of a gene, any of a series. So
//! each of them is made from posteriors and tempered once, and no order changes. The two numbers are the
//! logistic regression of "is the right disease" on the log odds of the posterior, over all diseases of
//! the clean patients of the tuning half, rounded: a new patient's publication is not in the annotations
//! either (see `docs/patients.md`). `etio evaluate` fits them to any cases.

/// Exponent of the posterior odds.
pub const SLOPE: f64 = 0.7;

/// Added to the log odds.
pub const SHIFT: f64 = -1.5;

/// No more than this is claimed in words: of the leading diseases that were stated at 90% or more, about
/// nine in ten are right (see `docs/patients.md`).
pub const CEILING: f64 = 0.95;

/// The probability to state for an event with this posterior.
pub fn stated(posterior: f64) -> f64 {
    stated_odds(log_odds(posterior))
}

/// The probability to state for an event with these log odds.
pub(crate) fn stated_odds(log_odds: f64) -> f64 {
    logistic(SLOPE.mul_add(log_odds, SHIFT))
}

/// Log odds of a probability. Doubles round to one what differs from it by less than `LEAST`.
pub(crate) fn log_odds(probability: f64) -> f64 {
    const LEAST: f64 = 1e-15;
    if probability <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let probability = probability.min(1.0);
    probability.ln() - (1.0 - probability).max(LEAST).ln()
}

/// The probability with these log odds.
pub(crate) fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_stays_and_nothing_is_certain() {
        assert_eq!(stated(0.0), 0.0);
        assert!(stated(1.0) < 1.0 && stated(2.0) == stated(1.0));
        let all: Vec<f64> = (0..=1000).map(|at| stated(f64::from(at) / 1000.0)).collect();
        assert!(all.windows(2).all(|w| w[0] < w[1]));
        assert!(stated(1e-300) > 0.0);
    }

    #[test]
    fn the_model_is_taken_for_overconfident() {
        for posterior in [0.3, 0.5, 0.9, 0.99] {
            assert!(stated(posterior) < posterior);
        }
        let odds = |p: f64| p / (1.0 - p);
        let ratio = odds(stated(0.9)) / odds(stated(0.5));
        assert!((ratio - 9f64.powf(SLOPE)).abs() < 1e-9);
    }
}
