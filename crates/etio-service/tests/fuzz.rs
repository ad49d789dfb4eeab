//! Fuzz targets on every body that the service reads: whatever the bytes, the answer is no failure of ours.
//!
//! Every test run takes a short look. A longer one:
//!
//! ```sh
//! BOLERO_RANDOM_TEST_TIME_MS=300000 cargo test --release -p etio-service --test fuzz
//! ```

mod common;

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{get, post, raw, send, service};
use etio_service::{Config, State};
use serde_json::{Value, json};

/// Addresses, and a sound body for each to start from. `{id}` stands for a session.
const BODIES: [(&str, &str); 12] = [
    ("/v1/diagnosis", r#"{"evidence":[{"id":"fever","choice_id":"present","asked":true}],"age":30,"top":3}"#),
    ("/v1/explain", r#"{"target":"flu","evidence":[{"id":"cough","choice_id":"absent"}],"budget_ms":50}"#),
    ("/v1/parse", r#"{"text":"I have had a fever of 39.5 for 8 days, no cough"}"#),
    ("/v1/search", r#"{"phrase":"feverich","top":3}"#),
    ("/v1/sessions", r#"{"sex":"female","evidence":[{"id":"sneeze","choice_id":"unknown"}]}"#),
    (
        "/v1/sessions/{id}/turns",
        r#"{"turns":[{"kind":"taken_back","turn":0},{"kind":"said","text":"no cough"}]}"#,
    ),
    ("/v1/sessions/{id}/evidence", r#"{"evidence":[{"id":"fever","choice_id":"absent","asked":true}]}"#),
    (
        "/v1/conversation",
        r#"{"turns":[{"kind":"about","age":30,"sex":"male"},{"kind":"said","text":"fever"}],"top":2,"explain":{"id":"flu","factor":3}}"#,
    ),
    ("/v1/suggest", r#"{"evidence":[{"id":"cough","choice_id":"present"}],"top":4,"age":60}"#),
    ("/v1/batch", "{\"question\":false}\n{\"top\":2}\n"),
    ("/v1/batch", r#"{"requests":[{"question":false},{"top":2,"evidence":[]}]}"#),
    ("/page/v1/diagnosis", r#"{"prior_factor":{"id":"flu","factor":2},"method":"auto"}"#),
];

/// Fragments of bodies, put in place of other bytes.
const PARTS: [&str; 12] = [
    "null",
    "-1",
    "1e999",
    "\"\"",
    "[]",
    "{",
    "\u{0}",
    "\\ud800",
    "99999999999999999999",
    "\n",
    "true",
    "\u{2019}",
];

/// A body changed as three bytes at a time say: where, how, with what.
fn changed(body: &str, input: &[u8]) -> Vec<u8> {
    let mut bytes = body.as_bytes().to_vec();
    for change in input.chunks_exact(3) {
        let at = usize::from(change[0]) % bytes.len().max(1);
        let part = PARTS[usize::from(change[2]) % PARTS.len()].as_bytes();
        match change[1] % 4 {
            0 => bytes.truncate(at),
            1 => drop(bytes.splice(at..at, part.iter().copied())),
            2 => {
                let end = bytes.len().min(at + usize::from(change[2] % 8));
                drop(bytes.splice(at..end, part.iter().copied()));
            }
            _ if bytes.is_empty() => {}
            _ => bytes[at] = change[2],
        }
    }
    bytes
}

#[test]
fn whatever_the_body_an_answer_is_no_failure_of_ours() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let state = service(Config { budget_ms: 200, session_mb: 4, ..Config::default() });
    // Nothing is used any further after a panic.
    let kept = std::panic::AssertUnwindSafe((runtime, state));
    bolero::check!().with_max_len(48).for_each(|input: &[u8]| {
        let (runtime, state) = &*kept;
        let Some((first, rest)) = input.split_first() else { return };
        let (path, sound) = BODIES[usize::from(*first) % BODIES.len()];
        let (status, answer) = runtime.block_on(ask(state, path, kind(sound), changed(sound, rest)));
        assert!(status.as_u16() < 500 || status == 503, "{path}: {status} {answer}");
        assert!(!answer.to_string().contains("\"internal\""), "{path}: {answer}");
    });
}

/// Asks, of a session of its own if the address needs one.
async fn ask(state: &Arc<State>, path: &str, kind: &str, body: Vec<u8>) -> (StatusCode, Value) {
    if !path.contains("{id}") {
        let (status, answer, _) = send(state, raw(path, kind, body)).await;
        return (status, answer);
    }
    let begun = json!({ "evidence": [{ "id": "fever", "choice_id": "present" }] });
    let (_, session, _) = send(state, post("/v1/sessions", &begun)).await;
    let id = session["id"].as_str().expect("a session");
    let (status, answer, _) = send(state, raw(&path.replace("{id}", id), kind, body)).await;
    let address = format!("/v1/sessions/{id}");
    let (read, session, _) = send(state, get(&address)).await;
    assert_eq!(read, 200, "readable whatever was added: {session}");
    send(state, Request::delete(&address).body(Body::empty()).expect("a request")).await;
    (status, answer)
}

/// The content type of a sound body.
fn kind(body: &str) -> &'static str {
    if body.contains('\n') { "application/x-ndjson" } else { "application/json" }
}

#[test]
fn every_body_to_start_from_is_sound() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let state = service(Config::default());
    for (path, body) in BODIES {
        let (status, answer) = runtime.block_on(ask(&state, path, kind(body), body.into()));
        assert!(status.is_success(), "{path}: {status} {answer}");
    }
}
