//! One run of a plan: tables forward to the evidence, adjoints backward to the posteriors.

use std::marker::PhantomData;
use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};

use super::certificate;
use super::join::Join;
use super::model::Model;
use super::number::{Number, Table, TableMut};
use super::plan::{Plan, Slot, Step};
use super::readings::Readings;
use crate::InferenceError;
use crate::budget::Budget;
use crate::numeric::LogProduct;

/// Tables are brought back into range when their largest entry leaves `2^-RANGE..2^RANGE`.
const RANGE: i32 = 200;
/// Bits of the units of "fires" beyond which a run in doubles is not tried.
pub(super) const MOST_UNIT_BITS: i64 = 900;
/// Up to this many, nothing that matters can underflow (`docs/exact.md`). Beyond, adjoints are
/// watched: while none is larger than [`LARGEST_ADJOINT`], a product that underflows moves the log
/// evidence by less than `2^-100`.
const FEW_UNIT_BITS: i64 = 150;
const LARGEST_ADJOINT: f64 = 9.7e288;
/// Numbers between two checks of the clock: some fifty microseconds of work.
const STRETCH: usize = 1 << 15;

/// The memory of runs, reused from problem to problem: fresh pages would take longer than the work on them.
#[derive(Debug, Default)]
pub(super) struct Memory {
    arena: Vec<f64>,
    scratch: Vec<f64>,
    leaf: Vec<f64>,
    /// By table: the power of two that its entries are too large by.
    scales: Vec<i64>,
}

#[cfg(test)]
impl Memory {
    /// Whether no room was made yet.
    pub(super) fn is_empty(&self) -> bool {
        self.arena.is_empty()
    }
}

/// Makes rooms of these lengths, without keeping what was in them. What larger problems have left is
/// given back if all rooms together would be longer than `most`.
fn make_room<const N: usize>(rooms: [&mut Vec<f64>; N], lengths: [usize; N], most: usize) {
    let total: usize = rooms.iter().zip(lengths).map(|(room, length)| room.len().max(length)).sum();
    let keeps = |room: &Vec<f64>, length| room.len() == length || room.len() > length && total <= most;
    let mut changed = Vec::new();
    for (room, length) in rooms.into_iter().zip(lengths) {
        if !keeps(room, length) {
            *room = Vec::new();
            changed.push((room, length));
        }
    }
    for (room, length) in changed {
        *room = vec![0.0; length];
    }
}

/// A plan being run.
pub(super) struct Pass<'p, M> {
    plan: &'p Plan,
    model: &'p Model,
    arena: &'p mut [f64],
    scratch: &'p mut [f64],
    leaf: &'p mut [f64],
    scales: &'p mut Vec<i64>,
    budget: &'p Budget,
    arch: Arch,
    number: PhantomData<M>,
}

impl<'p, M: Number> Pass<'p, M> {
    pub(super) fn new(plan: &'p Plan, model: &'p Model, memory: &'p mut Memory, budget: &'p Budget) -> Self {
        const LINE: usize = 8;
        let Memory { arena, scratch, leaf, scales } = memory;
        let lengths = [plan.arena * M::PLANES + LINE, plan.scratch * M::PLANES, 2 * plan.leaf * M::PLANES];
        // These are taken from the pool already.
        let most = lengths.iter().sum::<usize>() + budget.memory() / size_of::<f64>();
        make_room([&mut *arena, &mut *scratch, &mut *leaf], lengths, most);
        let lead = arena.as_ptr().align_offset(LINE * size_of::<f64>()).min(LINE);
        scales.clear();
        scales.resize(plan.slots.len(), 0);
        Self {
            plan,
            model,
            arena: &mut arena[lead..],
            scratch: &mut scratch[..plan.scratch * M::PLANES],
            leaf,
            scales,
            budget,
            arch: Arch::new(),
            number: PhantomData,
        }
    }

    /// Forward: the evidence, or `None` if its digits are lost.
    pub(super) fn forward(&mut self) -> Result<Option<LogProduct>, InferenceError> {
        let (plan, model) = (self.plan, self.model);
        if let Some(one) = plan.slots.last() {
            TableMut::new::<M>(&mut self.arena[value::<M>(one)]).set::<M>(0, M::exact(1.0));
        }
        self.arch.dispatch(BuildLeaves::<M> {
            plan,
            model,
            arena: self.arena,
            scratch: self.leaf,
            budget: self.budget,
            number: PhantomData,
        })?;
        for step in &plan.steps {
            self.budget.check()?;
            self.join(step)?;
        }
        let mut evidence = LogProduct::default();
        evidence.multiply_power_of_two(-plan.unit_log2);
        for &root in &plan.roots {
            let table = Table::new::<M>(&self.arena[value::<M>(&plan.slots[root])]);
            let entry = table.get::<M>(0);
            let head = M::head::<pulp::Scalar>(entry);
            if M::HAS_RANGE && !(head > 0.0 && head.is_finite()) {
                return Ok(None);
            }
            M::multiply_into(entry, &mut evidence);
            evidence.multiply_power_of_two(-self.scales[root]);
        }
        let in_range = !M::HAS_RANGE || plan.unit_log2 <= MOST_UNIT_BITS;
        Ok((in_range && evidence.ln() > f64::NEG_INFINITY).then_some(evidence))
    }

    fn join(&mut self, step: &Step) -> Result<(), InferenceError> {
        let slots = &self.plan.slots;
        let ranges = [step.out, step.a, step.b].map(|t| value::<M>(&slots[t]));
        let join = self.of(step);
        let [out, a, b] = disjoint(self.arena, ranges);
        let mut out = TableMut::new::<M>(out);
        let (a, b) = (Table::new::<M>(a), Table::new::<M>(b));
        let largest = join.forward(out.borrow(), a, b, self.scratch)?;
        let exponent = if M::HAS_RANGE { rescaling(largest) } else { 0 };
        if exponent != 0 {
            out.scale(f64::exp2(f64::from(exponent)));
        }
        self.scales[step.out] = self.scales[step.a] + self.scales[step.b] + i64::from(exponent);
        Ok(())
    }

    fn of(&self, step: &'p Step) -> Join<'p, M> {
        Join {
            shape: &step.shape,
            axes: &self.plan.axes[step.shape.axes.clone()],
            budget: self.budget,
            arch: self.arch,
            number: PhantomData,
        }
    }

    /// Backward: adds what the leaves say to the readings. Returns the step that lost most digits.
    pub(super) fn backward(&mut self, readings: &mut Readings) -> Result<Option<usize>, InferenceError> {
        let plan = self.plan;
        let mut worst = (0.0, None);
        for &root in &plan.roots {
            let slot = &plan.slots[root];
            let entry = Table::new::<M>(&self.arena[value::<M>(slot)]).get::<M>(0);
            let seed = M::div(pulp::Scalar, M::exact(1.0), entry);
            TableMut::new::<M>(&mut self.arena[adjoint::<M>(slot)]).set::<M>(0, seed);
        }
        for (at, step) in plan.steps.iter().enumerate().rev() {
            self.budget.check()?;
            let rounding = self.unjoin(step)? * certificate::roundings(step, plan) * M::ROUNDOFF;
            readings.rounding += rounding;
            if rounding > worst.0 {
                worst = (rounding, Some(at));
            }
            for operand in [step.a, step.b] {
                if operand < plan.leaves.len() {
                    self.arch.dispatch(ReadLeaf::<M> {
                        plan,
                        model: self.model,
                        leaf: operand,
                        arena: self.arena,
                        scratch: self.leaf,
                        readings,
                        budget: self.budget,
                        number: PhantomData,
                    })?;
                }
            }
        }
        Ok(worst.1)
    }

    /// Takes one join backward; returns the sum of the sizes of its terms.
    fn unjoin(&mut self, step: &'p Step) -> Result<f64, InferenceError> {
        let slots = &self.plan.slots;
        // What the forward pass multiplied the result by, to bring it into range.
        let exponent = self.scales[step.out] - self.scales[step.a] - self.scales[step.b];
        let join = self.of(step);
        let (a, b) = (&slots[step.a], &slots[step.b]);
        let [out_adjoint, a, b, a_adjoint, b_adjoint] = disjoint(
            self.arena,
            [adjoint::<M>(&slots[step.out]), value::<M>(a), value::<M>(b), adjoint::<M>(a), adjoint::<M>(b)],
        );
        let mut out = TableMut::new::<M>(out_adjoint);
        if exponent != 0 {
            out.scale(f64::exp2(exponent as f64));
        }
        let a = (Table::new::<M>(a), TableMut::new::<M>(a_adjoint));
        let b = (Table::new::<M>(b), TableMut::new::<M>(b_adjoint));
        let size = join.backward(out.read(), a, b, self.scratch)?;
        if M::HAS_RANGE && self.plan.unit_log2 > FEW_UNIT_BITS {
            let is_large = |adjoint: &f64| adjoint.abs() > LARGEST_ADJOINT;
            if a_adjoint.iter().chain(&*b_adjoint).any(is_large) {
                return Ok(f64::INFINITY);
            }
        }
        Ok(size)
    }
}

/// The power of two that brings a table's largest entry near one, or zero while it is in range.
fn rescaling(largest: f64) -> i32 {
    if largest == 0.0 || !largest.is_finite() {
        return 0;
    }
    let exponent = largest.log2().floor() as i32;
    if exponent.abs() > RANGE { -exponent } else { 0 }
}

fn value<M: Number>(slot: &Slot) -> Range<usize> {
    slot.value * M::PLANES..(slot.value + slot.len) * M::PLANES
}

fn adjoint<M: Number>(slot: &Slot) -> Range<usize> {
    slot.adjoint * M::PLANES..(slot.adjoint + slot.len) * M::PLANES
}

/// Several tables of the arena at once.
fn disjoint<const K: usize>(arena: &mut [f64], ranges: [Range<usize>; K]) -> [&mut [f64]; K] {
    match arena.get_disjoint_mut(ranges) {
        Ok(tables) => tables,
        Err(fault) => unreachable!("the plan placed two live tables on top of each other: {fault}"),
    }
}

struct BuildLeaves<'a, M> {
    plan: &'a Plan,
    model: &'a Model,
    arena: &'a mut [f64],
    scratch: &'a mut [f64],
    budget: &'a Budget,
    number: PhantomData<M>,
}

impl<M: Number> WithSimd for BuildLeaves<'_, M> {
    type Output = Result<(), InferenceError>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let mut built = 0;
        for (leaf, slot) in self.plan.leaves.iter().zip(&self.plan.slots) {
            if leaf.is_mixed() {
                let history = leaf.history * M::PLANES..(leaf.history + leaf.history_len()) * M::PLANES;
                let [table, history] = disjoint(self.arena, [value::<M>(slot), history]);
                leaf.build_mixed::<M>(self.model, &mut TableMut::new::<M>(table), history, self.budget)?;
            } else {
                let mut table = TableMut::new::<M>(&mut self.arena[value::<M>(slot)]);
                leaf.build::<S, M>(simd, self.model, &mut table, self.scratch, self.budget)?;
            }
            built += leaf.len() * leaf.members.len();
            if built > STRETCH {
                self.budget.check()?;
                built = 0;
            }
        }
        Ok(())
    }
}

struct ReadLeaf<'a, M> {
    plan: &'a Plan,
    model: &'a Model,
    leaf: usize,
    arena: &'a [f64],
    scratch: &'a mut [f64],
    readings: &'a mut Readings,
    budget: &'a Budget,
    number: PhantomData<M>,
}

impl<M: Number> WithSimd for ReadLeaf<'_, M> {
    type Output = Result<(), InferenceError>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let (leaf, slot) = (&self.plan.leaves[self.leaf], &self.plan.slots[self.leaf]);
        let tables = (
            Table::new::<M>(&self.arena[value::<M>(slot)]),
            Table::new::<M>(&self.arena[adjoint::<M>(slot)]),
        );
        if leaf.is_mixed() {
            let history = leaf.history * M::PLANES..(leaf.history + leaf.history_len()) * M::PLANES;
            let history = &self.arena[history];
            leaf.read_mixed::<M>(self.model, tables, history, self.scratch, self.readings, self.budget)
        } else {
            leaf.read::<S, M>(simd, self.model, tables, self.scratch, self.readings, self.budget)
        }
    }
}
