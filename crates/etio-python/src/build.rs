//! Networks from lists.

use etio::{BuildError, DiseaseId, FindingId, NetworkBuilder};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use crate::errors;
use crate::network::Network;

/// A disease or a finding: id, name, probability.
type Member = (String, String, f64);

/// An attribute: position of the member, column, value.
type Attribute = (u32, String, String);

/// Builds a network from its members and its links by coordinates.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python face gives all of them by position")]
pub(crate) fn build(
    py: Python<'_>,
    diseases: Vec<Member>,
    findings: Vec<Member>,
    link_diseases: PyReadonlyArray1<'_, u32>,
    link_findings: PyReadonlyArray1<'_, u32>,
    probabilities: PyReadonlyArray1<'_, f64>,
    disease_attributes: Vec<Attribute>,
    finding_attributes: Vec<Attribute>,
    documents: Vec<(String, Vec<u8>)>,
) -> PyResult<Network> {
    let link_diseases = link_diseases.as_array().to_vec();
    let link_findings = link_findings.as_array().to_vec();
    let probabilities = probabilities.as_array().to_vec();
    let made = py.detach(|| -> Result<etio::Network, BuildError> {
        let mut builder = NetworkBuilder::new();
        for (id, name, prior) in &diseases {
            builder.disease(id, name, *prior)?;
        }
        for (id, name, leak) in &findings {
            builder.finding(id, name, *leak)?;
        }
        for (at, column, value) in &disease_attributes {
            builder.disease_attribute(DiseaseId::new(*at), column, value)?;
        }
        for (at, column, value) in &finding_attributes {
            builder.finding_attribute(FindingId::new(*at), column, value)?;
        }
        builder.links(&link_diseases, &link_findings, &probabilities)?;
        for (name, contents) in documents {
            builder.document(&name, contents);
        }
        builder.build()
    });
    Network::new(py, &made.map_err(|error| errors::build(py, &error))?)
}
