//! The figures for people.

use std::collections::HashMap;
use std::fmt::Write as _;

use etio_hpo::evaluate::{Calibration, Evaluation, Group, MethodReport, Scores};

use crate::formatters::numbers::{counted, grouped};
use crate::terminal::{BOLD, DIM, styled};

/// Tables of shares in percent.
pub(crate) fn text(evaluation: &Evaluation) -> String {
    let mut text = format!(
        "{} ranked among {}; {}; absent terms: {}\n",
        counted(evaluation.cases.len(), "case"),
        counted(evaluation.candidates, "disease"),
        evaluation.versions,
        evaluation.absent
    );
    let skipped = &evaluation.skipped;
    let reasons = [
        (skipped.without_label, "without a label"),
        (skipped.not_annotated, "whose disease is not annotated"),
        (skipped.without_findings, "without a known present term"),
        (skipped.not_a_candidate, "whose disease is not a candidate"),
    ];
    let reasons: Vec<String> =
        reasons.iter().filter(|r| r.0 > 0).map(|(n, why)| format!("{} {why}", grouped(*n))).collect();
    if !reasons.is_empty() {
        let _ = writeln!(text, "{}", styled(DIM, format!("not ranked: {}", reasons.join(", "))));
    }
    for method in &evaluation.methods {
        text.push_str(&method_text(method));
    }
    for difference in evaluation.differences.iter().flat_map(|groups| {
        ["all", "clean", "leave_publication_out"]
            .iter()
            .filter_map(|group| Some((group, groups.get(*group)?)))
    }) {
        let (group, difference) = difference;
        let _ = write!(
            text,
            "\n{} minus {}, {}: ",
            styled(BOLD, &difference.method),
            difference.against,
            group.replace('_', " ")
        );
        for name in ["top1", "top3", "top10", "mrr"] {
            if let Some(e) = difference.scores.get(name) {
                let _ = write!(
                    text,
                    "{name} {:+.1} [{:+.1}, {:+.1}]  ",
                    e.value * 100.0,
                    e.low * 100.0,
                    e.high * 100.0
                );
            }
        }
        let _ = write!(text, "better {}, worse {}", grouped(difference.better), grouped(difference.worse));
    }
    if !evaluation.differences.is_empty() {
        text.push('\n');
    }
    text
}

const HEADER: &str =
    "                              n   top-1   top-3   top-5  top-10  top-50     MRR   95% of top-1 / top-10";

fn method_text(method: &MethodReport) -> String {
    let mut text = format!("\n{}\n{}\n", styled(BOLD, &method.method), styled(DIM, HEADER));
    let mut group_rows = |name: &str, group: &Group| {
        row(&mut text, name, group.n, &group.scores, Some(&group.intervals));
        row(&mut text, "  mean over diseases", 0, &group.by_disease, None);
        row(&mut text, "  by phenotypic series", 0, &group.by_series, None);
        if let Some(genes) = &group.by_gene {
            row(&mut text, "  by gene", genes.n, &genes.scores, Some(&genes.intervals));
        }
    };
    group_rows("all", &method.all);
    group_rows("clean", &method.clean);
    if let Some(group) = &method.leave_publication_out {
        group_rows("leave publication out", group);
    }
    row(&mut text, "all, unranked as misses", 0, &method.counting_skipped, None);
    for (findings, group) in &method.by_findings {
        row(&mut text, &format!("{findings} findings"), group.n, &group.scores, Some(&group.intervals));
    }
    for name in ["all", "clean", "leave_publication_out"] {
        if let Some(calibration) = method.calibration.get(name) {
            calibration_row(&mut text, name, calibration);
        }
    }
    if let Some(merged) = &method.merged {
        let _ = writeln!(
            text,
            "merged patients ({}): both in the top 2: {:.1}%, both in the top 10: {:.1}%, recall at 10: {:.1}%",
            counted(merged.n, "pair"),
            merged.both_in_2 * 100.0,
            merged.both_in_10 * 100.0,
            merged.recall_10 * 100.0
        );
    }
    let time = &method.time;
    let long =
        time.long_median_ms.map_or(String::new(), |ms| format!("; 30 findings or more: median {ms:.2} ms"));
    let _ = writeln!(
        text,
        "time per case: median {:.2} ms, p90 {:.2} ms, max {:.1} ms{long}",
        time.median_ms, time.p90_ms, time.max_ms
    );
    if method.failed > 0 {
        let _ = writeln!(text, "{} without an answer, counted as missed:", counted(method.failed, "case"));
        for error in &method.errors {
            let _ = writeln!(text, "  {error}");
        }
    }
    text
}

type Intervals = HashMap<&'static str, [f64; 2]>;

fn row(text: &mut String, name: &str, n: usize, scores: &Scores, intervals: Option<&Intervals>) {
    let n = if n > 0 { grouped(n) } else { String::new() };
    let _ = write!(text, "{name:<26}{n:>5}");
    for share in [scores.top1, scores.top3, scores.top5, scores.top10, scores.top50, scores.mrr] {
        let _ = write!(text, "{:>8.1}", share * 100.0);
    }
    if let Some(intervals) = intervals {
        for name in ["top1", "top10"] {
            if let Some([low, high]) = intervals.get(name) {
                let _ = write!(text, "   {:.1}-{:.1}", low * 100.0, high * 100.0);
            }
        }
    }
    text.push('\n');
}

fn calibration_row(text: &mut String, name: &str, calibration: &Calibration) {
    let _ = writeln!(
        text,
        "calibration, {}: calibration error (ECE) {:.1} points, log score {:.2}; tempered with exponent {}: {:.1} points, {:.2}",
        name.replace('_', " "),
        calibration.error * 100.0,
        calibration.log_score,
        calibration.exponent,
        calibration.tempered_error * 100.0,
        calibration.tempered_log_score
    );
}
