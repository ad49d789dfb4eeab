//! The networks and query sets of Xie et al. 2016, made anew: theirs were never published, their sizes were.
//!
//! Everything is seeded. The same specification and seed give the same network and the same cases on every platform
//! and with any number of threads.
//!
//! ```
//! use etio_repro::{CaseSpec, NetworkSpec};
//!
//! let network = NetworkSpec::f120().generate()?;
//! assert_eq!((network.disease_count(), network.finding_count(), network.link_count()), (665, 1276, 10_552));
//! let case = CaseSpec::default().sample(&network, 0);
//! assert!(case.label.is_some());
//! # Ok::<(), etio_repro::SpecError>(())
//! ```

mod cases;
mod networks;
mod random;

pub use cases::CaseSpec;
pub use networks::{NetworkSpec, ParsePriorsError, Priors, SpecError, StreamError};
