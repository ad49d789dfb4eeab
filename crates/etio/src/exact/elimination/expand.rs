//! Spreading an operand out before a join: over low axes that it lacks, so that blocks are
//! contiguous, and to three states (does not fire, any, fires) if both operands of a join share a
//! positive variable.

use pulp::Scalar;

use super::bits::Bits;
use super::number::{Number, Table, TableMut};
use crate::InferenceError;
use crate::budget::Budget;

/// Axes that are spread out between two checks of the clock, above the low ones.
const AXES_A_LOOK: usize = 12;

/// How an operand is spread out.
#[derive(Clone, Debug)]
pub(super) struct Expand {
    /// For every entry of a low block, the entry of the operand's own low block that it repeats.
    low: Vec<u8>,
    /// Entries of the operand's own low block.
    low_len: usize,
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
        let own: Vec<bool> = low.iter().map(|&v| scope.contains(v)).collect();
        let own_count = own.iter().filter(|&&own| own).count();
        let high: Vec<f64> = high
            .iter()
            .filter(|&&v| scope.contains(v))
            .map(|&v| if shared.contains(v) { units[v] } else { 0.0 })
            .collect();
        let needed = own_count < low.len() || high.iter().any(|&unit| unit > 0.0);
        let compress = |x: usize| {
            let mut at = (0, 0);
            for (axis, _) in own.iter().enumerate().filter(|&(_, &own)| own) {
                at = (at.0 | (x >> axis & 1) << at.1, at.1 + 1);
            }
            at.0 as u8
        };
        let states: usize = high.iter().map(|&unit| if unit > 0.0 { 3 } else { 2 }).product();
        Self {
            low: if needed { (0..1 << low.len()).map(compress).collect() } else { Vec::new() },
            low_len: 1 << own_count,
            high,
            len: states << low.len(),
            needed,
        }
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
            for block in 0..1 << axes {
                let (src, dst) = (src + block * self.low_len, dst + block * self.low.len());
                for (x, &own) in self.low.iter().enumerate() {
                    to.set::<M>(dst + x, from.get::<M>(src + own as usize));
                }
            }
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

    /// Gathers the adjoint of the operand from that of its spread form, which is overwritten.
    pub(super) fn backward<M: Number>(
        &self,
        from: &mut TableMut<'_>,
        to: &mut TableMut<'_>,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        to.fill(0.0);
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
            for block in 0..1 << axes {
                let (src, dst) = (src + block * self.low.len(), dst + block * self.low_len);
                for (x, &own) in self.low.iter().enumerate() {
                    let at = dst + own as usize;
                    let sum = M::add(Scalar, to.read().get::<M>(at), from.read().get::<M>(src + x));
                    to.set::<M>(at, sum);
                }
            }
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
        (self.low_len << axis, self.low.len() * states)
    }
}
