//! Observations: findings that are present, findings that are absent. Unlisted findings were not observed.

use crate::suggest::hint;
use crate::{FindingId, Network};

/// Findings known to be present and findings known to be absent.
///
/// Each finding is listed once however often it was mentioned, in ascending order, so that evidence
/// does not depend on the order in which it came in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Evidence {
    present: Vec<FindingId>,
    absent: Vec<FindingId>,
}

/// Errors when building [`Evidence`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvidenceError {
    /// A finding on both lists.
    #[error("finding `{finding}` is given as both present and absent")]
    Contradiction {
        /// The finding's id (its index if no network is at hand).
        finding: String,
    },
    /// An id that the network does not have.
    #[error("the network has no finding `{finding}`{}", hint(nearest.as_deref()))]
    UnknownFinding {
        /// The id as given.
        finding: String,
        /// The most similar known id.
        nearest: Option<String>,
    },
    /// An index of another network.
    #[error("finding number {index} is not part of this network of {findings} findings")]
    OutOfRange {
        /// The index.
        index: usize,
        /// Findings of the network.
        findings: usize,
    },
}

impl EvidenceError {
    /// A short name of the kind of error, for programs. It stays the same from version to version.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Contradiction { .. } => "contradiction",
            Self::UnknownFinding { .. } => "unknown-finding",
            Self::OutOfRange { .. } => "out-of-range",
        }
    }

    /// An unknown id, shortened, without a suggestion.
    pub fn unknown(id: &str) -> Self {
        Self::UnknownFinding { finding: id.chars().take(100).collect(), nearest: None }
    }

    /// This error with the most similar known id. The search visits every id of the network,
    /// so it is only worth its time for an error that is shown.
    #[must_use]
    pub fn suggesting(self, network: &Network) -> Self {
        match self {
            Self::UnknownFinding { finding, nearest: None } => {
                let nearest = network.finding_catalog().nearest_id(&finding).map(str::to_owned);
                Self::UnknownFinding { finding, nearest }
            }
            other => other,
        }
    }
}

/// Policy for ids that a network does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownIds {
    /// Refuse the evidence.
    #[default]
    Refuse,
    /// Leave them out, as if they had not been observed.
    LeaveOut,
}

impl Evidence {
    /// Evidence from indices.
    pub fn new(
        present: impl IntoIterator<Item = FindingId>,
        absent: impl IntoIterator<Item = FindingId>,
    ) -> Result<Self, EvidenceError> {
        let evidence = Self { present: sorted(present), absent: sorted(absent) };
        match evidence.contradiction() {
            Some(f) => Err(EvidenceError::Contradiction { finding: f.index().to_string() }),
            None => Ok(evidence),
        }
    }

    /// Evidence from external ids.
    pub fn from_ids<S: AsRef<str>>(
        network: &Network,
        present: &[S],
        absent: &[S],
    ) -> Result<Self, EvidenceError> {
        let (present, absent) = (present.iter().map(S::as_ref), absent.iter().map(S::as_ref));
        Self::from_id_iter(network, present, absent, UnknownIds::Refuse)
            .map_err(|error| error.suggesting(network))
    }

    /// Evidence from external ids that come one by one. An error has no suggestion:
    /// [`EvidenceError::suggesting`] adds one.
    ///
    /// ```
    /// use etio::{Evidence, NetworkBuilder, UnknownIds};
    ///
    /// let mut builder = NetworkBuilder::new();
    /// let fever = builder.finding("fever", "", 0.02)?;
    /// let network = builder.build()?;
    /// let given = "fever;fevr".split(';');
    /// let evidence = Evidence::from_id_iter(&network, given.clone(), [], UnknownIds::LeaveOut)?;
    /// assert_eq!(evidence.present(), [fever]);
    /// assert!(Evidence::from_id_iter(&network, given, [], UnknownIds::Refuse).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_id_iter<'a>(
        network: &Network,
        present: impl IntoIterator<Item = &'a str>,
        absent: impl IntoIterator<Item = &'a str>,
        unknown: UnknownIds,
    ) -> Result<Self, EvidenceError> {
        let look_up = |id: &str| match (network.finding(id), unknown) {
            (None, UnknownIds::Refuse) => Some(Err(EvidenceError::unknown(id))),
            (found, _) => found.map(Ok),
        };
        let present: Vec<_> = present.into_iter().filter_map(look_up).collect::<Result<_, _>>()?;
        let absent: Vec<_> = absent.into_iter().filter_map(look_up).collect::<Result<_, _>>()?;
        let evidence = Self { present: sorted(present), absent: sorted(absent) };
        match evidence.contradiction() {
            Some(f) => Err(EvidenceError::Contradiction { finding: network.finding_id(f).to_owned() }),
            None => Ok(evidence),
        }
    }

    /// The findings that are present, in ascending order.
    pub fn present(&self) -> &[FindingId] {
        &self.present
    }

    /// The findings that are absent, in ascending order.
    pub fn absent(&self) -> &[FindingId] {
        &self.absent
    }

    /// Whether nothing was observed.
    pub fn is_empty(&self) -> bool {
        self.present.is_empty() && self.absent.is_empty()
    }

    /// This evidence with one finding not observed.
    #[must_use]
    pub fn without(&self, finding: FindingId) -> Self {
        let keep = |list: &[FindingId]| list.iter().copied().filter(|&f| f != finding).collect();
        Self { present: keep(&self.present), absent: keep(&self.absent) }
    }

    /// Refuses indices beyond the network's findings.
    pub(crate) fn check(&self, network: &Network) -> Result<(), EvidenceError> {
        let findings = network.finding_count();
        let last = self.present.last().max(self.absent.last());
        match last {
            Some(f) if f.index() >= findings => Err(EvidenceError::OutOfRange { index: f.index(), findings }),
            _ => Ok(()),
        }
    }

    fn contradiction(&self) -> Option<FindingId> {
        self.present.iter().copied().find(|f| self.absent.binary_search(f).is_ok())
    }
}

fn sorted(findings: impl IntoIterator<Item = FindingId>) -> Vec<FindingId> {
    let mut list: Vec<_> = findings.into_iter().collect();
    list.sort_unstable();
    list.dedup();
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_count_once_and_order_is_forgotten() {
        let [a, b] = [FindingId::new(0), FindingId::new(1)];
        assert_eq!(Evidence::new([b, a, b], []), Evidence::new([a, b], []));
    }

    #[test]
    fn a_finding_cannot_be_present_and_absent() {
        let a = FindingId::new(3);
        assert_eq!(Evidence::new([a], [a]), Err(EvidenceError::Contradiction { finding: "3".into() }));
    }
}
