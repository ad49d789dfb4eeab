//! The words that the grammar of free text looks for, from the language's `lexicon.ftl`.
//!
//! The rules are the same in every language; these are the words that they work with. A message that
//! is missing makes an empty list: [`crate::Languages`] names what a language lacks.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::fmt;

use rust_stemmers::{Algorithm, Stemmer};

use super::alternatives::spelled_out;
use super::words::Word;

/// Declares the lists, each read from the message of its name: `scope_walls` from `scope-walls`.
macro_rules! vocabulary {
    ($($list:ident: $kind:ty,)*) => {
        /// All lists of a language. `lexicon.ftl` says what each is for.
        #[derive(Debug, Default)]
        pub(crate) struct Vocabulary {
            $(pub(crate) $list: $kind,)*
            /// Ordinary words, which are never slips for something else.
            dictionary: Dictionary,
        }

        impl Vocabulary {
            fn read_lists(text: &dyn Fn(&str) -> String) -> Result<Self, String> {
                Ok(Self {
                    dictionary: Dictionary::default(),
                    $($list: {
                        let id = stringify!($list).replace('_', "-");
                        <$kind>::read(&text(&id)).map_err(|problem| format!("`{id}`: {problem}"))?
                    },)*
                })
            }
        }
    };
}

vocabulary! {
    word_stemming: Stemming,
    word_contractions: Spelled,
    word_endings: Spelled,
    word_dropped: Spelled,
    word_forms: Spelled,
    word_feel: Set,
    word_felt: Set,
    word_felt_between: Set,
    word_fillers: Set,
    word_vague: Set,
    word_ordinary: Set,
    concept_between: Set,
    alarm_between: Set,

    scope_denials: Phrases,
    scope_no_denials: Phrases,
    scope_denial_ends: Phrases,
    scope_never: Set,
    scope_never_like: Phrases,
    scope_subjects: Set,
    scope_without: Set,
    scope_without_any: Set,
    scope_manners: Set,
    scope_breaks: Set,
    scope_walls: Set,
    scope_joints: Set,
    scope_chunks: Set,
    scope_and: Set,
    scope_or: Set,
    scope_modals: Set,
    scope_articles: Set,
    scope_joins: Set,
    scope_openers: Set,
    scope_ends: Set,
    scope_doubts: Phrases,
    scope_conditions: Set,
    scope_past: Phrases,
    scope_past_behind: Phrases,
    scope_past_periods: Phrases,
    scope_past_unless: Set,
    scope_past_at_end: Phrases,
    scope_gone: Phrases,
    scope_gone_at_end: Set,
    scope_fine_at_end: Set,
    scope_compared: Set,
    scope_recurring: Set,
    scope_in_year: Set,
    scope_similes: Set,
    scope_resembles: Set,
    scope_none: Set,
    scope_not_begun: Phrases,
    scope_oneself: Set,
    scope_others: Set,
    scope_strangers: Phrases,
    scope_activities: Set,
    scope_says: Set,
    scope_worries: Set,
    scope_worries_about: Set,
    scope_points_back: Set,

    number_names: Numbers,
    number_hundred: Phrases,
    number_and: Set,
    number_point: Set,
    temperature_ambient: Set,
    temperature_ambient_behind: Set,
    temperature_hints: Set,
    temperature_degrees: Set,
    temperature_celsius: Set,
    temperature_fahrenheit: Set,
    temperature_others: Set,

    duration_hours: Set,
    duration_days: Set,
    duration_weeks: Set,
    duration_fortnights: Set,
    duration_months: Set,
    duration_years: Set,
    duration_one: Set,
    duration_some: Set,
    duration_for: Set,
    duration_amounts: Numbers,
    duration_before_amounts: Set,
    duration_of: Set,
    duration_leads: Set,
    duration_more: Set,
    duration_not_behind: Set,
    duration_not_before: Set,
    duration_ago: Set,
    duration_onsets: Set,
    duration_since: Set,
    duration_began: Set,
    duration_last: Set,
    duration_day_number: Set,
    duration_dayparts: Set,
    duration_weekdays: Phrases,
    duration_since_days: Moments,

    who_days: Set,
    who_weeks: Set,
    who_months: Set,
    who_years: Set,
    who_old: Set,
    who_years_old: Phrases,
    who_age_before: Phrases,
    who_age_behind: Set,
    who_newborn: Set,
    who_male: Set,
    who_female: Set,
    who_i_am: Phrases,
    who_child_before: Set,
    who_sex_behind: Set,
    who_mothers: Set,
    who_my: Set,
    who_whose: Set,
    who_he: Set,
    who_she: Set,
    who_i: Set,
    who_i_verbs: Set,
    who_men: Set,
    who_women: Set,
    who_infants: Set,
    who_children: Set,
    who_bore: Set,
    who_short_male: Set,
    who_short_female: Set,

    gauge_pregnancy: Set,
    gauge_pregnant: Set,
    gauge_not_pregnancy: Set,
    gauge_alone: Set,
    gauge_i_am: Phrases,
    gauge_tablets: Set,
    gauge_doses: Set,
    gauge_hour: Set,
    gauge_over: Set,
    gauge_pressure: Set,
    gauge_sugar: Set,
    gauge_ketones: Set,
    gauge_pulse: Set,
    gauge_breaths: Set,
    gauge_oxygen: Set,

    quiet_stories: Phrases,
    quiet_questions: Phrases,
    quiet_personal: Set,
    quiet_lifelong: Phrases,
    quiet_past: Phrases,
    quiet_dated: Phrases,
    quiet_now: Phrases,
    quiet_jests: Phrases,
    quiet_supposed: Phrases,
    quiet_settled: Phrases,
    quiet_mild: Phrases,
}

impl Vocabulary {
    /// Reads all lists; `text` gives a message by its id, `dictionary` has sorted words, one per line.
    /// The error names the message.
    pub(crate) fn read(text: &dyn Fn(&str) -> String, dictionary: &str) -> Result<Self, String> {
        let mut read = Self::read_lists(text)?;
        read.dictionary = Dictionary::read(dictionary);
        // These are compared with stems.
        let lists =
            [&read.word_feel, &read.word_felt, &read.word_vague, &read.scope_worries, &read.duration_onsets];
        [read.word_feel, read.word_felt, read.word_vague, read.scope_worries, read.duration_onsets] =
            lists.map(|list| Set(list.0.iter().map(|word| read.stem(word)).collect()));
        Ok(read)
    }

    /// The stem of one lower-case word.
    pub(crate) fn stem(&self, word: &str) -> String {
        self.word_stemming.stem(self.word_forms.get(word).unwrap_or(word))
    }

    /// Whether a lower-case word is an ordinary one of the language.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.word_ordinary.has(word) || self.dictionary.has(word)
    }

    /// The ordinary word that a word is if one of its letters should be double, the last one that can:
    /// endings double consonants.
    pub(crate) fn with_double_letter(&self, word: &str) -> Option<String> {
        let doubled = |(at, letter): (usize, char)| format!("{}{letter}{}", &word[..at], &word[at..]);
        word.char_indices().map(doubled).rfind(|doubled| self.is_word(doubled))
    }

    /// The ordinary word that a word is with an ending that is dropped in speech: "pouring" for "pourin".
    pub(crate) fn with_ending(&self, word: &str) -> Option<String> {
        let (root, ending) = self.word_dropped.strip(word)?;
        let meant = format!("{root}{ending}");
        (root.len() > 2 && !self.is_word(word) && self.is_word(&meant)).then_some(meant)
    }

    /// Whether a word is known to say nothing of a finding.
    pub(crate) fn says_nothing(&self, word: &str) -> bool {
        self.word_ordinary.has(word)
    }

    /// The words for each unit of time.
    pub(crate) fn duration_units(&self) -> impl Iterator<Item = &Set> {
        let units = [&self.duration_hours, &self.duration_days, &self.duration_weeks];
        units.into_iter().chain([&self.duration_months, &self.duration_years])
    }

    /// Whether a word names a person, or stands for one.
    pub(crate) fn names_somebody(&self, word: &str) -> bool {
        let sets = [
            &self.scope_others,
            &self.scope_oneself,
            &self.scope_subjects,
            &self.who_he,
            &self.who_she,
            &self.who_my,
            &self.who_men,
            &self.who_women,
            &self.who_children,
        ];
        !self.scope_points_back.has(word) && sets.iter().any(|list| list.has(word))
    }

    /// Whether a word carries no meaning of its own in a phrase.
    pub(crate) fn is_filler(&self, word: &str) -> bool {
        self.word_fillers.has(word)
    }

    /// Whether a word is part of the grammar of scopes, and so is never a slip for something else.
    pub(crate) fn is_cue(&self, word: &str) -> bool {
        let sets = [
            &self.scope_breaks,
            &self.scope_others,
            &self.scope_openers,
            &self.scope_manners,
            &self.scope_conditions,
            &self.who_infants,
            &self.who_children,
        ];
        let phrases = [&self.scope_denials, &self.scope_doubts, &self.scope_past];
        sets.iter().any(|list| list.has(word))
            || phrases.iter().any(|list| list.has(word))
            || self.scope_no_denials.mentions(word)
    }
}

/// The entries of a message, alternatives spelled out.
pub(super) fn entries(text: &str) -> impl Iterator<Item = String> {
    let given = text.split('|').map(str::trim).filter(|entry| !entry.is_empty());
    given.flat_map(spelled_out).map(|entry| entry.trim().to_owned())
}

fn single(entry: &str) -> Result<String, String> {
    if entry.contains(char::is_whitespace) {
        return Err(format!("`{entry}` is more than one word, and this list has single words"));
    }
    Ok(entry.to_lowercase())
}

fn several(entry: &str) -> Vec<String> {
    entry.split_whitespace().map(str::to_lowercase).collect()
}

fn pair(entry: &str) -> Result<(&str, &str), String> {
    let (key, value) =
        entry.split_once('=').ok_or_else(|| format!("`{entry}` lacks its meaning: `word = meaning`"))?;
    Ok((key.trim(), value.trim()))
}

fn numbered(entry: &str) -> Result<(&str, f64), String> {
    let (key, value) = pair(entry)?;
    let number = value.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    Ok((key, number.ok_or_else(|| format!("`{value}` of `{key}` is not a number, such as 3 or 0.5"))?))
}

/// Many words, in one string.
#[derive(Debug, Default)]
struct Dictionary {
    words: String,
    /// Start of each word.
    starts: Vec<u32>,
}

impl Dictionary {
    fn read(text: &str) -> Self {
        let mut words: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        if !words.is_sorted() {
            words.sort_unstable();
        }
        let mut read = Self::default();
        for word in words {
            read.starts.push(read.words.len() as u32);
            read.words.push_str(word);
        }
        read
    }

    fn has(&self, word: &str) -> bool {
        let end = |at: usize| self.starts.get(at + 1).map_or(self.words.len(), |&end| end as usize);
        let (mut low, mut high) = (0, self.starts.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.words[self.starts[middle] as usize..end(middle)].cmp(word) {
                Ordering::Equal => return true,
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        false
    }
}

/// Single words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Set(HashSet<String>);

impl Set {
    fn read(text: &str) -> Result<Self, String> {
        entries(text).map(|entry| single(&entry)).collect::<Result<_, _>>().map(Self)
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

/// Entries of one or more words, by their first.
#[derive(Debug, Default)]
pub(crate) struct Phrases(HashMap<String, Vec<Vec<String>>>);

impl Phrases {
    #[expect(clippy::unnecessary_wraps, reason = "lists of all kinds are read alike")]
    fn read(text: &str) -> Result<Self, String> {
        let mut read: HashMap<String, Vec<Vec<String>>> = HashMap::new();
        for entry in entries(text).map(|entry| several(&entry)) {
            if let Some(first) = entry.first() {
                read.entry(first.clone()).or_default().push(entry);
            }
        }
        Ok(Self(read))
    }

    /// The entries that begin with a word.
    fn beginning(&self, word: &str) -> impl Iterator<Item = &Vec<String>> {
        self.0.get(word).into_iter().flatten()
    }

    /// Whether a word is an entry by itself.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.beginning(word).any(|entry| entry.len() == 1)
    }

    /// Whether a word is part of any entry.
    fn mentions(&self, word: &str) -> bool {
        self.0.values().flatten().flatten().any(|part| part == word)
    }

    /// The number of words of the longest entry that begins at a word.
    pub(crate) fn length_at(&self, words: &[Word], at: usize) -> Option<usize> {
        let here = self.beginning(&words.get(at)?.text);
        here.filter(|entry| stands_at(entry, words, at)).map(Vec::len).max()
    }

    /// Whether an entry begins at a word.
    pub(crate) fn begin_at(&self, words: &[Word], at: usize) -> bool {
        self.length_at(words, at).is_some()
    }

    /// Whether an entry ends right before a word.
    pub(crate) fn end_before(&self, words: &[Word], at: usize) -> bool {
        let starts = |entry: &Vec<String>| at.checked_sub(entry.len());
        let mut all = self.0.values().flatten();
        all.any(|entry| starts(entry).is_some_and(|start| stands_at(entry, words, start)))
    }
}

fn stands_at(entry: &[String], words: &[Word], at: usize) -> bool {
    entry.iter().enumerate().all(|(i, text)| words.get(at + i).is_some_and(|word| word.text == *text))
}

/// Single words that stand for other words.
#[derive(Debug, Default)]
pub(crate) struct Spelled {
    /// In the order of the list, for endings.
    entries: Vec<(String, String)>,
    by_word: HashMap<String, String>,
}

impl Spelled {
    fn read(text: &str) -> Result<Self, String> {
        let entry =
            |entry: String| pair(&entry).and_then(|(key, value)| Ok((single(key)?, value.to_lowercase())));
        let entries: Vec<(String, String)> = entries(text).map(entry).collect::<Result<_, _>>()?;
        Ok(Self { by_word: entries.iter().rev().cloned().collect(), entries })
    }

    pub(crate) fn get(&self, word: &str) -> Option<&str> {
        self.by_word.get(word).map(String::as_str)
    }

    /// The word without the first ending that matches, and the meaning of that ending.
    pub(crate) fn strip<'w>(&self, word: &'w str) -> Option<(&'w str, &str)> {
        self.entries
            .iter()
            .find_map(|(ending, value)| Some((word.strip_suffix(ending.as_str())?, value.as_str())))
    }
}

/// Single words that stand for numbers.
#[derive(Debug, Default)]
pub(crate) struct Numbers(HashMap<String, f64>);

impl Numbers {
    fn read(text: &str) -> Result<Self, String> {
        let entry = |entry: String| numbered(&entry).and_then(|(key, value)| Ok((single(key)?, value)));
        entries(text).map(entry).collect::<Result<_, _>>().map(Self)
    }

    pub(crate) fn get(&self, word: &str) -> Option<f64> {
        self.0.get(word).copied()
    }
}

/// Entries of one or more words, and how many days ago they are.
#[derive(Debug, Default)]
pub(crate) struct Moments(Vec<(Vec<String>, f64)>);

impl Moments {
    fn read(text: &str) -> Result<Self, String> {
        let entry = |entry: String| numbered(&entry).map(|(key, days)| (several(key), days));
        entries(text).map(entry).collect::<Result<_, _>>().map(Self)
    }

    /// The longest entry that begins at a word: days, and number of words.
    pub(crate) fn longest_at(&self, words: &[Word], at: usize) -> Option<(f64, usize)> {
        let here = self.0.iter().filter(|(entry, _)| stands_at(entry, words, at));
        here.map(|(entry, days)| (*days, entry.len())).max_by_key(|(_, length)| *length)
    }
}

/// Reduces the forms of a word to one stem.
#[derive(Default)]
pub(crate) struct Stemming(Option<Stemmer>);

impl fmt::Debug for Stemming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Stemming" } else { "no stemming" })
    }
}

impl Stemming {
    fn read(text: &str) -> Result<Self, String> {
        const KNOWN: [(&str, Algorithm); 18] = [
            ("arabic", Algorithm::Arabic),
            ("danish", Algorithm::Danish),
            ("dutch", Algorithm::Dutch),
            ("english", Algorithm::English),
            ("finnish", Algorithm::Finnish),
            ("french", Algorithm::French),
            ("german", Algorithm::German),
            ("greek", Algorithm::Greek),
            ("hungarian", Algorithm::Hungarian),
            ("italian", Algorithm::Italian),
            ("norwegian", Algorithm::Norwegian),
            ("portuguese", Algorithm::Portuguese),
            ("romanian", Algorithm::Romanian),
            ("russian", Algorithm::Russian),
            ("spanish", Algorithm::Spanish),
            ("swedish", Algorithm::Swedish),
            ("tamil", Algorithm::Tamil),
            ("turkish", Algorithm::Turkish),
        ];
        if ["", "none"].contains(&text) {
            return Ok(Self(None));
        }
        let known = KNOWN.iter().find(|(name, _)| *name == text);
        let names = || KNOWN.map(|(name, _)| name).join(", ");
        let (_, algorithm) =
            known.ok_or_else(|| format!("there is no stemmer `{text}`; use none or one of {}", names()))?;
        Ok(Self(Some(Stemmer::create(*algorithm))))
    }

    fn stem(&self, word: &str) -> String {
        self.0.as_ref().map_or_else(|| word.to_owned(), |stemmer| stemmer.stem(word).into_owned())
    }
}
