//! pyAgrum's JSON (3.1 and later).
//!
//! A node of kind `ici` and name `MultiDimNoisyORNet` has the leak as `externalWeight` and its links
//! as `causalWeights`; with `MultiDimNoisyORCompound` a weight w is the probability with that
//! parent alone and the leak, so that the link is `1 - (1 - w) / (1 - leak)`. State 1 is "present".
//! Tables have the node's own state fastest, then the first parent's.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::json::DistinctMap;
use crate::collapse::collapse;
use crate::error::{Fault, Problem, Result};
use crate::lines::line_ends;
use crate::model::{Draft, DraftLaw, Kind, TableOrder, resolve};
use crate::{Options, Reading};

#[derive(Deserialize)]
struct File {
    #[serde(rename = "type")]
    kind: Option<String>,
    nodes: Vec<String>,
    parents: DistinctMap,
    cpt: DistinctMap,
}

#[derive(Deserialize)]
struct Ici {
    kind: String,
    name: String,
    #[serde(rename = "externalWeight")]
    leak: f64,
    #[serde(rename = "causalWeights", default)]
    weights: Map<String, Value>,
}

pub(crate) fn read(text: &str, options: &Options) -> Result<Reading> {
    let file: File =
        serde_json::from_str(text).map_err(|error| Fault::syntax(error.line() as u64, error.to_string()))?;
    if let Some(kind) = file.kind.as_ref().filter(|&kind| kind != "BN") {
        return Err(Problem::Syntax(format!("the network is of type {kind}, not BN")).into());
    }
    let (DistinctMap(parents_of), DistinctMap(cpt)) = (file.parents, file.cpt);
    let mut drafts = Vec::new();
    let mut lines = Lines { text, place: 0, line: 1 };
    // Every state has a number of its own in some table.
    let mut room = text.len();
    for node in &file.nodes {
        let (id, states) = variable(node, room)?;
        room = room.saturating_sub(states.len());
        drafts.push(Draft { id, states, line: lines.of(node), ..Draft::default() });
    }
    let mut noisy = HashSet::new();
    for draft in &mut drafts {
        let fault = |text: &str| Fault::syntax(draft.line, format!("node `{}`: {text}", draft.id));
        let parents = match parents_of.get(&draft.id) {
            Some(names) => Vec::<String>::deserialize(names).map_err(|error| fault(&error.to_string()))?,
            None => Vec::new(),
        };
        let kind = match cpt.get(&draft.id) {
            Some(law @ Value::Object(_)) => {
                let ici = Ici::deserialize(law).map_err(|error| fault(&error.to_string()))?;
                noisy.insert(draft.id.clone());
                noisy.extend(parents.iter().cloned());
                noisy_or(draft, &ici, &parents)?
            }
            Some(values) => {
                let mut numbers = Vec::new();
                flatten(values, &mut numbers)
                    .ok_or_else(|| fault("its table has something else than numbers"))?;
                Kind::Table(numbers, TableOrder::FirstParentFastest)
            }
            None => return Err(fault("it has no probabilities in `cpt`")),
        };
        draft.law = Some(DraftLaw { parents, kind, line: draft.line });
    }
    // What the weights of a noisy-or count as present is state 1, whatever its name.
    for draft in drafts.iter_mut().filter(|draft| noisy.contains(&draft.id)) {
        draft.absent = Some(0);
    }
    collapse(resolve(drafts, Vec::new())?, options)
}

/// Lines of nodes, which are in the file in their order.
struct Lines<'a> {
    text: &'a str,
    place: usize,
    line: u64,
}

impl Lines<'_> {
    fn of(&mut self, node: &str) -> u64 {
        let rest = &self.text[self.place..];
        if let Some(place) = rest.find(&format!("\"{node}\"")) {
            self.line += line_ends(&rest.as_bytes()[..place]);
            self.place += place;
        }
        self.line
    }
}

/// A variable in pyAgrum's short form: `name{a|b}`, `name[3]`, `name[1,4]`, or `name`.
/// It may have no more states than there is room for.
fn variable(text: &str, room: usize) -> Result<(String, Vec<String>)> {
    let fault = || Problem::Syntax(format!("`{text}` does not describe a discrete variable"));
    let numbered = |from: i64, to: i64| {
        if to.saturating_sub(from) >= room as i64 {
            return Err(Problem::Syntax(format!("`{text}` has more states than the file has numbers")));
        }
        Ok((from..=to).map(|state| state.to_string()).collect())
    };
    let Some(place) = text.find(['{', '[']) else { return Ok((text.to_owned(), numbered(0, 1)?)) };
    let (id, rest) = text.split_at(place);
    let states: Vec<String> = if let Some(states) = rest.strip_prefix('{') {
        states.strip_suffix('}').ok_or_else(fault)?.split('|').map(str::to_owned).collect()
    } else {
        let range = rest.trim_start_matches('[').strip_suffix(']').ok_or_else(fault)?;
        let whole = |text: &str| text.trim().parse::<i64>().map_err(|_| fault());
        match range.split_once(',') {
            Some((from, to)) => numbered(whole(from)?, whole(to)?)?,
            None => numbered(0, whole(range)?.saturating_sub(1))?,
        }
    };
    Ok((id.to_owned(), states))
}

fn noisy_or(draft: &Draft, ici: &Ici, parents: &[String]) -> Result<Kind> {
    let fault = |text: String| Fault::syntax(draft.line, format!("node `{}`: {text}", draft.id));
    let is_compound = match (ici.kind.as_str(), ici.name.as_str()) {
        ("ici", "MultiDimNoisyORNet") => false,
        ("ici", "MultiDimNoisyORCompound") => true,
        (_, name) => {
            let kind = format!("{} `{name}`", ici.kind);
            return Err(Fault::at(draft.line, Problem::OtherKind { node: draft.id.clone(), kind }));
        }
    };
    if !(0.0..=1.0).contains(&ici.leak) {
        return Err(fault(format!("its externalWeight {} is not a probability", ici.leak)));
    }
    if let Some(other) = ici.weights.keys().find(|name| !parents.contains(name)) {
        return Err(fault(format!("its causalWeights have `{other}`, which is not one of its parents")));
    }
    let mut causes = Vec::new();
    for parent in parents {
        let Some(weight) =
            ici.weights.get(parent).and_then(Value::as_f64).filter(|w| (0.0..=1.0).contains(w))
        else {
            return Err(fault(format!("its causalWeights have no probability for `{parent}`")));
        };
        let link = match (is_compound, 1.0 - ici.leak) {
            (false, _) => weight,
            (true, 0.0) => 0.0,
            (true, quiet) => (weight - ici.leak) / quiet,
        };
        if link < -1e-6 {
            let text = format!("with `{parent}` alone it has {weight}, less than its leak: not a noisy-or");
            return Err(fault(text));
        }
        let link = link.max(0.0);
        causes.push(vec![vec![1.0, 0.0], vec![1.0 - link, link]]);
    }
    Ok(Kind::NoisyMax { causes, leak: Some(vec![1.0 - ici.leak, ici.leak]) })
}

fn flatten(value: &Value, numbers: &mut Vec<f64>) -> Option<()> {
    match value {
        Value::Array(values) => values.iter().try_for_each(|value| flatten(value, numbers)),
        value => {
            numbers.push(value.as_f64()?);
            Some(())
        }
    }
}
