//! Why a disease is as likely as it is.
//!
//! Everything here comes from P(evidence | disease) and P(evidence | no disease), with and without
//! each finding. Both are log evidences of the network with the disease's prior at 1 and at 0, so
//! nothing is lost if the disease itself is very unlikely or almost certain. In a noisy-or
//! network a link that fires makes its finding present whatever else happens; hence `P(link fires,
//! evidence | disease) = link * P(evidence without the finding | disease)`.

use crate::budget::Budget;
use crate::{DiseaseId, Engine, Evidence, FindingId, InferenceError, Method, Network};

/// Why a disease is as likely as it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The disease.
    pub disease: DiseaseId,
    /// P(disease | evidence).
    pub posterior: f64,
    /// Its log-odds; infinite if the disease is certain or impossible.
    pub log_odds: f64,
    /// Weight of each finding, present ones first.
    pub findings: Vec<Weight>,
    /// Findings of the evidence that there was no time to weigh.
    pub left_out: Vec<FindingId>,
    /// The priors that the answer is most sensitive to, those with the steepest slope first.
    pub priors: Vec<PriorSlope>,
    /// Whether all numbers are exact, or some are estimates because exact ones did not fit the limits.
    pub is_exact: bool,
}

/// A weight beyond this proves or refutes.
const PROOF: f64 = 700.0;

impl Explanation {
    /// The findings with their weights, weightiest first: for people and clients, who want a number
    /// always. What proves or refutes weighs 700, what changes nothing 0.
    pub fn by_weight(&self) -> Vec<(&Weight, f64)> {
        let finite = |weight: &Weight| weight.weight.map_or(0.0, |w| w.clamp(-PROOF, PROOF));
        let mut sorted: Vec<_> = self.findings.iter().map(|weight| (weight, finite(weight))).collect();
        sorted.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        sorted
    }
}

/// Weight of one finding for a disease.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// The finding.
    pub finding: FindingId,
    /// Whether it is present or absent.
    pub is_present: bool,
    /// Its weight of evidence: how much the disease's log-odds fall when it is taken out of the
    /// evidence. `None` if they are infinite with and without it.
    pub weight: Option<f64>,
    /// How much of it the disease explains: the probability that the disease is there and causes
    /// it. Zero for absent findings and for those without a link.
    pub share: f64,
}

/// How a disease's log-odds depend on a prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriorSlope {
    /// Whose prior.
    pub disease: DiseaseId,
    /// d log-odds of the explained disease / d log-odds of this prior.
    pub slope: f64,
}

/// d ln P(evidence) / d probability of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkSlope {
    /// The link's disease.
    pub disease: DiseaseId,
    /// The link's finding.
    pub finding: FindingId,
    /// The derivative.
    pub slope: f64,
}

/// Slopes below this are treated as zero.
const LEAST_SLOPE: f64 = 1e-9;

impl Engine {
    /// Explains a disease: two queries for each finding, all of them together within the engine's limits.
    pub fn explain(
        &mut self,
        evidence: &Evidence,
        disease: DiseaseId,
        method: Method,
    ) -> Result<Explanation, InferenceError> {
        let budget = Budget::start(self.limits());
        self.explain_within(evidence, disease, method, &budget)
    }

    /// The same within a budget that other work may share. The remaining time is divided evenly
    /// among the queries that are still to come; findings that it does not suffice for are [left
    /// out](Explanation::left_out).
    pub fn explain_within(
        &mut self,
        evidence: &Evidence,
        disease: DiseaseId,
        method: Method,
        budget: &Budget,
    ) -> Result<Explanation, InferenceError> {
        let mut turns = Turns { budget, left: 3 + 2 * (evidence.present().len() + evidence.absent().len()) };
        let posterior = self.diagnose_within(evidence, method, &turns.next())?;
        let mut sides = Sides::new(self, disease, method);
        let whole = sides.likelihoods(evidence, &mut turns)?;
        let priors = sides.slopes(disease);
        let prior = self.network().prior(disease);
        // Nothing can be said for or against what is settled beforehand.
        let is_open = prior > 0.0 && prior < 1.0;
        let observed = [(evidence.present(), true), (evidence.absent(), false)];
        let (mut findings, mut left_out) = (Vec::new(), Vec::new());
        for (list, is_present) in observed {
            for &finding in list {
                let without = match sides.likelihoods(&evidence.without(finding), &mut turns) {
                    Err(InferenceError::OutOfTime { .. } | InferenceError::TooExpensive { .. }) => {
                        left_out.push(finding);
                        continue;
                    }
                    likelihoods => likelihoods?,
                };
                let weight = whole.ratio() - without.ratio();
                let link = self.network().link(disease, finding).map_or(0.0, |(link, _)| link);
                let fires = link * (without.on - whole.on).exp();
                let is_explained = is_present && link > 0.0 && whole.on > f64::NEG_INFINITY;
                findings.push(Weight {
                    finding,
                    is_present,
                    weight: (is_open && !weight.is_nan()).then_some(weight),
                    share: if is_explained { (posterior.marginal(disease) * fires).min(1.0) } else { 0.0 },
                });
            }
        }
        let is_exact = sides.are_exact && posterior.exactness.is_exact();
        Ok(Explanation {
            disease,
            posterior: posterior.marginal(disease),
            log_odds: log_odds(prior, whole),
            findings,
            left_out,
            priors,
            is_exact,
        })
    }

    /// The gradient of ln P(evidence) in the links to present findings, from one run of
    /// `elimination`. Links of diseases that are certain or impossible, and those to findings that
    /// are present in any case, are not in it.
    pub fn gradient(&mut self, evidence: &Evidence) -> Result<Vec<LinkSlope>, InferenceError> {
        let slopes = self.link_slopes(evidence)?;
        let problem = self.problem();
        let mut gradient = Vec::with_capacity(slopes.len());
        for finding in 0..problem.finding_count() {
            let links = problem.finding_starts()[finding]..problem.finding_starts()[finding + 1];
            gradient.extend(links.map(|at| LinkSlope {
                disease: DiseaseId::new(problem.diseases[problem.link_disease()[at] as usize]),
                finding: problem.findings[finding],
                // By the probability of the link and not by its complement.
                slope: -slopes[at],
            }));
        }
        Ok(gradient)
    }
}

/// The log-odds of a disease by Bayes' rule.
fn log_odds(prior: f64, likelihoods: Likelihoods) -> f64 {
    match prior {
        0.0 => f64::NEG_INFINITY,
        1.0 => f64::INFINITY,
        prior => prior.ln() - (-prior).ln_1p() + likelihoods.ratio(),
    }
}

/// ln P(evidence | disease) and ln P(evidence | no disease).
#[derive(Clone, Copy)]
struct Likelihoods {
    on: f64,
    off: f64,
}

impl Likelihoods {
    /// The log of their ratio; not a number if both are impossible.
    fn ratio(self) -> f64 {
        self.on - self.off
    }
}

/// Queries that share a budget, one after the other.
pub(crate) struct Turns<'a> {
    pub(crate) budget: &'a Budget,
    /// How many are still to come.
    pub(crate) left: usize,
}

impl Turns<'_> {
    /// The budget of the next query: its even part of the remaining time.
    pub(crate) fn next(&mut self) -> Budget {
        let left = self.left.max(1);
        self.left = left - 1;
        match self.budget.remaining() {
            Some(time) => self.budget.within(time / u32::try_from(left).unwrap_or(u32::MAX)),
            None => self.budget.clone(),
        }
    }
}

/// The network with a disease present, and with it absent.
struct Sides {
    method: Method,
    on: Side,
    off: Side,
    are_exact: bool,
}

struct Side {
    engine: Engine,
    /// The answer to the first question, if it was possible.
    first: Option<Vec<f64>>,
    is_asked: bool,
}

impl Side {
    fn new(engine: &Engine, disease: DiseaseId, prior: f64) -> Self {
        let engine = Engine::with_limits(&with_prior(engine.network(), disease, prior), *engine.limits());
        Self { engine, first: None, is_asked: false }
    }

    /// The log evidence, and whether it is exact.
    fn ask(
        &mut self,
        evidence: &Evidence,
        method: Method,
        budget: &Budget,
    ) -> Result<(f64, bool), InferenceError> {
        let is_first = !std::mem::replace(&mut self.is_asked, true);
        match self.engine.diagnose_within(evidence, method, budget) {
            // What says nothing about the findings says nothing about their weights.
            Ok(posterior) if !posterior.exactness.is_informed() => {
                Err(InferenceError::OutOfTime { limit: self.engine.limits().time.unwrap_or_default() })
            }
            Ok(posterior) => {
                let is_exact = posterior.exactness.is_exact();
                if is_first {
                    self.first = Some(posterior.marginals);
                }
                Ok((posterior.log_evidence, is_exact))
            }
            Err(InferenceError::ImpossibleEvidence { .. }) => Ok((f64::NEG_INFINITY, true)),
            Err(error) => Err(error),
        }
    }
}

impl Sides {
    fn new(engine: &Engine, disease: DiseaseId, method: Method) -> Self {
        let (on, off) = (Side::new(engine, disease, 1.0), Side::new(engine, disease, 0.0));
        Self { method, on, off, are_exact: true }
    }

    fn likelihoods(
        &mut self,
        evidence: &Evidence,
        turns: &mut Turns<'_>,
    ) -> Result<Likelihoods, InferenceError> {
        let (on, on_is_exact) = self.on.ask(evidence, self.method, &turns.next())?;
        let (off, off_is_exact) = self.off.ask(evidence, self.method, &turns.next())?;
        self.are_exact &= on_is_exact && off_is_exact;
        Ok(Likelihoods { on, off })
    }

    /// How the disease's log-odds depend on each prior: how much likelier the other disease is with
    /// this one than without.
    fn slopes(&self, disease: DiseaseId) -> Vec<PriorSlope> {
        let (Some(on), Some(off)) = (&self.on.first, &self.off.first) else { return Vec::new() };
        let differences = on.iter().zip(off).map(|(on, off)| on - off);
        let mut slopes: Vec<PriorSlope> = differences
            .enumerate()
            .map(|(at, slope)| PriorSlope { disease: DiseaseId::new(at as u32), slope })
            .filter(|other| other.disease == disease || other.slope.abs() >= LEAST_SLOPE)
            .collect();
        slopes.sort_by(|a, b| b.slope.abs().total_cmp(&a.slope.abs()).then(a.disease.cmp(&b.disease)));
        slopes
    }
}

/// The same network with one prior changed.
fn with_prior(network: &Network, disease: DiseaseId, prior: f64) -> Network {
    let mut priors = network.priors.to_vec();
    priors[disease.index()] = prior;
    match network.with_priors(priors) {
        Ok(network) => network,
        Err(fault) => unreachable!("0 and 1 are probabilities: {fault}"),
    }
}
