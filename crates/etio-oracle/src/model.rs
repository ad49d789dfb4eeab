//! The question and the answer as plain data.

use std::collections::HashSet;

use thiserror::Error;

use crate::number::Real;

/// A noisy-or network. Every f64 is taken as the exact number that it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Prior probability of each disease.
    pub priors: Vec<f64>,
    /// Leak probability of each finding.
    pub leaks: Vec<f64>,
    /// (disease, finding, probability that the disease alone causes the finding); a probability of
    /// 0 means no link.
    pub links: Vec<(usize, usize, f64)>,
}

/// Observed findings, by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// Findings that are present.
    pub present: Vec<usize>,
    /// Findings that are absent.
    pub absent: Vec<usize>,
}

/// Why there is no answer.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum OracleError {
    /// The model or the case makes no sense.
    #[error("invalid question: {0}")]
    Invalid(String),
    /// The evidence has probability zero.
    #[error("impossible evidence")]
    Impossible,
    /// The method would take too long.
    #[error("too large: {what} is {size}, the limit is {limit}")]
    TooLarge {
        /// The quantity that is too large.
        what: &'static str,
        /// How much there is.
        size: usize,
        /// How much is allowed.
        limit: usize,
    },
}

/// The answer of an exact method.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// P(disease | evidence), rounded once from the precise value.
    pub posteriors: Vec<f64>,
    /// ln P(evidence), rounded once from the precise value.
    pub log_evidence: f64,
    /// The same before rounding.
    pub precise: Precise,
}

/// An answer to more than a hundred digits.
#[derive(Clone, Debug, PartialEq)]
pub struct Precise {
    /// P(evidence).
    pub evidence: Real,
    /// ln P(evidence). It keeps its digits if the evidence is so nearly certain that `evidence` is
    /// rounded to 1.
    pub log_evidence: Real,
    /// P(disease | evidence).
    pub on: Vec<Real>,
    /// P(no disease | evidence), not computed as 1 - on, so that it keeps its digits if it is small.
    pub off: Vec<Real>,
}

impl Precise {
    /// Rounds to the plain answer.
    pub(crate) fn into_answer(self) -> Answer {
        Answer {
            posteriors: self.on.iter().map(|p| p.to_f64()).collect(),
            log_evidence: self.log_evidence.to_f64(),
            precise: self,
        }
    }

    /// ln(on / off) of a disease, infinite if one of them is zero.
    pub fn log_odds(&self, disease: usize) -> f64 {
        match (self.on[disease], self.off[disease]) {
            (on, _) if on.is_zero() => f64::NEG_INFINITY,
            (_, off) if off.is_zero() => f64::INFINITY,
            (on, off) => (on / off).ln().to_f64(),
        }
    }
}

/// One parent of a finding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parent {
    pub disease: usize,
    /// Index in [`Model::links`].
    pub link: usize,
    pub probability: f64,
}

impl Model {
    /// The parents of every finding: its links above zero, in ascending order of disease.
    pub(crate) fn parents(&self) -> Vec<Vec<Parent>> {
        let mut parents = vec![Vec::new(); self.leaks.len()];
        for (link, &(disease, finding, probability)) in self.links.iter().enumerate() {
            if probability > 0.0 {
                parents[finding].push(Parent { disease, link, probability });
            }
        }
        for list in &mut parents {
            list.sort_by_key(|parent| parent.disease);
        }
        parents
    }

    /// Refuses anything that is not a noisy-or network, and cases that are not about it or
    /// contradict themselves.
    pub fn check(&self, case: &Case) -> Result<(), OracleError> {
        let invalid = |what: String| Err(OracleError::Invalid(what));
        let probabilities = self.priors.iter().chain(&self.leaks).chain(self.links.iter().map(|(_, _, p)| p));
        if let Some(p) = probabilities.into_iter().find(|p| !(0.0..=1.0).contains(*p)) {
            return invalid(format!("{p} is not a probability"));
        }
        if let Some(link) =
            self.links.iter().find(|(d, f, _)| *d >= self.priors.len() || *f >= self.leaks.len())
        {
            return invalid(format!("link {link:?} has an end that does not exist"));
        }
        let mut ends = HashSet::new();
        if let Some(twice) = self.links.iter().find(|(d, f, _)| !ends.insert((d, f))) {
            return invalid(format!("link {twice:?} is there twice"));
        }
        let mut seen = vec![false; self.leaks.len()];
        for &finding in case.present.iter().chain(&case.absent) {
            match seen.get_mut(finding) {
                None => return invalid(format!("finding {finding} does not exist")),
                Some(true) => return invalid(format!("finding {finding} is observed twice")),
                Some(seen) => *seen = true,
            }
        }
        Ok(())
    }

    /// Whether the evidence has a probability above zero. Decided by structure, so that no rounding
    /// enters: of all disease sets that leave the absent findings absent, the largest explains
    /// most.
    pub fn is_possible(&self, case: &Case) -> bool {
        let parents = self.parents();
        let mut allowed: Vec<bool> = self.priors.iter().map(|&prior| prior > 0.0).collect();
        for &finding in &case.absent {
            for parent in parents[finding].iter().filter(|parent| parent.probability == 1.0) {
                allowed[parent.disease] = false;
            }
        }
        let forced_stay = self.priors.iter().zip(&allowed).all(|(&prior, &allowed)| prior < 1.0 || allowed);
        let absent_can_be = case.absent.iter().all(|&finding| self.leaks[finding] < 1.0);
        let explained = |finding: usize| {
            self.leaks[finding] > 0.0 || parents[finding].iter().any(|parent| allowed[parent.disease])
        };
        forced_stay && absent_can_be && case.present.iter().all(|&finding| explained(finding))
    }

    /// Both checks at once: the question makes sense and has an answer.
    pub(crate) fn check_possible(&self, case: &Case) -> Result<(), OracleError> {
        self.check(case)?;
        if self.is_possible(case) { Ok(()) } else { Err(OracleError::Impossible) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        Model {
            priors: vec![0.1, 0.0, 1.0],
            leaks: vec![0.0, 0.0, 0.2, 1.0],
            links: vec![(0, 0, 1.0), (1, 1, 0.5), (2, 2, 0.5)],
        }
    }

    #[test]
    fn impossible_evidence_is_told_by_structure() {
        let case =
            |present: &[usize], absent: &[usize]| Case { present: present.to_vec(), absent: absent.to_vec() };
        assert!(model().is_possible(&case(&[0, 2, 3], &[1])));
        assert!(!model().is_possible(&case(&[1], &[])), "only a disease of prior 0 explains it");
        assert!(!model().is_possible(&case(&[], &[3])), "a leak of 1 cannot stay away");
        let mut certain = model();
        certain.links[2].2 = 1.0;
        assert!(!certain.is_possible(&case(&[], &[2])), "a certain disease always shows it");
    }

    #[test]
    fn nonsense_is_refused() {
        let refused = |model: &Model, case: &Case| matches!(model.check(case), Err(OracleError::Invalid(_)));
        let empty = Case::default();
        assert_eq!(model().check(&empty), Ok(()));
        assert!(refused(&Model { priors: vec![f64::NAN], ..Model::default() }, &empty));
        assert!(refused(&Model { links: vec![(0, 0, 0.5)], ..Model::default() }, &empty));
        assert!(refused(&Model { links: vec![(0, 0, 0.5); 2], ..model() }, &empty));
        assert!(refused(&model(), &Case { present: vec![9], absent: vec![] }));
        assert!(refused(&model(), &Case { present: vec![1], absent: vec![1] }));
    }
}
