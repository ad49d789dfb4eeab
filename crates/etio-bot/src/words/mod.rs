//! Every word that a conversation says, from the files of a language: `locales/<language>/*.ftl`, in Fluent.
//!
//! English is complete by definition; another language must have all of its messages. Languages are
//! built into the program, and [`Languages::add_folder`] reads more of them.

mod numbers;
mod pseudo;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use include_dir::{Dir, include_dir};
use unic_langid::LanguageIdentifier;

use crate::understand::{Concepts, Signal, Splitter, Vocabulary};

pub use pseudo::{pseudo, pseudo_messages};

/// The language that every message is first written in.
pub const ENGLISH: &str = "en";

/// The files of words that people write, which no screen shows.
const HEARD: [&str; 3] = ["lexicon.ftl", "concepts.ftl", "signs.ftl"];
/// The optional file of ordinary words, one per line.
const DICTIONARY: &str = "dictionary.txt";
/// The optional file of words that speak for an emergency, with their weights.
const ALARM_WORDS: &str = "alarm-words.txt";

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/locales");

/// A language that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("language `{language}`: {problem}")]
pub struct LanguageError {
    /// The language, by the name of its folder.
    pub language: String,
    /// The problem.
    pub problem: String,
}

/// The words of one language, and how it shows numbers.
pub struct Language {
    tag: String,
    bundle: FluentBundle<FluentResource>,
    messages: BTreeSet<String>,
    /// Those that are only listened for.
    heard: BTreeSet<String>,
    vocabulary: Arc<Vocabulary>,
    concepts: Arc<Concepts>,
    signal: Arc<Signal>,
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Language").field("tag", &self.tag).finish_non_exhaustive()
    }
}

impl Language {
    /// Reads a language from the contents of its files, given with their names.
    pub fn read(tag: &str, files: &BTreeMap<String, String>) -> Result<Self, LanguageError> {
        let fail = |problem: String| LanguageError { language: tag.to_owned(), problem };
        let id: LanguageIdentifier =
            tag.parse().map_err(|_| fail("it is not a language tag, such as `de` or `pt-BR`".to_owned()))?;
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Marks around names would be shown as boxes by terminals.
        bundle.set_use_isolating(false);
        bundle.add_function("LOWER", |given, _| lower(given)).map_err(|e| fail(e.to_string()))?;
        let (mut messages, mut heard) = (BTreeSet::new(), BTreeSet::new());
        for (name, text) in
            files.iter().filter(|(name, _)| ![DICTIONARY, ALARM_WORDS].contains(&name.as_str()))
        {
            let resource = FluentResource::try_new(text.clone())
                .map_err(|(_, errors)| fail(format!("{name}: {}", joined(&errors))))?;
            for entry in resource.entries() {
                if let fluent_syntax::ast::Entry::Message(message) = entry {
                    messages.insert(message.id.name.to_owned());
                    if HEARD.contains(&name.as_str()) {
                        heard.insert(message.id.name.to_owned());
                    }
                }
            }
            bundle.add_resource(resource).map_err(|errors| fail(format!("{name}: {}", joined(&errors))))?;
        }
        let mut language = Self {
            tag: tag.to_owned(),
            bundle,
            messages,
            heard,
            vocabulary: Arc::default(),
            concepts: Arc::default(),
            signal: Arc::default(),
        };
        let text = |id: &str| if language.messages.contains(id) { language.text(id) } else { String::new() };
        let dictionary = files.get(DICTIONARY).map_or("", String::as_str);
        let vocabulary = Arc::new(Vocabulary::read(&text, dictionary).map_err(fail)?);
        let concepts = Concepts::read(&Splitter::of(vocabulary.clone()), &text);
        (language.vocabulary, language.concepts) = (vocabulary, Arc::new(concepts));
        let weights = files.get(ALARM_WORDS).map_or("", String::as_str);
        let signal = Signal::read(weights).map_err(|problem| fail(format!("{ALARM_WORDS}: {problem}")))?;
        language.signal = Arc::new(signal);
        Ok(language)
    }

    /// The language's tag, such as `en`.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The words by which free text is understood.
    pub(crate) fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// The words for concepts.
    pub(crate) fn concepts(&self) -> &Arc<Concepts> {
        &self.concepts
    }

    /// How much words speak for an emergency.
    pub(crate) fn signal(&self) -> &Arc<Signal> {
        &self.signal
    }

    /// A message without variables.
    pub fn text(&self, id: &str) -> String {
        self.say(id, &[])
    }

    /// A message with its variables. One that the language lacks shows its id, which tests look for.
    pub fn say(&self, id: &str, variables: &[(&str, &dyn fmt::Display)]) -> String {
        let mut given = FluentArgs::new();
        for (name, value) in variables {
            given.set(*name, FluentValue::from(value.to_string()));
        }
        self.format(id, &given)
    }

    /// A message about a number, which chooses among its forms: "1 day", "2 days".
    pub(crate) fn count(&self, id: &str, n: usize) -> String {
        let mut given = FluentArgs::new();
        given.set("n", FluentValue::from(n));
        self.format(id, &given)
    }

    /// The parts of a message that are separated by `|`.
    pub fn words(&self, id: &str) -> Vec<String> {
        self.text(id).split('|').map(|part| part.trim().to_owned()).collect()
    }

    /// The messages of which a screen has no say: those without variables, by id.
    pub fn fixed(&self) -> BTreeMap<&str, String> {
        let is_fixed = |id: &&String| {
            let mut errors = Vec::new();
            let pattern = self.bundle.get_message(id).and_then(|message| message.value());
            pattern.is_some_and(|pattern| {
                self.bundle.format_pattern(pattern, None, &mut errors);
                errors.is_empty()
            })
        };
        self.messages
            .difference(&self.heard)
            .filter(is_fixed)
            .map(|id| (id.as_str(), self.text(id)))
            .collect()
    }

    fn format(&self, id: &str, given: &FluentArgs<'_>) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return format!("{{{id}}}");
        };
        self.bundle.format_pattern(pattern, Some(given), &mut Vec::new()).into_owned()
    }
}

fn joined(errors: &[impl fmt::Display]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A name inside a sentence: lower case, but for abbreviations such as COVID-19.
fn lower<'a>(given: &[FluentValue<'a>]) -> FluentValue<'a> {
    let Some(FluentValue::String(name)) = given.first() else { return FluentValue::Error };
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            FluentValue::from(first.to_lowercase().chain(name.chars().skip(1)).collect::<String>())
        }
        _ => FluentValue::from(name.clone().into_owned()),
    }
}

/// The languages that a conversation can be held in.
#[derive(Clone, Debug)]
pub struct Languages {
    english: Arc<Language>,
    others: BTreeMap<String, Arc<Language>>,
}

impl Languages {
    /// The files of messages of English, by name, for a translator to begin with.
    pub fn english_files() -> BTreeMap<String, String> {
        let mut files = Self::files().remove(ENGLISH).unwrap_or_default();
        files.retain(|name, _| ![DICTIONARY, ALARM_WORDS].contains(&name.as_str()));
        files
    }

    /// The files of each language inside the program.
    fn files() -> BTreeMap<String, BTreeMap<String, String>> {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = |contents: &[u8]| String::from_utf8_lossy(contents).into_owned();
        let is_read = |path: &Path| path.extension().is_some_and(|end| end == "ftl" || end == "txt");
        let of_language = |folder: &Dir<'_>| {
            let files = folder.files().filter(|file| is_read(file.path()));
            files.map(|file| (name(file.path()), text(file.contents()))).collect()
        };
        BUILT_IN.dirs().map(|folder| (name(folder.path()), of_language(folder))).collect()
    }

    /// The languages inside the program.
    pub fn built_in() -> Result<Self, LanguageError> {
        let mut files = Self::files();
        let english = Language::read(ENGLISH, &files.remove(ENGLISH).unwrap_or_default())?;
        let mut languages = Self { english: Arc::new(english), others: BTreeMap::new() };
        for (language, files) in &files {
            languages.add(language, files)?;
        }
        Ok(languages)
    }

    /// Adds a language for each folder in a folder, such as `de/` with `.ftl` files in it.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), LanguageError> {
        let unreadable = |path: &Path, e: &dyn fmt::Display| LanguageError {
            language: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            problem: format!("{}: {e}", path.display()),
        };
        let listed = |path: &Path| -> Result<Vec<std::path::PathBuf>, LanguageError> {
            let entries = std::fs::read_dir(path).map_err(|e| unreadable(path, &e))?;
            entries.map(|entry| entry.map(|e| e.path()).map_err(|e| unreadable(path, &e))).collect()
        };
        for language in listed(folder)?.iter().filter(|path| path.is_dir()) {
            let mut files = BTreeMap::new();
            for path in listed(language)?
                .iter()
                .filter(|path| path.extension().is_some_and(|e| e == "ftl" || e == "txt"))
            {
                let text = std::fs::read_to_string(path).map_err(|e| unreadable(path, &e))?;
                files.insert(path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text);
            }
            self.add(&language.file_name().unwrap_or_default().to_string_lossy(), &files)?;
        }
        Ok(())
    }

    /// Adds a language, which must have every message that English has.
    pub fn add(&mut self, tag: &str, files: &BTreeMap<String, String>) -> Result<(), LanguageError> {
        let language = Language::read(tag, files)?;
        let missing: Vec<&str> =
            self.english.messages.difference(&language.messages).map(String::as_str).collect();
        if !missing.is_empty() {
            let problem = format!("it lacks {}; locales/en has them in English", missing.join(", "));
            return Err(LanguageError { language: tag.to_owned(), problem });
        }
        self.others.insert(tag.to_owned(), Arc::new(language));
        Ok(())
    }

    /// English.
    pub fn english(&self) -> &Arc<Language> {
        &self.english
    }

    /// Tags of all languages, English first.
    pub fn tags(&self) -> Vec<&str> {
        std::iter::once(ENGLISH).chain(self.others.keys().map(String::as_str)).collect()
    }

    /// The language of a tag.
    pub fn get(&self, tag: &str) -> Option<&Arc<Language>> {
        if tag.eq_ignore_ascii_case(ENGLISH) {
            return Some(&self.english);
        }
        self.others.iter().find(|(known, _)| known.eq_ignore_ascii_case(tag)).map(|(_, language)| language)
    }

    /// First available language in an `Accept-Language` header, else English.
    pub fn accepted(&self, header: &str) -> &Arc<Language> {
        let mut wanted: Vec<(f64, &str)> = header.split(',').filter_map(quality).collect();
        wanted.sort_by(|a, b| b.0.total_cmp(&a.0));
        let known = |tag: &str| self.get(tag).or_else(|| self.get(tag.split('-').next().unwrap_or(tag)));
        wanted.into_iter().find_map(|(_, tag)| known(tag)).unwrap_or(&self.english)
    }
}

/// A part of the header, such as `de;q=0.8`, with its weight; `None` if it is refused.
fn quality(part: &str) -> Option<(f64, &str)> {
    let (tag, weight) = part.split_once(';').unwrap_or((part, ""));
    let weight = weight.trim().strip_prefix("q=").map_or(1.0, |q| q.parse().unwrap_or(0.0));
    (weight > 0.0).then_some((weight, tag.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_complete_and_negotiated() {
        let languages = Languages::built_in().unwrap();
        assert_eq!(languages.tags(), ["en"]);
        assert!(languages.english().fixed().contains_key("tagline"));
        assert!(!languages.english().fixed().contains_key("share"), "it has a variable");
        assert!(!languages.english().fixed().contains_key("word-fillers"), "nobody is shown it");
        assert_eq!(languages.accepted("fr;q=0.9, en-GB;q=0.8").tag(), "en");
        assert_eq!(languages.accepted("").tag(), "en");
    }

    #[test]
    fn a_language_that_lacks_a_message_or_is_broken_is_refused() {
        let mut languages = Languages::built_in().unwrap();
        let file = |text: &str| BTreeMap::from([("all.ftl".to_owned(), text.to_owned())]);
        let lacking = languages.add("de", &file("yes = Ja\n")).unwrap_err().to_string();
        assert!(lacking.contains("`de`") && lacking.contains("advice-emergency"), "{lacking}");
        let broken = languages.add("de", &file("yes = { $\n")).unwrap_err().to_string();
        assert!(broken.contains("all.ftl"), "{broken}");
        assert!(languages.add("no tag at all", &file("")).is_err());
        assert!(languages.get("de").is_none());
    }
}
