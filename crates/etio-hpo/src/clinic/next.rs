//! Terms to examine next: those whose presence or absence would change the ranking most.
//!
//! The gain of a term is exact, and the one that the conversation asks by: the expected fall of the
//! rank loss over the leading diseases, by the model's own posterior of one disease or two. Bayes'
//! rule on it gives the posteriors after either answer, which are stated as those in the table are: an
//! answer that says nothing changes no number. If a method of the engine ranked, an answer moves its
//! posterior by as much, in log odds, as it moves that of one disease or two.

use etio::{Criterion, DiseaseId, FindingId, Network};
use serde::Serialize;

use super::{Clinic, Diagnosis, Sibling, Term};
use crate::rank::{at_most_two, log_odds, stated, stated_odds};
use crate::{DocumentError, Ranker, Ranking};

/// A term worth examining.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextTerm {
    /// The term.
    #[serde(flatten)]
    pub term: Term,
    /// How likely it is to be found, by the model.
    pub probability: f64,
    /// The expected fall of the rank loss.
    pub gain: f64,
    /// The disease that would come first if the term is present, with the probability that would be
    /// stated.
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
        let model = match diagnosis.ranking.ran {
            Ranker::Joint(_) => &at_most_two(self.hpo.ground(), evidence, self.absent),
            Ranker::Single | Ranker::Pairs | Ranker::LikelihoodRatio => &diagnosis.ranking,
        };
        let now: Vec<f64> = leading.iter().map(|&d| model.probabilities[d]).collect();
        let mut sets = Sets::new(model, &leading);
        let mut terms: Vec<u32> = leading.iter().flat_map(|&d| knowledge.annotated(d as u32)).collect();
        terms.sort_unstable();
        terms.dedup();
        // What is known, or follows from it, is not worth asking.
        let known: Vec<u32> =
            evidence.present().iter().chain(evidence.absent()).map(|f| f.index() as u32).collect();
        let follows = |term: u32| {
            known.contains(&term)
                || evidence.present().iter().any(|f| graph.is_ancestor(term, f.index() as u32))
                || evidence.absent().iter().any(|f| graph.is_ancestor(f.index() as u32, term))
        };
        let weighed = terms.into_iter().filter(|&term| !follows(term)).filter_map(|term| {
            let finding = FindingId::new(term);
            let answer = sets.answers(self.hpo.network(), finding)?;
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
        let first = |after: &[f64]| {
            let told = |at: usize| {
                let moved = log_odds(after[at]) - log_odds(now[at]);
                // Infinite or undefined if the model rules the disease out.
                if moved.is_finite() {
                    stated_odds(log_odds(diagnosis.ranking.probabilities[leading[at]]) + moved)
                } else {
                    stated(after[at])
                }
            };
            let told: Vec<f64> = (0..after.len()).map(told).collect();
            let at = (0..told.len()).max_by(|&a, &b| told[a].total_cmp(&told[b]).then(b.cmp(&a)))?;
            let disease = DiseaseId::new(leading[at] as u32);
            let siblings = self.siblings(diagnosis, &order, std::iter::once(disease));
            siblings.into_iter().next().map(|sibling| Sibling { probability: told[at], ..sibling })
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
}

/// A pair less likely than this changes nothing that is shown.
const LEAST_PAIR: f64 = 1e-9;

/// The posterior of one disease or two as that of sets of diseases.
struct Sets {
    /// By disease: how likely it is the only one.
    only: Vec<f64>,
    /// How likely it is just these two.
    pairs: Vec<([u32; 2], f64)>,
    /// The leading diseases, and by disease its position among them.
    leading: Vec<usize>,
    position: Vec<Option<usize>>,
    /// How likely each leading disease is.
    now: Vec<f64>,
    /// By disease: the probability that it shows the finding at hand.
    shows: Vec<f64>,
}

impl Sets {
    fn new(model: &Ranking, leading: &[usize]) -> Self {
        let mut only = model.probabilities.clone();
        let pairs: Vec<([u32; 2], f64)> =
            model.pairs.iter().copied().filter(|(_, both)| *both > LEAST_PAIR).collect();
        for (diseases, both) in &pairs {
            diseases.iter().for_each(|&disease| only[disease as usize] -= both);
        }
        let mut position = vec![None; only.len()];
        leading.iter().enumerate().for_each(|(at, &disease)| position[disease] = Some(at));
        let now = leading.iter().map(|&disease| model.probabilities[disease]).collect();
        let shows = vec![0.0; only.len()];
        Self { only, pairs, leading: leading.to_vec(), position, now, shows }
    }

    /// Probabilities of the leading diseases after either answer; `None` if the answer is certain.
    fn answers(&mut self, network: &Network, finding: FindingId) -> Option<Answers> {
        self.shows.fill(0.0);
        network.parents(finding).iter().for_each(|(disease, v)| self.shows[disease.index()] = v);
        let quiet = 1.0 - network.leak(finding);
        let shows = |disease: u32| self.shows[disease as usize];
        // How likely it is that some disease shows the finding, and that a leading disease is present and
        // none does.
        let mut shown: f64 = self.only.iter().zip(&self.shows).map(|(only, v)| only * v).sum();
        let mut silent: Vec<f64> =
            self.leading.iter().map(|&d| self.only[d] * (1.0 - self.shows[d])).collect();
        for &([a, b], both) in &self.pairs {
            let neither = (1.0 - shows(a)) * (1.0 - shows(b));
            shown += both * (1.0 - neither);
            for at in [a, b].into_iter().filter_map(|disease| self.position[disease as usize]) {
                silent[at] += both * neither;
            }
        }
        let no = quiet * (1.0 - shown);
        let yes = 1.0 - no;
        if yes <= 1e-9 || no <= 1e-9 {
            return None;
        }
        let if_no: Vec<f64> = silent.iter().map(|silent| (quiet * silent / no).clamp(0.0, 1.0)).collect();
        let if_yes = self.now.iter().zip(&silent);
        let if_yes = if_yes.map(|(now, silent)| ((now - quiet * silent) / yes).clamp(0.0, 1.0)).collect();
        Some(Answers { yes, no, if_yes, if_no })
    }
}

/// The leading diseases' probabilities after either answer, and how likely each answer is.
struct Answers {
    yes: f64,
    no: f64,
    if_yes: Vec<f64>,
    if_no: Vec<f64>,
}
