//! Lists and shares as HTML.

use std::fmt::Write as _;

use crate::CEILING;

/// Items as a list: the first `at_sight` are visible, the others folded away.
pub(super) fn list(items: &[String], at_sight: usize, if_none: &str) -> String {
    if items.is_empty() {
        return format!("<ul><li class=\"soft\">{if_none}</li></ul>");
    }
    // A fold for a single item would take as much room as the item.
    let at_sight = if items.len() == at_sight + 1 { items.len() } else { at_sight.min(items.len()) };
    let (first, rest) = items.split_at(at_sight);
    let fold = if rest.is_empty() {
        String::new()
    } else {
        format!("<details class=\"rest\"><summary>{} more</summary>{}</details>", rest.len(), points(rest))
    };
    points(first) + &fold
}

fn points(items: &[String]) -> String {
    format!("<ul><li>{}</li></ul>", items.join("</li><li>"))
}

/// Items in a row. Those after the first `count` stay on the screen, and paper says how many they are.
pub(super) fn printed(items: &[String], count: usize, separator: &str) -> String {
    let (first, rest) = items.split_at(count.min(items.len()));
    let mut text = first.join(separator);
    if !rest.is_empty() {
        let (rest, more) = (rest.join(separator), rest.len());
        let _ = write!(
            text,
            "<span class=\"screen\">{separator}{rest}</span><span class=\"paper\"> and {more} more</span>"
        );
    }
    text
}

/// A stated probability in percent. What is above the ceiling is not told apart.
pub(super) fn stated(probability: f64) -> String {
    if probability > CEILING { format!("&gt;{}%", CEILING * 100.0) } else { percent(probability) }
}

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    match share {
        s if s >= 0.9995 => "&gt;99.9%".to_owned(),
        s if s >= 0.001 => format!("{:.1}%", s * 100.0),
        0.0 => "0%".to_owned(),
        _ => "&lt;0.1%".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{list, percent, stated};

    #[test]
    fn no_stated_probability_is_told_to_be_certain() {
        assert_eq!(stated(0.9501), "&gt;95%");
        assert_eq!((stated(0.95), stated(0.5)), ("95.0%".to_owned(), percent(0.5)));
        assert_eq!(percent(0.9999), "&gt;99.9%");
    }

    #[test]
    fn long_lists_fold_and_lose_nothing() {
        let items: Vec<String> = (0..9).map(|at| format!("item {at}")).collect();
        assert_eq!(list(&items[..0], 3, "nothing").matches("<li").count(), 1);
        for (count, folded) in [(1, false), (3, false), (4, false), (5, true), (9, true)] {
            let html = list(&items[..count], 3, "nothing");
            assert_eq!(html.matches("<li>").count(), count);
            assert_eq!(html.contains(&format!("{} more", count.saturating_sub(3))), folded, "{html}");
        }
    }
}
