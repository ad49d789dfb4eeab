//! A network in numbers, for programs.

use super::Summary;

/// One JSON object on a line.
pub(crate) fn json(summary: &Summary) -> String {
    // Counts, finite numbers and strings always serialise.
    format!("{}\n", serde_json::to_string(summary).unwrap_or_default())
}
