//! Explicit diseases: each takes part as it is, present or absent, and not as a series.
//!
//! Let `b[S]` be the weight with which the others explain at least all findings but S. With a further
//! disease of the prior `p`, that is `(1 - p) b[S] + p sum over A of B[A] b[S u A]`. The sum goes through
//! the findings of the disease one after the other. All of this is averages of numbers that are not
//! negative: it needs no fixed point, and no error grows.

use super::AT_A_TIME;
use super::diseases::Diseases;
use super::pairs::for_pairs;
use super::tables::{Column, Tables, weigh_columns};
use crate::InferenceError;
use crate::budget::Budget;
use crate::vectorised::vectorised;

/// Adds diseases to a table.
pub(super) fn include(
    diseases: &Diseases,
    added: &[usize],
    table: &mut [f64],
    budget: &Budget,
) -> Result<(), InferenceError> {
    if added.is_empty() {
        return Ok(());
    }
    let mut present = vec![0.0; table.len()];
    for &d in added {
        present.copy_from_slice(table);
        let links = &diseases.links[d * diseases.findings..][..diseases.findings];
        vectorised(
            #[inline(always)]
            || for_pairs(&mut present, diseases.masks[d], budget, average(links)),
        )?;
        let (prior, complement) = (diseases.priors[d], diseases.complements[d]);
        for (table, present) in table.chunks_mut(AT_A_TIME).zip(present.chunks(AT_A_TIME)) {
            budget.check()?;
            vectorised(
                #[inline(always)]
                || {
                    for (entry, present) in table.iter_mut().zip(present) {
                        *entry = complement * *entry + prior * present;
                    }
                },
            );
        }
    }
    Ok(())
}

/// A step through a finding: the disease explains it with the probability of the link.
#[inline(always)]
fn average(links: &[f64]) -> impl Fn(usize, &mut [f64], &mut [f64]) {
    move |finding, without, with| {
        let link = links[finding];
        let quiet = 1.0 - link;
        for (without, with) in without.iter_mut().zip(with) {
            *without = quiet * *without + link * *with;
        }
    }
}

/// For each of some diseases, the weight in which it is present, given a table with all others but
/// these. Half of them are added for the other half, and so on: nothing is ever taken out.
pub(super) fn present_parts(
    diseases: &Diseases,
    left_out: &[usize],
    mut table: Vec<f64>,
    tables: &mut Tables,
    budget: &Budget,
) -> Result<Vec<f64>, InferenceError> {
    if left_out.is_empty() {
        return Ok(Vec::new());
    }
    if let &[disease] = left_out {
        let column = Column { disease, copies: 1, weight: diseases.priors[disease] };
        return weigh_columns(diseases, &[column], tables, &table, budget);
    }
    let (first, second) = left_out.split_at(left_out.len() / 2);
    let mut with_second = table.clone();
    include(diseases, second, &mut with_second, budget)?;
    let mut parts = present_parts(diseases, first, with_second, tables, budget)?;
    include(diseases, first, &mut table, budget)?;
    parts.extend(present_parts(diseases, second, table, tables, budget)?);
    Ok(parts)
}
