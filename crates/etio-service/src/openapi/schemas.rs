//! Schemas by name, of what is read and of what is written.

use std::cell::RefCell;

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use super::shape;

/// Collects the schemas that operations refer to.
pub(super) struct Schemas {
    requests: RefCell<SchemaGenerator>,
    answers: RefCell<SchemaGenerator>,
}

impl Schemas {
    pub(super) fn new() -> Self {
        let settings = |contract| {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
                settings.contract = contract;
            })
        };
        Self {
            requests: settings(Contract::Deserialize).into_generator().into(),
            answers: settings(Contract::Serialize).into_generator().into(),
        }
    }

    /// A reference to the schema of what is read.
    pub(super) fn request<T: JsonSchema>(&self) -> Value {
        self.requests.borrow_mut().subschema_for::<T>().to_value()
    }

    /// A reference to the schema of what is written.
    pub(super) fn answer<T: JsonSchema>(&self) -> Value {
        self.answers.borrow_mut().subschema_for::<T>().to_value()
    }

    /// All schemas, in the shape that generators of client code turn into plain types.
    pub(super) fn into_components(self) -> Map<String, Value> {
        let mut all = self.answers.into_inner().take_definitions(true);
        all.values_mut().for_each(shape::drop_null_of_omitted);
        // A type that goes both ways is described as it is read, which is stricter.
        all.extend(self.requests.into_inner().take_definitions(true));
        all.values_mut().for_each(shape::tidy);
        shape::name_variants(&mut all);
        all
    }
}

/// The schema of what is read, whole and without references: for tools, whose clients may not
/// follow any.
pub fn inlined<T: JsonSchema>() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    shape::tidy(&mut schema);
    match schema {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
