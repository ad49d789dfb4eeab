//! The format of the UAI competitions, kind `BAYES`.
//!
//! Nodes have numbers and states no names: state 0 is "absent". The last variable of a scope is the
//! node, and the last parent is fastest after it. pyAgrum, which names each node in a comment behind
//! its scope, writes the first parent fastest. pgmpy writes the node's own state slowest and its
//! parents in reverse, which shows in the sums of rows.

use std::fmt::Display;

use crate::collapse::collapse;
use crate::error::{Fault, Result};
use crate::model::{Draft, DraftLaw, Kind, MOST_ENTRIES, TableOrder, resolve};
use crate::number::{number, shortened};
use crate::{Options, Reading};

pub(crate) fn read(text: &str, options: &Options) -> Result<Reading> {
    let mut words = Words::of(text);
    let (kind, line) = words.next("the kind of network")?;
    if kind != "BAYES" {
        let text = format!("expected BAYES, found `{}`; only Bayesian networks are read", shortened(kind));
        return Err(Fault::syntax(line, text));
    }
    let count = words.count("the number of variables", text.len())?;
    let sizes =
        (0..count).map(|_| words.count("a number of states", MOST_ENTRIES)).collect::<Result<Vec<_>>>()?;
    // Every state has a number of its own in some table.
    if sizes.iter().fold(0, |sum: usize, &size| sum.saturating_add(size)) > text.len() {
        return Err(Fault::syntax(line, "the variables have more states than the file has numbers"));
    }
    let functions_line = words.line();
    let functions = words.count("the number of functions", text.len())?;
    let mut scopes = Vec::new();
    for _ in 0..functions {
        let line = words.line();
        let length = words.count("the size of a scope", count)?;
        let scope = (0..length).map(|_| words.count("a variable", count.saturating_sub(1)));
        let scope = scope.collect::<Result<Vec<_>>>()?;
        let Some((&own, parents)) = scope.split_last() else {
            return Err(Fault::syntax(line, "a scope is empty"));
        };
        scopes.push((own, parents.to_vec(), words.comment.take(), line));
    }
    let mut has_function = vec![false; count];
    for (own, ..) in &scopes {
        has_function[*own] = true;
    }
    if let Some(without) = has_function.iter().position(|has| !has) {
        let text = format!("variable {without} has no function: there are {functions} for {count} variables");
        return Err(Fault::syntax(functions_line, text));
    }
    let is_agrum = scopes.iter().all(|(_, _, comment, _)| comment.is_some()) && !scopes.is_empty();
    let mut ids: Vec<String> = (0..count).map(|at| format!("x{at}")).collect();
    for (own, _, comment, _) in &scopes {
        if let Some(name) = comment.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace)) {
            name.clone_into(&mut ids[*own]);
        }
    }
    let mut drafts: Vec<Draft> = Vec::new();
    for (at, &size) in sizes.iter().enumerate() {
        let states = (0..size).map(|state| state.to_string()).collect();
        drafts.push(Draft { id: ids[at].clone(), states, absent: Some(0), line: 1, ..Draft::default() });
    }
    let mut tables = Vec::new();
    for (own, parents, _, line) in scopes {
        drafts[own].line = line;
        let line = words.line();
        let length = words.count("the size of a table", MOST_ENTRIES)?;
        let mut values = Vec::new();
        for _ in 0..length {
            let (word, line) = words.next("a probability")?;
            values.push(number(word, line)?);
        }
        tables.push((own, parents, values, line));
    }
    if let Some(word) = words.peek() {
        let text = format!("expected the end of the file after the last table, found `{}`", shortened(word));
        return Err(Fault::syntax(words.line(), text));
    }
    let adds_up = |fits: fn(&[f64], usize) -> bool| {
        tables.iter().all(|(own, _, values, _)| fits(values, sizes[*own].max(1)))
    };
    let order = match (is_agrum, adds_up(rows_add_up), adds_up(columns_add_up)) {
        (_, false, true) => TableOrder::FirstParentFastestOwnSlowest,
        (true, _, _) => TableOrder::FirstParentFastest,
        (false, _, _) => TableOrder::LastParentFastest,
    };
    for (own, parents, values, line) in tables {
        let parents = parents.iter().map(|&parent: &usize| ids[parent].clone()).collect();
        let law = DraftLaw { parents, kind: Kind::Table(values, order), line };
        if drafts[own].law.replace(law).is_some() {
            return Err(Fault::syntax(line, format!("variable {own} has two functions")));
        }
    }
    let mut notes = Vec::new();
    if drafts.iter().any(|draft| draft.law.as_ref().is_some_and(|law| law.parents.len() > 1)) {
        let note = match order {
            TableOrder::FirstParentFastest => {
                "each scope has a comment, as aGrUM writes them, whose UAI tables have the first parent fastest: they \
                 are read so"
            }
            TableOrder::FirstParentFastestOwnSlowest => {
                "tables have the node's own state slowest and the first parent of the scope fastest, as pgmpy writes \
                 them: they are read so"
            }
            _ => {
                "tables are read with the last parent fastest, as UAI has it; aGrUM's are recognised by the comments \
                 behind scopes"
            }
        };
        notes.push(note.to_owned());
    }
    collapse(resolve(drafts, notes)?, options)
}

/// Whether a table's rows add up to one with the node's own state fastest.
fn rows_add_up(values: &[f64], own: usize) -> bool {
    values.chunks(own).all(|row| (row.iter().sum::<f64>() - 1.0).abs() < 1e-3)
}

/// Whether they do with the node's own state slowest.
fn columns_add_up(values: &[f64], own: usize) -> bool {
    let rows = values.len() / own;
    let sum = |row: usize| values.iter().skip(row).step_by(rows.max(1)).sum::<f64>();
    (0..rows).all(|row| (sum(row) - 1.0).abs() < 1e-3)
}

/// Words with their lines. What follows a `#` is a comment.
struct Words<'a> {
    lines: std::iter::Zip<std::ops::RangeFrom<u64>, std::str::Lines<'a>>,
    /// Words of the line that are not read yet, and the comment behind them.
    rest: &'a str,
    behind: Option<&'a str>,
    line: u64,
    /// The comment behind the last word that was read, if it is the last of its line.
    comment: Option<&'a str>,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let mut words =
            Self { lines: (1..).zip(text.lines()), rest: "", behind: None, line: 1, comment: None };
        words.find();
        words
    }

    /// Goes to the next line with a word, unless this one has some left.
    fn find(&mut self) {
        while self.rest.is_empty() {
            let Some((line, content)) = self.lines.next() else { return };
            let (content, comment) = match content.split_once('#') {
                Some((content, comment)) => (content, Some(comment.trim())),
                None => (content, None),
            };
            (self.rest, self.behind) = (content.trim(), comment);
            if !self.rest.is_empty() {
                self.line = line;
            }
        }
    }

    /// The line of the next word, or of the last one at the end.
    fn line(&self) -> u64 {
        self.line
    }

    /// The next word, without reading it.
    fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    fn next(&mut self, what: impl Display) -> Result<(&'a str, u64)> {
        let Some(word) = self.peek() else {
            return Err(Fault::syntax(self.line, format!("unexpected end of file; expected {what}")));
        };
        let line = self.line;
        self.rest = self.rest[word.len()..].trim_start();
        self.comment = self.behind.filter(|_| self.rest.is_empty());
        self.find();
        Ok((word, line))
    }

    fn count(&mut self, what: &str, most: usize) -> Result<usize> {
        let (word, line) = self.next(what)?;
        word.parse().ok().filter(|&count| count <= most).ok_or_else(|| {
            Fault::syntax(line, format!("expected {what}, {most} at most, found `{}`", shortened(word)))
        })
    }
}
