//! Conversations: `POST /v1/sessions` and below.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use etio::Budget;
use etio_bot::{Person, Sex};
use serde::{Deserialize, Serialize};

use super::App;
use crate::body;
use crate::callers::Caller;
use crate::diagnosis::{DiagnosisRequest, DiagnosisResponse, EvidenceItem, diagnose};
use crate::metrics;
use crate::problem::{Code, Problem};
use crate::sessions::{Session, SessionId, StoreError, now};
use crate::state::State;

/// `POST /v1/sessions`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateRequest {
    network: Option<String>,
    age: Option<f64>,
    sex: Option<Sex>,
    #[serde(default)]
    evidence: Vec<EvidenceItem>,
}

/// `POST /v1/sessions/{id}/evidence`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppendRequest {
    evidence: Vec<EvidenceItem>,
}

/// A session and what its answers mean.
#[derive(Serialize)]
pub struct SessionResponse {
    id: String,
    evidence: Vec<EvidenceItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    age: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sex: Option<Sex>,
    expires: u64,
    diagnosis: DiagnosisResponse,
}

/// Begins a conversation.
pub async fn create(state: App, caller: Caller, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let bytes = body::json_bytes(&headers, body, &state.limits).await?;
    let budget = state.budget();
    let id = SessionId::random().map_err(|e| Problem::new(Code::INTERNAL, e.to_string()))?;
    // Answered before it is kept: a session that cannot be answered is not made.
    let (owner, name) = (caller.owner(), id.clone());
    let begun = move |state: &State, budget: &Budget| {
        let request: CreateRequest = body::parse(&bytes)?;
        let session = Session {
            owner,
            network: state.network(request.network.as_deref())?.name.clone(),
            person: Person { age: request.age, sex: request.sex },
            evidence: request.evidence,
            expires: now() + state.config.session_seconds,
        };
        let answer = respond(state, &name, &session, budget)?;
        Ok((session, answer))
    };
    let (session, answer) = compute(&state, &caller, &budget, begun).await?;
    state.sessions.put(&id, &session).await.map_err(|e| refused(&e))?;
    Ok(json(StatusCode::CREATED, answer))
}

/// Reads a conversation.
pub async fn read(state: App, caller: Caller, Path(id): Path<String>) -> Result<Response, Problem> {
    let id = parse(&id)?;
    let session = find(&state, &caller, &id).await?;
    let answered = move |state: &State, budget: &Budget| respond(state, &id, &session, budget);
    let answer = compute(&state, &caller, &state.budget(), answered).await?;
    Ok(json(StatusCode::OK, answer))
}

/// Adds answers; the last one about a finding counts.
pub async fn append(
    state: App,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let id = parse(&id)?;
    let bytes = body::json_bytes(&headers, body, &state.limits).await?;
    let budget = state.budget();
    let mut wanted = find(&state, &caller, &id).await?;
    let expires = now() + state.config.session_seconds;
    // Answered before it is kept: an answer that cannot be used changes nothing.
    let name = id.clone();
    let added = move |state: &State, budget: &Budget| {
        let request: AppendRequest = body::parse(&bytes)?;
        merge(&mut wanted, &request.evidence, expires);
        let answer = respond(state, &name, &wanted, budget)?;
        Ok((request.evidence, wanted, answer))
    };
    let (evidence, wanted, answer) = compute(&state, &caller, &budget, added).await?;
    let change = move |session: &mut Session| merge(session, &evidence, expires);
    let updated = state.sessions.update(&id, Box::new(change)).await;
    let kept = updated.map_err(|e| refused(&e))?.ok_or_else(missing)?;
    if kept == wanted {
        return Ok(json(StatusCode::OK, answer));
    }
    // Another answer came in between: say what both mean together.
    let both = move |state: &State, budget: &Budget| respond(state, &id, &kept, budget);
    Ok(json(StatusCode::OK, compute(&state, &caller, &budget, both).await?))
}

fn merge(session: &mut Session, evidence: &[EvidenceItem], expires: u64) {
    for item in evidence {
        session.evidence.retain(|known| known.id != item.id);
        session.evidence.push(item.clone());
    }
    session.expires = expires;
}

/// Forgets a conversation.
pub async fn delete(state: App, caller: Caller, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let id = parse(&id)?;
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

fn parse(id: &str) -> Result<SessionId, Problem> {
    SessionId::parse(id).ok_or_else(missing)
}

fn missing() -> Problem {
    Problem::new(Code::NOT_FOUND, "there is no such session; it may have ended")
}

/// What a session's answers mean, as JSON. Blocks: runs on a compute thread.
fn respond(state: &State, id: &SessionId, session: &Session, budget: &Budget) -> Result<Vec<u8>, Problem> {
    let request = DiagnosisRequest {
        network: Some(session.network.clone()),
        evidence: session.evidence.clone(),
        age: session.person.age,
        sex: session.person.sex,
        ..DiagnosisRequest::default()
    };
    let served = state.network(request.network.as_deref())?;
    let case = request.check(&served, state)?;
    let response = SessionResponse {
        id: id.as_str().to_owned(),
        evidence: request.evidence,
        age: session.person.age,
        sex: session.person.sex,
        expires: session.expires,
        diagnosis: diagnose(&served, &case, budget)?,
    };
    serde_json::to_vec(&response).map_err(|error| Problem::new(Code::INTERNAL, error.to_string()))
}

fn refused(error: &StoreError) -> Problem {
    match error {
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
