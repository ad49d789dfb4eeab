//! Whom a text is about: "I am a 45 year old man", "my 8 week old daughter", "my newborn".
//!
//! Age and sex change priors and raise red flags, so only plain statements count; two different ones cancel out.

use etio_case::{OLDEST, Person, Sex, years_per};

use super::scope::is_other_person;
use super::words::{Gap, Word};

const MALE: &[&str] = &["man", "male", "boy", "guy", "gentleman"];
const FEMALE: &[&str] = &["woman", "female", "girl", "lady"];
const MOTHERS: &[&str] = &["pregnant", "breastfeeding"];

/// What a text says of the person's age and sex.
pub(super) fn person(words: &[Word]) -> Person {
    let mut ages = Vec::new();
    let mut sexes = Vec::new();
    for at in 0..words.len() {
        if let Some((age, last)) = age(words, at)
            && !names_other(words, last)
        {
            ages.push(age);
        }
        sexes.extend(sex(words, at));
    }
    Person { age: agreed(&ages), sex: agreed(&sexes) }
}

/// The one value that all agree on.
fn agreed<T: PartialEq + Copy>(values: &[T]) -> Option<T> {
    let first = *values.first()?;
    values.iter().all(|value| *value == first).then_some(first)
}

fn text(words: &[Word], at: usize) -> &str {
    words.get(at).map_or("", |w| w.text.as_str())
}

/// "my 60 year old mother": the words behind name somebody else.
fn names_other(words: &[Word], last: usize) -> bool {
    (last + 1..=last + 2).any(|at| is_other_person(text(words, at)))
}

fn number(word: &str) -> Option<f64> {
    const NAMES: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let named = || NAMES.iter().position(|name| *name == word).map(|value| value as f64);
    word.parse().ok().filter(|value: &f64| (0.0..=OLDEST).contains(value)).or_else(named)
}

/// An age at a word, and its last word: "8 week old", "34yo", "I am 34", "aged 34", "newborn".
fn age(words: &[Word], at: usize) -> Option<(f64, usize)> {
    if text(words, at) == "newborn" {
        // Two weeks: the middle of what the word means. The person is shown it and can correct it.
        return Some((14.0 / 365.25, at));
    }
    let value = number(text(words, at))?;
    let (next, after) = (text(words, at + 1), text(words, at + 2));
    if next == "yo" || (next == "y" && after == "o") {
        return Some((value, at + 1));
    }
    if let Some(years) = years_per(next) {
        let age = value * years;
        return (["old", "olds"].contains(&after) && age <= OLDEST).then_some((age, at + 2));
    }
    let introduced = at > 0
        && (["aged", "age"].contains(&text(words, at - 1))
            || at > 1 && text(words, at - 2) == "i" && text(words, at - 1) == "am");
    let ends = words.get(at + 1).is_none_or(|w| {
        w.gap >= Gap::Comma || ["and", "with", "but", "male", "female"].contains(&w.text.as_str())
    });
    (introduced && ends && value >= 1.0).then_some((value, at))
}

/// The sex that a word says the person has.
fn sex(words: &[Word], at: usize) -> Option<Sex> {
    let word = text(words, at);
    let before = |back: usize| at.checked_sub(back).map_or("", |b| text(words, b));
    let is_mine = ["my", "our"].contains(&before(1))
        || at > 0 && (1..=4).any(|back| ["my", "our"].contains(&before(back)) && is_age(words, at, back));
    match word {
        "son" if is_mine => return Some(Sex::Male),
        "daughter" if is_mine => return Some(Sex::Female),
        _ if MOTHERS.contains(&word) && before(1) == "am" && before(2) == "i" => return Some(Sex::Female),
        _ => {}
    }
    let sex = match word {
        _ if MALE.contains(&word) => Sex::Male,
        _ if FEMALE.contains(&word) => Sex::Female,
        _ => return None,
    };
    let of_an_age = (1..=3).any(|back| ["old", "yo"].contains(&before(back)));
    let of_a_child = ["baby", "little", "newborn"].contains(&before(1));
    let of_me = (1..=4).any(|back| before(back) == "am" && before(back + 1) == "i");
    (of_an_age || of_a_child || of_me).then_some(sex)
}

/// Whether the words between "my" and "son" are an age: "my 3 year old son".
fn is_age(words: &[Word], at: usize, back: usize) -> bool {
    (at - back + 1..at).all(|w| {
        let word = text(words, w);
        number(word).is_some()
            || years_per(word).is_some()
            || ["old", "little", "newborn", "baby"].contains(&word)
    })
}

#[cfg(test)]
mod tests {
    use super::super::words::Splitter;
    use super::*;

    fn read(text: &str) -> (Option<f64>, Option<Sex>) {
        let person = person(&Splitter::default().split(text));
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
    }

    #[test]
    fn numbers_of_other_things_and_people_do_not() {
        for text in [
            "I am 34 weeks pregnant?",
            "fever for 8 days",
            "my 60 year old mother has a cough",
            "a man coughed at me",
            "temperature is 38",
            "I'm 34 and my 3 year old has a rash",
        ] {
            assert_eq!(read(text).0, None, "{text}");
        }
        assert_eq!(read("a man coughed at me").1, None);
    }
}
