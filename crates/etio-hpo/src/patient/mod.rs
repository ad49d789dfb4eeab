//! Patients: what was seen and what was looked for in vain, as HPO terms.

mod observe;
pub mod phenopacket;

pub use observe::{Note, NoteKind, Observation};

use etio::format::cases::Case;

/// What is known about a patient.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patient {
    /// The patient's own name in the file.
    pub id: String,
    /// Ids of the terms that are present.
    pub present: Vec<String>,
    /// Ids of the terms that are absent.
    pub absent: Vec<String>,
    /// Id of the disease behind them, where it is known.
    pub label: Option<String>,
    /// The publications that describe the patient.
    pub publications: Vec<String>,
}

impl From<Case> for Patient {
    fn from(case: Case) -> Self {
        let list = case.other.get("publications").and_then(|value| value.as_array());
        let publications = list.into_iter().flatten().filter_map(|p| p.as_str().map(str::to_owned)).collect();
        Self {
            id: case.id.unwrap_or_default(),
            present: case.present,
            absent: case.absent,
            label: case.label,
            publications,
        }
    }
}
