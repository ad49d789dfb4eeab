//! Why a disease is as likely as it is: the findings for and against, and the rivals that explain them away.

use etio::{
    Budget, DiseaseId, Engine, Evidence, Exactness, Explanation, FindingId, InferenceError, Network,
    Posterior, Weight,
};
use etio_case::{Answer, Reading, Sex};
use serde::{Deserialize, Serialize};

use crate::diagnosis::{DiagnosisRequest, EvidenceItem, Query, find_disease, link_source};
use crate::networks::Served;
use crate::problem::Problem;

/// `POST /v1/explain`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The disease to explain.
    pub target: String,
    /// The network; the default one where none is named.
    pub network: Option<String>,
    /// What was observed.
    #[serde(default)]
    pub evidence: Vec<EvidenceItem>,
    /// The method; `auto` where none is named.
    pub method: Option<String>,
    /// Maximum time to compute the answer.
    pub budget_ms: Option<u64>,
    /// Age in years.
    pub age: Option<f64>,
    /// Sex.
    pub sex: Option<Sex>,
}

impl ExplainRequest {
    /// The diagnosis behind the explanation.
    pub fn diagnosis(&self) -> DiagnosisRequest {
        DiagnosisRequest {
            network: self.network.clone(),
            evidence: self.evidence.clone(),
            method: self.method.clone(),
            budget_ms: self.budget_ms,
            age: self.age,
            sex: self.sex,
            question: Some(false),
            ..DiagnosisRequest::default()
        }
    }
}

/// The answer to an explain request.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainResponse {
    /// How far the probabilities can be trusted.
    #[serde(flatten)]
    exactness: Exactness,
    target: Target,
    findings: Vec<ReasonView>,
    /// Findings that there was no time to weigh, by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    rivals: Vec<Rival>,
    model_version: String,
}

#[derive(Clone, Debug, Serialize)]
struct Target {
    id: String,
    name: String,
    probability: f64,
    prior: f64,
}

/// A finding's weight: how much the target's log-odds would fall if it were not known.
#[derive(Clone, Debug, Serialize)]
struct ReasonView {
    id: String,
    name: String,
    choice_id: Answer,
    weight: f64,
    /// P(finding | target alone), where they are linked.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

/// Another disease that explains findings the target explains.
#[derive(Clone, Debug, Serialize)]
struct Rival {
    id: String,
    name: String,
    probability: f64,
    shared: Vec<String>,
}

/// Maximum number of alternatives listed.
const RIVALS: usize = 5;

/// Explains a target. Blocks: runs on a compute thread.
pub fn explain(
    served: &Served,
    query: &Query,
    target: &str,
    budget: &Budget,
) -> Result<ExplainResponse, Problem> {
    let Reading { network, evidence, .. } = query.read(served)?;
    let target = find_disease(&network, target).map_err(|p| p.at("target"))?;
    let mut engine = Engine::new(&network);
    let posterior = engine.diagnose_within(&evidence, query.method, &budget.leaving(0.75))?;
    let explanation = match engine.explain_within(&evidence, target, query.method, budget) {
        // The probabilities stand, and no finding could be weighed.
        Err(InferenceError::OutOfTime { .. }) => None,
        explained => Some(explained?),
    };
    // The link as written, whatever was made of it for answers that may be wrong.
    let view = |(seen, weight): (&Weight, f64)| view(served.network(), target, seen, weight);
    let findings = explanation.iter().flat_map(Explanation::by_weight).map(view).collect();
    let left_out = match &explanation {
        Some(explanation) => explanation.left_out.clone(),
        None => [evidence.present(), evidence.absent()].concat(),
    };
    Ok(ExplainResponse {
        exactness: posterior.exactness,
        target: Target {
            id: network.disease_id(target).to_owned(),
            name: network.disease_name(target).to_owned(),
            probability: posterior.marginal(target),
            prior: network.prior(target),
        },
        findings,
        left_out: left_out.into_iter().map(|finding| network.finding_id(finding).to_owned()).collect(),
        rivals: rivals(&network, &evidence, &posterior, target),
        model_version: served.version.clone(),
    })
}

fn view(network: &Network, target: DiseaseId, seen: &Weight, weight: f64) -> ReasonView {
    let finding = seen.finding;
    let link = network.link(target, finding);
    ReasonView {
        id: network.finding_id(finding).to_owned(),
        name: network.finding_name(finding).to_owned(),
        choice_id: if seen.is_present { Answer::Present } else { Answer::Absent },
        weight,
        link: link.map(|(p, _)| p),
        source: link.and_then(|(_, link)| link_source(network, link)),
    }
}

fn rivals(network: &Network, evidence: &Evidence, posterior: &Posterior, target: DiseaseId) -> Vec<Rival> {
    let explained: Vec<FindingId> =
        evidence.present().iter().copied().filter(|f| network.link(target, *f).is_some()).collect();
    let others = posterior.ranking(50).into_iter().filter(|(d, p)| *d != target && *p >= 0.001);
    let rival = |(disease, probability): (DiseaseId, f64)| {
        let shared: Vec<String> = explained
            .iter()
            .filter(|f| network.link(disease, **f).is_some())
            .map(|f| network.finding_name(*f).to_owned())
            .collect();
        (!shared.is_empty()).then(|| Rival {
            id: network.disease_id(disease).to_owned(),
            name: network.disease_name(disease).to_owned(),
            probability,
            shared,
        })
    };
    others.filter_map(rival).take(RIVALS).collect()
}
