//! Doubles with an exponent of their own: as many digits, and no end to the range.
//!
//! The last resort of elimination, for priors and links so small that their products are not
//! doubles. Every operation is done number by number, some twenty times slower than on doubles.
//! Used with all findings positive, so that nothing is subtracted and nothing underflows: such a
//! run is right to a counted number of roundings whatever the network holds.

use pulp::Simd;

use super::model::Member;
use super::number::{Number, Run, RunMut, two_planes};
use crate::numeric::{Extended, LogProduct};

/// Numbers `mantissa * 2^exponent`: mantissas in the first plane, exponents as whole doubles in the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide;

fn from_parts((mantissa, exponent): (f64, f64)) -> Extended {
    Extended::from_parts(mantissa, exponent as i64)
}

fn to_parts(number: Extended) -> (f64, f64) {
    let (mantissa, exponent) = number.parts();
    (mantissa, exponent as f64)
}

/// Applies an operation to each number of two vectors.
#[inline(always)]
fn each<S: Simd>(
    a: (S::f64s, S::f64s),
    b: (S::f64s, S::f64s),
    operation: impl Fn(Extended, Extended) -> Extended,
) -> (S::f64s, S::f64s) {
    let (mut mantissas, mut exponents) = a;
    let (b_mantissas, b_exponents) = (lanes::<S>(&b.0), lanes::<S>(&b.1));
    let (a_mantissas, a_exponents) = (lanes_mut::<S>(&mut mantissas), lanes_mut::<S>(&mut exponents));
    for lane in 0..b_mantissas.len() {
        let result = operation(
            from_parts((a_mantissas[lane], a_exponents[lane])),
            from_parts((b_mantissas[lane], b_exponents[lane])),
        );
        (a_mantissas[lane], a_exponents[lane]) = to_parts(result);
    }
    (mantissas, exponents)
}

fn lanes<S: Simd>(vector: &S::f64s) -> &[f64] {
    bytemuck::cast_slice(std::slice::from_ref(vector))
}

fn lanes_mut<S: Simd>(vector: &mut S::f64s) -> &mut [f64] {
    bytemuck::cast_slice_mut(std::slice::from_mut(vector))
}

impl Number for Wide {
    const PLANES: usize = 2;
    const ROUNDOFF: f64 = f64::EPSILON / 2.0;
    const HAS_RANGE: bool = false;
    type Vector<S: Simd> = (S::f64s, S::f64s);

    two_planes!();

    /// Only zero can be negated: nothing else ever is if all findings are positive.
    #[inline(always)]
    fn neg<S: Simd>(_: S, a: (S::f64s, S::f64s)) -> (S::f64s, S::f64s) {
        debug_assert!(lanes::<S>(&a.0).iter().all(|&mantissa| mantissa == 0.0), "nothing is subtracted");
        a
    }

    #[inline(always)]
    fn mul<S: Simd>(_: S, a: (S::f64s, S::f64s), b: (S::f64s, S::f64s)) -> (S::f64s, S::f64s) {
        each::<S>(a, b, |a, b| a * b)
    }

    #[inline(always)]
    fn add<S: Simd>(_: S, a: (S::f64s, S::f64s), b: (S::f64s, S::f64s)) -> (S::f64s, S::f64s) {
        each::<S>(a, b, |a, b| a + b)
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
    fn div<S: Simd>(_: S, a: (S::f64s, S::f64s), b: (S::f64s, S::f64s)) -> (S::f64s, S::f64s) {
        each::<S>(a, b, |a, b| a / b)
    }

    #[inline(always)]
    fn total<S: Simd>(_: S, a: (S::f64s, S::f64s)) -> f64 {
        let parts = lanes::<S>(&a.0).iter().zip(lanes::<S>(&a.1));
        let sum = parts.fold(Extended::ZERO, |sum, (&m, &e)| sum + from_parts((m, e)));
        sum.to_f64()
    }

    #[inline(always)]
    fn head<S: Simd>(a: (S::f64s, S::f64s)) -> S::f64s {
        let (mut mantissas, exponents) = a;
        for (mantissa, &exponent) in lanes_mut::<S>(&mut mantissas).iter_mut().zip(lanes::<S>(&exponents)) {
            *mantissa = from_parts((*mantissa, exponent)).to_f64();
        }
        mantissas
    }

    #[inline(always)]
    fn product<S: Simd>(simd: S, a: (S::f64s, S::f64s), b: (S::f64s, S::f64s)) -> S::f64s {
        Self::head::<S>(Self::mul(simd, a, b))
    }

    fn exact(value: f64) -> (f64, f64) {
        to_parts(Extended::new(value))
    }

    fn prior(member: &Member) -> (f64, f64) {
        to_parts(member.extended_prior)
    }

    fn sum(a: f64, b: f64) -> (f64, f64) {
        Self::exact((a + b).max(0.0))
    }

    fn multiply_into((mantissa, exponent): (f64, f64), product: &mut LogProduct) {
        product.multiply_extended(from_parts((mantissa, exponent)));
    }
}

#[cfg(test)]
mod tests {
    use pulp::Scalar;

    use super::*;

    #[test]
    fn products_far_below_the_range_come_back() {
        let tiny = Wide::exact(1e-300);
        let product = Wide::mul(Scalar, Wide::mul(Scalar, tiny, tiny), tiny);
        let back = Wide::div(Scalar, product, Wide::mul(Scalar, tiny, tiny));
        assert_eq!(Wide::head::<Scalar>(product), 0.0);
        assert!((Wide::head::<Scalar>(back) / 1e-300 - 1.0).abs() < 1e-15);
        let share = Wide::product(Scalar, product, Wide::div(Scalar, Wide::exact(0.25), product));
        assert!((share - 0.25).abs() < 1e-16);
    }
}
