//! Answers as pages.

use std::fmt::Write;

use etio::FindingId;
use etio_case::is_cause;
use etio_report::{escape, page};

use super::text::{UNDECIDED, origin};
use super::{CAUTION, UNINFORMED};
use crate::batch::Formatter;
use crate::commands::Diagnosis;
use crate::formatters::numbers::percent;

/// Writes one page per case.
pub(crate) struct PageFormatter {
    /// Maximum number of diseases to list.
    pub(crate) top: usize,
}

const STYLE: &str = "\
table { border-collapse: collapse; width: 100%; }
td, th { padding: .3rem .6rem; text-align: left; border-bottom: 1px solid #8884; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { display: inline-block; position: relative; width: 12rem; height: .7rem; background: #8883; }
.bar span { position: absolute; top: 0; bottom: 0; left: 0; background: #2a78b5; }
.bar .interval { top: .25rem; bottom: .25rem; background: currentColor; min-width: 2px; }
tr.unsupported { opacity: .6; }
";

impl Formatter<Diagnosis> for PageFormatter {
    fn answered(&self, id: &str, diagnosis: &Diagnosis) -> Result<String, String> {
        let is_informed = diagnosis.posterior.exactness.is_informed();
        let mut body = evidence(diagnosis);
        if is_informed {
            body.push_str(&self.ranking(diagnosis));
        } else {
            let _ = writeln!(body, "<h2>No answer</h2>\n<p>{}</p>", escape(UNINFORMED));
        }
        let exactness = diagnosis.posterior.exactness.to_string();
        let _ = writeln!(body, "<p>{} · {}</p>", escape(&exactness), escape(&origin(diagnosis).join(" · ")));
        let _ = writeln!(body, "<p>{}</p>", escape(CAUTION));
        Ok(page(&format!("Differential for case {id}"), STYLE, &body))
    }
}

/// The evidence as given, and notes on statements that were changed.
fn evidence(diagnosis: &Diagnosis) -> String {
    let (network, evidence) = (&diagnosis.reading.network, &diagnosis.reading.evidence);
    let names = |findings: &[FindingId]| {
        let names: Vec<String> = findings.iter().map(|&f| escape(network.finding_name(f))).collect();
        names.join(", ")
    };
    let mut body = String::new();
    for (heading, findings) in [("Present", evidence.present()), ("Absent", evidence.absent())] {
        if !findings.is_empty() {
            let _ = writeln!(body, "<p><strong>{heading}:</strong> {}</p>", names(findings));
        }
    }
    for note in &diagnosis.reading.notes {
        let _ = writeln!(body, "<p>Note: {}</p>", escape(&note.text(network)));
    }
    body
}

impl PageFormatter {
    fn ranking(&self, diagnosis: &Diagnosis) -> String {
        let (posterior, network) = (&diagnosis.posterior, &diagnosis.reading.network);
        let mut body = "<table>\n<tr><th>Disease<th>Probability<th><th>Before</tr>\n".to_owned();
        let ranking = posterior.ranking(self.top);
        let undecided = posterior.undecided(&ranking);
        for (&(disease, p), &is_undecided) in ranking.iter().zip(&undecided) {
            let interval = posterior.interval(disease).filter(|_| posterior.exactness.is_bounds());
            let ends = interval.map_or_else(String::new, |(lower, upper)| {
                format!("<br><small>{} to {}</small>", percent(lower), percent(upper))
            });
            let mark = if is_undecided { "≈ " } else { "" };
            let class = if is_cause(network, posterior, disease) { "" } else { " class=\"unsupported\"" };
            let _ = writeln!(
                body,
                "<tr{class}><td>{mark}{}<td class=\"number\">{}{ends}<td>{}<td class=\"number\">{}</tr>",
                escape(network.disease_name(disease)),
                percent(p),
                bar(p, interval),
                percent(network.prior(disease))
            );
        }
        body.push_str("</table>\n<p>Diseases in grey are not supported by these findings.</p>\n");
        if undecided.contains(&true) {
            let _ = writeln!(body, "<p>{}</p>", escape(UNDECIDED));
        }
        body
    }
}

/// A bar up to a probability, with a line between the ends of its interval.
fn bar(p: f64, interval: Option<(f64, f64)>) -> String {
    let interval = interval.map_or_else(String::new, |(lower, upper)| {
        let (left, width) = (100.0 * lower, 100.0 * (upper - lower));
        format!("<span class=\"interval\" style=\"left:{left:.2}%;width:{width:.2}%\"></span>")
    });
    format!("<span class=\"bar\"><span style=\"width:{:.2}%\"></span>{interval}</span>", 100.0 * p)
}
