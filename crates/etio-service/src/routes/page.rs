//! The page: files of `web/`, inside the program, with the fixed texts of the client's language filled in.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use etio_bot::Language;
use include_dir::{Dir, include_dir};

use super::conversation::accepted;
use super::{App, Names};
use crate::problem::{Code, Problem};

static WEB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web");

/// The page at `/`, in the language that the client prefers.
pub async fn index(state: App, headers: HeaderMap) -> Result<Response, Problem> {
    let language = state.language(None, &accepted(&headers))?;
    let Some(page) = WEB.get_file("index.html") else {
        return Err(Problem::new(Code::NOT_FOUND, "there is no page"));
    };
    let page = fill(&String::from_utf8_lossy(page.contents()), &language)?;
    Ok(([(header::CONTENT_TYPE, content_type("index.html"))], page).into_response())
}

/// Replaces `{{id}}` by the text of that id, `{{language}}` by the language, and `{{texts}}` by all
/// fixed texts as JSON.
fn fill(page: &str, language: &Language) -> Result<String, Problem> {
    let failed = |what: String| Problem::new(Code::INTERNAL, what);
    let fixed = language.fixed();
    let mut filled = String::with_capacity(2 * page.len());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("{{") {
        let (id, after) =
            after.split_once("}}").ok_or_else(|| failed("index.html: `{{` without end".to_owned()))?;
        filled.push_str(before);
        match id {
            "language" => filled.push_str(language.tag()),
            "texts" => {
                let json = serde_json::to_string(&fixed).map_err(|e| failed(e.to_string()))?;
                // Inside a script element only `</` could end it.
                filled.push_str(&json.replace('<', "\\u003c"));
            }
            id => {
                let text =
                    fixed.get(id).ok_or_else(|| failed(format!("index.html: there is no text `{id}`")))?;
                filled.push_str(&escape(text));
            }
        }
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The API reference at `/docs`: Swagger UI, from `web/vendor`.
pub async fn docs() -> Response {
    file("docs.html")
}

/// A file of the page.
pub async fn asset(Names(path): Names<String>) -> Response {
    file(&path)
}

fn file(path: &str) -> Response {
    // The page itself is at `/`, with its texts.
    if let Some(found) = WEB.get_file(path).filter(|_| path != "index.html") {
        return ([(header::CONTENT_TYPE, content_type(path))], found.contents()).into_response();
    }
    // What is large lies here as it is sent: every browser can unpack it.
    if let Some(found) = WEB.get_file(format!("{path}.gz")) {
        let headers = [
            (header::CONTENT_TYPE, content_type(path)),
            (header::CONTENT_ENCODING, "gzip"),
            (header::CACHE_CONTROL, "max-age=3600"),
        ];
        return (headers, found.contents()).into_response();
    }
    Problem::new(Code::NOT_FOUND, "there is no such file").into_response()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_filled_with_texts_that_cannot_become_markup() {
        let files = [("a.ftl".to_owned(), "title = <b> & \"c\"\nshare = { $number }%\n".to_owned())];
        let language = Language::read("en", &files.into()).unwrap();
        let page = "<html lang=\"{{language}}\"><p>{{title}}</p><script>{{texts}}</script>";
        assert_eq!(
            fill(page, &language).unwrap(),
            "<html lang=\"en\"><p>&lt;b&gt; &amp; &quot;c&quot;</p><script>{\"title\":\"\\u003cb> & \\\"c\\\"\"}</script>"
        );
        assert!(fill("{{nonsense}}", &language).is_err() && fill("{{title", &language).is_err());
    }

    /// The program grows by the packed files alone, and nobody waits for more than them.
    #[test]
    fn the_api_reference_is_packed_and_within_half_a_megabyte() {
        let vendor = WEB.get_dir("vendor").expect("the API reference");
        let mut bytes = 0;
        for file in vendor.files() {
            let kind = file.path().extension().and_then(|extension| extension.to_str());
            assert!(matches!(kind, None | Some("gz" | "LICENSE")), "{} is not packed", file.path().display());
            bytes += file.contents().len();
        }
        assert!(bytes <= 500_000, "{bytes} bytes");
    }

    #[test]
    fn every_text_of_the_page_is_there() {
        let english = etio_bot::Languages::built_in().unwrap().english().clone();
        let page = WEB.get_file("index.html").unwrap();
        fill(&String::from_utf8_lossy(page.contents()), &english).unwrap();
    }
}
