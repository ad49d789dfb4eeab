//! The question on the table, its answers and its reason, or the end of the questions.

use etio::{FindingId, Question};

use super::address::Address;
use super::transcript::Teller;
use super::view::{Action, End, QuestionView};
use super::{Outcome, Turn, is_informed};
use crate::interview::Advice;
use crate::{Answer, StopReason};

/// Maximum number of diseases named as what a question is about.
const REASONS: usize = 3;

impl Teller<'_> {
    /// The question about a finding, about whomever it is about.
    pub(super) fn question_text(&self, finding: FindingId) -> String {
        self.spoken(finding, "question")
            .unwrap_or_else(|| self.language.say("question-of", &[("name", &self.name(finding))]))
    }

    /// The explanation shown below a question.
    pub(super) fn explanation(&self, finding: FindingId) -> Option<String> {
        self.spoken(finding, "explanation")
    }

    /// A text of the network that speaks to the person, about whomever it is about.
    fn spoken(&self, finding: FindingId, column: &str) -> Option<String> {
        let text = self.attribute(finding, column)?;
        Some(match Address::of(self.language, &self.facts.subject) {
            Some(address) => address.speak(&text),
            None => text,
        })
    }

    /// The question that is open, or the reason why there is not one.
    pub(super) fn next(
        &self,
        outcome: Option<&Outcome<'_>>,
        asks_about: bool,
    ) -> (Option<QuestionView>, Option<End>) {
        let Some(outcome) = outcome.filter(|_| !asks_about) else { return (None, None) };
        let Ok(advice) = outcome else {
            let text = self.language.text("end-failed");
            return (None, Some(End { reason: None, text, more: None }));
        };
        let question = advice.questions.first().map(|first| QuestionView {
            related: advice.related.iter().map(|q| self.question(advice, q)).collect(),
            finish: Some(Action { label: self.language.text("finish"), key: None, turn: Turn::Finished {} }),
            ..self.question(advice, first)
        });
        let ask_more = |turn: Turn| Action { label: self.language.text("ask-more"), key: None, turn };
        if self.facts.is_finished() {
            // What comes after the wish for the result goes on: no questions are left out by it.
            let more = match (self.facts.last(), advice.stop) {
                (Some(turn), None) => Some(ask_more(Turn::TakenBack { turn })),
                (_, Some(StopReason::NothingToAsk)) | (None, None) => None,
                (_, Some(_)) => Some(ask_more(Turn::Continued {})),
            };
            return (None, Some(End { reason: None, text: self.language.text("end-person"), more }));
        }
        let Some(reason) = advice.stop else {
            // There was no time to choose a question.
            let end = question.is_none().then(|| self.language.text("end-failed"));
            return (question, end.map(|text| End { reason: None, text, more: None }));
        };
        // Nothing is decided by an answer that the statements had no part in.
        let message = match reason {
            StopReason::Decided if is_informed(advice) => "end-decided",
            StopReason::QuestionLimit => "end-question-limit",
            StopReason::Decided | StopReason::NothingToAsk => "end-nothing-to-ask",
        };
        let more = (reason != StopReason::NothingToAsk).then(|| ask_more(Turn::Continued {}));
        let reason = Some(reason).filter(|reason| is_informed(advice) || *reason != StopReason::Decided);
        (None, Some(End { reason, text: self.language.text(message), more }))
    }

    fn question(&self, advice: &Advice<'_>, question: &Question) -> QuestionView {
        let finding = question.finding;
        let network = self.guide.network();
        let causes: Vec<&str> =
            advice.speaks_for(finding, REASONS).into_iter().map(|d| network.disease_name(d)).collect();
        let reason = if causes.is_empty() || !is_informed(advice) {
            self.language.text("why-plain")
        } else {
            self.language.say("why-causes", &[("causes", &self.language.any_of(&causes))])
        };
        QuestionView {
            id: self.id(finding),
            name: self.name(finding).to_owned(),
            text: self.question_text(finding),
            explanation: self.explanation(finding),
            reason,
            probability: question.probability,
            gain: question.gain,
            answers: self.answers(|answer| Turn::Answered { finding: self.id(finding), answer }),
            related: Vec::new(),
            finish: None,
        }
    }

    /// Yes, no, don't know.
    pub(super) fn answers(&self, turn: impl Fn(Answer) -> Turn) -> Vec<Action> {
        let action = |(message, answer): (&str, Answer)| Action {
            label: self.language.text(message),
            key: Some(self.language.text(&format!("key-{message}"))),
            turn: turn(answer),
        };
        [("yes", Answer::Present), ("no", Answer::Absent), ("unknown", Answer::Unknown)].map(action).to_vec()
    }
}
