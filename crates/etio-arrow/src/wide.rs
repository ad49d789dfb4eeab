//! Wide tables: a column for each finding, 1 for present, 0 for absent, nothing for not observed.

use arrow_array::RecordBatch;
use etio::FindingId;

use crate::column::{ColumnError, Numbers, wrong_type};
use crate::findings::FindingIndex;

/// A wide table, column by column.
#[derive(Clone, Debug)]
pub(crate) struct WideTable {
    /// Each finding with its state in every row.
    columns: Vec<(FindingId, Vec<Option<bool>>)>,
}

impl WideTable {
    pub(crate) fn read(
        batch: &RecordBatch,
        index: &FindingIndex,
        first: usize,
        is_finding: impl Fn(&str) -> bool,
        nearest: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ColumnError> {
        let schema = batch.schema();
        let columns = schema.fields().iter().zip(batch.columns());
        let columns = columns.filter(|(field, _)| is_finding(field.name()));
        let columns = columns.map(|(field, array)| {
            let name = field.name();
            let finding = index
                .get(name)
                .ok_or_else(|| ColumnError::NotAFinding { column: name.clone(), nearest: nearest(name) })?;
            let numbers = Numbers::read(array)
                .ok_or_else(|| wrong_type(name, array, "1 for present, 0 for absent, or nothing"))?;
            let states = numbers.all().iter().enumerate().map(|(row, &number)| match number {
                None => Ok(None),
                Some(number) if number.is_nan() => Ok(None),
                Some(1.0) => Ok(Some(true)),
                Some(0.0) => Ok(Some(false)),
                Some(other) => Err(ColumnError::Value {
                    column: name.clone(),
                    value: other.to_string(),
                    row: first + row,
                }),
            });
            Ok((finding, states.collect::<Result<_, _>>()?))
        });
        Ok(Self { columns: columns.collect::<Result<_, ColumnError>>()? })
    }

    /// Calls `take` with 0 for each present and 1 for each absent finding of a row.
    pub(crate) fn each<E>(
        &self,
        row: usize,
        mut take: impl FnMut(usize, FindingId) -> Result<(), E>,
    ) -> Result<(), E> {
        self.columns.iter().try_for_each(|(finding, states)| match states[row] {
            None => Ok(()),
            Some(is_present) => take(usize::from(!is_present), *finding),
        })
    }
}
