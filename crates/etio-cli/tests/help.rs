//! What `etio` says about itself.

mod common;

use common::etio;

#[test]
fn help_teaches() {
    let says = |args: &[&str], parts: &[&str]| {
        let help = etio(args).succeeds().stdout;
        for part in parts {
            assert!(help.contains(part), "{args:?} does not say `{part}`:\n{help}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{args:?} is too wide");
    };
    says(&["--help"], &["finds the causes", "Examples:", "Exit codes: 0", "diagnose", "generate"]);
    says(
        &["diagnose", "--help"],
        &["Examples:", "Methods:", "explained-sets", "vfh+cvx+fdo:2", "--budget-ms"],
    );
    says(&["info", "--help"], &["Examples:", "--findings"]);
    says(&["generate", "--help"], &["Examples:", "10,552 links", "384 million links", "--cases-out"]);
    says(&["compile", "--help"], &["Examples:", "--precision", "f64|f32|u16"]);
    says(&["bench", "--help"], &["Examples:", "--quick", "--s1"]);
    says(&["verify", "--help"], &["Examples:", "exit code 2"]);
    says(&["chat", "--help"], &["Examples:", "back", "why", "nothing is stored"]);
    says(&["lint", "--help"], &["Examples:", "--cases", "Exit codes"]);
    says(&["evaluate", "--help"], &["--interview", "--noise"]);
    says(&["import", "hpo", "--help"], &["Examples:", "--xref", "merged", "--prevalence"]);
    says(
        &["evaluate", "--help"],
        &["Examples:", "likelihood-ratio", "--leave-publication-out", "--half", "--ranks"],
    );
    says(&["diagnose", "--help"], &["--phenopacket", "--explain", "--absent-as", "single"]);
    says(&["repro", "--help"], &["Examples:", "--quick", "fig1c", "vfh_jh"]);
}

#[test]
fn nothing_asked_is_wrong_use_and_shows_help() {
    etio(&[]).fails_with(2, &["Usage: etio", "Examples:"]);
    etio(&["diagnos"]).fails_with(2, &["diagnose"]);
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = etio(&["completions", shell]).succeeds().stdout;
        assert!(script.contains("diagnose") && script.contains("budget-ms"), "{shell}");
    }
}
