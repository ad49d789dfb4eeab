//! One join forwards and backwards: operands are spread out, multiplied and gathered chunk by chunk, and
//! the groups of chunks of a large join are shared among threads.

use std::marker::PhantomData;
use std::slice;

use pulp::Arch;

use super::chunks::Role;
use super::expand::Expand;
use super::kernel::{Backward, Forward, Odometer};
use super::number::{Number, Table, TableMut};
use super::shape::{Axis, Meet, Shape};
use crate::InferenceError;
use crate::budget::Budget;
use crate::parallel::try_share;

/// Numbers between two checks of the clock: some fifty microseconds of work.
const STRETCH: usize = 1 << 15;
/// Products of a join that are worth waking threads for: some hundred microseconds of work.
const WORTH_THREADS: usize = 1 << 17;

/// A join about to run.
pub(super) struct Join<'j, M> {
    pub(super) shape: &'j Shape,
    pub(super) axes: &'j [Axis],
    pub(super) budget: &'j Budget,
    pub(super) arch: Arch,
    pub(super) number: PhantomData<M>,
}

/// An operand: its numbers, and their adjoints to be written.
pub(super) type Operand<'t> = (Table<'t>, TableMut<'t>);

/// Part of a join that shares no number with any other part, forwards.
struct ForwardGroup<'t> {
    out: Vec<TableMut<'t>>,
    a: [Vec<Table<'t>>; 2],
    b: [Vec<Table<'t>>; 2],
    largest: &'t mut f64,
}

/// The same backwards.
struct BackwardGroup<'t> {
    out: Vec<Table<'t>>,
    a: [Vec<Operand<'t>>; 2],
    b: [Vec<Operand<'t>>; 2],
    size: &'t mut f64,
}

/// Room to spread a chunk of an operand out, and its adjoint.
struct Spread<'r> {
    value: TableMut<'r>,
    adjoint: TableMut<'r>,
    /// The chunk that it holds.
    holds: Option<usize>,
}

/// Numbers of scratch memory that a join needs.
pub(super) fn scratch_len(shape: &Shape) -> usize {
    let halves = if shape.chunks.is_one() { 1 } else { 2 };
    2 * halves * (spread_len(&shape.expand_a) + spread_len(&shape.expand_b))
}

impl<M: Number> Join<'_, M> {
    /// Forwards; returns the largest number written.
    pub(super) fn forward(
        &self,
        out: TableMut<'_>,
        a: Table<'_>,
        b: Table<'_>,
        scratch: &mut [f64],
    ) -> Result<f64, InferenceError> {
        let chunks = &self.shape.chunks;
        if chunks.is_one() {
            return self.forward_whole(out, a, b, scratch);
        }
        let [a_len, b_len, out_len] = self.chunk_lens([a.len(), b.len(), out.len()]);
        let mut largest = vec![0.0; chunks.group_count()];
        let hands = chunks.deal(Role::Out, out.chunks(out_len)).into_iter().zip(&mut largest);
        let operands = chunks.deal(Role::A, a.chunks(a_len)).into_iter();
        let operands = operands.zip(chunks.deal(Role::B, b.chunks(b_len)));
        let groups =
            hands.zip(operands).map(|(([out, _], largest), (a, b))| ForwardGroup { out, a, b, largest });
        self.share(groups, scratch, |scratch, group| self.forward_group(scratch, group))?;
        Ok(largest.into_iter().fold(0.0, f64::max))
    }

    fn forward_whole(
        &self,
        out: TableMut<'_>,
        a: Table<'_>,
        b: Table<'_>,
        scratch: &mut [f64],
    ) -> Result<f64, InferenceError> {
        let [mut spread_a, _, mut spread_b, _] = self.cut(scratch);
        let a = self.spread(&self.shape.expand_a, &mut spread_a, a, 0)?;
        let b = self.spread(&self.shape.expand_b, &mut spread_b, b, 0)?;
        let (half_a, half_b) = self.shape.half;
        self.multiply(out, [a, a.skip::<M>(half_a)], [b, b.skip::<M>(half_b)])
    }

    fn forward_group(&self, scratch: &mut [f64], group: ForwardGroup<'_>) -> Result<(), InferenceError> {
        let [mut a0, mut a1, mut b0, mut b1] = self.cut(scratch);
        let (expand_a, expand_b) = (&self.shape.expand_a, &self.shape.expand_b);
        for (local, out) in group.out.into_iter().enumerate() {
            let (at, bt) = self.shape.chunks.operands(local);
            let a = self.halves(expand_a, [&mut a0, &mut a1], &group.a, at)?;
            let b = self.halves(expand_b, [&mut b0, &mut b1], &group.b, bt)?;
            *group.largest = group.largest.max(self.multiply(out, a, b)?);
        }
        Ok(())
    }

    /// A chunk's two halves, spread out if need be; an operand without the variable that goes has one half
    /// for both.
    fn halves<'x>(
        &self,
        expand: &Expand,
        [first, second]: [&'x mut Spread<'_>; 2],
        chunks: &[Vec<Table<'x>>; 2],
        at: usize,
    ) -> Result<[Table<'x>; 2], InferenceError> {
        let low = self.spread(expand, first, chunks[0][at], at)?;
        match chunks[1].get(at) {
            Some(&high) => Ok([low, self.spread(expand, second, high, at)?]),
            None => Ok([low, low]),
        }
    }

    /// The products of a chunk; returns the largest number written.
    fn multiply(
        &self,
        mut out: TableMut<'_>,
        a: [Table<'_>; 2],
        b: [Table<'_>; 2],
    ) -> Result<f64, InferenceError> {
        let mut odometer = self.odometer();
        let mut largest = 0.0f64;
        while !odometer.done {
            largest = largest.max(self.arch.dispatch(Forward {
                odometer: &mut odometer,
                block: self.shape.block,
                meet: self.shape.meet,
                out: out.borrow(),
                a,
                b,
                blocks: (STRETCH / self.shape.block).max(1),
                number: PhantomData::<M>,
            }));
            self.budget.check()?;
        }
        Ok(largest)
    }

    /// Backwards: from the adjoint of the result to those of the operands. Returns the sum of the sizes of
    /// all terms.
    pub(super) fn backward(
        &self,
        out: Table<'_>,
        a: Operand<'_>,
        b: Operand<'_>,
        scratch: &mut [f64],
    ) -> Result<f64, InferenceError> {
        let chunks = &self.shape.chunks;
        if chunks.is_one() {
            return self.backward_whole(out, a, b, scratch);
        }
        let [a_len, b_len, out_len] = self.chunk_lens([a.0.len(), b.0.len(), out.len()]);
        let mut sizes = vec![0.0; chunks.group_count()];
        let hands = chunks.deal(Role::Out, out.chunks(out_len)).into_iter().zip(&mut sizes);
        let operands = chunks.deal(Role::A, a.0.chunks(a_len).zip(a.1.chunks(a_len))).into_iter();
        let operands = operands.zip(chunks.deal(Role::B, b.0.chunks(b_len).zip(b.1.chunks(b_len))));
        let groups = hands.zip(operands).map(|(([out, _], size), (a, b))| BackwardGroup { out, a, b, size });
        self.share(groups, scratch, |scratch, group| self.backward_group(scratch, group))?;
        Ok(sizes.into_iter().sum())
    }

    fn backward_whole(
        &self,
        out: Table<'_>,
        mut a: Operand<'_>,
        mut b: Operand<'_>,
        scratch: &mut [f64],
    ) -> Result<f64, InferenceError> {
        let [mut spread_a, _, mut spread_b, _] = self.cut(scratch);
        let (expand_a, expand_b) = (&self.shape.expand_a, &self.shape.expand_b);
        clear(expand_a, self.shape.a_once, &mut a.1);
        clear(expand_b, self.shape.b_once, &mut b.1);
        self.turn(expand_a, &mut spread_a, slice::from_mut(&mut a), Some(0))?;
        self.turn(expand_b, &mut spread_b, slice::from_mut(&mut b), Some(0))?;
        let halves =
            [(false, 0, 0), (self.shape.meet == Some(Meet::Minus), self.shape.half.0, self.shape.half.1)];
        let mut size = 0.0;
        for &(is_negative, half_a, half_b) in &halves[..self.half_count()] {
            let (x, to_x) = view(expand_a, &mut spread_a, &mut a);
            let (y, to_y) = view(expand_b, &mut spread_b, &mut b);
            let a = (x.skip::<M>(half_a), to_x.skip::<M>(half_a));
            let b = (y.skip::<M>(half_b), to_y.skip::<M>(half_b));
            size += self.differentiate(out, a, b, is_negative)?;
        }
        self.turn(expand_a, &mut spread_a, slice::from_mut(&mut a), None)?;
        self.turn(expand_b, &mut spread_b, slice::from_mut(&mut b), None)?;
        Ok(size)
    }

    fn backward_group(
        &self,
        scratch: &mut [f64],
        mut group: BackwardGroup<'_>,
    ) -> Result<(), InferenceError> {
        let [a0, a1, b0, b1] = self.cut(scratch);
        let (mut spreads_a, mut spreads_b) = ([a0, a1], [b0, b1]);
        let (expand_a, expand_b) = (&self.shape.expand_a, &self.shape.expand_b);
        group.a.iter_mut().flatten().for_each(|(_, to)| clear(expand_a, self.shape.a_once, to));
        group.b.iter_mut().flatten().for_each(|(_, to)| clear(expand_b, self.shape.b_once, to));
        for (local, &out) in group.out.iter().enumerate() {
            let (at, bt) = self.shape.chunks.operands(local);
            for (half, spread_a) in spreads_a.iter_mut().enumerate().take(self.half_count()) {
                let half_b = if group.b[half].is_empty() { 0 } else { half };
                let (a, b) = (&mut group.a[half], &mut group.b[half_b]);
                let spread_b = &mut spreads_b[half_b];
                self.turn(expand_a, spread_a, a, Some(at))?;
                self.turn(expand_b, spread_b, b, Some(bt))?;
                let is_negative = half == 1 && self.shape.meet == Some(Meet::Minus);
                let a = view(expand_a, spread_a, &mut a[at]);
                let b = view(expand_b, spread_b, &mut b[bt]);
                *group.size += self.differentiate(out, a, b, is_negative)?;
            }
        }
        for (spread, chunks) in spreads_a.iter_mut().zip(&mut group.a) {
            self.turn(expand_a, spread, chunks, None)?;
        }
        for (spread, chunks) in spreads_b.iter_mut().zip(&mut group.b) {
            self.turn(expand_b, spread, chunks, None)?;
        }
        Ok(())
    }

    /// Takes one chunk backwards; returns the sum of the sizes of its terms.
    fn differentiate(
        &self,
        out: Table<'_>,
        (a, mut to_a): Operand<'_>,
        (b, mut to_b): Operand<'_>,
        is_negative: bool,
    ) -> Result<f64, InferenceError> {
        let mut odometer = self.odometer();
        let mut size = 0.0;
        while !odometer.done {
            size += self.arch.dispatch(Backward {
                odometer: &mut odometer,
                block: self.shape.block,
                is_negative,
                out_adjoint: out,
                a,
                b,
                a_adjoint: to_a.borrow(),
                b_adjoint: to_b.borrow(),
                a_once: self.shape.a_once,
                b_once: self.shape.b_once,
                blocks: (STRETCH / self.shape.block).max(1),
                number: PhantomData::<M>,
            });
            self.budget.check()?;
        }
        Ok(size)
    }

    /// Does the groups of a join, on several threads if it is large enough, each with scratch memory of its
    /// own.
    fn share<T: Send>(
        &self,
        groups: impl Iterator<Item = T>,
        scratch: &mut [f64],
        work: impl Fn(&mut [f64], T) -> Result<(), InferenceError> + Sync,
    ) -> Result<(), InferenceError> {
        let threads = self.budget.threads();
        if threads == 1 || self.shape.products < WORTH_THREADS {
            return groups.into_iter().try_for_each(|group| work(scratch, group));
        }
        let room = || vec![0.0; scratch_len(self.shape) * M::PLANES];
        try_share(threads, groups, room, |room, group| work(room, group))
    }

    fn odometer(&self) -> Odometer<'_> {
        Odometer::new(self.axes, self.shape.start_a, self.shape.start_b)
    }

    /// Number of halves: two if a pointwise variable is eliminated, else one.
    fn half_count(&self) -> usize {
        1 + usize::from(self.shape.meet.is_some())
    }

    /// Numbers per chunk of the operands and the result.
    fn chunk_lens(&self, lens: [usize; 3]) -> [usize; 3] {
        let roles = [Role::A, Role::B, Role::Out];
        std::array::from_fn(|at| lens[at] / self.shape.chunks.count(roles[at]))
    }

    /// Room for both halves of the first and of the second operand.
    fn cut<'r>(&self, scratch: &'r mut [f64]) -> [Spread<'r>; 4] {
        let lens = [&self.shape.expand_a, &self.shape.expand_b].map(spread_len);
        let halves = if self.shape.chunks.is_one() { 1 } else { 2 };
        let mut rest = scratch;
        let mut take = |len: usize| {
            let (room, after) = std::mem::take(&mut rest).split_at_mut(len * M::PLANES);
            rest = after;
            TableMut::new::<M>(room)
        };
        std::array::from_fn(|at| {
            let len = if at % 2 < halves { lens[at / 2] } else { 0 };
            Spread { value: take(len), adjoint: take(len), holds: None }
        })
    }

    /// An operand's chunk, spread out if need be.
    fn spread<'x>(
        &self,
        expand: &Expand,
        spread: &'x mut Spread<'_>,
        chunk: Table<'x>,
        at: usize,
    ) -> Result<Table<'x>, InferenceError> {
        if !expand.needed {
            return Ok(chunk);
        }
        if spread.holds != Some(at) {
            expand.forward::<M>(chunk, &mut spread.value, self.budget)?;
            spread.holds = Some(at);
        }
        Ok(spread.value.read())
    }

    /// Gathers the adjoint of the chunk that is spread out and spreads out another one, or none.
    fn turn(
        &self,
        expand: &Expand,
        spread: &mut Spread<'_>,
        chunks: &mut [Operand<'_>],
        to: Option<usize>,
    ) -> Result<(), InferenceError> {
        if !expand.needed || spread.holds == to {
            return Ok(());
        }
        if let Some(before) = spread.holds {
            expand.backward::<M>(&mut spread.adjoint, &mut chunks[before].1, self.budget)?;
        }
        if let Some(next) = to {
            expand.forward::<M>(chunks[next].0, &mut spread.value, self.budget)?;
            spread.adjoint.fill(0.0);
        }
        spread.holds = to;
        Ok(())
    }
}

/// Prepares an adjoint that is added to.
fn clear(expand: &Expand, is_once: bool, adjoint: &mut TableMut<'_>) {
    if expand.needed || !is_once {
        adjoint.fill(0.0);
    }
}

/// The numbers and adjoints that a chunk's products use.
fn view<'x>(expand: &Expand, spread: &'x mut Spread<'_>, chunk: &'x mut Operand<'_>) -> Operand<'x> {
    let Spread { value, adjoint, .. } = spread;
    if expand.needed { (value.read(), adjoint.borrow()) } else { (chunk.0, chunk.1.borrow()) }
}

/// Numbers of a chunk that is spread out; none if nothing changes.
fn spread_len(expand: &Expand) -> usize {
    if expand.needed { expand.len } else { 0 }
}
