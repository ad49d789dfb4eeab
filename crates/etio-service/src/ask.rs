//! Answers every kind of request, however it arrives: HTTP requests, lines of a batch and tool
//! calls over the Model Context Protocol all end up here.

use std::sync::Arc;

use etio::Budget;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::body;
use crate::callers::Caller;
use crate::problem::{Code, Problem};
use crate::state::State;

pub use crate::diagnosis::{DiagnosisRequest, DiagnosisResponse};
pub use crate::explanation::{ExplainRequest, ExplainResponse};
pub use crate::routes::conversation::ConversationRequest;
pub use crate::routes::text::{ParseRequest, ParseResponse, SearchRequest, SearchResponse};
pub use crate::suggestion::{SuggestRequest, SuggestResponse};

/// A request in JSON and the way to its answer. The types are also those of `/openapi.json`, so
/// that the document cannot differ from the code.
pub trait Ask: DeserializeOwned + JsonSchema + Send + 'static {
    /// The answer, in JSON.
    type Answer: Serialize + JsonSchema;

    /// Answers the request. Blocks: runs on a compute thread.
    fn answer(&self, desk: &Desk<'_>) -> Result<Self::Answer, Problem>;
}

/// Everything that is needed to answer a request.
pub struct Desk<'s> {
    /// Networks, languages and limits.
    pub state: &'s State,
    /// The request's budget, which started when its body had arrived.
    pub budget: &'s Budget,
    /// The client's `Accept-Language`.
    pub accepted: &'s str,
}

impl Desk<'_> {
    /// The budget of a request that may ask for less time.
    pub fn narrowed(&self, asked_ms: Option<u64>) -> Budget {
        self.state.narrowed(self.budget, asked_ms)
    }
}

/// Answers a JSON text with a JSON text on a compute thread: reading and writing JSON is most of
/// the work of a short query.
pub async fn ask<R: Ask>(
    state: &Arc<State>,
    caller: &Caller,
    accepted: String,
    request: impl AsRef<[u8]> + Send + 'static,
) -> Result<Vec<u8>, Problem> {
    let read = move || body::parse::<R>(request.as_ref());
    compute(state, caller, accepted, read, serde_json::to_vec).await
}

/// The same for clients that take the answer apart. Written and read again, its numbers could
/// differ in the last digit.
pub async fn ask_value<R: Ask>(
    state: &Arc<State>,
    caller: &Caller,
    accepted: String,
    request: impl AsRef<[u8]> + Send + 'static,
) -> Result<Value, Problem> {
    let read = move || body::parse::<R>(request.as_ref());
    compute(state, caller, accepted, read, |answer| serde_json::to_value(answer)).await
}

/// Reads a request, answers it and writes the answer, all on a compute thread.
pub(crate) async fn compute<R: Ask, T: Send + 'static>(
    state: &Arc<State>,
    caller: &Caller,
    accepted: String,
    read: impl FnOnce() -> Result<R, Problem> + Send + 'static,
    write: fn(&R::Answer) -> serde_json::Result<T>,
) -> Result<T, Problem> {
    let budget = state.budget();
    let (shared, within) = (Arc::clone(state), budget.clone());
    let job = move || {
        let answer = read()?.answer(&Desk { state: &shared, budget: &within, accepted: &accepted })?;
        write(&answer).map_err(|error| Problem::new(Code::INTERNAL, error.to_string()))
    };
    state.compute.run(caller, &budget, job).await
}
