//! The numbers in tables: plain doubles, pairs of doubles that carry twice the digits, and doubles
//! with an exponent of their own that never leave the range ([`wide`](super::wide)).
//!
//! Kernels are written once, over a number and a SIMD instruction set; with [`pulp::Scalar`] the
//! same code is its own scalar twin.

use pulp::{Scalar, Simd};

use super::model::Member;
use crate::numeric::LogProduct;

/// A number that tables are made of. A table of `len` numbers is `PLANES` runs of `len` doubles,
/// one after the other.
pub(super) trait Number: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// Doubles a number.
    const PLANES: usize;
    /// The relative error of one multiplication, and of one addition relative to the sum of the
    /// absolute values.
    const ROUNDOFF: f64;
    /// Whether tables must be kept within the range of doubles by powers of two.
    const HAS_RANGE: bool;
    /// As many numbers as the instruction set takes at once.
    type Vector<S: Simd>: Copy;

    fn splat<S: Simd>(simd: S, number: Self::Vector<Scalar>) -> Self::Vector<S>;
    fn load<S: Simd>(run: &Run<'_, S>, at: usize) -> Self::Vector<S>;
    fn store<S: Simd>(run: &mut RunMut<'_, S>, at: usize, value: Self::Vector<S>);
    fn neg<S: Simd>(simd: S, a: Self::Vector<S>) -> Self::Vector<S>;
    fn mul<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn add<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    /// `a * b + c`.
    fn mul_add<S: Simd>(
        simd: S,
        a: Self::Vector<S>,
        b: Self::Vector<S>,
        c: Self::Vector<S>,
    ) -> Self::Vector<S>;
    /// `a / b`.
    fn div<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    /// The sum of the vector's numbers, rounded to a double.
    fn total<S: Simd>(simd: S, a: Self::Vector<S>) -> f64;
    /// The leading double.
    fn head<S: Simd>(a: Self::Vector<S>) -> S::f64s;
    /// The product as a double.
    #[inline(always)]
    fn product<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> S::f64s {
        simd.mul_f64s(Self::head(a), Self::head(b))
    }
    /// A double, exactly.
    fn exact(value: f64) -> Self::Vector<Scalar>;
    /// The prior of a disease.
    #[inline(always)]
    fn prior(member: &Member) -> Self::Vector<Scalar> {
        Self::exact(member.prior)
    }
    /// Multiplies a number that is not negative into a product.
    fn multiply_into(value: Self::Vector<Scalar>, product: &mut LogProduct);
    /// The sum of two doubles, as exactly as the number can.
    fn sum(a: f64, b: f64) -> Self::Vector<Scalar>;
}

/// A run of numbers cut into vectors; the second plane is empty for plain doubles.
#[derive(Clone, Copy)]
pub(super) struct Run<'a, S: Simd> {
    pub(super) hi: &'a [S::f64s],
    pub(super) lo: &'a [S::f64s],
}

/// A run that is written to.
pub(super) struct RunMut<'a, S: Simd> {
    pub(super) hi: &'a mut [S::f64s],
    pub(super) lo: &'a mut [S::f64s],
}

impl<S: Simd> RunMut<'_, S> {
    /// The same run, to read.
    #[inline(always)]
    pub(super) fn read(&self) -> Run<'_, S> {
        Run { hi: &*self.hi, lo: &*self.lo }
    }
}

/// A table's memory, plane by plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    hi: &'a [f64],
    lo: &'a [f64],
}

/// A table's memory to write to.
#[derive(Debug)]
pub(super) struct TableMut<'a> {
    hi: &'a mut [f64],
    lo: &'a mut [f64],
}

impl<'a> Table<'a> {
    /// Splits memory into planes.
    #[inline(always)]
    pub(super) fn new<M: Number>(memory: &'a [f64]) -> Self {
        let (hi, lo) = memory.split_at(memory.len() / M::PLANES);
        Self { hi, lo }
    }

    #[inline(always)]
    pub(super) fn run<S: Simd, M: Number>(&self, start: usize, len: usize) -> Run<'a, S> {
        let lo = if M::PLANES == 2 { S::as_simd_f64s(&self.lo[start..start + len]).0 } else { &[] };
        Run { hi: S::as_simd_f64s(&self.hi[start..start + len]).0, lo }
    }

    pub(super) fn len(&self) -> usize {
        self.hi.len()
    }

    /// The numbers from a position on.
    pub(super) fn skip<M: Number>(self, start: usize) -> Self {
        Self { hi: &self.hi[start..], lo: if M::PLANES == 2 { &self.lo[start..] } else { self.lo } }
    }

    /// One plane: the first, or the second of those that have two.
    pub(super) fn plane(&self, plane: usize) -> &'a [f64] {
        if plane == 0 { self.hi } else { self.lo }
    }

    /// Chunks of this length.
    pub(super) fn chunks(self, len: usize) -> impl Iterator<Item = Table<'a>> {
        let mut lo = self.lo.chunks_exact(len);
        self.hi.chunks_exact(len).map(move |hi| Table { hi, lo: lo.next().unwrap_or_default() })
    }

    pub(super) fn get<M: Number>(&self, at: usize) -> M::Vector<Scalar> {
        M::load(&self.run::<Scalar, M>(at, 1), 0)
    }
}

impl<'a> TableMut<'a> {
    /// Splits memory into planes.
    #[inline(always)]
    pub(super) fn new<M: Number>(memory: &'a mut [f64]) -> Self {
        let (hi, lo) = memory.split_at_mut(memory.len() / M::PLANES);
        Self { hi, lo }
    }

    #[inline(always)]
    pub(super) fn run<S: Simd, M: Number>(&mut self, start: usize, len: usize) -> RunMut<'_, S> {
        let lo =
            if M::PLANES == 2 { S::as_mut_simd_f64s(&mut self.lo[start..start + len]).0 } else { &mut [] };
        RunMut { hi: S::as_mut_simd_f64s(&mut self.hi[start..start + len]).0, lo }
    }

    /// The first `half` numbers to read, the next `half` to write.
    #[inline(always)]
    pub(super) fn halves<S: Simd, M: Number>(&mut self, half: usize) -> (Run<'_, S>, RunMut<'_, S>) {
        let (low, high) = self.hi[..2 * half].split_at_mut(half);
        let (low_lo, high_lo) = match M::PLANES {
            2 => self.lo[..2 * half].split_at_mut(half),
            _ => (&mut [][..], &mut [][..]),
        };
        (
            Run { hi: S::as_simd_f64s(low).0, lo: S::as_simd_f64s(low_lo).0 },
            RunMut { hi: S::as_mut_simd_f64s(high).0, lo: S::as_mut_simd_f64s(high_lo).0 },
        )
    }

    pub(super) fn len(&self) -> usize {
        self.hi.len()
    }

    /// The same memory, for a while.
    pub(super) fn borrow(&mut self) -> TableMut<'_> {
        TableMut { hi: self.hi, lo: self.lo }
    }

    /// The numbers from a position on.
    pub(super) fn skip<M: Number>(self, start: usize) -> Self {
        let lo = if M::PLANES == 2 { &mut self.lo[start..] } else { self.lo };
        Self { hi: &mut self.hi[start..], lo }
    }

    /// One plane: the first, or the second of those that have two.
    pub(super) fn plane(&mut self, plane: usize) -> &mut [f64] {
        if plane == 0 { self.hi } else { self.lo }
    }

    /// Chunks of this length.
    pub(super) fn chunks(self, len: usize) -> impl Iterator<Item = TableMut<'a>> {
        let mut lo = self.lo.chunks_exact_mut(len);
        self.hi.chunks_exact_mut(len).map(move |hi| TableMut { hi, lo: lo.next().unwrap_or_default() })
    }

    pub(super) fn copy(&mut self, from: Table<'_>) {
        self.hi.copy_from_slice(from.hi);
        self.lo.copy_from_slice(from.lo);
    }

    /// The same memory, to read.
    #[inline(always)]
    pub(super) fn read(&self) -> Table<'_> {
        Table { hi: self.hi, lo: self.lo }
    }

    pub(super) fn set<M: Number>(&mut self, at: usize, value: M::Vector<Scalar>) {
        M::store(&mut self.run::<Scalar, M>(at, 1), 0, value);
    }

    pub(super) fn fill(&mut self, value: f64) {
        self.hi.fill(value);
        self.lo.fill(0.0);
    }

    /// Multiplies by a power of two, which loses nothing.
    pub(super) fn scale(&mut self, power_of_two: f64) {
        self.hi.iter_mut().chain(self.lo.iter_mut()).for_each(|x| *x *= power_of_two);
    }
}

/// Reading and writing of numbers that are pairs of doubles in two planes.
macro_rules! two_planes {
    () => {
        #[inline(always)]
        fn splat<S: Simd>(simd: S, number: (f64, f64)) -> (S::f64s, S::f64s) {
            (simd.splat_f64s(number.0), simd.splat_f64s(number.1))
        }

        #[inline(always)]
        fn load<S: Simd>(run: &Run<'_, S>, at: usize) -> (S::f64s, S::f64s) {
            (run.hi[at], run.lo[at])
        }

        #[inline(always)]
        fn store<S: Simd>(run: &mut RunMut<'_, S>, at: usize, value: (S::f64s, S::f64s)) {
            (run.hi[at], run.lo[at]) = value;
        }
    };
}
pub(super) use two_planes;

/// Plain doubles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single;

impl Number for Single {
    const PLANES: usize = 1;
    const ROUNDOFF: f64 = f64::EPSILON / 2.0;
    const HAS_RANGE: bool = true;
    type Vector<S: Simd> = S::f64s;

    #[inline(always)]
    fn splat<S: Simd>(simd: S, number: f64) -> S::f64s {
        simd.splat_f64s(number)
    }

    #[inline(always)]
    fn load<S: Simd>(run: &Run<'_, S>, at: usize) -> S::f64s {
        run.hi[at]
    }

    #[inline(always)]
    fn store<S: Simd>(run: &mut RunMut<'_, S>, at: usize, value: S::f64s) {
        run.hi[at] = value;
    }

    #[inline(always)]
    fn neg<S: Simd>(simd: S, a: S::f64s) -> S::f64s {
        simd.neg_f64s(a)
    }

    #[inline(always)]
    fn mul<S: Simd>(simd: S, a: S::f64s, b: S::f64s) -> S::f64s {
        simd.mul_f64s(a, b)
    }

    #[inline(always)]
    fn add<S: Simd>(simd: S, a: S::f64s, b: S::f64s) -> S::f64s {
        simd.add_f64s(a, b)
    }

    #[inline(always)]
    fn mul_add<S: Simd>(simd: S, a: S::f64s, b: S::f64s, c: S::f64s) -> S::f64s {
        simd.mul_add_e_f64s(a, b, c)
    }

    #[inline(always)]
    fn div<S: Simd>(simd: S, a: S::f64s, b: S::f64s) -> S::f64s {
        simd.div_f64s(a, b)
    }

    #[inline(always)]
    fn total<S: Simd>(simd: S, a: S::f64s) -> f64 {
        simd.reduce_sum_f64s(a)
    }

    #[inline(always)]
    fn head<S: Simd>(a: S::f64s) -> S::f64s {
        a
    }

    #[inline(always)]
    fn exact(value: f64) -> f64 {
        value
    }

    fn multiply_into(value: f64, product: &mut LogProduct) {
        product.multiply(value);
    }

    #[inline(always)]
    fn sum(a: f64, b: f64) -> f64 {
        a + b
    }
}

/// Unevaluated sums of two doubles, the second at most half a unit in the last place of the first
/// (Dekker 1971; error bounds by Joldes, Muller and Popescu, ACM TOMS 44(2), 2017).
#[derive(Clone, Copy, Debug)]
pub(super) struct Double;

/// `a + b` exactly, for `|a| >= |b|`.
#[inline(always)]
fn quick_two_sum<S: Simd>(simd: S, a: S::f64s, b: S::f64s) -> (S::f64s, S::f64s) {
    let s = simd.add_f64s(a, b);
    (s, simd.sub_f64s(b, simd.sub_f64s(s, a)))
}

/// `a + b` exactly.
#[inline(always)]
fn two_sum<S: Simd>(simd: S, a: S::f64s, b: S::f64s) -> (S::f64s, S::f64s) {
    let s = simd.add_f64s(a, b);
    let bb = simd.sub_f64s(s, a);
    (s, simd.add_f64s(simd.sub_f64s(a, simd.sub_f64s(s, bb)), simd.sub_f64s(b, bb)))
}

impl Number for Double {
    const PLANES: usize = 2;
    // Multiplication: below 6 u^2. Addition: below 3 u^2 of |a| + |b| (the short form, whose error
    // is not relative to the sum; the certificate asks for no more). Division: below 15 u^2,
    // counted as two operations.
    const ROUNDOFF: f64 = 2.0 * f64::EPSILON * f64::EPSILON;
    const HAS_RANGE: bool = true;
    type Vector<S: Simd> = (S::f64s, S::f64s);

    two_planes!();

    #[inline(always)]
    fn neg<S: Simd>(simd: S, a: (S::f64s, S::f64s)) -> (S::f64s, S::f64s) {
        (simd.neg_f64s(a.0), simd.neg_f64s(a.1))
    }

    #[inline(always)]
    fn mul<S: Simd>(simd: S, a: (S::f64s, S::f64s), b: (S::f64s, S::f64s)) -> (S::f64s, S::f64s) {
        let p = simd.mul_f64s(a.0, b.0);
        let e = simd.mul_add_f64s(a.0, b.0, simd.neg_f64s(p));
        let e = simd.mul_add_f64s(a.0, b.1, simd.mul_add_f64s(a.1, b.0, e));
        quick_two_sum(simd, p, e)
    }

    #[inline(always)]
    fn add<S: Simd>(simd: S, a: (S::f64s, S::f64s), b: (S::f64s, S::f64s)) -> (S::f64s, S::f64s) {
        let (s, e) = two_sum(simd, a.0, b.0);
        quick_two_sum(simd, s, simd.add_f64s(e, simd.add_f64s(a.1, b.1)))
    }

    #[inline(always)]
    fn mul_add<S: Simd>(
        simd: S,
        a: (S::f64s, S::f64s),
        b: (S::f64s, S::f64s),
        c: (S::f64s, S::f64s),
    ) -> (S::f64s, S::f64s) {
        Self::add(simd, Self::mul(simd, a, b), c)
    }

    #[inline(always)]
    fn div<S: Simd>(simd: S, a: (S::f64s, S::f64s), b: (S::f64s, S::f64s)) -> (S::f64s, S::f64s) {
        let zero = simd.splat_f64s(0.0);
        let q = simd.div_f64s(a.0, b.0);
        let rest = Self::mul_add(simd, (simd.neg_f64s(q), zero), b, a);
        quick_two_sum(simd, q, simd.div_f64s(rest.0, b.0))
    }

    #[inline(always)]
    fn total<S: Simd>(_: S, a: (S::f64s, S::f64s)) -> f64 {
        let lanes =
            |vector: &S::f64s| bytemuck::cast_slice::<S::f64s, f64>(std::slice::from_ref(vector)).to_vec();
        let pairs = lanes(&a.0).into_iter().zip(lanes(&a.1));
        pairs.fold((0.0, 0.0), |sum, lane| Self::add(Scalar, sum, lane)).0
    }

    #[inline(always)]
    fn head<S: Simd>(a: (S::f64s, S::f64s)) -> S::f64s {
        a.0
    }

    #[inline(always)]
    fn exact(value: f64) -> (f64, f64) {
        (value, 0.0)
    }

    fn multiply_into(value: (f64, f64), product: &mut LogProduct) {
        product.multiply(value.0);
    }

    #[inline(always)]
    fn sum(a: f64, b: f64) -> (f64, f64) {
        two_sum(Scalar, a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_carries_twice_the_digits() {
        let third = Double::div(Scalar, (1.0, 0.0), (3.0, 0.0));
        let back = Double::mul(Scalar, third, (3.0, 0.0));
        let off = Double::add(Scalar, back, (-1.0, 0.0));
        assert!(off.0.abs() <= 4.0 * Double::ROUNDOFF, "{off:?}");
        let lost = Double::add(Scalar, Double::sum(1.0, 1e-25), (-1.0, 0.0));
        assert_eq!(lost.0, 1e-25, "1 + 1e-25 - 1 loses nothing");
    }
}
