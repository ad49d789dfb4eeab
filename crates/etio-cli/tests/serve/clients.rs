//! Programs that others write: a client made from the OpenAPI document, and assistants' tools.

use std::path::Path;
use std::process::{Command, Output};

use crate::program;
use crate::server::{EXAMPLE, Server};

/// The Python in which `scripts/test` installs openapi-python-client and the official client of the
/// Model Context Protocol.
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/venv/bin/python");
const GENERATOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/venv/bin/openapi-python-client");
const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/clients");

fn succeeds(output: &Output) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn a_generated_client_holds_a_conversation() {
    let Some(generator) = program(&[GENERATOR], "openapi-python-client") else { return };
    let server = Server::start(&["--sessions", "memory"]);
    let folder = tempfile::tempdir().expect("a folder");
    let made = Command::new(generator)
        .args(["generate", "--meta", "none", "--fail-on-warning", "--output-path", "etio_client"])
        .arg("--config")
        .arg(Path::new(SCRIPTS).join("openapi-python-client.yaml"))
        .arg("--url")
        .arg(format!("http://{}/openapi.json", server.address))
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    succeeds(&made);
    let talked = Command::new(PYTHON)
        .arg(Path::new(SCRIPTS).join("converse.py"))
        .arg(format!("http://{}", server.address))
        .env("PYTHONPATH", folder.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("it runs");
    succeeds(&talked);
}

#[test]
#[cfg(feature = "mcp")]
fn the_official_client_calls_every_tool() {
    let Some(python) = program(&[PYTHON], "the Python client of the Model Context Protocol") else { return };
    let server = Server::start(&["--network", EXAMPLE, "--sessions", "memory"]);
    let called = Command::new(python)
        .arg(Path::new(SCRIPTS).join("call_tools.py"))
        .args([env!("CARGO_BIN_EXE_etio"), EXAMPLE])
        .arg(format!("http://{}", server.address))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("it runs");
    succeeds(&called);
}
