//! Hugin's NET. The node's own state is fastest, then the last parent's.

use std::collections::HashMap;

use crate::collapse::collapse;
use crate::error::{Fault, Problem, Result};
use crate::model::{Draft, DraftLaw, Kind, TableOrder, resolve};
use crate::number::{number, shortened};
use crate::tokens::{Comments, Token, Tokens};
use crate::{Options, Reading};

pub(crate) fn read(text: &str, options: &Options) -> Result<Reading> {
    let mut tokens = Tokens::of(text, Comments::Percent)?;
    let mut drafts: Vec<Draft> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    while tokens.peek().is_some() {
        let line = tokens.line();
        match tokens.word()? {
            "net" => {
                tokens.expect('{')?;
                while !tokens.take('}')? {
                    tokens.skip_past(';')?;
                }
            }
            "discrete" => {}
            "node" => {
                let draft = node(&mut tokens, line)?;
                if places.insert(draft.id.clone(), drafts.len()).is_some() {
                    return Err(Fault::defined_twice(line, &draft.id));
                }
                drafts.push(draft);
            }
            "potential" => {
                let (id, law) = potential(&mut tokens, line)?;
                let Some(&at) = places.get(&id) else {
                    return Err(Fault::syntax(line, format!("potential of `{id}`, which is not a node")));
                };
                if drafts[at].law.replace(law).is_some() {
                    return Err(Fault::syntax(line, format!("potential of `{id}` is given twice")));
                }
            }
            kind @ ("continuous" | "utility" | "decision" | "function" | "class") => {
                let mut node = tokens.word()?;
                if let ("node", Some(Token::Word(_) | Token::Quoted(_))) = (node, tokens.peek()) {
                    node = tokens.word()?;
                }
                let node = node.to_owned();
                return Err(Fault::at(line, Problem::OtherKind { node, kind: format!("{kind} node") }));
            }
            found => {
                let text = format!("expected `net`, `node` or `potential`, found `{}`", shortened(found));
                return Err(Fault::syntax(line, text));
            }
        }
    }
    collapse(resolve(drafts, Vec::new())?, options)
}

fn node(tokens: &mut Tokens<'_>, line: u64) -> Result<Draft> {
    let mut draft = Draft { id: tokens.word()?.to_owned(), line, ..Draft::default() };
    tokens.expect('{')?;
    while !tokens.take('}')? {
        let name = tokens.word()?;
        tokens.expect('=')?;
        match name {
            "states" => {
                if !draft.states.is_empty() {
                    let text = format!("node `{}`: its states are given twice", draft.id);
                    return Err(Fault::syntax(tokens.line(), text));
                }
                tokens.expect('(')?;
                while !tokens.take(')')? {
                    draft.states.push(tokens.word()?.to_owned());
                }
            }
            "label" => tokens.word()?.clone_into(&mut draft.name),
            _ => {}
        }
        tokens.skip_past(';')?;
    }
    if draft.name == draft.id {
        draft.name.clear();
    }
    Ok(draft)
}

fn potential(tokens: &mut Tokens<'_>, line: u64) -> Result<(String, DraftLaw)> {
    tokens.expect('(')?;
    let id = tokens.word()?.to_owned();
    let mut parents = Vec::new();
    let has_condition = tokens.take('|')?;
    while !tokens.take(')')? {
        let word = tokens.word()?;
        if !has_condition {
            let text = format!(
                "the potential of `{id}` is one of `{}` too; only those of one node given others, \
                                such as ({id} | {}), are read",
                shortened(word),
                shortened(word)
            );
            return Err(Fault::syntax(line, text));
        }
        parents.push(word.to_owned());
    }
    tokens.expect('{')?;
    let mut values = None;
    while !tokens.take('}')? {
        let (at, name) = (tokens.line(), tokens.word()?);
        tokens.expect('=')?;
        match name {
            "data" => {
                if values.replace(data(tokens)?).is_some() {
                    return Err(Fault::syntax(at, format!("node `{id}`: its data are given twice")));
                }
            }
            "model_nodes" | "model_data" => {
                let kind = "node with an expression for a table".to_owned();
                return Err(Fault::at(at, Problem::OtherKind { node: id, kind }));
            }
            _ => tokens.skip_past(';')?,
        }
    }
    let Some(values) = values else {
        return Err(Fault::syntax(line, format!("the potential of `{id}` has no data")));
    };
    Ok((id, DraftLaw { parents, kind: Kind::Table(values, TableOrder::LastParentFastest), line }))
}

/// Numbers up to a semicolon; the nesting of parentheses says nothing that the parents do not.
fn data(tokens: &mut Tokens<'_>) -> Result<Vec<f64>> {
    let mut values = Vec::new();
    loop {
        let line = tokens.line();
        match tokens.next()? {
            Token::Sign(';') => return Ok(values),
            Token::Sign('(' | ')') => {}
            Token::Word(word) => values.push(number(word, line)?),
            _ => return Err(Fault::syntax(line, "expected a number")),
        }
    }
}
