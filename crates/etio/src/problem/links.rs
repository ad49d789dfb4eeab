//! The links of a problem, in two forms: listed one by one, or whole rows as the network stores them.

use crate::FindingId;
use crate::network::LinksByFinding;

/// Links by finding, listed one by one.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// Those of finding `j` are `starts[j]..starts[j + 1]` of the two arrays below.
    pub(super) starts: Vec<usize>,
    /// Position in the problem's diseases.
    pub(super) diseases: Vec<u32>,
    /// P(finding | only that disease), in (0, 1].
    pub(super) probabilities: Vec<f64>,
}

impl Links {
    /// Forgets all links and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.diseases.clear();
        self.probabilities.clear();
    }

    /// Ends a finding: its links are those added since the last one ended.
    pub(super) fn close(&mut self) {
        self.starts.push(self.diseases.len());
    }
}

/// Rows that are used as the network stores them: every disease of the network takes part, in its order.
#[derive(Clone, Debug)]
pub(super) struct StoredRows {
    pub(super) network: LinksByFinding,
    /// How many links above zero the problem's findings have.
    pub(super) link_count: usize,
}

impl StoredRows {
    /// The rows of some findings.
    pub(super) fn new(network: &LinksByFinding, findings: &[FindingId]) -> Self {
        let parents = |finding: &FindingId| network.rows[finding.index()].parent_count as usize;
        Self { network: network.clone(), link_count: findings.iter().map(parents).sum() }
    }
}
