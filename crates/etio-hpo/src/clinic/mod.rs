//! One patient's differential: ranked diseases and genes, the evidence for and against each, pairs that
//! explain more together, and what to examine next.

mod explain;
mod next;
mod observed;
mod pairs;
mod together;

use std::time::{Duration, Instant};

use etio::{DiseaseId, FindingId, Limits, Target};
use serde::Serialize;

pub use explain::{Explained, KnownOnset, ModelView, Reason, Typical};
pub use next::NextTerm;
pub use observed::{Basis, Observed};
pub use pairs::ExplainedPair;
pub use together::{Shared, Sibling, Together};

use crate::facts::Elsewhere;
use crate::genes::Gene;
use crate::hpo::Hpo;
use crate::rank::{Bench, Overrides, finding_weight, stated};
use crate::{Absent, Note, Observation, Patient, RankError, Ranker, Ranking};

/// Diagnoses patients on one network. It keeps its working memory from patient to patient, so use
/// one per thread.
#[derive(Debug)]
pub struct Clinic<'a> {
    hpo: &'a Hpo,
    bench: Bench,
    ranker: Ranker,
    absent: Absent,
    shows_untempered: bool,
}

/// A patient's differential.
#[derive(Debug)]
pub struct Diagnosis {
    /// The evidence, with notes on terms that are not part of it.
    pub observation: Observation,
    /// Every disease's place.
    pub ranking: Ranking,
    /// How likely each disease is, as [stated] to people.
    ///
    /// [stated]: crate::stated
    pub probabilities: Vec<f64>,
    /// Time of the ranking.
    pub elapsed: Duration,
}

/// A disease and its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Its place, from one.
    pub rank: usize,
    /// Its id.
    pub disease: String,
    /// Its name.
    pub name: String,
    /// How likely it is, by experience with patients: what is [stated] for the model's posterior.
    ///
    /// [stated]: crate::stated
    pub probability: f64,
    /// The model's posterior itself, if it was asked for or is in an interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<f64>,
    /// The lower end of the posterior's certified interval, if the answer is in intervals. Like the
    /// posterior it is not tempered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior_lower: Option<f64>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior_upper: Option<f64>,
    /// Whether it is not proven that no disease further down is more likely; only if so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
    /// How much more likely the findings are with this disease alone than with none, as a power of ten.
    pub weight_of_evidence: f64,
    /// Weight of the list of genes, as a power of ten; `None` without a list. It is not part of the
    /// weight of evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gene_weight: Option<f64>,
    /// Genes that cause it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub genes: Vec<Gene>,
    /// The disease in other catalogues.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<Elsewhere>,
}

/// A gene and its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GenePlace {
    /// Its place, from one.
    pub rank: usize,
    /// The gene.
    #[serde(flatten)]
    pub gene: Gene,
    /// How likely it is that one of its diseases is present.
    pub probability: f64,
    /// Its diseases, likeliest first.
    pub diseases: Vec<Sibling>,
}

/// A term by its id and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// Such as `HP:0001250`.
    pub id: String,
    /// Such as "Seizure".
    pub name: String,
}

impl<'a> Clinic<'a> {
    /// A clinic on a network.
    pub fn new(hpo: &'a Hpo, ranker: Ranker, absent: Absent, limits: Limits) -> Self {
        let bench = Bench::new(hpo.ground(), limits);
        Self { hpo, bench, ranker, absent, shows_untempered: false }
    }

    /// Changes when certified intervals are narrow enough.
    pub fn set_target(&mut self, target: Target) {
        self.bench.set_target(target);
    }

    /// Whether places carry the model's posterior beside the tempered probability.
    pub fn show_untempered(&mut self, shows: bool) {
        self.shows_untempered = shows;
    }

    /// Ranks the diseases for a patient.
    pub fn diagnose(&mut self, patient: &Patient) -> Result<Diagnosis, RankError> {
        let observation = self.hpo.observe(patient);
        if observation.evidence.is_empty() {
            let notes = observation.notes.iter().map(ToString::to_string).collect();
            return Err(RankError::NoTerms { notes });
        }
        if observation.evidence.present().is_empty() {
            return Err(RankError::NothingPresent);
        }
        let started = Instant::now();
        let ranking = self.bench.rank(self.ranker, &observation, self.absent, &Overrides::new())?;
        let probabilities = ranking.probabilities.iter().map(|&posterior| stated(posterior)).collect();
        Ok(Diagnosis { observation, ranking, probabilities, elapsed: started.elapsed() })
    }

    /// The places of the first `count` diseases.
    pub fn places(&self, diagnosis: &Diagnosis, count: usize) -> Vec<Place> {
        let best = diagnosis.ranking.best(count).into_iter().enumerate();
        best.map(|(at, disease)| self.place(diagnosis, at + 1, DiseaseId::new(disease as u32))).collect()
    }

    fn place(&self, diagnosis: &Diagnosis, rank: usize, disease: DiseaseId) -> Place {
        let network = self.hpo.network();
        let evidence = &diagnosis.observation.evidence;
        let link = |finding: FindingId| network.link(disease, finding).map_or(0.0, |link| link.0);
        let present = evidence.present().iter().map(|&f| finding_weight(network.leak(f), link(f)));
        let absent = evidence.absent().iter().map(|&f| self.absent.weight(network.leak(f), link(f)));
        let weight: f64 = present.chain(absent).sum();
        let interval = diagnosis.ranking.intervals.get(disease.index()).copied();
        let facts = self.hpo.facts(disease);
        Place {
            rank,
            disease: network.disease_id(disease).to_owned(),
            name: network.disease_name(disease).to_owned(),
            probability: diagnosis.probabilities[disease.index()],
            posterior: (self.shows_untempered || interval.is_some())
                .then(|| diagnosis.ranking.probabilities[disease.index()]),
            posterior_lower: interval.map(|(lower, _)| lower),
            posterior_upper: interval.map(|(_, upper)| upper),
            undecided: diagnosis.ranking.is_undecided(disease),
            weight_of_evidence: weight / std::f64::consts::LN_10,
            gene_weight: self.hpo.listed(disease).map(|log| log / std::f64::consts::LN_10),
            genes: facts.genes,
            elsewhere: facts.elsewhere,
        }
    }

    /// The places of the first `count` genes; none if the network has none.
    pub fn genes(&self, diagnosis: &Diagnosis, count: usize) -> Vec<GenePlace> {
        let genes = self.hpo.genes();
        let order = diagnosis.ranking.order();
        let best = genes.best(&diagnosis.ranking, count).into_iter().enumerate();
        best.map(|(at, ranked)| {
            let diseases = genes.diseases(ranked.gene);
            GenePlace {
                rank: at + 1,
                gene: genes.gene(ranked.gene).clone(),
                probability: stated(ranked.posterior),
                diseases: self.siblings(diagnosis, &order, diseases),
            }
        })
        .collect()
    }

    /// A finding by id and name.
    pub fn term(&self, finding: FindingId) -> Term {
        let network = self.hpo.network();
        Term { id: network.finding_id(finding).to_owned(), name: network.finding_name(finding).to_owned() }
    }

    /// The network it works on.
    pub fn hpo(&self) -> &'a Hpo {
        self.hpo
    }

    /// How absent terms count.
    pub fn absent(&self) -> Absent {
        self.absent
    }
}

/// Notes that need attention.
pub fn problems(notes: &[Note]) -> impl Iterator<Item = &Note> {
    notes.iter().filter(|note| note.kind.is_problem())
}
