//! Ranking every case by every method, three times over.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use etio::{BuildError, Limits, Network, NetworkBuilder};
use rayon::prelude::*;
use serde::Serialize;

use super::calibration::{Calibration, EXPONENTS, temper};
use super::cases::{Candidates, CandidatesError, Skipped, Usable, select};
use super::merge::{self, MergedSummary};
use super::summary::{Contribution, Difference, Group, Scores, points};
use crate::documents::{self, DocumentError};
use crate::hpo::Hpo;
use crate::import::SERIES;
use crate::model::{Knowledge, LeftOut, Model, Settings};
use crate::rank::{Bench, Overrides};
use crate::{Absent, Patient, RankError, Ranker};

/// What to evaluate.
#[derive(Clone, Debug)]
pub struct Options {
    /// The methods, side by side. Differences are against the first.
    pub rankers: Vec<Ranker>,
    /// How absent terms count.
    pub absent: Absent,
    /// Whether to rank each case a second time without its own publications.
    pub leave_out: bool,
    /// Which diseases compete.
    pub candidates: Candidates,
    /// What a case may take.
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
    /// The rival's network could not be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// No case is left.
    #[error(
        "no case can be ranked: {} without a label, {} whose disease is not annotated, {} without a known present term, \
         {} whose disease is no candidate",
        .0.without_label, .0.not_annotated, .0.without_findings, .0.not_a_candidate
    )]
    NoCases(Skipped),
    /// The threads did not start.
    #[error("starting threads: {0}")]
    Threads(String),
}

/// Where the right disease came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Its rank among the candidates; ties at their middle. Infinite where the method gave no answer.
    pub rank: f64,
    /// The rank of its phenotypic series, each series at its best member.
    pub series_rank: f64,
    /// Whether it is the first, alone.
    pub top_is_right: bool,
    /// For each of [`EXPONENTS`]: the confidence in the first disease, and the log probability of the right one.
    pub(super) tempered: [(f64, f64); EXPONENTS.len()],
}

/// A case by one method.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// As the network is.
    pub all: Placement,
    /// Without the case's own publications; `None` where that was not asked for.
    pub left_out: Option<Placement>,
    /// What the first of the two took.
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
    label_index: u32,
    /// Present findings.
    pub findings: usize,
    /// No annotation of the right disease cites the case's publications.
    pub clean: bool,
    /// The publications it comes from.
    pub publications: Vec<String>,
    /// One a method.
    pub ranked: Vec<Ranked>,
}

impl EvaluatedCase {
    fn cluster(&self) -> &str {
        self.publications.first().unwrap_or(&self.id)
    }
}

/// Times of a method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// Half of the cases take no longer, in milliseconds.
    pub median_ms: f64,
    /// Nine in ten take no longer.
    pub p90_ms: f64,
    /// None takes longer.
    pub max_ms: f64,
    /// The median of cases with 30 present findings or more; absent where there is none.
    pub long_median_ms: Option<f64>,
}

/// All figures of a method.
#[derive(Clone, Debug, Serialize)]
pub struct MethodReport {
    /// Its spelling.
    pub method: String,
    /// All cases.
    pub all: Group,
    /// Cases whose publications the annotations of their disease do not cite.
    pub clean: Group,
    /// All cases, each without the annotations from its own publications.
    pub leave_publication_out: Option<Group>,
    /// All cases, those whose disease is not annotated or that have no usable term counted as missed.
    pub counting_skipped: Scores,
    /// By the number of present findings.
    pub by_findings: Vec<(String, Group)>,
    /// Confidence against truth, by group.
    pub calibration: HashMap<&'static str, Calibration>,
    /// What a case takes.
    pub time: Times,
    /// Cases without an answer; they count as missed.
    pub failed: usize,
    /// Why, for the first few.
    pub errors: Vec<String>,
    /// Patients made of two.
    pub merged: Option<MergedSummary>,
}

/// The outcome.
#[derive(Debug)]
pub struct Evaluation {
    /// Where the network comes from.
    pub versions: String,
    /// How absent terms counted.
    pub absent: Absent,
    /// How many diseases competed.
    pub candidates: usize,
    /// Cases that were left aside.
    pub skipped: Skipped,
    /// Each case.
    pub cases: Vec<EvaluatedCase>,
    /// Each method, in the order asked for.
    pub methods: Vec<MethodReport>,
    /// Each method but the first, against the first: over all cases, clean ones, and with publications left out.
    pub differences: Vec<HashMap<&'static str, Difference>>,
}

/// What a method ranks on.
pub(super) struct Ground<'a> {
    pub(super) network: &'a Network,
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
    let mask = options.candidates.mask(hpo.network(), patients)?;
    let (knowledge, model) = hpo.knowledge()?;
    let cited =
        |patient: &Patient| patient.publications.iter().filter_map(|p| knowledge.reference(p)).collect();
    let (usable, skipped) = select(hpo, patients, &mask, cited, |references| knowledge.citing(references));
    if usable.is_empty() {
        return Err(EvaluateError::NoCases(skipped));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|e| EvaluateError::Threads(e.to_string()))?;
    let own = Ground { network: hpo.network(), knowledge, model };
    let made = options.rankers.contains(&Ranker::LikelihoodRatio).then(|| rival(hpo)).transpose()?;
    let rival = made.as_ref().map(|(knowledge, model, network)| Ground { network, knowledge, model });
    let ground = |ranker: Ranker| match (&rival, ranker) {
        (Some(rival), Ranker::LikelihoodRatio) => rival,
        _ => &own,
    };
    let contest = Contest { mask, series: series_of(hpo.network()), options };
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
        differences: (1..methods.len()).map(|at| differences(&methods, at, &cases)).collect(),
        cases,
        methods,
    })
}

fn evaluated(hpo: &Hpo, case: &Usable<'_>) -> EvaluatedCase {
    EvaluatedCase {
        id: case.patient.id.clone(),
        label: hpo.network().disease_id(etio::DiseaseId::new(case.label)).to_owned(),
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
                || Bench::new(ground.network, self.options.limits),
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
        let missed = |outcome: Result<Placement, RankError>| outcome.unwrap_or_else(|_| Placement::missed());
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
        for (score, competes) in ranking.scores.iter_mut().zip(&self.mask) {
            if !competes {
                *score = f64::NEG_INFINITY;
            }
        }
        let label = case.label as usize;
        Ok(Placement::new(&ranking.scores, label, &self.mask, &self.series))
    }
}

impl Placement {
    fn new(scores: &[f64], label: usize, mask: &[bool], series: &[u32]) -> Self {
        let rank = middle_rank(scores.iter().zip(mask).filter(|(_, m)| **m).map(|(s, _)| *s), scores[label]);
        let mut best: Vec<Option<f64>> = vec![None; series.iter().max().map_or(0, |&s| s as usize + 1)];
        for ((&score, &series), _) in scores.iter().zip(series).zip(mask).filter(|(_, m)| **m) {
            let best = &mut best[series as usize];
            *best = Some(best.map_or(score, |b| b.max(score)));
        }
        let own = best[series[label] as usize].unwrap_or(scores[label]);
        Self {
            rank,
            series_rank: middle_rank(best.into_iter().flatten(), own),
            top_is_right: rank == 1.0,
            tempered: temper(scores, label),
        }
    }

    /// A case without an answer.
    fn missed() -> Self {
        let nothing = [(0.0, -30.0); EXPONENTS.len()];
        Self { rank: f64::INFINITY, series_rank: f64::INFINITY, top_is_right: false, tempered: nothing }
    }
}

/// The rank of a score that is among the scores; ties at their middle.
pub(super) fn middle_rank(scores: impl Iterator<Item = f64>, own: f64) -> f64 {
    let (mut above, mut equal) = (0usize, 0usize);
    for score in scores {
        above += usize::from(score > own);
        equal += usize::from(score == own);
    }
    1.0 + above as f64 + (equal.max(1) - 1) as f64 / 2.0
}

/// Groups of cases by the number of present findings.
const SIZES: [(usize, usize); 6] = [(1, 2), (3, 5), (6, 10), (11, 20), (21, 29), (30, usize::MAX)];

fn report(
    ranker: &Ranker,
    at: usize,
    cases: &[EvaluatedCase],
    skipped: usize,
    merged: Option<MergedSummary>,
) -> MethodReport {
    let group = |include: &dyn Fn(&EvaluatedCase) -> bool, left_out: bool| {
        let contributions: Vec<Contribution<'_>> = cases
            .iter()
            .filter(|case| include(case))
            .filter_map(|case| {
                let ranked = &case.ranked[at];
                let placement = if left_out { ranked.left_out.as_ref()? } else { &ranked.all };
                let (rank, series_rank) = (placement.rank, placement.series_rank);
                Some(Contribution { rank, series_rank, label: case.label_index, cluster: case.cluster() })
            })
            .collect();
        Group::of(&contributions)
    };
    let left_out = cases.iter().any(|case| case.ranked[at].left_out.is_some());
    let mut by_findings = Vec::new();
    for (least, most) in SIZES {
        let group = group(&|case| (least..=most).contains(&case.findings), false);
        if group.n > 0 {
            let name = if most == usize::MAX { format!("{least}+") } else { format!("{least}-{most}") };
            by_findings.push((name, group));
        }
    }
    let failures = || cases.iter().filter_map(|case| Some((&case.id, case.ranked[at].error.as_ref()?)));
    MethodReport {
        method: ranker.to_string(),
        all: group(&|_| true, false),
        clean: group(&|case| case.clean, false),
        leave_publication_out: left_out.then(|| group(&|_| true, true)),
        counting_skipped: counting_skipped(at, cases, skipped),
        by_findings,
        calibration: calibrations(at, cases),
        time: times(at, cases),
        failed: failures().count(),
        errors: failures().take(3).map(|(id, error)| format!("{id}: {error}")).collect(),
        merged,
    }
}

fn counting_skipped(at: usize, cases: &[EvaluatedCase], skipped: usize) -> Scores {
    let mut sums = [0.0; 6];
    for case in cases {
        let row = points(case.ranked[at].all.rank);
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
    Scores::from_array(sums.map(|sum| sum / (cases.len() + skipped).max(1) as f64))
}

fn calibrations(at: usize, cases: &[EvaluatedCase]) -> HashMap<&'static str, Calibration> {
    let answered = || cases.iter().filter(|case| case.ranked[at].error.is_none());
    let all = answered().map(|case| (&case.ranked[at].all, first_half(case.cluster())));
    let clean = answered().filter(|case| case.clean);
    let clean = clean.map(|case| (&case.ranked[at].all, first_half(case.cluster())));
    let left_out =
        answered().filter_map(|case| Some((case.ranked[at].left_out.as_ref()?, first_half(case.cluster()))));
    let mut calibrations = HashMap::from([("all", Calibration::of(all)), ("clean", Calibration::of(clean))]);
    if answered().any(|case| case.ranked[at].left_out.is_some()) {
        calibrations.insert("leave_publication_out", Calibration::of(left_out));
    }
    calibrations
}

/// Which half a publication is in: always the same, whatever the order of the cases (FNV-1a).
pub(super) fn first_half(publication: &str) -> bool {
    let hash = publication
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    (hash >> 32).is_multiple_of(2)
}

fn times(at: usize, cases: &[EvaluatedCase]) -> Times {
    let sorted = |include: &dyn Fn(&EvaluatedCase) -> bool| {
        let mut times: Vec<f64> = cases
            .iter()
            .filter(|case| include(case))
            .map(|case| case.ranked[at].elapsed.as_secs_f64() * 1e3)
            .collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let end = |times: &[f64], share: f64| {
        times.get(((times.len() as f64 * share) as usize).min(times.len().max(1) - 1)).copied()
    };
    let all = sorted(&|_| true);
    let long = sorted(&|case| case.findings >= 30);
    Times {
        median_ms: end(&all, 0.5).unwrap_or(0.0),
        p90_ms: end(&all, 0.9).unwrap_or(0.0),
        max_ms: all.last().copied().unwrap_or(0.0),
        long_median_ms: end(&long, 0.5),
    }
}

fn differences(
    methods: &[MethodReport],
    at: usize,
    cases: &[EvaluatedCase],
) -> HashMap<&'static str, Difference> {
    let names = (methods[at].method.as_str(), methods[0].method.as_str());
    let ranks = |include: &dyn Fn(&EvaluatedCase) -> bool| -> Vec<(f64, f64, &str)> {
        let chosen = cases.iter().filter(|case| include(case));
        chosen.map(|c| (c.ranked[at].all.rank, c.ranked[0].all.rank, c.cluster())).collect()
    };
    let without: Vec<(f64, f64, &str)> = cases
        .iter()
        .filter_map(|c| {
            let (mine, other) = (c.ranked[at].left_out.as_ref()?, c.ranked[0].left_out.as_ref()?);
            Some((mine.rank, other.rank, c.cluster()))
        })
        .collect();
    let mut found = HashMap::from([
        ("all", Difference::of(names, &ranks(&|_| true))),
        ("clean", Difference::of(names, &ranks(&|case| case.clean))),
    ]);
    if !without.is_empty() {
        found.insert("leave_publication_out", Difference::of(names, &without));
    }
    found
}
