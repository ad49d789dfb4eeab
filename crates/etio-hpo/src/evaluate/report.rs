//! The figures of a method, from where each case's disease came out.

use std::collections::HashMap;

use serde::Serialize;

use super::calibration::Calibration;
use super::merge::MergedSummary;
use super::run::{EvaluatedCase, Evaluation, Ranked};
use super::summary::{Compared, Contribution, Difference, Group, Scores, points};
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
    let all = answered().map(|case| &case.ranked[at].all);
    let clean = answered().filter(|case| case.clean).map(|case| &case.ranked[at].all);
    let left_out = answered().filter_map(|case| case.ranked[at].left_out.as_ref());
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
    let pairs: Vec<Twice<'_>> = cases.iter().map(|case| (case, &case.ranked[at], &case.ranked[0])).collect();
    compared(names, &pairs)
}

/// A case that was ranked twice.
type Twice<'a> = (&'a EvaluatedCase, &'a Ranked, &'a Ranked);

/// By group of cases: the first ranking minus the second.
fn compared(names: (&str, &str), pairs: &[Twice<'_>]) -> HashMap<&'static str, Difference> {
    fn whole<'a>(&(case, mine, other): &Twice<'a>) -> Compared<'a> {
        Compared { mine: &mine.all, other: &other.all, cluster: case.cluster() }
    }
    fn without<'a>(&(case, mine, other): &Twice<'a>) -> Option<Compared<'a>> {
        let (mine, other) = (mine.left_out.as_ref()?, other.left_out.as_ref()?);
        Some(Compared { mine, other, cluster: case.cluster() })
    }
    let all: Vec<Compared<'_>> = pairs.iter().map(whole).collect();
    let clean: Vec<Compared<'_>> = pairs.iter().filter(|(case, _, _)| case.clean).map(whole).collect();
    let left_out: Vec<Compared<'_>> = pairs.iter().filter_map(without).collect();
    let mut found =
        HashMap::from([("all", Difference::of(names, &all)), ("clean", Difference::of(names, &clean))]);
    if !left_out.is_empty() {
        found.insert("leave_publication_out", Difference::of(names, &left_out));
    }
    found
}

impl Evaluation {
    /// Adds the differences of each method from the same method in another evaluation, of the same cases
    /// on another network. `names` are those of the two networks. Cases that only one of the two can rank
    /// have no part in them.
    pub fn compare(&mut self, other: &Self, names: (&str, &str)) {
        let by_id: HashMap<(&str, &str), &EvaluatedCase> =
            other.cases.iter().map(|case| ((case.id.as_str(), case.label.as_str()), case)).collect();
        for (at, method) in self.methods.iter().enumerate() {
            let Some(place) = other.methods.iter().position(|o| o.method == method.method) else { continue };
            let pairs: Vec<Twice<'_>> = self
                .cases
                .iter()
                .filter_map(|case| {
                    let before = by_id.get(&(case.id.as_str(), case.label.as_str()))?;
                    Some((case, &case.ranked[at], &before.ranked[place]))
                })
                .collect();
            let name = |network: &str| format!("{} on {network}", method.method);
            self.differences.push(compared((&name(names.0), &name(names.1)), &pairs));
        }
    }
}
