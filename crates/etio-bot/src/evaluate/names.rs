//! Finds diseases and findings by any name that a file of cases uses: id, name, synonym or ICD-10
//! code.

use std::collections::HashMap;

use etio::{Catalog, DiseaseId, FindingId, Network};

/// Finds diseases and findings of one network.
pub(super) struct Names {
    diseases: HashMap<String, Vec<usize>>,
    findings: HashMap<String, Vec<usize>>,
    /// ICD-10 codes without their dots, with the diseases that have them.
    codes: Vec<(String, usize)>,
}

impl Names {
    pub(super) fn of(network: &Network) -> Self {
        let (diseases, findings) = (network.disease_catalog(), network.finding_catalog());
        let code = |at: usize| {
            let cell = diseases.attribute(at, "codes").unwrap_or_default();
            cell.split('|').filter_map(icd10).map(move |code| (code, at)).collect::<Vec<_>>()
        };
        Self {
            diseases: index(diseases, network.disease_count()),
            findings: index(findings, network.finding_count()),
            codes: (0..network.disease_count()).flat_map(code).collect(),
        }
    }

    /// The diseases that a name may mean. A category such as `J11` means all of its codes, and a
    /// code means a disease of its category.
    pub(super) fn diseases(&self, name: &str) -> Vec<DiseaseId> {
        let named = self.diseases.get(&plain(name)).cloned().unwrap_or_default();
        let coded = icd10(name).filter(|_| named.is_empty());
        let related = |code: &str, known: &str| code.starts_with(known) || known.starts_with(code);
        let by_code = coded.iter().flat_map(|code| {
            self.codes.iter().filter(move |(known, _)| related(code, known)).map(|(_, at)| *at)
        });
        let mut found: Vec<usize> = named.iter().copied().chain(by_code).collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|at| DiseaseId::new(at as u32)).collect()
    }

    /// The finding that a name means, if it means exactly one.
    pub(super) fn finding(&self, name: &str) -> Option<FindingId> {
        match self.findings.get(&plain(name))?.as_slice() {
            [only] => Some(FindingId::new(*only as u32)),
            _ => None,
        }
    }
}

/// Places by id, else by name, else by synonym: a later kind of name does not add to an earlier one.
fn index(catalog: &Catalog, count: usize) -> HashMap<String, Vec<usize>> {
    let synonyms = |at: usize| -> Vec<String> {
        let cell = catalog.attribute(at, "synonyms").unwrap_or_default();
        cell.split('|').map(plain).collect()
    };
    let kinds: [&dyn Fn(usize) -> Vec<String>; 3] =
        [&|at| vec![plain(catalog.id(at))], &|at| vec![plain(catalog.name(at))], &synonyms];
    let mut index: HashMap<String, Vec<usize>> = HashMap::new();
    for names_of in kinds {
        let mut added: HashMap<String, Vec<usize>> = HashMap::new();
        for at in 0..count {
            for name in names_of(at) {
                if !name.is_empty() && !index.contains_key(&name) {
                    added.entry(name).or_default().push(at);
                }
            }
        }
        index.extend(added);
    }
    index
}

fn plain(name: &str) -> String {
    name.trim().to_lowercase()
}

/// An ICD-10 code without prefix and dot: `ICD10:J11.1` and `J11.1` are `J111`.
fn icd10(text: &str) -> Option<String> {
    let upper = text.trim().to_uppercase();
    let bare = ["ICD10:", "ICD-10:", "ICD-10 "].iter().find_map(|lead| upper.strip_prefix(lead));
    let code: String = bare.unwrap_or(&upper).trim().chars().filter(|c| *c != '.').collect();
    let mut letters = code.chars();
    let is_code = letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && letters.next().is_some_and(|c| c.is_ascii_digit())
        && letters.next().is_some_and(|c| c.is_ascii_alphanumeric())
        && letters.all(|c| c.is_ascii_alphanumeric())
        && code.len() <= 7;
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;

    #[test]
    fn any_usual_name_finds_a_disease() {
        let mut builder = NetworkBuilder::new();
        for (id, name, codes, synonyms) in [
            ("influenza", "Influenza", "ICD10:J11.1", "flu|grippe"),
            ("mi", "Heart attack", "ICD10:I21", "myocardial infarction|coronary"),
            ("angina", "Angina", "ICD10:I20.9", "coronary"),
        ] {
            let disease = builder.disease(id, name, 0.1).unwrap();
            builder.disease_attribute(disease, "codes", codes).unwrap();
            builder.disease_attribute(disease, "synonyms", synonyms).unwrap();
        }
        let network = builder.build().unwrap();
        let names = Names::of(&network);
        let found = |name: &str| -> Vec<&str> {
            names.diseases(name).into_iter().map(|d| network.disease_id(d)).collect()
        };
        for name in ["influenza", "Flu", " Influenza ", "J11.1", "ICD10:J11.1", "J11", "icd-10 J11.1"] {
            assert_eq!(found(name), ["influenza"], "{name}");
        }
        assert_eq!(found("I21.9"), ["mi"], "a code means its category");
        assert_eq!(found("coronary"), ["mi", "angina"]);
        for name in ["J11.8", "J1", "measles", "", "I22"] {
            assert!(found(name).is_empty(), "{name}");
        }
    }
}
