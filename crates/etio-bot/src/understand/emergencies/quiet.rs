//! What only sounds like a complaint or an emergency: made up, asked in general, said in jest, long
//! past, settled.

use super::rules::Rule;
use crate::understand::scope::Scope;
use crate::understand::vocabulary::{Phrases, Vocabulary};
use crate::understand::words::{Gap, Word};

/// Which parts of a text raise nothing.
pub(crate) struct Quiet {
    /// For each word, whether it is made up, asked in general, or a figure of speech.
    unreal: Vec<bool>,
    /// For each word, whether it is long past.
    over: Vec<bool>,
    /// For each word, whether it is dated some time back, and so not an emergency now.
    dated: Vec<bool>,
    /// For each word, whether it is settled or harmless, which silences all but firm rules.
    settled: Vec<bool>,
}

impl Quiet {
    pub(crate) fn of(v: &Vocabulary, words: &[Word], scopes: &[Scope]) -> Self {
        let mut quiet = Self {
            unreal: vec![false; words.len()],
            over: vec![false; words.len()],
            dated: vec![false; words.len()],
            settled: vec![false; words.len()],
        };
        let any = |list: &Phrases, range: std::ops::Range<usize>| {
            range.into_iter().any(|at| list.begin_at(words, at))
        };
        let made_up = any(&v.quiet_stories, 0..words.len());
        let calm = any(&v.quiet_settled, 0..words.len());
        let mut start = 0;
        for end in 1..=words.len() {
            if end < words.len() && words[end].gap != Gap::Sentence {
                continue;
            }
            let range = start..end;
            let now = any(&v.quiet_now, range.clone());
            let asks = v.quiet_questions.begin_at(words, start) && !now;
            let over = any(&v.quiet_past, range.clone()) && !now;
            let dated = any(&v.quiet_dated, range.clone()) && !now
                || range.clone().any(|at| scopes[at].past || is_year(&words[at].text));
            quiet.unreal[range.clone()].fill(made_up || asks || any(&v.quiet_jests, range.clone()));
            quiet.over[range.clone()].fill(over);
            quiet.dated[range.clone()].fill(dated);
            quiet.settled[range.clone()].fill(calm || any(&v.quiet_mild, range.clone()));
            start = end;
        }
        quiet
    }

    /// Whether a word is part of something that was over long ago.
    pub(crate) fn is_over(&self, at: usize) -> bool {
        self.over[at]
    }

    /// Whether a word is part of something that is not said of anybody.
    pub(crate) fn is_unreal(&self, at: usize) -> bool {
        self.unreal[at]
    }

    /// Whether a rule may be raised by a word.
    pub(super) fn lets_through(&self, at: usize, rule: &Rule) -> bool {
        !self.unreal[at] && !self.over[at] && !self.dated[at] && (rule.firm || !self.settled[at])
    }
}

/// A year of the past: "in 2009".
fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse::<u32>().is_ok_and(|year| (1930..2100).contains(&year))
}
