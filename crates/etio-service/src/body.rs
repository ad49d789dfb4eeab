//! Reading request bodies: bounded in size and time, JSON only, and errors that say where.

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

use crate::config::RequestLimits;
use crate::problem::{Code, Problem};

/// Reads a JSON body; it is parsed on a compute thread.
pub async fn json_bytes(headers: &HeaderMap, body: Body, limits: &RequestLimits) -> Result<Bytes, Problem> {
    check_content_type(headers, &["application/json"])?;
    bytes(body, limits).await
}

/// The form of a whole body.
const OBJECT: &str = "a JSON object";

/// Parses one JSON document.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // serde would take the items of a list for the members of the object, in the order of our code.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(Problem::new(Code::BAD_REQUEST, "the body is a list").allowed(OBJECT));
    }
    serde_json::from_slice(bytes).map_err(|_| locate::<T>(bytes))
}

/// Describes and locates the error in a document. The document is read a second time for this,
/// because tracking positions costs time that valid documents need not pay.
fn locate<T: DeserializeOwned>(bytes: &[u8]) -> Problem {
    let mut source = serde_json::Deserializer::from_slice(bytes);
    match serde_path_to_error::deserialize::<_, T>(&mut source) {
        Err(error) => {
            let path = error.path().to_string();
            // A body that ends too early has no place of its own.
            let known = path.trim_end_matches('?').trim_end_matches('.');
            let message = error.inner().to_string();
            if known.is_empty() {
                return unreadable(&message);
            }
            // A member is found by its name, and bad JSON by its line.
            let end = message.rfind(" at line ").filter(|_| error.inner().is_data());
            unreadable(&message[..end.unwrap_or(message.len())]).at(known)
        }
        Ok(_) => {
            let more = source.end().err().map_or_else(String::new, |error| error.to_string());
            Problem::new(Code::BAD_REQUEST, more)
        }
    }
}

/// Turns an error of serde into a problem, in parts if it has the form `what it met, expected what
/// it wanted at line 1 column 2`.
fn unreadable(message: &str) -> Problem {
    let Some((met, rest)) = message.split_once(", expected ") else {
        return Problem::new(Code::BAD_REQUEST, message);
    };
    let (wanted, place) = rest.rsplit_once(" at line ").unwrap_or((rest, ""));
    // The types of our code say nothing to clients.
    let wanted = match wanted {
        "usize" | "u64" => "a whole number, not negative",
        "f64" => "a number",
        object if object.starts_with("struct ") => OBJECT,
        other => other,
    };
    // The values of a list are variants in our code.
    let met = &met.replace("unknown variant", "unknown value");
    let place = if place.is_empty() { String::new() } else { format!(", at line {place}") };
    let problem = Problem::new(Code::BAD_REQUEST, format!("{met}, expected {wanted}{place}")).allowed(wanted);
    match met.split_once('`').and_then(|(_, rest)| rest.split_once('`')) {
        Some((value, _)) => problem.given(value),
        None => match met.strip_prefix("invalid type: ").or_else(|| met.strip_prefix("invalid value: ")) {
            Some(value) => problem.given(value),
            None => problem,
        },
    }
}

/// Which of the listed content types a body has; others are refused, and so is a compressed body.
/// Parameters such as `charset` do not matter.
pub fn check_content_type<'t>(headers: &HeaderMap, accepted: &[&'t str]) -> Result<&'t str, Problem> {
    if let Some(encoding) = headers.get(header::CONTENT_ENCODING)
        && !encoding.as_bytes().eq_ignore_ascii_case(b"identity")
    {
        return Err(Problem::new(Code::UNSUPPORTED_MEDIA_TYPE, "the body is compressed; send it as it is")
            .at("content-encoding")
            .given(String::from_utf8_lossy(encoding.as_bytes()))
            .allowed("identity"));
    }
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim();
    if let Some(known) = accepted.iter().find(|known| essence.eq_ignore_ascii_case(known)) {
        return Ok(known);
    }
    let detail =
        if given.is_empty() { "no content type was given".to_owned() } else { format!("got `{essence}`") };
    Err(Problem::new(Code::UNSUPPORTED_MEDIA_TYPE, detail)
        .at("content-type")
        .given(essence)
        .allowed(accepted.join(", ")))
}

async fn bytes(body: Body, limits: &RequestLimits) -> Result<Bytes, Problem> {
    let too_large =
        || Problem::new(Code::TOO_LARGE, format!("the body is longer than {} bytes", limits.body_bytes));
    // A client that announces too much hears of it before it sends anything.
    if body.size_hint().lower() > limits.body_bytes as u64 {
        return Err(too_large());
    }
    let read = Limited::new(body, limits.body_bytes).collect();
    match tokio::time::timeout(limits.body_time, read).await {
        Err(_) => Err(Problem::new(Code::REQUEST_TIMEOUT, "the body did not arrive in time")),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Problem::new(Code::BAD_REQUEST, "the body could not be read to its end")),
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
    }
}
