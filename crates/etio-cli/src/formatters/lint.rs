//! Results of `etio lint`: one line per check with its problems below, or one JSON object.

use std::fmt::Write;

use etio::Network;
use etio_bot::lint::{Check, Problem};
use serde_json::json;

use crate::formatters::numbers::counted;
use crate::terminal::{BAD, BOLD, DIM, GOOD, printable, styled};

/// Maximum number of problems listed per check without `--all`.
const SHOWN: usize = 10;

/// For people.
pub(crate) fn text(name: &str, network: &Network, problems: &[Problem], all: bool) -> String {
    let sizes = [
        counted(network.disease_count(), "disease"),
        counted(network.finding_count(), "finding"),
        counted(network.link_count(), "link"),
    ];
    let title = format!("{}: {}", printable(name), sizes.join(", "));
    let mut text = format!("{}\n", styled(BOLD, title));
    for check in Check::ALL {
        let found: Vec<&Problem> = problems.iter().filter(|p| p.check == check).collect();
        let mark =
            if found.is_empty() { styled(GOOD, "ok  ") } else { styled(BAD, format!("{:<4}", found.len())) };
        let _ = writeln!(text, "  {mark} {}", check.promise());
        for problem in found.iter().take(if all { usize::MAX } else { SHOWN }) {
            let place = styled(DIM, format!("{}, {}:", problem.file, printable(&problem.subject)));
            let _ = writeln!(text, "       {place} {}", printable(&problem.message));
        }
        if !all && found.len() > SHOWN {
            let _ = writeln!(text, "       and {} more (--all lists them)", found.len() - SHOWN);
        }
    }
    let verdict = match problems.len() {
        0 => styled(GOOD, "No problems."),
        count => styled(BAD, format!("{}.", counted(count, "problem"))),
    };
    let _ = writeln!(text, "{verdict}");
    text
}

/// For programs.
pub(crate) fn json(name: &str, network: &Network, problems: &[Problem]) -> String {
    let report = json!({
        "network": name,
        "diseases": network.disease_count(),
        "findings": network.finding_count(),
        "links": network.link_count(),
        "checks": Check::ALL,
        "problems": problems,
    });
    format!("{report}\n")
}
