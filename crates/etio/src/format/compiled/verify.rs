//! Going through every byte of a compiled file.

use std::path::Path;

use super::layout::VERSION;
use super::read::load;
use crate::format::FormatError;
use crate::network::LinksByDisease;
use crate::share;

/// What a sound file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The version of the format.
    pub version: u32,
    /// The length of the file.
    pub bytes: u64,
    /// Every section: what it holds, and its length in bytes.
    pub sections: Vec<(String, u64)>,
}

/// Checks all of a compiled file: every checksum, every probability, and that the indices agree with each other.
pub fn verify(path: &Path) -> Result<Report, FormatError> {
    let (file, network) = load(path)?;
    file.check_sums(|_| true)?;
    let links = &network.by_finding;
    let sound = share::map(0..network.finding_count(), || (), |(), finding| links.check_row(finding));
    if let Some(finding) = sound.iter().position(|&sound| !sound) {
        return Err(file.damaged(format!("a probability of finding number {finding} is wrong")));
    }
    let index = LinksByDisease::build(&links.rows, &links.ids, network.disease_count());
    let stored = &network.by_disease;
    if *index.starts != *stored.starts || *index.findings != *stored.findings || *index.links != *stored.links
    {
        return Err(file.damaged("the links by disease are not the links by finding"));
    }
    Ok(Report {
        version: VERSION,
        bytes: file.header.file_bytes,
        sections: file.table().iter().map(|(key, entry)| (key.to_string(), entry.bytes)).collect(),
    })
}
