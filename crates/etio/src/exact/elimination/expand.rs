//! Spreading an operand out before a join: over low axes that it lacks, so that blocks are
//! contiguous, and to three states (does not fire, any, fires) if both operands of a join share a
//! positive variable.

use pulp::Scalar;

use super::bits::Bits;
use super::low::Low;
use super::number::{Number, Table, TableMut};
use crate::InferenceError;
use crate::budget::Budget;

/// Axes that are spread out between two checks of the clock, above the low ones.
const AXES_A_LOOK: usize = 12;

/// How an operand is spread out.
#[derive(Clone, Debug)]
pub(super) struct Expand {
    /// How its lowest axes are spread out.
    low: Low,
    /// The operand's other axes, lowest first: the units of a shared positive variable, or zero for
    /// a plain axis.
    high: Vec<f64>,
    /// Numbers after spreading out.
    pub(super) len: usize,
    /// Whether anything changes.
    pub(super) needed: bool,
}

impl Expand {
    pub(super) fn new<const N: usize>(
        low: &[usize],
        high: &[usize],
        scope: Bits<N>,
        shared: Bits<N>,
        units: &[f64],
    ) -> Self {
        let mask = low.iter().enumerate().fold(0, |mask, (at, &v)| mask | u8::from(scope.contains(v)) << at);
        let own = Low { axes: low.len(), mask };
        let high: Vec<f64> = high
            .iter()
            .filter(|&&v| scope.contains(v))
            .map(|&v| if shared.contains(v) { units[v] } else { 0.0 })
            .collect();
        let needed = own.len() < 1 << low.len() || high.iter().any(|&unit| unit > 0.0);
        let states: usize = high.iter().map(|&unit| if unit > 0.0 { 3 } else { 2 }).product();
        Self { low: own, high, len: states << low.len(), needed }
    }

    /// Writes the operand spread out.
    pub(super) fn forward<M: Number>(
        &self,
        from: Table<'_>,
        to: &mut TableMut<'_>,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        self.spread::<M>(from, to, (self.high.len(), 0, 0), budget)
    }

    /// Whether all axes are done in one go, without checking the clock: they are plain, and few.
    fn is_short(&self, axes: usize) -> bool {
        axes <= AXES_A_LOOK && self.high[..axes].iter().all(|&unit| unit == 0.0)
    }

    fn spread<M: Number>(
        &self,
        from: Table<'_>,
        to: &mut TableMut<'_>,
        (axes, src, dst): (usize, usize, usize),
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        if self.is_short(axes) {
            let (from, mut to) = (from.skip::<M>(src), to.borrow().skip::<M>(dst));
            self.low.spread::<M>(from, &mut to, 1 << axes);
            return Ok(());
        }
        if axes >= AXES_A_LOOK {
            budget.check()?;
        }
        let unit = self.high[axes - 1];
        let (from_step, to_step) = self.steps(axes - 1);
        let last = if unit > 0.0 { 2 * to_step } else { to_step };
        self.spread::<M>(from, to, (axes - 1, src, dst), budget)?;
        self.spread::<M>(from, to, (axes - 1, src + from_step, dst + last), budget)?;
        if unit > 0.0 {
            let inverse = M::exact(1.0 / unit);
            for at in dst..dst + to_step {
                let (quiet, fired) = (to.read().get::<M>(at), to.read().get::<M>(at + last));
                to.set::<M>(at + to_step, M::mul_add(Scalar, fired, inverse, quiet));
            }
        }
        Ok(())
    }

    /// Adds to the adjoint of the operand that of its spread form, which is overwritten.
    pub(super) fn backward<M: Number>(
        &self,
        from: &mut TableMut<'_>,
        to: &mut TableMut<'_>,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        self.gather::<M>(from, to, (self.high.len(), 0, 0), budget)
    }

    fn gather<M: Number>(
        &self,
        from: &mut TableMut<'_>,
        to: &mut TableMut<'_>,
        (axes, src, dst): (usize, usize, usize),
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        if self.is_short(axes) {
            let (from, mut to) = (from.read().skip::<M>(src), to.borrow().skip::<M>(dst));
            self.low.gather::<M>(from, &mut to, 1 << axes);
            return Ok(());
        }
        if axes >= AXES_A_LOOK {
            budget.check()?;
        }
        let unit = self.high[axes - 1];
        let (to_step, from_step) = self.steps(axes - 1);
        let last = if unit > 0.0 { 2 * from_step } else { from_step };
        if unit > 0.0 {
            let inverse = M::exact(1.0 / unit);
            for at in src..src + from_step {
                let any = from.read().get::<M>(at + from_step);
                let quiet = M::add(Scalar, from.read().get::<M>(at), any);
                let fired = M::mul_add(Scalar, any, inverse, from.read().get::<M>(at + last));
                from.set::<M>(at, quiet);
                from.set::<M>(at + last, fired);
            }
        }
        self.gather::<M>(from, to, (axes - 1, src, dst), budget)?;
        self.gather::<M>(from, to, (axes - 1, src + last, dst + to_step), budget)
    }

    /// Numbers below an axis: of the operand, and spread out.
    fn steps(&self, axis: usize) -> (usize, usize) {
        let states: usize = self.high[..axis].iter().map(|&unit| if unit > 0.0 { 3 } else { 2 }).product();
        (self.low.len() << axis, states << self.low.axes)
    }
}
