//! The columns of a table of cases.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, Int64Array, LargeBinaryArray, LargeStringArray, RecordBatch, StringArray,
};
use arrow_schema::DataType;
use etio_case::{Person, Sex};

use crate::column::{ColumnError, Numbers, Texts, named, wrong_type};
use crate::desk::RowError;
use crate::findings::{Entry, FindingIndex, FindingLists};
use crate::wide::WideTable;

/// The names of the columns. Those that are `None` are not read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The case's own id, of any type; the number of the row, counted from 0, stands in.
    pub id: Option<String>,
    /// Lists of findings that are present.
    pub present: Option<String>,
    /// Lists of findings that are absent.
    pub absent: Option<String>,
    /// Lists of findings that were asked about and not known.
    pub unknown: Option<String>,
    /// Lists of findings that are known by the answer to a question.
    pub asked: Option<String>,
    /// Age in years, or as text with a unit.
    pub age: Option<String>,
    /// Sex.
    pub sex: Option<String>,
}

/// The uses of columns, which are also their usual names.
const USES: [&str; 7] = ["id", "present", "absent", "unknown", "asked", "age", "sex"];

impl Names {
    /// The columns of a table by their usual names, or by those that are given for some uses.
    ///
    /// Other columns are not read: tables have columns of their own. An error is one that could only
    /// be a case's, because ignoring it would change answers.
    pub fn find<'c>(
        columns: impl IntoIterator<Item = &'c str>,
        given: &[(String, Option<String>)],
    ) -> Result<Self, ColumnError> {
        if let Some((other, _)) = given.iter().find(|(used, _)| !USES.contains(&used.as_str())) {
            return Err(ColumnError::Use { name: other.clone() });
        }
        let columns: Vec<&str> = columns.into_iter().collect();
        let given_for = |used: &str| given.iter().find(|(name, _)| name == used).map(|(_, column)| column);
        let is_free = |used: &str| given_for(used).is_none() && !columns.contains(&used);
        let is_given = |column: &str| given.iter().any(|(_, name)| name.as_deref() == Some(column));
        for &column in columns.iter().filter(|column| !is_given(column)) {
            if column == "prior_factors" {
                return Err(ColumnError::PriorFactors);
            }
            if let Some(meant) = meant(column).filter(|used| is_free(used)) {
                return Err(ColumnError::Misspelt { column: column.to_owned(), meant });
            }
        }
        let name = |used: &str| match given_for(used) {
            Some(column) => column.clone(),
            None => columns.contains(&used).then(|| used.to_owned()),
        };
        Ok(Self {
            id: name("id"),
            present: name("present"),
            absent: name("absent"),
            unknown: name("unknown"),
            asked: name("asked"),
            age: name("age"),
            sex: name("sex"),
        })
    }

    /// An error that lists the columns of a table if there are no lists to read, neither of present nor
    /// of absent findings.
    pub fn check_lists<'c>(&self, columns: impl IntoIterator<Item = &'c str>) -> Result<(), ColumnError> {
        if self.has_lists() { Ok(()) } else { Err(ColumnError::missing("present", columns)) }
    }

    /// Whether there is a column of lists of present or of absent findings.
    pub fn has_lists(&self) -> bool {
        self.present.is_some() || self.absent.is_some()
    }

    /// The names by the uses of the columns, those that are not read included.
    pub fn by_use(&self) -> [(&'static str, Option<&str>); 7] {
        let names = [&self.id, &self.present, &self.absent, &self.unknown, &self.asked, &self.age, &self.sex];
        std::array::from_fn(|at| (USES[at], names[at].as_deref()))
    }

    /// Whether a column of a wide table stands for a finding: one that has no other use, and is not
    /// the table's own, such as the `__index_level_0__` of pandas.
    pub fn is_wide(&self, column: &str, index: &FindingIndex) -> bool {
        let is_used =
            [&self.id, &self.age, &self.sex].into_iter().any(|used| used.as_deref() == Some(column));
        !is_used && (!column.starts_with('_') || index.get(column).is_some())
    }
}

/// The usual name that a column's is probably a slip for: other capitals, or one letter wrong in a
/// name long enough to tell. `ago` or `ids` may well be columns of their own.
fn meant(column: &str) -> Option<&'static str> {
    let lower = column.to_lowercase();
    let is_slip = |used: &str| lower == used || (used.len() >= 5 && strsim::osa_distance(&lower, used) == 1);
    USES.into_iter().find(|used| column != *used && is_slip(used))
}

/// The cases of one record batch.
#[derive(Clone, Debug)]
pub struct Cases {
    index: FindingIndex,
    ids: ArrayRef,
    rows: usize,
    statements: Statements,
    age: Option<Ages>,
    sex: Option<Texts>,
}

/// How the table says what was observed.
#[derive(Clone, Debug)]
enum Statements {
    /// Lists of findings: present, absent, unknown, asked.
    Lists(Box<[Option<FindingLists>; 4]>),
    /// A column for each finding.
    Wide(WideTable),
}

#[derive(Clone, Debug)]
enum Ages {
    Years(Numbers),
    Text(Texts),
}

impl Cases {
    /// Reads lists of findings from the named columns. `first` is the number of the first row, which
    /// counts on from batch to batch.
    pub fn from_lists(
        batch: &RecordBatch,
        names: &Names,
        index: &FindingIndex,
        first: usize,
    ) -> Result<Self, ColumnError> {
        let list = |name: &Option<String>| {
            let read = |name: &String| FindingLists::read(name, &named(batch, name)?, index);
            name.as_ref().map(read).transpose()
        };
        let lists = [list(&names.present)?, list(&names.absent)?, list(&names.unknown)?, list(&names.asked)?];
        Self::new(batch, names, index, first, Statements::Lists(Box::new(lists)))
    }

    /// Reads a wide table: 1 for present, 0 for absent, and null or NaN for not observed, in the
    /// columns that [`Names::is_wide`] names.
    pub fn from_wide(
        batch: &RecordBatch,
        names: &Names,
        index: &FindingIndex,
        first: usize,
        nearest: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ColumnError> {
        let wide = WideTable::read(batch, index, first, |name| names.is_wide(name, index), nearest)?;
        Self::new(batch, names, index, first, Statements::Wide(wide))
    }

    fn new(
        batch: &RecordBatch,
        names: &Names,
        index: &FindingIndex,
        first: usize,
        statements: Statements,
    ) -> Result<Self, ColumnError> {
        let rows = batch.num_rows();
        let ids = match &names.id {
            Some(name) => named(batch, name)?,
            None => Arc::new(Int64Array::from_iter_values(first as i64..(first + rows) as i64)),
        };
        let age = |name: &String| {
            let array = named(batch, name)?;
            match Numbers::read(&array) {
                Some(numbers) if *array.data_type() != DataType::Boolean => Ok(Ages::Years(numbers)),
                _ => Texts::read(name, &array).map(Ages::Text).map_err(|_| {
                    wrong_type(name, &array, "numbers of years, or text with a unit such as `8 weeks`")
                }),
            }
        };
        let sex = |name: &String| Texts::read(name, &named(batch, name)?);
        Ok(Self {
            index: index.clone(),
            ids,
            rows,
            statements,
            age: names.age.as_ref().map(age).transpose()?,
            sex: names.sex.as_ref().map(sex).transpose()?,
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether the table has no cases.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The ids of some rows. Text is copied: pyarrow before 17 writes a slice of it, whose offsets do
    /// not begin at zero, to a stream with wrong characters, and that is how Spark reads answers.
    pub(crate) fn ids_of(&self, rows: Range<usize>) -> ArrayRef {
        let ids = self.ids.slice(rows.start, rows.len());
        match ids.data_type() {
            DataType::Utf8 => Arc::new(ids.as_string::<i32>().iter().collect::<StringArray>()),
            DataType::LargeUtf8 => Arc::new(ids.as_string::<i64>().iter().collect::<LargeStringArray>()),
            DataType::Binary => Arc::new(ids.as_binary::<i32>().iter().collect::<BinaryArray>()),
            DataType::LargeBinary => Arc::new(ids.as_binary::<i64>().iter().collect::<LargeBinaryArray>()),
            _ => ids,
        }
    }

    /// Whom a case is about.
    pub(crate) fn person(&self, row: usize) -> Result<Person, RowError> {
        let age = match &self.age {
            None => None,
            // Pandas writes a missing number as NaN.
            Some(Ages::Years(years)) => years.get(row).filter(|age| !age.is_nan()),
            Some(Ages::Text(texts)) => texts.get(row).map(Person::parse_age).transpose()?,
        };
        let sex = self.sex.as_ref().and_then(|texts| texts.get(row));
        Ok(Person { age, sex: sex.map(str::parse::<Sex>).transpose()? })
    }

    /// Calls `take` with the number of a list (present, absent, unknown, asked) and each of its entries.
    pub(crate) fn each_entry<E>(
        &self,
        row: usize,
        mut take: impl FnMut(usize, Entry<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match &self.statements {
            Statements::Wide(wide) => wide.each(row, |list, finding| take(list, Entry::Finding(finding))),
            Statements::Lists(lists) => lists.iter().enumerate().try_for_each(|(at, list)| {
                let mut entries = list.iter().flat_map(|list| list.entries(row, &self.index));
                entries.try_for_each(|entry| take(at, entry))
            }),
        }
    }
}
