//! Encoding links, finding by finding: each row dense or sparse, whichever is smaller.

use std::io;

use super::precision::Stored;
use super::sections::{Fault, Section};
use crate::network::{Row, is_probability};
use crate::variational::xi::{self, Terms};
use crate::{BuildError, DiseaseId, FindingId, Network, Parents, parallel};

/// A finding's links as the source gives them.
pub(super) type SourceRow = Vec<(DiseaseId, f64)>;

/// Data about links that stays in memory once their probabilities are written.
#[derive(Default)]
pub(super) struct WrittenLinks {
    pub(super) rows: Vec<Row>,
    /// The diseases of the sparse rows.
    pub(super) diseases: Vec<u32>,
    /// Entries in the probabilities.
    pub(super) entries: u64,
    /// The variational parameters of the findings.
    pub(super) xi_cvx: Vec<f64>,
    pub(super) xi_ppf: Vec<f64>,
}

impl WrittenLinks {
    /// How many links are above zero.
    pub(super) fn link_count(&self) -> u64 {
        self.rows.iter().map(|row| u64::from(row.parent_count)).sum()
    }

    pub(super) fn dense_rows(&self) -> usize {
        self.rows.iter().filter(|row| row.is_dense()).count()
    }
}

struct EncodedRow<T> {
    /// `None` for a dense row.
    diseases: Option<Vec<u32>>,
    values: Vec<T>,
    parent_count: u32,
    /// By `cvx` and by `ppf`, from the probabilities as they are stored.
    xi: (f64, f64),
}

/// Encodes the rows in parallel, a batch at a time, and writes their probabilities in order.
pub(super) fn write_probabilities<T: Stored>(
    section: &mut Section<'_>,
    encoder: &Encoder<'_>,
    source: &(impl Fn(FindingId, &mut SourceRow) + Sync),
    progress: &dyn Fn(usize, usize),
) -> Result<WrittenLinks, Fault> {
    // A batch of dense rows takes about this much memory, whatever the network's size.
    const BATCH_BYTES: usize = 32 << 20;
    let (diseases, findings) = (encoder.network.disease_count(), encoder.network.finding_count());
    let batch = (BATCH_BYTES / (diseases.max(1) * size_of::<f64>())).clamp(16, 4096);
    let mut written = WrittenLinks::default();
    for start in (0..findings).step_by(batch) {
        let end = findings.min(start + batch);
        let rows = parallel::map(start..end, Scratch::default, |scratch, finding| {
            let finding = FindingId::new(finding as u32);
            scratch.row.clear();
            source(finding, &mut scratch.row);
            encoder.encode::<T>(finding, scratch)
        });
        for row in rows {
            append(section, &mut written, &row?)?;
        }
        progress(end, findings);
    }
    // Links are found by 32-bit positions.
    if written.entries > u64::from(u32::MAX) {
        return Err(BuildError::TooMany { what: "links", limit: u32::MAX as usize }.into());
    }
    Ok(written)
}

/// Working memory of one thread.
#[derive(Default)]
struct Scratch {
    row: SourceRow,
    terms: Terms,
}

/// Turns a finding's links from a source into a row.
pub(super) struct Encoder<'a> {
    /// The network whose links they are; only its members count, not its own links.
    pub(super) network: &'a Network,
    /// Attribute columns of the links: each takes another four bytes per entry.
    pub(super) columns: usize,
}

impl Encoder<'_> {
    fn encode<T: Stored>(
        &self,
        finding: FindingId,
        scratch: &mut Scratch,
    ) -> Result<EncodedRow<T>, BuildError> {
        let Scratch { row, terms } = scratch;
        self.check(finding, row)?;
        let parent_count = row.iter().filter(|link| link.1 > 0.0).count() as u32;
        let (diseases, values) = if self.is_dense::<T>(row.len(), parent_count) {
            let mut values = vec![T::zeroed(); self.network.disease_count()];
            for &(disease, p) in &*row {
                values[disease.index()] = T::store(p);
            }
            (None, values)
        } else {
            let diseases: Vec<u32> = row.iter().map(|link| link.0.index() as u32).collect();
            (Some(diseases), row.iter().map(|link| T::store(link.1)).collect())
        };
        let parents = Parents::of_row(diseases.as_deref(), T::probabilities(&values));
        let xi = xi::values(self.network.leak(finding), parents, &self.network.priors, terms);
        Ok(EncodedRow { diseases, values, parent_count, xi })
    }

    /// Brings a row into order and refuses what a [`NetworkBuilder`](crate::NetworkBuilder) would refuse.
    fn check(&self, finding: FindingId, row: &mut SourceRow) -> Result<(), BuildError> {
        if !row.is_sorted_by_key(|link| link.0) {
            row.sort_unstable_by_key(|link| link.0);
        }
        if let Some(&(last, _)) = row.last().filter(|last| last.0.index() >= self.network.disease_count()) {
            return Err(BuildError::OutOfRange { layer: "disease", index: last.index() });
        }
        if let Some(pair) = row.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let disease = self.network.disease_id(pair[0].0).to_owned();
            return Err(BuildError::DuplicateLink {
                disease,
                finding: self.network.finding_id(finding).to_owned(),
            });
        }
        match row.iter().find(|link| !is_probability(link.1)) {
            Some(&(disease, value)) => {
                let id =
                    format!("{} -> {}", self.network.disease_id(disease), self.network.finding_id(finding));
                Err(BuildError::NotAProbability { what: "link", id, value })
            }
            None => Ok(()),
        }
    }

    /// Whether a row is smaller dense. An explicit link of zero is kept, and only a sparse row can hold one.
    fn is_dense<T>(&self, entries: usize, parent_count: u32) -> bool {
        let entry = size_of::<T>() + size_of::<u32>() * self.columns;
        let sparse = entries * (entry + size_of::<u32>());
        entries > 0 && entries == parent_count as usize && self.network.disease_count() * entry <= sparse
    }
}

fn append<T: Stored>(
    section: &mut Section<'_>,
    written: &mut WrittenLinks,
    row: &EncodedRow<T>,
) -> io::Result<()> {
    let ids_start = match &row.diseases {
        Some(diseases) => {
            let start = written.diseases.len() as u64;
            written.diseases.extend_from_slice(diseases);
            start
        }
        None => Row::DENSE,
    };
    let len = row.values.len() as u32;
    written.rows.push(Row { ids_start, values_start: written.entries, len, parent_count: row.parent_count });
    written.entries += u64::from(len);
    written.xi_cvx.push(row.xi.0);
    written.xi_ppf.push(row.xi.1);
    section.add(&row.values)
}
