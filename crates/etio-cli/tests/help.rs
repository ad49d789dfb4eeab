//! Help texts.

mod common;

use std::path::Path;

use common::etio;
use etio::{Hybrid, Method, Order, Scheme, Solver};
use etio_hpo::Ranker;

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
    says(&["verify", "--help"], &["Examples:", "exit code 2"]);
    says(&["chat", "--help"], &["Examples:", "back", "why", "nothing is stored"]);
    says(&["translate", "--help"], &["Examples:", "--locales", "texts.de.csv"]);
    says(&["lint", "--help"], &["Examples:", "--cases", "Exit codes"]);
    says(&["evaluate", "--help"], &["--interview", "--noise"]);
    says(&["import", "hpo", "--help"], &["Examples:", "--xref", "merged", "--prevalence"]);
    says(
        &["evaluate", "--help"],
        &["Examples:", "likelihood-ratio", "--leave-publication-out", "--half", "--ranks"],
    );
    says(&["diagnose", "--help"], &["--explain", "--age", "--sex", "--prior-factor", "etio patients"]);
    says(&["patients", "--help"], &["Examples:", "--phenopacket", "--explain", "--absent-as", "single"]);
    says(&["patients", "--help"], &["--network <HPO_NETWORK>", "made by `etio import hpo`"]);
    assert!(!etio(&["patients", "--help"]).succeeds().stdout.contains("primary-care"));
    #[cfg(feature = "mcp")]
    says(&["mcp", "--help"], &["Examples:", "mcpServers", "--network", "not a medical device"]);
    #[cfg(feature = "repro")]
    {
        says(&["repro", "--help"], &["Examples:", "--quick", "fig1c", "vfh_jh"]);
        says(&["bench", "--help"], &["Examples:", "--quick", "--s1"]);
    }
}

/// Spellings and summaries.
type List = Vec<(String, &'static str)>;

/// Methods and parts of hybrids, and rankers, from the lists that the program reads.
fn listed() -> (List, List) {
    let hybrid: Method = Hybrid::EXAMPLE.parse().unwrap();
    let mut methods: Vec<_> = Method::PLAIN.iter().map(|m| (m.to_string(), m.summary())).collect();
    methods.push((Hybrid::FORM.to_owned(), hybrid.summary()));
    methods.extend(Scheme::ALL.iter().map(|s| (s.as_str().to_owned(), s.summary())));
    methods.extend(Solver::ALL.iter().map(|s| (s.as_str().to_owned(), s.summary())));
    methods.extend(Order::ALL.iter().map(|o| (o.as_str().to_owned(), o.summary())));
    (methods, Ranker::OWN.iter().map(|r| (r.to_string(), r.summary())).collect())
}

#[test]
fn help_lists_every_method() {
    let (methods, rankers) = listed();
    // Help is broken into lines.
    let help = |command| {
        etio(&[command, "--help"]).succeeds().stdout.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (diagnose, patients, evaluate) = (help("diagnose"), help("patients"), help("evaluate"));
    for (spelling, summary) in &methods {
        let entry = format!("{spelling} {summary}");
        assert!(diagnose.contains(&entry), "{entry} in\n{diagnose}");
        assert!(patients.contains(&entry), "{entry} in\n{patients}");
        assert!(evaluate.contains(&entry), "{entry} in\n{evaluate}");
    }
    for (spelling, summary) in rankers {
        let entry = format!("{spelling} {summary}");
        assert!(evaluate.contains(&entry), "{entry} in\n{evaluate}");
        assert_ne!(patients.contains(&entry), spelling == "likelihood-ratio", "{entry} in\n{patients}");
    }
    assert_eq!(diagnose.matches("(default)").count(), 1, "{diagnose}");
    assert!(patients.contains("two together (default)"), "{patients}");
}

#[test]
fn documents_list_every_method() {
    let (methods, rankers) = listed();
    for (document, list) in [("formats/cases.md", methods), ("patients.md", rankers)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(document);
        let text = std::fs::read_to_string(&path).unwrap();
        for (spelling, summary) in list {
            let row = format!("| `{spelling}` | {summary} |");
            assert!(text.lines().any(|line| line == row), "docs/{document} has no row\n{row}");
        }
    }
}

#[test]
fn nothing_asked_shows_what_can_be_done() {
    insta::assert_snapshot!("overview", etio(&[]).succeeds().stdout);
    etio(&["diagnos"]).fails_with(2, &["diagnose"]);
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = etio(&["completions", shell]).succeeds().stdout;
        assert!(script.contains("diagnose") && script.contains("budget-ms"), "{shell}");
    }
}
