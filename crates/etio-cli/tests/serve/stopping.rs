//! SIGTERM under load: every request that was sent is answered.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use crate::server::{EXAMPLE, Server};

const REQUEST: &str = "POST /v1/diagnosis HTTP/1.1\r\nhost: etio\r\ncontent-type: application/json\r\n\
                       content-length: 18\r\n\r\n{\"question\":false}";

/// Sends a request and reads its answer: whether the service asked to close the connection.
fn ask(stream: &mut BufReader<TcpStream>) -> std::io::Result<bool> {
    stream.get_mut().write_all(REQUEST.as_bytes())?;
    let (mut length, mut closes, mut line) = (0, false, String::new());
    stream.read_line(&mut line)?;
    assert!(line.starts_with("HTTP/1.1 200"), "{line:?}");
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        closes |= lower.starts_with("connection: close");
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(closes)
}

fn connect(server: &Server) -> BufReader<TcpStream> {
    BufReader::new(TcpStream::connect(&server.address).expect("connected"))
}

#[test]
fn a_stop_loses_no_request_that_was_sent() {
    let server = Server::start(&[
        "--network",
        EXAMPLE,
        "--sessions",
        "memory",
        "--drain-seconds",
        "3",
        "--threads",
        "2",
    ]);
    let (is_over, answered, closed) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    // Kept connections that are idle when the signal comes, and are used again only afterwards.
    let mut idle: Vec<_> = (0..32).map(|_| connect(&server)).collect();
    for stream in &mut idle {
        assert!(!ask(stream).expect("answered"));
    }
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                // On a kept connection until told to close it, then on a new one.
                let mut stream = connect(&server);
                while !is_over.load(Relaxed) {
                    let closes = ask(&mut stream).expect("a request was lost");
                    answered.fetch_add(1, Relaxed);
                    if closes {
                        closed.fetch_add(1, Relaxed);
                        stream = connect(&server);
                    }
                }
            });
        }
        std::thread::sleep(Duration::from_millis(300));
        server.signal("TERM");
        std::thread::sleep(Duration::from_millis(300));
        for stream in &mut idle {
            assert!(ask(stream).expect("a request on a kept connection was lost"), "it is told to close");
        }
        is_over.store(true, Relaxed);
    });
    assert!(answered.load(Relaxed) > 10 && closed.load(Relaxed) > 4);
    assert!(server.ends_well(), "it ended with an error, or not at all");
}
