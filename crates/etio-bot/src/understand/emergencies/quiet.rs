//! Recognises texts that only sound like a complaint or an emergency: made up, asked in general,
//! said in jest, long past or settled.

use std::ops::Range;

use super::rules::Rule;
use crate::understand::quantity::{Measure, Reading};
use crate::understand::scope::{Scope, is_year};
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
    /// For each word, whether it is settled, harmless or lasting, which silences all but firm rules.
    settled: Vec<bool>,
}

/// Words of a question that may name who asks: "can I ...", "how do I ...".
const OPENING: usize = 4;

/// Number of words from which on part of a sentence states something by itself.
const SHORTEST: usize = 4;

/// Days from which on a complaint that does not change is lasting, and no emergency by its words.
const LASTING: f64 = 14.0;

impl Quiet {
    pub(crate) fn of(v: &Vocabulary, words: &[Word], scopes: &[Scope], measured: &[Reading]) -> Self {
        let mut quiet = Self {
            unreal: vec![false; words.len()],
            over: vec![false; words.len()],
            dated: vec![false; words.len()],
            settled: vec![false; words.len()],
        };
        let any = |list: &Phrases, range: Range<usize>| range.into_iter().any(|at| list.begin_at(words, at));
        let made_up = any(&v.quiet_stories, 0..words.len());
        let calm = any(&v.quiet_settled, 0..words.len());
        let mut start = 0;
        for end in 1..=words.len() {
            if end < words.len() && words[end].gap != Gap::Sentence {
                continue;
            }
            let range = start..end;
            let now = any(&v.quiet_now, range.clone());
            let speaks = range.clone().skip(OPENING).any(|at| v.quiet_personal.has(&words[at].text));
            let asks = v.quiet_questions.begin_at(words, start) && !now && !speaks;
            let supposed = any(&v.quiet_supposed, range.clone());
            quiet.unreal[range.clone()]
                .fill(made_up || asks || supposed || any(&v.quiet_jests, range.clone()));
            for statement in statements(v, words, scopes, range.clone()) {
                // "A fit last winter, today just a cold": each part has its own time. "Green vomit, he
                // had surgery as a baby": the past of one part does not date the others, unless there
                // is too little in it to be about anything else: "I had a fit, years ago".
                for part in parts(v, words, statement.clone()) {
                    let reach = if part.len() < SHORTEST { statement.clone() } else { part.clone() };
                    quiet.date(v, words, scopes, part, &reach);
                }
            }
            let lasts = !now && is_lasting(measured.iter().filter(|r| range.contains(&r.first)));
            quiet.settled[range.clone()].fill(calm || lasts || any(&v.quiet_mild, range.clone()));
            start = end;
        }
        quiet
    }

    /// Marks what a part of a text reaches as past if the part says so, unless it also speaks of the
    /// present.
    fn date(
        &mut self,
        v: &Vocabulary,
        words: &[Word],
        scopes: &[Scope],
        mut part: Range<usize>,
        reach: &Range<usize>,
    ) {
        let any = |list: &Phrases| part.clone().any(|at| list.begin_at(words, at));
        let now = any(&v.quiet_now);
        if any(&v.quiet_lifelong) || any(&v.quiet_past) && !now {
            self.over[reach.clone()].fill(true);
        }
        let dated = |at: usize| scopes[at].past || is_year(&words[at].text);
        if any(&v.quiet_dated) && !now || part.any(dated) {
            self.dated[reach.clone()].fill(true);
        }
    }

    /// Whether a word is part of something that was over long ago.
    pub(crate) fn is_over(&self, at: usize) -> bool {
        self.over[at]
    }

    /// Whether a word is part of something that is not said of anybody.
    pub(crate) fn is_unreal(&self, at: usize) -> bool {
        self.unreal[at]
    }

    /// Whether a word is said of somebody, and is not over.
    pub(super) fn speaks(&self, at: usize) -> bool {
        !self.unreal[at] && !self.over[at]
    }

    /// Whether a rule may be raised by a word.
    pub(super) fn lets_through(&self, at: usize, rule: &Rule) -> bool {
        !self.unreal[at] && !self.over[at] && !self.dated[at] && (rule.firm || !self.settled[at])
    }
}

/// The statements of a sentence: "my mother died of a heart attack, I have chest pain" are two. What is
/// too short to state anything dates the next one: "years ago, I had a fit". What points back goes on
/// about the same: "it was Bell's palsy".
fn statements(v: &Vocabulary, words: &[Word], scopes: &[Scope], sentence: Range<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in sentence {
        match found.last_mut() {
            Some(last)
                if scopes[at - 1].clause == scopes[at].clause
                    || last.len() < SHORTEST
                    || v.scope_points_back.has(&words[at].text) =>
            {
                last.end = at + 1;
            }
            _ => found.push(at..at + 1),
        }
    }
    found
}

/// The parts of a sentence between its commas, with what points back to them.
fn parts(v: &Vocabulary, words: &[Word], sentence: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let opens = |at: usize| words[at].gap >= Gap::Comma && !v.scope_points_back.has(&words[at].text);
    let starts: Vec<usize> = sentence.clone().filter(|at| *at == sentence.start || opens(*at)).collect();
    let ends: Vec<usize> = starts[1..].iter().copied().chain([sentence.end]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| start..end)
}

/// Whether something has lasted for long. Weeks of a pregnancy are a gauge, and no such duration.
fn is_lasting<'r>(mut measured: impl Iterator<Item = &'r Reading> + Clone) -> bool {
    let is_gauged = measured.clone().any(|r| matches!(r.measure, Measure::Gauge(..)));
    !is_gauged && measured.any(|r| r.measure.days().is_some_and(|(least, _)| least >= LASTING))
}
