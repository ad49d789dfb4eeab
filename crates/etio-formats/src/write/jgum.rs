//! pyAgrum's JSON: findings as `MultiDimNoisyORNet`, or as tables with the first parent fastest.

use serde_json::{Map, Value, json};

use super::{Nodes, first_parent_fastest};
use crate::error::Result;

pub(super) fn text(nodes: &Nodes<'_>, tables: bool) -> Result<String> {
    let (mut variables, mut parents, mut cpt) = (Vec::new(), Map::new(), Map::new());
    let mut variable = |name: &str| variables.push(Value::from(format!("{name}{{absent|present}}")));
    for (_, name, prior) in nodes.diseases() {
        variable(name);
        parents.insert(name.to_owned(), json!([]));
        cpt.insert(name.to_owned(), json!([1.0 - prior, prior]));
    }
    let mut written = 0;
    for (finding, name, leak) in nodes.findings() {
        variable(name);
        let links = nodes.parents(finding);
        let names: Vec<&str> = links.iter().map(|&(disease, _)| nodes.names.disease(disease)).collect();
        parents.insert(name.to_owned(), json!(names));
        // A noisy-or without parents is read back as a finding, a table without them as a disease.
        let law = if tables {
            json!(first_parent_fastest(&nodes.table(finding, &mut written)?).concat())
        } else {
            let weights: Map<String, Value> =
                names.iter().zip(&links).map(|(&name, (_, link))| (name.to_owned(), json!(link))).collect();
            json!({
                "kind": "ici",
                "name": "MultiDimNoisyORNet",
                "externalWeight": leak,
                "causalWeights": weights,
            })
        };
        cpt.insert(name.to_owned(), law);
    }
    let file = json!({
        "type": "BN",
        "GumJsonVersion": "1.0",
        "nodes": variables,
        "parents": parents,
        "cpt": cpt,
        "properties": { "name": "etio", "software": "Etio" },
    });
    Ok(format!("{file}\n"))
}
