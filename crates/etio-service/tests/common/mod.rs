//! A small service and how to ask it, without a network in between.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use etio::Network;
use etio::format::{FormatError, folder};
use etio_service::{Config, State, app};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

pub fn network() -> Result<Network, FormatError> {
    let diseases = "id,name,prior,triage\nflu,Influenza,0.01,see_doctor\ncold,Common cold,0.05,self_care\n";
    let findings = "id,name,leak,synonyms,question,parent\n\
        fever,Fever,0.02,feverish|temperature,Do you have a fever?,\n\
        high_fever,High fever,0.005,very hot,Is it above 39?,fever\n\
        cough,Cough,0.05,coughing,Do you cough?,\n\
        sneeze,Sneezing,0.03,sneezing,Do you sneeze?,\n";
    let links = "disease,finding,probability,source\nflu,fever,0.9,textbook\nflu,high_fever,0.6,\nflu,cough,0.8,\n\
        cold,cough,0.6,\ncold,sneeze,0.9,\n";
    let flags = "id,present,message,action\nhot,high_fever+cough,Could be serious.,See a doctor now.\n";
    let documents = vec![("red_flags.csv", flags.as_bytes().to_vec())];
    folder::read_embedded("test", diseases.as_bytes(), findings.as_bytes(), links.as_bytes(), documents)
}

pub fn service(config: Config) -> Arc<State> {
    // Tests run beside each other on machines that are busy: waiting for a turn is no failure there.
    let config = Config { sessions: Some("memory".to_owned()), queue_ms: 60_000, ..config };
    State::open(config, ("test", network)).expect("a service")
}

pub async fn send(state: &Arc<State>, request: Request<Body>) -> (StatusCode, Value, HeaderMap) {
    let response = app(Arc::clone(state)).oneshot(request).await.expect("infallible");
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.expect("a body").to_bytes();
    let value = serde_json::from_slice(&bytes)
        .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&bytes).into()));
    (parts.status, value, parts.headers)
}

pub fn post(path: &str, body: &Value) -> Request<Body> {
    raw(path, "application/json", body.to_string())
}

pub fn raw(path: &str, content_type: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path).header(header::CONTENT_TYPE, content_type).body(body.into()).expect("a request")
}

pub fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).expect("a request")
}
