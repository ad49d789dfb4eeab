//! Threads that compute, behind a bounded queue: inference never runs on the threads that talk to clients, and more work
//! than can be done in time is refused at once instead of making everybody wait. They give way to the threads that talk to
//! clients, so that a refusal is heard even when all processors are computing.
//!
//! Work that came too late is refused too, but only while more comes than can be done: when the queue has not been empty
//! for a while. What piled up because the machine stood still for a moment is done, late as it is.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::problem::{Code, Problem};

type Job = Box<dyn FnOnce(Started) + Send>;

/// Whether a job came to its turn in time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Started {
    InTime,
    TooLate,
}

/// A fixed number of compute threads behind one bounded queue.
#[derive(Clone)]
pub struct Compute {
    queue: Arc<Queue>,
}

struct Queue {
    state: Mutex<State>,
    wake: Condvar,
    capacity: usize,
    threads: usize,
    longest_wait: Duration,
    /// What a job took lately, in nanoseconds: a running mean.
    usual_nanos: AtomicU64,
}

/// The weight of the last job in the running mean.
const WEIGHT_OF_ONE: u64 = 32;
/// A job so short is never unusual.
const SHORT_NANOS: u64 = 100_000;
/// A queue that has not been empty for so long is not the matter of a moment: more comes than can be done.
const STANDING: Duration = Duration::from_millis(500);
/// How far compute threads give way.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

struct State {
    jobs: VecDeque<(Instant, Job)>,
    /// Since when there has always been a job waiting.
    waiting_since: Instant,
    /// Threads that sleep and that nobody has woken yet.
    asleep: usize,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A job that panics is caught by its thread; the state itself is never left half-changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a job that comes after so many others would have its turn in time.
    fn has_room(&self, waiting: usize) -> bool {
        let wait = self.usual_nanos.load(Relaxed) as u128 * waiting as u128 / self.threads as u128;
        waiting < self.capacity && wait <= self.longest_wait.as_nanos()
    }

    /// Remembers what a job took. One that took much longer than usual counts as somewhat longer: it says little about the
    /// next, and on a virtual machine little about itself.
    fn learn(&self, took: Duration) {
        let usual = self.usual_nanos.load(Relaxed);
        let took = (took.as_nanos() as u64).min(4 * usual + SHORT_NANOS);
        // Threads that learn at once may forget one of two jobs: the mean bears it.
        self.usual_nanos.store(usual - usual / WEIGHT_OF_ONE + took / WEIGHT_OF_ONE, Relaxed);
    }

    /// Whether a job that was queued then is still to be done.
    fn started(&self, now: Instant, queued: Instant, waiting_since: Instant) -> Started {
        let is_late = now.saturating_duration_since(queued) > self.longest_wait;
        let is_behind = now.saturating_duration_since(waiting_since) > STANDING;
        if is_late && is_behind { Started::TooLate } else { Started::InTime }
    }

    fn work(&self) {
        // On Linux this is a matter of the calling thread alone; where it is refused, all stay equal.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(NICENESS);
        loop {
            let mut state = self.lock();
            let (queued, job) = loop {
                match state.jobs.pop_front() {
                    Some(job) => break job,
                    None if state.closed => return,
                    None => {
                        // A thread may wake by itself: then one more is counted than sleep, and woken in vain.
                        state.asleep = (state.asleep + 1).min(self.threads);
                        state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            let waiting_since = state.waiting_since;
            drop(state);
            let begun = Instant::now();
            let started = self.started(begun, queued, waiting_since);
            // A bug in one query must not take a thread away from all later ones; its sender is dropped, and the
            // request answers "internal".
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(started)));
            if started == Started::InTime {
                self.learn(begun.elapsed());
            }
        }
    }
}

impl Compute {
    /// Starts `threads` threads. At most `capacity` jobs wait, each at most `longest_wait`.
    pub fn start(threads: usize, capacity: usize, longest_wait: Duration) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let queue = Arc::new(Queue {
            state: Mutex::new(State {
                jobs: VecDeque::new(),
                waiting_since: Instant::now(),
                asleep: 0,
                closed: false,
            }),
            wake: Condvar::new(),
            capacity,
            threads,
            longest_wait,
            usual_nanos: AtomicU64::new(0),
        });
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            std::thread::Builder::new().name(format!("compute-{number}")).spawn(move || queue.work())?;
        }
        Ok(Self { queue })
    }

    /// How many threads compute.
    pub fn threads(&self) -> usize {
        self.queue.threads
    }

    /// How many jobs are waiting.
    pub fn waiting(&self) -> usize {
        self.queue.lock().jobs.len()
    }

    /// Whether a job would be taken now.
    pub fn has_room(&self) -> bool {
        self.queue.has_room(self.waiting())
    }

    /// Runs a job on a compute thread, or refuses at once.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |started| {
            let result = if started == Started::InTime { job() } else { Err(Problem::busy(1)) };
            // Nobody listens any more when the client went away: nothing is lost by that.
            let _ = answer.send(result);
        });
        let someone_sleeps = {
            let mut state = self.queue.lock();
            if !self.queue.has_room(state.jobs.len()) {
                return Err(Problem::busy(1));
            }
            let now = Instant::now();
            if state.jobs.is_empty() {
                state.waiting_since = now;
            }
            state.jobs.push_back((now, job));
            let asleep = state.asleep;
            state.asleep = asleep.saturating_sub(1);
            asleep > 0
        };
        // To wake somebody is a call to the kernel. Those who are awake look for more by themselves.
        if someone_sleeps {
            self.queue.wake.notify_one();
        }
        answered.await.unwrap_or_else(|_| {
            Err(Problem::new(Code::INTERNAL, "the query failed; this is a bug, please report it"))
        })
    }
}

impl Drop for Compute {
    fn drop(&mut self) {
        // The threads hold one reference each; the last handle outside tells them to finish.
        self.queue.lock().closed |= Arc::strong_count(&self.queue) <= self.queue.threads + 1;
        self.queue.wake.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn more_than_the_queue_holds_is_refused_at_once() {
        let compute = Compute::start(1, 2, Duration::from_secs(10)).unwrap();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let (begun, has_begun) = oneshot::channel();
        let blocker = compute.clone();
        let blocked = tokio::spawn(async move {
            blocker
                .run(move || {
                    begun.send(()).ok();
                    held.recv().ok();
                    Ok(0)
                })
                .await
        });
        has_begun.await.unwrap();
        let waiting: Vec<_> = (1..=2)
            .map(|i| {
                let compute = compute.clone();
                tokio::spawn(async move { compute.run(move || Ok(i)).await })
            })
            .collect();
        while compute.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(compute.run(|| Ok(3)).await.unwrap_err().status(), 503);
        release.send(()).unwrap();
        assert_eq!(blocked.await.unwrap().unwrap(), 0);
        for (i, task) in waiting.into_iter().enumerate() {
            assert_eq!(task.await.unwrap().unwrap(), i + 1);
        }
    }

    #[test]
    fn a_queue_is_full_when_its_last_would_come_too_late() {
        let compute = Compute::start(2, 100, Duration::from_millis(30)).unwrap();
        let queue = &compute.queue;
        assert!(queue.has_room(99) && !queue.has_room(100), "nothing is known yet");
        for _ in 0..500 {
            queue.learn(Duration::from_millis(2));
        }
        assert!(queue.has_room(29) && !queue.has_room(40), "two threads, two milliseconds each");
        queue.learn(Duration::from_secs(10));
        assert!(queue.has_room(26), "one that took long is not the rule");
        for _ in 0..500 {
            queue.learn(Duration::from_micros(50));
        }
        assert!(queue.has_room(99));
    }

    #[test]
    fn late_work_is_done_unless_more_comes_than_can_be_done() {
        let compute = Compute::start(1, 100, Duration::from_millis(30)).unwrap();
        let begun = Instant::now();
        let after = |ms| begun + Duration::from_millis(ms);
        let in_time = |now, queued, waiting_since| {
            compute.queue.started(after(now), after(queued), after(waiting_since)) == Started::InTime
        };
        assert!(in_time(100, 80, 90), "in time");
        assert!(in_time(300, 200, 190), "the machine stood still for a moment");
        assert!(in_time(900, 880, 0), "a long queue, and in time");
        assert!(!in_time(900, 800, 0), "a long queue, and late");
    }

    #[tokio::test]
    async fn many_jobs_at_once_are_all_done() {
        let compute = Compute::start(2, 1000, Duration::from_secs(10)).unwrap();
        for _ in 0..20 {
            let jobs = (0..50).map(|i| compute.run(move || Ok(i)));
            let done = futures_util::future::join_all(jobs).await;
            assert_eq!(done.into_iter().map(|r| r.unwrap()).sum::<i32>(), 49 * 50 / 2);
        }
    }

    #[tokio::test]
    async fn a_job_that_panics_answers_internal_and_the_thread_goes_on() {
        let compute = Compute::start(1, 2, Duration::from_secs(10)).unwrap();
        let failed: Result<(), Problem> = compute.run(|| panic!("on purpose")).await;
        assert_eq!(failed.unwrap_err().status(), 500);
        assert_eq!(compute.run(|| Ok(7)).await.unwrap(), 7);
    }
}
