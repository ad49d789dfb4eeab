//! The methods as help lists them, from the one list in `etio` and the rankers of `etio-hpo`.

use std::fmt::Write as _;

use etio::{Hybrid, Method, Order, Scheme, Solver};
use etio_hpo::Ranker;

use crate::terminal::wrap;

/// Column at which summaries begin.
const COLUMN: usize = 22;
/// Column at which they end: clap wraps help to the terminal, but without indentation.
const WIDTH: usize = 80;

/// A line for each method of the engine, and for each part of a hybrid's name.
pub(crate) fn methods(default: Option<Method>) -> String {
    let mut text = String::new();
    for &method in Method::PLAIN {
        line(&mut text, &method.to_string(), method.summary(), Some(method) == default);
    }
    let hybrid = Hybrid::EXAMPLE.parse().map_or("", Method::summary);
    line(&mut text, Hybrid::FORM, &format!("{hybrid}; such as {}", Hybrid::EXAMPLE), false);
    part(&mut text, "SCHEME", Scheme::ALL.iter().map(|scheme| (scheme.as_str(), scheme.summary())));
    part(&mut text, "SOLVER", Solver::ALL.iter().map(|solver| (solver.as_str(), solver.summary())));
    part(&mut text, "ORDER", Order::ALL.iter().map(|order| (order.as_str(), order.summary())));
    text
}

/// A line for each of some rankers made for patients.
pub(crate) fn rankers(rankers: impl IntoIterator<Item = Ranker>, default: Ranker) -> String {
    let mut text = String::new();
    for ranker in rankers {
        line(&mut text, &ranker.to_string(), ranker.summary(), ranker == default);
    }
    text
}

fn line(text: &mut String, spelling: &str, summary: &str, is_default: bool) {
    let summary = if is_default { format!("{summary} (default)") } else { summary.to_owned() };
    entry(text, &format!("  {spelling}"), &summary);
}

fn part(text: &mut String, name: &str, values: impl Iterator<Item = (&'static str, &'static str)>) {
    for (at, (spelling, summary)) in values.enumerate() {
        let name = if at == 0 { name } else { "" };
        entry(text, &format!("    {name:<7}{spelling}"), summary);
    }
}

/// A heading and its summary, in the column beside it or below if it reaches into that.
fn entry(text: &mut String, heading: &str, summary: &str) {
    let mut lines = wrap(summary, WIDTH - COLUMN).into_iter();
    if heading.len() < COLUMN {
        let _ = writeln!(text, "{heading:COLUMN$}{}", lines.next().unwrap_or_default());
    } else {
        let _ = writeln!(text, "{heading}");
    }
    for line in lines {
        let _ = writeln!(text, "{:COLUMN$}{line}", "");
    }
}
