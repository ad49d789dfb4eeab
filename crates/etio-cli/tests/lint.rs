//! `etio lint` as a user meets it: the starter network passes, a broken one is told what is wrong.

mod common;

use common::{Folder, etio, example};

#[test]
fn the_starter_network_passes() {
    let run = etio(&["lint"]).succeeds();
    assert!(run.stdout.contains("666 diseases, 743 findings"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("  ok   ").count(), 9, "{}", run.stdout);
    assert!(run.stdout.ends_with("No problems.\n"), "{}", run.stdout);
    assert_eq!(run.stderr, "");
}

/// A copy of the starter network's files that a test may spoil.
fn copy(spoil: impl Fn(&str, String) -> String) -> (Folder, String) {
    let folder = Folder::new();
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/starter");
    for name in ["diseases.csv", "findings.csv", "links.csv", "context.csv", "red_flags.csv"] {
        let text = std::fs::read_to_string(format!("{starter}/{name}")).expect("it ships");
        std::fs::write(folder.path(name), spoil(name, text)).expect("a writable folder");
    }
    let path = folder.path(".");
    (folder, path)
}

#[test]
fn problems_are_named_by_file_and_id() {
    let (_folder, path) = copy(|name, text| match name {
        "diseases.csv" => text.replacen("Influenza,0.012,ICD10:J11.1", "Common Cold,0.9,ICD10:11", 1),
        "findings.csv" => text.replacen("Do you have a fever or a raised temperature?", "", 1),
        _ => text,
    });
    let run = etio(&["lint", &path, "--cases", "0"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    for part in [
        "diseases.csv, influenza: the name `Common Cold` is also that of `common_cold`",
        "diseases.csv, influenza: the code `ICD10:11` is not like",
        "diseases.csv, influenza: the prior 0.9",
        "findings.csv, fever: the question is missing",
        "4 problems.",
    ] {
        assert!(run.stdout.contains(part), "no `{part}` in {}", run.stdout);
    }
}

#[test]
fn json_lists_every_problem() {
    let run = etio(&["lint", &example(), "--format", "json"]);
    let report = &run.lines()[0];
    let problems = report["problems"].as_array().expect("a list");
    assert_eq!(run.code, i32::from(!problems.is_empty()));
    assert_eq!(report["checks"].as_array().map(Vec::len), Some(9));
    for problem in problems {
        for field in ["check", "file", "subject", "message"] {
            assert!(problem[field].is_string(), "{problem}");
        }
    }
}

#[test]
fn long_lists_are_cut_unless_asked_for() {
    let (_folder, path) = copy(|name, text| match name {
        "findings.csv" => text.replacen("explanation", "explained", 1),
        _ => text,
    });
    let run = etio(&["lint", &path, "--cases", "0"]);
    assert!(run.stdout.contains("and 733 more (--all lists them)"), "{}", run.stdout);
    let all = etio(&["lint", &path, "--cases", "0", "--all"]);
    assert_eq!(all.stdout.matches("the explanation is missing").count(), 743);
}

#[test]
fn one_of_a_kind_is_singular_and_every_companion_file_is_checked() {
    let folder = Folder::new();
    for (name, text) in [
        ("diseases.csv", "id,name,prior\nflu,Influenza,0.01\n"),
        ("findings.csv", "id,name,leak\nfever,Fever,0.01\n"),
        ("links.csv", "disease,finding,probability\nflu,fever,0.9\n"),
        ("context.tsv", "disease\tsex\tfactor\nmeasles\tmale\t-1\n"),
        ("red_flags.csv", "id,present,message\na,rash,Rash.\n"),
    ] {
        std::fs::write(folder.path(name), text).unwrap();
    }
    let network = folder.path("");
    let run = etio(&["lint", "--network", &network, "--cases", "0"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    for part in [
        ": 1 disease, 1 finding, 1 link\n",
        "context.tsv, line 2: no disease `measles` in the network\n",
        "context.tsv, line 2: the factor `-1` is not a number",
        "red_flags.csv, line 2: no finding `rash` in the network\n",
        "diseases.csv, flu: the triage is missing; it is one of emergency,",
        "links.csv, flu: the disease needs at least 3 links and has 1\n",
    ] {
        assert!(run.stdout.contains(part), "no `{part}` in {}", run.stdout);
    }
}

#[test]
fn a_network_is_an_argument_or_an_option() {
    let given = |args: &[&str]| etio(args).succeeds().stdout;
    let argument = given(&["info", &example()]);
    assert_eq!(given(&["info", "--network", &example()]), argument);
    assert_eq!(given(&["info", "-n", &example()]), argument);
    etio(&["info", &example(), "--network", &example()]).fails_with(2, &["cannot be used with"]);
}

#[test]
fn what_cannot_be_read_is_wrong_use() {
    etio(&["lint", "no-such-folder"]).fails_with(2, &["no-such-folder"]);
}

#[test]
fn a_disease_that_nobody_has_is_a_problem_like_others() {
    let (_folder, path) = copy(|name, text| match name {
        "diseases.csv" => text.replacen("Influenza,0.012,", "Influenza,0,", 1),
        _ => text,
    });
    let run = etio(&["lint", &path, "--cases", "1"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("links.csv, influenza: half of 1 case"), "{}", run.stdout);
}
