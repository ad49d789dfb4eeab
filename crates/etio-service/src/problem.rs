//! Errors as RFC 9457 problem documents, from one table of codes.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use etio::InferenceError;
use etio_bot::{AdviceError, FoldError};
use etio_case::{PRIOR_FACTORS, ReadingError};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// One row of the table: the code that programs match on, its status, its title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// Identifier for programs; the last part of the problem's `type`.
    pub name: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The same for every problem of the kind.
    pub title: &'static str,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $status:literal, $title:literal;)*) => {
        impl Code {
            $($(#[$doc])* pub const $name: Code = Code { name: $code, status: $status, title: $title };)*
            /// The whole table.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];
        }
    };
}

codes! {
    /// The body is not JSON, or not in the shape that is asked for.
    BAD_REQUEST = "bad-request", 400, "The request body cannot be read";
    /// No or a wrong API key.
    UNAUTHORIZED = "unauthorized", 401, "A valid API key is needed";
    /// No such resource.
    NOT_FOUND = "not-found", 404, "Not found";
    /// The resource does not know the method.
    METHOD_NOT_ALLOWED = "method-not-allowed", 405, "Method not allowed";
    /// A body took too long.
    REQUEST_TIMEOUT = "request-timeout", 408, "The request took too long to arrive";
    /// The body is too large.
    TOO_LARGE = "body-too-large", 413, "The request body is too large";
    /// Not JSON by its content type, or compressed.
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type", 415, "The content type or encoding is not supported";
    /// Well-formed, but a value cannot be used.
    INVALID_VALUE = "invalid-value", 422, "A value cannot be used";
    /// The evidence has probability zero.
    IMPOSSIBLE_EVIDENCE = "impossible-evidence", 422, "The network rules these findings out together";
    /// The method asked for cannot answer within the budget.
    TOO_EXPENSIVE = "too-expensive", 422, "The method cannot answer within its budget";
    /// Too many requests with one key.
    RATE_LIMITED = "rate-limited", 429, "Too many requests";
    /// The sessions of one key, or of all, take up all the room that they may.
    SESSION_QUOTA = "session-quota", 429, "No room for more sessions";
    /// Internal error.
    INTERNAL = "internal", 500, "Something went wrong on our side";
    /// More work than can be done now.
    OVERLOADED = "overloaded", 503, "Too busy at the moment";
    /// The session store does not answer.
    SESSIONS_UNAVAILABLE = "sessions-unavailable", 503, "Sessions cannot be reached at the moment";
}

/// Maximum number of characters of a wrong value that are repeated.
pub const LONGEST_VALUE: usize = 100;
/// Maximum number of characters of a sentence, or of a place in the body: both may repeat what was sent.
pub const LONGEST_TEXT: usize = 500;

fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// An error that a request is answered with; sent as a [`Document`].
#[derive(Clone, Debug)]
pub struct Problem {
    code: Code,
    /// Details of this occurrence.
    detail: String,
    /// Position in the body, such as `evidence[3].id`.
    field: Option<Box<str>>,
    /// The value that was given there.
    value: Option<Box<str>>,
    /// The allowed values.
    allowed: Option<Box<str>>,
    retry_after: Option<u32>,
}

impl Problem {
    /// A problem of a kind, with what went wrong this time, cut short if it is long.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: cut(detail.into()), field: None, value: None, allowed: None, retry_after: None }
    }

    /// Says where in the body the problem is, cut short if it is long.
    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.field = Some(cut(field.into()).into_boxed_str());
        self
    }

    /// Says what was given there, cut short if it is long.
    #[must_use]
    pub fn given(mut self, value: impl std::fmt::Display) -> Self {
        self.value = Some(value.to_string().chars().take(LONGEST_VALUE).collect());
        self
    }

    /// Says what would be allowed.
    #[must_use]
    pub fn allowed(mut self, allowed: impl Into<String>) -> Self {
        self.allowed = Some(allowed.into().into_boxed_str());
        self
    }

    /// Too busy: come back in a number of seconds.
    pub fn busy(seconds: u32) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(Code::OVERLOADED, "more requests are waiting than can be answered in time")
        }
    }

    /// Says when to come back.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.code.status
    }

    /// The kind of problem.
    pub fn code(&self) -> Code {
        self.code
    }
}

impl From<InferenceError> for Problem {
    #[expect(
        clippy::match_same_arms,
        reason = "the last arm is for kinds to come; a test has all others named"
    )]
    fn from(error: InferenceError) -> Self {
        let code = match &error {
            InferenceError::ImpossibleEvidence { .. } => Code::IMPOSSIBLE_EVIDENCE,
            InferenceError::Evidence(_) | InferenceError::TooManyTransformed { .. } => Code::INVALID_VALUE,
            InferenceError::TooExpensive { .. }
            | InferenceError::TooLarge { .. }
            | InferenceError::DigitsLost { .. }
            | InferenceError::OutOfTime { .. } => Code::TOO_EXPENSIVE,
            // Only the service itself cancels work, and the same request may succeed later.
            InferenceError::Cancelled => {
                return Self::new(Code::OVERLOADED, error.to_string()).retry_after(1);
            }
            InferenceError::Damaged { .. } => Code::INTERNAL,
            _ => Code::INTERNAL,
        };
        Self::new(code, error.to_string())
    }
}

impl From<AdviceError> for Problem {
    fn from(error: AdviceError) -> Self {
        match error {
            AdviceError::Inference(error) => error.into(),
            AdviceError::Reading(error) => error.into(),
            other => Self::new(Code::INTERNAL, other.to_string()),
        }
    }
}

/// Finds the position in a request of a turn's member; `None` for a stored turn, which is not in
/// the request.
pub type Places<'p> = &'p dyn Fn(usize, &str) -> Option<String>;

/// The turns of a log that is sent as a whole.
pub fn in_turns(turn: usize, member: &str) -> Option<String> {
    Some(format!("turns[{turn}].{member}"))
}

impl Problem {
    /// The problem of a log of turns that cannot be folded.
    pub fn of_fold(error: FoldError, places: Places<'_>) -> Self {
        let problem = Self::new(Code::INVALID_VALUE, error.to_string());
        let at = |problem: Self, turn, member| match places(turn, member) {
            Some(place) => problem.at(place),
            None => problem,
        };
        match error {
            FoldError::Finding { turn, member, id, nearest } => {
                let problem = at(problem, turn, member).given(id);
                problem.allowed(nearest.map_or_else(
                    || "a finding's id, as listed by GET /v1/networks/{name}/findings".to_owned(),
                    |near| format!("a finding's id, such as `{near}`"),
                ))
            }
            FoldError::Reference { turn, target } => {
                at(problem, turn, "turn").given(target).allowed("a turn before it, counted from 0")
            }
            FoldError::Age { turn, .. } => at(problem, turn, "age").allowed("0 to 130"),
            FoldError::Disease { id } => problem.at("explain.id").given(id).allowed("a disease's id"),
            FoldError::Advice(error) => error.into(),
            other => Self::new(Code::INTERNAL, other.to_string()),
        }
    }
}

impl From<ReadingError> for Problem {
    fn from(error: ReadingError) -> Self {
        let (code, field) = match error {
            ReadingError::Age(_) => (Code::INVALID_VALUE, "age"),
            ReadingError::Sex(_) => (Code::INVALID_VALUE, "sex"),
            ReadingError::Evidence(_) | ReadingError::Contradiction { .. } => {
                (Code::INVALID_VALUE, "evidence")
            }
            ReadingError::Factor { .. } => (Code::INVALID_VALUE, "prior_factor.factor"),
            // The context rules are the network's own.
            _ => return Self::new(Code::INTERNAL, error.to_string()),
        };
        let problem = Self::new(code, error.to_string()).at(field);
        match error {
            ReadingError::Factor { factor, .. } => {
                problem.given(factor).allowed(format!("{} to {}", PRIOR_FACTORS.start(), PRIOR_FACTORS.end()))
            }
            _ => problem,
        }
    }
}

/// Why a request was not answered, as described by RFC 9457.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct Document<'p> {
    /// Names the kind of problem.
    r#type: String,
    /// The kind of problem in words.
    title: &'p str,
    /// The HTTP status.
    status: u16,
    /// The kind of problem, for programs to match on.
    #[schemars(extend("enum" = Code::ALL.iter().map(|code| code.name).collect::<Vec<_>>()))]
    code: &'p str,
    /// Description of this occurrence.
    detail: &'p str,
    /// Position in the request, such as `evidence[3].id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'p str>,
    /// The value given there.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'p str>,
    /// The values allowed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<&'p str>,
}

impl Problem {
    /// The document to send.
    pub fn document(&self) -> Document<'_> {
        Document {
            r#type: format!("/problems/{}", self.code.name),
            title: self.code.title,
            status: self.code.status,
            code: self.code.name,
            detail: &self.detail,
            field: self.field.as_deref(),
            value: self.value.as_deref(),
            allowed: self.allowed.as_deref(),
        }
    }
}

/// In one sentence, for people and for assistants.
impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code.title, self.detail)?;
        let parts = [("at", &self.field), ("given", &self.value), ("allowed", &self.allowed)];
        for (name, part) in parts {
            if let Some(text) = part {
                write!(f, "; {name}: {text}")?;
            }
        }
        Ok(())
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document().serialize(serializer)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response =
            (status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use etio::Method;

    use super::*;

    #[test]
    fn every_kind_of_error_has_its_code() {
        let method = Method::Quickscore;
        let expected = [
            (InferenceError::ImpossibleEvidence { finding: None }, Code::IMPOSSIBLE_EVIDENCE),
            (InferenceError::TooManyTransformed { method, asked: 2, present: 1 }, Code::INVALID_VALUE),
            (
                InferenceError::TooExpensive { method, predicted_seconds: 1e9, predicted_bytes: 0.0 },
                Code::TOO_EXPENSIVE,
            ),
            (
                InferenceError::TooLarge { method, what: "findings", count: 31, limit: 30 },
                Code::TOO_EXPENSIVE,
            ),
            (InferenceError::DigitsLost { method, error_estimate: 1.0 }, Code::TOO_EXPENSIVE),
            (InferenceError::OutOfTime { limit: Duration::ZERO }, Code::TOO_EXPENSIVE),
            (InferenceError::Cancelled, Code::OVERLOADED),
            (InferenceError::Damaged { finding: "fever".to_owned() }, Code::INTERNAL),
        ];
        for (error, code) in expected {
            assert_eq!(Problem::from(error.clone()).code(), code, "{error}");
        }
    }
}
