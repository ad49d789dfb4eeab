//! Tables over sets of findings, a few columns at a time: sums over diseases as matrix products.

use super::AT_A_TIME;
use super::diseases::{Diseases, LANE_BITS};
use crate::InferenceError;
use crate::budget::Budget;
use crate::kernels::outer::{self, COLUMNS};
use crate::vectorised::vectorised;

/// A column of a table: copies of a disease.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) disease: usize,
    pub(super) copies: usize,
    pub(super) weight: f64,
}

/// The tables of some columns.
#[derive(Debug, Default)]
pub(super) struct Tables {
    high: Vec<f64>,
    low: Vec<f64>,
    packed: Vec<f64>,
    /// A sparse disease's own table: entries by its lowest findings, factors of the sets of its others,
    /// and the rows of the table that these belong to.
    lanes: [f64; LANES],
    factors: Vec<f64>,
    rows: Vec<u32>,
}

const LANES: usize = 1 << LANE_BITS;

impl Tables {
    /// Fills the tables with up to [`COLUMNS`] columns.
    pub(super) fn fill(&mut self, diseases: &Diseases, columns: &[Column]) {
        let low = diseases.low_bits();
        fill(&mut self.low, diseases, columns, 0..low, false);
        fill(&mut self.high, diseases, columns, low..diseases.bits, true);
        self.packed.resize(COLUMNS * 16, 0.0);
    }

    /// Fills the table of one sparse column.
    fn fill_sparse(&mut self, diseases: &Diseases, column: Column) {
        let Self { lanes, factors, rows, .. } = self;
        *lanes = [0.0; LANES];
        lanes[0] = 1.0;
        for bit in 0..LANE_BITS {
            let (fires, quiet) = diseases.link(column.disease, bit, column.copies);
            let (without, with) = lanes[..2 << bit].split_at_mut(1 << bit);
            for (without, with) in without.iter_mut().zip(with) {
                *with = *without * fires;
                *without *= quiet;
            }
        }
        factors.clear();
        rows.clear();
        factors.push(column.weight);
        rows.push(0);
        let mut mask = diseases.masks[column.disease] >> LANE_BITS;
        while mask != 0 {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            let (fires, quiet) = diseases.link(column.disease, LANE_BITS + bit as usize, column.copies);
            for at in 0..factors.len() {
                factors.push(factors[at] * fires);
                factors[at] *= quiet;
                rows.push(rows[at] | 1 << bit);
            }
        }
    }

    /// Adds the sparse column to `nu`.
    fn add_sparse(&self, nu: &mut [f64]) {
        let nu = nu.as_chunks_mut::<LANES>().0;
        vectorised(
            #[inline(always)]
            || {
                for (&factor, &row) in self.factors.iter().zip(&self.rows) {
                    for (entry, lane) in nu[row as usize].iter_mut().zip(&self.lanes) {
                        *entry += factor * lane;
                    }
                }
            },
        );
    }

    /// The sum over all sets of the sparse column's entry times a weight.
    fn weigh_sparse(&self, weights: &[f64]) -> f64 {
        let weights = weights.as_chunks::<LANES>().0;
        vectorised(
            #[inline(always)]
            || {
                let mut sums = [0.0; LANES];
                for (&factor, &row) in self.factors.iter().zip(&self.rows) {
                    for (sum, weight) in sums.iter_mut().zip(&weights[row as usize]) {
                        *sum += factor * weight;
                    }
                }
                sums.iter().zip(&self.lanes).map(|(sum, lane)| sum * lane).sum()
            },
        )
    }
}

/// Fills one row of [`COLUMNS`] numbers for each set of some findings.
fn fill(
    table: &mut Vec<f64>,
    diseases: &Diseases,
    columns: &[Column],
    bits: std::ops::Range<usize>,
    is_weighed: bool,
) {
    table.clear();
    table.resize(COLUMNS << bits.len(), 0.0);
    for (entry, column) in table.iter_mut().zip(columns) {
        *entry = if is_weighed { column.weight } else { 1.0 };
    }
    let mut filled = COLUMNS;
    for bit in bits {
        let mut link = [(0.0, 0.0); COLUMNS];
        for (link, column) in link.iter_mut().zip(columns) {
            *link = diseases.link(column.disease, bit, column.copies);
        }
        let (without, with) = table[..2 * filled].split_at_mut(filled);
        for (without, with) in without.chunks_exact_mut(COLUMNS).zip(with.chunks_exact_mut(COLUMNS)) {
            for ((without, with), (fires, quiet)) in without.iter_mut().zip(with).zip(&link) {
                *with = *without * fires;
                *without *= quiet;
            }
        }
        filled *= 2;
    }
}

/// Rows of the high table that one call takes.
fn rows_at_a_time(lows: usize) -> usize {
    (AT_A_TIME / lows).next_multiple_of(4)
}

/// `nu[S] += sum over columns of their entry at S`.
pub(super) fn add_columns(
    diseases: &Diseases,
    columns: &[Column],
    tables: &mut Tables,
    nu: &mut [f64],
    budget: &Budget,
) -> Result<(), InferenceError> {
    let (sparse, dense): (Vec<Column>, Vec<Column>) =
        columns.iter().partition(|column| diseases.is_sparse(column.disease));
    let lows = 1 << diseases.low_bits();
    let rows = rows_at_a_time(lows);
    for columns in dense.chunks(COLUMNS) {
        tables.fill(diseases, columns);
        let Tables { high, low, packed, .. } = tables;
        for (high, nu) in high.chunks(rows * COLUMNS).zip(nu.chunks_mut(rows * lows)) {
            budget.check()?;
            outer::add(high, low, packed, nu);
        }
    }
    let mut done = 0;
    for &column in &sparse {
        tables.fill_sparse(diseases, column);
        tables.add_sparse(nu);
        done += LANES * tables.rows.len();
        if done > AT_A_TIME {
            budget.check()?;
            done = 0;
        }
    }
    Ok(())
}

/// For each column, the sum over S of its entry at S times `weights[S]`.
pub(super) fn weigh_columns(
    diseases: &Diseases,
    columns: &[Column],
    tables: &mut Tables,
    weights: &[f64],
    budget: &Budget,
) -> Result<Vec<f64>, InferenceError> {
    let mut sums = vec![0.0; columns.len()];
    let (sparse, dense): (Vec<usize>, Vec<usize>) =
        (0..columns.len()).partition(|&at| diseases.is_sparse(columns[at].disease));
    let lows = 1 << diseases.low_bits();
    let rows = rows_at_a_time(lows);
    for places in dense.chunks(COLUMNS) {
        let chosen: Vec<Column> = places.iter().map(|&at| columns[at]).collect();
        tables.fill(diseases, &chosen);
        let mut own = [0.0; COLUMNS];
        for (high, weights) in tables.high.chunks(rows * COLUMNS).zip(weights.chunks(rows * lows)) {
            budget.check()?;
            outer::weigh(high, &tables.low, weights, &mut own);
        }
        places.iter().zip(own).for_each(|(&at, own)| sums[at] = own);
    }
    let mut done = 0;
    for at in sparse {
        tables.fill_sparse(diseases, columns[at]);
        sums[at] = tables.weigh_sparse(weights);
        done += LANES * tables.rows.len();
        if done > AT_A_TIME {
            budget.check()?;
            done = 0;
        }
    }
    Ok(sums)
}
