//! Collects all problems of a folder, to be mended in one go.

use std::collections::HashSet;

use crate::format::FormatError;

/// Problems found so far. The first ones are kept, the others counted.
#[derive(Default)]
pub(super) struct Problems {
    found: Vec<FormatError>,
    more: usize,
}

impl Problems {
    /// Maximum number of problems that are listed.
    const LISTED: usize = 20;

    /// Adds a problem, which is put into words only if there is room for it.
    pub(super) fn add(&mut self, problem: impl FnOnce() -> FormatError) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.found.push(problem());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// How many are listed so far.
    pub(super) fn listed(&self) -> usize {
        self.found.len()
    }

    /// Sorts the problems of one file, those listed since there were `start`, by line.
    pub(super) fn sort_by_line(&mut self, start: usize) {
        self.found[start..].sort_by_key(|problem| match problem {
            FormatError::Line { line, .. } => *line,
            _ => u64::MAX,
        });
    }

    /// Whether further problems are only counted.
    fn is_full(&self) -> bool {
        self.found.len() == Self::LISTED
    }

    /// The problem if there is one, a list if there are several.
    pub(super) fn into_error(mut self) -> FormatError {
        match (self.found.len(), self.found.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                self.found.extend(last);
                FormatError::Several { problems: self.found, more: self.more }
            }
        }
    }
}

/// Members of a layer that cannot be looked up although the file may have them. Links to them are
/// not at fault.
#[derive(Default)]
pub(super) struct Unusable {
    /// Name of the layer's file.
    pub(super) file: String,
    /// Ids of rows with a problem, and ids that were reported before.
    pub(super) ids: HashSet<String>,
    /// Whether the file was not read to its end.
    pub(super) is_cut_short: bool,
}

impl Unusable {
    /// Whether a link to this unknown id is a problem of its own. Says yes once for each id.
    pub(super) fn is_news(&mut self, id: &str) -> bool {
        !self.is_cut_short && self.ids.insert(id.to_owned())
    }
}
