//! Cost of a plan, known before any table is made.

use super::number::{Double, Number, Single};
use super::wide::Wide;
use crate::algorithm::Forecast;

/// Work and memory of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cost {
    /// Joins of two tables.
    pub(crate) joins: f64,
    /// Elementary products in them.
    pub(crate) products: f64,
    /// Elementary steps in the leaves.
    pub(crate) leaf_steps: f64,
    /// Numbers in all tables together.
    pub(crate) numbers: f64,
    /// Axes of the largest join.
    pub(crate) width: usize,
}

/// The arithmetic of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// Doubles.
    Single,
    /// Pairs of doubles.
    Double,
    /// Doubles with an exponent of their own.
    Wide,
}

impl Arithmetic {
    /// Memory of a number.
    pub(super) fn bytes(self) -> f64 {
        let planes = match self {
            Self::Single => Single::PLANES,
            Self::Double => Double::PLANES,
            Self::Wide => Wide::PLANES,
        };
        (planes * size_of::<f64>()) as f64
    }
}

/// Seconds a unit of work, forward and backward together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    pub(crate) join: f64,
    pub(crate) product: f64,
    pub(crate) leaf_step: f64,
    /// Cost of memory that is touched for the first time.
    pub(crate) byte: f64,
}

impl Rates {
    /// Measured on a 2.8 GHz Xeon with AVX-512; see `docs/exact.md`.
    pub(crate) const fn stored(arithmetic: Arithmetic) -> Self {
        match arithmetic {
            Arithmetic::Single => Self { join: 4e-7, product: 2.5e-9, leaf_step: 1e-8, byte: 1.5e-10 },
            Arithmetic::Double => Self { join: 4e-7, product: 7e-9, leaf_step: 3e-8, byte: 1.5e-10 },
            Arithmetic::Wide => Self { join: 1e-6, product: 6e-8, leaf_step: 6e-8, byte: 1.5e-10 },
        }
    }
}

impl Cost {
    /// Predicted time.
    pub(crate) fn seconds(&self, rates: &Rates) -> f64 {
        self.joins * rates.join + self.products * rates.product + self.leaf_steps * rates.leaf_step
    }

    /// The memory of the tables, before places are found for their adjoints.
    pub(crate) fn bytes(&self, arithmetic: Arithmetic) -> f64 {
        self.numbers * arithmetic.bytes()
    }

    /// All of it, given the memory.
    pub(crate) fn forecast(&self, rates: &Rates, bytes: f64) -> Forecast {
        Forecast {
            operations: self.products + self.leaf_steps,
            seconds: self.seconds(rates) + bytes * rates.byte,
            bytes,
            width: self.width,
        }
    }
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.joins += other.joins;
        self.products += other.products;
        self.leaf_steps += other.leaf_steps;
        self.numbers += other.numbers;
        self.width = self.width.max(other.width);
    }
}
