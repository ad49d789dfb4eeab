//! Two diseases that together explain more than either alone.

use etio::{DiseaseId, FindingId};
use serde::Serialize;

use super::{Clinic, Diagnosis, Term};
use crate::rank::{best_pairs, finding_weight};

/// Two diseases that together explain more than either alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplainedPair {
    /// Ids of the two.
    pub diseases: [String; 2],
    /// Names of the two.
    pub names: [String; 2],
    /// How likely the model finds it to be just these two, if it is one disease or two.
    pub posterior: f64,
    /// How much better the two explain the findings than the better one alone, as a power of ten.
    pub gain: f64,
    /// Present findings that the first explains better than the second, and the reverse: at least one each.
    pub only: [Vec<Term>; 2],
}

impl ExplainedPair {
    /// How many times better the two explain the findings than the better one alone, in words.
    pub fn times_better(&self) -> String {
        let times = 10f64.powf(self.gain);
        match times {
            t if t >= 1e6 => "over a million".to_owned(),
            t if t >= 1000.0 => format!("{} thousand", (t / 1000.0).round()),
            t if t >= 10.0 => format!("{}", t.round()),
            t => format!("{t:.1}"),
        }
    }
}

impl Clinic<'_> {
    /// The likeliest pairs of diseases in which each explains a finding better than the other.
    pub fn pairs(&self, diagnosis: &Diagnosis, count: usize) -> Vec<ExplainedPair> {
        let network = self.hpo.network();
        let evidence = &diagnosis.observation.evidence;
        best_pairs(self.hpo.ground(), evidence, self.absent)
            .into_iter()
            .map(|pair| {
                let ids = pair.diseases.map(DiseaseId::new);
                let explains = |disease: DiseaseId, finding: FindingId| {
                    let v = network.link(disease, finding).map_or(0.0, |link| link.0);
                    finding_weight(network.leak(finding), v)
                };
                let only = |mine: DiseaseId, other: DiseaseId| {
                    let alone = |&&f: &&FindingId| explains(mine, f) > explains(other, f) + 1.0;
                    evidence.present().iter().filter(alone).map(|&f| self.term(f)).collect()
                };
                ExplainedPair {
                    diseases: ids.map(|d| network.disease_id(d).to_owned()),
                    names: ids.map(|d| network.disease_name(d).to_owned()),
                    posterior: pair.probability,
                    gain: pair.gain / std::f64::consts::LN_10,
                    only: [only(ids[0], ids[1]), only(ids[1], ids[0])],
                }
            })
            // Many small differences may add up to a gain without one finding to show for it.
            .filter(|pair| pair.only.iter().all(|only| !only.is_empty()))
            .take(count)
            .collect()
    }
}
