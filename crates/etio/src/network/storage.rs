//! Arrays that are either owned or windows into a memory-mapped file, so that one [`Network`](crate::Network)
//! type serves networks built in memory and networks far larger than it.

#[cfg(feature = "compiled")]
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use bytemuck::Pod;
#[cfg(feature = "compiled")]
use memmap2::Mmap;

/// A read-only array of plain values.
#[derive(Clone, Debug)]
pub(crate) enum Buf<T> {
    /// Values held in memory.
    Owned(Arc<Vec<T>>),
    /// Values in a file; checked for bounds and alignment when the window was made.
    #[cfg(feature = "compiled")]
    Mapped(Window<T>),
}

/// A checked window into a map. Private fields: only [`Buf::mapped`] makes one.
#[cfg(feature = "compiled")]
#[derive(Clone, Debug)]
pub(crate) struct Window<T> {
    map: Arc<Mmap>,
    start: usize,
    bytes: usize,
    kind: PhantomData<T>,
}

#[cfg(feature = "compiled")]
impl<T: Pod> Buf<T> {
    /// A window of `len` values that starts `start` bytes into the map; `None` if it does not fit
    /// or is misaligned.
    pub(crate) fn mapped(map: &Arc<Mmap>, start: usize, len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<T>())?;
        let window = map.get(start..start.checked_add(bytes)?)?;
        bytemuck::try_cast_slice::<u8, T>(window).ok()?;
        Some(Self::Mapped(Window { map: Arc::clone(map), start, bytes, kind: PhantomData }))
    }
}

impl<T> From<Vec<T>> for Buf<T> {
    fn from(values: Vec<T>) -> Self {
        Self::Owned(Arc::new(values))
    }
}

impl<T> Default for Buf<T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<T: Pod> Deref for Buf<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Owned(values) => values,
            #[cfg(feature = "compiled")]
            Self::Mapped(w) => bytemuck::cast_slice(&w.map[w.start..w.start + w.bytes]),
        }
    }
}
