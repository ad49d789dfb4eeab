//! Reading Orphanet's tables: which Orphanet disease is which OMIM disease, and how common it is.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::BufRead;

use crate::text::{ReadError, lines};

/// How an Orphanet disease relates to an OMIM one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The same disease.
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

/// Reads the mapping: Orphanet id, OMIM id and the relation (`E`, `BTNT`, `NTBT`), separated by tabs. Undecided pairs
/// (`ND` and others) are left out; their number is returned beside the mapping.
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

/// Reads prevalence classes: for each Orphanet disease, the share of people who have it. Where several are given the
/// worldwide point prevalence comes first, then any point prevalence, then any other kind; among equals the largest.
pub fn read_prevalence(source: impl BufRead) -> Result<HashMap<String, f64>, ReadError> {
    let mut best: HashMap<String, (u8, f64)> = HashMap::new();
    lines(source, |number, line| {
        let fields: Vec<&str> = line.split('\t').collect();
        if line.is_empty() || (number == 1 && fields.first() == Some(&"orpha")) {
            return Ok(());
        }
        let [orpha, _, kind, geography, class, ..] = fields[..] else {
            return Err("expected the columns orpha, label, type, geo, class".to_owned());
        };
        if orpha.parse::<u32>().is_err() {
            return Err(format!("`{orpha}` is not an Orphanet number"));
        }
        if let Some(share) = share_of(class) {
            let order = match (kind, geography) {
                ("Point prevalence", "Worldwide") => 3,
                ("Point prevalence", _) => 2,
                _ => 1,
            };
            let entry = best.entry(format!("ORPHA:{orpha}")).or_insert((order, share));
            match order.cmp(&entry.0) {
                Ordering::Greater => *entry = (order, share),
                Ordering::Equal => entry.1 = entry.1.max(share),
                Ordering::Less => {}
            }
        }
        Ok(())
    })?;
    if best.is_empty() {
        return Err(ReadError::Content("no prevalence class in it".to_owned()));
    }
    Ok(best.into_iter().map(|(id, (_, share))| (id, share)).collect())
}

/// The geometric middle of a prevalence class.
fn share_of(class: &str) -> Option<f64> {
    Some(match class {
        ">1 / 1000" => 2e-3,
        "6-9 / 10 000" => 7.3e-4,
        "1-5 / 10 000" => 2.2e-4,
        "1-9 / 100 000" => 3e-5,
        "1-9 / 1 000 000" => 3e-6,
        "<1 / 1 000 000" => 3e-7,
        _ => return None,
    })
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

    #[test]
    fn the_worldwide_point_prevalence_wins() {
        let text = "orpha\tlabel\ttype\tgeo\tclass\tvalmoy\n\
                    10\tx\tPrevalence at birth\tEurope\t>1 / 1000\t\n\
                    10\tx\tPoint prevalence\tWorldwide\t1-9 / 100 000\t\n\
                    10\tx\tPoint prevalence\tNorway\t1-5 / 10 000\t\n\
                    11\tx\tPoint prevalence\tWorldwide\tUnknown\t\n";
        let prevalence = read_prevalence(text.as_bytes()).unwrap();
        assert_eq!(prevalence.len(), 1);
        assert_eq!(prevalence["ORPHA:10"], 3e-5);
    }
}
