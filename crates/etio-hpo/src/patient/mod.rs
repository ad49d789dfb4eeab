//! Patients: what was seen and what was looked for in vain, as HPO terms.

mod age;
pub mod interpretation;
mod observe;
pub mod phenopacket;

pub use age::Age;
pub use observe::{Note, NoteKind, Observation};

use etio::format::cases::{self, Case};

use crate::annotation::hpoa::Sex;

/// A patient: terms, age and sex as far as they are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patient {
    /// The patient's own name in the file.
    pub id: String,
    /// Ids or names of the terms that are present.
    pub present: Vec<String>,
    /// Ids or names of the terms that are absent.
    pub absent: Vec<String>,
    /// Ids of terms with the names that the file gives them.
    pub labels: Vec<(String, String)>,
    /// Sex, if it is known.
    pub sex: Option<Sex>,
    /// Age when last seen.
    pub age: Option<Age>,
    /// Age when the disease began.
    pub onset_age: Option<Age>,
    /// Onset as a term, such as `HP:0003593`.
    pub onset_term: Option<String>,
    /// Id of the disease behind them, if it is known.
    pub label: Option<String>,
    /// The publications that describe the patient.
    pub publications: Vec<String>,
    /// The phenopacket that all this comes from.
    pub packet: Option<serde_json::Value>,
}

impl From<Case> for Patient {
    fn from(case: Case) -> Self {
        let list = case.other.get("publications").and_then(|value| value.as_array());
        let publications = list.into_iter().flatten().filter_map(|p| p.as_str().map(str::to_owned)).collect();
        Self {
            id: case.id.unwrap_or_default(),
            present: case.present,
            absent: case.absent,
            sex: case.sex.as_deref().and_then(Sex::parse),
            age: match case.age {
                Some(cases::Age::Years(years)) => Age::from_years(years),
                Some(cases::Age::Text(text)) => Age::parse(&text),
                None => None,
            },
            label: case.label,
            publications,
            ..Self::default()
        }
    }
}
