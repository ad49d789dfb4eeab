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
use crate::number::{number, shortened};
use crate::{Options, Reading};

#[derive(Deserialize)]
#[serde(expecting = "an object with nodes, parents and cpt")]
struct File {
    #[serde(rename = "type")]
    kind: Option<String>,
    nodes: Vec<String>,
    parents: DistinctMap,
    cpt: DistinctMap,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with kind, name, externalWeight and causalWeights")]
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
        serde_json::from_str(text).map_err(|error| Fault::syntax(error.line() as u64, told(&error)))?;
    check_numbers(text)?;
    if let Some(kind) = file.kind.as_ref().filter(|&kind| kind != "BN") {
        return Err(Fault::syntax(
            line_of_key(text, "", "type"),
            format!("the network is of type {kind}, not BN"),
        ));
    }
    let (DistinctMap(parents_of), DistinctMap(cpt)) = (file.parents, file.cpt);
    let mut drafts = Vec::new();
    let mut lines = Lines { text, place: 0, line: 1 };
    // Every state has a number of its own in some table.
    let mut room = text.len();
    for node in &file.nodes {
        let line = lines.of(node);
        let (id, states) = variable(node, room).map_err(|text| Fault::syntax(line, text))?;
        room = room.saturating_sub(states.len());
        drafts.push(Draft { id, states, line, ..Draft::default() });
    }
    let ids: HashSet<&str> = drafts.iter().map(|draft| draft.id.as_str()).collect();
    for (member, map) in [("parents", &parents_of), ("cpt", &cpt)] {
        if let Some(other) = map.keys().find(|key| !ids.contains(key.as_str())) {
            let problem = format!("`{member}` has `{}`, which is not one of the nodes", shortened(other));
            return Err(Fault::syntax(line_of_key(text, member, other), problem));
        }
    }
    let mut noisy = HashSet::new();
    for draft in &mut drafts {
        let fault = |text: &str| Fault::syntax(draft.line, format!("node `{}`: {text}", draft.id));
        let parents = match parents_of.get(&draft.id) {
            Some(names) => Vec::<String>::deserialize(names).map_err(|error| fault(&told(&error)))?,
            None => Vec::new(),
        };
        let kind = match cpt.get(&draft.id) {
            Some(law @ Value::Object(_)) => {
                let ici = Ici::deserialize(law).map_err(|error| fault(&told(&error)))?;
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

/// An error of serde without the place, which it has in a text alone, and there as a line of its own.
fn told(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

/// Checks the numbers of a text that is JSON: `serde_json` reads one that is too small for a double as 0.
fn check_numbers(text: &str) -> Result<()> {
    let (mut line, mut rest) = (1, text);
    while let Some(place) = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        line += line_ends(&rest.as_bytes()[..place]);
        rest = &rest[place..];
        let end = if let Some(string) = rest.strip_prefix('"') {
            // A string has no line ends.
            let mut is_escaped = false;
            let end = string.find(|c: char| {
                let is_end = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            });
            end.map_or(rest.len(), |end| end + 2)
        } else {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
            let end = end.unwrap_or(rest.len());
            number(&rest[..end], line)?;
            end
        };
        rest = &rest[end..];
    }
    Ok(())
}

/// The line of a key after another one, or the first line if its name is escaped in the text.
fn line_of_key(text: &str, after: &str, key: &str) -> u64 {
    let place_of = |key: &str, from: usize| {
        let quoted = format!("\"{key}\"");
        let is_key = |place: &usize| text[place + quoted.len()..].trim_start().starts_with(':');
        text[from..].match_indices(&quoted).map(|(place, _)| from + place).find(is_key)
    };
    let place = place_of(key, place_of(after, 0).unwrap_or(0)).unwrap_or(0);
    1 + line_ends(&text.as_bytes()[..place])
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
fn variable(text: &str, room: usize) -> Result<(String, Vec<String>), String> {
    let fault = || format!("`{text}` does not describe a discrete variable");
    let numbered = |from: i64, to: i64| {
        if to.saturating_sub(from) >= room as i64 {
            return Err(format!("`{text}` has more states than the file has numbers"));
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
        let Some(given) = ici.weights.get(parent) else {
            return Err(fault(format!("its causalWeights have none for `{parent}`")));
        };
        let Some(weight) = given.as_f64().filter(|w| (0.0..=1.0).contains(w)) else {
            let given = shortened(&given.to_string());
            return Err(fault(format!("its causalWeight {given} for `{parent}` is not a probability")));
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
