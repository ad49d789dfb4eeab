//! The report of an evaluation: tables and plots.

use std::fmt::Write as _;

use etio_report::{escape, page};

use super::STYLE;
use super::charts::{self, Curve, Interval};
use crate::evaluate::{Bin, Evaluation, Group, MethodReport, Placement, Ranked, Scores};
use crate::{SHIFT, SLOPE};

/// The deepest rank in the plots.
const DEEPEST: usize = 1000;

/// The report as a page.
pub fn evaluation_html(evaluation: &Evaluation) -> String {
    let mut body = format!(
        "<p>{} cases ranked among {} diseases; {}; absent terms: {}.</p>\n",
        evaluation.cases.len(),
        evaluation.candidates,
        escape(&evaluation.versions),
        evaluation.absent
    );
    let skipped = &evaluation.skipped;
    let _ = writeln!(
        body,
        "<p class=\"soft\">Excluded: {} without a label, {} whose disease is not annotated, {} without a known present \
         term, {} whose disease is not a candidate. Intervals are 95%, by resampling publications.</p>",
        skipped.without_label, skipped.not_annotated, skipped.without_findings, skipped.not_a_candidate
    );
    rank_plots(&mut body, evaluation);
    for method in &evaluation.methods {
        method_section(&mut body, method);
    }
    differences(&mut body, evaluation);
    page("Evaluation on patients", STYLE, &body)
}

fn rank_plots(body: &mut String, evaluation: &Evaluation) {
    let left_out = evaluation.methods.iter().any(|method| method.leave_publication_out.is_some());
    let groups: [(&str, bool, bool); 3] = [
        ("All cases", false, false),
        ("Clean cases", true, false),
        ("Own publications held out", false, true),
    ];
    let mut panels = Vec::new();
    for (title, clean, without) in groups.into_iter().filter(|group| left_out || !group.2) {
        let curves = evaluation.methods.iter().enumerate().map(|(at, method)| {
            let place = |ranked: &Ranked| -> Option<f64> {
                let placement: &Placement = if without { ranked.left_out.as_ref()? } else { &ranked.all };
                Some(placement.rank)
            };
            let cases = evaluation.cases.iter().filter(|case| case.clean || !clean);
            let ranks: Vec<f64> = cases.filter_map(|case| place(&case.ranked[at])).collect();
            Curve { name: method.method.clone(), points: cumulative(ranks) }
        });
        panels.push(charts::ranks(title, curves.collect(), DEEPEST as f64));
    }
    body.push_str("<h2>Rank of the right disease</h2>\n");
    body.push_str(&charts::figure(&panels, "Share of cases whose disease is within each rank."));
}

/// The share of ranks up to each depth.
fn cumulative(mut ranks: Vec<f64>) -> Vec<(f64, f64)> {
    ranks.sort_by(f64::total_cmp);
    let total = ranks.len().max(1) as f64;
    (1..=DEEPEST)
        .filter(|depth| *depth <= 100 || depth % 10 == 0)
        .map(|depth| (depth as f64, ranks.partition_point(|&rank| rank <= depth as f64) as f64 / total))
        .collect()
}

fn method_section(body: &mut String, method: &MethodReport) {
    let _ = write!(
        body,
        "<h2>{}</h2>\n<div class=\"scroll\"><table><tr><th></th><th class=\"n\">n</th><th class=\"n\">top-1</th>\
         <th class=\"n\">top-3</th><th class=\"n\">top-5</th><th class=\"n\">top-10</th><th class=\"n\">top-50</th>\
         <th class=\"n\">MRR</th><th class=\"n\">95% of top-1</th></tr>\n",
        escape(&method.method)
    );
    let mut group = |name: &str, group: &Group, whole: bool| {
        row(body, name, Some(group.n), &group.scores, group.intervals.get("top1"));
        if whole {
            row(body, "&emsp;mean over diseases", None, &group.by_disease, None);
            row(body, "&emsp;by phenotypic series", None, &group.by_series, None);
            if let Some(genes) = &group.by_gene {
                row(body, "&emsp;by gene", Some(genes.n), &genes.scores, genes.intervals.get("top1"));
            }
        }
    };
    group("all", &method.all, true);
    group("clean", &method.clean, true);
    if let Some(left_out) = &method.leave_publication_out {
        group("own publications held out", left_out, true);
    }
    for (findings, found) in &method.by_findings {
        group(&format!("{findings} findings"), found, false);
    }
    body.push_str("</table></div>\n");
    by_findings(body, method);
    calibration(body, method);
    let _ = writeln!(
        body,
        "<p class=\"soft\">Time per case: median {:.2} ms, 90% below {:.2} ms, maximum {:.1} ms. Without an answer: {}.</p>",
        method.time.median_ms, method.time.p90_ms, method.time.max_ms, method.failed
    );
    if let Some(merged) = &method.merged {
        let _ = writeln!(
            body,
            "<p>Two patients in one ({} pairs): both diseases in the first two {:.1}%, both in the first ten {:.1}%, \
             recall at ten {:.1}%.</p>",
            merged.n,
            merged.both_in_2 * 100.0,
            merged.both_in_10 * 100.0,
            merged.recall_10 * 100.0
        );
    }
}

fn by_findings(body: &mut String, method: &MethodReport) {
    let names: Vec<&str> = method.by_findings.iter().map(|(name, _)| name.as_str()).collect();
    let line = |key: &str, value: fn(&Scores) -> f64| -> Vec<Interval> {
        let groups = method.by_findings.iter().map(|(_, group)| group);
        groups
            .map(|group| {
                let share = value(&group.scores);
                (share, group.intervals.get(key).copied().unwrap_or([share; 2]))
            })
            .collect()
    };
    let lines = [
        ("top-1", line("top1", |scores| scores.top1)),
        ("top-3", line("top3", |scores| scores.top3)),
        ("top-10", line("top10", |scores| scores.top10)),
    ];
    let chart = charts::groups("By number of findings", &names, &lines);
    body.push_str(&charts::figure(&[chart], "Share of cases within the first ranks, with 95% intervals."));
}

fn row(body: &mut String, name: &str, n: Option<usize>, scores: &Scores, interval: Option<&[f64; 2]>) {
    let _ = write!(
        body,
        "<tr><td>{name}</td><td class=\"n\">{}</td>",
        n.map_or(String::new(), |n| n.to_string())
    );
    for share in [scores.top1, scores.top3, scores.top5, scores.top10, scores.top50, scores.mrr] {
        let _ = write!(body, "<td class=\"n\">{:.1}</td>", share * 100.0);
    }
    let interval =
        interval.map_or(String::new(), |[low, high]| format!("{:.1}-{:.1}", low * 100.0, high * 100.0));
    let _ = writeln!(body, "<td class=\"n\">{interval}</td></tr>");
}

fn calibration(body: &mut String, method: &MethodReport) {
    let points = |bins: &[Bin]| -> Vec<(f64, f64)> {
        bins.iter().filter(|bin| bin.n >= 5).map(|bin| (bin.confidence, bin.right)).collect()
    };
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let mut notes = String::new();
    for (group, name) in [("all", "all"), ("clean", "clean"), ("leave_publication_out", "held out")] {
        let Some(found) = method.calibration.get(group) else { continue };
        before.push(Curve { name: name.to_owned(), points: points(&found.model.bins) });
        after.push(Curve { name: name.to_owned(), points: points(&found.stated.bins) });
        let _ = write!(
            notes,
            "<li>{name}: right in {:.1}%; stated {:.1}% on average, calibration error {:.1} points; the model's posterior {:.1}%, \
             {:.1} points, log score {:.2}{}</li>",
            found.right * 100.0,
            found.stated.mean * 100.0,
            found.stated.error * 100.0,
            found.model.mean * 100.0,
            found.model.error * 100.0,
            found.log_score,
            found.fitted.map_or_else(String::new, |[slope, shift]| format!(
                "; the best fit to these cases has slope {slope:.2} and shift {shift:.2}"
            ))
        );
    }
    let panels = [charts::calibration("Stated", after), charts::calibration("Model", before)];
    let _ = writeln!(
        body,
        "<h3>Are answers given at 70% right 70% of the time?</h3>\n{}<p class=\"soft\">The leading disease:</p>\n\
         <ul class=\"soft\">{notes}</ul>",
        charts::figure(
            &panels,
            &format!(
                "Stated: the probability in a patient's report, from the model's odds by slope {SLOPE} and shift {SHIFT}. \
                 Model: its posterior. Calibrated answers are on the grey line."
            )
        )
    );
}

fn differences(body: &mut String, evaluation: &Evaluation) {
    if evaluation.differences.is_empty() {
        return;
    }
    body.push_str(
        "<h2>Differences on the same cases</h2>\n<div class=\"scroll\"><table><tr><th>method</th><th>cases</th>\
         <th class=\"n\">top-1</th><th class=\"n\">top-10</th><th class=\"n\">MRR</th><th class=\"n\">better</th>\
         <th class=\"n\">worse</th></tr>\n",
    );
    for groups in &evaluation.differences {
        for group in ["all", "clean", "leave_publication_out"] {
            let Some(difference) = groups.get(group) else { continue };
            let _ = write!(
                body,
                "<tr><td>{} minus {}</td><td>{}</td>",
                escape(&difference.method),
                escape(&difference.against),
                group.replace('_', " ")
            );
            for name in ["top1", "top10", "mrr"] {
                let e = difference.scores.get(name).copied().unwrap_or_default();
                let _ = write!(
                    body,
                    "<td class=\"n\">{:+.1} [{:+.1}, {:+.1}]</td>",
                    e.value * 100.0,
                    e.low * 100.0,
                    e.high * 100.0
                );
            }
            let _ = writeln!(
                body,
                "<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
                difference.better, difference.worse
            );
        }
    }
    body.push_str("</table></div>\n");
}
