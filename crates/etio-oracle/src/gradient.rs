//! How the evidence depends on the model's parameters, and what each finding says about each disease.

use crate::circuit::Evaluation;
use crate::eliminate::{Compiled, Weights, eliminate, quiet};
use crate::model::{Case, Model, OracleError, Precise};
use crate::number::Real;

/// Derivatives of ln P(E).
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// By `lam = 1 - probability` of each link, in the order of [`Model::links`]; 0 for links of
    /// probability 0, which are none, and for links to findings that were not observed.
    pub links: Vec<f64>,
    /// By the logit of each prior; 0 if the prior is 0 or 1.
    pub logit_priors: Vec<f64>,
}

/// All derivatives of ln P(E). P(E) is linear in every single parameter, so that each is exact.
pub fn gradient(model: &Model, case: &Case) -> Result<Gradient, OracleError> {
    model.check_possible(case)?;
    let compiled = Compiled::new(model, &case.present)?;
    let weights = Weights::of(model, case);
    let result = compiled.evaluate(&weights);
    let by_weight: Vec<(Real, Real)> =
        (0..model.priors.len()).map(|disease| by_weights(&compiled, &weights, &result, disease)).collect();

    let parents = model.parents();
    let mut links = vec![0.0; model.links.len()];
    for (&link, inputs) in &compiled.links {
        links[link] =
            ((result.derivative(inputs.quiet) - result.derivative(inputs.fires)) / result.value).to_f64();
    }
    for &finding in &case.absent {
        for parent in &parents[finding] {
            let others = absent_links(&parents, case, parent.disease, Some(finding));
            let on_by_link = Real::new(model.priors[parent.disease]) * others;
            links[parent.link] = (by_weight[parent.disease].1 * on_by_link).to_f64();
        }
    }
    let by_logit = |disease: usize| {
        let (by_off, by_on) = by_weight[disease];
        let prior = Real::new(model.priors[disease]);
        let slope = by_on * absent_links(&parents, case, disease, None) - by_off;
        (slope * prior * (Real::ONE - prior)).to_f64()
    };
    Ok(Gradient { links, logit_priors: (0..model.priors.len()).map(by_logit).collect() })
}

/// Derivatives of ln P(E) by the weights of a disease, off and on.
fn by_weights(compiled: &Compiled, weights: &Weights, result: &Evaluation, disease: usize) -> (Real, Real) {
    if let Some(&(off, on)) = compiled.diseases.get(&disease) {
        (result.derivative(off) / result.value, result.derivative(on) / result.value)
    } else {
        let each = Real::ONE / (weights.off[disease] + weights.on[disease]);
        (each, each)
    }
}

/// The product of `1 - link` from the disease to the absent findings, but for one.
fn absent_links(
    parents: &[Vec<crate::model::Parent>],
    case: &Case,
    disease: usize,
    but: Option<usize>,
) -> Real {
    let findings = case.absent.iter().filter(|&&finding| Some(finding) != but);
    let links =
        findings.flat_map(|&finding| parents[finding].iter().filter(|parent| parent.disease == disease));
    links.map(|parent| quiet(parent.probability)).product()
}

/// The weight of evidence of one observed finding for every disease: how much the log-odds of the
/// disease fall when the finding is taken out of the case. `None` if they are infinite with and
/// without it.
pub fn weights_of_evidence(
    model: &Model,
    case: &Case,
    finding: usize,
) -> Result<Vec<Option<f64>>, OracleError> {
    let others = |findings: &[usize]| findings.iter().copied().filter(|&other| other != finding).collect();
    let rest = Case { present: others(&case.present), absent: others(&case.absent) };
    let with = eliminate(model, case)?.precise;
    let without = eliminate(model, &rest)?.precise;
    Ok((0..model.priors.len()).map(|disease| log_odds_ratio(&with, &without, disease)).collect())
}

fn log_odds_ratio(with: &Precise, without: &Precise, disease: usize) -> Option<f64> {
    let numerator = with.on[disease] * without.off[disease];
    let denominator = with.off[disease] * without.on[disease];
    match (numerator.is_zero(), denominator.is_zero()) {
        (true, true) => None,
        (true, false) => Some(f64::NEG_INFINITY),
        (false, true) => Some(f64::INFINITY),
        (false, false) => Some((numerator / denominator).ln().to_f64()),
    }
}
