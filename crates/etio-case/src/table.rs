//! Companion files of a network in CSV or TSV: rules a clinician can edit in a spreadsheet.

use std::cell::RefCell;
use std::fmt::{self, Write};

use etio::Network;
use etio::format::LineProblem;
use etio::format::spreadsheet::Separator;

/// Everything wrong with one or more companion files of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", DocumentProblem::list(problems))]
pub struct DocumentError {
    /// The problems, by file and line. There is at least one.
    pub problems: Vec<DocumentProblem>,
}

/// A problem in a companion file of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentProblem {
    /// Name of the file, such as `context.csv` or `context.tsv`.
    pub document: String,
    /// The line, counted from one.
    pub line: u64,
    /// The problem in words.
    pub problem: String,
}

impl fmt::Display for DocumentProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.document, self.line, self.problem)
    }
}

impl DocumentProblem {
    /// Maximum number of problems in a message.
    const LISTED: usize = 20;

    /// One problem as it is; several below their number, the first ones in full.
    pub fn list(problems: &[impl fmt::Display]) -> String {
        if let [only] = problems {
            return only.to_string();
        }
        let mut text = format!("{} problems", problems.len());
        for problem in problems.iter().take(Self::LISTED) {
            let _ = write!(text, "\n  {problem}");
        }
        if problems.len() > Self::LISTED {
            let _ = write!(text, "\n  and {} more", problems.len() - Self::LISTED);
        }
        text
    }
}

/// One row, with its cells by column name.
pub struct RuleRow<'a> {
    headers: &'a csv::StringRecord,
    record: csv::StringRecord,
    problems: RefCell<Vec<String>>,
}

impl RuleRow<'_> {
    /// The cell in a column, trimmed; empty if the file has no such column.
    pub fn get(&self, column: &str) -> &str {
        let at = self.headers.iter().position(|name| name.trim() == column);
        at.and_then(|at| self.record.get(at)).unwrap_or_default().trim()
    }

    /// The value, or nothing after adding the problem to those of the row.
    pub fn check<T>(&self, value: Result<T, String>) -> Option<T> {
        value.map_err(|problem| self.problems.borrow_mut().push(problem)).ok()
    }
}

/// The ids in a cell that are joined by `+`.
pub fn joined_ids(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('+').map(str::trim).filter(|id| !id.is_empty())
}

/// The name and contents of a companion file. One called `.csv` may also be there as `.tsv`.
pub fn document<'n>(network: &'n Network, name: &str) -> Option<(String, &'n [u8])> {
    let names = [Some(name.to_owned()), tsv(name)];
    names.into_iter().flatten().find_map(|name| {
        let bytes = network.document(&name)?;
        Some((name, bytes))
    })
}

fn tsv(name: &str) -> Option<String> {
    name.strip_suffix(".csv").map(|stem| format!("{stem}.tsv"))
}

/// Parses every row of a companion file with `parse`, which gives at most one problem per row. The
/// result is empty if the network has no such file.
pub fn read_rules<T>(
    network: &Network,
    name: &str,
    needed: &[&str],
    mut parse: impl FnMut(&RuleRow<'_>) -> Result<T, String>,
) -> Result<Vec<T>, DocumentError> {
    read_rows(network, name, needed, |row| row.check(parse(row)))
}

/// Like [`read_rules`], with any number of problems per row: those that [`RuleRow::check`] was given.
pub fn read_rows<T>(
    network: &Network,
    name: &str,
    needed: &[&str],
    mut parse: impl FnMut(&RuleRow<'_>) -> Option<T>,
) -> Result<Vec<T>, DocumentError> {
    let Some((name, bytes)) = document(network, name) else { return Ok(Vec::new()) };
    let mut problems = Vec::new();
    let mut broken =
        |line, problem: String| problems.push(DocumentProblem { document: name.clone(), line, problem });
    if let Some(other) = tsv(&name).filter(|other| network.document(other).is_some()) {
        broken(1, format!("{other} is there as well; keep one of them"));
    }
    // The CSV reader counts the `\n` of a Windows line end for the next row.
    let plain = plain_lines(bytes);
    let mut rules = Vec::new();
    match open(&plain, needed) {
        Err(found) => {
            for problem in found {
                broken(1, problem);
            }
        }
        Ok((mut reader, headers)) => {
            for record in reader.records() {
                let record = match record {
                    Ok(record) => record,
                    Err(error) => {
                        broken(error.position().map_or(0, csv::Position::line), plain_error(&error));
                        continue;
                    }
                };
                let line = record.position().map_or(0, csv::Position::line);
                let row = RuleRow { headers: &headers, record, problems: RefCell::default() };
                rules.extend(parse(&row));
                for problem in row.problems.into_inner() {
                    broken(line, problem);
                }
            }
        }
    }
    if problems.is_empty() { Ok(rules) } else { Err(DocumentError { problems }) }
}

/// Reads the header of a table, or says everything that is wrong with it.
fn open<'t>(
    table: &'t [u8],
    needed: &[&str],
) -> Result<(csv::Reader<&'t [u8]>, csv::StringRecord), Vec<String>> {
    let separator = Separator::of(table).map_err(|problem| vec![problem.to_owned()])?;
    let mut reader = csv::ReaderBuilder::new().delimiter(separator.byte()).from_reader(table);
    let headers = reader.headers().map_err(|error| vec![plain_error(&error)])?.clone();
    let is_missing = |column: &&&str| !headers.iter().any(|name| name.trim() == **column);
    let missing = needed.iter().filter(is_missing);
    let missing: Vec<String> = missing.map(|column| format!("the header has no column `{column}`")).collect();
    if missing.is_empty() { Ok((reader, headers)) } else { Err(missing) }
}

/// An error of the CSV reader in the words of the main tables.
fn plain_error(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("expected {expected_len} fields, as in the header; found {len}")
        }
        csv::ErrorKind::Utf8 { .. } => LineProblem::NotUtf8.to_string(),
        _ => error.to_string(),
    }
}

/// A text with Windows line ends made plain ones.
fn plain_lines(text: &[u8]) -> Vec<u8> {
    let followed = text.iter().copied().zip(text.iter().skip(1).copied().map(Some).chain([None]));
    followed.filter(|&(byte, next)| byte != b'\r' || next != Some(b'\n')).map(|(byte, _)| byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;

    fn read(document: &str, text: &str) -> Result<Vec<String>, DocumentError> {
        let mut builder = NetworkBuilder::new();
        builder.disease("d", "", 0.1).unwrap();
        builder.finding("f", "", 0.1).unwrap();
        builder.document(document, text.as_bytes().to_vec());
        let network = builder.build().unwrap();
        read_rules(&network, "rules.csv", &["id"], |row| match row.get("id") {
            "" => Err("no id".to_owned()),
            id => Ok(format!("{id}: {}", row.get("text"))),
        })
    }

    #[test]
    fn commas_and_tabs_are_read_and_semicolons_get_a_hint() {
        assert_eq!(read("rules.csv", "id,text\na,x\n").unwrap(), ["a: x"]);
        for name in ["rules.csv", "rules.tsv"] {
            assert_eq!(read(name, "id\ttext\r\na\tx, y\r\n").unwrap(), ["a: x, y"]);
            let error = read(name, "id\ttext\n\tx\n").unwrap_err().to_string();
            assert_eq!(error, format!("{name}, line 2: no id"));
            let error = read(name, "id;text\na;x\n").unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("{name}, line 1: ")) && error.contains("semicolons"),
                "{error}"
            );
        }
        assert!(read("other.tsv", "id\na\n").unwrap().is_empty());
    }

    #[test]
    fn every_problem_of_a_file_is_listed() {
        let error = read("rules.tsv", "id\ttext\n\tx\na\nb\ty\n\tz\n").unwrap_err().to_string();
        let expected = "3 problems\n  rules.tsv, line 2: no id\n  \
            rules.tsv, line 3: expected 2 fields, as in the header; found 1\n  rules.tsv, line 5: no id";
        assert_eq!(error, expected);
        let many = format!("id,text\n{}", ",x\n".repeat(25));
        let error = read("rules.csv", &many).unwrap_err().to_string();
        assert!(error.starts_with("25 problems\n") && error.ends_with("\n  and 5 more"), "{error}");
    }

    #[test]
    fn every_problem_of_a_row_and_of_a_header_is_listed() {
        let network = |files: &[(&str, &str)]| {
            let mut builder = NetworkBuilder::new();
            builder.disease("d", "", 0.1).unwrap();
            for (name, text) in files {
                builder.document(name, text.as_bytes().to_vec());
            }
            builder.build().unwrap()
        };
        let read = |files: &[(&str, &str)]| {
            let rows = read_rows(&network(files), "rules.csv", &["id", "text"], |row| {
                let cells = ["id", "text"].map(|column| match row.get(column) {
                    "" => row.check(Err(format!("no {column}"))),
                    cell => Some(cell.to_owned()),
                });
                let [Some(id), Some(text)] = cells else { return None };
                Some((id, text))
            });
            rows.unwrap_err().problems.into_iter().map(|p| (p.line, p.problem)).collect::<Vec<_>>()
        };
        let said = |line, problem: &str| (line, problem.to_owned());
        assert_eq!(read(&[("rules.csv", "id,text\n,\n")]), [said(2, "no id"), said(2, "no text")]);
        let header = ["id", "text"].map(|column| said(1, &format!("the header has no column `{column}`")));
        assert_eq!(read(&[("rules.csv", "name\na\n")]), header);
        let both = [("rules.csv", "id,text\na,b\n"), ("rules.tsv", "id\ttext\na\tb\n")];
        assert_eq!(read(&both), [said(1, "rules.tsv is there as well; keep one of them")]);
    }
}
