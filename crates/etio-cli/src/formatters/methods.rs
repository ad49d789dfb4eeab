//! The methods as help lists them, from the one list in `etio` and the rankers of `etio-hpo`.

use std::fmt::Write as _;

use etio::{Hybrid, Method, Order, Scheme, Solver};
use etio_hpo::Ranker;

/// Where summaries begin.
const COLUMN: usize = 22;

/// A line for each method of the engine, and for each part of a hybrid's name.
pub(crate) fn methods(default: Option<Method>) -> String {
    let mut text = String::new();
    for &method in Method::PLAIN {
        line(&mut text, &method.to_string(), method.summary(), Some(method) == default);
    }
    let hybrid = Hybrid::EXAMPLE.parse().map_or("", Method::summary);
    line(&mut text, Hybrid::FORM, hybrid, false);
    line(&mut text, "", &format!("such as {}", Hybrid::EXAMPLE), false);
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
    let width = COLUMN - 2;
    let default = if is_default { " (default)" } else { "" };
    if spelling.len() < width {
        let _ = writeln!(text, "  {spelling:width$}{summary}{default}");
    } else {
        let _ = writeln!(text, "  {spelling}\n{:COLUMN$}{summary}{default}", "");
    }
}

fn part(text: &mut String, name: &str, values: impl Iterator<Item = (&'static str, &'static str)>) {
    for (at, (spelling, summary)) in values.enumerate() {
        let name = if at == 0 { name } else { "" };
        let _ = writeln!(text, "    {name:<7}{spelling:<width$}{summary}", width = COLUMN - 11);
    }
}
