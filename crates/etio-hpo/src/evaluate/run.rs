//! Ranking every case by every method, as the annotations are and without the case's own publications.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use etio::{BuildError, DiseaseId, Limits, Network, NetworkBuilder};
use rayon::prelude::*;

use super::cases::{Candidates, CandidatesError, Half, LeftAside, Skipped, Usable, cluster, select};
use super::merge;
use super::placement::Placement;
use super::report::{MethodReport, differences, report};
use super::summary::Difference;
use crate::documents::{self, DocumentError};
use crate::genes::Genes;
use crate::hpo::Hpo;
use crate::import::SERIES;
use crate::model::{Knowledge, LeftOut, Model, Settings};
use crate::rank::{self, Bench, Overrides};
use crate::{Absent, Patient, RankError, Ranker};

/// Settings of an evaluation.
#[derive(Clone, Debug)]
pub struct Options {
    /// The methods, side by side. Differences are against the first.
    pub rankers: Vec<Ranker>,
    /// How absent terms count.
    pub absent: Absent,
    /// Whether to rank each case a second time without its own publications.
    pub leave_out: bool,
    /// Diseases that compete.
    pub candidates: Candidates,
    /// Only the cases of one half of the publications.
    pub half: Option<Half>,
    /// Resource limits for one case.
    pub limits: Limits,
    /// Cases at the same time.
    pub threads: usize,
    /// How many pairs of cases to merge into patients with two diseases.
    pub merged: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rankers: vec![Ranker::default()],
            absent: Absent::default(),
            leave_out: true,
            candidates: Candidates::default(),
            half: None,
            limits: Limits::default(),
            threads: 1,
            merged: 0,
        }
    }
}

/// Why nothing was evaluated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// The network lacks what is needed.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// An unknown candidate.
    #[error(transparent)]
    Candidates(#[from] CandidatesError),
    /// The baseline's network could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// No case is left.
    #[error(
        "no case can be ranked: {} without a label, {} whose disease is not annotated, {} without a known present term, \
         {} whose disease is not a candidate",
        .0.without_label, .0.not_annotated, .0.without_findings, .0.not_a_candidate
    )]
    NoCases(Skipped),
    /// The threads did not start.
    #[error("starting threads: {0}")]
    Threads(String),
}

/// A case by one method.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// On the network as it is.
    pub all: Placement,
    /// Without the case's own publications; `None` if that was not asked for.
    pub left_out: Option<Placement>,
    /// Time of the first of the two.
    pub elapsed: Duration,
    /// Why there is no answer.
    pub error: Option<String>,
}

/// A case by all methods.
#[derive(Clone, Debug)]
pub struct EvaluatedCase {
    /// The case's id.
    pub id: String,
    /// The right disease.
    pub label: String,
    pub(super) label_index: u32,
    /// Present findings.
    pub findings: usize,
    /// No annotation of the right disease cites the case's publications.
    pub clean: bool,
    /// The publications it comes from.
    pub publications: Vec<String>,
    /// One per method.
    pub ranked: Vec<Ranked>,
}

impl EvaluatedCase {
    pub(super) fn cluster(&self) -> &str {
        cluster(&self.publications, &self.id)
    }
}

/// The outcome.
#[derive(Debug)]
pub struct Evaluation {
    /// Provenance of the network.
    pub versions: String,
    /// How absent terms counted.
    pub absent: Absent,
    /// How many diseases competed.
    pub candidates: usize,
    /// How many cases were left aside, by reason.
    pub skipped: Skipped,
    /// Cases that were left aside.
    pub left_aside: Vec<LeftAside>,
    /// Each case.
    pub cases: Vec<EvaluatedCase>,
    /// Each method, in the order asked for.
    pub methods: Vec<MethodReport>,
    /// Each method but the first, against the first: over all cases, clean ones, and with
    /// publications left out.
    pub differences: Vec<HashMap<&'static str, Difference>>,
}

/// Network, knowledge and model that a method ranks with.
pub(super) struct Ground<'a> {
    pub(super) own: rank::Ground<'a>,
    knowledge: &'a Knowledge,
    model: &'a Model,
}

/// Ranks every case. `done` hears of every case that is finished.
pub fn evaluate(
    hpo: &Hpo,
    patients: &[Patient],
    options: &Options,
    done: &(dyn Fn() + Sync),
) -> Result<Evaluation, EvaluateError> {
    let mask = options.candidates.mask(hpo, patients)?;
    let patients: Vec<&Patient> =
        patients.iter().filter(|patient| options.half.is_none_or(|half| half.has(patient))).collect();
    let (knowledge, model) = hpo.knowledge()?;
    let cited =
        |patient: &Patient| patient.publications.iter().filter_map(|p| knowledge.reference(p)).collect();
    let (usable, left_aside) =
        select(hpo, &patients, &mask, cited, |references| knowledge.citing(references));
    let skipped = Skipped::of(&left_aside);
    if usable.is_empty() {
        return Err(EvaluateError::NoCases(skipped));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|e| EvaluateError::Threads(e.to_string()))?;
    let own = Ground { own: hpo.ground(), knowledge, model };
    let made = options.rankers.contains(&Ranker::LikelihoodRatio).then(|| rival(hpo)).transpose()?;
    let rival = made.as_ref().map(|(knowledge, model, network)| Ground {
        own: rank::Ground { network, listed: &[] },
        knowledge,
        model,
    });
    let ground = |ranker: Ranker| match ranker {
        Ranker::LikelihoodRatio => rival.as_ref().unwrap_or(&own),
        Ranker::Single | Ranker::Pairs | Ranker::Joint(_) => &own,
    };
    let contest = Contest { mask, series: series_of(hpo.network()), genes: hpo.genes(), options };
    let mut cases: Vec<EvaluatedCase> = usable.iter().map(|case| evaluated(hpo, case)).collect();
    let mut merged = Vec::new();
    for &ranker in &options.rankers {
        let ground = ground(ranker);
        let ranked = pool.install(|| contest.rank_all(ground, ranker, &usable, done));
        cases.iter_mut().zip(ranked).for_each(|(case, ranked)| case.ranked.push(ranked));
        merged.push(pool.install(|| merge::measure(hpo, ground, ranker, &usable, options)));
    }
    let skipped_count = skipped.not_annotated + skipped.without_findings;
    let methods: Vec<MethodReport> = options
        .rankers
        .iter()
        .zip(merged)
        .enumerate()
        .map(|(at, (ranker, merged))| report(ranker, at, &cases, skipped_count, merged))
        .collect();
    Ok(Evaluation {
        versions: hpo.meta().versions(),
        absent: options.absent,
        candidates: contest.mask.iter().filter(|&&competes| competes).count(),
        skipped,
        left_aside,
        differences: (1..methods.len()).map(|at| differences(&methods, at, &cases)).collect(),
        cases,
        methods,
    })
}

fn evaluated(hpo: &Hpo, case: &Usable<'_>) -> EvaluatedCase {
    EvaluatedCase {
        id: case.patient.id.clone(),
        label: hpo.network().disease_id(DiseaseId::new(case.label)).to_owned(),
        label_index: case.label,
        findings: case.observation.evidence.present().len(),
        clean: case.clean,
        publications: case.patient.publications.clone(),
        ranked: Vec::new(),
    }
}

/// The network of the plain likelihood ratio, made from the same annotations.
fn rival(hpo: &Hpo) -> Result<(Knowledge, Model, Network), EvaluateError> {
    let network = hpo.network();
    let knowledge = documents::read_knowledge(network, hpo.graph().clone(), Settings::likelihood_ratio())?;
    let (model, links) = Model::with_links(&knowledge);
    let mut builder = NetworkBuilder::new();
    for disease in network.diseases() {
        builder.disease(network.disease_id(disease), "", network.prior(disease))?;
    }
    for finding in network.findings() {
        builder.finding(network.finding_id(finding), "", model.leak(finding.index()))?;
    }
    for (disease, links) in network.diseases().zip(links) {
        for (term, v) in links {
            builder.link(disease, etio::FindingId::new(term), v)?;
        }
    }
    Ok((knowledge, model, builder.build()?))
}

/// By disease: the number of its series; a disease without one is a series of its own.
fn series_of(network: &Network) -> Vec<u32> {
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let catalog = network.disease_catalog();
    network
        .diseases()
        .map(|disease| {
            let key = catalog.attribute(disease.index(), SERIES).unwrap_or(network.disease_id(disease));
            let next = numbers.len() as u32;
            *numbers.entry(key).or_insert(next)
        })
        .collect()
}

/// Who competes, and how it is scored.
struct Contest<'a> {
    mask: Vec<bool>,
    series: Vec<u32>,
    genes: &'a Genes,
    options: &'a Options,
}

impl Contest<'_> {
    fn rank_all(
        &self,
        ground: &Ground<'_>,
        ranker: Ranker,
        cases: &[Usable<'_>],
        done: &(dyn Fn() + Sync),
    ) -> Vec<Ranked> {
        let mut groups: Vec<&[u32]> = cases.iter().map(|case| case.cited.as_slice()).collect();
        groups.sort_unstable();
        groups.dedup();
        let left_out: HashMap<&[u32], LeftOut> = if self.options.leave_out {
            groups
                .into_par_iter()
                .map(|cited| (cited, ground.model.leave_out(ground.knowledge, cited)))
                .collect()
        } else {
            HashMap::new()
        };
        cases
            .par_iter()
            .with_max_len(16)
            .map_init(
                || Bench::new(ground.own, self.options.limits),
                |bench, case| {
                    let ranked = self.rank(bench, ground, ranker, case, left_out.get(case.cited.as_slice()));
                    done();
                    ranked
                },
            )
            .collect()
    }

    fn rank(
        &self,
        bench: &mut Bench,
        ground: &Ground<'_>,
        ranker: Ranker,
        case: &Usable<'_>,
        left_out: Option<&LeftOut>,
    ) -> Ranked {
        let started = Instant::now();
        let all = self.place(bench, ranker, case, &Overrides::new());
        let elapsed = started.elapsed();
        let without = left_out.map(|left_out| {
            if left_out.is_empty() {
                return all.clone();
            }
            let evidence = &case.observation.evidence;
            let terms: Vec<u32> =
                evidence.present().iter().chain(evidence.absent()).map(|f| f.index() as u32).collect();
            self.place(bench, ranker, case, &left_out.links(ground.model, ground.knowledge, &terms))
        });
        let error =
            all.as_ref().err().or(without.as_ref().and_then(|w| w.as_ref().err())).map(ToString::to_string);
        let has_gene = !self.genes.of_disease(DiseaseId::new(case.label)).is_empty();
        let missed =
            |outcome: Result<Placement, RankError>| outcome.unwrap_or_else(|_| Placement::missed(has_gene));
        Ranked { all: missed(all), left_out: without.map(missed), elapsed, error }
    }

    fn place(
        &self,
        bench: &mut Bench,
        ranker: Ranker,
        case: &Usable<'_>,
        overrides: &Overrides,
    ) -> Result<Placement, RankError> {
        let mut ranking = bench.rank(ranker, &case.observation, self.options.absent, overrides)?;
        if !ranking.is_informed() {
            return Err(RankError::Uninformed);
        }
        for (score, competes) in ranking.scores.iter_mut().zip(&self.mask) {
            if !competes {
                *score = f64::NEG_INFINITY;
            }
        }
        let label = case.label as usize;
        Ok(Placement::new(&ranking, label, &self.mask, &self.series, self.genes))
    }
}
