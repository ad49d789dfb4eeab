//! Conditioning observed risk factors away: `--given NODE=STATE`.

use crate::error::{Fault, Problem, Result};
use crate::model::{Law, Model};

/// Takes nodes with a known state out of the model. Only nodes without parents can be given, or
/// those whose parents are all given.
pub(crate) fn condition(model: &mut Model, given: &[(String, String)]) -> Result<()> {
    let mut open = Vec::new();
    for (id, state) in given {
        let Some(at) = model.nodes.iter().position(|node| &node.id == id) else {
            return Err(option(format!("--given {id}={state}: there is no node `{id}`")));
        };
        let states = &model.nodes[at].states;
        let Some(state) = states.iter().position(|name| name == state) else {
            let states = states.join("`, `");
            return Err(option(format!("--given {id}={state}: the states of `{id}` are `{states}`")));
        };
        if open.iter().any(|&(other, _)| other == at) {
            return Err(option(format!("--given {id}=...: the state of `{id}` is given twice")));
        }
        open.push((at, state));
    }
    let mut is_gone = vec![false; model.nodes.len()];
    while !open.is_empty() {
        let Some(next) = open.iter().position(|&(at, _)| model.nodes[at].parents.is_empty()) else {
            let node = &model.nodes[open[0].0];
            let text = format!(
                "--given {}: it has parents; only nodes without parents, or whose parents are given, can be given",
                node.id
            );
            return Err(Fault::at(node.line, Problem::Option(text)));
        };
        let (at, state) = open.swap_remove(next);
        is_gone[at] = true;
        let size = model.nodes[at].states.len();
        let sizes: Vec<usize> = model.nodes.iter().map(|node| node.states.len()).collect();
        for node in &mut model.nodes {
            if let Some(place) = node.parents.iter().position(|&parent| parent == at) {
                let after: usize = node.parents[place + 1..].iter().map(|&p| sizes[p]).product();
                slice(&mut node.law, place, state, size, after * node.states.len());
                node.parents.remove(place);
            }
        }
        model.notes.push(format!(
            "`{}` is taken as `{}` and is not part of the network",
            model.nodes[at].id, model.nodes[at].states[state]
        ));
    }
    remove(model, &is_gone);
    Ok(())
}

fn option(text: String) -> Fault {
    Problem::Option(text).into()
}

/// A distribution with one parent's state known; each state of it takes up `stride` entries.
fn slice(law: &mut Law, place: usize, state: usize, size: usize, stride: usize) {
    match law {
        Law::Table(values) => {
            let kept = values.chunks_exact(stride).skip(state).step_by(size).flatten().copied().collect();
            *values = kept;
        }
        Law::NoisyMax { causes, leaks } => leaks.push(causes.remove(place).swap_remove(state)),
    }
}

fn remove(model: &mut Model, is_gone: &[bool]) {
    let mut places = Vec::with_capacity(is_gone.len());
    let mut next = 0;
    for &gone in is_gone {
        places.push(next);
        next += usize::from(!gone);
    }
    let mut at = 0;
    model.nodes.retain(|_| {
        at += 1;
        !is_gone[at - 1]
    });
    for node in &mut model.nodes {
        for parent in &mut node.parents {
            *parent = places[*parent];
        }
    }
}
