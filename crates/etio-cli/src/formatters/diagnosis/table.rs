//! Answers as a table.

use std::fmt::Write;

use crate::batch::Formatter;
use crate::commands::Diagnosis;

/// Writes one line per case and disease, separated by tabs. `lower` and `upper` are the ends between
/// which the posterior is proven to lie; they are empty if nothing is proven.
pub(crate) struct TableFormatter {
    /// Maximum number of diseases to list.
    pub(crate) top: usize,
}

/// Why a table cannot show an answer that the findings had no part in.
const UNINFORMED: &str = "no useful bound within the time given; give more time with --budget-ms";

impl Formatter<Diagnosis> for TableFormatter {
    fn header(&self) -> String {
        "case\trank\tdisease\tname\tposterior\tprior\tlower\tupper\n".to_owned()
    }

    fn answered(&self, id: &str, diagnosis: &Diagnosis) -> Result<String, String> {
        let (posterior, network) = (&diagnosis.posterior, &diagnosis.reading.network);
        if !posterior.exactness.is_informed() {
            return Err(UNINFORMED.to_owned());
        }
        let mut text = String::new();
        for (at, (disease, p)) in posterior.ranking(self.top).into_iter().enumerate() {
            let (code, name) = (cell(network.disease_id(disease)), cell(network.disease_name(disease)));
            let (id, rank, prior) = (cell(id), at + 1, network.prior(disease));
            let (lower, upper) = match posterior.interval(disease) {
                Some((lower, upper)) => (lower.to_string(), upper.to_string()),
                None => Default::default(),
            };
            let _ = writeln!(text, "{id}\t{rank}\t{code}\t{name}\t{p}\t{prior}\t{lower}\t{upper}");
        }
        Ok(text)
    }
}

/// A text without the characters that separate cells and lines.
pub(crate) fn cell(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}
