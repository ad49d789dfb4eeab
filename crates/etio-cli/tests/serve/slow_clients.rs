//! Clients that keep the service waiting, or leave it with work that nobody wants any more.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use serde_json::json;

use crate::attacks::{f120, hubs, ordinary_once, present};
use crate::server::{EXAMPLE, Server};

#[test]
fn clients_that_do_not_read_give_their_connections_back() {
    let limits = ["--connections", "2", "--write-seconds", "1"];
    let server = Server::start(&[&["--network", EXAMPLE, "--sessions", "memory"], &limits[..]].concat());
    let request = "GET /openapi.json HTTP/1.1\r\nhost: etio\r\n\r\n".repeat(50);
    let deaf: Vec<TcpStream> = (0..2)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).expect("connected");
            stream.set_write_timeout(Some(Duration::from_millis(200))).expect("set");
            // Until neither side can send any more.
            while stream.write_all(request.as_bytes()).is_ok() {}
            stream
        })
        .collect();
    ordinary_once(&server.client());
    drop(deaf);
}

#[test]
fn a_batch_that_crawls_is_cut_off() {
    let limits = ["--body-seconds", "1", "--least-rate", "1000"];
    let server = Server::start(&[&["--network", EXAMPLE, "--sessions", "memory"], &limits[..]].concat());
    let mut stream = TcpStream::connect(&server.address).expect("connected");
    stream.set_read_timeout(Some(Duration::from_millis(200))).expect("set");
    let head = "POST /v1/batch HTTP/1.1\r\nhost: etio\r\ncontent-type: application/x-ndjson\r\n\
                content-length: 100000\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("sent");
    let (mut answer, mut buffer) = (Vec::new(), [0; 4096]);
    // A byte each time that nothing was heard for a while: never as long as a body may take.
    let sent = (0..60).take_while(|_| {
        let is_open = stream.write_all(b" ").is_ok();
        match stream.read(&mut buffer) {
            Ok(0) => false,
            Ok(count) => {
                answer.extend_from_slice(&buffer[..count]);
                is_open
            }
            Err(error) => is_open && matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        }
    });
    assert!(sent.count() < 60, "it was never cut off");
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.contains("request-timeout"), "{answer}");
}

#[test]
fn work_of_clients_that_have_gone_is_cancelled() {
    let dir = f120();
    let network = format!("f120={}", dir.path().join("f120").display());
    let links = std::fs::read_to_string(dir.path().join("f120/links.csv")).expect("read");
    // Far longer than anybody waits here: only by being cancelled can they end in time.
    let limits = ["--budget-ms", "600000", "--threads", "2", "--memory-mb", "64"];
    let args = ["--network", EXAMPLE, "--network", &network, "--sessions", "memory"];
    let server = Server::start(&[&args[..], &limits[..]].concat());
    let body = json!({
        "network": "f120", "target": "d0", "evidence": present(&hubs(&links, 200)), "method": "auto",
    });
    let target = std::fs::read_to_string(dir.path().join("f120/diseases.csv")).expect("read");
    let target = target.lines().nth(1).and_then(|line| line.split(',').next()).expect("a disease").to_owned();
    let body = {
        let mut body = body;
        body["target"] = json!(target);
        body.to_string()
    };
    let leave = |more: &str| {
        let mut stream = TcpStream::connect(&server.address).expect("connected");
        let head = format!(
            "POST /v1/explain HTTP/1.1\r\nhost: etio\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}{more}").as_bytes()).expect("sent");
        // Until both threads have surely begun.
        std::thread::sleep(Duration::from_millis(300));
        stream.shutdown(Shutdown::Both).ok();
    };
    // With nothing after the request, and with the beginning of another one.
    for more in ["", "G"] {
        std::thread::scope(|scope| {
            scope.spawn(|| leave(more));
            scope.spawn(|| leave(more));
        });
        for _ in 0..12 {
            ordinary_once(&server.client());
        }
    }
}
