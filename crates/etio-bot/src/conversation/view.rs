//! Everything that a screen shows of a conversation, texts included. Screens draw it and derive nothing.

use etio::{Exactness, Method};
use serde::Serialize;

use super::Turn;
use crate::{Answer, Person, StopReason, Urgency};

/// A conversation as it stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The language of all texts.
    pub language: String,
    /// The conversation so far, ending with whatever is on the table.
    pub lines: Vec<Line>,
    /// The label of the field to write into.
    pub say: String,
    /// Sentences to begin with, as long as nothing was said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// Known state of each finding, without those that another one implies.
    pub known: Known,
    /// Every statement that holds, including implied ones.
    pub statements: Vec<StatementView>,
    /// Everything that must interrupt, most pressing first.
    pub red_flags: Vec<Flag>,
    /// Given, and true, only if there was no time to read the texts. An emergency was recognised in
    /// them; nothing else was concluded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [true])))]
    pub is_cut: bool,
    /// Number of candidates for the question that there was no time to weigh.
    #[serde(skip_serializing_if = "is_zero")]
    pub questions_left_out: usize,
    /// Whom it is about.
    pub person: Person,
    /// The form to say so.
    pub about: AboutForm,
    /// The next question; `None` while the form is open and once it is time to stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionView>,
    /// Why nothing is asked any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// Takes the last turn back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<Action>,
    /// Result of the statements.
    pub result: ResultView,
    /// Everything that was not taken as it was said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// One cause in detail, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
    /// For reading, printing and showing to a doctor.
    pub summary: Summary,
    /// Caution that must be shown wherever causes are.
    pub caution: String,
}

/// Something that a person can do: a button's text, and the turn to add to the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Action {
    /// The text.
    pub label: String,
    /// A key of the keyboard that does the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The turn.
    pub turn: Turn,
}

/// One thing said, by either side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// Names the line for as long as it is there.
    pub key: String,
    /// Who says what.
    pub kind: LineKind,
    /// The text. An emergency has its message here and what to do in `hint`.
    pub text: String,
    /// A heading, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Said in addition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The findings that it is about, as they stand now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chips: Vec<Chip>,
    /// Text and findings as one sentence, for screens without chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// How to change it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
}

/// Who says what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// The person.
    Person,
    /// Etio.
    Etio,
    /// Etio asks.
    Question,
    /// Etio warns of an emergency.
    RedFlag,
}

/// How to change an answer. Without answers to choose from, it is the form about the person.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ChangeForm"))]
pub struct Change {
    /// Its effect, for screen readers.
    pub label: String,
    /// The answers to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Action>,
}

/// Known findings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "KnownFindings"))]
pub struct Known {
    /// The title.
    pub title: String,
    /// The findings.
    pub chips: Vec<Chip>,
}

/// A finding as it stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chip {
    /// The finding's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it stands.
    pub answer: Answer,
    /// The answer in a word.
    pub state: String,
    /// Its origin, in words.
    pub because: String,
    /// Switches between yes and no.
    pub flip: Action,
    /// Forgets it.
    pub remove: Action,
}

/// A statement that holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Statement"))]
pub struct StatementView {
    /// The finding's id.
    pub id: String,
    /// How it stands.
    pub answer: Answer,
    /// Whether it answers a question.
    pub asked: bool,
}

/// Something that must interrupt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Alarm"))]
pub struct Flag {
    /// The rule's id.
    pub id: String,
    /// A heading.
    pub title: String,
    /// A possible meaning, in plain words.
    pub message: String,
    /// Recommended action.
    pub action: String,
    /// Whether it is to be said gently.
    #[serde(skip_serializing_if = "is_false")]
    pub is_gentle: bool,
    /// Numbers to call.
    pub calls: Vec<Call>,
}

/// A number to call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Call {
    /// The text.
    pub label: String,
    /// The number, for a `tel:` link.
    pub number: String,
}

/// The form about the person.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AboutForm {
    /// Whether it is on the table.
    pub is_open: bool,
    /// The question.
    pub title: String,
    /// Why it is asked.
    pub hint: String,
    /// The age so far, in words that can be changed and sent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<String>,
    /// Problem with the age that was given last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The sexes to choose from.
    pub sexes: Vec<SexChoice>,
    /// Leaves everything as it is.
    pub skip: Action,
}

/// A sex to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SexChoice {
    /// The value to send; nothing for "rather not say".
    pub value: Option<crate::Sex>,
    /// The text.
    pub label: String,
    /// Whether it is the one known.
    pub is_chosen: bool,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AskedQuestion"))]
pub struct QuestionView {
    /// The finding that it is about.
    pub id: String,
    /// The finding's name.
    pub name: String,
    /// The question in words.
    pub text: String,
    /// Explanation of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// Why it is asked.
    pub reason: String,
    /// How likely a yes is.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub probability: f64,
    /// Expected gain of the answer, in nats.
    pub gain: f64,
    /// Yes, no, don't know.
    pub answers: Vec<Action>,
    /// Related questions to ask together with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<QuestionView>,
    /// Ends the questions and shows the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish: Option<Action>,
}

/// The end of the questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EndOfQuestions"))]
pub struct End {
    /// Why; `None` if the person wanted the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<StopReason>,
    /// In words.
    pub text: String,
    /// Goes on asking, if there is something to ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<Action>,
}

/// Result of the statements.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Result"))]
pub struct ResultView {
    /// The likeliest causes; none before anything was said, and none if nothing could be computed.
    pub causes: Vec<Cause>,
    /// The leading causes in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub so_far: Option<String>,
    /// Why there are no causes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// How soon to seek help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<AdviceView>,
    /// The answers that would change the result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ChangeView>,
    /// Which cause explains which finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// How the numbers were computed, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<String>,
    /// Present findings as given to the engine, by id.
    pub present: Vec<String>,
    /// Absent findings, by id.
    pub absent: Vec<String>,
    /// How far the numbers can be trusted.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<etio_case::schema::ExactnessMembers>"))]
    pub exactness: Option<Exactness>,
    /// The method that computed them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub method: Option<Method>,
}

/// A possible cause.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cause {
    /// The disease's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The engine's posterior.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub posterior: f64,
    /// The posterior as it is shown: tempered, because the network's numbers are estimates.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub probability: f64,
    /// How likely it is, in a word.
    pub likelihood: String,
    /// The probability as a number, for those who want it.
    pub share: String,
    /// The prior of such a person.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub prior: f64,
    /// Lower and upper end of the probability, tempered as it is, if they differ from it in the
    /// digits shown: those of a proven interval, or what the error bound of an exact answer allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<[f64; 2]>"))]
    pub interval: Option<(f64, f64)>,
    /// Whether its place is open: it is not proven that no cause after it is more likely. Only
    /// answers in intervals leave places open.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [true])))]
    pub undecided: bool,
    /// How far it may be off, and whether its place is open, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// How urgent it is, if it is likely enough to say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Urgency>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub urgency: Option<String>,
}

/// How soon to seek help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Advice"))]
pub struct AdviceView {
    /// The level of the whole screen.
    pub level: Urgency,
    /// In words.
    pub text: String,
    /// Advice on what to do next.
    pub next: String,
    /// Numbers to call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
}

/// An answer that would change the result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ChangingAnswer"))]
pub struct ChangeView {
    /// The finding's id.
    pub id: String,
    /// Present or absent.
    pub answer: Answer,
    /// In words.
    pub text: String,
}

/// Which cause explains which finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Picture {
    /// The title.
    pub title: String,
    /// How to read it.
    pub text: String,
    /// The stated findings.
    pub findings: Vec<PictureEnd>,
    /// The leading causes.
    pub causes: Vec<PictureEnd>,
    /// The lines between them.
    pub lines: Vec<PictureLine>,
}

/// One end of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureEnd {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
}

/// A line of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureLine {
    /// Place of the finding in the list.
    pub finding: usize,
    /// Place of the cause in the list.
    pub cause: usize,
    /// How much of the finding the cause accounts for, from 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub share: f64,
}

/// One cause in detail.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CauseDetail"))]
pub struct Detail {
    /// The disease's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A description for lay people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// How likely it is, as a number in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<String>,
    /// Its codes in classifications.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub codes: Option<String>,
    /// The evidence for it, strongest first.
    pub supports: Vec<Reason>,
    /// The evidence against it, strongest first.
    pub contradicts: Vec<Reason>,
    /// Said if there is neither, or if some or all of it could not be computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nothing: Option<String>,
    /// Other causes of the same findings, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rivals: Option<String>,
    /// How common it is taken to be: "3 times rarer".
    pub times: String,
    /// Effect of another prior on the ranking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what_if: Option<String>,
    /// Findings that there was no time to weigh, or of which it is not proven whether they count for
    /// or against it, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// A finding for or against a cause.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// Finding and strength, in words.
    pub text: String,
    /// How much the log-odds of the cause would change without it.
    pub weight: f64,
    /// Source of the number behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// The summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The title.
    pub title: String,
    /// A reminder that this is not a diagnosis.
    pub caution: String,
    /// Titles and their lines, in order.
    pub parts: Vec<SummaryPart>,
    /// The title of the causes.
    pub causes_title: String,
    /// How soon to seek help, or why there are no causes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The heads of the columns of `rows`.
    pub head: [String; 3],
    /// Name, share and urgency of each cause.
    pub rows: Vec<[String; 3]>,
    /// How the numbers were computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<String>,
}

/// A part of the summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SummaryPart {
    /// The title.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether it is about emergencies.
    pub is_alarm: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it by reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
