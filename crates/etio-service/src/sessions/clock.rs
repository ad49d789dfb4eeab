//! The clock that sessions end by: the wall clock when the program started, and from then on one
//! that only runs forwards. A wall clock that is set ahead while the service runs ends no session
//! before its time.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
pub fn now() -> u64 {
    static CLOCK: LazyLock<Clock> = LazyLock::new(|| Clock::start(wall()));
    CLOCK.now()
}

fn wall() -> u64 {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    #[cfg(test)]
    let wall = wall + tests::SET_AHEAD.load(std::sync::atomic::Ordering::Relaxed);
    wall
}

struct Clock {
    wall_at_start: u64,
    started: Instant,
}

impl Clock {
    fn start(wall: u64) -> Self {
        Self { wall_at_start: wall, started: Instant::now() }
    }

    fn now(&self) -> u64 {
        self.at(Instant::now())
    }

    fn at(&self, instant: Instant) -> u64 {
        self.wall_at_start.saturating_add(instant.saturating_duration_since(self.started).as_secs())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MemoryStore, Place, RedbStore, SessionId, Store, tests};
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    /// How far the wall clock was set ahead, in seconds.
    pub(super) static SET_AHEAD: AtomicU64 = AtomicU64::new(0);

    #[tokio::test]
    async fn a_wall_clock_that_is_set_ahead_ends_no_session() {
        let dir = tempfile::tempdir().unwrap();
        let redb = RedbStore::open(&dir.path().join("sessions"), tests::LARGE).unwrap();
        let memory = MemoryStore::new(tests::LARGE);
        for store in [Place::Memory(memory), Place::Redb(redb)].map(Store::at) {
            let id = SessionId::random().unwrap();
            SET_AHEAD.store(0, Relaxed);
            store.put(&id, &tests::session()).await.unwrap();
            let (before, wall_before) = (now(), wall());
            SET_AHEAD.store(10 * 365 * 86_400, Relaxed);
            assert!(wall() > wall_before + 86_400 && now() < before + 60);
            assert_eq!(store.purge().await, Ok(0));
            assert!(store.get(&id).await.unwrap().is_some());
        }
    }

    #[test]
    fn only_time_that_passes_moves_the_clock() {
        let clock = Clock::start(1_000_000);
        assert_eq!(clock.at(clock.started + Duration::from_secs(90)), 1_000_090);
        assert_eq!(clock.at(clock.started), 1_000_000);
    }
}
