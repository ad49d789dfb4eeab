//! The tables that elimination starts from, and what their adjoints say about the diseases in them.
//!
//! A leaf is a group of diseases with the same present findings, or one link of a disease that is
//! kept as a variable. The leak of a finding (with all that is folded into it) is multiplied into
//! the first leaf that has the finding. Groups without positive findings, by far the commonest, are
//! products of diagonal factors and are done here; the rest is in [`mixed`](super::mixed).

use pulp::{Scalar, Simd};

use super::model::{Member, Model};
use super::number::{Number, Table, TableMut};
use super::readings::Readings;
use crate::InferenceError;
use crate::budget::Budget;

/// From this number of axes on, the clock is checked for every disease of a leaf.
const AXES_A_LOOK: usize = 10;

/// An axis of a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeafAxis {
    pub(super) role: Role,
    /// For a positive finding the power of two in which "fires" is counted; zero for all others.
    pub(super) unit: f64,
    /// Whether the finding's leak is multiplied in here.
    pub(super) leak: bool,
}

/// Meaning of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A finding, by its position in the model, and the position of its link within each of the
    /// leaf's diseases.
    Finding { finding: u32, link: u32 },
    /// The disease that is kept as a variable.
    Disease,
}

/// Contents of a leaf.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) axes: Vec<LeafAxis>,
    /// Positions in the model's members: all those of a group, or the one that is kept as a variable.
    pub(super) members: Vec<u32>,
    /// For a link of a kept disease, whether the disease's prior is multiplied in here.
    pub(super) prior: bool,
    /// Position of the states between its factors, for mixed leaves.
    pub(super) history: usize,
}

impl Leaf {
    pub(super) fn len(&self) -> usize {
        1 << self.axes.len()
    }

    /// Whether it belongs to a disease that is kept as a variable.
    pub(super) fn is_kept(&self) -> bool {
        self.axes.iter().any(|axis| axis.role == Role::Disease)
    }

    /// Whether it has more than diagonal factors.
    pub(super) fn is_mixed(&self) -> bool {
        self.is_kept() || self.axes.iter().any(|axis| axis.unit > 0.0)
    }

    /// Leaks and diseases that are multiplied together.
    pub(super) fn factor_count(&self) -> usize {
        let leaks = self.axes.iter().filter(|axis| axis.leak).count();
        leaks + if self.is_kept() { 0 } else { self.members.len() }
    }

    /// Numbers that the states between its factors take.
    pub(super) fn history_len(&self) -> usize {
        if self.is_mixed() { self.factor_count() * self.len() } else { 0 }
    }

    /// The probability of a disease's link along an axis, and the link's position in the model.
    pub(super) fn link(&self, model: &Model, member: &Member, axis: usize) -> (f64, usize) {
        match self.axes[axis].role {
            Role::Finding { link, .. } => {
                let at = member.links.start + link as usize;
                (model.links[at].1, at)
            }
            Role::Disease => (0.0, usize::MAX),
        }
    }

    /// The finding whose leak is multiplied in along an axis.
    pub(super) fn leak(&self, axis: usize) -> Option<usize> {
        match self.axes[axis] {
            LeafAxis { leak: true, role: Role::Finding { finding, .. }, .. } => Some(finding as usize),
            _ => None,
        }
    }

    /// Writes the leaf's table. `scratch` has room for another one.
    #[inline(always)]
    pub(super) fn build<S: Simd, M: Number>(
        &self,
        simd: S,
        model: &Model,
        table: &mut TableMut<'_>,
        scratch: &mut [f64],
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        table.set::<M>(0, M::exact(1.0));
        for axis in 0..self.axes.len() {
            let half = 1 << axis;
            let Some(finding) = self.leak(axis) else {
                grow::<S, M>(simd, table, half, M::exact(1.0));
                continue;
            };
            let finding = &model.findings[finding];
            grow::<S, M>(simd, table, half, M::exact(finding.quiet));
            scale::<S, M>(simd, table, half, M::sum(finding.quiet, finding.fired));
        }
        let mut on = TableMut::new::<M>(&mut scratch[..self.len() * M::PLANES]);
        for &member in &self.members {
            self.look(budget)?;
            let member = &model.members[member as usize];
            self.disease_on::<S, M>(simd, model, member, None, &mut on);
            weigh::<S, M>(simd, table, on.read(), M::exact(member.complement));
        }
        Ok(())
    }

    /// Looks at the clock, if a disease takes long enough for that.
    #[inline]
    pub(super) fn look(&self, budget: &Budget) -> Result<(), InferenceError> {
        if self.axes.len() >= AXES_A_LOOK { budget.check() } else { Ok(()) }
    }

    /// The part of a disease's factor with the disease on: its prior times (1 - link) for every
    /// finding that is not to fire. `without` leaves the link of an axis out.
    #[inline(always)]
    fn disease_on<S: Simd, M: Number>(
        &self,
        simd: S,
        model: &Model,
        member: &Member,
        without: Option<usize>,
        to: &mut TableMut<'_>,
    ) {
        to.set::<M>(0, M::prior(member));
        for axis in 0..self.axes.len() {
            let (link, _) = self.link(model, member, axis);
            let quiet = if without == Some(axis) { M::exact(1.0) } else { M::sum(1.0, -link) };
            grow::<S, M>(simd, to, 1 << axis, quiet);
        }
    }

    /// From the leaf's table and its adjoint to posteriors. `scratch` has room for two tables.
    #[inline(always)]
    pub(super) fn read<S: Simd, M: Number>(
        &self,
        simd: S,
        model: &Model,
        (table, adjoint): (Table<'_>, Table<'_>),
        scratch: &mut [f64],
        readings: &mut Readings,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let (measure, on) = scratch.split_at_mut(self.len() * M::PLANES);
        let mut measure = TableMut::new::<M>(measure);
        let size = multiply::<S, M>(simd, &mut measure, table, adjoint);
        let measure = measure.read();
        // Roundings on the way of a term: building every factor, then the reading below.
        let axes = self.axes.len() as f64;
        let building = self.factor_count() as f64 * (2.0 * axes + 2.0);
        readings.rounding += size * (building + 2.0 * axes + 8.0 + self.len() as f64) * M::ROUNDOFF;
        self.read_leaks::<M>(model, measure, readings);
        let mut on = TableMut::new::<M>(&mut on[..self.len() * M::PLANES]);
        for &member in &self.members {
            self.look(budget)?;
            let member = &model.members[member as usize];
            self.disease_on::<S, M>(simd, model, member, None, &mut on);
            let off = M::exact(member.complement);
            readings.marginals[member.disease as usize] = expect::<S, M>(simd, measure, on.read(), off);
            if !readings.slopes.is_empty() {
                self.read_slopes::<M>(model, member, measure, &mut on, &mut readings.slopes);
            }
        }
        Ok(())
    }

    /// P(the folded part of a finding fires | evidence): the share of "any" that is not "quiet".
    fn read_leaks<M: Number>(&self, model: &Model, measure: Table<'_>, readings: &mut Readings) {
        for axis in 0..self.axes.len() {
            let Some(finding) = self.leak(axis) else { continue };
            let mut any = M::exact(0.0);
            for x in (0..self.len()).filter(|x| x >> axis & 1 == 0) {
                any = M::add(Scalar, any, measure.get::<M>(x));
            }
            let leak = &model.findings[finding];
            readings.fired[finding] = M::head::<Scalar>(any) * (leak.fired / (leak.quiet + leak.fired));
        }
    }

    /// d log P(evidence) / d (1 - link) for every link of a disease: only `expect` with that link left out.
    fn read_slopes<M: Number>(
        &self,
        model: &Model,
        member: &Member,
        measure: Table<'_>,
        scratch: &mut TableMut<'_>,
        slopes: &mut [f64],
    ) {
        self.disease_on::<Scalar, M>(Scalar, model, member, None, scratch);
        let off = M::exact(member.complement);
        let factor: Vec<_> =
            (0..self.len()).map(|x| M::add(Scalar, scratch.read().get::<M>(x), off)).collect();
        for axis in 0..self.axes.len() {
            self.disease_on::<Scalar, M>(Scalar, model, member, Some(axis), scratch);
            let mut slope = M::exact(0.0);
            for x in (0..self.len()).filter(|x| x >> axis & 1 == 1) {
                let share = M::div(Scalar, scratch.read().get::<M>(x), factor[x]);
                slope = M::mul_add(Scalar, measure.get::<M>(x), share, slope);
            }
            slopes[self.link(model, member, axis).1] = M::head::<Scalar>(slope);
        }
    }
}

/// Runs `body` with vectors if a run is long enough for them.
macro_rules! by_lanes {
    ($S:ident, $simd:ident, $len:expr, $body:ident ( $($arg:expr),* )) => {
        if $len >= $S::F64_LANES { $body::<$S, M>($simd, $($arg),*) } else { $body::<Scalar, M>(Scalar, $($arg),*) }
    };
}

/// Appends a copy of the first `half` numbers times a factor.
#[inline(always)]
fn grow<S: Simd, M: Number>(simd: S, table: &mut TableMut<'_>, half: usize, factor: M::Vector<Scalar>) {
    by_lanes!(S, simd, half, grow_run(table, half, factor));
}

#[inline(always)]
fn grow_run<S: Simd, M: Number>(simd: S, table: &mut TableMut<'_>, half: usize, factor: M::Vector<Scalar>) {
    let factor = M::splat(simd, factor);
    let (low, mut high) = table.halves::<S, M>(half);
    for at in 0..low.hi.len() {
        M::store(&mut high, at, M::mul(simd, M::load(&low, at), factor));
    }
}

/// Multiplies the first `len` numbers by a factor.
#[inline(always)]
fn scale<S: Simd, M: Number>(simd: S, table: &mut TableMut<'_>, len: usize, factor: M::Vector<Scalar>) {
    by_lanes!(S, simd, len, scale_run(table, len, factor));
}

#[inline(always)]
fn scale_run<S: Simd, M: Number>(simd: S, table: &mut TableMut<'_>, len: usize, factor: M::Vector<Scalar>) {
    let factor = M::splat(simd, factor);
    let mut run = table.run::<S, M>(0, len);
    for at in 0..run.hi.len() {
        let product = M::mul(simd, M::load(&run.read(), at), factor);
        M::store(&mut run, at, product);
    }
}

/// `table *= on + off`.
#[inline(always)]
fn weigh<S: Simd, M: Number>(simd: S, table: &mut TableMut<'_>, on: Table<'_>, off: M::Vector<Scalar>) {
    by_lanes!(S, simd, on.len(), weigh_run(table, on, off));
}

#[inline(always)]
fn weigh_run<S: Simd, M: Number>(simd: S, table: &mut TableMut<'_>, on: Table<'_>, off: M::Vector<Scalar>) {
    let off = M::splat(simd, off);
    let (mut run, on) = (table.run::<S, M>(0, on.len()), on.run::<S, M>(0, on.len()));
    for at in 0..on.hi.len() {
        let factor = M::add(simd, M::load(&on, at), off);
        let product = M::mul(simd, M::load(&run.read(), at), factor);
        M::store(&mut run, at, product);
    }
}

/// `to = a * b`; returns the sum of the absolute values.
#[inline(always)]
fn multiply<S: Simd, M: Number>(simd: S, to: &mut TableMut<'_>, a: Table<'_>, b: Table<'_>) -> f64 {
    by_lanes!(S, simd, a.len(), multiply_run(to, a, b))
}

#[inline(always)]
fn multiply_run<S: Simd, M: Number>(simd: S, to: &mut TableMut<'_>, a: Table<'_>, b: Table<'_>) -> f64 {
    let len = a.len();
    let (mut to, a, b) = (to.run::<S, M>(0, len), a.run::<S, M>(0, len), b.run::<S, M>(0, len));
    let mut size = simd.splat_f64s(0.0);
    for at in 0..a.hi.len() {
        let product = M::mul(simd, M::load(&a, at), M::load(&b, at));
        size = simd.add_f64s(size, simd.abs_f64s(M::head(product)));
        M::store(&mut to, at, product);
    }
    simd.reduce_sum_f64s(size)
}

/// The expectation of `on / (on + off)`: how likely the disease is.
#[inline(always)]
fn expect<S: Simd, M: Number>(simd: S, measure: Table<'_>, on: Table<'_>, off: M::Vector<Scalar>) -> f64 {
    by_lanes!(S, simd, on.len(), expect_run(measure, on, off))
}

#[inline(always)]
fn expect_run<S: Simd, M: Number>(simd: S, measure: Table<'_>, on: Table<'_>, off: M::Vector<Scalar>) -> f64 {
    let off = M::splat(simd, off);
    let (measure, on) = (measure.run::<S, M>(0, on.len()), on.run::<S, M>(0, on.len()));
    let mut sum = M::splat(simd, M::exact(0.0));
    for at in 0..on.hi.len() {
        let on = M::load(&on, at);
        let share = M::div(simd, on, M::add(simd, on, off));
        sum = M::mul_add(simd, M::load(&measure, at), share, sum);
    }
    M::total(simd, sum)
}
