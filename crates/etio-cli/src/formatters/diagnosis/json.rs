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
}

#[derive(Serialize)]
struct Failed<'a> {
    id: &'a str,
    error: &'a str,
}

impl JsonFormatter<'_> {
    fn answered<'a>(&'a self, id: &'a str, diagnosis: &Diagnosis) -> Answered<'a> {
        let posterior = &diagnosis.posterior;
        let ranking = posterior.ranking(self.top).into_iter().map(|(disease, posterior)| Ranked {
            disease: self.network.disease_id(disease),
            name: self.network.disease_name(disease),
            posterior,
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
