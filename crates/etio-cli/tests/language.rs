//! A language that was added as files reaches every word of `etio chat`.

mod common;

use std::path::Path;

use common::{etio, etio_reading};
use etio_bot::pseudo;

/// Names that are the same in every language.
const NAMES: [&str; 5] = ["explained-sets", "elimination", "quickscore", "enumeration", "qps"];

#[test]
fn no_word_of_english_is_left_in_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("network");
    let starter = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/starter"));
    std::fs::create_dir(&out).expect("made");
    for file in ["diseases.csv", "findings.csv", "links.csv", "context.csv", "red_flags.csv"] {
        std::fs::copy(starter.join(file), out.join(file)).expect("copied");
    }
    let path = out.to_str().expect("text");
    etio(&["translate", "--network", path, "--language", "qps", "--pseudo", "--out", path]).succeeds();
    let again = etio(&["translate", "--network", path, "--language", "qps", "--out", path]);
    again.fails_with(2, &["exists"]);
    let locales = out.join("locales");
    let arguments =
        ["chat", "--network", path, "--locales", locales.to_str().expect("text"), "--language", "qps"];
    let lines = [
        "help",
        "chest pain",
        "blorp",
        "34",
        "female",
        "why",
        "no",
        "shortness of breath",
        "answers",
        "back",
        "yes",
        "don't know",
        "result",
        "why 1",
        "summary",
        "quit",
    ];
    let run = etio_reading(&arguments, lines.map(pseudo).join("\n")).succeeds();
    let stray: Vec<&str> = run
        .stdout
        .split_whitespace()
        .filter(|word| !NAMES.iter().any(|name| word.contains(name)))
        .filter(|word| {
            let letters = word.chars().filter(char::is_ascii_alphabetic).count();
            letters > 1
        })
        .collect();
    assert!(stray.is_empty(), "{stray:?} in\n{}", run.stdout);
    let must = ["Possible causes", "Evidence for", "34 years, female"];
    for text in must {
        assert!(run.stdout.contains(&pseudo(text)), "{} is not in\n{}", pseudo(text), run.stdout);
    }
    assert!(run.stdout.contains(&pseudo("THIS MAY BE AN EMERGENCY")), "{}", run.stdout);
}
