//! Ranking diseases for a patient, by scores made for that and by every method of the engine.

mod absent;
mod joint;
mod pairs;
mod single;
mod stated;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use etio::{
    BuildError, DiseaseId, Engine, Evidence, EvidenceError, Exactness, InferenceError, Limits, Method,
    Network, ParseMethodError, Target,
};

pub use absent::{Absent, ParseAbsentError};
pub(crate) use pairs::best_pairs;
pub(crate) use single::finding_weight;
pub use stated::{CEILING, SHIFT, SLOPE, stated};
pub(crate) use stated::{log_odds, logistic, stated_odds};

use crate::Observation;

macro_rules! rankers {
    (
        $(#[$doc:meta])*
        own { $($(#[$vdoc:meta])* $variant:ident = $text:literal: $summary:literal;)* }
        joint { $(#[$jdoc:meta])* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Ranker {
            $($(#[$vdoc])* $variant,)*
            $(#[$jdoc])*
            Joint(Method),
        }

        impl Ranker {
            /// The rankers made for patients, in the order of help and documents. Every [`Method`] is
            /// one too.
            pub const OWN: &'static [Self] = &[$(Self::$variant,)*];

            /// The method of the engine that it is, if it is one.
            pub const fn method(self) -> Option<Method> {
                match self {
                    $(Self::$variant)|* => None,
                    Self::Joint(method) => Some(method),
                }
            }

            /// Summary in one line, without a full stop.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => $summary,)*
                    Self::Joint(method) => method.summary(),
                }
            }
        }

        impl fmt::Display for Ranker {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant => f.write_str($text),)*
                    Self::Joint(method) => method.fmt(f),
                }
            }
        }
    };
}

rankers!(
    /// A way to rank diseases: one of those made for patients, or a method of the engine.
    ///
    /// Each has one spelling, which [`Display`](fmt::Display) writes and [`FromStr`] reads, and a
    /// [`summary`](Self::summary).
    own {
        /// Each disease as if it were the only one: the exact posterior of a network in which at most
        /// one disease is present.
        ///
        /// ```text
        /// P(only d | E) / P(none | E) = odds(d)
        ///     * prod over present j of (1 - (1 - leak_j)(1 - v_dj)) / leak_j
        ///     * prod over absent j of (1 - v_dj)
        /// ```
        ///
        /// A sum of logarithms over links: linear time, whatever the number of findings. It never
        /// refuses.
        #[default]
        Single = "single":
            "each disease as if it were the only one";

        /// Each disease alone and together with every other good candidate: at most two are present.
        ///
        /// The sum over all single diseases and all pairs of the 300 best of them. It never refuses.
        Pairs = "pairs":
            "one disease or two together";

        /// The usual single-disease likelihood ratio, on the annotations as they are, to measure
        /// against.
        ///
        /// It is the score of [`Single`](Self::Single) on a network made of a disease's own rows
        /// alone. For evaluations only.
        LikelihoodRatio = "likelihood-ratio":
            "the usual single-disease likelihood ratio, as a baseline";
    }
    joint {
        /// The posterior of the network itself: any number of diseases at once, by a method of the
        /// engine.
    }
);

impl Ranker {
    /// Whether it is a baseline for `etio evaluate`, and not for diagnosing patients.
    pub const fn is_baseline(self) -> bool {
        match self {
            Self::LikelihoodRatio => true,
            Self::Single | Self::Pairs | Self::Joint(_) => false,
        }
    }
}

/// A spelling that names no ranker.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; for patients also: {own}", own = own_spellings())]
pub struct ParseRankerError(ParseMethodError);

fn own_spellings() -> String {
    Ranker::OWN.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl FromStr for Ranker {
    type Err = ParseRankerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match Self::OWN.iter().find(|ranker| ranker.to_string() == text) {
            Some(ranker) => Ok(*ranker),
            None => text.parse().map(Self::Joint).map_err(ParseRankerError),
        }
    }
}

/// Why there is no ranking.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RankError {
    /// The engine gave no answer.
    #[error(transparent)]
    Inference(#[from] InferenceError),
    /// The patient's own network could not be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The evidence does not fit.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// The engine reached no useful bound within the time given, so that there is nothing to rank by.
    #[error("no useful bound within the time given; give more time, or rank by `single` or `pairs`")]
    Uninformed,
    /// Only absent terms can be used: they tell diseases apart, but none of them is a reason for one.
    #[error(
        "no present term can be used: diseases are ranked by present findings, and absent ones alone say too little"
    )]
    NothingPresent,
    /// None of the patient's terms can be used, so that there is nothing to rank by.
    #[error("{}", no_terms(notes))]
    NoTerms {
        /// Why each of them cannot.
        notes: Vec<String>,
    },
}

fn no_terms(notes: &[String]) -> String {
    match notes {
        [] => "no terms are given; list HPO terms that are present or absent".to_owned(),
        notes => format!("none of the terms can be used: {}", notes.join("; ")),
    }
}

/// Links of some diseases that differ from the network's, for the findings of one observation: for
/// each disease a probability for each present finding, then for each absent one.
pub(crate) type Overrides = Vec<(u32, Vec<f64>)>;

/// A disease's place among all.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// By disease: a log weight, up to a constant the log of the probability but finer, for that
    /// may round to zero.
    pub scores: Vec<f64>,
    /// By disease: how likely it is.
    pub probabilities: Vec<f64>,
    /// The ranker that ran, such as `single`; for `auto`, the one it chose.
    pub ran: Ranker,
    /// How far the probabilities can be trusted, if the engine gave them.
    pub exactness: Option<Exactness>,
    /// Natural logarithm of the probability of the evidence; with few diseases allowed, of that part of it.
    pub log_evidence: f64,
    /// By disease: the ends of its certified interval; empty unless that is how far the
    /// probabilities can be trusted.
    pub intervals: Vec<(f64, f64)>,
    /// How likely two diseases are both present, for every pair that was weighed. Empty unless one
    /// disease or two were allowed.
    pub pairs: Vec<([u32; 2], f64)>,
}

impl Ranking {
    /// A ranking of one disease at a time; other rankers fill in the rest.
    fn new(scores: Vec<f64>, probabilities: Vec<f64>, ran: Ranker) -> Self {
        let (intervals, pairs) = (Vec::new(), Vec::new());
        Self { scores, probabilities, ran, exactness: None, log_evidence: 0.0, intervals, pairs }
    }

    /// How likely any disease of a group is: the sum over its members, less what that counts twice
    /// because two of them are present. The methods of the engine do not say how often two are: there it
    /// is the sum, and at most 1.
    pub fn any_of(&self, group: &[DiseaseId]) -> f64 {
        let mut is_in = vec![false; self.probabilities.len()];
        group.iter().for_each(|disease| is_in[disease.index()] = true);
        let sum: f64 = group.iter().map(|disease| self.probabilities[disease.index()]).sum();
        let both = self.pairs.iter().filter(|(diseases, _)| diseases.iter().all(|&d| is_in[d as usize]));
        (sum - both.map(|(_, probability)| probability).sum::<f64>()).clamp(0.0, 1.0)
    }

    /// A disease's place from one: how many are above it, and one.
    pub fn rank(&self, disease: DiseaseId) -> usize {
        let own = self.scores[disease.index()];
        1 + self.scores.iter().filter(|&&score| score > own).count()
    }

    /// Whether it is not proven that no disease further down is more likely. Only answers in
    /// intervals leave that open.
    pub fn is_undecided(&self, disease: DiseaseId) -> bool {
        let at = disease.index();
        let Some(&(lower, _)) = self.intervals.get(at) else { return false };
        let own = self.scores[at];
        let is_after =
            |other: usize, score: f64| score < own || (score.total_cmp(&own).is_eq() && other > at);
        let mut others = self.intervals.iter().zip(&self.scores).enumerate();
        others.any(|(other, (&(_, upper), &score))| is_after(other, score) && upper > lower)
    }

    /// Whether the present findings had a part in it: see [`Exactness::is_informed`]. If not, it is not
    /// to be shown as an answer.
    pub fn is_informed(&self) -> bool {
        self.exactness.is_none_or(|exactness| exactness.is_informed())
    }

    /// How far the probabilities can be trusted, in words. The scores made for patients are exact sums
    /// of a simplified model, and count as estimates.
    pub fn trust(&self) -> String {
        self.exactness.map_or_else(|| "estimate".to_owned(), |exactness| exactness.to_string())
    }

    /// By disease: its place, from one; equal scores in the order of the network.
    pub fn order(&self) -> Vec<u32> {
        let mut places = vec![0; self.scores.len()];
        for (at, disease) in self.best(self.scores.len()).into_iter().enumerate() {
            places[disease] = at as u32 + 1;
        }
        places
    }

    /// The `count` best diseases, best first, equal ones by index.
    pub fn best(&self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.scores.len()).collect();
        let by_rank = |&a: &usize, &b: &usize| self.scores[b].total_cmp(&self.scores[a]).then(a.cmp(&b));
        if count < order.len() {
            order.select_nth_unstable_by(count, by_rank);
            order.truncate(count);
        }
        order.sort_unstable_by(by_rank);
        order
    }
}

/// What patients are ranked on: a network, and the list of genes that is part of its priors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) network: &'a Network,
    /// By disease: log of the factor on its prior odds; empty without a list.
    pub(crate) listed: &'a [f64],
}

impl Ground<'_> {
    /// Log of the factor that the list of genes put on a disease's prior odds.
    fn listed(self, disease: u32) -> f64 {
        self.listed.get(disease as usize).copied().unwrap_or_default()
    }
}

/// The ranking by one disease or two, whatever method a patient is ranked by.
pub(crate) fn at_most_two(ground: Ground<'_>, evidence: &Evidence, absent: Absent) -> Ranking {
    pairs::rank(ground, evidence, absent, &Overrides::new())
}

/// Ranks diseases on a network. It keeps its engine from patient to patient: create one per thread.
#[derive(Debug)]
pub(crate) struct Bench {
    network: Network,
    listed: Vec<f64>,
    engine: Engine,
    limits: Limits,
    target: Target,
}

impl Bench {
    pub(crate) fn new(ground: Ground<'_>, limits: Limits) -> Self {
        let engine = Engine::with_limits(ground.network, limits);
        let (network, listed) = (ground.network.clone(), ground.listed.to_vec());
        Self { network, listed, engine, limits, target: Target::default() }
    }

    /// Changes when certified intervals are narrow enough.
    pub(crate) fn set_target(&mut self, target: Target) {
        self.target = target;
        self.engine.set_target(target);
    }

    /// Ranks the diseases for an observation. [`Ranker::LikelihoodRatio`] is the single-disease
    /// score on a network made for it.
    pub(crate) fn rank(
        &mut self,
        ranker: Ranker,
        observation: &Observation,
        absent: Absent,
        overrides: &Overrides,
    ) -> Result<Ranking, RankError> {
        match ranker {
            Ranker::Single | Ranker::LikelihoodRatio => {
                Ok(single::rank(&self.network, &observation.evidence, absent, overrides, ranker))
            }
            Ranker::Pairs => {
                let ground = Ground { network: &self.network, listed: &self.listed };
                Ok(pairs::rank(ground, &observation.evidence, absent, overrides))
            }
            Ranker::Joint(method) => self.rank_jointly(method, observation, absent, overrides),
        }
    }
}
