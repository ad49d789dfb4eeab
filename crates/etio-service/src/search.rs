//! Searches findings by typed text: prefixes, synonyms and misspelt names.

use etio::{Budget, FindingId, InferenceError, Network};
use strsim::jaro_winkler;

/// Entries that are compared between two checks of the clock.
const AT_ONCE: usize = 64;

/// Minimum score of a hit.
const NEAR: f64 = 0.8;

/// Every name and synonym of every finding.
pub struct SearchIndex {
    entries: Vec<Entry>,
}

struct Entry {
    finding: FindingId,
    /// The name as shown.
    label: String,
    /// The name in the form that is compared.
    key: String,
}

/// A finding that matches what was typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The finding.
    pub finding: FindingId,
    /// The name or synonym that matched.
    pub label: String,
    /// How well, from 0 to 1.
    pub score: f64,
}

impl SearchIndex {
    /// Indexes the names and synonyms of a network.
    pub fn of(network: &Network) -> Self {
        let mut entries = Vec::new();
        for finding in network.findings() {
            let synonyms =
                network.finding_catalog().attribute(finding.index(), "synonyms").unwrap_or_default();
            for label in std::iter::once(network.finding_name(finding)).chain(synonyms.split('|')) {
                let label = label.trim();
                if !label.is_empty() {
                    entries.push(Entry { finding, label: label.to_owned(), key: label.to_lowercase() });
                }
            }
        }
        Self { entries }
    }

    /// The best `count` findings for what was typed, best first, each once.
    pub fn find(&self, typed: &str, count: usize, budget: &Budget) -> Result<Vec<Hit>, InferenceError> {
        let typed = typed.trim().to_lowercase();
        let mut hits = Vec::new();
        if typed.is_empty() {
            return Ok(hits);
        }
        for part in self.entries.chunks(AT_ONCE) {
            budget.check()?;
            for entry in part {
                let score = score(&typed, &entry.key);
                if score >= NEAR {
                    hits.push(Hit { finding: entry.finding, label: entry.label.clone(), score });
                }
            }
        }
        hits.sort_by(|a, b| {
            b.score
                .total_cmp(&a.score)
                .then(a.label.len().cmp(&b.label.len()))
                .then(a.finding.cmp(&b.finding))
        });
        let mut seen = std::collections::HashSet::new();
        hits.retain(|hit| seen.insert(hit.finding));
        hits.truncate(count);
        Ok(hits)
    }
}

/// Equal, then a prefix, then a word's prefix, then likeness.
fn score(typed: &str, key: &str) -> f64 {
    if key == typed {
        1.0
    } else if key.starts_with(typed) {
        0.98
    } else if key.split(' ').any(|word| word.starts_with(typed)) {
        0.95
    } else {
        let whole = likeness(typed, key);
        let words = key.split(' ').map(|word| likeness(typed, word)).fold(0.0, f64::max);
        0.94 * whole.max(0.97 * words)
    }
}

/// The Jaro-Winkler similarity of two texts, or 0 if their letters alone show that it is below [`NEAR`].
/// Most texts are told apart by their letters, in a fraction of the time.
fn likeness(a: &str, b: &str) -> f64 {
    let letters = |text: &str| {
        let (mut set, mut count) = (0_u64, 0_u32);
        for letter in text.chars() {
            // Letters that share a bit only make the bound wider.
            set |= 1 << (letter as u32 % 64);
            count += 1;
        }
        (set, count)
    };
    let ((in_a, len_a), (in_b, len_b)) = (letters(a), letters(b));
    // A letter without its like is no match.
    let matches = (len_a - (in_a & !in_b).count_ones()).min(len_b - (in_b & !in_a).count_ones());
    let share = |len: u32| f64::from(matches) / f64::from(len.max(1));
    let jaro = (share(len_a) + share(len_b) + 1.0) / 3.0;
    // Winkler adds at most four tenths of what is missing.
    if jaro + 0.4 * (1.0 - jaro) < NEAR { 0.0 } else { jaro_winkler(a, b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;

    #[test]
    fn prefixes_synonyms_and_slips_are_found() {
        let mut builder = NetworkBuilder::new();
        builder.disease("d", "", 0.1).unwrap();
        for (id, name, synonyms) in [
            ("fever", "Fever", "high temperature|feverish"),
            ("headache", "Headache", "head hurts"),
            ("rash", "Skin rash", ""),
        ] {
            let finding = builder.finding(id, name, 0.1).unwrap();
            builder.finding_attribute(finding, "synonyms", synonyms).unwrap();
        }
        let network = builder.build().unwrap();
        let index = SearchIndex::of(&network);
        let first = |typed: &str| {
            let hits = index.find(typed, 3, &Budget::unlimited()).unwrap();
            hits.first().map(|hit| network.finding_id(hit.finding).to_owned())
        };
        assert_eq!(first("fev").as_deref(), Some("fever"));
        assert_eq!(first("temperature").as_deref(), Some("fever"));
        assert_eq!(first("hedache").as_deref(), Some("headache"));
        assert_eq!(first("ras").as_deref(), Some("rash"));
        assert_eq!(first("xylophone"), None);
        let words = ["fever", "feverish", "head hurts", "skin", "rash", "hedache", "fièvre", "aaaa", "ab"];
        for (a, b) in words.iter().flat_map(|a| words.map(|b| (*a, b))) {
            let exact = jaro_winkler(a, b);
            assert!(likeness(a, b) == exact || exact < NEAR, "{a}, {b}");
        }
        assert_eq!(first("  "), None);
    }
}
