//! A problem with some of the findings of another, and only the diseases that can cause them.

use super::Problem;
use super::links::StoredRows;
use crate::InferenceError;
use crate::budget::Budget;
use crate::pace::Pace;

/// The place of a disease that no finding here is linked to.
const NOWHERE: u32 = u32::MAX;
/// The place of a disease that was met and has none yet.
const MET: u32 = u32::MAX - 1;

/// Some of the findings of a whole problem, with weights of their own for the diseases. Reused from
/// problem to problem.
#[derive(Debug, Default)]
pub(crate) struct Restriction {
    pub(crate) problem: Problem,
    /// The position in the whole problem of each disease here.
    origin: Vec<u32>,
    /// The position here of each disease of the whole problem, or [`NOWHERE`].
    place: Vec<u32>,
}

impl Restriction {
    /// Takes over the findings that `keep` wants, by their position in the whole problem. Priors follow by
    /// [`weigh`](Self::weigh).
    pub(crate) fn take(
        &mut self,
        whole: &Problem,
        keep: impl Fn(usize) -> bool,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        self.clear(whole.disease_count());
        let kept: Vec<usize> = (0..whole.finding_count()).filter(|&finding| keep(finding)).collect();
        let part = &mut self.problem;
        for &finding in &kept {
            part.findings.push(whole.findings[finding]);
            part.leaks.push(whole.leaks[finding]);
            part.quiets.push(whole.quiets[finding]);
        }
        if let Some(stored) = &whole.stored {
            part.diseases.extend_from_slice(&whole.diseases);
            part.stored = Some(StoredRows::new(&stored.network, &part.findings));
            part.links.take();
            return Ok(());
        }
        let mut pace = Pace::new(budget);
        for &finding in &kept {
            pace.count(whole.degree(finding))?;
            whole.links_of(finding).0.iter().for_each(|&disease| self.place[disease as usize] = MET);
        }
        // In the order of the whole problem, so that memory is walked in order.
        for (place, disease) in self.place[..whole.disease_count()].iter_mut().zip(0..) {
            if *place == MET {
                *place = self.origin.len() as u32;
                self.origin.push(disease);
            }
        }
        part.diseases.extend(self.origin.iter().map(|&disease| whole.diseases[disease as usize]));
        let links = part.links_mut();
        for &finding in &kept {
            pace.count(whole.degree(finding))?;
            let (diseases, probabilities) = whole.links_of(finding);
            links.probabilities.extend_from_slice(probabilities);
            links.diseases.extend(diseases.iter().map(|&disease| self.place[disease as usize]));
            links.close();
        }
        Ok(())
    }

    /// Takes over some findings by their position in the whole problem, ascending, with grounds of
    /// their own (leak and complement, by position) and only the diseases that are free. Priors
    /// follow by [`weigh`](Self::weigh).
    pub(crate) fn take_free(
        &mut self,
        whole: &Problem,
        findings: &[usize],
        grounds: &[(f64, f64)],
        is_free: impl Fn(usize) -> bool,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        self.clear(whole.disease_count());
        whole.list(budget)?;
        let mut pace = Pace::new(budget);
        for &finding in findings {
            pace.count(whole.degree(finding))?;
            for &disease in whole.links_of(finding).0 {
                if is_free(disease as usize) {
                    self.place[disease as usize] = MET;
                }
            }
        }
        for (place, disease) in self.place[..whole.disease_count()].iter_mut().zip(0..) {
            if *place == MET {
                *place = self.origin.len() as u32;
                self.origin.push(disease);
            }
        }
        let part = &mut self.problem;
        part.diseases.extend(self.origin.iter().map(|&disease| whole.diseases[disease as usize]));
        for &finding in findings {
            part.findings.push(whole.findings[finding]);
            part.leaks.push(grounds[finding].0);
            part.quiets.push(grounds[finding].1);
            let (diseases, probabilities) = whole.links_of(finding);
            pace.count(diseases.len())?;
            let links = part.links_mut();
            for (&disease, &probability) in diseases.iter().zip(probabilities) {
                let place = self.place[disease as usize];
                if place < MET {
                    links.diseases.push(place);
                    links.probabilities.push(probability);
                }
            }
            links.close();
        }
        Ok(())
    }

    /// Sets the priors of the diseases and their complements from those of all diseases of the whole problem.
    pub(crate) fn weigh(&mut self, priors: &[f64], complements: &[f64]) {
        let has_all = self.has_all_diseases();
        let Problem { priors: own_priors, complements: own_complements, .. } = &mut self.problem;
        own_priors.clear();
        own_complements.clear();
        if has_all {
            own_priors.extend_from_slice(priors);
            own_complements.extend_from_slice(complements);
        } else {
            own_priors.extend(self.origin.iter().map(|&disease| priors[disease as usize]));
            own_complements.extend(self.origin.iter().map(|&disease| complements[disease as usize]));
        }
    }

    /// The weights of the whole problem, to be changed in place; `None` if some diseases are not here.
    pub(crate) fn weights_of(&mut self, whole: &Problem) -> Option<(&mut [f64], &mut [f64])> {
        if !self.has_all_diseases() {
            return None;
        }
        self.weigh(whole.priors(), whole.complements());
        let Problem { priors, complements, .. } = &mut self.problem;
        Some((priors.as_mut_slice(), complements.as_mut_slice()))
    }

    /// Whether rows are used as they are stored: those reach all diseases, in the order of the whole problem.
    fn has_all_diseases(&self) -> bool {
        self.problem.stored.is_some()
    }

    /// The marginals of all diseases of the whole problem, given those of the diseases here and
    /// what the others have.
    pub(crate) fn spread(&self, local: Vec<f64>, others: &[f64]) -> Vec<f64> {
        if self.has_all_diseases() {
            return local;
        }
        let mut all = others.to_vec();
        for (&disease, &marginal) in self.origin.iter().zip(&local) {
            all[disease as usize] = marginal;
        }
        all
    }

    fn clear(&mut self, disease_count: usize) {
        for &disease in &self.origin {
            if let Some(place) = self.place.get_mut(disease as usize) {
                *place = NOWHERE;
            }
        }
        if self.place.len() < disease_count {
            self.place.resize(disease_count, NOWHERE);
        }
        self.origin.clear();
        self.problem.clear();
    }
}
