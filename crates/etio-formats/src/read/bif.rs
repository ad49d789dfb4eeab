//! Bayesian Interchange Format.
//!
//! A `table` has the node's own state slowest; rows by the parents' states name them.

use std::collections::HashMap;

use crate::collapse::collapse;
use crate::error::{Fault, Result};
use crate::model::{Draft, DraftLaw, Kind, Row, TableOrder, resolve};
use crate::number::{number, shortened};
use crate::tokens::{Comments, Token, Tokens};
use crate::{Options, Reading};

pub(crate) fn read(text: &str, options: &Options) -> Result<Reading> {
    let mut tokens = Tokens::of(text, Comments::Slashes)?;
    let mut drafts: Vec<Draft> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    while tokens.peek().is_some() {
        let line = tokens.line();
        match tokens.word()? {
            "network" => {
                tokens.skip_past('{')?;
                skip_block(&mut tokens)?;
            }
            "variable" => {
                let draft = variable(&mut tokens, line)?;
                if places.insert(draft.id.clone(), drafts.len()).is_some() {
                    return Err(Fault::defined_twice(line, &draft.id));
                }
                drafts.push(draft);
            }
            "probability" => {
                let (id, law) = probability(&mut tokens, line)?;
                let Some(&at) = places.get(&id) else {
                    let text = format!("probabilities of `{id}`, which is not a variable defined before");
                    return Err(Fault::syntax(line, text));
                };
                if drafts[at].law.replace(law).is_some() {
                    return Err(Fault::syntax(line, format!("probabilities of `{id}` are given twice")));
                }
            }
            found => {
                let text =
                    format!("expected `network`, `variable` or `probability`, found `{}`", shortened(found));
                return Err(Fault::syntax(line, text));
            }
        }
    }
    collapse(resolve(drafts, Vec::new())?, options)
}

/// Skips the rest of a block, with the blocks in it.
fn skip_block(tokens: &mut Tokens<'_>) -> Result<()> {
    let mut depth = 1;
    while depth > 0 {
        match tokens.next()? {
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => depth -= 1,
            _ => {}
        }
    }
    Ok(())
}

fn variable(tokens: &mut Tokens<'_>, line: u64) -> Result<Draft> {
    let id = tokens.word()?.to_owned();
    let mut states = Vec::new();
    tokens.expect('{')?;
    while !tokens.take('}')? {
        if tokens.word()? != "type" {
            tokens.skip_past(';')?;
            continue;
        }
        let (at, kind) = (tokens.line(), tokens.word()?);
        if kind != "discrete" {
            return Err(Fault::syntax(at, format!("variable `{id}` is {kind}, not discrete")));
        }
        if !states.is_empty() {
            return Err(Fault::syntax(at, format!("variable `{id}` has two types")));
        }
        tokens.expect('[')?;
        let count = tokens.word()?;
        tokens.expect(']')?;
        tokens.expect('{')?;
        while !tokens.take('}')? {
            states.push(tokens.word()?.to_owned());
            tokens.take(',')?;
        }
        tokens.take(';')?;
        if count.parse() != Ok(states.len()) {
            let text = format!("variable `{id}` has {} states, not `{}`", states.len(), shortened(count));
            return Err(Fault::syntax(at, text));
        }
    }
    Ok(Draft { id, states, line, ..Draft::default() })
}

fn probability(tokens: &mut Tokens<'_>, line: u64) -> Result<(String, DraftLaw)> {
    tokens.expect('(')?;
    let id = tokens.word()?.to_owned();
    let mut parents = Vec::new();
    while !tokens.take(')')? {
        if !tokens.take('|')? && !tokens.take(',')? {
            parents.push(tokens.word()?.to_owned());
        }
    }
    tokens.expect('{')?;
    let (mut table, mut rows, mut rest) = (None, Vec::new(), None);
    while !tokens.take('}')? {
        let line = tokens.line();
        if tokens.take('(')? {
            let mut states = Vec::new();
            while !tokens.take(')')? {
                states.push(tokens.word()?.to_owned());
                tokens.take(',')?;
            }
            rows.push(Row { states, values: values(tokens)?, line });
        } else {
            let had_one = match tokens.word()? {
                "table" => table.replace(values(tokens)?).is_some(),
                "default" => rest.replace(values(tokens)?).is_some(),
                _ => {
                    tokens.skip_past(';')?;
                    false
                }
            };
            if had_one {
                return Err(Fault::syntax(line, format!("node `{id}`: a second `table` or `default`")));
            }
        }
        if table.is_some() && !(rows.is_empty() && rest.is_none()) {
            return Err(Fault::syntax(
                line,
                format!("node `{id}`: a `table` has all rows; it has others too"),
            ));
        }
    }
    let kind = match table {
        Some(values) => Kind::Table(values, TableOrder::OwnStateSlowest),
        None => Kind::Rows(rows, rest),
    };
    Ok((id, DraftLaw { parents, kind, line }))
}

/// Numbers up to a semicolon.
fn values(tokens: &mut Tokens<'_>) -> Result<Vec<f64>> {
    let mut values = Vec::new();
    while !tokens.take(';')? {
        if !tokens.take(',')? {
            let line = tokens.line();
            values.push(number(tokens.word()?, line)?);
        }
    }
    Ok(values)
}
