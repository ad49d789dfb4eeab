//! Counters and histograms for Prometheus. Labels are route templates and codes, never anything a
//! person said.

use std::sync::OnceLock;
use std::time::Duration;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Fixed buckets in seconds, the same in every replica, so that their counts can be added up.
const BUCKETS: &[f64] =
    &[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

/// Starts recording; once a process.
pub fn start() {
    HANDLE.get_or_init(|| PrometheusBuilder::new().set_buckets(BUCKETS).ok()?.install_recorder().ok());
}

/// Records one request.
pub fn request(route: &str, status: u16, took: Duration) {
    let labels = [("route", route.to_owned()), ("status", status.to_string())];
    metrics::counter!("etio_requests_total", &labels).increment(1);
    metrics::histogram!("etio_request_seconds", "route" => route.to_owned()).record(took.as_secs_f64());
}

/// Counts a call that the session store did not answer.
pub fn sessions_failed() {
    metrics::counter!("etio_session_failures_total").increment(1);
}

/// Says whether the session store answers.
pub fn sessions_ready(is_ready: bool) {
    metrics::gauge!("etio_sessions_ready").set(if is_ready { 1.0 } else { 0.0 });
}

/// Sorts recorded times into their buckets; until then each is kept, so call it now and then.
pub fn tidy() {
    if let Some(handle) = HANDLE.get().and_then(Option::as_ref) {
        handle.run_upkeep();
    }
}

/// All metrics as text.
pub fn render() -> String {
    HANDLE.get().and_then(Option::as_ref).map(PrometheusHandle::render).unwrap_or_default()
}
