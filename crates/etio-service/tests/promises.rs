//! Every promise in `docs/operations.md` names tests that exist.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() && !entry.is_symlink() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            found.push(entry);
        }
    }
}

/// Whether a function of this name is marked as a test.
fn is_test(code: &str, name: &str) -> bool {
    code.match_indices(&format!("fn {name}(")).any(|(at, _)| {
        let before = code[..at].rsplit_once('\n').map_or("", |(before, _)| before);
        let mut marks = before.lines().rev().take_while(|line| line.trim().starts_with("#["));
        marks.any(|mark| mark.contains("#[test]") || mark.contains("#[tokio::test"))
    })
}

#[test]
fn a_function_that_is_no_test_holds_no_promise() {
    let code = "#[test]\nfn zero() {}\n#[test]\n#[cfg(unix)]\nfn one() {}\n\nfn two() {}\n\
                #[tokio::test(start_paused = true)]\nasync fn three() {}\n";
    assert_eq!(["zero", "one", "two", "three"].map(|name| is_test(code, name)), [true, true, false, true]);
}

#[test]
fn every_promise_names_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/operations.md")).expect("the document");
    let table = |head: &str| -> Vec<&str> {
        let rows = text.lines().skip_while(|line| !line.starts_with(head)).skip(2);
        rows.take_while(|line| line.starts_with('|')).collect()
    };
    let (promises, attacks) = (table("| promise |"), table("| attack |"));
    assert!(promises.len() > 20 && attacks.len() > 10, "the tables are not there");
    let mut files = Vec::new();
    for name in ["etio", "etio-bot", "etio-cli", "etio-service"] {
        sources(&root.join("crates").join(name), &mut files);
    }
    let code: String = files.iter().map(|file| std::fs::read_to_string(file).expect("a source")).collect();
    for row in promises.into_iter().chain(attacks) {
        let tests = row.trim_end_matches([' ', '|']).rsplit_once('|').expect("two columns").1;
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "no test is named: {row}");
        for name in names {
            assert!(is_test(&code, name), "there is no test `{name}`");
        }
    }
}
