//! Benchmarks of Etio. [`Bench`] is what `etio bench` runs; the benches of this package share the
//! networks and queries.
//!
//! | command | what it shows |
//! |---|---|
//! | `etio bench` | the machine's limits, and times on F120, QMR and S1 beside them |
//! | `cargo bench -p etio-benches --bench figure1c` | time by present findings on F120, as in Figure 1(c) of the paper |
//! | `cargo bench -p etio-benches --bench s1` | dense Quickscore on 40,000 diseases: per query and per (subset, disease) element |
//! | `cargo bench -p etio-benches --bench counts` | instructions, counted rather than timed, so that a busy machine does not matter |
//! | `cargo bench -p etio-benches --bench exact` | exact answers: width, predicted and measured time, method, error bound |
//! | `cargo bench -p etio-benches --bench budgets` | whether `auto` keeps a time limit, and the error of its estimates by time limit |
//! | `cargo bench -p etio-benches --bench intervals` | widths of certified intervals by class of query and time limit |
//! | `cargo bench -p etio-benches --bench hybrids` | hybrid methods with cached variational parameters |

mod draws;
mod machine;
pub mod networks;
pub mod queries;
mod s1;
mod suite;
mod timing;
mod variational;

pub use machine::Machine;
pub use s1::{Elements, Growth, S1};
pub use suite::{Bench, BenchError, BenchReport, NetworkTimes};
pub use timing::{Times, quantile};
pub use variational::VariationalStep;
