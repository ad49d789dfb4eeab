//! `etio diagnose` as a user meets it.

mod common;

use std::io::Write;

use common::{Folder, command, etio, etio_reading, example, run};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

const EXACT: [&str; 2] = ["--method", "explained-sets"];

fn diagnose(args: &[&str]) -> common::Run {
    etio(&[&["diagnose"], args].concat())
}

/// On the small respiratory network.
fn diagnose_example(args: &[&str]) -> common::Run {
    diagnose(&[&["--network", &example()], &EXACT[..], args].concat())
}

#[test]
fn one_case_in_text() {
    let run = diagnose_example(&["--present", "fever,cough", "--absent", "runny_nose"]).succeeds();
    assert_looks_like!("one_case", run.stdout);
    assert_eq!(run.stderr, "");
}

#[test]
fn auto_names_the_method_it_chose() {
    let run = diagnose(&["-n", &example(), "--present", "fever,cough", "--format", "json"]).succeeds();
    let line = &run.lines()[0];
    assert_ne!(line["method"], "auto");
    assert_eq!(line["exactness"], "exact");
}

#[test]
fn a_narrow_window_is_respected() {
    let findings = "fever,cough,night_sweats,weight_loss";
    let network = example();
    let args = ["diagnose", "-n", &network, "--method", "explained-sets", "--present", findings];
    let run = run(command(&args).env("COLUMNS", "46")).succeeds();
    assert_looks_like!("narrow", run.stdout);
}

#[test]
fn colours_are_for_terminals() {
    let network = example();
    let args = ["diagnose", "-n", &network, "--method", "explained-sets", "--present", "fever"];
    assert!(!run(&mut command(&args)).stdout.contains('\u{1b}'), "a pipe gets none");
    assert!(run(command(&args).env("CLICOLOR_FORCE", "1")).stdout.contains("\u{1b}["), "unless asked to");
    assert!(!run(command(&args).env("NO_COLOR", "1")).stdout.contains('\u{1b}'));
}

#[test]
fn without_findings_the_priors_are_shown_with_a_hint() {
    let run = diagnose_example(&[]).succeeds();
    assert_looks_like!("no_findings", run.stdout);
}

#[test]
fn a_file_of_cases_in_text() {
    let folder = Folder::new();
    let network = folder.network();
    let cases = folder.file(
        "cases.jsonl",
        concat!(
            "{\"id\": \"a\", \"present\": [\"fever\"], \"label\": \"flu\"}\n",
            "{\"present\": [\"cough\"], \"absent\": [\"fever\"], \"label\": \"nosuch\"}\n",
            "{oops\n",
        ),
    );
    let run = diagnose(&[&EXACT[..], &["--network", &network, "--cases", &cases]].concat());
    assert_eq!(run.code, 1);
    assert_looks_like!("file_of_cases", run.stdout);
}

#[test]
fn json_has_exactly_the_promised_keys() {
    let run = diagnose_example(&["--present", "cough", "--format", "json", "--top", "2"]).succeeds();
    assert_eq!(run.stdout.lines().count(), 1);
    let line = &run.lines()[0];
    let keys: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
    let mut promised =
        ["id", "method", "exactness", "error_bound", "log_evidence", "elapsed_us", "ranking"].to_vec();
    promised.sort_unstable();
    assert_eq!(keys, promised);
    assert_eq!(line["method"], "explained-sets");
    assert_eq!(line["exactness"], "exact");
    assert!(line["log_evidence"].as_f64().unwrap() < 0.0);
    assert!(line["elapsed_us"].as_f64().unwrap() > 0.0);
    let ranking = line["ranking"].as_array().unwrap();
    assert_eq!(ranking.len(), 2);
    let keys: Vec<&str> = ranking[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["disease", "is_cause", "name", "posterior"]);
    assert!(ranking[0]["posterior"].as_f64() >= ranking[1]["posterior"].as_f64());
}

#[test]
fn posteriors_are_right_to_the_last_digit() {
    let folder = Folder::new();
    let run = diagnose(&[
        "--network",
        &folder.network(),
        "--present",
        "fever",
        "--format",
        "json",
        "--method",
        "enumeration",
    ]);
    let posterior = run.lines()[0]["ranking"]
        .as_array()
        .unwrap()
        .iter()
        .find(|r| r["disease"] == "flu")
        .unwrap()["posterior"]
        .as_f64()
        .unwrap();
    // P(flu, fever) = 0.01 (1 - 0.1 * 0.98) = 0.00902; P(no flu, fever) = 0.99 * 0.02.
    assert!((posterior - 0.00902 / (0.00902 + 0.0198)).abs() < 1e-15, "{posterior}");
}

#[test]
fn all_diseases_on_request() {
    let run = diagnose_example(&["--present", "cough", "--format", "json", "--top", "all"]);
    assert_eq!(run.lines()[0]["ranking"].as_array().unwrap().len(), 12);
}

#[test]
fn a_broken_line_among_good_ones_costs_only_itself() {
    let folder = Folder::new();
    let network = folder.network();
    let cases = concat!(
        "{\"id\": \"good\", \"present\": [\"fever\"]}\n",
        "{\"id\": \"broken\", \"present\": [\n",
        "{\"id\": \"unknown\", \"present\": [\"fevr\"]}\n",
        "{\"id\": \"torn\", \"present\": [\"cough\"], \"absent\": [\"cough\"]}\n",
        "{\"id\": \"impossible\", \"present\": [\"rash\"]}\n",
        "\n",
        "{\"present\": [\"cough\"]}\n",
    );
    let args =
        [&["diagnose", "--network", &network, "--cases", "-", "--format", "json"], &EXACT[..]].concat();
    let run = etio_reading(&args, cases);
    assert_eq!(run.code, 1);
    let lines = run.lines();
    let ids: Vec<&str> = lines.iter().map(|l| l["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["good", "2", "unknown", "torn", "impossible", "7"]);
    let error = |at: usize| lines[at]["error"].as_str().unwrap_or_default();
    assert_eq!((error(0), error(5)), ("", ""));
    assert!(error(1).contains("line 2 is not a case"), "{}", error(1));
    assert!(error(2).contains("no finding `fevr`; did you mean `fever`?"), "{}", error(2));
    assert!(error(3).contains("`cough` is given as both present and absent"), "{}", error(3));
    assert!(error(4).contains("impossible") && error(4).contains("`rash`"), "{}", error(4));
}

#[test]
fn a_bad_case_of_a_table_is_named_once() {
    let cases = "{\"present\": [\"cough\"]}\n{\"id\": \"b\", \"present\": [\"rsh\"]}\n{bad\n";
    let run = etio_reading(&["diagnose", "--network", &example(), "--cases", "-", "--format", "tsv"], cases);
    assert_eq!(run.code, 1);
    let errors: Vec<&str> = run.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
    let [unknown, bad] = errors[..] else { panic!("{}", run.stderr) };
    assert!(unknown.starts_with("error: case b: the network has no finding `rsh`"), "{unknown}");
    assert!(bad.starts_with("error: line 3 is not a case: no JSON at column 2; "), "{bad}");
}

#[test]
fn a_line_too_long_and_invalid_utf8_are_bad_cases() {
    let folder = Folder::new();
    let mut cases = vec![b'x'; 10 << 20];
    cases.extend_from_slice(b"\n{\"id\": \"\xff\"}\n{\"id\": \"good\", \"present\": [\"fever\"]}\n");
    let network = folder.network();
    let args = [&["diagnose", "-n", &network, "-c", "-", "-f", "json"], &EXACT[..]].concat();
    let run = etio_reading(&args, cases);
    assert_eq!(run.code, 1);
    let lines = run.lines();
    assert!(lines[0]["error"].as_str().unwrap().contains("line 1 is longer"));
    assert!(lines[1]["error"].as_str().unwrap().contains("line 2"));
    assert_eq!(lines[2]["id"], "good");
    assert!(lines[2]["ranking"].is_array());
}

#[test]
fn input_order_is_kept_with_threads() {
    let folder = Folder::new();
    let net = folder.path("out");
    etio(&[
        "generate",
        "f120",
        "-o",
        &net,
        "--diseases",
        "50",
        "--findings",
        "90",
        "--links",
        "400",
        "--cases",
        "700",
    ])
    .succeeds();
    let cases = format!("{net}/cases.jsonl");
    let answers = |threads: &str| -> Vec<Value> {
        let args = ["--network", &net, "--cases", &cases, "--format", "json", "--threads", threads];
        let mut lines = diagnose(&[&EXACT[..], &args].concat()).succeeds().lines();
        for line in &mut lines {
            line["elapsed_us"] = Value::Null;
        }
        lines
    };
    let (one, four) = (answers("1"), answers("4"));
    assert_eq!(one.len(), 700);
    assert_eq!(one, four);
    let ids: Vec<String> = (1..=700).map(|n| format!("case-{n}")).collect();
    assert!(one.iter().map(|l| l["id"].as_str().unwrap()).eq(ids.iter().map(String::as_str)));
}

#[test]
fn compressed_cases_are_read() {
    let folder = Folder::new();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder
        .write_all(b"\xef\xbb\xbf{\"id\": \"a\", \"present\": [\"cough\"]}\r\n{\"id\": \"b\"}\r\n")
        .unwrap();
    let bytes = encoder.finish().unwrap();
    let cases = folder.file("cases.jsonl.gz", &bytes);
    assert_eq!(diagnose_example(&["--cases", &cases, "--format", "json"]).succeeds().lines().len(), 2);

    let torn = folder.file("torn.gz", &bytes[..bytes.len() - 12]);
    diagnose_example(&["--cases", &torn, "--format", "json"]).fails_with(2, &["torn.gz", "line"]);
}

#[test]
fn an_empty_file_of_cases_is_no_error() {
    let folder = Folder::new();
    let cases = folder.file("cases.jsonl", "");
    let run = diagnose(&["--cases", &cases, "--format", "json"]).succeeds();
    assert_eq!(run.stdout, "");
}

#[test]
fn missing_files() {
    diagnose(&["--network", "no/such/folder", "--present", "x"])
        .fails_with(2, &["no/such/folder: No such file or folder; a network is a folder with diseases.csv"]);
    diagnose(&["--cases", "no/such/file"]).fails_with(2, &["no/such/file", "No such file"]);
    let folder = Folder::new();
    folder.file("net/diseases.csv", "id,name,prior\na,A,0.1\n");
    diagnose(&["--network", &folder.path("net")]).fails_with(2, &["findings.csv: the file is missing"]);
}

#[test]
fn a_broken_network_names_file_line_and_value() {
    let folder = Folder::new();
    let network = folder.network();
    folder.file("net/links.csv", "disease,finding,probability\nflu,fever,1.2\n");
    diagnose(&["--network", &network]).fails_with(2, &["links.csv, line 2", "1.2"]);
}

#[test]
fn unknown_finding() {
    diagnose_example(&["--present", "fevr"]).fails_with(2, &["no finding `fevr`", "did you mean `fever`?"]);
    diagnose_example(&["--present", "fevr,cough,coug,fevr", "--absent", "zzzzzz"]).fails_with(
        2,
        &["none of the findings `fevr` (did you mean `fever`?), `coug` (did you mean `cough`?), `zzzzzz`\n"],
    );
    let run = diagnose_example(&["--present", "fevr", "--format", "json"]);
    assert_eq!(run.code, 2);
    assert!(run.lines()[0]["error"].as_str().unwrap().contains("fevr"));
}

#[test]
fn errors_in_the_command_say_what_to_do() {
    let commas = "with ids joined by commas: --present fever,cough";
    etio(&["diagnose", "fever"]).fails_with(2, &["unexpected argument 'fever'", commas]);
    etio(&["diagnose", "--present", "fever", "cough"])
        .fails_with(2, &["unexpected argument 'cough'", commas]);
    assert!(!etio(&["diagnose", "--presnt", "fever"]).stderr.contains(commas));
    for (args, part) in [
        (&["diagnose", "--threads", "x"][..], "'x' for '--threads <T>': expected a whole number"),
        (&["serve", "--queue-ms", "99999999999999999999"], "the number is too large"),
        (&["serve", "--listen", "8080"], "expected an address with a port, such as 127.0.0.1:8080"),
        (&["serve", "--queue-ms", "0"], "error: --queue-ms is 0; expected a number from 1"),
        (&["patients", "--present", "HP:0001250"], "make the network with `etio import hpo`"),
        (&["evaluate"], "`etio evaluate --interview` needs neither"),
        (&["info", "--format", "tsv"], "add --findings or --diseases"),
    ] {
        etio(args).fails_with(2, &[part]);
    }
    let table = etio(&["info", &example(), "--findings", "--format", "tsv"]).succeeds().stdout;
    assert!(table.starts_with("id\tname\nfever\tFever (38 °C or more)\n"), "{table}");
}

#[test]
fn unknown_method() {
    diagnose(&["--method", "quikscore"])
        .fails_with(2, &["unknown method `quikscore`", "did you mean `quickscore`?"]);
    diagnose(&["--method", "vfh+cvx+fd0:2"]).fails_with(2, &["did you mean `vfh+cvx+fdo:2`?"]);
}

#[test]
fn an_estimate_says_so_and_bounds_the_evidence() {
    let args = ["-n", &example(), "--present", "fever,cough,chills", "--method", "vfh+cvx+fdo:2"];
    assert_looks_like!("estimate", diagnose(&args).succeeds().stdout);
    let run = diagnose(&[&args[..], &["--format", "json"]].concat()).succeeds();
    let line = &run.lines()[0];
    assert_eq!((&line["method"], &line["exactness"]), (&"vfh+cvx+fdo:2".into(), &"estimate".into()));
    let exact = diagnose_example(&["--present", "fever,cough,chills", "--format", "json"]).lines();
    assert!(line["log_evidence_upper"].as_f64() >= exact[0]["log_evidence"].as_f64());
    assert!(line.get("error_bound").is_none());
}

#[test]
fn a_disease_is_explained_in_text() {
    let args = ["--present", "fever,cough", "--absent", "runny_nose", "--top", "2", "--explain", "influenza"];
    let text = diagnose_example(&args).succeeds().stdout;
    let (_, why) = text.split_once("Why Influenza at ").expect("a heading");
    let line = |part: &str| {
        why.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("{part} in {why}"))
    };
    assert!(line("Fever").contains('+') && line("Fever").contains("explains"), "{why}");
    assert!(line("no Runny nose").contains('.'), "absent findings have their weight too: {why}");
    assert!(why.contains("Sensitivity to the prior log-odds of other diseases"), "{why}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn a_disease_is_explained_in_json() {
    let args = ["--present", "fever,cough", "--absent", "runny_nose", "--format", "json", "--top", "all"];
    let run = diagnose_example(&[&args[..], &["--explain", "influenza"]].concat()).succeeds();
    let line = &run.lines()[0];
    let why = &line["explanation"];
    let ranked =
        line["ranking"].as_array().unwrap().iter().find(|row| row["disease"] == "influenza").unwrap();
    assert_eq!(why["posterior"], ranked["posterior"]);
    assert_eq!((&why["disease"], &why["exactness"]), (&"influenza".into(), &"exact".into()));
    let findings = why["findings"].as_array().unwrap();
    let states: Vec<_> = findings.iter().map(|finding| finding["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["present", "present", "absent"]);
    // Taking a finding out changes the log-odds by its weight.
    let without = diagnose_example(&[
        "--present",
        "cough",
        "--absent",
        "runny_nose",
        "--format",
        "json",
        "--top",
        "all",
    ]);
    let line = &without.succeeds().lines()[0];
    let ranked =
        line["ranking"].as_array().unwrap().iter().find(|row| row["disease"] == "influenza").unwrap();
    let log_odds = |p: f64| (p / (1.0 - p)).ln();
    let change =
        log_odds(why["posterior"].as_f64().unwrap()) - log_odds(ranked["posterior"].as_f64().unwrap());
    let fever = findings.iter().find(|finding| finding["finding"] == "fever").unwrap();
    assert!((fever["weight"].as_f64().unwrap() - change).abs() < 1e-9);
    assert_eq!(why["priors"][0]["disease"], "influenza");
    assert!((why["priors"][0]["slope"].as_f64().unwrap() - 1.0).abs() < 1e-12);
}

#[test]
fn a_short_budget_cuts_the_explanation_and_not_the_answer() {
    let folder = Folder::new();
    let (network, cases) = (folder.path("qmr.etio"), folder.path("cases.jsonl"));
    let sizes = ["--cases", "2", "--present", "60", "--absent", "0"];
    etio(&[&["generate", "qmr", "-o", &network, "--cases-out", &cases], &sizes[..]].concat()).succeeds();
    let given = ["-n", &network, "--cases", &cases, "--explain", "--priors-within", "2", "--budget-ms"];
    for budget in ["3", "100"] {
        let run = diagnose(&[&given[..], &[budget, "--format", "json"]].concat()).succeeds();
        for line in run.lines() {
            let (why, first) = (&line["explanation"], &line["ranking"][0]);
            assert_eq!((&why["disease"], &why["posterior"]), (&first["disease"], &first["posterior"]));
            let count = |name: &str| why[name].as_array().map_or(0, Vec::len);
            assert_eq!(count("findings") + count("left_out"), 60, "{why}");
            assert!(first["own_prior"].is_array(), "{first}");
        }
        let text = diagnose(&[&given[..], &[budget]].concat()).succeeds().stdout;
        assert!(text.contains("left out: too little time") || text.contains("No answer"), "{text}");
    }
}

#[test]
fn an_unknown_disease_cannot_be_explained() {
    diagnose(&["-n", &example(), "--present", "fever", "--explain", "nonsense"])
        .fails_with(2, &["no disease `nonsense`", "--diseases"]);
    diagnose(&["-n", &example(), "--present", "fever", "--explain", "influensa"])
        .fails_with(2, &["did you mean `influenza`?"]);
}

/// `fever_over_39` is a kind of `fever`.
#[test]
fn implied_findings_count_once_and_contradictions_are_named() {
    let ask = |args: &[&str]| diagnose(&[args, &["--format", "json"]].concat());
    let both = ask(&["--present", "fever,fever_over_39"]).succeeds().lines().remove(0);
    let one = ask(&["--present", "fever_over_39"]).succeeds().lines().remove(0);
    assert_eq!(both["ranking"], one["ranking"]);
    assert_eq!(both["notes"][0]["text"], "fever follows from fever_over_39; counted once");
    let text = diagnose(&["--present", "fever,fever_over_39"]).succeeds().stdout;
    assert!(text.contains("note: fever follows from fever_over_39; counted once"), "{text}");
    diagnose(&["--present", "fever_over_39", "--absent", "fever"])
        .fails_with(2, &["`fever_over_39` is given as present and `fever` as absent"]);
}

#[test]
fn age_sex_and_factors_change_the_priors() {
    let posterior = |args: &[&str], disease: &str| {
        let all = ["--present", "nausea", "--top", "all", "--format", "json"];
        let line = diagnose(&[&all[..], args].concat()).succeeds().lines().remove(0);
        let ranking = line["ranking"].as_array().unwrap().clone();
        ranking.iter().find(|row| row["disease"] == disease).unwrap()["posterior"].as_f64().unwrap()
    };
    assert!(posterior(&[], "pregnancy_normal") > 0.0);
    assert_eq!(posterior(&["--sex", "male"], "pregnancy_normal"), 0.0);
    assert_eq!(posterior(&["--age", "60 years"], "pregnancy_normal"), 0.0);
    assert!(
        posterior(&["--prior-factor", "pregnancy_normal=10"], "pregnancy_normal")
            > posterior(&[], "pregnancy_normal")
    );
    assert!(posterior(&["--asked", "nausea"], "pregnancy_normal") < posterior(&[], "pregnancy_normal"));
    let folder = Folder::new();
    let cases =
        folder.file("cases.jsonl", "{\"present\": [\"nausea\"], \"sex\": \"male\", \"age\": \"40 years\"}\n");
    let line = diagnose(&["--cases", &cases, "--top", "all", "-f", "json"]).succeeds().lines().remove(0);
    let ranking = line["ranking"].as_array().unwrap();
    assert_eq!(ranking.iter().find(|row| row["disease"] == "pregnancy_normal").unwrap()["posterior"], 0.0);
}

#[test]
fn a_misspelled_key_is_an_error() {
    let folder = Folder::new();
    let cases = folder.file("cases.jsonl", "{\"id\": \"a\", \"present\": []}\n{\"presnt\": [\"fever\"]}\n");
    let run = diagnose(&["--cases", &cases, "--format", "json"]);
    assert_eq!(run.code, 1);
    let error = run.lines()[1]["error"].as_str().unwrap().to_owned();
    assert!(
        error.contains("line 2 has the unknown key `presnt`") && error.ends_with("did you mean `present`?"),
        "{error}"
    );
}

#[test]
fn a_table_and_pages() {
    let folder = Folder::new();
    let cases = folder.file(
        "cases.jsonl",
        "{\"id\": \"a\", \"present\": [\"cough\"]}\n{\"id\": \"b\", \"present\": [\"nosuch\"]}\n",
    );
    let table = diagnose_example(&["--cases", &cases, "--format", "tsv", "--top", "2"]);
    assert_eq!((table.code, table.stdout.lines().count()), (1, 3));
    assert!(table.stderr.contains("b: the network has no finding `nosuch`"), "{}", table.stderr);
    let page = diagnose_example(&["--present", "fever", "--format", "html"]).succeeds().stdout;
    assert!(page.starts_with("<!doctype html>") && page.contains("Influenza"), "{page}");
    diagnose_example(&["--cases", &cases, "--format", "html"]).fails_with(2, &["--out"]);
    let out = folder.path("pages");
    diagnose_example(&["--cases", &cases, "--format", "html", "--out", &out]).fails_with(1, &["nosuch"]);
    assert!(
        std::fs::read_to_string(folder.path("pages/a.html")).unwrap().contains("Differential for case a")
    );
}

#[test]
fn more_to_transform_than_is_present() {
    let args = ["-n", &example(), "--present", "fever,cough", "--method", "vfh+cvx+fdo:3"];
    diagnose(&args).fails_with(1, &["vfh+cvx+fdo:3", "transform 3 findings", "only 2 are present"]);
}

#[test]
fn a_method_that_refuses_says_why() {
    let folder = Folder::new();
    let net = folder.path("out");
    etio(&["generate", "f120", "-o", &net, "--cases", "1", "--present", "20", "--absent", "0"]).succeeds();
    let cases = format!("{net}/cases.jsonl");
    let args = ["--network", &net, "--cases", &cases, "--format", "json", "--method", "enumeration"];
    let run = diagnose(&args);
    assert_eq!(run.code, 1);
    assert!(run.lines()[0]["error"].as_str().unwrap().contains("enumeration handles at most"));
}

#[test]
fn wrong_use() {
    for args in [
        &["--top", "0"][..],
        &["--top", "some"],
        &["--threads", "0"],
        &["--budget-ms", "0"],
        &["--budget-ms", "NaN"],
        &["--memory-mb", "-1"],
        &["--format", "xml"],
        &["--cases", "-", "--present", "fever"],
        &["--nosuch"],
        &["--age", "131"],
        &["--age", "old"],
        &["--sex", "woman"],
        &["--prior-factor", "influenza"],
        &["--cases", "-", "--age", "3"],
    ] {
        assert_eq!(diagnose(args).code, 2, "{args:?}");
    }
}

#[test]
fn names_cannot_rewrite_the_screen() {
    let folder = Folder::new();
    let network = folder.network();
    folder.file("net/diseases.csv", "id,name,prior\nflu,\u{1b}[2JInfluenza,0.01\ncold,Cold,0.05\n");
    let run = diagnose(&[&EXACT[..], &["--network", &network, "--present", "fever"]].concat()).succeeds();
    assert!(!run.stdout.contains('\u{1b}') && run.stdout.contains("Influenza"));
}

#[test]
fn one_thread_answers_before_the_next_case_is_read() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("etio"))
        .args([
            "diagnose",
            "--cases",
            "-",
            "--threads",
            "1",
            "--format",
            "json",
            "--method",
            "explained-sets",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for id in ["first", "second"] {
        writeln!(input, "{{\"id\": \"{id}\", \"present\": [\"cough\"]}}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(id), "{line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}
