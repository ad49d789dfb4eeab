//! The inner loops: a join forwards, and its derivative backwards.
//!
//! Both walk the outer axes with an odometer and work on contiguous blocks. They stop after a
//! number of blocks, so that the caller can check the clock and continue from there.

use pulp::{Scalar, Simd, WithSimd};

use super::number::{Number, Run, RunMut, Table, TableMut};
use super::shape::{Axis, Meet};

/// State of a walk over the outer axes.
#[derive(Clone, Debug)]
pub(super) struct Odometer<'a> {
    axes: &'a [Axis],
    states: [u8; MOST_AXES],
    out: usize,
    a: usize,
    b: usize,
    /// How many axes stand on a state that adds.
    adding: usize,
    pub(super) done: bool,
}

/// More outer axes than memory could hold entries for.
const MOST_AXES: usize = 64;

impl<'a> Odometer<'a> {
    pub(super) fn new(axes: &'a [Axis], start_a: usize, start_b: usize) -> Self {
        assert!(axes.len() <= MOST_AXES, "a table of more than 2^64 entries was planned");
        let sum = |pick: fn(&Axis) -> usize| axes.iter().map(pick).sum::<usize>();
        Self {
            axes,
            states: [0; MOST_AXES],
            out: sum(|axis| axis.out[0]),
            a: start_a + sum(|axis| axis.a[0]),
            b: start_b + sum(|axis| axis.b[0]),
            adding: axes.iter().filter(|axis| axis.adds == 0).count(),
            done: false,
        }
    }

    #[inline(always)]
    fn advance(&mut self) {
        for (axis, state) in self.axes.iter().zip(&mut self.states) {
            let from = *state as usize;
            let to = if from + 1 < axis.states as usize { from + 1 } else { 0 };
            *state = to as u8;
            self.out = self.out + axis.out[to] - axis.out[from];
            self.a = self.a + axis.a[to] - axis.a[from];
            self.b = self.b + axis.b[to] - axis.b[from];
            self.adding += usize::from(axis.adds == to as u8);
            self.adding -= usize::from(axis.adds == from as u8);
            if to > 0 {
                return;
            }
        }
        self.done = true;
    }
}

/// A stretch of a join forwards: `out = sum a * b`. Returns the largest entry written.
pub(super) struct Forward<'t, 'o, M> {
    pub(super) odometer: &'t mut Odometer<'o>,
    pub(super) block: usize,
    /// How the halves of the operands meet; the second ones are not read if they do not.
    pub(super) meet: Option<Meet>,
    pub(super) out: TableMut<'t>,
    pub(super) a: [Table<'t>; 2],
    pub(super) b: [Table<'t>; 2],
    /// Blocks to do before returning.
    pub(super) blocks: usize,
    pub(super) number: std::marker::PhantomData<M>,
}

const ALONE: u8 = 0;
const PLUS: u8 = 1;
const MINUS: u8 = 2;

impl<M: Number> WithSimd for Forward<'_, '_, M> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        if self.block >= S::F64_LANES { self.choose(simd) } else { self.choose(Scalar) }
    }
}

impl<M: Number> Forward<'_, '_, M> {
    #[inline(always)]
    fn choose<S: Simd>(self, simd: S) -> f64 {
        match self.meet {
            None => self.run::<S, ALONE>(simd),
            Some(Meet::Plus) => self.run::<S, PLUS>(simd),
            Some(Meet::Minus) => self.run::<S, MINUS>(simd),
        }
    }

    #[inline(always)]
    fn run<S: Simd, const MODE: u8>(mut self, simd: S) -> f64 {
        let mut largest = simd.splat_f64s(0.0);
        let n = self.block;
        for _ in 0..self.blocks {
            let (at, bt, ot) = (self.odometer.a, self.odometer.b, self.odometer.out);
            let [a, a1] = self.a.map(|half| half.run::<S, M>(at, n));
            let [b, b1] = self.b.map(|half| half.run::<S, M>(bt, n));
            let mut out = self.out.run::<S, M>(ot, n);
            let largest = &mut largest;
            if self.odometer.adding == 0 {
                forward_block::<S, M, MODE, false>(simd, &mut out, [a, a1], [b, b1], largest);
            } else {
                forward_block::<S, M, MODE, true>(simd, &mut out, [a, a1], [b, b1], largest);
            }
            self.odometer.advance();
            if self.odometer.done {
                break;
            }
        }
        simd.reduce_max_f64s(largest)
    }
}

#[inline(always)]
fn forward_block<S: Simd, M: Number, const MODE: u8, const ADD: bool>(
    simd: S,
    out: &mut RunMut<'_, S>,
    a: [Run<'_, S>; 2],
    b: [Run<'_, S>; 2],
    largest: &mut S::f64s,
) {
    let n = out.hi.len();
    let [a, a1] = a.map(|run| cut(run, n));
    let [b, b1] = b.map(|run| cut(run, n));
    for at in 0..n {
        let mut sum = M::mul(simd, M::load(&a, at), M::load(&b, at));
        if MODE == PLUS {
            sum = M::mul_add(simd, M::load(&a1, at), M::load(&b1, at), sum);
        } else if MODE == MINUS {
            sum = M::mul_add(simd, M::neg(simd, M::load(&a1, at)), M::load(&b1, at), sum);
        }
        if ADD {
            let before = M::load(&out.read(), at);
            sum = M::add(simd, before, sum);
        }
        if M::HAS_RANGE {
            *largest = simd.max_f64s(*largest, M::head(sum));
        }
        M::store(out, at, sum);
    }
}

/// A run cut to a length that the compiler can see.
#[inline(always)]
fn cut<S: Simd>(run: Run<'_, S>, n: usize) -> Run<'_, S> {
    Run { hi: &run.hi[..n], lo: if run.lo.is_empty() { run.lo } else { &run.lo[..n] } }
}

/// A stretch of a join backwards: from the adjoint of the result to those of the operands. Returns
/// the sum of the absolute values of all products weighted with their adjoints, which the
/// certificate is made of.
pub(super) struct Backward<'t, 'o, M> {
    pub(super) odometer: &'t mut Odometer<'o>,
    pub(super) block: usize,
    /// Whether the products are subtracted from the result.
    pub(super) is_negative: bool,
    pub(super) out_adjoint: Table<'t>,
    pub(super) a: Table<'t>,
    pub(super) b: Table<'t>,
    pub(super) a_adjoint: TableMut<'t>,
    pub(super) b_adjoint: TableMut<'t>,
    /// Whether an operand's entries take part once each, so that their adjoints are written and not added to.
    pub(super) a_once: bool,
    pub(super) b_once: bool,
    pub(super) blocks: usize,
    pub(super) number: std::marker::PhantomData<M>,
}

impl<M: Number> WithSimd for Backward<'_, '_, M> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        if self.block >= S::F64_LANES { self.choose(simd) } else { self.choose(Scalar) }
    }
}

impl<M: Number> Backward<'_, '_, M> {
    #[inline(always)]
    fn choose<S: Simd>(self, simd: S) -> f64 {
        match (self.a_once, self.b_once) {
            (true, true) => self.run::<S, false, false>(simd),
            (true, false) => self.run::<S, false, true>(simd),
            (false, true) => self.run::<S, true, false>(simd),
            (false, false) => self.run::<S, true, true>(simd),
        }
    }

    #[inline(always)]
    fn run<S: Simd, const ADD_A: bool, const ADD_B: bool>(mut self, simd: S) -> f64 {
        let mut sum = simd.splat_f64s(0.0);
        for _ in 0..self.blocks {
            if self.is_negative {
                self.block::<S, ADD_A, ADD_B, true>(simd, &mut sum);
            } else {
                self.block::<S, ADD_A, ADD_B, false>(simd, &mut sum);
            }
            self.odometer.advance();
            if self.odometer.done {
                break;
            }
        }
        simd.reduce_sum_f64s(sum)
    }

    #[inline(always)]
    fn block<S: Simd, const ADD_A: bool, const ADD_B: bool, const NEG: bool>(
        &mut self,
        simd: S,
        sum: &mut S::f64s,
    ) {
        let (n, at, bt) = (self.block, self.odometer.a, self.odometer.b);
        let out = self.out_adjoint.run::<S, M>(self.odometer.out, n);
        let n_vectors = out.hi.len();
        let a = cut(self.a.run::<S, M>(at, n), n_vectors);
        let b = cut(self.b.run::<S, M>(bt, n), n_vectors);
        let mut a_adjoint = self.a_adjoint.run::<S, M>(at, n);
        let mut b_adjoint = self.b_adjoint.run::<S, M>(bt, n);
        assert!(a_adjoint.hi.len() == n_vectors && b_adjoint.hi.len() == n_vectors);
        for i in 0..n_vectors {
            let mut weight = M::load(&out, i);
            if NEG {
                weight = M::neg(simd, weight);
            }
            let (x, y) = (M::load(&a, i), M::load(&b, i));
            let by_b = M::mul(simd, weight, x);
            let size = M::product(simd, by_b, y);
            *sum = simd.add_f64s(*sum, simd.abs_f64s(size));
            deposit::<S, M, ADD_A>(simd, &mut a_adjoint, i, M::mul(simd, weight, y));
            deposit::<S, M, ADD_B>(simd, &mut b_adjoint, i, by_b);
        }
    }
}

#[inline(always)]
fn deposit<S: Simd, M: Number, const ADD: bool>(
    simd: S,
    run: &mut RunMut<'_, S>,
    at: usize,
    value: M::Vector<S>,
) {
    let value = if ADD { M::add(simd, M::load(&run.read(), at), value) } else { value };
    M::store(run, at, value);
}
