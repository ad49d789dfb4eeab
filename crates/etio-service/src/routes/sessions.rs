//! Conversations that are remembered: `POST /v1/sessions` and below.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use etio_bot::conversation::Age;
use etio_bot::{FoldSettings, Person, Sex, Turn, View};
use serde::{Deserialize, Serialize};

use super::App;
use super::conversation::{accepted, view};
use crate::body;
use crate::diagnosis::EvidenceItem;
use crate::metrics;
use crate::problem::{Code, Problem};
use crate::sessions::{Session, SessionId, StoreError, now};
use crate::state::State;

/// `POST /v1/sessions`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateRequest {
    network: Option<String>,
    /// The language; if omitted, the first of `Accept-Language` that there is.
    language: Option<String>,
    /// Age in years, before any turn.
    age: Option<f64>,
    /// Sex, before any turn.
    sex: Option<Sex>,
    /// Observations, before any turn.
    #[serde(default)]
    evidence: Vec<EvidenceItem>,
    #[serde(default)]
    turns: Vec<Turn>,
}

/// `POST /v1/sessions/{id}/turns`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnsRequest {
    turns: Vec<Turn>,
}

/// `POST /v1/sessions/{id}/evidence`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceRequest {
    evidence: Vec<EvidenceItem>,
}

/// A session and what it comes to.
#[derive(Serialize)]
pub struct SessionResponse {
    id: String,
    expires: u64,
    /// The log.
    turns: Vec<Turn>,
    /// What holds of each finding.
    evidence: Vec<EvidenceItem>,
    #[serde(flatten)]
    person: Person,
    /// Everything that a screen shows.
    view: View,
}

/// Begins a conversation.
pub async fn create(
    state: App,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<SessionResponse>), Problem> {
    let request: CreateRequest = body::json(&headers, body, &state.limits).await?;
    let served = state.network(request.network.as_deref())?;
    let language = state.language(request.language.as_deref(), &accepted(&headers))?;
    let person = Person { age: request.age, sex: request.sex };
    person.check().map_err(|error| {
        let problem = Problem::new(Code::INVALID_VALUE, error.to_string()).at("age").allowed("0 to 130");
        problem.given(request.age.unwrap_or_default())
    })?;
    let mut turns = about(person);
    turns.extend(request.evidence.into_iter().map(EvidenceItem::into_turn));
    turns.extend(request.turns);
    let session = Session {
        network: served.name.clone(),
        language: language.tag().to_owned(),
        turns,
        expires: now() + state.config.session_seconds,
    };
    // Answered before it is kept: a session that cannot be answered is not made.
    let id = SessionId::random().map_err(|e| Problem::new(Code::INTERNAL, e.to_string()))?;
    let response = respond(&state, &id, session.clone()).await?;
    state.sessions.put(&id, &session).await.map_err(|e| unavailable(&e))?;
    Ok((StatusCode::CREATED, Json(response)))
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
pub async fn read(state: App, Path(id): Path<String>) -> Result<Json<SessionResponse>, Problem> {
    let id = parse(&id)?;
    let session = state.sessions.get(&id).await.map_err(|e| unavailable(&e))?.ok_or_else(missing)?;
    respond(&state, &id, session).await.map(Json)
}

/// Adds turns.
pub async fn append_turns(
    state: App,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<SessionResponse>, Problem> {
    let id = parse(&id)?;
    let request: TurnsRequest = body::json(&headers, body, &state.limits).await?;
    append(&state, &id, request.turns).await
}

/// Adds observations as turns; the last one about a finding counts.
pub async fn append_evidence(
    state: App,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<SessionResponse>, Problem> {
    let id = parse(&id)?;
    let request: EvidenceRequest = body::json(&headers, body, &state.limits).await?;
    append(&state, &id, request.evidence.into_iter().map(EvidenceItem::into_turn).collect()).await
}

async fn append(
    state: &Arc<State>,
    id: &SessionId,
    turns: Vec<Turn>,
) -> Result<Json<SessionResponse>, Problem> {
    let mut wanted = state.sessions.get(id).await.map_err(|e| unavailable(&e))?.ok_or_else(missing)?;
    let expires = now() + state.config.session_seconds;
    let change = move |session: &mut Session| {
        session.turns.extend(turns);
        session.expires = expires;
    };
    change.clone()(&mut wanted);
    // Answered before it is kept: a turn that cannot be used changes nothing.
    let response = respond(state, id, wanted.clone()).await?;
    let kept = state
        .sessions
        .update(id, Box::new(change))
        .await
        .map_err(|e| unavailable(&e))?
        .ok_or_else(missing)?;
    if kept == wanted {
        return Ok(Json(response));
    }
    // Another turn came in between: say what both mean together.
    respond(state, id, kept).await.map(Json)
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
    let served = state.network(Some(&session.network))?;
    // A language that was served once may be gone.
    let language = state.language(None, &session.language)?;
    let shared = Arc::clone(state);
    let turns = session.turns.clone();
    let fold = move || {
        let settings = FoldSettings { interview: shared.interview_settings(None), ..FoldSettings::default() };
        view(&served, &language, &turns, settings, &shared)
    };
    let view = state.compute.run(fold).await?;
    let evidence = view.statements.iter().map(|statement| EvidenceItem {
        id: statement.id.clone(),
        choice_id: statement.answer,
        asked: statement.asked,
    });
    Ok(SessionResponse {
        id: id.as_str().to_owned(),
        expires: session.expires,
        turns: session.turns,
        evidence: evidence.collect(),
        person: view.person,
        view,
    })
}

fn unavailable(error: &StoreError) -> Problem {
    tracing::error!(%error, "session store");
    metrics::sessions_failed();
    Problem::new(Code::SESSIONS_UNAVAILABLE, "the session store does not answer; try again").retry_after(1)
}
