//! Attacks on a service in this process, by what they cost: budgets, looks at the clock, refusals.
//! One test for each attack that version 0.1 did not withstand.

mod common;

use std::cell::RefCell;
#[cfg(target_os = "linux")]
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use common::{get, post, raw, send, service};
use etio::format::{FormatError, folder};
use etio::{Budget, Limits, Network};
#[cfg(target_os = "linux")]
use etio_service::serve;
use etio_service::{Config, State};
use serde_json::{Value, json};
#[cfg(target_os = "linux")]
use tokio::io::{AsyncReadExt, AsyncWriteExt};

thread_local! {
    /// The budgets of the test that runs on this thread.
    static MADE: RefCell<Vec<Budget>> = const { RefCell::new(Vec::new()) };
}

/// A clock that moves by this much with each look.
const STEP: Duration = Duration::from_micros(100);
const BUDGET_MS: u64 = 100;
/// Looks at the clock that a request may take until its time is over.
const LOOKS: u64 = BUDGET_MS * 10;

fn counted(limits: &Limits) -> Budget {
    let budget = Budget::counted(limits, STEP);
    MADE.with_borrow_mut(|made| made.push(budget.clone()));
    budget
}

/// Forty diseases, three hundred findings with a question each, every finding linked to ten of the diseases.
fn hostile() -> Result<Network, FormatError> {
    let disease = |d: usize| format!("d{d},D{d},0.0{}", 1 + d % 9);
    let finding = |f: usize| format!("f{f},Finding{f},0.01,Finding {f}?");
    let link = |f: usize, k: usize| format!("d{},f{f},0.{}", (f * 7 + k * (1 + f % 3)) % 40, 3 + (f + k) % 6);
    let table = |head: &str, rows: Vec<String>| format!("{head}\n{}\n", rows.join("\n"));
    let diseases = table("id,name,prior", (0..40).map(disease).collect());
    let findings = table("id,name,leak,question", (0..300).map(finding).collect());
    let links = (0..300).flat_map(|f| (0..10).map(move |k| link(f, k))).collect();
    let links = table("disease,finding,probability", links);
    folder::read_embedded("hostile", diseases.as_bytes(), findings.as_bytes(), links.as_bytes(), Vec::new())
}

/// A service on the hostile network whose budgets are counted.
fn counting() -> Arc<State> {
    let sessions = Some("memory".to_owned());
    let config = Config { budget_ms: BUDGET_MS, queue_ms: 60_000, sessions, ..Config::default() };
    let mut state = State::open(config, ("hostile", hostile)).expect("a service");
    Arc::get_mut(&mut state).expect("nobody else has it").budgets = counted;
    state
}

fn present(count: usize) -> Vec<Value> {
    (0..count).map(|f| json!({ "id": format!("f{f}"), "choice_id": "present" })).collect()
}

/// How often work looked at the clock, for exactly one budget.
fn looks() -> u64 {
    let made = MADE.take();
    assert_eq!(made.len(), 1, "one budget for the whole request");
    made[0].looks()
}

#[tokio::test]
async fn an_explanation_has_one_budget_for_all_its_queries_and_says_what_it_left_out() {
    let state = counting();
    let request = json!({ "target": "d0", "evidence": present(200) });
    let (status, body, _) = send(&state, post("/v1/explain", &request)).await;
    assert_eq!(status, 200, "{body}");
    let count = |name: &str| body[name].as_array().map_or(0, Vec::len);
    assert!(count("left_out") > 0, "{body}");
    assert_eq!(count("findings") + count("left_out"), 200);
    // Whatever is said is proven: the ends of each weight are on one side of nothing.
    for finding in body["findings"].as_array().expect("findings") {
        let [lower, upper] = ["weight_lower", "weight_upper"].map(|end| finding[end].as_f64());
        assert!(lower.is_none_or(|lower| lower > 0.0) || upper.is_none_or(|upper| upper < 0.0), "{finding}");
    }
    // Each of the 403 queries that come too late may look a few times to find that out.
    let looks = looks();
    assert!(looks < LOOKS + 5 * 403, "{looks}");
}

#[tokio::test]
async fn a_question_is_chosen_within_the_budget_of_its_request() {
    let state = counting();
    let mut evidence = present(150);
    evidence[0]["asked"] = json!(true);
    let (status, body, _) = send(&state, post("/v1/diagnosis", &json!({ "evidence": evidence }))).await;
    assert_eq!(status, 200, "{body}");
    let all = looks();
    assert!(all < LOOKS + 5 * 25, "{all}");
    // So short that no candidate can be weighed.
    let request = json!({ "evidence": evidence[..12], "budget_ms": 1 });
    let (status, body, _) = send(&state, post("/v1/diagnosis", &request)).await;
    assert_eq!(status, 200, "{body}");
    assert!(body["questions_left_out"].as_u64().is_some_and(|count| count > 0), "{body}");
    assert_eq!(body["stop_reason"], Value::Null, "what was not weighed may still be worth asking: {body}");
    assert!(looks() < LOOKS / 100 + 5 * 25);
}

/// A network of three thousand diseases, each linked to each of forty findings.
fn dense() -> Result<Network, FormatError> {
    let table = |head: &str, rows: Vec<String>| format!("{head}\n{}\n", rows.join("\n"));
    let diseases = table("id,name,prior", (0..3000).map(|d| format!("d{d},D{d},0.001")).collect());
    let findings = (0..40).map(|f| format!("f{f},Finding{f},0.01,Finding {f}?")).collect();
    let findings = table("id,name,leak,question", findings);
    let links = (0..40).flat_map(|f| (0..3000).map(move |d| format!("d{d},f{f},0.{}", 1 + (d * 7 + f) % 9)));
    let links = table("disease,finding,probability", links.collect());
    folder::read_embedded("dense", diseases.as_bytes(), findings.as_bytes(), links.as_bytes(), Vec::new())
}

#[tokio::test]
async fn candidates_with_many_links_are_scored_within_the_budget() {
    let config = Config { sessions: Some("memory".to_owned()), ..Config::default() };
    let mut state = State::open(config, ("dense", dense)).expect("a service");
    Arc::get_mut(&mut state).expect("nobody else has it").budgets = counted;
    let fever = json!([{ "id": "f0", "choice_id": "present" }]);
    for (path, request, member) in [
        ("/v1/diagnosis", json!({ "question": true, "evidence": [], "budget_ms": 4 }), "questions_left_out"),
        (
            "/v1/diagnosis",
            json!({ "question": true, "evidence": fever, "budget_ms": 4 }),
            "questions_left_out",
        ),
        ("/v1/suggest", json!({ "evidence": fever, "budget_ms": 4 }), "left_out"),
    ] {
        let (status, body, _) = send(&state, post(path, &request)).await;
        assert_eq!(status, 200, "{body}");
        // Forty looks at the clock are some forty thousand of the 120,000 links, which are walked twice.
        assert!(body[member].as_u64().is_some_and(|count| (20..=40).contains(&count)), "{path}: {body}");
        let looks = looks();
        assert!(looks < 40 + 5 * 25, "{path}: {looks}");
    }
}

#[tokio::test]
async fn a_session_is_read_within_one_budget() {
    let state = counting();
    let mut evidence = present(150);
    evidence[0]["asked"] = json!(true);
    let (status, body, _) = send(&state, post("/v1/sessions", &json!({ "evidence": evidence }))).await;
    assert_eq!(status, 201, "{body}");
    assert!(looks() < LOOKS + 5 * 25);
    let path = format!("/v1/sessions/{}", body["id"].as_str().expect("an id"));
    assert_eq!(send(&state, get(&path)).await.0, 200);
    assert!(looks() < LOOKS + 5 * 25);
}

#[tokio::test]
async fn a_request_may_ask_for_less_time_and_not_for_more() {
    let state = counting();
    for (budget_ms, most) in [(10, LOOKS / 10), (1_000_000, LOOKS)] {
        let request = json!({ "evidence": present(200), "question": false, "budget_ms": budget_ms });
        let (status, body, _) = send(&state, post("/v1/diagnosis", &request)).await;
        assert!(status == 200 || status == 422, "{body}");
        let looks = looks();
        assert!(looks < most + 20, "{looks} for {budget_ms} ms");
    }
}

#[tokio::test]
async fn misspelt_words_cost_one_look_each() {
    let state = counting();
    let word = |i: u32| format!("fndng{}", char::from(b'a' + (i % 26) as u8));
    let text = (0..700).map(word).collect::<Vec<_>>().join(" ");
    let (status, body, _) = send(&state, post("/v1/parse", &json!({ "text": text }))).await;
    assert_eq!(status, 200, "{body}");
    let parsed = looks();
    assert!((700..1000).contains(&parsed), "{parsed}");
    assert_eq!(send(&state, post("/v1/search", &json!({ "phrase": "fndng" }))).await.0, 200);
    assert!(looks() < 50);
}

#[tokio::test]
async fn emergencies_are_read_even_if_there_is_no_time_for_the_text() {
    let state = counting();
    let text = format!("I want to die. {}", "xyz ".repeat(1200));
    let (status, body, _) = send(&state, post("/v1/parse", &json!({ "text": text }))).await;
    assert_eq!((status.as_u16(), &body["is_cut"]), (200, &json!(true)), "{body}");
    assert_eq!(body["emergencies"][0]["id"], "suicide");
    assert_eq!((&body["mentions"], &body["not_understood"][0]["end"]), (&json!([]), &json!(4815)));
    assert!(looks() <= LOOKS + 5);
}

#[tokio::test]
async fn a_conversation_tells_emergencies_even_if_there_is_no_time_to_read_it() {
    let state = counting();
    let said = |text: &str| json!({ "kind": "said", "text": text });
    let long = said(&"finding1 and finding2, ".repeat(200));
    // The first, the last and the only text, with and without findings that are known already.
    let told = json!({ "kind": "told", "finding": "f1", "answer": "present" });
    let emergency = said("I want to die.");
    for turns in [
        json!([emergency, long, long]),
        json!([told, long, long, emergency]),
        json!([said(&format!("I want to die. {}", "xyz ".repeat(1200)))]),
    ] {
        let request = json!({ "turns": turns, "budget_ms": 1 });
        let (status, body, _) = send(&state, post("/v1/conversation", &request)).await;
        assert_eq!((status.as_u16(), &body["is_cut"]), (200, &json!(true)), "{body}");
        assert_eq!(body["red_flags"][0]["id"], "suicide", "{body}");
        assert!(
            body["lines"].as_array().is_some_and(|all| all.iter().any(|line| line["kind"] == "red_flag"))
        );
        // Nothing is made of the parts that were read.
        assert!(body["result"]["causes"].as_array().is_none_or(Vec::is_empty), "{body}");
        assert!(body["result"]["missing"].is_string() && body["question"].is_null(), "{body}");
    }
}

/// Key files for "a" and "b", whose keys are their names.
fn keyed(dir: &Path, config: Config) -> Arc<State> {
    let file = dir.join("keys");
    let text = "a ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\n\
                b 3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d\n";
    std::fs::write(&file, text).expect("written");
    service(Config { api_keys: Some(file), ..config })
}

fn by(key: &str, mut request: Request<Body>) -> Request<Body> {
    request.headers_mut().insert("x-api-key", key.parse().expect("a header"));
    request
}

/// Status of the answer to a request that is sent from 127.0.0.`from`.
#[cfg(target_os = "linux")]
async fn ask_from(from: u8, to: SocketAddr, path: &'static str, body: String) -> String {
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, from], 0))).expect("a loopback address");
    let mut stream = socket.connect(to).await.expect("connected");
    let head = format!("POST {path} HTTP/1.1\r\nhost: etio\r\ncontent-type: application/json\r\n");
    let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.expect("answered");
    String::from_utf8_lossy(&status[9..]).into_owned()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn slow_requests_of_one_address_do_not_hold_up_another() {
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        sessions: Some("memory".to_owned()),
        threads: 1,
        queue: 8,
        queue_ms: 60_000,
        budget_ms: 60_000,
        ..Config::default()
    };
    let state = State::open(config, ("hostile", hostile)).expect("a service");
    let (ready, is_ready) = tokio::sync::oneshot::channel();
    let server = tokio::spawn(serve(Arc::clone(&state), |address| ready.send(address).expect("awaited")));
    let to = is_ready.await.expect("it listens");
    let slow = json!({ "target": "d0", "evidence": present(200) }).to_string();
    let small = || json!({ "question": false }).to_string();
    // One runs, and as many as may wait do. What comes before the thread has taken the first is refused.
    let mut busy = Vec::new();
    while state.compute.waiting() < 8 {
        busy.retain(|task: &tokio::task::JoinHandle<_>| !task.is_finished());
        if busy.len() < 9 {
            busy.push(tokio::spawn(ask_from(2, to, "/v1/explain", slow.clone())));
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(ask_from(2, to, "/v1/diagnosis", small()).await, "503");
    let mut answered = 0;
    for from in 3..9 {
        answered += usize::from(ask_from(from, to, "/v1/diagnosis", small()).await == "200");
    }
    // Two addresses share a lane once in a while.
    assert!(answered >= 4, "{answered} of 6 other clients");
    assert!(busy.iter().any(|task| !task.is_finished()), "before the slow requests end");
    busy.iter().for_each(tokio::task::JoinHandle::abort);
    server.abort();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn connections_that_say_nothing_make_room_for_others() {
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        sessions: Some("memory".to_owned()),
        queue_ms: 60_000,
        connections: 4,
        header_seconds: 3600,
        body_seconds: 3600,
        write_seconds: 3600,
        ..Config::default()
    };
    let state = State::open(config, ("test", common::network)).expect("a service");
    let (ready, is_ready) = tokio::sync::oneshot::channel();
    let server = tokio::spawn(serve(state, |address| ready.send(address).expect("awaited")));
    let to = is_ready.await.expect("it listens");
    let mut silent = Vec::new();
    for at in 0..64 {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).expect("a loopback address");
        let mut stream = socket.connect(to).await.expect("connected");
        // Nothing, part of a head, part of a body.
        let head = "POST /v1/diagnosis HTTP/1.1\r\nhost: etio\r\ncontent-type: application/json\r\n";
        let said = ["", "GET /he", &format!("{head}content-length: 100\r\n\r\n{{")][at % 3].to_owned();
        stream.write_all(said.as_bytes()).await.ok();
        silent.push(stream);
    }
    // Each would wait for an hour.
    for from in [3, 4, 2] {
        let small = ask_from(from, to, "/v1/diagnosis", json!({ "question": false }).to_string());
        let answer = tokio::time::timeout(Duration::from_secs(60), small).await;
        assert_eq!(answer.expect("it has a place"), "200");
    }
    drop(silent);
    server.abort();
}

#[tokio::test]
async fn every_line_of_a_batch_counts_as_a_diagnosis() {
    let dir = tempfile::tempdir().expect("a folder");
    let state = keyed(dir.path(), Config { diagnoses_per_key: 20, ..Config::default() });
    let body = "{\"question\":false}\n".repeat(30);
    let (status, text, _) = send(&state, by("a", raw("/v1/batch", "application/x-ndjson", body))).await;
    assert_eq!((status.as_u16(), text.as_str().expect("lines").lines().count()), (200, 30));
    assert_eq!(send(&state, by("a", post("/v1/diagnosis", &json!({})))).await.0, 429);
    assert_eq!(send(&state, by("b", post("/v1/diagnosis", &json!({})))).await.0, 200, "b has its own");
}

#[tokio::test]
async fn a_batch_takes_no_longer_than_it_may_however_it_is_sent() {
    let dir = tempfile::tempdir().expect("a folder");
    let limits = Config { diagnoses_per_key: 2, batch_seconds: 1, ..Config::default() };
    let state = keyed(dir.path(), limits);
    let document = json!({ "requests": vec![json!({ "question": false }); 40] });
    let (status, body, _) = send(&state, by("a", post("/v1/batch", &document))).await;
    assert_eq!(status, 200, "{body}");
    let answers = body["answers"].as_array().expect("answers");
    let made = answers.iter().filter(|answer| answer["conditions"].is_array()).count();
    // Two at once, two in the second that it may take. All forty would take nineteen seconds.
    assert!(made <= 6, "{made} of {}", answers.len());
    assert_eq!(answers.len(), 40, "each has an answer in its place");
    assert_eq!(answers[39]["error"]["code"], "request-timeout");
    let lines = "{\"question\":false}\n".repeat(40);
    let (_, text, _) = send(&state, by("b", raw("/v1/batch", "application/x-ndjson", lines))).await;
    let lines: Vec<&str> = text.as_str().expect("lines").lines().collect();
    let made = lines.iter().filter(|line| line.contains("conditions")).count();
    assert!(made <= 6 && lines.len() < 12, "{made} of {}", lines.len());
    assert!(lines.last().is_some_and(|line| line.contains("request-timeout")), "{text}");
}

#[tokio::test]
async fn a_session_is_there_for_its_own_key_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let state = keyed(dir.path(), Config::default());
    let (status, body, _) = send(&state, by("a", post("/v1/sessions", &json!({})))).await;
    assert_eq!(status, 201, "{body}");
    let path = format!("/v1/sessions/{}", body["id"].as_str().expect("an id"));
    let more = json!({ "evidence": [{ "id": "fever", "choice_id": "present" }] });
    let append = || post(&format!("{path}/evidence"), &more);
    let delete = || Request::delete(&path).body(Body::empty()).expect("a request");
    for request in [get(&path), append(), delete()] {
        assert_eq!(send(&state, by("b", request)).await.0, 404);
    }
    assert_eq!(send(&state, by("a", append())).await.0, 200);
    assert_eq!(send(&state, by("a", delete())).await.0, 204);
}

/// Eight appends that all begin before the first of them ends: their statuses, and the session after them.
async fn append_at_once(state: &Arc<State>, before: usize, turns: usize) -> (Vec<u16>, Value) {
    let evidence =
        |count: usize| json!({ "evidence": vec![json!({ "id": "fever", "choice_id": "present" }); count] });
    let (status, body, _) = send(state, post("/v1/sessions", &evidence(before))).await;
    assert_eq!(status, 201, "{body}");
    let path = format!("/v1/sessions/{}", body["id"].as_str().expect("an id"));
    let more = evidence(turns);
    let appends = (0..8).map(|_| send(state, post(&format!("{path}/evidence"), &more)));
    let answers = futures_util::future::join_all(appends).await;
    for (status, body, _) in &answers {
        let turns = body["turns"].as_array().map(Vec::len);
        assert!(*status != 200 || turns.is_some_and(|turns| turns > before), "{body}");
    }
    let (status, body, _) = send(state, get(&path)).await;
    assert_eq!(status, 200, "{body}");
    (answers.iter().map(|(status, ..)| status.as_u16()).collect(), body)
}

#[tokio::test]
async fn a_refused_append_changes_nothing_whatever_comes_between() {
    let state = service(Config { evidence: 20, ..Config::default() });
    let (statuses, session) = append_at_once(&state, 16, 4).await;
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 7, "{statuses:?}");
    assert_eq!(session["turns"].as_array().map(Vec::len), Some(20));
    // With room for all of them, none is lost.
    let (statuses, session) = append_at_once(&state, 2, 1).await;
    assert_eq!(statuses, [200; 8]);
    assert_eq!(session["turns"].as_array().map(Vec::len), Some(10));
}

#[tokio::test]
async fn sessions_have_a_quota() {
    let state = service(Config { session_mb: 1, ..Config::default() });
    let request = json!({ "evidence": [
        { "id": "fever", "choice_id": "present" }, { "id": "cough", "choice_id": "present" },
    ] });
    let mut made = 0;
    let problem = loop {
        let (status, body, _) = send(&state, post("/v1/sessions", &request)).await;
        if status != 201 {
            assert_eq!(status, 429, "{body}");
            break body;
        }
        made += 1;
        assert!(made < 10_000, "there is no quota");
    };
    assert_eq!(problem["code"], "session-quota");
    assert!(made > 1000);
}

#[tokio::test]
async fn the_page_works_beside_keys_within_a_limit_of_its_own() {
    let dir = tempfile::tempdir().expect("a folder");
    let state = keyed(dir.path(), Config { page_diagnoses: 3, ..Config::default() });
    let mut statuses = Vec::new();
    for _ in 0..5 {
        let (status, body, _) = send(&state, post("/page/v1/diagnosis", &json!({}))).await;
        assert!(!body.to_string().contains("Authorization"), "{body}");
        statuses.push(status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    assert_eq!(send(&state, by("a", post("/v1/diagnosis", &json!({})))).await.0, 200);
    assert_eq!(send(&state, post("/v1/diagnosis", &json!({}))).await.0, 401);
    assert_eq!(send(&state, post("/page/v1/batch", &json!({}))).await.0, 404, "not for the page");
    let closed = keyed(dir.path(), Config::default());
    let (status, body, _) = send(&closed, post("/page/v1/diagnosis", &json!({}))).await;
    assert_eq!(status, 401);
    assert!(body["detail"].as_str().is_some_and(|text| text.contains("not open to the public")), "{body}");
    let open = service(Config::default());
    assert_eq!(send(&open, post("/page/v1/diagnosis", &json!({}))).await.0, 200);
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn a_session_store_that_fails_is_not_ready() {
    let url = "postgres://nobody@127.0.0.1:1/none".to_owned();
    let state = State::open(Config { sessions: Some(url), ..Config::default() }, ("test", common::network))
        .expect("it starts without its database");
    assert!(state.sessions.ready().await.is_err());
    let (status, body, _) = send(&state, get("/readyz")).await;
    assert_eq!((status.as_u16(), &body["code"]), (503, &json!("sessions-unavailable")));
    assert_eq!(send(&state, get("/readyz/compute")).await.0, 200);
    assert_eq!(send(&state, post("/v1/diagnosis", &json!({}))).await.0, 200);
    let (_, metrics, _) = send(&state, get("/metrics")).await;
    assert!(metrics.as_str().is_some_and(|text| text.contains("etio_sessions_ready 0")), "{metrics}");
}

#[tokio::test]
async fn answers_close_their_connections_while_the_service_stops() {
    let state = service(Config::default());
    assert!(send(&state, get("/healthz")).await.2.get(header::CONNECTION).is_none());
    state.is_draining.store(true, std::sync::atomic::Ordering::Relaxed);
    let (status, _, headers) = send(&state, post("/v1/diagnosis", &json!({}))).await;
    assert_eq!((status.as_u16(), &headers[header::CONNECTION]), (200, &"close".parse().expect("a header")));
    assert_eq!(send(&state, get("/readyz")).await.0, 503);
}

#[tokio::test]
async fn a_refusal_names_the_time_that_the_request_allowed() {
    let state = counting();
    let said = json!({ "kind": "said", "text": "finding1 and finding2 and finding3. ".repeat(100) });
    let request = json!({ "turns": vec![said; 20], "budget_ms": 1 });
    let (status, body, _) = send(&state, post("/v1/conversation", &request)).await;
    assert_eq!((status.as_u16(), &body["code"]), (422, &json!("too-expensive")), "{body}");
    assert!(body["detail"].as_str().is_some_and(|detail| detail.contains("within 1 ms")), "{body}");
}
