//! What can be asked of the service, apart from how the question arrives: HTTP, a line of a batch
//! and a tool call over the Model Context Protocol all end up here.

use std::sync::Arc;

use etio::Budget;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

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

/// What a request is answered with.
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
    ask_parsed(state, caller, accepted, move || body::parse::<R>(request.as_ref())).await
}

/// The same for a request that is made on the compute thread.
pub(crate) async fn ask_parsed<R: Ask>(
    state: &Arc<State>,
    caller: &Caller,
    accepted: String,
    request: impl FnOnce() -> Result<R, Problem> + Send + 'static,
) -> Result<Vec<u8>, Problem> {
    let budget = state.budget();
    let (shared, within) = (Arc::clone(state), budget.clone());
    let job = move || {
        let answer = request()?.answer(&Desk { state: &shared, budget: &within, accepted: &accepted })?;
        serde_json::to_vec(&answer).map_err(|error| Problem::new(Code::INTERNAL, error.to_string()))
    };
    state.compute.run(caller, &budget, job).await
}
