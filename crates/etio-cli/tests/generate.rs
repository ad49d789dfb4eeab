//! `etio generate` and `etio info` as a user meets them.

mod common;

use std::fs;

use common::{Folder, etio, example};

fn generate(args: &[&str]) -> common::Run {
    etio(&[&["generate"], args].concat())
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let folder = Folder::new();
    let contents = |name: &str, seed: &str| -> Vec<String> {
        let out = folder.path(name);
        generate(&["f120", "-o", &out, "--seed", seed, "--cases", "50"]).succeeds();
        ["diseases.csv", "findings.csv", "links.csv", "meta.json", "cases.jsonl"]
            .map(|file| fs::read_to_string(format!("{out}/{file}")).unwrap())
            .into()
    };
    let first = contents("a", "7");
    assert_eq!(first, contents("b", "7"));
    let other = contents("c", "8");
    assert!(
        first.iter().zip(&other).filter(|(a, b)| a != b).count() >= 4,
        "another seed gives another network"
    );
    assert_eq!(first[2].lines().count(), 10_552 + 1);
    assert_eq!(first[4].lines().count(), 50);
}

#[test]
fn info_of_a_generated_network() {
    let folder = Folder::new();
    let out = folder.path("out");
    let run = generate(&["f120", "-o", &out]).succeeds();
    assert!(run.stderr.contains("665 diseases, 1,276 findings, 10,552 links"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    assert_looks_like!("info_f120", etio(&["info", &out]).succeeds().stdout);
}

#[test]
fn info_of_the_example() {
    assert_looks_like!("info_example", etio(&["info", &example()]).succeeds().stdout);
    assert_looks_like!("info_findings", etio(&["info", &example(), "--findings"]).succeeds().stdout);
    let diseases = etio(&["info", &example(), "--diseases", "--format", "json"]).succeeds().lines();
    assert_eq!(diseases.len(), 12);
    assert_eq!(diseases[1]["name"], "Influenza");
}

#[test]
fn a_network_is_built_in() {
    let info = &etio(&["info", "--format", "json"]).succeeds().lines()[0];
    assert!(info["diseases"].as_u64() >= Some(12) && info["impossible_findings"] == 0, "{info}");
}

#[test]
fn info_in_json() {
    let folder = Folder::new();
    let info = &etio(&["info", &folder.network(), "--format", "json"]).succeeds().lines()[0];
    assert_eq!((&info["diseases"], &info["findings"], &info["links"]), (&2.into(), &3.into(), &3.into()));
    assert_eq!(info["density"], 0.5);
    assert_eq!(info["parents_per_finding"]["max"], 2.0);
    assert_eq!(info["priors"]["min"], 0.01);
    assert_eq!(info["impossible_findings"], 1);
    assert_eq!(info["link_probabilities"]["max"], 0.9);
}

#[test]
fn options_change_the_network() {
    let folder = Folder::new();
    let out = folder.path("out");
    let args =
        ["--diseases", "40", "--findings", "30", "--density", "0.5", "--leak", "0", "--priors", "0.02"];
    generate(&[&["qmr", "-o", &out], &args[..]].concat()).succeeds();
    let info = &etio(&["info", &out, "--format", "json"]).succeeds().lines()[0];
    assert_eq!((&info["diseases"], &info["findings"], &info["links"]), (&40.into(), &30.into(), &600.into()));
    assert_eq!((&info["priors"]["min"], &info["priors"]["max"]), (&0.02.into(), &0.02.into()));
    assert_eq!(info["findings_without_leak"], 30);
}

#[test]
fn cases_have_the_findings_asked_for() {
    let folder = Folder::new();
    let (out, cases) = (folder.path("out"), folder.path("cases.jsonl"));
    let args = ["--cases", "20", "--cases-out", &cases, "--present", "8", "--absent", "3-5"];
    generate(&[&["f120", "-o", &out], &args[..]].concat()).succeeds();
    for line in fs::read_to_string(cases).unwrap().lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(case["present"].as_array().unwrap().len(), 8);
        assert!((3..=5).contains(&case["absent"].as_array().unwrap().len()));
        assert_eq!(case["label"], case["diseases"][0]);
    }
}

#[test]
fn a_network_made_by_hand_is_not_overwritten() {
    let folder = Folder::new();
    let network = folder.network();
    generate(&["f120", "-o", &network]).fails_with(2, &["not written by"]);
    let out = folder.path("out");
    generate(&["f120", "-o", &out]).succeeds();
    generate(&["f120", "-o", &out, "--seed", "2"]).succeeds();
}

#[test]
fn what_cannot_be_made_is_refused() {
    let folder = Folder::new();
    let out = folder.path("out");
    let refuse = |args: &[&str], parts: &[&str]| {
        generate(&[&["f120", "-o", &out], args].concat()).fails_with(2, parts);
    };
    refuse(&["--links", "999999999"], &["999999999 links do not fit"]);
    refuse(&["--diseases", "0"], &["at least one disease"]);
    refuse(&["--leak", "1.2"], &["between 0 and 1"]);
    refuse(&["--priors", "0.5:0.1"], &["`0.5:0.1` gives no priors"]);
    refuse(&["--present", "9-3"], &["a range such as 4-12"]);
    refuse(&["--density", "0.1", "--links", "5"], &["cannot be used with"]);
    assert_eq!(generate(&["f121", "-o", &out]).code, 2);
    assert_eq!(generate(&["f120"]).code, 2);
}
