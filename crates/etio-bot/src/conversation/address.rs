//! Questions about somebody else: "Do you cough when you lie down?" becomes "Does your son cough when
//! he lies down?".
//!
//! A network asks the person themselves. For another one the words for "you" are replaced, and the
//! verbs that go with them inflected, by the lists of the language (`address-...`). A language whose
//! `address-you` names no word leaves questions as they are.

use crate::words::Language;
use crate::{Pronoun, Subject, Who};

/// How to speak of somebody else.
pub(super) struct Address {
    you: Vec<String>,
    /// Words for "your" and "yourself".
    your: Vec<String>,
    yourself: Vec<String>,
    /// Verbs that stand before their subject in questions or change otherwise: `do` and `does`.
    irregular: Vec<(String, String)>,
    /// Verbs that never change: "can".
    unchanging: Vec<String>,
    /// Words after which "you" is the subject of a clause: "when".
    opening: Vec<String>,
    /// "or".
    joining: Vec<String>,
    /// "your son", "the baby".
    noun: Option<String>,
    /// Subject, object, possessive and reflexive of the pronoun: "he", "him", "his", "himself".
    forms: [String; 4],
    is_plural: bool,
}

impl Address {
    /// How to speak of a subject; nothing for the person who writes.
    pub(super) fn of(language: &Language, subject: &Subject) -> Option<Self> {
        let pronoun = match subject.pronoun {
            Pronoun::He => "he",
            Pronoun::She => "she",
            Pronoun::They => "they",
            Pronoun::You => return None,
        };
        if subject.who == Who::Oneself {
            return None;
        }
        let words = |id: &str| language.words(&format!("address-{id}"));
        let mut forms = words(pronoun).into_iter();
        let mut form = || forms.next().unwrap_or_default();
        let noun = match (subject.who, &subject.noun) {
            (_, Some(noun)) if words("kin").contains(noun) => {
                Some(language.say("address-relative", &[("noun", noun)]))
            }
            (Who::Infant, _) => Some(language.text("address-infant")),
            (_, Some(noun)) => Some(language.say("address-other", &[("noun", noun)])),
            (_, None) => None,
        };
        let pair = |text: String| {
            let mut parts = text.split_whitespace().map(str::to_owned);
            Some((parts.next()?, parts.next()?))
        };
        Some(Self {
            you: words("you"),
            your: words("your"),
            yourself: words("yourself"),
            irregular: words("irregular").into_iter().filter_map(pair).collect(),
            unchanging: words("unchanging"),
            opening: words("opening"),
            joining: words("joining"),
            noun,
            forms: [form(), form(), form(), form()],
            is_plural: subject.pronoun == Pronoun::They,
        })
    }

    /// A text of the network about somebody else. The first mention names them, later ones do not.
    pub(super) fn speak(&self, text: &str) -> String {
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let mut is_named = self.noun.is_none();
        let mut at = 0;
        while at < words.len() {
            let word = plain(&words[at]);
            if self.yourself.contains(&word) {
                put(&mut words[at], &self.forms[3]);
            } else if self.your.contains(&word) {
                let owner = self.noun.as_ref().filter(|_| !is_named).map(|noun| format!("{noun}'s"));
                put(&mut words[at], owner.as_ref().unwrap_or(&self.forms[2]));
                is_named = true;
            } else if self.you.contains(&word) {
                at = self.replace(&mut words, at, &mut is_named);
            }
            at += 1;
        }
        words.join(" ")
    }

    /// Replaces "you" and inflects its verbs; returns the last position that it handled.
    fn replace(&self, words: &mut [String], at: usize, is_named: &mut bool) -> usize {
        let noun = self.noun.as_ref().filter(|_| !*is_named);
        let is_single = noun.is_some() || !self.is_plural;
        let before = at.checked_sub(1).map(|i| plain(&words[i])).unwrap_or_default();
        let is_inverted =
            self.irregular.iter().any(|(verb, _)| *verb == before) || self.unchanging.contains(&before);
        // "When you lie down", "every time you stand up", "the worst pain you can imagine". A sentence
        // that ended before it leaves nothing that it could be the object of.
        let is_first = at == 0 || words[at - 1].ends_with(['.', '?', '!', ':']);
        let after = words.get(at + 1).map(|word| plain(word)).unwrap_or_default();
        let is_clause = self.opening.contains(&before) || is_first || self.unchanging.contains(&after);
        let form = if is_inverted || is_clause { &self.forms[0] } else { &self.forms[1] };
        let form = noun.unwrap_or(form).clone();
        put(&mut words[at], &form);
        *is_named = true;
        let mut last = at;
        if is_inverted && is_single {
            words[at - 1] = self.inflected(&words[at - 1]);
        } else if is_clause && is_single && at + 1 < words.len() {
            last = at + 1;
            words[last] = self.inflected(&words[last]);
            // "when you bite or chew"
            while last + 2 < words.len() && self.joining.contains(&plain(&words[last + 1])) {
                last += 2;
                words[last] = self.inflected(&words[last]);
            }
        }
        last
    }

    /// A verb for one other person.
    fn inflected(&self, word: &str) -> String {
        let verb = plain(word);
        if self.unchanging.contains(&verb) {
            return word.to_owned();
        }
        let known = self.irregular.iter().find(|(plain, _)| *plain == verb).map(|(_, other)| other.clone());
        let regular = || match verb.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
            _ if verb.ends_with(['s', 'x', 'o']) || verb.ends_with("sh") || verb.ends_with("ch") => {
                format!("{verb}es")
            }
            _ => format!("{verb}s"),
        };
        let mut inflected = word.to_owned();
        put(&mut inflected, &known.unwrap_or_else(regular));
        inflected
    }
}

/// A word without the marks around it, in lower case.
fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// Replaces a word, keeping the marks around it and a capital at its beginning.
fn put(word: &mut String, other: &str) {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let other = match (core.chars().next(), other.chars().next()) {
        (Some(old), Some(new)) if old.is_uppercase() => {
            format!("{}{}", new.to_uppercase(), &other[new.len_utf8()..])
        }
        _ => other.to_owned(),
    };
    *word = word.replacen(&core, &other, 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Languages;

    fn spoken(who: Who, pronoun: Pronoun, noun: &str, text: &str) -> String {
        let english = Languages::built_in().unwrap().english().clone();
        let noun = Some(noun.to_owned()).filter(|noun| !noun.is_empty());
        Address::of(&english, &Subject { who, pronoun, noun }).unwrap().speak(text)
    }

    #[test]
    fn questions_speak_of_others() {
        let son = |text: &str| spoken(Who::Child, Pronoun::He, "son", text);
        for (asked, spoken) in [
            ("Do you have a fever?", "Does your son have a fever?"),
            ("Are you short of breath when you lie down?", "Is your son short of breath when he lies down?"),
            ("Is your skin yellow?", "Is your son's skin yellow?"),
            ("Does it hurt when you bite or chew?", "Does it hurt when your son bites or chews?"),
            ("Does it wake you at night?", "Does it wake your son at night?"),
            ("Have you hurt yourself?", "Has your son hurt himself?"),
            (
                "Is it so bad that you cannot move your leg?",
                "Is it so bad that your son cannot move his leg?",
            ),
            ("Does the room spin?", "Does the room spin?"),
            (
                "Does your heart race every time you stand up?",
                "Does your son's heart race every time he stands up?",
            ),
            ("A knock. You can name it.", "A knock. Your son can name it."),
            ("The worst pain you can imagine?", "The worst pain your son can imagine?"),
        ] {
            assert_eq!(son(asked), spoken);
        }
        assert_eq!(
            spoken(Who::Infant, Pronoun::They, "baby", "Do you have a cough when you lie down?"),
            "Does the baby have a cough when they lie down?"
        );
        assert_eq!(spoken(Who::Adult, Pronoun::She, "", "Can you speak?"), "Can she speak?");
        assert_eq!(spoken(Who::Adult, Pronoun::They, "", "Do you drink?"), "Do they drink?");
        assert_eq!(
            spoken(Who::Adult, Pronoun::He, "man", "Do people find you pale?"),
            "Do people find the man pale?"
        );
    }

    /// Every text of the starter network is sound about somebody else: nobody is spoken to, a subject is
    /// not in the form of an object, and its verb is inflected.
    #[test]
    fn the_starter_network_speaks_of_others() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/starter");
        let network = etio::Network::open(std::path::Path::new(folder)).unwrap();
        let english = Languages::built_in().unwrap().english().clone();
        let catalog = network.finding_catalog();
        for (who, pronoun) in
            [(Who::Child, Pronoun::He), (Who::Adult, Pronoun::She), (Who::Infant, Pronoun::They)]
        {
            let address = Address::of(&english, &Subject { who, pronoun, noun: None }).unwrap();
            let [he, him, his, _] = &address.forms;
            for (finding, column) in network.findings().flat_map(|f| [(f, "question"), (f, "explanation")]) {
                let text = catalog.attribute(finding.index(), column).unwrap_or_default();
                let spoken = address.speak(text);
                let words: Vec<String> = spoken.split(' ').map(plain).collect();
                let addressed = [&address.you, &address.your, &address.yourself];
                assert!(
                    words.iter().all(|word| addressed.iter().all(|list| !list.contains(word))),
                    "{spoken}"
                );
                for (at, pair) in words.windows(2).enumerate() {
                    let is_object = &pair[0] == him && him != his;
                    assert!(!(is_object && address.unchanging.contains(&pair[1])), "{spoken}");
                    let opens = address.opening.contains(&pair[0]) && pair[0] != "than" && pair[0] != "as";
                    assert!(!(opens && &pair[1] == him && him != his), "{spoken}");
                    let is_plain = address.irregular.iter().any(|(verb, _)| *verb == pair[1]);
                    let is_clause = at > 0 && address.opening.contains(&words[at - 1]);
                    assert!(!(&pair[0] == he && is_clause && is_plain && !address.is_plural), "{spoken}");
                }
            }
        }
    }

    #[test]
    fn one_is_spoken_to_oneself() {
        let english = Languages::built_in().unwrap().english().clone();
        assert!(Address::of(&english, &Subject::default()).is_none());
    }
}
