//! Which diseases are shown as causes.
//!
//! Every disease has a posterior, and common ones have a high one whatever was observed: that anybody
//! may be pregnant is not a cause of a sore throat. A disease is a cause if the evidence makes it
//! notably likelier than it was.

use etio::{DiseaseId, Network, Posterior};

/// How many times likelier than beforehand a disease must be to be shown as a cause.
const RAISED: f64 = 1.5;

/// How likely it must be at least.
const LEAST: f64 = 0.001;

/// Whether the evidence supports a disease enough to show it as a cause. `network` is the one that
/// the posterior was computed on, so that the prior is that of the person.
pub fn is_cause(network: &Network, posterior: &Posterior, disease: DiseaseId) -> bool {
    let p = posterior.marginal(disease);
    p >= LEAST && p >= RAISED * network.prior(disease)
}

/// The likeliest causes, at most `count`; the likeliest diseases if the evidence supports none.
pub fn causes(network: &Network, posterior: &Posterior, count: usize) -> Vec<(DiseaseId, f64)> {
    let ranking = posterior.ranking(network.disease_count());
    let supported = |(disease, _): &(DiseaseId, f64)| is_cause(network, posterior, *disease);
    let causes: Vec<_> = ranking.iter().copied().filter(supported).take(count).collect();
    if causes.is_empty() { ranking.into_iter().take(count).collect() } else { causes }
}
