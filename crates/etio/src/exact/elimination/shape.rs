//! How one join walks through its tables.
//!
//! A table has one axis a variable. Its index has the pointwise variables in the low bits, by rank,
//! and the positive ones above. A join walks over all combinations of the outer axes and multiplies
//! contiguous blocks; on the way it visits, for every pair of entries that meet, where their
//! product goes.

use super::bits::Bits;
use super::expand::Expand;
use super::schedule::Item;

/// Block sizes that make SIMD worth its while: operands that lack some of this many lowest axes are
/// spread out first.
const BLOCK_AXES: usize = 4;

/// One outer axis: for every state the offset in each table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Axis {
    pub(super) states: u8,
    /// The state whose product is added to what an earlier state wrote, or 255.
    pub(super) adds: u8,
    pub(super) out: [usize; 3],
    pub(super) a: [usize; 3],
    pub(super) b: [usize; 3],
}

/// The second half of an eliminated pointwise variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) a: usize,
    pub(super) b: usize,
    /// Findings are eliminated by a difference, diseases by a sum.
    pub(super) minus: bool,
}

/// How one join walks through its tables.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Numbers a block.
    pub(super) block: usize,
    /// In the plan's pool, lowest first.
    pub(super) axes: std::ops::Range<usize>,
    pub(super) pair: Option<Pair>,
    /// Where the walk starts in the first operand: its fired half if a positive variable of it alone goes.
    pub(super) start_a: usize,
    pub(super) start_b: usize,
    /// How the operands are spread out first.
    pub(super) expand_a: Expand,
    pub(super) expand_b: Expand,
    /// Elementary products.
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
    let low = variables.iter().take(BLOCK_AXES).take_while(|&&v| fits(v)).count();
    let more = variables[low..]
        .iter()
        .take_while(|&&v| low == BLOCK_AXES && fits(v) && a.contains(v) && b.contains(v))
        .count();
    let expand_a = Expand::new(&variables[..low], &variables[low..], a, Bits::EMPTY, &kinds.units);
    let expand_b = Expand::new(&variables[..low], &variables[low..], b, shared, &kinds.units);

    let block = 1 << (low + more);
    let first_axis = pool.len();
    let mut shape = Shape {
        block,
        axes: first_axis..first_axis,
        pair: None,
        start_a: 0,
        start_b: 0,
        expand_a,
        expand_b,
        products: block,
        terms: 1,
    };
    let mut stride = Strides { out: block, a: block, b: block };
    for &v in &variables[low + more..] {
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
        } else if goes && kinds.positive.contains(v) {
            (shape.start_a, shape.start_b) = (sa, sb);
            states = 1;
        } else if goes {
            shape.pair = Some(Pair { a: sa, b: sb, minus: kinds.signed.contains(v) });
            shape.products *= 2;
            shape.terms *= 2;
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
    shape
}

struct Strides {
    out: usize,
    a: usize,
    b: usize,
}
