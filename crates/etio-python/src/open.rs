//! Networks from files, folders, bytes and names: the one place where Python's networks come from.

use std::path::{Path, PathBuf};

use etio_formats::{Options, Reading};
use pyo3::prelude::*;

use crate::network::Network;
use crate::{errors, pool};

/// Opens a network at a path in every form that Etio reads, or the built-in one by its name unless
/// there is a file or folder of that name.
#[pyfunction]
pub(crate) fn open(
    py: Python<'_>,
    path: PathBuf,
    given: Vec<(String, String)>,
    absent: Vec<(Option<String>, String)>,
    nearest: bool,
    prior: Option<f64>,
    leak: Option<f64>,
) -> PyResult<Network> {
    let pool = pool::get()?;
    if path == Path::new(etio_starter::NAME) && !path.exists() {
        let network = py.detach(|| pool.install(etio_starter::network));
        return Network::new(py, &network.map_err(|error| errors::format(py, &error))?);
    }
    let mut options = Options::default();
    options.given = given;
    options.absent = absent;
    options.nearest = nearest;
    options.prior = prior;
    options.leak = leak;
    let reading = py.detach(|| pool.install(|| etio_formats::read(&path, &options)));
    let Reading { network, notes, .. } = reading.map_err(|error| errors::other_format(py, &error))?;
    Ok(Network::new(py, &network)?.with_notes(notes))
}

/// Reads a network from the bytes of a compiled file, which have no place for the notes on how it was
/// first read.
#[pyfunction]
pub(crate) fn from_bytes(py: Python<'_>, bytes: &[u8], notes: Vec<String>) -> PyResult<Network> {
    let pool = pool::get()?;
    let network = py.detach(|| pool.install(|| etio::Network::from_bytes(bytes)));
    Ok(Network::new(py, &network.map_err(|error| errors::format(py, &error))?)?.with_notes(notes))
}
