//! S1, generated once per run in a file that is deleted when the run ends.

use std::path::Path;
use std::sync::OnceLock;

use etio::Network;
use etio::format::compiled::{Options, Precision};
use tempfile::TempPath;

use crate::{NetworkSpec, Profile, ReproError};

/// S1 in the size of the profile, as dense as the paper's. It takes minutes and a gigabyte, so no
/// part makes its own.
pub(crate) struct Largest<'a> {
    spec: NetworkSpec,
    folder: &'a Path,
    made: OnceLock<(Network, TempPath)>,
}

impl<'a> Largest<'a> {
    /// Nothing is made yet. `folder` is where the file goes.
    pub(crate) fn new(profile: &Profile, seed: u64, folder: &'a Path) -> Self {
        let (diseases, findings) = profile.s1;
        let mut spec = NetworkSpec { diseases, findings, seed, ..NetworkSpec::s1() };
        spec.set_density(NetworkSpec::s1().density());
        Self { spec, folder, made: OnceLock::new() }
    }

    /// The network, made now if no part has asked before.
    pub(crate) fn network(&self) -> Result<&Network, ReproError> {
        let (network, _) = match self.made.get() {
            Some(made) => made,
            None => {
                let made = self.make()?;
                self.made.get_or_init(|| made)
            }
        };
        Ok(network)
    }

    fn make(&self) -> Result<(Network, TempPath), ReproError> {
        let file = tempfile::Builder::new().prefix(".s1-").suffix(".etio").tempfile_in(self.folder);
        let in_folder = |source| ReproError::Io { path: self.folder.to_owned(), source };
        let file = file.map_err(in_folder)?.into_temp_path();
        self.spec.stream(&file, &Options { precision: Precision::F32, ..Options::default() })?;
        Ok((Network::open(&file)?, file))
    }
}
