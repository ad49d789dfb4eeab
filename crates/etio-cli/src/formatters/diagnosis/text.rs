//! A differential that a person can read: what was seen, what may be behind it, and how sure that is.

use std::borrow::Cow;
use std::fmt::Write;

use etio::{Exactness, FindingId, Network};
use unicode_width::UnicodeWidthStr;

use super::{Formatter, explanation};
use crate::batch::{Answer, Diagnosis, Tally};
use crate::formatters::numbers::{bound, counted, percent, probability_of_log, time};
use crate::terminal::{BAD, BAR, BOLD, DIM, DOUBTFUL, GOOD, bar, fit, printable, styled};

const CAUTION: &str = "Possible causes by a statistical model, not a diagnosis. In doubt, see a doctor.";

/// Bars shorter than this say nothing.
const SHORTEST_BAR: usize = 8;

/// Writes answers for people.
pub(crate) struct TextFormatter<'a> {
    pub(crate) network: &'a Network,
    /// The most diseases to list.
    pub(crate) top: usize,
    /// Columns to fill.
    pub(crate) width: usize,
    /// Whether cases come from a file, and need their names.
    pub(crate) from_file: bool,
    /// What to try when nothing was observed.
    pub(crate) hint: String,
}

impl TextFormatter<'_> {
    fn diagnosis(&self, answer: &Answer, diagnosis: &Diagnosis) -> String {
        let mut out = String::new();
        self.evidence(&mut out, diagnosis);
        self.ranking(&mut out, diagnosis);
        out.push('\n');
        if let Some(label) = &answer.label {
            let _ = writeln!(out, "{}", self.label(label, diagnosis));
        }
        let _ = writeln!(out, "{}", certainty(diagnosis));
        if let Some(why) = &diagnosis.explanation {
            out.push('\n');
            out.push_str(&explanation::text(self.network, why, self.width));
        }
        out
    }

    fn evidence(&self, out: &mut String, diagnosis: &Diagnosis) {
        let evidence = &diagnosis.evidence;
        if evidence.is_empty() {
            let _ =
                writeln!(out, "No findings given: this is how likely each disease is before any is known.");
            if !self.from_file {
                let _ = writeln!(out, "{}", styled(DIM, &self.hint));
            }
        }
        self.list(out, "present", evidence.present());
        self.list(out, "absent", evidence.absent());
        out.push('\n');
    }

    /// Finding names after a heading, over as many lines as they take.
    fn list(&self, out: &mut String, heading: &str, findings: &[FindingId]) {
        const INDENT: usize = 9;
        if findings.is_empty() {
            return;
        }
        let _ = write!(out, "{}", styled(BOLD, fit(heading, INDENT)));
        let mut used = INDENT;
        for (at, &finding) in findings.iter().enumerate() {
            let comma = if at + 1 < findings.len() { "," } else { "" };
            let word = format!("{}{comma}", printable(self.network.finding_name(finding)));
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
        let ranking = diagnosis.posterior.ranking(self.top);
        let shown: Vec<Ranked> = ranking
            .iter()
            .map(|&(disease, posterior)| Ranked {
                name: printable(self.network.disease_name(disease)),
                posterior,
                posterior_text: percent(posterior),
                prior_text: format!("  prior {}", percent(self.network.prior(disease))),
            })
            .collect();
        // Without evidence the posterior is the prior.
        let columns = Columns::plan(&shown, self.width, !diagnosis.evidence.is_empty());
        for (at, row) in shown.iter().enumerate() {
            let _ = writeln!(out, "{}", columns.line(at + 1, row));
        }
    }

    fn label(&self, label: &str, diagnosis: &Diagnosis) -> String {
        let Some(disease) = self.network.disease(label) else {
            return format!("label: {}, which this network does not have", printable(label));
        };
        let marginals = &diagnosis.posterior.marginals;
        let posterior = marginals[disease.index()];
        let rank = 1 + marginals.iter().filter(|&&p| p > posterior).count();
        let name = printable(self.network.disease_name(disease));
        format!("label: {name}, rank {rank} at {}", percent(posterior))
    }
}

/// A disease as it is shown.
struct Ranked<'a> {
    name: Cow<'a, str>,
    posterior: f64,
    posterior_text: String,
    prior_text: String,
}

/// How wide each part of a line is.
struct Columns {
    rank: usize,
    name: usize,
    bar: usize,
    posterior: usize,
    /// Zero where there is no room for it.
    prior: usize,
}

impl Columns {
    /// Names take up to half of what ranks and posteriors leave, bars the rest. Priors are shown where a bar still fits
    /// beside them.
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
        let rank = styled(DIM, format!("{rank:>width$}", width = self.rank));
        let name = fit(&row.name, self.name);
        let drawn = styled(BAR, fit(&bar(row.posterior, self.bar), self.bar));
        let posterior = styled(BOLD, format!("{:>width$}", row.posterior_text, width = self.posterior));
        let prior = if self.prior > 0 { styled(DIM, &row.prior_text) } else { String::new() };
        format!("{rank}  {name}  {drawn} {posterior}{prior}")
    }
}

/// How far to trust it, how it was found and what it took.
fn certainty(diagnosis: &Diagnosis) -> String {
    let posterior = &diagnosis.posterior;
    let (trust, evidence) = match posterior.exactness {
        Exactness::Exact { error_bound, certified, .. } => (
            styled(
                GOOD,
                format!(
                    "exact, {} {}",
                    if certified { "error below" } else { "estimated error" },
                    bound(error_bound)
                ),
            ),
            format!("P(evidence) {}", probability_of_log(posterior.log_evidence)),
        ),
        Exactness::Estimate { is_informed: false, log_evidence_upper, .. } => (
            styled(
                DOUBTFUL,
                "no useful bound within the time given: probabilities without the present findings",
            ),
            format!("P(evidence) at most {}", probability_of_log(log_evidence_upper)),
        ),
        Exactness::Estimate { log_evidence_upper, .. } => (
            styled(DOUBTFUL, "estimate"),
            format!("P(evidence) at most {}", probability_of_log(log_evidence_upper)),
        ),
        _ => (posterior.exactness.word().to_owned(), String::new()),
    };
    let mut parts = vec![trust, evidence, posterior.method.to_string(), time(diagnosis.elapsed)];
    if let Some(seconds) = posterior.work.exact_seconds {
        let exact = std::time::Duration::try_from_secs_f64(seconds).map_or("years".to_owned(), time);
        parts.push(format!("exact would take about {exact}"));
    }
    parts.join(" · ")
}

impl Formatter for TextFormatter<'_> {
    fn case(&self, answer: &Answer) -> String {
        let body = match &answer.outcome {
            Ok(diagnosis) => self.diagnosis(answer, diagnosis),
            Err(error) => format!("{} {}\n", styled(BAD, "error:"), printable(error)),
        };
        if self.from_file {
            format!("{}\n{body}\n", styled(BOLD, format!("Case {}", printable(&answer.id))))
        } else {
            body
        }
    }

    fn footer(&self, tally: Tally) -> String {
        let mut out = String::new();
        if self.from_file {
            let failed = if tally.failed > 0 { format!(", {} failed", tally.failed) } else { String::new() };
            let _ = writeln!(out, "{}{failed}", counted(tally.cases, "case"));
        }
        if tally.failed < tally.cases {
            let _ = writeln!(out, "{}", styled(DIM, CAUTION));
        }
        out
    }
}
