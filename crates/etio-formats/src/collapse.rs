//! From a Bayesian network to Etio's two layers, exactly or not at all.
//!
//! Roots with two states are diseases, their children are findings, and so is a noisy-max without
//! parents or children: a finding that no disease has. Structure is checked before any table: deeper
//! layers and diseases of many states are refused by name. A noisy-max is collapsed to absent or not;
//! a table must be a noisy-or, or is replaced by the nearest one if that is asked for. Nothing is
//! summed out in silence.

use std::collections::HashSet;

use etio::{BuildError, DiseaseId, Network, NetworkBuilder};

use crate::error::{Fault, Problem, Result};
use crate::given::condition;
use crate::model::{Law, Model, Node};
use crate::noisy_or::{Nearest, NoisyOr, Table, tolerance};
use crate::number::shortened;
use crate::{Options, Reading};

/// A probability that files write as 0 or 1.
const NEARLY: f64 = 1e-9;

/// States that mean "absent", in lower case.
const ABSENT: [&str; 16] = [
    "absent",
    "no",
    "false",
    "f",
    "n",
    "0",
    "off",
    "none",
    "negative",
    "normal",
    "never",
    "not_present",
    "neg",
    "not present",
    "healthy",
    "state0",
];
/// States that mean "present", in lower case.
const PRESENT: [&str; 11] =
    ["present", "yes", "true", "t", "y", "1", "on", "positive", "pos", "abnormal", "state1"];

/// Reduces a model to a network.
pub(crate) fn collapse(mut model: Model, options: &Options) -> Result<Reading> {
    let had_parents: HashSet<String> =
        model.nodes.iter().filter(|node| !node.parents.is_empty()).map(|node| node.id.clone()).collect();
    condition(&mut model, &options.given)?;
    let mut has_children = vec![false; model.nodes.len()];
    for &parent in model.nodes.iter().flat_map(|node| &node.parents) {
        has_children[parent] = true;
    }
    let is_finding = |at: usize| {
        let node = &model.nodes[at];
        let is_one_alone = || had_parents.contains(&node.id) || matches!(node.law, Law::NoisyMax { .. });
        !node.parents.is_empty() || (!has_children[at] && is_one_alone())
    };
    let findings: Vec<usize> = (0..model.nodes.len()).filter(|&at| is_finding(at)).collect();
    check_structure(&model, &has_children, &findings)?;
    let mut collapse = Collapse { notes: std::mem::take(&mut model.notes), absent: Vec::new(), options };
    collapse.absent = collapse.absent_states(&model)?;
    let network = collapse.build(&model, &findings)?;
    Ok(Reading { network, notes: collapse.notes })
}

/// Two layers, and diseases of two states.
fn check_structure(model: &Model, has_children: &[bool], findings: &[usize]) -> Result<()> {
    let mut inner = findings.iter().copied().filter(|&at| has_children[at]);
    if let Some(first) = inner.next() {
        let node = &model.nodes[first];
        let problem = Problem::InnerNode { node: node.id.clone(), count: 1 + inner.count() };
        return Err(Fault::at(node.line, problem));
    }
    let mut diseases = (0..model.nodes.len()).filter(|at| findings.binary_search(at).is_err());
    if let Some(many) = diseases.find(|&at| model.nodes[at].states.len() != 2) {
        let node = &model.nodes[many];
        let problem = Problem::ManyStates { node: node.id.clone(), count: node.states.len() };
        return Err(Fault::at(node.line, problem));
    }
    Ok(())
}

struct Collapse<'a> {
    notes: Vec<String>,
    /// The "absent" state of each node.
    absent: Vec<usize>,
    options: &'a Options,
}

impl Collapse<'_> {
    /// Which state of each node is "absent": as asked for, as the format says, by the columns of
    /// noisy-max children, or by the names. The format may contradict the names, with a note; columns
    /// may not, since the order of states or columns is the likelier mistake.
    fn absent_states(&mut self, model: &Model) -> Result<Vec<usize>> {
        self.check_asked(model)?;
        let mut by_columns = vec![None; model.nodes.len()];
        for node in &model.nodes {
            if let Law::NoisyMax { causes, .. } = &node.law {
                for (columns, &parent) in causes.iter().zip(&node.parents) {
                    let own = self.asked(node)?.or(node.absent).or_else(|| by_name(node));
                    let quiet = (0..columns.len()).filter(|&state| is_certain(&columns[state], own));
                    if let [only] = quiet.collect::<Vec<_>>()[..] {
                        by_columns[parent].get_or_insert(only);
                    }
                }
            }
        }
        let mut found = Vec::with_capacity(model.nodes.len());
        for (node, by_columns) in model.nodes.iter().zip(by_columns) {
            found.push(self.absent_state(node, by_columns)?);
        }
        Ok(found)
    }

    fn absent_state(&mut self, node: &Node, by_columns: Option<usize>) -> Result<usize> {
        let by_name = by_name(node);
        let contradicts = |state: usize| by_name.is_some_and(|name| name != state);
        if let Some(asked) = self.asked(node)? {
            return Ok(asked);
        }
        if let Some(state) = node.absent {
            if contradicts(state) {
                self.notes.push(format!(
                    "`{}` is taken as absent in its state `{}`, as the format has it, although the names of its \
                     states say otherwise",
                    node.id, node.states[state]
                ));
            }
            return Ok(state);
        }
        match by_columns {
            Some(state) if contradicts(state) => {
                let problem =
                    Problem::ColumnsAgainstNames { node: node.id.clone(), state: node.states[state].clone() };
                Err(Fault::at(node.line, problem))
            }
            by_columns => by_columns.or(by_name).or_else(|| certain_state(node)).ok_or_else(|| {
                let states = node.states.join(", ");
                Fault::at(node.line, Problem::WhichIsAbsent { node: node.id.clone(), states })
            }),
        }
    }

    /// Whether what is asked for names nodes, each of them once.
    fn check_asked(&self, model: &Model) -> Result<()> {
        let mut named = HashSet::new();
        for id in self.options.absent.iter().filter_map(|(node, _)| node.as_ref()) {
            let wrong = if !model.nodes.iter().any(|node| &node.id == id) {
                format!("--absent {id}=...: there is no node `{id}`")
            } else if !named.insert(id) {
                format!("--absent {id}=... is given twice")
            } else {
                continue;
            };
            return Err(Problem::Option(wrong).into());
        }
        Ok(())
    }

    /// The state that was asked for, by the node's name first.
    fn asked(&self, node: &Node) -> Result<Option<usize>> {
        let mut found = None;
        for (id, state) in &self.options.absent {
            let place = node.states.iter().position(|name| name == state);
            match (id, place) {
                (Some(id), None) if id == &node.id => {
                    let states = node.states.join("`, `");
                    let text = format!("--absent {id}={state}: the states of `{id}` are `{states}`");
                    return Err(Problem::Option(text).into());
                }
                (Some(id), Some(place)) if id == &node.id => {
                    found = Some(place);
                    break;
                }
                (None, Some(place)) => found = Some(place),
                _ => {}
            }
        }
        // A noisy-max is absent in the least of its states, whatever is asked for.
        match (&node.law, node.absent, found) {
            (Law::NoisyMax { .. }, Some(least), Some(found)) if least != found => {
                let text = format!(
                    "--absent {}={}: the parameters of the node are those of a noisy-max whose absent state is `{}`",
                    node.id, node.states[found], node.states[least]
                );
                Err(Fault::at(node.law_line, Problem::Option(text)))
            }
            _ => Ok(found),
        }
    }

    fn build(&mut self, model: &Model, findings: &[usize]) -> Result<Network> {
        let fault = |node: &Node| {
            let (line, id) = (node.line, shortened(&node.id));
            move |source: BuildError| Fault::at(line, Problem::Member { node: id, source })
        };
        let mut builder = NetworkBuilder::new();
        let mut diseases: Vec<Option<DiseaseId>> = vec![None; model.nodes.len()];
        for (at, node) in model.nodes.iter().enumerate() {
            if findings.binary_search(&at).is_err() {
                let prior = match &node.law {
                    Law::Table(row) => self.on(at, row),
                    Law::NoisyMax { leaks, .. } => 1.0 - self.quiet(at, leaks),
                };
                diseases[at] = Some(builder.disease(&node.id, &node.name, prior).map_err(fault(node))?);
            }
        }
        for &at in findings {
            let node = &model.nodes[at];
            let NoisyOr { leak, links } = self.noisy_or(model, at)?;
            let finding = builder.finding(&node.id, &node.name, leak).map_err(fault(node))?;
            for (&parent, &link) in node.parents.iter().zip(&links) {
                if let (Some(disease), true) = (diseases[parent], link > 0.0) {
                    builder.link(disease, finding, link).map_err(fault(node))?;
                }
            }
        }
        Ok(builder.build()?)
    }

    /// P(not absent) of a distribution over a node's states.
    fn on(&self, at: usize, row: &[f64]) -> f64 {
        let others = row.iter().enumerate().filter(|&(state, _)| state != self.absent[at]);
        others.map(|(_, p)| p).sum::<f64>().clamp(0.0, 1.0)
    }

    fn quiet(&self, at: usize, leaks: &[Vec<f64>]) -> f64 {
        leaks.iter().map(|leak| 1.0 - self.on(at, leak)).product()
    }

    fn noisy_or(&mut self, model: &Model, at: usize) -> Result<NoisyOr> {
        let node = &model.nodes[at];
        let noisy_or = match &node.law {
            Law::NoisyMax { causes, leaks } => self.noisy_max(model, at, causes, leaks)?,
            Law::Table(values) => {
                let on: Vec<f64> = self.table(model, at, values);
                self.recognise(model, at, &Table { on: &on, parents: node.parents.len() })?
            }
        };
        if node.states.len() > 2 {
            self.notes.push(format!(
                "`{}` has {} states; it is read as absent (`{}`) or not, and its grades are lost",
                node.id,
                node.states.len(),
                node.states[self.absent[at]]
            ));
        }
        Ok(noisy_or)
    }

    /// Absent is what the largest of all causes is if each of them is absent.
    fn noisy_max(
        &self,
        model: &Model,
        at: usize,
        causes: &[Vec<Vec<f64>>],
        leaks: &[Vec<f64>],
    ) -> Result<NoisyOr> {
        let node = &model.nodes[at];
        let mut links = Vec::with_capacity(causes.len());
        for (columns, &parent) in causes.iter().zip(&node.parents) {
            let absent = self.absent[parent];
            if !is_certain(&columns[absent], Some(self.absent[at])) {
                let text = format!(
                    "node `{}`: with parent `{}` {} it is not surely `{}`, as the parameters of a noisy-max need; \
                     name the absent states with `etio convert --absent NODE=STATE`",
                    node.id,
                    model.nodes[parent].id,
                    model.nodes[parent].states[absent],
                    node.states[self.absent[at]]
                );
                return Err(Fault::syntax(node.law_line, text));
            }
            links.push(self.on(at, &columns[1 - absent]));
        }
        let leak = match leaks {
            // Kept to the last digit.
            [leak] => self.on(at, leak),
            // Without leak the product over none is 1.
            leaks => 1.0 - self.quiet(at, leaks),
        };
        Ok(NoisyOr { leak, links })
    }

    /// P(not absent) by row, each parent absent before present.
    fn table(&self, model: &Model, at: usize, values: &[f64]) -> Vec<f64> {
        let node = &model.nodes[at];
        let count = node.parents.len();
        let flips = node
            .parents
            .iter()
            .enumerate()
            .fold(0, |flips, (place, &parent)| flips | self.absent[parent] << (count - 1 - place));
        let row = |combination: usize| {
            let row = combination ^ flips;
            self.on(at, &values[row * node.states.len()..(row + 1) * node.states.len()])
        };
        (0..1 << count).map(row).collect()
    }

    fn recognise(&mut self, model: &Model, at: usize, table: &Table<'_>) -> Result<NoisyOr> {
        let node = &model.nodes[at];
        let (noisy_or, misfit) = table.read();
        if misfit.deviation() <= tolerance(table.parents) {
            return Ok(noisy_or);
        }
        if self.options.nearest {
            let Nearest { noisy_or, misfit, has_converged } = table.nearest();
            self.notes.push(format!(
                "`{}` is not a noisy-or: the nearest is off by {:.1e} at most and by {:.1e} on average (rms) in its \
                 probability to be absent{}",
                node.id,
                misfit.deviation(),
                misfit.rms,
                if has_converged { "" } else { "; the search for it stopped at its limit" }
            ));
            return Ok(noisy_or);
        }
        let state = |(&parent, &present): (&usize, &bool)| {
            let absent = self.absent[parent];
            let state = if present { 1 - absent } else { absent };
            format!("{}={}", model.nodes[parent].id, model.nodes[parent].states[state])
        };
        let row = node.parents.iter().zip(&misfit.row).map(state).collect::<Vec<_>>().join(", ");
        let problem = Problem::NotNoisyOr {
            node: node.id.clone(),
            row,
            found: six_digits(misfit.found),
            expected: six_digits(misfit.expected),
            deviation: misfit.deviation(),
        };
        Err(Fault::at(node.law_line, problem))
    }
}

/// A number as people read it.
fn six_digits(p: f64) -> f64 {
    (p * 1e6).round() / 1e6
}

/// The one state whose name means "absent", or the other one of two if one means "present".
fn by_name(node: &Node) -> Option<usize> {
    let means = |words: &[&str]| {
        let is_one = |state: &String| words.contains(&state.trim().to_lowercase().as_str());
        let mut found = node.states.iter().enumerate().filter(|(_, state)| is_one(state)).map(|(at, _)| at);
        found.next().filter(|_| found.next().is_none())
    };
    means(&ABSENT).or_else(|| {
        let present = means(&PRESENT)?;
        (node.states.len() == 2).then_some(1 - present)
    })
}

/// The state that every parent of a noisy-max leaves it in, if there is one.
fn certain_state(node: &Node) -> Option<usize> {
    let Law::NoisyMax { causes, .. } = &node.law else { return None };
    let is_left = |&state: &usize| {
        causes.iter().all(|columns| columns.iter().any(|column| is_certain(column, Some(state))))
    };
    let mut states = (0..node.states.len()).filter(is_left);
    states.next().filter(|_| !causes.is_empty() && states.next().is_none())
}

/// Whether a distribution is certain of a state, or of any.
fn is_certain(column: &[f64], state: Option<usize>) -> bool {
    match state {
        Some(state) => column[state] >= 1.0 - NEARLY,
        None => column.iter().any(|&p| p >= 1.0 - NEARLY),
    }
}
