//! The sum if diseases touch few of the present findings.
//!
//! A disease with one present finding is a part of its leak. Every other disease's factor is a
//! table over its own findings; tables with overlapping findings are multiplied into one *host*
//! table while it stays small, and only the hosts are multiplied into the table of all subsets. The
//! posteriors take the same way back: the weights of all subsets are summed onto each host, and
//! from there onto each disease.

use super::{Cost, Sums};
use crate::InferenceError;
use crate::budget::Budget;
use crate::exact::by_disease::{ByDisease, members};
use crate::exact::leak::Pair;
use crate::kernels::AlignedBuf;
use crate::kernels::subsets::{self, RUN_BITS};
use crate::pace::Pace;
use crate::problem::Problem;

/// Measured: seconds for one host on one subset, there and back, and for one disease on one entry
/// of its host.
const SECONDS_PER_SUBSET: f64 = 0.5e-9;
const SECONDS_PER_ENTRY: f64 = 2e-9;

/// Diseases whose tables are multiplied into one.
#[derive(Clone, Copy, Debug, Default)]
struct Host {
    /// The findings of the table.
    mask: u64,
    /// Its diseases: `first..end` of [`SparseSum::guests`].
    first: usize,
    end: usize,
}

#[derive(Debug, Default)]
pub(super) struct SparseSum {
    hosts: Vec<Host>,
    /// (host, disease), by host.
    guests: Vec<(u32, u32)>,
    /// For each finding, the probability that neither its leak nor a disease with that finding alone
    /// shows it.
    quiets: Vec<f64>,
    /// The weight of every subset.
    weights: AlignedBuf,
    /// A table over a host's findings.
    table: AlignedBuf,
    /// A disease's own table over its host's findings.
    own: AlignedBuf,
    /// A host's table spread out over runs.
    spread: AlignedBuf,
    /// The row of each run in `spread`.
    rows: Vec<u32>,
    /// Position of each entry of a run in a row of the host's table.
    places: Vec<u32>,
}

impl SparseSum {
    /// Shares the diseases out among hosts and predicts the cost.
    pub(super) fn plan(
        &mut self,
        problem: &Problem,
        by_disease: &ByDisease,
        budget: &Budget,
    ) -> Result<Cost, InferenceError> {
        let mut pace = Pace::new(budget);
        let findings = problem.finding_count();
        // Large hosts save passes over the subsets, as long as their own tables are much smaller.
        let roomy = findings.saturating_sub(4).clamp(4, 9) as u32;
        self.hosts.clear();
        self.guests.clear();
        let degree = |d: u32| by_disease.masks[d as usize].count_ones();
        self.guests.extend(by_disease.shared.iter().map(|&d| (0, d)));
        self.guests.sort_by_key(|&(_, d)| std::cmp::Reverse(degree(d)));
        for (host, d) in &mut self.guests {
            let mask = by_disease.masks[*d as usize];
            pace.count(self.hosts.len() + 1)?;
            *host = find_host(&mut self.hosts, mask, roomy) as u32;
        }
        self.guests.sort_by_key(|&(host, _)| host);
        for (at, &(host, _)) in self.guests.iter().enumerate().rev() {
            self.hosts[host as usize].first = at;
        }
        let mut entries = 0.0;
        let mut end = self.guests.len();
        for host in self.hosts.iter_mut().rev() {
            host.end = end;
            end = host.first;
            entries += (host.end - host.first) as f64 * f64::from(host.mask.count_ones()).exp2();
        }
        let subsets = (findings as f64).exp2();
        Ok(Cost {
            seconds: SECONDS_PER_SUBSET * subsets * (self.hosts.len() + 2) as f64
                + SECONDS_PER_ENTRY * entries,
            bytes: 8.0 * 4.0 * subsets,
            operations: 0.0,
            is_dense: false,
        })
    }

    pub(super) fn run(
        &mut self,
        problem: &Problem,
        by_disease: &ByDisease,
        budget: &Budget,
        marginals: &mut [f64],
    ) -> Result<Sums, InferenceError> {
        self.start(problem, by_disease);
        for at in 0..self.hosts.len() {
            budget.check()?;
            let host = self.hosts[at];
            self.fill_table(problem, by_disease, host);
            self.place(problem.finding_count(), host.mask);
            self.spread_table(host.mask);
            subsets::multiply_rows(&mut self.weights, self.places.len(), &self.rows, &self.spread);
        }
        let sizes = subsets::sizes(&self.weights);
        for at in 0..self.hosts.len() {
            budget.check()?;
            let host = self.hosts[at];
            self.place(problem.finding_count(), host.mask);
            self.gather_table(host.mask);
            self.host_marginals(problem, by_disease, host, marginals);
        }
        let evidence = self.singles(problem, by_disease, marginals);
        for &(_, d) in &self.guests {
            marginals[d as usize] /= evidence;
        }
        let roundings = 4.0 * problem.disease_count() as f64 + 2.0 * problem.finding_count() as f64;
        Ok(Sums { evidence, sizes, roundings })
    }

    /// Weights as they are without any disease of a host: `(-1)^|S| q(S)`.
    fn start(&mut self, problem: &Problem, by_disease: &ByDisease) {
        self.quiets.clone_from(&problem.quiets);
        for &(finding, d, p) in &by_disease.singles {
            self.quiets[finding] *= Pair::of_disease(problem.priors()[d], problem.complements()[d], p).quiet;
        }
        self.weights.reset(1 << problem.finding_count());
        self.weights[0] = 1.0;
        for (finding, quiet) in self.quiets.iter().enumerate() {
            subsets::double(&mut self.weights[..2 << finding], -quiet);
        }
    }

    /// Multiplies the factors of a host's diseases.
    fn fill_table(&mut self, problem: &Problem, by_disease: &ByDisease, host: Host) {
        let len = 1 << host.mask.count_ones();
        self.table.reset(len);
        self.own.reset(len);
        self.table.fill(1.0);
        for &(_, d) in &self.guests[host.first..host.end] {
            let d = d as usize;
            let mut links = by_disease.links(d).peekable();
            self.own[0] = problem.priors()[d];
            for (bit, finding) in members(host.mask).enumerate() {
                let link = links.next_if(|&(linked, _)| linked == finding);
                subsets::double(&mut self.own[..2 << bit], link.map_or(1.0, |(_, p)| 1.0 - p));
            }
            subsets::multiply_sum(&mut self.table, problem.complements()[d], &self.own);
        }
    }

    /// Works out where in a host's table each run and each entry of a run belongs.
    fn place(&mut self, findings: usize, mask: u64) {
        let run_bits = findings.min(RUN_BITS);
        positions(&mut self.places, run_bits, mask);
        positions(&mut self.rows, findings - run_bits, mask >> run_bits);
    }

    fn spread_table(&mut self, mask: u64) {
        let (row, run) = (row_len(mask), self.places.len());
        self.spread.reset(self.table.len() / row * run);
        for (entries, table) in self.spread.chunks_exact_mut(run).zip(self.table.chunks_exact(row)) {
            for (entry, &place) in entries.iter_mut().zip(&self.places) {
                *entry = table[place as usize];
            }
        }
    }

    /// Sums the weights onto a host's findings.
    fn gather_table(&mut self, mask: u64) {
        let (row, run) = (row_len(mask), self.places.len());
        let len = 1 << mask.count_ones();
        self.spread.reset(len / row * run);
        self.spread.fill(0.0);
        subsets::add_rows(&self.weights, run, &self.rows, &mut self.spread);
        self.table.reset(len);
        self.table.fill(0.0);
        for (entries, table) in self.spread.chunks_exact(run).zip(self.table.chunks_exact_mut(row)) {
            for (entry, &place) in entries.iter().zip(&self.places) {
                table[place as usize] += entry;
            }
        }
    }

    /// P(disease, evidence) of a host's diseases, from the weights summed onto its findings.
    fn host_marginals(
        &mut self,
        problem: &Problem,
        by_disease: &ByDisease,
        host: Host,
        marginals: &mut [f64],
    ) {
        for &(_, d) in &self.guests[host.first..host.end] {
            let d = d as usize;
            self.own.reset(self.table.len());
            self.own.copy_from_slice(&self.table);
            let mut len = self.own.len();
            let mut bit = 0;
            for finding in members(host.mask) {
                if by_disease.masks[d] >> finding & 1 == 1 {
                    bit += 1;
                } else {
                    len = subsets::sum_out(&mut self.own[..len], 1 << bit);
                }
            }
            let (prior, complement) = (problem.priors()[d], problem.complements()[d]);
            self.spread.reset(len.max(1));
            self.spread[0] = prior;
            for (bit, (_, p)) in by_disease.links(d).enumerate() {
                subsets::double(&mut self.spread[..2 << bit], 1.0 - p);
            }
            let on = self.own[..len].iter().zip(&*self.spread).map(|(w, x)| w * (x / (complement + x)));
            marginals[d] = on.sum();
        }
    }

    /// Sums the weights finding by finding: the marginals of the diseases with that finding alone,
    /// and the evidence.
    fn singles(&mut self, problem: &Problem, by_disease: &ByDisease, marginals: &mut [f64]) -> f64 {
        // P(evidence) with the finding's own factor is `without + with * quiet / its quiet`.
        let mut with = [0.0; super::MOST_FINDINGS];
        let mut len = self.weights.len();
        for finding in (0..problem.finding_count()).rev() {
            let upper = &self.weights[len / 2..len];
            with[finding] = upper.chunks(64).map(|run| run.iter().sum::<f64>()).sum();
            len = subsets::sum_out(&mut self.weights[..len], len / 2);
        }
        let evidence = self.weights[0];
        for &(finding, d, p) in &by_disease.singles {
            let quiet = Pair::of_disease(problem.priors()[d], problem.complements()[d], p).quiet;
            let (with, without) = (with[finding], evidence - with[finding]);
            marginals[d] = problem.priors()[d] * (without + with * ((1.0 - p) / quiet)) / evidence;
        }
        evidence
    }
}

/// A host for a disease: the one that grows least, or a new one.
fn find_host(hosts: &mut Vec<Host>, mask: u64, roomy: u32) -> usize {
    let growth = |host: &Host| (host.mask | mask).count_ones() - host.mask.count_ones();
    let fits = |host: &Host| (host.mask | mask).count_ones() <= roomy.max(host.mask.count_ones());
    let best = (0..hosts.len()).filter(|&at| fits(&hosts[at])).min_by_key(|&at| growth(&hosts[at]));
    let at = best.unwrap_or_else(|| {
        hosts.push(Host::default());
        hosts.len() - 1
    });
    hosts[at].mask |= mask;
    at
}

/// How many entries a row has: combinations of the host's findings within a run.
fn row_len(mask: u64) -> usize {
    1 << (mask & ((1 << RUN_BITS) - 1)).count_ones()
}

/// For every set of `bits` findings, the number that its members within `mask` make when they are
/// pushed together.
fn positions(positions: &mut Vec<u32>, bits: usize, mask: u64) {
    positions.clear();
    positions.push(0);
    let mut weight = 1;
    for bit in 0..bits {
        let step = if mask >> bit & 1 == 1 { weight } else { 0 };
        positions.extend_from_within(..);
        let half = positions.len() / 2;
        for position in &mut positions[half..] {
            *position += step;
        }
        if step > 0 {
            weight *= 2;
        }
    }
}
