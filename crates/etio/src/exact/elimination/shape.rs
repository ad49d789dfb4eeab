//! How one join walks through its tables.
//!
//! A table has one axis a variable. Its index has the pointwise variables in the low bits, by rank,
//! and the positive ones above. A join walks over all combinations of the outer axes and multiplies
//! contiguous blocks; on the way it visits, for every pair of entries that meet, where their
//! product goes.

use super::bits::Bits;
use super::chunks::{CHUNK_AXES, Chunks, Role, Upper};
use super::expand::Expand;
use super::low::BLOCK_AXES;
use super::schedule::Item;

/// An outer axis: for every state the offset in each table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Axis {
    pub(super) states: u8,
    /// The state whose product is added to what an earlier state wrote, or 255.
    pub(super) adds: u8,
    pub(super) out: [usize; 3],
    pub(super) a: [usize; 3],
    pub(super) b: [usize; 3],
}

/// How the two halves of an eliminated pointwise variable meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meet {
    /// Findings are eliminated by a difference,
    Minus,
    /// diseases by a sum.
    Plus,
}

/// How one join walks through its tables, chunk by chunk.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) chunks: Chunks,
    /// Numbers per block.
    pub(super) block: usize,
    /// The outer axes of a chunk, in the plan's pool, lowest first.
    pub(super) axes: std::ops::Range<usize>,
    /// How halves meet, if a pointwise variable goes.
    pub(super) meet: Option<Meet>,
    /// Offset in a chunk of its second half, if the eliminated variable is within chunks.
    pub(super) half: (usize, usize),
    /// Offset at which the walk starts in the first operand: that of the fired half if a positive
    /// variable is eliminated that occurs in it alone.
    pub(super) start_a: usize,
    pub(super) start_b: usize,
    /// How chunks of the operands are spread out first.
    pub(super) expand_a: Expand,
    pub(super) expand_b: Expand,
    /// Whether an operand's numbers take part once each, so that their adjoints are written and not added to.
    pub(super) a_once: bool,
    pub(super) b_once: bool,
    /// Elementary products of all chunks.
    pub(super) products: usize,
    /// Maximum number of products that add up to one entry of the result.
    pub(super) terms: usize,
}

/// Kind of a variable, by rank.
#[derive(Clone, Debug)]
pub(super) struct Kinds<const N: usize> {
    /// Findings whose two states are "does not fire" and "fires": joined without subtraction.
    pub(super) positive: Bits<N>,
    /// Findings whose two states are "any" and "does not fire": joined pointwise, eliminated by a difference.
    pub(super) signed: Bits<N>,
    /// For each variable, the power of two in which "fires" is counted.
    pub(super) units: Vec<f64>,
}

impl<const N: usize> Kinds<N> {
    /// The variables of a scope from the lowest axis to the highest.
    pub(super) fn axes(&self, scope: Bits<N>) -> impl Iterator<Item = usize> + use<N> {
        scope.minus(self.positive).iter().chain(scope.intersection(self.positive).iter())
    }
}

/// Lays out a join. The right operand should be the smaller one.
pub(super) fn lay_out<const N: usize>(
    a: Item<N>,
    b: Bits<N>,
    eliminate: Option<usize>,
    kinds: &Kinds<N>,
    pool: &mut Vec<Axis>,
) -> Shape {
    let a = a.scope;
    let shared = a.intersection(b).intersection(kinds.positive);
    let variables: Vec<usize> = kinds.axes(a.union(b)).collect();
    let fits = |v: usize| Some(v) != eliminate && !shared.contains(v);
    // Above the chunks there are pointwise axes only.
    let is_large = variables.len() > CHUNK_AXES + 1 && a.union(b).intersection(kinds.positive).is_empty();
    let (inner, upper) = variables.split_at(if is_large { CHUNK_AXES } else { variables.len() });
    let low = inner.iter().take(BLOCK_AXES).take_while(|&&v| fits(v)).count();
    let more = inner[low..]
        .iter()
        .take_while(|&&v| low == BLOCK_AXES && fits(v) && a.contains(v) && b.contains(v))
        .count();
    let is_paired = |v: usize| eliminate == Some(v) && !kinds.positive.contains(v);
    let meet = variables.iter().find(|&&v| is_paired(v));
    let meet = meet.map(|&v| if kinds.signed.contains(v) { Meet::Minus } else { Meet::Plus });
    let axis = |&v: &usize| Upper { in_a: a.contains(v), in_b: b.contains(v), goes: eliminate == Some(v) };
    let first_axis = pool.len();
    let mut shape = Shape {
        chunks: Chunks { axes: upper.iter().map(axis).collect() },
        block: 1 << (low + more),
        axes: first_axis..first_axis,
        meet,
        half: (0, 0),
        start_a: 0,
        start_b: 0,
        expand_a: Expand::new(&inner[..low], &inner[low..], a, Bits::EMPTY, &kinds.units),
        expand_b: Expand::new(&inner[..low], &inner[low..], b, shared, &kinds.units),
        a_once: false,
        b_once: false,
        products: 1 << (low + more + upper.len()),
        terms: if meet.is_some() { 2 } else { 1 },
    };
    let mut stride = Strides { out: shape.block, a: shape.block, b: shape.block };
    for &v in &inner[low + more..] {
        let (in_a, in_b) = (a.contains(v), b.contains(v));
        let (sa, sb) = (if in_a { stride.a } else { 0 }, if in_b { stride.b } else { 0 });
        let goes = eliminate == Some(v);
        let so = if goes { 0 } else { stride.out };
        let (mut axis, mut states) = (Axis::default(), 2);
        axis.adds = 255;
        if shared.contains(v) {
            // The right operand has three states here: does not fire, any, fires.
            let steps = [(0, 0, 0), (sa, sb, so), (0, 2 * sb, so)];
            let steps = if goes { &steps[1..] } else { &steps[..] };
            states = steps.len();
            for (at, &(a, b, out)) in steps.iter().enumerate() {
                (axis.a[at], axis.b[at], axis.out[at]) = (a, b, out);
            }
            axis.adds = states as u8 - 1;
            shape.terms *= 2;
        } else if is_paired(v) {
            shape.half = (sa, sb);
            shape.products *= 2;
            states = 1;
        } else if goes {
            (shape.start_a, shape.start_b) = (sa, sb);
            states = 1;
        } else {
            (axis.a[1], axis.b[1], axis.out[1]) = (sa, sb, so);
        }
        if states > 1 {
            axis.states = states as u8;
            shape.products *= states;
            pool.push(axis);
        }
        stride.a *= if in_a { 2 } else { 1 };
        stride.b *= match (in_b, shared.contains(v)) {
            (false, _) => 1,
            (true, false) => 2,
            (true, true) => 3,
        };
        stride.out *= if goes { 1 } else { 2 };
    }
    shape.axes.end = pool.len();
    shape.a_once = shape.products == shape.expand_a.len * shape.chunks.count(Role::A);
    shape.b_once = shape.products == shape.expand_b.len * shape.chunks.count(Role::B);
    shape
}

struct Strides {
    out: usize,
    a: usize,
    b: usize,
}
