//! `etio repro` as a user meets it.

mod common;

use std::fs;

use common::{Folder, etio};

#[test]
fn a_figure_gives_report_results_and_numbers_and_is_taken_up_again() {
    let folder = Folder::new();
    let out = folder.path("out");
    let run = etio(&["repro", "fig2", "--quick", "--out", &out]).succeeds();
    assert!(run.stdout.contains("report.html") && run.stdout.contains("results.json"), "{}", run.stdout);
    let report = fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert!(report.contains("etio repro fig2 --out DIR --quick --seed 1") && report.contains("<svg"));
    assert!(fs::read_to_string(format!("{out}/fig2.csv")).unwrap().starts_with("panel,"));
    let results: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(format!("{out}/results.json")).unwrap()).unwrap();
    assert!(results["fig2"]["verdicts"].as_array().is_some_and(|v| !v.is_empty()));
    let again = etio(&["repro", "fig2", "--quick", "--out", &out]).succeeds();
    assert!(again.stderr.contains("fig2: already computed"), "{}", again.stderr);
}

#[test]
fn wrong_use_is_explained() {
    etio(&["repro", "fig9", "--out", "x"]).fails_with(2, &["fig9", "fig1c"]);
    etio(&["repro", "all"]).fails_with(2, &["--out"]);
    let folder = Folder::new();
    let file = folder.path("file");
    fs::write(&file, "").unwrap();
    etio(&["repro", "fig2", "--quick", "--out", &file]).fails_with(2, &["file"]);
}
