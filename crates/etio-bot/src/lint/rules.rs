//! The documents that ride along: context rules, red flags, grades, and who is asked.

use std::collections::HashSet;

use etio::{Hierarchy, Network};
use etio_case::context::{self, Context};

use super::{Check, Problem};
use crate::interview::{Guide, GuideError};
use crate::red_flags::{self, RedFlags};
use crate::tempering;
use crate::understand::WordsError;

pub(super) fn check(network: &Network) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut broken = |file, subject: String, message: String| {
        problems.push(Problem { check: Check::Rules, file, subject, message });
    };
    // Each part on its own, so that one that cannot be read does not hide the others.
    if let Err(error) = Context::of(network) {
        broken(context::DOCUMENT, format!("line {}", error.line), error.problem);
    }
    match Hierarchy::of(network) {
        Err(error) => broken("findings.csv", "parent".to_owned(), error.to_string()),
        Ok(hierarchy) => match RedFlags::of(network, &hierarchy) {
            Err(error) => broken(red_flags::DOCUMENT, format!("line {}", error.line), error.problem),
            Ok(flags) => {
                for (id, message) in faults(&flags) {
                    broken(red_flags::DOCUMENT, id, message);
                }
            }
        },
    }
    match Guide::of(network) {
        Err(GuideError::Words(WordsError::Quantity(error))) => {
            broken("findings.csv", error.finding.clone(), error.to_string());
        }
        Err(GuideError::Words(WordsError::Document(error))) => {
            broken("frames.csv", error.document.clone(), error.to_string());
        }
        Err(GuideError::Audience { finding, problem }) => broken("findings.csv", finding, problem),
        Err(GuideError::Document(error)) if error.document == tempering::DOCUMENT => {
            broken(tempering::DOCUMENT, format!("line {}", error.line), error.problem);
        }
        // The other errors were found above.
        Ok(_) | Err(_) => {}
    }
    problems
}

/// Red flags that cannot do their work.
fn faults(flags: &RedFlags) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    let mut seen = HashSet::new();
    for flag in flags.all() {
        let mut fault = |message: &str| faults.push((flag.id.clone(), message.to_owned()));
        if flag.id.is_empty() || !seen.insert(flag.id.as_str()) {
            fault("the id is missing or used twice");
        }
        if flag.action.is_empty() {
            fault("the action is missing: say what to do");
        }
        if !flags.can_be_raised(flag) {
            fault(
                "it can never be raised: what it needs present and absent, or the ages, exclude each other",
            );
        }
    }
    faults
}
