//! The networks, query sets, figures and tables of Xie et al. 2016, made anew: their networks were never published, the
//! sizes were. [`Run`] computes the figures and writes the report.
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
mod clinic;
mod error;
mod networks;
mod numbers;
mod parts;
mod profile;
mod random;
mod report;
mod run;
mod study;

pub use cases::CaseSpec;
pub use clinic::{BatesError, Clinic, LabelledQuery, QuerySet, bates_priors};
pub use error::ReproError;
pub use networks::{NetworkSpec, ParsePriorsError, Priors, SpecError, StreamError};
pub use parts::{ParsePartError, Part};
pub use profile::Profile;
pub use run::{Run, Unwatched, Watch};
