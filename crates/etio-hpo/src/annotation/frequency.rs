//! How often a disease shows a term, in the many ways that annotations say it.

use crate::model::Settings;

/// A frequency as annotated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Frequency {
    /// Patients with the term, of those examined; zero means that the term was looked for and not seen.
    Counted {
        /// Patients with the term.
        observed: f64,
        /// Patients examined.
        patients: f64,
    },
    /// A share of patients: a percentage, or the middle of a category such as "very frequent".
    Share(f64),
    /// The disease shows the term; how often is not stated.
    #[default]
    Unstated,
    /// The disease does not show the term.
    Denied,
}

impl Frequency {
    /// Reads a row's qualifier (`NOT` or nothing) and its frequency.
    pub fn of(negated: bool, written: &str) -> Option<Self> {
        if negated { Some(Self::Denied) } else { Self::parse(written) }
    }

    /// Reads the column: `n/m`, a percentage, a category, or nothing. `None` if it is something else.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some((observed, patients)) = text.split_once('/') {
            let (observed, patients) = (whole(observed)?, whole(patients)?);
            let possible = patients > 0.0 && observed <= patients;
            return possible.then_some(Self::Counted { observed, patients });
        }
        if let Some(percent) = text.strip_suffix('%') {
            let share = percent.trim().parse::<f64>().ok().filter(|p| (0.0..=100.0).contains(p))? / 100.0;
            return Some(if share == 0.0 { Self::Denied } else { Self::Share(share) });
        }
        // The middle of each category's range.
        Some(match text {
            "" => Self::Unstated,
            "HP:0040280" => Self::Share(1.0),
            "HP:0040281" => Self::Share(0.9),
            "HP:0040282" => Self::Share(0.545),
            "HP:0040283" => Self::Share(0.17),
            "HP:0040284" => Self::Share(0.025),
            "HP:0040285" => Self::Denied,
            _ => return None,
        })
    }

    /// The patients that a row stands for.
    pub(crate) fn counts(self, settings: &Settings) -> Counts {
        match self {
            Self::Counted { observed, patients } => Counts { observed, patients },
            Self::Share(share) => {
                Counts { observed: share * settings.share_patients, patients: settings.share_patients }
            }
            Self::Unstated => {
                Counts { observed: settings.unstated_observed, patients: settings.unstated_patients }
            }
            Self::Denied => Counts { observed: 0.0, patients: settings.denied_patients },
        }
    }
}

/// Patients examined and patients with the term, real or assumed, summed over rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    pub(crate) observed: f64,
    pub(crate) patients: f64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Self) {
        self.observed += other.observed;
        self.patients += other.patients;
    }

    /// The frequency, pulled towards a typical one: a single patient in a single patient is not
    /// certainty. Zero where the term was never seen.
    pub(crate) fn smoothed(self, smoothing: (f64, f64)) -> f64 {
        if self.observed <= 0.0 {
            return 0.0;
        }
        (self.observed + smoothing.0) / (self.patients + smoothing.1)
    }
}

/// A frequency as written in words a reader of the report needs no table for; counts and percentages
/// stay as they are.
pub(crate) fn in_words(negated: bool, written: &str) -> String {
    let words = match written {
        "" if negated => "stated as not shown",
        "" => "frequency not stated",
        "HP:0040280" => "obligate (100%)",
        "HP:0040281" => "very frequent (80-99%)",
        "HP:0040282" => "frequent (30-79%)",
        "HP:0040283" => "occasional (5-29%)",
        "HP:0040284" => "very rare (1-4%)",
        "HP:0040285" => "excluded (0%)",
        _ if negated => return format!("stated as not shown ({written})"),
        _ => written,
    };
    words.to_owned()
}

fn whole(text: &str) -> Option<f64> {
    text.trim().parse::<u32>().ok().map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        let counted = |observed, patients| Some(Frequency::Counted { observed, patients });
        for (text, frequency) in [
            ("3/7", counted(3.0, 7.0)),
            ("1/1", counted(1.0, 1.0)),
            ("0/5", counted(0.0, 5.0)),
            ("45%", Some(Frequency::Share(0.45))),
            ("17.5%", Some(Frequency::Share(0.175))),
            ("0%", Some(Frequency::Denied)),
            ("HP:0040281", Some(Frequency::Share(0.9))),
            ("HP:0040285", Some(Frequency::Denied)),
            ("", Some(Frequency::Unstated)),
            ("8/7", None),
            ("1/0", None),
            ("-1/2", None),
            ("120%", None),
            ("often", None),
            ("HP:0000001", None),
            ("NaN%", None),
        ] {
            assert_eq!(Frequency::parse(text), frequency, "{text}");
        }
    }

    #[test]
    fn one_of_one_is_not_certainty_and_denial_outweighs_nothing() {
        let smoothing = (4.0, 20.0);
        let certain = Counts { observed: 1.0, patients: 1.0 };
        assert!((certain.smoothed(smoothing) - 5.0 / 21.0).abs() < 1e-12);
        let mut mixed = certain;
        mixed.add(Frequency::Denied.counts(&Settings::default()));
        assert!(mixed.smoothed(smoothing) < certain.smoothed(smoothing));
        assert_eq!(Counts { observed: 0.0, patients: 9.0 }.smoothed(smoothing), 0.0);
    }
}
