//! How the conversation looks in a terminal.

use std::collections::HashSet;
use std::io::Write;

use anstyle::Style;
use anyhow::Result;
use etio::{DiseaseId, Explanation, FindingId, Network};
use etio_bot::{Advice, Answer, Choice, Guide, Interpretation, Statement, StopReason, Urgency};
use unicode_width::UnicodeWidthStr;

use crate::terminal::{self, BAD, BAR, BOLD, DIM, DOUBTFUL, GOOD, styled, wrap};

/// How many causes a result lists.
pub(super) const CAUSES: usize = 8;
/// How many are named while questions are asked.
const GLIMPSE: usize = 3;
/// From here on it is said how urgent a cause is.
const NOTABLE_CAUSE: f64 = 0.1;
/// Weaker reasons are not worth a line.
const NOTABLE: f64 = 0.05;

/// What is said in place of causes that the answers had no part in.
pub(super) const NO_ANSWER: &str = "I could not work out in the time given what your answers mean, so I cannot name \
                                    causes. If you are worried, see a doctor.";

/// Where the conversation is shown.
pub(super) struct Screen<W: Write> {
    out: W,
    width: usize,
    /// Whether lines read are shown again: a pipe has nobody's keystrokes on the screen.
    echo: bool,
}

impl<W: Write> Screen<W> {
    pub(super) fn new(out: W, echo: bool) -> Self {
        Self { out, width: terminal::width().min(88), echo }
    }

    pub(super) fn welcome(&mut self) -> Result<()> {
        self.block(BOLD, "", "Etio finds the causes behind what you observe.")?;
        self.block(
            DOUBTFUL,
            "",
            "A demonstration, not a doctor: possible causes, not a diagnosis. Worried? See a doctor. Emergency? Call 112, \
             911 or your local number now. Nothing you type is stored. `help` lists what you can type, `quit` leaves.",
        )
    }

    pub(super) fn farewell(&mut self) -> Result<()> {
        self.block(DIM, "", "Take care. If you are worried, see a doctor.")
    }

    pub(super) fn help(&mut self, text: &str) -> Result<()> {
        let commands = text.split("or type:").nth(1).unwrap_or(text);
        writeln!(self.out, "  yes, no or don't know; anything else in your own words; or:{commands}")?;
        Ok(())
    }

    pub(super) fn note(&mut self, text: &str) -> Result<()> {
        self.block(DIM, "", text)
    }

    pub(super) fn ask(&mut self, text: &str, hint: Option<&str>) -> Result<()> {
        writeln!(self.out)?;
        self.block(BOLD, "", text)?;
        hint.map_or(Ok(()), |hint| self.block(DIM, "", hint))
    }

    pub(super) fn question(&mut self, network: &Network, finding: FindingId) -> Result<()> {
        let attribute = |column: &str| network.finding_catalog().attribute(finding.index(), column);
        let text = attribute("question")
            .map_or_else(|| format!("{}?", network.finding_name(finding)), str::to_owned);
        self.ask(&text, attribute("explanation"))?;
        self.block(DIM, "", "yes / no / don't know")
    }

    pub(super) fn prompt(&mut self) -> Result<()> {
        write!(self.out, "> ")?;
        Ok(self.out.flush()?)
    }

    pub(super) fn echo(&mut self, line: &str) -> Result<()> {
        if self.echo {
            writeln!(self.out, "{}", terminal::printable(line))?;
        }
        Ok(())
    }

    pub(super) fn emergency(&mut self, message: &str, action: &str) -> Result<()> {
        writeln!(self.out)?;
        self.block(BAD, "! ", "THIS MAY BE AN EMERGENCY")?;
        self.block(BAD, "! ", message)?;
        self.block(BAD, "! ", action)
    }

    pub(super) fn heard(&mut self, heard: &Interpretation, line: &str, guide: &Guide) -> Result<()> {
        let words = |start: usize, end: usize| line.chars().skip(start).take(end - start).collect::<String>();
        let present = heard.mentions.iter().filter(|m| m.choice == Choice::Present);
        let implied: HashSet<FindingId> =
            present.flat_map(|m| guide.hierarchy().ancestors(m.finding)).collect();
        let plain =
            heard.mentions.iter().filter(|m| m.choice == Choice::Absent || !implied.contains(&m.finding));
        let understood = plain.map(|m| {
            let name = lower(guide.network().finding_name(m.finding));
            if m.choice == Choice::Present { name } else { format!("no {name}") }
        });
        let understood = understood.collect::<Vec<_>>().join(", ");
        self.block(GOOD, "", &format!("I understood: {understood}."))?;
        let missed: Vec<String> =
            heard.not_understood.iter().map(|&(start, end)| format!("“{}”", words(start, end))).collect();
        if missed.is_empty() {
            return Ok(());
        }
        self.block(DOUBTFUL, "", &format!("I could not make sense of {}.", missed.join(", ")))
    }

    pub(super) fn not_understood(&mut self, asked: bool) -> Result<()> {
        let hint = if asked { "Answer yes, no or don't know, or name" } else { "Try naming" };
        let text = format!(
            "I did not recognize anything in that. {hint} a symptom, such as “headache” or “my stomach hurts”."
        );
        self.block(DOUBTFUL, "", &text)
    }

    /// The leading causes in one line.
    pub(super) fn likely(&mut self, advice: &Advice<'_>) -> Result<()> {
        writeln!(self.out)?;
        if !advice.posterior.exactness.is_informed() {
            return self.block(DOUBTFUL, "", NO_ANSWER);
        }
        let causes: Vec<String> = advice
            .causes(GLIMPSE)
            .into_iter()
            .map(|(d, p)| format!("{} {}", advice.reading.network.disease_name(d), percent(p)))
            .collect();
        self.block(DIM, "", &format!("So far: {}.", causes.join(", ")))
    }

    pub(super) fn result(&mut self, advice: &Advice<'_>, wanted: bool) -> Result<()> {
        const NEXT: &str = "Say more, `back` to change an answer, `why 1` for the reasons, or `quit`.";
        writeln!(self.out)?;
        if !advice.posterior.exactness.is_informed() {
            self.block(BAD, "", NO_ANSWER)?;
            return self.block(DIM, "", NEXT);
        }
        let opening = match advice.stop {
            _ if wanted => "Possible causes so far:",
            Some(StopReason::Decided) => "Further answers would hardly change the result. Possible causes:",
            _ => "Thank you, that is enough. Possible causes:",
        };
        self.block(BOLD, "", opening)?;
        let network = &advice.reading.network;
        let room = self.width.saturating_sub(34).clamp(12, 40);
        for (place, (disease, p)) in advice.causes(CAUSES).into_iter().enumerate() {
            let bar = terminal::fit(&terminal::bar(p, 12), 12);
            let name = terminal::fit(network.disease_name(disease), room);
            // How urgent a disease is matters where it is likely; behind an unlikely one it only frightens.
            let level = Urgency::of(network, disease).filter(|_| p >= NOTABLE_CAUSE).map_or("", level);
            writeln!(self.out, "{:>2}  {name} {:>6}  {} {level}", place + 1, percent(p), styled(BAR, bar))?;
        }
        if let Some(counsel) = &advice.counsel {
            let style = if counsel.urgency == Urgency::Emergency { BAD } else { BOLD };
            self.block(style, "", &advised(counsel.urgency, &names(network, &counsel.because)))?;
        }
        let (method, exactness) = (advice.posterior.method, advice.posterior.exactness);
        let computed = format!("Computed by {method} ({exactness}). Possible causes, not a diagnosis.");
        self.block(DIM, "", &computed)?;
        self.block(DIM, "", NEXT)
    }

    pub(super) fn answers(&mut self, network: &Network, statements: &[Statement]) -> Result<()> {
        for Statement { finding, answer, .. } in statements {
            let (style, word) = match answer {
                Answer::Present => (GOOD, "yes"),
                Answer::Absent => (DOUBTFUL, "no"),
                Answer::Unknown => (DIM, "?"),
            };
            let name = terminal::printable(network.finding_name(*finding)).into_owned();
            writeln!(self.out, "  {}  {name}", styled(style, format!("{word:>3}")))?;
        }
        Ok(())
    }

    pub(super) fn why(&mut self, advice: &Advice<'_>, finding: FindingId) -> Result<()> {
        let names = names(&advice.reading.network, &advice.speaks_for(finding, 3));
        let text = if names.is_empty() {
            "Its answer is expected to sharpen the picture most.".to_owned()
        } else {
            format!("A yes would speak for {names}; a no would speak against.")
        };
        self.block(DIM, "", &text)
    }

    pub(super) fn reasons(&mut self, network: &Network, explanation: &Explanation) -> Result<()> {
        let disease = explanation.disease;
        self.block(BOLD, "", network.disease_name(disease))?;
        if let Some(description) = network.disease_catalog().attribute(disease.index(), "description") {
            self.block(Style::new(), "", description)?;
        }
        let mut nothing = true;
        for (seen, weight) in explanation.by_weight().into_iter().filter(|(_, w)| w.abs() >= NOTABLE) {
            nothing = false;
            let (style, side) = if weight > 0.0 { (GOOD, "for") } else { (BAD, "against") };
            let strength = match weight.abs() {
                w if w > 1.5 => "strongly ",
                w if w > 0.5 => "clearly ",
                _ => "slightly ",
            };
            let name = terminal::printable(network.finding_name(seen.finding)).into_owned();
            let name = if seen.is_present { name } else { format!("No {}", lower(&name)) };
            writeln!(self.out, "  {name} {}", styled(style, format!("speaks {strength}{side} it")))?;
        }
        if nothing {
            self.block(DIM, "", "Nothing you told me speaks strongly for or against it.")?;
        }
        Ok(())
    }

    /// Text in a style, broken into lines.
    fn block(&mut self, style: Style, lead: &str, text: &str) -> Result<()> {
        for line in wrap(&terminal::printable(text), self.width - lead.width()) {
            writeln!(self.out, "{}", styled(style, format!("{lead}{line}")))?;
        }
        Ok(())
    }
}

fn percent(p: f64) -> String {
    match 100.0 * p {
        p if p >= 99.5 => ">99%".to_owned(),
        p if p < 0.1 => "<0.1%".to_owned(),
        p if p < 10.0 => format!("{p:.1}%"),
        p => format!("{p:.0}%"),
    }
}

fn level(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::SelfCare => "self-care",
        Urgency::SeeDoctor => "see a doctor",
        Urgency::WithinADay => "soon",
        Urgency::Emergency => "needs help now",
    }
}

/// How soon to seek help, in the page's words.
fn advised(urgency: Urgency, names: &str) -> String {
    match urgency {
        Urgency::SelfCare => format!(
            "Most likely nothing serious: {names}. If it gets worse, lasts longer than expected or worries you, see a doctor."
        ),
        Urgency::SeeDoctor => format!("Worth a visit to a doctor: it may be {names}."),
        Urgency::WithinADay => format!("Better see a doctor today or tomorrow: it may be {names}."),
        Urgency::Emergency => {
            format!("Please get medical help now: it may be {names}, which should not wait.")
        }
    }
}

/// Diseases in a sentence: "influenza, strep throat or COVID-19".
fn names(network: &Network, diseases: &[DiseaseId]) -> String {
    let mut names: Vec<String> = diseases.iter().map(|d| lower(network.disease_name(*d))).collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        Some(only) => only,
        None => String::new(),
    }
}

/// A name inside a sentence: lower case, but for abbreviations such as COVID-19.
fn lower(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(name.chars().skip(1)).collect()
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use etio_bot::{Case, InterviewSettings};

    use super::*;

    #[test]
    fn the_page_gives_the_same_advice() {
        let page = include_str!("../../../../../web/texts.js");
        for urgency in Urgency::ALL {
            let advice = advised(urgency, "${names}");
            assert!(page.contains(&advice), "web/texts.js does not say: {advice}");
        }
    }

    #[test]
    fn an_uninformed_estimate_names_no_causes() {
        let network = crate::embedded::network().unwrap();
        let guide = Guide::of(&network).unwrap();
        let fever = network.finding("fever").unwrap();
        let case = Case { statements: vec![Statement::told(fever, Answer::Present)], ..Case::default() };
        let mut advice = guide.advise(&case, &InterviewSettings::default()).unwrap();
        let shown = |advice: &Advice<'_>| {
            let mut screen = Screen { out: Vec::new(), width: 80, echo: false };
            screen.likely(advice).unwrap();
            screen.result(advice, true).unwrap();
            String::from_utf8(screen.out).unwrap()
        };
        let leading = network.disease_name(advice.causes(1)[0].0);
        let text = shown(&advice);
        assert!(text.contains(leading) && text.contains("exact, error below"), "{text}");
        advice.posterior.exactness = etio::Exactness::estimate(0.0, false);
        let text = shown(&advice);
        assert!(!text.contains(leading) && !text.contains("Possible causes"), "{text}");
        assert_eq!(text.matches("cannot name").count(), 2, "{text}");
    }

    #[test]
    fn names_fit_into_a_sentence() {
        assert_eq!(lower("Strep throat"), "strep throat");
        assert_eq!(lower("COVID-19"), "COVID-19");
        assert_eq!(lower(""), "");
    }

    #[test]
    fn percentages_never_claim_certainty() {
        assert_eq!(percent(1.0), ">99%");
        assert_eq!(percent(0.0), "<0.1%");
        assert_eq!(percent(0.042), "4.2%");
        assert_eq!(percent(0.42), "42%");
    }
}
