//! Conversations: `POST /v1/sessions` and below.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use etio_bot::{Person, Sex};
use serde::{Deserialize, Serialize};

use super::App;
use crate::body;
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
pub async fn create(
    state: App,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<SessionResponse>), Problem> {
    let request: CreateRequest = body::json(&headers, body, &state.limits).await?;
    let served = state.network(request.network.as_deref())?;
    let session = Session {
        network: served.name.clone(),
        person: Person { age: request.age, sex: request.sex },
        evidence: request.evidence,
        expires: now() + state.config.session_seconds,
    };
    // Answered before it is kept: a session that cannot be answered is not made.
    let id = SessionId::random().map_err(|e| Problem::new(Code::INTERNAL, e.to_string()))?;
    let response = respond(&state, &id, session.clone()).await?;
    state.sessions.put(&id, &session).await.map_err(|e| unavailable(&e))?;
    Ok((StatusCode::CREATED, Json(response)))
}

/// Reads a conversation.
pub async fn read(state: App, Path(id): Path<String>) -> Result<Json<SessionResponse>, Problem> {
    let id = parse(&id)?;
    let session = state.sessions.get(&id).await.map_err(|e| unavailable(&e))?.ok_or_else(missing)?;
    respond(&state, &id, session).await.map(Json)
}

/// Adds answers; the last one about a finding counts.
pub async fn append(
    state: App,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<SessionResponse>, Problem> {
    let id = parse(&id)?;
    let request: AppendRequest = body::json(&headers, body, &state.limits).await?;
    let mut wanted = state.sessions.get(&id).await.map_err(|e| unavailable(&e))?.ok_or_else(missing)?;
    let expires = now() + state.config.session_seconds;
    let change = move |session: &mut Session| {
        merge(session, &request.evidence);
        session.expires = expires;
    };
    change(&mut wanted);
    // Answered before it is kept: an answer that cannot be used changes nothing.
    let response = respond(&state, &id, wanted.clone()).await?;
    let kept = state
        .sessions
        .update(&id, Box::new(change))
        .await
        .map_err(|e| unavailable(&e))?
        .ok_or_else(missing)?;
    if kept == wanted {
        return Ok(Json(response));
    }
    // Another answer came in between: say what both mean together.
    respond(&state, &id, kept).await.map(Json)
}

fn merge(session: &mut Session, evidence: &[EvidenceItem]) {
    for item in evidence {
        session.evidence.retain(|known| known.id != item.id);
        session.evidence.push(item.clone());
    }
}

/// Forgets a conversation.
pub async fn delete(state: App, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let id = parse(&id)?;
    let gone = state.sessions.delete(&id).await.map_err(|e| unavailable(&e))?;
    if gone { Ok(StatusCode::NO_CONTENT) } else { Err(missing()) }
}

fn parse(id: &str) -> Result<SessionId, Problem> {
    SessionId::parse(id).ok_or_else(missing)
}

fn missing() -> Problem {
    Problem::new(Code::NOT_FOUND, "there is no such session; it may have ended")
}

async fn respond(state: &Arc<State>, id: &SessionId, session: Session) -> Result<SessionResponse, Problem> {
    let request = DiagnosisRequest {
        network: Some(session.network),
        evidence: session.evidence.clone(),
        age: session.person.age,
        sex: session.person.sex,
        ..DiagnosisRequest::default()
    };
    let served = state.network(request.network.as_deref())?;
    let case = request.check(&served, state)?;
    let shared = Arc::clone(state);
    let diagnosis = state.compute.run(move || diagnose(&served, &case, &shared, None)).await?;
    Ok(SessionResponse {
        id: id.as_str().to_owned(),
        evidence: session.evidence,
        age: session.person.age,
        sex: session.person.sex,
        expires: session.expires,
        diagnosis,
    })
}

fn unavailable(error: &StoreError) -> Problem {
    tracing::error!(%error, "session store");
    metrics::sessions_failed();
    Problem::new(Code::SESSIONS_UNAVAILABLE, "the session store does not answer; try again").retry_after(1)
}
