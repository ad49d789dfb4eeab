//! Companion files of a network in CSV or TSV: rules a clinician can edit in a spreadsheet.

use etio::Network;
use etio::format::spreadsheet::Separator;

/// A document of the network that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{document}, line {line}: {problem}")]
pub struct DocumentError {
    /// The document, such as `context.csv`.
    pub document: String,
    /// The line, counted from one.
    pub line: u64,
    /// What is wrong, in words.
    pub problem: String,
}

/// One row, with its cells by column name.
pub struct RuleRow<'a> {
    headers: &'a csv::StringRecord,
    record: csv::StringRecord,
}

impl RuleRow<'_> {
    /// The cell in a column, trimmed; empty where the file has no such column.
    pub fn get(&self, column: &str) -> &str {
        let at = self.headers.iter().position(|name| name.trim() == column);
        at.and_then(|at| self.record.get(at)).unwrap_or_default().trim()
    }
}

/// Parses every row of a document with `parse`; nothing if the network has no such document. A document
/// called `.csv` may also be there as `.tsv`.
pub fn read_rules<T>(
    network: &Network,
    document: &str,
    needed: &[&str],
    mut parse: impl FnMut(&RuleRow<'_>) -> Result<T, String>,
) -> Result<Vec<T>, DocumentError> {
    let other = document.strip_suffix(".csv").map(|stem| format!("{stem}.tsv"));
    let Some((document, bytes)) = [Some(document), other.as_deref()]
        .into_iter()
        .flatten()
        .find_map(|name| Some((name, network.document(name)?)))
    else {
        return Ok(Vec::new());
    };
    // The CSV reader counts the `\n` of a Windows line end for the next row.
    let plain = plain_lines(bytes);
    let separator = Separator::of(&plain);
    let mut reader = csv::ReaderBuilder::new().delimiter(separator.byte()).from_reader(plain.as_slice());
    let broken = |line, problem: String| DocumentError { document: document.to_owned(), line, problem };
    if separator == Separator::Semicolon {
        return Err(broken(1, Separator::SEMICOLONS.to_owned()));
    }
    let headers = reader.headers().map_err(|e| broken(1, e.to_string()))?.clone();
    if let Some(missing) = needed.iter().find(|column| !headers.iter().any(|name| name.trim() == **column)) {
        return Err(broken(1, format!("the header has no column `{missing}`")));
    }
    let mut rules = Vec::new();
    for record in reader.into_records() {
        let record =
            record.map_err(|e| broken(e.position().map_or(0, csv::Position::line), e.to_string()))?;
        let line = record.position().map_or(0, csv::Position::line);
        rules.push(parse(&RuleRow { headers: &headers, record }).map_err(|problem| broken(line, problem))?);
    }
    Ok(rules)
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
}
