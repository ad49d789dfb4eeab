//! "Did you mean": the nearest spelling among known words.

/// Likeness from which on a word may be a typing error of another.
const NEAR: f64 = 0.8;

/// The candidate most like `word`, if it is near enough to be a typing error.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A stranger may send anything; a long word is not a typo.
    if word.len() > 200 {
        return None;
    }
    let lower = word.to_lowercase();
    let letters = lower.is_ascii().then(|| Letters::of(lower.as_bytes()));
    let mut best = None;
    let mut most = NEAR;
    for candidate in candidates {
        // Nearly all candidates are too different, which their letters tell soon.
        let can_win = |letters: &Letters| letters.likeness_at_most(candidate) >= most;
        if !letters.as_ref().is_none_or(can_win) {
            continue;
        }
        let likeness = strsim::jaro_winkler(&lower, &candidate.to_lowercase());
        if likeness >= most {
            (best, most) = (Some(candidate), likeness);
        }
    }
    best
}

/// How often each letter occurs in a word of ASCII letters.
struct Letters<'w> {
    word: &'w [u8],
    counts: [u8; 128],
}

impl<'w> Letters<'w> {
    /// Counts a word of fewer than 256 letters.
    fn of(word: &'w [u8]) -> Self {
        let mut counts = [0; 128];
        for &letter in word {
            counts[usize::from(letter)] += 1;
        }
        Self { word, counts }
    }

    /// A bound on the Jaro-Winkler likeness to a candidate: both have no more letters in common than
    /// if order did not matter.
    fn likeness_at_most(&self, candidate: &str) -> f64 {
        /// More than rounding can make of the likeness.
        const ROUNDING: f64 = 1e-9;
        if !candidate.is_ascii() {
            return 1.0;
        }
        let candidate = candidate.as_bytes();
        let mut left = self.counts;
        let mut common = 0_u32;
        for letter in candidate {
            let left = &mut left[usize::from(letter.to_ascii_lowercase())];
            common += u32::from(*left > 0);
            *left = left.saturating_sub(1);
        }
        if common == 0 {
            return 0.0;
        }
        let share = |length: usize| f64::from(common) / length as f64;
        let jaro = (share(self.word.len()) + share(candidate.len()) + 1.0) / 3.0;
        let pairs = self.word.iter().zip(candidate).take(4);
        let prefix = pairs.take_while(|(a, b)| **a == b.to_ascii_lowercase()).count();
        jaro + 0.1 * prefix as f64 * (1.0 - jaro) + ROUNDING
    }
}

/// "; did you mean `x`?", or nothing: the end of an error message.
pub(crate) fn hint(nearest: Option<&str>) -> String {
    nearest.map(|word| format!("; did you mean `{word}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule without its short cut.
    fn by_trying_all<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
        let lower = word.to_lowercase();
        let likeness = |candidate: &str| strsim::jaro_winkler(&lower, &candidate.to_lowercase());
        let near = candidates.iter().map(|&candidate| (likeness(candidate), candidate));
        near.filter(|&(likeness, _)| likeness >= NEAR)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, word)| word)
    }

    #[test]
    fn candidates_that_are_skipped_would_not_have_won() {
        let known = [
            "fever",
            "Fever",
            "cough",
            "dry_cough",
            "runny_nose",
            "chest_pain",
            "chest_tightness",
            "rash",
            "night_sweats",
            "weight_loss",
            "Fi\u{e8}vre",
            "a",
            "HP:0001945",
            "HP:0001954",
        ];
        let mut words: Vec<String> =
            ["", "x", "fi\u{e8}vre", "FEVER", "hp:0001945"].map(str::to_owned).into();
        for word in known.iter().filter(|word| word.is_ascii()) {
            for at in 0..word.len() {
                // A letter too few, one too many, another one, two exchanged.
                let (before, after) = word.split_at(at);
                words.push(format!("{before}{}", &after[1..]));
                words.push(format!("{before}e{after}"));
                words.push(format!("{before}o{}", &after[1..]));
                let mut exchanged = word.as_bytes().to_vec();
                exchanged[at..].reverse();
                words.push(String::from_utf8(exchanged).unwrap());
            }
        }
        for word in &words {
            assert_eq!(nearest(word, known), by_trying_all(word, &known), "{word}");
        }
        assert_eq!(nearest("fevr", known), Some("Fever"), "the last of equals");
    }
}
