//! Text as words: where each one stands, its plain form, its stem, and what separates it from the next.

use rust_stemmers::{Algorithm, Stemmer};

/// What stands between a word and the one before it.
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
    /// What stands before it.
    pub(crate) gap: Gap,
}

/// Splits text into words and stems them.
pub(crate) struct Splitter {
    stemmer: Stemmer,
}

impl Default for Splitter {
    fn default() -> Self {
        Self { stemmer: Stemmer::create(Algorithm::English) }
    }
}

/// Forms that a stemmer cannot bring together.
const IRREGULAR: &[(&str, &str)] = &[
    ("threw", "throw"),
    ("thrown", "throw"),
    ("felt", "feel"),
    ("swollen", "swell"),
    ("swelled", "swell"),
    ("bled", "bleed"),
    ("lost", "lose"),
    ("woke", "wake"),
    ("woken", "wake"),
    ("got", "get"),
    ("gotten", "get"),
    ("tummy", "stomach"),
    ("belly", "stomach"),
    ("abdomen", "stomach"),
    ("abdominal", "stomach"),
    ("tonight", "night"),
    ("puking", "vomit"),
    ("puke", "vomit"),
    ("puked", "vomit"),
    ("nappy", "diaper"),
    ("nappies", "diaper"),
    ("poop", "stool"),
    ("poops", "stool"),
    ("pooping", "stool"),
    ("poo", "stool"),
    ("feces", "stool"),
    ("pee", "urin"),
    ("peeing", "urin"),
    ("peed", "urin"),
    ("pees", "urin"),
    ("aching", "pain"),
    ("ache", "pain"),
    ("aches", "pain"),
    ("ached", "pain"),
    ("hurt", "pain"),
    ("hurts", "pain"),
    ("hurting", "pain"),
    ("itchy", "itch"),
    ("runny", "run"),
    ("phlegmy", "phlegm"),
    ("mucous", "mucus"),
    ("shivery", "shiver"),
    ("colour", "color"),
    ("coloured", "color"),
    ("diarrhoea", "diarrhea"),
    ("oedema", "edema"),
    ("teeth", "tooth"),
    ("feet", "foot"),
    ("children", "child"),
    ("breathes", "breath"),
    ("breathing", "breath"),
    ("ate", "eat"),
    ("slept", "sleep"),
    ("began", "begin"),
    ("begun", "begin"),
    // Two words in one: light-headed is not a light and a head, and spotting is not spots.
    ("headed", "lightheaded"),
    ("spotting", "intermenstrual"),
    // As heard, or as people put it.
    ("nite", "night"),
    ("nites", "night"),
    ("temp", "temperature"),
    ("temps", "temperature"),
    ("tum", "stomach"),
    ("wee", "urin"),
    ("weeing", "urin"),
    ("barf", "vomit"),
    ("barfing", "vomit"),
    ("barfed", "vomit"),
    ("gunk", "phlegm"),
    ("gunky", "phlegm"),
    ("snot", "mucus"),
    ("meds", "medicine"),
    ("medication", "medicine"),
    ("medications", "medicine"),
    ("tablets", "medicine"),
    ("soar", "sore"),
    ("coff", "cough"),
    ("bellybutton", "navel"),
    ("killing", "pain"),
];

/// What means something else when it is felt: "I feel down", "I feel like throwing up".
const FELT: &[&str] = &[
    "down", "low", "blue", "empti", "throw", "vomit", "faint", "pass", "sick", "terribl", "aw", "lousi",
    "rough",
];
/// What may stand between feeling and what is felt.
const BETWEEN: &[&str] = &[
    "like", "so", "very", "really", "quite", "pretty", "a", "bit", "i", "am", "going", "gonna", "to", "about",
];

/// Gives what is felt a stem of its own, so that "feel down" is not "down".
fn join_feelings(words: &mut [Word]) {
    for at in 0..words.len() {
        if words[at].stem != "feel" {
            continue;
        }
        let between =
            words[at + 1..].iter().take_while(|w| w.gap == Gap::None && BETWEEN.contains(&w.text.as_str()));
        let felt = at + 1 + between.count();
        if let Some(word) = words.get_mut(felt)
            && word.gap == Gap::None
            && FELT.contains(&word.stem.as_str())
        {
            word.stem = format!("feel {}", word.stem);
        }
    }
}

impl Splitter {
    /// The stem of one lower-case word.
    pub(crate) fn stem(&self, word: &str) -> String {
        match IRREGULAR.iter().find(|(form, _)| *form == word) {
            Some((_, base)) => self.stemmer.stem(base).into_owned(),
            None => self.stemmer.stem(word).into_owned(),
        }
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
            for plain in spell_out(&text[start..end].to_lowercase().replace('’', "'")) {
                let stem = self.stem(&plain);
                words.push(Word { text: plain, stem, start, end, gap });
                gap = Gap::None;
            }
        }
        join_feelings(&mut words);
        words
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

/// A word with its contraction spelled out.
fn spell_out(word: &str) -> Vec<String> {
    let parts = |list: &[&str]| list.iter().map(ToString::to_string).collect();
    match word {
        "can't" | "cannot" | "cant" => return parts(&["can", "not"]),
        "won't" | "wont" => return parts(&["will", "not"]),
        "dont" | "didnt" | "doesnt" | "havent" | "hasnt" | "isnt" | "wasnt" | "arent" | "couldnt" => {
            return vec![word[..word.len() - 2].to_owned(), "not".to_owned()];
        }
        "im" => return parts(&["i", "am"]),
        "ive" => return parts(&["i", "have"]),
        _ => {}
    }
    if let Some(verb) = word.strip_suffix("n't") {
        return vec![verb.to_owned(), "not".to_owned()];
    }
    let endings = [
        ("'m", Some("am")),
        ("'ve", Some("have")),
        ("'re", Some("are")),
        ("'ll", Some("will")),
        ("'d", None),
    ];
    for (ending, spelled) in endings {
        if let Some(head) = word.strip_suffix(ending) {
            return std::iter::once(head).chain(spelled).map(str::to_owned).collect();
        }
    }
    vec![word.strip_suffix("'s").unwrap_or(word).to_owned()]
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
