//! Sessions that can be erased: each is sealed under a random key of its own, and the keys are kept
//! in a file of their own, where they are overwritten in place. A database keeps old pages for a
//! while, and so does its file; without its key, what they hold of a session cannot be read any
//! more.

use std::collections::HashSet;
use std::io;

use redb::StorageBackend;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use super::{SessionId, StoreError, random};

const SLOT: usize = 32;
/// In slot 0.
const MAGIC: [u8; SLOT] = *b"etio session keys, version 1\n\0\0\0";
/// Slots by which the file grows.
const GROWTH: u64 = 1024;
/// Slots that are read at once.
const AT_ONCE: usize = 2048;

/// A key that one session is sealed under.
pub(super) struct Key([u8; SLOT]);

impl Key {
    pub(super) fn random() -> Result<Self, StoreError> {
        random().map(Self)
    }

    pub(super) fn is_erased(&self) -> bool {
        self.0 == [0; SLOT]
    }

    fn cipher(&self) -> Result<LessSafeKey, StoreError> {
        UnboundKey::new(&CHACHA20_POLY1305, &self.0).map(LessSafeKey::new).map_err(StoreError::of)
    }

    /// Seals a text for the session of an id.
    pub(super) fn seal(&self, id: &SessionId, text: String) -> Result<Vec<u8>, StoreError> {
        let nonce: [u8; NONCE_LEN] = random()?;
        let mut sealed = text.into_bytes();
        self.cipher()?
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(id.as_str()),
                &mut sealed,
            )
            .map_err(StoreError::of)?;
        sealed.extend_from_slice(&nonce);
        Ok(sealed)
    }

    /// The text that was sealed; `None` if it was under another key or for another id, or is damaged.
    pub(super) fn open(&self, id: &SessionId, sealed: &[u8]) -> Option<String> {
        let (text, nonce) = sealed.split_at_checked(sealed.len().checked_sub(NONCE_LEN)?)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut text = text.to_vec();
        let opened = self.cipher().ok()?.open_in_place(nonce, Aad::from(id.as_str()), &mut text).ok()?;
        String::from_utf8(opened.to_vec()).ok()
    }
}

/// What was found of the slots.
#[derive(Default)]
pub(super) struct Slots {
    /// Those that are not in use.
    pub(super) free: Vec<u64>,
    /// Those that are in use although their key is erased.
    pub(super) erased: HashSet<u64>,
}

/// The keys, by slot.
pub(super) struct KeyFile(Box<dyn StorageBackend>);

impl KeyFile {
    /// Opens the file, or begins it if no session needs it yet.
    pub(super) fn open(file: impl StorageBackend, is_needed: bool) -> io::Result<Self> {
        let mut head = [0; SLOT];
        if file.len()? >= SLOT as u64 {
            file.read(0, &mut head)?;
        }
        if head != MAGIC {
            if is_needed {
                let problem =
                    "it does not hold the keys of the sessions; restore it, or move both files away";
                return Err(io::Error::other(problem));
            }
            file.set_len(SLOT as u64)?;
            file.write(0, &MAGIC)?;
            file.sync_data()?;
        }
        Ok(Self(Box::new(file)))
    }

    /// Number of slots, the first of which is not for keys.
    pub(super) fn slots(&self) -> io::Result<u64> {
        Ok(self.0.len()? / SLOT as u64)
    }

    pub(super) fn read(&self, slot: u64) -> io::Result<Key> {
        let mut bytes = [0; SLOT];
        self.0.read(slot * SLOT as u64, &mut bytes)?;
        Ok(Key(bytes))
    }

    pub(super) fn write(&self, slot: u64, key: &Key) -> io::Result<()> {
        if slot >= self.slots()? {
            self.0.set_len((slot + GROWTH) * SLOT as u64)?;
        }
        self.0.write(slot * SLOT as u64, &key.0)
    }

    pub(super) fn erase(&self, slot: u64) -> io::Result<()> {
        self.0.write(slot * SLOT as u64, &[0; SLOT])
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    /// Erases every slot that is not in use: what a crash left behind.
    pub(super) fn erase_unused(&self, is_used: impl Fn(u64) -> bool) -> io::Result<Slots> {
        let (slots, mut found, mut has_erased) = (self.slots()?, Slots::default(), false);
        let mut bytes = vec![0; AT_ONCE * SLOT];
        for first in (0..slots).step_by(AT_ONCE) {
            let count = (slots - first).min(AT_ONCE as u64) as usize;
            self.0.read(first * SLOT as u64, &mut bytes[..count * SLOT])?;
            for (slot, key) in (first..).zip(bytes[..count * SLOT].chunks(SLOT)) {
                let is_erased = key.iter().all(|byte| *byte == 0);
                if slot == 0 {
                    continue;
                }
                if is_used(slot) {
                    found.erased.extend(is_erased.then_some(slot));
                    continue;
                }
                found.free.push(slot);
                if !is_erased {
                    self.erase(slot)?;
                    has_erased = true;
                }
            }
        }
        if has_erased {
            self.sync()?;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_opens_only_for_its_own_session_and_key() {
        let (id, other) = (SessionId::random().unwrap(), SessionId::random().unwrap());
        let key = Key::random().unwrap();
        let mut sealed = key.seal(&id, "a cough".to_owned()).unwrap();
        assert_eq!(key.open(&id, &sealed).as_deref(), Some("a cough"));
        assert_eq!(key.open(&other, &sealed), None);
        assert_eq!(Key::random().unwrap().open(&id, &sealed), None);
        sealed[0] ^= 1;
        assert_eq!(key.open(&id, &sealed), None);
        assert_eq!(key.open(&id, &[]), None);
    }
}
