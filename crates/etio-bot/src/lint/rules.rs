//! Companion files: context rules, red flags, grades, and who is asked.

use std::borrow::Cow;
use std::collections::HashSet;

use etio::{Hierarchy, Network};
use etio_case::table::document;

use super::{Check, Problem};
use crate::interview::GuideError;
use crate::parts;
use crate::red_flags::{self, RedFlags};
use crate::understand::WordsError;
use crate::words::Languages;

pub(super) fn check(network: &Network) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut broken = |file: Cow<'static, str>, subject: String, message: String| {
        problems.push(Problem { check: Check::Rules, file, subject, message });
    };
    let findings = Cow::Borrowed("findings.csv");
    let found = match Languages::built_in() {
        Ok(languages) => parts::problems(network, languages.english()),
        Err(error) => vec![error.into()],
    };
    for error in found {
        match error {
            GuideError::Document(error) => {
                for problem in error.problems {
                    broken(problem.document.into(), format!("line {}", problem.line), problem.problem);
                }
            }
            GuideError::Words(WordsError::Quantity(error)) => {
                broken(findings.clone(), error.finding.clone(), error.to_string());
            }
            GuideError::Audience { finding, problem } => broken(findings.clone(), finding, problem),
            other => broken(findings.clone(), "parent".to_owned(), other.to_string()),
        }
    }
    if let Ok(hierarchy) = Hierarchy::of(network)
        && let Ok(flags) = RedFlags::of(network, &hierarchy)
        && let Some((file, _)) = document(network, red_flags::DOCUMENT)
    {
        for (id, message) in faults(&flags) {
            broken(file.clone().into(), id, message);
        }
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
