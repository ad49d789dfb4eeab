//! The compiled form: one file that is mapped into memory and used where it lies, so that a network
//! of 384 million links opens at once. See `docs/formats/compiled.md`.
//!
//! - [`open`] and [`read_embedded`] read it, [`write()`], [`to_bytes`] and [`write_streamed`] write it,
//!   [`verify()`] checks every byte.

mod check;
mod container;
mod layout;
mod links;
mod precision;
mod read;
mod sections;
mod verify;
mod write;

pub use precision::{ParsePrecisionError, Precision};
pub use read::{open, read_embedded};
pub use verify::{Report, verify};
pub use write::{Options, Summary, to_bytes, write, write_streamed};
