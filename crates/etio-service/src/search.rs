//! Finding names for people who type them: prefixes, synonyms and slips of the fingers.

use etio::{Budget, FindingId, InferenceError, Network};
use rapidfuzz::distance::jaro_winkler;

/// Entries that are compared between two checks of the clock.
const AT_ONCE: usize = 64;

/// Every name and synonym of every finding.
pub struct SearchIndex {
    entries: Vec<Entry>,
}

struct Entry {
    finding: FindingId,
    /// As shown.
    label: String,
    /// As compared.
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
        let matcher = jaro_winkler::BatchComparator::new(typed.chars());
        for part in self.entries.chunks(AT_ONCE) {
            budget.check()?;
            for entry in part {
                let score = score(&typed, &entry.key, &matcher);
                if score >= 0.8 {
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
fn score(typed: &str, key: &str, matcher: &jaro_winkler::BatchComparator<char>) -> f64 {
    if key == typed {
        1.0
    } else if key.starts_with(typed) {
        0.98
    } else if key.split(' ').any(|word| word.starts_with(typed)) {
        0.95
    } else {
        let whole = matcher.similarity(key.chars());
        let words = key.split(' ').map(|word| matcher.similarity(word.chars())).fold(0.0, f64::max);
        0.94 * whole.max(0.97 * words)
    }
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
        assert_eq!(first("  "), None);
    }
}
