//! The authoring form: a folder with `diseases.csv`, `findings.csv` and `links.csv`.
//!
//! Columns are found by their header, in any order. Columns that the engine does not know are kept
//! as attributes. Commas and tabs, a byte order mark and Windows line ends are accepted. A file may
//! also be called `.tsv`. See `docs/formats/network.md`.

mod problems;
mod source;
mod table;
mod write;

pub use write::write;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use problems::{Problems, Unusable};
use table::{CsvTable, excerpt};

use super::files::open_regular;
use super::{FormatError, LineProblem, TABLE_ENDINGS, TABLES, is_table};
use crate::network::inherit::parse_share;
use crate::network::is_probability;
use crate::suggest::nearest;
use crate::{BuildError, DiseaseId, FindingId, Network, NetworkBuilder};

/// Endings of companion files: any other file of the folder that has one of them is kept with the
/// network, unread.
pub const COMPANION_ENDINGS: &[&str] = &["csv", "json", "tsv"];

/// Maximum length of a row in bytes, including its line end.
pub const MAX_ROW_BYTES: usize = 1 << 20;

/// Maximum number of columns in a file.
pub const MAX_COLUMNS: usize = 1000;

/// Maximum length of a document in bytes.
pub const MAX_DOCUMENT_BYTES: u64 = 1 << 30;

const DISEASES: Table = Table { stem: TABLES[0], columns: ["id", "name", "prior"], needed: "id,name,prior" };
const FINDINGS: Table = Table { stem: TABLES[1], columns: ["id", "name", "leak"], needed: "id,name,leak" };
const LINKS: Table = Table {
    stem: TABLES[2],
    columns: ["disease", "finding", "probability"],
    needed: "disease,finding,probability",
};

/// One of the three files: its name and the columns it must have, the number last.
struct Table {
    /// The file's name without its ending.
    stem: &'static str,
    columns: [&'static str; 3],
    needed: &'static str,
}

impl Table {
    fn csv(&self) -> String {
        format!("{}.csv", self.stem)
    }

    /// Opens the table of a folder, `.csv` or `.tsv`.
    fn open(&self, folder: &Path) -> Result<(PathBuf, File), FormatError> {
        let [csv, tsv] = TABLE_ENDINGS.map(|ending| folder.join(self.stem).with_extension(ending));
        let path = match (csv.exists(), tsv.exists()) {
            (true, true) => {
                let problem = format!("{} is there as well; keep one of them", tsv.display());
                return Err(FormatError::NotANetwork { path: csv, problem });
            }
            (false, true) => tsv,
            (true, false) => csv,
            (false, false) => return Err(FormatError::Io { source: missing(), path: csv }),
        };
        let file = open_regular(&path)?;
        Ok((path, file))
    }
}

/// The error for a table that the folder does not have. It mentions case because a spreadsheet may have
/// saved `Diseases.csv`.
fn missing() -> io::Error {
    let problem = "the file is missing; a network folder needs diseases.csv, findings.csv and links.csv, with \
                   names in lower case";
    io::Error::new(io::ErrorKind::NotFound, problem)
}

/// Reads a network from a folder.
pub fn read(folder: &Path) -> Result<Network, FormatError> {
    let names = companions(folder)?;
    let mut documents = Vec::with_capacity(names.len());
    for name in &names {
        documents.push((name.as_str(), read_document(&folder.join(name))?));
    }
    read_parts(|table| table.open(folder), documents)
}

/// The names of the companion files of a folder, in alphabetical order.
fn companions(folder: &Path) -> Result<Vec<String>, FormatError> {
    let io = |source| FormatError::Io { path: folder.to_owned(), source };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_hidden = name.starts_with('.');
        if COMPANION_ENDINGS.contains(&ending) && !is_hidden && !is_table(&path) {
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

fn read_document(path: &Path) -> Result<Vec<u8>, FormatError> {
    let file = open_regular(path)?;
    let io = |source| FormatError::Io { path: path.to_owned(), source };
    if file.metadata().map_err(io)?.len() > MAX_DOCUMENT_BYTES {
        return Err(FormatError::TooLong { path: path.to_owned(), limit: MAX_DOCUMENT_BYTES });
    }
    let mut bytes = Vec::new();
    file.take(MAX_DOCUMENT_BYTES).read_to_end(&mut bytes).map_err(io)?;
    Ok(bytes)
}

/// Reads a network from the contents of the three files, such as ones embedded in a program. `name`
/// stands for the folder in error messages.
pub fn read_embedded(
    name: &str,
    diseases: &[u8],
    findings: &[u8],
    links: &[u8],
    documents: Vec<(&str, Vec<u8>)>,
) -> Result<Network, FormatError> {
    let open = |table: &Table| {
        let contents = match table.stem {
            "diseases" => diseases,
            "findings" => findings,
            _ => links,
        };
        Ok((Path::new(name).join(table.csv()), contents))
    };
    read_parts(open, documents)
}

/// Reads the three tables and builds the network, or lists what is wrong with all of them.
fn read_parts<R: Read>(
    open: impl Fn(&Table) -> Result<(PathBuf, R), FormatError>,
    documents: Vec<(&str, Vec<u8>)>,
) -> Result<Network, FormatError> {
    let open = |table| open(table).and_then(|(path, source)| CsvTable::open(table, path, source));
    let mut builder = NetworkBuilder::new();
    for (name, bytes) in documents {
        builder.document(name, bytes);
    }
    let mut problems = Problems::default();
    let (diseases, findings) = (open(&DISEASES), open(&FINDINGS));
    let diseases = read_layer("disease", diseases, &mut problems, |row| add_disease(&mut builder, row));
    let findings = read_layer("finding", findings, &mut problems, |row| add_finding(&mut builder, row));
    let of_layers = problems.listed();
    read_links(open(&LINKS), &mut problems, &mut builder, [diseases, findings]);
    let built = problems.is_empty().then(|| builder.inherit().and_then(|()| builder.build()));
    let refused = match built {
        Some(Ok(network)) => return Ok(network),
        Some(Err(error)) => Some(error),
        None => None,
    };
    // Links that are given twice are found by a second reading, which only failures pay for.
    list_duplicates(open(&LINKS), &mut problems);
    problems.sort_by_line(of_layers);
    if problems.is_empty()
        && let Some(error) = refused
    {
        let path = open(&LINKS)?.into_path();
        return Err(FormatError::NotANetwork { path, problem: error.to_string() });
    }
    Err(problems.into_error())
}

/// A row of a layer: a disease or a finding.
struct Member<'t> {
    id: &'t str,
    name: &'t str,
    /// Prior or leak, if it can be read.
    number: Option<f64>,
    attributes: Vec<(&'t str, &'t str)>,
}

/// Adds the disease of a row, or says everything that is wrong with it.
fn add_disease(builder: &mut NetworkBuilder, row: &Member<'_>) -> Result<(), Vec<BuildError>> {
    let faults = builder.disease_faults(row.id, row.number);
    let Some(prior) = row.number.filter(|_| faults.is_empty()) else { return Err(faults) };
    let disease = builder.disease(row.id, row.name, prior).map_err(|error| vec![error])?;
    for (column, value) in &row.attributes {
        builder.disease_attribute(disease, column, value).map_err(|error| vec![error])?;
    }
    Ok(())
}

/// Adds the finding of a row, or says everything that is wrong with it.
fn add_finding(builder: &mut NetworkBuilder, row: &Member<'_>) -> Result<(), Vec<BuildError>> {
    let mut faults = builder.finding_faults(row.id, row.number);
    let share = row.attributes.iter().find(|(column, _)| *column == "share");
    faults.extend(share.and_then(|(_, value)| parse_share(row.id, value).err()));
    let Some(leak) = row.number.filter(|_| faults.is_empty()) else { return Err(faults) };
    let finding = builder.finding(row.id, row.name, leak).map_err(|error| vec![error])?;
    for (column, value) in &row.attributes {
        builder.finding_attribute(finding, column, value).map_err(|error| vec![error])?;
    }
    Ok(())
}

/// Reads the current row of a layer's table and hands it to `add`. Lists everything wrong with it, also
/// that its id is one of those that were `refused` with an earlier row.
fn read_member<R: Read>(
    table: &CsvTable<R>,
    layer: &'static str,
    refused: &HashSet<String>,
    add: &mut impl FnMut(&Member<'_>) -> Result<(), Vec<BuildError>>,
) -> Result<(), Vec<FormatError>> {
    let text = || {
        table.check_fields()?;
        Ok((table.text(0)?, table.text(1)?, table.attributes()?))
    };
    let (id, name, attributes) = text().map_err(|error| vec![error])?;
    let (number, mut faults) = match table.number() {
        Ok(number) => (Some(number), Vec::new()),
        Err(error) => (None, vec![error]),
    };
    let mut told = add(&Member { id, name, number, attributes }).err().unwrap_or_default();
    let is_told =
        |error: &BuildError| matches!(error, BuildError::BadId { .. } | BuildError::DuplicateId { .. });
    if refused.contains(id) && !told.iter().any(is_told) {
        told.push(BuildError::DuplicateId { layer, id: id.to_owned() });
    }
    faults.extend(told.into_iter().map(|error| table.at_line(error.into())));
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Hands every row of a layer's table to `add`.
fn read_layer<R: Read>(
    layer: &'static str,
    table: Result<CsvTable<R>, FormatError>,
    problems: &mut Problems,
    mut add: impl FnMut(&Member<'_>) -> Result<(), Vec<BuildError>>,
) -> Unusable {
    let mut unusable = Unusable::default();
    let mut rows = 0;
    let end = table.and_then(|mut table| {
        unusable.file = table.file();
        while table.advance()? {
            rows += 1;
            if let Err(faults) = read_member(&table, layer, &unusable.ids, &mut add) {
                unusable.ids.insert(table.lossy_id());
                for fault in faults {
                    problems.add(|| fault);
                }
            }
        }
        if rows == 0 {
            let problem =
                "there is a header but no row; a network needs at least one disease and one finding";
            return Err(FormatError::Empty { path: table.into_path(), problem });
        }
        Ok(())
    });
    if let Err(error) = end {
        unusable.is_cut_short = true;
        problems.add(|| error);
    }
    unusable
}

fn read_links<R: Read>(
    table: Result<CsvTable<R>, FormatError>,
    problems: &mut Problems,
    builder: &mut NetworkBuilder,
    [mut diseases, mut findings]: [Unusable; 2],
) {
    let end = table.and_then(|mut table| {
        while table.advance()? {
            if let Err(error) = table.check_fields() {
                problems.add(|| error);
                continue;
            }
            let [disease_id, finding_id] = match (table.text(0), table.text(1)) {
                (Ok(disease), Ok(finding)) => [disease, finding],
                (Err(error), _) | (_, Err(error)) => {
                    problems.add(|| error);
                    continue;
                }
            };
            let ids = (builder.disease_by_id(disease_id), builder.finding_by_id(finding_id));
            if ids.0.is_none() && diseases.is_news(disease_id) {
                let known = builder.disease_ids();
                problems.add(|| table.at_line(dangling("disease", disease_id, &diseases.file, known)));
            }
            if ids.1.is_none() && findings.is_news(finding_id) {
                let known = builder.finding_ids();
                problems.add(|| table.at_line(dangling("finding", finding_id, &findings.file, known)));
            }
            if let Err(error) = read_link(&table, builder, ids) {
                problems.add(|| error);
            }
        }
        Ok(())
    });
    if let Err(error) = end {
        problems.add(|| error);
    }
}

/// Adds the link of a row if both of its ends are known; its number is checked in any case.
fn read_link(
    table: &CsvTable<impl Read>,
    builder: &mut NetworkBuilder,
    ends: (Option<DiseaseId>, Option<FindingId>),
) -> Result<(), FormatError> {
    let value = table.number()?;
    let (Some(disease), Some(finding)) = ends else {
        if is_probability(value) {
            return Ok(());
        }
        let id = format!("{} -> {}", excerpt(table.text(0)?), excerpt(table.text(1)?));
        return Err(table.at_line(BuildError::NotAProbability { what: "link", id, value }.into()));
    };
    let link = builder.link(disease, finding, value).map_err(|e| table.at_line(e.into()))?;
    for (column, value) in table.attributes()? {
        builder.link_attribute(link, column, value).map_err(|e| table.at_line(e.into()))?;
    }
    Ok(())
}

/// Adds every link that repeats an earlier one to the problems.
fn list_duplicates<R: Read>(table: Result<CsvTable<R>, FormatError>, problems: &mut Problems) {
    // What else is wrong with the table has been listed before.
    let Ok(mut table) = table else { return };
    let mut seen = HashSet::new();
    while matches!(table.advance(), Ok(true)) {
        if table.check_fields().is_err() {
            continue;
        }
        let (Ok(disease), Ok(finding)) = (table.text(0), table.text(1)) else { continue };
        let [disease, finding] = [disease, finding].map(str::to_owned);
        if !seen.insert((disease.clone(), finding.clone())) {
            problems.add(|| table.at_line(BuildError::DuplicateLink { disease, finding }.into()));
        }
    }
}

fn dangling<'a>(
    column: &'static str,
    id: &str,
    file: &str,
    known: impl Iterator<Item = &'a str>,
) -> LineProblem {
    let nearest = nearest(id, known).map(str::to_owned);
    LineProblem::Dangling { column, id: excerpt(id), file: file.to_owned(), nearest }
}
