//! Why a disease is as likely as it is: the findings for and against, and the rivals that explain them away.

use etio::{Budget, DiseaseId, Engine, Evidence, Exactness, FindingId, Network, Posterior, Weight};
use etio_case::{Answer, Reading, Sex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, Desk};
use crate::diagnosis::{DiagnosisRequest, EvidenceItem, Query, find_disease, link_source};
use crate::networks::Served;
use crate::problem::Problem;

/// Which disease to explain, and what was observed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// Id of the disease to explain.
    pub target: String,
    /// A served network; the default one if omitted.
    pub network: Option<String>,
    /// Observed findings.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub evidence: Vec<EvidenceItem>,
    /// The inference method.
    #[schemars(extend("description" = crate::openapi::methods()))]
    pub method: Option<String>,
    /// Maximum time to compute the whole answer, in milliseconds; at most what the service allows.
    #[schemars(range(min = 1))]
    pub budget_ms: Option<u64>,
    /// Age in years.
    #[schemars(range(min = 0, max = 130))]
    pub age: Option<f64>,
    /// Sex.
    pub sex: Option<Sex>,
}

impl Ask for ExplainRequest {
    type Answer = ExplainResponse;

    fn answer(&self, desk: &Desk<'_>) -> Result<ExplainResponse, Problem> {
        let served = desk.state.network(self.network.as_deref())?;
        let query = self.diagnosis().check(&served, desk.state)?;
        explain(&served, &query, &self.target, &desk.narrowed(self.budget_ms))
    }
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

/// Why a disease is as likely as it is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplainResponse {
    #[serde(flatten)]
    #[schemars(schema_with = "crate::openapi::accuracy")]
    exactness: Exactness,
    /// The disease.
    target: Target,
    /// The findings for and against it, by weight.
    findings: Vec<WeighedFinding>,
    /// Given, and true, only if weights are not exact but proven to lie between `weight_lower` and
    /// `weight_upper`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("enum" = [true]))]
    weights_estimated: bool,
    /// Ids of findings that there was no time to weigh, or of which it is not proven whether they
    /// count for or against the disease; omitted if none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    /// Other diseases that explain the same findings.
    rivals: Vec<Rival>,
    /// Changes exactly when the network's contents change.
    model_version: String,
}

/// The disease that is explained.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ExplainedDisease")]
struct Target {
    /// The disease's id.
    id: String,
    /// The disease's name.
    name: String,
    /// Posterior probability.
    #[schemars(range(min = 0, max = 1))]
    probability: f64,
    /// Lower end of the proven interval, if `exactness` is `bounds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    lower: Option<f64>,
    /// Upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    upper: Option<f64>,
    /// How likely it was for such a person before anything was said.
    #[schemars(range(min = 0, max = 1))]
    prior: f64,
}

/// A finding and how much it says for or against the disease.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct WeighedFinding {
    /// The finding's id.
    id: String,
    /// The finding's name.
    name: String,
    /// How it stands: `present` or `absent`.
    choice_id: Answer,
    /// Fall of the disease's log-odds if the finding were not known.
    weight: f64,
    /// The weight is proven to be at least this; omitted if it is exact or has no bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight_lower: Option<f64>,
    /// The weight is proven to be at most this; omitted if it is exact or has no bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight_upper: Option<f64>,
    /// Probability that the disease alone causes the finding, if they are linked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    link: Option<f64>,
    /// Source of that number.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

/// Another disease that explains the same findings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Rival {
    /// The disease's id.
    id: String,
    /// The disease's name.
    name: String,
    /// Posterior probability.
    #[schemars(range(min = 0, max = 1))]
    probability: f64,
    /// Names of the findings that both explain.
    shared: Vec<String>,
}

/// Maximum number of alternatives listed.
const RIVALS: usize = 5;

/// Explains a target. Blocks: runs on a compute thread.
fn explain(
    served: &Served,
    query: &Query,
    target: &str,
    budget: &Budget,
) -> Result<ExplainResponse, Problem> {
    let Reading { network, evidence, .. } = query.read(served)?;
    let target = find_disease(&network, target).map_err(|p| p.at("target"))?;
    let mut engine = Engine::new(&network);
    let posterior = engine.diagnose_within(&evidence, query.method, &budget.leaving(0.75))?;
    let explanation = engine.explain_within(&evidence, &posterior, target, query.method, budget)?;
    // The link as written, whatever was made of it for answers that may be wrong.
    let view = |(seen, weight): (&Weight, f64)| view(served.network(), target, seen, weight);
    let findings = explanation.by_weight().into_iter().map(view).collect();
    let left_out = &explanation.left_out;
    let interval = posterior.interval(target).filter(|_| posterior.exactness.is_bounds());
    Ok(ExplainResponse {
        exactness: posterior.exactness,
        target: Target {
            id: network.disease_id(target).to_owned(),
            name: network.disease_name(target).to_owned(),
            probability: posterior.marginal(target),
            lower: interval.map(|(lower, _)| lower),
            upper: interval.map(|(_, upper)| upper),
            prior: network.prior(target),
        },
        findings,
        weights_estimated: explanation.findings.iter().any(|weight| weight.range.is_some()),
        left_out: left_out.iter().map(|&finding| network.finding_id(finding).to_owned()).collect(),
        rivals: rivals(&network, &evidence, &posterior, target),
        model_version: served.version.clone(),
    })
}

fn view(network: &Network, target: DiseaseId, seen: &Weight, weight: f64) -> WeighedFinding {
    let finding = seen.finding;
    let link = network.link(target, finding);
    let finite = |end: f64| Some(end).filter(|end| end.is_finite());
    WeighedFinding {
        id: network.finding_id(finding).to_owned(),
        name: network.finding_name(finding).to_owned(),
        choice_id: if seen.is_present { Answer::Present } else { Answer::Absent },
        weight,
        weight_lower: seen.range.and_then(|(lower, _)| finite(lower)),
        weight_upper: seen.range.and_then(|(_, upper)| finite(upper)),
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
