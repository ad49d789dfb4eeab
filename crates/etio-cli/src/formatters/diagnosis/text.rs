//! A differential that a person can read: what was seen, what may be behind it, and how sure that is.

use std::borrow::Cow;
use std::fmt::Write;

use etio::{FindingId, Network};
use unicode_width::UnicodeWidthStr;

use super::explanation;
use crate::batch::{Formatter, Tally};
use crate::commands::{Diagnosis, counted_cases};
use crate::formatters::numbers::{percent, probability_of_log, time};
use crate::terminal::{BAD, BAR, BOLD, DIM, DOUBTFUL, GOOD, bar, fit, printable, styled, whiskers, wrap};

pub(crate) const CAUTION: &str = "Possible causes from a model, not a diagnosis. If in doubt, see a doctor.";

/// Heading above probabilities that are not an answer.
pub(crate) const UNINFORMED: &str = "\
No answer: no useful bound was reached within the time given. These are the
probabilities without the present findings. Give more time with --budget-ms.";

/// Note below a ranking in which a place is open.
pub(super) const UNDECIDED: &str = "≈ one further down may be as likely or more: their intervals overlap";

/// Minimum width of a bar, in columns.
const SHORTEST_BAR: usize = 8;

/// Writes answers for people.
pub(crate) struct TextFormatter {
    /// Maximum number of diseases to list.
    pub(crate) top: usize,
    /// Columns to fill.
    pub(crate) width: usize,
    /// Whether cases come from a file, and need their names.
    pub(crate) from_file: bool,
    /// Advice if nothing was observed.
    pub(crate) hint: String,
}

impl TextFormatter {
    fn diagnosis(&self, diagnosis: &Diagnosis) -> String {
        let mut out = String::new();
        let is_informed = diagnosis.posterior.exactness.is_informed();
        self.evidence(&mut out, diagnosis);
        if !is_informed {
            let _ = writeln!(out, "{}\n", styled(BAD, UNINFORMED));
        }
        self.ranking(&mut out, diagnosis);
        out.push('\n');
        // A rank and reasons that the present findings had no part in would look like an answer.
        if let Some(label) = diagnosis.label.as_ref().filter(|_| is_informed) {
            let _ = writeln!(out, "{}", label_line(label, diagnosis));
        }
        let _ = writeln!(out, "{}", certainty(diagnosis));
        if let Some(why) = diagnosis.explanation.as_ref().filter(|_| is_informed) {
            out.push('\n');
            out.push_str(&explanation::text(diagnosis, why, self.width));
        }
        out
    }

    fn evidence(&self, out: &mut String, diagnosis: &Diagnosis) {
        let (network, evidence) = (&diagnosis.reading.network, &diagnosis.reading.evidence);
        if evidence.is_empty() {
            let _ =
                writeln!(out, "No findings given: this is how likely each disease is before any is known.");
            if !self.from_file {
                let _ = writeln!(out, "{}", styled(DIM, &self.hint));
            }
        }
        self.list(out, network, "present", evidence.present());
        self.list(out, network, "absent", evidence.absent());
        for note in &diagnosis.reading.notes {
            let note = format!("note: {}", printable(&note.text(network)));
            for line in wrap(&note, self.width) {
                let _ = writeln!(out, "{}", styled(DIM, line));
            }
        }
        out.push('\n');
    }

    /// Finding names after a heading, over as many lines as they take.
    fn list(&self, out: &mut String, network: &Network, heading: &str, findings: &[FindingId]) {
        const INDENT: usize = 9;
        if findings.is_empty() {
            return;
        }
        let _ = write!(out, "{}", styled(BOLD, fit(heading, INDENT)));
        let mut used = INDENT;
        for (at, &finding) in findings.iter().enumerate() {
            let comma = if at + 1 < findings.len() { "," } else { "" };
            let word = format!("{}{comma}", printable(network.finding_name(finding)));
            if at > 0 && used + 1 + word.width() > self.width {
                let _ = write!(out, "\n{}", " ".repeat(INDENT));
                used = INDENT;
            } else if at > 0 {
                out.push(' ');
                used += 1;
            }
            used += word.width();
            out.push_str(&word);
        }
        out.push('\n');
    }

    fn ranking(&self, out: &mut String, diagnosis: &Diagnosis) {
        let network = &diagnosis.reading.network;
        let answer = &diagnosis.posterior;
        let ranking = answer.ranking(self.top);
        let is_bounded = answer.exactness.is_bounds();
        let shown: Vec<Ranked> = ranking
            .iter()
            .zip(answer.undecided(&ranking))
            .map(|(&(disease, posterior), is_undecided)| {
                let interval = answer.interval(disease).filter(|_| is_bounded);
                let range = interval.map_or_else(String::new, |(lower, upper)| {
                    format!(" ({} to {})", percent(lower), percent(upper))
                });
                Ranked {
                    name: printable(network.disease_name(disease)),
                    posterior,
                    interval,
                    is_undecided,
                    posterior_text: percent(posterior) + &range,
                    prior_text: format!("  prior {}", percent(network.prior(disease))),
                }
            })
            .collect();
        // Without evidence the posterior is the prior.
        let columns = Columns::plan(&shown, self.width, !diagnosis.reading.evidence.is_empty());
        for (at, row) in shown.iter().enumerate() {
            let _ = writeln!(out, "{}", columns.line(at + 1, row));
            if let Some(range) = diagnosis.priors.get(at) {
                let shown = |range: Option<(f64, f64)>, before: &str, nothing: &str| {
                    let ends = |(low, high)| format!("{before}{} to {}", percent(low), percent(high));
                    range.map_or_else(|| nothing.to_owned(), ends)
                };
                let own = shown(range.own, "", "nothing proven, as the answer is an estimate");
                let all = shown(range.all, "at least ", "nothing proven in the time given");
                let moved = format!("if its prior is off: {own}; if all priors are off: {all}");
                let _ = writeln!(out, "{}{}", " ".repeat(columns.rank + 2), styled(DIM, moved));
            }
        }
        if shown.iter().any(|row| row.is_undecided) {
            let _ = writeln!(out, "{}", styled(DIM, UNDECIDED));
        }
    }
}

fn label_line(label: &str, diagnosis: &Diagnosis) -> String {
    let network = &diagnosis.reading.network;
    let Some(disease) = network.disease(label) else {
        return format!("label: {}, which this network does not have", printable(label));
    };
    let marginals = &diagnosis.posterior.marginals;
    let posterior = marginals[disease.index()];
    let rank = 1 + marginals.iter().filter(|&&p| p > posterior).count();
    let name = printable(network.disease_name(disease));
    format!("label: {name}, rank {rank} at {}", percent(posterior))
}

/// A disease as it is shown.
struct Ranked<'a> {
    name: Cow<'a, str>,
    posterior: f64,
    /// The ends of its certified interval.
    interval: Option<(f64, f64)>,
    /// Whether one further down may be as likely.
    is_undecided: bool,
    posterior_text: String,
    prior_text: String,
}

/// How wide each part of a line is.
struct Columns {
    rank: usize,
    name: usize,
    bar: usize,
    posterior: usize,
    /// Zero if there is no room for it.
    prior: usize,
}

impl Columns {
    /// Names take up to half of what ranks and posteriors leave, bars the rest. Priors are shown
    /// if a bar still fits beside them.
    fn plan(rows: &[Ranked], width: usize, with_prior: bool) -> Self {
        let widest = |part: fn(&Ranked) -> usize| rows.iter().map(part).max().unwrap_or(0);
        let rank = rows.len().to_string().len();
        let posterior = widest(|row| row.posterior_text.width());
        let left = width.saturating_sub(rank + 2 + 2 + 1 + posterior);
        let name = widest(|row| row.name.width()).min(left / 2);
        let left = left - name;
        let prior = widest(|row| row.prior_text.width());
        let prior = if with_prior && left >= SHORTEST_BAR + prior { prior } else { 0 };
        Self { rank, name, bar: left - prior, posterior, prior }
    }

    fn line(&self, rank: usize, row: &Ranked) -> String {
        let mark = if row.is_undecided { "≈" } else { " " };
        let rank = styled(DIM, format!("{rank:>width$}{mark}", width = self.rank));
        let name = fit(&row.name, self.name);
        let drawn = match row.interval {
            Some(interval) => whiskers(interval, self.bar),
            None => bar(row.posterior, self.bar),
        };
        let drawn = styled(BAR, fit(&drawn, self.bar));
        let posterior = styled(BOLD, format!("{:>width$}", row.posterior_text, width = self.posterior));
        let prior = if self.prior > 0 { styled(DIM, &row.prior_text) } else { String::new() };
        format!("{rank} {name}  {drawn} {posterior}{prior}")
    }
}

/// Accuracy, method and time of the answer.
fn certainty(diagnosis: &Diagnosis) -> String {
    let exactness = &diagnosis.posterior.exactness;
    let is_proven = exactness.is_exact() || exactness.is_bounds();
    let style = if is_proven { GOOD } else { DOUBTFUL };
    let mut parts = vec![styled(style, exactness)];
    parts.extend(origin(diagnosis));
    parts.join(" · ")
}

/// Probability of the evidence, method and time.
pub(super) fn origin(diagnosis: &Diagnosis) -> Vec<String> {
    let posterior = &diagnosis.posterior;
    let exactness = &posterior.exactness;
    let lower = exactness.log_evidence_lower().filter(|lower| lower.is_finite());
    let evidence = match (lower, exactness.log_evidence_upper()) {
        (_, None) => format!("P(evidence) {}", probability_of_log(posterior.log_evidence)),
        (None, Some(upper)) => format!("P(evidence) at most {}", probability_of_log(upper)),
        (Some(lower), Some(upper)) => {
            format!("P(evidence) {} to {}", probability_of_log(lower), probability_of_log(upper))
        }
    };
    let mut parts = vec![evidence, posterior.method.to_string(), time(diagnosis.elapsed)];
    if let Some(seconds) = posterior.work.exact_seconds {
        let exact = std::time::Duration::try_from_secs_f64(seconds).map_or("years".to_owned(), time);
        parts.push(format!("exact would take about {exact}"));
    }
    parts
}

impl TextFormatter {
    fn under_heading(&self, id: &str, body: String) -> String {
        if self.from_file {
            format!("{}\n{body}\n", styled(BOLD, format!("Case {}", printable(id))))
        } else {
            body
        }
    }
}

impl Formatter<Diagnosis> for TextFormatter {
    fn answered(&self, id: &str, diagnosis: &Diagnosis) -> Result<String, String> {
        Ok(self.under_heading(id, self.diagnosis(diagnosis)))
    }

    fn failed(&self, id: &str, error: &str) -> Option<String> {
        Some(self.under_heading(id, format!("{} {}\n", styled(BAD, "error:"), printable(error))))
    }

    fn footer(&self, tally: Tally) -> String {
        let mut out = String::new();
        if self.from_file {
            let _ = writeln!(out, "{}", counted_cases(tally));
        }
        if tally.failed < tally.cases {
            let _ = writeln!(out, "{}", styled(DIM, CAUTION));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use etio::{Engine, Exactness, Method, NetworkBuilder};
    use etio_case::{Answer, Case, Reader, Statement};

    use super::*;
    use crate::formatters::diagnosis::{JsonFormatter, PageFormatter, TableFormatter};

    fn network() -> Network {
        let mut builder = NetworkBuilder::new();
        let flu = builder.disease("flu", "Influenza", 0.01).unwrap();
        let fever = builder.finding("fever", "Fever", 0.02).unwrap();
        builder.link(flu, fever, 0.9).unwrap();
        builder.build().unwrap()
    }

    /// An answer about fever, with a label.
    fn answer(network: &Network, method: Method) -> Diagnosis {
        let fever = Statement::told(network.finding("fever").unwrap(), Answer::Present);
        let case = Case { statements: vec![fever], ..Case::default() };
        let reading = Reader::of(network).unwrap().read(&case).unwrap();
        let posterior = Engine::new(network).diagnose(&reading.evidence, method).unwrap();
        let label = Some("flu".to_owned());
        Diagnosis {
            reading,
            posterior,
            elapsed: Duration::ZERO,
            explanation: None,
            label,
            priors: Vec::new(),
        }
    }

    /// The answer as text and as JSON.
    fn shown(answer: &Diagnosis) -> (String, serde_json::Value) {
        let formatter = TextFormatter { top: 3, width: 80, from_file: false, hint: String::new() };
        let text = formatter.answered("p1", answer).unwrap();
        let json = JsonFormatter { top: 3 }.answered("p1", answer).unwrap();
        (anstream::adapter::strip_str(&text).to_string(), serde_json::from_str(&json).unwrap())
    }

    #[test]
    fn a_bound_that_is_only_estimated_says_so() {
        let network = network();
        let (text, json) = shown(&answer(&network, Method::Elimination));
        assert!(text.contains("exact, error below"), "{text}");
        assert!(json["error_bound"].is_number() && json.get("certified").is_none(), "{json}");
        let (text, json) = shown(&answer(&network, Method::Quickscore));
        assert!(text.contains("exact, estimated error"), "{text}");
        assert!(json["error_bound"].is_number() && json["certified"] == false, "{json}");
    }

    #[test]
    fn intervals_are_shown_with_whiskers_and_undecided_neighbours() {
        let mut builder = NetworkBuilder::new();
        let fever = builder.finding("fever", "Fever", 0.02).unwrap();
        for id in ["flu", "cold"] {
            let disease = builder.disease(id, id, 0.01).unwrap();
            builder.link(disease, fever, 0.9).unwrap();
        }
        let network = builder.build().unwrap();
        let mut answer = answer(&network, Method::Bounds);
        let mut priors = etio::PriorRange::default();
        (priors.own, priors.all) = (Some((0.1, 0.5)), Some((0.05, 0.75)));
        answer.priors = vec![priors];
        let (text, json) = shown(&answer);
        assert!(text.contains("certified intervals") && text.contains("1≈ flu"), "{text}");
        assert!(
            text.contains("if its prior is off") && text.contains("if all priors are off: at least"),
            "{text}"
        );
        let first = &json["ranking"][0];
        assert_eq!((&json["exactness"], &first["undecided"]), (&"bounds".into(), &true.into()));
        assert!(first["lower"].as_f64() <= first["posterior"].as_f64(), "{json}");
        assert_eq!(first["own_prior"][1], 0.5);
        assert!(json["log_evidence_lower"].is_number(), "{json}");
        let page = PageFormatter { top: 3 }.answered("p1", &answer).unwrap();
        assert!(page.contains("class=\"interval\"") && page.contains("<td>≈ flu"), "{page}");
        let table = TableFormatter { top: 3 };
        let row = table.answered("p1", &answer).unwrap();
        let row = row.lines().next().unwrap();
        let (_, ends) = row.split_at(row.match_indices('\t').nth(5).unwrap().0);
        let lower: f64 = ends.split('\t').nth(1).unwrap().parse().unwrap();
        // serde_json may read a number off by its last digit.
        let stated = first["lower"].as_f64().unwrap();
        assert!((lower - stated).abs() < 1e-15, "{lower} {stated}");
        assert_eq!(table.header().split('\t').count(), 8);
        answer.priors = vec![etio::PriorRange::default()];
        let (text, json) = shown(&answer);
        assert!(text.contains("if its prior is off: nothing proven"), "{text}");
        assert!(json["ranking"][0].get("own_prior").is_none(), "{json}");
    }

    #[test]
    fn an_uninformed_estimate_does_not_look_like_an_answer() {
        let network = network();
        let mut answer = answer(&network, Method::Auto);
        let informed = shown(&answer);
        assert!(informed.0.contains("label: Influenza, rank 1") && informed.1.get("informed").is_none());
        answer.posterior.exactness = Exactness::estimate(0.0, false);
        let (text, json) = shown(&answer);
        assert!(text.contains("No answer") && text.contains("without the present findings"), "{text}");
        assert!(!text.contains("label") && !text.contains("exact"), "{text}");
        assert_eq!((&json["exactness"], &json["informed"]), (&"estimate".into(), &false.into()));
    }
}
