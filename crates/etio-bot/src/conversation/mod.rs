//! One conversation: a log of [`Turn`]s, and [`fold`], which turns it into everything that a screen shows.
//!
//! The log is the one thing that is stored and sent. Folding is a pure function: the same log on
//! the same network in the same language gives the same [`View`] to the last bit.

mod address;
mod alarm;
mod asked;
mod detail;
mod facts;
mod picture;
mod result;
mod summary;
mod transcript;
mod turn;
mod view;

use etio::{Budget, InferenceError};
use etio_case::AgeError;

pub use turn::{Age, Turn};
pub use view::{
    AboutForm, Action, AdviceView, Call, Cause, Change, ChangeView, Chip, Detail, End, Flag, Known, Line,
    LineKind, Picture, PictureEnd, PictureLine, QuestionView, Reason, ResultView, SexChoice, StatementView,
    Summary, SummaryPart, View,
};

use crate::interview::{Advice, AdviceError, Guide, InterviewSettings};
use crate::words::Language;
use facts::Facts;
use transcript::Teller;

/// How a log is folded.
#[derive(Clone, Copy, Debug)]
pub struct FoldSettings<'a> {
    /// How the interview is led.
    pub interview: InterviewSettings,
    /// How many causes are listed.
    pub top: usize,
    /// The network's name and version, for the account of how the numbers were computed.
    pub model: Option<(&'a str, &'a str)>,
    /// A cause to explain, by its id, and a factor on its prior odds: what if it were more common?
    pub detail: Option<(&'a str, f64)>,
}

/// How many causes are listed unless a screen asks for another number.
pub const CAUSES: usize = 8;

impl Default for FoldSettings<'_> {
    fn default() -> Self {
        Self { interview: InterviewSettings::default(), top: CAUSES, model: None, detail: None }
    }
}

/// A log that cannot be folded.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FoldError {
    /// A finding that the network does not have.
    #[error("turn {turn}: the network has no finding `{id}`")]
    Finding {
        /// The turn, counted from zero.
        turn: usize,
        /// The turn's member that names it.
        member: &'static str,
        /// The id, shortened.
        id: String,
        /// A finding of a similar id.
        nearest: Option<String>,
    },
    /// A turn that takes back itself or a later one.
    #[error("turn {turn} takes back turn {target}, which does not come before it")]
    Reference {
        /// The turn, counted from zero.
        turn: usize,
        /// The turn that it names.
        target: usize,
    },
    /// An impossible age.
    #[error("turn {turn}: {error}")]
    Age {
        /// The turn, counted from zero.
        turn: usize,
        /// The problem.
        error: AgeError,
    },
    /// A cause to explain that the network does not have.
    #[error("the network has no disease `{id}`")]
    Disease {
        /// The id, shortened.
        id: String,
    },
    /// The statements cannot be read.
    #[error(transparent)]
    Advice(#[from] AdviceError),
}

/// Folds a log of turns into everything that a screen shows.
pub fn fold(
    guide: &Guide,
    language: &Language,
    turns: &[Turn],
    settings: &FoldSettings<'_>,
) -> Result<View, FoldError> {
    fold_within(guide, language, turns, settings, &Budget::start(&settings.interview.limits))
}

/// Like [`fold`], within a budget that other work may share.
pub fn fold_within(
    guide: &Guide,
    language: &Language,
    turns: &[Turn],
    settings: &FoldSettings<'_>,
    budget: &Budget,
) -> Result<View, FoldError> {
    let facts = Facts::of(guide, turns, budget)?;
    // What there was no time to read is refused, unless there is an emergency in it: that is always told.
    let late = if facts.is_cut { budget.check().err().map(AdviceError::from) } else { None };
    if let Some(late) = late.clone().filter(|_| !facts.has_emergency()) {
        return Err(late.into());
    }
    let case = facts.case();
    let reading = guide.reader().read(&case).map_err(AdviceError::from)?;
    let has_facts = !reading.holds.is_empty();
    // A cause to explain takes as long as everything before it.
    let before_detail = budget.leaving(if settings.detail.is_some() { 0.5 } else { 0.0 });
    let interview = facts.lengthened(settings.interview);
    // Nothing is concluded as long as a part of what was said is not read.
    let advised = late.map_or_else(|| guide.advise_within(&case, &interview, &before_detail), Err);
    let advice = match advised {
        _ if !has_facts && !facts.is_cut => None,
        Ok(advice) => Some(Ok(advice)),
        // Emergencies and what was said are shown whether or not there is an answer.
        Err(AdviceError::Inference(error)) => Some(Err(error)),
        Err(error) => return Err(error.into()),
    };
    let teller = Teller { guide, language, facts: &facts, reading: &reading, settings, budget };
    let red_flags = teller.alarms();
    let result = teller.result(advice.as_ref(), &red_flags);
    let informed =
        advice.as_ref().and_then(|advice| advice.as_ref().ok()).filter(|advice| is_informed(advice));
    let is_empty = facts.last().is_none();
    let known = teller.known();
    let about = teller.about(has_facts);
    let (question, end) = teller.next(advice.as_ref(), about.is_open);
    let lines = teller.lines(&known.chips, &red_flags, &about, question.as_ref());
    Ok(View {
        language: language.tag().to_owned(),
        say: language.text(if is_empty { "say-first" } else { "say-more" }),
        examples: if is_empty { language.words("examples") } else { Vec::new() },
        questions_left_out: informed.map_or(0, |advice| advice.left_out),
        summary: teller.summary(&known.chips, &red_flags, &result),
        detail: settings.detail.map(|(id, factor)| teller.detail(id, factor, informed)).transpose()?,
        notes: teller.notes().into_iter().map(|(_, text)| text).collect(),
        back: facts.last().map(|turn| Action {
            label: language.text("back"),
            key: Some(language.text("key-back")),
            turn: Turn::TakenBack { turn },
        }),
        caution: language.text("caution"),
        is_cut: facts.is_cut,
        person: facts.person,
        statements: teller.statements(),
        lines,
        known,
        red_flags,
        about,
        question,
        end,
        result,
    })
}

/// Result of the computation: an answer, or the reason why it failed.
type Outcome<'g> = Result<Advice<'g>, InferenceError>;

/// Whether the statements had a part in the answer; without that there is nothing to show.
fn is_informed(advice: &Advice<'_>) -> bool {
    advice.posterior.exactness.is_informed()
}

#[cfg(test)]
mod tests;
