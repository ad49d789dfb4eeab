//! `POST /v1/diagnosis`: the request and its answer.

use etio::{Exactness, Method};
use etio_bot::{StopReason, Turn, Urgency};
use etio_case::{Answer, NoteKind, Sex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One observation.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Evidence")]
#[serde(deny_unknown_fields)]
pub struct EvidenceItem {
    /// The finding's id.
    pub id: String,
    /// How it stands.
    pub choice_id: Answer,
    /// Whether this answers a question and was not volunteered: one such answer in twenty is taken
    /// to be wrong. False if omitted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
}

impl EvidenceItem {
    /// The observation as a turn of a conversation.
    pub fn into_turn(self) -> Turn {
        let (finding, answer) = (self.id, self.choice_id);
        if self.asked { Turn::Answered { finding, answer } } else { Turn::Told { finding, answer } }
    }
}

/// A case to diagnose.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagnosisRequest {
    /// A served network; the default one if omitted.
    pub network: Option<String>,
    /// Observed findings.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub evidence: Vec<EvidenceItem>,
    /// The inference method.
    #[schemars(extend("description" = crate::openapi::methods()))]
    pub method: Option<String>,
    /// For `likelihood-weighting` and `importance`: when to stop drawing samples, and their seed.
    pub sampling: Option<SamplingWish>,
    /// Maximum time to compute the whole answer, in milliseconds; at most what the service allows.
    #[schemars(range(min = 1))]
    pub budget_ms: Option<u64>,
    /// Stop proving intervals when those of the ten likeliest diseases are no wider than this; if
    /// given, intervals also replace an exact answer that would take much longer. 0.001 if omitted.
    #[schemars(range(min = 1e-15, max = 1))]
    pub within: Option<f64>,
    /// When else to stop proving intervals.
    pub until: Option<Until>,
    /// Report how far each probability moves if its own prior odds are off by up to this factor, and at
    /// least how far if all priors are. The answer itself then gets half of the time.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub priors_within: Option<f64>,
    /// How many conditions to list; 10 if omitted.
    #[schemars(range(min = 1))]
    pub top: Option<usize>,
    /// Age in years.
    #[schemars(range(min = 0, max = 130))]
    pub age: Option<f64>,
    /// Sex.
    pub sex: Option<Sex>,
    /// Whether to choose the next question; by default yes if the network has questions. Not
    /// together with `within`, `until` or `priors_within`.
    pub question: Option<bool>,
    /// Answers as if this disease were rarer or more common.
    pub prior_factor: Option<PriorFactor>,
}

/// When to stop proving intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// The order of the ten likeliest diseases is decided.
    Ranked,
}

/// When a method that draws samples stops, and the seed of its random numbers. The same request with the
/// same seed gets the same answer, unless the time ends it.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Sampling")]
#[serde(deny_unknown_fields)]
pub struct SamplingWish {
    /// Seed of the random numbers; 0 if omitted.
    #[serde(default)]
    pub seed: u64,
    /// How many samples to draw; 10,000 if omitted.
    #[schemars(range(min = 1, max = MOST_SAMPLES))]
    pub samples: Option<u64>,
    /// Stop as soon as every posterior has a standard error of at most this; up to a hundred times as many
    /// samples are drawn for it.
    #[schemars(range(min = LEAST_STANDARD_ERROR, max = 1))]
    pub standard_error: Option<f64>,
}

/// Samples of one request at most.
pub(super) const MOST_SAMPLES: u64 = 1_000_000;
/// Least standard error to ask for.
pub(super) const LEAST_STANDARD_ERROR: f64 = 1e-6;

/// A disease whose prior odds are multiplied.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriorFactor {
    /// The disease's id.
    pub id: String,
    /// The factor on its prior odds.
    #[schemars(range(min = 0.001, max = 1000))]
    pub factor: f64,
}

/// A disease and how likely it is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Condition {
    /// The disease's id.
    pub(super) id: String,
    /// The disease's name.
    pub(super) name: String,
    /// Posterior probability.
    #[schemars(range(min = 0, max = 1))]
    pub(super) probability: f64,
    /// With `bounds`: proven lower bound on the probability.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    pub(super) lower: Option<f64>,
    /// With `bounds`: proven upper bound on the probability.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    pub(super) upper: Option<f64>,
    /// With `bounds`: given, and true, only if it is not proven that no disease further down, listed
    /// or not, is more likely.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("enum" = [true]))]
    pub(super) undecided: bool,
    /// With `priors_within`: the ends of the probability if the disease's own prior is off; omitted if
    /// the answer is an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) own_prior: Option<[f64; 2]>,
    /// With `priors_within`: a range that is proven to be reached with all priors off; omitted if
    /// nothing was proven in time, and for conditions after the twentieth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) all_priors_at_least: Option<[f64; 2]>,
    /// How likely it was for such a person before anything was said.
    #[schemars(range(min = 0, max = 1))]
    pub(super) prior: f64,
    /// Whether the evidence supports the disease: it is at least 1.5 times as likely as before and
    /// at least 0.001. Do not show others as causes: common diseases rank high whatever was
    /// observed.
    pub(super) is_cause: bool,
    /// The network's triage level, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) triage: Option<String>,
    /// Codes in classifications.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) codes: Option<String>,
    /// A description for lay people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
}

/// The next question.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Question")]
pub struct QuestionView {
    /// The finding that it is about.
    pub(super) id: String,
    /// The finding's name.
    pub(super) name: String,
    /// The question in words.
    pub(super) text: String,
    /// An explanation of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) explanation: Option<String>,
    /// The topic that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) group: Option<String>,
    /// How likely a yes is.
    #[schemars(range(min = 0, max = 1))]
    pub(super) probability: f64,
    /// Expected gain of the answer, in nats.
    pub(super) gain: f64,
    /// Given, and true, only if these two numbers rest on the middle of intervals or on estimates.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("enum" = [true]))]
    pub(super) estimated: bool,
    /// Names of the likely diseases that a yes would support.
    pub(super) speaks_for: Vec<String>,
    /// Ids of the findings that a yes says are present too.
    pub(super) implies: Vec<String>,
    /// Questions best asked together with this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) related: Vec<QuestionView>,
}

/// How soon to seek help.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Counsel")]
pub struct CounselView {
    /// How urgent it is.
    pub(super) level: Urgency,
    /// Names of the diseases that make it so.
    pub(super) because: Vec<String>,
}

/// Something that must interrupt at once.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "RedFlag")]
pub struct RedFlagView {
    /// The rule's id.
    pub(super) id: String,
    /// A possible meaning, in plain words.
    pub(super) message: String,
    /// Recommended action.
    pub(super) action: String,
}

/// A statement that was not taken as it was made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Note")]
pub struct NoteView {
    /// The finding of the statement.
    pub(super) id: String,
    /// How it was treated. `contradicted` and `corrected` occur in conversations only: here,
    /// contradictions are errors.
    pub(super) kind: NoteKind,
    /// The finding of the statement that is the reason.
    pub(super) because: String,
    /// The note in English.
    pub(super) text: String,
}

/// How likely each disease is, what to ask next, and what must not wait.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiagnosisResponse {
    /// The most probable diseases, most probable first.
    pub(super) conditions: Vec<Condition>,
    /// The question to ask next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<QuestionView>,
    /// Number of candidates for the question that there was no time to weigh; omitted if zero.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = 1))]
    pub(super) questions_left_out: usize,
    /// Whether no further question is needed.
    pub(super) should_stop: bool,
    /// Why to stop; omitted if the findings could not be weighed in time (`informed` is false).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stop_reason: Option<StopReason>,
    /// Alarms that must interrupt at once. Show these before anything else.
    pub(super) red_flags: Vec<RedFlagView>,
    /// Statements that were not taken as made, in their order; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<NoteView>,
    /// How soon to seek help; omitted if no cause stands out or the answer is not informed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) advice: Option<CounselView>,
    #[serde(flatten)]
    #[schemars(schema_with = "crate::openapi::accuracy")]
    pub(super) exactness: Exactness,
    /// The method that gave the answer: what `auto` chose, if that was asked for.
    #[schemars(with = "String")]
    pub(super) method: Method,
    /// Natural logarithm of the probability of the evidence.
    pub(super) log_evidence: f64,
    /// The network's name.
    pub(super) network: String,
    /// Changes exactly when the network's contents change.
    pub(super) model_version: String,
    /// Time to compute the answer, in microseconds.
    pub(super) elapsed_us: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}
