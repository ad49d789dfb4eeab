//! The numbers of the model. `docs/patients.md` says how they were chosen and what each is worth.

use serde::{Deserialize, Serialize};

/// How annotations become links, leaks and priors. It rides along with the network, so that an evaluation can redo the
/// links of a disease with some publications left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Patients that a percentage or a category stands for.
    pub share_patients: f64,
    /// Patients that a row without a frequency stands for.
    pub unstated_patients: f64,
    /// Of those, patients with the term.
    pub unstated_observed: f64,
    /// Patients that a denial stands for, none of them with the term.
    pub denied_patients: f64,
    /// Patients added to every frequency: those with the term, and all.
    pub smoothing: (f64, f64),
    /// The same for Orphanet's rows.
    pub orphanet_smoothing: (f64, f64),
    /// What a row of the same Orphanet disease counts.
    pub exact_weight: f64,
    /// What a row of a wider Orphanet disease counts.
    pub broader_weight: f64,
    /// What a row of a narrower Orphanet disease counts.
    pub narrower_weight: f64,
    /// The frequency of a term that the disease's name mentions.
    pub named: f64,
    /// The frequency of a term that is all of the disease's name.
    pub titled: f64,
    /// The share of the mean frequency in the rest of its series that a disease borrows.
    pub series_weight: f64,
    /// How often a patient with a specific term is described by a wider one.
    pub wider: f64,
    /// How readily a patient of a disease with a wide term is described by a narrower one.
    pub narrower: f64,
    /// How fast that falls with the rarity of the narrower term.
    pub narrower_exponent: f64,
    /// Terms more common than this say nothing about narrower ones.
    pub narrower_ceiling: f64,
    /// Links to narrower terms weaker than this many leaks are left out: there are millions, and they say little.
    pub least_link: f64,
    /// The number of expected terms at which the reporting rate of a disease has fallen to `sqrt(1/2)`; zero for none.
    pub reporting: f64,
    /// The share of a term's background that is its leak.
    pub leak: f64,
    /// The least background of a term.
    pub least_background: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            share_patients: 10.0,
            unstated_patients: 2.0,
            unstated_observed: 1.4,
            denied_patients: 3.0,
            smoothing: (3.0, 20.0),
            orphanet_smoothing: (3.0, 20.0),
            exact_weight: 1.0,
            broader_weight: 0.6,
            narrower_weight: 0.6,
            named: 0.3,
            titled: 0.5,
            series_weight: 0.3,
            wider: 0.5,
            narrower: 0.3,
            narrower_exponent: 1.2,
            narrower_ceiling: 0.25,
            least_link: 1.5,
            reporting: 10.0,
            leak: 0.5,
            least_background: 1e-4,
        }
    }
}

impl Settings {
    /// The usual single-disease likelihood ratio: a disease's own rows, frequencies as they are up to a hair of
    /// smoothing, ancestors as certain as what they are ancestors of, and the background as the alternative. A rival to
    /// measure the model against.
    pub fn likelihood_ratio() -> Self {
        Self {
            unstated_observed: 1.0,
            smoothing: (1.0, 2.0),
            orphanet_smoothing: (1.0, 2.0),
            exact_weight: 0.0,
            broader_weight: 0.0,
            narrower_weight: 0.0,
            named: 0.0,
            titled: 0.0,
            series_weight: 0.0,
            wider: 1.0,
            narrower: 0.0,
            reporting: 0.0,
            leak: 1.0,
            ..Self::default()
        }
    }
}
