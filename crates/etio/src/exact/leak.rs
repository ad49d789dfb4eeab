//! Diseases with a single present finding act as a part of its leak.
//!
//! All that the rest of the problem sees of them is how likely the finding is to be on without the
//! rest, and not. That pair joins without subtraction: `quiet = q1 q2`, `fired = f1 + q1 f2`.

use crate::numeric::Extended;

/// The same for numbers that may leave the range of doubles, with causes that are present for certain.
#[derive(Clone, Copy, Debug)]
pub(super) struct WidePair {
    quiet: Extended,
    pub(super) fired: Extended,
}

impl WidePair {
    pub(super) fn new(quiet: f64, fired: f64) -> Self {
        Self { quiet: Extended::new(quiet), fired: Extended::new(fired) }
    }

    /// Adds a cause that is present and fires with a probability.
    pub(super) fn join(&mut self, p: f64) {
        self.fired = self.fired + self.quiet * Extended::new(p);
        self.quiet = self.quiet * Extended::new(1.0 - p);
    }
}

/// P(not fired) and P(fired) of independent causes of one finding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) quiet: f64,
    pub(super) fired: f64,
}

impl Pair {
    pub(super) const NEVER: Self = Self { quiet: 1.0, fired: 0.0 };

    /// A disease that is present with a prior and then fires with a probability.
    pub(super) fn of_disease(prior: f64, complement: f64, p: f64) -> Self {
        Self { quiet: complement + prior * (1.0 - p), fired: prior * p }
    }

    /// Either of two.
    pub(super) fn or(self, other: Self) -> Self {
        Self { quiet: self.quiet * other.quiet, fired: self.fired + self.quiet * other.fired }
    }
}

/// P(evidence) as a function of one finding's leak pair: `quiet * if_quiet + fired * if_fired`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sensitivity {
    pub(super) if_quiet: f64,
    pub(super) if_fired: f64,
}

impl Sensitivity {
    /// Error for a finding that only its leak can explain.
    pub(super) const LEAK_ALONE: Self = Self { if_quiet: 0.0, if_fired: 1.0 };

    fn of(self, pair: Pair) -> f64 {
        pair.quiet * self.if_quiet + pair.fired * self.if_fired
    }
}

/// The marginals of one finding's single diseases, given as (prior, complement, link), from the
/// finding's own leak and what the rest of the problem makes of the pair. Calls `found(position,
/// marginal)` for each.
pub(super) fn single_marginals(
    leak: Pair,
    diseases: impl DoubleEndedIterator<Item = (f64, f64, f64)> + ExactSizeIterator + Clone,
    sensitivity: Sensitivity,
    suffixes: &mut Vec<Pair>,
    mut found: impl FnMut(usize, f64),
) {
    let count = diseases.len();
    suffixes.clear();
    suffixes.resize(count + 1, Pair::NEVER);
    for (at, (prior, complement, p)) in diseases.clone().enumerate().rev() {
        suffixes[at] = Pair::of_disease(prior, complement, p).or(suffixes[at + 1]);
    }
    let mut prefix = leak;
    for (at, (prior, complement, p)) in diseases.enumerate() {
        let others = prefix.or(suffixes[at + 1]);
        let on = prior * sensitivity.of(others.or(Pair { quiet: 1.0 - p, fired: p }));
        let off = complement * sensitivity.of(others);
        found(at, on / (on + off));
        prefix = prefix.or(Pair::of_disease(prior, complement, p));
    }
}
