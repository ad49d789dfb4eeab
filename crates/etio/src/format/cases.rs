//! Cases as JSON Lines: `{"id": "...", "present": ["f1"], "absent": ["f2"], "label": "d9"}`.
//! `docs/formats/cases.md` describes every key.

use std::io::{BufRead, Read};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::suggest::{hint, nearest};
use crate::{Evidence, EvidenceError, Network};

/// Maximum length of a line, in bytes. Cases are short; a longer line is not a case, and must not
/// fill the memory.
pub const LONGEST_LINE: usize = 1 << 20;

/// Maximum number of bytes that are skipped to find the end of a line. The input may be a stream
/// without any line end.
pub const LONGEST_SKIP: usize = 16 << 20;

/// Keys that are read.
const KEYS: [&str; 9] =
    ["id", "present", "absent", "unknown", "asked", "age", "sex", "prior_factors", "label"];

/// Keys that tools and collections add to describe a case. They are kept and change no answer.
const ANNOTATIONS: [&str; 9] = [
    "label_name",
    "diseases",
    "publications",
    "diagnosis",
    "accepted",
    "urgency",
    "story",
    "text",
    "comment",
];

/// One case: what was observed, and if it is known, the disease behind it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The case's own name; the line number stands in if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Ids of the findings that are present.
    #[serde(default)]
    pub present: Vec<String>,
    /// Ids of the findings that are absent.
    #[serde(default)]
    pub absent: Vec<String>,
    /// Ids of the findings that were asked about and not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// Ids of the findings among these lists that are known by the answer to a question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// Age.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age: Option<Age>,
    /// Sex, such as `female`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<String>,
    /// By id of a disease, what its prior odds are multiplied by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub prior_factors: BTreeMap<String, f64>,
    /// Id of the disease behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whatever else the line says: annotations, and keys that begin with `_`.
    #[serde(flatten)]
    pub other: serde_json::Map<String, serde_json::Value>,
}

/// An age as a case states it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "an age is a number of years, or a text such as `8 weeks`")]
pub enum Age {
    /// Years.
    Years(f64),
    /// In words, such as `8 weeks`.
    Text(String),
}

impl Case {
    /// The case's observations as evidence for a network, exactly as they are listed. A person's
    /// statements are read by the crate `etio-case`, which knows about findings that imply others.
    pub fn evidence(&self, network: &Network) -> Result<Evidence, EvidenceError> {
        Evidence::from_ids(network, &self.present, &self.absent)
    }
}

/// The first of some keys that is neither read nor a known annotation nor begins with `_`, with the
/// most similar known key: it is probably misspelled, and ignoring it could drop an observation.
pub fn unknown_key<'k>(keys: impl IntoIterator<Item = &'k str>) -> Option<(&'k str, Option<&'static str>)> {
    let known = || KEYS.into_iter().chain(ANNOTATIONS);
    let is_known = |key: &str| key.starts_with('_') || known().any(|known| known == key);
    let key = keys.into_iter().find(|key| !is_known(key))?;
    Some((key, nearest(key, known())))
}

/// A line that is not a case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// Not JSON, or not in the shape of a case.
    #[error(
        "line {line} is not a case: {problem}; expected {{\"id\": \"...\", \"present\": [\"finding\"], \"absent\": []}}"
    )]
    Syntax {
        /// The line, counted from one.
        line: u64,
        /// The problem.
        problem: String,
    },
    /// A key that cases do not have. Ignoring it could silently drop an observation.
    #[error(
        "line {line} has the unknown key `{key}`; a key of your own must begin with `_`{}",
        hint(nearest.as_deref())
    )]
    UnknownKey {
        /// The line, counted from one.
        line: u64,
        /// The key, shortened.
        key: String,
        /// The most similar known key.
        nearest: Option<String>,
    },
    /// Longer than [`LONGEST_LINE`].
    #[error("line {line} is longer than {LONGEST_LINE} bytes")]
    TooLong {
        /// The line, counted from one.
        line: u64,
    },
    /// Longer than [`LONGEST_SKIP`]. Reading stops.
    #[error(
        "line {line} does not end within {LONGEST_SKIP} bytes: this is not a file of cases; reading stops"
    )]
    Endless {
        /// The line, counted from one.
        line: u64,
    },
    /// The file could not be read on.
    #[error("line {line}: {source}")]
    Io {
        /// The line, counted from one.
        line: u64,
        /// The system's error.
        source: std::io::Error,
    },
}

/// Reads cases one at a time, in bounded memory. A broken line gives an error and the next line is
/// read all the same, unless the input cannot be read or a line does not end.
#[derive(Debug)]
pub struct CaseReader<R> {
    source: R,
    line: u64,
    buffer: Vec<u8>,
    failed: bool,
}

/// Result of reading a line.
enum Line {
    /// No line is left.
    End,
    /// The line is in the buffer.
    Whole,
    /// The line was skipped.
    TooLong,
    /// No end of the line was found.
    Endless,
}

impl<R: BufRead> CaseReader<R> {
    /// Reads from a buffered source.
    pub fn new(source: R) -> Self {
        Self { source, line: 0, buffer: Vec::new(), failed: false }
    }

    /// The number of the line read last.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Reads a line into the buffer, as far as it fits.
    fn read_line(&mut self) -> std::io::Result<Line> {
        self.buffer.clear();
        let read = self.source.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut self.buffer)?;
        Ok(match read {
            0 => Line::End,
            _ if read <= LONGEST_LINE => Line::Whole,
            _ if self.buffer.ends_with(b"\n") => Line::TooLong,
            _ => {
                let rest = LONGEST_SKIP - read;
                let skipped = self.source.by_ref().take(rest as u64).skip_until(b'\n')?;
                if skipped < rest { Line::TooLong } else { Line::Endless }
            }
        })
    }
}

impl<R: BufRead> Iterator for CaseReader<R> {
    type Item = Result<Case, CaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.failed {
                return None;
            }
            self.line += 1;
            let line = self.line;
            match self.read_line() {
                Err(source) => {
                    self.failed = true;
                    return Some(Err(CaseError::Io { line, source }));
                }
                Ok(Line::End) => return None,
                Ok(Line::TooLong) => return Some(Err(CaseError::TooLong { line })),
                Ok(Line::Endless) => {
                    self.failed = true;
                    return Some(Err(CaseError::Endless { line }));
                }
                Ok(Line::Whole) => {}
            }
            let text =
                self.buffer.strip_prefix(b"\xef\xbb\xbf").filter(|_| line == 1).unwrap_or(&self.buffer);
            let text = text.trim_ascii();
            if !text.is_empty() {
                return Some(parse(line, text));
            }
        }
    }
}

fn parse(line: u64, text: &[u8]) -> Result<Case, CaseError> {
    let case: Case = serde_json::from_slice(text)
        .map_err(|error| CaseError::Syntax { line, problem: in_words(&error) })?;
    match unknown_key(case.other.keys().map(String::as_str)) {
        None => Ok(case),
        Some((key, nearest)) => Err(CaseError::UnknownKey {
            line,
            key: key.chars().take(100).collect(),
            nearest: nearest.map(str::to_owned),
        }),
    }
}

/// An error of the JSON parser, without the words of our code.
fn in_words(error: &serde_json::Error) -> String {
    if !error.is_data() {
        let cut_short = if error.is_eof() { ", where it ends too early" } else { "" };
        return format!("no JSON at column {}{cut_short}", error.column());
    }
    // The parser counts lines from the start of this one.
    let problem = error.to_string().replace(&format!(" at line {} column", error.line()), " at column");
    problem.replace("sequence", "list").replace("f64", "a number").replace("struct Case", "an object")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<Result<Case, CaseError>> {
        CaseReader::new(text).collect()
    }

    #[test]
    fn a_broken_line_does_not_stop_the_next() {
        let cases = read(b"{\"id\":\"a\",\"present\":[\"f\"]}\n{oops\n\n{\"id\":\"b\"}\r\n");
        assert_eq!(cases.len(), 3);
        assert_eq!(cases[0].as_ref().unwrap().present, ["f"]);
        assert!(matches!(cases[1], Err(CaseError::Syntax { line: 2, .. })));
        let error = cases[1].as_ref().unwrap_err().to_string();
        assert!(error.starts_with("line 2 is not a case: no JSON at column 2; "), "{error}");
        assert_eq!(cases[2].as_ref().unwrap().id.as_deref(), Some("b"));
    }

    #[test]
    fn what_is_wrong_is_said_without_the_parsers_words() {
        let cases = read(b"nothing\n{\"present\":[\n{\"present\":\"f\"}\n{\"age\":[]}\n[1]\n{\"prior_factors\":{\"d\":\"x\"}}");
        let said: Vec<String> = cases.iter().map(|case| case.as_ref().unwrap_err().to_string()).collect();
        let expected = [
            "no JSON at column 2; ",
            ", where it ends too early; ",
            "invalid type: string \"f\", expected a list",
            "an age is a number of years, or a text such as `8 weeks`",
            "",
            "expected a number",
        ];
        for (said, expected) in said.iter().zip(expected) {
            assert!(said.contains(expected), "{said}");
            assert!(
                !["ident", "sequence", "f64", "variant", "struct"].iter().any(|word| said.contains(word)),
                "{said}"
            );
        }
    }

    #[test]
    fn a_line_too_long_is_skipped_in_bounded_memory() {
        let mut text = vec![b'x'; 10 << 20];
        text.extend_from_slice(b"\n{\"id\":\"b\"}");
        let cases = read(&text);
        assert!(matches!(cases[0], Err(CaseError::TooLong { line: 1 })));
        assert_eq!(cases[1].as_ref().unwrap().id.as_deref(), Some("b"));
    }

    #[test]
    fn a_line_of_the_maximum_length_is_read() {
        for (extra, fits) in [(0, true), (1, false)] {
            let mut text = b"{\"id\":\"a\"}".to_vec();
            text.resize(LONGEST_LINE - 1 + extra, b' ');
            text.extend_from_slice(b"\n{\"id\":\"b\"}");
            let cases = read(&text);
            assert_eq!(cases[0].is_ok(), fits);
            assert_eq!(cases[1].as_ref().unwrap().id.as_deref(), Some("b"));
        }
    }

    #[test]
    fn an_endless_line_is_an_error_and_the_end() {
        let endless = std::io::BufReader::new(b"{\"id\":\"a\"}\n".chain(std::io::repeat(0)));
        let mut cases = CaseReader::new(endless);
        assert!(cases.next().unwrap().is_ok());
        assert!(matches!(cases.next(), Some(Err(CaseError::Endless { line: 2 }))));
        assert!(cases.next().is_none());
    }

    #[test]
    fn a_misspelled_key_is_named_with_its_line_and_the_nearest() {
        let cases = read(
            b"{\"present\":[\"f\"],\"_mine\":1,\"label_name\":\"x\"}\n{\"presnt\":[\"f\"]}\n{\"zzz\":0}\n",
        );
        assert!(cases[0].is_ok(), "{:?}", cases[0]);
        let error = |at: usize| cases[at].as_ref().unwrap_err().to_string();
        let said = error(1);
        assert!(
            said.starts_with("line 2 has the unknown key `presnt`;")
                && said.ends_with("did you mean `present`?"),
            "{said}"
        );
        assert!(error(2).starts_with("line 3 has the unknown key `zzz`; a key of your own"), "{}", error(2));
    }

    #[test]
    fn everything_a_case_can_say_is_read_and_written() {
        let text = r#"{"id":"a","present":["f"],"absent":["g"],"unknown":["h"],"asked":["g","h"],"age":"8 weeks","sex":"female","prior_factors":{"d":2.0},"label":"d","_own":[1]}"#;
        let case = read(text.as_bytes()).remove(0).unwrap();
        assert_eq!(serde_json::to_string(&case).unwrap(), text);
        assert_eq!(read(br#"{"age":34,"sex":null}"#).remove(0).unwrap().age, Some(Age::Years(34.0)));
    }

    #[test]
    fn invalid_utf8_is_an_error_with_its_line() {
        assert!(matches!(read(b"{\"id\":\"\xff\"}")[0], Err(CaseError::Syntax { line: 1, .. })));
    }
}
