//! Columns of whatever Arrow type a producer chose: text, lists and numbers.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, LargeStringArray, RecordBatch, StringArray, StringViewArray};
use arrow_schema::DataType;

/// A table that is not one of cases.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnError {
    /// A column that is not there.
    #[error("the table has no column `{column}`; it has {found}")]
    Missing {
        /// The column.
        column: String,
        /// The columns that there are.
        found: String,
    },
    /// A column that is not read and whose name is nearly that of one that is.
    #[error(
        "the column `{column}` is not read; did you mean `{meant}`? (a column of your own can begin with `_`)"
    )]
    Misspelt {
        /// The column.
        column: String,
        /// The usual name.
        meant: &'static str,
    },
    /// Prior factors, which tables do not have.
    #[error(
        "the column `prior_factors` is not read in tables; change the network's priors, or answer such cases \
         one by one"
    )]
    PriorFactors,
    /// A name for a use that columns do not have.
    #[error(
        "columns have no use `{name}`; expected `id`, `present`, `absent`, `unknown`, `asked`, `age` or `sex`"
    )]
    Use {
        /// The use.
        name: String,
    },
    /// A column of a type that cannot be read.
    #[error("the column `{column}` has the type {found}; expected {expected}")]
    Type {
        /// The column.
        column: String,
        /// Its Arrow type.
        found: String,
        /// Arrow types that can be read.
        expected: &'static str,
    },
    /// A column of a wide table that is not a finding.
    #[error("the column `{column}` is not a finding of the network{}", suggestion(nearest.as_deref()))]
    NotAFinding {
        /// The column.
        column: String,
        /// The most similar known id.
        nearest: Option<String>,
    },
    /// A value of a wide table that says nothing about a finding.
    #[error(
        "the column `{column}` has {value} in row {row}; expected 1 for present, 0 for absent, \
         or nothing for not observed"
    )]
    Value {
        /// The column.
        column: String,
        /// The value.
        value: String,
        /// The row, counted from 0.
        row: usize,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|id| format!("; did you mean `{id}`?")).unwrap_or_default()
}

impl ColumnError {
    /// The error for a column that is not among those of a table.
    pub(crate) fn missing<'c>(column: &str, columns: impl IntoIterator<Item = &'c str>) -> Self {
        let names: Vec<String> = columns.into_iter().take(20).map(|name| format!("`{name}`")).collect();
        let found = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        Self::Missing { column: column.to_owned(), found }
    }
}

/// The column of a table with a name.
pub(crate) fn named(batch: &RecordBatch, column: &str) -> Result<ArrayRef, ColumnError> {
    batch.column_by_name(column).cloned().ok_or_else(|| {
        let schema = batch.schema();
        ColumnError::missing(column, schema.fields().iter().map(|field| field.name().as_str()))
    })
}

pub(crate) fn wrong_type(column: &str, array: &dyn Array, expected: &'static str) -> ColumnError {
    ColumnError::Type { column: column.to_owned(), found: array.data_type().to_string(), expected }
}

/// Text, possibly through a dictionary.
#[derive(Clone, Debug)]
pub(crate) enum Texts {
    Plain(StringArray),
    Large(LargeStringArray),
    View(StringViewArray),
    Dictionary {
        /// Position among the values, for each entry; `None` if it is null.
        keys: Vec<Option<usize>>,
        values: Box<Texts>,
    },
    /// A column of nulls only, which has no type of its own.
    Nothing,
}

impl Texts {
    pub(crate) fn read(column: &str, array: &ArrayRef) -> Result<Self, ColumnError> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Plain(array.as_string().clone()),
            DataType::LargeUtf8 => Self::Large(array.as_string().clone()),
            DataType::Utf8View => Self::View(array.as_string_view().clone()),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let is_null = |at: usize| dictionary.keys().is_null(at);
                // Keys of nulls may be anything, and an empty dictionary has none that is normal.
                let normal = if dictionary.values().is_empty() {
                    vec![0; array.len()]
                } else {
                    dictionary.normalized_keys()
                };
                let keys = normal.into_iter().enumerate();
                Self::Dictionary {
                    keys: keys.map(|(at, key)| (!is_null(at)).then_some(key)).collect(),
                    values: Box::new(Self::read(column, dictionary.values())?),
                }
            }
            DataType::Null => Self::Nothing,
            _ => return Err(wrong_type(column, array, "text, plain or dictionary-encoded")),
        })
    }

    /// The text at a position; `None` if it is null.
    pub(crate) fn get(&self, at: usize) -> Option<&str> {
        match self {
            Self::Plain(array) => array.is_valid(at).then(|| array.value(at)),
            Self::Large(array) => array.is_valid(at).then(|| array.value(at)),
            Self::View(array) => array.is_valid(at).then(|| array.value(at)),
            Self::Dictionary { keys, values } => values.get(keys[at]?),
            Self::Nothing => None,
        }
    }
}

/// Bounds of the lists of a column.
#[derive(Clone, Debug)]
pub(crate) enum Bounds {
    List(arrow_array::ListArray),
    Large(arrow_array::LargeListArray),
    Fixed(arrow_array::FixedSizeListArray),
    /// A column of nulls only.
    Nothing,
}

impl Bounds {
    /// The lists of a column, and all their entries one after the other.
    pub(crate) fn read(column: &str, array: &ArrayRef) -> Result<(Self, ArrayRef), ColumnError> {
        Ok(match array.data_type() {
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                (Self::List(list.clone()), list.values().clone())
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                (Self::Large(list.clone()), list.values().clone())
            }
            DataType::FixedSizeList(..) => {
                let list = array.as_fixed_size_list();
                (Self::Fixed(list.clone()), list.values().clone())
            }
            DataType::Null => (Self::Nothing, array.slice(0, 0)),
            _ => return Err(wrong_type(column, array, "a list of text in each row")),
        })
    }

    /// The positions of a row's entries. A null is an empty list.
    pub(crate) fn of(&self, row: usize) -> Range<usize> {
        match self {
            Self::List(list) if list.is_valid(row) => {
                let offsets = list.value_offsets();
                offsets[row] as usize..offsets[row + 1] as usize
            }
            Self::Large(list) if list.is_valid(row) => {
                let offsets = list.value_offsets();
                offsets[row] as usize..offsets[row + 1] as usize
            }
            Self::Fixed(list) if list.is_valid(row) => {
                let start = list.value_offset(row) as usize;
                start..start + list.value_length() as usize
            }
            _ => 0..0,
        }
    }
}

/// Numbers of any width.
#[derive(Clone, Debug)]
pub(crate) struct Numbers(Vec<Option<f64>>);

impl Numbers {
    /// Reads numbers, or truth values as 1 and 0; `None` if the column has neither.
    pub(crate) fn read(array: &dyn Array) -> Option<Self> {
        macro_rules! numbers {
            ($kind:ty) => {
                array.as_primitive::<$kind>().iter().map(|value| value.map(|value| value as f64)).collect()
            };
        }
        let numbers = match array.data_type() {
            DataType::Boolean => {
                array.as_boolean().iter().map(|value| value.map(|value| f64::from(u8::from(value)))).collect()
            }
            DataType::Int8 => numbers!(Int8Type),
            DataType::Int16 => numbers!(Int16Type),
            DataType::Int32 => numbers!(Int32Type),
            DataType::Int64 => numbers!(Int64Type),
            DataType::UInt8 => numbers!(UInt8Type),
            DataType::UInt16 => numbers!(UInt16Type),
            DataType::UInt32 => numbers!(UInt32Type),
            DataType::UInt64 => numbers!(UInt64Type),
            DataType::Float32 => numbers!(Float32Type),
            DataType::Float64 => numbers!(Float64Type),
            DataType::Null => vec![None; array.len()],
            _ => return None,
        };
        Some(Self(numbers))
    }

    /// The number in a row; `None` if it is null.
    pub(crate) fn get(&self, row: usize) -> Option<f64> {
        self.0[row]
    }

    pub(crate) fn all(&self) -> &[Option<f64>] {
        &self.0
    }
}
