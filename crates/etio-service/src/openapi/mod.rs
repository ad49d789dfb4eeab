//! `/openapi.json`, made from the types that requests are read into and answers are written from.

mod draft;
mod operations;
mod schemas;
mod shape;

use std::sync::LazyLock;

use etio::{Hybrid, Method, Order, Scheme, Solver};
use etio_case::schema::ExactnessMembers;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use operations::operations;
use schemas::Schemas;

pub use schemas::inlined;

/// The document as JSON.
pub fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| document().to_string());
    &TEXT
}

/// The document.
pub fn document() -> Value {
    let schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations(&schemas) {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation.described;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Etio",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Noisy-or diagnosis over HTTP. **Research and demonstration software, not a medical \
                device.** In an emergency call the emergency number; do not wait for an answer.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": operations::TAGS.iter().map(|(name, about)| json!({ "name": name, "description": about })).collect::<Vec<_>>(),
        "security": [{}, { "key": [] }, { "keyHeader": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas.into_components(),
            "securitySchemes": {
                "key": { "type": "http", "scheme": "bearer" },
                "keyHeader": { "type": "apiKey", "in": "header", "name": "X-Api-Key" },
            },
        },
    })
}

/// The members that say how far probabilities can be trusted. Only the first is always there.
pub(crate) fn accuracy(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = ExactnessMembers::json_schema(generator);
    schema.insert("required".to_owned(), json!(["exactness"]));
    schema
}

/// Every inference method and what it does.
pub(crate) fn methods() -> String {
    let list = |names: Vec<&str>| format!("`{}`", names.join("`, `"));
    let mut lines = vec![format!("How to compute the answer; `{}` if omitted.\n", Method::default())];
    lines.extend(Method::PLAIN.iter().map(|method| format!("- `{method}`: {}", method.summary())));
    if let Ok(hybrid) = Hybrid::EXAMPLE.parse::<Method>() {
        lines.push(format!("- `{}`, such as `{hybrid}`: {}", Hybrid::FORM, hybrid.summary()));
    }
    lines.push(format!("  - SCHEME: {}", list(Scheme::ALL.iter().map(|s| s.as_str()).collect())));
    lines.push(format!("  - SOLVER: {}", list(Solver::ALL.iter().map(|s| s.as_str()).collect())));
    lines.push(format!("  - ORDER: {}", list(Order::ALL.iter().map(|o| o.as_str()).collect())));
    lines.join("\n")
}
