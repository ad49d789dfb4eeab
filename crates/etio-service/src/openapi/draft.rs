//! The description of one operation, put together part by part.

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::schemas::Schemas;
use crate::paging;
use crate::problem::Document;

/// One method of one address.
pub(super) struct Operation {
    pub(super) path: String,
    pub(super) method: &'static str,
    pub(super) described: Value,
}

/// Statuses that a request may be answered with besides its answer.
pub(super) type Errors = &'static [u16];

fn meaning(status: u16) -> &'static str {
    match status {
        400 => "The body cannot be read",
        401 => "A valid API key is needed",
        404 => "Not found",
        408 => "The body took too long",
        413 => "The body is too large",
        415 => "Not JSON",
        422 => "A value cannot be used",
        429 => "Too many requests with this key, or no room for more sessions; see Retry-After",
        503 => "Too busy, or the session store does not answer; see Retry-After",
        _ => "Our fault",
    }
}

/// An operation in the making.
pub(super) struct Draft<'s> {
    schemas: &'s Schemas,
    path: &'static str,
    method: &'static str,
    described: Value,
}

impl<'s> Draft<'s> {
    pub(super) fn new(
        schemas: &'s Schemas,
        method: &'static str,
        path: &'static str,
        id: &str,
        tag: &str,
        summary: &str,
    ) -> Self {
        let described = json!({ "operationId": id, "tags": [tag], "summary": summary, "responses": {} });
        Self { schemas, path, method, described }.parameters()
    }

    /// The parts of the address in braces.
    fn parameters(mut self) -> Self {
        let about = |name: &str| match name {
            "name" => json!({ "description": "The network's name", "example": "starter" }),
            "id" if self.path.contains("/findings/") => {
                json!({ "description": "The finding's id", "example": "fever" })
            }
            "id" if self.path.contains("/diseases/") => {
                json!({ "description": "The disease's id", "example": "influenza" })
            }
            _ => json!({ "description": "The session's id" }),
        };
        let names = self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let parameters: Vec<Value> = names
            .map(|name| {
                let mut parameter =
                    json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
                merge(&mut parameter, about(name));
                parameter
            })
            .collect();
        if !parameters.is_empty() {
            self.described["parameters"] = parameters.into();
        }
        self
    }

    /// The parameters of a page of a list.
    pub(super) fn paged(mut self) -> Self {
        let number = |name: &str, about: &str, least: usize, most: usize, default: usize| {
            json!({ "name": name, "in": "query", "required": false, "description": about,
                "schema": { "type": "integer", "minimum": least, "maximum": most, "default": default } })
        };
        if let Some(Value::Array(parameters)) = self.described.get_mut("parameters") {
            parameters.push(number("offset", "Number of entries to skip", 0, paging::FARTHEST, 0));
            parameters.push(number(
                "limit",
                "Maximum number of entries",
                1,
                paging::MOST,
                paging::DEFAULT_LIMIT,
            ));
        }
        self
    }

    pub(super) fn about(mut self, text: &str) -> Self {
        self.described["description"] = json!(text);
        self
    }

    pub(super) fn body<R: JsonSchema>(mut self, example: &Value) -> Self {
        let schema = self.schemas.request::<R>();
        let content = json!({ "application/json": { "schema": schema, "example": example } });
        self.described["requestBody"] = json!({ "required": true, "content": content });
        self
    }

    pub(super) fn answer<A: JsonSchema>(mut self, status: u16, about: &str) -> Self {
        let content = json!({ "application/json": { "schema": self.schemas.answer::<A>() } });
        self.described["responses"][status.to_string()] = json!({ "description": about, "content": content });
        self
    }

    pub(super) fn text(mut self, about: &str) -> Self {
        let content = json!({ "text/plain": { "schema": { "type": "string" } } });
        self.described["responses"]["200"] = json!({ "description": about, "content": content });
        self
    }

    pub(super) fn errors(mut self, statuses: Errors) -> Self {
        for status in statuses {
            let content =
                json!({ "application/problem+json": { "schema": self.schemas.answer::<Document<'_>>() } });
            self.described["responses"][status.to_string()] =
                json!({ "description": meaning(*status), "content": content });
        }
        self
    }

    pub(super) fn done(self) -> Operation {
        Operation { path: self.path.to_owned(), method: self.method, described: self.described }
    }
}

fn merge(into: &mut Value, more: Value) {
    if let (Value::Object(into), Value::Object(more)) = (into, more) {
        into.extend(more);
    }
}
