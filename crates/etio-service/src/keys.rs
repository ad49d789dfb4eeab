//! API keys: stored as hashes, compared in constant time.

use std::path::Path;
use std::sync::Arc;

use axum::http::{HeaderMap, header};
use ring::digest::{SHA256, SHA256_OUTPUT_LEN, digest};
use subtle::ConstantTimeEq;

/// The keys that may be used, with the names of those who have them. One name may have several
/// keys, so that an old and a new one are valid at the same time.
pub struct Keys(Vec<(Arc<str>, [u8; 32])>);

/// A key file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{file}, line {line}: {problem}")]
pub struct KeyFileError {
    file: String,
    line: usize,
    problem: &'static str,
}

impl Keys {
    /// Reads a file of `NAME SHA256-HEX` lines; `#` begins a comment.
    pub fn read(path: &Path) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let keys = Self::parse(&path.display().to_string(), &text)?;
        // Half-written or emptied by mistake: it would lock everybody out.
        if keys.0.is_empty() {
            return Err(format!("{}: there are no keys in it", path.display()).into());
        }
        Ok(keys)
    }

    /// Reads the contents of such a file.
    pub fn parse(file: &str, text: &str) -> Result<Self, KeyFileError> {
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let keys = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let key = |(line, text): (usize, &str)| {
            key(text).map_err(|problem| KeyFileError { file: file.to_owned(), line, problem })
        };
        keys.map(key).collect::<Result<_, _>>().map(Self)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Who has a key. Every hash is compared in full, so that time tells nothing about how far one matched.
    pub fn name_of(&self, key: &str) -> Option<Arc<str>> {
        let hash = sha256(key.as_bytes());
        let mut found = None;
        for (name, known) in &self.0 {
            if bool::from(known.ct_eq(&hash)) {
                found = Some(name);
            }
        }
        found.cloned()
    }
}

fn key(line: &str) -> Result<(Arc<str>, [u8; 32]), &'static str> {
    let mut parts = line.split_whitespace();
    let (name, hash, more) = (parts.next(), parts.next().and_then(from_hex), parts.next());
    let (Some(name), Some(hash), None) = (name, hash, more) else {
        return Err("expected `NAME SHA256`, the hash of the key in 64 hexadecimal digits");
    };
    if hash == sha256(b"") {
        return Err("this is the hash of an empty key, which anybody could send; hash the key itself");
    }
    Ok((name.into(), hash))
}

fn sha256(bytes: &[u8]) -> [u8; SHA256_OUTPUT_LEN] {
    let mut hash = [0; SHA256_OUTPUT_LEN];
    hash.copy_from_slice(digest(&SHA256, bytes).as_ref());
    hash
}

/// The key that a request brings.
pub fn presented(headers: &HeaderMap) -> Option<&str> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION.as_str()).and_then(|value| {
        let (scheme, key) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(key)
    });
    bearer.or_else(|| text("x-api-key")).map(str::trim).filter(|key| !key.is_empty())
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::version::hex;

    pub(crate) fn line(name: &str, key: &str) -> String {
        format!("# ours\n{name} {}\n", hex(&sha256(key.as_bytes())))
    }

    #[test]
    fn a_name_may_have_an_old_and_a_new_key() {
        let text = line("friend", "old") + &line("friend", "new") + &line("other", "third");
        let keys = Keys::parse("keys", &text).unwrap();
        assert_eq!(keys.name_of("old").as_deref(), Some("friend"));
        assert_eq!(keys.name_of("new").as_deref(), Some("friend"));
        assert_eq!(keys.name_of("third").as_deref(), Some("other"));
        assert_eq!(keys.name_of("fourth"), None);
    }

    #[test]
    fn a_bad_line_is_named_and_the_hash_of_nothing_refused() {
        let error = |text: &str| Keys::parse("keys", text).err().unwrap().to_string();
        assert!(error("friend 123\n").contains("keys, line 1: expected"));
        assert!(error(&line("friend", "")).contains("keys, line 2: this is the hash of an empty key"));
    }

    #[test]
    fn a_key_is_presented_whatever_the_case_of_its_scheme() {
        let key = |value: &str| {
            let headers = HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().unwrap())]);
            presented(&headers).map(str::to_owned)
        };
        for (value, expected) in [
            ("Bearer key", Some("key")),
            ("bearer key", Some("key")),
            ("BEARER  key ", Some("key")),
            ("Bearer  ", None),
            ("Basic key", None),
            ("key", None),
        ] {
            assert_eq!(key(value).as_deref(), expected, "{value}");
        }
    }
}
