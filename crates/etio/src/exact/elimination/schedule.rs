//! From an elimination order to joins: which tables meet, two at a time, and which variable then goes.
//!
//! Variables are numbered by their rank: the last to be eliminated is 0. So the first variable of a
//! set to go is its largest member. The same schedule is walked to price an order and to build a
//! plan.

use super::bits::Bits;

/// A table during scheduling: which one it is, and over which variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<const N: usize> {
    pub(super) id: usize,
    pub(super) scope: Bits<N>,
}

/// Memory of the scheduler, reused.
#[derive(Debug)]
pub(super) struct Scheduler<const N: usize> {
    buckets: Vec<Vec<Item<N>>>,
}

impl<const N: usize> Scheduler<N> {
    pub(super) fn new() -> Self {
        Self { buckets: Vec::new() }
    }

    /// Walks the joins that eliminate all variables. `visit(left, right, scope of the result,
    /// variable that goes)`; a step with a single table has no right side. Tables are numbered on
    /// from the factors as they are made. Stops early when `visit` returns false.
    pub(super) fn walk(
        &mut self,
        scopes: &[Bits<N>],
        variables: usize,
        mut visit: impl FnMut(Item<N>, Option<Item<N>>, Bits<N>, Option<usize>) -> bool,
    ) -> bool {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.buckets.resize_with(self.buckets.len().max(variables), Vec::new);
        for (id, &scope) in scopes.iter().enumerate() {
            if let Some(first) = scope.last() {
                self.buckets[first].push(Item { id, scope });
            }
        }
        let mut next = scopes.len();
        for variable in (0..variables).rev() {
            let mut list = std::mem::take(&mut self.buckets[variable]);
            list.sort_by_key(|item| std::cmp::Reverse(item.scope.len()));
            while list.len() > 2 {
                let Some((a, b)) = take_pair(&mut list) else { break };
                let scope = a.scope.union(b.scope);
                if !visit(a, Some(b), scope, None) {
                    return false;
                }
                insert(&mut list, Item { id: next, scope });
                next += 1;
            }
            if let Some(a) = list.pop() {
                let b = list.pop();
                let mut scope = b.map_or(a.scope, |b| a.scope.union(b.scope));
                scope.remove(variable);
                if !visit(a, b, scope, Some(variable)) {
                    return false;
                }
                if let Some(first) = scope.last() {
                    self.buckets[first].push(Item { id: next, scope });
                }
                next += 1;
            }
            self.buckets[variable] = list;
        }
        true
    }
}

/// Takes out the smallest table and the one that it grows least with. The list is sorted, largest first.
fn take_pair<const N: usize>(list: &mut Vec<Item<N>>) -> Option<(Item<N>, Item<N>)> {
    let a = list.pop()?;
    let (mut partner, mut least) = (list.len().checked_sub(1)?, usize::MAX);
    for at in (0..list.len()).rev() {
        let other = &list[at].scope;
        // What follows is at least as large by itself.
        if other.len() >= least {
            break;
        }
        let union = a.scope.union(*other).len();
        if union < least {
            (partner, least) = (at, union);
        }
    }
    let b = list.remove(partner);
    Some((a, b))
}

/// Puts a table into a list that is sorted, largest first.
fn insert<const N: usize>(list: &mut Vec<Item<N>>, item: Item<N>) {
    let at = list.partition_point(|other| other.scope.len() >= item.scope.len());
    list.insert(at, item);
}
