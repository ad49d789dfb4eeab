//! Reports as web pages that need nothing beside themselves.

use crate::evaluate::Evaluation;

/// Placeholder until the page is written.
pub fn evaluation_html(_evaluation: &Evaluation) -> String {
    String::new()
}
