//! Files in memory that fail: at any call, by an error, a full disk or half a write, and then work again.

use std::collections::{HashMap, HashSet};
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, mpsc};

use etio_bot::Turn;
use futures_util::future::{join, join_all};
use redb::StorageBackend;

use super::files::{Files, Part};
use super::redb_store::RedbStore;
use super::{Change, Session, SessionId, StoreError, tests};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The call does nothing and fails. A sync stores part of what was written, and the rest never.
    Error,
    /// Writes and growth fail from then on, until there is room again.
    Stuck,
    /// The same, except where something was written before; growth is a hole.
    Full,
    /// Half of a write is done before it fails.
    Torn,
}

/// Length of what a disk gives out at once.
const BLOCK: usize = 4096;

/// A change that is not on disk for sure.
#[derive(Clone, Debug)]
enum Pending {
    Length(usize),
    Bytes(usize, Vec<u8>),
}

impl Pending {
    fn apply(self, file: &mut Vec<u8>) {
        match self {
            Self::Length(length) => file.resize(length, 0),
            // What lies beyond the end is not part of the file.
            Self::Bytes(at, bytes) => {
                if let Some(place) = file.get_mut(at..at + bytes.len()) {
                    place.copy_from_slice(&bytes);
                }
            }
        }
    }

    /// All of it, half of it, or nothing.
    fn in_part(self, random: &mut Random) -> Option<Self> {
        match (self, random.below(3)) {
            (_, 0) => None,
            (Self::Bytes(at, bytes), 1) => Some(Self::Bytes(at, bytes[..bytes.len() / 2].to_vec())),
            (all, _) => Some(all),
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Two files as they are read, and what of them is on disk.
#[derive(Debug, Default)]
struct Image {
    written: [Vec<u8>; 2],
    durable: [Vec<u8>; 2],
    pending: [Vec<Pending>; 2],
    /// Blocks that were written.
    blocks: [HashSet<usize>; 2],
    calls: u64,
    fault: Option<(u64, Fault)>,
    has_failed: bool,
    /// Whether the disk is stuck or full.
    limit: Option<Fault>,
    random: Random,
}

impl Image {
    /// Counts a call; the fault if it is this one's turn.
    fn call(&mut self, is_write: bool) -> Option<Fault> {
        self.calls += 1;
        match self.fault {
            Some((at, fault)) if at < self.calls && !self.has_failed => {
                self.has_failed = true;
                if matches!(fault, Fault::Full | Fault::Stuck) {
                    self.limit = Some(fault);
                    return self.limit.filter(|_| is_write);
                }
                Some(fault)
            }
            _ => self.limit.filter(|_| is_write),
        }
    }

    fn write(&mut self, part: usize, at: usize, bytes: &[u8]) -> io::Result<()> {
        let place = self.written[part].get_mut(at..at + bytes.len()).ok_or(ErrorKind::UnexpectedEof)?;
        place.copy_from_slice(bytes);
        self.blocks[part].extend(blocks(at, bytes.len()));
        self.pending[part].push(Pending::Bytes(at, bytes.to_vec()));
        Ok(())
    }

    /// What is on disk after a crash: part of what was not synced may be.
    fn crashed(&mut self) -> [Vec<u8>; 2] {
        [0, 1].map(|part| {
            let mut file = self.durable[part].clone();
            for pending in self.pending[part].clone() {
                if let Some(pending) = pending.in_part(&mut self.random) {
                    pending.apply(&mut file);
                }
            }
            file
        })
    }
}

fn blocks(at: usize, length: usize) -> std::ops::Range<usize> {
    at / BLOCK..(at + length).div_ceil(BLOCK)
}

#[derive(Clone, Debug, Default)]
struct Disk(Arc<Mutex<Image>>);

impl Disk {
    fn image(&self) -> std::sync::MutexGuard<'_, Image> {
        self.0.lock().unwrap()
    }

    /// The same files on a disk that does not fail.
    fn copy(&self) -> Self {
        let image = self.image();
        Self::of(image.written.clone(), image.blocks.clone())
    }

    /// The files as a crash would leave them.
    fn crashed(&self, seed: u64) -> Self {
        let mut image = self.image();
        image.random = Random(seed);
        Self::of(image.crashed(), image.blocks.clone())
    }

    fn of(files: [Vec<u8>; 2], blocks: [HashSet<usize>; 2]) -> Self {
        let copy = Image { written: files.clone(), durable: files, blocks, ..Image::default() };
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
            None | Some(Fault::Full) => {
                image.written[self.part].resize(len as usize, 0);
                image.pending[self.part].push(Pending::Length(len as usize));
            }
            Some(Fault::Stuck) => return Err(ErrorKind::StorageFull.into()),
            Some(Fault::Error | Fault::Torn) => return Err(failed()),
        }
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut image = self.disk.image();
        let has_failed = image.call(false).is_some();
        for pending in std::mem::take(&mut image.pending[self.part]) {
            let stored = if has_failed { pending.in_part(&mut image.random) } else { Some(pending) };
            if let Some(stored) = stored {
                stored.apply(&mut image.durable[self.part]);
            }
        }
        if has_failed { Err(failed()) } else { Ok(()) }
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut image = self.disk.image();
        let at = offset as usize;
        match image.call(true) {
            None => image.write(self.part, at, data),
            Some(Fault::Full) => {
                let mut needed = blocks(at, data.len());
                let has_room = needed.all(|block| image.blocks[self.part].contains(&block));
                if has_room { image.write(self.part, at, data) } else { Err(ErrorKind::StorageFull.into()) }
            }
            Some(Fault::Torn) => image.write(self.part, at, &data[..data.len() / 2]).and(Err(failed())),
            Some(Fault::Stuck) => Err(ErrorKind::StorageFull.into()),
            Some(Fault::Error) => Err(failed()),
        }
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

fn to(findings: usize) -> Change {
    let more = with(findings).turns;
    Box::new(move |session| {
        session.turns = more;
        Ok(())
    })
}

/// Makes writes share a commit: the writer is held up until all of them wait for it.
async fn together<T>(store: &RedbStore, known: &SessionId, writes: Vec<impl Future<Output = T>>) -> Vec<T> {
    let (release, held) = mpsc::channel::<()>();
    let hold: Change = Box::new(move |_| {
        let _ = held.recv();
        Err(StoreError::Overtaken)
    });
    let release = async {
        // Each of the writes has been begun by now.
        drop(release);
    };
    let (_, (results, ())) = join(store.update(known, hold), join(join_all(writes), release)).await;
    results
}

/// A stream of writes: sessions made, added to and deleted, one at a time and several at once.
async fn work(store: &RedbStore, known: &SessionId, ledger: &mut Ledger) {
    let ids: Vec<SessionId> = (0..4).map(|_| SessionId::random().unwrap()).collect();
    let (alone, at_once) = ids.split_at(1);
    for ids in [alone, at_once] {
        let session = with(1);
        let made = together(store, known, ids.iter().map(|id| store.put(id, &session)).collect()).await;
        for (id, outcome) in ids.iter().zip(&made) {
            ledger.note(id, Some(1), outcome);
        }
        for findings in 2..4 {
            let writes = ids.iter().map(|id| store.update(id, to(findings))).collect();
            for (id, outcome) in ids.iter().zip(together(store, known, writes).await) {
                // A session whose making failed may not be there.
                if !matches!(outcome, Ok(None)) {
                    ledger.note(id, Some(findings), &outcome);
                }
            }
        }
    }
    // A deletion and a change share a commit.
    let (deleted, changed) = (&ids[1], &ids[2]);
    let deletion = store.delete(deleted);
    let change = store.update(changed, to(5));
    let (gone, outcome) = {
        let (release, held) = mpsc::channel::<()>();
        let hold: Change = Box::new(move |_| {
            let _ = held.recv();
            Err(StoreError::Overtaken)
        });
        let (_, (gone, outcome, ())) = join(store.update(known, hold), async {
            tokio::join!(deletion, change, async { drop(release) })
        })
        .await;
        (gone, outcome)
    };
    ledger.note(deleted, None, &gone);
    if !matches!(outcome, Ok(None)) {
        ledger.note(changed, Some(5), &outcome);
    }
}

/// Fails at the n-th call, and checks everything; false if there were fewer calls.
async fn survives(base: &Disk, known: &SessionId, n: u64, fault: Fault) -> bool {
    let disk = base.copy();
    disk.image().fault = Some((n, fault));
    disk.image().random = Random(n);
    let when = format!("{fault:?} at call {n}");
    let mut ledger = Ledger::default();
    ledger.note(known, Some(2), &Ok(()));
    let store = match RedbStore::open_in(disk.clone(), tests::LARGE) {
        Ok(store) => store,
        Err(_) => {
            disk.image().limit = None;
            RedbStore::open_in(disk.clone(), tests::LARGE).unwrap_or_else(|e| panic!("{when}: {e}"))
        }
    };
    work(&store, known, &mut ledger).await;
    let has_failed = disk.image().has_failed;
    // As a crash in the middle of it would leave it.
    crash(&disk, &ledger, n, &format!("{when}, then a crash")).await;
    disk.image().fault = None;
    disk.image().limit = None;
    // Without a restart, as soon as the disk works again.
    let _ = store.get(known).await;
    store.ready().await.unwrap_or_else(|e| panic!("{when}: {e}"));
    let id = SessionId::random().unwrap();
    let outcome = store.put(&id, &with(1)).await;
    assert_eq!(outcome, Ok(()), "{when}: it does not recover");
    ledger.note(&id, Some(1), &outcome);
    ledger.check(&store, &when).await;
    crash(&disk, &ledger, n, &format!("{when}, then a crash after it has recovered")).await;
    has_failed
}

/// Checks what several crashes leave.
async fn crash(disk: &Disk, ledger: &Ledger, n: u64, when: &str) {
    for seed in 0..3 {
        let crashed = RedbStore::open_in(disk.crashed(3 * n + seed), tests::LARGE);
        let crashed = crashed.unwrap_or_else(|e| panic!("{when}: {e}"));
        assert!(ledger.check(&crashed, when).await > 1);
    }
}

#[tokio::test]
async fn no_acknowledged_write_is_lost_whatever_call_fails() {
    let base = Disk::default();
    let known = SessionId::random().unwrap();
    let store = RedbStore::open_in(base.clone(), tests::LARGE).unwrap();
    store.put(&known, &with(2)).await.unwrap();
    drop(store);
    for fault in [Fault::Error, Fault::Stuck, Fault::Full, Fault::Torn] {
        let mut n = 0;
        while survives(&base, &known, n, fault).await {
            n += 1;
        }
        assert!(n > 20, "{fault:?}: only {n} calls");
    }
}

#[tokio::test]
async fn a_full_disk_is_not_ready_and_sessions_on_it_can_be_read_and_deleted() {
    let disk = Disk::default();
    let store = RedbStore::open_in(disk.clone(), tests::LARGE).unwrap();
    let ids: Vec<SessionId> = (0..3).map(|_| SessionId::random().unwrap()).collect();
    for id in &ids {
        store.put(id, &with(2)).await.unwrap();
    }
    assert_eq!(store.ready().await, Ok(()));
    disk.image().limit = Some(Fault::Full);
    // The files have some room inside: a large session may not fit there, and a smaller one still does.
    let large = Session { network: "x".repeat(10_000), ..tests::session() };
    let mut refused = 0;
    while refused < 3 {
        refused += 1;
        while store.put(&SessionId::random().unwrap(), &large).await.is_ok() {
            refused = 0;
        }
    }
    for _ in 0..3 {
        assert!(store.ready().await.is_err(), "nobody has written meanwhile, and the disk is still full");
        for id in &ids[..2] {
            assert_eq!(store.get(id).await.unwrap().map(|session| session.turns.len()), Some(2));
        }
    }
    assert_eq!(store.delete(&ids[2]).await, Ok(true));
    assert_eq!(store.get(&ids[2]).await, Ok(None));
    assert_eq!(store.delete(&ids[2]).await, Ok(false));
    let crashed = RedbStore::open_in(disk.crashed(1), tests::LARGE).unwrap();
    assert_eq!(crashed.get(&ids[2]).await, Ok(None), "what was acknowledged is gone from the disk");
    assert!(crashed.get(&ids[1]).await.unwrap().is_some());
    disk.image().limit = None;
    assert_eq!(store.ready().await, Ok(()));
    store.put(&SessionId::random().unwrap(), &large).await.unwrap();
    assert_eq!(store.purge().await, Ok(0), "nothing has ended, and what was left of the deleted one is gone");
    assert_eq!(store.get(&ids[1]).await.unwrap().map(|session| session.turns.len()), Some(2));
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
    let mut random = Random(18);
    let mut next = |below| random.below(below);
    let (mut refused, mut opened) = (0, 0);
    for _ in 0..300 {
        let disk = base.copy();
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
