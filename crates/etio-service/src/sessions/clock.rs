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
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
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
    use super::*;
    use std::time::Duration;

    #[test]
    fn only_time_that_passes_moves_the_clock() {
        let clock = Clock::start(1_000_000);
        assert_eq!(clock.at(clock.started + Duration::from_secs(90)), 1_000_090);
        assert_eq!(clock.at(clock.started), 1_000_000);
        assert!(now().abs_diff(wall()) <= 1, "and it starts as the wall clock does");
    }
}
