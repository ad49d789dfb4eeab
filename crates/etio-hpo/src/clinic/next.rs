//! Terms to examine next: those whose presence or absence would change the ranking most.
//!
//! The gain of a term is exact, and the one that the conversation asks by: the expected fall of the
//! rank loss over the leading diseases. With at most one disease present, and its probability `q` as the
//! report states it, a term `t` is seen with probability `yes = leak + (1 - leak) sum over d of q_d v_dt`,
//! and Bayes' rule gives the probabilities after either answer. Stated probabilities may add up to more
//! than one; `q` is then their share.

use etio::{Criterion, DiseaseId, FindingId};
use serde::Serialize;

use super::{Clinic, Diagnosis, Sibling, Term};
use crate::DocumentError;

/// A term worth examining.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextTerm {
    /// The term.
    #[serde(flatten)]
    pub term: Term,
    /// How likely it is to be found.
    pub probability: f64,
    /// The expected fall of the rank loss.
    pub gain: f64,
    /// The disease that would come first if the term is present.
    pub if_present: Sibling,
    /// The disease that would come first if the term is absent.
    pub if_absent: Sibling,
}

/// How many leading diseases make up the differential, as in the conversation.
const DIFFERENTIAL: usize = 12;

impl Clinic<'_> {
    /// The `count` terms that are worth most, best first.
    pub fn next(&self, diagnosis: &Diagnosis, count: usize) -> Result<Vec<NextTerm>, DocumentError> {
        let (knowledge, _) = self.hpo.knowledge()?;
        let graph = &knowledge.graph;
        let evidence = &diagnosis.observation.evidence;
        let leading = diagnosis.ranking.best(DIFFERENTIAL);
        let total = diagnosis.probabilities.iter().sum::<f64>().max(1.0);
        let shares: Vec<f64> = diagnosis.probabilities.iter().map(|p| p / total).collect();
        let now: Vec<f64> = leading.iter().map(|&d| shares[d]).collect();
        let mut terms: Vec<u32> = leading.iter().flat_map(|&d| knowledge.annotated(d as u32)).collect();
        terms.sort_unstable();
        terms.dedup();
        // What is stated, or follows from it, is not worth asking.
        let stated: Vec<u32> =
            evidence.present().iter().chain(evidence.absent()).map(|f| f.index() as u32).collect();
        let follows = |term: u32| {
            stated.contains(&term)
                || evidence.present().iter().any(|f| graph.is_ancestor(term, f.index() as u32))
                || evidence.absent().iter().any(|f| graph.is_ancestor(f.index() as u32, term))
        };
        let weighed = terms.into_iter().filter(|&term| !follows(term)).filter_map(|term| {
            let finding = FindingId::new(term);
            let answer = self.answers(&shares, &leading, finding)?;
            let loss = |probabilities: &[f64]| Criterion::Rank.loss(probabilities);
            let gain = loss(&now) - answer.no * loss(&answer.if_no) - answer.yes * loss(&answer.if_yes);
            Some((gain, finding, answer))
        });
        let mut weighed: Vec<(f64, FindingId, Answers)> = weighed.collect();
        weighed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        weighed.retain(|(gain, _, _)| *gain > 0.0);
        let mut chosen: Vec<(f64, FindingId, Answers)> = Vec::new();
        for entry in weighed {
            // A term and what it refines ask the same question.
            let (term, same) = (entry.1.index() as u32, |other: u32, term: u32| {
                graph.is_ancestor(other, term) || graph.is_ancestor(term, other)
            });
            if chosen.len() < count && !chosen.iter().any(|c| same(c.1.index() as u32, term)) {
                chosen.push(entry);
            }
        }
        let order = diagnosis.ranking.order();
        let first = |probabilities: &[f64]| {
            let best = (0..probabilities.len())
                .max_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]).then(b.cmp(&a)));
            let at = best.unwrap_or_default();
            let disease = DiseaseId::new(leading[at] as u32);
            let siblings = self.siblings(diagnosis, &order, std::iter::once(disease));
            siblings.into_iter().next().map(|sibling| Sibling { probability: probabilities[at], ..sibling })
        };
        let next = chosen.into_iter().filter_map(|(gain, finding, answer)| {
            Some(NextTerm {
                term: self.term(finding),
                probability: answer.yes,
                gain,
                if_present: first(&answer.if_yes)?,
                if_absent: first(&answer.if_no)?,
            })
        });
        Ok(next.collect())
    }

    /// Probabilities of the leading diseases after either answer; `None` if the answer is certain.
    fn answers(&self, shares: &[f64], leading: &[usize], finding: FindingId) -> Option<Answers> {
        let network = self.hpo.network();
        let leak = network.leak(finding);
        let seen = |v: f64| 1.0 - (1.0 - leak) * (1.0 - v);
        let shown: f64 = network.parents(finding).iter().map(|(d, v)| shares[d.index()] * v).sum();
        let yes = leak + (1.0 - leak) * shown;
        let no = 1.0 - yes;
        if yes <= 1e-9 || no <= 1e-9 {
            return None;
        }
        let each = |share: &dyn Fn(f64) -> f64| {
            let after = |&d: &usize| {
                let v = network.link(DiseaseId::new(d as u32), finding).map_or(0.0, |link| link.0);
                shares[d] * share(seen(v))
            };
            leading.iter().map(after).collect()
        };
        Some(Answers { yes, no, if_yes: each(&|p| p / yes), if_no: each(&|p| (1.0 - p) / no) })
    }
}

/// The leading diseases' probabilities after either answer, and how likely each answer is.
struct Answers {
    yes: f64,
    no: f64,
    if_yes: Vec<f64>,
    if_no: Vec<f64>,
}
