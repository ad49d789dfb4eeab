//! How many digits of a link's probability a compiled file keeps.

use std::fmt;
use std::str::FromStr;

use super::layout::Kind;
use crate::Probabilities;
use crate::network::{Buf, Link, U16_STEP, Values};

/// How a compiled file stores the probabilities of links. Priors and leaks are always kept in full.
///
/// Whatever the precision, only a link of exactly 0 is stored as 0 and only a link of exactly 1 as 1, so that
/// rounding never removes a link and never makes one certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Precision {
    /// Doubles as given: 8 bytes per link.
    #[default]
    F64,
    /// Relative error of at most 2^-24 (5.96e-8) for links of 2^-126 or more: 4 bytes per link.
    F32,
    /// Absolute error of at most 0.5/65535 (7.63e-6), or twice that for links closer to 0 or 1 than
    /// this: 2 bytes per link.
    U16,
}

impl Precision {
    /// Every precision, finest first.
    pub const ALL: &'static [Self] = &[Self::F64, Self::F32, Self::U16];

    /// The spelling.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::U16 => "u16",
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A spelling that names no precision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown precision `{0}`; it is one of f64, f32, u16")]
pub struct ParsePrecisionError(String);

impl FromStr for Precision {
    type Err = ParsePrecisionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|precision| precision.as_str() == text);
        found.copied().ok_or_else(|| ParsePrecisionError(text.chars().take(100).collect()))
    }
}

/// A number type that probabilities are stored in.
pub(super) trait Stored: Link {
    const KIND: Kind;

    /// The nearest stored value; between the ends wherever the probability is.
    fn store(probability: f64) -> Self;

    /// Whether the bits are a probability.
    fn is_sound(self) -> bool;

    fn values(buf: Buf<Self>) -> Values;

    fn probabilities(values: &[Self]) -> Probabilities<'_>;
}

impl Stored for f64 {
    const KIND: Kind = Kind::ProbabilitiesF64;

    fn store(probability: f64) -> Self {
        // Turns -0 into 0: one number, one pattern.
        probability + 0.0
    }

    fn is_sound(self) -> bool {
        // From 0 to 1 the bits of a float ascend like the numbers; signs, infinities and NaN lie above.
        self.to_bits() <= 1f64.to_bits()
    }

    fn values(buf: Buf<Self>) -> Values {
        Values::F64(buf)
    }

    fn probabilities(values: &[Self]) -> Probabilities<'_> {
        Probabilities::F64(values)
    }
}

impl Stored for f32 {
    const KIND: Kind = Kind::ProbabilitiesF32;

    fn store(probability: f64) -> Self {
        let largest = 1.0 - f32::EPSILON / 2.0;
        match probability {
            0.0 => 0.0,
            1.0 => 1.0,
            p => (p as f32).clamp(f32::MIN_POSITIVE, largest),
        }
    }

    fn is_sound(self) -> bool {
        self.to_bits() <= 1f32.to_bits()
    }

    fn values(buf: Buf<Self>) -> Values {
        Values::F32(buf)
    }

    fn probabilities(values: &[Self]) -> Probabilities<'_> {
        Probabilities::F32(values)
    }
}

impl Stored for u16 {
    const KIND: Kind = Kind::ProbabilitiesU16;

    fn store(probability: f64) -> Self {
        match probability {
            0.0 => 0,
            1.0 => Self::MAX,
            p => ((p / U16_STEP).round() as Self).clamp(1, Self::MAX - 1),
        }
    }

    fn is_sound(self) -> bool {
        true
    }

    fn values(buf: Buf<Self>) -> Values {
        Values::U16(buf)
    }

    fn probabilities(values: &[Self]) -> Probabilities<'_> {
        Probabilities::U16(values)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spellings_come_back() {
        for precision in Precision::ALL {
            assert_eq!(precision.to_string().parse(), Ok(*precision));
        }
        assert!("f16".parse::<Precision>().unwrap_err().to_string().contains("f64, f32, u16"));
    }

    #[test]
    fn only_the_ends_are_the_ends() {
        for p in [f64::MIN_POSITIVE, 1e-300, 1e-9, 1e-6, 1.0 - 1e-6, 1.0 - 1e-9, 1.0 - f64::EPSILON / 2.0] {
            assert!((0.0..1.0).contains(&f32::store(p)) && f32::store(p) > 0.0, "{p}");
            assert!((1..u16::MAX).contains(&u16::store(p)), "{p}");
        }
        assert_eq!(
            (f32::store(0.0), f32::store(1.0), u16::store(0.0), u16::store(1.0)),
            (0.0, 1.0, 0, u16::MAX)
        );
        assert_eq!(f64::store(-0.0).to_bits(), 0);
        assert_eq!(f32::store(-0.0).to_bits(), 0);
    }

    #[test]
    fn what_is_no_probability_is_not_sound() {
        for bad in [-1.0, -0.0, 1.0 + f64::EPSILON, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(!bad.is_sound() && !(bad as f32).is_sound() || bad == 1.0 + f64::EPSILON, "{bad}");
        }
        assert!(!(1.0 + f32::EPSILON).is_sound());
        assert!(!(1.0 + f64::EPSILON).is_sound());
    }

    proptest! {
        #[test]
        fn rounding_stays_within_what_is_documented(p in 0.0..=1.0f64) {
            prop_assert!((f64::from(f32::store(p)) - p).abs() <= p * 2f64.powi(-24) + 2f64.powi(-126));
            let beside_an_end = !(U16_STEP / 2.0..=1.0 - U16_STEP / 2.0).contains(&p);
            let bound = if beside_an_end { U16_STEP } else { U16_STEP / 2.0 };
            prop_assert!((f64::from(u16::store(p)) * U16_STEP - p).abs() <= bound + 1e-15);
            prop_assert!(f64::store(p).is_sound() && f32::store(p).is_sound());
        }
    }
}
