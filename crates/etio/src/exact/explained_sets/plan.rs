//! In which order the diseases are taken, so that few findings are open at a time.
//!
//! The diseases' operators commute. Finding by finding, all diseases that can still explain it are
//! applied and it is closed; the next finding is the one that leaves the fewest open. The plan is
//! exact about its cost: every table's size is known before any is made.

use crate::InferenceError;
use crate::budget::Budget;
use crate::exact::by_disease::{ByDisease, MOST_FINDINGS, members};
use crate::kernels::sets;
use crate::pace::Pace;
use crate::problem::Problem;

/// Steps of one disease in the search for the next finding, and of putting it into the plan.
const STEPS_PER_VISIT: usize = 8;
const STEPS_PER_DISEASE: usize = 64;

/// One step of the dynamic programme.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A finding joins the table as its new top bit.
    Open { finding: usize },
    /// A disease is present or not; its links are `links.0..links.1` of [`Plan::links`].
    Apply { disease: usize, links: (usize, usize) },
    /// No disease is left for the finding at this bit: it must be explained by now.
    Close { bit: u32 },
}

/// The order of work for one problem.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// Number of open findings before each step.
    pub(super) widths: Vec<u32>,
    pub(super) links: Vec<sets::Link>,
    /// Maximum number of findings that are open at once.
    pub(super) width: u32,
    pub(super) by_disease: ByDisease,
    remaining: Vec<u32>,
    batch: Vec<u32>,
}

impl Plan {
    /// Plans a problem with at most [`MOST_FINDINGS`] findings.
    pub(super) fn make(&mut self, problem: &Problem, budget: &Budget) -> Result<(), InferenceError> {
        self.by_disease.index(problem, budget)?;
        self.steps.clear();
        self.widths.clear();
        self.links.clear();
        self.width = 0;
        self.remaining.clone_from(&self.by_disease.shared);
        self.schedule(problem.finding_count(), budget)
    }

    /// Takes the findings one by one, each with all the diseases that are left for it.
    fn schedule(&mut self, finding_count: usize, budget: &Budget) -> Result<(), InferenceError> {
        let mut pace = Pace::new(budget);
        let mut slots = Slots::default();
        let mut left = [0u32; MOST_FINDINGS];
        for &d in &self.remaining {
            members(self.by_disease.masks[d as usize]).for_each(|finding| left[finding] += 1);
        }
        while let Some(finding) = self.next_finding(finding_count, slots.open) {
            pace.count(STEPS_PER_VISIT * self.remaining.len())?;
            let masks = &self.by_disease.masks;
            self.batch.clear();
            self.batch.extend(self.remaining.extract_if(.., |&mut d| masks[d as usize] >> finding & 1 == 1));
            // Those that open the fewest findings first, while the table is still small.
            self.batch.sort_by_key(|&d| (masks[d as usize] & !slots.open).count_ones());
            for at in 0..self.batch.len() {
                let disease = self.batch[at] as usize;
                pace.count(STEPS_PER_DISEASE)?;
                for finding in members(self.by_disease.masks[disease] & !slots.open) {
                    self.push(Step::Open { finding }, &slots);
                    slots.open(finding);
                }
                self.apply(disease, &slots);
                for finding in members(self.by_disease.masks[disease]) {
                    left[finding] -= 1;
                    if left[finding] == 0 {
                        self.push(Step::Close { bit: slots.bit(finding) }, &slots);
                        slots.close(finding);
                    }
                }
            }
        }
        Ok(())
    }

    fn apply(&mut self, disease: usize, slots: &Slots) {
        let first = self.links.len();
        self.links
            .extend(self.by_disease.links(disease).map(|(finding, p)| (slots.bit(finding), p, 1.0 - p)));
        self.push(Step::Apply { disease, links: (first, self.links.len()) }, slots);
    }

    fn push(&mut self, step: Step, slots: &Slots) {
        let width = slots.open.count_ones();
        self.width = self.width.max(width);
        self.widths.push(width);
        self.steps.push(step);
    }

    /// The finding that, closed next, needs the fewest open findings.
    fn next_finding(&self, finding_count: usize, open: u64) -> Option<usize> {
        let mut reach = [0u64; MOST_FINDINGS];
        for &d in &self.remaining {
            let mask = self.by_disease.masks[d as usize];
            members(mask).for_each(|finding| reach[finding] |= mask);
        }
        let unfinished = (0..finding_count).filter(|&finding| reach[finding] != 0);
        unfinished.min_by_key(|&finding| (reach[finding] | open).count_ones())
    }
}

/// Which findings are open, and at which bit.
#[derive(Default)]
struct Slots {
    open: u64,
    /// The open findings in order of their bits.
    order: Vec<usize>,
}

impl Slots {
    fn bit(&self, finding: usize) -> u32 {
        self.order.iter().position(|&f| f == finding).unwrap_or(self.order.len()) as u32
    }

    fn open(&mut self, finding: usize) {
        self.open |= 1 << finding;
        self.order.push(finding);
    }

    fn close(&mut self, finding: usize) {
        self.open &= !(1 << finding);
        self.order.retain(|&f| f != finding);
    }
}
