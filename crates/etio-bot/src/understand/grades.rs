//! Findings that a number decides: fever by its degrees and days, high blood pressure, weeks of pregnancy.

use std::collections::HashSet;

use etio::{FindingId, Hierarchy, Network};
use etio_case::Person;

use super::QuantityError;
use super::claims::Claim;
use super::frames::{Frames, Range};
use super::gauges::Gauge;
use super::quantity::{Measure, Reading};
use super::scope::Scope;
use super::vocabulary::Vocabulary;
use super::words::{Gap, Word};

/// All findings that measures decide.
pub(super) struct Grades {
    grades: Vec<Grade>,
    ranges: Vec<Range>,
}

/// A finding that a measure decides, from the network's `quantity` column.
#[derive(Clone, Copy, Debug)]
struct Grade {
    finding: FindingId,
    kind: GradeKind,
    low: f64,
    high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GradeKind {
    Temperature,
    /// Years of age.
    Age,
    /// How long the finding has lasted.
    DurationOf(FindingId),
}

impl Grades {
    /// Reads the `quantity` column, and takes the ranges of the frames.
    pub(super) fn of(
        network: &Network,
        hierarchy: &Hierarchy,
        frames: &Frames,
    ) -> Result<Self, QuantityError> {
        let mut grades = Vec::new();
        for finding in network.findings() {
            let Some(cell) = network.finding_catalog().attribute(finding.index(), "quantity") else {
                continue;
            };
            let grade = parse(cell, finding, hierarchy.parents(finding).first().copied());
            grades.push(grade.ok_or_else(|| QuantityError {
                finding: network.finding_id(finding).to_owned(),
                quantity: cell.to_owned(),
            })?);
        }
        Ok(Self { grades, ranges: frames.ranges.clone() })
    }

    /// Adds what the measures of a text say; returns what the durations in it rule out.
    pub(super) fn add(
        &self,
        v: &Vocabulary,
        hierarchy: &Hierarchy,
        words: &[Word],
        measured: &[Reading],
        scopes: &[Scope],
        claims: &mut Vec<Claim>,
    ) -> Vec<FindingId> {
        self.add_temperatures(hierarchy, measured, scopes, claims);
        self.add_gauges(hierarchy, measured, scopes, claims);
        self.add_durations(v, hierarchy, words, measured, scopes, claims)
    }

    /// Adds what the age says.
    pub(super) fn add_age(&self, words: &[Word], person: Person, claims: &mut Vec<Claim>) {
        let (Some(age), false) = (person.age, words.is_empty()) else { return };
        let of_age = self.ranges.iter().filter(|r| r.gauge == Gauge::Age && (r.low..r.high).contains(&age));
        claims.extend(of_age.map(|r| Claim::of_words(r.finding, vec![0], Scope::default())));
    }

    fn add_temperatures(
        &self,
        hierarchy: &Hierarchy,
        measured: &[Reading],
        scopes: &[Scope],
        claims: &mut Vec<Claim>,
    ) {
        for reading in measured {
            let Measure::Temperature(degrees) = reading.measure else { continue };
            let scope = scopes[reading.first];
            let grades = self.grades.iter().filter(|g| g.kind == GradeKind::Temperature);
            let claim =
                |finding, scope| Claim::of_words(finding, (reading.first..=reading.last).collect(), scope);
            let mut raised = false;
            for grade in grades.clone().filter(|g| g.low <= degrees && degrees < g.high) {
                raised = true;
                // "Never above 38" says nothing certain.
                if !scope.denied {
                    claims.push(claim(grade.finding, scope));
                }
            }
            if !raised {
                let is_root = |f: &FindingId| hierarchy.ancestors(*f).is_empty();
                let roots: HashSet<FindingId> =
                    grades.flat_map(|g| hierarchy.ancestors(g.finding)).filter(is_root).collect();
                claims.extend(roots.into_iter().map(|root| claim(root, Scope { denied: true, ..scope })));
            }
        }
    }

    /// A value inside a range says the finding; one outside every range denies those that refine nothing.
    fn add_gauges(
        &self,
        hierarchy: &Hierarchy,
        measured: &[Reading],
        scopes: &[Scope],
        claims: &mut Vec<Claim>,
    ) {
        for reading in measured {
            let Measure::Gauge(gauge, value) = reading.measure else { continue };
            let ranges = || self.ranges.iter().filter(|r| r.gauge == gauge);
            let is_usual = !ranges().any(|r| (r.low..r.high).contains(&value));
            for range in ranges() {
                let inside = (range.low..range.high).contains(&value);
                let scope = scopes[reading.first];
                if inside && !scope.denied || is_usual && hierarchy.ancestors(range.finding).is_empty() {
                    let scope = Scope { denied: !inside, ..scope };
                    let words = (reading.first..=reading.last).collect();
                    claims.push(Claim::of_words(range.finding, words, scope));
                }
            }
        }
    }

    /// Attaches each duration to what lasted that long: the findings listed before it in its
    /// clause, else the first one behind it, else, for "it has lasted ...", the last one of the
    /// sentence before.
    fn add_durations(
        &self,
        v: &Vocabulary,
        hierarchy: &Hierarchy,
        words: &[Word],
        measured: &[Reading],
        scopes: &[Scope],
        claims: &mut Vec<Claim>,
    ) -> Vec<FindingId> {
        let (mut graded, mut ruled_out) = (Vec::new(), Vec::new());
        for reading in measured {
            let Some(days) = reading.measure.days() else { continue };
            let scope = scopes[reading.first];
            let same_clause = |c: &&Claim| c.scope.clause == scope.clause;
            let since = measured.iter().filter(|r| r.measure.days().is_some() && r.last < reading.first);
            let floor = since.map(|r| r.last).max();
            let before = claims.iter().filter(same_clause);
            let mut lasting: Vec<&Claim> =
                before.filter(|c| c.last() < reading.first && floor.is_none_or(|f| c.first() > f)).collect();
            if lasting.is_empty() {
                let behind = claims.iter().filter(same_clause).filter(|c| c.first() > reading.last);
                lasting.extend(behind.min_by_key(|c| c.first()));
            }
            if lasting.is_empty() && refers_back(v, words, reading.first) {
                let earlier = claims.iter().filter(|c| c.last() < reading.first);
                lasting.extend(earlier.max_by_key(|c| c.last()));
            }
            for of in lasting.into_iter().filter(|c| !c.scope.denied && !c.scope.is_unclear()) {
                let finding = self.lasting(hierarchy, of.finding, days);
                graded.extend(finding.map(|finding| Claim { finding, ..of.clone() }));
                ruled_out.extend(self.not_lasting(hierarchy, of.finding, days));
            }
        }
        claims.extend(graded);
        ruled_out.sort_unstable();
        ruled_out.dedup();
        ruled_out
    }

    /// The graded findings that a duration rules out: a cough for two days has not lasted for months.
    fn not_lasting(
        &self,
        hierarchy: &Hierarchy,
        finding: FindingId,
        (least, most): (f64, f64),
    ) -> impl Iterator<Item = FindingId> {
        let implied = hierarchy.ancestors(finding);
        let is_of = move |of: FindingId| of == finding || implied.contains(&of);
        let is_out = move |g: &&Grade| {
            matches!(g.kind, GradeKind::DurationOf(of) if is_of(of)) && (most < g.low || least >= g.high)
        };
        self.grades.iter().filter(is_out).map(|grade| grade.finding)
    }

    /// The graded finding for a duration given as a range of days, if it holds for most of them:
    /// since Tuesday is three to seven days rather than less.
    fn lasting(
        &self,
        hierarchy: &Hierarchy,
        finding: FindingId,
        (least, most): (f64, f64),
    ) -> Option<FindingId> {
        let implied = hierarchy.ancestors(finding);
        let is_of = |of: FindingId| of == finding || implied.contains(&of);
        let shared = |g: &Grade| most.min(g.high) - least.max(g.low);
        let fits = |g: &&Grade| {
            let is_most = g.low <= least && most < g.high || shared(g) > 0.5 * (most - least);
            matches!(g.kind, GradeKind::DurationOf(of) if is_of(of)) && is_most
        };
        self.grades.iter().find(fits).map(|grade| grade.finding)
    }
}

fn parse(cell: &str, finding: FindingId, parent: Option<FindingId>) -> Option<Grade> {
    let mut parts = cell.split(':').map(str::trim);
    let kind = match parts.next()? {
        "temperature" => GradeKind::Temperature,
        "age" => GradeKind::Age,
        "duration" => GradeKind::DurationOf(parent?),
        _ => return None,
    };
    let mut bound = |open: f64| match parts.next()? {
        "" => Some(open),
        text => text.parse::<f64>().ok(),
    };
    let (low, high) = (bound(0.0)?, bound(f64::INFINITY)?);
    (low < high && parts.next().is_none()).then_some(Grade { finding, kind, low, high })
}

/// Whether the sentence around a word begins by pointing back: "It has been going on for three weeks".
fn refers_back(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    let start = (0..=at).rev().find(|&w| words[w].gap == Gap::Sentence).unwrap_or(0);
    start > 0 && v.scope_points_back.has(&words[start].text)
}
