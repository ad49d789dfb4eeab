//! The network: two layers, priors on the diseases, leaks on the findings, links between them.

mod answers;
mod builder;
mod catalog;
pub mod inherit;
mod links;
mod row_checks;
mod storage;

use std::sync::Arc;

pub use builder::{BuildError, NetworkBuilder};
pub use catalog::Catalog;
pub(crate) use catalog::{Column, StringTable};
pub(crate) use links::{Link, LinksByDisease, LinksByFinding, Row, RowChecks, U16_STEP, Values};
pub use links::{Parents, Probabilities};
pub(crate) use storage::Buf;

use crate::{DiseaseId, FindingId};

/// An immutable two-layer noisy-or network.
///
/// It equals three plain tables: a prior for every disease, a leak for every finding, and a probability for
/// some (disease, finding) pairs, the links. A finding is absent with probability `(1 - leak) * product over
/// present diseases of (1 - link)`.
///
/// Invariants: every probability is in [0, 1], ends included; ids are unique within a layer; there
/// is at most one link a pair; links are indexed by finding in ascending order of disease, and
/// those of sparse findings also by disease.
///
/// Cloning is cheap: clones share the tables. Build one with [`NetworkBuilder`], or read one with
/// [`Network::open`].
#[derive(Clone, Debug)]
pub struct Network {
    pub(crate) priors: Buf<f64>,
    pub(crate) leaks: Buf<f64>,
    pub(crate) by_finding: LinksByFinding,
    pub(crate) by_disease: LinksByDisease,
    pub(crate) catalogs: Arc<Catalogs>,
    pub(crate) stored_xi: StoredXi,
}

/// Variational parameters that came with a compiled file, one number for each finding: what the
/// solvers `cvx` and `ppf` would compute.
#[derive(Clone, Debug, Default)]
pub(crate) struct StoredXi {
    pub(crate) cvx: Option<Buf<f64>>,
    pub(crate) ppf: Option<Buf<f64>>,
}

impl StoredXi {
    /// Those of the same network with other priors: `ppf` does not depend on them.
    fn for_other_priors(&self) -> Self {
        Self { cvx: None, ppf: self.ppf.clone() }
    }
}

/// Data that inference never reads.
#[derive(Debug, Default)]
pub(crate) struct Catalogs {
    pub(crate) diseases: Catalog,
    pub(crate) findings: Catalog,
    /// Attributes only, keyed by link index.
    pub(crate) links: Catalog,
    /// Companion files, unread.
    pub(crate) documents: Vec<(String, Buf<u8>)>,
}

impl Network {
    /// How many diseases there are.
    pub fn disease_count(&self) -> usize {
        self.priors.len()
    }

    /// How many findings there are.
    pub fn finding_count(&self) -> usize {
        self.leaks.len()
    }

    /// How many links have a probability above zero.
    pub fn link_count(&self) -> usize {
        self.by_finding.rows.iter().map(|row| row.parent_count as usize).sum()
    }

    /// All diseases.
    pub fn diseases(&self) -> impl ExactSizeIterator<Item = DiseaseId> + use<> {
        (0..self.disease_count() as u32).map(DiseaseId::new)
    }

    /// All findings.
    pub fn findings(&self) -> impl ExactSizeIterator<Item = FindingId> + use<> {
        (0..self.finding_count() as u32).map(FindingId::new)
    }

    /// P(disease) before any finding is known.
    #[inline]
    pub fn prior(&self, disease: DiseaseId) -> f64 {
        self.priors[disease.index()]
    }

    /// P(finding) when every disease is absent.
    #[inline]
    pub fn leak(&self, finding: FindingId) -> f64 {
        self.leaks[finding.index()]
    }

    /// The diseases that can cause a finding.
    #[inline]
    pub fn parents(&self, finding: FindingId) -> Parents<'_> {
        self.by_finding.parents(finding.index())
    }

    /// How many diseases can cause a finding: the paper's |π(f)|.
    #[inline]
    pub fn parent_count(&self, finding: FindingId) -> usize {
        self.by_finding.rows[finding.index()].parent_count as usize
    }

    /// The findings a disease can cause, as (finding, probability, link index), in ascending order
    /// of finding.
    pub fn findings_of(&self, disease: DiseaseId) -> Vec<(FindingId, f64, usize)> {
        let sparse = self.by_disease.of(disease.index()).map(|(finding, link)| {
            let p = self.by_finding.values.slice(link as usize, 1).get(0);
            (FindingId::new(finding), p, link as usize)
        });
        let mut findings: Vec<_> = sparse.filter(|&(_, p, _)| p > 0.0).collect();
        if !self.by_disease.dense_rows.is_empty() {
            let dense = self.by_disease.dense_rows.iter().map(|&finding| FindingId::new(finding));
            findings.extend(dense.filter_map(|f| self.link(disease, f).map(|(p, link)| (f, p, link))));
            findings.sort_unstable_by_key(|&(finding, ..)| finding);
        }
        findings
    }

    /// The probability of one link above zero, and its link index.
    pub fn link(&self, disease: DiseaseId, finding: FindingId) -> Option<(f64, usize)> {
        let row = self.parents(finding);
        let at = match row.diseases {
            Some(ids) => ids.binary_search(&(disease.index() as u32)).ok()?,
            None => disease.index(),
        };
        let p = row.probabilities.get(at);
        (p > 0.0).then(|| (p, self.by_finding.rows[finding.index()].values_start as usize + at))
    }

    /// Ids, names and attributes of the diseases.
    pub fn disease_catalog(&self) -> &Catalog {
        &self.catalogs.diseases
    }

    /// Ids, names and attributes of the findings.
    pub fn finding_catalog(&self) -> &Catalog {
        &self.catalogs.findings
    }

    /// Attributes of the links (such as `source`), keyed by link index.
    pub fn link_catalog(&self) -> &Catalog {
        &self.catalogs.links
    }

    /// A companion file of the network, by its name.
    pub fn document(&self, name: &str) -> Option<&[u8]> {
        self.catalogs.documents.iter().find(|(known, _)| known == name).map(|(_, bytes)| &**bytes)
    }

    /// The names of the companion files.
    pub fn document_names(&self) -> impl Iterator<Item = &str> {
        self.catalogs.documents.iter().map(|(name, _)| name.as_str())
    }

    /// The disease with an external id.
    pub fn disease(&self, id: &str) -> Option<DiseaseId> {
        self.catalogs.diseases.position(id).map(|at| DiseaseId::new(at as u32))
    }

    /// The finding with an external id.
    pub fn finding(&self, id: &str) -> Option<FindingId> {
        self.catalogs.findings.position(id).map(|at| FindingId::new(at as u32))
    }

    /// A disease's external id.
    pub fn disease_id(&self, disease: DiseaseId) -> &str {
        self.catalogs.diseases.id(disease.index())
    }

    /// A disease's name.
    pub fn disease_name(&self, disease: DiseaseId) -> &str {
        self.catalogs.diseases.name(disease.index())
    }

    /// A finding's external id.
    pub fn finding_id(&self, finding: FindingId) -> &str {
        self.catalogs.findings.id(finding.index())
    }

    /// A finding's name.
    pub fn finding_name(&self, finding: FindingId) -> &str {
        self.catalogs.findings.name(finding.index())
    }

    /// This network with other priors, one per disease: for a person's age and sex, or for
    /// "what if this disease were ten times rarer". Shares everything else.
    pub fn with_priors(&self, priors: Vec<f64>) -> Result<Self, BuildError> {
        if priors.len() != self.disease_count() {
            return Err(BuildError::PriorCount { given: priors.len(), diseases: self.disease_count() });
        }
        if let Some(at) = priors.iter().position(|p| !is_probability(*p)) {
            return Err(BuildError::NotAProbability {
                what: "prior",
                id: self.catalogs.diseases.id(at).to_owned(),
                value: priors[at],
            });
        }
        Ok(Self { priors: priors.into(), stored_xi: self.stored_xi.for_other_priors(), ..self.clone() })
    }
}

/// Whether a number may stand as a probability: in [0, 1] and not NaN.
pub(crate) fn is_probability(p: f64) -> bool {
    (0.0..=1.0).contains(&p)
}
