//! A patient's differential: for people, for programs and as a table.

use std::fmt::Write as _;

use etio_hpo::{Clinic, Diagnosis, Explained, Patient, Reason, problems};
use serde::Serialize;
use serde_json::json;

use crate::formatters::diagnosis::UNINFORMED;
use crate::formatters::numbers::{percent, time};
use crate::terminal::{BAD, BAR, BOLD, DIM, DOUBTFUL, GOOD, bar, fit, printable, styled, whiskers, width};

/// The names of the table's columns.
pub(crate) const TSV_HEADER: &str = "case\trank\tdisease\tname\tposterior\tweight_of_evidence\n";

/// A line a disease.
pub(crate) fn tsv(clinic: &Clinic<'_>, id: &str, diagnosis: &Diagnosis, top: usize) -> String {
    let mut text = String::new();
    for e in clinic.explain(diagnosis, top) {
        let (id, name) = (id.replace(['\t', '\n'], " "), e.name.replace(['\t', '\n'], " "));
        let _ = writeln!(
            text,
            "{id}\t{}\t{}\t{name}\t{}\t{}",
            e.rank, e.disease, e.posterior, e.weight_of_evidence
        );
    }
    text
}

#[derive(Serialize)]
struct Line<'a> {
    disease: &'a str,
    name: &'a str,
    posterior: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<f64>,
    calibrated: f64,
    weight_of_evidence: f64,
}

/// One JSON object on a line: what every answer has, and what patients add.
pub(crate) fn json(
    clinic: &Clinic<'_>,
    id: &str,
    diagnosis: &Diagnosis,
    top: usize,
    explain: bool,
) -> String {
    let ranking = &diagnosis.ranking;
    let explained = clinic.explain(diagnosis, top);
    let listed = if explain {
        serde_json::to_value(&explained)
    } else {
        let line = |e: &'_ Explained| -> serde_json::Result<serde_json::Value> {
            serde_json::to_value(Line {
                disease: &e.disease,
                name: &e.name,
                posterior: e.posterior,
                lower: e.lower,
                upper: e.upper,
                calibrated: e.calibrated,
                weight_of_evidence: e.weight_of_evidence,
            })
        };
        explained.iter().map(line).collect()
    };
    let mut object = json!({
        "id": id,
        "method": ranking.ran.to_string(),
        // The scores made for patients are exact sums of a simplified model.
        "exactness": "estimate",
        "log_evidence": ranking.log_evidence,
        "elapsed_us": diagnosis.elapsed.as_nanos() as f64 / 1e3,
        "versions": clinic.hpo().meta().versions(),
        "ranking": listed.unwrap_or_default(),
        "notes": diagnosis.observation.notes,
    });
    if let Some(serde_json::Value::Object(members)) = ranking.exactness.map(|exactness| json!(exactness)) {
        for (name, value) in members {
            object[name] = value;
        }
    }
    if explain {
        object["pairs"] = json!(clinic.pairs(diagnosis, 5));
    }
    format!("{object}\n")
}

/// A differential that a person can read.
pub(crate) fn text(
    clinic: &Clinic<'_>,
    id: &str,
    patient: &Patient,
    diagnosis: &Diagnosis,
    top: usize,
    explain: bool,
) -> String {
    let mut text = format!("{}\n", styled(BOLD, printable(id)));
    let evidence = &diagnosis.observation.evidence;
    for (heading, findings) in [("present", evidence.present()), ("absent", evidence.absent())] {
        let names: Vec<String> = findings.iter().map(|&f| clinic.term(f).name).collect();
        if !names.is_empty() {
            let _ = writeln!(text, "{} {}", styled(BOLD, fit(heading, 8)), printable(&names.join(", ")));
        }
    }
    for note in problems(&diagnosis.observation.notes) {
        let _ = writeln!(text, "{} {}", styled(DOUBTFUL, "note:"), printable(&note.to_string()));
    }
    text.push('\n');
    let is_informed = diagnosis.ranking.is_informed();
    if !is_informed {
        let _ = writeln!(text, "{}\n", styled(BAD, UNINFORMED));
    }
    let explain = explain && is_informed;
    let explained = clinic.explain(diagnosis, top);
    let name_width = (width() / 2).saturating_sub(6);
    for e in &explained {
        let interval = e.lower.zip(e.upper);
        let drawn = interval.map_or_else(|| bar(e.posterior, 12), |interval| whiskers(interval, 12));
        let drawn = styled(BAR, fit(&drawn, 12));
        let range = interval.map_or_else(String::new, |(lower, upper)| {
            format!(" ({} to {})", percent(lower), percent(upper))
        });
        let _ = writeln!(
            text,
            "{:>3}  {} {:<12} {drawn} {:>10}{range}  weight {:+.1}",
            e.rank,
            fit(&e.name, name_width),
            e.disease,
            percent(e.posterior),
            e.weight_of_evidence
        );
        if explain {
            reasons(&mut text, e);
        }
    }
    if explain {
        pairs(&mut text, clinic, diagnosis);
    }
    if let Some(label) = patient.label.as_ref().filter(|_| is_informed) {
        let _ = writeln!(text, "{}", label_line(clinic, diagnosis, label));
    }
    let exactness = diagnosis.ranking.trust();
    let _ = writeln!(
        text,
        "{}\n",
        styled(
            DIM,
            format!(
                "{} · {exactness} · {} · {}",
                diagnosis.ranking.ran,
                time(diagnosis.elapsed),
                clinic.hpo().meta().versions()
            )
        )
    );
    text
}

fn reasons(text: &mut String, explained: &Explained) {
    let list = |reasons: &[Reason]| {
        let shown = reasons.iter().map(|r| {
            let state = if r.present { "" } else { "no " };
            format!("{state}{} ({:+.1})", r.term.name, r.weight)
        });
        shown.collect::<Vec<_>>().join(", ")
    };
    for (heading, style, words) in
        [("for", GOOD, list(&explained.speaks_for)), ("against", DOUBTFUL, list(&explained.against))]
    {
        if !words.is_empty() {
            let _ = writeln!(text, "       {} {}", styled(style, heading), printable(&words));
        }
    }
    let unexplained: Vec<&str> = explained.unexplained.iter().map(|term| term.name.as_str()).collect();
    if !unexplained.is_empty() {
        let _ =
            writeln!(text, "       {} {}", styled(DIM, "not explained"), printable(&unexplained.join(", ")));
    }
}

fn pairs(text: &mut String, clinic: &Clinic<'_>, diagnosis: &Diagnosis) {
    for pair in clinic.pairs(diagnosis, 3) {
        let _ = writeln!(
            text,
            "together: {} and {} ({}, gain {:.1})",
            printable(&pair.names[0]),
            printable(&pair.names[1]),
            percent(pair.posterior),
            pair.gain
        );
    }
}

fn label_line(clinic: &Clinic<'_>, diagnosis: &Diagnosis, label: &str) -> String {
    let network = clinic.hpo().network();
    let Some(disease) = network.disease(label) else {
        return format!("label: {}, which has no annotation in this network", printable(label));
    };
    let scores = &diagnosis.ranking.scores;
    let rank = 1 + scores.iter().filter(|&&score| score > scores[disease.index()]).count();
    format!("label: {}, rank {rank}", printable(network.disease_name(disease)))
}
