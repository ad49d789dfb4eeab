//! The addresses, one file a topic.

pub mod batch;
pub mod catalog;
pub mod conversation;
pub mod health;
pub mod page;
pub mod sessions;
pub mod text;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State as Shared;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use crate::ask::{self, Ask};
use crate::body;
use crate::callers::Caller;
use crate::problem::Problem;
use crate::state::State;

/// Arguments of handlers.
pub type App = Shared<Arc<State>>;

/// Answers a request in a JSON body.
pub async fn answer<R: Ask>(
    state: App,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let request = body::json_bytes(&headers, body, &state.limits).await?;
    let json = ask::ask::<R>(&state, &caller, conversation::accepted(&headers), request).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}
