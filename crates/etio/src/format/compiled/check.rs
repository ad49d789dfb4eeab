//! Conditions on the sections of a file, so that nothing that is read from them later can go wrong.
//!
//! Checksums catch accidents. These checks also catch a file written with correct checksums and
//! wrong contents: no position leads out of its array, no probability is outside [0, 1].

use super::precision::Stored;
use crate::network::{Catalog, Column, LinksByDisease, LinksByFinding, Row, StringTable};

/// A problem, in words that follow the file's name.
pub(super) type Problem = String;

fn require(fulfilled: bool, problem: &str) -> Result<(), Problem> {
    if fulfilled { Ok(()) } else { Err(problem.to_owned()) }
}

pub(super) fn probabilities(what: &str, values: &[f64]) -> Result<(), Problem> {
    match values.iter().position(|p| !p.is_sound()) {
        Some(at) => Err(format!("{what} number {at} is {}, not a probability", values[at])),
        None => Ok(()),
    }
}

/// Rows follow each other without a gap; sparse ones name diseases in ascending order.
pub(super) fn rows(links: &LinksByFinding, disease_count: usize) -> Result<(), Problem> {
    let (mut ids, mut values) = (0u64, 0u64);
    for (finding, row) in links.rows.iter().enumerate() {
        let (next_ids, fits) = if row.is_dense() {
            (ids, row.len as usize == disease_count)
        } else {
            (ids + u64::from(row.len), row.ids_start == ids)
        };
        let next_values = values + u64::from(row.len);
        let inside = next_ids <= links.ids.len() as u64 && next_values <= links.values.len() as u64;
        if !fits || !inside || row.values_start != values || row.parent_count > row.len {
            return Err(format!("the row of finding number {finding} is out of place"));
        }
        if !row.is_dense() && !ascends(&links.ids[ids as usize..next_ids as usize], disease_count) {
            return Err(format!(
                "the row of finding number {finding} lists diseases out of range or out of order"
            ));
        }
        (ids, values) = (next_ids, next_values);
    }
    require(
        (ids, values) == (links.ids.len() as u64, links.values.len() as u64),
        "there are links that belong to no finding",
    )
}

/// Whether indices ascend strictly and stay below a count.
fn ascends(indices: &[u32], count: usize) -> bool {
    indices.is_sorted_by(|a, b| a < b) && indices.last().is_none_or(|&last| (last as usize) < count)
}

pub(super) fn links_by_disease(index: &LinksByDisease, rows: &[Row], entries: usize) -> Result<(), Problem> {
    starts(&index.starts, index.findings.len())?;
    let diseases = index.starts.windows(2).map(|w| &index.findings[w[0] as usize..w[1] as usize]);
    let sound = diseases.clone().all(|findings| ascends(findings, rows.len()))
        && index.links.iter().all(|&link| (link as usize) < entries);
    require(sound, "the index of links by disease is wrong")
}

/// Positions that divide something of a length into runs.
fn starts(starts: &[u64], len: usize) -> Result<(), Problem> {
    let ends = (starts.first(), starts.last());
    require(ends == (Some(&0), Some(&(len as u64))) && starts.is_sorted(), "positions are out of order")
}

fn strings(table: &StringTable) -> Result<(), Problem> {
    starts(&table.starts, table.bytes.len())?;
    let text = std::str::from_utf8(&table.bytes).map_err(|_| "a text is not UTF-8".to_owned())?;
    require(table.starts.iter().all(|&at| text.is_char_boundary(at as usize)), "a text is not UTF-8")
}

/// Ids and names of the members of a layer: the ids differ, and their order is right.
pub(super) fn members(catalog: &Catalog, count: usize) -> Result<(), Problem> {
    strings(&catalog.ids)?;
    strings(&catalog.names)?;
    let known = catalog.by_id.iter().all(|&at| (at as usize) < count);
    let id = |at: u32| catalog.ids.get(at as usize);
    if !known || !catalog.by_id.is_sorted_by(|&a, &b| id(a) < id(b)) {
        return Err("ids are out of order".to_owned());
    }
    catalog.columns.iter().try_for_each(column)
}

pub(super) fn column(column: &Column) -> Result<(), Problem> {
    strings(&column.values)?;
    let known = column.codes.iter().all(|&code| (code as usize) < column.values.len());
    require(known, "an attribute has no value")
}

/// A name that stays inside the folder a document may be written to.
pub(super) fn document_name(name: &str) -> Result<(), Problem> {
    require(
        !(name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':', '\0'])),
        "the name of a document is not the name of a file",
    )
}
