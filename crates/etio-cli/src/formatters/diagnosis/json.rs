//! One JSON object a line, as the design gives it. Programs depend on these names.

use etio::{Exactness, Method};
use etio_case::{Note, NoteKind, is_cause};
use serde::Serialize;

use super::explanation;
use crate::batch::Formatter;
use crate::commands::Diagnosis;

/// Writes one line per case.
pub(crate) struct JsonFormatter {
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
    /// What was not taken as given.
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
        let ranking = posterior.ranking(self.top).into_iter().map(|(disease, p)| Ranked {
            disease: network.disease_id(disease),
            name: network.disease_name(disease),
            posterior: p,
            is_cause: is_cause(network, posterior, disease),
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
            explanation: diagnosis.explanation.as_ref().map(|why| explanation::View::new(network, why)),
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
