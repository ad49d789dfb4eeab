//! `etio convert`, and files of other tools in all other commands, as a user meets them.

mod common;

use common::{Folder, etio};
use serde_json::Value;

fn golden(name: &str) -> String {
    format!("{}/../etio-formats/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn posteriors(network: &str, method: &[&str]) -> Vec<Value> {
    let args =
        ["diagnose", "--network", network, "--present", "fever,cough", "--format", "json", "--top", "all"];
    let run = etio(&[&args[..], method].concat()).succeeds();
    run.lines()[0]["ranking"].as_array().unwrap().clone()
}

#[test]
fn every_command_reads_every_format() {
    let folder = Folder::new();
    let own = folder.path("own");
    let run = etio(&["convert", &golden("pyagrum.jgum"), &own]).succeeds();
    assert!(run.stderr.contains("3 diseases, 3 findings, 6 links"), "{}", run.stderr);
    let expected = posteriors(&own, &[]);
    for name in ["pyagrum.jgum", "pyagrum.bif", "pyagrum.net", "pgmpy.xml", "pgmpy.xdsl"] {
        etio(&["info", &golden(name)]).succeeds();
        for (own, other) in expected.iter().zip(posteriors(&golden(name), &[])) {
            assert_eq!(own["disease"], other["disease"], "{name}");
            let difference = own["posterior"].as_f64().unwrap() - other["posterior"].as_f64().unwrap();
            assert!(difference.abs() < 1e-9, "{name}: {own} {other}");
        }
    }
    let run = etio(&["info", &golden("pyagrum.xdsl")]).succeeds();
    assert!(run.stderr.starts_with("note: the file was written by aGrUM"), "{}", run.stderr);
    let compiled = folder.path("genie.etio");
    etio(&["compile", &golden("genie.xdsl"), "-o", &compiled]).succeeds();
    etio(&["verify", &compiled]).succeeds();
}

#[test]
fn errors_say_what_can_be_read_and_done() {
    let folder = Folder::new();
    let unknown = folder.file("network.xyz", "?");
    etio(&["info", &unknown])
        .fails_with(2, &["network.xyz", ".jgum", ".xdsl", ".bif", ".uai", ".pgmx", "diseases.csv"]);
    let edges = golden("edges.csv");
    etio(&["info", &edges]).fails_with(2, &["no priors", "etio convert --prior P --leak L"]);
    let out = folder.path("out");
    etio(&["convert", &edges, &out, "--prior", "0.01", "--leak", "0.02"]).succeeds();
    etio(&["convert", &out, &folder.path("a.net")]).fails_with(2, &["does not write Hugin NET"]);
    etio(&["convert", &golden("pyagrum.bif"), &out, "--given", "nobody=yes"])
        .fails_with(2, &["no node `nobody`"]);
    etio(&["convert", &golden("pyagrum.bif"), &out, "--given", "nobody"]).fails_with(2, &["give NODE=STATE"]);
    etio(&["convert", &golden("pyagrum.bif"), &folder.path("given"), "--given", "flu=present"]).succeeds();
    let run = etio(&["info", &folder.path("given"), "--diseases"]).succeeds();
    assert!(!run.stdout.contains("flu") && run.stdout.contains("cold"), "{}", run.stdout);
}

#[test]
fn samples_follow_their_seed() {
    let network = golden("pyagrum.jgum");
    let ask =
        |seed: &str| posteriors(&network, &["--method", "importance", "--seed", seed, "--samples", "500"]);
    assert_eq!(ask("1"), ask("1"));
    assert_ne!(ask("1"), ask("2"));
    let args = ["diagnose", "--network", &network, "--present", "fever,cough", "--format", "json"];
    let line = |more: &[&str]| etio(&[&args[..], more].concat()).succeeds().lines().remove(0);
    let sampled = line(&["--method", "likelihood-weighting", "--standard-error", "0.01", "--seed", "3"]);
    assert_eq!((&sampled["exactness"], &sampled["seed"]), (&"estimate".into(), &3.into()), "{sampled}");
    assert!(sampled["standard_error"].as_f64().unwrap() <= 0.01, "{sampled}");
    assert!(sampled["effective_samples"].as_f64().unwrap() >= 100.0, "{sampled}");
    let iterated = line(&["--method", "loopy-bp:0.5"]);
    assert_eq!(
        (&iterated["converged"], &iterated["method"]),
        (&true.into(), &"loopy-bp:0.5".into()),
        "{iterated}"
    );
    let bounded = line(&["--method", "mean-field"]);
    assert!(
        bounded["log_evidence_lower"].as_f64().unwrap() <= bounded["log_evidence_upper"].as_f64().unwrap()
    );
    let text =
        etio(&["diagnose", "--network", &network, "--present", "fever", "--method", "mean-field"]).succeeds();
    assert!(text.stdout.contains("estimate, converged after"), "{}", text.stdout);
}
