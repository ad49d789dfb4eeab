//! UAI, kind `BAYES`: the last variable of a scope fastest, as the competitions have it, or in the
//! order of a tool.
//!
//! There are no names: variables are the diseases in order, then the findings. For pyAgrum they are
//! in comments, as it writes them itself: they tell whoever reads the file which order it has.

use std::fmt::Write as _;

use super::{Dialect, Nodes, first_parent_fastest};
use crate::error::Result;

pub(super) fn text(nodes: &Nodes<'_>, dialect: Dialect) -> Result<String> {
    let network = nodes.network;
    let count = network.disease_count() + network.finding_count();
    let mut text = format!("BAYES\n{count}\n{}\n{count}\n", vec!["2"; count].join(" "));
    let comment = |name: &str| {
        if dialect == Dialect::PyAgrum { format!("   # {name}") } else { String::new() }
    };
    for (disease, name, _) in nodes.diseases() {
        let _ = writeln!(text, "1 {}{}", disease.index(), comment(name));
    }
    for (finding, name, _) in nodes.findings() {
        let parents = nodes.parents(finding);
        let _ = write!(text, "{}", parents.len() + 1);
        for (disease, _) in parents {
            let _ = write!(text, " {}", disease.index());
        }
        let _ = writeln!(text, " {}{}", network.disease_count() + finding.index(), comment(name));
    }
    for (_, _, prior) in nodes.diseases() {
        let _ = write!(text, "\n2\n {} {}\n", 1.0 - prior, prior);
    }
    let mut written = 0;
    for (finding, _, _) in nodes.findings() {
        let table = nodes.table(finding, &mut written)?;
        let _ = writeln!(text, "\n{}", 2 * table.len());
        match dialect {
            Dialect::Standard => rows(&mut text, &table),
            Dialect::PyAgrum => rows(&mut text, &first_parent_fastest(&table)),
            Dialect::Pgmpy => {
                let table = first_parent_fastest(&table);
                for state in 0..2 {
                    let numbers: Vec<String> = table.iter().map(|row| row[state].to_string()).collect();
                    let _ = writeln!(text, " {}", numbers.join(" "));
                }
            }
        }
    }
    Ok(text)
}

fn rows(text: &mut String, table: &[[f64; 2]]) {
    for [absent, present] in table {
        let _ = writeln!(text, " {absent} {present}");
    }
}
