//! When intervals are narrow enough.

use super::bracket::Bracket;

/// When the method [`bounds`](crate::Method::Bounds) may stop before its time is over.
///
/// The ten likeliest diseases are the *leading* ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// It stops if no interval of a leading disease is wider than this.
    pub within: f64,
    /// It also stops if the order of the leading diseases is decided, and that none of the others comes
    /// before them.
    pub until_ranked: bool,
}

impl Default for Target {
    /// A width of 0.001.
    fn default() -> Self {
        Self { within: 1e-3, until_ranked: false }
    }
}

impl Target {
    pub(super) fn is_reached(&self, bracket: &Bracket) -> bool {
        bracket.width() <= self.within || self.until_ranked && bracket.is_ranked()
    }
}
