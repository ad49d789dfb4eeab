//! One xi at a time.
//!
//! `cvx` minimises the log bound of a finding on its own,
//!
//! `-f*(xi) + xi theta_0 + sum of ln(1 - q_i + q_i e^(xi theta_i))`,
//!
//! which is convex in xi. Its derivative (Eq. 9 of the paper, with the leak) vanishes where
//!
//! `ln(1 + 1/xi) = S(xi)`,  `S(xi) = theta_0 + sum of theta_i / (1 + p_i e^(-xi theta_i))`,
//! `p_i = (1 - q_i) / q_i`.
//!
//! S rises from `theta_0 + sum of theta_i q_i` to `theta_0 + sum of theta_i`, so `xi = 1/(e^S - 1)`
//! at its two ends brackets the root. In `u = ln xi` the equation reads `u + ln(e^S - 1) = 0`,
//! whose slope is at least 1 and which is the same over all orders of magnitude. Newton's method on
//! it bisects wherever a step leaves the bracket or shrinks too slowly, and always once it had
//! [`NEWTON_STEPS`]: the bracket is at most [`LOG_XI`] wide and shrinks to [`WIDTH`], so the steps
//! are bounded.

use crate::kernels::logistic;
use crate::variational::conjugate::theta;
use crate::{FindingId, Network, Parents};

/// A finding's own problem.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    /// `theta_0`.
    base: f64,
    /// `theta_0` and the thetas of all parents, also of those that cannot be present.
    total: f64,
    thetas: Vec<f64>,
    /// `p_i`, the inverse odds of each disease.
    inverse_odds: Vec<f64>,
}

/// Outcome for one finding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Root {
    /// The minimiser, or the end of [`LOG_XI`] next to it.
    pub(crate) xi: f64,
    /// Evaluations of S that it took.
    pub(crate) steps: u32,
}

/// Relative precision of xi. A Newton step this short leaves an error of its square.
const PRECISION: f64 = 1e-9;
/// A bracket of `ln xi` this narrow is the answer. Its two ends differ by a few roundings of the
/// equation, in which steps are no longer to be trusted; relative to `ln xi` this width would
/// vanish if xi is near 1, and bisecting go on.
const WIDTH: f64 = 1e-13;
/// Steps that Newton's method may take before bisecting alone goes on; about ten are usual.
const NEWTON_STEPS: u32 = 30;
/// Steps at most: neighbouring doubles may be farther apart than [`WIDTH`].
const MOST_STEPS: u32 = 200;
/// The logarithms of xi that are considered. Below, xi is 0 as a double and the finding certain for
/// all that matters. Above, it is impossible for all that matters (where it is so entirely, its
/// bound falls without end); `xi theta` still is a double there.
pub(crate) const LOG_XI: (f64, f64) = (-745.0, 700.0);

impl Terms {
    /// Starts over with a finding's `theta_0`.
    pub(crate) fn start(&mut self, base: f64) {
        self.base = base;
        self.total = base;
        self.thetas.clear();
        self.inverse_odds.clear();
    }

    /// Adds a disease of probability `q`. One that is present in any case is like a leak; one that
    /// cannot be present adds nothing.
    pub(crate) fn push(&mut self, q: f64, complement: f64, theta: f64) {
        self.total += theta;
        let inverse_odds = complement / q;
        if inverse_odds == 0.0 {
            self.base += theta;
        } else if q > 0.0 {
            self.thetas.push(theta);
            self.inverse_odds.push(inverse_odds.min(f64::MAX));
        }
    }

    /// Takes a finding of a network with the priors as they are. False if one of its thetas is
    /// infinite, so that it cannot be transformed; a damaged row, which no problem gets past,
    /// counts as that.
    pub(crate) fn read(&mut self, network: &Network, finding: FindingId) -> bool {
        let finite = self.read_row(network.leak(finding), network.parents(finding), &network.priors);
        finite && network.by_finding.is_sound(finding.index())
    }

    /// Takes a finding with its leak and its links, whose diseases have these priors.
    pub(crate) fn read_row(&mut self, leak: f64, parents: Parents<'_>, priors: &[f64]) -> bool {
        self.start(theta(leak));
        let mut finite = leak < 1.0;
        let (thetas, inverse_odds) = (&mut self.thetas, &mut self.inverse_odds);
        parents.for_each(|disease, p| {
            finite &= p < 1.0;
            let prior = priors[disease];
            let odds = (1.0 - prior) / prior;
            if 0.0 < odds && prior > 0.0 {
                thetas.push(p);
                inverse_odds.push(odds.min(f64::MAX));
            } else {
                self.total += theta(p);
                self.base += prior * theta(p);
            }
        });
        logistic::thetas(thetas);
        self.total += self.thetas.iter().sum::<f64>();
        finite
    }

    /// The minimiser of the finding's own bound.
    pub(crate) fn minimise(&self) -> Root {
        self.minimise_from(0.0)
    }

    /// The same minimiser, searched for from a xi near it; from scratch if that is 0.
    pub(crate) fn minimise_from(&self, near: f64) -> Root {
        let (expected, weighted) = logistic::expectations(&self.thetas, &self.inverse_odds);
        let (lowest, highest) = (self.base + expected, self.base + self.thetas.iter().sum::<f64>());
        let mut low = (-log_exp_m1(highest)).clamp(LOG_XI.0, LOG_XI.1);
        let mut high = (-log_exp_m1(lowest)).clamp(LOG_XI.0, LOG_XI.1);
        if low == high || self.is_flat_below(high) {
            return Root { xi: in_range(lowest.exp_m1().recip()), steps: 0 };
        }
        let mut u = match near {
            0.0 => self.guess(low, high, expected, weighted / expected),
            near => near.ln().clamp(low, high),
        };
        // What underflows on the way to a guess leaves no number.
        if !u.is_finite() {
            u = 0.5 * (low + high);
        }
        let mut previous_step = high - low;
        let mut steps = 0;
        loop {
            steps += 1;
            let (value, slope) = self.equation(u);
            if value > 0.0 {
                high = u;
            } else {
                low = u;
            }
            let step = -value / slope;
            if step.abs() <= PRECISION || high - low <= WIDTH || steps == MOST_STEPS {
                // If the sum underflows, the slope is not a number.
                let step = if step.is_finite() { step } else { 0.0 };
                return Root { xi: (u + step).clamp(low, high).exp(), steps };
            }
            let is_short = step.abs() <= 0.5 * previous_step;
            let trusted = steps < NEWTON_STEPS && is_short && (low..=high).contains(&(u + step));
            previous_step = if trusted { step.abs() } else { high - low };
            u = if trusted { u + step } else { 0.5 * (low + high) };
        }
    }

    /// The paper's `ppf`: the xi whose tangent touches where all parents are present, `1/(e^x - 1)`
    /// with x the sum of all thetas. It needs no prior, and with eight parents or so it is next to
    /// 0: the finding is practically ignored.
    pub(crate) fn closed_form(&self) -> f64 {
        in_range(self.total.exp_m1().recip())
    }

    /// Whether no xi up to `e^u` tilts any disease, so that S keeps its lowest value: findings with
    /// very many parents.
    fn is_flat_below(&self, u: f64) -> bool {
        let largest = self.thetas.iter().copied().fold(0.0, f64::max);
        u.exp() * largest < 0.5 * f64::EPSILON
    }

    /// First guess: the root with all parents alike and rare, so that S is `theta_0 + expected
    /// e^(xi theta)`. It does not read the parents, and with many of them it is all but the answer.
    fn guess(&self, low: f64, high: f64, expected: f64, theta: f64) -> f64 {
        // Below, nothing is tilted; above, everything is present.
        let turn = -theta.ln();
        let (mut from, mut to) = ((turn.min(high) - 3.0).max(low), (turn + 5.0).clamp(low, high));
        for _ in 0..12 {
            let u = 0.5 * (from + to);
            let sum = self.base + expected * (theta * u.exp()).min(LOG_XI.1).exp();
            if u + log_exp_m1(sum) > 0.0 {
                to = u;
            } else {
                from = u;
            }
        }
        (0.5 * (from + to)).clamp(low, high)
    }

    /// `u + ln(e^S - 1)` and its derivative at `xi = e^u`.
    fn equation(&self, u: f64) -> (f64, f64) {
        let xi = u.exp();
        let (sum, slope) = logistic::pull(&self.thetas, &self.inverse_odds, xi);
        let sum = self.base + sum;
        (u + log_exp_m1(sum), 1.0 + xi * slope / -(-sum).exp_m1())
    }
}

fn in_range(xi: f64) -> f64 {
    xi.min(LOG_XI.1.exp())
}

/// `ln(e^x - 1)`.
fn log_exp_m1(x: f64) -> f64 {
    if x > 30.0 { x + (-(-x).exp()).ln_1p() } else { x.exp_m1().ln() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(base: f64, parents: &[(f64, f64)]) -> Terms {
        let mut terms = Terms::default();
        terms.start(base);
        for &(q, theta) in parents {
            terms.push(q, 1.0 - q, theta);
        }
        terms
    }

    /// Eq. 9, each term as the paper has it.
    fn derivative(base: f64, parents: &[(f64, f64)], xi: f64) -> f64 {
        let pull: f64 =
            parents.iter().map(|(q, theta)| theta / ((1.0 - q) / q * (-xi * theta).exp() + 1.0)).sum();
        base + pull - xi.recip().ln_1p()
    }

    /// Whether the derivative changes its sign within a relative distance of the root.
    fn brackets(base: f64, parents: &[(f64, f64)], xi: f64, distance: f64) -> bool {
        derivative(base, parents, xi * (1.0 - distance)) <= 0.0
            && derivative(base, parents, xi * (1.0 + distance)) >= 0.0
    }

    /// The corners and the inside of the box that the solver must cover.
    const THETAS: &[f64] = &[1e-12, 1e-9, 1e-6, 1e-3, 0.05, 0.7, 3.0, 20.0, 120.0, 700.0];
    const PRIORS: &[f64] =
        &[1e-12, 1e-9, 1e-6, 1e-4, 1e-2, 0.3, 0.7, 0.99, 1.0 - 1e-4, 1.0 - 1e-8, 1.0 - 1e-12];
    /// Proven are [`NEWTON_STEPS`] and the 54 halvings from the widest bracket to the narrowest.
    const MOST_STEPS: u32 = 40;

    #[test]
    fn one_parent_converges_over_the_whole_box() {
        for &theta in THETAS {
            for &q in PRIORS {
                for base in [0.0, 1e-12, 1e-3, 5.0] {
                    let parents = [(q, theta)];
                    let root = terms(base, &parents).minimise();
                    assert!(root.steps <= MOST_STEPS, "{theta} {q} {base}: {root:?}");
                    assert!(brackets(base, &parents, root.xi, 1e-12), "{theta} {q} {base}: {root:?}");
                }
            }
        }
    }

    fn parent() -> impl Strategy<Value = (f64, f64)> {
        let q = prop_oneof![
            (-12.0..-0.3f64).prop_map(|e| 10f64.powf(e)),
            (-12.0..-0.3f64).prop_map(|e| 1.0 - 10f64.powf(e)),
        ];
        let theta = (-12.0..2.845f64).prop_map(|e| 10f64.powf(e));
        (q, theta)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn many_parents_converge_over_the_whole_box(
            parents in prop::collection::vec(parent(), 1..12),
            base in prop_oneof![Just(0.0), (-12.0..1.0f64).prop_map(|e| 10f64.powf(e))],
        ) {
            let root = terms(base, &parents).minimise();
            prop_assert!(root.steps <= MOST_STEPS, "{root:?}");
            if root.xi > 0.0 {
                prop_assert!(brackets(base, &parents, root.xi, 1e-12), "{root:?}");
            } else {
                // Beyond what a double holds: the finding is certain for all that a tilt could do.
                prop_assert!(base + parents.iter().map(|(q, theta)| q * theta).sum::<f64>() > 700.0);
            }
        }
    }

    /// If xi is 1, ln xi is 0, which bisection could refine without end.
    #[test]
    fn a_root_at_one_is_found_like_any_other() {
        for q in [0.01, 0.3, 0.5, 0.9] {
            for theta in [0.1, 0.5, 1.0f64] {
                // S(1) = ln 2 makes xi = 1 the root.
                let base = 2f64.ln() - theta / (1.0 + (1.0 - q) / q * (-theta).exp());
                if base >= 0.0 {
                    let root = terms(base, &[(q, theta)]).minimise();
                    assert!((root.xi - 1.0).abs() < 1e-12 && root.steps <= 12, "{q} {theta}: {root:?}");
                }
            }
        }
    }

    #[test]
    fn without_parents_the_leak_is_met_exactly() {
        for base in [1e-12, 0.3, 40.0_f64] {
            let root = terms(base, &[]).minimise();
            assert_eq!(root, Root { xi: base.exp_m1().recip(), steps: 0 });
        }
    }

    #[test]
    fn a_certain_disease_is_a_leak_and_an_impossible_one_is_nothing() {
        let plain = terms(0.5, &[(0.3, 0.2)]);
        let dressed = terms(0.1, &[(1.0, 0.4), (0.0, 9.0), (0.3, 0.2)]);
        assert!((dressed.minimise().xi / plain.minimise().xi - 1.0).abs() < 1e-15);
        assert!((dressed.closed_form() - 9.7f64.exp_m1().recip()).abs() < 1e-18);
    }

    #[test]
    fn what_cannot_be_present_gets_the_largest_xi() {
        let impossible = terms(0.0, &[(0.0, 1.0)]);
        assert_eq!(impossible.minimise(), Root { xi: LOG_XI.1.exp(), steps: 0 });
        assert!(terms(0.0, &[]).closed_form().is_finite());
    }

    #[test]
    fn hundreds_of_likely_parents_need_no_search() {
        let root = terms(0.0, &vec![(0.5, 0.7); 200]).minimise();
        assert_eq!(root.steps, 0);
        assert!((root.xi.ln() + 70.0).abs() < 1e-12);
    }
}
