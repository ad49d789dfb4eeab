//! Reports as single HTML files: one page with its style and its charts inside, readable on a
//! telephone, on paper, and on a light or dark screen.
//!
//! ```
//! use etio_report::{Axis, Chart, Line, Series, figure, page};
//!
//! let points = vec![(4.0, 12.0), (8.0, 31.0)];
//! let chart = Chart {
//!     title: "F120".to_owned(),
//!     x: Axis::linear("present findings"),
//!     y: Axis::log("time (µs)"),
//!     series: vec![Series { name: "auto".to_owned(), style: 0, line: Line::Marked, points }],
//! };
//! let html = page("Times", "", &figure(&[chart], "Median time per query.")?);
//! assert!(html.starts_with("<!doctype html>") && html.contains("<svg"));
//! # Ok::<(), etio_report::DrawError>(())
//! ```

mod chart;
mod draw;
mod figure;
mod numbers;
mod page;
mod palette;
mod scale;

pub use chart::{Axis, Chart, Line, Series, Ticks};
pub use draw::DrawError;
pub use figure::{figure, picture};
pub use numbers::plain;
pub use page::{escape, page};
