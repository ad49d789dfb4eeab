//! `etio chat` as a person meets it, from a pipe.

mod common;

use common::{Run, etio, etio_reading};

fn chat(lines: &[&str]) -> Run {
    etio_reading(&["chat"], lines.join("\n")).succeeds()
}

/// The output after a line was entered.
fn after<'a>(run: &'a Run, line: &str) -> &'a str {
    run.stdout.split_once(&format!("> {line}\n")).map_or("", |(_, rest)| rest)
}

#[test]
fn from_complaint_to_result() {
    let run = chat(&["sore throat and a fever of 39.5, no cough", "34", "female", "no", "don't know", "yes"]);
    assert!(run.stdout.contains("possible causes, not a diagnosis"), "{}", run.stdout);
    assert!(
        run.stdout.contains("I understood: sore throat, fever of 39 °C or more, no cough."),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("How old") && run.stdout.contains("Female or male?"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("yes / no / don't know").count(), 4, "{}", run.stdout);
    assert!(run.stdout.contains("Here is the result so far."), "{}", run.stdout);
    assert!(run.stdout.contains(" 1  ") && run.stdout.contains("likely "), "{}", run.stdout);
    assert_eq!(run.stderr, "", "nothing a person says reaches a log");
}

#[test]
fn an_emergency_interrupts_before_any_question() {
    let run = chat(&["chest pain and shortness of breath"]);
    let warning = run.stdout.find("THIS MAY BE AN EMERGENCY").expect(&run.stdout);
    assert!(run.stdout[warning..].contains("Call an ambulance now"));
    assert!(warning < run.stdout.find("How old").expect("who it is about"));
    let infant = chat(&["my 6 week old has a fever", ""]);
    assert!(infant.stdout.contains("THIS MAY BE AN EMERGENCY"), "{}", infant.stdout);
    assert!(!infant.stdout.contains("How old"), "the words said it");
}

#[test]
fn back_takes_the_last_answer_back() {
    let run = chat(&["headache", "", "", "yes", "back", "no"]);
    let question = |text: &str| text.lines().find(|line| line.ends_with('?')).map(str::to_owned);
    let first = question(after(&run, "headache").split("Female or male?").nth(1).expect("skipped"));
    assert!(first.is_some());
    assert_eq!(question(after(&run, "back")), first, "{}", run.stdout);
    assert!(chat(&["back"]).stdout.contains("nothing to take back"));
}

#[test]
fn why_and_answers_explain() {
    let run =
        chat(&["sore throat and fever", "30", "m", "why", "answers", "result", "why 1", "why 99", "quit"]);
    assert!(after(&run, "why").contains("A yes makes"), "{}", run.stdout);
    assert!(after(&run, "answers").contains("yes  Sore throat"), "{}", run.stdout);
    let reasons = after(&run, "why 1");
    assert!(reasons.contains("Evidence for") && reasons.contains("(clear)"), "{reasons}");
    assert!(after(&run, "why 99").contains("The list has no such number"), "{}", run.stdout);
    assert!(after(&run, "quit").contains("Take care"), "{}", run.stdout);
}

#[test]
fn an_answer_that_adds_something_keeps_it() {
    let run = chat(&["cough", "", "", "no, but a high fever last night", "answers", "quit"]);
    assert!(run.stdout.contains("I understood: fever of 39 °C or more, "), "{}", run.stdout);
    assert!(after(&run, "answers").contains("yes  Fever of 39 °C or more"), "{}", run.stdout);
}

#[test]
fn the_summary_is_the_pages() {
    let run = chat(&["sore throat and a fever of 39.5, no cough", "34", "f", "summary", "quit"]);
    let summary = after(&run, "summary");
    for part in [
        "Summary of the conversation",
        "34 years, female",
        "In your words",
        "Possible causes",
        "not a diagnosis",
    ] {
        assert!(summary.contains(part), "{part} is not in {summary}");
    }
}

#[test]
fn what_is_not_understood_is_said() {
    let run = chat(&["zzzzz qqqqq", "headache. The moon is purple", "", "", "blorp"]);
    assert!(after(&run, "zzzzz qqqqq").contains("did not recognize"), "{}", run.stdout);
    assert!(run.stdout.contains("could not make sense of “The moon is purple”"), "{}", run.stdout);
    assert!(after(&run, "blorp").contains("Answer yes, no or don't know"), "{}", run.stdout);
}

#[test]
fn nothing_to_say_and_wrong_use() {
    assert!(chat(&[]).stdout.contains("What is bothering you?"));
    etio(&["chat", "--age", "200"]).fails_with(2, &["age 200"]);
    etio(&["chat", "--sex", "robot"]).fails_with(2, &["female"]);
    etio(&["chat", "--language", "xx"]).fails_with(2, &["`xx`", "en"]);
    etio_reading(&["chat"], b"sore throat \xff\xfe\x1b[2J\n".to_vec()).succeeds();
}
