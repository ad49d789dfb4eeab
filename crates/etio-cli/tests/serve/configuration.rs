//! Flags over environment over file, and what is refused.

use serde_json::Value;

use crate::server::Server;

fn printed(file: &str, environment: &[(&str, &str)], args: &[&str]) -> Value {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("config.json");
    std::fs::write(&path, file).expect("written");
    let mut command = Server::command(0, args);
    command.envs(environment.iter().copied()).arg("--print-config").arg("--config").arg(&path);
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn flags_come_before_environment_before_file() {
    let file = r#"{ "queue": 1, "evidence": 1, "budget_ms": 1, "networks": ["a=b"], "allow_open": true }"#;
    let environment = [("ETIO_EVIDENCE", "2"), ("ETIO_BUDGET_MS", "2"), ("HOME", "/home/me")];
    let config = printed(file, &environment, &["--budget-ms", "3"]);
    let numbers = ["queue", "evidence", "budget_ms", "body_seconds"].map(|name| config[name].as_u64());
    assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(10)]);
    assert_eq!(config["networks"], serde_json::json!(["a=b"]));
    assert_eq!(config["allow_open"], true);
    assert_eq!(printed(file, &[("ETIO_ALLOW_OPEN", "false")], &[])["allow_open"], false);
}

#[test]
fn what_is_printed_can_be_read_again_and_hides_the_password() {
    let config = printed("{}", &[("ETIO_SESSIONS", "postgres://me:secret@db/etio")], &[]);
    assert_eq!(config["sessions"], "postgres://me:***@db/etio");
    assert_eq!(printed(&config.to_string(), &[], &[]), config);
    let config =
        printed("{}", &[("ETIO_SESSIONS", "postgres://me@db/etio?password=secret&sslmode=require")], &[]);
    assert_eq!(config["sessions"], "postgres://me@db/etio?password=***&sslmode=require");
}

#[test]
fn a_session_address_that_is_not_understood_is_not_shown() {
    for address in ["POSTGRES://u:secret@h/d", "postgress://u:secret@h/d", "host=h password=secret"] {
        for more in [&[] as &[&str], &["--print-config"]] {
            let args = [&["--sessions", address], more].concat();
            let output = Server::command(0, &args).output().expect("it runs");
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            assert!(said.contains("***") && !said.contains("secret"), "{said}");
        }
    }
}

#[test]
fn bad_settings_are_refused_with_a_reason() {
    for (args, reason) in [
        (&["--listen", "0.0.0.0:0"] as &[&str], "--api-keys"),
        (&["--sessions", "mysql://x"], "postgres://"),
        (&["--network", "nonsense"], "NAME=PATH"),
        (&["--network", "n=/does/not/exist"], "/does/not/exist"),
        (&["--tls-key", "key.pem"], "--tls-certificate"),
        (&["--queue", "0"], "queue"),
        (&["--config", "/does/not/exist"], "/does/not/exist"),
        (&["--header-seconds", "18446744073709551615"], "--header-seconds"),
        (&["--connections", "18446744073709551615"], "connections"),
        (&["--session-seconds", "18446744073709551615"], "--session-seconds"),
        (&["--memory-mb", "18446744073709551615"], "--memory-mb"),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_etio"));
        command.env_clear().args(["serve", "--log", "error"]).args(args);
        if !args.contains(&"--sessions") {
            command.args(["--sessions", "memory"]);
        }
        let output = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(reason), "{args:?}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_does_not_panic() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let output = Server::command(0, &["--print-config"]).stdout(full).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.starts_with("error: No space left on device"), "{told}");
}

#[test]
fn a_store_that_does_not_open_is_told_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let sessions = format!("redb:{}", dir.path().display());
    let output = Server::command(0, &["--sessions", &sessions]).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), told.matches("the session store failed").count()),
        (Some(2), 1),
        "{told}"
    );
}
