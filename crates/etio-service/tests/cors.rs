//! Pages of other origins: refused by default, allowed by name.

mod common;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request};
use common::{post, send, service};
use etio_service::{Config, ConfigError};
use serde_json::json;

const PAGE: &str = "https://page.example";

fn allowing(origins: &[&str]) -> Config {
    Config { cors_origins: origins.iter().map(|&o| o.to_owned()).collect(), ..Config::default() }
}

fn from(origin: &str, mut request: Request<Body>) -> Request<Body> {
    request.headers_mut().insert("origin", origin.parse().expect("a header"));
    request
}

fn asking_first(path: &str) -> Request<Body> {
    let request = Request::builder().method(Method::OPTIONS).uri(path);
    request.header("access-control-request-method", "POST").body(Body::empty()).expect("a request")
}

fn allowed(headers: &HeaderMap) -> Option<&str> {
    headers.get("access-control-allow-origin").map(|value| value.to_str().expect("text"))
}

#[tokio::test]
async fn other_origins_are_refused_by_default() {
    let state = service(Config::default());
    let (status, _, headers) = send(&state, from(PAGE, asking_first("/v1/diagnosis"))).await;
    assert_eq!((status.as_u16(), allowed(&headers)), (405, None));
    let (_, _, headers) = send(&state, from(PAGE, post("/v1/diagnosis", &json!({})))).await;
    assert_eq!(allowed(&headers), None);
}

#[tokio::test]
async fn a_named_origin_may_ask_and_read_errors_too() {
    let state = service(allowing(&[PAGE]));
    let (status, _, headers) = send(&state, from(PAGE, asking_first("/v1/diagnosis"))).await;
    assert_eq!((status.as_u16(), allowed(&headers)), (204, Some(PAGE)));
    assert!(headers["access-control-allow-headers"].to_str().is_ok_and(|h| h.contains("authorization")));
    for body in [json!({}), json!({ "age": 200 })] {
        let (_, _, headers) = send(&state, from(PAGE, post("/v1/diagnosis", &body))).await;
        assert_eq!((allowed(&headers), &headers["vary"]), (Some(PAGE), &"origin".parse().expect("text")));
        assert!(!headers.contains_key("access-control-allow-credentials"));
    }
    let (_, _, headers) =
        send(&state, from("https://other.example", post("/v1/diagnosis", &json!({})))).await;
    assert_eq!(allowed(&headers), None);
    // The page's own addresses need no key, and are nobody else's.
    let (_, _, headers) = send(&state, from(PAGE, post("/page/v1/diagnosis", &json!({})))).await;
    assert_eq!(allowed(&headers), None);
}

#[tokio::test]
async fn a_star_allows_all() {
    let state = service(allowing(&["*"]));
    let (_, _, headers) = send(&state, from("http://localhost:3000", post("/v1/search", &json!({})))).await;
    assert_eq!(allowed(&headers), Some("*"));
}

#[test]
fn what_is_no_origin_is_refused_by_name() {
    let given = "https://page.example/path".to_owned();
    assert_eq!(allowing(&[&given]).check(), Err(ConfigError::Origin { given }));
}
