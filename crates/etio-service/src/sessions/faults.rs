//! Files in memory that fail: at any call, by an error, a full disk or half a write, and then work again.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex};

use etio_bot::Turn;
use redb::StorageBackend;

use super::files::{Files, Part};
use super::redb_store::RedbStore;
use super::{Change, Session, SessionId, StoreError, tests};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The call does nothing and fails.
    Error,
    /// Writes and growth fail from then on, until there is room again.
    Full,
    /// Half of a write is done before it fails.
    Torn,
}

/// Two files, and what of them would be there after a crash.
#[derive(Debug, Default)]
struct Image {
    written: [Vec<u8>; 2],
    durable: [Vec<u8>; 2],
    calls: u64,
    fault: Option<(u64, Fault)>,
    has_failed: bool,
    is_full: bool,
}

impl Image {
    /// Counts a call; the fault if it is this one's turn.
    fn call(&mut self, is_write: bool) -> Option<Fault> {
        self.calls += 1;
        match self.fault {
            Some((at, fault)) if at < self.calls && !self.has_failed => {
                self.has_failed = true;
                self.is_full = fault == Fault::Full;
                Some(fault).filter(|fault| is_write || *fault != Fault::Full)
            }
            _ => (self.is_full && is_write).then_some(Fault::Full),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Disk(Arc<Mutex<Image>>);

impl Disk {
    fn image(&self) -> std::sync::MutexGuard<'_, Image> {
        self.0.lock().unwrap()
    }

    /// The same files as they are, or as a crash would leave them, on a disk that does not fail.
    fn copy(&self, is_crash: bool) -> Self {
        let image = self.image();
        let files = if is_crash { image.durable.clone() } else { image.written.clone() };
        let copy = Image { written: files.clone(), durable: files, ..Image::default() };
        Self(Arc::new(Mutex::new(copy)))
    }
}

impl Files for Disk {
    type File = File;

    fn open(&self, part: Part) -> io::Result<File> {
        Ok(File { disk: self.clone(), part: part as usize })
    }

    fn name(&self, part: Part) -> String {
        format!("{part:?}")
    }
}

#[derive(Debug)]
struct File {
    disk: Disk,
    part: usize,
}

fn failed() -> io::Error {
    io::Error::other("the disk does not answer")
}

impl StorageBackend for File {
    fn len(&self) -> io::Result<u64> {
        Ok(self.disk.image().written[self.part].len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut image = self.disk.image();
        if image.call(false).is_some() {
            return Err(failed());
        }
        let offset = offset as usize;
        let bytes = image.written[self.part].get(offset..offset + out.len());
        out.copy_from_slice(bytes.ok_or(ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut image = self.disk.image();
        match image.call(true) {
            None => image.written[self.part].resize(len as usize, 0),
            Some(Fault::Full) => return Err(ErrorKind::StorageFull.into()),
            Some(_) => return Err(failed()),
        }
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut image = self.disk.image();
        if image.call(false).is_some() {
            return Err(failed());
        }
        image.durable[self.part] = image.written[self.part].clone();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut image = self.disk.image();
        let done = match image.call(true) {
            None => data.len(),
            Some(Fault::Torn) => data.len() / 2,
            Some(Fault::Full) => return Err(ErrorKind::StorageFull.into()),
            Some(Fault::Error) => return Err(failed()),
        };
        let offset = offset as usize;
        let place =
            image.written[self.part].get_mut(offset..offset + done).ok_or(ErrorKind::UnexpectedEof)?;
        place.copy_from_slice(&data[..done]);
        if done < data.len() { Err(failed()) } else { Ok(()) }
    }
}

/// For each session, the last acknowledged state and those tried since.
#[derive(Default)]
struct Ledger(HashMap<SessionId, (Option<usize>, Vec<Option<usize>>)>);

impl Ledger {
    /// A write was tried: the number of findings that the session has after it, `None` if it is deleted.
    fn note<T>(&mut self, id: &SessionId, after: Option<usize>, outcome: &Result<T, StoreError>) {
        let known = self.0.entry(id.clone()).or_default();
        match outcome {
            Ok(_) => *known = (after, Vec::new()),
            Err(_) => known.1.push(after),
        }
    }

    /// Checks that everything acknowledged is there, and gives back how many sessions that are.
    async fn check(&self, store: &RedbStore, when: &str) -> usize {
        for (id, (acknowledged, tried)) in &self.0 {
            let found = store.get(id).await.unwrap_or_else(|e| panic!("{when}: {e}"));
            let found = found.map(|session| session.turns.len());
            assert!(
                found == *acknowledged || tried.contains(&found),
                "{when}: {found:?} instead of {acknowledged:?} or one of {tried:?}"
            );
        }
        self.0.len()
    }
}

fn with(findings: usize) -> Session {
    let item = |i| Turn::Told { finding: format!("finding-{i}"), answer: etio_bot::Answer::Present };
    Session { turns: (0..findings).map(item).collect(), ..tests::session() }
}

/// A stream of writes: sessions made, added to and deleted.
async fn work(store: &RedbStore, ledger: &mut Ledger) {
    let ids: Vec<SessionId> = (0..3).map(|_| SessionId::random().unwrap()).collect();
    for id in &ids {
        let outcome = store.put(id, &with(1)).await;
        ledger.note(id, Some(1), &outcome);
        for findings in 2..4 {
            let more = with(findings).turns;
            let change: Change = Box::new(move |s| {
                s.turns = more;
                Ok(())
            });
            let outcome = store.update(id, change).await;
            // A session whose making failed may not be there.
            if !matches!(outcome, Ok(None)) {
                ledger.note(id, Some(findings), &outcome);
            }
        }
    }
    let outcome = store.delete(&ids[1]).await;
    ledger.note(&ids[1], None, &outcome);
}

/// Fails at the n-th call, and checks everything; false if there were fewer calls.
async fn survives(base: &Disk, known: &SessionId, n: u64, fault: Fault) -> bool {
    let disk = base.copy(false);
    disk.image().fault = Some((n, fault));
    let when = format!("{fault:?} at call {n}");
    let mut ledger = Ledger::default();
    ledger.note(known, Some(2), &Ok(()));
    let store = match RedbStore::open_in(disk.clone(), tests::LARGE) {
        Ok(store) => store,
        Err(_) => {
            disk.image().is_full = false;
            RedbStore::open_in(disk.clone(), tests::LARGE).unwrap_or_else(|e| panic!("{when}: {e}"))
        }
    };
    work(&store, &mut ledger).await;
    let has_failed = disk.image().has_failed;
    disk.image().fault = None;
    disk.image().is_full = false;
    // Without a restart, as soon as the disk works again.
    let _ = store.get(known).await;
    store.ready().await.unwrap_or_else(|e| panic!("{when}: {e}"));
    let id = SessionId::random().unwrap();
    let outcome = store.put(&id, &with(1)).await;
    assert_eq!(outcome, Ok(()), "{when}: it does not recover");
    ledger.note(&id, Some(1), &outcome);
    ledger.check(&store, &when).await;
    let crashed = RedbStore::open_in(disk.copy(true), tests::LARGE).unwrap_or_else(|e| panic!("{when}: {e}"));
    assert!(ledger.check(&crashed, &format!("{when}, then a crash")).await > 1);
    has_failed
}

#[tokio::test]
async fn no_acknowledged_write_is_lost_whatever_call_fails() {
    let base = Disk::default();
    let known = SessionId::random().unwrap();
    let store = RedbStore::open_in(base.clone(), tests::LARGE).unwrap();
    store.put(&known, &with(2)).await.unwrap();
    drop(store);
    for fault in [Fault::Error, Fault::Full, Fault::Torn] {
        let mut n = 0;
        while survives(&base, &known, n, fault).await {
            n += 1;
        }
        assert!(n > 20, "{fault:?}: only {n} calls");
    }
}

#[tokio::test]
async fn damaged_files_never_end_the_program() {
    let base = Disk::default();
    let known = SessionId::random().unwrap();
    let store = RedbStore::open_in(base.clone(), tests::LARGE).unwrap();
    for findings in 0..20 {
        store.put(&SessionId::random().unwrap(), &with(findings)).await.unwrap();
    }
    store.put(&known, &with(2)).await.unwrap();
    drop(store);
    let mut random = 18_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let (mut refused, mut opened) = (0, 0);
    for _ in 0..300 {
        let disk = base.copy(false);
        {
            let mut image = disk.image();
            let file = &mut image.written[usize::from(next(4) == 0)];
            let (length, kind) = (file.len(), next(3));
            let at = if next(2) == 0 { next(length) } else { next(length.min(8192)) };
            match kind {
                0 => file[at] ^= 1 << next(8),
                1 => file[at..].iter_mut().take(512).for_each(|byte| *byte = 0xa5),
                _ => file.truncate(at),
            }
        }
        match RedbStore::open_in(disk, tests::LARGE) {
            Err(error) => {
                assert!(
                    error.to_string().contains("Sessions:") || error.to_string().contains("Keys:"),
                    "{error}"
                );
                refused += 1;
            }
            Ok(store) => {
                // Whatever they answer, they do answer.
                let _ = store.get(&known).await;
                let _ = store.put(&SessionId::random().unwrap(), &with(1)).await;
                let _ = store.purge().await;
                opened += 1;
            }
        }
    }
    assert!(refused > 10 && opened > 10, "{refused} refused, {opened} opened");
}
