//! A part of a query: some of its findings, and only the diseases that can cause them.

use crate::query::Query;

/// The place of a disease that no finding here is linked to.
const NOWHERE: u32 = u32::MAX;
/// The place of a disease that was met and has none yet.
const MET: u32 = u32::MAX - 1;

/// A query with some of the findings of another. Reused from query to query.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) query: Query,
    /// The position in the whole query of each disease here.
    pub(crate) origin: Vec<u32>,
    /// The position here of each disease of the whole query, or [`NOWHERE`].
    place: Vec<u32>,
}

impl Part {
    /// Takes over the findings that `keep` wants, by their position in the whole query. Priors follow by
    /// [`weigh`](Self::weigh).
    pub(crate) fn take(&mut self, whole: &Query, keep: impl Fn(usize) -> bool) {
        self.clear(whole.disease_count());
        let kept = || (0..whole.finding_count()).filter(|&finding| keep(finding));
        for finding in kept() {
            whole.links_of(finding).0.iter().for_each(|&disease| self.place[disease as usize] = MET);
        }
        // In the order of the whole query, so that memory is walked in order.
        for (place, disease) in self.place[..whole.disease_count()].iter_mut().zip(0..) {
            if *place == MET {
                *place = self.origin.len() as u32;
                self.origin.push(disease);
            }
        }
        let part = &mut self.query;
        part.diseases.extend(self.origin.iter().map(|&disease| whole.diseases[disease as usize]));
        for finding in kept() {
            part.findings.push(whole.findings[finding]);
            part.leaks.push(whole.leaks[finding]);
            part.quiets.push(whole.quiets[finding]);
            let (diseases, probabilities) = whole.links_of(finding);
            part.link_probability.extend_from_slice(probabilities);
            part.link_disease.extend(diseases.iter().map(|&disease| self.place[disease as usize]));
            part.finding_starts.push(part.link_disease.len());
        }
    }

    /// Sets the priors of the diseases: `weight` gives each and its complement, by position in the whole query.
    pub(crate) fn weigh(&mut self, weight: impl Fn(usize) -> (f64, f64)) {
        self.query.priors.clear();
        self.query.complements.clear();
        for &disease in &self.origin {
            let (prior, complement) = weight(disease as usize);
            self.query.priors.push(prior);
            self.query.complements.push(complement);
        }
    }

    fn clear(&mut self, disease_count: usize) {
        for &disease in &self.origin {
            self.place[disease as usize] = NOWHERE;
        }
        if self.place.len() < disease_count {
            self.place.resize(disease_count, NOWHERE);
        }
        self.origin.clear();
        self.query.clear_problem();
    }
}
