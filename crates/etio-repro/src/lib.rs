//! The networks, query sets, figures and tables of Xie et al. 2016, made anew: their networks were
//! never published, the sizes were. `Run` computes the figures and writes the report (feature
//! `figures`).
//!
//! Everything is seeded. The same specification and seed give the same network and the same cases
//! on every platform and with any number of threads.
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
#[cfg(feature = "figures")]
mod error;
mod networks;
#[cfg(feature = "figures")]
mod numbers;
#[cfg(feature = "figures")]
mod parts;
#[cfg(feature = "figures")]
mod profile;
mod random;
#[cfg(feature = "figures")]
mod report;
#[cfg(feature = "figures")]
mod run;
#[cfg(feature = "figures")]
mod study;

pub use cases::CaseSpec;
pub use clinic::{BatesError, Clinic, LabelledQuery, QuerySet, bates_priors};
#[cfg(feature = "figures")]
pub use error::ReproError;
pub use networks::{NetworkSpec, ParsePriorsError, Priors, SpecError, StreamError};
#[cfg(feature = "figures")]
pub use parts::{ParsePartError, Part};
#[cfg(feature = "figures")]
pub use profile::Profile;
#[cfg(feature = "figures")]
pub use run::{Run, Unwatched, Watch};
