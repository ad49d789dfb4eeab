//! `kill -9` in the middle of session writes: every acknowledged write is there after a restart.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::client::raw_request;
use crate::conversation::{Failure, Ledger};
use crate::server::{EXAMPLE, Server};

/// `ETIO_KILLS=100` kills a hundred times.
fn kills() -> u64 {
    std::env::var("ETIO_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(10)
}

#[test]
fn what_was_acknowledged_survives_kill_9() {
    let dir = tempfile::tempdir().expect("a folder");
    let sessions = format!("redb:{}", dir.path().join("sessions.redb").display());
    let start = || Server::start(&["--network", EXAMPLE, "--sessions", &sessions]);
    let ledger = Ledger::default();
    for round in 0..kills() {
        let server = start();
        let (client, stop) = (server.client(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| ledger.converse(&client, &stop, Failure::Expected));
            }
            // Anywhere in a write, a commit or between.
            std::thread::sleep(Duration::from_micros(30_000 + round * 7_919 % 90_000));
            server.kill();
            stop.store(true, Ordering::Relaxed);
        });
    }
    let kept = ledger.check(&start().client());
    assert!(kept > 0, "nothing was ever acknowledged");
    println!("{kept} acknowledged writes survived {} kills", kills());
}

#[test]
fn sessions_are_kept_without_being_asked_to() {
    let home = tempfile::tempdir().expect("a folder");
    let start = |port| {
        let mut command = Server::command(port, &["--network", EXAMPLE, "--print-config"]);
        let output = command.env("HOME", home.path()).output().expect("it runs");
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    let config = start(8123);
    let path = home.path().join(".local/state/etio/sessions-8123.redb");
    assert_eq!(config["sessions"], format!("redb:{}", path.display()));
}

#[test]
fn a_stop_finishes_what_is_in_flight() {
    let server = Server::start(&["--network", EXAMPLE, "--sessions", "memory", "--drain-seconds", "1"]);
    let (head, body) = raw_request("{\"evidence\":[]}");
    let mut stream = TcpStream::connect(&server.address).expect("connected");
    stream.write_all(format!("{head}{}", &body[..5]).as_bytes()).expect("sent");
    // The service has begun to read the body once it answers someone who came later.
    assert_eq!(server.client().get("/healthz").0, 200);
    server.signal("TERM");
    std::thread::sleep(Duration::from_millis(200));
    stream.write_all(&body.as_bytes()[5..]).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"conditions\""), "{answer}");
    assert!(server.ends_well(), "it ended with an error, or not at all");
}
