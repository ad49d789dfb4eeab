//! Names that every tool takes: letters, digits and underscores, each once over both layers.

use std::collections::HashSet;

use etio::{DiseaseId, FindingId, Network};

pub(super) struct Names {
    diseases: Vec<String>,
    findings: Vec<String>,
    renamed: usize,
}

impl Names {
    pub(super) fn of(network: &Network) -> Self {
        let mut names = Self { diseases: Vec::new(), findings: Vec::new(), renamed: 0 };
        let mut taken = HashSet::new();
        for disease in network.diseases() {
            let name = names.unique(network.disease_id(disease), "d_", &mut taken);
            names.diseases.push(name);
        }
        for finding in network.findings() {
            let name = names.unique(network.finding_id(finding), "f_", &mut taken);
            names.findings.push(name);
        }
        names
    }

    pub(super) fn disease(&self, disease: DiseaseId) -> &str {
        &self.diseases[disease.index()]
    }

    pub(super) fn finding(&self, finding: FindingId) -> &str {
        &self.findings[finding.index()]
    }

    /// Notes on changed names.
    pub(super) fn notes(&self) -> Vec<String> {
        let were = match self.renamed {
            0 => return Vec::new(),
            1 => "1 id was".to_owned(),
            count => format!("{count} ids were"),
        };
        vec![format!("{were} changed to letters, digits and underscores, each used once")]
    }

    fn unique(&mut self, id: &str, prefix: &str, taken: &mut HashSet<String>) -> String {
        let plain: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let starts_well = plain.starts_with(|c: char| c.is_ascii_alphabetic());
        let mut name = if starts_well { plain.clone() } else { format!("{prefix}{plain}") };
        let base =
            if taken.contains(&name) && starts_well { format!("{prefix}{plain}") } else { name.clone() };
        if taken.contains(&name) {
            name.clone_from(&base);
        }
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        self.renamed += usize::from(name != id);
        name
    }
}
