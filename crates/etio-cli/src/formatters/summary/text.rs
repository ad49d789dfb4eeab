//! A network in numbers, for people.

use std::fmt::Write;

use super::{Spread, Summary};
use crate::formatters::numbers::{counted, grouped};
use crate::terminal::{BOLD, DIM, DOUBTFUL, fit, printable, styled};

/// Columns of a row's heading.
const HEADING: usize = 22;
/// Columns of a number.
const NUMBER: usize = 10;

/// A table of sizes and spreads.
pub(crate) fn text(summary: &Summary, width: usize) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", styled(BOLD, fit(&summary.network, width).trim_end()));
    let _ = writeln!(
        out,
        "{}, {}, {}: {} of all pairs\n",
        counted(summary.diseases, "disease"),
        counted(summary.findings, "finding"),
        counted(summary.links, "link"),
        share(summary.density)
    );
    let head = ["min", "median", "mean", "90%", "max"].map(|h| format!("{h:>NUMBER$}")).concat();
    let _ = writeln!(out, "{}", styled(DIM, format!("{:HEADING$}{head}", "")));
    row(&mut out, "parents per finding", &summary.parents_per_finding);
    row(&mut out, "findings per disease", &summary.findings_per_disease);
    row(&mut out, "priors", &summary.priors);
    row(&mut out, "leaks", &summary.leaks);
    let links = &summary.link_probabilities;
    let cells = [number(links.min), String::new(), number(links.mean), String::new(), number(links.max)];
    let _ =
        writeln!(out, "{:HEADING$}{}", "link probabilities", cells.map(|c| format!("{c:>NUMBER$}")).concat());
    out.push('\n');
    remarks(&mut out, summary);
    riders(&mut out, summary);
    out
}

fn row(out: &mut String, heading: &str, spread: &Spread) {
    let cells = [spread.min, spread.median, spread.mean, spread.p90, spread.max];
    let _ = writeln!(out, "{heading:HEADING$}{}", cells.map(|x| format!("{:>NUMBER$}", number(x))).concat());
}

/// Remarks for the author of the network.
fn remarks(out: &mut String, summary: &Summary) {
    let expected = summary.priors.mean * summary.diseases as f64;
    let _ = writeln!(out, "A person has {expected:.3} of these diseases on average.");
    let mut remark = |count: usize, text: &str| {
        if count > 0 {
            let _ = writeln!(out, "{}", styled(DOUBTFUL, format!("{}: {text}", grouped(count))));
        }
    };
    remark(summary.diseases_without_links, "diseases without links, which no finding can support");
    remark(
        summary.impossible_findings,
        "findings with neither diseases nor leak, which can never be present",
    );
    remark(
        summary.findings_without_leak,
        "findings without leak: if one is present, one of its diseases must be",
    );
    remark(summary.link_probabilities.certain, "links of probability 1");
}

fn riders(out: &mut String, summary: &Summary) {
    let attributes = &summary.attributes;
    let lists = [
        ("disease attributes", &attributes.diseases),
        ("finding attributes", &attributes.findings),
        ("link attributes", &attributes.links),
    ];
    for (heading, names) in lists.into_iter().filter(|(_, names)| !names.is_empty()) {
        let _ = writeln!(out, "{heading:HEADING$}{}", printable(&names.join(", ")));
    }
    if !summary.documents.is_empty() {
        let list = summary.documents.iter().map(|d| format!("{} ({} bytes)", d.name, grouped(d.bytes)));
        let _ = writeln!(out, "{:HEADING$}{}", "documents", printable(&list.collect::<Vec<_>>().join(", ")));
    }
}

/// A count or a probability, in few characters.
fn number(x: f64) -> String {
    match x {
        0.0 => "0".to_owned(),
        x if x.fract() == 0.0 && x < 1e9 => grouped(x as usize),
        x if x >= 1.0 => format!("{x:.1}"),
        // A mean of thousandths may fall short of one by its last digit.
        x if x >= 0.000_999 => format!("{}", (x * 1e4).round() / 1e4),
        x => format!("{x:.1e}"),
    }
}

fn share(x: f64) -> String {
    if x >= 0.1 { format!("{:.0}%", x * 100.0) } else { format!("{:.2}%", x * 100.0) }
}
