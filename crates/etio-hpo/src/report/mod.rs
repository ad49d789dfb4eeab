//! Reports as self-contained web pages.

mod charts;
mod evaluation;
mod markup;
mod patient;

pub use evaluation::evaluation_html;
pub use patient::patient_html;

/// Style of these pages beside the common one.
const STYLE: &str = include_str!("style.css");
