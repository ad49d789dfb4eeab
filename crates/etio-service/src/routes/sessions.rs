//! Conversations that are remembered: `POST /v1/sessions` and below.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use etio::Budget;
use etio_bot::conversation::Age;
use etio_bot::{FoldSettings, Person, Sex, Turn, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::conversation::{accepted, view};
use super::{App, Names};
use crate::body;
use crate::callers::Caller;
use crate::diagnosis::EvidenceItem;
use crate::metrics;
use crate::problem::{Code, Problem, in_turns};
use crate::sessions::{Change, Session, SessionId, StoreError, now};
use crate::state::State;

/// A conversation to begin.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "CreateSession")]
#[serde(deny_unknown_fields)]
pub struct CreateRequest {
    /// A served network; the default one if omitted.
    network: Option<String>,
    /// The language of the texts; if omitted, the first of `Accept-Language` that there is.
    language: Option<String>,
    /// Age in years, before any turn.
    #[schemars(range(min = 0, max = 130))]
    age: Option<f64>,
    /// Sex, before any turn.
    sex: Option<Sex>,
    /// Observations, before any turn.
    #[serde(default)]
    #[schemars(length(max = 500))]
    evidence: Vec<EvidenceItem>,
    /// The conversation so far, after age, sex and evidence.
    #[serde(default)]
    turns: Vec<Turn>,
}

/// Turns to add.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AppendTurns")]
#[serde(deny_unknown_fields)]
pub struct TurnsRequest {
    /// The turns.
    turns: Vec<Turn>,
}

/// Observations to add.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AppendEvidence")]
#[serde(deny_unknown_fields)]
pub struct EvidenceRequest {
    /// The observations.
    evidence: Vec<EvidenceItem>,
}

/// A conversation that is kept, and what it comes to.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Session")]
pub struct SessionResponse {
    /// Names the session in addresses.
    id: String,
    /// When it will be forgotten, in seconds since 1970.
    expires: u64,
    /// The log.
    turns: Vec<Turn>,
    /// How each finding stands.
    evidence: Vec<EvidenceItem>,
    #[serde(flatten)]
    person: Person,
    /// Everything that a screen shows.
    view: View,
}

/// Begins a conversation.
pub async fn create(state: App, caller: Caller, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let bytes = body::json_bytes(&headers, body, &state.limits).await?;
    let budget = state.budget();
    let id = SessionId::random().map_err(|e| Problem::new(Code::INTERNAL, e.to_string()))?;
    // Answered before it is kept: a session that cannot be answered is not made.
    let (owner, name, accepted) = (caller.owner(), id.clone(), accepted(&headers));
    let begun = move |state: &State, budget: &Budget| {
        let request: CreateRequest = body::parse(&bytes)?;
        let before = usize::from(request.age.is_some() || request.sex.is_some());
        let sent = Sent { before, observations: request.evidence.len() };
        let session = request.session(owner, &accepted, state)?;
        let answer = respond(state, &name, &session, &sent, budget)?;
        Ok((session, answer))
    };
    let (session, answer) = compute(&state, &caller, &budget, begun).await?;
    state.sessions.put(&id, &session).await.map_err(|e| refused(&e))?;
    Ok(json(StatusCode::CREATED, answer))
}

impl CreateRequest {
    fn session(self, owner: String, accepted: &str, state: &State) -> Result<Session, Problem> {
        let served = state.network(self.network.as_deref())?;
        let language = state.language(self.language.as_deref(), accepted)?;
        let person = Person { age: self.age, sex: self.sex };
        person.check().map_err(|error| {
            let problem = Problem::new(Code::INVALID_VALUE, error.to_string()).at("age").allowed("0 to 130");
            problem.given(self.age.unwrap_or_default())
        })?;
        let mut turns = about(person);
        turns.extend(self.evidence.into_iter().map(EvidenceItem::into_turn));
        turns.extend(self.turns);
        Ok(Session {
            owner,
            network: served.name.clone(),
            language: language.tag().to_owned(),
            turns,
            expires: now() + state.config.session_seconds,
        })
    }
}

/// The turn that says whom a conversation is about, if anything is known of them.
pub(crate) fn about(person: Person) -> Vec<Turn> {
    if person == Person::default() {
        return Vec::new();
    }
    let age = person.age.map(|age| Some(Age::Years(age)));
    vec![Turn::About { age, sex: person.sex.map(Some) }]
}

/// Reads a conversation.
pub async fn read(state: App, caller: Caller, Names(id): Names<String>) -> Result<Response, Problem> {
    let id = parse_id(&id)?;
    let session = find(&state, &caller, &id).await?;
    let sent = Sent { before: session.turns.len(), observations: 0 };
    let answered = move |state: &State, budget: &Budget| respond(state, &id, &session, &sent, budget);
    let answer = compute(&state, &caller, &state.budget(), answered).await?;
    Ok(json(StatusCode::OK, answer))
}

/// Adds turns.
pub async fn append_turns(
    state: App,
    caller: Caller,
    Names(id): Names<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let parse = |bytes: &Bytes| body::parse(bytes).map(|request: TurnsRequest| request.turns);
    append(&state, &caller, &parse_id(&id)?, &headers, body, parse, 0).await
}

/// Adds observations as turns; the last one about a finding counts.
pub async fn append_evidence(
    state: App,
    caller: Caller,
    Names(id): Names<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let parse = |bytes: &Bytes| {
        let request: EvidenceRequest = body::parse(bytes)?;
        Ok(request.evidence.into_iter().map(EvidenceItem::into_turn).collect())
    };
    append(&state, &caller, &parse_id(&id)?, &headers, body, parse, usize::MAX).await
}

async fn append(
    state: &Arc<State>,
    caller: &Caller,
    id: &SessionId,
    headers: &HeaderMap,
    body: Body,
    parse: fn(&Bytes) -> Result<Vec<Turn>, Problem>,
    observations: usize,
) -> Result<Response, Problem> {
    let bytes = body::json_bytes(headers, body, &state.limits).await?;
    let budget = state.budget();
    loop {
        let mut session = find(state, caller, id).await?;
        let before = session.turns.len();
        session.expires = now() + state.config.session_seconds;
        // Answered before it is kept: turns that are refused change nothing.
        let (name, bytes) = (id.clone(), bytes.clone());
        let answered = move |state: &State, budget: &Budget| {
            session.turns.extend(parse(&bytes)?);
            let answer = respond(state, &name, &session, &Sent { before, observations }, budget)?;
            Ok((session, answer))
        };
        let (session, answer) = compute(state, caller, &budget, answered).await?;
        match state.sessions.update(id, replace(before, session)).await {
            Ok(kept) => return kept.map(|_| json(StatusCode::OK, answer)).ok_or_else(missing),
            // Other turns came first: the answer must be about all of them.
            Err(StoreError::Overtaken) if budget.check().is_ok() => {}
            Err(error) => return Err(refused(&error)),
        }
    }
}

/// Puts a session in the place of the one that it was made from. Turns are only ever added, so that
/// their number says whether it is still the same.
fn replace(turns_before: usize, session: Session) -> Change {
    Box::new(move |kept| {
        if kept.turns.len() != turns_before {
            return Err(StoreError::Overtaken);
        }
        *kept = session;
        Ok(())
    })
}

/// Forgets a conversation.
pub async fn delete(state: App, caller: Caller, Names(id): Names<String>) -> Result<StatusCode, Problem> {
    let id = parse_id(&id)?;
    find(&state, &caller, &id).await?;
    let gone = state.sessions.delete(&id).await.map_err(|e| refused(&e))?;
    if gone { Ok(StatusCode::NO_CONTENT) } else { Err(missing()) }
}

/// The caller's own session; those of others are not there for it.
async fn find(state: &State, caller: &Caller, id: &SessionId) -> Result<Session, Problem> {
    let session = state.sessions.get(id).await.map_err(|e| refused(&e))?;
    session.filter(|session| session.owner == caller.owner()).ok_or_else(missing)
}

/// Runs a step of a request on a compute thread.
async fn compute<T: Send + 'static>(
    state: &Arc<State>,
    caller: &Caller,
    budget: &Budget,
    step: impl FnOnce(&State, &Budget) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let (shared, within) = (Arc::clone(state), budget.clone());
    state.compute.run(caller, budget, move || step(&shared, &within)).await
}

fn json(status: StatusCode, answer: Vec<u8>) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], answer).into_response()
}

fn parse_id(id: &str) -> Result<SessionId, Problem> {
    SessionId::parse(id).ok_or_else(missing)
}

fn missing() -> Problem {
    Problem::new(Code::NOT_FOUND, "there is no such session; it may have ended")
}

/// Which turns of a log a request sent, so that its errors name members of the request.
struct Sent {
    /// Number of turns before those.
    before: usize,
    /// How many of them were sent as evidence; turns come after these.
    observations: usize,
}

impl Sent {
    /// Position of a turn's member in the request.
    fn place(&self, turn: usize, member: &str) -> Option<String> {
        let sent = turn.checked_sub(self.before)?;
        match sent.checked_sub(self.observations) {
            Some(turn) => in_turns(turn, member),
            None => Some(format!("evidence[{sent}].id")),
        }
    }
}

/// Answers a request for a session with its state as JSON. Blocks: runs on a compute thread.
fn respond(
    state: &State,
    id: &SessionId,
    session: &Session,
    sent: &Sent,
    budget: &Budget,
) -> Result<Vec<u8>, Problem> {
    let served = state.network(Some(&session.network))?;
    // A language that was served once may be gone.
    let language = state.language(None, &session.language)?;
    let places = |turn: usize, member: &str| sent.place(turn, member);
    let settings = FoldSettings::default();
    let view = view(&served, &language, &session.turns, &places, settings, state, budget)?;
    let evidence = view.statements.iter().map(|statement| EvidenceItem {
        id: statement.id.clone(),
        choice_id: statement.answer,
        asked: statement.asked,
    });
    let response = SessionResponse {
        id: id.as_str().to_owned(),
        expires: session.expires,
        turns: session.turns.clone(),
        evidence: evidence.collect(),
        person: view.person,
        view,
    };
    serde_json::to_vec(&response).map_err(|error| Problem::new(Code::INTERNAL, error.to_string()))
}

fn refused(error: &StoreError) -> Problem {
    match error {
        StoreError::Overtaken => {
            let detail = "others kept changing this session; nothing was added, try again";
            Problem::new(Code::OVERLOADED, detail).retry_after(1)
        }
        StoreError::Quota(_) => Problem::new(Code::SESSION_QUOTA, error.to_string()).retry_after(60),
        StoreError::Failed(_) => {
            tracing::error!(%error, "session store");
            metrics::sessions_failed();
            let problem =
                Problem::new(Code::SESSIONS_UNAVAILABLE, "the session store does not answer; try again");
            problem.retry_after(1)
        }
    }
}
