//! Capabilities of the terminal: width, colours, and text without control characters.

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const BAR: Style = AnsiColor::Cyan.on_default();

/// Lines longer than this are hard to read, however wide the window.
const WIDEST: usize = 120;
const NARROWEST: usize = 40;

/// How many columns to fill: the terminal's, or `COLUMNS`, or 80.
pub(crate) fn width() -> usize {
    let from_environment = || std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let columns = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.or_else(from_environment).unwrap_or(80).clamp(NARROWEST, WIDEST)
}

/// Text in a style. If the output shows no colours, the stream strips them.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints an error for the user.
pub(crate) fn print_error(message: &str) {
    anstream::eprintln!("{} {}", styled(BAD, "error:"), printable(message));
}

/// Text from files and arguments without control characters, which could rewrite the screen.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let harmful = |c: char| c.is_control() && c != '\n';
    if text.contains(harmful) { text.replace(harmful, "\u{fffd}").into() } else { text.into() }
}

/// Text cut or padded to exactly `columns` columns.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    let text = printable(text);
    let used = text.width();
    if used <= columns {
        return format!("{text}{}", " ".repeat(columns - used));
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide >= columns {
            break;
        }
        cut.push(c);
        used += wide;
    }
    format!("{cut}…{}", " ".repeat(columns.saturating_sub(used + 1)))
}

/// A bar that fills a share of `columns`, to an eighth of a column.
pub(crate) fn bar(share: f64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * (columns * 8) as f64).round() as usize;
    // Something rather than nothing for what is possible at all.
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// A bar up to the lower end of an interval, and a line from there to its upper end.
pub(crate) fn whiskers((lower, upper): (f64, f64), columns: usize) -> String {
    let place = |share: f64| (share.clamp(0.0, 1.0) * columns as f64).round() as usize;
    let (filled, end) = (place(lower), place(upper));
    if end <= filled {
        return bar(0.5 * (lower + upper), columns);
    }
    format!("{}{}┤", "█".repeat(filled), "─".repeat(end - filled - 1))
}

/// A text in lines of at most `columns`, broken between words.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or("", String::as_str);
        let fits = line.is_empty() || line.width() + 1 + word.width() <= columns;
        if !fits {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn text_fits_exactly() {
        assert_eq!(fit("Flu", 5), "Flu  ");
        assert_eq!(fit("Influenza", 5), "Infl…");
        assert_eq!(fit("Influenza", 9), "Influenza");
        assert_eq!(fit("流感流感", 5).width(), 5);
        assert_eq!(fit("a\u{1b}[2Jb", 9), "a\u{fffd}[2Jb   ");
    }

    #[test]
    fn bars_grow_with_their_share() {
        assert_eq!(bar(0.0, 4), "");
        assert_eq!(bar(1e-9, 4), "▏");
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(0.53, 4), "██▏");
        assert_eq!(bar(1.0, 4), "████");
    }
}
