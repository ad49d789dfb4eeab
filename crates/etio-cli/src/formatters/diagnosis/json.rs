//! One JSON object per line, as the design gives it. Programs depend on these names.

use etio::{Exactness, Method};
use etio_case::{Note, NoteKind, is_cause};
use serde::Serialize;

use super::explanation;
use crate::batch::Formatter;
use crate::commands::Diagnosis;

/// Writes one line per case.
pub(crate) struct JsonFormatter {
    /// Maximum number of diseases to list.
    pub(crate) top: usize,
}

#[derive(Serialize)]
struct Answered<'a> {
    id: &'a str,
    method: Method,
    #[serde(flatten)]
    exactness: Exactness,
    log_evidence: f64,
    /// Predicted time of an exact answer, if `auto` gave an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_seconds: Option<f64>,
    elapsed_us: f64,
    /// Notes on statements that were changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteView<'a>>,
    ranking: Vec<Ranked<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<explanation::View<'a>>,
}

#[derive(Serialize)]
struct Ranked<'a> {
    disease: &'a str,
    name: &'a str,
    posterior: f64,
    /// Whether the evidence supports it enough to show it as a cause.
    is_cause: bool,
    #[serde(flatten)]
    interval: Option<Interval>,
    #[serde(flatten)]
    priors_within: Option<PriorsView>,
}

/// Certified bounds of a posterior.
#[derive(Serialize)]
struct Interval {
    lower: f64,
    upper: f64,
    /// Given, and true, only if it is not proven that no disease further down, listed or not, is more
    /// likely.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undecided: bool,
}

/// How far a posterior moves when priors are wrong.
#[derive(Serialize)]
struct PriorsView {
    /// Each is left out if nothing is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    own_prior: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_priors_at_least: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct NoteView<'a> {
    finding: &'a str,
    kind: NoteKind,
    because: &'a str,
    text: String,
}

/// A case without an answer.
#[derive(Serialize)]
pub(crate) struct Failed<'a> {
    pub(crate) id: &'a str,
    pub(crate) error: &'a str,
}

impl JsonFormatter {
    fn view<'a>(&self, id: &'a str, diagnosis: &'a Diagnosis) -> Answered<'a> {
        let (posterior, network) = (&diagnosis.posterior, &diagnosis.reading.network);
        let listed = posterior.ranking(self.top);
        let is_bounded = posterior.exactness.is_bounds();
        let undecided = posterior.undecided(&listed);
        let interval = |at: usize| {
            let (lower, upper) = posterior.interval(listed[at].0).filter(|_| is_bounded)?;
            Some(Interval { lower, upper, undecided: undecided[at] })
        };
        let ranking = listed.iter().enumerate().map(|(at, &(disease, p))| Ranked {
            disease: network.disease_id(disease),
            name: network.disease_name(disease),
            posterior: p,
            is_cause: is_cause(network, posterior, disease),
            interval: interval(at),
            priors_within: diagnosis.priors.get(at).map(|range| PriorsView {
                own_prior: range.own.map(Into::into),
                all_priors_at_least: range.all.map(Into::into),
            }),
        });
        let note = |note: &Note| NoteView {
            finding: network.finding_id(note.finding),
            kind: note.kind,
            because: network.finding_id(note.other),
            text: note.text(network),
        };
        Answered {
            id,
            method: posterior.method,
            exactness: posterior.exactness,
            log_evidence: posterior.log_evidence,
            exact_seconds: posterior.work.exact_seconds,
            elapsed_us: diagnosis.elapsed.as_nanos() as f64 / 1e3,
            notes: diagnosis.reading.notes.iter().map(note).collect(),
            ranking: ranking.collect(),
            explanation: diagnosis.explanation.as_ref().map(|why| explanation::View::new(diagnosis, why)),
        }
    }
}

impl Formatter<Diagnosis> for JsonFormatter {
    fn answered(&self, id: &str, diagnosis: &Diagnosis) -> Result<String, String> {
        line(&self.view(id, diagnosis))
    }

    fn failed(&self, id: &str, error: &str) -> Option<String> {
        line(&Failed { id, error }).ok()
    }
}

/// A value as one line.
pub(crate) fn line(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map(|line| line + "\n").map_err(|error| error.to_string())
}
