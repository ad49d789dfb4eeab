//! Bayesian Interchange Format, as bnlearn writes it and pgmpy and pyAgrum read it.

use std::fmt::Write as _;

use super::Nodes;
use crate::error::Result;

pub(super) fn text(nodes: &Nodes<'_>) -> Result<String> {
    let mut text = "network etio {\n}\n".to_owned();
    let all = nodes.diseases().map(|(_, name, _)| name).chain(nodes.findings().map(|(_, name, _)| name));
    for name in all {
        let _ = writeln!(text, "variable {name} {{\n  type discrete [ 2 ] {{ absent, present }};\n}}");
    }
    for (_, name, prior) in nodes.diseases() {
        let _ = writeln!(text, "probability ( {name} ) {{\n  table {}, {};\n}}", 1.0 - prior, prior);
    }
    let mut written = 0;
    for (finding, name, _) in nodes.findings() {
        let table = nodes.table(finding, &mut written)?;
        let parents = nodes.parents(finding);
        if parents.is_empty() {
            let _ =
                writeln!(text, "probability ( {name} ) {{\n  table {}, {};\n}}", table[0][0], table[0][1]);
            continue;
        }
        let names: Vec<&str> = parents.iter().map(|&(disease, _)| nodes.names.disease(disease)).collect();
        let _ = writeln!(text, "probability ( {name} | {} ) {{", names.join(", "));
        for (row, [absent, present]) in table.iter().enumerate() {
            let state = |parent: usize| {
                if row >> (parents.len() - 1 - parent) & 1 == 1 { "present" } else { "absent" }
            };
            let states: Vec<&str> = (0..parents.len()).map(state).collect();
            let _ = writeln!(text, "  ({}) {absent}, {present};", states.join(", "));
        }
        text.push_str("}\n");
    }
    Ok(text)
}
