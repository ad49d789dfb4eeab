//! Handlers of the HTTP routes, one file per topic.

pub mod batch;
pub mod catalog;
pub mod conversation;
pub mod health;
pub mod page;
pub mod sessions;
pub mod text;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequestParts, Path, State as Shared};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use serde::de::DeserializeOwned;

use crate::ask::{self, Ask};
use crate::body;
use crate::callers::Caller;
use crate::problem::{Code, Problem};
use crate::state::State;

/// Arguments of handlers.
pub type App = Shared<Arc<State>>;

/// The variable parts of an address. Nothing has a name that is not UTF-8.
pub struct Names<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Names<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(names)) => Ok(Self(names)),
            Err(_) => Err(Problem::new(Code::NOT_FOUND, "the address is not UTF-8")),
        }
    }
}

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
