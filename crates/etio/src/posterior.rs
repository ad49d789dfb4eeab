//! The answer: a probability for every disease, and how far it can be trusted.

use std::fmt;

use crate::{Basis, DiseaseId, FindingId, Method};

/// The diseases' probabilities given the evidence.
///
/// Every marginal is in [0, 1] and no number is NaN.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Posterior {
    /// P(disease | evidence), indexed by disease.
    pub marginals: Vec<f64>,
    /// Natural logarithm of P(evidence), or of the method's own value for it if it is not exact.
    pub log_evidence: f64,
    /// How far the numbers can be trusted.
    pub exactness: Exactness,
    /// The method that gave the answer. For `auto`, the method it chose.
    pub method: Method,
    /// Cost of the computation.
    pub work: Work,
    /// Lower and upper end of each marginal, if the answer is [`Exactness::Bounds`]; empty otherwise.
    pub(crate) intervals: Vec<(f64, f64)>,
}

/// A [`Posterior`] without its marginals, which are elsewhere.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// Natural logarithm of P(evidence), or of the method's own value for it if it is not exact.
    pub log_evidence: f64,
    /// How far the numbers can be trusted.
    pub exactness: Exactness,
    /// The method that gave the answer. For `auto`, the method it chose.
    pub method: Method,
    /// Cost of the computation.
    pub work: Work,
}

/// Whether a [`Posterior`] is exact, in proven intervals or an estimate.
///
/// [`Display`](fmt::Display) puts it into words for people, such as `exact, error below 3e-13`, `exact,
/// estimated error 3e-13`, `certified intervals` or `estimate`. With the feature `serde` it serialises to the
/// members that answers have in JSON, to be flattened into them: `exactness`, then `error_bound`, or
/// `log_evidence_lower` and `log_evidence_upper`, and `"certified": false` or `"informed": false` only if
/// that is so. A lower bound of minus infinity is left out. Estimates add the members of their [`Basis`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Exactness {
    /// Right up to rounding.
    #[non_exhaustive]
    Exact {
        /// No marginal is off by more than this, and the log evidence is not off by more than this
        /// and four units in its last place.
        error_bound: f64,
        /// Whether that is proven (`docs/exact.md`). Quickscore's bound is an estimate from the
        /// sizes of what cancels.
        certified: bool,
    },
    /// Every marginal is proven to lie in an interval: see [`Posterior::interval`]. The marginals
    /// are points inside.
    #[non_exhaustive]
    Bounds {
        /// The log evidence is at least this.
        log_evidence_lower: f64,
        /// The log evidence is at most this.
        log_evidence_upper: f64,
        /// False if no interval says more than that a probability is between 0 and 1 and no
        /// estimate was reached either: see [`is_informed`](Self::is_informed).
        is_informed: bool,
    },
    /// An approximation; the log evidence is bounded from above.
    #[non_exhaustive]
    Estimate {
        /// The log evidence is at least this: finite for `mean-field`, minus infinity otherwise.
        log_evidence_lower: f64,
        /// No value of the log evidence above this is possible, roundings included. The mean of samples may
        /// be above it all the same: capped, it would have a bias.
        log_evidence_upper: f64,
        /// False if no bound was reached in time that says more than that probabilities are at most
        /// 1: the marginals are then those without the present findings, and must not be shown as
        /// an answer.
        is_informed: bool,
        /// How it was reached, and what that says about its error.
        basis: Basis,
    },
}

impl Exactness {
    /// The one-word form of the command line and the service.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Exact { .. } => "exact",
            Self::Bounds { .. } => "bounds",
            Self::Estimate { .. } => "estimate",
        }
    }

    /// The bound on the absolute error of every marginal, if the answer is exact.
    pub fn error_bound(&self) -> Option<f64> {
        match self {
            Self::Exact { error_bound, .. } => Some(*error_bound),
            Self::Bounds { .. } | Self::Estimate { .. } => None,
        }
    }

    /// Whether the answer is exact with a proven error bound.
    pub fn is_certified(&self) -> bool {
        matches!(self, Self::Exact { certified: true, .. })
    }

    /// Whether the present findings had a part in the answer. If not, no useful bound was reached
    /// within the time given, the marginals are those without the present findings, and there is no
    /// answer to show.
    pub fn is_informed(&self) -> bool {
        match self {
            Self::Exact { .. } => true,
            Self::Bounds { is_informed, .. } | Self::Estimate { is_informed, .. } => *is_informed,
        }
    }

    /// Whether the answer is exact, and not an interval or an estimate.
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact { .. })
    }

    /// Whether the answer is in certified intervals.
    pub fn is_bounds(&self) -> bool {
        matches!(self, Self::Bounds { .. })
    }

    /// An estimate, for tests of whatever shows answers.
    #[doc(hidden)]
    pub fn estimate(log_evidence_upper: f64, is_informed: bool) -> Self {
        let log_evidence_lower = f64::NEG_INFINITY;
        Self::Estimate { log_evidence_lower, log_evidence_upper, is_informed, basis: Basis::Bound }
    }

    /// How an estimate was reached; `None` for other answers.
    pub fn basis(&self) -> Option<Basis> {
        match self {
            Self::Estimate { basis, .. } => Some(*basis),
            Self::Exact { .. } | Self::Bounds { .. } => None,
        }
    }

    /// The upper bound on the log evidence, if the answer is not exact.
    pub fn log_evidence_upper(&self) -> Option<f64> {
        match self {
            Self::Exact { .. } => None,
            Self::Bounds { log_evidence_upper, .. } | Self::Estimate { log_evidence_upper, .. } => {
                Some(*log_evidence_upper)
            }
        }
    }

    /// The lower bound on the log evidence, if the answer is not exact and has one.
    pub fn log_evidence_lower(&self) -> Option<f64> {
        match self {
            Self::Bounds { log_evidence_lower, .. } => Some(*log_evidence_lower),
            Self::Estimate { log_evidence_lower, .. } => {
                Some(*log_evidence_lower).filter(|lower| lower.is_finite())
            }
            Self::Exact { .. } => None,
        }
    }
}

impl fmt::Display for Exactness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact { error_bound, certified: true } => {
                write!(f, "exact, error below {}", RoundedUp(*error_bound))
            }
            Self::Exact { error_bound, certified: false } => {
                write!(f, "exact, estimated error {}", RoundedUp(*error_bound))
            }
            Self::Bounds { is_informed: true, .. } => f.write_str("certified intervals"),
            Self::Estimate { is_informed: true, basis, .. } => write!(f, "estimate{basis}"),
            Self::Estimate { is_informed: false, basis: Basis::Sampled { samples, .. }, .. } => write!(
                f,
                "none of {samples} samples explains the findings: probabilities without the present findings"
            ),
            Self::Bounds { is_informed: false, .. } | Self::Estimate { is_informed: false, .. } => f
                .write_str(
                    "no useful bound within the time given: probabilities without the present findings",
                ),
        }
    }
}

/// A bound with one digit, rounded up so that it still holds: `3e-13`.
struct RoundedUp(f64);

impl fmt::Display for RoundedUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(x) = *self;
        if x <= 0.0 || !x.is_finite() {
            return write!(f, "{x}");
        }
        let exponent = x.log10().floor() as i32;
        // Scaling rounds too: a mantissa of 3 must not become 4 for an error in its last digit.
        let mantissa = (x / 10f64.powi(exponent) - 1e-9).ceil();
        if mantissa >= 10.0 { write!(f, "1e{}", exponent + 1) } else { write!(f, "{mantissa}e{exponent}") }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Exactness {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;

        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("exactness", self.word())?;
        match self {
            Self::Exact { error_bound, certified } => {
                members.serialize_entry("error_bound", error_bound)?;
                if !certified {
                    members.serialize_entry("certified", &false)?;
                }
            }
            Self::Bounds { log_evidence_lower, log_evidence_upper, is_informed } => {
                if log_evidence_lower.is_finite() {
                    members.serialize_entry("log_evidence_lower", log_evidence_lower)?;
                }
                members.serialize_entry("log_evidence_upper", log_evidence_upper)?;
                if !is_informed {
                    members.serialize_entry("informed", &false)?;
                }
            }
            Self::Estimate { log_evidence_lower, log_evidence_upper, is_informed, basis } => {
                if log_evidence_lower.is_finite() {
                    members.serialize_entry("log_evidence_lower", log_evidence_lower)?;
                }
                members.serialize_entry("log_evidence_upper", log_evidence_upper)?;
                if !is_informed {
                    members.serialize_entry("informed", &false)?;
                }
                basis.serialize_into(&mut members)?;
            }
        }
        members.end()
    }
}

/// Work done for an answer, counted rather than timed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Work {
    /// Elementary steps, in the method's own unit: subset times disease for Quickscore, table
    /// entries for elimination.
    pub operations: f64,
    /// Diseases that could explain a present finding, and so took part.
    pub relevant_diseases: usize,
    /// Present findings that had to be explained.
    pub explained_findings: usize,
    /// The findings a hybrid transformed, in its order.
    pub transformed: Vec<FindingId>,
    /// Predicted time of the method in seconds, made before it started; zero for hybrids.
    pub predicted_seconds: f64,
    /// Axes of the largest table; zero for hybrids.
    pub width: usize,
    /// Predicted time of an exact answer in seconds, if `auto` gave an estimate instead.
    pub exact_seconds: Option<f64>,
}

impl Posterior {
    /// P(disease | evidence).
    pub fn marginal(&self, disease: DiseaseId) -> f64 {
        self.marginals[disease.index()]
    }

    /// The lower and upper end of P(disease | evidence): those of [`Exactness::Bounds`], or what an exact
    /// answer's error bound allows. Nothing if the answer is an estimate, or if its error bound is
    /// not certified.
    pub fn interval(&self, disease: DiseaseId) -> Option<(f64, f64)> {
        match self.exactness {
            Exactness::Exact { error_bound, certified: true } => {
                let p = self.marginal(disease);
                Some(((p - error_bound).max(0.0), (p + error_bound).min(1.0)))
            }
            Exactness::Bounds { .. } => self.intervals.get(disease.index()).copied(),
            Exactness::Exact { certified: false, .. } | Exactness::Estimate { .. } => None,
        }
    }

    /// Whether the first disease is proven to be at least as probable as the second.
    pub fn is_before(&self, first: DiseaseId, second: DiseaseId) -> bool {
        match (self.interval(first), self.interval(second)) {
            (Some((lower, _)), Some((_, upper))) => lower >= upper,
            _ => false,
        }
    }

    /// For each disease of a head of the ranking, whether its place is open: it is not proven that
    /// none of those after it, listed or not, is more probable. Only answers in intervals leave
    /// places open.
    pub fn undecided(&self, ranking: &[(DiseaseId, f64)]) -> Vec<bool> {
        let mut open = vec![false; ranking.len()];
        if !self.exactness.is_bounds() {
            return open;
        }
        let mut uppers: Vec<f64> = self.intervals.iter().map(|&(_, upper)| upper).collect();
        let listed = ranking.iter().map(|&(disease, _)| (disease.index(), self.intervals[disease.index()]));
        for (at, _) in listed.clone() {
            uppers[at] = 0.0;
        }
        let mut highest_after = uppers.into_iter().fold(0.0, f64::max);
        for (open, (_, (lower, upper))) in open.iter_mut().zip(listed).rev() {
            *open = highest_after > lower;
            highest_after = highest_after.max(upper);
        }
        open
    }

    /// The `count` most probable diseases, most probable first, equal ones by index.
    pub fn ranking(&self, count: usize) -> Vec<(DiseaseId, f64)> {
        let by_rank = |a: &(DiseaseId, f64), b: &(DiseaseId, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        let mut best = Vec::new();
        let mut floor = f64::NEG_INFINITY;
        for (d, &marginal) in self.marginals.iter().enumerate() {
            // Few of many pass: an equal one comes after those that are in already.
            if marginal > floor {
                best.push((DiseaseId::new(d as u32), marginal));
                if best.len() == count.saturating_mul(4) {
                    floor = best.select_nth_unstable_by(count - 1, by_rank).1.1;
                    best.truncate(count);
                }
            }
        }
        best.sort_unstable_by(by_rank);
        best.truncate(count);
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn estimate(lower: f64, upper: f64, is_informed: bool, basis: Basis) -> Exactness {
        Exactness::Estimate { log_evidence_lower: lower, log_evidence_upper: upper, is_informed, basis }
    }

    const NONE: f64 = f64::NEG_INFINITY;
    const SAMPLED: Basis =
        Basis::Sampled { samples: 512, effective_samples: 40.4, standard_error: Some(0.0123), seed: 7 };
    const TOO_FEW: Basis =
        Basis::Sampled { samples: 512, effective_samples: 0.0, standard_error: None, seed: 7 };

    const KINDS: [Exactness; 9] = [
        Exactness::Exact { error_bound: 2.1e-13, certified: true },
        Exactness::Exact { error_bound: 2.1e-13, certified: false },
        estimate(NONE, -1.5, true, Basis::Bound),
        estimate(NONE, 0.0, false, Basis::Bound),
        Exactness::Bounds { log_evidence_lower: -2.5, log_evidence_upper: -1.5, is_informed: true },
        Exactness::Bounds {
            log_evidence_lower: f64::NEG_INFINITY,
            log_evidence_upper: 0.0,
            is_informed: false,
        },
        estimate(-3.5, -1.5, true, Basis::Iterated { iterations: 12, converged: false, swing: Some(0.25) }),
        estimate(NONE, -1.5, true, SAMPLED),
        estimate(NONE, -1.5, false, TOO_FEW),
    ];

    #[test]
    fn one_sample_is_singular() {
        let one = Basis::Sampled { samples: 1, effective_samples: 1.0, standard_error: None, seed: 0 };
        assert_eq!(one.to_string(), ", 1 sample worth 1, too few to tell the error");
        let one = Basis::Iterated { iterations: 1, converged: true, swing: None };
        assert_eq!(one.to_string(), ", converged after 1 iteration");
    }

    #[test]
    fn words_say_how_far_to_trust_an_answer() {
        assert_eq!(
            KINDS.map(|kind| kind.to_string()),
            [
                "exact, error below 3e-13",
                "exact, estimated error 3e-13",
                "estimate",
                "no useful bound within the time given: probabilities without the present findings",
                "certified intervals",
                "no useful bound within the time given: probabilities without the present findings",
                "estimate, not converged after 12 iterations: it goes to and fro by up to 0.25",
                "estimate, 512 samples worth 40, standard error up to 1.2e-2",
                "none of 512 samples explains the findings: probabilities without the present findings",
            ]
        );
        assert_eq!(
            KINDS.map(|kind| kind.is_informed()),
            [true, true, true, false, true, false, true, true, false]
        );
        assert_eq!(KINDS.map(|kind| kind.is_certified()).iter().filter(|&&is| is).count(), 1);
    }

    #[cfg(feature = "cases")]
    #[test]
    fn members_warn_only_if_there_is_something_to_warn_of() {
        assert_eq!(
            KINDS.map(|kind| serde_json::to_string(&kind).unwrap()),
            [
                r#"{"exactness":"exact","error_bound":2.1e-13}"#,
                r#"{"exactness":"exact","error_bound":2.1e-13,"certified":false}"#,
                r#"{"exactness":"estimate","log_evidence_upper":-1.5}"#,
                r#"{"exactness":"estimate","log_evidence_upper":0.0,"informed":false}"#,
                r#"{"exactness":"bounds","log_evidence_lower":-2.5,"log_evidence_upper":-1.5}"#,
                r#"{"exactness":"bounds","log_evidence_upper":0.0,"informed":false}"#,
                concat!(
                    r#"{"exactness":"estimate","log_evidence_lower":-3.5,"log_evidence_upper":-1.5,"#,
                    r#""iterations":12,"converged":false,"swing":0.25}"#,
                ),
                concat!(
                    r#"{"exactness":"estimate","log_evidence_upper":-1.5,"#,
                    r#""samples":512,"effective_samples":40.4,"standard_error":0.0123,"seed":7}"#,
                ),
                concat!(
                    r#"{"exactness":"estimate","log_evidence_upper":-1.5,"informed":false,"#,
                    r#""samples":512,"effective_samples":0.0,"seed":7}"#,
                ),
            ]
        );
    }

    #[test]
    fn a_place_is_open_if_any_later_disease_may_be_likelier() {
        let intervals = vec![(0.5, 0.7), (0.4, 0.45), (0.1, 0.6), (0.0, 0.2), (0.0, 0.05)];
        let mut posterior = Posterior {
            marginals: intervals.iter().map(|(lower, upper)| (lower + upper) / 2.0).collect(),
            log_evidence: 0.0,
            exactness: KINDS[4],
            method: Method::Bounds,
            work: Work::default(),
            intervals,
        };
        let open = |posterior: &Posterior, count| posterior.undecided(&posterior.ranking(count));
        // The third overlaps the first though the second, between them, does not; the fourth overlaps
        // the third from outside the list.
        assert_eq!(open(&posterior, 3), [true, true, true]);
        assert_eq!(open(&posterior, 5), [true, true, true, true, false]);
        posterior.intervals[2] = (0.3, 0.4);
        assert_eq!(open(&posterior, 3), [false, false, false]);
        posterior.exactness = KINDS[0];
        assert_eq!(open(&posterior, 3), [false; 3]);
    }

    #[test]
    fn bounds_are_rounded_up() {
        for (x, text) in
            [(2.1e-13, "3e-13"), (3e-13, "3e-13"), (1e-12, "1e-12"), (9.5e-8, "1e-7"), (0.0, "0")]
        {
            assert_eq!(RoundedUp(x).to_string(), text);
        }
    }

    proptest! {
        #[test]
        fn a_ranking_is_the_head_of_the_sorted_list(
            eighths in proptest::collection::vec(0u8..=8, 0..80),
            count in 0usize..90,
        ) {
            let marginals: Vec<f64> = eighths.iter().map(|&e| f64::from(e) / 8.0).collect();
            let mut sorted: Vec<_> =
                (0..).map(DiseaseId::new).zip(marginals.iter().copied()).collect();
            sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
            sorted.truncate(count);
            let posterior = Posterior {
                marginals,
                log_evidence: 0.0,
                exactness: Exactness::Exact { error_bound: 0.0, certified: true },
                method: Method::Auto,
                work: Work::default(),
                intervals: Vec::new(),
            };
            prop_assert_eq!(posterior.ranking(count), sorted);
        }
    }
}
