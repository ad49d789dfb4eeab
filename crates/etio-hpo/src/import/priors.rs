//! How likely each disease is before anything is known about the patient.

use std::collections::HashMap;

use super::Inputs;
use crate::annotation::orphanet::Relation;

/// Where priors come from.
#[derive(Clone, Copy, Debug, Default)]
pub enum PriorSource<'a> {
    /// The same for all.
    #[default]
    Uniform,
    /// In proportion to prevalence by Orphanet id; where it is not known, the median of those that are.
    Prevalence(&'a HashMap<String, f64>),
}

/// The sum of all priors: how many of these diseases a patient is expected to have before anything is known. Small
/// enough that one disease is a better explanation than two wherever it explains as much; the ranking of single diseases
/// does not depend on it.
const EXPECTED_DISEASES: f64 = 0.1;

pub(super) fn priors(inputs: &Inputs<'_>, diseases: &[&str]) -> Vec<f64> {
    let uniform = EXPECTED_DISEASES / diseases.len() as f64;
    let PriorSource::Prevalence(prevalence) = inputs.priors else {
        return vec![uniform; diseases.len()];
    };
    let mut of_omim: HashMap<&str, f64> = HashMap::new();
    for mapping in inputs.mappings.iter().filter(|m| m.relation == Relation::Exact) {
        if let Some(&share) = prevalence.get(&mapping.orpha) {
            of_omim.insert(&mapping.omim, share);
        }
    }
    let shares: Vec<Option<f64>> =
        diseases.iter().map(|&id| of_omim.get(id).copied().or_else(|| prevalence.get(id).copied())).collect();
    let mut known: Vec<f64> = shares.iter().copied().flatten().collect();
    known.sort_by(f64::total_cmp);
    let Some(&median) = known.get(known.len() / 2) else {
        return vec![uniform; diseases.len()];
    };
    let shares: Vec<f64> = shares.into_iter().map(|share| share.unwrap_or(median)).collect();
    let total: f64 = shares.iter().sum();
    shares.into_iter().map(|share| EXPECTED_DISEASES * share / total).collect()
}
