//! Etio on Arrow tables: a table of cases in, a table of answers out, one row of
//! answers per case, in order.
//!
//! [`Cases`] reads the columns of a record batch, whatever Arrow types the producer chose. A
//! [`Desk`] answers rows of it: [`Desk::answer`] as a record batch with the columns of
//! [`answer_schema`], [`Desk::posteriors`] as rows of a matrix. A problem with a case is reported in
//! its row; no row is lost. Python and Parquet files both come through here, so that the columns
//! mean the same everywhere.

mod answers;
mod cases;
mod column;
mod desk;
mod findings;
mod wide;

pub use answers::{answer_schema, is_proven, ranking_type};
pub use cases::{Cases, Names};
pub use column::ColumnError;
pub use desk::{Desk, RowError, Settings, Stopped, Unknown, Worker};
pub use findings::FindingIndex;
