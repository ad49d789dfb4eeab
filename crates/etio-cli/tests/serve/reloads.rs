//! Networks replaced under load: no request fails, and answers switch to the new version.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Server;

/// Writes the example network with its first prior changed, file by file, each whole at once.
fn write(dir: &Path, prior: &str) {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../networks/example");
    for name in ["findings.csv", "links.csv", "diseases.csv"] {
        let mut text = std::fs::read_to_string(example.join(name)).expect("read");
        if name == "diseases.csv" {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let mut cells: Vec<&str> = lines[1].split(',').collect();
            cells[2] = prior;
            lines[1] = cells.join(",");
            text = lines.join("\n");
        }
        let fresh = dir.with_extension("fresh");
        std::fs::write(&fresh, text).expect("written");
        std::fs::rename(fresh, dir.join(name)).expect("renamed");
    }
}

fn ask(client: &Client) -> Value {
    let request = json!({ "evidence": [{ "id": "fever", "choice_id": "present" }], "top": 3 });
    let (status, body) = client.post("/v1/diagnosis", &request);
    assert_eq!(status, 200, "{body}");
    body
}

/// Waits for an answer of another version than `old`.
fn switched(client: &Client, old: &Value) -> Value {
    let until = Instant::now() + Duration::from_secs(15);
    loop {
        let version = ask(client)["model_version"].clone();
        if version != *old {
            return version;
        }
        assert!(Instant::now() < until, "still version {old}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_network_replaced_under_load_fails_no_request() {
    let dir = tempfile::tempdir().expect("a folder");
    let network = dir.path().join("network");
    std::fs::create_dir(&network).expect("made");
    write(&network, "0.01");
    let served = format!("n={}", network.display());
    let server = Server::start(&["--network", &served, "--sessions", "memory", "--watch-seconds", "1"]);
    let (client, stop, answers) = (server.client(), AtomicBool::new(false), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let answer = ask(&client);
                    let pair = (answer["model_version"].clone(), answer["conditions"].clone());
                    let mut answers = answers.lock().expect("unpoisoned");
                    if !answers.contains(&pair) {
                        answers.push(pair);
                    }
                }
            });
        }
        let first = ask(&client)["model_version"].clone();
        write(&network, "0.3");
        let second = switched(&client, &first);
        // A bad one is not served, by file change or by signal.
        write(&network, "1.5");
        server.signal("HUP");
        std::thread::sleep(Duration::from_millis(1500));
        assert_eq!(ask(&client)["model_version"], second);
        write(&network, "0.01");
        assert_eq!(switched(&client, &second), first, "the version is that of the contents");
        stop.store(true, Ordering::Relaxed);
    });
    let answers = answers.into_inner().expect("unpoisoned");
    assert_eq!(answers.len(), 2, "each version has one answer: {answers:?}");
}

#[test]
fn a_signal_is_enough_where_files_are_not_watched() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "0.01");
    let served = format!("n={}", dir.path().display());
    let server = Server::start(&["--network", &served, "--sessions", "memory", "--watch-seconds", "0"]);
    let client = server.client();
    let first = ask(&client)["model_version"].clone();
    write(dir.path(), "0.3");
    server.signal("HUP");
    switched(&client, &first);
}

/// Compiles a folder of CSV files.
fn compile(folder: &Path, to: &Path) {
    let made = std::process::Command::new(env!("CARGO_BIN_EXE_etio"))
        .arg("compile")
        .arg(folder)
        .arg("-o")
        .arg(to)
        .output()
        .expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn a_compiled_file_that_is_written_over_in_place_ends_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let (folder, live) = (dir.path().join("network"), dir.path().join("live.etio"));
    std::fs::create_dir(&folder).expect("made");
    write(&folder, "0.01");
    compile(&folder, &live);
    write(&folder, "0.3");
    let new = dir.path().join("new.etio");
    compile(&folder, &new);
    let served = format!("n={}", live.display());
    let server = Server::start(&["--network", &served, "--sessions", "memory", "--watch-seconds", "1"]);
    let client = server.client();
    let first = ask(&client)["model_version"].clone();
    // As `cat new > live` does: cut to nothing, then written piece by piece.
    let bytes = std::fs::read(&new).expect("read");
    let mut file = std::fs::File::create(&live).expect("cut");
    for _ in 0..20 {
        assert_eq!(ask(&client)["model_version"], first, "it serves what it has read");
    }
    for piece in bytes.chunks(bytes.len() / 4 + 1) {
        std::io::Write::write_all(&mut file, piece).expect("written");
        ask(&client);
    }
    drop(file);
    assert_ne!(switched(&client, &first), first);
}
