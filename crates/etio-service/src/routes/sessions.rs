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
use crate::problem::{Code, Problem};
use crate::sessions::{Session, SessionId, Store, StoreError, now};
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
        answers: request.evidence.into_iter().map(|item| (item.id, item.choice_id)).collect(),
        expires: now() + state.config.session_seconds,
    };
    // Answered before it is kept: a session that cannot be answered is not made.
    let id = SessionId::random().map_err(|e| Problem::new(Code::INTERNAL, e.to_string()))?;
    let response = respond(&state, &id, session.clone()).await?;
    with_store(&state, move |store| store.put(&id, &session)).await?;
    Ok((StatusCode::CREATED, Json(response)))
}

/// Reads a conversation.
pub async fn read(state: App, Path(id): Path<String>) -> Result<Json<SessionResponse>, Problem> {
    let id = parse(&id)?;
    let key = id.clone();
    let session = with_store(&state, move |store| store.get(&key)).await?.ok_or_else(missing)?;
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
    let key = id.clone();
    let known = with_store(&state, move |store| store.get(&key)).await?.ok_or_else(missing)?;
    let mut wanted = known;
    merge(&mut wanted, &request.evidence);
    respond(&state, &id, wanted).await?;
    let expires = now() + state.config.session_seconds;
    let key = id.clone();
    let change = move |store: &dyn Store| {
        store.update(&key, &mut |session| {
            merge(session, &request.evidence);
            session.expires = expires;
        })
    };
    let session = with_store(&state, change).await?.ok_or_else(missing)?;
    respond(&state, &id, session).await.map(Json)
}

fn merge(session: &mut Session, evidence: &[EvidenceItem]) {
    for item in evidence {
        session.answers.retain(|(id, _)| *id != item.id);
        session.answers.push((item.id.clone(), item.choice_id));
    }
}

/// Forgets a conversation.
pub async fn delete(state: App, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let id = parse(&id)?;
    let gone = with_store(&state, move |store| store.delete(&id)).await?;
    if gone { Ok(StatusCode::NO_CONTENT) } else { Err(missing()) }
}

fn parse(id: &str) -> Result<SessionId, Problem> {
    SessionId::parse(id).ok_or_else(missing)
}

fn missing() -> Problem {
    Problem::new(Code::NOT_FOUND, "there is no such session; it may have ended")
}

async fn respond(state: &Arc<State>, id: &SessionId, session: Session) -> Result<SessionResponse, Problem> {
    let evidence: Vec<EvidenceItem> =
        session.answers.into_iter().map(|(id, choice_id)| EvidenceItem { id, choice_id }).collect();
    let request = DiagnosisRequest {
        network: Some(session.network),
        evidence: evidence.clone(),
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
        evidence,
        age: session.person.age,
        sex: session.person.sex,
        expires: session.expires,
        diagnosis,
    })
}

/// Runs a blocking call to the store where it may block.
async fn with_store<T: Send + 'static>(
    state: &Arc<State>,
    call: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Problem> {
    let store = Arc::clone(&state.sessions);
    let unavailable = |detail: String| Problem::new(Code::SESSIONS_UNAVAILABLE, detail).retry_after(1);
    match tokio::task::spawn_blocking(move || call(&*store)).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => {
            tracing::error!(%error, "session store");
            Err(unavailable("the session store failed; nothing was changed".to_owned()))
        }
        Err(_) => Err(unavailable("the session store failed".to_owned())),
    }
}
