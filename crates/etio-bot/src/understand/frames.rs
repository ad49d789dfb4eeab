//! Meanings of findings, from the network's `frames.csv`.
//!
//! Columns `finding,frame`: a frame is a set of concepts joined by `+` (`pain+chest`), several are
//! separated by `|`. A frame behind `!` denies the finding: `!fine+sleep`. A complaint says a
//! finding if it has all concepts of a frame; the finding with the most demanding frame wins. A frame
//! behind `?` is loose: "itching" alone is itching all over unless the text has anything that the
//! finding yields to, and "no itching" denies nothing.
//! `gestation:20:`, `blood_pressure:180:` and their like are ranges of something measured.
//! The entry `lasting` says that somebody still has the finding who had it once: a heart attack in 2019.
//! The optional column `yields_to` has findings that say the same more precisely: if one of them is
//! read from the words around it, the finding is not stated by itself.

use std::collections::{HashMap, HashSet};

use etio::{FindingId, Network};
use etio_case::DocumentError;
use etio_case::table::read_rules;

use super::concepts::{Class, Concept, Sense, TAXONOMY};
use super::events::Event;
use super::quantity::Gauge;
use super::scope::Scope;

/// The document that holds the frames.
pub(crate) const DOCUMENT: &str = "frames.csv";

/// The entry of findings that last.
const LASTING: &str = "lasting";

/// One way in which a finding can be put together.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) finding: FindingId,
    /// Sorted.
    pub(crate) concepts: Vec<Concept>,
    /// Whether it says that the finding is absent.
    pub(crate) denies: bool,
    /// Whether it is only for a text that says nothing more precise anywhere.
    pub(crate) is_loose: bool,
}

impl Frame {
    /// The ids of its concepts and of all that these imply.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.concepts.iter().flat_map(|c| TAXONOMY.closure(*c)).map(|c| TAXONOMY.name(*c))
    }

    /// The frame as it stands in the file.
    pub(crate) fn written(&self) -> String {
        let names: Vec<&str> = self.concepts.iter().map(|c| TAXONOMY.name(*c)).collect();
        let sign = if self.denies { "!" } else { "" };
        format!("{sign}{}{}", if self.is_loose { "?" } else { "" }, names.join("+"))
    }
}

/// A range of something measured that says a finding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) finding: FindingId,
    pub(crate) gauge: Gauge,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// All frames of a network.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    all: Vec<Frame>,
    /// Frames by each concept that a complaint can be about.
    by_kind: HashMap<Concept, Vec<usize>>,
    /// For a finding, those that say the same more precisely.
    yields_to: HashMap<FindingId, Vec<FindingId>>,
    pub(crate) ranges: Vec<Range>,
    /// Findings that somebody still has who had them once.
    lasting: HashSet<FindingId>,
}

/// A finding that a complaint says.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    pub(crate) finding: FindingId,
    /// The complaint's own sense.
    pub(crate) kind: usize,
    /// The senses that say it, in ascending order.
    pub(crate) senses: Vec<usize>,
    /// Whether they say that it is absent.
    pub(crate) denies: bool,
    /// Whether that is worth anything only if the text says nothing more precise.
    pub(crate) is_loose: bool,
}

impl Fit {
    /// The senses besides its kind that are denied: "diarrhoea without blood".
    pub(crate) fn denied_parts(&self, senses: &[Sense], scopes: &[Scope]) -> impl Iterator<Item = usize> {
        let parts = self.senses.iter().copied().filter(|&s| s != self.kind);
        parts.filter(|&s| !senses[s].has(Class::Circumstance) && scopes[senses[s].first].is_denied_part())
    }

    /// The words of those senses that count, in ascending order.
    pub(crate) fn words(&self, senses: &[Sense], counts: impl Fn(&Sense) -> bool) -> Vec<usize> {
        let counted = self.senses.iter().map(|&s| &senses[s]).filter(|sense| counts(sense));
        let mut words: Vec<usize> = counted.flat_map(|s| s.first..=s.last).collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}

impl Frames {
    /// Reads the frames of a network; one without `frames.csv` has none.
    pub(crate) fn of(network: &Network) -> Result<Self, DocumentError> {
        let mut read = Self::default();
        let rows = read_rules(network, DOCUMENT, &["finding", "frame"], |row| {
            let id = row.get("finding");
            let finding = network.finding(id).ok_or_else(|| format!("no finding `{id}` in the network"))?;
            let entries =
                |column| row.get(column).split('|').map(str::trim).filter(|entry| !entry.is_empty());
            let frames =
                entries("frame").map(|frame| parse(finding, frame)).collect::<Result<Vec<_>, _>>()?;
            let find =
                |id: &str| network.finding(id).ok_or_else(|| format!("no finding `{id}` in the network"));
            let precise = entries("yields_to").map(find).collect::<Result<Vec<_>, _>>()?;
            Ok((finding, frames, precise))
        })?;
        for (finding, frames, precise) in rows {
            if !precise.is_empty() {
                read.yields_to.entry(finding).or_default().extend(precise);
            }
            for parsed in frames {
                match parsed {
                    Parsed::Frame(frame) => read.add(frame),
                    Parsed::Range(range) => read.ranges.push(range),
                    Parsed::Lasting => {
                        read.lasting.insert(finding);
                    }
                }
            }
        }
        Ok(read)
    }

    fn add(&mut self, frame: Frame) {
        let at = self.all.len();
        for &concept in &frame.concepts {
            if matches!(TAXONOMY.class(concept), Class::Kind | Class::Lack) {
                self.by_kind.entry(concept).or_default().push(at);
            }
        }
        self.all.push(frame);
    }

    /// Whether somebody still has a finding who had it once.
    pub(super) fn is_lasting(&self, finding: FindingId) -> bool {
        self.lasting.contains(&finding)
    }

    /// Findings that say the same as another more precisely.
    pub(super) fn more_precise(&self, finding: FindingId) -> &[FindingId] {
        self.yields_to.get(&finding).map_or(&[], Vec::as_slice)
    }

    /// Every frame, for checking the network.
    pub(crate) fn all(&self) -> &[Frame] {
        &self.all
    }

    /// The frames that a complaint fits: those all of whose concepts it has, without any that
    /// another of them includes.
    pub(crate) fn fits(&self, event: &Event, senses: &[Sense]) -> Vec<Fit> {
        let mut found: Vec<(&Frame, Vec<usize>)> = Vec::new();
        let candidates = senses[event.kind].all.iter().filter_map(|kind| self.by_kind.get(kind)).flatten();
        for frame in candidates.map(|&at| &self.all[at]) {
            if let Some(used) = event.covers(senses, &frame.concepts).filter(|used| is_close(senses, used)) {
                found.push((frame, used));
            }
        }
        // Pain in the heel is more than pain in the foot.
        let outdone = |frame: &Frame| {
            found.iter().any(|(other, _)| {
                other.concepts.len() >= frame.concepts.len()
                    && other.concepts != frame.concepts
                    && frame.concepts.iter().all(|c| includes(&other.concepts, *c))
            })
        };
        let kept = found.iter().filter(|(frame, _)| !outdone(frame));
        let fit = |(frame, used): &(&Frame, Vec<usize>)| Fit {
            finding: frame.finding,
            kind: event.kind,
            senses: used.clone(),
            denies: frame.denies,
            is_loose: frame.is_loose,
        };
        kept.map(fit).collect()
    }

    /// The frame of a complaint that names only a lack: "no blood" refers to the last thing in the
    /// text that can bleed, be it a cough or the urine.
    pub(crate) fn completed(&self, event: &Event, senses: &[Sense], named: &Named) -> Option<Fit> {
        let own = &senses[event.kind];
        if !own.has(Class::Kind) {
            return None;
        }
        let candidates = own.all.iter().filter_map(|kind| self.by_kind.get(kind)).flatten();
        let completed =
            candidates.map(|&at| &self.all[at]).filter(|frame| !frame.denies).filter_map(|frame| {
                let [a, b] = frame.concepts[..] else { return None };
                let other = match (own.is(a), own.is(b)) {
                    (true, false) => b,
                    (false, true) => a,
                    _ => return None,
                };
                let is_topic = matches!(TAXONOMY.class(other), Class::Kind | Class::Place);
                let topic = named.last_before(other, event.kind).filter(|_| is_topic)?;
                Some((topic, frame))
            });
        let (topic, frame) = completed.max_by_key(|(topic, frame)| (*topic, frame.finding))?;
        // Only the words of the complaint itself say how it stands.
        Some(Fit {
            finding: frame.finding,
            kind: event.kind,
            senses: vec![event.kind],
            denies: false,
            is_loose: false,
        })
        .filter(|_| topic < event.kind)
    }
}

/// The places in a text where each concept is named.
#[derive(Debug, Default)]
pub(crate) struct Named {
    /// The senses that stand for each concept, in the order of the text.
    by_concept: HashMap<Concept, Vec<usize>>,
}

impl Named {
    /// Collects the places of the senses for which `counts` is true.
    pub(crate) fn of(senses: &[Sense], counts: impl Fn(&Sense) -> bool) -> Self {
        let mut named = Self::default();
        for (at, sense) in senses.iter().enumerate().filter(|(_, sense)| counts(sense)) {
            for &concept in &sense.all {
                named.by_concept.entry(concept).or_default().push(at);
            }
        }
        named
    }

    /// The last sense before another that stands for a concept.
    fn last_before(&self, concept: Concept, sense: usize) -> Option<usize> {
        let all = self.by_concept.get(&concept)?;
        all[..all.partition_point(|&s| s < sense)].last().copied()
    }
}

/// Whether no two neighbours among some senses stand far apart, whatever holds for the whole text.
fn is_close(senses: &[Sense], used: &[usize]) -> bool {
    const FAR: usize = 9;
    let near: Vec<&Sense> =
        used.iter().map(|&s| &senses[s]).filter(|s| !s.has(Class::Circumstance)).collect();
    near.windows(2).all(|pair| pair[1].first <= pair[0].last + FAR)
}

/// Whether a frame has a concept or one that implies it.
fn includes(frame: &[Concept], concept: Concept) -> bool {
    frame.iter().any(|c| TAXONOMY.closure(*c).contains(&concept))
}

enum Parsed {
    Frame(Frame),
    Range(Range),
    Lasting,
}

fn parse(finding: FindingId, text: &str) -> Result<Parsed, String> {
    if text == LASTING {
        return Ok(Parsed::Lasting);
    }
    if text.contains(':') {
        let range = parse_range(finding, text);
        return range.map(Parsed::Range).ok_or_else(|| {
            format!(
                "the range `{text}` is not like `{}:20:` with one of {}",
                Gauge::NAMES[0].0,
                Gauge::names()
            )
        });
    }
    let concept = |id: &str| {
        TAXONOMY.concept(id).ok_or_else(|| {
            let near = TAXONOMY.names().iter().min_by_key(|name| strsim::osa_distance(id, name));
            format!("there is no concept `{id}`; the nearest one is `{}`", near.copied().unwrap_or_default())
        })
    };
    let (denies, text) = text.strip_prefix('!').map_or((false, text), |rest| (true, rest));
    let (is_loose, text) = text.strip_prefix('?').map_or((false, text), |rest| (true, rest));
    let mut concepts = text.split('+').map(|id| concept(id.trim())).collect::<Result<Vec<_>, _>>()?;
    concepts.sort_unstable();
    concepts.dedup();
    if !concepts.iter().any(|c| matches!(TAXONOMY.class(*c), Class::Kind | Class::Lack)) {
        return Err(format!("the frame `{text}` says where or how, but not what: it needs a kind"));
    }
    Ok(Parsed::Frame(Frame { finding, concepts, denies, is_loose }))
}

fn parse_range(finding: FindingId, text: &str) -> Option<Range> {
    let mut parts = text.split(':').map(str::trim);
    let gauge = Gauge::of(parts.next()?)?;
    let mut bound = |open: f64| match parts.next()? {
        "" => Some(open),
        text => text.parse::<f64>().ok(),
    };
    let (low, high) = (bound(0.0)?, bound(f64::INFINITY)?);
    (low < high && parts.next().is_none()).then_some(Range { finding, gauge, low, high })
}
