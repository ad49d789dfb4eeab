//! Brute force over disease sets, in arithmetic without rounding.

use crate::model::{Answer, Case, Model, OracleError, Precise};
use crate::number::{Exact, Real, exact, ln};

/// Most diseases touching the evidence that [`enumerate`] takes on.
pub const MAX_DISEASES: usize = 20;

/// P(E) and all posteriors by summing P(diseases, E) over every set of the diseases that touch the
/// evidence. Exact: the only rounding is the last division.
pub fn enumerate(model: &Model, case: &Case) -> Result<Answer, OracleError> {
    model.check(case)?;
    let sum = Enumeration::of(model, case)?.sum();
    if sum.evidence == Exact::ZERO {
        return Err(OracleError::Impossible);
    }
    let evidence = Real::from(&sum.evidence);
    let mut on: Vec<Real> = model.priors.iter().map(|&prior| Real::new(prior)).collect();
    let mut off: Vec<Real> =
        model.priors.iter().map(|&prior| Real::from(&(Exact::ONE - exact(prior)))).collect();
    for (disease, joint) in sum.joint {
        on[disease] = Real::from(&joint) / evidence;
        off[disease] = Real::from(&(&sum.evidence - joint)) / evidence;
    }
    Ok(Precise { evidence, log_evidence: ln(&sum.evidence), on, off }.into_answer())
}

/// Sums over all states.
struct Sums {
    evidence: Exact,
    /// (disease, P(disease, E)) of those that touch the evidence.
    joint: Vec<(usize, Exact)>,
}

struct Enumeration {
    /// The diseases that touch the evidence, with P(d) and, per observed finding, 1 - link.
    diseases: Vec<(usize, Exact, Vec<Exact>)>,
    /// 1 - leak of each observed finding; the present ones come first.
    leaks: Vec<Exact>,
    present: usize,
}

impl Enumeration {
    fn of(model: &Model, case: &Case) -> Result<Enumeration, OracleError> {
        let observed: Vec<usize> = case.present.iter().chain(&case.absent).copied().collect();
        let mut diseases = Vec::new();
        for (disease, &prior) in model.priors.iter().enumerate() {
            let link_to = |finding| {
                model
                    .links
                    .iter()
                    .find(|link| (link.0, link.1) == (disease, finding))
                    .map_or(0.0, |link| link.2)
            };
            let links: Vec<f64> = observed.iter().map(|&finding| link_to(finding)).collect();
            if links.iter().any(|&link| link > 0.0) {
                diseases.push((
                    disease,
                    exact(prior),
                    links.into_iter().map(|link| Exact::ONE - exact(link)).collect(),
                ));
            }
        }
        if diseases.len() > MAX_DISEASES {
            return Err(OracleError::TooLarge {
                what: "number of diseases",
                size: diseases.len(),
                limit: MAX_DISEASES,
            });
        }
        let leaks = observed.iter().map(|&finding| Exact::ONE - exact(model.leaks[finding])).collect();
        Ok(Enumeration { diseases, leaks, present: case.present.len() })
    }

    fn sum(&self) -> Sums {
        let joint = self.diseases.iter().map(|(disease, ..)| (*disease, Exact::ZERO)).collect();
        let mut sums = Sums { evidence: Exact::ZERO, joint };
        self.visit(0, &mut Vec::new(), &Exact::ONE, &self.leaks, &mut sums);
        sums
    }

    /// Decides disease number `depth`, given P(those decided) and, per finding, the probability
    /// that none of those `on` (nor the leak) shows it.
    fn visit(&self, depth: usize, on: &mut Vec<usize>, weight: &Exact, quiet: &[Exact], sums: &mut Sums) {
        if *weight == Exact::ZERO {
            return;
        }
        let Some((_, prior, links)) = self.diseases.get(depth) else {
            let observed = quiet.iter().enumerate();
            let likelihood = observed.fold(Exact::ONE, |product, (k, quiet)| {
                if k < self.present { product * (Exact::ONE - quiet) } else { product * quiet }
            });
            let probability = weight * likelihood;
            for &member in on.iter() {
                sums.joint[member].1 += &probability;
            }
            sums.evidence += probability;
            return;
        };
        self.visit(depth + 1, on, &(weight * (Exact::ONE - prior)), quiet, sums);
        on.push(depth);
        let with: Vec<Exact> = quiet.iter().zip(links).map(|(quiet, link)| quiet * link).collect();
        self.visit(depth + 1, on, &(weight * prior), &with, sums);
        on.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_disease_by_hand() {
        // P(f) = 1/2 · (1 - 3/4·1/2) + 1/2 · 1/4 = 5/16 + 1/8 = 7/16; P(d | f) = (5/16) / (7/16).
        let model = Model { priors: vec![0.5, 0.25], leaks: vec![0.25], links: vec![(0, 0, 0.5)] };
        let present = enumerate(&model, &Case { present: vec![0], absent: vec![] }).unwrap();
        assert_eq!(present.posteriors, [5.0 / 7.0, 0.25]);
        assert_eq!(present.log_evidence, (7.0_f64 / 16.0).ln());
        let absent = enumerate(&model, &Case { present: vec![], absent: vec![0] }).unwrap();
        assert_eq!(absent.posteriors, [3.0 / 9.0, 0.25]);
        assert_eq!(absent.log_evidence, (9.0_f64 / 16.0).ln());
    }

    #[test]
    fn explaining_away_by_hand() {
        // Either of two certain causes: P(f) = 3/4, P(d | f) = (1/2) / (3/4).
        let model = Model { priors: vec![0.5, 0.5], leaks: vec![0.0], links: vec![(0, 0, 1.0), (1, 0, 1.0)] };
        let answer = enumerate(&model, &Case { present: vec![0], absent: vec![] }).unwrap();
        assert_eq!(answer.posteriors, [2.0 / 3.0, 2.0 / 3.0]);
        let impossible = Model { priors: vec![0.0], leaks: vec![0.0], links: vec![(0, 0, 1.0)] };
        assert_eq!(
            enumerate(&impossible, &Case { present: vec![0], absent: vec![] }),
            Err(OracleError::Impossible)
        );
    }
}
