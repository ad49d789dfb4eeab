//! `etio compile`, `etio verify` and compiled files in all other commands, as a user meets them.

mod common;

use std::fs;

use common::{Folder, etio, example};
use serde_json::Value;

/// Answers without what differs from run to run.
fn answers(network: &str, args: &[&str]) -> Vec<Value> {
    let args = [&["diagnose", "--network", network, "--format", "json", "--top", "all"], args].concat();
    let mut lines = etio(&args).succeeds().lines();
    for line in &mut lines {
        line.as_object_mut().unwrap().remove("elapsed_us");
        round(line);
    }
    lines
}

/// Rounds every number to twelve digits: dense rows are summed in vectors, sparse ones link by link.
fn round(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let short = format!("{:.11e}", number.as_f64().unwrap());
            *value = short.parse::<f64>().unwrap().into();
        }
        Value::Array(items) => items.iter_mut().for_each(round),
        Value::Object(fields) => fields.values_mut().for_each(round),
        _ => {}
    }
}

#[test]
fn every_command_takes_either_form_with_equal_answers() {
    let folder = Folder::new();
    let file = folder.path("example.etio");
    let run = etio(&["compile", &example(), "-o", &file]).succeeds();
    assert!(run.stderr.contains("12 diseases, 25 findings, 135 links"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    for method in ["explained-sets", "vfh+cvx+fdo:1", "jj99+ppf+gdo:1"] {
        let args = ["--present", "fever,cough,fatigue", "--absent", "wheeze", "--method", method];
        assert_eq!(answers(&file, &args), answers(&example(), &args), "{method}");
    }
    let info = |network: &str, args: &[&str]| {
        let text = etio(&[&["info", network], args].concat()).succeeds().stdout;
        text.replace(network, "the network")
    };
    for args in [&["--format", "json"][..], &["--findings"], &["--diseases"], &[]] {
        assert_eq!(info(&file, args), info(&example(), args));
    }
}

#[test]
fn compiling_twice_gives_the_same_bytes() {
    let folder = Folder::new();
    let bytes = |network: &str, name: &str| {
        let file = folder.path(name);
        etio(&["compile", network, "-o", &file, "--precision", "f32"]).succeeds();
        fs::read(file).unwrap()
    };
    let first = bytes(&example(), "a.etio");
    assert_eq!(first, bytes(&example(), "b.etio"));
    assert_eq!(first, bytes(&folder.path("b.etio"), "c.etio"), "a compiled file compiles to itself");
}

#[test]
fn verify_finds_damage_and_says_where() {
    let folder = Folder::new();
    let file = folder.path("x.etio");
    etio(&["compile", &folder.network(), "-o", &file]).succeeds();
    let text = etio(&["verify", &file]).succeeds().stdout;
    assert!(text.contains("is valid") && text.contains("all checksums match"), "{text}");
    let report = &etio(&["verify", &file, "--format", "json"]).succeeds().lines()[0];
    assert_eq!((&report["sound"], &report["version"]), (&true.into(), &1.into()));
    assert_eq!(report["bytes"], fs::metadata(&file).unwrap().len());
    assert!(
        report["sections"].as_array().unwrap().iter().any(|s| s["section"] == "priors" && s["bytes"] == 16)
    );

    let mut bytes = fs::read(&file).unwrap();
    bytes[64] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let damaged = ["x.etio: the file is damaged", "`priors`", "compile the network again"];
    etio(&["verify", &file]).fails_with(2, &damaged);
    etio(&["diagnose", "--network", &file, "--present", "fever"]).fails_with(2, &damaged);
}

#[test]
fn what_is_not_a_network_is_refused() {
    let folder = Folder::new();
    let file = folder.file("notes.etio", "to do: everything");
    etio(&["verify", &file]).fails_with(2, &["notes.etio: not a network"]);
    etio(&["info", &file]).fails_with(2, &["notes.etio: not a network"]);
    etio(&["verify", &folder.path("none.etio")]).fails_with(2, &["none.etio", "No such file"]);
    let out = folder.path("no/such/folder/x.etio");
    etio(&["compile", &folder.network(), "-o", &out]).fails_with(2, &["x.etio"]);
    let out = folder.path("x.etio");
    etio(&["compile", &folder.network(), "-o", &out, "--precision", "f16"]).fails_with(2, &["f64, f32, u16"]);
}

const SMALL: &[&str] = &["--diseases", "300", "--findings", "40", "--cases", "5"];

#[test]
fn s1_is_streamed_into_a_file_and_its_cases_are_answered() {
    let folder = Folder::new();
    let generate = |name: &str, args: &[&str]| {
        let out = folder.path(name);
        let run = etio(&[&["generate", "s1", "-o", &out], SMALL, args].concat()).succeeds();
        assert!(run.stderr.contains("300 diseases, 40 findings, 9,600 links"), "{}", run.stderr);
        out
    };
    let file = generate("s1.etio", &[]);
    etio(&["verify", &file]).succeeds();
    assert_eq!(fs::read(&file).unwrap(), fs::read(generate("again.etio", &[])).unwrap());
    assert_ne!(fs::read(&file).unwrap(), fs::read(generate("other.etio", &["--seed", "2"])).unwrap());
    let cases = folder.path("s1.cases.jsonl");
    assert_eq!(answers(&file, &["--cases", &cases, "--method", "explained-sets"]).len(), 5);

    let small = generate("u16.etio", &["--precision", "u16"]);
    assert!(fs::metadata(small).unwrap().len() < fs::metadata(&file).unwrap().len());

    // As a folder it is the same network, and so are its cases.
    let csv = generate("s1", &[]);
    assert_eq!(fs::read(format!("{csv}/cases.jsonl")).unwrap(), fs::read(&cases).unwrap());
    let links =
        |network: &str| etio(&["info", network, "--format", "json"]).succeeds().lines()[0]["links"].clone();
    assert_eq!(links(&csv), links(&file));
}

#[test]
fn f120_can_be_generated_compiled() {
    let folder = Folder::new();
    let [csv, file] = ["out", "f120.etio"].map(|name| {
        let out = folder.path(name);
        etio(&["generate", "f120", "-o", &out, "--cases", "10"]).succeeds();
        out
    });
    let cases = format!("{csv}/cases.jsonl");
    assert_eq!(fs::read(&cases).unwrap(), fs::read(folder.path("f120.cases.jsonl")).unwrap());
    let args = ["--cases", &cases, "--method", "explained-sets"];
    assert_eq!(answers(&file, &args), answers(&csv, &args));
}

#[test]
fn a_file_that_was_not_generated_is_not_overwritten() {
    let folder = Folder::new();
    let file = folder.path("mine.etio");
    etio(&["compile", &folder.network(), "-o", &file]).succeeds();
    for kind in ["f120", "s1"] {
        let args = [&["generate", kind, "-o", &file], SMALL].concat();
        etio(&args).fails_with(2, &["mine.etio", "not written by"]);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_or_device_is_not_replaced_by_a_file() {
    use std::os::unix::fs::FileTypeExt;

    let folder = Folder::new();
    let pipe = folder.path("pipe.etio");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let known = ["pipe.etio", "in place of a regular file, not of a pipe, socket or device"];
    etio(&["compile", &example(), "-o", &pipe]).fails_with(2, &known);
    etio(&["convert", &example(), &pipe]).fails_with(2, &known);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}
