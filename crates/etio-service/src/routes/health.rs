//! For those who run it: `/healthz`, `/readyz`, `/metrics`, `/openapi.json`.

use std::sync::atomic::Ordering::Relaxed;

use axum::http::header;
use axum::response::IntoResponse;

use super::App;
use crate::metrics;
use crate::problem::{Code, Problem};

/// Alive.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready for every kind of request: not about to stop, the queue has room, and the session store answers.
pub async fn readyz(state: App) -> Result<&'static str, Problem> {
    if state.sessions.is_ready() {
        computes(state).await
    } else {
        let problem = Problem::new(Code::SESSIONS_UNAVAILABLE, "the session store does not answer");
        Err(problem.retry_after(1))
    }
}

/// Ready for requests without a session.
pub async fn computes(state: App) -> Result<&'static str, Problem> {
    let is_ready = !state.is_draining.load(Relaxed) && state.compute.accepts();
    if is_ready { Ok("ready\n") } else { Err(Problem::busy(1)) }
}

/// Prometheus text.
pub async fn metrics() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::render())
}

/// The API, described.
pub async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], crate::openapi::text())
}
