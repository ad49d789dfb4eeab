//! Leaves that are not products of diagonal factors: groups with positive findings, and the links
//! of diseases that are kept as variables.
//!
//! Every factor acts on the table as `T <- off * T + on * Op(T)`, where `Op` lets each finding that
//! the factor touches fire or stay quiet. The states between factors are kept, so that the
//! transposed actions give the posteriors.

use pulp::Scalar;

use super::leaf::{Leaf, Role};
use super::model::Model;
use super::number::{Number, Table, TableMut};
use super::readings::Readings;
use crate::InferenceError;
use crate::budget::Budget;

type One<M> = <M as Number>::Vector<Scalar>;

/// A leak (always on) or a disease of a group.
struct Factor<M: Number> {
    off: One<M>,
    on: One<M>,
    touches: Vec<Touch<M>>,
}

/// Effect of a factor along one axis.
struct Touch<M: Number> {
    axis: usize,
    /// P(it does not fire).
    quiet: One<M>,
    /// P(it fires).
    fires: One<M>,
    /// Their sum.
    any: One<M>,
}

impl<M: Number> Touch<M> {
    fn link(axis: usize, link: f64) -> Self {
        Self { axis, quiet: M::sum(1.0, -link), fires: M::exact(link), any: M::exact(1.0) }
    }
}

impl Leaf {
    fn factors<M: Number>(&self, model: &Model) -> Vec<Factor<M>> {
        let leaks = (0..self.axes.len()).filter_map(|axis| self.leak(axis).map(|finding| (axis, finding)));
        let mut factors: Vec<Factor<M>> = leaks
            .map(|(axis, finding)| {
                let leak = &model.findings[finding];
                let (quiet, fires) = (M::exact(leak.quiet), M::exact(leak.fired));
                let touch = Touch { axis, quiet, fires, any: M::sum(leak.quiet, leak.fired) };
                Factor { off: M::exact(0.0), on: M::exact(1.0), touches: vec![touch] }
            })
            .collect();
        if !self.is_kept() {
            factors.extend(self.members.iter().map(|&member| {
                let member = &model.members[member as usize];
                let links = (0..self.axes.len()).map(|axis| (axis, self.link(model, member, axis).0));
                Factor {
                    off: M::exact(member.complement),
                    on: M::prior(member),
                    touches: links.map(|(axis, link)| Touch::link(axis, link)).collect(),
                }
            }));
        }
        factors
    }

    /// Writes the table of a mixed leaf, and the states between its factors.
    pub(super) fn build_mixed<M: Number>(
        &self,
        model: &Model,
        table: &mut TableMut<'_>,
        history: &mut [f64],
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        self.start::<M>(model, table);
        let factors = self.factors::<M>(model);
        for (factor, before) in factors.iter().zip(history.chunks_exact_mut(self.len() * M::PLANES)) {
            let mut before = TableMut::new::<M>(before);
            before.copy(table.read());
            self.fire(factor, before.read(), table, false);
            self.add_off(factor, before.read(), table);
            self.look(budget)?;
        }
        Ok(())
    }

    /// Nothing fired yet; or the link of a kept disease.
    fn start<M: Number>(&self, model: &Model, table: &mut TableMut<'_>) {
        if !self.is_kept() {
            let quiet =
                |x: usize| self.axes.iter().enumerate().all(|(k, axis)| axis.unit == 0.0 || x >> k & 1 == 0);
            (0..self.len()).for_each(|x| table.set::<M>(x, M::exact(f64::from(u8::from(quiet(x))))));
            return;
        }
        let member = &model.members[self.members[0] as usize];
        let (disease, finding) = self.link_axes();
        let (link, unit) = (self.link(model, member, finding).0, self.axes[finding].unit);
        for x in 0..4 {
            let (on, second) = (x >> disease & 1 == 1, x >> finding & 1 == 1);
            let prior = match (self.prior, on) {
                (false, _) => M::exact(1.0),
                (true, false) => M::exact(member.complement),
                (true, true) => M::prior(member),
            };
            // The second state of a positive finding is "fires", that of a signed one "does not fire".
            let chance = match (on, second, unit > 0.0) {
                (false, true, true) => M::exact(0.0),
                (true, true, true) => M::mul(Scalar, M::exact(link), M::exact(unit)),
                (true, false, true) | (true, true, false) => M::sum(1.0, -link),
                _ => M::exact(1.0),
            };
            table.set::<M>(x, M::mul(Scalar, prior, chance));
        }
    }

    /// The axes of the disease and of the finding in a kept disease's link.
    fn link_axes(&self) -> (usize, usize) {
        if self.axes[0].role == Role::Disease { (0, 1) } else { (1, 0) }
    }

    /// `to += off * from`.
    fn add_off<M: Number>(&self, factor: &Factor<M>, from: Table<'_>, to: &mut TableMut<'_>) {
        for x in 0..self.len() {
            let sum = M::mul_add(Scalar, factor.off, from.get::<M>(x), to.read().get::<M>(x));
            to.set::<M>(x, sum);
        }
    }

    /// `to = on * Op(from)`, or with the transpose of `Op`.
    fn fire<M: Number>(&self, factor: &Factor<M>, from: Table<'_>, to: &mut TableMut<'_>, transposed: bool) {
        for x in 0..self.len() {
            to.set::<M>(x, M::mul(Scalar, factor.on, from.get::<M>(x)));
        }
        for touch in &factor.touches {
            self.touch(touch, to, transposed);
        }
    }

    fn touch<M: Number>(&self, touch: &Touch<M>, table: &mut TableMut<'_>, transposed: bool) {
        let unit = self.axes[touch.axis].unit;
        let carry = M::mul(Scalar, M::exact(unit), touch.fires);
        for x in (0..self.len()).filter(|x| x >> touch.axis & 1 == 0) {
            let y = x | 1 << touch.axis;
            let (low, high) = (table.read().get::<M>(x), table.read().get::<M>(y));
            let (new_low, new_high) = if unit == 0.0 {
                (M::mul(Scalar, touch.any, low), M::mul(Scalar, touch.quiet, high))
            } else if transposed {
                let carried = M::mul(Scalar, carry, high);
                (M::mul_add(Scalar, touch.quiet, low, carried), M::mul(Scalar, touch.any, high))
            } else {
                let carried = M::mul(Scalar, carry, low);
                (M::mul(Scalar, touch.quiet, low), M::mul_add(Scalar, touch.any, high, carried))
            };
            table.set::<M>(x, new_low);
            table.set::<M>(y, new_high);
        }
    }

    /// From the table of a mixed leaf and its adjoint to posteriors. `scratch` has room for two tables.
    pub(super) fn read_mixed<M: Number>(
        &self,
        model: &Model,
        (table, adjoint): (Table<'_>, Table<'_>),
        history: &[f64],
        scratch: &mut [f64],
        readings: &mut Readings,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let size = self.len() * M::PLANES;
        let (current, carried) = scratch.split_at_mut(size);
        let mut current = TableMut::new::<M>(current);
        let mut carried = TableMut::new::<M>(&mut carried[..size]);
        current.copy(adjoint);
        let factors = self.factors::<M>(model);
        let leaks: Vec<usize> = (0..self.axes.len()).filter_map(|axis| self.leak(axis)).collect();
        let mut after = table;
        for (at, factor) in factors.iter().enumerate().rev() {
            self.look(budget)?;
            let before = Table::new::<M>(&history[at * size..(at + 1) * size]);
            let terms = 8.0 * factor.touches.len() as f64 + 8.0 + self.len() as f64;
            readings.rounding += terms * M::ROUNDOFF * dot::<M>(after, current.read()).1;
            if at < leaks.len() {
                readings.fired[leaks[at]] = self.share_fired(factor, before, current.read(), &mut carried);
                self.fire(factor, current.read(), &mut carried, true);
            } else {
                let member = &model.members[self.members[at - leaks.len()] as usize];
                if !readings.slopes.is_empty() {
                    for axis in 0..self.axes.len() {
                        let slope = self.slope(factor, axis, before, current.read(), &mut carried);
                        readings.slopes[self.link(model, member, axis).1] = slope;
                    }
                }
                self.fire(factor, current.read(), &mut carried, true);
                readings.marginals[member.disease as usize] = dot::<M>(carried.read(), before).0;
            }
            self.add_off(factor, current.read(), &mut carried);
            current.copy(carried.read());
            after = before;
        }
        if self.is_kept() {
            readings.rounding += 16.0 * M::ROUNDOFF * dot::<M>(after, current.read()).1;
            self.read_link::<M>(model, after, current.read(), readings);
        }
        Ok(())
    }

    /// P(a leak fires | evidence): what is left when it never stays quiet.
    fn share_fired<M: Number>(
        &self,
        leak: &Factor<M>,
        before: Table<'_>,
        adjoint: Table<'_>,
        scratch: &mut TableMut<'_>,
    ) -> f64 {
        let touch = &leak.touches[0];
        let fires = Touch { axis: touch.axis, quiet: M::exact(0.0), fires: touch.fires, any: touch.fires };
        scratch.copy(before);
        self.touch::<M>(&fires, scratch, false);
        dot::<M>(adjoint, scratch.read()).0
    }

    /// d log P(evidence) / d (1 - link) along an axis: the factor with that link's derivative in its place.
    fn slope<M: Number>(
        &self,
        factor: &Factor<M>,
        axis: usize,
        before: Table<'_>,
        adjoint: Table<'_>,
        scratch: &mut TableMut<'_>,
    ) -> f64 {
        for x in 0..self.len() {
            scratch.set::<M>(x, M::mul(Scalar, factor.on, before.get::<M>(x)));
        }
        for touch in &factor.touches {
            if touch.axis == axis {
                let derivative =
                    Touch { axis, quiet: M::exact(1.0), fires: M::exact(-1.0), any: M::exact(0.0) };
                self.touch::<M>(&derivative, scratch, false);
            } else {
                self.touch(touch, scratch, false);
            }
        }
        dot::<M>(adjoint, scratch.read()).0
    }

    fn read_link<M: Number>(
        &self,
        model: &Model,
        table: Table<'_>,
        adjoint: Table<'_>,
        readings: &mut Readings,
    ) {
        let member = &model.members[self.members[0] as usize];
        let (disease, finding) = self.link_axes();
        let adjoint_at = |second: usize| adjoint.get::<M>(1 << disease | second << finding);
        if self.prior {
            let term = |second: usize| {
                M::mul(Scalar, adjoint_at(second), table.get::<M>(1 << disease | second << finding))
            };
            let on = M::add(Scalar, term(0), term(1));
            readings.marginals[member.disease as usize] = M::head::<Scalar>(on);
        }
        if !readings.slopes.is_empty() {
            let unit = self.axes[finding].unit;
            let quiet_axis = usize::from(unit == 0.0);
            let loss = M::mul(Scalar, adjoint_at(1 - quiet_axis), M::exact(unit));
            let slope = M::head::<Scalar>(adjoint_at(quiet_axis)) - M::head::<Scalar>(loss);
            let prior = if self.prior { member.prior } else { 1.0 };
            readings.slopes[self.link(model, member, finding).1] = slope * prior;
        }
    }
}

/// The sum of the products, and of their absolute values.
fn dot<M: Number>(a: Table<'_>, b: Table<'_>) -> (f64, f64) {
    let (mut sum, mut size) = (M::exact(0.0), 0.0);
    for x in 0..a.len() {
        let product = M::mul(Scalar, a.get::<M>(x), b.get::<M>(x));
        size += M::head::<Scalar>(product).abs();
        sum = M::add(Scalar, sum, product);
    }
    (M::head::<Scalar>(sum), size)
}
