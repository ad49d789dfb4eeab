//! API keys: stored as hashes, compared in constant time, each with its own rate.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::problem::{Code, Problem};

/// The keys that may be used.
pub struct Keys {
    hashes: Vec<[u8; 32]>,
    rate: f64,
    buckets: Mutex<HashMap<usize, Bucket>>,
}

/// What a key has left: refilled by the rate, at most one second's worth.
struct Bucket {
    left: f64,
    at: Instant,
}

/// A key file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{file}, line {line}: expected `NAME SHA256`, the hash of the key in 64 hexadecimal digits")]
pub struct KeyFileError {
    file: String,
    line: usize,
}

impl Keys {
    /// Reads a file of `NAME SHA256-HEX` lines; `#` begins a comment.
    pub fn read(path: &Path, rate: u32) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Self::parse(&path.display().to_string(), &text, rate)?)
    }

    /// Reads the contents of such a file.
    pub fn parse(file: &str, text: &str, rate: u32) -> Result<Self, KeyFileError> {
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let hashes = lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(line, text)| {
                let hash = text.split_whitespace().nth(1).and_then(from_hex);
                hash.ok_or_else(|| KeyFileError { file: file.to_owned(), line })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { hashes, rate: f64::from(rate), buckets: Mutex::default() })
    }

    /// Lets a request through, or says why not.
    pub fn admit(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let given = presented(headers)
            .ok_or_else(|| Problem::new(Code::UNAUTHORIZED, "send the key as `Authorization: Bearer KEY`"))?;
        let hash: [u8; 32] = Sha256::digest(given.as_bytes()).into();
        // Every key is compared in full, so that time tells nothing about how far one matched.
        let mut found = None;
        for (at, key) in self.hashes.iter().enumerate() {
            if bool::from(key.ct_eq(&hash)) {
                found = Some(at);
            }
        }
        let key = found.ok_or_else(|| Problem::new(Code::UNAUTHORIZED, "the API key is not known"))?;
        if self.take(key, Instant::now()) {
            return Ok(());
        }
        let detail = format!("this key may make {} requests a second", self.rate);
        Err(Problem::new(Code::RATE_LIMITED, detail).retry_after(1))
    }

    fn take(&self, key: usize, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.entry(key).or_insert(Bucket { left: self.rate, at: now });
        let refill = now.saturating_duration_since(bucket.at).as_secs_f64() * self.rate;
        bucket.left = (bucket.left + refill).min(self.rate);
        bucket.at = now;
        let enough = bucket.left >= 1.0;
        if enough {
            bucket.left -= 1.0;
        }
        enough
    }
}

fn presented(headers: &HeaderMap) -> Option<&str> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION.as_str()).and_then(|value| value.strip_prefix("Bearer "));
    bearer.or_else(|| text("x-api-key")).map(str::trim)
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
mod tests {
    use super::*;
    use crate::version::hex;
    use std::time::Duration;

    fn keys() -> Keys {
        let line = format!("# ours\nfriend {}\n", hex(&Sha256::digest(b"secret")));
        Keys::parse("keys", &line, 2).unwrap()
    }

    fn with(name: &'static str, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap())])
    }

    #[test]
    fn only_a_known_key_is_let_through() {
        let keys = keys();
        assert_eq!(keys.admit(&HeaderMap::new()).unwrap_err().status(), 401);
        assert_eq!(keys.admit(&with("authorization", "Bearer wrong")).unwrap_err().status(), 401);
        assert!(keys.admit(&with("authorization", "Bearer secret")).is_ok());
        assert!(keys.admit(&with("x-api-key", "secret")).is_ok());
        assert_eq!(keys.admit(&with("x-api-key", "secret")).unwrap_err().status(), 429);
    }

    #[test]
    fn a_key_refills_by_its_rate() {
        let keys = keys();
        let now = Instant::now();
        assert!(keys.take(0, now) && keys.take(0, now) && !keys.take(0, now));
        assert!(keys.take(0, now + Duration::from_millis(500)));
        assert!(!keys.take(0, now + Duration::from_millis(500)));
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = Keys::parse("keys", "friend 123\n", 1).err().unwrap().to_string();
        assert!(error.contains("keys, line 1"), "{error}");
    }
}
