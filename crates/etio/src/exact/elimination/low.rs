//! The lowest axes of an operand, spread out so that blocks are contiguous. For blocks of full size the
//! code is compiled for each set of axes that an operand can have, so that a block takes a few shuffles of
//! registers.

use pulp::Scalar;

use super::number::{Number, Table, TableMut};
use crate::vectorised::vectorised;

/// Number of lowest axes that make blocks large enough for SIMD: operands that lack some of them are spread
/// out first.
pub(super) const BLOCK_AXES: usize = 4;
/// Numbers of a block of full size.
const FULL: usize = 1 << BLOCK_AXES;

/// The lowest axes of a join, and which of them an operand has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Low {
    pub(super) axes: usize,
    /// By axis, whether the operand has it.
    pub(super) mask: u8,
}

/// Calls `$call::<M, MASK, N>`, compiled for the axes that an operand has and the `N` numbers of its own
/// blocks.
macro_rules! by_mask {
    ($mask:expr, $call:ident::<$M:ident>($($arg:expr),*)) => {
        match $mask {
            0 => $call::<$M, 0, 1>($($arg),*),
            1 => $call::<$M, 1, 2>($($arg),*),
            2 => $call::<$M, 2, 2>($($arg),*),
            3 => $call::<$M, 3, 4>($($arg),*),
            4 => $call::<$M, 4, 2>($($arg),*),
            5 => $call::<$M, 5, 4>($($arg),*),
            6 => $call::<$M, 6, 4>($($arg),*),
            7 => $call::<$M, 7, 8>($($arg),*),
            8 => $call::<$M, 8, 2>($($arg),*),
            9 => $call::<$M, 9, 4>($($arg),*),
            10 => $call::<$M, 10, 4>($($arg),*),
            11 => $call::<$M, 11, 8>($($arg),*),
            12 => $call::<$M, 12, 4>($($arg),*),
            13 => $call::<$M, 13, 8>($($arg),*),
            14 => $call::<$M, 14, 8>($($arg),*),
            15 => $call::<$M, 15, 16>($($arg),*),
            mask => unreachable!("{mask}: a block has four axes"),
        }
    };
}

impl Low {
    /// Numbers of a block of the operand itself.
    pub(super) fn len(self) -> usize {
        1 << self.mask.count_ones()
    }

    /// Writes `blocks` blocks, spread out.
    pub(super) fn spread<M: Number>(self, from: Table<'_>, to: &mut TableMut<'_>, blocks: usize) {
        for plane in 0..M::PLANES {
            let from = &from.plane(plane)[..blocks * self.len()];
            let to = &mut to.plane(plane)[..blocks << self.axes];
            if self.axes == BLOCK_AXES {
                by_mask!(self.mask, spread::<M>(from, to));
            } else {
                for (from, to) in from.chunks_exact(self.len()).zip(to.chunks_exact_mut(1 << self.axes)) {
                    to.iter_mut().enumerate().for_each(|(x, to)| *to = from[own(self.mask, x)]);
                }
            }
        }
    }

    /// Adds to the operand's adjoint what belongs to its blocks.
    pub(super) fn gather<M: Number>(self, from: Table<'_>, to: &mut TableMut<'_>, blocks: usize) {
        if self.axes == BLOCK_AXES {
            by_mask!(self.mask, gather::<M>(from, to, blocks));
            return;
        }
        for at in 0..blocks << self.axes {
            let own = (at >> self.axes) * self.len() + own(self.mask, at & ((1 << self.axes) - 1));
            to.set::<M>(own, M::add(Scalar, to.read().get::<M>(own), from.get::<M>(at)));
        }
    }
}

/// The number of the operand's own block that number `x` of the block repeats.
const fn own(mask: u8, x: usize) -> usize {
    let (mut at, mut bit, mut axis) = (0, 0, 0);
    while axis < BLOCK_AXES {
        if mask >> axis & 1 == 1 {
            at |= (x >> axis & 1) << bit;
            bit += 1;
        }
        axis += 1;
    }
    at
}

/// The numbers that a full block repeats, by the operand's axes.
struct Repeats<const MASK: u8>;

impl<const MASK: u8> Repeats<MASK> {
    const OF: [usize; FULL] = {
        let mut of = [0; FULL];
        let mut x = 0;
        while x < FULL {
            of[x] = own(MASK, x);
            x += 1;
        }
        of
    };
}

fn spread<M: Number, const MASK: u8, const N: usize>(from: &[f64], to: &mut [f64]) {
    vectorised(
        #[inline(always)]
        || {
            let (blocks, _) = from.as_chunks::<N>();
            for (from, to) in blocks.iter().zip(to.as_chunks_mut::<FULL>().0) {
                *to = std::array::from_fn(|x| from[const { Repeats::<MASK>::OF }[x] & (N - 1)]);
            }
        },
    );
}

fn gather<M: Number, const MASK: u8, const N: usize>(from: Table<'_>, to: &mut TableMut<'_>, blocks: usize) {
    vectorised(
        #[inline(always)]
        || {
            for block in 0..blocks {
                let from = from.run::<Scalar, M>(block * FULL, FULL);
                let mut to = to.run::<Scalar, M>(block * N, N);
                let mut sums: [M::Vector<Scalar>; FULL] = std::array::from_fn(|x| M::load(&from, x));
                // The highest axis first: the numbers left are then in order.
                fold::<M, MASK>(&mut sums, 3);
                fold::<M, MASK>(&mut sums, 2);
                fold::<M, MASK>(&mut sums, 1);
                fold::<M, MASK>(&mut sums, 0);
                for (y, &sum) in sums[..N].iter().enumerate() {
                    let sum = M::add(Scalar, M::load(&to.read(), y), sum);
                    M::store(&mut to, y, sum);
                }
            }
        },
    );
}

/// Sums over an axis, if the operand lacks it and all higher axes that it lacks are gone.
#[inline(always)]
fn fold<M: Number, const MASK: u8>(numbers: &mut [M::Vector<Scalar>; FULL], axis: usize) {
    if MASK >> axis & 1 == 1 {
        return;
    }
    let left = axis + (MASK >> axis).count_ones() as usize;
    let low = (1 << axis) - 1;
    for y in 0..1 << left {
        let x = (y & !low) << 1 | (y & low);
        numbers[y] = M::add(Scalar, numbers[x], numbers[x | 1 << axis]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::number::Single;
    use super::*;

    #[test]
    fn every_pattern_repeats_and_adds_up() {
        for axes in 0..=BLOCK_AXES {
            for mask in 0..1u8 << axes {
                let low = Low { axes, mask };
                let from: Vec<f64> = (1..=3 * low.len()).map(|x| x as f64).collect();
                let mut spread = vec![0.0; 3 << axes];
                low.spread::<Single>(
                    Table::new::<Single>(&from),
                    &mut TableMut::new::<Single>(&mut spread),
                    3,
                );
                for (x, &number) in spread.iter().enumerate() {
                    let (block, within) = (x >> axes, x & ((1 << axes) - 1));
                    assert_eq!(number, from[block * low.len() + own(mask, within)]);
                }
                let mut sums = vec![1.0; from.len()];
                low.gather::<Single>(
                    Table::new::<Single>(&spread),
                    &mut TableMut::new::<Single>(&mut sums),
                    3,
                );
                let copies = ((1 << axes) / low.len()) as f64;
                assert!(sums.iter().zip(&from).all(|(sum, own)| *sum == 1.0 + copies * own));
            }
        }
    }
}
