//! What only sounds like an emergency: long past, settled, made up, asked in general, said in jest.

use super::Said;
use super::rules::Rule;
use crate::understand::words::Gap;

/// Which parts of a text raise nothing.
pub(super) struct Quiet {
    /// Of each word: over for long, in a story, or a figure of speech.
    silent: Vec<bool>,
    /// Of each word: settled or harmless, which silences all but firm rules.
    settled: Vec<bool>,
}

impl Quiet {
    pub(super) fn of(said: &Said<'_>) -> Self {
        let Said { v, words, scopes, .. } = said;
        let mut silent = vec![false; words.len()];
        let mut settled = vec![false; words.len()];
        let any = |list: &crate::understand::vocabulary::Phrases, range: std::ops::Range<usize>| {
            range.into_iter().any(|at| list.begin_at(words, at))
        };
        let all = 0..words.len();
        let made_up = any(&v.quiet_stories, all.clone());
        let calm = any(&v.quiet_settled, all.clone());
        let mut start = 0;
        for end in 1..=words.len() {
            if end < words.len() && words[end].gap != Gap::Sentence {
                continue;
            }
            let range = start..end;
            let asks = v.quiet_questions.begin_at(words, start) && !any(&v.quiet_now, range.clone());
            let over = any(&v.quiet_past, range.clone()) && !any(&v.quiet_now, range.clone())
                || range.clone().any(|at| scopes[at].past)
                || range.clone().any(|at| is_year(&words[at].text));
            let jest = any(&v.quiet_jests, range.clone());
            let mild = any(&v.quiet_mild, range.clone());
            for at in range {
                silent[at] = made_up || asks || over || jest;
                settled[at] = calm || mild;
            }
            start = end;
        }
        Self { silent, settled }
    }

    /// Whether a rule may be raised by a word.
    pub(super) fn lets_through(&self, at: usize, rule: &Rule) -> bool {
        !self.silent[at] && (rule.firm || !self.settled[at])
    }
}

/// A year of the past: "in 2009".
fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse::<u32>().is_ok_and(|year| (1930..2100).contains(&year))
}
