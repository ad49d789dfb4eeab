//! Figures over stories and messages: tables for people or one JSON object for programs.

use std::fmt::Write;

use anyhow::Result;
use etio_bot::Urgency;
use etio_bot::evaluate::{Figures, Held, Kind, MessageReport, Reaction, Report, Standing};
use serde_json::json;

use crate::terminal::{BAD, BOLD, DIM, fit, printable, styled};

/// Figures over stories.
pub(crate) fn stories(
    network: &str,
    questions: usize,
    held: &[Held],
    details: bool,
    as_json: bool,
) -> Result<String> {
    let report = Report::of(held);
    if as_json {
        let mut object = json!({ "network": network, "most_questions": questions });
        if let (Some(all), serde_json::Value::Object(figures)) =
            (object.as_object_mut(), serde_json::to_value(&report)?)
        {
            all.extend(figures);
            if details {
                all.insert("details".to_owned(), serde_json::to_value(held)?);
            }
        }
        return Ok(format!("{object}\n"));
    }
    let title = format!(
        "{}: {} stories, {} of them with a disease that the network has",
        printable(network),
        report.cases,
        report.covered
    );
    let mut text = format!("{}\n\n", styled(BOLD, title));
    if let (Some(recall), Some(precision)) = (report.recall, report.precision) {
        let _ =
            writeln!(text, "Findings read from the stories: recall {recall:.3}, precision {precision:.3}.\n");
    }
    let asked = format!("after {:.1} questions", report.mean_questions);
    let columns = [
        ("story alone", &report.story),
        (asked.as_str(), &report.asked),
        ("findings as stated", &report.stated),
    ];
    let _ = writeln!(
        text,
        "  {}{:>9}{:>9}{:>9}{:>22}{:>15}",
        fit("", 20),
        "first",
        "top 3",
        "top 5",
        "emergencies missed",
        "false alarms"
    );
    for (name, figures) in columns {
        let _ = writeln!(text, "{}", row(name, figures));
    }
    for (name, figures) in [columns[0], columns[1]] {
        text += &triage(name, figures);
    }
    if !report.unknown.is_empty() {
        let names = report.unknown.join(", ");
        let _ = writeln!(text, "\nNot in the network ({}): {}", report.unknown.len(), printable(&names));
    }
    if details {
        text.push('\n');
        for case in held {
            text += &story(case);
        }
    }
    Ok(text)
}

fn row(name: &str, figures: &Figures) -> String {
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    format!(
        "  {}{:>9}{:>9}{:>9}{:>22}{:>15}",
        fit(name, 20),
        percent(figures.first),
        percent(figures.top3),
        percent(figures.top5),
        format!("{} of {}", figures.missed, figures.emergencies),
        figures.false_alarms
    )
}

/// Urgency advised against urgency given.
fn triage(name: &str, figures: &Figures) -> String {
    let mut text = format!("\nUrgency given (rows) and advised (columns), {name}:\n  {}", fit("", 14));
    for level in Urgency::ALL.iter().map(|level| level.word()).chain(["none"]) {
        let _ = write!(text, "{level:>14}");
    }
    text.push('\n');
    for (level, cells) in Urgency::ALL.iter().zip(&figures.triage) {
        let _ = write!(text, "  {}", fit(level.word(), 14));
        for cell in cells {
            let _ = write!(text, "{cell:>14}");
        }
        text.push('\n');
    }
    text
}

fn story(case: &Held) -> String {
    let standing = |name: &str, s: &Standing| {
        let rank = s.rank.map_or("-".to_owned(), |rank| rank.to_string());
        let level = s.level.map_or("-", Urgency::word);
        let mut line = format!("    {} rank {rank}, {level}; {}", fit(name, 8), s.leading.join(", "));
        if !s.alarms.is_empty() {
            let _ = write!(line, " {}", styled(BAD, format!("[{}]", s.alarms.join(", "))));
        }
        line
    };
    let mut text = format!(
        "{} {}\n",
        styled(BOLD, printable(&case.id)),
        styled(DIM, if case.is_covered { "" } else { "not covered" })
    );
    let _ = writeln!(text, "{}", standing("story", &case.story));
    let _ = writeln!(text, "{}", standing(&format!("after {}", case.questions), &case.asked));
    let _ = writeln!(text, "{}", standing("stated", &case.stated));
    for (what, list) in [("missed", &case.reading.missed), ("wrong", &case.reading.wrong)] {
        if !list.is_empty() {
            let _ = writeln!(text, "    {} {}", fit(what, 8), list.join(", "));
        }
    }
    text
}

/// Alarms over messages.
pub(crate) fn messages(
    network: &str,
    reactions: &[Reaction],
    details: bool,
    as_json: bool,
) -> Result<String> {
    let report = MessageReport::of(reactions);
    if as_json {
        let mut object = json!({ "network": network, "all": report.all, "kinds": report.kinds });
        if let Some(all) = object.as_object_mut().filter(|_| details) {
            all.insert("details".to_owned(), serde_json::to_value(reactions)?);
        }
        return Ok(format!("{object}\n"));
    }
    let title = format!("{}: {} messages", printable(network), reactions.len());
    let mut text = format!("{}\n\n", styled(BOLD, title));
    let _ = writeln!(text, "  {}{:>22}{:>22}", fit("", 20), "emergencies alarmed", "look-alikes alarmed");
    let _ = writeln!(text, "{}", kind_row("all", &report.all));
    for (name, kind) in report.kinds.iter().filter(|(name, _)| !name.is_empty()) {
        let _ = writeln!(text, "{}", kind_row(name, kind));
    }
    if details {
        text.push('\n');
        for reaction in reactions {
            let verdict = match (reaction.emergency, reaction.alarms.is_empty()) {
                (true, true) => styled(BAD, "missed     "),
                (false, false) => styled(BAD, "false alarm"),
                (true, false) => "alarm      ".to_owned(),
                (false, true) => "quiet      ".to_owned(),
            };
            let alarms = reaction.alarms.join(", ");
            let _ = writeln!(text, "{verdict} {} {} [{alarms}]", reaction.id, printable(&reaction.text));
        }
    }
    Ok(text)
}

fn kind_row(name: &str, kind: &Kind) -> String {
    let of = |part: usize, whole: usize| match whole {
        0 => "-".to_owned(),
        _ => format!("{part} of {whole} ({:.0}%)", 100.0 * part as f64 / whole as f64),
    };
    let (right, wrong) = (of(kind.alarmed, kind.emergencies), of(kind.false_alarms, kind.look_alikes));
    format!("  {}{right:>22}{wrong:>22}", fit(&printable(name), 20))
}
