//! In which order the diseases are taken, so that few findings are open at a time.
//!
//! The diseases' operators commute. Finding by finding, all diseases that can still explain it are applied and it is
//! closed; the next finding is the one that leaves the fewest open. The plan is exact about its cost: every table's size is known
//! before any is made.

use crate::kernels::sets;
use crate::query::Query;

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

/// The order of work for one query.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// Of each step, how many findings are open before it.
    pub(super) widths: Vec<u32>,
    pub(super) links: Vec<sets::Link>,
    /// Diseases with a single present finding, as (finding, disease, link): part of that finding's leak.
    pub(super) singles: Vec<(usize, usize, f64)>,
    /// The most findings that are open together.
    pub(super) width: u32,
    /// Links of each disease: `starts[d]..starts[d + 1]` of `findings` and `probabilities`.
    starts: Vec<usize>,
    findings: Vec<u32>,
    probabilities: Vec<f64>,
    masks: Vec<u64>,
    remaining: Vec<u32>,
    batch: Vec<u32>,
}

/// The most findings with shared diseases that a plan handles: its sets are 64-bit masks.
pub(super) const MOST_FINDINGS: usize = 64;

impl Plan {
    /// Plans a query with at most [`MOST_FINDINGS`] findings.
    pub(super) fn make(&mut self, query: &Query) {
        self.index_by_disease(query);
        self.steps.clear();
        self.widths.clear();
        self.links.clear();
        self.singles.clear();
        self.width = 0;
        self.remaining.clear();
        for disease in 0..query.disease_count() {
            match self.findings[self.starts[disease]..self.starts[disease + 1]] {
                [] => {}
                [finding] => {
                    let p = self.probabilities[self.starts[disease]];
                    self.singles.push((finding as usize, disease, p));
                }
                _ => self.remaining.push(disease as u32),
            }
        }
        self.singles.sort_unstable_by_key(|&(finding, disease, _)| (finding, disease));
        self.schedule(query.finding_count());
    }

    fn index_by_disease(&mut self, query: &Query) {
        let count = query.disease_count();
        self.masks.clear();
        self.masks.resize(count, 0);
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        for &d in &query.link_disease {
            self.starts[d as usize + 1] += 1;
        }
        for d in 0..count {
            self.starts[d + 1] += self.starts[d];
        }
        self.findings.resize(query.link_disease.len(), 0);
        self.probabilities.resize(query.link_disease.len(), 0.0);
        for finding in 0..query.finding_count() {
            let (diseases, probabilities) = query.links_of(finding);
            for (&d, &p) in diseases.iter().zip(probabilities) {
                // Until the loop ends, `masks` also counts how many links of the disease are in place.
                let at = self.starts[d as usize] + self.masks[d as usize].count_ones() as usize;
                self.findings[at] = finding as u32;
                self.probabilities[at] = p;
                self.masks[d as usize] |= 1 << finding;
            }
        }
    }

    /// Takes the findings one by one, each with all the diseases that are left for it.
    fn schedule(&mut self, finding_count: usize) {
        let mut slots = Slots::default();
        let mut left = [0u32; MOST_FINDINGS];
        for &d in &self.remaining {
            bits(self.masks[d as usize]).for_each(|finding| left[finding] += 1);
        }
        while let Some(finding) = self.next_finding(finding_count, slots.open) {
            let masks = &self.masks;
            self.batch.clear();
            self.batch.extend(self.remaining.extract_if(.., |&mut d| masks[d as usize] >> finding & 1 == 1));
            // Those that open the fewest findings first, while the table is still small.
            self.batch.sort_by_key(|&d| (masks[d as usize] & !slots.open).count_ones());
            for at in 0..self.batch.len() {
                let disease = self.batch[at] as usize;
                for finding in bits(self.masks[disease] & !slots.open) {
                    self.push(Step::Open { finding }, &slots);
                    slots.open(finding);
                }
                self.apply(disease, &slots);
                for finding in bits(self.masks[disease]) {
                    left[finding] -= 1;
                    if left[finding] == 0 {
                        self.push(Step::Close { bit: slots.bit(finding) }, &slots);
                        slots.close(finding);
                    }
                }
            }
        }
    }

    fn apply(&mut self, disease: usize, slots: &Slots) {
        let first = self.links.len();
        let range = self.starts[disease]..self.starts[disease + 1];
        self.links.extend(
            self.findings[range.clone()]
                .iter()
                .zip(&self.probabilities[range])
                .map(|(&finding, &p)| (slots.bit(finding as usize), p, 1.0 - p)),
        );
        self.push(Step::Apply { disease, links: (first, self.links.len()) }, slots);
    }

    fn push(&mut self, step: Step, slots: &Slots) {
        let width = slots.open.count_ones();
        self.width = self.width.max(width);
        self.widths.push(width);
        self.steps.push(step);
    }

    /// A step's links as the kernels take them.
    pub(super) fn kernel_links(&self, (first, end): (usize, usize)) -> impl Iterator<Item = sets::Link> {
        self.links[first..end].iter().copied()
    }

    /// The finding that, closed next, needs the fewest open findings.
    fn next_finding(&self, finding_count: usize, open: u64) -> Option<usize> {
        let mut reach = [0u64; MOST_FINDINGS];
        for &d in &self.remaining {
            let mask = self.masks[d as usize];
            bits(mask).for_each(|finding| reach[finding] |= mask);
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

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit as usize
        })
    })
}
