//! The picture in the README shows the page as it is.

use serde_json::Value;

use crate::server::Server;

/// Written by `scripts/screenshot` together with the picture: the conversation, and the words shown.
const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures/page.json");

#[test]
fn the_picture_in_the_readme_is_up_to_date() {
    let record = std::fs::read_to_string(RECORD).expect("run scripts/screenshot");
    let record: Value = serde_json::from_str(&record).expect("a record");
    let server = Server::start(&["--sessions", "memory", "--budget-ms", "20000"]);
    let (status, view) = server.client().post("/v1/conversation", &record["request"]);
    assert_eq!(status, 200, "{view}");
    let recorded: Vec<&str> =
        record["shown"].as_array().expect("words").iter().filter_map(Value::as_str).collect();
    assert_eq!(recorded, shown(&view), "the picture is out of date: run scripts/screenshot");
}

/// The words that a picture of a conversation shows, as in `tests/browser/screenshot.js`.
fn shown(view: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let pair = |value: &Value, a: &str, b: &str| format!("{}: {}", text(&value[a]), text(&value[b]));
    let line = |line: Value| {
        let chips = list(&line["chips"]);
        let parts =
            std::iter::once(text(&line["text"])).chain(chips.iter().map(|chip| pair(chip, "name", "state")));
        parts.collect::<Vec<_>>().join(" | ")
    };
    let result = &view["result"];
    let advice = result["advice"]["text"].as_str().unwrap_or("no advice").to_owned();
    let causes = list(&result["causes"]);
    let causes = causes.iter().map(|cause| pair(cause, "name", "likelihood"));
    list(&view["lines"]).into_iter().map(line).chain([advice]).chain(causes).collect()
}
