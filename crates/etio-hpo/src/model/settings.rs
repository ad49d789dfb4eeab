//! The parameters of the model. `docs/patients.md` says how they were chosen and what each contributes.

use serde::{Deserialize, Serialize};

/// How annotations become links, leaks and priors. It is stored with the network, so that an
/// evaluation can redo the links of a disease with some publications left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Patients that a percentage or a category stands for.
    pub share_patients: f64,
    /// Patients that a row without a frequency stands for.
    pub unstated_patients: f64,
    /// Number of those patients with the term.
    pub unstated_observed: f64,
    /// Patients that a denial stands for, none of them with the term.
    pub denied_patients: f64,
    /// Patients added to every frequency: those with the term, and all.
    pub smoothing: (f64, f64),
    /// Smoothing of Orphanet's rows.
    pub orphanet_smoothing: (f64, f64),
    /// Weight of a row of the same Orphanet disease.
    pub exact_weight: f64,
    /// Weight of a row of a wider Orphanet disease.
    pub broader_weight: f64,
    /// Weight of a row of a narrower Orphanet disease.
    pub narrower_weight: f64,
    /// The frequency of a term that the disease's name mentions.
    pub named: f64,
    /// The frequency of a term that is all of the disease's name.
    pub titled: f64,
    /// The share of the mean frequency in the rest of its series that a disease borrows.
    pub series_weight: f64,
    /// The share of the mean frequency in the other diseases of its gene that a disease borrows.
    pub gene_weight: f64,
    /// How often a patient with a specific term is described by a wider one.
    pub wider: f64,
    /// How readily a patient of a disease with a wide term is described by a narrower one.
    pub narrower: f64,
    /// How fast that falls with the rarity of the narrower term.
    pub narrower_exponent: f64,
    /// Terms more common than this say nothing about narrower ones.
    pub narrower_ceiling: f64,
    /// Links to narrower terms weaker than this many leaks are left out: there are millions, and
    /// they say little.
    pub least_link: f64,
    /// The number of expected terms at which a disease's `v` are halved to the power of
    /// `reporting_exponent`; zero for reporting that does not depend on the number.
    pub reporting: f64,
    /// How fast the share of terms that are reported falls with the number of expected ones.
    pub reporting_exponent: f64,
    /// The share of a term's background that is its leak.
    pub leak: f64,
    /// Minimum background of a term.
    pub least_background: f64,
    /// The sum of all priors: how many of these diseases a patient is expected to have before anything
    /// is known. The smaller, the less readily `pairs` takes two diseases for one; the ranking of single
    /// diseases does not depend on it.
    pub expected_diseases: f64,
    /// The power of the prevalence that priors of a genetics clinic are in proportion to.
    pub clinic_power: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            share_patients: 10.0,
            unstated_patients: 2.0,
            unstated_observed: 1.4,
            denied_patients: 3.0,
            smoothing: (2.5, 20.0),
            orphanet_smoothing: (2.0, 8.0),
            exact_weight: 1.0,
            broader_weight: 0.6,
            narrower_weight: 0.3,
            named: 0.3,
            titled: 0.6,
            series_weight: 0.25,
            gene_weight: 0.15,
            wider: 0.33,
            narrower: 0.3,
            narrower_exponent: 1.2,
            narrower_ceiling: 0.25,
            least_link: 1.2,
            reporting: 10.0,
            reporting_exponent: 0.6,
            leak: 0.6,
            least_background: 1e-4,
            expected_diseases: 0.01,
            clinic_power: 0.05,
        }
    }
}

impl Settings {
    /// Says what is wrong with the numbers, if anything: with these no probability may leave its range.
    pub fn check(&self) -> Result<(), String> {
        const MANY: f64 = 1e6;
        let ranges = [
            ("exact_weight", self.exact_weight, 1.0),
            ("broader_weight", self.broader_weight, 1.0),
            ("narrower_weight", self.narrower_weight, 1.0),
            ("named", self.named, 1.0),
            ("titled", self.titled, 1.0),
            ("series_weight", self.series_weight, 1.0),
            ("gene_weight", self.gene_weight, 1.0),
            ("wider", self.wider, 1.0),
            ("narrower", self.narrower, 1.0),
            ("narrower_ceiling", self.narrower_ceiling, 1.0),
            ("leak", self.leak, 1.0),
            ("least_background", self.least_background, 1.0),
            ("clinic_power", self.clinic_power, 1.0),
            ("share_patients", self.share_patients, MANY),
            ("unstated_patients", self.unstated_patients, MANY),
            ("unstated_observed", self.unstated_observed, MANY),
            ("denied_patients", self.denied_patients, MANY),
            ("narrower_exponent", self.narrower_exponent, MANY),
            ("least_link", self.least_link, MANY),
            ("reporting", self.reporting, MANY),
            ("reporting_exponent", self.reporting_exponent, MANY),
        ];
        if let Some((name, value, most)) = ranges.into_iter().find(|(_, x, most)| !(0.0..=*most).contains(x))
        {
            return Err(format!("{name} is {value}; it must lie between 0 and {most}"));
        }
        for (name, (with, all)) in
            [("smoothing", self.smoothing), ("orphanet_smoothing", self.orphanet_smoothing)]
        {
            if !(0.0..=MANY).contains(&all) || !(0.0..=all).contains(&with) {
                return Err(format!(
                    "{name} is [{with}, {all}]; expected [patients with the term, all patients]"
                ));
            }
        }
        if self.leak == 0.0 || self.least_background == 0.0 {
            return Err(
                "leak and least_background must be above 0, or a stray term rules a disease out".to_owned()
            );
        }
        if !(1e-6..=1.0).contains(&self.expected_diseases) {
            return Err(format!(
                "expected_diseases is {}; it must lie between 1e-6 and 1",
                self.expected_diseases
            ));
        }
        if self.unstated_observed > self.unstated_patients {
            return Err("unstated_observed is more than unstated_patients".to_owned());
        }
        Ok(())
    }

    /// The usual single-disease likelihood ratio: a disease's own rows, frequencies as they are up
    /// to a hair of smoothing, ancestors as certain as what they are ancestors of, and the
    /// background as the alternative. A rival to measure the model against.
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
            gene_weight: 0.0,
            wider: 1.0,
            narrower: 0.0,
            reporting: 0.0,
            leak: 1.0,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn shipped_settings_pass_and_impossible_ones_are_named() {
        assert_eq!(Settings::default().check(), Ok(()));
        assert_eq!(Settings::likelihood_ratio().check(), Ok(()));
        for (text, name) in [
            (r#"{"leak": 0}"#, "leak"),
            (r#"{"wider": 1.5}"#, "wider"),
            (r#"{"reporting": -1}"#, "reporting"),
            (r#"{"expected_diseases": 0}"#, "expected_diseases"),
            (r#"{"smoothing": [3, 2]}"#, "smoothing"),
            (r#"{"unstated_observed": 3}"#, "unstated_observed"),
        ] {
            let settings: Settings = serde_json::from_str(text).unwrap();
            assert!(settings.check().unwrap_err().contains(name), "{text}");
        }
        assert!(serde_json::from_str::<Settings>(r#"{"leek": 0.5}"#).is_err());
    }
}
