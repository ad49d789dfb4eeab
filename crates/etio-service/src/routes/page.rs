//! The page: files of `web/`, inside the program.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use crate::problem::{Code, Problem};

#[derive(Embed)]
#[folder = "web/"]
#[exclude = "test/*"]
struct Web;

/// The page at `/`.
pub async fn index() -> Response {
    file("index.html")
}

/// The API's documentation at `/docs`.
pub async fn docs() -> Response {
    file("docs.html")
}

/// A file of the page.
pub async fn asset(Path(path): Path<String>) -> Response {
    file(&path)
}

fn file(path: &str) -> Response {
    let Some(found) = Web::get(path) else {
        return Problem::new(Code::NOT_FOUND, "there is no such file").into_response();
    };
    ([(header::CONTENT_TYPE, content_type(path))], found.data).into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}
