//! Messages of a build about features that it lacks. Run by `scripts/features`, because other tests
//! build with all features.

mod common;

use common::etio;

#[cfg(not(feature = "repro"))]
#[test]
fn commands_of_another_build_say_how_to_get_them() {
    for command in ["repro", "bench"] {
        etio(&[command, "all", "--quick", "--out", "x"])
            .fails_with(2, &[&format!("without `etio {command}`"), "--features repro"]);
    }
    let help = etio(&["--help"]).succeeds().stdout;
    assert!(!help.contains("\n  bench") && !help.contains("\n  repro"), "{help}");
}

#[cfg(not(feature = "postgres"))]
#[test]
fn an_address_of_postgres_is_refused() {
    etio(&["serve", "--listen", "127.0.0.1:0", "--sessions", "postgres://me@localhost/etio"]).fails_with(
        2,
        &["error: --sessions names PostgreSQL", "without PostgreSQL", "--features postgres", "redb:PATH"],
    );
}

#[cfg(not(feature = "tls"))]
#[test]
fn a_certificate_is_refused() {
    let settings = ["--sessions", "memory", "--tls-certificate", "chain.pem", "--tls-key", "key.pem"];
    etio(&[&["serve", "--listen", "127.0.0.1:0"][..], &settings[..]].concat())
        .fails_with(2, &["without TLS", "--features tls", "reverse proxy"]);
}

#[test]
fn every_build_diagnoses() {
    let answer = etio(&["diagnose", "--present", "fever,cough", "--absent", "runny_nose"]).succeeds().stdout;
    assert!(answer.contains("nfluenza"), "{answer}");
}
