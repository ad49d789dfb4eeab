//! One pool of threads per process. After a fork the threads of the parent are gone, and whoever
//! waits for them waits for ever; a child therefore makes a pool of its own when it first needs one.

use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::PyResult;
use pyo3::exceptions::PyRuntimeError;
use rayon::{ThreadPool, ThreadPoolBuilder};

struct Pool {
    process: u32,
    threads: ThreadPool,
}

/// A pointer and not a lock: a lock that another thread holds during a fork stays locked in the child.
static POOL: AtomicPtr<Pool> = AtomicPtr::new(std::ptr::null_mut());

/// The pool of this process.
pub(crate) fn get() -> PyResult<&'static ThreadPool> {
    let process = std::process::id();
    let current = POOL.load(Ordering::Acquire);
    // SAFETY: pools are never freed: one that another thread uses stays, and so does the parent's
    // after a fork.
    if let Some(pool) = unsafe { current.as_ref() }
        && pool.process == process
    {
        return Ok(&pool.threads);
    }
    let threads = ThreadPoolBuilder::new()
        .num_threads(cores())
        .thread_name(|number| format!("etio-{number}"))
        .build()
        .map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))?;
    // What threads share is set up by whoever needs it first, while others wait. No thread is in the
    // middle of that when Python forks, because the interpreter's lock is held until all of them are up.
    threads.broadcast(|_| ());
    let made = Box::into_raw(Box::new(Pool { process, threads }));
    match POOL.compare_exchange(current, made, Ordering::AcqRel, Ordering::Acquire) {
        // SAFETY: it was made above and is never freed from here on.
        Ok(_) => Ok(&unsafe { &*made }.threads),
        Err(other) => {
            // SAFETY: nobody else has seen the one made here; the other was put there by a thread of this
            // process and is never freed.
            drop(unsafe { Box::from_raw(made) });
            Ok(&unsafe { &*other }.threads)
        }
    }
}

/// How many threads there can be at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
