//! Commands that a line may contain, in the words of the language.

use etio_bot::Language;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Back,
    /// Why this question, or why the cause at a place.
    Why(Option<usize>),
    Answers,
    Result,
    /// Ask more, although the conversation would end.
    More,
    Summary,
    Help,
    Quit,
}

/// Commands that take no number, with the message that has their words.
const PLAIN: [(&str, Command); 8] = [
    ("command-back", Command::Back),
    ("command-why", Command::Why(None)),
    ("command-answers", Command::Answers),
    ("command-result", Command::Result),
    ("command-more", Command::More),
    ("command-summary", Command::Summary),
    ("command-help", Command::Help),
    ("command-quit", Command::Quit),
];

impl Command {
    pub(super) fn parse(line: &str, language: &Language) -> Option<Self> {
        let line = line.trim_start_matches('/').to_lowercase();
        let plain = PLAIN.into_iter().find(|(words, _)| language.words(words).contains(&line));
        plain.map(|(_, command)| command).or_else(|| {
            let (word, place) = line.split_once(' ')?;
            language.words("command-why").iter().any(|known| known == word).then_some(())?;
            Some(Self::Why(Some(place.trim().parse().ok()?)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_sentences() {
        let languages = etio_bot::Languages::built_in().unwrap();
        let parse = |line| Command::parse(line, languages.english());
        assert_eq!(parse("Undo"), Some(Command::Back));
        assert_eq!(parse("/why"), Some(Command::Why(None)));
        assert_eq!(parse("why 2"), Some(Command::Why(Some(2))));
        assert_eq!(parse("q"), Some(Command::Quit));
        for sentence in ["my back hurts", "why me", "stop it", ""] {
            assert_eq!(parse(sentence), None, "{sentence}");
        }
    }
}
