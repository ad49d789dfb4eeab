//! How well patients with a known disease are diagnosed, and how honest the probabilities are.
//!
//! Published patients are a treacherous test: for half of them the annotations of their disease
//! cite the very publication they were described in. So every figure is given three times: for all
//! cases; for the *clean* ones, where no annotation of the labelled disease cites a publication of
//! the case; and with each case's own publications held out of the annotations of every disease.

mod calibration;
mod cases;
mod merge;
mod placement;
mod report;
mod run;
mod summary;

pub use calibration::{Bin, Calibration, Confidence};
pub use cases::{Candidates, CandidatesError, Half, LeftAside, Reason, Skipped};
pub use merge::MergedSummary;
pub use placement::Placement;
pub use report::{MethodReport, Times};
pub use run::{EvaluateError, EvaluatedCase, Evaluation, Options, Ranked, evaluate};
pub use summary::{Difference, Estimate, GeneGroup, Group, Scores};
