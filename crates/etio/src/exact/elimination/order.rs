//! Elimination orders: greedy rules on the graph of variables, with random ties.

use super::bits::Bits;
use crate::InferenceError;
use crate::budget::Budget;

/// Words of sets that are read between two checks of the clock.
const WORDS_PER_LOOK: usize = 1 << 15;
/// The same for variables, if one takes little.
const VARIABLES_PER_LOOK: usize = 16;

/// The rule by which the next variable is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The fewest neighbours.
    MinDegree,
    /// The fewest new edges between its neighbours.
    MinFill,
}

/// A small generator for ties: its quality does not matter, its being the same every run does.
#[derive(Clone, Debug)]
pub(super) struct Ties(u64);

impl Ties {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, count: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(count)) >> 32) as u32
    }
}

/// The graph in which variables of one factor are neighbours.
#[derive(Clone, Debug)]
pub(super) struct Graph<const N: usize> {
    neighbours: Vec<Bits<N>>,
    /// Words of sets that were read so far.
    pub(super) words: usize,
}

impl<const N: usize> Graph<N> {
    /// The graph of factors with these scopes. An error once the time is over.
    pub(super) fn new(
        variables: usize,
        scopes: impl IntoIterator<Item = Bits<N>>,
        clock: &Budget,
    ) -> Result<Self, InferenceError> {
        let mut graph = Self { neighbours: vec![Bits::EMPTY; variables], words: 0 };
        for scope in scopes {
            graph.read_words(N * (1 + scope.len()), clock)?;
            for v in scope.iter() {
                graph.neighbours[v] = graph.neighbours[v].union(scope);
            }
        }
        for (v, set) in graph.neighbours.iter_mut().enumerate() {
            set.remove(v);
        }
        // Only what it takes to choose an order counts.
        graph.words = 0;
        Ok(graph)
    }

    /// Counts words that are read, and checks the clock now and then.
    fn read_words(&mut self, words: usize, clock: &Budget) -> Result<(), InferenceError> {
        let before = self.words / WORDS_PER_LOOK;
        self.words += words;
        if self.words / WORDS_PER_LOOK == before { Ok(()) } else { clock.check() }
    }

    fn score(&self, variable: usize, rule: Rule) -> u32 {
        let around = self.neighbours[variable];
        match rule {
            Rule::MinDegree => around.len() as u32,
            // Every neighbour counts itself as missing once.
            Rule::MinFill => {
                around.iter().map(|u| around.count_outside(&self.neighbours[u]) as u32 - 1).sum()
            }
        }
    }

    /// A lower bound on the number of neighbours that some variable has when it goes, whatever the
    /// order: the largest minimum degree of any part of the graph, or of the first part that passes
    /// `enough`.
    pub(super) fn degeneracy(&self, enough: usize, clock: &Budget) -> Result<usize, InferenceError> {
        let mut left: Bits<N> = (0..self.neighbours.len()).collect();
        let mut degrees: Vec<usize> = self.neighbours.iter().map(Bits::len).collect();
        let mut largest = 0;
        while let Some(v) = left.iter().min_by_key(|&v| degrees[v]) {
            largest = largest.max(degrees[v]);
            if largest > enough {
                break;
            }
            left.remove(v);
            if v % VARIABLES_PER_LOOK == 0 {
                clock.check()?;
            }
            for u in self.neighbours[v].intersection(left).iter() {
                degrees[u] -= 1;
            }
        }
        Ok(largest)
    }

    /// Eliminates all variables by a rule; returns them in that order. An error once the time is over.
    pub(super) fn eliminate(
        &mut self,
        rule: Rule,
        ties: &mut Ties,
        clock: &Budget,
    ) -> Result<Vec<u16>, InferenceError> {
        self.eliminate_by(rule, ties, clock, |_, _| {})
    }

    /// The same; `visit` is told of each variable and the neighbours that it has when it goes.
    pub(super) fn eliminate_by(
        &mut self,
        rule: Rule,
        ties: &mut Ties,
        clock: &Budget,
        mut visit: impl FnMut(usize, Bits<N>),
    ) -> Result<Vec<u16>, InferenceError> {
        let count = self.neighbours.len();
        let mut left: Bits<N> = (0..count).collect();
        let (mut order, mut scores) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for v in 0..count {
            self.read_words(N * (1 + self.neighbours[v].len()), clock)?;
            scores.push(self.score(v, rule));
        }
        while let Some(v) = choose(left, &scores, ties) {
            left.remove(v);
            order.push(v as u16);
            let around = self.neighbours[v];
            visit(v, around);
            let mut touched = around;
            for u in around.iter() {
                let known = self.neighbours[u];
                if rule == Rule::MinFill && around.count_outside(&known) > 1 {
                    // A new edge at u: whoever has u as a neighbour may have fewer edges missing.
                    touched = touched.union(known);
                }
                let mut after = known.union(around);
                after.remove(u);
                after.remove(v);
                self.neighbours[u] = after;
            }
            for u in touched.intersection(left).iter() {
                self.read_words(N * (1 + self.neighbours[u].len()), clock)?;
                scores[u] = self.score(u, rule);
            }
        }
        Ok(order)
    }
}

/// Chooses one of the variables with the least score.
fn choose<const N: usize>(left: Bits<N>, scores: &[u32], ties: &mut Ties) -> Option<usize> {
    let mut best = None;
    let (mut least, mut equal) = (u32::MAX, 0);
    for v in left.iter() {
        if scores[v] < least || best.is_none() {
            (best, least, equal) = (Some(v), scores[v], 1);
        } else if scores[v] == least {
            equal += 1;
            if ties.below(equal) == 0 {
                best = Some(v);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(scopes: &[Bits<1>], order: &[u16]) -> usize {
        let mut neighbours =
            Graph::new(order.len(), scopes.iter().copied(), &Budget::unlimited()).unwrap().neighbours;
        let mut widest = 0;
        for &v in order {
            let around = neighbours[v as usize];
            widest = widest.max(around.len());
            for u in around.iter() {
                neighbours[u] = neighbours[u].union(around);
                neighbours[u].remove(u);
                neighbours[u].remove(v as usize);
            }
        }
        widest
    }

    #[test]
    fn degeneracy_bounds_the_width_from_below() {
        let complete: Vec<Bits<1>> = vec![(0..9).collect()];
        let path: Vec<Bits<1>> = (1..20).map(|v| [v - 1, v].into_iter().collect()).collect();
        let clock = Budget::unlimited();
        assert_eq!(Graph::new(9, complete, &clock).unwrap().degeneracy(usize::MAX, &clock), Ok(8));
        assert_eq!(Graph::new(20, path, &clock).unwrap().degeneracy(usize::MAX, &clock), Ok(1));
    }

    #[test]
    fn trees_cycles_and_grids_get_their_width() {
        let edges = |pairs: &[(usize, usize)]| -> Vec<Bits<1>> {
            pairs.iter().map(|&(a, b)| [a, b].into_iter().collect()).collect()
        };
        let tree: Vec<_> = (1..30).map(|v| (v, (v - 1) / 2)).collect();
        let cycle: Vec<_> = (0..30).map(|v| (v, (v + 1) % 30)).collect();
        let grid: Vec<_> = (0..4)
            .flat_map(|r| (0..4).flat_map(move |c| [(4 * r + c, 4 * r + c + 1), (4 * r + c, 4 * r + c + 4)]))
            .filter(|&(a, b)| b < 16 && !(b == a + 1 && b % 4 == 0))
            .collect();
        for rule in [Rule::MinDegree, Rule::MinFill] {
            for (pairs, count, wanted) in [(&tree, 30, 1), (&cycle, 30, 2), (&grid, 16, 4)] {
                let scopes = edges(pairs);
                let clock = Budget::unlimited();
                let mut graph = Graph::new(count, scopes.iter().copied(), &clock).unwrap();
                let order = graph.eliminate(rule, &mut Ties::new(1), &clock).unwrap();
                let mut seen = order.clone();
                seen.sort_unstable();
                assert_eq!(seen, (0..count as u16).collect::<Vec<_>>());
                assert_eq!(width(&scopes, &order), wanted, "{rule:?}");
            }
        }
    }
}
