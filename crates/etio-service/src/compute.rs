//! Threads that compute, behind a bounded queue: inference never runs on the threads that talk to clients, and more work
//! than can be done in time is refused at once instead of making everybody wait.

use std::collections::VecDeque;
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
}

#[derive(Default)]
struct State {
    jobs: VecDeque<(Instant, Job)>,
    closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A job that panics is caught by its thread; the state itself is never left half-changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let mut state = self.lock();
            let (queued, job) = loop {
                match state.jobs.pop_front() {
                    Some(job) => break job,
                    None if state.closed => return,
                    None => state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(state);
            let started =
                if queued.elapsed() > self.longest_wait { Started::TooLate } else { Started::InTime };
            // A bug in one query must not take a thread away from all later ones; its sender is dropped, and the
            // request answers "internal".
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(started)));
        }
    }
}

impl Compute {
    /// Starts `threads` threads. At most `capacity` jobs wait, each at most `longest_wait`.
    pub fn start(threads: usize, capacity: usize, longest_wait: Duration) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let queue = Arc::new(Queue {
            state: Mutex::default(),
            wake: Condvar::new(),
            capacity,
            threads,
            longest_wait,
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
        self.waiting() < self.queue.capacity
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
        {
            let mut state = self.queue.lock();
            if state.jobs.len() >= self.queue.capacity {
                return Err(Problem::busy(1));
            }
            state.jobs.push_back((Instant::now(), job));
        }
        self.queue.wake.notify_one();
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

    #[tokio::test]
    async fn a_job_that_panics_answers_internal_and_the_thread_goes_on() {
        let compute = Compute::start(1, 2, Duration::from_secs(10)).unwrap();
        let failed: Result<(), Problem> = compute.run(|| panic!("on purpose")).await;
        assert_eq!(failed.unwrap_err().status(), 500);
        assert_eq!(compute.run(|| Ok(7)).await.unwrap(), 7);
    }
}
