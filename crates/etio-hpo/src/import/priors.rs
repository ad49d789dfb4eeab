//! How likely each disease is before anything is known about the patient.

use super::Inputs;
use super::gather::Gathered;
use crate::Settings;
use crate::annotation::orphanet::Relation;

/// Source of the priors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PriorSource {
    /// One prior for all diseases.
    #[default]
    Uniform,
    /// In proportion to a power of the prevalence. At 1 these are people at large; below 1 they are the
    /// patients of a genetics clinic, where the rare are referred and the common are treated elsewhere.
    Prevalence {
        /// The power.
        power: f64,
    },
}

impl PriorSource {
    /// People at large. Published patients are not: for them these priors rank worse than none.
    pub const GENERAL: Self = Self::Prevalence { power: 1.0 };

    /// Patients of a genetics clinic.
    pub const fn clinic(settings: &Settings) -> Self {
        Self::Prevalence { power: settings.clinic_power }
    }
}

/// Weight of a figure relative to an exact worldwide one. A regional figure depends on where cases
/// were counted, and one of a wider entry is shared among its diseases, so both are shrunk towards
/// "unknown".
fn trust(is_worldwide: bool, relation: Relation) -> f64 {
    let of_region = if is_worldwide { 1.0 } else { 0.5 };
    of_region * if relation == Relation::Exact { 1.0 } else { 0.5 }
}

pub(super) fn priors(inputs: &Inputs<'_>, facts: &Gathered<'_>, diseases: &[&str]) -> Vec<f64> {
    let expected = inputs.settings.expected_diseases;
    let uniform = expected / diseases.len() as f64;
    let PriorSource::Prevalence { power } = inputs.priors else {
        return vec![uniform; diseases.len()];
    };
    let known: Vec<Option<(f64, f64)>> = diseases
        .iter()
        .map(|id| {
            let (figure, _, relation) = facts.prevalence(id)?;
            Some((figure.share.ln(), trust(figure.is_worldwide(), relation)))
        })
        .collect();
    // A disease of unknown prevalence is taken to be as common as the known ones on average.
    let (sum, weight) =
        known.iter().flatten().fold((0.0, 0.0), |(sum, all), (log, trust)| (sum + trust * log, all + trust));
    if weight == 0.0 {
        return vec![uniform; diseases.len()];
    }
    let middle = sum / weight;
    let weights: Vec<f64> = known
        .iter()
        .map(|known| known.map_or(1.0, |(log, trust)| (power * trust * (log - middle)).exp()))
        .collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| expected * weight / total).collect()
}
