//! For those who run it: `/healthz`, `/readyz`, `/metrics`, `/openapi.json`.

use axum::http::header;
use axum::response::IntoResponse;

use super::App;
use crate::metrics;

/// Alive.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready to take requests: networks are loaded and the queue has room.
pub async fn readyz(state: App) -> Result<&'static str, crate::problem::Problem> {
    if state.compute.has_room() { Ok("ready\n") } else { Err(crate::problem::Problem::busy(1)) }
}

/// Prometheus text.
pub async fn metrics() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::render())
}

/// The API, described.
pub async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../openapi.json"))
}
