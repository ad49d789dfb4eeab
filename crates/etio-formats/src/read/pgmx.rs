//! OpenMarkov's ProbModelXML.
//!
//! The first variable of a potential is the node; it changes fastest, then the first parent. An
//! `ICIModel` of kind OR or MAX has one potential per parent, and one of the node alone if it has a
//! leak. It is the largest by the order of states: the first is "absent".

use std::collections::HashMap;

use crate::collapse::collapse;
use crate::error::{Fault, Problem, Result, with_article};
use crate::model::{Draft, DraftLaw, Kind, TableOrder, resolve};
use crate::number::numbers;
use crate::xml::{Element, parse};
use crate::{Options, Reading};

pub(crate) fn read(text: &str, options: &Options) -> Result<Reading> {
    let document = parse(text, "ProbModelXML")?;
    let line = document.root.line;
    let net = document.root.child("ProbNet").ok_or(Fault::syntax(line, "<ProbModelXML> has no <ProbNet>"))?;
    if let Some(kind) = net.attribute("type").filter(|&kind| kind != "BayesianNetwork") {
        return Err(Fault::syntax(
            net.line,
            format!("the network is {}, not a BayesianNetwork", with_article(kind)),
        ));
    }
    let mut drafts: Vec<Draft> = Vec::new();
    let mut places = HashMap::new();
    for variable in net.child("Variables").into_iter().flat_map(|variables| variables.all("Variable")) {
        let id = variable.needed("name")?.trim().to_owned();
        let states = variable.child("States").into_iter().flat_map(|states| states.all("State"));
        let states = states.map(|state| state.needed("name").map(str::to_owned)).collect::<Result<_>>()?;
        if places.insert(id.clone(), drafts.len()).is_some() {
            return Err(Fault::defined_twice(variable.line, &id));
        }
        drafts.push(Draft { id, states, line: variable.line, ..Draft::default() });
    }
    for potential in net.child("Potentials").into_iter().flat_map(|all| all.all("Potential")) {
        let (id, law) = potential_of(potential, &drafts, &places)?;
        let Some(&at) = places.get(&id) else {
            return Err(Fault::syntax(
                potential.line,
                format!("potential of `{id}`, which is not a variable"),
            ));
        };
        if let Kind::NoisyMax { .. } = law.kind {
            drafts[at].absent = Some(0);
        }
        if drafts[at].law.replace(law).is_some() {
            return Err(Fault::syntax(potential.line, format!("`{id}` has two potentials")));
        }
    }
    collapse(resolve(drafts, Vec::new())?, options)
}

fn variables(potential: &Element) -> Result<Vec<String>> {
    let all = potential.child("Variables").into_iter().flat_map(|all| all.all("Variable"));
    let names: Vec<String> = all
        .map(|variable| variable.needed("name").map(|name| name.trim().to_owned()))
        .collect::<Result<_>>()?;
    if names.is_empty() {
        return Err(Fault::syntax(potential.line, "the potential has no variables"));
    }
    Ok(names)
}

fn values(potential: &Element, id: &str) -> Result<Vec<f64>> {
    let values = potential.only("Values").map_err(|fault| fault.of_node(id))?;
    numbers(&values.text, values.line)
}

fn potential_of(
    potential: &Element,
    drafts: &[Draft],
    places: &HashMap<String, usize>,
) -> Result<(String, DraftLaw)> {
    let mut names = variables(potential)?;
    let (id, line) = (names.remove(0), potential.line);
    let kind = match potential.attribute("type").unwrap_or_default() {
        "Table" => Kind::Table(values(potential, &id)?, TableOrder::FirstParentFastest),
        "ICIModel" => {
            let model = potential.child_text("Model").or(potential.attribute("model")).unwrap_or_default();
            if !matches!(model, "OR" | "MAX" | "GeneralizedMax" | "CausalMax") {
                return Err(Fault::at(
                    line,
                    Problem::OtherKind { node: id, kind: format!("canonical {model}") },
                ));
            }
            let size = |name: &String| places.get(name).map_or(0, |&at| drafts[at].states.len());
            noisy_max(potential, &id, &names, size(&id), &names.iter().map(size).collect::<Vec<_>>())?
        }
        other => {
            let kind = format!("{other} potential");
            return Err(Fault::at(line, Problem::OtherKind { node: id, kind }));
        }
    };
    Ok((id, DraftLaw { parents: names, kind, line }))
}

fn noisy_max(potential: &Element, id: &str, parents: &[String], own: usize, sizes: &[usize]) -> Result<Kind> {
    let mut causes = vec![Vec::new(); parents.len()];
    let mut leak = None;
    for part in potential.child("Subpotentials").into_iter().flat_map(|all| all.all("Potential")) {
        let names = variables(part)?;
        let numbers = values(part, id)?;
        let fault = |text: &str| Fault::syntax(part.line, format!("node `{id}`: {text}"));
        match &names[..] {
            [own_name] if own_name == id => {
                if leak.replace(numbers).is_some() {
                    return Err(fault("it has two leaks"));
                }
            }
            [own_name, parent] if own_name == id => {
                let Some(at) = parents.iter().position(|name| name == parent) else {
                    return Err(fault(&format!("`{parent}` is not one of its parents")));
                };
                if own == 0 || numbers.len() != own * sizes[at] {
                    return Err(fault(&format!(
                        "the potential of `{parent}` must have one number per state"
                    )));
                }
                if !causes[at].is_empty() {
                    return Err(fault(&format!("`{parent}` has two potentials")));
                }
                causes[at] = numbers.chunks_exact(own).map(<[f64]>::to_vec).collect();
            }
            _ => {
                return Err(fault(
                    "a potential of a canonical model must be of the node alone or of the node and one parent",
                ));
            }
        }
    }
    if parents.is_empty() && leak.is_none() {
        let text = format!("node `{id}` is a canonical model without parents and without leak");
        return Err(Fault::syntax(potential.line, text));
    }
    Ok(Kind::NoisyMax { causes, leak })
}
