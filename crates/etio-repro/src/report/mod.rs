//! The report: one HTML file that needs nothing else, each figure beside the paper's claim and what
//! becomes of it.

use std::fmt::Write;

use etio_report::{escape, figure, page};

use crate::parts::{Claim, Finished, Table, Verdict};
use crate::{Part, ReproError, Run};

const STYLE: &str = include_str!("style.css");

/// Tables longer than this are folded away.
const SHORT: usize = 12;

/// Tables longer than this are only in the CSV.
const LONG: usize = 400;

/// The report over all parts that are there.
pub(crate) fn render(run: &Run, parts: &[(Part, Finished)]) -> Result<String, ReproError> {
    let mut body = String::new();
    header(&mut body, run, parts);
    for (part, finished) in parts {
        section(&mut body, *part, finished)?;
    }
    footer(&mut body, run, parts);
    Ok(page("Variational hybridization, reproduced", STYLE, &body))
}

// Writing to a string cannot fail, so results of `write!` are dropped throughout.

fn header(out: &mut String, run: &Run, parts: &[(Part, Finished)]) {
    let _ = write!(
        out,
        "<header>\n<p class=\"lead\">Every figure and table of Xie, Du, Fan, Zhai \
         and Zhu 2016, <cite>Variational hybridization and transformation for large inaccurate noisy-or networks</cite>, \
         recomputed on generated networks of the paper’s sizes, next to the paper’s claims.</p>\n"
    );
    if run.profile.name != "full" {
        let _ = writeln!(
            out,
            "<p class=\"note\">This is a <strong>{}</strong> run: fewer queries and points than the full one, so numbers scatter \
             more.</p>",
            escape(&run.profile.name)
        );
    }
    let _ = writeln!(
        out,
        "<h2>The paper’s claims, and what becomes of them</h2>\n<table class=\"claims\"><tbody>"
    );
    for (part, finished) in parts {
        for claim in &finished.claims {
            let _ = writeln!(
                out,
                "<tr><td><a href=\"#{part}\">{}</a></td><td>{}</td><td>{}</td></tr>",
                short_name(*part),
                escape(&claim.said),
                badge(claim.verdict)
            );
        }
    }
    let _ = writeln!(out, "</tbody></table>\n</header>");
}

/// Short name of a part: its title without the explanation.
fn short_name(part: Part) -> &'static str {
    let title = part.title();
    match title.split_once(": ") {
        Some(("Ours", rest)) => rest,
        Some((name, _)) => name,
        None => title,
    }
}

fn badge(verdict: Verdict) -> String {
    let class = match verdict {
        Verdict::Holds => "holds",
        Verdict::HoldsOnlyIf => "only-if",
        Verdict::DoesNotHold => "fails",
    };
    format!("<span class=\"badge {class}\">{}</span>", verdict.words())
}

fn section(out: &mut String, part: Part, finished: &Finished) -> Result<(), ReproError> {
    let _ = writeln!(out, "<section id=\"{part}\">\n<h2>{}</h2>", escape(part.title()));
    for claim in &finished.claims {
        claim_box(out, claim);
    }
    if !finished.charts.is_empty() {
        out.push_str(&figure(&finished.charts, "")?);
    }
    for note in &finished.notes {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(note));
    }
    numbers(out, part, &finished.table);
    let _ = writeln!(out, "</section>");
    Ok(())
}

fn claim_box(out: &mut String, claim: &Claim) {
    let _ = writeln!(
        out,
        "<div class=\"claim\"><p><span class=\"said\">The paper:</span> {}</p><p>{} {}.</p></div>",
        escape(&claim.said),
        badge(claim.verdict),
        escape(&claim.because)
    );
}

fn numbers(out: &mut String, part: Part, table: &Table) {
    if table.rows.is_empty() {
        return;
    }
    if table.rows.len() > LONG {
        let _ = writeln!(
            out,
            "<p class=\"note\">The {} rows of numbers are in <code>{part}.csv</code>.</p>",
            table.rows.len()
        );
        return;
    }
    let open = if table.rows.len() <= SHORT { " open" } else { "" };
    let _ = writeln!(
        out,
        "<details{open}><summary>The numbers (<code>{part}.csv</code>)</summary><div class=\"scroll\"><table><thead><tr>"
    );
    for column in &table.columns {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(&column.replace('_', " ")));
    }
    let _ = writeln!(out, "</tr></thead><tbody>");
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        let _ = writeln!(out, "<tr>{}</tr>", cells.concat());
    }
    let _ = writeln!(out, "</tbody></table></div></details>");
}

fn footer(out: &mut String, run: &Run, parts: &[(Part, Finished)]) {
    let seconds: f64 = parts.iter().filter_map(|(_, f)| f.timings.get("seconds")?.as_f64()).sum();
    let _ = writeln!(
        out,
        "<footer>\n<h2>How this was made</h2>\n<dl><dt>command</dt><dd><code>{}</code></dd><dt>version</dt><dd>etio {}</dd>\
         <dt>seed</dt><dd>{}</dd><dt>profile</dt><dd>{}</dd><dt>time</dt><dd>{seconds:.0} s</dd></dl>\n<p>The same version, \
         profile and seed give the same numbers, times aside: <code>results.json</code> keeps those under <code>timings</code>. \
         The networks of the paper were never published; these are generated, so absolute numbers are not comparable, their \
         order is. <code>docs/paper.md</code> discusses the results.</p>\n</footer>",
        escape(&run.command),
        env!("CARGO_PKG_VERSION"),
        run.seed,
        escape(&run.profile.name)
    );
}
