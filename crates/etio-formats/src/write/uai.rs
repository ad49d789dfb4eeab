//! UAI, kind `BAYES`: the last variable of a scope fastest, as the competitions have it.
//!
//! There are no names: variables are the diseases in order, then the findings.

use std::fmt::Write as _;

use super::Nodes;
use crate::error::Result;

pub(super) fn text(nodes: &Nodes<'_>) -> Result<String> {
    let network = nodes.network;
    let count = network.disease_count() + network.finding_count();
    let mut text = format!("BAYES\n{count}\n{}\n{count}\n", vec!["2"; count].join(" "));
    for disease in 0..network.disease_count() {
        let _ = writeln!(text, "1 {disease}");
    }
    for (finding, _, _) in nodes.findings() {
        let parents = nodes.parents(finding);
        let _ = write!(text, "{}", parents.len() + 1);
        for (disease, _) in parents {
            let _ = write!(text, " {}", disease.index());
        }
        let _ = writeln!(text, " {}", network.disease_count() + finding.index());
    }
    for (_, _, prior) in nodes.diseases() {
        let _ = write!(text, "\n2\n {} {}\n", 1.0 - prior, prior);
    }
    let mut written = 0;
    for (finding, _, _) in nodes.findings() {
        let table = nodes.table(finding, &mut written)?;
        let _ = writeln!(text, "\n{}", 2 * table.len());
        for [absent, present] in table {
            let _ = writeln!(text, " {absent} {present}");
        }
    }
    Ok(text)
}
