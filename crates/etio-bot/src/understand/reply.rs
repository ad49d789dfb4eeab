//! An answer to the question on the table: "yes", "nope, but my head hurts", "not sure".

use etio_case::Answer;

use super::words::{Gap, Word};
use crate::words::Language;

/// Ways to answer, from the language's `lexicon.ftl`.
pub(super) struct Replies {
    /// Words and what they answer.
    patterns: Vec<(Vec<String>, Answer)>,
    /// Words that may follow an answer without a comma.
    links: Vec<String>,
}

impl Replies {
    pub(super) fn of(language: &Language) -> Self {
        let answers = [
            ("reply-yes", Answer::Present),
            ("reply-no", Answer::Absent),
            ("reply-unknown", Answer::Unknown),
        ];
        let pattern = |words: &String, answer| (words.split(' ').map(str::to_owned).collect(), answer);
        let patterns = answers.iter().flat_map(|(message, answer)| {
            language.words(message).iter().map(|words| pattern(words, *answer)).collect::<Vec<_>>()
        });
        Self { patterns: patterns.collect(), links: language.words("reply-links") }
    }

    /// The answer that a text begins with, and how many words it takes. "No" is one, "no cough" is not.
    pub(super) fn read(&self, words: &[Word]) -> Option<(Answer, usize)> {
        let fits = |(pattern, answer): &(Vec<String>, Answer)| {
            let length = pattern.len();
            let same = words.len() >= length && pattern.iter().zip(words).all(|(a, b)| *a == b.text);
            let ends = words
                .get(length)
                .is_none_or(|next| next.gap >= Gap::Comma || self.links.contains(&next.text));
            (same && ends).then_some((*answer, length))
        };
        self.patterns.iter().filter_map(fits).max_by_key(|(_, length)| *length)
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Splitter;
    use super::*;

    fn read(text: &str) -> Option<(Answer, usize)> {
        let replies = Replies::of(crate::Languages::built_in().unwrap().english());
        replies.read(&Splitter::default().split(text))
    }

    #[test]
    fn answers_are_told_from_statements() {
        assert_eq!(read("Yes."), Some((Answer::Present, 1)));
        assert_eq!(read("nope, but my head hurts"), Some((Answer::Absent, 1)));
        assert_eq!(read("No I don't"), Some((Answer::Absent, 4)));
        assert_eq!(read("I don't know"), Some((Answer::Unknown, 4)));
        assert_eq!(read("dont know"), Some((Answer::Unknown, 3)));
        assert_eq!(read("no but it itches"), Some((Answer::Absent, 1)));
        for statement in
            ["no cough", "no fever, no chills", "not hungry", "I do not sleep", "never hungry", ""]
        {
            assert_eq!(read(statement), None, "{statement}");
        }
    }
}
