//! The machine's limits, to compare Etio's own times with.

// Inlined so that they are compiled for the vectors of the function that dispatches to them.
#![allow(clippy::inline_always)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use pulp::{Arch, Simd, WithSimd};
use serde::Serialize;

/// The machine's limits.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Machine {
    /// Threads that run at the same time.
    pub threads: usize,
    /// Memory read a second, in bytes, by one thread.
    pub read: f64,
    /// The same by all threads together.
    pub read_all: f64,
    /// Fused multiply-adds of doubles a second, by one thread.
    pub multiply_adds: f64,
    /// The same by all threads together.
    pub multiply_adds_all: f64,
}

impl Machine {
    /// Measures each limit for about this long.
    pub fn measure(time: Duration) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        // Larger than any cache.
        let data = vec![1.0f64; 32 << 20];
        Self {
            threads,
            read: best_rate(1, time, || read(&data)),
            read_all: best_rate(threads, time, || read(&data)),
            multiply_adds: best_rate(1, time, multiply_adds),
            multiply_adds_all: best_rate(threads, time, multiply_adds),
        }
    }

    /// The same as [`element`](Self::element), measured now.
    pub(crate) fn element_now(threads: usize, time: Duration) -> f64 {
        2.0 / best_rate(threads, time, multiply_adds)
    }

    /// The shortest time for one element of Quickscore, in seconds: a multiply-add for the
    /// evidence, one for the posteriors.
    pub fn element(&self, threads: usize) -> f64 {
        let rate = if threads == 1 { self.multiply_adds } else { self.multiply_adds_all };
        2.0 / rate
    }
}

/// The highest rate that `threads` threads reach together; `work` does a number of things and
/// returns it.
fn best_rate(threads: usize, time: Duration, work: impl Fn() -> f64 + Sync) -> f64 {
    let started = Instant::now();
    let mut best = 0.0f64;
    while best == 0.0 || started.elapsed() < time {
        let round = Instant::now();
        let done: f64 = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
            let own = work();
            own + others.into_iter().filter_map(|other| other.join().ok()).sum::<f64>()
        });
        best = best.max(done / round.elapsed().as_secs_f64());
    }
    best
}

/// Reads all of the data once. Returns the bytes read.
fn read(data: &[f64]) -> f64 {
    struct Sum<'a>(&'a [f64]);
    impl WithSimd for Sum<'_> {
        type Output = f64;
        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> f64 {
            let (body, _) = S::as_simd_f64s(self.0);
            let mut sums = [simd.splat_f64s(0.0); 4];
            for chunk in body.chunks_exact(4) {
                for (sum, &values) in sums.iter_mut().zip(chunk) {
                    *sum = simd.add_f64s(*sum, values);
                }
            }
            sums.into_iter().map(|sum| simd.reduce_sum_f64s(sum)).sum()
        }
    }
    black_box(Arch::new().dispatch(Sum(black_box(data))));
    size_of_val(data) as f64
}

/// Multiplies and adds in registers, enough chains at once to hide the latency of each. Returns how
/// many it did.
fn multiply_adds() -> f64 {
    const CHAINS: usize = 12;
    const ROUNDS: usize = 200_000;
    struct Chains(f64);
    impl WithSimd for Chains {
        type Output = f64;
        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> f64 {
            let (factor, summand) = (simd.splat_f64s(self.0), simd.splat_f64s(1.0 - self.0));
            let mut chains = [simd.splat_f64s(1.0); CHAINS];
            for _ in 0..ROUNDS {
                for chain in &mut chains {
                    *chain = simd.mul_add_f64s(*chain, factor, summand);
                }
            }
            let sum: f64 = chains.into_iter().map(|chain| simd.reduce_sum_f64s(chain)).sum();
            black_box(sum);
            (CHAINS * ROUNDS * S::F64_LANES) as f64
        }
    }
    Arch::new().dispatch(Chains(black_box(0.999)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_a_computer() {
        let machine = Machine::measure(Duration::from_millis(1));
        assert!(machine.read > 1e8 && machine.read < 1e13, "{machine:?}");
        assert!(machine.multiply_adds > 1e7 && machine.multiply_adds < 1e13, "{machine:?}");
        assert_eq!(machine.element(1), 2.0 / machine.multiply_adds);
    }
}
