//! `POST /v1/suggest`: findings that often come with what was observed, for people who pick from a
//! list what else they have.

use etio::{Budget, Engine, FindingId, InferenceError, LinkWalk, Network, Posterior, foresee_within};
use etio_case::Sex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, Desk};
use crate::diagnosis::{DiagnosisRequest, EvidenceItem};
use crate::problem::{Code, Problem};

/// A request for related findings.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuggestRequest {
    /// A served network; the default one if omitted.
    pub network: Option<String>,
    /// Observed findings.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub evidence: Vec<EvidenceItem>,
    /// Age in years.
    #[schemars(range(min = 0, max = 130))]
    pub age: Option<f64>,
    /// Sex.
    pub sex: Option<Sex>,
    /// How many findings to suggest; 8 if omitted.
    #[schemars(range(min = 1, max = 50))]
    pub top: Option<usize>,
    /// Maximum time to compute the whole answer, in milliseconds; at most what the service allows.
    #[schemars(range(min = 1))]
    pub budget_ms: Option<u64>,
}

/// Findings related to those observed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SuggestResponse {
    /// Best first. Empty if nothing is present that makes other findings more likely than usual.
    findings: Vec<Suggestion>,
    /// Number of candidates skipped for lack of time; omitted if zero.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = 1))]
    left_out: usize,
    /// Changes exactly when the network's contents change.
    model_version: String,
}

/// A finding that often comes with those observed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Suggestion {
    /// The finding's id.
    id: String,
    /// The finding's name.
    name: String,
    /// How likely it is, given what was observed.
    #[schemars(range(min = 0, max = 1))]
    probability: f64,
    /// How likely it is for such a person of whom nothing was observed.
    #[schemars(range(min = 0, max = 1))]
    usual: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Number of suggestions if a request does not say.
const DEFAULT_TOP: usize = 8;
/// Maximum number of suggestions.
const MOST: usize = 50;
/// How many times likelier than usual a finding must be.
const RAISED: f64 = 1.2;

impl Ask for SuggestRequest {
    type Answer = SuggestResponse;

    fn answer(&self, desk: &Desk<'_>) -> Result<SuggestResponse, Problem> {
        let top = self.top.unwrap_or(DEFAULT_TOP);
        if !(1..=MOST).contains(&top) {
            let problem = Problem::new(Code::INVALID_VALUE, "`top` is out of range");
            return Err(problem.at("top").given(top).allowed(format!("1 to {MOST}")));
        }
        let served = desk.state.network(self.network.as_deref())?;
        let query = self.diagnosis().check(&served, desk.state)?;
        let reading = query.read(&served)?;
        let budget = desk.narrowed(self.budget_ms);
        let (network, evidence) = (&reading.network, &reading.evidence);
        let mut answer =
            SuggestResponse { findings: Vec::new(), left_out: 0, model_version: served.version.clone() };
        // Absent findings alone make nothing likelier.
        if evidence.present().is_empty() {
            return Ok(answer);
        }
        let mut engine = Engine::new(network);
        let posterior = engine.diagnose_within(evidence, query.method, &budget.leaving(0.5))?;
        if !posterior.exactness.is_informed() {
            return Ok(answer);
        }
        let is_open = |finding: FindingId| served.guide.is_open(finding, &reading, &query.case.person);
        let (candidates, unscored) = screen(network, &posterior, 2 * top, is_open, &budget)?;
        let findings: Vec<FindingId> = candidates.iter().map(|candidate| candidate.finding).collect();
        let (foreseen, late) =
            foresee_within(&mut engine, evidence, &posterior, &[], &findings, query.method, &budget)?;
        let usual = |finding| candidates.iter().find(|c| c.finding == finding).map_or(0.0, |c| c.usual);
        let mut weighed: Vec<(FindingId, f64, f64)> = foreseen
            .iter()
            .map(|f| (f.finding, f.probability, usual(f.finding)))
            .filter(|(_, now, usual)| *now >= RAISED * usual)
            .collect();
        weighed.sort_by(|a, b| weight(b.1, b.2).total_cmp(&weight(a.1, a.2)).then(a.0.cmp(&b.0)));
        let view = |&(finding, probability, usual): &(FindingId, f64, f64)| Suggestion {
            id: network.finding_id(finding).to_owned(),
            name: network.finding_name(finding).to_owned(),
            probability,
            usual,
        };
        answer.findings = weighed.iter().take(top).map(view).collect();
        answer.left_out = unscored + late;
        Ok(answer)
    }
}

impl SuggestRequest {
    /// The diagnosis that the suggestions rest on.
    fn diagnosis(&self) -> DiagnosisRequest {
        DiagnosisRequest {
            evidence: self.evidence.clone(),
            budget_ms: self.budget_ms,
            age: self.age,
            sex: self.sex,
            question: Some(false),
            ..DiagnosisRequest::default()
        }
    }
}

/// A finding that may be worth suggesting.
struct Candidate {
    finding: FindingId,
    /// How likely it is before anything is observed.
    usual: f64,
    /// How much its rise says.
    score: f64,
}

/// The most promising open findings, as if diseases were independent given the evidence, and how
/// many there was no time to score. Each is then weighed exactly, in the other half of the time.
fn screen(
    network: &Network,
    posterior: &Posterior,
    count: usize,
    is_open: impl Fn(FindingId) -> bool,
    budget: &Budget,
) -> Result<(Vec<Candidate>, usize), InferenceError> {
    let budget = budget.leaving(0.5);
    let open = network.findings().filter(|finding| is_open(*finding));
    let (scored, unscored) = LinkWalk::new(network, &budget).score(open, |walk, finding| {
        let now = 1.0 - walk.probability_absent(finding, |d| posterior.marginal(d))?;
        let usual = 1.0 - walk.probability_absent(finding, |d| network.prior(d))?;
        Ok(Candidate { finding, usual, score: weight(now, usual) })
    })?;
    let mut open: Vec<Candidate> =
        scored.into_iter().map(|(_, candidate)| candidate).filter(|c| c.score > 0.0).collect();
    open.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.finding.cmp(&b.finding)));
    open.truncate(count);
    Ok((open, unscored))
}

/// How much a finding that became likelier says: its share of the Kullback-Leibler divergence.
/// A rise from 1 to 2 percent is worth less than one from 20 to 40.
fn weight(now: f64, usual: f64) -> f64 {
    if usual > 0.0 { now * (now / usual).ln() } else { 0.0 }
}
