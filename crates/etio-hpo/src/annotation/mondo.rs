//! Reading MONDO's table of mappings, `mondo.sssom.tsv`: which MONDO disease is which OMIM or Orphanet
//! disease.

use std::io::BufRead;

use crate::text::{ReadError, lines};

/// A MONDO disease and the same disease elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameDisease {
    /// Such as `MONDO:0007947`.
    pub mondo: String,
    /// Such as `OMIM:154700` or `ORPHA:558`.
    pub other: String,
}

/// Reads the exact matches to OMIM and Orphanet.
pub fn read(source: impl BufRead) -> Result<Vec<SameDisease>, ReadError> {
    let mut columns: Option<[usize; 3]> = None;
    let mut found = Vec::new();
    lines(source, |_, line| {
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let Some(columns) = columns else {
            let find = |name: &str| {
                fields.iter().position(|&field| field == name).ok_or_else(|| {
                    format!("the header has no column `{name}`: is this MONDO's mondo.sssom.tsv?")
                })
            };
            columns = Some([find("subject_id")?, find("predicate_id")?, find("object_id")?]);
            return Ok(());
        };
        let [Some(&subject), Some(&predicate), Some(&object)] = columns.map(|at| fields.get(at)) else {
            return Err(format!("{} columns; if it is the last line, the file was cut short", fields.len()));
        };
        if predicate != "skos:exactMatch" || !subject.starts_with("MONDO:") {
            return Ok(());
        }
        // Orphanet's diseases have two prefixes in use.
        let other = match object.split_once(':') {
            Some(("OMIM", _)) => object.to_owned(),
            Some(("Orphanet" | "ORPHA", number)) => format!("ORPHA:{number}"),
            _ => return Ok(()),
        };
        found.push(SameDisease { mondo: subject.to_owned(), other });
        Ok(())
    })?;
    if found.is_empty() {
        return Err(ReadError::Content("no exact match to OMIM or Orphanet in it".to_owned()));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_matches_to_omim_and_orphanet_are_read() {
        let text = "#curie_map:\nsubject_id\tsubject_label\tpredicate_id\tobject_id\n\
                    MONDO:1\tx\tskos:exactMatch\tOMIM:2\nMONDO:1\tx\tskos:exactMatch\tOrphanet:3\n\
                    MONDO:1\tx\tskos:exactMatch\tUMLS:4\nMONDO:1\tx\tskos:broadMatch\tOMIM:5\n";
        let found = read(text.as_bytes()).unwrap();
        assert_eq!(found.iter().map(|s| s.other.as_str()).collect::<Vec<_>>(), ["OMIM:2", "ORPHA:3"]);
        assert!(read(&b"a\tb\n"[..]).unwrap_err().to_string().contains("subject_id"));
    }
}
