//! The same cases for every way in: the library, the command line, the HTTP API, the conversation.
//!
//! `fifty.jsonl` is a file of cases as `etio diagnose --cases` reads it, on the starter network. Each
//! line also has `_expected`: the evidence that the engine gets, the notes, the log evidence and the
//! five likeliest diseases, or the error; and for contradictions, under `lenient`, what they come to in
//! a conversation where all statements are of one turn. `UPDATE_CASES=1 cargo test -p etio-case --test
//! fifty` writes it anew; read the difference before you commit it.

#![allow(dead_code, reason = "each test uses its own part")]

use std::path::{Path, PathBuf};

use etio::format::FormatError;
use etio::format::cases::{Case, CaseReader};
use etio::{Engine, Evidence, Method, Network};
use etio_case::{Contradictions, Reader, ReadingError};
use serde::{Deserialize, Serialize};

/// Diseases that are compared.
pub const TOP: usize = 5;

/// What a case comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Outcome {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub present: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_evidence: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranking: Vec<(String, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lenient: Option<Box<Outcome>>,
}

/// A case and what it should come to.
pub struct Known {
    pub id: String,
    pub line: Case,
    pub expected: Outcome,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The file of cases.
pub fn path() -> PathBuf {
    root().join("tests/cases/fifty.jsonl")
}

/// The network they are about.
pub fn network() -> Result<Network, FormatError> {
    Network::open(root().join("networks/starter"))
}

/// All of them.
pub fn known() -> Vec<Known> {
    let text = std::fs::read(path()).expect("the file of cases");
    let known = |case: Result<Case, _>| {
        let line: Case = case.unwrap_or_else(|error| panic!("{error}"));
        let expected = line.other.get("_expected").cloned().unwrap_or_default();
        let expected = serde_json::from_value(expected).unwrap_or_default();
        Known { id: line.id.clone().expect("an id"), line, expected }
    };
    let cases: Vec<Known> = CaseReader::new(text.as_slice()).map(known).collect();
    assert!(cases.len() >= 50, "only {} cases", cases.len());
    cases
}

/// What the library makes of a case, by a method that answers to the same bits everywhere.
pub fn outcome(reader: &Reader, line: &Case) -> Outcome {
    read(reader, line, Contradictions::Strict).unwrap_or_else(|error| {
        let lenient = matches!(error, ReadingError::Contradiction { .. })
            .then(|| read(reader, line, Contradictions::Lenient).expect("nothing else is wrong"));
        Outcome { error: Some(error.to_string()), lenient: lenient.map(Box::new), ..Outcome::default() }
    })
}

fn read(reader: &Reader, line: &Case, contradictions: Contradictions) -> Result<Outcome, ReadingError> {
    let case = etio_case::Case { contradictions, ..reader.case(line)? };
    let reading = reader.read(&case)?;
    let network = &reading.network;
    let posterior = Engine::new(network).diagnose(&reading.evidence, Method::Auto).expect("an answer");
    let ids = |evidence: &Evidence, present: bool| {
        let list = if present { evidence.present() } else { evidence.absent() };
        list.iter().map(|&f| network.finding_id(f).to_owned()).collect()
    };
    let ranking = posterior.ranking(TOP).into_iter();
    Ok(Outcome {
        present: ids(&reading.evidence, true),
        absent: ids(&reading.evidence, false),
        notes: reading.notes.iter().map(|note| note.text(network)).collect(),
        log_evidence: Some(as_printed(posterior.log_evidence)),
        ranking: ranking.map(|(d, p)| (network.disease_id(d).to_owned(), as_printed(p))).collect(),
        ..Outcome::default()
    })
}

/// A number after it was written as JSON and read again.
pub fn as_printed(number: f64) -> f64 {
    serde_json::from_str(&serde_json::to_string(&number).expect("a number")).expect("the number")
}

/// The numbers of a JSON answer, whose list of diseases has the given keys.
pub fn printed(
    answer: &serde_json::Value,
    list: &str,
    id: &str,
    probability: &str,
) -> (f64, Vec<(String, f64)>) {
    let text = |row: &serde_json::Value| row[id].as_str().expect("an id").to_owned();
    let rows = answer[list].as_array().unwrap_or_else(|| panic!("no {list} in {answer}"));
    let ranking = rows.iter().map(|row| (text(row), row[probability].as_f64().expect("a number")));
    (answer["log_evidence"].as_f64().expect("a number"), ranking.collect())
}
