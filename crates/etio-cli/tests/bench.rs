//! `etio bench` as a user meets it. What it measures is not checked: times are no matter of tests.

mod common;

use common::{Folder, etio};

#[test]
fn a_quick_run_reports_every_part() {
    let folder = Folder::new();
    let s1 = folder.path("s1.etio");
    etio(&["generate", "s1", "-o", &s1, "--diseases", "200", "--findings", "60"]).succeeds();
    let scratch = folder.path("");
    let report = &etio(&["bench", "--quick", "--s1", &s1, "--scratch", &scratch, "--format", "json"])
        .succeeds()
        .lines()[0];
    assert!(report["machine"]["multiply_adds"].as_f64() > Some(1e6));
    assert_eq!(report["networks"][0]["links"], 10_552);
    assert_eq!(report["networks"][1]["name"], "qmr");
    let part = &report["s1"];
    assert_eq!(part["links"], 9_600);
    for list in ["quickscore", "figure3", "many_queries", "by_diseases", "by_links"] {
        assert!(!part[list].as_array().unwrap().is_empty(), "{list}");
    }
    assert!(part["headline"]["median"].as_f64() > Some(0.0) && part["headline"]["refused"] == 0);
}
