//! `POST /v1/batch`: many diagnoses in one request, as lines of any number or as one JSON document.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::App;
use crate::ask::compute;
use crate::body;
use crate::callers::Caller;
use crate::diagnosis::{DiagnosisRequest, DiagnosisResponse};
use crate::lines::{lines, over};
use crate::pace::Pace;
use crate::problem::{Code, Document, Problem};
use crate::state::State;

/// Content types of a batch in lines.
const LINES: [&str; 3] = ["application/x-ndjson", "application/ndjson", "application/jsonl"];
/// The content type of a batch in one document.
const DOCUMENT: &str = "application/json";
/// Maximum number of requests in one document.
const MOST_REQUESTS: usize = 1000;

/// Many diagnoses to make.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchRequest {
    /// The requests. Lines of `application/x-ndjson` have no such limit.
    #[schemars(length(max = MOST_REQUESTS))]
    requests: Vec<DiagnosisRequest>,
}

/// Many diagnoses. Written as they are computed; this type is only their schema.
#[derive(JsonSchema)]
pub struct BatchResponse {
    /// One answer per request, in the same order.
    #[expect(dead_code, reason = "only its schema is used")]
    answers: Vec<BatchAnswer>,
}

/// The answer to one request of a batch.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum BatchAnswer {
    /// The diagnosis.
    Diagnosis(Box<DiagnosisResponse>),
    /// Reason why the line has no answer.
    Error(BatchError),
}

/// A request of a batch that could not be answered.
#[derive(Serialize, JsonSchema)]
struct BatchError {
    /// Why.
    #[schemars(with = "Document<'static>")]
    error: Problem,
}

/// Many diagnoses, in order. Lines are read as answers are taken, so neither side can run ahead of
/// the other; a bad line is answered in its place. Each request of a batch counts as a diagnosis,
/// with a budget of its own.
pub async fn batch(state: App, caller: Caller, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let accepted = [LINES[0], LINES[1], LINES[2], DOCUMENT];
    if body::check_content_type(&headers, &accepted)? == DOCUMENT {
        document(&state, caller, &headers, body).await
    } else {
        Ok(in_lines(&state, caller, body))
    }
}

fn in_lines(state: &Arc<State>, caller: Caller, body: Body) -> Response {
    let config = &state.config;
    let pace = Pace::new(state.limits.body_time, config.least_rate);
    let limit = Limit::of(state);
    let requests = lines(body.into_data_stream(), pace, limit.longest)
        .map(|line| line.map(|line| move || body::parse(&line)));
    let answers = answers(state, caller, limit, requests).map(|mut answer| {
        answer.push(b'\n');
        Ok::<_, Infallible>(answer)
    });
    ([(header::CONTENT_TYPE, LINES[0])], Body::from_stream(answers)).into_response()
}

async fn document(
    state: &Arc<State>,
    caller: Caller,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let limit = Limit::of(state);
    let bytes = body::json_bytes(headers, body, &state.limits).await?;
    let parse = move || body::parse::<BatchRequest>(&bytes);
    let requests = state.compute.run(&caller, &state.budget(), parse).await?.requests;
    if requests.len() > MOST_REQUESTS {
        return Err(Problem::new(Code::INVALID_VALUE, "the batch is too long")
            .at("requests")
            .given(format_args!("{} requests", requests.len()))
            .allowed(format!("at most {MOST_REQUESTS}, or lines of {}", LINES[0])));
    }
    let requests = stream::iter(requests.into_iter().map(|request| Ok(move || Ok(request.clone()))));
    let answers = answers(state, caller, limit, requests).enumerate().map(|(at, mut answer)| {
        if at > 0 {
            answer.insert(0, b',');
        }
        answer
    });
    // Written piece by piece: all answers together may be large.
    let fixed = |text: &'static str| stream::iter([text.as_bytes().to_vec()]);
    let pieces = fixed("{\"answers\":[").chain(answers).chain(fixed("]}")).map(Ok::<_, Infallible>);
    Ok(([(header::CONTENT_TYPE, DOCUMENT)], Body::from_stream(pieces)).into_response())
}

/// Maximum time of a batch, from the moment when it began to arrive.
#[derive(Clone, Copy)]
struct Limit {
    longest: Duration,
    end: Instant,
}

impl Limit {
    fn of(state: &State) -> Self {
        let longest = Duration::from_secs(state.config.batch_seconds);
        Self { longest, end: Instant::now() + longest }
    }

    /// Gives up an answer that does not come before the end. Once that is reached, none is begun.
    async fn hold<T>(self, answer: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
        let is_over = self.end <= Instant::now();
        let answer = async { if is_over { std::future::pending().await } else { answer.await } };
        tokio::time::timeout_at(self.end, answer).await.unwrap_or_else(|_| Err(over(self.longest)))
    }
}

/// Answers requests in order, as many at a time as there are threads to compute them.
fn answers<F>(
    state: &Arc<State>,
    caller: Caller,
    limit: Limit,
    requests: impl Stream<Item = Result<F, Problem>> + Send + 'static,
) -> impl Stream<Item = Vec<u8>> + Send + 'static
where
    F: Fn() -> Result<DiagnosisRequest, Problem> + Clone + Send + 'static,
{
    let shared = Arc::clone(state);
    requests
        .map(move |request| {
            let (state, caller) = (Arc::clone(&shared), caller.clone());
            async move {
                let answer = match request {
                    Err(problem) => Err(problem),
                    Ok(request) => limit.hold(patiently(&state, &caller, request)).await,
                };
                answer.unwrap_or_else(|error| serde_json::to_vec(&BatchError { error }).unwrap_or_default())
            }
        })
        .buffered(state.compute.threads())
}

/// A batch waits for its turn instead of being shed.
async fn patiently<F>(state: &Arc<State>, caller: &Caller, request: F) -> Result<Vec<u8>, Problem>
where
    F: Fn() -> Result<DiagnosisRequest, Problem> + Clone + Send + 'static,
{
    const TRIES: u32 = 50;
    state.gate.charge_patiently(caller).await;
    for _ in 0..TRIES {
        match compute(state, caller, String::new(), request.clone(), serde_json::to_vec).await {
            Err(problem) if problem.code() == Code::OVERLOADED => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            other => return other,
        }
    }
    Err(Problem::busy(1))
}
