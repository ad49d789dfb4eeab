//! Reading `phenotype.hpoa`: which disease shows which term, how often, and who says so.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde::Serialize;

use super::frequency::Frequency;
use crate::text::{ReadError, lines};

/// A row about a phenotype.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The line of the file, counted from one.
    pub line: u64,
    /// Such as `OMIM:619340`.
    pub disease: String,
    /// The term as written; it may be an old id.
    pub term: String,
    /// How often; `None` if the column cannot be read.
    pub frequency: Option<Frequency>,
    /// The frequency as written, such as `45/58` or `HP:0040281`; empty if not stated.
    pub written: String,
    /// Whether the row says `NOT`.
    pub negated: bool,
    /// The sex that the row is about, if it is about one.
    pub sex: Option<Sex>,
    /// The age at which the finding begins, as a term; empty if not stated.
    pub onset: String,
    /// Sources of the row, such as `PMID:31675180`.
    pub references: Vec<String>,
}

/// Sex, as annotations and patients state it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
}

impl Sex {
    /// Reads `FEMALE` or `male`; anything else says nothing about the sex.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Female, Self::Male].into_iter().find(|sex| sex.word().eq_ignore_ascii_case(text.trim()))
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Female => "female",
            Self::Male => "male",
        }
    }
}

/// When a disease begins, by one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnsetRow {
    /// Such as `OMIM:619426`.
    pub disease: String,
    /// Such as `HP:0003593`, infantile onset.
    pub term: String,
    /// The frequency as written; empty if not stated.
    pub written: String,
    /// Sources of the row.
    pub references: Vec<String>,
}

/// The file's content.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// The release, such as `2025-01-16`; empty if the file names none.
    pub version: String,
    /// The rows about phenotypes.
    pub rows: Vec<Row>,
    /// The name of every disease in the file, those without a phenotype included.
    pub names: BTreeMap<String, String>,
    /// The rows about the clinical course, the onset among them.
    pub onsets: Vec<OnsetRow>,
    /// Rows about other matters by their aspect: `I` inheritance, `C` course and onset, `M` modifiers,
    /// `H` history.
    pub other_aspects: BTreeMap<String, usize>,
}

/// The columns that are used, by their position in the header.
struct Columns {
    disease: usize,
    name: usize,
    qualifier: usize,
    term: usize,
    references: usize,
    onset: usize,
    frequency: usize,
    sex: usize,
    aspect: usize,
    count: usize,
}

impl Columns {
    fn of(header: &str) -> Result<Self, String> {
        let names: Vec<&str> = header.split('\t').collect();
        let find = |wanted: &str| {
            names.iter().position(|&name| name == wanted).ok_or_else(|| {
                format!("the header has no column `{wanted}`: is this a phenotype.hpoa of 2023 or later?")
            })
        };
        Ok(Self {
            disease: find("database_id")?,
            name: find("disease_name")?,
            qualifier: find("qualifier")?,
            term: find("hpo_id")?,
            references: find("reference")?,
            onset: find("onset")?,
            frequency: find("frequency")?,
            sex: find("sex")?,
            aspect: find("aspect")?,
            count: names.len(),
        })
    }
}

/// Reads annotations.
pub fn read(source: impl BufRead) -> Result<Annotations, ReadError> {
    let mut annotations = Annotations::default();
    let mut columns = None;
    let mut promised = Vec::new();
    lines(source, |number, line| {
        if let Some(comment) = line.strip_prefix('#') {
            if let Some(version) = comment.strip_prefix("version:") {
                version.trim().clone_into(&mut annotations.version);
            }
            promised.extend(diseases_promised(comment));
        } else if let Some(columns) = &columns {
            read_row(&mut annotations, columns, number, line)?;
        } else if !line.is_empty() {
            columns = Some(Columns::of(line)?);
        }
        Ok(())
    })?;
    if annotations.rows.is_empty() {
        return Err(ReadError::Content("no row about a phenotype in it".to_owned()));
    }
    check_complete(&annotations, &promised)?;
    Ok(annotations)
}

fn read_row(annotations: &mut Annotations, columns: &Columns, line: u64, text: &str) -> Result<(), String> {
    let fields: Vec<&str> = text.split('\t').collect();
    if fields.len() != columns.count {
        return Err(format!(
            "{} of {} columns; if it is the last line, the file was cut short",
            fields.len(),
            columns.count
        ));
    }
    let disease = fields[columns.disease];
    if disease.is_empty() || fields[columns.term].is_empty() {
        return Err("a row without a disease or without a term".to_owned());
    }
    if !annotations.names.contains_key(disease) {
        annotations.names.insert(disease.to_owned(), fields[columns.name].to_owned());
    }
    let aspect = fields[columns.aspect];
    let negated = fields[columns.qualifier] == "NOT";
    let written = fields[columns.frequency];
    let references = fields[columns.references].split(';').filter(|r| !r.is_empty()).map(str::to_owned);
    if aspect != "P" {
        *annotations.other_aspects.entry(aspect.to_owned()).or_default() += 1;
        if aspect == "C" && !negated {
            annotations.onsets.push(OnsetRow {
                disease: disease.to_owned(),
                term: fields[columns.term].to_owned(),
                written: written.to_owned(),
                references: references.collect(),
            });
        }
        return Ok(());
    }
    annotations.rows.push(Row {
        line,
        disease: disease.to_owned(),
        term: fields[columns.term].to_owned(),
        frequency: Frequency::of(negated, written),
        written: written.to_owned(),
        negated,
        sex: Sex::parse(fields[columns.sex]),
        onset: fields[columns.onset].to_owned(),
        references: references.collect(),
    });
    Ok(())
}

/// The number of diseases by the prefix of their ids, as in `HPO annotations for rare diseases
/// [8359: OMIM; 47: DECIPHER; 4283 ORPHANET]`.
fn diseases_promised(comment: &str) -> Vec<(&'static str, usize)> {
    let Some((_, list)) = comment.split_once('[') else { return Vec::new() };
    let entries = list.split(';').filter_map(|entry| {
        let catalogues = [("OMIM", "OMIM:"), ("DECIPHER", "DECIPHER:"), ("ORPHA", "ORPHA:")];
        let (_, prefix) = catalogues.into_iter().find(|(name, _)| entry.contains(name))?;
        Some((prefix, entry.trim().split([':', ' ']).next()?.parse().ok()?))
    });
    entries.collect()
}

/// A file that ends at the end of a line looks whole; its first line gives it away.
fn check_complete(annotations: &Annotations, promised: &[(&str, usize)]) -> Result<(), ReadError> {
    for &(prefix, promised) in promised {
        let found = annotations.names.keys().filter(|id| id.starts_with(prefix)).count();
        if (found as f64) < 0.99 * promised as f64 {
            return Err(ReadError::Content(format!(
                "the file promises {promised} {} diseases and has {found}; it was cut short, download it again",
                prefix.trim_end_matches(':')
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "database_id\tdisease_name\tqualifier\thpo_id\treference\tevidence\tonset\tfrequency\tsex\tmodifier\taspect\tbiocuration\n";

    fn file(rows: &str) -> String {
        format!("#description: \"x [2: OMIM; 1 ORPHANET]\"\n#version: 2025-01-16\n{HEADER}{rows}")
    }

    const FEVER: &str = "OMIM:1\tOne\t\tHP:1\tPMID:7;PMID:8\tPCS\t\t3/4\t\t\tP\tx\n";
    const PAIN: &str = "ORPHA:3\tThree\t\tHP:3\tORPHA:3\tTAS\t\tHP:0040281\t\t\tP\tx\n";
    const COUGH: &str = "OMIM:2\tTwo\tNOT\tHP:2\tOMIM:2\tTAS\t\t\t\t\tP\tx\n";

    #[test]
    fn rows_versions_and_other_aspects_are_read() {
        let inheritance = "OMIM:2\tTwo\t\tHP:9\tOMIM:2\tTAS\t\t\t\t\tI\tx\n";
        let annotations = read(file(&[FEVER, COUGH, inheritance, PAIN].concat()).as_bytes()).unwrap();
        assert_eq!(annotations.version, "2025-01-16");
        assert_eq!(annotations.rows.len(), 3);
        assert_eq!(annotations.rows[0].references, ["PMID:7", "PMID:8"]);
        assert_eq!(annotations.rows[0].frequency, Some(Frequency::Counted { observed: 3.0, patients: 4.0 }));
        assert_eq!(annotations.rows[1].frequency, Some(Frequency::Denied));
        assert_eq!((annotations.rows[0].written.as_str(), annotations.rows[1].negated), ("3/4", true));
        assert_eq!(annotations.other_aspects["I"], 1);
        assert_eq!(annotations.names.len(), 3);
    }

    #[test]
    fn a_cut_in_a_line_is_found_with_its_number() {
        let whole = file(&[FEVER, COUGH].concat());
        let error = read(&whole.as_bytes()[..whole.len() - 12]).unwrap_err().to_string();
        assert!(error.contains("line 5") && error.contains("cut short"), "{error}");
    }

    #[test]
    fn a_cut_between_lines_is_found_by_what_the_file_promises() {
        let error = read(file(FEVER).as_bytes()).unwrap_err().to_string();
        assert!(error.contains("promises 2 OMIM diseases and has 1"), "{error}");
        let error = read(file(&[FEVER, COUGH].concat()).as_bytes()).unwrap_err().to_string();
        assert!(error.contains("promises 1 ORPHA diseases and has 0"), "{error}");
    }

    #[test]
    fn another_kind_of_file_is_refused() {
        let error = read(&b"id,name\n1,x\n"[..]).unwrap_err().to_string();
        assert!(error.contains("database_id"), "{error}");
        assert!(read(&b""[..]).is_err());
    }
}
