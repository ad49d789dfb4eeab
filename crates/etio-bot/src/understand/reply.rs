//! An answer to the question on the table: "yes", "nope, but my head hurts", "not sure".

use etio_case::Answer;

use super::words::{Gap, Word};

/// Ways to answer, contractions spelled out as the splitter does.
const REPLIES: &[(&str, Answer)] = &[
    ("yes i do", Answer::Present),
    ("yes i am", Answer::Present),
    ("yes i have", Answer::Present),
    ("yes", Answer::Present),
    ("yeah", Answer::Present),
    ("yep", Answer::Present),
    ("yup", Answer::Present),
    ("y", Answer::Present),
    ("indeed", Answer::Present),
    ("correct", Answer::Present),
    ("i do", Answer::Present),
    ("i think so", Answer::Present),
    ("no i do not", Answer::Absent),
    ("no i am not", Answer::Absent),
    ("no i have not", Answer::Absent),
    ("no not really", Answer::Absent),
    ("no", Answer::Absent),
    ("nope", Answer::Absent),
    ("nah", Answer::Absent),
    ("n", Answer::Absent),
    ("never", Answer::Absent),
    ("not really", Answer::Absent),
    ("not at all", Answer::Absent),
    ("i do not", Answer::Absent),
    ("i do not think so", Answer::Absent),
    ("do not think so", Answer::Absent),
    ("i do not know", Answer::Unknown),
    ("do not know", Answer::Unknown),
    ("i am not sure", Answer::Unknown),
    ("not sure", Answer::Unknown),
    ("not certain", Answer::Unknown),
    ("unsure", Answer::Unknown),
    ("no idea", Answer::Unknown),
    ("i have no idea", Answer::Unknown),
    ("can not tell", Answer::Unknown),
    ("can not say", Answer::Unknown),
    ("dunno", Answer::Unknown),
    ("idk", Answer::Unknown),
    ("maybe", Answer::Unknown),
    ("perhaps", Answer::Unknown),
    ("d", Answer::Unknown),
];

/// What may follow an answer without a comma.
const LINKS: &[&str] = &["but", "and", "just", "only", "although", "though", "it", "my"];

/// The answer that a text begins with, and how many words it takes. "No" is one, "no cough" is not.
pub(super) fn reply(words: &[Word]) -> Option<(Answer, usize)> {
    let fits = |pattern: &str| {
        let length = pattern.split(' ').count();
        let same = words.len() >= length && pattern.split(' ').zip(words).all(|(a, b)| a == b.text);
        let ends = words
            .get(length)
            .is_none_or(|next| next.gap >= Gap::Comma || LINKS.contains(&next.text.as_str()));
        (same && ends).then_some(length)
    };
    let found = REPLIES.iter().filter_map(|(pattern, answer)| fits(pattern).map(|length| (*answer, length)));
    found.max_by_key(|(_, length)| *length)
}

#[cfg(test)]
mod tests {
    use super::super::words::Splitter;
    use super::*;

    fn read(text: &str) -> Option<(Answer, usize)> {
        reply(&Splitter::default().split(text))
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
