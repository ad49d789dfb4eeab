//! Progress on standard error, shown on a terminal only.

use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Something long of unknown length.
pub(crate) fn spinner(message: impl Into<Cow<'static, str>>) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(message);
    spinner.enable_steady_tick(Duration::from_millis(120));
    spinner
}

/// A count of things done, with their rate. Hidden if standard output is the same terminal: lines
/// of results are progress enough, and the two would overwrite each other.
pub(crate) fn counter(what: &str) -> ProgressBar {
    if io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let counter = spinner("");
    counter.set_style(style(&format!("{{spinner}} {{human_pos}} {what}, {{per_sec}}")));
    counter
}

/// A bar for a known number of things; hidden if standard output is the same terminal, as [`counter`] is.
pub(crate) fn bar_beside_output(count: u64, what: &str) -> ProgressBar {
    if io::stdout().is_terminal() { ProgressBar::hidden() } else { bar(count, what) }
}

/// A bar for a known number of things.
pub(crate) fn bar(count: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(count);
    bar.set_style(style(&format!("{{bar:40}} {{human_pos}} of {{human_len}} {what}, {{eta}} left")));
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
