//! A language for tests: English with an accent on every letter, so that a text which is not in the
//! files of a language stands out.

use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};
use fluent_syntax::{parser, serializer};

/// Letters in place of a to z. Each is a letter, and lower case.
const LETTERS: [char; 26] = [
    'à', 'ɓ', 'ç', 'đ', 'è', 'ƒ', 'ĝ', 'ĥ', 'í', 'ĵ', 'ķ', 'ļ', 'ṁ', 'ñ', 'ó', 'þ', 'ɋ', 'ŕ', 'š', 'ţ', 'ú',
    'ṽ', 'ŵ', 'ẋ', 'ý', 'ž',
];

/// Messages that are read by programs.
const NOT_WORDS: [&str; 2] = ["direction", "word-stemming"];

/// A text with an accent on every letter.
pub fn pseudo(text: &str) -> String {
    let accent = |c: char| {
        let letter =
            c.is_ascii_alphabetic().then(|| LETTERS[usize::from(c.to_ascii_lowercase() as u8 - b'a')]);
        match letter {
            Some(letter) if c.is_ascii_uppercase() => letter.to_uppercase().collect::<String>(),
            Some(letter) => letter.to_string(),
            None => c.to_string(),
        }
    };
    text.chars().map(accent).collect()
}

/// A file of messages with an accent on every letter that people read; `None` if it is not Fluent.
pub fn pseudo_messages(file: &str) -> Option<String> {
    let mut resource = parser::parse(file.to_owned()).ok()?;
    for entry in &mut resource.body {
        if let Entry::Message(message) = entry
            && !NOT_WORDS.contains(&message.id.name.as_str())
        {
            message.value.iter_mut().for_each(accent);
        }
    }
    Some(serializer::serialize(&resource))
}

fn accent(pattern: &mut Pattern<String>) {
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => *value = pseudo(value),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                for variant in variants {
                    accent(&mut variant.value);
                }
            }
            PatternElement::Placeable { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_get_accents_and_the_rest_stays() {
        assert_eq!(pseudo("No Fever, 39.5 °C"), "Ñó Ƒèṽèŕ, 39.5 °Ç");
        let file =
            "direction = ltr\n# note\nage = { $n ->\n    [one] { $n } day\n   *[other] { $n } days\n}\n";
        let messages = pseudo_messages(file).unwrap();
        assert!(messages.contains("direction = ltr") && messages.contains("{ $n } đàýš"), "{messages}");
        assert!(pseudo_messages("= {").is_none());
    }
}
