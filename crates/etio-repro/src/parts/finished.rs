//! Result of a figure or table: numbers, drawings, and verdicts on the paper's claims.

use etio_report::Chart;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ReproError;

/// A figure or table, computed. It is stored as it is, so that a run can be taken up again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Finished {
    /// Results that are the same for equal seeds.
    pub(crate) results: Map<String, Value>,
    /// Results that depend on the machine, such as times.
    pub(crate) timings: Map<String, Value>,
    /// The same as a table.
    pub(crate) table: Table,
    pub(crate) claims: Vec<Claim>,
    pub(crate) charts: Vec<Chart>,
    /// How it was done, and what to keep in mind.
    pub(crate) notes: Vec<String>,
}

/// Rows of text under headings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// A table of records: their fields are the columns, in their order.
    pub(crate) fn of<T: Serialize>(records: &[T]) -> Result<Self, ReproError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for record in records {
            writer.serialize(record)?;
        }
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        let mut reader = csv::Reader::from_reader(&bytes[..]);
        let columns = reader.headers()?.iter().map(str::to_owned).collect();
        let rows = reader
            .records()
            .map(|record| Ok(record?.iter().map(str::to_owned).collect()))
            .collect::<Result<_, csv::Error>>()?;
        Ok(Self { columns, rows })
    }
}

/// Something that the paper says, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Claim {
    pub(crate) said: String,
    pub(crate) verdict: Verdict,
    /// The numbers that the verdict rests on.
    pub(crate) because: String,
}

impl Claim {
    pub(crate) fn new(said: &str, verdict: Verdict, because: String) -> Self {
        Self { said: said.to_owned(), verdict, because }
    }

    /// A claim that, if it holds only in part, holds if a condition is met.
    pub(crate) fn under(condition: &str, said: &str, verdict: Verdict, because: String) -> Self {
        match verdict {
            Verdict::HoldsOnlyIf => Self::new(said, verdict, format!("{condition}: {because}")),
            Verdict::Holds | Verdict::DoesNotHold => Self::new(said, verdict, because),
        }
    }
}

/// Verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    Holds,
    HoldsOnlyIf,
    DoesNotHold,
}

impl Verdict {
    /// By a share of comparisons: nearly all, some, hardly any.
    pub(crate) fn by_share(share: f64) -> Self {
        match share {
            s if s >= 0.9 => Self::Holds,
            s if s > 0.25 => Self::HoldsOnlyIf,
            _ => Self::DoesNotHold,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsOnlyIf => "holds only if",
            Self::DoesNotHold => "does not hold",
        }
    }
}
