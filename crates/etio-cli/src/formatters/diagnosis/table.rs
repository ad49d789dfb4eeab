//! Answers as a table.

use std::fmt::Write;

use crate::batch::Formatter;
use crate::commands::Diagnosis;

/// Writes one line per case and disease, separated by tabs.
pub(crate) struct TableFormatter {
    /// Maximum number of diseases to list.
    pub(crate) top: usize,
}

/// Why a table cannot show an answer that the findings had no part in.
const UNINFORMED: &str = "no useful bound within the time given; give more time with --budget-ms";

impl Formatter<Diagnosis> for TableFormatter {
    fn header(&self) -> String {
        "case\trank\tdisease\tname\tposterior\tprior\n".to_owned()
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
            let _ = writeln!(text, "{id}\t{rank}\t{code}\t{name}\t{p}\t{prior}");
        }
        Ok(text)
    }
}

/// A text without the characters that separate cells and lines.
pub(crate) fn cell(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}
