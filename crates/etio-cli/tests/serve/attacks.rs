//! Requests made to hurt: each costs bounded time and memory and is refused, and ordinary ones
//! beside them go on.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, raw_request};
use crate::server::{EXAMPLE, Server};

/// A network of the paper's size, to have findings that dozens of diseases share.
pub(crate) fn f120() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let made = std::process::Command::new(env!("CARGO_BIN_EXE_etio"))
        .args(["generate", "f120", "-o"])
        .arg(dir.path().join("f120"))
        .output()
        .expect("it runs");
    assert!(made.status.success());
    dir
}

/// The findings with the most diseases.
pub(crate) fn hubs(links: &str, count: usize) -> Vec<String> {
    let mut degrees = std::collections::HashMap::<&str, usize>::new();
    for line in links.lines().skip(1) {
        *degrees.entry(line.split(',').nth(1).expect("a finding")).or_default() += 1;
    }
    let mut order: Vec<_> = degrees.into_iter().collect();
    order.sort_by_key(|&(finding, degree)| (std::cmp::Reverse(degree), finding));
    order.into_iter().take(count).map(|(finding, _)| finding.to_owned()).collect()
}

pub(crate) fn present(findings: &[String]) -> Value {
    findings.iter().map(|id| json!({ "id": id, "choice_id": "present" })).collect()
}

/// Requests that the service must answer with 4xx.
fn refused() -> Vec<(&'static str, Vec<u8>, u16)> {
    let many = "{\"id\":\"fever\",\"choice_id\":\"present\"},".repeat(1_000_000);
    let some = "{\"id\":\"fever\",\"choice_id\":\"present\"},".repeat(2_000);
    let nested = format!("{{\"evidence\":{}{}}}", "[".repeat(50_000), "]".repeat(50_000));
    vec![
        ("application/json", format!("{{\"evidence\":[{many}]}}").into_bytes(), 413),
        ("application/json", format!("{{\"evidence\":[{}]}}", some.trim_end_matches(',')).into_bytes(), 422),
        ("application/json", nested.into_bytes(), 400),
        ("application/json", b"{\"top\":1,\"top\":2}".to_vec(), 400),
        ("application/json", b"{\"evidence\":[],\"surprise\":1}".to_vec(), 400),
        ("application/json", vec![0xff; 100], 400),
        ("application/xml", b"{}".to_vec(), 415),
        ("text/plain", b"{}".to_vec(), 415),
    ]
}

/// Ordinary requests until told to stop, each of which must be answered.
fn ordinary(client: &Client, stop: &AtomicBool, answered: &AtomicUsize) {
    let request = json!({ "network": "example", "evidence": [{ "id": "fever", "choice_id": "present" }] });
    while !stop.load(Ordering::Relaxed) {
        let (status, body) = client.post("/v1/diagnosis", &request);
        assert_eq!(status, 200, "{body}");
        answered.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn hostile_requests_are_refused_and_ordinary_ones_go_on() {
    let dir = f120();
    let network = format!("f120={}", dir.path().join("f120").display());
    let links = std::fs::read_to_string(dir.path().join("f120/links.csv")).expect("read");
    // Two compute threads, so that one heavy query at a time leaves one for everybody else.
    let args = ["--network", EXAMPLE, "--network", &network, "--sessions", "memory", "--memory-mb", "64"];
    let more = ["--budget-ms", "300", "--threads", "2"];
    let server = Server::start(&[&args[..], &more[..]].concat());
    let (client, stop, answered) = (server.client(), AtomicBool::new(false), AtomicUsize::new(0));
    ordinary_once(&client);
    let before = server.memory_kb();
    std::thread::scope(|scope| {
        scope.spawn(|| ordinary(&client, &stop, &answered));
        for (content_type, body, expected) in refused() {
            // Where the answer comes before the body was sent, the client may see the connection
            // close instead.
            match client.send("/v1/diagnosis", content_type, &body) {
                Ok((status, problem)) => assert_eq!(status, expected, "{problem}"),
                Err(error) => assert_eq!(expected, 413, "{error}"),
            }
        }
        let evidence = present(&hubs(&links, 40));
        for method in ["auto", "elimination", "quickscore", "explained-sets", "enumeration"] {
            let request = json!({ "network": "f120", "evidence": evidence, "method": method });
            let (status, body) = client.post("/v1/diagnosis", &request);
            let honest = status == 200 && body["exactness"] != "exact";
            assert!(status == 422 || honest, "{method}: {status} {body}");
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert!(answered.load(Ordering::Relaxed) > 0);
    if let (Some(before), Some(after)) = (before, server.memory_kb()) {
        assert!(after < before + 400_000, "memory grew from {before} to {after} kB");
    }
}

pub(crate) fn ordinary_once(client: &Client) {
    assert_eq!(client.post("/v1/diagnosis", &json!({})).0, 200);
}

#[test]
fn slow_clients_are_cut_off() {
    let slow = ["--header-seconds", "1", "--body-seconds", "1"];
    let args = [&["--network", EXAMPLE, "--sessions", "memory"], &slow[..]].concat();
    let server = Server::start(&args);
    let (head, body) = raw_request("{\"evidence\":[]}");
    let answer = |start: &str| {
        let mut stream = TcpStream::connect(&server.address).expect("connected");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("set");
        stream.write_all(start.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("closed by the service");
        answer
    };
    assert!(answer(&format!("{head}{}", &body[..4])).starts_with("HTTP/1.1 408"));
    let headers = answer(&head[..30]);
    assert!(headers.is_empty() || headers.starts_with("HTTP/1.1 408"), "{headers}");
    ordinary_once(&server.client());
}

#[test]
fn connections_beyond_the_limit_wait_for_their_turn() {
    let args = ["--network", EXAMPLE, "--sessions", "memory", "--connections", "2", "--header-seconds", "1"];
    let server = Server::start(&args);
    // Two that say nothing hold the service until their time is over.
    let silent: Vec<TcpStream> =
        (0..2).map(|_| TcpStream::connect(&server.address).expect("connected")).collect();
    ordinary_once(&server.client());
    drop(silent);
}
