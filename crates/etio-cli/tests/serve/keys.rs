//! API keys of a running service.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::server::{EXAMPLE, Server};

/// SHA-256 of "old", "new" and the empty text.
const OLD: &str = "cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4";
const NEW: &str = "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437";
const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn write(dir: &Path, hash: &str) -> String {
    let file = dir.join("keys");
    std::fs::write(&file, format!("friend {hash}\n")).expect("written");
    file.display().to_string()
}

fn is_known(client: &Client, key: &str) -> bool {
    client.get_as(key, "/v1/networks").0 == 200
}

#[test]
fn keys_are_read_again_on_a_signal() {
    let dir = tempfile::tempdir().expect("a folder");
    let keys = write(dir.path(), OLD);
    let server = Server::start(&["--network", EXAMPLE, "--sessions", "memory", "--api-keys", &keys]);
    let client = server.client();
    assert!(is_known(&client, "old") && !is_known(&client, "new") && !is_known(&client, ""));
    write(dir.path(), NEW);
    server.signal("HUP");
    let until = Instant::now() + Duration::from_secs(20);
    while !is_known(&client, "new") {
        assert!(Instant::now() < until, "the new key is not known");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!is_known(&client, "old"));
}

#[test]
fn the_hash_of_an_empty_key_is_refused_at_the_start() {
    let dir = tempfile::tempdir().expect("a folder");
    let keys = write(dir.path(), EMPTY);
    let output = Server::command(0, &["--network", EXAMPLE, "--sessions", "memory", "--api-keys", &keys])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && said.contains("line 1: this is the hash of an empty key"),
        "{said}"
    );
}
