//! `/openapi.json`: complete, and of the shape that generators of client code turn into plain types.

mod common;

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use common::{send, service};
use etio_service::{Config, openapi};
use serde_json::Value;

/// Every `(method, path)` of the document.
fn operations(document: &Value) -> BTreeSet<(String, String)> {
    let paths = document["paths"].as_object().expect("paths");
    let of = |(path, methods): (&String, &Value)| {
        let methods = methods.as_object().expect("methods").keys().cloned().collect::<Vec<_>>();
        methods.into_iter().map(|method| (method, path.clone())).collect::<Vec<_>>()
    };
    paths.iter().flat_map(of).collect()
}

#[tokio::test]
async fn every_operation_is_served() {
    let state = service(Config::default());
    for (method, path) in operations(&openapi::document()) {
        let method = method.to_uppercase();
        let request = Request::builder().method(method.as_str()).uri(path.replace(['{', '}'], ""));
        let (status, body, _) = send(&state, request.body(Body::empty()).expect("a request")).await;
        let is_unknown = body["detail"].as_str().is_some_and(|detail| detail.contains("see /openapi.json"));
        assert!(!is_unknown && status != 405, "{method} {path}: {status} {body}");
    }
}

#[test]
fn every_route_is_described() {
    let document = openapi::document();
    let described: BTreeSet<String> = operations(&document).into_iter().map(|(_, path)| path).collect();
    let routes = include_str!("../src/app.rs")
        .split(".route(")
        .skip(1)
        .map(|rest| rest.trim_start().trim_start_matches('"').split('"').next().expect("a path").to_owned());
    let pages = ["/", "/docs", "/web/{*path}", "/openapi.json"];
    let missing: Vec<String> = routes
        .filter(|path| !pages.contains(&path.as_str()))
        .filter(|path| !described.contains(path) && !described.contains(&format!("/v1{path}")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn schemas_have_names_and_every_member_a_description() {
    let document = openapi::document();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let mut faults = Vec::new();
    for (name, schema) in schemas {
        for (member, property) in schema["properties"].as_object().into_iter().flatten() {
            let place = format!("{name}.{member}");
            if property.get("description").is_none() && property.get("const").is_none() {
                faults.push(format!("{place} is not described"));
            }
            // What is inside must be a reference or plain.
            for inner in [property, &property["items"]] {
                if inner.get("properties").is_some() || inner.get("oneOf").is_some() {
                    faults.push(format!("{place} has no name"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    let text = document.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        assert!(schemas.contains_key(name), "{name} is not there");
    }
}
