//! Pages of other origins that may call the API from a browser: none, unless the settings name them.

use std::sync::Arc;

use axum::extract::{Request, State as Shared};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::state::State;

/// Methods that a page may use. Cookies are never allowed; the service has none.
const METHODS: &str = "GET, POST, DELETE";
const HEADERS: &str = "authorization, content-type, x-api-key";
/// Headers that a page may read.
const READABLE: &str = "retry-after";
/// How long a browser may remember the answer, in seconds.
const REMEMBERED: &str = "3600";

/// Whether a text is the origin of a page as browsers send it, or `*`.
pub fn is_origin(text: &str) -> bool {
    let Some(host) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
        return text == "*";
    };
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.:[]".contains(c);
    !host.is_empty() && host.chars().all(is_plain)
}

/// Answers the question that browsers ask before a request, and marks what a page may read, if any origin
/// is allowed at all. The page's own addresses, which need no key, are not among them.
pub async fn allow(state: Shared<Arc<State>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path.starts_with("/v1/") || path == "/openapi.json";
    if !is_api {
        return next.run(request).await;
    }
    let allowed = allowed(&state.config.cors_origins, request.headers());
    let asks = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = if asks { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    let headers = response.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    let Some(origin) = allowed else { return response };
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    let more: &[_] = if asks {
        &[
            (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
            (header::ACCESS_CONTROL_MAX_AGE, REMEMBERED),
        ]
    } else {
        &[(header::ACCESS_CONTROL_EXPOSE_HEADERS, READABLE)]
    };
    for (name, value) in more {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The origin to allow, if that of the request is among those of the settings.
fn allowed(origins: &[String], headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    if origins.iter().any(|known| known == "*") {
        return Some(HeaderValue::from_static("*"));
    }
    origins.iter().any(|known| known.as_bytes() == origin.as_bytes()).then(|| origin.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_as_browsers_send_them() {
        for good in ["*", "https://example.org", "http://localhost:3000", "http://[::1]:8080"] {
            assert!(is_origin(good), "{good}");
        }
        for bad in ["", "null", "example.org", "https://", "https://example.org/", "https://Example.org"] {
            assert!(!is_origin(bad), "{bad}");
        }
    }
}
