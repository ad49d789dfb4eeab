//! One disease in a patient's report: what was observed on one side, what the model makes of it on the
//! other.

use std::fmt::Write as _;

use etio_report::escape;

use super::link::{ids, linked, term};
use super::markup::{list, percent, printed, stated};
use crate::annotation::orphanet::Relation;
use crate::clinic::{Explained, Observed, Place, Reason, Shared, Together, Typical};

/// Reasons that are printed, and items of a list that are seen without unfolding.
const AT_SIGHT: usize = 5;

/// Rows of the annotations about one finding, onsets and related diseases that are printed.
const PRINTED: usize = 2;

/// A disease by its name, with its ids elsewhere and its genes.
pub(super) fn title(place: &Place) -> String {
    let mut text = linked(&place.disease, &place.name);
    let others = place.elsewhere.iter().map(|other| other.id.as_str());
    let _ =
        write!(text, " <span class=\"soft\">{}", ids(std::iter::once(place.disease.as_str()).chain(others)));
    if !place.genes.is_empty() {
        let _ = write!(text, " · {}", genes(place));
    }
    text.push_str("</span>");
    text
}

/// Its genes as links.
pub(super) fn genes(place: &Place) -> String {
    place.genes.iter().map(|gene| linked(&gene.id, &gene.symbol)).collect::<Vec<_>>().join(", ")
}

/// A probability with a bar, and the model's own if it was asked for.
pub(super) fn probability(place: &Place) -> String {
    let mut text = format!(
        "<strong>{}</strong> <span class=\"meter\" style=\"width:{:.1}rem\"></span>",
        stated(place.probability),
        place.probability * 6.0
    );
    if let Some(posterior) = place.posterior {
        let _ = write!(text, " <span class=\"soft\">untempered {}</span>", percent(posterior));
    }
    if let Some((lower, upper)) = place.posterior_lower.zip(place.posterior_upper) {
        let _ = write!(
            text,
            " <span class=\"soft\">model between {} and {}</span>",
            percent(lower),
            percent(upper)
        );
    }
    if place.undecided {
        text.push_str(" <span class=\"soft\">one further down may be as likely</span>");
    }
    text
}

/// The section about a disease. Those after the first few are folded away, and stay so on paper.
pub(super) fn section(body: &mut String, explained: &Explained, is_open: bool) {
    let place = &explained.place;
    let _ = writeln!(
        body,
        "<details class=\"disease\"{}><summary><strong>{}. {}</strong> {}</summary>",
        if is_open { " open" } else { "" },
        place.rank,
        title(place),
        probability(place)
    );
    evidence(body, explained);
    body.push_str("<div class=\"columns\">\n");
    let unexplained: Vec<String> = explained.unexplained.iter().map(term).collect();
    column(body, "Not explained by it", &unexplained, "nothing");
    let not_asked: Vec<String> = explained.not_asked.iter().map(typical).collect();
    column(body, "Not asked: known for it, nothing said", &not_asked, "nothing");
    body.push_str("</div>\n");
    background(body, explained);
    body.push_str("</details>\n");
}

/// The findings for and against in one table.
fn evidence(body: &mut String, explained: &Explained) {
    body.push_str(
        "<div class=\"scroll\"><table class=\"evidence\"><thead><tr><th>Finding</th><th>Observed (annotations as published)</th>\
         <th class=\"n\">Model: weight</th></tr></thead>\n",
    );
    // Each with whether it has present and absent findings.
    let groups = [
        (
            "Evidence for: present, and annotated to the disease, if only by a related term or its name",
            "good",
            &explained.speaks_for,
            false,
        ),
        (
            "Inferred: no annotation of the disease; the weight comes from related diseases",
            "soft",
            &explained.inferred,
            true,
        ),
        (
            "Disputed: the disease's own annotations say that no patient had it; the weight comes from elsewhere",
            "soft",
            &explained.disputed,
            true,
        ),
        ("Evidence against: absent, though annotated to the disease", "bad", &explained.against, false),
        (
            "Absent, though annotated to the disease; volunteered, so the model reads it as a sign that the disease was \
             considered",
            "soft",
            &explained.considered,
            false,
        ),
    ];
    for (heading, class, reasons, is_mixed) in groups {
        if reasons.is_empty() && class == "soft" {
            continue;
        }
        let _ = writeln!(body, "<tbody><tr><th colspan=\"3\" class=\"{class}\">{heading}</th></tr>");
        if reasons.is_empty() {
            body.push_str("<tr><td colspan=\"3\" class=\"soft\">nothing</td></tr>");
        }
        for (at, reason) in reasons.iter().enumerate() {
            row(body, reason, at >= AT_SIGHT, is_mixed && !reason.present);
        }
        if reasons.len() > AT_SIGHT {
            let more = reasons.len() - AT_SIGHT;
            let ones = if more == 1 { "weaker one" } else { "weaker ones" };
            let _ = write!(
                body,
                "<tr class=\"only-print\"><td colspan=\"3\" class=\"soft\">and {more} {ones}</td></tr>"
            );
        }
        body.push_str("</tbody>\n");
    }
    gene_row(body, &explained.place);
    body.push_str("</table></div>\n");
}

/// The row for the list of genes.
fn gene_row(body: &mut String, place: &Place) {
    let Some(weight) = place.gene_weight else { return };
    let said = match weight {
        _ if place.genes.is_empty() => "no gene of the disease is known",
        weight if weight > 0.0 => "a gene of the disease is on it",
        _ => "no gene of the disease is on it, or with a low score",
    };
    let _ = writeln!(
        body,
        "<tbody><tr><td>Gene list</td><td class=\"soft\">{said}</td><td class=\"n\">{weight:+.1}</td></tr></tbody>"
    );
}

fn row(body: &mut String, reason: &Reason, is_weak: bool, says_absent: bool) {
    let rows = observations(&reason.observed, &reason.term.id);
    let related = reason.related.iter().map(|other| linked(&other.id, &other.name));
    let related = related.collect::<Vec<_>>().join(", ");
    let words = match reason.model.basis.words() {
        words if related.is_empty() => words.to_owned(),
        words => format!("{words}: {related}"),
    };
    let basis = match reason.model.basis {
        crate::clinic::Basis::Stated => String::new(),
        _ => format!("<span class=\"soft\">{words}</span>"),
    };
    let observed = match (rows.is_empty(), basis.is_empty()) {
        (true, _) => format!("<span class=\"soft\">no row of its own; {words}</span>"),
        (false, true) => rows,
        (false, false) => format!("{rows}; {basis}"),
    };
    let _ = writeln!(
        body,
        "<tr{}><td>{}{}</td><td>{observed}</td><td class=\"n\">{:+.1}</td></tr>",
        if is_weak { " class=\"weak\"" } else { "" },
        term(&reason.term),
        if says_absent { " (absent)" } else { "" },
        reason.model.weight
    );
}

/// Publications as links.
fn references(ids: &[String]) -> String {
    printed(&ids.iter().map(|id| linked(id, id)).collect::<Vec<_>>(), PRINTED, ", ")
}

/// Rows of the annotations as they are: frequency, what else they say, and who says so.
fn observations(rows: &[Observed], about: &str) -> String {
    let one = |row: &Observed| {
        let mut text = format!("<strong>{}</strong>", escape(&row.in_words()));
        if row.term.id != about {
            let _ = write!(text, " of {}", term(&row.term));
        }
        if let Some(sex) = row.sex {
            let _ = write!(text, " ({}s)", sex.word());
        }
        if let Some(onset) = &row.onset {
            let _ = write!(text, " ({})", escape(&onset.name));
        }
        let entry = row.relation.map_or("", Relation::words);
        let entry = if entry.is_empty() { String::new() } else { format!(" ({entry})") };
        // A row of Orphanet cites itself.
        let cites_itself = row.references.iter().all(|reference| *reference == row.source);
        let cited = references(&row.references);
        let _ = match row.relation {
            _ if cites_itself => write!(text, " {}{entry}", linked(&row.source, &row.source)),
            Some(_) => write!(text, " {}{entry}: {cited}", linked(&row.source, &row.source)),
            None => write!(text, " {cited}"),
        };
        text
    };
    printed(&rows.iter().map(one).collect::<Vec<_>>(), PRINTED, "; ")
}

fn typical(typical: &Typical) -> String {
    let rows = observations(&typical.observed, &typical.term.id);
    format!("{} <span class=\"soft\">{rows}</span>", term(&typical.term))
}

fn column(body: &mut String, heading: &str, items: &[String], if_none: &str) {
    let items = list(items, AT_SIGHT, if_none);
    let _ = writeln!(body, "<div><strong>{heading}</strong>{items}</div>");
}

/// Onset, prevalence, and what stands together with it.
fn background(body: &mut String, explained: &Explained) {
    let mut facts: Vec<String> = Vec::new();
    if !explained.onsets.is_empty() {
        let onsets = explained.onsets.iter().map(|onset| {
            let cited = references(&onset.references);
            format!("{} {} {cited}", linked(&onset.term.id, &onset.term.name), escape(&onset.in_words()))
        });
        facts.push(format!("<strong>Onset</strong> {}", printed(&onsets.collect::<Vec<_>>(), PRINTED, "; ")));
    }
    if !explained.prevalence.is_empty() {
        facts.push(format!("<strong>Prevalence</strong> {}", prevalence(&explained.prevalence)));
    }
    facts.extend(explained.together.iter().map(together));
    if !facts.is_empty() {
        let _ = writeln!(body, "<p class=\"facts\">{}</p>", facts.join("<br>\n"));
    }
}

/// Classes of prevalence, with a link to the entry that they are from, which stands last.
fn prevalence(text: &str) -> String {
    let Some((classes, entry)) = text.rsplit_once("; ") else { return escape(text) };
    let (id, relation) = entry.split_at(entry.find(',').unwrap_or(entry.len()));
    format!("{}; {}{}", escape(classes), linked(id, id), escape(relation))
}

fn together(together: &Together) -> String {
    let what = match together.shared {
        Shared::Gene => "Same gene",
        Shared::Series => "Same series",
    };
    let others = together.others.iter().map(|other| {
        format!(
            "{} (rank {}, {})",
            linked(&other.disease, &other.name),
            other.rank,
            stated(other.probability)
        )
    });
    let mut others: Vec<String> = others.collect();
    if together.more > 0 {
        others.push(format!("{} more", together.more));
    }
    format!(
        "<strong>{what}</strong> {}, together {}: {}",
        escape(&together.name),
        stated(together.probability),
        printed(&others, PRINTED, ", ")
    )
}
