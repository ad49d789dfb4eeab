//! Counters and histograms for Prometheus. Labels are route templates and codes, never anything a
//! person said.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper ends of buckets in seconds, the same in every replica, so that their counts can be added up.
const BUCKETS: [f64; 15] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

static METRICS: Metrics = Metrics {
    routes: Mutex::new(BTreeMap::new()),
    session_failures: AtomicU64::new(0),
    sessions_ready: AtomicBool::new(false),
};

struct Metrics {
    routes: Mutex<BTreeMap<String, Route>>,
    session_failures: AtomicU64,
    sessions_ready: AtomicBool,
}

/// The requests to one route.
#[derive(Default)]
struct Route {
    by_status: BTreeMap<u16, u64>,
    /// Requests by bucket, those above all buckets last.
    by_time: [u64; BUCKETS.len() + 1],
    seconds: f64,
}

impl Metrics {
    fn request(&self, route: &str, status: u16, took: Duration) {
        let seconds = took.as_secs_f64();
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        // Every route but the first few times.
        let route = match routes.get_mut(route) {
            Some(known) => known,
            None => routes.entry(route.to_owned()).or_default(),
        };
        *route.by_status.entry(status).or_default() += 1;
        route.by_time[BUCKETS.partition_point(|&end| end < seconds)] += 1;
        route.seconds += seconds;
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(text, "# TYPE etio_requests_total counter")?;
        for (name, route) in &*routes {
            for (status, count) in &route.by_status {
                writeln!(text, "etio_requests_total{{route=\"{name}\",status=\"{status}\"}} {count}")?;
            }
        }
        writeln!(text, "# TYPE etio_request_seconds histogram")?;
        for (name, route) in &*routes {
            let mut count = 0;
            let ends = BUCKETS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
            for (end, requests) in ends.zip(route.by_time) {
                count += requests;
                writeln!(text, "etio_request_seconds_bucket{{route=\"{name}\",le=\"{end}\"}} {count}")?;
            }
            writeln!(text, "etio_request_seconds_sum{{route=\"{name}\"}} {}", route.seconds)?;
            writeln!(text, "etio_request_seconds_count{{route=\"{name}\"}} {count}")?;
        }
        writeln!(text, "# TYPE etio_session_failures_total counter")?;
        writeln!(text, "etio_session_failures_total {}", self.session_failures.load(Relaxed))?;
        writeln!(text, "# TYPE etio_sessions_ready gauge")?;
        writeln!(text, "etio_sessions_ready {}", u8::from(self.sessions_ready.load(Relaxed)))
    }
}

/// Records one request. The route is a template, so there are few of them.
pub fn request(route: &str, status: u16, took: Duration) {
    METRICS.request(route, status, took);
}

/// Counts a call that the session store did not answer.
pub fn sessions_failed() {
    METRICS.session_failures.fetch_add(1, Relaxed);
}

/// Says whether the session store answers.
pub fn sessions_ready(is_ready: bool) {
    METRICS.sessions_ready.store(is_ready, Relaxed);
}

/// All metrics as text.
pub fn render() -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = METRICS.write(&mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up_and_include_their_ends() {
        let metrics = Metrics {
            routes: Mutex::default(),
            session_failures: AtomicU64::new(3),
            sessions_ready: AtomicBool::new(true),
        };
        for (status, micros) in [(200, 100), (200, 101), (503, 6_000_000)] {
            metrics.request("/v1/x/{id}", status, Duration::from_micros(micros));
        }
        let mut text = String::new();
        metrics.write(&mut text).unwrap();
        for line in [
            "# TYPE etio_requests_total counter",
            "etio_requests_total{route=\"/v1/x/{id}\",status=\"200\"} 2",
            "etio_requests_total{route=\"/v1/x/{id}\",status=\"503\"} 1",
            "etio_request_seconds_bucket{route=\"/v1/x/{id}\",le=\"0.0001\"} 1",
            "etio_request_seconds_bucket{route=\"/v1/x/{id}\",le=\"0.00025\"} 2",
            "etio_request_seconds_bucket{route=\"/v1/x/{id}\",le=\"5\"} 2",
            "etio_request_seconds_bucket{route=\"/v1/x/{id}\",le=\"+Inf\"} 3",
            "etio_request_seconds_count{route=\"/v1/x/{id}\"} 3",
            "etio_session_failures_total 3",
            "etio_sessions_ready 1",
        ] {
            assert!(text.lines().any(|written| written == line), "no `{line}` in\n{text}");
        }
        assert!(text.contains("\netio_request_seconds_sum{route=\"/v1/x/{id}\"} 6.0002"), "{text}");
    }
}
