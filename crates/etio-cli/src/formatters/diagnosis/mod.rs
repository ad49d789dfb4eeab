//! Answers to cases.

mod explanation;
mod json;
mod page;
mod table;
mod text;

pub(crate) use json::{Failed, JsonFormatter, line};
pub(crate) use page::PageFormatter;
pub(crate) use table::{TableFormatter, cell};
pub(crate) use text::{CAUTION, TextFormatter, UNINFORMED};
