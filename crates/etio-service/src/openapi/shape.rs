//! Schemas in the shape that generators of client code turn into plain types: words as one
//! enumeration, variants with names, nothing nullable that is never null.

use serde_json::{Map, Value, json};

/// Applies a change to a schema and to everything inside.
fn walk(schema: &mut Value, change: &impl Fn(&mut Map<String, Value>)) {
    match schema {
        Value::Object(members) => {
            change(members);
            members.values_mut().for_each(|member| walk(member, change));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, change)),
        _ => {}
    }
}

/// Members that are omitted instead of being null are never null.
pub(super) fn drop_null_of_omitted(schema: &mut Value) {
    walk(schema, &|members| {
        let required = members.get("required").cloned().unwrap_or_default();
        let is_required = |name: &String| required.as_array().is_some_and(|list| list.contains(&json!(name)));
        let Some(Value::Object(properties)) = members.get_mut("properties") else { return };
        for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
            drop_null(property);
        }
    });
}

fn drop_null(property: &mut Value) {
    let Value::Object(members) = property else { return };
    if let Some(Value::Array(types)) = members.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            members.insert("type".to_owned(), only);
        }
    }
    let Some(Value::Array(choices)) = members.get_mut("anyOf") else { return };
    choices.retain(|choice| choice["type"] != "null");
    if let [only] = choices.as_mut_slice() {
        let only = only.take();
        members.remove("anyOf");
        if let Value::Object(only) = only {
            members.extend(only);
        }
    }
}

/// Joins wrapped lines of descriptions, makes one enumeration of words that are described one by
/// one, and forgets Rust's names of number types.
pub(super) fn tidy(schema: &mut Value) {
    walk(schema, &|members| {
        if let Some(Value::String(text)) = members.get_mut("description") {
            *text = unwrapped(text);
        }
        if members
            .get("format")
            .and_then(Value::as_str)
            .is_some_and(|f| f.starts_with("uint") || f == "double")
        {
            members.remove("format");
        }
        join_words(members);
    });
}

/// Lines that belong to one paragraph become one; lists and empty lines stay.
fn unwrapped(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut is_open = false;
    for line in text.lines() {
        let starts = line.is_empty() || line.trim_start().starts_with("- ");
        if !joined.is_empty() {
            joined.push(if is_open && !starts { ' ' } else { '\n' });
        }
        joined.push_str(line);
        is_open = !line.is_empty();
    }
    joined
}

fn join_words(members: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = members.get("oneOf") else { return };
    let word = |choice: &Value| {
        Some((choice["const"].as_str()?.to_owned(), choice["description"].as_str()?.to_owned()))
    };
    let Some(words) = choices.iter().map(word).collect::<Option<Vec<_>>>() else { return };
    let mut text = members.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    text.push('\n');
    for (word, about) in &words {
        text.extend(["\n- `", word.as_str(), "`: ", unwrapped(about).as_str()]);
    }
    members.remove("oneOf");
    members.insert("type".to_owned(), json!("string"));
    members.insert("enum".to_owned(), words.into_iter().map(|(word, _)| word).collect());
    members.insert("description".to_owned(), json!(text.trim_start()));
}

/// Gives the variants of an enumeration that is told apart by `kind` names of their own: `SaidTurn`
/// of `Turn`.
pub(super) fn name_variants(all: &mut Map<String, Value>) {
    const TAG: &str = "kind";
    let mut named = Map::new();
    for (name, schema) in all.iter_mut() {
        let Some(Value::Array(variants)) = schema.get_mut("oneOf") else { continue };
        let mut mapping = Map::new();
        for variant in variants {
            let Some(word) = variant["properties"][TAG]["const"].as_str().map(str::to_owned) else {
                continue;
            };
            let own = format!("{}{name}", camel(&word));
            let reference = format!("#/components/schemas/{own}");
            named.insert(own, std::mem::replace(variant, json!({ "$ref": reference })));
            mapping.insert(word, json!(reference));
        }
        if !mapping.is_empty() {
            schema["discriminator"] = json!({ "propertyName": TAG, "mapping": mapping });
        }
    }
    all.extend(named);
}

/// `taken_back` as `TakenBack`.
fn camel(word: &str) -> String {
    let part = |part: &str| {
        let mut letters = part.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    word.split('_').map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_one_enumeration() {
        let mut schema = json!({ "description": "How it\nstands.", "oneOf": [
            { "const": "present", "type": "string", "description": "Yes." },
            { "const": "absent", "type": "string", "description": "No,\nnot." },
        ] });
        tidy(&mut schema);
        let text = "How it stands.\n\n- `present`: Yes.\n- `absent`: No, not.";
        assert_eq!(schema, json!({ "type": "string", "enum": ["present", "absent"], "description": text }));
    }

    #[test]
    fn only_what_is_omitted_loses_null() {
        let mut schema = json!({ "required": ["kept"], "properties": {
            "kept": { "type": ["string", "null"] },
            "text": { "type": ["string", "null"] },
            "other": { "anyOf": [{ "$ref": "#/x" }, { "type": "null" }], "description": "d" },
        } });
        drop_null_of_omitted(&mut schema);
        assert_eq!(
            schema["properties"],
            json!({
                "kept": { "type": ["string", "null"] },
                "text": { "type": "string" },
                "other": { "$ref": "#/x", "description": "d" },
            })
        );
    }

    #[test]
    fn variants_have_names() {
        let variant = json!({ "properties": { "kind": { "const": "taken_back" } } });
        let mut all = Map::from_iter([("Turn".to_owned(), json!({ "oneOf": [variant.clone()] }))]);
        name_variants(&mut all);
        assert_eq!(all["TakenBackTurn"], variant);
        assert_eq!(all["Turn"]["oneOf"][0]["$ref"], "#/components/schemas/TakenBackTurn");
        assert_eq!(
            all["Turn"]["discriminator"]["mapping"]["taken_back"],
            "#/components/schemas/TakenBackTurn"
        );
    }
}
