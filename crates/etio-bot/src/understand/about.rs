//! Whom a text is about: "I am a 45 year old man", "my 8 week old daughter", "my newborn".
//!
//! Age and sex change priors and raise red flags, so only plain statements count; two different
//! ones cancel out.

use etio_case::{AgeError, OLDEST, Person, Sex};

use super::emergencies::Part;
use super::subject::{Pronoun, Subject, Who};
use super::vocabulary::{Set, Vocabulary};
use super::words::{Gap, Word};

/// Age and sex of the person, as far as a text states them, and the words that say so, whomever they
/// are about.
pub(super) fn person(v: &Vocabulary, words: &[Word], subject: &Subject) -> (Person, Vec<Part>) {
    let (mut ages, mut sexes, mut said) = (Vec::new(), Vec::new(), Vec::new());
    sexes.extend(match subject.pronoun {
        Pronoun::He => Some(Sex::Male),
        Pronoun::She => Some(Sex::Female),
        Pronoun::You | Pronoun::They => None,
    });
    for at in 0..words.len() {
        if let Some((age, last)) = age(v, words, at, subject) {
            said.push((at - usize::from(tens_before(v, words, at).is_some()), last));
            if !names_other(v, words, last, subject) {
                ages.push(age);
            }
        }
        // What a text says of the writer's sex is not the patient's.
        let of_writer = sex(v, words, at).filter(|_| subject.who == Who::Oneself);
        let behind = short_sex(v, words, at);
        said.extend(of_writer.map(|_| (at, at)));
        said.extend(behind.map(|_| (at, at + 1)));
        sexes.extend(of_writer.or(behind));
        if let Some((sex, first)) = sex_before(v, words, at) {
            said.push((first, at));
            sexes.push(sex);
        }
    }
    (Person { age: agreed(&ages), sex: agreed(&sexes) }, said)
}

/// The one value that all agree on.
fn agreed<T: PartialEq + Copy>(values: &[T]) -> Option<T> {
    let first = *values.first()?;
    values.iter().all(|value| *value == first).then_some(first)
}

fn text(words: &[Word], at: usize) -> &str {
    words.get(at).map_or("", |w| w.text.as_str())
}

/// "my 60 year old mother": the words behind name somebody whom the text does not speak of.
fn names_other(v: &Vocabulary, words: &[Word], last: usize, subject: &Subject) -> bool {
    let is_other = |word: &str| v.scope_others.has(word) && subject.noun.as_deref() != Some(word);
    (last + 1..=last + 2).any(|at| is_other(text(words, at)))
}

/// "26F", "49 m": the sex behind an age.
fn short_sex(v: &Vocabulary, words: &[Word], at: usize) -> Option<Sex> {
    // Above, it is a temperature.
    number(v, text(words, at)).filter(|age| (1.0..93.0).contains(age) && age.fract() == 0.0)?;
    let next = words.get(at + 1).filter(|w| w.gap < Gap::Sentence)?;
    let ends = words.get(at + 2).is_none_or(|w| w.gap >= Gap::Comma || w.text.chars().count() > 1);
    match next.text.as_str() {
        word if ends && v.who_short_male.has(word) => Some(Sex::Male),
        word if ends && v.who_short_female.has(word) => Some(Sex::Female),
        _ => None,
    }
}

/// "Man, 58", "a woman of 29", "F 33": the sex before an age, and the first word of it.
fn sex_before(v: &Vocabulary, words: &[Word], at: usize) -> Option<(Sex, usize)> {
    const YOUNGEST: f64 = 2.0;
    let ends = |last: usize| words.get(last + 1).is_none_or(|w| w.gap >= Gap::Comma);
    number(v, text(words, at)).filter(|age| *age >= YOUNGEST && age.fract() == 0.0)?;
    let noun = at.checked_sub(1)?;
    let noun = if v.duration_of.has(text(words, noun)) { noun.checked_sub(1)? } else { noun };
    let has = |long: &Set, short: &Set| {
        long.has(text(words, noun)) || noun + 1 == at && short.has(text(words, noun)) && ends(at)
    };
    let sex = match () {
        () if has(&v.who_male, &v.who_short_male) => Sex::Male,
        () if has(&v.who_female, &v.who_short_female) => Sex::Female,
        () => return None,
    };
    // Only what a text opens with is about the person: "I'm a woman of 29", not "a man of 60 coughed".
    let article = noun.checked_sub(1).filter(|&a| v.scope_articles.has(text(words, a)));
    let opens = words[article.unwrap_or(noun)].gap == Gap::Sentence && article.unwrap_or(noun) == 0;
    let is_me = article.is_some_and(|article| v.who_i_am.end_before(words, article));
    let is_age = words[at].gap >= Gap::Comma || noun + 1 < at || !v.who_male.has(text(words, noun));
    ((opens || is_me) && is_age && (ends(at) || words[at].gap >= Gap::Comma || noun + 1 < at))
        .then_some((sex, noun))
}

/// A number in figures, or a small one in words.
fn number(v: &Vocabulary, word: &str) -> Option<f64> {
    let named = || v.number_names.get(word).filter(|value| *value <= 12.0);
    word.parse().ok().filter(|value: &f64| (0.0..=OLDEST).contains(value)).or_else(named)
}

/// "Thirty four": the tens before a number in words.
fn tens_before(v: &Vocabulary, words: &[Word], at: usize) -> Option<f64> {
    let ones = v.number_names.get(text(words, at)).filter(|ones| (1.0..10.0).contains(ones));
    let tens = at.checked_sub(1).and_then(|before| v.number_names.get(text(words, before)));
    ones.and(tens).filter(|tens| (20.0..100.0).contains(tens) && tens % 10.0 == 0.0)
}

/// The years of a unit of age.
fn years_per(v: &Vocabulary, word: &str) -> Option<f64> {
    let units = [
        (&v.who_days, 1.0 / 365.25),
        (&v.who_weeks, 7.0 / 365.25),
        (&v.who_months, 1.0 / 12.0),
        (&v.who_years, 1.0),
    ];
    units.iter().find(|(names, _)| names.has(word)).map(|(_, years)| *years)
}

/// Reads an age that was asked for: "34", "8 weeks old". Units may be English if the language has
/// no such word.
pub(crate) fn asked_age(v: &Vocabulary, text: &str) -> Result<f64, AgeError> {
    match with_unit(v, &text.trim().to_lowercase()) {
        Some(age) => Person { age: Some(age), sex: None }.check().map(|()| age),
        None => Person::parse_age(text),
    }
}

/// Figures and a unit of the language, with nothing behind them but "old".
fn with_unit(v: &Vocabulary, plain: &str) -> Option<f64> {
    let (figures, rest) = plain.split_at(plain.find(|c: char| !(c.is_ascii_digit() || ".,".contains(c)))?);
    let mut rest = rest.split_whitespace();
    let years = years_per(v, rest.next()?)?;
    let ends = rest.next().is_none_or(|old| v.who_old.has(old)) && rest.next().is_none();
    figures.replace(',', ".").parse::<f64>().ok().filter(|_| ends).map(|figures| figures * years)
}

/// The age in years of somebody who is named by nothing else: "my 6 week old has a fever".
pub(super) fn named_by_age(v: &Vocabulary, words: &[Word], at: usize) -> Option<f64> {
    let years = number(v, text(words, at))? * years_per(v, text(words, at + 1))?;
    let is_whose = at > 0 && v.who_whose.has(text(words, at - 1));
    (is_whose && v.who_old.has(text(words, at + 2))).then_some(years)
}

/// An age at a word, and its last word: "8 week old", "34yo", "I am 34", "aged 34", "newborn".
fn age(v: &Vocabulary, words: &[Word], at: usize, subject: &Subject) -> Option<(f64, usize)> {
    if v.who_newborn.has(text(words, at)) {
        // Two weeks: the middle of what the word means. The person is shown it and can correct it.
        return Some((14.0 / 365.25, at));
    }
    let tens = tens_before(v, words, at);
    let value = number(v, text(words, at))? + tens.unwrap_or_default();
    if value >= 1.0 && short_sex(v, words, at).is_some() {
        return Some((value, at + 1));
    }
    if sex_before(v, words, at).is_some() {
        return Some((value, at));
    }
    if v.who_years_old.begin_at(words, at + 1) {
        return Some((value, at + 1));
    }
    if let Some(years) = years_per(v, text(words, at + 1)) {
        let age = value * years;
        let is_old = v.who_old.has(text(words, at + 2));
        // "She's ten days": only of somebody who is spoken of.
        let is_named = subject.who != Who::Oneself && v.who_age_before.end_before(words, at);
        let opens = at == 0 && v.who_days.has(text(words, 1));
        let is_young = years < 1.0
            && age < 3.0
            && (is_named || opens)
            && words.get(at + 2).is_none_or(|w| w.gap >= Gap::Comma || v.who_age_behind.has(&w.text));
        return ((is_old || is_young) && age <= OLDEST).then_some((age, at + 1 + usize::from(is_old)));
    }
    let ends = words.get(at + 1).is_none_or(|w| w.gap >= Gap::Comma || v.who_age_behind.has(&w.text));
    let named =
        v.who_age_before.end_before(words, at) || follows_noun(words, at, subject) || opens(words, at, value);
    (named && ends && value >= 1.0).then_some((value, at))
}

/// "mum is 76", "daughter (9)".
fn follows_noun(words: &[Word], at: usize, subject: &Subject) -> bool {
    let Some(noun) = subject.noun.as_deref() else { return false };
    let before = |back: usize| at.checked_sub(back).map_or("", |b| text(words, b));
    // The `'s` of "mum's 76" is spelled out as nothing, "is" is not a word of its own there.
    before(1) == noun || before(2) == noun && before(1).chars().count() <= 2
}

/// "76, retired postman": a text that opens with an age.
fn opens(words: &[Word], at: usize, value: f64) -> bool {
    at == 0
        && (12.0..=110.0).contains(&value)
        && words.get(1).is_some_and(|w| w.gap == Gap::Comma && number_free(w))
}

fn number_free(word: &Word) -> bool {
    !word.text.chars().any(char::is_numeric)
}

/// The sex that a word says the person has.
fn sex(v: &Vocabulary, words: &[Word], at: usize) -> Option<Sex> {
    let word = text(words, at);
    let before = |back: usize| at.checked_sub(back).map_or("", |b| text(words, b));
    if v.who_mothers.has(word) && v.who_i_am.end_before(words, at) {
        return Some(Sex::Female);
    }
    let sex = match word {
        _ if v.who_male.has(word) => Sex::Male,
        _ if v.who_female.has(word) => Sex::Female,
        _ => return None,
    };
    let of_an_age = (1..=3).any(|back| v.who_sex_behind.has(before(back)));
    let of_a_child = v.who_child_before.has(before(1));
    let of_me = (0..4).any(|back| at >= back && v.who_i_am.end_before(words, at - back));
    (of_an_age || of_a_child || of_me).then_some(sex)
}

#[cfg(test)]
mod tests {
    use super::super::subject::subject;
    use super::super::words::Splitter;
    use super::*;

    fn read(text: &str) -> (Option<f64>, Option<Sex>) {
        let splitter = Splitter::default();
        let words = splitter.split(text);
        let subject = subject(splitter.vocabulary(), &words, &[]);
        let (person, _) = person(splitter.vocabulary(), &words, &subject);
        (person.age.map(|age| (age * 100.0).round() / 100.0), person.sex)
    }

    #[test]
    fn plain_statements_count() {
        assert_eq!(read("I am a 45 year old man with chest pain"), (Some(45.0), Some(Sex::Male)));
        assert_eq!(read("My 8-week-old daughter has a fever"), (Some(0.15), Some(Sex::Female)));
        assert_eq!(read("my newborn won't feed"), (Some(0.04), None));
        assert_eq!(read("34yo female, headache"), (Some(34.0), Some(Sex::Female)));
        assert_eq!(read("I'm 29 and my stomach hurts"), (Some(29.0), None));
        assert_eq!(read("my 3 year old son"), (Some(3.0), Some(Sex::Male)));
        assert_eq!(read("I am pregnant"), (None, Some(Sex::Female)));
        assert_eq!(read("my 60 year old mother has a cough"), (Some(60.0), Some(Sex::Female)));
        assert_eq!(read("Dad is 68, he cannot move his arm"), (Some(68.0), Some(Sex::Male)));
        assert_eq!(read("26F on the pill"), (Some(26.0), Some(Sex::Female)));
        assert_eq!(read("I'm a thirty four year old woman"), (Some(34.0), Some(Sex::Female)));
        assert_eq!(read("76, retired postman"), (Some(76.0), None));
        assert_eq!(read("Man, 58, chest pain since noon"), (Some(58.0), Some(Sex::Male)));
        assert_eq!(read("a woman of 29 with a cough"), (Some(29.0), Some(Sex::Female)));
        assert_eq!(read("F 33, migraine"), (Some(33.0), Some(Sex::Female)));
    }

    #[test]
    fn numbers_of_other_things_and_people_do_not() {
        for text in [
            "I am 34 weeks pregnant?",
            "fever for 8 days",
            "a man coughed at me",
            "temperature is 38",
            "I'm 34 and my 3 year old has a rash",
            "my chest hurts, a man of 60 coughed at me",
            "m 3 tablets",
        ] {
            assert_eq!(read(text).0, None, "{text}");
        }
        assert_eq!(read("a man coughed at me").1, None);
    }
}
