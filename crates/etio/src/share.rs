//! Work shared among threads.

use std::sync::{Mutex, PoisonError};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::InferenceError;

/// Does tasks, by several threads where there are several. Each begins with its own part of them, which is the same from call to call, so that it
/// finds what it wrote itself; then it helps with what is left, so that nobody waits for a thread that was kept waiting.
/// What a task needs besides is made once for each thread.
pub(crate) fn share<T: Send, N>(
    threads: usize,
    mut tasks: impl Iterator<Item = T>,
    need: impl Fn() -> N + Sync,
    work: impl Fn(&mut N, T) -> Result<(), InferenceError> + Sync,
) -> Result<(), InferenceError> {
    if threads <= 1 {
        let mut own = need();
        return tasks.try_for_each(|task| work(&mut own, task));
    }
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
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_task_is_done_once() {
        for (threads, tasks) in [(1, 5), (2, 0), (2, 1), (2, 7), (3, 100), (8, 3)] {
            let done: Vec<_> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
            share(
                threads,
                done.iter(),
                || (),
                |(), task| {
                    task.fetch_add(1, Ordering::Relaxed);
                    Ok(())
                },
            )
            .unwrap();
            assert!(done.iter().all(|count| count.load(Ordering::Relaxed) == 1), "{threads} {tasks}");
        }
    }

    #[test]
    fn an_error_is_returned() {
        for threads in [1, 2] {
            let error = InferenceError::OutOfTime { limit: Duration::from_secs(1) };
            let result =
                share(threads, 0..9, || (), |(), task| if task == 5 { Err(error.clone()) } else { Ok(()) });
            assert!(matches!(result, Err(InferenceError::OutOfTime { .. })));
        }
    }
}
