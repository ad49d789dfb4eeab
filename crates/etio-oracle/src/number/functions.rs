//! Exponentials and logarithms of [`Real`]s, right to more than 450 bits (135 digits).

use std::sync::LazyLock;

use super::Real;

/// Terms this much smaller than a sum (as a power of two) do not change it.
const NEGLIGIBLE: i64 = -540;

/// `1/1!, 1/2!, ...`: with |x| < 2^-25, the 21st power over its factorial is below 2^-590.
static TAYLOR: LazyLock<[Real; 20]> = LazyLock::new(|| {
    let mut coefficient = Real::ONE;
    std::array::from_fn(|k| {
        coefficient = coefficient.over_small(k as u64 + 1);
        coefficient
    })
});

static LN_2: LazyLock<Real> = LazyLock::new(|| twice_atanh(Real::ONE.over_small(3)));

impl Real {
    /// `e^self`.
    #[must_use]
    pub fn exp(self) -> Real {
        let (rest, power) = self.split_by_ln_2();
        (exp_m1_series(rest) + Real::ONE).scaled(power)
    }

    /// `e^self - 1`, without loss for small arguments.
    #[must_use]
    pub fn exp_m1(self) -> Real {
        let (rest, power) = self.split_by_ln_2();
        if power == 0 { exp_m1_series(rest) } else { self.exp() - Real::ONE }
    }

    /// The natural logarithm, without loss near 1.
    ///
    /// # Panics
    /// If the number is not above zero.
    #[must_use]
    pub fn ln(self) -> Real {
        assert!(self.is_positive(), "logarithm of {self:?}");
        let offset = self - Real::ONE;
        if offset.exponent() < -10 {
            return twice_atanh(offset / (offset + Real::power_of_two(1)));
        }
        let power = self.exponent();
        let fraction = self.scaled(-power);
        // Halley's iteration for e^y = fraction, with error e^3/12, takes the 53 bits of an f64 to
        // 164 and to 495.
        let mut y = Real::new(fraction.to_f64().ln());
        for _ in 0..2 {
            let e = y.exp();
            y += ((fraction - e) / (fraction + e)).scaled(1);
        }
        y + Real::new(power as f64) * *LN_2
    }

    /// `ln(1 + self)`, without loss for small arguments.
    ///
    /// # Panics
    /// If the number is not above -1.
    #[must_use]
    pub fn ln_1p(self) -> Real {
        if self.exponent() < -10 {
            twice_atanh(self / (self + Real::power_of_two(1)))
        } else {
            (self + Real::ONE).ln()
        }
    }

    /// This number as `rest + power · ln 2` with |rest| at most about half of ln 2.
    fn split_by_ln_2(self) -> (Real, i64) {
        assert!(self.exponent() < 53, "exponential of {self:?}");
        let power = (self.to_f64() / std::f64::consts::LN_2).round();
        (self - Real::new(power) * *LN_2, power as i64)
    }
}

/// `e^x - 1` for |x| < 0.4: the Taylor series of x/2^24, then 24 doublings `m <- m (m + 2)`.
fn exp_m1_series(x: Real) -> Real {
    const HALVINGS: i64 = 24;
    let small = x.scaled(-HALVINGS);
    let series = TAYLOR.iter().rev().fold(Real::ZERO, |sum, &coefficient| sum * small + coefficient);
    let mut sum = series * small;
    for _ in 0..HALVINGS {
        sum *= sum + Real::power_of_two(1);
    }
    sum
}

/// `ln((1 + u) / (1 - u))`, by its series in odd powers.
fn twice_atanh(u: Real) -> Real {
    let square = u * u;
    let (mut sum, mut power) = (u, u);
    for k in 1.. {
        power *= square;
        if power.exponent() < sum.exponent().saturating_add(NEGLIGIBLE) || power.is_zero() {
            break;
        }
        sum += power.over_small(2 * k + 1);
    }
    sum.scaled(1)
}

#[cfg(test)]
mod tests {
    use super::super::{BITS, Exact};
    use super::*;
    use crate::random::Rng;

    /// Agreement with the correctly rounded function of the library, to 450 bits.
    fn agrees(ours: Real, theirs: &Exact) -> bool {
        let theirs = Real::from(theirs);
        (ours - theirs).abs() <= theirs.abs().scaled(-450)
    }

    fn library(x: Real) -> Exact {
        Exact::from(&x).with_precision(BITS + 64).value()
    }

    #[test]
    fn exponentials_agree_with_the_library() {
        let mut rng = Rng::new(4);
        for _ in 0..60 {
            let size = 10_f64.powf(rng.uniform(-40.0, 3.5));
            let x = Real::new(if rng.chance(0.5) { size } else { -size })
                * (Real::ONE / Real::new(1.0 + rng.unit()));
            assert!(agrees(x.exp(), &library(x).exp()), "exp {x:?}");
            assert!(agrees(x.exp_m1(), &library(x).exp_m1()), "exp_m1 {x:?}");
        }
        assert_eq!(Real::ZERO.exp(), Real::ONE);
        assert!(Real::ZERO.exp_m1().is_zero());
    }

    #[test]
    fn logarithms_agree_with_the_library() {
        let mut rng = Rng::new(5);
        for _ in 0..60 {
            let x = Real::new(10_f64.powf(rng.uniform(-300.0, 300.0))) / Real::new(1.0 + rng.unit());
            assert!(agrees(x.ln(), &library(x).ln()), "ln {x:?}");
            let near = Real::ONE + Real::new(10_f64.powf(rng.uniform(-40.0, 0.0)) * rng.uniform(-0.9, 0.9));
            assert!(agrees(near.ln(), &library(near).ln()), "ln {near:?}");
            let small =
                Real::new(10_f64.powf(rng.uniform(-300.0, -0.1)) * if rng.chance(0.5) { 1.0 } else { -1.0 });
            assert!(agrees(small.ln_1p(), &library(small).ln_1p()), "ln_1p {small:?}");
        }
        assert!(Real::ONE.ln().is_zero());
    }

    #[test]
    fn known_digits() {
        // e and ln 2 to 60 digits, from OEIS A001113 and A002162.
        let digits = |text: &str| {
            Real::from(
                &text
                    .parse::<dashu_float::DBig>()
                    .unwrap()
                    .with_precision(200)
                    .value()
                    .to_binary()
                    .value()
                    .with_rounding(),
            )
        };
        let tiny = Real::new(1e-59);
        let e = digits("2.71828182845904523536028747135266249775724709369995957496696");
        assert!((Real::ONE.exp() - e).abs() < tiny);
        let ln_2 = digits("0.693147180559945309417232121458176568075500134360255254120680");
        assert!((Real::new(2.0).ln() - ln_2).abs() < tiny);
    }
}
