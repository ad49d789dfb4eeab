//! The tools: each is a request of the service under a name that tells an assistant when to use it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use etio_service::ask::{
    Ask, ConversationRequest, DiagnosisRequest, ExplainRequest, ParseRequest, SearchRequest, SuggestRequest,
    ask_value,
};
use etio_service::problem::Problem;
use etio_service::{Caller, State, openapi};
use serde_json::{Map, Value};

/// Said with every answer.
pub(super) const CAUTION: &str = "Research and demonstration software, not a medical device: possible causes, \
    not a diagnosis. In an emergency call the emergency number and do not wait.";

/// Ends every description.
const LIMITS: &str = "Research and demonstration, not a medical device. If the answer has `emergencies` or \
    `red_flags`, tell the person those first, word for word. Nothing is kept or logged.";

/// Sent to the assistant when it connects.
pub(super) const INSTRUCTIONS: &str = "\
Etio computes how likely diseases are from findings that are present or absent, with a noisy-or network: exactly \
with a proven error bound if time allows, and it says so in `exactness`. Research and demonstration software, not a \
medical device; never present its answers as a diagnosis.

1. What a person says in their own words: `next_question` with a turn of kind `said` holds a whole conversation and \
watches for emergencies. `read_text` only lists the findings in a text.
2. Findings have ids. `find_findings` looks them up; never guess one.
3. `diagnose` ranks diseases from a list of findings; `explain` weighs the findings for and against one of them.
4. If an answer has `emergencies` or `red_flags`, say those before anything else and stop asking.
5. Show only causes with `is_cause` true, and no probabilities if `informed` is false.

The server keeps nothing: send all turns or all evidence with every call.";

type Answer = Pin<Box<dyn Future<Output = Result<Value, Problem>> + Send>>;

/// A tool.
pub(super) struct ToolOfOurs {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    about: &'static str,
    /// The JSON Schema of its arguments.
    pub(super) schema: fn() -> Map<String, Value>,
    /// Answers arguments in JSON.
    pub(super) ask: fn(Arc<State>, Vec<u8>) -> Answer,
    /// Leaves out what only a screen needs.
    pub(super) shorten: fn(Value) -> Value,
}

impl ToolOfOurs {
    pub(super) fn description(&self) -> String {
        format!("{} {LIMITS}", self.about)
    }
}

/// A request of the service as a tool.
const fn tool<R: Ask>(name: &'static str, title: &'static str, about: &'static str) -> ToolOfOurs {
    ToolOfOurs {
        name,
        title,
        about,
        schema: openapi::inlined::<R>,
        ask: |state, arguments| {
            Box::pin(async move { ask_value::<R>(&state, &Caller::Anyone, String::new(), arguments).await })
        },
        shorten: |answer| answer,
    }
}

/// All tools.
pub(super) static TOOLS: &[ToolOfOurs] = &[
    tool::<ParseRequest>(
        "read_text",
        "Read findings from a text",
        "Reads free text about a person's complaints and lists the findings it says are present or absent, with \
         their ids, whom it is about, and emergencies in the words.",
    ),
    ToolOfOurs {
        shorten: for_assistants,
        ..tool::<ConversationRequest>(
            "next_question",
            "Ask the next question",
            "Holds a symptom interview. Give all turns so far: what the person `said`, whom it is `about`, and what \
             they `answered`. Returns the next question with the turn to add for each answer, or why there is none, \
             and the causes so far with how soon to seek help.",
        )
    },
    tool::<DiagnosisRequest>(
        "diagnose",
        "Rank diseases",
        "Computes how likely each disease is from findings by id, each present, absent or unknown, and optionally \
         age and sex. States how accurate the probabilities are. Set `question` to false to skip the next \
         question.",
    ),
    tool::<ExplainRequest>(
        "explain",
        "Explain a disease",
        "Weighs the findings for and against one disease in log-odds, and names other diseases that explain the \
         same findings. It does not look for emergencies: call `diagnose` with the same evidence first.",
    ),
    tool::<SearchRequest>(
        "find_findings",
        "Find findings by name",
        "Looks up findings by part of a name, a synonym or a near spelling, and returns their ids.",
    ),
    tool::<SuggestRequest>(
        "related_findings",
        "Find related findings",
        "Lists findings that often come with those observed, with how likely each is now and usually: what else to \
         look for. It does not look for emergencies.",
    ),
];

/// Members of a conversation's view that say something; the others lay out a screen.
const SAYING: [&str; 11] = [
    "red_flags",
    "question",
    "end",
    "result",
    "statements",
    "person",
    "notes",
    "detail",
    "language",
    "questions_left_out",
    "caution",
];

fn for_assistants(mut view: Value) -> Value {
    if let Some(members) = view.as_object_mut() {
        members.retain(|name, _| SAYING.contains(&name.as_str()));
    }
    if let Some(result) = view["result"].as_object_mut() {
        result.remove("picture");
    }
    view
}
