//! `POST /v1/diagnosis`, `POST /v1/batch` and `POST /v1/explain`.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};

use super::App;
use crate::body;
use crate::diagnosis::{DiagnosisRequest, diagnose};
use crate::explanation::{self, ExplainRequest, ExplainResponse};
use crate::problem::{Code, Problem};
use crate::state::State;

/// One diagnosis.
pub async fn one(state: App, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let request = body::json_bytes(&headers, body, &state.limits).await?;
    let answer = answer(&state, request).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
}

/// From one JSON text to the other on a compute thread: most of what a short query takes is reading and writing JSON.
async fn answer(state: &Arc<State>, request: Bytes) -> Result<Vec<u8>, Problem> {
    let shared = Arc::clone(state);
    let work = move || {
        let request: DiagnosisRequest = body::parse(&request)?;
        let served = shared.network(request.network.as_deref())?;
        let case = request.check(&served, &shared)?;
        let response = diagnose(&served, &case, &shared, request.budget_ms)?;
        serde_json::to_vec(&response).map_err(|error| Problem::new(Code::INTERNAL, error.to_string()))
    };
    state.compute.run(work).await
}

/// Why a disease is as likely as it is.
pub async fn explain(state: App, headers: HeaderMap, body: Body) -> Result<Json<ExplainResponse>, Problem> {
    let request: ExplainRequest = body::json(&headers, body, &state.limits).await?;
    let served = state.network(request.network.as_deref())?;
    let case = request.diagnosis().check(&served, &state)?;
    let shared = Arc::clone(&state);
    let explain = move || explanation::explain(&served, &case, &request.target, &shared, request.budget_ms);
    state.compute.run(explain).await.map(Json)
}

/// The longest line of a batch.
const LONGEST_LINE: usize = 64 << 10;

/// Many diagnoses: a line in, a line out, in order. Lines are read as answers are taken, so neither side can run ahead of
/// the other; a bad line is answered in its place.
pub async fn batch(state: App, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    body::check_content_type(&headers, &["application/x-ndjson", "application/ndjson", "application/jsonl"])?;
    // As many lines at a time as there are threads to compute them.
    let abreast = state.compute.threads();
    let patience = state.limits.body_time;
    let shared = Arc::clone(&state);
    let answers = lines(body.into_data_stream(), patience)
        .map(move |line| answer_line(Arc::clone(&shared), line))
        .buffered(abreast);
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(answers)).into_response())
}

async fn answer_line(
    state: Arc<State>,
    line: Result<Vec<u8>, Problem>,
) -> Result<Vec<u8>, std::convert::Infallible> {
    let result = match line {
        Err(problem) => Err(problem),
        // A batch waits for its turn instead of being shed.
        Ok(line) => patiently(&state, line.into()).await,
    };
    let mut text = result.unwrap_or_else(|problem| {
        serde_json::to_vec(&serde_json::json!({ "error": problem })).unwrap_or_default()
    });
    text.push(b'\n');
    Ok(text)
}

async fn patiently(state: &Arc<State>, request: Bytes) -> Result<Vec<u8>, Problem> {
    const TRIES: u32 = 50;
    for _ in 0..TRIES {
        match answer(state, request.clone()).await {
            Err(problem) if problem.code() == Code::OVERLOADED => {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
            other => return other,
        }
    }
    Err(Problem::busy(1))
}

/// Splits a body into lines as it arrives; empty ones are passed over. The next piece must come within `patience`.
fn lines<E>(
    chunks: impl Stream<Item = Result<Bytes, E>> + Send + Unpin + 'static,
    patience: std::time::Duration,
) -> impl Stream<Item = Result<Vec<u8>, Problem>> {
    let start = (chunks, Vec::<u8>::new(), false, false);
    stream::unfold(start, move |(mut chunks, mut buffer, mut ended, mut skipping)| async move {
        loop {
            if let Some(at) = buffer.iter().position(|byte| *byte == b'\n') {
                let rest = buffer.split_off(at + 1);
                let line = std::mem::replace(&mut buffer, rest);
                if std::mem::take(&mut skipping) || line.trim_ascii().is_empty() {
                    continue;
                }
                return Some((Ok(line), (chunks, buffer, ended, skipping)));
            }
            if buffer.len() > LONGEST_LINE {
                buffer.clear();
                if !std::mem::replace(&mut skipping, true) {
                    let problem =
                        Problem::new(Code::TOO_LARGE, format!("a line is longer than {LONGEST_LINE} bytes"));
                    return Some((Err(problem), (chunks, buffer, ended, skipping)));
                }
            }
            if ended {
                let line = std::mem::take(&mut buffer);
                if skipping || line.trim_ascii().is_empty() {
                    return None;
                }
                return Some((Ok(line), (chunks, buffer, ended, skipping)));
            }
            let problem = match tokio::time::timeout(patience, chunks.next()).await {
                Ok(Some(Ok(chunk))) => {
                    buffer.extend_from_slice(&chunk);
                    continue;
                }
                Ok(None) => {
                    ended = true;
                    continue;
                }
                Ok(Some(Err(_))) => Problem::new(Code::BAD_REQUEST, "the body could not be read to its end"),
                Err(_) => Problem::new(Code::REQUEST_TIMEOUT, "the next line did not arrive in time"),
            };
            return Some((Err(problem), (chunks, Vec::new(), true, true)));
        }
    })
}
