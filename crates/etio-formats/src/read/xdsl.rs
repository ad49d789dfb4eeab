//! GeNIe's and SMILE's XDSL.
//!
//! In a `cpt` the node's own state is fastest, then the last parent's; pyAgrum writes the first
//! parent fastest, and the numbers cannot tell, so the producer does. A `noisymax` has for each
//! parent and each of its states, in the order of `strengths`, a distribution over the node's
//! states, and that of the leak at the end: net parameters after Díez. Its last state is "absent".

use std::collections::HashMap;

use crate::collapse::collapse;
use crate::error::{Fault, Problem, Result};
use crate::model::{Draft, DraftLaw, Kind, TableOrder, resolve};
use crate::number::numbers;
use crate::xml::{Document, Element, parse};
use crate::{Options, Reading};

pub(crate) fn read(text: &str, options: &Options) -> Result<Reading> {
    let document = parse(text, "smile")?;
    let (order, notes) = order_of(&document);
    let line = document.root.line;
    let nodes = document.root.child("nodes").ok_or(Fault::syntax(line, "<smile> has no <nodes>"))?;
    let mut drafts: Vec<Draft> = Vec::new();
    let mut sizes = HashMap::new();
    for element in &nodes.children {
        let draft = node(element, order, &sizes)?;
        sizes.insert(draft.id.clone(), draft.states.len());
        drafts.push(draft);
    }
    name(&document.root, &mut drafts);
    collapse(resolve(drafts, notes)?, options)
}

/// The order of tables, by the producer that the file names.
fn order_of(document: &Document) -> (TableOrder, Vec<String>) {
    let genie = document.root.child("extensions").and_then(|extensions| extensions.child("genie"));
    let app = genie.and_then(|genie| genie.attribute("app")).unwrap_or_default();
    let is_agrum = |text: &str| text.to_lowercase().contains("agrum");
    let has_parents = document.root.child("nodes").is_some_and(|nodes| {
        nodes.all("cpt").any(|node| node.child_text("parents").is_some_and(|parents| parents.contains(' ')))
    });
    if is_agrum(app) || document.comments.iter().any(|comment| is_agrum(comment)) {
        let note = "the file was written by aGrUM, whose XDSL tables have the first parent fastest, unlike GeNIe's: \
                    they are read so";
        (TableOrder::FirstParentFastest, if has_parents { vec![note.to_owned()] } else { Vec::new() })
    } else {
        (TableOrder::LastParentFastest, Vec::new())
    }
}

fn node(element: &Element, order: TableOrder, before: &HashMap<String, usize>) -> Result<Draft> {
    let (id, line) = (element.needed("id")?.to_owned(), element.line);
    let states: Vec<String> =
        element.all("state").map(|state| state.needed("id").map(str::to_owned)).collect::<Result<_>>()?;
    let parents = element.child_text("parents").unwrap_or_default();
    let parents: Vec<String> = parents.split_whitespace().map(str::to_owned).collect();
    let values = |name: &str| {
        let child = element.only(name).map_err(|fault| fault.of_node(&id))?;
        numbers(&child.text, child.line)
    };
    let (kind, absent) = match element.name.as_str() {
        "cpt" => (Kind::Table(values("probabilities")?, order), None),
        "noisymax" => {
            let strengths = element.child("strengths").map(|_| values("strengths"));
            let kind =
                noisy_max(&id, line, &parents, states.len(), before, &values("parameters")?, strengths)?;
            (kind, states.len().checked_sub(1))
        }
        other => {
            let kind = format!("{other} node");
            return Err(Fault::at(line, Problem::OtherKind { node: id, kind }));
        }
    };
    Ok(Draft { id, states, absent, line, law: Some(DraftLaw { parents, kind, line }), ..Draft::default() })
}

fn noisy_max(
    id: &str,
    line: u64,
    parents: &[String],
    own: usize,
    before: &HashMap<String, usize>,
    parameters: &[f64],
    strengths: Option<Result<Vec<f64>>>,
) -> Result<Kind> {
    let fault = |text: &str| Fault::syntax(line, format!("node `{id}`: {text}"));
    let strengths = strengths.transpose()?.map(|all| whole(&all)).transpose().map_err(fault)?;
    let mut columns = parameters.chunks_exact(own.max(1));
    if !columns.remainder().is_empty() {
        return Err(fault("its parameters are not a multiple of its states"));
    }
    let mut causes = Vec::new();
    let mut place = 0;
    for parent in parents {
        // SMILE writes parents before their children.
        let Some(&count) = before.get(parent) else {
            return Err(fault(&format!("its parent `{parent}` is not defined before it")));
        };
        let mut by_state = vec![Vec::new(); count];
        for at in 0..count {
            let state = match &strengths {
                Some(strengths) => strengths.get(place + at).copied(),
                None => Some(at),
            };
            let (Some(column), Some(slot)) =
                (columns.next(), state.and_then(|state| by_state.get_mut(state)))
            else {
                return Err(fault("its parameters or strengths are too few"));
            };
            if !slot.is_empty() {
                return Err(fault(&format!("its strengths have a state of `{parent}` twice")));
            }
            *slot = column.to_vec();
        }
        place += count;
        causes.push(by_state);
    }
    let Some(leak) = columns.next() else { return Err(fault("its parameters have no leak at their end")) };
    if columns.next().is_some() {
        return Err(fault("it has more parameters than parents and leak need"));
    }
    if strengths.is_some_and(|strengths| strengths.len() != place) {
        return Err(fault("it has more strengths than its parents have states"));
    }
    Ok(Kind::NoisyMax { causes, leak: Some(leak.to_vec()) })
}

/// Strengths are numbers of states.
fn whole(strengths: &[f64]) -> Result<Vec<usize>, &'static str> {
    let state = |&p: &f64| {
        (p.fract() == 0.0 && (0.0..1e9).contains(&p))
            .then_some(p as usize)
            .ok_or("its strengths are not whole numbers")
    };
    strengths.iter().map(state).collect()
}

/// Names for people, from GeNIe's extension.
fn name(root: &Element, drafts: &mut [Draft]) {
    let genie = root.child("extensions").and_then(|extensions| extensions.child("genie"));
    let mut names = HashMap::new();
    let mut open: Vec<&Element> = genie.into_iter().collect();
    while let Some(element) = open.pop() {
        // Nodes may be in submodels.
        open.extend(element.all("submodel"));
        for node in element.all("node") {
            if let (Some(id), Some(name)) = (node.attribute("id"), node.child_text("name")) {
                names.insert(id, name);
            }
        }
    }
    for draft in drafts {
        if let Some(name) = names.get(draft.id.as_str()).filter(|&&name| name != draft.id) {
            draft.name = (*name).to_owned();
        }
    }
}
