//! Reports as self-contained web pages.

mod charts;
mod disease;
mod evaluation;
mod link;
mod markup;
mod patient;

pub use evaluation::evaluation_html;
pub use link::url;
pub use patient::patient_html;

/// Style of these pages beside the common one.
const STYLE: &str = include_str!("style.css");
