//! Meanings of words apart from any network: kinds of complaint, places of the body, qualities.
//!
//! Concepts are language-neutral (`taxonomy.csv`); the words for each are the message
//! `concept-<id>` of a language. A word may stand for several concepts: a headache is a pain and a
//! head. A concept implies broader ones: a calf is a leg.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::vocabulary::{Set, entries};
use super::words::{Splitter, Word};

/// A concept, by its place in the taxonomy.
pub(crate) type Concept = u16;

/// Role of a concept in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// The complaint itself: pain, swelling, vomiting.
    Kind,
    /// The place or subject of a complaint: the chest, urine, sleep.
    Place,
    /// Takes the next thing that is named: no appetite, cannot sleep, trouble swallowing.
    Lack,
    /// How, when, since when: throbbing, on breathing in, suddenly.
    Quality,
    /// A circumstance of the whole text: in pregnancy.
    Circumstance,
    /// An event in an emergency, of which no complaint is made.
    Alarm,
}

/// All concepts.
pub(crate) struct Taxonomy {
    ids: HashMap<&'static str, Concept>,
    names: Vec<&'static str>,
    classes: Vec<Class>,
    /// Each concept with all that it implies.
    closures: Vec<Vec<Concept>>,
}

/// The taxonomy inside the program.
pub(crate) static TAXONOMY: LazyLock<Taxonomy> =
    LazyLock::new(|| Taxonomy::read(include_str!("taxonomy.csv")));

impl Taxonomy {
    /// Reads rows of `concept,class,implies`; what is implied is joined by `|`.
    fn read(table: &'static str) -> Self {
        let rows: Vec<[&str; 3]> = table
            .lines()
            .skip(1)
            .filter(|line| !line.trim().is_empty())
            .map(|line| {
                let mut cells = line.split(',').map(str::trim);
                [(); 3].map(|()| cells.next().unwrap_or_default())
            })
            .collect();
        let ids: HashMap<&str, Concept> = rows.iter().zip(0..).map(|(row, at)| (row[0], at)).collect();
        let class = |row: &[&str; 3]| match row[1] {
            "place" => Class::Place,
            "lack" => Class::Lack,
            "quality" => Class::Quality,
            "circumstance" => Class::Circumstance,
            "alarm" => Class::Alarm,
            _ => Class::Kind,
        };
        let implied =
            |at: Concept| rows[usize::from(at)][2].split('|').filter_map(|id| ids.get(id.trim()).copied());
        let closures = (0..rows.len() as Concept)
            .map(|at| {
                let mut closure = vec![at];
                let mut next = 0;
                while let Some(&of) = closure.get(next) {
                    let fresh: Vec<Concept> = implied(of).filter(|c| !closure.contains(c)).collect();
                    closure.extend(fresh);
                    next += 1;
                }
                closure
            })
            .collect();
        let names = rows.iter().map(|row| row[0]).collect();
        Self { classes: rows.iter().map(class).collect(), ids, names, closures }
    }

    /// The concept of an id.
    pub(crate) fn concept(&self, id: &str) -> Option<Concept> {
        self.ids.get(id).copied()
    }

    /// Every id.
    pub(crate) fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The id of a concept.
    pub(crate) fn name(&self, concept: Concept) -> &'static str {
        self.names[usize::from(concept)]
    }

    /// Role of a concept in a sentence.
    pub(crate) fn class(&self, concept: Concept) -> Class {
        self.classes[usize::from(concept)]
    }

    /// A concept with all that it implies.
    pub(crate) fn closure(&self, concept: Concept) -> &[Concept] {
        &self.closures[usize::from(concept)]
    }
}

/// Words of a text that stand for concepts.
#[derive(Clone, Debug)]
pub(crate) struct Sense {
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// The concepts as named.
    pub(crate) named: Vec<Concept>,
    /// With all that they imply.
    pub(crate) all: Vec<Concept>,
}

impl Sense {
    /// Whether it stands for a concept, or for one that implies it.
    pub(crate) fn is(&self, concept: Concept) -> bool {
        self.all.contains(&concept)
    }

    /// Whether it names a concept of a class.
    pub(crate) fn has(&self, class: Class) -> bool {
        self.named.iter().any(|c| TAXONOMY.class(*c) == class)
    }
}

/// The words of a language for concepts.
#[derive(Debug, Default)]
pub(crate) struct Concepts {
    complaints: Entries,
    alarms: Entries,
    /// Words that may stand inside an entry of several words.
    between: Set,
    /// The same for alarms, besides those.
    between_alarms: Set,
    /// Every word of every entry as written, for spelling.
    words: Vec<String>,
}

/// Entries by their first stem, longest first.
type Entries = HashMap<String, Vec<Entry>>;

/// Words that stand for concepts.
#[derive(Debug)]
struct Entry {
    key: Key,
    concepts: Vec<Concept>,
}

/// Words that a text must contain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    stems: Vec<String>,
    /// A single word that alarms must stand as it is written: "severe" has the stem of "severed".
    exact: Option<String>,
}

impl Concepts {
    /// Learns the words of all concepts; `text` gives a message by its id.
    pub(crate) fn read(splitter: &Splitter, text: &dyn Fn(&str) -> String) -> Self {
        let between = splitter.vocabulary().concept_between.clone();
        let between_alarms = splitter.vocabulary().alarm_between.clone();
        let mut words = Vec::new();
        let mut meanings: HashMap<(bool, Key), Vec<Concept>> = HashMap::new();
        for (id, concept) in TAXONOMY.names().iter().zip(0..) {
            let alarms = TAXONOMY.class(concept) == Class::Alarm;
            for entry in entries(&text(&format!("concept-{id}"))) {
                let split = splitter.split(&entry);
                let single = split.first().filter(|_| alarms && split.len() == 1);
                let exact = single.map(|word| word.text.clone());
                let key = Key { stems: stems(&between, &split), exact };
                let known = meanings.entry((alarms, key)).or_default();
                words.extend(split.into_iter().map(|w| w.text));
                if !known.contains(&concept) {
                    known.push(concept);
                }
            }
        }
        let mut read = Self { between, between_alarms, ..Self::default() };
        for ((alarms, key), concepts) in meanings {
            if let Some(first) = key.stems.first() {
                let entries = if alarms { &mut read.alarms } else { &mut read.complaints };
                entries.entry(first.clone()).or_default().push(Entry { key, concepts });
            }
        }
        for list in read.complaints.values_mut().chain(read.alarms.values_mut()) {
            list.sort_by(|a, b| b.key.stems.len().cmp(&a.key.stems.len()).then_with(|| a.key.cmp(&b.key)));
        }
        words.sort_unstable();
        words.dedup();
        Self { words, ..read }
    }

    /// Whether a stem begins or is an entry.
    pub(crate) fn knows(&self, stem: &str) -> bool {
        self.complaints.contains_key(stem) || self.alarms.contains_key(stem)
    }

    /// Every word of every entry as written.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// The senses of a text that complaints are made of, the longest entry at each word first; they
    /// do not overlap.
    pub(crate) fn spot(&self, words: &[Word]) -> Vec<Sense> {
        // "Lost 6 kilos", "my uh right elbow".
        let between = |word: &str| self.between.has(word) || word.starts_with(|c: char| c.is_ascii_digit());
        let mut senses = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let sense = senses_at(&self.complaints, words, at, &between).next();
            at = sense.as_ref().map_or(at, |s| s.last) + 1;
            senses.extend(sense);
        }
        senses
    }

    /// Everything in a text that emergencies are made of. Alarms may overlap.
    pub(crate) fn alarms(&self, words: &[Word]) -> Vec<Sense> {
        let between = |word: &str| self.between.has(word) || self.between_alarms.has(word);
        (0..words.len())
            .flat_map(|at| senses_at(&self.alarms, words, at, &between).collect::<Vec<_>>())
            .collect()
    }
}

/// The entries that a text has at a word, the longest first.
fn senses_at<'c>(
    entries: &'c Entries,
    words: &'c [Word],
    at: usize,
    between: &'c dyn Fn(&str) -> bool,
) -> impl Iterator<Item = Sense> + 'c {
    let here = entries.get(&words[at].stem).into_iter().flatten();
    here.filter_map(move |Entry { key, concepts }| {
        if key.exact.as_ref().is_some_and(|text| *text != words[at].text) {
            return None;
        }
        let last = end(words, at, &key.stems, between)?;
        let mut all: Vec<Concept> = concepts.iter().flat_map(|c| TAXONOMY.closure(*c)).copied().collect();
        all.sort_unstable();
        all.dedup();
        Some(Sense { first: at, last, named: concepts.clone(), all })
    })
}

/// The last word of an entry that begins at a word, if only words that may stand between do.
fn end(words: &[Word], at: usize, stems: &[String], between: &dyn Fn(&str) -> bool) -> Option<usize> {
    const MOST_BETWEEN: usize = 3;
    let mut last = at;
    for stem in &stems[1..] {
        let skipped = words[last + 1..]
            .iter()
            .take(MOST_BETWEEN)
            .take_while(|w| w.stem != *stem && w.gap < super::words::Gap::Comma && between(&w.text));
        last += 1 + skipped.count();
        let word = words.get(last)?;
        if word.stem != *stem || word.gap >= super::words::Gap::Comma {
            return None;
        }
    }
    Some(last)
}

/// The stems of an entry, without words that may stand between its others.
fn stems(between: &Set, words: &[Word]) -> Vec<String> {
    let content: Vec<&Word> = words.iter().filter(|w| !between.has(&w.text)).collect();
    let of = |words: &[&Word]| words.iter().map(|w| w.stem.clone()).collect::<Vec<_>>();
    if content.len() >= 2 { of(&content) } else { of(&words.iter().collect::<Vec<_>>()) }
}
