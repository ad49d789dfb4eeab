//! Fuzz targets on every body that the service reads: whatever the bytes, the answer is no failure of ours.
//!
//! Every test run takes a short look. A longer one:
//!
//! ```sh
//! BOLERO_RANDOM_TEST_TIME_MS=300000 cargo test --release -p etio-service --test fuzz
//! ```

mod common;

use common::{raw, send, service};
use etio_service::Config;

/// Addresses, and a sound body for each to start from.
const BODIES: [(&str, &str); 7] = [
    ("/v1/diagnosis", r#"{"evidence":[{"id":"fever","choice_id":"present","asked":true}],"age":30,"top":3}"#),
    ("/v1/explain", r#"{"target":"flu","evidence":[{"id":"cough","choice_id":"absent"}],"budget_ms":50}"#),
    ("/v1/parse", r#"{"text":"I have had a fever of 39.5 for 8 days, no cough"}"#),
    ("/v1/search", r#"{"phrase":"feverich","top":3}"#),
    ("/v1/sessions", r#"{"sex":"female","evidence":[{"id":"sneeze","choice_id":"unknown"}]}"#),
    ("/v1/batch", "{\"question\":false}\n{\"top\":2}\n"),
    ("/page/v1/diagnosis", r#"{"prior_factor":{"id":"flu","factor":2},"method":"auto"}"#),
];

/// What a body is made of, to be put in the place of other bytes.
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
                drop(bytes.splice(at..bytes.len().min(at + usize::from(change[2] % 8)), part.iter().copied()))
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
        let (path, body) = BODIES[usize::from(*first) % BODIES.len()];
        let kind = if path.ends_with("batch") { "application/x-ndjson" } else { "application/json" };
        let (status, answer, _) = runtime.block_on(send(state, raw(path, kind, changed(body, rest))));
        assert!(status.as_u16() < 500 || status == 503, "{path}: {status} {answer}");
        assert!(!answer.to_string().contains("\"internal\""), "{path}: {answer}");
    });
}
