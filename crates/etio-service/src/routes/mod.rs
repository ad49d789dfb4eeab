//! The addresses, one file a topic.

pub mod catalog;
pub mod conversation;
pub mod diagnosis;
pub mod health;
pub mod page;
pub mod sessions;
pub mod text;

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State as Shared;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use etio::Budget;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::body;
use crate::callers::Caller;
use crate::problem::{Code, Problem};
use crate::state::State;

/// Arguments of handlers.
pub type App = Shared<Arc<State>>;

/// Answers a JSON body on a compute thread, from one text to the other: reading and writing JSON is
/// most of what a short query takes. The request's budget starts when its body has arrived.
async fn answer<R: DeserializeOwned, A: Serialize>(
    state: &Arc<State>,
    caller: &Caller,
    headers: &HeaderMap,
    body: Body,
    work: impl FnOnce(&R, &State, &Budget) -> Result<A, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let request = body::json_bytes(headers, body, &state.limits).await?;
    let json = compute(state, caller, &state.budget(), request, work).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// The same from bytes to bytes.
async fn compute<R: DeserializeOwned, A: Serialize>(
    state: &Arc<State>,
    caller: &Caller,
    budget: &Budget,
    request: Bytes,
    work: impl FnOnce(&R, &State, &Budget) -> Result<A, Problem> + Send + 'static,
) -> Result<Vec<u8>, Problem> {
    let (shared, within) = (Arc::clone(state), budget.clone());
    let job = move || {
        let answer = work(&body::parse(&request)?, &shared, &within)?;
        serde_json::to_vec(&answer).map_err(|error| Problem::new(Code::INTERNAL, error.to_string()))
    };
    state.compute.run(caller, budget, job).await
}
