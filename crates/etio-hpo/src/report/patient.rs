//! The report for a patient: ranked diseases and genes with their reasons, pairs that explain more
//! together, what to examine next, and a line to sign. On paper it takes two pages: what is folded
//! away on the screen is not printed.

use std::fmt::Write as _;

use etio_report::{escape, page};

use super::STYLE;
use super::disease::{genes, probability, section};
use super::link::{linked, term, term_on_paper};
use super::markup::{list, percent, stated};
use crate::clinic::{Clinic, Diagnosis, Explained, ExplainedPair, GenePlace, NextTerm};
use crate::{Absent, CEILING, DocumentError, Patient};

/// Diseases in the report.
const DISEASES: usize = 20;

/// Diseases whose reasons are open at first, and printed.
const OPEN: usize = 2;

/// Diseases in the table at the top, and genes beside it.
const LISTED: usize = 10;

/// Pairs in the report.
const PAIRS: usize = 3;

/// Terms to examine next.
const NEXT: usize = 6;

/// Findings that are seen without unfolding.
const AT_SIGHT: usize = 10;

/// The report as a page.
pub fn patient_html(
    clinic: &Clinic<'_>,
    patient: &Patient,
    diagnosis: &Diagnosis,
) -> Result<String, DocumentError> {
    let id = if patient.id.is_empty() { "Patient" } else { &patient.id };
    let mut body = format!("<p class=\"soft\">{}</p>\n", origin(clinic, patient, diagnosis));
    findings(&mut body, clinic, diagnosis);
    if diagnosis.ranking.is_informed() {
        differential(&mut body, clinic, diagnosis)?;
    } else {
        // A ranking that the present findings had no part in says nothing about this patient.
        body.push_str(
            "<h2>No answer</h2>\n<p class=\"bad\"><strong>No useful bound was reached within the time given.</strong> All \
             that is known are the probabilities without the present findings. Give more time (<code>--budget-ms</code>), \
             or rank by <code>single</code> or <code>pairs</code>.</p>\n",
        );
    }
    Ok(page(&format!("Differential for {id}"), STYLE, &body))
}

/// Who the patient is, and what was ranked how.
fn origin(clinic: &Clinic<'_>, patient: &Patient, diagnosis: &Diagnosis) -> String {
    let mut parts = Vec::new();
    parts.extend(patient.sex.map(|sex| sex.word().to_owned()));
    parts.extend(patient.age.map(|age| format!("seen at {age}")));
    parts.extend(patient.onset_age.map(|age| format!("onset at {age}")));
    if let Some(onset) = &patient.onset_term {
        let ontology = clinic.hpo().ontology();
        let name = ontology.resolve(onset).term().map_or(onset.as_str(), |term| &ontology.term(term).name);
        parts.push(escape(name));
    }
    let who = if parts.is_empty() { String::new() } else { format!("{}. ", capitalised(&parts.join(", "))) };
    format!(
        "{who}{}. Ranked by {} ({}) among {} diseases; absent terms {}{}.",
        escape(&clinic.hpo().meta().versions()),
        diagnosis.ranking.ran,
        escape(&diagnosis.ranking.trust()),
        diagnosis.ranking.scores.len(),
        clinic.absent().in_words(),
        clinic
            .hpo()
            .gene_evidence()
            .map_or_else(String::new, |genes| format!("; with the {}", escape(&genes.to_string())))
    )
}

/// A text that begins with a capital letter.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The ranked diseases, pairs of them, and how to read the numbers.
fn differential(body: &mut String, clinic: &Clinic<'_>, diagnosis: &Diagnosis) -> Result<(), DocumentError> {
    let explained = clinic.explain(diagnosis, DISEASES)?;
    overview(body, &explained, &clinic.genes(diagnosis, LISTED));
    body.push_str("<h2>Reasons</h2>\n");
    for (at, explained) in explained.iter().enumerate() {
        section(body, explained, at < OPEN);
    }
    next(body, &clinic.next(diagnosis, NEXT)?);
    body.push_str("<h2>Two diseases at once</h2>\n");
    let pairs = clinic.pairs(diagnosis, PAIRS);
    if pairs.is_empty() {
        body.push_str("<p>No pair explains the findings better than its better half does alone.</p>\n");
    }
    for found in &pairs {
        pair(body, found);
    }
    closing(body, clinic);
    Ok(())
}

fn findings(body: &mut String, clinic: &Clinic<'_>, diagnosis: &Diagnosis) {
    let evidence = &diagnosis.observation.evidence;
    body.push_str("<h2>Findings</h2>\n");
    for (heading, findings) in [("Present", evidence.present()), ("Absent", evidence.absent())] {
        let terms: Vec<String> =
            findings.iter().map(|&finding| term_on_paper(&clinic.term(finding))).collect();
        let terms = if terms.is_empty() { "none".to_owned() } else { terms.join(", ") };
        let _ = writeln!(body, "<p class=\"findings\"><strong>{heading}</strong> {terms}</p>");
    }
    let notes = &diagnosis.observation.notes;
    let about_genes = clinic.hpo().gene_evidence().and_then(|genes| genes.note());
    if !notes.is_empty() || about_genes.is_some() {
        body.push_str("<details class=\"notes\"><summary>Notes on what was given</summary><ul>");
        if let Some(note) = about_genes {
            let _ = write!(body, "<li class=\"bad\">{}</li>", escape(&note));
        }
        for note in notes {
            let class = if note.kind.is_problem() { " class=\"bad\"" } else { "" };
            let _ = write!(body, "<li{class}>{}</li>", escape(&note.to_string()));
        }
        body.push_str("</ul></details>\n");
    }
}

/// The leading diseases and genes at a glance.
fn overview(body: &mut String, explained: &[Explained], ranked: &[GenePlace]) {
    let has_genes = !ranked.is_empty();
    body.push_str(
        "<h2>Diseases</h2>\n<div class=\"scroll\"><table class=\"overview\"><tr><th></th><th>Disease</th>",
    );
    body.push_str(if has_genes { "<th>Gene</th>" } else { "" });
    body.push_str("<th>Probability</th></tr>\n");
    for explained in explained.iter().take(LISTED) {
        let place = &explained.place;
        let _ = write!(
            body,
            "<tr><td>{}</td><td>{} <span class=\"soft\">{}</span></td>",
            place.rank,
            linked(&place.disease, &place.name),
            linked(&place.disease, &place.disease)
        );
        if has_genes {
            let _ = write!(body, "<td>{}</td>", genes(place));
        }
        let _ = writeln!(body, "<td class=\"bar\">{}</td></tr>", probability(place));
    }
    body.push_str("</table></div>\n");
    if has_genes {
        let genes = ranked.iter().map(|place| {
            format!("{} {}", linked(&place.gene.id, &place.gene.symbol), stated(place.probability))
        });
        let genes: Vec<String> = genes.collect();
        let _ = writeln!(
            body,
            "<p class=\"findings\"><strong>Genes</strong>, each with the probability of any of its diseases: {}</p>",
            genes.join(", ")
        );
    }
}

/// The list of terms to examine next.
fn next(body: &mut String, terms: &[NextTerm]) {
    if terms.is_empty() {
        return;
    }
    body.push_str(
        "<h2>What to examine next</h2>\n<div class=\"scroll\"><table class=\"next\"><tr><th>Term</th><th class=\"n\">Expected</th>\
         <th>First if present</th><th>First if absent</th></tr>\n",
    );
    for next in terms {
        let after = |sibling: &crate::clinic::Sibling| {
            format!("{} {}", linked(&sibling.disease, &sibling.name), stated(sibling.probability))
        };
        let _ = writeln!(
            body,
            "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>",
            term_on_paper(&next.term),
            percent(next.probability),
            after(&next.if_present),
            after(&next.if_absent)
        );
    }
    body.push_str("</table></div>\n");
}

fn pair(body: &mut String, pair: &ExplainedPair) {
    let name = |at: usize| linked(&pair.diseases[at], &pair.names[at]);
    let _ = write!(
        body,
        "<details class=\"pair\"><summary><strong>{}</strong> and <strong>{}</strong> <span class=\"soft\">explain the findings {} times better \
         than either alone</span></summary>\n<div class=\"columns\">\n",
        name(0),
        name(1),
        pair.times_better()
    );
    for at in 0..2 {
        let _ = write!(body, "<div><strong>Better explained by {}</strong>", name(at));
        let only: Vec<String> = pair.only[at].iter().map(term).collect();
        let _ = writeln!(body, "{}</div>", list(&only, AT_SIGHT, "nothing"));
    }
    body.push_str("</div></details>\n");
}

/// How to read the numbers, where they come from, and a line to sign.
fn closing(body: &mut String, clinic: &Clinic<'_>) {
    let list = clinic
        .hpo()
        .gene_evidence()
        .map(|genes| format!("findings and the gene list {}", escape(&genes.list)));
    let grounds = list.unwrap_or_else(|| "findings alone".to_owned());
    let _ = writeln!(
        body,
        "<h2>How to read this</h2>\n<p class=\"soft\"><strong>Observed</strong> is what the cited rows of the annotations state, as they \
         state it. <strong>Model</strong> is what Etio makes of it: a weight of 2 means a hundred times likelier with the disease than \
         without any. Probabilities are tempered on published patients that the annotations do not know. On other such patients 91% of the \
         leading diseases stated at 90% or more were right, and 65% of those from 60% to 90%, so read the middle of the scale with \
         caution; nothing is stated above {:.0}%. Each disease is tempered by itself, so they may add up to more than 100%. They compare \
         the diseases of this list only, by {}, and are not a diagnosis.{} {}</p>\n\
         <p class=\"sign\"><span>Assessed by</span><span>Date</span><span>Signature</span></p>",
        CEILING * 100.0,
        grounds,
        if clinic.absent() == Absent::Relevant {
            " An absent finding that was volunteered was thought of: the model counts it in favour of a disease that shows it, by a \
             factor of 9 at most, the more so the rarer it is otherwise, even if the annotations say that nearly all patients have it."
        } else {
            ""
        },
        escape(&clinic.hpo().meta().acknowledgement)
    );
}
