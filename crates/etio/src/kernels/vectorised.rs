//! Loops that are compiled for vectors without a function of their own.

use pulp::{Arch, Simd, WithSimd};

/// Runs a closure as it is compiled for the widest vectors of this machine. The closure has to be
/// marked `#[inline(always)]`.
#[inline]
pub(crate) fn vectorised<R>(work: impl FnMut() -> R) -> R {
    Arch::new().dispatch(Inlined(work))
}

/// Dispatched by itself, a closure is called through `FnOnce`. The compiler makes that function, and
/// it may stay out of line, compiled for the least that every machine has. Called through `FnMut`,
/// the closure is inlined where it is called.
struct Inlined<F>(F);

impl<R, F: FnMut() -> R> WithSimd for Inlined<F> {
    type Output = R;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) -> R {
        (self.0)()
    }
}
