//! Free text to findings: "I have had a fever of 39.5 for 8 days and my throat hurts, no cough".
//!
//! Everything is decided by the network's own words (names, synonyms, graded findings) and a small
//! grammar of negation, doubt, temperatures and durations, whose words are those of the language
//! (`vocabulary.rs`). No model, no download: the same text always gives the same findings, and each
//! one points at the words it was read from. Where a reading is unsure it is left out: a wrong
//! finding costs more than a missed one.

mod about;
mod lexicon;
mod matching;
mod quantity;
mod reply;
mod scope;
mod spelling;
mod vocabulary;
mod words;

use std::collections::{BTreeMap, HashSet};

use etio::{Budget, FindingId, Hierarchy, InferenceError, Network};
use etio_case::{AgeError, Answer, Person};
use serde::Serialize;

use crate::words::Language;
use lexicon::{Contested, Lexicon};
use matching::{Match, matches};
use quantity::{Measure, Reading, readings};
use reply::Replies;
use scope::{Scope, scopes};
use spelling::Spelling;
pub(crate) use vocabulary::Vocabulary;
use words::{Gap, Splitter, Word};

/// How a person says a finding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// They have it.
    Present,
    /// They do not have it.
    Absent,
}

/// A finding read from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The finding.
    pub finding: FindingId,
    /// How it stands.
    pub choice: Choice,
    /// Where it was read: the first character, counted in Unicode code points.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

/// What was read from a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interpretation {
    /// The findings, each once, in the order of the text.
    pub mentions: Vec<Mention>,
    /// Stretches of text that said nothing the network knows, as (start, end) in code points.
    pub not_understood: Vec<(usize, usize)>,
    /// The answer that the text begins with, for whoever has just asked something: "no, but my head hurts".
    pub reply: Option<Answer>,
    /// What it says of the person's age and sex.
    pub person: Person,
}

/// A `quantity` cell that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "finding `{finding}` has the quantity `{quantity}`; expected `temperature:LOW:HIGH` in degrees Celsius or \
     `duration:LOW:HIGH` in days, and a parent for a duration"
)]
pub struct QuantityError {
    /// The finding.
    pub finding: String,
    /// The cell.
    pub quantity: String,
}

/// Reads findings of one network from free text.
pub struct Understanding {
    splitter: Splitter,
    lexicon: Lexicon,
    spelling: Spelling,
    hierarchy: Hierarchy,
    grades: Vec<Grade>,
    replies: Replies,
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
    /// How long the finding has lasted.
    DurationOf(FindingId),
}

/// A finding on its way to becoming a mention: which words, and how it stands.
#[derive(Clone, Copy, Debug)]
struct Claim {
    finding: FindingId,
    first: usize,
    last: usize,
    scope: Scope,
}

impl Understanding {
    /// Learns the words of a network, and how a language answers, denies, counts and dates.
    pub fn of(network: &Network, hierarchy: &Hierarchy, language: &Language) -> Result<Self, QuantityError> {
        let splitter = Splitter::of(language.vocabulary().clone());
        let lexicon = Lexicon::of(network, &splitter);
        let spelling = Spelling::new(&lexicon.words, &language.vocabulary().word_ordinary);
        let grades = grades(network, hierarchy)?;
        let replies = Replies::of(language);
        Ok(Self { splitter, lexicon, spelling, hierarchy: hierarchy.clone(), grades, replies })
    }

    /// Phrases that more than one finding claims; only the first of them is understood.
    pub(crate) fn contested(&self) -> &[Contested] {
        &self.lexicon.contested
    }

    /// Reads an age that was asked for: years, or figures with a unit of the language or of English.
    pub fn read_age(&self, text: &str) -> Result<f64, AgeError> {
        about::asked_age(self.splitter.vocabulary(), text)
    }

    /// Reads a text.
    pub fn read(&self, text: &str) -> Interpretation {
        self.read_within(text, &Budget::unlimited()).unwrap_or_default()
    }

    /// Reads a text within a budget.
    pub fn read_within(&self, text: &str, budget: &Budget) -> Result<Interpretation, InferenceError> {
        let v = self.splitter.vocabulary();
        let mut words = self.splitter.split(text);
        // Before slips are mended: "nope" is no slip for "nose".
        let reply = self.replies.read(&words).map(|(answer, length)| {
            words.drain(..length);
            answer
        });
        self.mend(&mut words, budget)?;
        let mut found = matches(v, &self.lexicon, &words, budget)?;
        found.retain(|m| !is_concern(v, &words, m));
        let mut consumed = vec![false; words.len()];
        found.iter().flat_map(|m| &m.words).for_each(|&w| consumed[w] = true);
        let scopes = scopes(v, &words, &consumed);
        let mut claims: Vec<Claim> = found.iter().map(|m| claim(m, &scopes)).collect();
        let measured = readings(v, &words);
        self.add_temperatures(&measured, &scopes, &mut claims);
        self.add_durations(&words, &measured, &scopes, &mut claims);
        for reading in &measured {
            consumed[reading.first..=reading.last].fill(true);
        }
        let place = Places::of(text);
        Ok(Interpretation {
            mentions: self.mentions(&words, &claims, &place),
            not_understood: unknown_clauses(v, &words, &consumed, &scopes, &place),
            reply,
            person: about::person(v, &words),
        })
    }

    /// Mends slips of spelling.
    fn mend(&self, words: &mut [Word], budget: &Budget) -> Result<(), InferenceError> {
        let v = self.splitter.vocabulary();
        for word in words {
            budget.check()?;
            if !self.lexicon.knows(&word.stem)
                && !v.is_filler(&word.text)
                && !v.is_cue(&word.text)
                && let Some(meant) = self.spelling.correct(&word.text)
            {
                word.text = meant.to_owned();
                word.stem = self.splitter.stem(meant);
            }
        }
        Ok(())
    }

    fn add_temperatures(&self, measured: &[Reading], scopes: &[Scope], claims: &mut Vec<Claim>) {
        for reading in measured {
            let Measure::Temperature(degrees) = reading.measure else { continue };
            let scope = scopes[reading.first];
            let grades = self.grades.iter().filter(|g| g.kind == GradeKind::Temperature);
            let claim = |finding, scope| Claim { finding, first: reading.first, last: reading.last, scope };
            let mut raised = false;
            for grade in grades.clone().filter(|g| g.low <= degrees && degrees < g.high) {
                raised = true;
                // "Never above 38" says nothing certain.
                if !scope.denied {
                    claims.push(claim(grade.finding, scope));
                }
            }
            if !raised {
                let roots: HashSet<FindingId> = grades
                    .flat_map(|g| self.hierarchy.ancestors(g.finding))
                    .filter(|f| self.is_root(*f))
                    .collect();
                claims.extend(roots.into_iter().map(|root| claim(root, Scope { denied: true, ..scope })));
            }
        }
    }

    fn is_root(&self, finding: FindingId) -> bool {
        self.hierarchy.ancestors(finding).is_empty()
    }

    /// Attaches each duration to what lasted that long: the findings listed before it in its
    /// clause, else the first one behind it, else, for "it has lasted ...", the last one of the
    /// sentence before.
    fn add_durations(&self, words: &[Word], measured: &[Reading], scopes: &[Scope], claims: &mut Vec<Claim>) {
        let mut graded = Vec::new();
        for reading in measured {
            let Some(days) = reading.measure.days() else { continue };
            let scope = scopes[reading.first];
            let same_clause = |c: &&Claim| c.scope.clause == scope.clause;
            let since = measured.iter().filter(|r| r.measure.days().is_some() && r.last < reading.first);
            let floor = since.map(|r| r.last).max();
            let before = claims.iter().filter(same_clause);
            let mut lasting: Vec<&Claim> =
                before.filter(|c| c.last < reading.first && floor.is_none_or(|f| c.first > f)).collect();
            if lasting.is_empty() {
                let behind = claims.iter().filter(same_clause).filter(|c| c.first > reading.last);
                lasting.extend(behind.min_by_key(|c| c.first));
            }
            if lasting.is_empty() && refers_back(self.splitter.vocabulary(), words, reading.first) {
                let earlier = claims.iter().filter(|c| c.last < reading.first);
                lasting.extend(earlier.max_by_key(|c| c.last));
            }
            for of in lasting.into_iter().filter(|c| !c.scope.denied && !c.scope.unclear) {
                let finding = self.lasting(of.finding, days);
                graded.extend(finding.map(|finding| Claim { finding, ..*of }));
            }
        }
        claims.extend(graded);
    }

    /// The graded finding for something that has lasted at least and at most so many days, where
    /// they agree on one.
    fn lasting(&self, finding: FindingId, (least, most): (f64, f64)) -> Option<FindingId> {
        let implied = self.hierarchy.ancestors(finding);
        let is_of = |of: FindingId| of == finding || implied.contains(&of);
        let fits = |g: &&Grade| {
            matches!(g.kind, GradeKind::DurationOf(of) if is_of(of)) && g.low <= least && most < g.high
        };
        self.grades.iter().find(fits).map(|grade| grade.finding)
    }

    /// Claims to mentions: unclear ones dropped, what a present one implies added, the last word on
    /// a finding kept.
    fn mentions(&self, words: &[Word], claims: &[Claim], place: &Places) -> Vec<Mention> {
        let mut ordered: Vec<&Claim> = claims.iter().filter(|c| !c.scope.unclear).collect();
        ordered.sort_by_key(|c| c.first);
        let mut stated: BTreeMap<FindingId, Mention> = BTreeMap::new();
        let mention = |claim: &Claim, finding, choice| Mention {
            finding,
            choice,
            start: place.of_byte(words[claim.first].start),
            end: place.of_byte(words[claim.last].end),
        };
        for claim in &ordered {
            let choice = if claim.scope.denied { Choice::Absent } else { Choice::Present };
            stated.insert(claim.finding, mention(claim, claim.finding, choice));
        }
        for claim in ordered.iter().filter(|c| !c.scope.denied) {
            for implied in self.hierarchy.ancestors(claim.finding) {
                stated.entry(implied).or_insert_with(|| mention(claim, implied, Choice::Present));
            }
        }
        let mut mentions: Vec<Mention> = stated.into_values().collect();
        mentions.sort_by_key(|m| (m.start, m.end, m.finding));
        mentions
    }
}

/// Reads the `quantity` column.
fn grades(network: &Network, hierarchy: &Hierarchy) -> Result<Vec<Grade>, QuantityError> {
    let mut grades = Vec::new();
    for finding in network.findings() {
        let Some(cell) = network.finding_catalog().attribute(finding.index(), "quantity") else { continue };
        let grade = parse_grade(cell, finding, hierarchy.parents(finding).first().copied());
        grades.push(grade.ok_or_else(|| QuantityError {
            finding: network.finding_id(finding).to_owned(),
            quantity: cell.to_owned(),
        })?);
    }
    Ok(grades)
}

fn parse_grade(cell: &str, finding: FindingId, parent: Option<FindingId>) -> Option<Grade> {
    let mut parts = cell.split(':').map(str::trim);
    let kind = match parts.next()? {
        "temperature" => GradeKind::Temperature,
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

fn claim(found: &Match, scopes: &[Scope]) -> Claim {
    let (first, last) = (found.first(), found.last());
    // A cue anywhere in the phrase counts: "throat does not hurt" is walled off, "pain, no, not in
    // the chest" is not.
    let scope = Scope { unclear: found.words.iter().any(|&w| scopes[w].unclear), ..scopes[first] };
    Claim { finding: found.finding, first, last, scope }
}

/// Whether somebody only says what they are worried about: "worried that it might be my heart" is no anxiety.
fn is_concern(v: &Vocabulary, words: &[Word], found: &Match) -> bool {
    let next = words.get(found.last() + 1).map_or("", |w| w.text.as_str());
    found.words.len() == 1
        && v.scope_worries.has(&words[found.first()].stem)
        && v.scope_worries_about.has(next)
}

/// Whether the sentence around a word begins by pointing back: "It has been going on for three weeks".
fn refers_back(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    let start = (0..=at).rev().find(|&w| words[w].gap == Gap::Sentence).unwrap_or(0);
    start > 0 && v.scope_points_back.has(&words[start].text)
}

/// The clauses with meaningful words of which none was used.
fn unknown_clauses(
    v: &Vocabulary,
    words: &[Word],
    consumed: &[bool],
    scopes: &[Scope],
    place: &Places,
) -> Vec<(usize, usize)> {
    let mut unknown = Vec::new();
    let mut start = 0;
    for end in 1..=words.len() {
        if end < words.len() && scopes[end].clause == scopes[start].clause {
            continue;
        }
        let clause = start..end;
        let meaningful =
            clause.clone().any(|at| !v.is_filler(&words[at].text) && words[at].text.chars().count() > 2);
        if meaningful && !clause.clone().any(|at| consumed[at]) {
            unknown.push((place.of_byte(words[clause.start].start), place.of_byte(words[end - 1].end)));
        }
        start = end;
    }
    unknown
}

/// From bytes to code points.
struct Places {
    starts: Vec<usize>,
}

impl Places {
    fn of(text: &str) -> Self {
        Self { starts: text.char_indices().map(|(at, _)| at).collect() }
    }

    fn of_byte(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start < byte)
    }
}

#[cfg(test)]
mod tests;
