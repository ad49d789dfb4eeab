//! Pages of long lists: `?offset=0&limit=100`.

use crate::problem::{Code, Problem};

/// Which part of a list is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Number of entries to skip.
    pub offset: usize,
    /// Maximum number of entries.
    pub limit: usize,
}

/// Entries on a page if a request does not say.
pub const DEFAULT_LIMIT: usize = 100;
/// Maximum number of entries on a page.
pub const MOST: usize = 1000;
/// Maximum offset: more than any list has, and no number of a client overflows.
pub const FARTHEST: usize = 1 << 31;

impl Page {
    /// Reads the query of an address.
    pub fn parse(query: Option<&str>) -> Result<Self, Problem> {
        let mut given: [Option<usize>; 2] = [None, None];
        for pair in query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (slot, least, most) = match name {
                "offset" => (&mut given[0], 0, FARTHEST),
                "limit" => (&mut given[1], 1, MOST),
                _ => {
                    let problem = Problem::new(Code::INVALID_VALUE, "there is no such parameter");
                    return Err(problem.given(name).allowed("offset, limit"));
                }
            };
            let problem = |what: &str| {
                let problem = Problem::new(Code::INVALID_VALUE, format!("`{name}` {what}"));
                problem.at(name).given(value).allowed(format!("{least} to {most}"))
            };
            if slot.is_some() {
                return Err(problem("was given twice"));
            }
            let is_plain = value.bytes().all(|byte| byte.is_ascii_digit());
            let number = value.parse().ok().filter(|number| is_plain && (least..=most).contains(number));
            *slot = Some(number.ok_or_else(|| problem("is out of range"))?);
        }
        Ok(Self { offset: given[0].unwrap_or(0), limit: given[1].unwrap_or(DEFAULT_LIMIT) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_bounded_and_errors_name_the_parameter() {
        let page = |query: &str| Page::parse(Some(query)).map(|page| (page.offset, page.limit));
        assert_eq!(Page::parse(None).unwrap(), Page { offset: 0, limit: DEFAULT_LIMIT });
        assert_eq!(page("offset=7&limit=3").unwrap(), (7, 3));
        assert_eq!(page("limit=1000").unwrap(), (0, 1000));
        for (bad, part) in [
            ("limit=0", "1 to 1000"),
            ("limit=1001", "1 to 1000"),
            ("offset=-1", "`offset` is out of range"),
            ("offset=99999999999999999999", "out of range"),
            ("offset=", "out of range"),
            ("offset=+1", "out of range"),
            ("limit=1&limit=2", "twice"),
            ("page=2", "offset, limit"),
        ] {
            let problem = serde_json::to_string(&page(bad).unwrap_err()).unwrap();
            assert!(problem.contains(part), "{bad}: {problem}");
        }
    }
}
