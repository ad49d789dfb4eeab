//! The summary: what was said, answered and found, for reading, printing and showing to a doctor.

use super::Turn;
use super::transcript::Teller;
use super::view::{Chip, Flag, ResultView, Summary, SummaryPart};
use crate::Answer;

impl Teller<'_> {
    pub(super) fn summary(&self, chips: &[Chip], flags: &[Flag], result: &ResultView) -> Summary {
        let quoted = |text: &String| self.language.say("quoted", &[("text", text)]);
        let said = self.facts.turns.iter().filter_map(|(_, turn)| match turn {
            Turn::Said { text, .. } => Some(quoted(text)),
            _ => None,
        });
        let named = |answer: Answer| {
            chips
                .iter()
                .filter(|chip| chip.answer == answer)
                .map(|chip| chip.name.clone())
                .collect::<Vec<_>>()
        };
        let alarm = flags.iter().map(|flag| format!("{} {}", flag.message, flag.action)).collect();
        let parts = [
            ("emergency", alarm),
            ("about-name", vec![self.language.person(&self.facts.person)]),
            ("summary-words", said.collect()),
            ("summary-present", named(Answer::Present)),
            ("summary-absent", named(Answer::Absent)),
            ("summary-unknown", named(Answer::Unknown)),
        ];
        let part = |(title, lines): (&str, Vec<String>)| SummaryPart {
            title: self.language.text(title),
            lines,
            is_alarm: title == "emergency",
        };
        let rows = result.causes.iter().map(|cause| {
            let likelihood: [(&str, &dyn std::fmt::Display); 2] =
                [("likelihood", &cause.likelihood), ("share", &cause.share)];
            let likelihood = self.language.say("likelihood-share", &likelihood);
            [cause.name.clone(), likelihood, cause.urgency.clone().unwrap_or_default()]
        });
        Summary {
            title: self.language.text("summary-title"),
            caution: self.language.text("summary-caution"),
            parts: parts.into_iter().filter(|(_, lines)| !lines.is_empty()).map(part).collect(),
            causes_title: self.language.text("causes-title"),
            advice: result
                .advice
                .as_ref()
                .map(|advice| format!("{} {}", advice.text, advice.next))
                .or_else(|| result.missing.clone()),
            head: ["summary-cause", "summary-share", "summary-urgency"].map(|id| self.language.text(id)),
            rows: rows.collect(),
            basis: result.basis.clone(),
        }
    }
}
