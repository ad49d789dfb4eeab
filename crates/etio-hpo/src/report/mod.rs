//! Reports as web pages that need nothing beside themselves: style and plots are inside.

mod evaluation;
mod page;
mod patient;
mod plot;

pub use evaluation::evaluation_html;
pub use patient::patient_html;
