//! Plans of recent problems. A conversation, a batch and a search for variational parameters ask
//! again about the same findings with other numbers: what was planned for the first is at hand for
//! the next.

use std::sync::Arc;

use super::cost::Arithmetic;
use super::plan::Plan;
use super::search::Candidate;
use crate::algorithm::Forecast;
use crate::problem::Problem;

/// How many problems are remembered.
const REMEMBERED: usize = 8;

/// One way to solve a component: arithmetic, positive findings, order and tables.
#[derive(Debug)]
pub(super) struct Form {
    /// Which of the model's components.
    pub(super) component: usize,
    pub(super) arithmetic: Arithmetic,
    /// Findings that are joined without subtraction, by position in the component.
    pub(super) positive: Vec<usize>,
    pub(super) candidate: Candidate,
    pub(super) forecast: Forecast,
    /// `None` if the tables would not fit the memory.
    pub(super) plan: Option<Plan>,
}

/// The links of a problem without their numbers: all that a plan depends on.
#[derive(Debug, Default, PartialEq)]
struct Pattern {
    starts: Vec<usize>,
    diseases: Vec<u32>,
}

/// Plan and history of one pattern.
#[derive(Debug, Default)]
pub(super) struct Known {
    pattern: Pattern,
    forms: Vec<Arc<Form>>,
    /// Form that gave the last answer of each component.
    accepted: Vec<Option<Arc<Form>>>,
}

impl Known {
    /// A form that was planned before.
    pub(super) fn find(
        &self,
        component: usize,
        arithmetic: Arithmetic,
        positive: &[usize],
    ) -> Option<Arc<Form>> {
        let same = |form: &&Arc<Form>| {
            form.component == component && form.arithmetic == arithmetic && form.positive == positive
        };
        self.forms.iter().find(same).cloned()
    }

    /// Keeps a form, in the place of an older one of its kind.
    pub(super) fn keep(&mut self, form: &Arc<Form>) {
        let other = |old: &Arc<Form>| {
            old.component != form.component
                || old.arithmetic != form.arithmetic
                || old.positive != form.positive
        };
        self.forms.retain(other);
        self.forms.push(Arc::clone(form));
    }

    /// The form that gave a component's last answer.
    pub(super) fn accepted(&self, component: usize) -> Option<&Arc<Form>> {
        self.accepted.get(component)?.as_ref()
    }

    pub(super) fn accept(&mut self, form: Arc<Form>) {
        let at = form.component;
        self.accepted.resize(self.accepted.len().max(at + 1), None);
        self.accepted[at] = Some(form);
    }
}

/// Plans of recent problems, the latest last.
#[derive(Debug, Default)]
pub(super) struct Plans {
    known: Vec<Known>,
}

impl Plans {
    /// How many patterns are remembered.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Plan and history of a problem.
    pub(super) fn of(&mut self, problem: &Problem) -> &mut Known {
        let same = |known: &Known| {
            known.pattern.starts == problem.finding_starts()
                && known.pattern.diseases == problem.link_disease()
        };
        let known = match self.known.iter().rposition(same) {
            Some(at) => self.known.remove(at),
            None => {
                if self.known.len() >= REMEMBERED {
                    self.known.remove(0);
                }
                let pattern = Pattern {
                    starts: problem.finding_starts().to_vec(),
                    diseases: problem.link_disease().to_vec(),
                };
                Known { pattern, ..Known::default() }
            }
        };
        self.known.push(known);
        let last = self.known.len() - 1;
        &mut self.known[last]
    }
}
