//! The whole service as one router: what the binary serves and what the tests call.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State as Shared};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::ask::{
    ConversationRequest, DiagnosisRequest, ExplainRequest, ParseRequest, SearchRequest, SuggestRequest,
};
use crate::callers::{Caller, Peer};
use crate::cors;
use crate::metrics;
use crate::problem::{Code, Problem};
use crate::routes::{answer, batch, catalog, health, page, sessions};
use crate::state::State;

/// Builds the service.
pub fn app(state: Arc<State>) -> Router {
    let with = |state: &Arc<State>| Arc::clone(state);
    let charged = Router::new()
        .route("/networks", get(catalog::networks))
        .route("/networks/{name}", get(catalog::network))
        .route("/networks/{name}/findings", get(catalog::findings))
        .route("/networks/{name}/diseases", get(catalog::diseases))
        .route("/networks/{name}/findings/{id}", get(catalog::finding))
        .route("/networks/{name}/diseases/{id}", get(catalog::disease))
        .route("/sessions/{id}", get(sessions::read).delete(sessions::delete))
        .route_layer(middleware::from_fn_with_state(with(&state), charge));
    let api = computing()
        .route("/sessions", post(sessions::create))
        .route("/sessions/{id}/turns", post(sessions::append_turns))
        .route("/sessions/{id}/evidence", post(sessions::append_evidence))
        .route_layer(middleware::from_fn_with_state(with(&state), charge_and_shed))
        .merge(charged)
        // A batch pays line by line.
        .route("/batch", post(batch::batch))
        .layer(middleware::from_fn_with_state(with(&state), admit));
    let page = computing()
        .route_layer(middleware::from_fn_with_state(with(&state), charge_and_shed))
        .layer(middleware::from_fn_with_state(with(&state), admit_visitor));
    let all = Router::new()
        .nest("/v1", api)
        .nest("/page/v1", page)
        .route("/", get(page::index))
        .route("/docs", get(page::docs))
        .route("/web/{*path}", get(page::asset))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/readyz/compute", get(health::computes))
        .route("/metrics", get(health::metrics))
        .route("/openapi.json", get(health::openapi))
        .fallback(|| async { Problem::new(Code::NOT_FOUND, "see /openapi.json for what there is") })
        .method_not_allowed_fallback(|| async {
            Problem::new(Code::METHOD_NOT_ALLOWED, "see /openapi.json for what this address takes")
        });
    let all = if state.config.cors_origins.is_empty() {
        all
    } else {
        all.layer(middleware::from_fn_with_state(with(&state), cors::allow))
    };
    all.layer(middleware::from_fn_with_state(with(&state), observe)).with_state(state)
}

/// Routes shared by the API and the page.
fn computing() -> Router<Arc<State>> {
    Router::new()
        .route("/conversation", post(answer::<ConversationRequest>))
        .route("/diagnosis", post(answer::<DiagnosisRequest>))
        .route("/explain", post(answer::<ExplainRequest>))
        .route("/parse", post(answer::<ParseRequest>))
        .route("/search", post(answer::<SearchRequest>))
        .route("/suggest", post(answer::<SuggestRequest>))
}

/// Lets requests with a valid key through; all of them if no keys are set.
async fn admit(state: Shared<Arc<State>>, mut request: Request, next: Next) -> Response {
    match state.gate.api_caller(request.headers(), peer(&request)) {
        Err(problem) => problem.into_response(),
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
    }
}

/// Lets visitors of the page through, if it is open to them.
async fn admit_visitor(state: Shared<Arc<State>>, mut request: Request, next: Next) -> Response {
    match state.gate.page_caller(peer(&request)) {
        Err(problem) => problem.into_response(),
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
    }
}

/// Address that a request comes from; `None` if it did not come over a connection.
fn peer(request: &Request) -> Option<Peer> {
    request.extensions().get().copied()
}

/// Counts a request as one diagnosis of its caller.
async fn charge(state: Shared<Arc<State>>, caller: Caller, request: Request, next: Next) -> Response {
    match state.gate.charge(&caller) {
        Err(problem) => problem.into_response(),
        Ok(()) => next.run(request).await,
    }
}

/// The same, and refuses what could not be computed anyway before its body is even read: a refusal must
/// cost next to nothing.
async fn charge_and_shed(
    state: Shared<Arc<State>>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Response {
    match state.gate.charge(&caller) {
        Err(problem) => problem.into_response(),
        Ok(()) if state.compute.has_room(&caller) => next.run(request).await,
        Ok(()) => Problem::busy(1).into_response(),
    }
}

/// Security headers of every answer.
const HEADERS: &[(HeaderName, &str)] = &[
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
];

/// Measures and logs each request by its route template, never by its address or body, and adds the headers.
async fn observe(state: Shared<Arc<State>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        // A page may have a policy of its own.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if state.is_draining.load(Relaxed) {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    if state.tls.is_some() {
        let year = HeaderValue::from_static("max-age=31536000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    let (status, took) = (response.status().as_u16(), started.elapsed());
    metrics::request(&route, status, took);
    tracing::debug!(%method, route, status, us = took.as_micros() as u64, "request");
    response
}
