//! Small sets of variables as bit masks.

/// A set of numbers below `64 * N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Bits<N> {
    pub(super) const EMPTY: Self = Self([0; N]);
    /// How many different members there can be.
    pub(super) const CAPACITY: usize = 64 * N;

    #[inline]
    pub(super) fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, member: usize) {
        self.0[member / 64] &= !(1 << (member % 64));
    }

    #[inline]
    pub(super) fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The largest member.
    #[inline]
    pub(super) fn last(&self) -> Option<usize> {
        (0..N).rev().find(|&w| self.0[w] != 0).map(|w| 64 * w + 63 - self.0[w].leading_zeros() as usize)
    }

    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|w| join(self.0[w], other.0[w])))
    }

    #[inline]
    pub(super) fn union(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    pub(super) fn intersection(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// How many members are not in `other`.
    #[inline]
    pub(super) fn count_outside(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & !b).count_ones() as usize).sum()
    }

    /// The members in ascending order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..N).flat_map(move |w| {
            let mut word = self.0[w];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    64 * w + bit
                })
            })
        })
    }
}

impl<const N: usize> FromIterator<usize> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
        let mut set = Self::EMPTY;
        members.into_iter().for_each(|m| set.insert(m));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_set() {
        let mut set: Bits<2> = [3, 70, 64, 3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 70]);
        assert_eq!((set.len(), set.last()), (3, Some(70)));
        set.remove(70);
        assert!(!set.contains(70) && set.contains(64));
        let other: Bits<2> = [64].into_iter().collect();
        assert_eq!(set.minus(other), [3].into_iter().collect());
        assert_eq!(set.intersection(other), other);
        assert_eq!(set.count_outside(&other), 1);
        assert_eq!((Bits::<1>::EMPTY.last(), Bits::<1>::EMPTY.is_empty()), (None, true));
    }
}
