//! Contents of the networks: `GET /v1/networks` and below.

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use etio::{Catalog, Network};
use serde_json::{Map, Value, json};

use super::App;
use crate::callers::Caller;
use crate::diagnosis::link_source;
use crate::networks::Served;
use crate::problem::{Code, Problem};

/// All networks.
pub async fn networks(state: App) -> Json<Value> {
    let list: Vec<Value> = state
        .registry
        .names()
        .iter()
        .filter_map(|name| state.registry.get(Some(name)))
        .map(|s| summary(&s))
        .collect();
    Json(json!({ "networks": list, "default": state.registry.default_name() }))
}

/// One network.
pub async fn network(state: App, Path(name): Path<String>) -> Result<Json<Value>, Problem> {
    Ok(Json(summary(&*served(&state, &name)?)))
}

fn served(state: &App, name: &str) -> Result<std::sync::Arc<Served>, Problem> {
    state.registry.get(Some(name)).ok_or_else(|| missing("network", name))
}

fn missing(what: &str, id: &str) -> Problem {
    let shown: String = id.chars().take(100).collect();
    Problem::new(Code::NOT_FOUND, format!("there is no {what} `{shown}`"))
}

fn summary(served: &Served) -> Value {
    let network = served.network();
    json!({
        "name": served.name,
        "model_version": served.version,
        "diseases": network.disease_count(),
        "findings": network.finding_count(),
        "links": network.link_count(),
        "has_questions": served.has_questions,
    })
}

/// One finding, with the diseases that cause it, likeliest first.
pub async fn finding(
    state: App,
    caller: Caller,
    Path((name, id)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let served = served(&state, &name)?;
    view(&state, &caller, move || {
        let network = served.network();
        let finding = network.finding(&id).ok_or_else(|| missing("finding", &id))?;
        let links = network.parents(finding).entries().filter(|(_, p, _)| *p > 0.0);
        let mut view = member(network.finding_catalog(), finding.index());
        view.insert("leak".to_owned(), json!(network.leak(finding)));
        let linked = |(d, p, link)| linked(network, network.disease_id(d), network.disease_name(d), p, link);
        view.insert("diseases".to_owned(), strongest(links.collect(), linked));
        Ok(view)
    })
    .await
}

/// One disease, with the findings it causes, likeliest first.
pub async fn disease(
    state: App,
    caller: Caller,
    Path((name, id)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let served = served(&state, &name)?;
    view(&state, &caller, move || {
        let network = served.network();
        let disease = network.disease(&id).ok_or_else(|| missing("disease", &id))?;
        let mut view = member(network.disease_catalog(), disease.index());
        view.insert("prior".to_owned(), json!(network.prior(disease)));
        let linked = |(f, p, link)| linked(network, network.finding_id(f), network.finding_name(f), p, link);
        view.insert("findings".to_owned(), strongest(network.findings_of(disease), linked));
        Ok(view)
    })
    .await
}

/// Makes a view on a compute thread: lists of links can be long.
async fn view(
    state: &App,
    caller: &Caller,
    make: impl FnOnce() -> Result<Map<String, Value>, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let json = move || make().map(|view| Value::Object(view).to_string());
    let text = state.compute.run(caller, &state.budget(), json).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// Maximum number of links listed; networks may have tens of thousands.
const MOST_LINKS: usize = 500;

fn strongest<T: Copy>(mut links: Vec<(T, f64, usize)>, view: impl Fn((T, f64, usize)) -> Value) -> Value {
    links.sort_by(|a, b| b.1.total_cmp(&a.1));
    links.into_iter().take(MOST_LINKS).map(view).collect()
}

fn linked(network: &Network, id: &str, name: &str, probability: f64, link: usize) -> Value {
    let mut view = json!({ "id": id, "name": name, "probability": probability });
    if let Some(source) = link_source(network, link) {
        view["source"] = json!(source);
    }
    view
}

fn member(catalog: &Catalog, at: usize) -> Map<String, Value> {
    let mut view = Map::from_iter([
        ("id".to_owned(), json!(catalog.id(at))),
        ("name".to_owned(), json!(catalog.name(at))),
    ]);
    for column in catalog.attribute_names() {
        if let Some(value) = catalog.attribute(at, column) {
            view.insert(column.to_owned(), json!(value));
        }
    }
    view
}
