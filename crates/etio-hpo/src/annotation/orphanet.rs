//! Reading Orphanet's mapping: which Orphanet disease is which OMIM disease.

use std::io::BufRead;

use crate::text::{ReadError, lines};

/// How an Orphanet disease relates to an OMIM one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// Both ids mean the same disease.
    Exact,
    /// Orphanet's disease is the wider one.
    Broader,
    /// Orphanet's disease is the narrower one.
    Narrower,
}

impl Relation {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Broader => "broader",
            Self::Narrower => "narrower",
        }
    }

    /// What a report says beside a row of an entry with this relation; nothing for the same disease.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::Broader => "wider entry",
            Self::Narrower => "narrower entry",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        [Self::Exact, Self::Broader, Self::Narrower].into_iter().find(|r| r.word() == word)
    }
}

/// One line of the mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// Such as `ORPHA:100`.
    pub orpha: String,
    /// Such as `OMIM:208900`.
    pub omim: String,
    /// How the two relate.
    pub relation: Relation,
}

/// Reads the mapping: Orphanet id, OMIM id and the relation (`E`, `BTNT`, `NTBT`), separated by
/// tabs. Undecided pairs (`ND` and others) are left out; their number is returned beside the
/// mapping.
pub fn read_mapping(source: impl BufRead) -> Result<(Vec<Mapping>, usize), ReadError> {
    let mut mappings = Vec::new();
    let mut undecided = 0;
    lines(source, |number, line| {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            [""] => {}
            [orpha, omim, relation] if orpha.starts_with("ORPHA:") && omim.starts_with("OMIM:") => {
                let relation = match relation.split(' ').next() {
                    Some("E") => Relation::Exact,
                    Some("BTNT") => Relation::Broader,
                    Some("NTBT") => Relation::Narrower,
                    _ => {
                        undecided += 1;
                        return Ok(());
                    }
                };
                mappings.push(Mapping { orpha: orpha.to_owned(), omim: omim.to_owned(), relation });
            }
            // A first line that names the columns.
            [_, _, _] if number == 1 => {}
            _ => return Err("expected ORPHA:n, OMIM:n and the relation, separated by tabs".to_owned()),
        }
        Ok(())
    })?;
    if mappings.is_empty() {
        return Err(ReadError::Content("no mapping in it".to_owned()));
    }
    Ok((mappings, undecided))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_are_read_and_undecided_pairs_counted() {
        let text =
            "ORPHA:1\tOMIM:2\tE (Exact mapping)\nORPHA:1\tOMIM:3\tBTNT (broader)\nORPHA:4\tOMIM:3\tND (x)\n";
        let (mappings, undecided) = read_mapping(text.as_bytes()).unwrap();
        assert_eq!(mappings.len(), 2);
        assert_eq!(mappings[1].relation, Relation::Broader);
        assert_eq!(undecided, 1);
        assert!(read_mapping(&b"ORPHA:1\tOMIM:2\tE\nx\n"[..]).unwrap_err().to_string().contains("line 2"));
    }
}
