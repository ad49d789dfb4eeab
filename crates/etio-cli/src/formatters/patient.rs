//! A patient's differential: for people, for programs, as tables, as a page and as a phenopacket.

use std::fmt::Write as _;

use etio_hpo::annotation::orphanet::Relation;
use etio_hpo::patient::interpretation::interpreted;
use etio_hpo::report::patient_html;
use etio_hpo::{
    Basis, CEILING, Clinic, Diagnosis, Explained, ExplainedPair, GenePlace, Hpo, NextTerm, Observed, Patient,
    Place, RankError, Reason, problems,
};
use serde_json::json;

use crate::batch::{Formatter, Tally};
use crate::commands::counted_cases;
use crate::formatters::diagnosis::{CAUTION, Failed, UNINFORMED, cell, line};
use crate::formatters::numbers::{percent, time};
use crate::terminal::{BAD, BAR, BOLD, DIM, DOUBTFUL, GOOD, bar, fit, printable, styled, width};

/// A patient who was diagnosed.
pub(crate) struct Answered {
    pub(crate) patient: Patient,
    pub(crate) diagnosis: Diagnosis,
    /// The diseases to list.
    pub(crate) places: Vec<Place>,
    /// The genes to list.
    pub(crate) genes: Vec<GenePlace>,
    /// The same diseases with their reasons, if these were asked for.
    pub(crate) explained: Vec<Explained>,
    /// The disease for which an explanation was asked.
    pub(crate) explanation: Option<Explained>,
    /// Diseases that explain more together, if reasons were asked for.
    pub(crate) pairs: Vec<ExplainedPair>,
    /// Terms to examine next, if reasons were asked for.
    pub(crate) next: Vec<NextTerm>,
}

/// A table has no place for a warning.
fn informed(answer: &Answered) -> Result<(), String> {
    if answer.diagnosis.ranking.is_informed() { Ok(()) } else { Err(RankError::Uninformed.to_string()) }
}

/// Writes one line per disease, separated by tabs.
pub(crate) struct TableFormatter {
    /// Whether the model's own posterior has a column.
    pub(crate) untempered: bool,
    /// Whether what a list of genes says has a column.
    pub(crate) genes: bool,
}

impl Formatter<Answered> for TableFormatter {
    fn header(&self) -> String {
        let posterior = if self.untempered { "	posterior	posterior_lower	posterior_upper" } else { "" };
        let gene_weight = if self.genes { "	gene_weight" } else { "" };
        format!(
            "case	rank	disease	name	probability	weight_of_evidence	genes{posterior}{gene_weight}
"
        )
    }

    fn answered(&self, id: &str, answer: &Answered) -> Result<String, String> {
        informed(answer)?;
        let mut text = String::new();
        for place in &answer.places {
            let (id, name) = (cell(id), cell(&place.name));
            let genes: Vec<&str> = place.genes.iter().map(|gene| gene.symbol.as_str()).collect();
            let _ = write!(
                text,
                "{id}\t{}\t{}\t{name}\t{}\t{}\t{}",
                place.rank,
                place.disease,
                place.probability,
                place.weight_of_evidence,
                genes.join("|")
            );
            if self.untempered {
                for number in [place.posterior, place.posterior_lower, place.posterior_upper] {
                    let _ =
                        write!(text, "\t{}", number.map_or_else(String::new, |number| number.to_string()));
                }
            }
            if let Some(weight) = place.gene_weight.filter(|_| self.genes) {
                let _ = write!(text, "\t{weight}");
            }
            text.push('\n');
        }
        Ok(text)
    }
}

/// Writes one line per gene, separated by tabs.
pub(crate) struct GeneTableFormatter;

impl Formatter<Answered> for GeneTableFormatter {
    fn header(&self) -> String {
        "case\trank\tgene\tid\tprobability\tdiseases\n".to_owned()
    }

    fn answered(&self, id: &str, answer: &Answered) -> Result<String, String> {
        informed(answer)?;
        let mut text = String::new();
        for place in &answer.genes {
            let diseases: Vec<&str> = place.diseases.iter().map(|d| d.disease.as_str()).collect();
            let _ = writeln!(
                text,
                "{}\t{}\t{}\t{}\t{}\t{}",
                cell(id),
                place.rank,
                place.gene.symbol,
                place.gene.id,
                place.probability,
                diseases.join("|")
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
        patient_html(&self.clinic, &answer.patient, &answer.diagnosis).map_err(|error| error.to_string())
    }
}

/// Writes one phenopacket per patient, with the listed diseases as its interpretation.
pub(crate) struct PacketFormatter<'a> {
    pub(crate) hpo: &'a Hpo,
}

impl Formatter<Answered> for PacketFormatter<'_> {
    fn answered(&self, _id: &str, answer: &Answered) -> Result<String, String> {
        informed(answer)?;
        line(&interpreted(&answer.patient, &answer.places, self.hpo))
    }
}

/// Writes one JSON object per line: what every answer has, and what patients add.
pub(crate) struct JsonFormatter<'a> {
    pub(crate) hpo: &'a Hpo,
    /// Whether every listed disease comes with its reasons.
    pub(crate) with_reasons: bool,
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
        object["ranking"] = if self.with_reasons { json!(answer.explained) } else { json!(answer.places) };
        if let Some(list) = self.hpo.gene_evidence() {
            object["gene_list"] = json!(list);
        }
        if !answer.genes.is_empty() {
            object["genes"] = json!(answer.genes);
        }
        if let Some(serde_json::Value::Object(members)) = ranking.exactness.map(|exactness| json!(exactness))
        {
            for (name, value) in members {
                object[name] = value;
            }
        }
        if self.with_reasons {
            object["pairs"] = json!(answer.pairs);
            object["next"] = json!(answer.next);
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
        if let Some(genes) = self.hpo.gene_evidence() {
            let _ = writeln!(text, "{} {}", styled(BOLD, fit("genes", 8)), printable(&genes.to_string()));
            if let Some(note) = genes.note() {
                let _ = writeln!(text, "{} {}", styled(DOUBTFUL, "note:"), printable(&note));
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
        for (at, place) in answer.places.iter().enumerate() {
            disease(&mut text, place);
            if let Some(explained) = answer.explained.get(at).filter(|_| self.with_reasons && is_informed) {
                reasons(&mut text, explained);
            }
        }
        if let Some(explanation) = answer.explanation.as_ref().filter(|_| is_informed) {
            text.push('\n');
            disease(&mut text, &explanation.place);
            reasons(&mut text, explanation);
        }
        if is_informed {
            genes(&mut text, &answer.genes);
            pairs(&mut text, &answer.pairs);
            next(&mut text, &answer.next);
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

fn disease(text: &mut String, place: &Place) {
    let name_width = (width() / 2).saturating_sub(6);
    // The interval is the model's and the bar is tempered: whiskers would not be around its end.
    let drawn = styled(BAR, fit(&bar(place.probability, 12), 12));
    let mut more = String::new();
    if let Some(posterior) = place.posterior {
        let _ = write!(more, "  untempered {}", percent(posterior));
    }
    if let Some((lower, upper)) = place.posterior_lower.zip(place.posterior_upper) {
        let _ = write!(more, "  model between {} and {}", percent(lower), percent(upper));
    }
    if place.undecided {
        more.push_str("  one further down may be as likely");
    }
    let genes: Vec<&str> = place.genes.iter().map(|gene| gene.symbol.as_str()).collect();
    let _ = writeln!(
        text,
        "{:>3}  {} {:<12} {drawn} {:>7}{more}  {}",
        place.rank,
        fit(&place.name, name_width),
        place.disease,
        stated(place.probability),
        styled(DIM, printable(&genes.join(", ")))
    );
}

/// A stated probability; what is above the ceiling is not told apart.
fn stated(probability: f64) -> String {
    if probability > CEILING { format!(">{}%", CEILING * 100.0) } else { percent(probability) }
}

/// The observed frequency of a finding with its source, and its weight in the model with the basis of
/// that, unless the rows say it.
fn told(reason: &Reason) -> String {
    let mut parts: Vec<String> = reason.observed.iter().map(|row| observed(row, &reason.term.id)).collect();
    if reason.model.basis != Basis::Stated {
        let related: Vec<&str> = reason.related.iter().map(|other| other.name.as_str()).collect();
        let named = if related.is_empty() { String::new() } else { format!(": {}", related.join(", ")) };
        parts.push(format!("{}{named}", reason.model.basis.words()));
    }
    format!("{}: {} · model {:+.1}", reason.term.name, parts.join("; "), reason.model.weight)
}

fn observed(row: &Observed, about: &str) -> String {
    let of = if row.term.id == about { String::new() } else { format!(" of {}", row.term.name) };
    let entry = row.relation.map_or("", Relation::words);
    let entry = if entry.is_empty() { String::new() } else { format!(" ({entry})") };
    format!("{}{of}, {}{entry}", row.in_words(), row.references.join(", "))
}

fn reasons(text: &mut String, explained: &Explained) {
    let groups = [
        ("for", GOOD, &explained.speaks_for),
        ("inferred, not annotated", DIM, &explained.inferred),
        ("disputed, not seen in its own patients", DIM, &explained.disputed),
        ("against, absent", DOUBTFUL, &explained.against),
        ("absent, was considered: for", DIM, &explained.considered),
    ];
    for (at, (heading, style, reasons)) in groups.into_iter().enumerate() {
        for reason in reasons {
            // Those groups have present and absent findings.
            let absent = if (1..3).contains(&at) && !reason.present { ", absent" } else { "" };
            let heading = styled(style, format!("{heading}{absent}"));
            let _ = writeln!(text, "       {heading} {}", printable(&told(reason)));
        }
    }
    let names = |terms: &mut dyn Iterator<Item = &str>| terms.collect::<Vec<_>>().join(", ");
    let unexplained = names(&mut explained.unexplained.iter().map(|term| term.name.as_str()));
    let not_asked = names(&mut explained.not_asked.iter().map(|typical| typical.term.name.as_str()));
    for (heading, words) in [("not explained", unexplained), ("not asked", not_asked)] {
        if !words.is_empty() {
            let _ = writeln!(text, "       {} {}", styled(DIM, heading), printable(&words));
        }
    }
}

fn genes(text: &mut String, genes: &[GenePlace]) {
    let shown: Vec<String> =
        genes.iter().map(|place| format!("{} {}", place.gene.symbol, stated(place.probability))).collect();
    if !shown.is_empty() {
        let _ = writeln!(text, "{} {}", styled(BOLD, "genes"), printable(&shown.join(", ")));
    }
}

fn next(text: &mut String, terms: &[NextTerm]) {
    for next in terms {
        let _ = writeln!(
            text,
            "{} {} (expected in {}): present {}, absent {}",
            styled(BOLD, "examine"),
            printable(&next.term.name),
            percent(next.probability),
            printable(&next.if_present.name),
            printable(&next.if_absent.name)
        );
    }
}

fn pairs(text: &mut String, pairs: &[ExplainedPair]) {
    for pair in pairs.iter().take(MOST_PAIRS) {
        let _ = writeln!(
            text,
            "together: {} and {} explain the findings {} times better than either alone",
            printable(&pair.names[0]),
            printable(&pair.names[1]),
            pair.times_better()
        );
    }
}

fn label_line(hpo: &Hpo, diagnosis: &Diagnosis, label: &str) -> String {
    let network = hpo.network();
    let &[disease] = &hpo.diseases_for(label)[..] else {
        return format!("label: {}, which has no annotation in this network", printable(label));
    };
    let rank = diagnosis.ranking.rank(disease);
    format!("label: {}, rank {rank}", printable(network.disease_name(disease)))
}
