//! All figures, for programs. The groups of the first method also stand at the top.

use anyhow::Result;
use etio_hpo::evaluate::Evaluation;
use serde_json::{Map, Value, json as value};

/// One JSON object on a line.
pub(crate) fn json(evaluation: &Evaluation) -> Result<String> {
    let mut object = Map::new();
    if let Some(first) = evaluation.methods.first() {
        object.insert("method".to_owned(), value!(first.method));
        object.insert("all".to_owned(), value!(first.all));
        object.insert("clean".to_owned(), value!(first.clean));
        object.insert("leave_publication_out".to_owned(), value!(first.leave_publication_out));
    }
    object.insert("versions".to_owned(), value!(evaluation.versions));
    object.insert("absent".to_owned(), value!(evaluation.absent.to_string()));
    object.insert("candidates".to_owned(), value!(evaluation.candidates));
    object.insert("cases".to_owned(), value!(evaluation.cases.len()));
    object.insert("skipped".to_owned(), value!(evaluation.skipped));
    object.insert("methods".to_owned(), serde_json::to_value(&evaluation.methods)?);
    object.insert("differences".to_owned(), serde_json::to_value(&evaluation.differences)?);
    Ok(format!("{}\n", Value::Object(object)))
}
