//! Text as words: where each one stands, its plain form, its stem, and what separates it from the next.

use std::sync::Arc;

use super::vocabulary::Vocabulary;

/// Separator between a word and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// Blanks, hyphens, quotes.
    None,
    /// A comma, slash, colon, bracket or dash.
    Comma,
    /// The end of a sentence or line.
    Sentence,
}

/// One word of a text.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    /// Lower case, contractions spelled out ("can't" is "can" and "not").
    pub(crate) text: String,
    pub(crate) stem: String,
    /// First byte in the text.
    pub(crate) start: usize,
    /// One past the last byte.
    pub(crate) end: usize,
    /// Separator before it.
    pub(crate) gap: Gap,
}

/// Splits text into words and stems them.
pub(crate) struct Splitter {
    vocabulary: Arc<Vocabulary>,
}

/// Gives what is felt a stem of its own, so that "feel down" is not "down".
fn join_feelings(v: &Vocabulary, words: &mut [Word]) {
    for at in 0..words.len() {
        if !v.word_feel.has(&words[at].stem) {
            continue;
        }
        let between =
            words[at + 1..].iter().take_while(|w| w.gap == Gap::None && v.word_felt_between.has(&w.text));
        let felt = at + 1 + between.count();
        let feel = words[at].stem.clone();
        if let Some(word) = words.get_mut(felt)
            && word.gap == Gap::None
            && v.word_felt.has(&word.stem)
        {
            word.stem = format!("{feel} {}", word.stem);
        }
    }
}

impl Splitter {
    pub(crate) fn of(vocabulary: Arc<Vocabulary>) -> Self {
        Self { vocabulary }
    }

    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The stem of one lower-case word.
    pub(crate) fn stem(&self, word: &str) -> String {
        self.vocabulary.stem(word)
    }

    /// All words of a text.
    pub(crate) fn split(&self, text: &str) -> Vec<Word> {
        let mut words = Vec::new();
        let mut gap = Gap::Sentence;
        let mut chars = text.char_indices().peekable();
        while let Some((start, c)) = chars.next() {
            if !c.is_alphanumeric() {
                gap = gap.max(gap_of(c));
                continue;
            }
            let mut end = start + c.len_utf8();
            let mut last = c;
            while let Some(&(at, c)) = chars.peek() {
                let after = text[at + c.len_utf8()..].chars().next();
                if !(c.is_alphanumeric() && c.is_numeric() == last.is_numeric() || joins(last, c, after)) {
                    break;
                }
                (end, last) = (at + c.len_utf8(), c);
                chars.next();
            }
            for plain in self.spell_out(&text[start..end].to_lowercase().replace('’', "'")) {
                let stem = self.stem(&plain);
                words.push(Word { text: plain, stem, start, end, gap });
                gap = Gap::None;
            }
        }
        join_feelings(&self.vocabulary, &mut words);
        words
    }

    /// A word with its contraction spelled out.
    fn spell_out(&self, word: &str) -> Vec<String> {
        let parts = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        if let Some(spelled) = self.vocabulary.word_contractions.get(word) {
            return parts(spelled);
        }
        match self.vocabulary.word_endings.strip(word) {
            Some((head, spelled)) => std::iter::once(head.to_owned()).chain(parts(spelled)).collect(),
            None => vec![word.to_owned()],
        }
    }
}

/// Whether a character inside a word belongs to it: the apostrophe of "can't", the point of "39.5".
fn joins(before: char, c: char, after: Option<char>) -> bool {
    match c {
        '\'' | '’' => before.is_alphabetic() && after.is_some_and(char::is_alphabetic),
        '.' | ',' => before.is_ascii_digit() && after.is_some_and(|a| a.is_ascii_digit()),
        _ => c.is_ascii_digit() && (before == '.' || before == ','),
    }
}

fn gap_of(c: char) -> Gap {
    match c {
        '.' | '!' | '?' | ';' | '…' | '\n' => Gap::Sentence,
        ',' | '/' | ':' | '(' | ')' | '–' | '—' | '+' | '&' => Gap::Comma,
        _ => Gap::None,
    }
}

#[cfg(test)]
impl Default for Splitter {
    /// In English.
    fn default() -> Self {
        Self::of(crate::Languages::built_in().unwrap().english().vocabulary().clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        Splitter::default().split(text).into_iter().map(|w| w.text).collect()
    }

    #[test]
    fn contractions_and_numbers() {
        assert_eq!(texts("I can’t breathe, it's 39.5°C"), ["i", "can", "not", "breathe", "it", "39.5", "c"]);
        assert_eq!(texts("103F for 3days"), ["103", "f", "for", "3", "days"]);
        assert_eq!(texts("low-grade fever/chills"), ["low", "grade", "fever", "chills"]);
    }

    #[test]
    fn what_is_felt_has_a_stem_of_its_own() {
        let stems = |text| Splitter::default().split(text).into_iter().map(|w| w.stem).collect::<Vec<_>>();
        assert_eq!(stems("I feel really down"), ["i", "feel", "realli", "feel down"]);
        assert_eq!(stems("feeling like throwing up")[2..], ["feel throw", "up"]);
        assert_eq!(stems("going down, I feel fine")[1], "down");
    }

    #[test]
    fn gaps_and_places() {
        let words = Splitter::default().split("No cough, fever. Rash");
        assert_eq!(
            words.iter().map(|w| w.gap).collect::<Vec<_>>(),
            [Gap::Sentence, Gap::None, Gap::Comma, Gap::Sentence]
        );
        assert_eq!((words[2].start, words[2].end), (10, 15));
    }

    #[test]
    fn forms_of_a_word_share_a_stem() {
        let s = Splitter::default();
        for (a, b) in
            [("hurts", "hurting"), ("swollen", "swelling"), ("vomited", "vomit"), ("dizzy", "dizziness")]
        {
            assert_eq!(s.stem(a), s.stem(b), "{a} {b}");
        }
    }
}
