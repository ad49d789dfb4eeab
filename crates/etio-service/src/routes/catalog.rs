//! What the networks contain: `GET /v1/networks` and below.

use axum::Json;
use axum::extract::Path;
use etio::{Catalog, Network};
use serde_json::{Map, Value, json};

use super::App;
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
pub async fn finding(state: App, Path((name, id)): Path<(String, String)>) -> Result<Json<Value>, Problem> {
    let served = served(&state, &name)?;
    let network = served.network();
    let finding = network.finding(&id).ok_or_else(|| missing("finding", &id))?;
    let mut links: Vec<(f64, Value)> = network
        .parents(finding)
        .entries()
        .filter(|(_, p, _)| *p > 0.0)
        .map(|(d, p, link)| (p, linked(network, network.disease_id(d), network.disease_name(d), p, link)))
        .collect();
    let mut view = member(network.finding_catalog(), finding.index());
    view.insert("leak".to_owned(), json!(network.leak(finding)));
    view.insert("diseases".to_owned(), strongest(&mut links));
    Ok(Json(Value::Object(view)))
}

/// One disease, with the findings it causes, likeliest first.
pub async fn disease(state: App, Path((name, id)): Path<(String, String)>) -> Result<Json<Value>, Problem> {
    let served = served(&state, &name)?;
    let network = served.network();
    let disease = network.disease(&id).ok_or_else(|| missing("disease", &id))?;
    let mut links: Vec<(f64, Value)> = network
        .findings_of(disease)
        .into_iter()
        .map(|(f, p, link)| (p, linked(network, network.finding_id(f), network.finding_name(f), p, link)))
        .collect();
    let mut view = member(network.disease_catalog(), disease.index());
    view.insert("prior".to_owned(), json!(network.prior(disease)));
    view.insert("findings".to_owned(), strongest(&mut links));
    Ok(Json(Value::Object(view)))
}

/// The most links that are listed; networks may have tens of thousands.
const MOST_LINKS: usize = 500;

fn strongest(links: &mut [(f64, Value)]) -> Value {
    links.sort_by(|a, b| b.0.total_cmp(&a.0));
    links.iter().take(MOST_LINKS).map(|(_, view)| view.clone()).collect()
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
