//! XMLBIF. The node's own state is fastest, then the last parent's.

use std::collections::HashMap;

use crate::collapse::collapse;
use crate::error::{Fault, Problem, Result};
use crate::model::{Draft, DraftLaw, Kind, TableOrder, resolve};
use crate::number::{numbers, shortened};
use crate::xml::{Element, parse};
use crate::{Options, Reading};

pub(crate) fn read(text: &str, options: &Options) -> Result<Reading> {
    let document = parse(text, "BIF")?;
    let line = document.root.line;
    let network = document.root.child("NETWORK").ok_or(Fault::syntax(line, "<BIF> has no <NETWORK>"))?;
    let mut drafts: Vec<Draft> = Vec::new();
    let mut places = HashMap::new();
    for variable in network.all("VARIABLE") {
        let (id, line) = (text_of(variable, "NAME")?.to_owned(), variable.line);
        if let Some(kind) = variable.attribute("TYPE").filter(|kind| !kind.eq_ignore_ascii_case("nature")) {
            let kind = format!("{} variable", shortened(kind));
            return Err(Fault::at(line, Problem::OtherKind { node: id, kind }));
        }
        let states = variable.all("OUTCOME").chain(variable.all("VALUE"));
        let states = states.map(|outcome| outcome.text.trim().to_owned()).collect();
        if places.insert(id.clone(), drafts.len()).is_some() {
            return Err(Fault::defined_twice(line, &id));
        }
        drafts.push(Draft { id, states, line, ..Draft::default() });
    }
    for definition in network.all("DEFINITION").chain(network.all("PROBABILITY")) {
        let (id, line) = (text_of(definition, "FOR")?, definition.line);
        let Some(&at) = places.get(id) else {
            return Err(Fault::syntax(line, format!("definition of `{id}`, which is not a variable")));
        };
        let values = definition.only("TABLE").map_err(|fault| fault.of_node(id))?;
        let law = DraftLaw {
            parents: definition.all("GIVEN").map(|parent| parent.text.trim().to_owned()).collect(),
            kind: Kind::Table(numbers(&values.text, values.line)?, TableOrder::LastParentFastest),
            line,
        };
        if drafts[at].law.replace(law).is_some() {
            return Err(Fault::syntax(line, format!("`{id}` is defined twice")));
        }
    }
    collapse(resolve(drafts, Vec::new())?, options)
}

fn text_of<'a>(element: &'a Element, name: &str) -> Result<&'a str> {
    element
        .child_text(name)
        .ok_or_else(|| Fault::syntax(element.line, format!("<{}> has no <{name}>", element.name)))
}
