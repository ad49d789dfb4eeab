//! Contents of the networks: `GET /v1/networks` and below.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::RawQuery;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use etio::{Catalog, DiseaseId, FindingId, Network};
use schemars::JsonSchema;
use serde::Serialize;

use super::{App, Names};
use crate::callers::Caller;
use crate::diagnosis::link_source;
use crate::networks::Served;
use crate::paging::Page;
use crate::problem::{Code, Problem};

/// The networks that are served.
#[derive(Serialize, JsonSchema)]
pub struct NetworkList {
    /// All of them.
    networks: Vec<NetworkSummary>,
    /// Name of the one that is used if a request names none.
    default: String,
}

/// A network.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Network")]
pub struct NetworkSummary {
    /// The name in requests.
    name: String,
    /// Changes exactly when the contents change.
    model_version: String,
    /// Number of diseases.
    diseases: usize,
    /// Number of findings.
    findings: usize,
    /// Number of links.
    links: usize,
    /// Whether its findings have words to ask about them.
    has_questions: bool,
}

/// A finding.
#[derive(Serialize, JsonSchema)]
pub struct Finding {
    /// The id in requests.
    id: String,
    /// The name.
    name: String,
    /// Probability that it is present without any of the diseases.
    #[schemars(range(min = 0, max = 1))]
    leak: f64,
    /// Further columns of the network, such as `question`.
    #[serde(flatten)]
    columns: BTreeMap<String, String>,
}

/// A disease.
#[derive(Serialize, JsonSchema)]
pub struct Disease {
    /// The id in requests.
    id: String,
    /// The name.
    name: String,
    /// How likely it is before anything is known.
    #[schemars(range(min = 0, max = 1))]
    prior: f64,
    /// Further columns of the network, such as `description`.
    #[serde(flatten)]
    columns: BTreeMap<String, String>,
}

/// A finding and the diseases that cause it.
#[derive(Serialize, JsonSchema)]
pub struct FindingWithDiseases {
    /// The diseases that cause it, strongest link first, at most 500.
    diseases: Vec<Linked>,
    #[serde(flatten)]
    finding: Finding,
}

/// A disease and the findings it causes.
#[derive(Serialize, JsonSchema)]
pub struct DiseaseWithFindings {
    /// The findings it causes, strongest link first, at most 500.
    findings: Vec<Linked>,
    #[serde(flatten)]
    disease: Disease,
}

/// The other end of a link.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Link")]
pub struct Linked {
    /// The id of what is linked.
    id: String,
    /// Its name.
    name: String,
    /// Probability that the disease alone causes the finding.
    #[schemars(range(min = 0, max = 1))]
    probability: f64,
    /// Source of that number.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

/// A page of the findings, in the network's order.
#[derive(Serialize, JsonSchema)]
pub struct FindingPage {
    /// The findings of this page.
    findings: Vec<Finding>,
    #[serde(flatten)]
    place: Place,
}

/// A page of the diseases, in the network's order.
#[derive(Serialize, JsonSchema)]
pub struct DiseasePage {
    /// The diseases of this page.
    diseases: Vec<Disease>,
    #[serde(flatten)]
    place: Place,
}

/// Position of a page in a list.
#[derive(Serialize, JsonSchema)]
struct Place {
    /// Length of the whole list.
    total: usize,
    /// Place of the first entry of this page, counted from 0.
    offset: usize,
    /// The `offset` of the next page; omitted if this is the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
    /// Changes exactly when the network's contents change. If it differs between two pages, start
    /// again.
    model_version: String,
}

/// All networks.
pub async fn networks(state: App) -> Json<NetworkList> {
    let names = state.registry.names();
    let served = names.iter().filter_map(|name| state.registry.get(Some(name)));
    let networks = served.map(|served| NetworkSummary::of(&served)).collect();
    Json(NetworkList { networks, default: state.registry.default_name().to_owned() })
}

/// One network.
pub async fn network(state: App, Names(name): Names<String>) -> Result<Json<NetworkSummary>, Problem> {
    Ok(Json(NetworkSummary::of(&*served(&state, &name)?)))
}

/// The findings of a network, page by page.
pub async fn findings(
    state: App,
    caller: Caller,
    Names(name): Names<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let (served, page) = (served(&state, &name)?, Page::parse(query.as_deref())?);
    view(&state, &caller, move || {
        let network = served.network();
        Ok(FindingPage {
            findings: network
                .findings()
                .skip(page.offset)
                .take(page.limit)
                .map(|f| Finding::of(network, f))
                .collect(),
            place: Place::of(&served, page, network.finding_count()),
        })
    })
    .await
}

/// The diseases of a network, page by page.
pub async fn diseases(
    state: App,
    caller: Caller,
    Names(name): Names<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let (served, page) = (served(&state, &name)?, Page::parse(query.as_deref())?);
    view(&state, &caller, move || {
        let network = served.network();
        Ok(DiseasePage {
            diseases: network
                .diseases()
                .skip(page.offset)
                .take(page.limit)
                .map(|d| Disease::of(network, d))
                .collect(),
            place: Place::of(&served, page, network.disease_count()),
        })
    })
    .await
}

/// One finding, with the diseases that cause it.
pub async fn finding(
    state: App,
    caller: Caller,
    Names((name, id)): Names<(String, String)>,
) -> Result<Response, Problem> {
    let served = served(&state, &name)?;
    view(&state, &caller, move || {
        let network = served.network();
        let finding = network.finding(&id).ok_or_else(|| missing("finding", &id))?;
        let links = network.parents(finding).entries().filter(|(_, p, _)| *p > 0.0);
        let linked =
            |(d, p, link)| Linked::of(network, network.disease_id(d), network.disease_name(d), p, link);
        Ok(FindingWithDiseases {
            diseases: strongest(links.collect(), linked),
            finding: Finding::of(network, finding),
        })
    })
    .await
}

/// One disease, with the findings it causes.
pub async fn disease(
    state: App,
    caller: Caller,
    Names((name, id)): Names<(String, String)>,
) -> Result<Response, Problem> {
    let served = served(&state, &name)?;
    view(&state, &caller, move || {
        let network = served.network();
        let disease = network.disease(&id).ok_or_else(|| missing("disease", &id))?;
        let linked =
            |(f, p, link)| Linked::of(network, network.finding_id(f), network.finding_name(f), p, link);
        Ok(DiseaseWithFindings {
            findings: strongest(network.findings_of(disease), linked),
            disease: Disease::of(network, disease),
        })
    })
    .await
}

fn served(state: &App, name: &str) -> Result<std::sync::Arc<Served>, Problem> {
    state.registry.get(Some(name)).ok_or_else(|| missing("network", name))
}

fn missing(what: &str, id: &str) -> Problem {
    let shown: String = id.chars().take(100).collect();
    Problem::new(Code::NOT_FOUND, format!("there is no {what} `{shown}`"))
}

/// Makes a view on a compute thread: lists can be long.
async fn view<T: Serialize>(
    state: &App,
    caller: &Caller,
    make: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let json =
        move || serde_json::to_vec(&make()?).map_err(|error| Problem::new(Code::INTERNAL, error.to_string()));
    let json = state.compute.run(caller, &state.budget(), json).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// Maximum number of links listed; networks may have tens of thousands.
const MOST_LINKS: usize = 500;

fn strongest<T: Copy>(
    mut links: Vec<(T, f64, usize)>,
    view: impl Fn((T, f64, usize)) -> Linked,
) -> Vec<Linked> {
    links.sort_by(|a, b| b.1.total_cmp(&a.1));
    links.into_iter().take(MOST_LINKS).map(view).collect()
}

impl NetworkSummary {
    fn of(served: &Served) -> Self {
        let network = served.network();
        Self {
            name: served.name.clone(),
            model_version: served.version.clone(),
            diseases: network.disease_count(),
            findings: network.finding_count(),
            links: network.link_count(),
            has_questions: served.has_questions,
        }
    }
}

impl Finding {
    fn of(network: &Network, finding: FindingId) -> Self {
        Self {
            id: network.finding_id(finding).to_owned(),
            name: network.finding_name(finding).to_owned(),
            leak: network.leak(finding),
            columns: columns(network.finding_catalog(), finding.index(), &["leak", "diseases"]),
        }
    }
}

impl Disease {
    fn of(network: &Network, disease: DiseaseId) -> Self {
        Self {
            id: network.disease_id(disease).to_owned(),
            name: network.disease_name(disease).to_owned(),
            prior: network.prior(disease),
            columns: columns(network.disease_catalog(), disease.index(), &["prior", "findings"]),
        }
    }
}

impl Linked {
    fn of(network: &Network, id: &str, name: &str, probability: f64, link: usize) -> Self {
        Self { id: id.to_owned(), name: name.to_owned(), probability, source: link_source(network, link) }
    }
}

impl Place {
    fn of(served: &Served, page: Page, total: usize) -> Self {
        let next = page.offset.saturating_add(page.limit);
        Self {
            total,
            offset: page.offset,
            next_offset: (next < total).then_some(next),
            model_version: served.version.clone(),
        }
    }
}

/// The further columns of an entry, without those whose names have another meaning in an answer.
fn columns(catalog: &Catalog, at: usize, taken: &[&str]) -> BTreeMap<String, String> {
    let is_free = |column: &&str| !["id", "name"].contains(column) && !taken.contains(column);
    let cell = |column: &str| Some((column.to_owned(), catalog.attribute(at, column)?.to_owned()));
    catalog.attribute_names().filter(is_free).filter_map(cell).collect()
}
