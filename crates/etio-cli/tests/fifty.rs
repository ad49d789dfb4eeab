//! The fifty cases on the command line: see `tests/cases`. Same evidence, same posterior to the
//! last digit as the library.

#[path = "../../../tests/cases/mod.rs"]
mod cases;
mod common;

use common::etio;
use etio::format::cases::{Age, Case};
use etio_case::Reader;
use serde_json::Value;

fn check(id: &str, answer: &Value, expected: &cases::Outcome) {
    if let Some(error) = &expected.error {
        assert_eq!(answer["error"].as_str(), Some(error.as_str()), "{id}");
        return;
    }
    let (log_evidence, ranking) = cases::printed(answer, "ranking", "disease", "posterior");
    assert_eq!((Some(log_evidence), &ranking), (expected.log_evidence, &expected.ranking), "{id}");
    let notes = answer["notes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let notes: Vec<&str> = notes.iter().map(|note| note["text"].as_str().unwrap()).collect();
    assert_eq!(notes, expected.notes, "{id}");
}

/// The options that say what a line says; `None` if there are none for it, or the option itself is refused.
fn options(line: &Case) -> Option<Vec<String>> {
    let mut args: Vec<String> = ["diagnose", "--format", "json", "--top", "5"].map(str::to_owned).to_vec();
    for (flag, ids) in [("--present", &line.present), ("--absent", &line.absent), ("--asked", &line.asked)] {
        if !ids.is_empty() {
            args.extend([flag.to_owned(), ids.join(",")]);
        }
    }
    match &line.age {
        Some(Age::Years(years)) if *years > 130.0 => return None,
        Some(Age::Years(years)) => args.extend(["--age".to_owned(), years.to_string()]),
        Some(Age::Text(text)) => args.extend(["--age".to_owned(), text.clone()]),
        None => {}
    }
    if let Some(sex) = &line.sex {
        args.extend(["--sex".to_owned(), sex.clone()]);
    }
    for (id, factor) in &line.prior_factors {
        args.extend(["--prior-factor".to_owned(), format!("{id}={factor}")]);
    }
    line.unknown.is_empty().then_some(args)
}

#[test]
fn the_command_line_reads_every_case_as_the_library_does() {
    let reader = Reader::of(&cases::network().unwrap()).unwrap();
    let known = cases::known();
    let path = cases::path();
    let file = path.to_str().unwrap();
    let from_file = etio(&["diagnose", "--cases", file, "--format", "json", "--top", "5"]);
    assert_eq!(from_file.code, 1, "some cases are errors");
    let lines = from_file.lines();
    assert_eq!(lines.len(), known.len());
    for (case, line) in known.iter().zip(&lines) {
        let expected = cases::outcome(&reader, &case.line);
        assert_eq!(line["id"].as_str(), Some(case.id.as_str()));
        check(&case.id, line, &expected);
        if let Some(args) = options(&case.line) {
            let run = etio(&args.iter().map(String::as_str).collect::<Vec<_>>());
            check(&case.id, &run.lines()[0], &expected);
        }
    }
}
