//! Numbers that start on a cache line, so that no vector straddles two.

use std::ops::{Deref, DerefMut};

use bytemuck::{Pod, Zeroable};

/// One cache line.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Line([f64; 8]);

/// A growable array of numbers aligned to cache lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct AlignedBuf {
    lines: Vec<Line>,
    len: usize,
}

impl AlignedBuf {
    /// Sets the length. What the numbers are is left open: they are new zeros or left from before.
    pub(crate) fn reset(&mut self, len: usize) {
        self.lines.resize(len.div_ceil(8), Line::zeroed());
        self.len = len;
    }
}

impl Deref for AlignedBuf {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &bytemuck::cast_slice(&self.lines)[..self.len]
    }
}

impl DerefMut for AlignedBuf {
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[..self.len]
    }
}
