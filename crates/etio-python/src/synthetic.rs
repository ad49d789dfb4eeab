//! Networks of the sizes of Xie et al. 2016, with labelled cases.

use etio::format::cases::Case;
use etio_repro::{CaseSpec, Clinic, NetworkSpec, QuerySet};
use pyo3::prelude::*;

use crate::errors;
use crate::network::Network;

fn spec(py: Python<'_>, name: &str, seed: u64) -> PyResult<NetworkSpec> {
    let spec = match name {
        "f120" => NetworkSpec::f120(),
        "qmr" => NetworkSpec::qmr(),
        _ => return Err(errors::invalid(py, &format!("`{name}` is not `f120` or `qmr`"), "bad-name")),
    };
    Ok(NetworkSpec { seed, ..spec })
}

fn failed(py: Python<'_>, error: &impl std::fmt::Display) -> PyErr {
    errors::invalid(py, &error.to_string(), "bad-network")
}

/// Id, present, absent, label.
type Labelled = (String, Vec<String>, Vec<String>, Option<String>);

/// A network of a size of the paper.
#[pyfunction]
pub(crate) fn generate(py: Python<'_>, name: &str, seed: u64) -> PyResult<Network> {
    let spec = spec(py, name, seed)?;
    let network = py.detach(|| spec.generate()).map_err(|error| failed(py, &error))?;
    Network::new(py, &network)
}

/// Labelled cases on a network.
#[pyfunction]
pub(crate) fn sample_cases(
    py: Python<'_>,
    network: &Bound<'_, Network>,
    first: u64,
    count: u64,
    seed: u64,
    present: (usize, usize),
    absent: (usize, usize),
) -> Vec<Labelled> {
    let spec =
        CaseSpec { present: present.0..=present.1, absent: absent.0..=absent.1, seed, ..CaseSpec::default() };
    let network = network.get().network().clone();
    let labelled =
        |Case { id, present, absent, label, .. }: Case| (id.unwrap_or_default(), present, absent, label);
    py.detach(|| (first..first + count).map(|number| labelled(spec.sample(&network, number))).collect())
}

/// The clinic of the paper's Figure 4: a network whose priors are drawn with a mean, and the labelled
/// queries of a set.
#[pyfunction]
pub(crate) fn clinic(
    py: Python<'_>,
    set: &str,
    count: usize,
    mean_prior: Option<f64>,
    seed: u64,
) -> PyResult<(Network, Vec<Labelled>)> {
    let set = QuerySet::ALL
        .into_iter()
        .find(|known| known.name() == set)
        .ok_or_else(|| errors::invalid(py, &format!("there is no set `{set}` of queries"), "bad-name"))?;
    let spec = spec(py, "f120", seed)?;
    let clinic = py.detach(|| Clinic::new(&spec)).map_err(|error| failed(py, &error))?;
    let network = match mean_prior {
        None => clinic.network().clone(),
        Some(mean) => clinic.with_mean_prior(mean).map_err(|error| failed(py, &error))?,
    };
    let queries = py.detach(|| clinic.queries(set, count)).map_err(|error| failed(py, &error))?;
    let ids = |list: &[etio::FindingId]| list.iter().map(|&f| network.finding_id(f).to_owned()).collect();
    let labelled = queries.iter().enumerate().map(|(number, query)| {
        let label = Some(network.disease_id(query.label).to_owned());
        (
            format!("{}-{}", set.name(), number + 1),
            ids(query.evidence.present()),
            ids(query.evidence.absent()),
            label,
        )
    });
    let labelled = labelled.collect();
    Ok((Network::new(py, &network)?, labelled))
}
