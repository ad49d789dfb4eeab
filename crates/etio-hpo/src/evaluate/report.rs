//! The figures of a method, from where each case's disease came out.

use std::collections::HashMap;

use serde::Serialize;

use super::calibration::Calibration;
use super::cases::chooses_exponent;
use super::merge::MergedSummary;
use super::run::EvaluatedCase;
use super::summary::{Contribution, Difference, Group, Scores, points};
use crate::Ranker;

/// Times of a method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// Half of the cases take no longer, in milliseconds.
    pub median_ms: f64,
    /// Nine in ten take no longer.
    pub p90_ms: f64,
    /// None takes longer.
    pub max_ms: f64,
    /// The median of cases with 30 present findings or more; absent if there is none.
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
    /// Time per case.
    pub time: Times,
    /// Cases without an answer; they count as missed.
    pub failed: usize,
    /// Why, for the first few.
    pub errors: Vec<String>,
    /// Patients made of two.
    pub merged: Option<MergedSummary>,
}

/// Groups of cases by the number of present findings.
const SIZES: [(usize, usize); 6] = [(1, 2), (3, 5), (6, 10), (11, 20), (21, 29), (30, usize::MAX)];

pub(super) fn report(
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
                Some(Contribution {
                    rank: placement.rank,
                    series_rank: placement.series_rank,
                    gene_rank: placement.gene_rank,
                    label: case.label_index,
                    cluster: case.cluster(),
                })
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
    let all = answered().map(|case| (&case.ranked[at].all, chooses_exponent(case.cluster())));
    let clean = answered().filter(|case| case.clean);
    let clean = clean.map(|case| (&case.ranked[at].all, chooses_exponent(case.cluster())));
    let left_out = answered()
        .filter_map(|case| Some((case.ranked[at].left_out.as_ref()?, chooses_exponent(case.cluster()))));
    let mut calibrations = HashMap::from([("all", Calibration::of(all)), ("clean", Calibration::of(clean))]);
    if answered().any(|case| case.ranked[at].left_out.is_some()) {
        calibrations.insert("leave_publication_out", Calibration::of(left_out));
    }
    calibrations
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

pub(super) fn differences(
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
