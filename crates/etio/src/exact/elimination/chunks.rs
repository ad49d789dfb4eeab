//! A large join in chunks that stay in the cache, dealt into groups that threads work on side by side.
//!
//! The lowest axes of a join make up a chunk, and the states of the upper axes number the chunks of each
//! table. Chunks that agree on all axes that both operands have form a group. No two groups share a number
//! of any table, so they can run in any order, or at once, with the same bits. How a join is cut depends on
//! its axes alone, never on the number of threads.

/// Axes of a chunk: its numbers and their adjoints, in all tables together, fit the second level of the
/// cache.
pub(super) const CHUNK_AXES: usize = 12;

/// An axis above the chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upper {
    pub(super) in_a: bool,
    pub(super) in_b: bool,
    /// Whether this variable is eliminated; its two states are the halves of the operands.
    pub(super) goes: bool,
}

impl Upper {
    fn is_shared(self) -> bool {
        !self.goes && self.in_a && self.in_b
    }

    fn is_in(self, role: Role) -> bool {
        match role {
            Role::A => self.in_a,
            Role::B => self.in_b,
            Role::Out => !self.goes,
        }
    }
}

/// One of the tables of a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    A,
    B,
    Out,
}

/// The upper axes of a join, lowest first. Without any, the join is a single chunk.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunks {
    pub(super) axes: Vec<Upper>,
}

impl Chunks {
    /// Whether the join is a single chunk.
    pub(super) fn is_one(&self) -> bool {
        self.axes.is_empty()
    }

    pub(super) fn group_count(&self) -> usize {
        1 << self.axes.iter().filter(|axis| axis.is_shared()).count()
    }

    /// Chunks of a table.
    pub(super) fn count(&self, role: Role) -> usize {
        1 << self.axes.iter().filter(|axis| axis.is_in(role)).count()
    }

    /// Deals the chunks of a table, given in order, to the groups: to each those of the lower half and
    /// those of the upper half. Tables without the eliminated variable have a lower half only.
    pub(super) fn deal<T>(&self, role: Role, chunks: impl Iterator<Item = T>) -> Vec<[Vec<T>; 2]> {
        let mut hands: Vec<_> = (0..self.group_count()).map(|_| [Vec::new(), Vec::new()]).collect();
        for (at, chunk) in chunks.enumerate() {
            let (group, half) = self.place(role, at);
            hands[group][half].push(chunk);
        }
        hands
    }

    /// Group and half of a table's chunk.
    fn place(&self, role: Role, at: usize) -> (usize, usize) {
        let (mut group, mut half, mut bit, mut shared) = (0, 0, 0, 0);
        for axis in self.axes.iter().filter(|axis| axis.is_in(role)) {
            let state = at >> bit & 1;
            bit += 1;
            if axis.goes {
                half = state;
            } else if axis.is_shared() {
                group |= state << shared;
                shared += 1;
            }
        }
        (group, half)
    }

    /// Which of a group's chunks of either operand meet in its result number `at`.
    pub(super) fn operands(&self, at: usize) -> (usize, usize) {
        let (mut a, mut b, mut bits) = (0, 0, (0, 0));
        let own = self.axes.iter().filter(|axis| !axis.goes && !axis.is_shared());
        for (bit, axis) in own.enumerate() {
            let state = at >> bit & 1;
            if axis.in_a {
                a |= state << bits.0;
                bits.0 += 1;
            } else {
                b |= state << bits.1;
                bits.1 += 1;
            }
        }
        (a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of chunks that meets in a join is found once, in the group of its result.
    #[test]
    fn groups_cover_the_join_and_share_nothing() {
        let upper = |in_a, in_b, goes| Upper { in_a, in_b, goes };
        let axes = vec![
            upper(true, false, false),
            upper(true, true, false),
            upper(false, true, false),
            upper(true, true, false),
            upper(true, false, false),
            upper(true, true, true),
        ];
        let chunks = Chunks { axes };
        assert_eq!((chunks.group_count(), chunks.count(Role::A), chunks.count(Role::Out)), (4, 32, 32));
        let deal = |role| chunks.deal(role, 0..chunks.count(role));
        let (a, b, out) = (deal(Role::A), deal(Role::B), deal(Role::Out));
        let mut met = Vec::new();
        for group in 0..4 {
            for (local, &result) in out[group][0].iter().enumerate() {
                let (at, bt) = chunks.operands(local);
                for half in 0..2 {
                    met.push((result, half, a[group][half][at], b[group][half][bt]));
                }
            }
        }
        met.sort_unstable();
        let wanted: Vec<_> = (0..32)
            .flat_map(|out: usize| {
                let bits = |list: &[usize]| {
                    list.iter().enumerate().fold(0, |sum, (to, &from)| sum | (out >> from & 1) << to)
                };
                let (a, b) = (bits(&[0, 1, 3, 4]), bits(&[1, 2, 3]));
                [(out, 0, a, b), (out, 1, a | 16, b | 8)]
            })
            .collect();
        assert_eq!(met, wanted);
    }
}
