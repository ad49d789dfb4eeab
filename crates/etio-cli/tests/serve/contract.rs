//! The service against its own OpenAPI document, by schemathesis.

use std::process::Command;

use crate::program;
use crate::server::{EXAMPLE, Server};

/// The program as `scripts/test` installs it.
const SCHEMATHESIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/venv/bin/schemathesis");

#[test]
fn every_answer_is_one_that_the_document_describes() {
    let Some(schemathesis) = program(&[SCHEMATHESIS], "schemathesis") else { return };
    let server = Server::start(&["--network", EXAMPLE, "--sessions", "memory"]);
    let output = Command::new(schemathesis)
        .arg("run")
        .arg(format!("http://{}/openapi.json", server.address))
        .args([
            "--max-examples",
            "20",
            "--workers",
            "2",
            "--seed",
            "1",
            "--request-timeout",
            "20",
            "--no-color",
        ])
        // Which ids there are is a matter of the network and not of the document: a valid request
        // may name none of them.
        .args(["--checks", "all", "--exclude-checks", "positive_data_acceptance"])
        // Not `coverage`: it parses its own sources, on which Python 3.11 fails.
        .args(["--phases", "examples,fuzzing,stateful"])
        .current_dir(tempfile::tempdir().expect("a folder").path())
        .output()
        .expect("it runs");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
