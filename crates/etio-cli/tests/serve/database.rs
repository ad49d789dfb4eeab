//! Sessions in PostgreSQL, and what happens while it is away.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::conversation::{Failure, Ledger};
use crate::postgres::Postgres;
use crate::server::{EXAMPLE, Server};

#[test]
fn an_outage_is_answered_503_and_loses_nothing_acknowledged() {
    let Some(postgres) = Postgres::start() else { return };
    let server = Server::start(&["--network", EXAMPLE, "--sessions", &postgres.url()]);
    let (ledger, client, stop) = (Ledger::default(), server.client(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| ledger.converse(&client, &stop, Failure::Unavailable));
        }
        std::thread::sleep(Duration::from_millis(700));
        postgres.crash();
        let (status, problem) = client.post("/v1/sessions", &json!({}));
        assert_eq!((status, &problem["code"]), (503, &json!("sessions-unavailable")));
        // What needs no session goes on.
        assert_eq!(client.post("/v1/diagnosis", &json!({})).0, 200);
        assert_eq!((client.get("/readyz").0, client.get("/readyz/compute").0), (503, 200));
        postgres.resume();
        let until = Instant::now() + Duration::from_secs(20);
        while client.post("/v1/sessions", &json!({})).0 != 201 {
            assert!(Instant::now() < until, "it does not find the database again");
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::sleep(Duration::from_millis(300));
        stop.store(true, Ordering::Relaxed);
    });
    assert!(ledger.check(&client) > 10);
}

#[test]
fn the_service_starts_before_its_database() {
    let Some(postgres) = Postgres::start() else { return };
    postgres.crash();
    let server = Server::start(&["--network", EXAMPLE, "--sessions", &postgres.url()]);
    let client = server.client();
    assert_eq!(client.post("/v1/sessions", &json!({})).0, 503);
    postgres.resume();
    let (status, created) = client.post("/v1/sessions", &json!({ "age": 40 }));
    assert_eq!(status, 201, "{created}");
    let path = format!("/v1/sessions/{}", created["id"].as_str().expect("an id"));
    let (status, read) = client.get(&path);
    assert_eq!((status, &read["age"]), (200, &json!(40.0)));
}

#[test]
fn answers_given_at_the_same_time_are_all_kept() {
    let Some(postgres) = Postgres::start() else { return };
    let server = Server::start(&["--network", EXAMPLE, "--sessions", &postgres.url()]);
    let client = server.client();
    let created = client.post("/v1/sessions", &json!({})).1;
    let path = format!("/v1/sessions/{}/evidence", created["id"].as_str().expect("an id"));
    let findings = ["fever", "cough", "chills", "headache", "sneezing", "fatigue"];
    std::thread::scope(|scope| {
        for finding in findings {
            let (client, path) = (&client, &path);
            scope.spawn(move || {
                let answer = json!({ "evidence": [{ "id": finding, "choice_id": "unknown" }] });
                assert_eq!(client.post(path, &answer).0, 200);
            });
        }
    });
    let read = client.get(path.trim_end_matches("/evidence")).1;
    assert_eq!(read["evidence"].as_array().map(Vec::len), Some(findings.len()), "{read}");
}

/// A row as a service of version 0.1 wrote it.
#[test]
fn sessions_of_version_0_1_go_on() {
    let Some(postgres) = Postgres::start() else { return };
    let server = Server::start(&["--network", EXAMPLE, "--sessions", &postgres.url()]);
    let client = server.client();
    // Makes the tables.
    let network = client.get("/v1/networks").1["default"].as_str().expect("a name").to_owned();
    assert_eq!(client.post("/v1/sessions", &json!({})).0, 201);
    let id = "0123456789abcdef0123456789abcdef";
    let session = json!({
        "network": network, "person": { "age": 34.0, "sex": "female" }, "expires": 4_102_444_800_u64,
        "evidence": [{ "id": "fever", "choice_id": "present" }, { "id": "cough", "choice_id": "absent", "asked": true }],
    });
    postgres.sql(&format!(
        "insert into etio_sessions (id, session, expires) values ('{id}', '{session}', 4102444800)"
    ));
    let (status, read) = client.get(&format!("/v1/sessions/{id}"));
    assert_eq!((status, &read["age"]), (200, &json!(34.0)), "{read}");
    assert_eq!(read["evidence"], session["evidence"]);
    let denied = json!({ "turns": [{ "kind": "answered", "finding": "fever", "answer": "absent" }] });
    let (status, read) = client.post(&format!("/v1/sessions/{id}/turns"), &denied);
    assert_eq!((status, read["turns"].as_array().map(Vec::len)), (200, Some(4)), "{read}");
    assert_eq!(client.get(&format!("/v1/sessions/{id}")).1["turns"], read["turns"]);
}
