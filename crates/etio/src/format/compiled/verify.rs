//! Going through every byte of a compiled file.

use std::path::Path;

use super::layout::VERSION;
use super::read::load;
use crate::format::FormatError;
use crate::network::LinksByDisease;
use crate::variational::xi;
use crate::{FindingId, Network, parallel};

/// Contents of a valid file.
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

/// Checks all of a compiled file: every checksum, every probability, that the indices agree with
/// each other, and that the variational parameters are those of the links.
pub fn verify(path: &Path) -> Result<Report, FormatError> {
    let (file, network) = load(path)?;
    file.check_sums(|_| true)?;
    let links = &network.by_finding;
    let sound = parallel::map(0..network.finding_count(), || (), |(), finding| links.check_row(finding));
    if let Some(finding) = sound.iter().position(|&sound| !sound) {
        return Err(file.damaged(format!("a probability of finding number {finding} is wrong")));
    }
    let index = LinksByDisease::build(&links.rows, &links.ids, network.disease_count());
    let stored = &network.by_disease;
    if *index.starts != *stored.starts || *index.findings != *stored.findings || *index.links != *stored.links
    {
        return Err(file.damaged("the links by disease are not the links by finding"));
    }
    if let Some(finding) = forged_parameter(&network) {
        return Err(file.damaged(format!("the variational parameter of finding number {finding} is wrong")));
    }
    Ok(Report {
        version: VERSION,
        bytes: file.header.file_bytes,
        sections: file.table().iter().map(|(key, entry)| (key.to_string(), entry.bytes)).collect(),
    })
}

/// The first finding whose stored variational parameters are not those that its links give.
fn forged_parameter(network: &Network) -> Option<usize> {
    /// Processors and libraries differ in the last digits of an exponential.
    const TOLERANCE: f64 = 1e-6;
    let (Some(cvx), Some(ppf)) = (&network.stored_xi.cvx, &network.stored_xi.ppf) else { return None };
    let is_close = |stored: f64, computed: f64| (stored - computed).abs() <= TOLERANCE * computed.abs();
    let sound = parallel::map(0..network.finding_count(), xi::Terms::default, |terms, at| {
        let finding = FindingId::new(at as u32);
        let computed = xi::values(network.leak(finding), network.parents(finding), &network.priors, terms);
        is_close(cvx[at], computed.0) && is_close(ppf[at], computed.1)
    });
    sound.iter().position(|&sound| !sound)
}
