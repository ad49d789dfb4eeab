//! One JSON object a line, as the design gives it. Programs depend on these names.

use etio::{Exactness, Method, Network};
use serde::Serialize;

use super::{Formatter, explanation};
use crate::batch::{Answer, Diagnosis, Tally};

/// Writes a line a case.
pub(crate) struct JsonFormatter<'a> {
    pub(crate) network: &'a Network,
    /// The most diseases to list.
    pub(crate) top: usize,
}

#[derive(Serialize)]
struct Answered<'a> {
    id: &'a str,
    method: Method,
    #[serde(flatten)]
    exactness: Exactness,
    log_evidence: f64,
    /// What an exact answer was predicted to take, where `auto` gave an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_seconds: Option<f64>,
    elapsed_us: f64,
    ranking: Vec<Ranked<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<explanation::View<'a>>,
}

#[derive(Serialize)]
struct Ranked<'a> {
    disease: &'a str,
    name: &'a str,
    posterior: f64,
    #[serde(flatten)]
    interval: Option<Interval>,
    #[serde(flatten)]
    priors_within: Option<PriorsView>,
}

/// What is certified about a posterior.
#[derive(Serialize)]
struct Interval {
    lower: f64,
    upper: f64,
    /// Given, and true, only if it is not proven that the next disease of the ranking is not more likely.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undecided: bool,
}

/// How far a posterior moves when priors are wrong.
#[derive(Serialize)]
struct PriorsView {
    own_prior: [f64; 2],
    all_priors_at_least: [f64; 2],
}

#[derive(Serialize)]
struct Failed<'a> {
    id: &'a str,
    error: &'a str,
}

impl JsonFormatter<'_> {
    fn answered<'a>(&'a self, id: &'a str, diagnosis: &Diagnosis) -> Answered<'a> {
        let posterior = &diagnosis.posterior;
        let listed = posterior.ranking(self.top);
        let is_bounded = matches!(posterior.exactness, Exactness::Bounds { .. });
        let interval = |at: usize| {
            let (disease, _) = listed[at];
            let (lower, upper) = posterior.interval(disease).filter(|_| is_bounded)?;
            let is_before = |&(next, _): &(_, f64)| posterior.is_before(disease, next);
            Some(Interval { lower, upper, undecided: !listed.get(at + 1).is_none_or(is_before) })
        };
        let ranking = listed.iter().enumerate().map(|(at, &(disease, posterior))| Ranked {
            disease: self.network.disease_id(disease),
            name: self.network.disease_name(disease),
            posterior,
            interval: interval(at),
            priors_within: diagnosis.priors.get(at).map(|range| PriorsView {
                own_prior: range.own.into(),
                all_priors_at_least: range.all.into(),
            }),
        });
        Answered {
            id,
            method: posterior.method,
            exactness: posterior.exactness,
            log_evidence: posterior.log_evidence,
            exact_seconds: posterior.work.exact_seconds,
            elapsed_us: diagnosis.elapsed.as_nanos() as f64 / 1e3,
            ranking: ranking.collect(),
            explanation: diagnosis.explanation.as_ref().map(|why| explanation::View::new(self.network, why)),
        }
    }
}

impl Formatter for JsonFormatter<'_> {
    fn case(&self, answer: &Answer) -> String {
        let line = match &answer.outcome {
            Ok(diagnosis) => serde_json::to_string(&self.answered(&answer.id, diagnosis)),
            Err(error) => serde_json::to_string(&Failed { id: &answer.id, error }),
        };
        // Strings and numbers always serialise; should that ever change, the line still says so.
        let mut line = line.unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"));
        line.push('\n');
        line
    }

    fn footer(&self, _tally: Tally) -> String {
        String::new()
    }
}
