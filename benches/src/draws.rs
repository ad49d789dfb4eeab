//! A small seeded generator of random numbers.

/// `SplitMix64`.
pub(crate) struct Draws(u64);

impl Draws {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Moves `count` random items to the front, or all if there are fewer, and drops the others.
    pub(crate) fn choose<T>(&mut self, items: &mut Vec<T>, count: usize) {
        for at in 0..count.min(items.len()) {
            let other = at + (self.unit() * (items.len() - at) as f64) as usize;
            items.swap(at, other);
        }
        items.truncate(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_items_are_different_and_evenly_spread() {
        let mut draws = Draws::new(1);
        let mut counts = [0; 10];
        for _ in 0..10_000 {
            let mut items: Vec<usize> = (0..10).collect();
            draws.choose(&mut items, 3);
            assert!(items.len() == 3 && items[0] != items[1] && items[1] != items[2] && items[0] != items[2]);
            for item in items {
                counts[item] += 1;
            }
        }
        // The standard deviation is 46.
        assert!(counts.iter().all(|count| (2_750..3_250).contains(count)), "{counts:?}");
        let mut few = vec![1, 2];
        draws.choose(&mut few, 5);
        few.sort_unstable();
        assert_eq!(few, [1, 2]);
    }
}
