//! The paper's four sets of queries: a labelled disease, findings that it caused, and findings that mislead.

use std::collections::BTreeMap;
use std::fmt;

use etio::{DiseaseId, Evidence, EvidenceError, FindingId, Network};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::Clinic;
use crate::random::{Purpose, draw, stream};

/// A label has at least this many findings, so that it can show eight on average.
const LABEL_FINDINGS: usize = 10;

/// Origin of the misleading findings of a query, and their share of the present ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QuerySet {
    /// A fifth of the present findings are any that the label does not cause.
    Random20,
    /// A fifth come from a common chronic disease.
    Chronic20,
    /// Two fifths come from a common chronic disease.
    Chronic40,
    /// A fifth come from diseases similar to the label.
    Confuse20,
}

/// Observations, and the disease behind them.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledQuery {
    /// On average eight present and four absent findings.
    pub evidence: Evidence,
    /// The disease behind the findings that do not mislead.
    pub label: DiseaseId,
    /// The present findings that mislead.
    pub misleading: Vec<FindingId>,
}

impl QuerySet {
    /// All four, in the order of the paper's figure.
    pub const ALL: [Self; 4] = [Self::Random20, Self::Chronic20, Self::Chronic40, Self::Confuse20];

    /// The paper's name of the set.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random20 => "random20",
            Self::Chronic20 => "chronic20",
            Self::Chronic40 => "chronic40",
            Self::Confuse20 => "confuse20",
        }
    }

    /// The share of the present findings that mislead.
    pub const fn misleading_share(self) -> f64 {
        match self {
            Self::Chronic40 => 0.4,
            Self::Random20 | Self::Chronic20 | Self::Confuse20 => 0.2,
        }
    }
}

impl fmt::Display for QuerySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Clinic {
    /// The first `count` queries of a set. Each depends on the clinic's seed and its number alone.
    pub fn queries(&self, set: QuerySet, count: usize) -> Result<Vec<LabelledQuery>, EvidenceError> {
        let labels = self.labels(set);
        (0..count as u64).map(|number| self.query(set, &labels, number)).collect()
    }

    /// The diseases that can be the label.
    fn labels(&self, set: QuerySet) -> Vec<DiseaseId> {
        let rich = |&d: &DiseaseId| self.network.findings_of(d).len() >= LABEL_FINDINGS;
        let fits = |&d: &DiseaseId| match set {
            QuerySet::Random20 => true,
            QuerySet::Chronic20 | QuerySet::Chronic40 => self.chronic.binary_search(&d).is_err(),
            QuerySet::Confuse20 => self.family_of.contains_key(&d),
        };
        self.network.diseases().filter(rich).filter(fits).collect()
    }

    fn query(
        &self,
        set: QuerySet,
        labels: &[DiseaseId],
        number: u64,
    ) -> Result<LabelledQuery, EvidenceError> {
        let mut rng = stream(self.seed, Purpose::Queries, (set as u64) << 32 | number);
        let network = &self.network;
        let label = labels[rng.random_range(0..labels.len())];
        let wanted = rng.random_range(6..=10);
        let misleading_count = round_at_random(wanted as f64 * set.misleading_share(), &mut rng);

        let mut present = Vec::new();
        fill(&mut present, wanted - misleading_count, links_of(network, label), &mut rng);
        let own = present.len();
        let elsewhere = |f: &FindingId| network.link(label, *f).is_none();
        let sources: Vec<DiseaseId> = match set {
            QuerySet::Random20 => Vec::new(),
            QuerySet::Chronic20 | QuerySet::Chronic40 => {
                vec![self.chronic[rng.random_range(0..self.chronic.len())]]
            }
            QuerySet::Confuse20 => self.similar_to(label).collect(),
        };
        let from_sources = sources.iter().flat_map(|&d| links_of(network, d)).filter(|(f, _)| elsewhere(f));
        fill(&mut present, wanted, from_sources, &mut rng);
        // Where nothing misleads in particular, or too little, any other finding does.
        let any = network.findings().filter(elsewhere).map(|f| (f, 1.0));
        fill(&mut present, wanted, any, &mut rng);
        let misleading = present[own..].to_vec();
        let absent = absent(network, label, &present, &mut rng);
        Ok(LabelledQuery { evidence: Evidence::new(present, absent)?, label, misleading })
    }
}

/// Two to six findings that did not show: half such as the label often causes, the rest such as
/// would support its rivals.
fn absent(network: &Network, label: DiseaseId, present: &[FindingId], rng: &mut impl Rng) -> Vec<FindingId> {
    let wanted = rng.random_range(2..=6);
    let own = round_at_random(wanted as f64 / 2.0, rng);
    let unseen = |f: &FindingId| !present.contains(f);
    let mut absent = Vec::new();
    let missed = links_of(network, label).filter(|(f, _)| unseen(f)).map(|(f, p)| (f, 1.0 - p));
    fill(&mut absent, own, missed, rng);
    let rivals = present.iter().flat_map(|&f| network.parents(f).iter().map(|(d, _)| d).collect::<Vec<_>>());
    let theirs = rivals.flat_map(|d| links_of(network, d));
    let theirs = theirs.filter(|(f, _)| unseen(f) && network.link(label, *f).is_none());
    fill(&mut absent, wanted, theirs, rng);
    absent
}

fn links_of(network: &Network, disease: DiseaseId) -> impl Iterator<Item = (FindingId, f64)> {
    network.findings_of(disease).into_iter().map(|(f, p, _)| (f, p))
}

/// Adds candidates at random until there are `wanted`, or no more, in proportion to their weights;
/// those of a finding that is offered more than once add up.
fn fill(
    list: &mut Vec<FindingId>,
    wanted: usize,
    candidates: impl Iterator<Item = (FindingId, f64)>,
    rng: &mut impl Rng,
) {
    let mut weights = BTreeMap::new();
    for (finding, weight) in candidates.filter(|(finding, _)| !list.contains(finding)) {
        *weights.entry(finding).or_insert(0.0) += weight;
    }
    list.extend(draw(wanted.saturating_sub(list.len()), weights.into_iter(), rng));
}

/// A whole number whose mean is `x`.
fn round_at_random(x: f64, rng: &mut impl Rng) -> usize {
    x as usize + usize::from(rng.random::<f64>() < x.fract())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NetworkSpec;

    fn clinic() -> Clinic {
        Clinic::new(&NetworkSpec { leak: 0.0, ..NetworkSpec::f120() }).unwrap()
    }

    #[test]
    fn the_sets_have_the_paper_s_averages() {
        let clinic = clinic();
        for set in QuerySet::ALL {
            let queries = clinic.queries(set, 800).unwrap();
            let mean = |count: fn(&LabelledQuery) -> usize| {
                queries.iter().map(count).sum::<usize>() as f64 / queries.len() as f64
            };
            let present = mean(|q| q.evidence.present().len());
            let absent = mean(|q| q.evidence.absent().len());
            let misleading = mean(|q| q.misleading.len());
            assert!((present - 8.0).abs() < 0.2, "{set}: {present} present");
            assert!((absent - 4.0).abs() < 0.2, "{set}: {absent} absent");
            let share = misleading / present;
            assert!((share - set.misleading_share()).abs() < 0.015, "{set}: {share} misleading");
        }
    }

    #[test]
    fn misleading_findings_come_from_where_the_set_says() {
        let clinic = clinic();
        let network = clinic.network();
        for set in QuerySet::ALL {
            let queries = clinic.queries(set, 100).unwrap();
            for query in &queries {
                assert!(query.misleading.iter().all(|&f| network.link(query.label, f).is_none()));
                let own = query.evidence.present().iter().filter(|f| !query.misleading.contains(f));
                assert!(own.into_iter().all(|&f| network.link(query.label, f).is_some()));
            }
            let from = |query: &LabelledQuery, diseases: &[DiseaseId]| {
                query.misleading.iter().all(|&f| diseases.iter().any(|&d| network.link(d, f).is_some()))
            };
            let placed = queries.iter().filter(|query| match set {
                QuerySet::Random20 => true,
                QuerySet::Chronic20 | QuerySet::Chronic40 => from(query, clinic.chronic()),
                QuerySet::Confuse20 => from(query, &clinic.similar_to(query.label).collect::<Vec<_>>()),
            });
            assert!(placed.count() >= 99, "{set}");
        }
    }

    #[test]
    fn leak_and_priors_change_no_query() {
        let leaky = Clinic::new(&NetworkSpec { leak: 0.001, ..NetworkSpec::f120() }).unwrap();
        let set = QuerySet::Chronic40;
        assert_eq!(clinic().queries(set, 20).unwrap(), leaky.queries(set, 20).unwrap());
    }
}
