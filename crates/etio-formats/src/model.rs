//! A Bayesian network as other tools have it: what every reader makes, before it is reduced to two
//! layers.

use std::collections::{HashMap, HashSet};

use crate::error::{Fault, Problem, Result};

/// How far each number of a row may be off if the file keeps six digits or single precision.
const SIX_DIGITS: f64 = 1e-6;
/// How far the sum of a row may be off, however few digits the file keeps.
const FEWEST_DIGITS: f64 = 1e-2;
/// Entries of a table at most.
pub(crate) const MOST_ENTRIES: usize = 1 << 24;

/// A network of any number of layers.
#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) nodes: Vec<Node>,
    /// Notes for the user on how the file was read.
    pub(crate) notes: Vec<String>,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) id: String,
    /// Name for people; empty if the file has none.
    pub(crate) name: String,
    pub(crate) states: Vec<String>,
    pub(crate) parents: Vec<usize>,
    pub(crate) law: Law,
    /// Which state is "absent", if the format says so.
    pub(crate) absent: Option<usize>,
    /// Position in the file.
    pub(crate) line: u64,
    /// Line of its distribution.
    pub(crate) law_line: u64,
}

/// Distribution of a node given its parents.
#[derive(Clone, Debug)]
pub(crate) enum Law {
    /// The node's own state changes fastest, then the last parent's.
    Table(Vec<f64>),
    /// The largest of what each parent and the leak cause on their own.
    NoisyMax {
        /// For each parent and each of its states, a distribution over the node's states.
        causes: Vec<Vec<Vec<f64>>>,
        /// Distributions over the node's states: the leak if there is one, and diseases that are
        /// known to be there.
        leaks: Vec<Vec<f64>>,
    },
}

/// The order of a file's table. The node's own state is always one of the ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableOrder {
    /// Own state fastest, then the last parent: as [`Law::Table`] has it.
    LastParentFastest,
    /// Own state fastest, then the first parent.
    FirstParentFastest,
    /// The last parent fastest, own state slowest.
    OwnStateSlowest,
    /// The first parent fastest, own state slowest.
    FirstParentFastestOwnSlowest,
}

/// A node before the names of its parents are looked up.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) states: Vec<String>,
    pub(crate) absent: Option<usize>,
    pub(crate) line: u64,
    pub(crate) law: Option<DraftLaw>,
}

impl Draft {
    fn check(&self) -> Result<(), String> {
        if self.id.contains(char::is_control) {
            return Err("has a control character in its name".to_owned());
        }
        if self.states.is_empty() {
            return Err("has no states".to_owned());
        }
        let mut names = HashSet::new();
        match self.states.iter().find(|&state| !names.insert(state)) {
            Some(state) => Err(format!("has the state `{state}` twice")),
            None => Ok(()),
        }
    }
}

/// A distribution before the names of parents are looked up.
#[derive(Debug)]
pub(crate) struct DraftLaw {
    pub(crate) parents: Vec<String>,
    pub(crate) kind: Kind,
    pub(crate) line: u64,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Table(Vec<f64>, TableOrder),
    /// Rows by the names of the parents' states, and a distribution for all other rows.
    Rows(Vec<Row>, Option<Vec<f64>>),
    NoisyMax {
        causes: Vec<Vec<Vec<f64>>>,
        leak: Option<Vec<f64>>,
    },
}

/// A distribution over own states for one combination of the parents' states.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) states: Vec<String>,
    pub(crate) values: Vec<f64>,
    pub(crate) line: u64,
}

/// Looks up parents and puts tables in order.
pub(crate) fn resolve(drafts: Vec<Draft>, notes: Vec<String>) -> Result<Model> {
    let mut places = HashMap::new();
    for (at, draft) in drafts.iter().enumerate() {
        if places.insert(draft.id.clone(), at).is_some() {
            return Err(Fault::defined_twice(draft.line, &draft.id));
        }
        draft.check().map_err(|text| Fault::syntax(draft.line, format!("node `{}` {text}", draft.id)))?;
    }
    let sizes: Vec<usize> = drafts.iter().map(|draft| draft.states.len()).collect();
    let states: Vec<Vec<String>> = drafts.iter().map(|draft| draft.states.clone()).collect();
    let mut nodes = Vec::with_capacity(drafts.len());
    let mut entries = 0_usize;
    for draft in drafts {
        let Draft { id, name, states: own, absent, line, law } = draft;
        let Some(DraftLaw { parents: names, kind, line: at }) = law else {
            return Err(Fault::syntax(line, format!("node `{id}` has no probabilities")));
        };
        let mut parents: Vec<usize> = Vec::with_capacity(names.len());
        for name in &names {
            let Some(&parent) = places.get(name) else {
                return Err(Fault::syntax(at, format!("parent `{name}` of node `{id}` is not defined")));
            };
            if parents.contains(&parent) || name == &id {
                return Err(Fault::syntax(at, format!("`{name}` cannot be a parent of node `{id}` here")));
            }
            parents.push(parent);
        }
        let parent_sizes: Vec<usize> = parents.iter().map(|&parent| sizes[parent]).collect();
        let shape = Shape { id: &id, line: at, own: own.len(), parents: &parent_sizes };
        if let Kind::Rows(..) = kind {
            // A default row stands for many: a short file could ask for any amount of memory.
            entries = entries.saturating_add(shape.entries()?);
            if entries > MOST_ENTRIES {
                let what = format!("the tables of all nodes up to `{id}` together");
                let limit = format!("{MOST_ENTRIES} entries");
                return Err(Fault::at(at, Problem::TooLarge { what, limit }));
            }
        }
        let law = match kind {
            Kind::Table(values, order) => Law::Table(shape.ordered(values, order)?),
            Kind::Rows(rows, rest) => {
                let parent_states: Vec<&[String]> = parents.iter().map(|&p| states[p].as_slice()).collect();
                Law::Table(shape.by_rows(rows, rest.as_deref(), &parent_states)?)
            }
            Kind::NoisyMax { causes, leak } => shape.noisy_max(causes, leak)?,
        };
        nodes.push(Node { id, name, states: own, parents, law, absent, line, law_line: at });
    }
    Ok(Model { nodes, notes })
}

/// The sizes of a table.
#[derive(Clone, Copy)]
struct Shape<'a> {
    id: &'a str,
    line: u64,
    own: usize,
    parents: &'a [usize],
}

impl Shape<'_> {
    fn fault(&self, text: &str) -> Fault {
        Fault::syntax(self.line, format!("node `{}`: {text}", self.id))
    }

    fn entries(&self) -> Result<usize> {
        let product = self.parents.iter().try_fold(self.own, |product, &size| product.checked_mul(size));
        product.filter(|&entries| entries <= MOST_ENTRIES).ok_or_else(|| {
            let what = format!("the table of node `{}`", self.id);
            Fault::at(self.line, Problem::TooLarge { what, limit: format!("{MOST_ENTRIES} entries") })
        })
    }

    fn ordered(&self, values: Vec<f64>, order: TableOrder) -> Result<Vec<f64>> {
        let entries = self.entries()?;
        if values.len() != entries {
            let text = format!("its table needs {entries} numbers and has {}", values.len());
            return Err(self.fault(&text));
        }
        let rows = entries / self.own;
        let table = match order {
            TableOrder::LastParentFastest => values,
            TableOrder::OwnStateSlowest => {
                (0..entries).map(|at| values[at % self.own * rows + at / self.own]).collect()
            }
            TableOrder::FirstParentFastest | TableOrder::FirstParentFastestOwnSlowest => {
                let mut table = Vec::with_capacity(entries);
                let mut states = vec![0; self.parents.len()];
                for _ in 0..rows {
                    let mut row = 0;
                    for (&state, &size) in states.iter().zip(self.parents).rev() {
                        row = row * size + state;
                    }
                    if order == TableOrder::FirstParentFastest {
                        table.extend_from_slice(&values[row * self.own..(row + 1) * self.own]);
                    } else {
                        table.extend((0..self.own).map(|state| values[state * rows + row]));
                    }
                    advance(&mut states, self.parents);
                }
                table
            }
        };
        self.checked(table)
    }

    fn by_rows(&self, rows: Vec<Row>, rest: Option<&[f64]>, parent_states: &[&[String]]) -> Result<Vec<f64>> {
        let entries = self.entries()?;
        let mut table = vec![f64::NAN; entries];
        for Row { states: names, values, line } in rows {
            let here = Shape { line, ..*self };
            if names.len() != self.parents.len() || values.len() != self.own {
                return Err(here.fault("a row has not one state per parent and one number per state"));
            }
            let mut row = 0;
            for (name, states) in names.iter().zip(parent_states) {
                let Some(state) = states.iter().position(|state| state == name) else {
                    return Err(here.fault(&format!("no parent has the state `{name}` there")));
                };
                row = row * states.len() + state;
            }
            let slot = &mut table[row * self.own..(row + 1) * self.own];
            if !slot[0].is_nan() {
                return Err(here.fault(&format!("the row ({}) is given twice", names.join(", "))));
            }
            slot.copy_from_slice(&values);
            here.check(slot)?;
        }
        if let Some(rest) = rest {
            if rest.len() != self.own {
                return Err(self.fault("the default row must have one number per state"));
            }
            for row in table.chunks_exact_mut(self.own).filter(|row| row[0].is_nan()) {
                row.copy_from_slice(rest);
            }
        }
        if table.iter().any(|p| p.is_nan()) {
            return Err(self.fault("not every row of its table is given"));
        }
        self.checked(table)
    }

    fn noisy_max(&self, causes: Vec<Vec<Vec<f64>>>, leak: Option<Vec<f64>>) -> Result<Law> {
        let fits = causes.len() == self.parents.len()
            && leak.as_ref().is_none_or(|leak| leak.len() == self.own)
            && causes.iter().zip(self.parents).all(|(columns, &size)| {
                columns.len() == size && columns.iter().all(|column| column.len() == self.own)
            });
        if !fits {
            return Err(self.fault("its parameters do not fit the states of the node and its parents"));
        }
        causes.iter().flatten().chain(&leak).try_for_each(|column| self.check(column))?;
        Ok(Law::NoisyMax { causes, leaks: leak.into_iter().collect() })
    }

    fn checked(&self, table: Vec<f64>) -> Result<Vec<f64>> {
        table.chunks_exact(self.own).try_for_each(|row| self.check(row))?;
        Ok(table)
    }

    /// A row of probabilities that add up to one, up to the digits that the file keeps.
    fn check(&self, row: &[f64]) -> Result<()> {
        if row.iter().any(|p| !(0.0..=1.0).contains(p)) {
            return Err(self.fault("a number of its table is not a probability between 0 and 1"));
        }
        let sum: f64 = row.iter().sum();
        let off = (sum - 1.0).abs();
        if off > self.own as f64 * SIX_DIGITS && off > rounding(row) {
            let sum = (sum * 1e9).round() / 1e9;
            return Err(self.fault(&format!("the probabilities of a row add up to {sum}, not to 1")));
        }
        Ok(())
    }
}

/// How far the sum of a row may be off if each of its numbers was rounded to as many decimals as the
/// longest of them has.
fn rounding(row: &[f64]) -> f64 {
    let decimals = |p: &f64| p.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let longest = row.iter().map(decimals).max().unwrap_or(0);
    let half_a_unit = 0.5 * 0.1_f64.powi(longest as i32);
    // Sums of doubles are not exact.
    (row.len() as f64 * half_a_unit).min(FEWEST_DIGITS) + 1e-12
}

/// The next combination of states, the last one fastest.
pub(crate) fn advance(states: &mut [usize], sizes: &[usize]) {
    for (state, &size) in states.iter_mut().zip(sizes).rev() {
        *state += 1;
        if *state < size {
            return;
        }
        *state = 0;
    }
}
