//! A quick run end to end: every part, the report, the same numbers again, and the numbers that are stored.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use etio_repro::{Part, Profile, Run, Unwatched, Watch};
use serde_json::Value;

/// Two queries more or less of 120 find their label, or one of 30.
const ACCURACY_TOLERANCE: f64 = 0.035;

/// Mean errors of posteriors.
const ERROR_TOLERANCE: f64 = 0.02;

/// The queries and priors of `--quick`, with as few measurements of time as possible: they are not compared.
fn profile() -> Profile {
    let Profile { queries, mean_priors, .. } = Profile::quick();
    Profile { queries, mean_priors, ..Profile::smallest() }
}

fn run(out: &Path) -> Run {
    Run {
        profile: profile(),
        seed: 1,
        out: out.to_owned(),
        command: "etio repro all".to_owned(),
        fresh: false,
        also: Vec::new(),
    }
}

fn results(out: &Path) -> Value {
    let mut results = serde_json::from_slice(&fs::read(out.join("results.json")).unwrap()).unwrap();
    without_timings(&mut results);
    results
}

fn without_timings(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("timings");
            fields.values_mut().for_each(without_timings);
        }
        Value::Array(items) => items.iter_mut().for_each(without_timings),
        _ => {}
    }
}

/// Counts the parts that were computed.
#[derive(Default)]
struct Counter(Mutex<Vec<Part>>);

impl Watch for Counter {
    fn started(&self, part: Part, reused: bool) {
        if !reused {
            self.0.lock().unwrap().push(part);
        }
    }
    fn expect(&self, _: usize) {}
    fn step(&self) {}
    fn finished(&self, _: Part) {}
}

#[test]
fn everything_once() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path()).run(&Part::ALL, &Unwatched).unwrap();
    let first = results(folder.path());
    for part in Part::ALL {
        let entry = if part.is_ours() { &first["ours"][part.name()] } else { &first[part.name()] };
        assert!(entry.is_object(), "{part}");
        let csv = fs::read_to_string(folder.path().join(format!("{part}.csv"))).unwrap();
        assert!(csv.lines().count() > 1, "{part}");
    }
    check_report(&fs::read_to_string(folder.path().join("report.html")).unwrap());
    check_numbers(&first);
    check_repetition(folder.path(), &first);
}

/// Networks of the user, with a file of cases in each: one, and a folder of two.
#[test]
fn other_networks_are_compared_too() {
    let folder = tempfile::tempdir().unwrap();
    let clinic = |path: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("diseases.csv"), "id,name,prior\nflu,,0.01\ncold,,0.05\n").unwrap();
        fs::write(path.join("findings.csv"), "id,name,leak\nfever,,0.02\ncough,,0.05\n").unwrap();
        let links = "disease,finding,probability\nflu,fever,0.9\ncold,fever,0.2\ncold,cough,0.6\n";
        fs::write(path.join("links.csv"), links).unwrap();
        fs::write(path.join("cases.jsonl"), "{\"present\":[\"fever\"]}\n{\"present\":[\"cough\"]}\n")
            .unwrap();
        path
    };
    let also = vec![
        ("clinic".to_owned(), clinic("clinic")),
        ("clinics".to_owned(), clinic("clinics/a").parent().unwrap().to_owned()),
    ];
    clinic("clinics/b");
    let out = folder.path().join("out");
    let run = Run { profile: Profile::smallest(), also, ..run(&out) };
    run.run(&[Part::Baselines], &Unwatched).unwrap();
    let oscillations = results(&out)["ours"]["baselines"]["oscillations"].clone();
    for (at, name, queries) in [(4, "clinic", 2), (5, "clinics", 4)] {
        assert_eq!(oscillations[at]["network"], name, "{oscillations}");
        assert_eq!(oscillations[at]["queries"], queries, "{oscillations}");
    }
    let table = fs::read_to_string(out.join("baselines.csv")).unwrap();
    for method in ["loopy-bp:0.5", "mean-field:taylor2", "importance"] {
        assert!(table.contains(&format!("clinics,{method},4,4,4,")), "{method}: {table}");
    }
    let bad = clinic("bad");
    fs::write(bad.join("cases.jsonl"), "{\"present\":[\"fever\"]}\n{\"present\"\n").unwrap();
    let bad = Run { also: vec![("bad".to_owned(), bad)], ..run.clone() };
    let error = bad.run(&[Part::Baselines], &Unwatched).unwrap_err().to_string();
    assert!(error.contains("bad/cases.jsonl: ") && error.contains("line 2"), "{error}");
    let missing = vec![("missing".to_owned(), folder.path().join("nowhere"))];
    let error = Run { also: missing, ..run }.run(&[Part::Baselines], &Unwatched).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
}

fn check_report(report: &str) {
    for outside in ["http://", "https://", "<script", "src=", "@import", "url("] {
        let found = report.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(outside), "the report is not self-contained: {outside}");
    }
    assert!(report.contains("prefers-color-scheme: dark") && report.contains("@media print"));
    assert!(!report.contains("NaN"), "a number is missing");
    for part in Part::ALL {
        assert!(report.contains(&format!("<section id=\"{part}\">")), "{part}");
    }
    for verdict in ["holds", "does not hold"] {
        assert!(report.contains(&format!(">{verdict}</span>")), "{verdict}");
    }
}

/// The numbers of the accuracy studies against stored ones.
fn check_numbers(results: &Value) {
    let stored: Vec<Value> = serde_json::from_str(include_str!("expected/quick.json")).unwrap();
    assert!(stored.len() > 100);
    for expected in &stored {
        let part = expected["part"].as_str().unwrap();
        let cells = results[part]["cells"].as_array().or(results["ours"][part]["cells"].as_array()).unwrap();
        let same = |cell: &&Value| {
            ["method", "set", "mean_prior", "leak"].iter().all(|key| cell[*key] == expected[*key])
        };
        let cell = cells.iter().find(same).unwrap_or_else(|| panic!("no cell for {expected}"));
        for (key, tolerance) in
            [("top1", ACCURACY_TOLERANCE), ("top3", ACCURACY_TOLERANCE), ("mean_error", ERROR_TOLERANCE)]
        {
            let (got, wanted) = (cell[key].as_f64().unwrap(), expected[key].as_f64().unwrap());
            assert!((got - wanted).abs() <= tolerance, "{key}: {got} for {expected}");
        }
        assert_eq!(cell["failed"], 0, "{cell}");
    }
    for point in results["ours"]["vfh_jh"]["points"].as_array().unwrap() {
        assert!(point["largest_difference_below"].as_f64().unwrap() <= 1e-9, "VFH is JH: {point}");
    }
}

/// Nothing is computed twice in one folder, and another folder gets the same numbers.
fn check_repetition(folder: &Path, first: &Value) {
    let counter = Counter::default();
    run(folder).run(&Part::ALL, &counter).unwrap();
    assert!(counter.0.lock().unwrap().is_empty());
    assert_eq!(&results(folder), first);

    let parts = [Part::Fig2, Part::Table1, Part::Table3, Part::Fidelity, Part::VfhJh];
    let other = tempfile::tempdir().unwrap();
    run(other.path()).run(&parts, &Unwatched).unwrap();
    let again = results(other.path());
    for part in parts {
        let of = |results: &Value| {
            if part.is_ours() { results["ours"][part.name()].clone() } else { results[part.name()].clone() }
        };
        assert_eq!(of(&again), of(first), "{part}");
    }
    // Another seed is another run.
    let counter = Counter::default();
    Run { seed: 2, ..run(other.path()) }.run(&[Part::Table3], &counter).unwrap();
    assert_eq!(*counter.0.lock().unwrap(), [Part::Table3]);
}
