//! Checks of texts that people read, and of codes.

use etio::{Catalog, Network};

use etio_case::table::document;

use super::{Check, Problem};
use crate::understand::{FRAMES as DOCUMENT, Frame, Understanding};
use crate::urgency::Urgency;

pub(super) fn check(network: &Network) -> Vec<Problem> {
    let (diseases, findings) = (network.disease_catalog(), network.finding_catalog());
    let mut problems = missing_texts(network);
    for disease in network.diseases() {
        if Urgency::of(network, disease).is_none() {
            let known = Urgency::ALL.map(Urgency::word).join(", ");
            let message = match diseases.attribute(disease.index(), "triage").unwrap_or_default().trim() {
                "" => format!("the triage is missing; it is one of {known}"),
                given => format!("the triage `{given}` is not one of {known}"),
            };
            problems.push(Problem {
                check: Check::Texts,
                file: "diseases.csv".into(),
                subject: network.disease_id(disease).to_owned(),
                message,
            });
        }
    }
    problems.extend(bad_codes("diseases.csv", diseases, network.disease_count()));
    problems.extend(bad_codes("findings.csv", findings, network.finding_count()));
    problems
}

/// Members without a text that a conversation shows.
fn missing_texts(network: &Network) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut look = |file: &'static str, catalog: &Catalog, count: usize, column: &str| {
        for at in 0..count {
            let text = catalog.attribute(at, column).unwrap_or_default().trim();
            let wrong = match column {
                _ if text.is_empty() => format!("the {column} is missing"),
                "question" if !text.ends_with('?') => {
                    "the question does not end with a question mark".to_owned()
                }
                _ => continue,
            };
            let subject = catalog.id(at).to_owned();
            problems.push(Problem { check: Check::Texts, file: file.into(), subject, message: wrong });
        }
    };
    look("findings.csv", network.finding_catalog(), network.finding_count(), "question");
    look("findings.csv", network.finding_catalog(), network.finding_count(), "explanation");
    look("diseases.csv", network.disease_catalog(), network.disease_count(), "description");
    problems
}

fn bad_codes(file: &'static str, catalog: &Catalog, count: usize) -> Vec<Problem> {
    let codes = (0..count).flat_map(|at| {
        let cell = catalog.attribute(at, "codes").unwrap_or_default();
        cell.split('|').map(str::trim).filter(|code| !code.is_empty()).map(move |code| (at, code))
    });
    codes
        .filter_map(|(at, code)| fault(code).map(|expected| (at, code, expected)))
        .map(|(at, code, expected)| Problem {
            check: Check::Codes,
            file: file.into(),
            subject: catalog.id(at).to_owned(),
            message: format!("the code `{code}` is not like {expected}"),
        })
        .collect()
}

/// Expected form of a code that is not well formed.
fn fault(code: &str) -> Option<&'static str> {
    let Some((system, value)) = code.split_once(':') else {
        return Some("`ICD10:J10.1`, a system and a value");
    };
    let digits = |text: &str, count: std::ops::RangeInclusive<usize>| {
        count.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
    };
    let (fine, expected) = match system {
        "ICD10" => (is_icd10(value), "`ICD10:J10` or `ICD10:J10.1`"),
        "HP" => (digits(value, 7..=7), "`HP:0001945`"),
        "OMIM" => (digits(value, 6..=6), "`OMIM:154700`"),
        "ORPHA" => (digits(value, 1..=7), "`ORPHA:558`"),
        "SNOMED" => (digits(value, 6..=18), "`SNOMED:386661006`"),
        _ => {
            let plain = system.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
            let fine =
                plain && !system.is_empty() && !value.is_empty() && !value.contains(char::is_whitespace);
            (fine, "`SYSTEM:VALUE` without blanks")
        }
    };
    (!fine).then_some(expected)
}

/// A letter, two places of which the first is a digit, and one to four more behind a point.
fn is_icd10(value: &str) -> bool {
    let (category, rest) = value.split_once('.').map_or((value, None), |(c, r)| (c, Some(r)));
    let alphanumeric = |b: &u8| b.is_ascii_digit() || b.is_ascii_uppercase();
    let category_fits = matches!(category.as_bytes(), [a, b, c] if a.is_ascii_uppercase() && b.is_ascii_digit() && alphanumeric(c));
    category_fits && rest.is_none_or(|r| (1..=4).contains(&r.len()) && r.as_bytes().iter().all(alphanumeric))
}

/// Words that two findings claim; only the first would be understood.
pub(super) fn phrases(network: &Network, understanding: &Understanding) -> Vec<Problem> {
    let claims = understanding.contested().iter();
    claims
        .map(|contested| Problem {
            check: Check::Phrases,
            file: "findings.csv".into(),
            subject: network.finding_id(contested.finding).to_owned(),
            message: format!(
                "the words `{}` already mean `{}`",
                contested.phrase,
                network.finding_id(contested.owner)
            ),
        })
        .collect()
}

/// Findings that no words say, and frames that two findings share.
pub(super) fn frames(network: &Network, understanding: &Understanding) -> Vec<Problem> {
    let file = document(network, DOCUMENT).map_or(DOCUMENT.to_owned(), |(file, _)| file);
    let problem = |finding, message| Problem {
        check: Check::Phrases,
        file: file.clone().into(),
        subject: network.finding_id(finding).to_owned(),
        message,
    };
    let all = understanding.frames().all();
    let silent = network
        .findings()
        .filter(|f| !understanding.has_phrase(*f) && !all.iter().any(|frame| frame.finding == *f));
    let mut problems: Vec<Problem> =
        silent.map(|finding| problem(finding, "no frame and no phrase says it".to_owned())).collect();
    for (at, frame) in all.iter().enumerate() {
        let same = |other: &&Frame| {
            other.finding != frame.finding && other.denies == frame.denies && other.concepts == frame.concepts
        };
        if let Some(owner) = all[..at].iter().find(same) {
            let message = format!(
                "the frame `{}` already means `{}`",
                frame.written(),
                network.finding_id(owner.finding)
            );
            problems.push(problem(frame.finding, message));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_by_system() {
        for good in ["ICD10:J10", "ICD10:J11.1", "ICD10:C7A.02", "HP:0001945", "OMIM:154700", "LOINC:1234-5"]
        {
            assert_eq!(fault(good), None, "{good}");
        }
        for bad in [
            "J10",
            "ICD10:",
            "ICD10:10",
            "ICD10:J1",
            "ICD10:J10.",
            "ICD10:j10",
            "HP:123",
            "OMIM:x",
            "A B:1",
            ":1",
        ] {
            assert!(fault(bad).is_some(), "{bad}");
        }
    }
}
