//! Lazy validation: the rows of a large mapped file are validated when they are first used.

use std::sync::atomic::Ordering;

use super::links::{LinksByFinding, Probabilities, RowChecks};

impl LinksByFinding {
    /// Whether a row can be used. A row is validated once; two threads that arrive at the same time both validate it, with the same result.
    #[inline]
    pub(crate) fn is_sound(&self, finding: usize) -> bool {
        let Some(RowChecks(bits)) = self.checks.as_deref() else {
            return true;
        };
        let (word, bit) = (&bits[finding / 64], 1 << (finding % 64));
        if word.load(Ordering::Relaxed) & bit != 0 {
            return true;
        }
        let sound = self.check_row(finding);
        if sound {
            // Nothing is published with the bit: it only spares the next problem the look.
            word.fetch_or(bit, Ordering::Relaxed);
        }
        sound
    }

    /// Looks at every number of a row: all are probabilities, and as many are above zero as the row says.
    pub(crate) fn check_row(&self, finding: usize) -> bool {
        // From 0 to 1 the bits of a float ascend like the numbers; signs, infinities and NaN lie above.
        let (sound, positive) = match self.parents(finding).probabilities {
            Probabilities::F64(v) => (
                v.iter().fold(true, |sound, p| sound & (p.to_bits() <= 1f64.to_bits())),
                v.iter().filter(|&&p| p > 0.0).count(),
            ),
            Probabilities::F32(v) => (
                v.iter().fold(true, |sound, p| sound & (p.to_bits() <= 1f32.to_bits())),
                v.iter().filter(|&&p| p > 0.0).count(),
            ),
            Probabilities::U16(v) => (true, v.iter().filter(|&&p| p > 0).count()),
        };
        sound && positive == self.rows[finding].parent_count as usize
    }
}
