//! Why a disease is as likely as it is.
//!
//! Everything here comes from P(evidence | disease) and P(evidence | no disease), with and without
//! each finding. Both are log evidences of the network with the disease's prior at 1 and at 0, so
//! nothing is lost if the disease itself is very unlikely or almost certain. In a noisy-or
//! network a link that fires makes its finding present whatever else happens; hence `P(link fires,
//! evidence | disease) = link * P(evidence without the finding | disease)`.
//!
//! If those log evidences are known between bounds only, so are the weights. A weight is given if
//! the bounds prove its sign, and left out otherwise: the middle of wide bounds can point either way.

use crate::budget::{Budget, Turns};
use crate::{DiseaseId, Engine, Evidence, Exactness, FindingId, InferenceError, Method, Network, Posterior};

/// Why a disease is as likely as it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The disease.
    pub disease: DiseaseId,
    /// P(disease | evidence), as the answer that is explained gives it.
    pub posterior: f64,
    /// Its log-odds; infinite if the disease is certain or impossible.
    pub log_odds: f64,
    /// Weight of each finding, present ones first.
    pub findings: Vec<Weight>,
    /// Findings of the evidence without a weight: there was no time to weigh them, or it is not
    /// proven whether they count for or against the disease.
    pub left_out: Vec<FindingId>,
    /// The priors that the answer is most sensitive to, those with the steepest slope first. Those
    /// whose slope is not proven to be up or down are left out.
    pub priors: Vec<PriorSlope>,
    /// Whether all numbers are exact, or some are within bounds or estimates because exact ones did
    /// not fit the limits.
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
#[non_exhaustive]
pub struct Weight {
    /// The finding.
    pub finding: FindingId,
    /// Whether it is present or absent.
    pub is_present: bool,
    /// Its weight of evidence: how much the disease's log-odds fall when it is taken out of the
    /// evidence. `None` if they are infinite with and without it.
    pub weight: Option<f64>,
    /// The ends between which the weight is proven to lie, both on one side of zero; `None` if it is
    /// exact.
    pub range: Option<(f64, f64)>,
    /// How much of it the disease explains: the probability that the disease is there and causes
    /// it. Zero for absent findings and for those without a link.
    pub share: f64,
    /// The ends between which the share is proven to lie; `None` if it is exact.
    pub share_range: Option<(f64, f64)>,
}

/// How a disease's log-odds depend on a prior.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PriorSlope {
    /// Whose prior.
    pub disease: DiseaseId,
    /// d log-odds of the explained disease / d log-odds of this prior.
    pub slope: f64,
}

/// d ln P(evidence) / d probability of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
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
    /// Answers and explains a disease: two queries for each finding, all of them together within the
    /// engine's limits.
    pub fn explain(
        &mut self,
        evidence: &Evidence,
        disease: DiseaseId,
        method: Method,
    ) -> Result<Explanation, InferenceError> {
        let budget = Budget::start(self.limits());
        let posterior = self.diagnose_within(evidence, method, &budget.leaving(0.75))?;
        self.explain_within(evidence, &posterior, disease, method, &budget)
    }

    /// Explains a disease of an answer, within a budget that other work may share. The remaining time
    /// is divided evenly among the queries that are still to come; findings that it does not suffice
    /// for are [left out](Explanation::left_out).
    pub fn explain_within(
        &mut self,
        evidence: &Evidence,
        posterior: &Posterior,
        disease: DiseaseId,
        method: Method,
        budget: &Budget,
    ) -> Result<Explanation, InferenceError> {
        let mut turns = Turns { budget, left: 2 + 2 * (evidence.present().len() + evidence.absent().len()) };
        let mut sides = Sides::new(self, disease, method);
        let p = posterior.marginal(disease);
        let mut explanation = Explanation {
            disease,
            posterior: p,
            log_odds: p.ln() - (-p).ln_1p(),
            findings: Vec::new(),
            left_out: Vec::new(),
            priors: Vec::new(),
            is_exact: false,
        };
        let Some(whole) = known(sides.likelihoods(evidence, &mut turns, self))? else {
            explanation.left_out = [evidence.present(), evidence.absent()].concat();
            return Ok(explanation);
        };
        explanation.priors = sides.slopes(disease);
        let prior = self.network().prior(disease);
        if posterior.exactness.is_exact() && whole.is_exact() {
            explanation.log_odds = log_odds(prior, whole);
        }
        // Nothing can be said for or against what is settled beforehand.
        let is_open = prior > 0.0 && prior < 1.0;
        let mut are_exact = whole.is_exact();
        let observed = [(evidence.present(), true), (evidence.absent(), false)];
        for (finding, is_present) in
            observed.into_iter().flat_map(|(list, is_present)| list.iter().map(move |&f| (f, is_present)))
        {
            let without = known(sides.likelihoods(&evidence.without(finding), &mut turns, self))?;
            let weighed = without.and_then(|without| Some((without, weigh(whole, without)?)));
            let Some((without, (weight, range))) = weighed else {
                explanation.left_out.push(finding);
                continue;
            };
            are_exact &= range.is_none();
            let link = self.network().link(disease, finding).map_or(0.0, |(link, _)| link);
            // True of exact values; of others a point inside their bounds may say otherwise.
            let fires = |whole: f64, without: f64| {
                let fires = link * (without - whole).exp();
                if range.is_none() { fires } else { fires.min(1.0) }
            };
            let is_explained = is_present && link > 0.0 && whole.on.value > f64::NEG_INFINITY;
            let is_exact = range.is_none() && posterior.exactness.is_exact();
            let (lower, upper) = posterior.interval(disease).unwrap_or((0.0, 1.0));
            let most = fires(whole.on.lower, without.on.upper).min(1.0);
            let share_range = (lower * fires(whole.on.upper, without.on.lower).min(1.0), upper * most);
            let share = (p * fires(whole.on.value, without.on.value)).min(1.0);
            explanation.findings.push(Weight {
                finding,
                is_present,
                weight: (is_open && !weight.is_nan()).then_some(weight),
                range,
                share: if is_explained { share.clamp(share_range.0, share_range.1) } else { 0.0 },
                share_range: (is_explained && !is_exact).then_some(share_range),
            });
        }
        explanation.is_exact = are_exact && posterior.exactness.is_exact();
        Ok(explanation)
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

/// A result, or nothing if the limits or the method do not allow it.
fn known<T>(result: Result<T, InferenceError>) -> Result<Option<T>, InferenceError> {
    match result {
        Ok(value) => Ok(Some(value)),
        // A hybrid may be told to transform a finding more than are left.
        Err(error) if error.is_refusal() || matches!(error, InferenceError::TooManyTransformed { .. }) => {
            Ok(None)
        }
        Err(error) => Err(error),
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

/// The weight of a finding, by the likelihoods with and without it, and its proven range if it is
/// not exact; nothing if its sign is not proven. Not a number if exact log-odds are infinite with
/// and without it.
fn weigh(whole: Likelihoods, without: Likelihoods) -> Option<(f64, Option<(f64, f64)>)> {
    let weight = whole.ratio() - without.ratio();
    if whole.is_exact() && without.is_exact() {
        return Some((weight, None));
    }
    let (whole, without) = (whole.ratio_range(), without.ratio_range());
    let (lower, upper) = (whole.0 - without.1, whole.1 - without.0);
    let is_proven = (lower > 0.0 && !upper.is_nan()) || (upper < 0.0 && !lower.is_nan());
    is_proven.then(|| (weight.max(lower).min(upper), Some((lower, upper))))
}

/// ln P(evidence | disease) and ln P(evidence | no disease).
#[derive(Clone, Copy)]
struct Likelihoods {
    on: LogEvidence,
    off: LogEvidence,
}

impl Likelihoods {
    /// The log of their ratio; not a number if both are impossible.
    fn ratio(self) -> f64 {
        self.on.value - self.off.value
    }

    /// The ends between which it is proven to lie.
    fn ratio_range(self) -> (f64, f64) {
        (self.on.lower - self.off.upper, self.on.upper - self.off.lower)
    }

    fn is_exact(self) -> bool {
        self.on.is_exact && self.off.is_exact
    }
}

/// A log evidence and the ends between which it is proven to lie.
#[derive(Clone, Copy)]
struct LogEvidence {
    value: f64,
    lower: f64,
    upper: f64,
    is_exact: bool,
}

impl LogEvidence {
    const IMPOSSIBLE: Self = Self::exact(f64::NEG_INFINITY);

    const fn exact(value: f64) -> Self {
        Self { value, lower: value, upper: value, is_exact: true }
    }

    fn of(posterior: &Posterior) -> Self {
        let value = posterior.log_evidence;
        match posterior.exactness {
            Exactness::Exact { .. } => Self::exact(value),
            Exactness::Bounds { log_evidence_lower: lower, log_evidence_upper: upper, .. }
            | Exactness::Estimate { log_evidence_lower: lower, log_evidence_upper: upper, .. } => {
                Self { value, lower, upper, is_exact: false }
            }
        }
    }
}

/// The network with a disease present, and with it absent.
struct Sides {
    method: Method,
    on: Side,
    off: Side,
}

struct Side {
    engine: Engine,
    /// The answer to the first question, if it was possible.
    first: Option<Posterior>,
    is_asked: bool,
}

impl Side {
    fn new(engine: &Engine, disease: DiseaseId, prior: f64) -> Self {
        let engine = Engine::with_limits(&with_prior(engine.network(), disease, prior), *engine.limits());
        Self { engine, first: None, is_asked: false }
    }

    /// Asks in the working memory of another engine, so that all of them together hold that of one.
    fn ask(
        &mut self,
        evidence: &Evidence,
        method: Method,
        budget: &Budget,
        lender: &mut Engine,
    ) -> Result<LogEvidence, InferenceError> {
        let is_first = !std::mem::replace(&mut self.is_asked, true);
        self.engine.swap_memory(lender);
        let answer = self.engine.diagnose_within(evidence, method, budget);
        self.engine.swap_memory(lender);
        match answer {
            // What says nothing about the findings says nothing about their weights.
            Ok(posterior) if !posterior.exactness.is_informed() => {
                Err(InferenceError::OutOfTime { limit: self.engine.limits().time.unwrap_or_default() })
            }
            Ok(posterior) => {
                let log_evidence = LogEvidence::of(&posterior);
                if is_first {
                    self.first = Some(posterior);
                }
                Ok(log_evidence)
            }
            Err(InferenceError::ImpossibleEvidence { .. }) => Ok(LogEvidence::IMPOSSIBLE),
            Err(error) => Err(error),
        }
    }
}

impl Sides {
    fn new(engine: &Engine, disease: DiseaseId, method: Method) -> Self {
        let (on, off) = (Side::new(engine, disease, 1.0), Side::new(engine, disease, 0.0));
        Self { method, on, off }
    }

    fn likelihoods(
        &mut self,
        evidence: &Evidence,
        turns: &mut Turns<'_>,
        lender: &mut Engine,
    ) -> Result<Likelihoods, InferenceError> {
        let on = self.on.ask(evidence, self.method, &turns.next(), lender)?;
        let off = self.off.ask(evidence, self.method, &turns.next(), lender)?;
        Ok(Likelihoods { on, off })
    }

    /// How the disease's log-odds depend on each prior: how much likelier the other disease is with
    /// this one than without.
    fn slopes(&self, disease: DiseaseId) -> Vec<PriorSlope> {
        let (Some(on), Some(off)) = (&self.on.first, &self.off.first) else { return Vec::new() };
        let are_exact = on.exactness.is_exact() && off.exactness.is_exact();
        let is_proven = |other: DiseaseId| match (on.interval(other), off.interval(other)) {
            (Some(on), Some(off)) => on.0 > off.1 || on.1 < off.0,
            _ => false,
        };
        let differences = on.marginals.iter().zip(&off.marginals).map(|(on, off)| on - off);
        let mut slopes: Vec<PriorSlope> = differences
            .enumerate()
            .map(|(at, slope)| PriorSlope { disease: DiseaseId::new(at as u32), slope })
            .filter(|other| {
                let is_known = are_exact || is_proven(other.disease);
                other.disease == disease || (is_known && other.slope.abs() >= LEAST_SLOPE)
            })
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
