//! Whole answers, as stored: what a client of the API relies on cannot change unseen.

mod common;

use axum::body::Body;
use axum::http::Request;
use common::{get, post, raw, send, service};
use etio::Budget;
use etio_service::{Caller, Config};
use serde_json::{Value, json};

/// Status, content type and body, without what differs from run to run.
async fn seen(config: Config, request: Request<Body>) -> String {
    let state = service(config);
    let (status, mut body, headers) = send(&state, request).await;
    settle(&mut body);
    let content_type = headers.get("content-type").map_or("none", |value| value.to_str().expect("text"));
    format!("{status} {content_type}\n{body:#}")
}

/// Times and ids become zeros, and numbers keep the digits that every processor agrees on.
fn settle(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match name.as_str() {
                    "elapsed_us" | "expires" | "error_bound" => *member = json!(0),
                    "id" if member.as_str().is_some_and(|id| id.len() == 32) => *member = json!("0"),
                    // A conversation is answered by whatever method is the cheapest.
                    "result" => {
                        settle(member);
                        if member.get("method").is_some() {
                            member["method"] = json!("any");
                        }
                    }
                    "basis" => *member = json!("how it was computed"),
                    _ => settle(member),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(settle),
        Value::Number(number) if number.is_f64() => {
            let rounded: f64 = format!("{:.6}", number.as_f64().expect("finite")).parse().expect("a number");
            *value = json!(rounded);
        }
        _ => {}
    }
}

fn evidence() -> Value {
    json!([
        { "id": "fever", "choice_id": "present" },
        { "id": "sneeze", "choice_id": "absent" },
        { "id": "high_fever", "choice_id": "unknown" },
    ])
}

fn turns() -> Value {
    json!([
        { "kind": "said", "text": "feverish, no coughing. My dog is purple" },
        { "kind": "about", "age": 30, "sex": "female" },
        { "kind": "said", "text": "no, but very hot last night", "asked": ["sneeze"] },
        { "kind": "answered", "finding": "cough", "answer": "present" },
        { "kind": "corrected", "finding": "sneeze", "answer": "unknown" },
        { "kind": "answered", "finding": "sneeze", "answer": "present" },
        { "kind": "taken_back", "turn": 5 },
    ])
}

macro_rules! snapshots {
    ($($name:ident: $request:expr;)*) => {$(
        #[tokio::test]
        async fn $name() {
            insta::assert_snapshot!(stringify!($name), seen(Config::default(), $request).await);
        }
    )*};
}

snapshots! {
    diagnosis: post("/v1/diagnosis", &json!({ "evidence": evidence(), "method": "elimination", "age": 30 }));
    diagnosis_without_question:
        post("/v1/diagnosis", &json!({ "evidence": evidence(), "method": "quickscore", "question": false, "top": 1 }));
    explanation: post("/v1/explain", &json!({ "target": "flu", "evidence": evidence(), "method": "elimination" }));
    text: post("/v1/parse", &json!({ "text": "feverish but no coughing" }));
    search: post("/v1/search", &json!({ "phrase": "tempratur" }));
    networks: get("/v1/networks");
    one_network: get("/v1/networks/test");
    finding: get("/v1/networks/test/findings/cough");
    disease: get("/v1/networks/test/diseases/flu");
    conversation: post("/v1/conversation", &json!({ "turns": turns(), "explain": { "id": "flu", "factor": 0.1 } }));
    conversation_not_begun: post("/v1/conversation", &json!({}));
    session: post("/v1/sessions", &json!({ "evidence": evidence(), "sex": "female" }));
    problem_bad_turn:
        post("/v1/conversation", &json!({ "turns": [{ "kind": "answered", "finding": "fevr", "answer": "present" }] }));
    problem_bad_reference:
        post("/v1/conversation", &json!({ "turns": [{ "kind": "taken_back", "turn": 3 }] }));
    problem_bad_language: post("/v1/conversation", &json!({ "language": "xx" }));
    problem_bad_value: post("/v1/diagnosis", &json!({ "evidence": [{ "id": "fevr", "choice_id": "present" }] }));
    problem_bad_choice: post("/v1/diagnosis", &json!({ "evidence": [{ "id": "fever", "choice_id": "yes" }] }));
    problem_bad_type: post("/v1/diagnosis", &json!({ "top": "ten" }));
    problem_bad_content_type: raw("/v1/diagnosis", "text/plain", "{}");
    problem_no_such_session: get("/v1/sessions/00000000000000000000000000000000");
    problem_no_such_address: get("/v2/diagnosis");
    problem_wrong_method: get("/v1/diagnosis");
}

#[tokio::test]
async fn problem_overloaded() {
    let state = service(Config { queue: 1, threads: 1, queue_ms: 60_000, ..Config::default() });
    let (release, held) = std::sync::mpsc::channel::<()>();
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let run = |job: Box<dyn FnOnce() -> Result<(), etio_service::problem::Problem> + Send>| {
        let state = std::sync::Arc::clone(&state);
        tokio::spawn(async move { state.compute.run(&Caller::Anyone, &Budget::unlimited(), job).await })
    };
    let running = run(Box::new(move || {
        begun.send(()).ok();
        held.recv().ok();
        Ok(())
    }));
    has_begun.await.expect("it runs");
    let waiting = run(Box::new(|| Ok(())));
    while state.compute.waiting() < 1 {
        tokio::task::yield_now().await;
    }
    let (status, body, headers) = send(&state, post("/v1/diagnosis", &json!({}))).await;
    assert_eq!((status.as_u16(), &headers["retry-after"]), (503, &axum::http::HeaderValue::from(1)));
    insta::assert_snapshot!("problem_overloaded", format!("{body:#}"));
    drop(release);
    running.await.expect("ran").expect("answered");
    waiting.await.expect("ran").ok();
}
