//! Figures over cases: how often the right disease is among the first, with intervals.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use super::Placement;

/// The depths at which hits are counted.
pub(super) const DEPTHS: [usize; 5] = [1, 3, 5, 10, 50];

/// Resamples for an interval.
const RESAMPLES: usize = 1000;

/// A share with its 95% interval. Cases of one publication resemble each other, so that whole
/// publications are resampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How often the right disease is among the first, as plain shares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Scores {
    /// At rank one.
    pub top1: f64,
    /// Among the first three.
    pub top3: f64,
    /// Among the first five.
    pub top5: f64,
    /// Among the first ten.
    pub top10: f64,
    /// Among the first fifty.
    pub top50: f64,
    /// Mean of one over the rank.
    pub mrr: f64,
}

impl Scores {
    pub(super) fn from_array(values: [f64; 6]) -> Self {
        let [top1, top3, top5, top10, top50, mrr] = values;
        Self { top1, top3, top5, top10, top50, mrr }
    }
}

/// The figures of a group of cases.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Group {
    /// Cases.
    pub n: usize,
    /// The mean over cases.
    #[serde(flatten)]
    pub scores: Scores,
    /// The 95% intervals, in the order of the scores.
    pub intervals: HashMap<&'static str, [f64; 2]>,
    /// The mean over diseases of the mean over their cases: a disease with 300 cases counts as one
    /// with a single case.
    pub by_disease: Scores,
    /// Diseases of a phenotypic series counted as one, at the best member's rank.
    pub by_series: Scores,
    /// Genes in place of diseases, over the cases whose disease has a known gene; `None` if none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_gene: Option<GeneGroup>,
}

/// The figures of genes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GeneGroup {
    /// Cases whose disease has a known gene.
    pub n: usize,
    /// The mean over those cases.
    #[serde(flatten)]
    pub scores: Scores,
    /// The 95% intervals, in the order of the scores.
    pub intervals: HashMap<&'static str, [f64; 2]>,
}

/// Contribution of a case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contribution<'a> {
    pub(super) rank: f64,
    pub(super) series_rank: f64,
    pub(super) gene_rank: Option<f64>,
    pub(super) label: u32,
    /// Unit of resampling.
    pub(super) cluster: &'a str,
}

/// Names of the scores.
pub(super) const NAMES: [&str; 6] = ["top1", "top3", "top5", "top10", "top50", "mrr"];

/// Hits at each depth and the reciprocal rank.
pub(super) fn points(rank: f64) -> [f64; 6] {
    let mut points = [0.0; 6];
    for (point, depth) in points.iter_mut().zip(DEPTHS) {
        // Ties are ranked at their middle: rank 3.5 is not among the first three.
        *point = f64::from(u8::from(rank <= depth as f64));
    }
    points[5] = if rank.is_finite() { 1.0 / rank } else { 0.0 };
    points
}

impl Group {
    pub(super) fn of(cases: &[Contribution<'_>]) -> Self {
        let rows: Vec<(&str, [f64; 6])> = cases.iter().map(|c| (c.cluster, points(c.rank))).collect();
        let estimates = bootstrap(&rows);
        let genes: Vec<(&str, [f64; 6])> =
            cases.iter().filter_map(|c| Some((c.cluster, points(c.gene_rank?)))).collect();
        let series = cases.iter().map(|c| points(c.series_rank));
        Self {
            n: cases.len(),
            scores: Scores::from_array(estimates.map(|e| e.value)),
            intervals: intervals(&estimates),
            by_disease: Scores::from_array(by_disease(cases)),
            by_series: Scores::from_array(mean(series)),
            by_gene: (!genes.is_empty()).then(|| GeneGroup::of(&genes)),
        }
    }
}

impl GeneGroup {
    fn of(rows: &[(&str, [f64; 6])]) -> Self {
        let estimates = bootstrap(rows);
        Self {
            n: rows.len(),
            scores: Scores::from_array(estimates.map(|e| e.value)),
            intervals: intervals(&estimates),
        }
    }
}

fn intervals(estimates: &[Estimate; 6]) -> HashMap<&'static str, [f64; 2]> {
    NAMES.into_iter().zip(estimates).map(|(name, e)| (name, [e.low, e.high])).collect()
}

fn mean(rows: impl Iterator<Item = [f64; 6]>) -> [f64; 6] {
    let (mut sums, mut count) = ([0.0; 6], 0usize);
    for row in rows {
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
        count += 1;
    }
    sums.map(|sum| sum / count.max(1) as f64)
}

fn by_disease(cases: &[Contribution<'_>]) -> [f64; 6] {
    let mut diseases: HashMap<u32, Vec<[f64; 6]>> = HashMap::new();
    for case in cases {
        diseases.entry(case.label).or_default().push(points(case.rank));
    }
    let mut labels: Vec<u32> = diseases.keys().copied().collect();
    labels.sort_unstable();
    mean(labels.iter().map(|label| mean(diseases[label].iter().copied())))
}

/// The difference between two methods on the same cases.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The method.
    pub method: String,
    /// The baseline of the comparison.
    pub against: String,
    /// Cases that it ranks higher.
    pub better: usize,
    /// Cases that it ranks lower.
    pub worse: usize,
    /// For each score, its own minus the other's.
    pub scores: HashMap<&'static str, Estimate>,
    /// The same for genes in place of diseases, over the cases whose disease has a known gene; empty if
    /// none has.
    #[serde(skip_serializing_if = "HashMap::is_empty")]
    pub genes: HashMap<&'static str, Estimate>,
}

/// A case placed twice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compared<'a> {
    pub(super) mine: &'a Placement,
    pub(super) other: &'a Placement,
    /// Unit of resampling.
    pub(super) cluster: &'a str,
}

impl Difference {
    pub(super) fn of<'a>(names: (&str, &str), cases: &[Compared<'a>]) -> Self {
        let differences = |rank: &dyn Fn(&Placement) -> Option<f64>| {
            let row = |case: &Compared<'a>| {
                let (mut row, other) = (points(rank(case.mine)?), points(rank(case.other)?));
                row.iter_mut().zip(other).for_each(|(x, y)| *x -= y);
                Some((case.cluster, row))
            };
            let rows: Vec<(&str, [f64; 6])> = cases.iter().filter_map(row).collect();
            if rows.is_empty() { HashMap::new() } else { NAMES.into_iter().zip(bootstrap(&rows)).collect() }
        };
        Self {
            method: names.0.to_owned(),
            against: names.1.to_owned(),
            better: cases.iter().filter(|case| case.mine.rank < case.other.rank).count(),
            worse: cases.iter().filter(|case| case.mine.rank > case.other.rank).count(),
            scores: differences(&|placement| Some(placement.rank)),
            genes: differences(&|placement| placement.gene_rank),
        }
    }
}

/// Means with intervals by resampling whole clusters, always with the same random numbers.
pub(super) fn bootstrap(rows: &[(&str, [f64; 6])]) -> [Estimate; 6] {
    let mut positions: HashMap<&str, usize> = HashMap::new();
    let mut clusters: Vec<(f64, [f64; 6])> = Vec::new();
    for (cluster, row) in rows {
        let at = *positions.entry(cluster).or_insert_with(|| {
            clusters.push((0.0, [0.0; 6]));
            clusters.len() - 1
        });
        clusters[at].0 += 1.0;
        clusters[at].1.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
    let value = mean(rows.iter().map(|row| row.1));
    let mut samples: [Vec<f64>; 6] = std::array::from_fn(|_| Vec::with_capacity(RESAMPLES));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    if !clusters.is_empty() {
        for _ in 0..RESAMPLES {
            let (mut count, mut sums) = (0.0, [0.0; 6]);
            for _ in 0..clusters.len() {
                let (n, row) = &clusters[random.random_range(0..clusters.len())];
                count += n;
                sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
            samples.iter_mut().zip(sums).for_each(|(list, sum)| list.push(sum / count));
        }
    }
    let mut at = 0;
    samples.map(|mut list| {
        list.sort_by(f64::total_cmp);
        let end = |share: f64| list.get((share * list.len() as f64) as usize).copied();
        let value = value[at];
        at += 1;
        Estimate { value, low: end(0.025).unwrap_or(value), high: end(0.975).unwrap_or(value) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_at_the_edge_is_not_a_hit() {
        assert_eq!(points(1.0), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(points(3.5)[..3], [0.0, 0.0, 1.0]);
        assert_eq!(points(f64::INFINITY), [0.0; 6]);
    }

    #[test]
    fn intervals_hold_the_value_and_widen_with_clusters() {
        let spread: Vec<(String, [f64; 6])> =
            (0..200).map(|at| (at.to_string(), [f64::from(at % 2); 6])).collect();
        let clumped: Vec<(String, [f64; 6])> =
            (0..200).map(|at| ((at / 50).to_string(), [f64::from(at / 50 % 2); 6])).collect();
        let borrow = |rows: &[(String, [f64; 6])]| {
            bootstrap(&rows.iter().map(|(c, r)| (c.as_str(), *r)).collect::<Vec<_>>())[0]
        };
        let (spread, clumped) = (borrow(&spread), borrow(&clumped));
        assert!(spread.low < 0.5 && 0.5 < spread.high);
        assert!(clumped.high - clumped.low > 2.0 * (spread.high - spread.low));
    }

    #[test]
    fn diseases_count_once_each_in_their_average() {
        let case =
            |rank, label| Contribution { rank, series_rank: rank, gene_rank: None, label, cluster: "x" };
        let group = Group::of(&[case(1.0, 1), case(1.0, 1), case(1.0, 1), case(9.0, 2)]);
        assert_eq!(group.scores.top1, 0.75);
        assert_eq!(group.by_disease.top1, 0.5);
    }
}
