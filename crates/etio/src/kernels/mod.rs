//! The inner loops. Each is a plain function over slices, compiled for every kind of vector and
//! dispatched at run time to the widest that the machine has; none of them allocates. A function
//! `x_with_simd` is the body; its name for callers is `x`, and tests hold the two equal with the
//! body compiled for one number at a time.

// Inlined so that a body is compiled for the vectors of the function that it is dispatched from.
#![allow(clippy::inline_always)]
// The macro that dispatches wants lifetimes by name. Registers are arrays here, walked by the same
// index side by side.
#![allow(clippy::needless_lifetimes, clippy::needless_range_loop, clippy::too_many_arguments)]

mod aligned;
pub(crate) mod dense;
pub(crate) mod logistic;
pub(crate) mod outer;
pub(crate) mod sets;
pub(crate) mod subsets;
mod vectorised;

pub(crate) use aligned::AlignedBuf;
pub(crate) use vectorised::vectorised;
