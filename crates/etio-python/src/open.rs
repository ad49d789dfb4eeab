//! Networks from files, folders, bytes and names: the one place where Python's networks come from.

use std::path::{Path, PathBuf};

use etio::format::{FormatError, compiled, folder};
use pyo3::prelude::*;

use crate::network::Network;
use crate::{errors, pool};

macro_rules! starter {
    ($name:literal) => {
        include_bytes!(concat!("../../../networks/starter/", $name))
    };
}

/// The name of the built-in network.
const STARTER: &str = "starter";

/// Reads any network: a path in every form that the library knows, or the name of the built-in one
/// unless there is a file or folder of that name.
fn read(path: &Path) -> Result<etio::Network, FormatError> {
    if path == Path::new(STARTER) && !path.exists() {
        return folder::read_embedded(
            STARTER,
            starter!("diseases.csv"),
            starter!("findings.csv"),
            starter!("links.csv"),
            vec![
                ("context.csv", starter!("context.csv").to_vec()),
                ("must_not_miss.csv", starter!("must_not_miss.csv").to_vec()),
                ("red_flags.csv", starter!("red_flags.csv").to_vec()),
            ],
        );
    }
    etio::Network::open(path)
}

/// Writes a network: compiled if the name ends in `.etio`, as a folder of CSV files otherwise.
pub(crate) fn write(network: &etio::Network, path: &Path) -> Result<(), FormatError> {
    if path.extension().is_some_and(|extension| extension == "etio") {
        compiled::write(network, path, &compiled::Options::default()).map(drop)
    } else {
        folder::write(network, path)
    }
}

/// Opens a network.
#[pyfunction]
pub(crate) fn open(py: Python<'_>, path: PathBuf) -> PyResult<Network> {
    let pool = pool::get()?;
    let network = py.detach(|| pool.install(|| read(&path)));
    Network::new(py, network.map_err(|error| errors::format(py, &error))?)
}

/// Reads a network from the bytes of a compiled file.
#[pyfunction]
pub(crate) fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Network> {
    let pool = pool::get()?;
    let network = py.detach(|| pool.install(|| etio::Network::from_bytes(bytes)));
    Network::new(py, network.map_err(|error| errors::format(py, &error))?)
}
