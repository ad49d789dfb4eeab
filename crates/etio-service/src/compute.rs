//! Threads that compute, behind a bounded queue: inference never runs on the threads that talk to
//! clients, and more work than can be done in time is refused instead of delaying all requests.
//! They give way to the threads that talk to clients, so that a refusal is heard even when all
//! processors are computing.
//!
//! Every key has a lane of its own, and so has every address of callers without one. The threads
//! are shared evenly: the next job comes from the lane with the fewest running jobs, then from the
//! one that has used the least time. If all threads are busy with the jobs of others, a caller
//! without a running job gets one of the spare threads, and the operating system divides the
//! processors.
//!
//! A job that has waited too long is refused by a timer, whether or not a thread becomes free. The
//! timer's clock counts only the time in which the machine was running, so that a virtual machine
//! that was halted does not refuse everything.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use etio::Budget;
use tokio::sync::oneshot;

use crate::callers::Caller;
use crate::problem::{Code, Problem};

type Job = Box<dyn FnOnce(Turn) + Send>;

/// How a job leaves the queue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// A thread runs it.
    Run,
    /// It has waited too long.
    TooLate,
}

/// A fixed number of compute threads behind one queue with a lane for each caller.
#[derive(Clone)]
pub struct Compute {
    queue: Arc<Queue>,
    /// Dropped with the last handle, which ends the threads.
    _handle: Arc<Handle>,
}

struct Queue {
    lanes: Mutex<Lanes>,
    /// Wakes compute threads: shared ones, and spare ones.
    work: [Condvar; 2],
    /// Wakes the clock.
    clock: Condvar,
    size: Size,
}

/// How large a queue and its crew are.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Threads that all callers share.
    pub threads: usize,
    /// Further threads for callers without running jobs while the others hold all threads.
    pub spare: usize,
    /// Maximum number of waiting jobs per caller.
    pub capacity: usize,
    /// Maximum time that a job waits.
    pub longest_wait: Duration,
}

/// Weight of the last job in the running mean is one in this many.
const WEIGHT_OF_ONE: u64 = 32;
/// A job of at most this length is never unusual.
const SHORT_NANOS: u64 = 100_000;
/// A lane that has not been empty for this long gets more work than can be done.
const STANDING: Duration = Duration::from_millis(500);
/// Kinds of threads. Both run any job; spare ones are woken only if all others are awake, so that the
/// engines of most threads, which they keep, stay in the processors' caches.
const SHARED: usize = 0;
const SPARE: usize = 1;
/// How often the clock looks for jobs that have waited too long.
const TICK: Duration = Duration::from_millis(5);
/// The clock stops after this many ticks without a job.
const IDLE_TICKS: u32 = 200;
/// Niceness of compute threads.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

#[derive(Default)]
struct Lanes {
    list: Vec<Lane>,
    by_caller: HashMap<Caller, usize>,
    /// Lanes with waiting or running jobs.
    busy: Vec<usize>,
    /// Jobs that are running.
    running: usize,
    /// Threads that sleep and have not been woken yet: shared ones, and spare ones.
    asleep: [usize; 2],
    /// Time during which the machine was running, while there was something to wait for.
    now: Duration,
    /// When a job was last started, in any lane.
    last_start: Duration,
    clock_stands: bool,
    next_number: u64,
    closed: bool,
}

/// The jobs of one caller.
#[derive(Default)]
struct Lane {
    jobs: VecDeque<Waiting>,
    running: usize,
    /// Compute time used, in nanoseconds; raised to that of the others when the lane was idle.
    used: u64,
    /// Running mean of what a job takes, in nanoseconds.
    usual: u64,
    /// Start of the current period with waiting jobs.
    waiting_since: Duration,
    last_start: Duration,
}

struct Waiting {
    number: u64,
    since: Duration,
    job: Job,
}

impl Lane {
    fn is_busy(&self) -> bool {
        self.running > 0 || !self.jobs.is_empty()
    }

    /// Remembers what a job took. One that took much longer than usual counts as somewhat longer:
    /// it says little about the next, and on a virtual machine little about itself.
    fn learn(&mut self, took: Duration) {
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.used = self.used.saturating_add(nanos);
        let counted = nanos.min((4 * self.usual).saturating_add(SHORT_NANOS));
        self.usual = self.usual - self.usual / WEIGHT_OF_ONE + counted / WEIGHT_OF_ONE;
    }

    /// Takes out the jobs that have waited too long, if nothing of this lane has been started for
    /// as long or the lane gets more work than can be done. Jobs that are late because of a short
    /// burst are done.
    fn expire(&mut self, now: Duration, longest_wait: Duration, expired: &mut Vec<Job>) {
        let is_stuck = now.saturating_sub(self.last_start.max(self.waiting_since)) > longest_wait;
        let is_standing = now.saturating_sub(self.waiting_since) > STANDING;
        if is_stuck || is_standing {
            while self.jobs.front().is_some_and(|first| now.saturating_sub(first.since) > longest_wait) {
                expired.extend(self.jobs.pop_front().map(|waiting| waiting.job));
            }
        }
    }
}

impl Lanes {
    fn of(&mut self, caller: &Caller) -> usize {
        if let Some(&at) = self.by_caller.get(caller) {
            return at;
        }
        self.list.push(Lane::default());
        self.by_caller.insert(caller.clone(), self.list.len() - 1);
        self.list.len() - 1
    }

    /// Whether one more job of a caller would have its turn in time.
    fn has_room(&self, caller: &Caller, size: &Size) -> bool {
        let Some(&at) = self.by_caller.get(caller) else { return size.capacity > 0 };
        let lane = &self.list[at];
        if lane.jobs.is_empty() {
            return size.capacity > 0;
        }
        let share = (size.threads / self.busy.len().max(1)).max(1) as u128;
        let wait = u128::from(lane.usual) * lane.jobs.len() as u128 / share;
        lane.jobs.len() < size.capacity && wait <= size.longest_wait.as_nanos()
    }

    /// Whether a caller without waiting jobs would have its turn in time: there is a thread for it, or
    /// jobs have been started all along.
    fn has_room_for_newcomers(&self, size: &Size) -> bool {
        self.running < size.threads + size.spare
            || self.now.saturating_sub(self.last_start) <= size.longest_wait
    }

    fn push(&mut self, at: usize, job: Job) -> u64 {
        let (number, now) = (self.next_number, self.now);
        self.next_number += 1;
        if !self.list[at].is_busy() {
            // Time not used while idle is not saved up.
            let least = self.busy.iter().map(|&at| self.list[at].used).min();
            self.list[at].used = self.list[at].used.max(least.unwrap_or(0));
            self.busy.push(at);
        }
        let lane = &mut self.list[at];
        if lane.jobs.is_empty() {
            lane.waiting_since = now;
        }
        lane.jobs.push_back(Waiting { number, since: now, job });
        number
    }

    /// The lane whose turn it is, if a thread may take a job from it.
    fn next(&self, size: &Size) -> Option<usize> {
        let order = |at: &usize| (self.list[*at].running, self.list[*at].used);
        let waiting = self.busy.iter().copied().filter(|&at| !self.list[at].jobs.is_empty());
        let next = waiting.min_by_key(order)?;
        let may_start = self.running < size.threads
            || (self.list[next].running == 0 && self.running < size.threads + size.spare);
        may_start.then_some(next)
    }

    fn take(&mut self, size: &Size) -> Option<(usize, Job)> {
        let at = self.next(size)?;
        let now = self.now;
        let lane = &mut self.list[at];
        let first = lane.jobs.pop_front()?;
        lane.running += 1;
        lane.last_start = now;
        self.last_start = now;
        self.running += 1;
        Some((at, first.job))
    }

    fn finish(&mut self, at: usize, took: Duration) {
        self.running -= 1;
        self.list[at].running -= 1;
        self.list[at].learn(took);
        self.settle();
    }

    fn withdraw(&mut self, at: usize, number: u64) -> Option<Job> {
        let jobs = &mut self.list[at].jobs;
        let place = jobs.binary_search_by_key(&number, |waiting| waiting.number).ok()?;
        let job = jobs.remove(place)?.job;
        self.settle();
        Some(job)
    }

    /// Lets time pass and takes out the jobs that have waited too long.
    fn pass(&mut self, time: Duration, longest_wait: Duration) -> Vec<Job> {
        self.now += time;
        let mut expired = Vec::new();
        for &at in &self.busy {
            self.list[at].expire(self.now, longest_wait, &mut expired);
        }
        self.settle();
        expired
    }

    /// Drops lanes that have become idle.
    fn settle(&mut self) {
        let list = &self.list;
        self.busy.retain(|&at| list[at].is_busy());
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Lanes> {
        // A job that panics is caught by its thread; the lanes themselves are never left half-changed.
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes a thread if there is a job that it may take. A wake-up is a call to the kernel, and
    /// threads that are awake look for more by themselves.
    fn wake_for_next(&self, lanes: &mut Lanes) {
        let kind = if lanes.asleep[SHARED] > 0 { SHARED } else { SPARE };
        // A shared thread that is awake and runs nothing is about to look.
        let is_needed = kind == SHARED || lanes.running >= self.size.threads;
        if is_needed && lanes.asleep[kind] > 0 && lanes.next(&self.size).is_some() {
            lanes.asleep[kind] -= 1;
            self.work[kind].notify_one();
        }
    }

    fn compute(&self, kind: usize) {
        // On Linux this concerns the calling thread alone. If it is refused, all threads stay equal.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(NICENESS);
        let mut lanes = self.lock();
        loop {
            let (at, job) = loop {
                match lanes.take(&self.size) {
                    Some(taken) => break taken,
                    None if lanes.closed => return,
                    None => {
                        // A thread may wake by itself: then one too many is counted, and woken in vain.
                        let all = [self.size.threads, self.size.spare][kind];
                        lanes.asleep[kind] = (lanes.asleep[kind] + 1).min(all);
                        lanes = self.work[kind].wait(lanes).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            self.wake_for_next(&mut lanes);
            drop(lanes);
            let begun = Instant::now();
            // A bug in one query must not take a thread away from all later ones; its sender is
            // dropped, and the request answers "internal".
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(Turn::Run)));
            lanes = self.lock();
            lanes.finish(at, begun.elapsed());
        }
    }

    /// The clock: refuses jobs that have waited too long.
    fn keep_time(&self) {
        let mut idle = 0;
        loop {
            {
                let mut lanes = self.lock();
                while lanes.busy.is_empty() && idle >= IDLE_TICKS && !lanes.closed {
                    lanes.clock_stands = true;
                    lanes = self.clock.wait(lanes).unwrap_or_else(PoisonError::into_inner);
                }
                lanes.clock_stands = false;
                if lanes.closed {
                    return;
                }
                idle = if lanes.busy.is_empty() { idle + 1 } else { 0 };
            }
            let begun = Instant::now();
            std::thread::sleep(TICK);
            self.pass(begun.elapsed().min(2 * TICK));
        }
    }

    fn pass(&self, time: Duration) {
        let expired = self.lock().pass(time, self.size.longest_wait);
        for job in expired {
            job(Turn::TooLate);
        }
    }
}

/// A job in the queue. Dropped before it was answered, because the client has gone, it takes the
/// job out again, or cancels it if it is running.
struct Place<'a> {
    queue: &'a Queue,
    budget: &'a Budget,
    lane: usize,
    number: u64,
    is_answered: bool,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if !self.is_answered {
            self.budget.cancel();
            let withdrawn = self.queue.lock().withdraw(self.lane, self.number);
            drop(withdrawn);
        }
    }
}

impl Compute {
    /// Starts the threads.
    pub fn start(size: Size) -> std::io::Result<Self> {
        let size = Size { threads: size.threads.max(1), ..size };
        let queue = Arc::new(Queue {
            lanes: Mutex::default(),
            work: <[Condvar; 2]>::default(),
            clock: Condvar::new(),
            size,
        });
        let compute = Self { _handle: Arc::new(Handle(Arc::clone(&queue))), queue };
        for number in 0..size.threads + size.spare {
            let queue = Arc::clone(&compute.queue);
            let kind = if number < size.threads { SHARED } else { SPARE };
            let thread = std::thread::Builder::new().name(format!("compute-{number}"));
            thread.spawn(move || queue.compute(kind))?;
        }
        let queue = Arc::clone(&compute.queue);
        std::thread::Builder::new().name("queue-clock".to_owned()).spawn(move || queue.keep_time())?;
        Ok(compute)
    }

    /// Number of threads that all callers share.
    pub fn threads(&self) -> usize {
        self.queue.size.threads
    }

    /// Number of jobs that are waiting.
    pub fn waiting(&self) -> usize {
        let lanes = self.queue.lock();
        lanes.busy.iter().map(|&at| lanes.list[at].jobs.len()).sum()
    }

    /// Whether a job of a caller would be taken now.
    pub fn has_room(&self, caller: &Caller) -> bool {
        self.queue.lock().has_room(caller, &self.queue.size)
    }

    /// Whether a caller without waiting jobs would be answered. One that sends more than its share is
    /// refused without this being false.
    pub fn accepts(&self) -> bool {
        self.queue.lock().has_room_for_newcomers(&self.queue.size)
    }

    /// Runs a job on a compute thread, or refuses it: at once if too many of the caller's jobs are
    /// waiting, later if it has waited too long. If the returned future is dropped, the job does
    /// not run, and its budget is cancelled.
    pub async fn run<T: Send + 'static>(
        &self,
        caller: &Caller,
        budget: &Budget,
        job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |turn| {
            let result = if turn == Turn::Run { job() } else { Err(Problem::busy(1)) };
            // Without a listener, because the client has gone, nothing is lost.
            let _ = answer.send(result);
        });
        let mut place = self.enqueue(caller, budget, job)?;
        let result = answered.await.unwrap_or_else(|_| {
            Err(Problem::new(Code::INTERNAL, "the query failed; this is a bug, please report it"))
        });
        place.is_answered = true;
        result
    }

    fn enqueue<'a>(&'a self, caller: &Caller, budget: &'a Budget, job: Job) -> Result<Place<'a>, Problem> {
        let queue = &*self.queue;
        let mut lanes = queue.lock();
        if !lanes.has_room(caller, &queue.size) {
            return Err(Problem::busy(1));
        }
        let lane = lanes.of(caller);
        let number = lanes.push(lane, job);
        queue.wake_for_next(&mut lanes);
        if std::mem::take(&mut lanes.clock_stands) {
            queue.clock.notify_one();
        }
        drop(lanes);
        Ok(Place { queue, budget, lane, number, is_answered: false })
    }
}

/// The handles outside together: the threads end when the last of them is dropped.
struct Handle(Arc<Queue>);

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.work.iter().for_each(Condvar::notify_all);
        self.0.clock.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn size(threads: usize, capacity: usize, wait_ms: u64) -> Size {
        Size { threads, spare: threads, capacity, longest_wait: Duration::from_millis(wait_ms) }
    }

    fn anyone() -> Caller {
        Caller::Anyone
    }

    fn key(name: &str) -> Caller {
        Caller::Key(name.into())
    }

    /// Occupies one thread for a caller until the returned sender is dropped.
    async fn block(compute: &Compute, caller: Caller) -> mpsc::Sender<()> {
        let (release, held) = mpsc::channel::<()>();
        let (begun, has_begun) = oneshot::channel();
        let compute = compute.clone();
        tokio::spawn(async move {
            let job = move || {
                begun.send(()).ok();
                held.recv().ok();
                Ok(())
            };
            compute.run(&caller, &Budget::unlimited(), job).await
        });
        has_begun.await.unwrap();
        release
    }

    fn submit(
        compute: &Compute,
        caller: Caller,
        value: usize,
    ) -> tokio::task::JoinHandle<Result<usize, Problem>> {
        let compute = compute.clone();
        tokio::spawn(async move { compute.run(&caller, &Budget::unlimited(), move || Ok(value)).await })
    }

    async fn until_waiting(compute: &Compute, count: usize) {
        while compute.waiting() != count {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn more_than_the_queue_holds_is_refused_at_once() {
        let compute = Compute::start(size(1, 2, 10_000)).unwrap();
        let release = block(&compute, anyone()).await;
        let waiting: Vec<_> = (1..=2).map(|i| submit(&compute, anyone(), i)).collect();
        until_waiting(&compute, 2).await;
        assert_eq!(submit(&compute, anyone(), 3).await.unwrap().unwrap_err().status(), 503);
        drop(release);
        for (i, task) in waiting.into_iter().enumerate() {
            assert_eq!(task.await.unwrap().unwrap(), i + 1);
        }
    }

    #[tokio::test]
    async fn waiting_jobs_are_refused_by_a_timer_while_every_thread_is_busy() {
        let compute = Compute::start(size(2, 300, 30)).unwrap();
        let long = [block(&compute, anyone()).await, block(&compute, anyone()).await];
        let small: Vec<_> = (0..300).map(|i| submit(&compute, anyone(), i)).collect();
        for task in small {
            // Answered while both long jobs still run.
            assert_eq!(task.await.unwrap().unwrap_err().status(), 503);
        }
        drop(long);
    }

    #[tokio::test]
    async fn one_callers_slow_jobs_do_not_hold_up_another_caller() {
        let compute = Compute::start(size(2, 100, 60_000)).unwrap();
        let mut slow = Vec::new();
        for _ in 0..2 {
            slow.push(block(&compute, key("a")).await);
        }
        let more: Vec<_> = (0..2).map(|i| submit(&compute, key("a"), i)).collect();
        until_waiting(&compute, 2).await;
        for i in 0..50 {
            assert_eq!(submit(&compute, key("b"), i).await.unwrap().unwrap(), i, "before any slow job ends");
        }
        assert!(more.iter().all(|task| !task.is_finished()), "a has its share and no more");
        drop(slow);
        for task in more {
            task.await.unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn ready_follows_the_threads_left_and_not_one_callers_queue() {
        let compute = Compute::start(size(1, 1, 20)).unwrap();
        let mut slow = vec![block(&compute, key("a")).await];
        let _more = submit(&compute, key("a"), 1);
        until_waiting(&compute, 1).await;
        assert!(!compute.has_room(&key("a")) && compute.accepts(), "others are answered");
        assert_eq!(submit(&compute, key("b"), 2).await.unwrap().unwrap(), 2);
        slow.push(block(&compute, key("b")).await);
        // Every thread is taken: ready until nothing has been started for too long.
        while compute.accepts() {
            tokio::task::yield_now().await;
        }
        assert_eq!(submit(&compute, key("c"), 3).await.unwrap().unwrap_err().status(), 503);
        drop(slow);
        while !compute.accepts() {
            tokio::task::yield_now().await;
        }
        assert_eq!(submit(&compute, key("c"), 4).await.unwrap().unwrap(), 4);
    }

    #[test]
    fn threads_are_shared_evenly_whoever_sends_more() {
        let size = size(2, 100, 30);
        let mut lanes = Lanes::default();
        let (a, b) = (lanes.of(&key("a")), lanes.of(&key("b")));
        for _ in 0..8 {
            lanes.push(a, Box::new(|_| ()));
        }
        for _ in 0..4 {
            lanes.push(b, Box::new(|_| ()));
        }
        let mut order = Vec::new();
        for _ in 0..4 {
            let (first, _) = lanes.take(&size).unwrap();
            let (second, _) = lanes.take(&size).unwrap();
            assert!(lanes.take(&size).is_none(), "both lanes run one: no spare thread for either");
            order.extend([first, second]);
            lanes.finish(first, Duration::from_millis(10));
            lanes.finish(second, Duration::from_millis(10));
        }
        assert_eq!(order.iter().filter(|&&at| at == b).count(), 4);
    }

    #[tokio::test]
    async fn a_job_whose_client_has_gone_is_cancelled_or_never_run() {
        let compute = Compute::start(size(1, 10, 60_000)).unwrap();
        let (begun, has_begun) = oneshot::channel();
        let (ended, has_ended) = oneshot::channel();
        let running = {
            let compute = compute.clone();
            tokio::spawn(async move {
                let budget = Budget::unlimited();
                let inner = budget.clone();
                let job = move || {
                    begun.send(()).ok();
                    while inner.check().is_ok() {
                        std::thread::yield_now();
                    }
                    ended.send(()).ok();
                    Ok(())
                };
                compute.run(&anyone(), &budget, job).await
            })
        };
        has_begun.await.unwrap();
        let queued = submit(&compute, anyone(), 1);
        until_waiting(&compute, 1).await;
        queued.abort();
        until_waiting(&compute, 0).await;
        running.abort();
        has_ended.await.unwrap();
        assert_eq!(submit(&compute, anyone(), 2).await.unwrap().unwrap(), 2);
    }

    #[test]
    fn a_lane_is_full_when_its_last_would_come_too_late() {
        let size = size(2, 100, 30);
        let mut lanes = Lanes::default();
        let at = lanes.of(&anyone());
        let fill = |lanes: &mut Lanes, count: usize| {
            lanes.list[at].jobs.clear();
            lanes.settle();
            for _ in 0..count {
                lanes.push(at, Box::new(|_| ()));
            }
            lanes.has_room(&anyone(), &size)
        };
        assert!(fill(&mut lanes, 99) && !fill(&mut lanes, 100), "nothing is known yet");
        (0..500).for_each(|_| lanes.list[at].learn(Duration::from_millis(2)));
        assert!(fill(&mut lanes, 29) && !fill(&mut lanes, 40), "two threads, two milliseconds each");
        lanes.list[at].learn(Duration::from_secs(10));
        assert!(fill(&mut lanes, 26), "one that took long is not the rule");
        (0..500).for_each(|_| lanes.list[at].learn(Duration::from_micros(50)));
        assert!(fill(&mut lanes, 99));
    }

    #[test]
    fn late_jobs_are_done_in_a_burst_and_refused_if_nothing_moves_or_the_queue_stands() {
        let ms = Duration::from_millis;
        let expired = |now: u64, since: u64, last_start: u64, waiting_since: u64| {
            let waiting = Waiting { number: 0, since: ms(since), job: Box::new(|_| ()) };
            let mut lane = Lane {
                jobs: [waiting].into(),
                waiting_since: ms(waiting_since),
                last_start: ms(last_start),
                ..Lane::default()
            };
            let mut expired = Vec::new();
            lane.expire(ms(now), ms(30), &mut expired);
            !expired.is_empty()
        };
        assert!(!expired(100, 80, 0, 80), "in time");
        assert!(!expired(300, 200, 290, 190), "late, in a queue that moves");
        assert!(expired(300, 200, 210, 190), "late, and nothing moves");
        assert!(!expired(900, 880, 890, 0), "a long queue, and in time");
        assert!(expired(900, 800, 890, 0), "a long queue, and late");
    }

    #[tokio::test]
    async fn many_jobs_at_once_are_all_done() {
        let compute = Compute::start(size(2, 1000, 10_000)).unwrap();
        let callers = [anyone(), key("a"), key("b")];
        for _ in 0..20 {
            let jobs = (0..60).map(|i| submit(&compute, callers[i % 3].clone(), i));
            let done = futures_util::future::join_all(jobs.collect::<Vec<_>>()).await;
            assert_eq!(done.into_iter().map(|r| r.unwrap().unwrap()).sum::<usize>(), 59 * 60 / 2);
        }
    }

    #[tokio::test]
    async fn a_job_that_panics_answers_internal_and_the_thread_goes_on() {
        let compute = Compute::start(size(1, 2, 10_000)).unwrap();
        let (caller, budget) = (anyone(), Budget::unlimited());
        let failed: Result<(), Problem> = compute.run(&caller, &budget, || panic!("on purpose")).await;
        assert_eq!(failed.unwrap_err().status(), 500);
        assert_eq!(compute.run(&caller, &budget, || Ok(7)).await.unwrap(), 7);
    }
}
