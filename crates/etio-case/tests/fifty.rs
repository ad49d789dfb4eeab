//! The fifty cases through the library: see `tests/cases`.

#[path = "../../../tests/cases/mod.rs"]
mod cases;

use cases::Outcome;
use etio_case::Reader;

/// Equal up to the rounding of another processor.
fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(1e-3)
}

fn agree(found: &Outcome, expected: &Outcome) -> bool {
    let numbers = found.log_evidence.into_iter().chain(found.ranking.iter().map(|row| row.1));
    let wanted = expected.log_evidence.into_iter().chain(expected.ranking.iter().map(|row| row.1));
    let lenient = match (&found.lenient, &expected.lenient) {
        (Some(found), Some(expected)) => agree(found, expected),
        (found, expected) => found.is_none() && expected.is_none(),
    };
    (&found.error, &found.present, &found.absent, &found.notes)
        == (&expected.error, &expected.present, &expected.absent, &expected.notes)
        && found.ranking.iter().map(|row| &row.0).eq(expected.ranking.iter().map(|row| &row.0))
        && numbers.clone().count() == wanted.clone().count()
        && numbers.zip(wanted).all(|(a, b)| is_near(a, b))
        && lenient
}

#[test]
fn the_library_reads_every_case_as_written() {
    let reader = Reader::of(&cases::network().unwrap()).unwrap();
    let mut lines = String::new();
    let mut wrong = Vec::new();
    for mut case in cases::known() {
        let found = cases::outcome(&reader, &case.line);
        if !agree(&found, &case.expected) {
            wrong.push(format!("{}: {found:?}, expected {:?}", case.id, case.expected));
        }
        let expected = serde_json::to_value(&found).unwrap();
        case.line.other.insert("_expected".to_owned(), expected);
        lines += &serde_json::to_string(&case.line).unwrap();
        lines.push('\n');
    }
    if std::env::var_os("UPDATE_CASES").is_some() {
        std::fs::write(cases::path(), lines).unwrap();
    } else {
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
