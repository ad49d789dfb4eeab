//! Reading `hp.obo`: stanzas of `tag: value` lines.

use std::io::BufRead;

use crate::ontology::{Definition, Ontology, OntologyError};
use crate::text::{ReadError, lines};

/// Reads an ontology in the OBO form.
pub fn read(source: impl BufRead) -> Result<Ontology, ReadError> {
    let mut version = String::new();
    let mut definitions: Vec<Definition> = Vec::new();
    let mut in_term = false;
    let mut before_stanzas = true;
    lines(source, |_, line| {
        let line = line.trim_end();
        if line.starts_with('[') {
            in_term = line == "[Term]";
            before_stanzas = false;
            if in_term {
                definitions.push(Definition::default());
            }
        } else if before_stanzas {
            if let Some(value) = line.strip_prefix("data-version:") {
                release(value).clone_into(&mut version);
            }
        } else if in_term && !line.is_empty() && !line.starts_with('!') {
            let Some((tag, value)) = line.split_once(':') else {
                return Err(format!("`{}` is not `tag: value`", shorten(line)));
            };
            if let Some(definition) = definitions.last_mut() {
                define(definition, tag, value.trim())?;
            }
        }
        Ok(())
    })?;
    definitions.retain(|definition| !definition.id.is_empty());
    if definitions.is_empty() {
        return Err(ReadError::Content("no [Term] in it: is this an ontology in the OBO form?".to_owned()));
    }
    Ontology::build(version, definitions).map_err(|e: OntologyError| ReadError::Content(e.to_string()))
}

fn define(definition: &mut Definition, tag: &str, value: &str) -> Result<(), String> {
    match tag {
        "id" if value.is_empty() => return Err("a term without an id".to_owned()),
        "id" => id_of(value).clone_into(&mut definition.id),
        "name" => value.clone_into(&mut definition.name),
        "alt_id" => definition.alternatives.push(id_of(value).to_owned()),
        "is_a" => definition.parents.push(id_of(value).to_owned()),
        "is_obsolete" => definition.obsolete = value == "true",
        "replaced_by" => definition.replaced_by = Some(id_of(value).to_owned()),
        "synonym" => {
            let quoted = value.strip_prefix('"').and_then(|rest| rest.split_once('"'));
            let Some((synonym, scope)) = quoted else {
                return Err("a synonym without quotes".to_owned());
            };
            if scope.trim_start().starts_with("EXACT") {
                definition.synonyms.push(synonym.to_owned());
            }
        }
        _ => {}
    }
    Ok(())
}

/// The id at the start of `HP:0001507 ! Growth abnormality`.
fn id_of(value: &str) -> &str {
    value.split([' ', '\t']).next().unwrap_or_default()
}

/// `2025-01-16` of `hp/releases/2025-01-16`.
fn release(value: &str) -> &str {
    value
        .trim()
        .rsplit('/')
        .find(|part| part.starts_with(|c: char| c.is_ascii_digit()))
        .unwrap_or(value.trim())
}

fn shorten(line: &str) -> String {
    line.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology::Resolution;

    const SMALL: &str = "format-version: 1.2\ndata-version: hp/releases/2025-01-16\n\n[Term]\nid: HP:0000001\nname: All\n\n\
        [Term]\nid: HP:0000118\nname: Phenotypic abnormality\nalt_id: HP:0000117\nis_a: HP:0000001 ! All\n\
        synonym: \"Organ abnormality\" EXACT layperson []\nsynonym: \"Oddity\" BROAD []\n\n\
        [Term]\nid: HP:0000009\nname: obsolete thing\nis_obsolete: true\nreplaced_by: HP:0000118\n\n\
        [Typedef]\nid: part_of\nis_a: nothing\n";

    #[test]
    fn terms_aliases_and_the_release_are_read() {
        let ontology = read(SMALL.as_bytes()).unwrap();
        assert_eq!(ontology.version, "2025-01-16");
        assert_eq!(ontology.terms().len(), 2);
        let root = ontology.resolve("HP:0000118").term().unwrap();
        assert_eq!(ontology.term(root).synonyms, ["Organ abnormality"]);
        assert_eq!(ontology.resolve("HP:0000117"), Resolution::Alternative(root));
        assert_eq!(ontology.resolve("HP:0000009"), Resolution::Replaced(root));
    }

    #[test]
    fn a_cycle_a_gap_and_something_else_are_errors() {
        let cycle = "[Term]\nid: A\nis_a: B\n\n[Term]\nid: B\nis_a: A\n";
        assert!(read(cycle.as_bytes()).unwrap_err().to_string().contains("circle: A is a B is a A"));
        let gap = "[Term]\nid: A\nis_a: B ! gone\n";
        assert!(read(gap.as_bytes()).unwrap_err().to_string().contains("cut short"));
        assert!(read(&b"{\"graphs\": []}"[..]).unwrap_err().to_string().contains("OBO"));
        assert!(read(&b""[..]).is_err());
        assert!(read(&b"[Term]\nid: A\nname\n"[..]).unwrap_err().to_string().contains("line 3"));
    }
}
