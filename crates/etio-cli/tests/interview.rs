//! `etio evaluate --interview` as a user meets it, on a few patients.

mod common;

use common::{Run, etio};

fn interview(more: &[&str]) -> Run {
    let few = ["evaluate", "--interview", "--patients", "12", "--questions", "5", "--random-questions", "5"];
    etio(&[few.as_slice(), more].concat())
}

#[test]
fn four_ways_of_asking_are_compared() {
    let run = interview(&[]).succeeds();
    for part in ["12 patients", "entropy", "rank", "fixed order", "random order", "until first", "p99"] {
        assert!(run.stdout.contains(part), "no `{part}` in {}", run.stdout);
    }
    assert_eq!(run.stderr, "");
}

#[test]
fn a_seed_repeats_on_any_number_of_threads() {
    let figures = |more: &[&str]| {
        let run = interview(&[&["--format", "json"], more].concat()).succeeds();
        let mut report = run.lines().remove(0);
        for arm in report["arms"].as_array_mut().expect("arms") {
            arm["choice_us"].take();
        }
        report
    };
    let one = figures(&["--seed", "7", "--threads", "1"]);
    assert_eq!(one, figures(&["--seed", "7", "--threads", "2"]));
    assert_ne!(one, figures(&["--seed", "8"]));
    let after = one["arms"][0]["after"].as_array().expect("figures");
    assert_eq!(after.len(), 6);
    for point in after {
        let [first, top3] = ["first", "top3"].map(|name| point[name].as_f64().expect("a share"));
        assert!((0.0..=1.0).contains(&first) && first <= top3, "{point}");
    }
}

#[test]
fn wrong_use_is_told() {
    etio(&["evaluate", "--interview", "--noise", "2"]).fails_with(2, &["noise"]);
    etio(&["evaluate", "--interview", "--patients", "0"]).fails_with(2, &["nothing to simulate"]);
    etio(&["evaluate", "--patients", "5"]).fails_with(2, &["--interview"]);
    etio(&["evaluate"]).fails_with(2, &["--network"]);
}
