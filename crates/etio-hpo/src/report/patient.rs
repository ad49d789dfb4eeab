//! The report for a patient: ranked diseases with their reasons, and pairs that explain more
//! together.

use std::fmt::Write as _;

use etio_report::{escape, page};

use super::STYLE;
use super::markup::{list, percent};
use crate::clinic::{Clinic, Diagnosis, Explained, ExplainedPair, Reason, Term};
use crate::{Absent, Patient};

/// Diseases in the report.
const DISEASES: usize = 20;

/// Pairs in the report.
const PAIRS: usize = 5;

/// Findings, and reasons for or against a disease, that are seen without unfolding.
const AT_SIGHT: usize = 10;

/// The report as a page.
pub fn patient_html(clinic: &Clinic<'_>, patient: &Patient, diagnosis: &Diagnosis) -> String {
    let id = if patient.id.is_empty() { "Patient" } else { &patient.id };
    let mut body = format!(
        "<p class=\"soft\">{}. Ranked by {} ({}) among {} diseases; absent terms: {}.</p>\n",
        escape(&clinic.hpo().meta().versions()),
        diagnosis.ranking.ran,
        escape(&diagnosis.ranking.trust()),
        diagnosis.ranking.scores.len(),
        clinic.absent()
    );
    findings(&mut body, clinic, diagnosis);
    if diagnosis.ranking.is_informed() {
        differential(&mut body, clinic, diagnosis);
    } else {
        // A ranking that the present findings had no part in says nothing about this patient.
        body.push_str(
            "<h2>No answer</h2>\n<p class=\"bad\"><strong>No useful bound was reached within the time given.</strong> All \
             that is known are the probabilities without the present findings. Give more time (<code>--budget-ms</code>), \
             or rank by <code>single</code> or <code>pairs</code>.</p>\n",
        );
    }
    page(&format!("Differential for {id}"), STYLE, &body)
}

/// The ranked diseases, pairs of them, and how to read the numbers.
fn differential(body: &mut String, clinic: &Clinic<'_>, diagnosis: &Diagnosis) {
    body.push_str("<h2>Diseases</h2>\n");
    for explained in clinic.explain(diagnosis, DISEASES) {
        disease(body, &explained);
    }
    body.push_str("<h2>Two diseases at once</h2>\n");
    let pairs = clinic.pairs(diagnosis, PAIRS);
    if pairs.is_empty() {
        body.push_str("<p>No pair explains the findings better than its better half does alone.</p>\n");
    }
    for found in &pairs {
        pair(body, found);
    }
    let _ = writeln!(
        body,
        "<h2>How to read this</h2>\n<p class=\"soft\">The first percentage is calibrated: among published \
         patients, answers given at 70% were right about 70% of the time. \"Model\" is the posterior of the network, which \
         tends to be too sure of itself. Neither is a diagnosis. Weights are powers of ten: a finding \
         of weight 2 is a hundred times likelier with the disease than without any.{} {}</p>",
        if clinic.absent() == Absent::Relevant {
            " An absent term that was volunteered was thought of; where it is typical of a disease it can speak for it."
        } else {
            ""
        },
        escape(&clinic.hpo().meta().acknowledgement)
    );
}

fn findings(body: &mut String, clinic: &Clinic<'_>, diagnosis: &Diagnosis) {
    let evidence = &diagnosis.observation.evidence;
    body.push_str("<h2>Findings</h2>\n<div class=\"columns\">\n");
    for (heading, findings) in [("Present", evidence.present()), ("Absent", evidence.absent())] {
        let terms: Vec<String> = findings.iter().map(|&finding| term(&clinic.term(finding))).collect();
        let at_sight = if heading == "Present" { terms.len() } else { AT_SIGHT };
        let terms = list(&terms, at_sight, "none");
        let _ = writeln!(body, "<div><strong>{heading}</strong>{terms}</div>");
    }
    body.push_str("</div>\n");
    let notes = &diagnosis.observation.notes;
    if !notes.is_empty() {
        body.push_str("<details><summary>Notes on the patient's terms</summary><ul>");
        for note in notes {
            let class = if note.kind.is_problem() { " class=\"bad\"" } else { "" };
            let _ = write!(body, "<li{class}>{}</li>", escape(&note.to_string()));
        }
        body.push_str("</ul></details>\n");
    }
}

fn disease(body: &mut String, explained: &Explained) {
    let model = match explained.lower.zip(explained.upper) {
        Some((lower, upper)) => {
            format!("{} ({} to {})", percent(explained.posterior), percent(lower), percent(upper))
        }
        None => percent(explained.posterior),
    };
    let _ = write!(
        body,
        "<details{}><summary><strong>{}. {}</strong> <span class=\"soft\">{}</span> {} \
         <span class=\"meter\" style=\"width:{:.1}rem\"></span> <span class=\"soft\">model {}, weight {:.1}</span></summary>\n\
         <div class=\"columns reasons\">\n",
        if explained.rank <= 3 { " open" } else { "" },
        explained.rank,
        escape(&explained.name),
        escape(&explained.disease),
        percent(explained.calibrated),
        explained.calibrated * 8.0,
        model,
        explained.weight_of_evidence
    );
    reasons(body, "Evidence for", "good", &explained.speaks_for);
    reasons(body, "Evidence against", "bad", &explained.against);
    let unexplained: Vec<String> = explained.unexplained.iter().map(term).collect();
    let unexplained = list(&unexplained, AT_SIGHT, "nothing");
    let _ = writeln!(body, "<div><strong>Not explained by it</strong>{unexplained}</div>\n</div></details>");
}

fn reasons(body: &mut String, heading: &str, class: &str, reasons: &[Reason]) {
    let reasons: Vec<String> = reasons.iter().map(reason).collect();
    let reasons = list(&reasons, AT_SIGHT, "nothing");
    let _ = writeln!(body, "<div><strong class=\"{class}\">{heading}</strong>{reasons}</div>");
}

fn reason(reason: &Reason) -> String {
    let state = if reason.present { "" } else { "absent: " };
    let sources = if reason.sources.is_empty() {
        "inferred from related terms".to_owned()
    } else {
        escape(&reason.sources.join(", "))
    };
    format!(
        "{state}{} <span class=\"soft\">seen in {}, weight {:+.1}; {sources}</span>",
        term(&reason.term),
        percent(reason.frequency),
        reason.weight
    )
}

fn pair(body: &mut String, pair: &ExplainedPair) {
    let _ = write!(
        body,
        "<details><summary><strong>{}</strong> and <strong>{}</strong> {} <span class=\"soft\">gain {:.1}</span></summary>\n\
         <div class=\"columns\">\n",
        escape(&pair.names[0]),
        escape(&pair.names[1]),
        percent(pair.posterior),
        pair.gain
    );
    for at in 0..2 {
        let _ = write!(
            body,
            "<div><strong>Better explained by {} <span class=\"soft\">{}</span></strong>",
            escape(&pair.names[at]),
            escape(&pair.diseases[at])
        );
        let only: Vec<String> = pair.only[at].iter().map(term).collect();
        let _ = writeln!(body, "{}</div>", list(&only, AT_SIGHT, "nothing"));
    }
    body.push_str("</div></details>\n");
}

fn term(term: &Term) -> String {
    format!("{} <span class=\"soft\">{}</span>", escape(&term.name), escape(&term.id))
}
