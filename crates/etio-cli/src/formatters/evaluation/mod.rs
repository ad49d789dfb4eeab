//! The figures of `etio evaluate`.

mod json;
mod ranks;
mod text;

pub(crate) use json::json;
pub(crate) use ranks::ranks;
pub(crate) use text::text;
