//! A patient's differential: for people, for programs, as a table and as a page.

use std::fmt::Write as _;

use etio_hpo::report::patient_html;
use etio_hpo::{Clinic, Diagnosis, Explained, ExplainedPair, Hpo, Patient, RankError, Reason, problems};
use serde::Serialize;
use serde_json::json;

use crate::batch::{Formatter, Tally};
use crate::commands::counted_cases;
use crate::formatters::diagnosis::{CAUTION, Failed, UNINFORMED, cell, line};
use crate::formatters::numbers::{percent, time};
use crate::terminal::{BAD, BAR, BOLD, DIM, DOUBTFUL, GOOD, bar, fit, printable, styled, whiskers, width};

/// A patient who was diagnosed.
pub(crate) struct Answered {
    pub(crate) patient: Patient,
    pub(crate) diagnosis: Diagnosis,
    /// The diseases to list.
    pub(crate) explained: Vec<Explained>,
    /// The disease that an explanation was asked of.
    pub(crate) explanation: Option<Explained>,
    /// Diseases that explain more together, where reasons were asked for.
    pub(crate) pairs: Vec<ExplainedPair>,
}

/// Writes one line per disease, separated by tabs.
pub(crate) struct TableFormatter;

impl Formatter<Answered> for TableFormatter {
    fn header(&self) -> String {
        "case\trank\tdisease\tname\tposterior\tweight_of_evidence\n".to_owned()
    }

    fn answered(&self, id: &str, answer: &Answered) -> Result<String, String> {
        // A table has no place for a warning.
        if !answer.diagnosis.ranking.is_informed() {
            return Err(RankError::Uninformed.to_string());
        }
        let mut text = String::new();
        for e in &answer.explained {
            let (id, name) = (cell(id), cell(&e.name));
            let _ = writeln!(
                text,
                "{id}\t{}\t{}\t{name}\t{}\t{}",
                e.rank, e.disease, e.posterior, e.weight_of_evidence
            );
        }
        Ok(text)
    }
}

/// Writes one page per patient.
pub(crate) struct PageFormatter<'a> {
    pub(crate) clinic: Clinic<'a>,
}

impl Formatter<Answered> for PageFormatter<'_> {
    fn answered(&self, _id: &str, answer: &Answered) -> Result<String, String> {
        Ok(patient_html(&self.clinic, &answer.patient, &answer.diagnosis))
    }
}

/// Writes one JSON object per line: what every answer has, and what patients add.
pub(crate) struct JsonFormatter<'a> {
    pub(crate) hpo: &'a Hpo,
    /// Whether every listed disease comes with its reasons.
    pub(crate) with_reasons: bool,
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

impl<'a> Line<'a> {
    fn of(e: &'a Explained) -> Self {
        Self {
            disease: &e.disease,
            name: &e.name,
            posterior: e.posterior,
            lower: e.lower,
            upper: e.upper,
            calibrated: e.calibrated,
            weight_of_evidence: e.weight_of_evidence,
        }
    }
}

impl Formatter<Answered> for JsonFormatter<'_> {
    fn answered(&self, id: &str, answer: &Answered) -> Result<String, String> {
        let diagnosis = &answer.diagnosis;
        let ranking = &diagnosis.ranking;
        let mut object = json!({
            "id": id,
            "method": ranking.ran.to_string(),
            // The scores made for patients are exact sums of a simplified model.
            "exactness": "estimate",
            "log_evidence": ranking.log_evidence,
            "elapsed_us": diagnosis.elapsed.as_nanos() as f64 / 1e3,
            "versions": self.hpo.meta().versions(),
            "notes": diagnosis.observation.notes,
        });
        object["ranking"] = if self.with_reasons {
            json!(answer.explained)
        } else {
            json!(answer.explained.iter().map(Line::of).collect::<Vec<_>>())
        };
        if let Some(serde_json::Value::Object(members)) = ranking.exactness.map(|exactness| json!(exactness))
        {
            for (name, value) in members {
                object[name] = value;
            }
        }
        if self.with_reasons {
            object["pairs"] = json!(answer.pairs);
        }
        if let Some(explanation) = &answer.explanation {
            object["explanation"] = json!(explanation);
        }
        line(&object)
    }

    fn failed(&self, id: &str, error: &str) -> Option<String> {
        line(&Failed { id, error }).ok()
    }
}

/// Writes differentials that a person can read.
pub(crate) struct TextFormatter<'a> {
    pub(crate) hpo: &'a Hpo,
    /// Whether every listed disease comes with its reasons.
    pub(crate) with_reasons: bool,
    /// Whether there is one patient only, from the command line, who needs no heading.
    pub(crate) is_single: bool,
}

/// Pairs of diseases shown to a person.
const MOST_PAIRS: usize = 3;

impl TextFormatter<'_> {
    fn evidence(&self, text: &mut String, diagnosis: &Diagnosis) {
        let evidence = &diagnosis.observation.evidence;
        for (heading, findings) in [("present", evidence.present()), ("absent", evidence.absent())] {
            let names: Vec<&str> = findings.iter().map(|&f| self.hpo.network().finding_name(f)).collect();
            if !names.is_empty() {
                let _ = writeln!(text, "{} {}", styled(BOLD, fit(heading, 8)), printable(&names.join(", ")));
            }
        }
        for note in problems(&diagnosis.observation.notes) {
            let _ = writeln!(text, "{} {}", styled(DOUBTFUL, "note:"), printable(&note.to_string()));
        }
        text.push('\n');
    }
}

impl Formatter<Answered> for TextFormatter<'_> {
    fn answered(&self, id: &str, answer: &Answered) -> Result<String, String> {
        let diagnosis = &answer.diagnosis;
        let mut text = String::new();
        if !self.is_single {
            let _ = writeln!(text, "{}", styled(BOLD, printable(id)));
        }
        self.evidence(&mut text, diagnosis);
        let is_informed = diagnosis.ranking.is_informed();
        if !is_informed {
            let _ = writeln!(text, "{}\n", styled(BAD, UNINFORMED));
        }
        for e in &answer.explained {
            disease(&mut text, e);
            if self.with_reasons && is_informed {
                reasons(&mut text, e);
            }
        }
        if let Some(explanation) = answer.explanation.as_ref().filter(|_| is_informed) {
            text.push('\n');
            disease(&mut text, explanation);
            reasons(&mut text, explanation);
        }
        if is_informed {
            pairs(&mut text, &answer.pairs);
        }
        if let Some(label) = answer.patient.label.as_ref().filter(|_| is_informed) {
            let _ = writeln!(text, "{}", label_line(self.hpo, diagnosis, label));
        }
        let _ = writeln!(text, "{}\n", styled(DIM, self.origin(diagnosis)));
        Ok(text)
    }

    fn failed(&self, id: &str, error: &str) -> Option<String> {
        let id = styled(BOLD, printable(id));
        Some(format!("{id}\n{} {}\n\n", styled(BAD, "error:"), printable(error)))
    }

    fn footer(&self, tally: Tally) -> String {
        let mut out = String::new();
        if !self.is_single {
            let _ = writeln!(out, "{}", counted_cases(tally));
        }
        if tally.failed < tally.cases {
            let _ = writeln!(out, "{}", styled(DIM, CAUTION));
        }
        out
    }
}

impl TextFormatter<'_> {
    fn origin(&self, diagnosis: &Diagnosis) -> String {
        let ranking = &diagnosis.ranking;
        let (trust, took) = (ranking.trust(), time(diagnosis.elapsed));
        format!("{} · {trust} · {took} · {}", ranking.ran, self.hpo.meta().versions())
    }
}

fn disease(text: &mut String, e: &Explained) {
    let name_width = (width() / 2).saturating_sub(6);
    let interval = e.lower.zip(e.upper);
    let drawn = interval.map_or_else(|| bar(e.posterior, 12), |interval| whiskers(interval, 12));
    let drawn = styled(BAR, fit(&drawn, 12));
    let range = interval
        .map_or_else(String::new, |(lower, upper)| format!(" ({} to {})", percent(lower), percent(upper)));
    let _ = writeln!(
        text,
        "{:>3}  {} {:<12} {drawn} {:>10}{range}  weight {:+.1}",
        e.rank,
        fit(&e.name, name_width),
        e.disease,
        percent(e.posterior),
        e.weight_of_evidence
    );
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

fn pairs(text: &mut String, pairs: &[ExplainedPair]) {
    for pair in pairs.iter().take(MOST_PAIRS) {
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

fn label_line(hpo: &Hpo, diagnosis: &Diagnosis, label: &str) -> String {
    let network = hpo.network();
    let Some(disease) = network.disease(label) else {
        return format!("label: {}, which has no annotation in this network", printable(label));
    };
    let rank = diagnosis.ranking.rank(disease);
    format!("label: {}, rank {rank}", printable(network.disease_name(disease)))
}
