//! The plan of a run: which leaves, which joins, and where in the arena every table lies.

use super::bits::Bits;
use super::cost::Arithmetic;
use super::join::scratch_len;
use super::leaf::{Leaf, LeafAxis, Role};
use super::schedule::{Item, Scheduler};
use super::search::{Candidate, Factors, by_rank, ranks};
use super::shape::{Axis, Kinds, Shape, lay_out};

/// Offset of a table and its adjoint, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    pub(super) len: usize,
    pub(super) value: usize,
    pub(super) adjoint: usize,
}

/// One join: tables by number.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) out: usize,
    pub(super) shape: Shape,
}

/// All that a run needs to know; it holds no probabilities and can be used again with others.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The leaves are the first tables.
    pub(super) leaves: Vec<Leaf>,
    pub(super) steps: Vec<Step>,
    pub(super) axes: Vec<Axis>,
    /// Leaves, results of the steps, and last the number one.
    pub(super) slots: Vec<Slot>,
    /// Tables without axes: the evidence is the product of their entries.
    pub(super) roots: Vec<usize>,
    /// Power of two by which the roots are too large.
    pub(super) unit_log2: i64,
    /// Numbers of the arena.
    pub(super) arena: usize,
    /// Numbers that a thread needs to spread operands out.
    pub(super) scratch: usize,
    /// Numbers of the largest leaf.
    pub(super) leaf: usize,
    /// For each variable by rank, the power of two in which "fires" is counted.
    pub(super) units: Vec<f64>,
}

/// Stands for the number one until all tables are counted.
const ONE: usize = usize::MAX;

impl Plan {
    pub(super) fn new<const N: usize>(factors: &Factors<'_, N>, candidate: &Candidate) -> Self {
        let ranks = ranks(&candidate.order);
        let kinds = Kinds {
            positive: by_rank(factors.positive, &ranks),
            signed: by_rank(
                (0..factors.finding_count()).collect::<Bits<N>>().minus(factors.positive),
                &ranks,
            ),
            units: factors.units(candidate),
        };
        let (scopes, variables) = factors.ranked_scopes(candidate.kept, &ranks);
        let leaves = leaves(factors, candidate, &scopes, &kinds);
        let mut plan = Self { leaves, ..Self::default() };
        plan.unit_log2 = kinds.units.iter().map(|unit| unit.log2() as i64).sum();
        plan.slots.extend(scopes.iter().map(|scope| Slot { len: 1 << scope.len(), ..Slot::default() }));
        Scheduler::new().walk(&scopes, variables, |a, b, out, goes| {
            // The right operand is the smaller one; a lonely table is joined with the number one.
            let b = b.unwrap_or(Item { id: ONE, scope: Bits::EMPTY });
            let (a, b) = if a.scope.len() >= b.scope.len() { (a, b) } else { (b, a) };
            let shape = lay_out(a, b.scope, goes, &kinds, &mut plan.axes);
            let number = plan.slots.len();
            plan.scratch = plan.scratch.max(scratch_len(&shape));
            plan.steps.push(Step { a: a.id, b: b.id, out: number, shape });
            plan.slots.push(Slot { len: 1 << out.len(), ..Slot::default() });
            if out.is_empty() {
                plan.roots.push(number);
            }
            true
        });
        let one = plan.slots.len();
        plan.slots.push(Slot { len: 1, ..Slot::default() });
        plan.steps.iter_mut().filter(|step| step.b == ONE).for_each(|step| step.b = one);
        plan.leaf = plan.leaves.iter().map(Leaf::len).max().unwrap_or(0);
        plan.place();
        plan.units = kinds.units;
        plan
    }

    /// All memory that a run takes.
    pub(super) fn bytes(&self, arithmetic: Arithmetic) -> f64 {
        let numbers = self.arena + self.scratch + 2 * self.leaf;
        numbers as f64 * arithmetic.bytes()
    }

    /// Gives every table its place: values one after the other, adjoints where a value or an
    /// adjoint is dead already.
    fn place(&mut self) {
        let mut arena = Arena::default();
        for leaf in &mut self.leaves {
            leaf.history = arena.top;
            arena.top += leaf.history_len();
        }
        for slot in &mut self.slots {
            slot.value = arena.take(slot.len);
        }
        let one = self.slots.len() - 1;
        for &root in &self.roots {
            self.slots[root].adjoint = arena.take(1);
        }
        self.slots[one].adjoint = arena.take(1);
        for step in self.steps.iter().rev() {
            // Its consumer is done, so the value of the result is dead; its adjoint is needed until
            // the step is done.
            let out = self.slots[step.out];
            arena.free(out.len, out.value);
            for operand in [step.a, step.b] {
                if operand != one {
                    self.slots[operand].adjoint = arena.take(self.slots[operand].len);
                }
            }
            arena.free(out.len, out.adjoint);
            for operand in [step.a, step.b] {
                if operand < self.leaves.len() {
                    let leaf = self.slots[operand];
                    arena.free(leaf.len, leaf.value);
                    arena.free(leaf.len, leaf.adjoint);
                }
            }
        }
        self.arena = arena.top;
    }
}

/// Places for tables, all powers of two.
#[derive(Default)]
struct Arena {
    top: usize,
    free: Vec<Vec<usize>>,
}

/// Tables start at cache lines.
const LINE: usize = 8;

impl Arena {
    fn take(&mut self, len: usize) -> usize {
        let class = len.max(LINE).trailing_zeros() as usize;
        if let Some(place) = self.free.get_mut(class).and_then(Vec::pop) {
            return place;
        }
        let place = self.top.next_multiple_of(LINE);
        self.top = place + len.max(LINE);
        place
    }

    fn free(&mut self, len: usize, place: usize) {
        let class = len.max(LINE).trailing_zeros() as usize;
        if self.free.len() <= class {
            self.free.resize(class + 1, Vec::new());
        }
        self.free[class].push(place);
    }
}

fn leaves<const N: usize>(
    factors: &Factors<'_, N>,
    candidate: &Candidate,
    scopes: &[Bits<N>],
    kinds: &Kinds<N>,
) -> Vec<Leaf> {
    let mut leak_placed = Bits::<N>::EMPTY;
    let findings = factors.finding_count();
    let count = candidate.order.len();
    let mut axes_of = |scope: Bits<N>, link: &dyn Fn(usize) -> u32| -> Vec<LeafAxis> {
        let axis = |rank: usize| {
            let variable = candidate.order[count - 1 - rank] as usize;
            if variable >= findings {
                return LeafAxis { role: Role::Disease, unit: 0.0, leak: false };
            }
            let leak = !leak_placed.contains(variable);
            leak_placed.insert(variable);
            LeafAxis {
                role: Role::Finding { finding: factors.component.findings[variable], link: link(variable) },
                unit: if kinds.positive.contains(rank) { kinds.units[rank] } else { 0.0 },
                leak,
            }
        };
        kinds.axes(scope).map(axis).collect()
    };
    let mut leaves = Vec::with_capacity(scopes.len());
    for group in &factors.groups[..candidate.kept] {
        for &member in &group.members {
            for at in 0..group.scope.len() {
                let axes = axes_of(scopes[leaves.len()], &|_| at as u32);
                leaves.push(Leaf { axes, members: vec![member], prior: at == 0, history: 0 });
            }
        }
    }
    for group in &factors.groups[candidate.kept..] {
        let link = |variable: usize| group.scope.iter().take_while(|&f| f < variable).count() as u32;
        let axes = axes_of(scopes[leaves.len()], &link);
        leaves.push(Leaf { axes, members: group.members.clone(), prior: false, history: 0 });
    }
    leaves
}
