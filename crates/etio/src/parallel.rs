//! Work shared among threads.

use std::convert::Infallible;
use std::ops::Range;
#[cfg(feature = "parallel")]
use std::sync::{Mutex, PoisonError};

#[cfg(feature = "parallel")]
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Shares tasks among threads. Each thread begins with its own part of them, which is the same in
/// every call, so that it finds its own data in its cache. Then it helps with the remaining tasks,
/// so that a delayed thread holds up no other.
pub(crate) fn share<T: Send>(threads: usize, tasks: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    let done = try_share(
        threads,
        tasks,
        || (),
        |(), task| -> Result<(), Infallible> {
            work(task);
            Ok(())
        },
    );
    match done {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

/// Runs `work` on a thread of the pool that tasks are shared with, so that waiting threads stay
/// awake. Without the feature `parallel`, or on one thread, the calling thread runs it.
#[cfg_attr(not(feature = "parallel"), expect(unused_variables, reason = "there is one thread"))]
pub(crate) fn among<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "parallel")]
    if threads > 1 {
        return rayon::scope(|_| work());
    }
    work()
}

/// Results of `work` for every number of a range, in order, computed by all threads. `need` makes
/// the other input of `work`, at least once per thread.
#[cfg(feature = "parallel")]
pub(crate) fn map<N, R: Send>(
    range: Range<usize>,
    need: impl Fn() -> N + Send + Sync,
    work: impl Fn(&mut N, usize) -> R + Send + Sync,
) -> Vec<R> {
    range.into_par_iter().map_init(need, work).collect()
}

/// The results of `work` for every number of a range, in order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<N, R>(
    range: Range<usize>,
    need: impl Fn() -> N,
    work: impl Fn(&mut N, usize) -> R,
) -> Vec<R> {
    let mut own = need();
    range.map(|number| work(&mut own, number)).collect()
}

/// The same as [`share`] for tasks that may fail, which ends the work. What a task needs besides is
/// made once for each thread. Without the feature `parallel` the calling thread does everything.
#[cfg_attr(not(feature = "parallel"), expect(unused_variables, reason = "there is one thread"))]
pub(crate) fn try_share<T: Send, N, E: Send>(
    threads: usize,
    mut tasks: impl Iterator<Item = T>,
    need: impl Fn() -> N + Sync,
    work: impl Fn(&mut N, T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    #[cfg(feature = "parallel")]
    if threads > 1 {
        return among_threads(threads, tasks, need, work);
    }
    let mut own = need();
    tasks.try_for_each(|task| work(&mut own, task))
}

#[cfg(feature = "parallel")]
fn among_threads<T: Send, N, E: Send>(
    threads: usize,
    tasks: impl Iterator<Item = T>,
    need: impl Fn() -> N + Sync,
    work: impl Fn(&mut N, T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let tasks: Vec<_> = tasks.map(|task| Mutex::new(Some(task))).collect();
    let take = |at: usize| tasks[at].lock().unwrap_or_else(PoisonError::into_inner).take();
    (0..threads.min(tasks.len())).into_par_iter().try_for_each(|number| {
        let mut own = need();
        let number = rayon::current_thread_index().unwrap_or(number) % threads;
        let first = number * tasks.len() / threads;
        for task in (first..tasks.len()).chain(0..first).filter_map(take) {
            work(&mut own, task)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_task_is_done_once() {
        for (threads, tasks) in [(1, 5), (2, 0), (2, 1), (2, 7), (3, 100), (8, 3)] {
            let done: Vec<_> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
            share(threads, done.iter(), |task| {
                task.fetch_add(1, Ordering::Relaxed);
            });
            assert!(done.iter().all(|count| count.load(Ordering::Relaxed) == 1), "{threads} {tasks}");
        }
    }

    #[test]
    fn results_come_in_order() {
        let squares = map(3..200, || 2, |power, number| number.pow(*power));
        assert_eq!(squares, (3..200).map(|number| number * number).collect::<Vec<_>>());
        assert_eq!(map(5..5, || (), |(), number| number), [] as [usize; 0]);
    }

    #[test]
    fn an_error_is_returned() {
        for threads in [1, 2] {
            let result =
                try_share(threads, 0..9, || (), |(), task| if task == 5 { Err(task) } else { Ok(()) });
            assert_eq!(result, Err(5));
        }
    }
}
