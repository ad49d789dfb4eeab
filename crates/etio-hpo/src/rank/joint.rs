//! The posterior of the network itself: any number of diseases at once, by the engine.

use etio::{BuildError, DiseaseId, Engine, Evidence, Exactness, FindingId, Method, Network, NetworkBuilder};

use super::{Absent, Bench, Overrides, RankError, Ranker, Ranking};
use crate::Observation;

impl Bench {
    pub(super) fn rank_jointly(
        &mut self,
        method: Method,
        observation: &Observation,
        absent: Absent,
        overrides: &Overrides,
    ) -> Result<Ranking, RankError> {
        let evidence = match absent {
            Absent::Ignored => Evidence::new(observation.evidence.present().iter().copied(), [])?,
            Absent::Relevant | Absent::Plain => observation.evidence.clone(),
        };
        let posterior = if !overrides.is_empty() {
            let (network, evidence) = reduced(&self.network, &evidence, overrides)?;
            let network = considered(&network, &evidence, absent)?;
            self.engine_on(&network).diagnose(&evidence, method)?
        } else if absent == Absent::Relevant && !evidence.absent().is_empty() {
            let network = considered(&self.network, &evidence, absent)?;
            self.engine_on(&network).diagnose(&evidence, method)?
        } else {
            self.engine.diagnose(&evidence, method)?
        };
        let intervals = match posterior.exactness {
            Exactness::Bounds { .. } => {
                self.network.diseases().filter_map(|disease| posterior.interval(disease)).collect()
            }
            _ => Vec::new(),
        };
        let scores = posterior.marginals.iter().map(|p| p.ln()).collect();
        Ok(Ranking {
            intervals,
            exactness: Some(posterior.exactness),
            log_evidence: posterior.log_evidence,
            ..Ranking::new(scores, posterior.marginals, Ranker::Joint(posterior.method))
        })
    }

    /// An engine on a network made for one patient.
    fn engine_on(&self, network: &Network) -> Engine {
        let mut engine = Engine::with_limits(network, self.limits);
        engine.set_target(self.target);
        engine
    }
}

/// The network with priors that know which absent findings were thought of.
fn considered(network: &Network, evidence: &Evidence, absent: Absent) -> Result<Network, RankError> {
    let mut odds: Vec<f64> = network.diseases().map(|d| network.prior(d)).map(|p| p / (1.0 - p)).collect();
    for &finding in evidence.absent() {
        let leak = network.leak(finding);
        for (disease, v) in network.parents(finding).iter() {
            odds[disease.index()] *= absent.relevance(leak, v);
        }
    }
    let priors = odds.into_iter().map(|o| if o.is_finite() { o / (1.0 + o) } else { 1.0 }).collect();
    Ok(network.with_priors(priors)?)
}

/// The part of a network that some evidence touches, with some links replaced. All diseases stay,
/// so that marginals keep their places.
fn reduced(
    network: &Network,
    evidence: &Evidence,
    overrides: &Overrides,
) -> Result<(Network, Evidence), RankError> {
    let mut replaced = vec![None; network.disease_count()];
    for (disease, links) in overrides {
        replaced[*disease as usize] = Some(links);
    }
    let mut builder = NetworkBuilder::new();
    let build = |builder: &mut NetworkBuilder| {
        for disease in network.diseases() {
            builder.disease(network.disease_id(disease), "", network.prior(disease))?;
        }
        for (at, &finding) in evidence.present().iter().chain(evidence.absent()).enumerate() {
            let here = builder.finding(network.finding_id(finding), "", network.leak(finding))?;
            for (disease, v) in network.parents(finding).iter() {
                if replaced[disease.index()].is_none() {
                    builder.link(disease, here, v)?;
                }
            }
            for (disease, links) in overrides {
                if links[at] > 0.0 {
                    builder.link(DiseaseId::new(*disease), here, links[at])?;
                }
            }
        }
        Ok::<_, BuildError>(())
    };
    build(&mut builder)?;
    let network = builder.build()?;
    let present = evidence.present().len() as u32;
    let all = present + evidence.absent().len() as u32;
    let evidence = Evidence::new((0..present).map(FindingId::new), (present..all).map(FindingId::new))?;
    Ok((network, evidence))
}
