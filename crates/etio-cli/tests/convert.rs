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

fn assert_near(expected: &[Value], found: &[Value], what: &str) {
    assert_eq!(expected.len(), found.len(), "{what}");
    for (own, other) in expected.iter().zip(found) {
        assert_eq!(own["disease"], other["disease"], "{what}");
        let difference = own["posterior"].as_f64().unwrap() - other["posterior"].as_f64().unwrap();
        assert!(difference.abs() < 1e-9, "{what}: {own} {other}");
    }
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
        assert_near(&expected, &posteriors(&golden(name), &[]), name);
    }
    let run = etio(&["info", &golden("pyagrum.xdsl")]).succeeds();
    assert!(run.stderr.starts_with("note: the file was written by aGrUM"), "{}", run.stderr);
    let compiled = folder.path("genie.etio");
    etio(&["compile", &golden("genie.xdsl"), "-o", &compiled]).succeeds();
    etio(&["verify", &compiled]).succeeds();
    let other = ["pyagrum.bif: a file in the format BIF is not a compiled one", "`etio info` reads"];
    etio(&["verify", &golden("pyagrum.bif")]).fails_with(2, &other);
}

#[test]
fn every_command_reads_edge_lists_with_priors_and_leaks() {
    let folder = Folder::new();
    let edges = golden("edges.csv");
    let numbers = ["--prior", "0.01", "--leak", "0.02"];
    let own = folder.path("own");
    etio(&[&["convert", &edges, &own][..], &numbers].concat()).succeeds();
    assert_eq!(posteriors(&edges, &numbers), posteriors(&own, &[]));
    let run = etio(&[&["info", &edges, "--diseases"][..], &numbers].concat()).succeeds();
    assert!(run.stderr.starts_with("note: every disease has the prior 0.01"), "{}", run.stderr);
    assert!(run.stdout.contains("common_cold"), "{}", run.stdout);
    let compiled = folder.path("edges.etio");
    etio(&[&["compile", &edges, "-o", &compiled][..], &numbers].concat()).succeeds();
    assert_eq!(posteriors(&compiled, &[]), posteriors(&own, &[]));
    etio(&["diagnose", "--network", &edges, "--prior", "1.5", "--present", "fever"])
        .fails_with(2, &["a number from 0 to 1"]);
}

#[test]
fn options_that_a_network_has_no_use_for_are_refused() {
    let folder = Folder::new();
    let own = folder.path("own");
    etio(&["convert", &golden("pyagrum.bif"), &own]).succeeds();
    let only_edges = "only for edge lists; for one disease use `etio diagnose --prior-factor`";
    for number in ["--prior", "--leak"] {
        etio(&["diagnose", "--present", "fever", number, "0.01"]).fails_with(2, &[only_edges]);
        for network in [&own, &golden("pyagrum.bif"), &golden("genie.xdsl")] {
            etio(&["info", network, number, "0.01"]).fails_with(2, &[network, only_edges]);
        }
        etio(&["patients", "--network", &own, number, "0.01"]).fails_with(2, &["unexpected argument"]);
    }
    for option in [&["--given", "flu=present"][..], &["--absent", "absent"], &["--nearest"]] {
        etio(&[&["convert", &own, &folder.path("out")], option].concat())
            .fails_with(2, &["only for networks of other tools"]);
    }
    for command in ["diagnose", "evaluate", "info", "convert"] {
        let help = etio(&[command, "--help"]).succeeds().stdout;
        let (_, last) = help.split_once("\nEdge lists:\n").expect("a heading of their own");
        assert!(last.contains("--prior <P>") && last.contains("--leak <P>"), "{help}");
        let before = ["Options:", "Stories and messages:", "Simulated interviews:"];
        assert!(!before.iter().any(|heading| last.contains(heading)), "{command}: not last: {help}");
    }
}

#[test]
fn tools_get_the_order_that_they_read() {
    let folder = Folder::new();
    let own = golden("pyagrum.jgum");
    let expected = posteriors(&own, &[]);
    for (tool, name) in [("pyagrum", "a.uai"), ("pyagrum", "a.xdsl"), ("pgmpy", "b.xdsl")] {
        let path = folder.path(name);
        etio(&["convert", &own, &path, "--for", tool]).succeeds();
        assert_near(&expected, &posteriors(&path, &[]), &format!("{tool} {name}"));
    }
    etio(&["convert", &own, &folder.path("a.uai"), "--for", "genie"]).fails_with(2, &["pyagrum, pgmpy"]);
}

#[test]
fn errors_say_what_can_be_read_and_done() {
    let folder = Folder::new();
    let unknown = folder.file("network.xyz", "?");
    etio(&["info", &unknown])
        .fails_with(2, &["network.xyz", ".jgum", ".xdsl", ".bif", ".uai", ".pgmx", "diseases.csv"]);
    let edges = golden("edges.csv");
    etio(&["info", &edges]).fails_with(2, &["no priors", "give --prior and --leak"]);
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
