//! The terms that take part in a network, with what each refines: an ontology cut down to arrays.

/// Terms numbered parents first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    parents: Lists,
    ancestors: Lists,
}

/// Lists of numbers end to end.
#[derive(Clone, Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn push(&mut self, items: &[u32]) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.items.extend_from_slice(items);
        self.starts.push(self.items.len() as u32);
    }

    #[inline]
    fn get(&self, at: usize) -> &[u32] {
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl Graph {
    /// From the parents of each term, every one with a smaller number than the term.
    pub(crate) fn new<'a>(parents_of: impl IntoIterator<Item = &'a [u32]>) -> Self {
        let mut graph = Self::default();
        for parents in parents_of {
            let mut above: Vec<u32> = parents.to_vec();
            for &parent in parents {
                above.extend_from_slice(graph.ancestors.get(parent as usize));
            }
            above.sort_unstable();
            above.dedup();
            graph.parents.push(parents);
            graph.ancestors.push(&above);
        }
        graph
    }

    pub(crate) fn len(&self) -> usize {
        self.parents.starts.len().saturating_sub(1)
    }

    /// Direct parents of a term.
    #[inline]
    pub(crate) fn parents(&self, term: usize) -> &[u32] {
        self.parents.get(term)
    }

    /// All that a term refines, in ascending order, without itself.
    #[inline]
    pub(crate) fn ancestors(&self, term: usize) -> &[u32] {
        self.ancestors.get(term)
    }

    pub(crate) fn is_ancestor(&self, ancestor: u32, term: u32) -> bool {
        self.ancestors(term as usize).binary_search(&ancestor).is_ok()
    }

    /// The most specific of some terms: those that no other of them refines.
    pub(crate) fn most_specific(&self, terms: &[u32]) -> Vec<u32> {
        terms.iter().copied().filter(|&t| !terms.iter().any(|&other| self.is_ancestor(t, other))).collect()
    }
}
