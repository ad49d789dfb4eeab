//! Lists of findings, resolved as far as that can be done once for a whole column.

use std::sync::Arc;

use arrow_array::ArrayRef;
use etio::{FindingId, Network};
use hashbrown::HashMap;

use crate::column::{Bounds, ColumnError, Texts};

/// The findings of a network by id, for look-ups by the million.
#[derive(Clone, Debug)]
pub struct FindingIndex(Arc<HashMap<String, FindingId>>);

impl FindingIndex {
    /// The index of a network.
    pub fn of(network: &Network) -> Self {
        Self(Arc::new(network.findings().map(|f| (network.finding_id(f).to_owned(), f)).collect()))
    }

    pub(crate) fn get(&self, id: &str) -> Option<FindingId> {
        self.0.get(id).copied()
    }
}

/// One entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry<'a> {
    Finding(FindingId),
    Unknown(&'a str),
    Null,
}

/// A column of lists of findings.
#[derive(Clone, Debug)]
pub(crate) struct FindingLists {
    bounds: Bounds,
    texts: Texts,
    /// With a dictionary: the finding of each of its values, looked up once.
    values: Vec<Option<FindingId>>,
}

impl FindingLists {
    pub(crate) fn read(column: &str, array: &ArrayRef, index: &FindingIndex) -> Result<Self, ColumnError> {
        let (bounds, entries) = Bounds::read(column, array)?;
        let texts = Texts::read(column, &entries)?;
        let values = match &texts {
            Texts::Dictionary { keys, values } => {
                let count = keys.iter().flatten().max().map_or(0, |last| last + 1);
                (0..count).map(|at| values.get(at).and_then(|id| index.get(id))).collect()
            }
            _ => Vec::new(),
        };
        Ok(Self { bounds, texts, values })
    }

    /// The entries of a row.
    pub(crate) fn entries<'a>(
        &'a self,
        row: usize,
        index: &'a FindingIndex,
    ) -> impl Iterator<Item = Entry<'a>> {
        let entry = |id: Option<&'a str>, finding: Option<FindingId>| match (id, finding) {
            (None, _) => Entry::Null,
            (Some(_), Some(finding)) => Entry::Finding(finding),
            (Some(id), None) => Entry::Unknown(id),
        };
        self.bounds.of(row).map(move |at| match &self.texts {
            Texts::Dictionary { keys, values } => match keys[at] {
                None => Entry::Null,
                Some(key) => entry(values.get(key), self.values[key]),
            },
            texts => {
                let id = texts.get(at);
                entry(id, id.and_then(|id| index.get(id)))
            }
        })
    }
}
