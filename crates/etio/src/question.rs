//! Which finding to ask about next.
//!
//! The gain of a question is exact: for a candidate finding `f`, one problem with `f` added as
//! absent gives P(f absent | E) and every marginal after "no"; the law of total probability gives
//! those after "yes". Candidates come from the leading diseases and are screened with a cheap
//! estimate first, so that a few dozen exact queries decide.

use crate::budget::{Budget, Turns};
use crate::link_walk::LinkWalk;
use crate::{DiseaseId, Engine, Evidence, FindingId, InferenceError, Method, Network, Posterior};

/// Criterion by which questions are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Criterion {
    /// The expected fall of the differential's entropy: the sum of the leading diseases' binary entropies.
    Entropy,
    /// The expected fall of the rank loss, after Bellala et al. 2013: how often a present disease
    /// would stand below an absent one in the ranking.
    #[default]
    Rank,
}

impl Criterion {
    /// The loss to reduce: that of a differential with these probabilities.
    pub fn loss(self, marginals: &[f64]) -> f64 {
        match self {
            Self::Entropy => marginals.iter().map(|&m| binary_entropy(m)).sum(),
            Self::Rank => rank_loss(marginals),
        }
    }
}

/// How questions are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuestionSettings {
    /// Criterion by which questions are compared.
    pub criterion: Criterion,
    /// How many leading diseases make up the differential that questions are to sharpen.
    pub differential: usize,
    /// How many times likelier than beforehand a disease must be to belong to it: a common cold
    /// that nothing supports is not a reason to ask a person with a painful knee about their nose.
    pub raised: f64,
    /// How many candidates are weighed exactly.
    pub candidates: usize,
    /// The method for the queries.
    pub method: Method,
}

impl Default for QuestionSettings {
    fn default() -> Self {
        Self {
            criterion: Criterion::default(),
            differential: 12,
            raised: 2.0,
            candidates: 24,
            method: Method::Auto,
        }
    }
}

/// A finding worth asking about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The finding.
    pub finding: FindingId,
    /// Expected gain of asking, in the criterion's unit; zero or more up to rounding.
    pub gain: f64,
    /// How likely the answer is "yes".
    pub probability: f64,
    /// Whether either answer would put another disease first.
    pub decides: bool,
    /// Whether these numbers are exact, or rest on the middle of intervals or on estimates.
    pub is_exact: bool,
}

/// The best questions, best first. `may_ask` says which findings are open to ask about; findings
/// already in the evidence never are.
pub fn best_questions(
    engine: &mut Engine,
    evidence: &Evidence,
    posterior: &Posterior,
    settings: &QuestionSettings,
    may_ask: impl Fn(FindingId) -> bool,
) -> Result<Vec<Question>, InferenceError> {
    let budget = Budget::start(engine.limits());
    best_questions_within(engine, evidence, posterior, settings, may_ask, &budget)
        .map(|(questions, _)| questions)
}

/// The same within a budget that other work may share, and how many candidates there was no time to
/// weigh. The remaining time is divided evenly among the candidates that are still to come.
pub fn best_questions_within(
    engine: &mut Engine,
    evidence: &Evidence,
    posterior: &Posterior,
    settings: &QuestionSettings,
    may_ask: impl Fn(FindingId) -> bool,
    budget: &Budget,
) -> Result<(Vec<Question>, usize), InferenceError> {
    let network = engine.network().clone();
    let differential = differential(&network, posterior, settings);
    let open = open_findings(&network, evidence, &differential, may_ask);
    let (candidates, unscored) =
        promising_findings(&network, posterior, open, |_| 1.0, settings.candidates, budget)?;
    let (foreseen, late) =
        foresee_within(engine, evidence, posterior, &differential, &candidates, settings.method, budget)?;
    let now: Vec<f64> = differential.iter().map(|&d| posterior.marginal(d)).collect();
    let mut questions: Vec<Question> =
        foreseen.iter().map(|answers| weigh(&now, answers, settings.criterion)).collect();
    questions.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.finding.cmp(&b.finding)));
    Ok((questions, unscored + late))
}

/// Posteriors after either answer to a question.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Foresight {
    /// The finding that is asked about.
    pub finding: FindingId,
    /// How likely the answer is "yes".
    pub probability: f64,
    /// Posterior of each disease after "yes".
    pub if_yes: Vec<f64>,
    /// Posterior of each disease after "no".
    pub if_no: Vec<f64>,
    /// Whether these numbers are exact, or rest on the middle of intervals or on estimates.
    pub is_exact: bool,
}

/// Posteriors of some diseases after either answer to each candidate, and the number of candidates
/// that there was no time for. Candidates whose answer is certain are left out. The remaining time
/// is divided evenly among the remaining candidates.
pub fn foresee_within(
    engine: &mut Engine,
    evidence: &Evidence,
    posterior: &Posterior,
    diseases: &[DiseaseId],
    candidates: &[FindingId],
    method: Method,
    budget: &Budget,
) -> Result<(Vec<Foresight>, usize), InferenceError> {
    let mut turns = Turns { budget, left: candidates.len() };
    let (mut foreseen, mut left_out) = (Vec::with_capacity(candidates.len()), 0);
    for &finding in candidates {
        match foresee(engine, evidence, posterior, diseases, finding, method, &turns.next()) {
            Ok(answers) => foreseen.extend(answers),
            Err(InferenceError::OutOfTime { .. } | InferenceError::TooExpensive { .. }) => left_out += 1,
            Err(error) => return Err(error),
        }
    }
    Ok((foreseen, left_out))
}

/// The leading diseases that the evidence supports, or simply the leading ones if it supports none.
fn differential(network: &Network, posterior: &Posterior, settings: &QuestionSettings) -> Vec<DiseaseId> {
    let leading = posterior.ranking(network.disease_count());
    // A disease that is impossible for this person is not raised, though 0 >= 2 * 0.
    let is_raised =
        |(disease, p): &(DiseaseId, f64)| *p > 0.0 && *p >= settings.raised * network.prior(*disease);
    let choose = |list: &mut dyn Iterator<Item = (DiseaseId, f64)>| -> Vec<DiseaseId> {
        list.take(settings.differential).map(|(disease, _)| disease).collect()
    };
    let raised = choose(&mut leading.iter().copied().filter(is_raised));
    if raised.is_empty() { choose(&mut leading.into_iter()) } else { raised }
}

/// Posteriors after either answer, exactly; `None` if the answer is certain.
fn foresee(
    engine: &mut Engine,
    evidence: &Evidence,
    posterior: &Posterior,
    diseases: &[DiseaseId],
    finding: FindingId,
    method: Method,
    budget: &Budget,
) -> Result<Option<Foresight>, InferenceError> {
    let absent = evidence.absent().iter().copied().chain([finding]);
    let refuted = Evidence::new(evidence.present().iter().copied(), absent)?;
    let after_no = match engine.diagnose_within(&refuted, method, budget) {
        Err(InferenceError::ImpossibleEvidence { .. }) => return Ok(None),
        // What says nothing about the findings says nothing about the question.
        Ok(answer) if !answer.exactness.is_informed() => {
            return Err(InferenceError::OutOfTime { limit: engine.limits().time.unwrap_or_default() });
        }
        other => other?,
    };
    let no = (after_no.log_evidence - posterior.log_evidence).exp().clamp(0.0, 1.0);
    let yes = 1.0 - no;
    if no <= 1e-9 || yes <= 1e-9 {
        return Ok(None);
    }
    let if_no: Vec<f64> = diseases.iter().map(|&d| after_no.marginal(d)).collect();
    let now = diseases.iter().map(|&d| posterior.marginal(d));
    let if_yes = now.zip(&if_no).map(|(m, n)| ((m - no * n) / yes).clamp(0.0, 1.0)).collect();
    let is_exact = posterior.exactness.is_exact() && after_no.exactness.is_exact();
    Ok(Some(Foresight { finding, probability: yes, if_yes, if_no, is_exact }))
}

/// Weighs one question by its foreseen answers.
fn weigh(now: &[f64], answers: &Foresight, criterion: Criterion) -> Question {
    let Foresight { finding, probability: yes, if_yes, if_no, is_exact } = answers;
    let loss = |marginals: &[f64]| criterion.loss(marginals);
    let gain = loss(now) - (1.0 - yes) * loss(if_no) - yes * loss(if_yes);
    let decides = first(if_no) != first(now) || first(if_yes) != first(now);
    Question { finding: *finding, gain, probability: *yes, decides, is_exact: *is_exact }
}

/// The findings of the leading diseases that may be asked about and are not in the evidence.
fn open_findings(
    network: &Network,
    evidence: &Evidence,
    differential: &[DiseaseId],
    may_ask: impl Fn(FindingId) -> bool,
) -> Vec<FindingId> {
    let mut findings: Vec<FindingId> =
        differential.iter().flat_map(|&d| network.findings_of(d)).map(|(f, _, _)| f).collect();
    findings.sort_unstable();
    findings.dedup();
    findings.retain(|f| {
        evidence.present().binary_search(f).is_err() && evidence.absent().binary_search(f).is_err()
    });
    findings.retain(|&f| may_ask(f));
    findings
}

/// The most promising of some findings by a cheap score, and how many there was no time to score.
/// The score is the mutual information with each disease that causes them, weighed by `weight`,
/// taking the marginals as independent. Half of the remaining time is left for what is done with them.
pub fn promising_findings(
    network: &Network,
    posterior: &Posterior,
    findings: Vec<FindingId>,
    weight: impl Fn(DiseaseId) -> f64,
    count: usize,
    budget: &Budget,
) -> Result<(Vec<FindingId>, usize), InferenceError> {
    let budget = budget.leaving(0.5);
    let mut walk = LinkWalk::new(network, &budget);
    let (mut scored, unscored) =
        walk.score(findings, |walk, finding| rough_gain(walk, posterior, finding, &weight))?;
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    Ok((scored.into_iter().take(count).map(|(f, _)| f).collect(), unscored))
}

fn rough_gain(
    walk: &mut LinkWalk<'_>,
    posterior: &Posterior,
    finding: FindingId,
    weight: &impl Fn(DiseaseId) -> f64,
) -> Result<f64, InferenceError> {
    let quiet = walk.probability_absent(finding, |disease| posterior.marginal(disease))?;
    let mut gain = 0.0;
    walk.links(finding, |disease, p| {
        let m = posterior.marginal(disease);
        let rest = quiet / (1.0 - m * p).max(f64::MIN_POSITIVE);
        let if_present = rest.min(1.0) * (1.0 - p);
        let left = m * binary_entropy(if_present) + (1.0 - m) * binary_entropy(rest.min(1.0));
        gain += weight(disease) * (binary_entropy(quiet) - left);
    })?;
    Ok(gain)
}

fn binary_entropy(p: f64) -> f64 {
    let part = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
    part(p) + part(1.0 - p)
}

/// The expected share of (present, absent) pairs that the ranking puts the wrong way round: one
/// less the expected area under the curve, with the marginals taken as independent.
fn rank_loss(marginals: &[f64]) -> f64 {
    let mut sorted = marginals.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let (mut wrong, mut absent_above) = (0.0, 0.0);
    for m in &sorted {
        wrong += m * absent_above;
        absent_above += 1.0 - m;
    }
    let present: f64 = sorted.iter().sum();
    let same: f64 = sorted.iter().map(|m| m * (1.0 - m)).sum();
    let pairs = present * absent_above - same;
    if pairs > 0.0 { wrong / pairs } else { 0.0 }
}

fn first(marginals: &[f64]) -> Option<usize> {
    (0..marginals.len()).max_by(|&a, &b| marginals[a].total_cmp(&marginals[b]).then(b.cmp(&a)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Limits, NetworkBuilder};

    /// Two diseases that share a finding; one question tells them apart, another tells nothing.
    fn network() -> Network {
        let mut builder = NetworkBuilder::new();
        let flu = builder.disease("flu", "", 0.02).unwrap();
        let cold = builder.disease("cold", "", 0.03).unwrap();
        for (id, leak, links) in [
            ("cough", 0.01, vec![(flu, 0.7), (cold, 0.7)]),
            ("fever", 0.01, vec![(flu, 0.9), (cold, 0.05)]),
            ("tired", 0.5, vec![(flu, 0.3), (cold, 0.3)]),
        ] {
            let finding = builder.finding(id, "", leak).unwrap();
            for (disease, p) in links {
                builder.link(disease, finding, p).unwrap();
            }
        }
        builder.build().unwrap()
    }

    fn questions(criterion: Criterion) -> Vec<Question> {
        let network = network();
        let mut engine = Engine::new(&network);
        let evidence = Evidence::from_ids(&network, &["cough"], &[]).unwrap();
        let posterior = engine.diagnose(&evidence, Method::Enumeration).unwrap();
        let settings =
            QuestionSettings { criterion, method: Method::Enumeration, ..QuestionSettings::default() };
        best_questions(&mut engine, &evidence, &posterior, &settings, |_| true).unwrap()
    }

    #[test]
    fn the_question_that_tells_diseases_apart_comes_first() {
        for criterion in [Criterion::Entropy, Criterion::Rank] {
            let questions = questions(criterion);
            assert_eq!(network().finding_id(questions[0].finding), "fever", "{criterion:?}");
            assert_eq!(questions.len(), 2, "the finding in evidence is not asked about");
            assert!(questions[0].decides);
            assert!(questions.iter().all(|q| q.gain > -1e-12));
        }
    }

    #[test]
    fn the_probability_of_yes_is_exact() {
        let network = network();
        let mut engine = Engine::new(&network);
        let log = |engine: &mut Engine, present: &[&str]| {
            let evidence = Evidence::from_ids(&network, present, &[]).unwrap();
            engine.diagnose(&evidence, Method::Enumeration).unwrap().log_evidence
        };
        let expected = (log(&mut engine, &["cough", "fever"]) - log(&mut engine, &["cough"])).exp();
        assert!((questions(Criterion::Entropy)[0].probability - expected).abs() < 1e-12);
    }

    #[test]
    fn only_what_the_evidence_speaks_for_is_asked_about() {
        let mut builder = NetworkBuilder::new();
        for (disease, prior, own) in
            [("cold", 0.3, "sneezing"), ("gout", 0.01, "red toe"), ("sprain", 0.01, "fall")]
        {
            let disease = builder.disease(disease, "", prior).unwrap();
            let finding = builder.finding(own, "", 0.01).unwrap();
            builder.link(disease, finding, 0.8).unwrap();
            if prior < 0.1 {
                let shared = builder.finding_by_id("painful toe");
                let shared = shared.unwrap_or_else(|| builder.finding("painful toe", "", 0.001).unwrap());
                builder.link(disease, shared, 0.9).unwrap();
            }
        }
        let network = builder.build().unwrap();
        let mut engine = Engine::new(&network);
        let evidence = Evidence::from_ids(&network, &["painful toe"], &[]).unwrap();
        let posterior = engine.diagnose(&evidence, Method::Enumeration).unwrap();
        let settings = QuestionSettings { method: Method::Enumeration, ..QuestionSettings::default() };
        let questions = best_questions(&mut engine, &evidence, &posterior, &settings, |_| true).unwrap();
        let asked: Vec<&str> = questions.iter().map(|q| network.finding_id(q.finding)).collect();
        assert_eq!(asked.len(), 2, "{asked:?}");
        assert!(!asked.contains(&"sneezing"));
        let nothing = engine.diagnose(&Evidence::default(), Method::Enumeration).unwrap();
        let open = best_questions(&mut engine, &Evidence::default(), &nothing, &settings, |_| true).unwrap();
        assert!(open.iter().any(|q| network.finding_id(q.finding) == "sneezing"));
    }

    #[test]
    fn candidates_are_scored_until_half_of_the_time_is_over() {
        let (diseases, findings) = (3000u32, 40u32);
        let mut builder = NetworkBuilder::new();
        let diseases: Vec<DiseaseId> =
            (0..diseases).map(|d| builder.disease(&format!("d{d}"), "", 1e-3).unwrap()).collect();
        for f in 0..findings {
            let finding = builder.finding(&format!("f{f}"), "", 0.01).unwrap();
            for &disease in &diseases {
                builder.link(disease, finding, 0.1).unwrap();
            }
        }
        let network = builder.build().unwrap();
        let posterior = Engine::new(&network).diagnose(&Evidence::default(), Method::Auto).unwrap();
        let all: Vec<FindingId> = network.findings().collect();
        let score = |budget: &Budget| {
            let links = std::cell::Cell::new(0);
            let weight = |_| {
                links.set(links.get() + 1);
                1.0
            };
            let scored = promising_findings(&network, &posterior, all.clone(), weight, 5, budget);
            (scored, links.get())
        };
        let (scored, links) = score(&Budget::unlimited());
        assert_eq!((scored.unwrap().1, links), (0, 120_000));
        let time = |looks| Limits { time: Some(Duration::from_millis(looks)), ..Limits::default() };
        // Of twenty looks at the clock, ten are for the scores.
        let budget = Budget::counted(&time(20), Duration::from_millis(1));
        let (scored, links) = score(&budget);
        let (best, left_out) = scored.unwrap();
        assert!(!best.is_empty() && left_out > 30 && left_out < 40, "{left_out}");
        assert!(links <= 11 * LinkWalk::LINKS_PER_LOOK, "{links}");
        assert_eq!(budget.remaining(), Some(Duration::from_millis(9)));
        // No links are read once the time is over or the request is cancelled.
        let over = Budget::counted(&time(0), Duration::from_millis(1));
        let (scored, links) = score(&over);
        assert_eq!((scored.unwrap(), links), ((Vec::new(), 40), 0));
        let cancelled = Budget::unlimited();
        cancelled.cancel();
        assert_eq!(score(&cancelled), (Err(InferenceError::Cancelled), 0));
    }

    #[test]
    fn rank_loss_is_zero_for_a_certain_order() {
        assert_eq!(rank_loss(&[1.0, 0.0, 0.0]), 0.0);
        assert!((rank_loss(&[0.5, 0.5]) - 0.5).abs() < 1e-15);
    }
}
