//! The rank of every case's disease, one line per case; those that cannot be ranked come last, without one.

use std::fmt::Write as _;

use etio_hpo::evaluate::{EvaluatedCase, Evaluation, Placement};
use serde_json::{Map, Value, json};

/// Tab separated with a header, or JSON Lines.
pub(crate) fn ranks(evaluation: &Evaluation, json_lines: bool) -> String {
    let methods: Vec<&str> = evaluation.methods.iter().map(|method| method.method.as_str()).collect();
    if json_lines {
        let mut text = String::new();
        for case in &evaluation.cases {
            let _ = writeln!(text, "{}", line(case, &methods));
        }
        for case in &evaluation.left_aside {
            let line = json!({"id": case.id, "label": case.label, "rank": null, "left_aside": case.reason});
            let _ = writeln!(text, "{line}");
        }
        return text;
    }
    let mut text = String::from("id\tlabel\tfindings\tclean");
    for (at, method) in methods.iter().enumerate() {
        // The first method's columns have plain names, so that a run with one method needs no
        // knowledge of it.
        let of = if at == 0 { String::new() } else { format!(":{method}") };
        let _ = write!(text, "\trank{of}\trank_leave_publication_out{of}");
    }
    text.push('\n');
    for case in &evaluation.cases {
        let _ = write!(text, "{}\t{}\t{}\t{}", case.id, case.label, case.findings, case.clean);
        for ranked in &case.ranked {
            let show = |placement: Option<&Placement>| {
                placement.filter(|p| p.rank.is_finite()).map_or(String::new(), |p| p.rank.to_string())
            };
            let _ = write!(text, "\t{}\t{}", show(Some(&ranked.all)), show(ranked.left_out.as_ref()));
        }
        text.push('\n');
    }
    for case in &evaluation.left_aside {
        let empty = "\t".repeat(2 + 2 * methods.len());
        let _ = writeln!(text, "{}\t{}{empty}", case.id, case.label.as_deref().unwrap_or_default());
    }
    text
}

fn line(case: &EvaluatedCase, methods: &[&str]) -> Value {
    let rank = |placement: Option<&Placement>| {
        placement.filter(|p| p.rank.is_finite()).map_or(Value::Null, |p| json!(p.rank))
    };
    let ranks: Map<String, Value> = methods
        .iter()
        .zip(&case.ranked)
        .map(|(&method, ranked)| {
            let both = json!({
                "all": rank(Some(&ranked.all)),
                "leave_publication_out": rank(ranked.left_out.as_ref()),
                "elapsed_us": ranked.elapsed.as_secs_f64() * 1e6,
            });
            (method.to_owned(), both)
        })
        .collect();
    let first = case.ranked.first();
    json!({
        "id": case.id,
        "label": case.label,
        "findings": case.findings,
        "clean": case.clean,
        "publications": case.publications,
        "rank": rank(first.map(|r| &r.all)),
        "rank_leave_publication_out": rank(first.and_then(|r| r.left_out.as_ref())),
        "methods": ranks,
    })
}
