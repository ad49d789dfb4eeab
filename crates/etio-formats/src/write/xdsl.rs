//! GeNIe's XDSL: findings as `noisymax`, whose last state is "absent", or as tables in its order, or
//! that of pyAgrum, which also takes the names for people as ids.

use std::fmt::Write as _;

use super::{Dialect, Nodes, WriteOptions, first_parent_fastest};
use crate::error::Result;
use crate::xml::escaped;

/// Tells readers of the file, Etio included, that tables are in pyAgrum's order.
const FOR_PYAGRUM: &str = "<!-- For pyAgrum: tables have the first parent fastest, unlike GeNIe's. -->\n";

pub(super) fn text(nodes: &Nodes<'_>, options: WriteOptions) -> Result<String> {
    let is_for_pyagrum = options.dialect == Dialect::PyAgrum;
    let tables = has_tables(options);
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    text.push_str(if is_for_pyagrum { FOR_PYAGRUM } else { "" });
    text.push_str("<smile version=\"1.0\" id=\"etio\">\n  <nodes>\n");
    for (_, name, prior) in nodes.diseases() {
        open(&mut text, "cpt", name);
        let _ = writeln!(text, "      <probabilities>{} {}</probabilities>\n    </cpt>", prior, 1.0 - prior);
    }
    let mut written = 0;
    for (finding, name, leak) in nodes.findings() {
        let parents = nodes.parents(finding);
        let names: Vec<&str> = parents.iter().map(|&(disease, _)| nodes.names.disease(disease)).collect();
        // A noisy-max without parents is read back as a finding, a table without them as a disease.
        let kind = if tables { "cpt" } else { "noisymax" };
        open(&mut text, kind, name);
        if !parents.is_empty() {
            let _ = writeln!(text, "      <parents>{}</parents>", names.join(" "));
        }
        if kind == "noisymax" {
            let strengths: Vec<&str> = parents.iter().map(|_| "0 1").collect();
            let mut parameters = String::new();
            for (_, link) in &parents {
                let _ = write!(parameters, "{link} {} 0 1 ", 1.0 - link);
            }
            if !parents.is_empty() {
                let _ = writeln!(text, "      <strengths>{}</strengths>", strengths.join(" "));
            }
            let _ = writeln!(text, "      <parameters>{parameters}{leak} {}</parameters>", 1.0 - leak);
        } else {
            // States are present before absent here, for parents and the node alike: the table is
            // that of absent before present, backwards.
            let mut table = nodes.table(finding, &mut written)?;
            if is_for_pyagrum {
                table = first_parent_fastest(&table);
            }
            let rows = table.iter().rev().map(|[absent, present]| format!("{present} {absent}"));
            let _ =
                writeln!(text, "      <probabilities>{}</probabilities>", rows.collect::<Vec<_>>().join(" "));
        }
        let _ = writeln!(text, "    </{kind}>");
    }
    text.push_str("  </nodes>\n  <extensions>\n    <genie version=\"1.0\" app=\"Etio\" name=\"etio\">\n");
    names(nodes, is_for_pyagrum, &mut text);
    text.push_str("    </genie>\n  </extensions>\n</smile>\n");
    Ok(text)
}

/// Whether findings are tables: pyAgrum and pgmpy read no noisy-max.
pub(super) fn has_tables(options: WriteOptions) -> bool {
    options.tables || options.dialect != Dialect::Standard
}

fn open(text: &mut String, kind: &str, name: &str) {
    let _ = writeln!(text, "    <{kind} id=\"{name}\">");
    text.push_str("      <state id=\"present\" />\n      <state id=\"absent\" />\n");
}

/// Names for people, and places in a grid: GeNIe draws nodes without a place on top of each other.
fn names(nodes: &Nodes<'_>, are_ids: bool, text: &mut String) {
    const COLUMNS: usize = 16;
    let network = nodes.network;
    let diseases = nodes.diseases().map(|(disease, name, _)| (name, network.disease_name(disease)));
    let findings = nodes.findings().map(|(finding, name, _)| (name, network.finding_name(finding)));
    let rows = network.disease_count().div_ceil(COLUMNS) + 1;
    let placed = diseases.enumerate().chain((rows * COLUMNS..).zip(findings));
    for (place, (id, name)) in placed {
        let (left, top) = (place % COLUMNS * 120, place / COLUMNS * 80);
        let name = if name.is_empty() || are_ids { id } else { name };
        let _ = writeln!(
            text,
            "      <node id=\"{id}\">\n        <name>{}</name>\n        <position>{left} {top} {} {}</position>\n      </node>",
            escaped(name),
            left + 100,
            top + 60
        );
    }
}
