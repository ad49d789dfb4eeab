//! `POST /v1/diagnosis`, `POST /v1/batch` and `POST /v1/explain`.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use etio::Budget;
use futures_util::StreamExt;

use super::{App, answer, compute};
use crate::body;
use crate::callers::Caller;
use crate::diagnosis::{DiagnosisRequest, DiagnosisResponse, diagnose};
use crate::explanation::{self, ExplainRequest};
use crate::lines::lines;
use crate::pace::Pace;
use crate::problem::{Code, Problem};
use crate::state::State;

/// One diagnosis.
pub async fn one(state: App, caller: Caller, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    answer(&state, &caller, &headers, body, diagnosed).await
}

fn diagnosed(
    request: &DiagnosisRequest,
    state: &State,
    budget: &Budget,
) -> Result<DiagnosisResponse, Problem> {
    let served = state.network(request.network.as_deref())?;
    let case = request.check(&served, state)?;
    diagnose(&served, &case, &state.narrowed(budget, request.budget_ms))
}

/// Why a disease is as likely as it is.
pub async fn explain(
    state: App,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let explained = |request: &ExplainRequest, state: &State, budget: &Budget| {
        let served = state.network(request.network.as_deref())?;
        let case = request.diagnosis().check(&served, state)?;
        let budget = state.narrowed(budget, request.budget_ms);
        explanation::explain(&served, &case, &request.target, &budget)
    };
    answer(&state, &caller, &headers, body, explained).await
}

/// Many diagnoses: a line in, a line out, in order. Lines are read as answers are taken, so neither
/// side can run ahead of the other; a bad line is answered in its place. Each line counts as a
/// diagnosis, with a budget of its own.
pub async fn batch(state: App, caller: Caller, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    body::check_content_type(&headers, &["application/x-ndjson", "application/ndjson", "application/jsonl"])?;
    // As many lines at a time as there are threads to compute them.
    let abreast = state.compute.threads();
    let config = &state.config;
    let pace = Pace::new(state.limits.body_time, config.least_rate);
    let shared = Arc::clone(&state);
    let answers = lines(body.into_data_stream(), pace, Duration::from_secs(config.batch_seconds))
        .map(move |line| answer_line(Arc::clone(&shared), caller.clone(), line))
        .buffered(abreast);
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(answers)).into_response())
}

async fn answer_line(
    state: Arc<State>,
    caller: Caller,
    line: Result<Vec<u8>, Problem>,
) -> Result<Vec<u8>, std::convert::Infallible> {
    let result = match line {
        Err(problem) => Err(problem),
        // A batch waits for its turn instead of being shed.
        Ok(line) => patiently(&state, &caller, line.into()).await,
    };
    let mut text = result.unwrap_or_else(|problem| {
        serde_json::to_vec(&serde_json::json!({ "error": problem })).unwrap_or_default()
    });
    text.push(b'\n');
    Ok(text)
}

async fn patiently(state: &Arc<State>, caller: &Caller, request: Bytes) -> Result<Vec<u8>, Problem> {
    const TRIES: u32 = 50;
    state.gate.charge_patiently(caller).await;
    for _ in 0..TRIES {
        match compute(state, caller, &state.budget(), request.clone(), diagnosed).await {
            Err(problem) if problem.code() == Code::OVERLOADED => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            other => return other,
        }
    }
    Err(Problem::busy(1))
}
