//! Building a network one disease, finding and link at a time.

use std::collections::HashMap;
use std::sync::Arc;

use super::{
    Buf, Catalog, Catalogs, Column, LinksByDisease, LinksByFinding, Network, Row, StringTable, Values,
    is_probability,
};
use crate::{DiseaseId, FindingId};

/// Errors of a [`NetworkBuilder`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Two members of a layer share an id.
    #[error("the {layer} id `{id}` is used twice")]
    DuplicateId {
        /// "disease" or "finding".
        layer: &'static str,
        /// The id.
        id: String,
    },
    /// An id with characters that cannot be typed.
    #[error("a {layer} id is {problem}")]
    BadId {
        /// "disease" or "finding".
        layer: &'static str,
        /// The problem with it.
        problem: &'static str,
    },
    /// Two links join the same pair.
    #[error("the link from disease `{disease}` to finding `{finding}` is given twice")]
    DuplicateLink {
        /// The disease's id.
        disease: String,
        /// The finding's id.
        finding: String,
    },
    /// A prior, leak or link outside [0, 1], or not a number.
    #[error("the {what} of `{id}` is {value}, not a probability between 0 and 1")]
    NotAProbability {
        /// "prior", "leak" or "link".
        what: &'static str,
        /// The id it belongs to; for a link `disease -> finding`.
        id: String,
        /// The number given.
        value: f64,
    },
    /// A `share` that is not a probability.
    #[error("the share `{value}` of finding `{finding}` is not a number between 0 and 1")]
    NotAShare {
        /// The finding's id.
        finding: String,
        /// The text given.
        value: String,
    },
    /// An index of another network.
    #[error("the {layer} with index {index} is not part of this network")]
    OutOfRange {
        /// "disease", "finding" or "link".
        layer: &'static str,
        /// The index.
        index: usize,
    },
    /// More members than the indices can count.
    #[error("more than {limit} {what}")]
    TooMany {
        /// "diseases", "findings" or "links".
        what: &'static str,
        /// Maximum number.
        limit: usize,
    },
    /// Lists that should be as long as each other and are not.
    #[error("{diseases} diseases, {findings} findings and {probabilities} probabilities of links were given")]
    LinkLists {
        /// Entries of the list of diseases.
        diseases: usize,
        /// Entries of the list of findings.
        findings: usize,
        /// Entries of the list of probabilities.
        probabilities: usize,
    },
    /// A list of priors of the wrong length.
    #[error("{given} priors were given for {diseases} diseases")]
    PriorCount {
        /// Priors given.
        given: usize,
        /// Diseases of the network.
        diseases: usize,
    },
}

/// Maximum length of an id, in bytes.
const LONGEST_ID: usize = 1000;

/// The index of one more, after `count` of them. A count must fit into 32 bits too.
fn next_index(what: &'static str, count: usize) -> Result<u32, BuildError> {
    match u32::try_from(count) {
        Ok(index) if index < u32::MAX => Ok(index),
        _ => Err(BuildError::TooMany { what, limit: u32::MAX as usize }),
    }
}

/// A layer under construction.
#[derive(Debug, Default)]
struct Layer {
    positions: HashMap<String, u32>,
    ids: Vec<String>,
    names: Vec<String>,
    probabilities: Vec<f64>,
    attributes: Attributes,
}

impl Layer {
    fn add(
        &mut self,
        layer: &'static str,
        what: &'static str,
        id: &str,
        name: &str,
        p: f64,
    ) -> Result<u32, BuildError> {
        if let Some(fault) = self.faults(layer, what, id, Some(p)).into_iter().next() {
            return Err(fault);
        }
        let index = next_index(if layer == "disease" { "diseases" } else { "findings" }, self.ids.len())?;
        self.positions.insert(id.to_owned(), index);
        self.ids.push(id.to_owned());
        self.names.push(name.to_owned());
        self.probabilities.push(p);
        Ok(index)
    }

    /// Everything that keeps a member from being added. Its probability is checked if there is one.
    fn faults(&self, layer: &'static str, what: &'static str, id: &str, p: Option<f64>) -> Vec<BuildError> {
        let mut faults = Vec::new();
        let problem = match id {
            "" => Some("empty"),
            _ if id.len() > LONGEST_ID => Some("longer than 1,000 bytes"),
            _ if id.trim() != id => Some("surrounded by blanks"),
            _ => None,
        };
        faults.extend(problem.map(|problem| BuildError::BadId { layer, problem }));
        if let Some(value) = p.filter(|&p| !is_probability(p)) {
            faults.push(BuildError::NotAProbability { what, id: id.to_owned(), value });
        }
        if self.positions.contains_key(id) {
            faults.push(BuildError::DuplicateId { layer, id: id.to_owned() });
        }
        faults
    }

    fn into_catalog(self) -> (Catalog, Vec<f64>) {
        let mut by_id: Vec<u32> = (0..self.ids.len() as u32).collect();
        by_id.sort_unstable_by(|&a, &b| self.ids[a as usize].cmp(&self.ids[b as usize]));
        let catalog = Catalog {
            columns: self.attributes.into_columns(self.ids.len(), |at| at),
            ids: self.ids.iter().collect(),
            names: self.names.iter().collect(),
            by_id: by_id.into(),
        };
        (catalog, self.probabilities)
    }
}

/// Attribute columns under construction: each distinct value once.
#[derive(Debug, Default)]
struct Attributes {
    columns: Vec<AttributeColumn>,
}

#[derive(Debug)]
struct AttributeColumn {
    name: String,
    values: Vec<String>,
    codes_by_value: HashMap<String, u32>,
    /// Code 0 is the empty value.
    codes: Vec<u32>,
}

impl Attributes {
    fn set(&mut self, column: &str, at: usize, value: &str) {
        let found = self.columns.iter().position(|c| c.name == column);
        let column = match found {
            Some(found) => &mut self.columns[found],
            None => {
                self.columns.push(AttributeColumn {
                    name: column.to_owned(),
                    values: vec![String::new()],
                    codes_by_value: HashMap::from([(String::new(), 0)]),
                    codes: Vec::new(),
                });
                self.columns.last_mut().expect("just pushed")
            }
        };
        let code = match column.codes_by_value.get(value) {
            Some(&code) => code,
            None => {
                let code = column.values.len() as u32;
                column.values.push(value.to_owned());
                column.codes_by_value.insert(value.to_owned(), code);
                code
            }
        };
        if column.codes.len() <= at {
            column.codes.resize(at + 1, 0);
        }
        column.codes[at] = code;
    }

    fn get(&self, column: &str, at: usize) -> &str {
        let column = self.columns.iter().find(|c| c.name == column);
        column.and_then(|c| c.values.get(*c.codes.get(at)? as usize)).map_or("", String::as_str)
    }

    /// Columns of `len` codes, where position `at` of the result is position `source(at)` of the
    /// building order.
    fn into_columns(self, len: usize, source: impl Fn(usize) -> usize) -> Vec<Column> {
        self.columns
            .into_iter()
            .map(|c| Column {
                codes: (0..len)
                    .map(|at| c.codes.get(source(at)).copied().unwrap_or(0))
                    .collect::<Vec<_>>()
                    .into(),
                values: c.values.iter().collect::<StringTable>(),
                name: c.name,
            })
            .collect()
    }
}

#[derive(Clone, Copy, Debug)]
struct BuilderLink {
    finding: u32,
    disease: u32,
    probability: f64,
}

/// Collects diseases, findings and links, then builds an immutable [`Network`].
///
/// ```
/// use etio::NetworkBuilder;
///
/// let mut builder = NetworkBuilder::new();
/// let flu = builder.disease("flu", "Influenza", 0.01)?;
/// let fever = builder.finding("fever", "Fever", 0.02)?;
/// builder.link(flu, fever, 0.9)?;
/// let network = builder.build()?;
/// assert_eq!(network.link_count(), 1);
/// # Ok::<(), etio::BuildError>(())
/// ```
#[derive(Debug, Default)]
pub struct NetworkBuilder {
    diseases: Layer,
    findings: Layer,
    links: Vec<BuilderLink>,
    link_attributes: Attributes,
    documents: Vec<(String, Buf<u8>)>,
}

impl NetworkBuilder {
    /// An empty network to add to.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a disease with its prior.
    pub fn disease(&mut self, id: &str, name: &str, prior: f64) -> Result<DiseaseId, BuildError> {
        self.diseases.add("disease", "prior", id, name, prior).map(DiseaseId::new)
    }

    /// Adds a finding with its leak: P(finding) when every disease is absent.
    pub fn finding(&mut self, id: &str, name: &str, leak: f64) -> Result<FindingId, BuildError> {
        self.findings.add("finding", "leak", id, name, leak).map(FindingId::new)
    }

    /// Everything that keeps a disease from being added. Its prior is checked if there is one.
    #[cfg(feature = "csv")]
    pub(crate) fn disease_faults(&self, id: &str, prior: Option<f64>) -> Vec<BuildError> {
        self.diseases.faults("disease", "prior", id, prior)
    }

    /// Everything that keeps a finding from being added. Its leak is checked if there is one.
    #[cfg(feature = "csv")]
    pub(crate) fn finding_faults(&self, id: &str, leak: Option<f64>) -> Vec<BuildError> {
        self.findings.faults("finding", "leak", id, leak)
    }

    /// Adds a link: P(finding) when this disease alone is present and nothing leaks. Returns a
    /// handle for [`link_attribute`](Self::link_attribute). A pair that is linked twice is found by
    /// [`build`](Self::build).
    pub fn link(
        &mut self,
        disease: DiseaseId,
        finding: FindingId,
        probability: f64,
    ) -> Result<usize, BuildError> {
        self.check(disease, finding)?;
        if !is_probability(probability) {
            let id =
                format!("{} -> {}", self.diseases.ids[disease.index()], self.findings.ids[finding.index()]);
            return Err(BuildError::NotAProbability { what: "link", id, value: probability });
        }
        next_index("links", self.links.len())?;
        self.links.push(BuilderLink {
            finding: finding.index() as u32,
            disease: disease.index() as u32,
            probability,
        });
        Ok(self.links.len() - 1)
    }

    /// Adds links by coordinates, as sparse matrices have them: the link at a position joins the disease
    /// and the finding with the indices that the lists have there.
    ///
    /// ```
    /// use etio::NetworkBuilder;
    ///
    /// let mut builder = NetworkBuilder::new();
    /// for id in ["flu", "cold"] {
    ///     builder.disease(id, "", 0.01)?;
    /// }
    /// builder.finding("cough", "", 0.05)?;
    /// builder.links(&[0, 1], &[0, 0], &[0.8, 0.6])?;
    /// assert_eq!(builder.build()?.link_count(), 2);
    /// # Ok::<(), etio::BuildError>(())
    /// ```
    pub fn links(
        &mut self,
        diseases: &[u32],
        findings: &[u32],
        probabilities: &[f64],
    ) -> Result<(), BuildError> {
        if diseases.len() != findings.len() || findings.len() != probabilities.len() {
            return Err(BuildError::LinkLists {
                diseases: diseases.len(),
                findings: findings.len(),
                probabilities: probabilities.len(),
            });
        }
        self.links.reserve(probabilities.len());
        for ((&disease, &finding), &probability) in diseases.iter().zip(findings).zip(probabilities) {
            self.link(DiseaseId::new(disease), FindingId::new(finding), probability)?;
        }
        Ok(())
    }

    fn check(&self, disease: DiseaseId, finding: FindingId) -> Result<(), BuildError> {
        if disease.index() >= self.diseases.ids.len() {
            return Err(BuildError::OutOfRange { layer: "disease", index: disease.index() });
        }
        if finding.index() >= self.findings.ids.len() {
            return Err(BuildError::OutOfRange { layer: "finding", index: finding.index() });
        }
        Ok(())
    }

    /// The disease added under an id.
    pub fn disease_by_id(&self, id: &str) -> Option<DiseaseId> {
        self.diseases.positions.get(id).copied().map(DiseaseId::new)
    }

    /// The finding added under an id.
    pub fn finding_by_id(&self, id: &str) -> Option<FindingId> {
        self.findings.positions.get(id).copied().map(FindingId::new)
    }

    /// All ids of diseases so far, for suggestions.
    pub(crate) fn disease_ids(&self) -> impl Iterator<Item = &str> {
        self.diseases.ids.iter().map(String::as_str)
    }

    /// All ids of findings so far, for suggestions.
    pub(crate) fn finding_ids(&self) -> impl Iterator<Item = &str> {
        self.findings.ids.iter().map(String::as_str)
    }

    pub(super) fn finding_count(&self) -> usize {
        self.findings.ids.len()
    }

    pub(super) fn has_finding_column(&self, column: &str) -> bool {
        self.findings.attributes.columns.iter().any(|c| c.name == column)
    }

    /// An attribute of a finding so far, empty if it has none.
    pub(super) fn finding_text(&self, finding: usize, column: &str) -> &str {
        self.findings.attributes.get(column, finding)
    }

    /// The links so far: disease, finding, probability.
    pub(super) fn all_links(&self) -> impl Iterator<Item = (u32, u32, f64)> {
        self.links.iter().map(|link| (link.disease, link.finding, link.probability))
    }

    /// Attaches an attribute, such as `codes` or `description`, to a disease.
    pub fn disease_attribute(
        &mut self,
        disease: DiseaseId,
        column: &str,
        value: &str,
    ) -> Result<(), BuildError> {
        if disease.index() >= self.diseases.ids.len() {
            return Err(BuildError::OutOfRange { layer: "disease", index: disease.index() });
        }
        self.diseases.attributes.set(column, disease.index(), value);
        Ok(())
    }

    /// Attaches an attribute, such as `question`, to a finding.
    pub fn finding_attribute(
        &mut self,
        finding: FindingId,
        column: &str,
        value: &str,
    ) -> Result<(), BuildError> {
        if finding.index() >= self.findings.ids.len() {
            return Err(BuildError::OutOfRange { layer: "finding", index: finding.index() });
        }
        self.findings.attributes.set(column, finding.index(), value);
        Ok(())
    }

    /// Attaches an attribute, such as `source`, to a link by the handle that [`link`](Self::link) returned.
    pub fn link_attribute(&mut self, link: usize, column: &str, value: &str) -> Result<(), BuildError> {
        if link >= self.links.len() {
            return Err(BuildError::OutOfRange { layer: "link", index: link });
        }
        self.link_attributes.set(column, link, value);
        Ok(())
    }

    /// Adds a companion file, which inference does not read. The last one under a name stays.
    pub fn document(&mut self, name: &str, contents: Vec<u8>) {
        self.documents.retain(|(known, _)| known != name);
        self.documents.push((name.to_owned(), contents.into()));
        self.documents.sort_by(|a, b| a.0.cmp(&b.0));
    }

    /// Checks for duplicate links and builds the indices.
    pub fn build(self) -> Result<Network, BuildError> {
        let Self { diseases, findings, links, link_attributes, documents } = self;
        let order = order_by_finding(&links, findings.ids.len(), !link_attributes.columns.is_empty());
        if let Some(pair) =
            order.links.windows(2).find(|w| (w[0].finding, w[0].disease) == (w[1].finding, w[1].disease))
        {
            return Err(BuildError::DuplicateLink {
                disease: diseases.ids[pair[0].disease as usize].clone(),
                finding: findings.ids[pair[0].finding as usize].clone(),
            });
        }
        let link_columns = link_attributes.into_columns(order.links.len(), |at| order.source[at] as usize);
        let by_finding = index_by_finding(&order.links, findings.ids.len());
        drop(order);
        let by_disease = LinksByDisease::build(&by_finding.rows, &by_finding.ids, diseases.ids.len());
        let (disease_catalog, priors) = diseases.into_catalog();
        let (finding_catalog, leaks) = findings.into_catalog();
        Ok(Network {
            priors: priors.into(),
            leaks: leaks.into(),
            by_finding,
            by_disease,
            catalogs: Arc::new(Catalogs {
                diseases: disease_catalog,
                findings: finding_catalog,
                links: Catalog { columns: link_columns, ..Catalog::default() },
                documents,
            }),
            stored_xi: super::StoredXi::default(),
        })
    }
}

struct Order {
    links: Vec<BuilderLink>,
    /// Position in building order of each sorted link; empty if not requested.
    source: Vec<u32>,
}

/// Sorts links by (finding, disease). The permutation is kept only if link attributes have to follow it.
fn order_by_finding(links: &[BuilderLink], finding_count: usize, keep_source: bool) -> Order {
    let mut starts = vec![0u32; finding_count + 1];
    for link in links {
        starts[link.finding as usize + 1] += 1;
    }
    for at in 0..finding_count {
        starts[at + 1] += starts[at];
    }
    let mut source = vec![0u32; links.len()];
    let mut next = starts.clone();
    for (at, link) in links.iter().enumerate() {
        let slot = &mut next[link.finding as usize];
        source[*slot as usize] = at as u32;
        *slot += 1;
    }
    for finding in 0..finding_count {
        source[starts[finding] as usize..starts[finding + 1] as usize]
            .sort_unstable_by_key(|&at| links[at as usize].disease);
    }
    let sorted = source.iter().map(|&at| links[at as usize]).collect();
    Order { links: sorted, source: if keep_source { source } else { Vec::new() } }
}

fn index_by_finding(links: &[BuilderLink], finding_count: usize) -> LinksByFinding {
    let mut rows = vec![Row { ids_start: 0, values_start: 0, len: 0, parent_count: 0 }; finding_count];
    for link in links {
        let row = &mut rows[link.finding as usize];
        row.len += 1;
        row.parent_count += u32::from(link.probability > 0.0);
    }
    let mut start = 0;
    for row in &mut rows {
        (row.ids_start, row.values_start) = (start, start);
        start += u64::from(row.len);
    }
    LinksByFinding {
        rows: rows.into(),
        ids: links.iter().map(|link| link.disease).collect::<Vec<_>>().into(),
        values: Values::F64(links.iter().map(|link| link.probability).collect::<Vec<_>>().into()),
        checks: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_links_are_checked_like_single_ones() {
        let builder = || {
            let mut builder = NetworkBuilder::new();
            builder.disease("d", "", 0.1).unwrap();
            builder.finding("f", "", 0.1).unwrap();
            builder
        };
        let refused = |diseases: &[u32], findings: &[u32], probabilities: &[f64]| {
            builder().links(diseases, findings, probabilities).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&[0], &[], &[0.5]),
            "1 diseases, 0 findings and 1 probabilities of links were given"
        );
        assert_eq!(refused(&[1], &[0], &[0.5]), "the disease with index 1 is not part of this network");
        assert!(refused(&[0], &[0], &[f64::NAN]).contains("d -> f"));
        let mut twice = builder();
        twice.links(&[0, 0], &[0, 0], &[0.5, 0.5]).unwrap();
        assert!(matches!(twice.build(), Err(BuildError::DuplicateLink { .. })));
    }

    #[test]
    fn there_are_as_many_members_as_a_count_can_hold() {
        assert_eq!(next_index("links", 0), Ok(0));
        assert_eq!(next_index("links", u32::MAX as usize - 1), Ok(u32::MAX - 1));
        for count in [u32::MAX as usize, usize::MAX] {
            let error = next_index("diseases", count).unwrap_err().to_string();
            assert_eq!(error, "more than 4294967295 diseases");
        }
    }
}
