//! `etio evaluate --vignettes` and `--messages` as a user meets them.

mod common;

use common::{etio, etio_reading};
use serde_json::Value;

const STORIES: &str = r#"
{"id": "throat", "story": "sore throat and a fever, no cough", "age": 20, "accepted": ["strep_throat", "J11.1"], "urgency": "see_doctor", "present": ["sore_throat", "fever"], "absent": ["cough"]}
{"id": "heart", "story": "chest pain and I am short of breath", "age": 60, "sex": "male", "accepted": ["Heart attack"], "urgency": "emergency", "present": ["chest_pain", "shortness_of_breath", "purple_aura"], "note": "ignored"}
{"id": "stranger", "story": "my tail hurts", "accepted": ["Lycanthropy"]}
"#;

fn stories(more: &[&str]) -> Value {
    let args = [&["evaluate", "--vignettes", "-", "--format", "json"], more].concat();
    etio_reading(&args, STORIES).succeeds().lines().remove(0)
}

#[test]
fn stories_are_read_ranked_and_triaged() {
    let report = stories(&["--questions", "3"]);
    assert_eq!((&report["cases"], &report["covered"]), (&3.into(), &2.into()));
    assert_eq!(report["unknown"], serde_json::json!(["Lycanthropy", "purple_aura"]));
    let figure = |at: &str, name: &str| report[at][name].as_f64().expect("a figure");
    assert!(figure("stated", "top5") >= figure("stated", "top3"));
    assert!(figure("story", "top3") >= figure("story", "first"));
    assert_eq!(report["story"]["emergencies"], 1);
    assert_eq!(report["story"]["missed"], 0, "chest pain and breathlessness raise a red flag");
    let triage = report["story"]["triage"].as_array().expect("a table");
    assert_eq!(triage[0][0], 1, "{triage:?}");
    assert!(report["recall"].as_f64().expect("a share") > 0.9, "{report}");
    assert!(report.get("details").is_none());
}

#[test]
fn details_name_what_was_missed_and_wrong() {
    let report = stories(&["--details", "--questions", "0"]);
    let cases = report["details"].as_array().expect("cases");
    assert_eq!(cases.len(), 3);
    assert_eq!(cases[0]["questions"], 0);
    assert_eq!(cases[0]["story"], cases[0]["asked"]);
    assert_eq!(cases[1]["story"]["level"], "emergency");
    let text = etio_reading(&["evaluate", "--vignettes", "-", "--details"], STORIES).succeeds().stdout;
    for part in ["3 stories, 2 of them", "recall", "story alone", "Urgency given", "not covered", "throat"] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}

#[test]
fn messages_are_counted_by_kind() {
    let messages = r#"{"id": "a", "text": "chest pain and short of breath", "emergency": true, "kind": "heart"}
{"id": "b", "text": "my nose runs", "emergency": false, "kind": "cold"}"#;
    let args = ["evaluate", "--messages", "-", "--format", "json", "--details"];
    let report = etio_reading(&args, messages).succeeds().lines().remove(0);
    let all = serde_json::json!({ "emergencies": 1, "alarmed": 1, "look_alikes": 1, "false_alarms": 0 });
    assert_eq!(report["all"], all);
    assert_eq!(report["kinds"]["cold"]["look_alikes"], 1);
    assert_eq!(report["details"][0]["emergency"], true);
}

#[test]
fn wrong_use_and_bad_lines_are_told() {
    let read = |text: &str| etio_reading(&["evaluate", "--vignettes", "-"], text);
    let good = r#"{"id": "a", "story": "cough", "accepted": []}"#;
    read(&format!("{good}\n\n{{\"id\": \"b\"}}\n")).fails_with(2, &["line 3", "story"]);
    read(&good.replace("[]", r#"[], "urgency": "soon""#)).fails_with(2, &["line 1", "soon", "emergency"]);
    read("").fails_with(2, &["no case"]);
    etio(&["evaluate", "--questions", "5"]).fails_with(2, &["--questions"]);
    etio(&["evaluate", "--details", "--interview"]).fails_with(2, &["--vignettes"]);
    etio(&["evaluate", "--vignettes", "a", "--interview"]).fails_with(2, &["--interview"]);
    etio(&["evaluate", "--messages", "no-such-file"]).fails_with(2, &["no-such-file"]);
    etio_reading(&["evaluate", "--vignettes", "-", "--format", "html"], good).fails_with(2, &["json"]);
    // An age that nobody has fails that case alone.
    let old = good.replace("[]", r#"[], "age": 200"#);
    read(&format!("{good}\n{old}")).fails_with(1, &["case `a`", "200"]);
}
