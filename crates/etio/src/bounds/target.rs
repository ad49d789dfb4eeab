//! When intervals are narrow enough.

use super::bracket::Bracket;

/// When the method [`bounds`](crate::Method::Bounds) may stop before its time is over.
///
/// The ten likeliest diseases are the *leading* ones. Callers write it out, as `Target { within: 0.01,
/// ..Target::default() }`: that must stay possible, and stays right if there is more to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// It stops if no interval of a leading disease is wider than this.
    pub within: f64,
    /// It also stops if the order of the leading diseases is decided, and that none of the others comes
    /// before them.
    pub until_ranked: bool,
    /// Whether such intervals are as good as an exact answer. If so, [`auto`](crate::Method::Auto)
    /// takes them in its place if they are predicted to take far less time.
    pub is_enough: bool,
}

impl Default for Target {
    /// A width of 0.001, and an exact answer instead if there is one.
    fn default() -> Self {
        Self { within: 1e-3, until_ranked: false, is_enough: false }
    }
}

impl Target {
    pub(crate) fn is_reached(&self, bracket: &Bracket) -> bool {
        bracket.width() <= self.within || self.until_ranked && bracket.is_ranked()
    }
}
