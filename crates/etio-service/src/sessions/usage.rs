//! Space used by sessions, for each owner and in total.

use std::collections::HashMap;

use super::{Session, StoreError};

/// Maximum size of sessions, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotas {
    /// Quota of one owner. Anonymous sessions are limited by the other quota alone.
    pub per_owner: u64,
    /// Quota of all owners together.
    pub in_all: u64,
}

/// Bytes that a session takes up besides its text, roughly.
const OVERHEAD: u64 = 200;

/// Size that a session counts as, by the length of its text.
pub(super) fn size(text: &str) -> u64 {
    text.len() as u64 + OVERHEAD
}

/// Space in use.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    by_owner: HashMap<String, u64>,
    in_all: u64,
}

impl Usage {
    pub(super) fn add(&mut self, owner: &str, bytes: u64) {
        *self.by_owner.entry(owner.to_owned()).or_default() += bytes;
        self.in_all += bytes;
    }

    pub(super) fn remove(&mut self, owner: &str, bytes: u64) {
        self.in_all = self.in_all.saturating_sub(bytes);
        if let Some(used) = self.by_owner.get_mut(owner) {
            *used = used.saturating_sub(bytes);
            if *used == 0 {
                self.by_owner.remove(owner);
            }
        }
    }

    /// Refuses a session that grows from `old` to `new` bytes if that exceeds a quota. A session
    /// that does not grow is never refused.
    pub(super) fn check(
        &self,
        session: &Session,
        old: u64,
        new: u64,
        quotas: Quotas,
    ) -> Result<(), StoreError> {
        let growth = new.saturating_sub(old);
        let own = self.by_owner.get(&session.owner).copied().unwrap_or(0);
        if growth > 0 && self.in_all + growth > quotas.in_all {
            return Err(StoreError::Quota("the quota for all sessions together is used up"));
        }
        if growth > 0 && !session.owner.is_empty() && own + growth > quotas.per_owner {
            return Err(StoreError::Quota("the quota for the sessions of this key is used up"));
        }
        Ok(())
    }
}
