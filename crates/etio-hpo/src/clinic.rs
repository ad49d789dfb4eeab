//! One patient's differential: ranked diseases, what speaks for and against each, and pairs that
//! explain more together.

use std::time::{Duration, Instant};

use etio::{DiseaseId, FindingId, Limits, Target};
use serde::Serialize;

use crate::hpo::Hpo;
use crate::rank::{Bench, HONEST_EXPONENT, Overrides, best_pairs, finding_weight};
use crate::{Absent, Note, Observation, Patient, RankError, Ranker, Ranking};

/// Diagnoses patients on one network. It keeps its working memory from patient to patient: create
/// one per thread.
#[derive(Debug)]
pub struct Clinic<'a> {
    hpo: &'a Hpo,
    bench: Bench,
    ranker: Ranker,
    absent: Absent,
}

/// A patient's differential.
#[derive(Debug)]
pub struct Diagnosis {
    /// What was taken as evidence, with notes on what was not.
    pub observation: Observation,
    /// Every disease's place.
    pub ranking: Ranking,
    /// What the ranking took.
    pub elapsed: Duration,
}

/// A disease and the reasons for its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explained {
    /// Its place, from one.
    pub rank: usize,
    /// Its id.
    pub disease: String,
    /// Its name.
    pub name: String,
    /// How likely it is by the model.
    pub posterior: f64,
    /// The lower end of its certified interval, if the answer is in intervals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<f64>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<f64>,
    /// How likely it is by experience with patients: the posterior tempered with [`HONEST_EXPONENT`].
    pub calibrated: f64,
    /// How much more likely the findings are with this disease alone than with none, as a power of ten.
    pub weight_of_evidence: f64,
    /// Findings that speak for it, strongest first.
    #[serde(rename = "for")]
    pub speaks_for: Vec<Reason>,
    /// Findings that speak against it, strongest first.
    pub against: Vec<Reason>,
    /// Present findings that it does not explain.
    pub unexplained: Vec<Term>,
}

/// A finding and what it says about a disease.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The finding.
    #[serde(flatten)]
    pub term: Term,
    /// Whether it is present.
    pub present: bool,
    /// How often patients with the disease are described by it.
    pub frequency: f64,
    /// Its weight of evidence, as a power of ten.
    pub weight: f64,
    /// Publications and databases behind the frequency; empty where it is inferred from related terms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
}

/// A term by its id and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// Such as `HP:0001250`.
    pub id: String,
    /// Such as "Seizure".
    pub name: String,
}

/// Two diseases that together explain more than either alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplainedPair {
    /// Ids of the two.
    pub diseases: [String; 2],
    /// Names of the two.
    pub names: [String; 2],
    /// How likely it is to be just these two, if it is one disease or two.
    pub posterior: f64,
    /// How much better the two explain the findings than the better one alone, as a power of ten.
    pub gain: f64,
    /// Present findings that only the first explains, and that only the second does.
    pub only: [Vec<Term>; 2],
}

/// A finding says something about a disease if it changes its odds by more than this, as a natural log.
const SAYS_SOMETHING: f64 = 0.2;

impl<'a> Clinic<'a> {
    /// A clinic on a network.
    pub fn new(hpo: &'a Hpo, ranker: Ranker, absent: Absent, limits: Limits) -> Self {
        Self { hpo, bench: Bench::new(hpo.network(), limits), ranker, absent }
    }

    /// Changes when certified intervals are narrow enough.
    pub fn set_target(&mut self, target: Target) {
        self.bench.set_target(target);
    }

    /// Ranks the diseases for a patient.
    pub fn diagnose(&mut self, patient: &Patient) -> Result<Diagnosis, RankError> {
        let observation = self.hpo.observe(patient);
        if observation.evidence.is_empty() {
            let notes = observation.notes.iter().map(ToString::to_string).collect();
            return Err(RankError::NoTerms { notes });
        }
        let started = Instant::now();
        let ranking = self.bench.rank(self.ranker, &observation, self.absent, &Overrides::new())?;
        Ok(Diagnosis { observation, ranking, elapsed: started.elapsed() })
    }

    /// The reasons for the places of the first `count` diseases.
    pub fn explain(&self, diagnosis: &Diagnosis, count: usize) -> Vec<Explained> {
        let best = diagnosis.ranking.best(count).into_iter().enumerate();
        self.reasons(diagnosis, best.map(|(at, disease)| (at + 1, DiseaseId::new(disease as u32))))
    }

    /// The reasons for the place of one disease.
    pub fn explain_one(&self, diagnosis: &Diagnosis, disease: DiseaseId) -> Option<Explained> {
        let rank = diagnosis.ranking.rank(disease);
        self.reasons(diagnosis, [(rank, disease)]).pop()
    }

    fn reasons(
        &self,
        diagnosis: &Diagnosis,
        places: impl IntoIterator<Item = (usize, DiseaseId)>,
    ) -> Vec<Explained> {
        let calibrated = diagnosis.ranking.tempered(HONEST_EXPONENT);
        let explained = places.into_iter().map(|(rank, disease)| Explained {
            calibrated: calibrated[disease.index()],
            ..self.reasons_for(diagnosis, rank, disease)
        });
        explained.collect()
    }

    fn reasons_for(&self, diagnosis: &Diagnosis, rank: usize, disease: DiseaseId) -> Explained {
        let network = self.hpo.network();
        let evidence = &diagnosis.observation.evidence;
        let (mut speaks_for, mut against, mut unexplained) = (Vec::new(), Vec::new(), Vec::new());
        let mut weight_of_evidence = 0.0;
        for &finding in evidence.present() {
            let link = network.link(disease, finding);
            let weight = finding_weight(network.leak(finding), link.map_or(0.0, |l| l.0));
            weight_of_evidence += weight;
            match link {
                Some((v, link)) if weight > SAYS_SOMETHING => {
                    speaks_for.push(self.reason(finding, true, v, weight, Some(link)));
                }
                _ => unexplained.push(self.term(finding)),
            }
        }
        for &finding in evidence.absent() {
            let Some((v, link)) = network.link(disease, finding) else { continue };
            let weight = self.absent.weight(v);
            weight_of_evidence += weight;
            if weight.abs() > SAYS_SOMETHING {
                let reason = self.reason(finding, false, v, weight, Some(link));
                if weight > 0.0 { &mut speaks_for } else { &mut against }.push(reason);
            }
        }
        speaks_for.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        against.sort_by(|a, b| a.weight.total_cmp(&b.weight));
        let interval = diagnosis.ranking.intervals.get(disease.index()).copied();
        Explained {
            rank,
            disease: network.disease_id(disease).to_owned(),
            name: network.disease_name(disease).to_owned(),
            posterior: diagnosis.ranking.probabilities[disease.index()],
            lower: interval.map(|(lower, _)| lower),
            upper: interval.map(|(_, upper)| upper),
            calibrated: 0.0,
            weight_of_evidence: weight_of_evidence / std::f64::consts::LN_10,
            speaks_for,
            against,
            unexplained,
        }
    }

    fn reason(&self, finding: FindingId, present: bool, v: f64, weight: f64, link: Option<usize>) -> Reason {
        let catalog = self.hpo.network().link_catalog();
        let sources = link.and_then(|link| catalog.attribute(link, "source")).unwrap_or_default();
        Reason {
            term: self.term(finding),
            present,
            frequency: v,
            weight: weight / std::f64::consts::LN_10,
            sources: sources.split(';').filter(|s| !s.is_empty()).map(str::to_owned).collect(),
        }
    }

    /// The likeliest pairs of diseases in which each explains what the other does not.
    pub fn pairs(&self, diagnosis: &Diagnosis, count: usize) -> Vec<ExplainedPair> {
        let network = self.hpo.network();
        let evidence = &diagnosis.observation.evidence;
        best_pairs(network, evidence, self.absent, count)
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

/// Notes that somebody should look at.
pub fn problems(notes: &[Note]) -> impl Iterator<Item = &Note> {
    notes.iter().filter(|note| note.kind.is_problem())
}
