//! One budget for a request: time, memory, threads and cancellation, made once and handed down.
//!
//! [`Limits`] are settings. A [`Budget`] is what starts when a request arrives: its clock runs, and
//! every loop that can take long looks at it. Nothing below the engine knows of any other limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::{InferenceError, memory};

/// Resource limits for one query.
///
/// Callers write them out, as `Limits { time, ..Limits::default() }`: that must stay possible, and stays
/// right if there are more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum time; `None` for as long as it takes.
    pub time: Option<Duration>,
    /// Maximum memory for tables, in bytes.
    pub memory: usize,
    /// Maximum number of threads for one large query.
    pub threads: usize,
}

impl Limits {
    /// Limits for one of several workers on a machine or in a container: as the default, but all
    /// workers together take at most half of the memory that there is. No worker gets less than
    /// 64 MiB.
    pub fn for_workers(workers: usize) -> Self {
        let default = Self::default();
        let share = memory::total().map_or(default.memory, |bytes| bytes / 2 / workers.max(1));
        Self { memory: share.clamp(64 << 20, default.memory), ..default }
    }
}

impl Default for Limits {
    /// No time limit, 2 GiB of tables, one thread.
    fn default() -> Self {
        Self { time: None, memory: 2 << 30, threads: 1 }
    }
}

/// Remaining resources of a request: a deadline, a pool of memory, a number of threads, and a flag
/// that cancels it.
///
/// Clones share the clock, the pool and the flag, so that one budget can be handed to many queries,
/// one after the other or at the same time, and all of them together stay within it: a method takes
/// the memory of its tables from the pool while it runs, and refuses if too little is left. What an
/// engine keeps for its next query is not in the pool.
///
/// One after the other:
///
/// ```
/// use std::time::Duration;
/// use etio::{Budget, Engine, Evidence, Limits, Method, NetworkBuilder};
///
/// let mut builder = NetworkBuilder::new();
/// let flu = builder.disease("flu", "Influenza", 0.01)?;
/// let fever = builder.finding("fever", "Fever", 0.02)?;
/// builder.link(flu, fever, 0.9)?;
/// let mut engine = Engine::new(&builder.build()?);
///
/// let budget = Budget::start(&Limits { time: Some(Duration::from_secs(1)), ..Limits::default() });
/// let evidence = Evidence::new([fever], [])?;
/// let first = engine.diagnose_within(&evidence, Method::Auto, &budget)?;
/// let second = engine.diagnose_within(&Evidence::default(), Method::Auto, &budget)?;
/// assert!(first.marginal(flu) > second.marginal(flu));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    clock: Clock,
    /// When the time is over, on the clock; `None` for never.
    deadline: Option<Duration>,
    /// The limit that the deadline was made from, for messages.
    limit: Duration,
    memory: usize,
    threads: usize,
    shared: Arc<Shared>,
    watch: Option<Arc<Watch>>,
}

/// A callback that is asked now and then whether to continue.
struct Watch {
    every: Duration,
    /// When to ask next, in nanoseconds on the clock.
    next: AtomicU64,
    stop: Box<dyn Fn() -> bool + Send + Sync>,
}

impl Watch {
    /// Whether the work is to stop; asks only if it is time to.
    fn says_stop(&self, now: Duration) -> bool {
        let next = self.next.load(Relaxed);
        if now.as_nanos() < u128::from(next) {
            return false;
        }
        let later = u64::try_from((now + self.every).as_nanos()).unwrap_or(u64::MAX);
        // Of several threads that come by at once, one asks.
        self.next.compare_exchange(next, later, Relaxed, Relaxed).is_ok() && (self.stop)()
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("every", &self.every).finish_non_exhaustive()
    }
}

/// State shared by the clones of a budget.
#[derive(Debug, Default)]
struct Shared {
    /// Bytes that are reserved.
    reserved: AtomicUsize,
    cancelled: AtomicBool,
}

/// How time passes.
#[derive(Clone, Debug)]
enum Clock {
    /// Wall-clock time.
    Wall(Instant),
    /// By one step each time it is read.
    Steps { taken: Arc<AtomicU64>, each: Duration },
}

impl Clock {
    #[inline]
    fn now(&self) -> Duration {
        match self {
            Self::Wall(started) => started.elapsed(),
            Self::Steps { taken, each } => {
                each.saturating_mul(taken.load(Relaxed).min(u32::MAX.into()) as u32)
            }
        }
    }
}

impl Budget {
    /// A budget whose clock starts now.
    pub fn start(limits: &Limits) -> Self {
        Self::with_clock(limits, Clock::Wall(Instant::now()))
    }

    /// A budget without a time limit.
    pub fn unlimited() -> Self {
        Self::start(&Limits::default())
    }

    /// A budget whose clock advances by `step` each time that work checks it, and stands still
    /// otherwise: the same query then ends at the same point on every machine. For tests.
    pub fn counted(limits: &Limits, step: Duration) -> Self {
        Self::with_clock(limits, Clock::Steps { taken: Arc::default(), each: step })
    }

    fn with_clock(limits: &Limits, clock: Clock) -> Self {
        Self {
            clock,
            deadline: limits.time,
            limit: limits.time.unwrap_or_default(),
            memory: limits.memory,
            threads: if cfg!(feature = "parallel") { limits.threads.max(1) } else { 1 },
            shared: Arc::default(),
            watch: None,
        }
    }

    /// This budget with a function that work calls about once in `every` on its own thread. When
    /// it returns true, the work is cancelled. For hosts that learn of an interruption only by
    /// asking, such as Python.
    #[must_use]
    pub fn watched(self, every: Duration, stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let next = u64::try_from((self.clock.now() + every).as_nanos()).unwrap_or(u64::MAX);
        Self { watch: Some(Arc::new(Watch { every, next: next.into(), stop: Box::new(stop) })), ..self }
    }

    /// Number of times a [counted](Self::counted) clock was read; zero for any other clock.
    pub fn looks(&self) -> u64 {
        match &self.clock {
            Clock::Wall(_) => 0,
            Clock::Steps { taken, .. } => taken.load(Relaxed),
        }
    }

    /// Cancels all work on this budget: it ends with [`InferenceError::Cancelled`] at its next look
    /// at the clock.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Relaxed);
    }

    /// Time left; `None` if there is no limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.clock.now()))
    }

    /// Bytes of memory that are not reserved.
    pub fn memory(&self) -> usize {
        self.memory.saturating_sub(self.shared.reserved.load(Relaxed))
    }

    /// Maximum number of threads for one large query.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Reserves memory until the returned guard is dropped; `None` if there is not enough left.
    pub fn reserve(&self, bytes: usize) -> Option<Reserved> {
        let add = |reserved: usize| reserved.checked_add(bytes).filter(|&sum| sum <= self.memory);
        self.shared.reserved.fetch_update(Relaxed, Relaxed, add).ok()?;
        Some(Reserved { shared: Arc::clone(&self.shared), bytes })
    }

    /// An error once the time is over or the work was cancelled. Every loop that can take longer
    /// than some fifty microseconds calls this as it goes.
    #[inline]
    pub fn check(&self) -> Result<(), InferenceError> {
        if let Some(watch) = &self.watch
            && watch.says_stop(self.clock.now())
        {
            self.cancel();
        }
        if self.shared.cancelled.load(Relaxed) {
            return Err(InferenceError::Cancelled);
        }
        if let Clock::Steps { taken, .. } = &self.clock {
            taken.fetch_add(1, Relaxed);
        }
        match self.deadline {
            Some(deadline) if self.clock.now() > deadline => Err(self.out_of_time()),
            _ => Ok(()),
        }
    }

    /// An error if fewer than `seconds` remain.
    pub(crate) fn check_for(&self, seconds: f64) -> Result<(), InferenceError> {
        self.check()?;
        match self.remaining() {
            Some(left) if left.as_secs_f64() < seconds => Err(self.out_of_time()),
            _ => Ok(()),
        }
    }

    fn out_of_time(&self) -> InferenceError {
        InferenceError::OutOfTime { limit: self.limit }
    }

    /// This budget with a deadline at most this far away.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let end = self.clock.now().saturating_add(time);
        // The limit that a message names is the request's, if it has one.
        let limit = if self.deadline.is_some() { self.limit } else { time };
        let deadline = Some(self.deadline.map_or(end, |deadline| deadline.min(end)));
        Self { deadline, limit, ..self.clone() }
    }

    /// This budget with at most this much time in all, counted from its start, which messages then name.
    #[must_use]
    pub fn limited_to(&self, time: Duration) -> Self {
        if self.deadline.is_some_and(|deadline| deadline <= time) {
            return self.clone();
        }
        Self { deadline: Some(time), limit: time, ..self.clone() }
    }

    /// This budget with a share of the remaining time reserved for later work.
    #[must_use]
    pub fn leaving(&self, share: f64) -> Self {
        let now = self.clock.now();
        let earlier = |deadline: Duration| {
            let now = now.min(deadline);
            now + deadline.saturating_sub(now).mul_f64(1.0 - share)
        };
        Self { deadline: self.deadline.map(earlier), ..self.clone() }
    }

    /// This budget with one thread.
    pub(crate) fn on_one_thread(&self) -> Self {
        Self { threads: 1, ..self.clone() }
    }
}

/// Memory that is taken from a [`Budget`] for as long as this is alive.
#[derive(Debug)]
pub struct Reserved {
    shared: Arc<Shared>,
    bytes: usize,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.shared.reserved.fetch_sub(self.bytes, Relaxed);
    }
}

/// Queries that share a budget, one after the other.
pub(crate) struct Turns<'a> {
    pub(crate) budget: &'a Budget,
    /// How many are still to come.
    pub(crate) left: usize,
}

impl Turns<'_> {
    /// The budget of the next query: its even part of the remaining time.
    pub(crate) fn next(&mut self) -> Budget {
        let left = self.left.max(1);
        self.left = left - 1;
        match self.budget.remaining() {
            Some(time) => self.budget.within(time / u32::try_from(left).unwrap_or(u32::MAX)),
            None => self.budget.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    #[test]
    fn a_share_of_the_time_can_be_left_over() {
        let budget = Budget::start(&limits(Duration::from_secs(1000)));
        let left = budget.leaving(0.25).remaining().unwrap().as_secs_f64();
        assert!((700.0..=750.0).contains(&left), "{left}");
        assert_eq!(Budget::unlimited().leaving(0.5).remaining(), None);
    }

    #[test]
    fn a_counted_clock_stands_still_until_it_is_read() {
        let budget = Budget::counted(&limits(Duration::from_millis(3)), Duration::from_millis(1));
        assert_eq!(budget.remaining(), Some(Duration::from_millis(3)));
        let child = budget.leaving(0.0);
        assert_eq!((0..5).take_while(|_| child.check().is_ok()).count(), 3);
        assert_eq!(budget.remaining(), Some(Duration::ZERO), "clones share the clock");
        assert!(matches!(budget.check(), Err(InferenceError::OutOfTime { limit }) if limit.as_millis() == 3));
    }

    #[test]
    fn cancelling_reaches_every_clone() {
        let budget = Budget::unlimited();
        let child = budget.on_one_thread().leaving(0.5);
        assert!(child.check().is_ok());
        budget.cancel();
        assert_eq!(child.check(), Err(InferenceError::Cancelled));
    }

    #[test]
    fn a_watch_is_asked_now_and_then_and_can_stop_the_work() {
        let asked = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&asked);
        let budget = Budget::counted(&limits(Duration::MAX), Duration::from_millis(1))
            .watched(Duration::from_millis(10), move || count.fetch_add(1, Relaxed) == 2);
        let child = budget.within(Duration::from_secs(100));
        assert_eq!((0..100).take_while(|_| child.check().is_ok()).count(), 30);
        assert_eq!(asked.load(Relaxed), 3);
        assert_eq!(budget.check(), Err(InferenceError::Cancelled));
    }

    #[test]
    fn many_workers_share_the_memory_and_one_is_limited_as_ever() {
        let [one, many, most] = [1, 8, 1 << 20].map(|workers| Limits::for_workers(workers).memory);
        assert!(one <= Limits::default().memory && many <= one && most <= many);
        assert_eq!(most, 64 << 20);
    }

    #[test]
    fn a_message_names_the_limit_that_was_given() {
        let inner = Budget::start(&limits(Duration::from_secs(3))).within(Duration::ZERO);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(inner.check(), Err(InferenceError::OutOfTime { limit: Duration::from_secs(3) }));
        let asked = Budget::start(&limits(Duration::from_secs(3))).limited_to(Duration::ZERO);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(asked.check(), Err(InferenceError::OutOfTime { limit: Duration::ZERO }));
        let longer = asked.limited_to(Duration::from_secs(3));
        assert_eq!(longer.check(), Err(InferenceError::OutOfTime { limit: Duration::ZERO }));
        let alone = Budget::unlimited().within(Duration::from_millis(1));
        std::thread::sleep(Duration::from_millis(3));
        assert_eq!(alone.check(), Err(InferenceError::OutOfTime { limit: Duration::from_millis(1) }));
    }

    #[test]
    fn memory_is_given_back() {
        let budget = Budget::start(&Limits { memory: 100, ..Limits::default() });
        let first = budget.reserve(60).unwrap();
        assert!(budget.clone().reserve(60).is_none());
        assert_eq!(budget.memory(), 40);
        drop(first);
        assert!(budget.reserve(100).is_some());
    }

    #[test]
    fn no_time_is_over_at_once() {
        let budget = Budget::start(&limits(Duration::ZERO));
        assert!(matches!(budget.check(), Err(InferenceError::OutOfTime { .. })));
    }
}
