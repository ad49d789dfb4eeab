//! Findings on their way to becoming mentions: which words say them, and how they stand.

use std::collections::{BTreeMap, HashMap};

use etio::{FindingId, Hierarchy};

use super::concepts::{Class, Sense};
use super::frames::{Fit, Frames};
use super::matching::Match;
use super::scope::Scope;
use super::vocabulary::Vocabulary;
use super::words::Word;
use super::{Choice, Mention, Places};

/// A finding, the words that say it, and how it stands.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) finding: FindingId,
    /// Ascending, without fillers.
    pub(super) words: Vec<usize>,
    /// Those that say what is wrong and where, without how and when.
    pub(super) core: Vec<usize>,
    /// Number of words that say it, with those that hold for the whole text.
    pub(super) demands: usize,
    pub(super) scope: Scope,
    /// Whether it yields to anything more precise in the text, however far away.
    pub(super) is_loose: bool,
}

impl Claim {
    pub(super) fn first(&self) -> usize {
        self.words[0]
    }

    pub(super) fn last(&self) -> usize {
        self.words[self.words.len() - 1]
    }

    /// A claim by some words.
    pub(super) fn of_words(finding: FindingId, words: Vec<usize>, scope: Scope) -> Self {
        Self { finding, demands: words.len(), core: words.clone(), words, scope, is_loose: false }
    }

    /// A claim by a phrase.
    pub(super) fn of_match(v: &Vocabulary, words: &[Word], found: &Match, scopes: &[Scope]) -> Self {
        let of = |what: &dyn Fn(&Scope) -> bool| found.words.iter().any(|&w| what(&scopes[w]));
        // A cue anywhere in the phrase counts: "throat does not hurt" is walled off, "pain, no, not
        // in the chest" is not. What names other people is about them: "my mother had the same".
        let names_others = found.words.iter().any(|&w| v.scope_others.has(&words[w].text));
        let scope = Scope {
            // "A headache that isn't throbbing": the rest of the phrase is denied, and so is the whole.
            denied: of(&|s| s.is_denied_part()) || scopes[found.first()].denied,
            // What begins before a comparison is said by it: "hands like ice".
            doubted: of(&|s| s.doubted) || scopes[found.first()].likened,
            past: of(&|s| s.past),
            other: !names_others && of(&|s| s.other),
            ..scopes[found.first()]
        };
        Self::of_words(found.finding, found.words.clone(), scope)
    }

    /// A claim by a frame, which stands as its kind does.
    pub(super) fn of_fit(
        v: &Vocabulary,
        words: &[Word],
        senses: &[Sense],
        fit: &Fit,
        scopes: &[Scope],
    ) -> Self {
        let kind = &senses[fit.kind];
        // A pregnancy is said by words of its own.
        let all = fit.words(senses, |sense| !sense.has(Class::Circumstance));
        let content: Vec<usize> = all.iter().copied().filter(|&w| !v.is_filler(&words[w].text)).collect();
        let names_others = all.iter().any(|&w| v.scope_others.has(&words[w].text));
        let mut scope = scopes[kind.first];
        scope.other &= !names_others;
        scope.doubted |= scopes[all[0]].likened;
        scope.denied |= fit.denied_parts(senses, scopes).next().is_some();
        if fit.denies {
            // "No fever, sight is fine" is fine; "not fine" says nothing certain.
            let before = |back: usize| kind.first.checked_sub(back).map(|at| words[at].text.as_str());
            scope.doubted |= (1..=2).filter_map(before).any(|word| v.scope_denials.has(word));
            scope.denied = true;
        }
        let words = if content.is_empty() { all } else { content };
        let how = |sense: &Sense| sense.has(Class::Quality) && !sense.has(Class::Kind);
        let core = fit.words(senses, |sense| !sense.has(Class::Circumstance) && !how(sense));
        let core = core.into_iter().filter(|w| words.contains(w)).collect();
        let demands =
            words.len() + fit.senses.iter().filter(|&&s| senses[s].has(Class::Circumstance)).count();
        Self { finding: fit.finding, words, core, demands, scope, is_loose: fit.is_loose }
    }
}

/// Claims without those that a more demanding one outdoes: pain in the back of the throat is no
/// back pain. What the more demanding one implies stays, and costs nothing; so does what it says with
/// more of how or when: pain under the right ribs after a fatty meal is both.
pub(super) fn most_specific(hierarchy: &Hierarchy, claims: Vec<Claim>) -> Vec<Claim> {
    let is_outdone = |claim: &Claim| {
        claims.iter().any(|other| {
            other.demands > claim.demands
                && other.finding != claim.finding
                && other.core != claim.core
                && claim.words.iter().all(|w| other.words.binary_search(w).is_ok())
                && !hierarchy.ancestors(other.finding).contains(&claim.finding)
                && !hierarchy.ancestors(claim.finding).contains(&other.finding)
        })
    };
    let outdone: Vec<bool> = claims.iter().map(is_outdone).collect();
    claims.into_iter().zip(outdone).filter(|(_, outdone)| !outdone).map(|(claim, _)| claim).collect()
}

/// Claims without those that yield to a more precise one nearby: a cheek that is swollen by a bad
/// tooth is no swollen face.
pub(super) fn most_precise(frames: &Frames, claims: Vec<Claim>) -> Vec<Claim> {
    const NEAR: usize = 12;
    let mut places: HashMap<FindingId, Vec<usize>> = HashMap::new();
    for claim in claims.iter().filter(|c| !c.scope.is_unclear() && !c.scope.denied) {
        places.entry(claim.finding).or_default().extend([claim.first(), claim.last()]);
    }
    for list in places.values_mut() {
        list.sort_unstable();
    }
    let is_near = |list: &[usize], claim: &Claim| {
        let from = list.partition_point(|&at| at + NEAR < claim.first());
        list.get(from).is_some_and(|&at| at <= claim.last() + NEAR)
    };
    let yields = |claim: &Claim| {
        let precise = frames.more_precise(claim.finding).iter().filter_map(|f| places.get(f));
        precise.into_iter().any(|list| claim.is_loose || is_near(list, claim))
    };
    let yielding: Vec<bool> = claims.iter().map(yields).collect();
    claims.into_iter().zip(yielding).filter(|(_, yields)| !yields).map(|(claim, _)| claim).collect()
}

/// Claims to mentions: unclear ones dropped, what a present one implies added, the last word on a
/// finding kept. Of two readings of the same words, the one that says it is there counts.
pub(super) fn mentions(
    hierarchy: &Hierarchy,
    words: &[Word],
    claims: &[Claim],
    place: &Places,
) -> Vec<Mention> {
    let mut ordered: Vec<&Claim> = claims.iter().filter(|c| !c.scope.is_unclear()).collect();
    ordered.sort_by_key(|c| (c.last(), !c.scope.denied));
    let mut stated: BTreeMap<FindingId, Mention> = BTreeMap::new();
    let mention = |claim: &Claim, finding, choice| Mention {
        finding,
        choice,
        start: place.of_byte(words[claim.first()].start),
        end: place.of_byte(words[claim.last()].end),
    };
    for claim in &ordered {
        let choice = if claim.scope.denied { Choice::Absent } else { Choice::Present };
        stated.insert(claim.finding, mention(claim, claim.finding, choice));
    }
    let present: Vec<&Claim> = ordered
        .into_iter()
        .filter(|c| !c.scope.denied && stated.get(&c.finding).is_some_and(|m| m.choice == Choice::Present))
        .collect();
    for claim in present {
        for implied in hierarchy.ancestors(claim.finding) {
            stated.entry(implied).or_insert_with(|| mention(claim, implied, Choice::Present));
        }
    }
    let mut mentions: Vec<Mention> = stated.into_values().collect();
    mentions.sort_by_key(|m| (m.start, m.end, m.finding));
    mentions
}
