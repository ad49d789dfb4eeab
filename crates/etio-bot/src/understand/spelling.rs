//! Spelling correction: an unknown word becomes the nearest known word.
//!
//! Candidates come from an index of symmetric deletes: two words at an edit distance of at most `d`
//! have a common form after at most `d` letters were left out of each. Every known word is filed
//! under all such forms of its beginning, so that a misspelt one takes a few dozen look-ups
//! whatever the size of the vocabulary.

use strsim::osa_distance;

/// Letters of a word from which some are left out; the rest is compared only with candidates.
const BEGINNING: usize = 7;
/// Maximum number of letters that are left out.
const MOST_LEFT_OUT: usize = 2;
/// Words shorter than this are neither corrected nor corrected into.
const SHORTEST: usize = 4;

/// The words that spelling is checked against.
#[derive(Debug)]
pub(crate) struct Spelling {
    known: Vec<String>,
    /// (Hash of a form, index of a known word), sorted.
    forms: Vec<(u32, u32)>,
}

impl Spelling {
    pub(crate) fn new<'w>(vocabulary: impl Iterator<Item = &'w str>) -> Self {
        let mut known: Vec<String> =
            vocabulary.filter(|word| letters(word) >= SHORTEST).map(str::to_owned).collect();
        known.sort_unstable();
        known.dedup();
        let mut forms = Vec::new();
        for (at, word) in (0..).zip(&known) {
            for_each_form(word, MOST_LEFT_OUT, &mut |hash| forms.push((hash, at)));
        }
        forms.sort_unstable();
        forms.dedup();
        forms.shrink_to_fit();
        Self { known, forms }
    }

    /// The known word that a misspelt one stands for, if exactly one is nearest.
    pub(crate) fn correct(&self, word: &str) -> Option<&str> {
        let length = letters(word);
        if !(SHORTEST..=30).contains(&length)
            || word.chars().any(char::is_numeric)
            || self.known.binary_search_by(|known| known.as_str().cmp(word)).is_ok()
        {
            return None;
        }
        let allowed = if length >= 7 { 2 } else { 1 };
        nearest(word, length, allowed, &self.candidates(word, allowed))
    }

    /// Known words with a form in common, each once, in order.
    fn candidates(&self, word: &str, allowed: usize) -> Vec<&str> {
        let mut found: Vec<u32> = Vec::new();
        for_each_form(word, allowed, &mut |hash| {
            let first = self.forms.partition_point(|(form, _)| *form < hash);
            let same = self.forms[first..].iter().take_while(|(form, _)| *form == hash);
            found.extend(same.map(|(_, at)| *at));
        });
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|at| self.known[at as usize].as_str()).collect()
    }
}

fn letters(word: &str) -> usize {
    word.chars().count()
}

/// The one of some known words that is nearest to a misspelt one.
fn nearest<'k>(word: &str, length: usize, allowed: usize, known: &[&'k str]) -> Option<&'k str> {
    let first = word.chars().next();
    let near = known.iter().filter(|known| {
        letters(known).abs_diff(length) <= allowed && (length > 5 || known.chars().next() == first)
    });
    let near = near.filter(|known| length > SHORTEST || is_small_slip(word, known));
    let mut scored: Vec<(usize, &str)> =
        near.map(|known| (osa_distance(word, known), *known)).filter(|(d, _)| *d <= allowed).collect();
    scored.sort_unstable();
    match scored.as_slice() {
        [] => None,
        [(_, only)] => Some(only),
        [(best, word), (next, _), ..] if best < next => Some(word),
        // Equally near: forms of one word ("cough", "coughs") are no doubt, different words are.
        [(_, a), (_, b), ..] => a.chars().take(3).eq(b.chars().take(3)).then_some(a),
    }
}

/// In a short word only a missing letter or two swapped ones are a slip: "fevr", "caugh"; "nite" is
/// no slip for "nits".
fn is_small_slip(word: &str, known: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    letters(known) > letters(word) || sorted(word) == sorted(known)
}

/// The hashes of all forms of a word's beginning with up to `most` letters left out.
fn for_each_form(word: &str, most: usize, give: &mut impl FnMut(u32)) {
    let mut letters = ['\0'; BEGINNING];
    let mut count = 0;
    for (place, letter) in letters.iter_mut().zip(word.chars()) {
        *place = letter;
        count += 1;
    }
    let letters = &letters[..count];
    // One bit for every letter that is left out.
    for left_out in 0..1u32 << count {
        if left_out.count_ones() as usize <= most {
            give(hash(letters.iter().enumerate().filter(|(at, _)| left_out >> at & 1 == 0).map(|(_, l)| *l)));
        }
    }
}

/// FNV-1a. Words that share a hash by chance are told apart by their distance.
fn hash(letters: impl Iterator<Item = char>) -> u32 {
    letters.fold(0x811c_9dc5, |hash, letter| (hash ^ u32::from(letter)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::{RngExt, SeedableRng};

    use super::*;

    fn spelling(words: &HashSet<String>) -> Spelling {
        Spelling::new(words.iter().map(String::as_str))
    }

    #[test]
    fn slips_are_mended_and_other_words_left_alone() {
        let words = ["diarrhea", "headache", "cough", "fever", "throat"].map(str::to_owned);
        let spelling = spelling(&words.into_iter().collect());
        assert_eq!(spelling.correct("diarhea"), Some("diarrhea"));
        assert_eq!(spelling.correct("headach"), Some("headache"));
        assert_eq!(spelling.correct("caugh"), Some("cough"));
        assert_eq!(spelling.correct("fevr"), Some("fever"));
        assert_eq!(spelling.correct("throat"), None);
        assert_eq!(spelling.correct("zebra"), None);
        assert_eq!(super::tests::spelling(&["nits".to_owned()].into()).correct("nite"), None);
    }

    /// Words of few letters, so that many are near each other.
    fn words(random: &mut rand_xoshiro::Xoshiro256PlusPlus, count: usize) -> Vec<String> {
        let letter =
            |random: &mut rand_xoshiro::Xoshiro256PlusPlus| ['a', 'b', 'c', 'é'][random.random_range(0..4)];
        let mut word = || (0..random.random_range(3..12)).map(|_| letter(random)).collect();
        (0..count).map(|_| word()).collect()
    }

    #[test]
    fn the_index_finds_what_a_look_at_every_word_finds() {
        let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(18);
        let spelling = spelling(&words(&mut random, 2000).into_iter().collect());
        let all: Vec<&str> = spelling.known.iter().map(String::as_str).collect();
        let (mut corrected, mut asked) = (0, 0);
        for word in words(&mut random, 2000) {
            let length = word.chars().count();
            if length < SHORTEST || spelling.known.contains(&word) {
                continue;
            }
            let expected = nearest(&word, length, if length >= 7 { 2 } else { 1 }, &all);
            assert_eq!(spelling.correct(&word), expected, "{word}");
            corrected += usize::from(expected.is_some());
            asked += 1;
        }
        assert!(corrected > 100 && asked > corrected, "{corrected} of {asked}");
    }

    #[test]
    fn the_work_for_a_word_does_not_grow_with_the_vocabulary() {
        let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(18);
        let mut word = |length: usize| -> String {
            (0..length).map(|_| char::from(b'a' + random.random_range(0..26u8))).collect()
        };
        let vocabulary: HashSet<String> = (0..20_000).map(|_| word(10)).collect();
        let spelling = spelling(&vocabulary);
        let compared: usize = (0..500).map(|_| spelling.candidates(&word(10), 2).len()).sum();
        assert!(compared < 500 * 20, "{compared} words were compared with 500 misspelt ones");
    }
}
