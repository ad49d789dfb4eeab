//! Who makes a request, and how many diagnoses per second each of them may make.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::config::Config;
use crate::keys::{Keys, presented};
use crate::problem::{Code, Problem};

/// Who makes a request. Each has a lane of the compute queue, a rate, and sessions of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// Anyone, if no keys are needed.
    Anyone,
    /// Anyone, if no keys are needed, by what their network address hashes to.
    Address(u8),
    /// Visitors of the page without a key, all together.
    Page,
    /// Holder of the key with this name.
    Key(Arc<str>),
}

impl Caller {
    /// The name under which the caller's sessions are kept.
    pub fn owner(&self) -> String {
        match self {
            // An address may change during a conversation; the session's id is secret enough.
            Self::Anyone | Self::Address(_) => String::new(),
            Self::Page => "page".to_owned(),
            Self::Key(name) => format!("key {name}"),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    /// As found at the [`Gate`].
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let missing = || Problem::new(Code::INTERNAL, "the caller is not known; this is a bug");
        parts.extensions.get::<Self>().cloned().ok_or_else(missing)
    }
}

/// The address at the other end of a connection, as an extension of its requests.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

impl Peer {
    /// The part of an address that identifies one client: an IPv4 address, or the first 64 bits of
    /// an IPv6 address.
    pub fn network(self) -> u64 {
        match self.0.to_canonical() {
            IpAddr::V4(address) => u64::from(address.to_bits()),
            IpAddr::V6(address) => (address.to_bits() >> 64) as u64,
        }
    }
}

/// Lets callers in, and counts their diagnoses.
pub struct Gate {
    /// Random, so that nobody can choose an address with the lane of another.
    hasher: RandomState,
    /// The file and what was in it; `None` if no keys are needed.
    keys: Option<(PathBuf, ArcSwap<Keys>)>,
    per_key: f64,
    /// For all visitors of the page together; zero if the page is closed.
    page: f64,
    buckets: Mutex<HashMap<Caller, Bucket>>,
}

/// Remaining allowance of a caller: refilled by the rate, at most one second's worth.
struct Bucket {
    left: f64,
    at: Instant,
}

impl Gate {
    /// As configured.
    pub fn open(config: &Config) -> Result<Self, String> {
        let read = |path: &PathBuf| Ok((path.clone(), ArcSwap::from_pointee(Keys::read(path)?)));
        let keys = config.api_keys.as_ref().map(read).transpose();
        Ok(Self {
            hasher: RandomState::new(),
            keys: keys.map_err(|error: Box<dyn std::error::Error + Send + Sync>| error.to_string())?,
            per_key: f64::from(config.diagnoses_per_key),
            page: f64::from(config.page_diagnoses),
            buckets: Mutex::default(),
        })
    }

    /// Reads the keys again. If the file is bad, all stays as it was. Says how many keys there are;
    /// `None` without a file.
    pub fn reload(&self) -> Option<Result<usize, String>> {
        let (path, keys) = self.keys.as_ref()?;
        Some(match Keys::read(path) {
            Ok(read) => {
                let count = read.len();
                keys.store(Arc::new(read));
                Ok(count)
            }
            Err(error) => Err(error.to_string()),
        })
    }

    /// Who calls the API.
    pub fn api_caller(&self, headers: &HeaderMap, peer: Option<Peer>) -> Result<Caller, Problem> {
        let Some((_, keys)) = &self.keys else { return Ok(self.anyone(peer)) };
        let given = presented(headers)
            .ok_or_else(|| Problem::new(Code::UNAUTHORIZED, "send the key as `Authorization: Bearer KEY`"))?;
        let name = keys.load().name_of(given);
        name.map(Caller::Key).ok_or_else(|| Problem::new(Code::UNAUTHORIZED, "the API key is not known"))
    }

    /// Callers from the page, who need no key.
    pub fn page_caller(&self, peer: Option<Peer>) -> Result<Caller, Problem> {
        match &self.keys {
            None => Ok(self.anyone(peer)),
            Some(_) if self.page > 0.0 => Ok(Caller::Page),
            Some(_) => Err(Problem::new(Code::UNAUTHORIZED, "this page is not open to the public")),
        }
    }

    /// Callers without keys, told apart by their address. Two of them may share a lane, so that there is
    /// a fixed number of lanes whoever calls.
    fn anyone(&self, peer: Option<Peer>) -> Caller {
        peer.map_or(Caller::Anyone, |peer| Caller::Address(self.hasher.hash_one(peer.network()) as u8))
    }

    /// Takes one diagnosis from what a caller may make, or says how fast they may be made.
    pub fn charge(&self, caller: &Caller) -> Result<(), Problem> {
        self.take(caller, Instant::now()).map_err(|(rate, _)| {
            let detail = match caller {
                Caller::Page => {
                    "too many people use this page at the moment; try again in a moment".to_owned()
                }
                _ => format!("this key may make {rate} diagnoses per second"),
            };
            Problem::new(Code::RATE_LIMITED, detail).retry_after(1)
        })
    }

    /// The same for work that can wait, such as the next line of a batch.
    pub async fn charge_patiently(&self, caller: &Caller) {
        while let Err((_, wait)) = self.take(caller, Instant::now()) {
            tokio::time::sleep(wait).await;
        }
    }

    /// Takes one; otherwise the rate, and when to try again.
    fn take(&self, caller: &Caller, now: Instant) -> Result<(), (f64, Duration)> {
        let rate = match caller {
            Caller::Anyone | Caller::Address(_) => return Ok(()),
            Caller::Page => self.page,
            Caller::Key(_) => self.per_key,
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.entry(caller.clone()).or_insert(Bucket { left: rate, at: now });
        let refill = now.saturating_duration_since(bucket.at).as_secs_f64() * rate;
        bucket.left = (bucket.left + refill).min(rate);
        bucket.at = now;
        if bucket.left >= 1.0 {
            bucket.left -= 1.0;
            return Ok(());
        }
        Err((rate, Duration::from_secs_f64((1.0 - bucket.left) / rate.max(1.0)) + Duration::from_millis(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::tests::line;

    fn gate(dir: &std::path::Path, page: u32) -> Gate {
        let file = dir.join("keys");
        std::fs::write(&file, line("friend", "secret")).unwrap();
        let config =
            Config { api_keys: Some(file), diagnoses_per_key: 2, page_diagnoses: page, ..Config::default() };
        Gate::open(&config).unwrap()
    }

    fn with(name: &'static str, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap())])
    }

    #[test]
    fn only_a_known_key_is_let_through() {
        let dir = tempfile::tempdir().unwrap();
        let gate = gate(dir.path(), 0);
        let friend = Caller::Key("friend".into());
        assert_eq!(gate.api_caller(&HeaderMap::new(), None).unwrap_err().status(), 401);
        assert_eq!(gate.api_caller(&with("authorization", "Bearer wrong"), None).unwrap_err().status(), 401);
        assert_eq!(gate.api_caller(&with("authorization", "Bearer secret"), None).unwrap(), friend);
        assert_eq!(gate.api_caller(&with("x-api-key", "secret"), None).unwrap(), friend);
        assert_eq!(gate.page_caller(None).unwrap_err().status(), 401);
    }

    #[test]
    fn without_keys_callers_are_told_apart_by_their_address() {
        let gate = Gate::open(&Config::default()).unwrap();
        let caller = |address: &str| {
            let caller = gate.page_caller(Some(Peer(address.parse().unwrap()))).unwrap();
            assert_eq!(caller.owner(), "", "sessions are found from any address");
            caller
        };
        assert_eq!(caller("192.0.2.1"), caller("::ffff:192.0.2.1"));
        assert_eq!(caller("2001:db8:1:2::1"), caller("2001:db8:1:2:ffff::9"), "one network of IPv6");
        let lanes: std::collections::HashSet<_> = (0..100).map(|i| caller(&format!("192.0.2.{i}"))).collect();
        assert!(lanes.len() > 50, "{}", lanes.len());
        let headers = HeaderMap::new();
        assert_eq!(gate.api_caller(&headers, None).unwrap(), Caller::Anyone);
        let peer = Some(Peer(IpAddr::from([192, 0, 2, 1])));
        assert_eq!(gate.api_caller(&headers, peer).unwrap(), caller("192.0.2.1"));
    }

    #[test]
    fn each_caller_refills_by_its_own_rate() {
        let dir = tempfile::tempdir().unwrap();
        let gate = gate(dir.path(), 1);
        let (now, friend) = (Instant::now(), Caller::Key("friend".into()));
        let taken = |caller: &Caller, after_ms| {
            let now = now + Duration::from_millis(after_ms);
            (0..10).take_while(|_| gate.take(caller, now).is_ok()).count()
        };
        assert_eq!((taken(&friend, 0), taken(&friend, 500), taken(&friend, 500)), (2, 1, 0));
        assert_eq!(gate.page_caller(None).unwrap(), Caller::Page);
        assert_eq!((taken(&Caller::Page, 500), taken(&Caller::Page, 500)), (1, 0));
        assert_eq!(gate.charge(&Caller::Page).unwrap_err().status(), 429);
        assert_eq!(taken(&Caller::Anyone, 0), 10);
    }

    #[test]
    fn keys_are_read_again_and_a_bad_file_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let gate = gate(dir.path(), 0);
        let known = |key: &str| gate.api_caller(&with("x-api-key", key), None).is_ok();
        std::fs::write(dir.path().join("keys"), line("friend", "other")).unwrap();
        assert!(known("secret") && !known("other"));
        assert_eq!(gate.reload(), Some(Ok(1)));
        assert!(!known("secret") && known("other"));
        for bad in ["nonsense\n", "", "# no key left\n"] {
            std::fs::write(dir.path().join("keys"), bad).unwrap();
            assert!(gate.reload().unwrap().is_err(), "{bad}");
            assert!(known("other"), "{bad}");
        }
    }
}
