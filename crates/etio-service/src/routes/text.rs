//! What people type: `POST /v1/parse` and `POST /v1/search`.

use axum::body::Body;
use axum::http::HeaderMap;
use axum::response::Response;
use etio::Budget;
use etio_bot::{Answer, Choice, Emergency, Person, Subject};
use serde::{Deserialize, Serialize};

use super::{App, answer};
use crate::callers::Caller;
use crate::diagnosis::implied;
use crate::problem::{Code, Problem};
use crate::state::State;

/// Maximum length of a text.
const LONGEST_TEXT: usize = 5_000;

/// `POST /v1/parse`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParseRequest {
    text: String,
    network: Option<String>,
}

/// What was understood.
#[derive(Serialize)]
pub struct ParseResponse {
    /// What needs help at once, by the words themselves.
    emergencies: Vec<Emergency>,
    mentions: Vec<MentionView>,
    not_understood: Vec<Span>,
    /// The answer that the text begins with: "no, but my head hurts".
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<Answer>,
    /// What it says of the person.
    #[serde(flatten)]
    person: Person,
    /// Whom it speaks of.
    subject: Subject,
}

#[derive(Serialize)]
struct MentionView {
    id: String,
    name: String,
    choice_id: Choice,
    start: usize,
    end: usize,
    /// The findings that this one, where present, says are present too.
    implies: Vec<String>,
}

#[derive(Serialize)]
struct Span {
    start: usize,
    end: usize,
    text: String,
}

/// Free text to findings.
pub async fn parse(state: App, caller: Caller, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    answer(&state, &caller, &headers, body, parsed).await
}

fn parsed(request: &ParseRequest, state: &State, budget: &Budget) -> Result<ParseResponse, Problem> {
    let served = state.network(request.network.as_deref())?;
    if request.text.chars().count() > LONGEST_TEXT {
        let problem = Problem::new(Code::INVALID_VALUE, "the text is too long");
        return Err(problem.at("text").allowed(format!("at most {LONGEST_TEXT} characters")));
    }
    let read = served.guide.understanding().read_within(&request.text, budget)?;
    let network = served.network();
    let mentions = read.mentions.iter().map(|m| MentionView {
        id: network.finding_id(m.finding).to_owned(),
        name: network.finding_name(m.finding).to_owned(),
        choice_id: m.choice,
        start: m.start,
        end: m.end,
        implies: implied(&served, m.finding),
    });
    let span = |&(start, end): &(usize, usize)| Span {
        start,
        end,
        text: request.text.chars().skip(start).take(end - start).collect(),
    };
    Ok(ParseResponse {
        emergencies: read.emergencies,
        mentions: mentions.collect(),
        not_understood: read.not_understood.iter().map(span).collect(),
        reply: read.reply,
        person: read.person,
        subject: read.subject,
    })
}

/// `POST /v1/search`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    phrase: String,
    network: Option<String>,
    top: Option<usize>,
}

/// Findings that match.
#[derive(Serialize)]
pub struct SearchResponse {
    findings: Vec<HitView>,
}

#[derive(Serialize)]
struct HitView {
    id: String,
    name: String,
    label: String,
    score: f64,
}

/// Finding names by what was typed.
pub async fn search(state: App, caller: Caller, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    answer(&state, &caller, &headers, body, searched).await
}

fn searched(request: &SearchRequest, state: &State, budget: &Budget) -> Result<SearchResponse, Problem> {
    let served = state.network(request.network.as_deref())?;
    if request.phrase.chars().count() > 200 {
        let problem = Problem::new(Code::INVALID_VALUE, "the phrase is too long");
        return Err(problem.at("phrase").allowed("at most 200 characters"));
    }
    let top = request.top.unwrap_or(8);
    if !(1..=100).contains(&top) {
        let problem = Problem::new(Code::INVALID_VALUE, "`top` is out of range");
        return Err(problem.at("top").given(top).allowed("1 to 100"));
    }
    let network = served.network();
    let hits = served.search.find(&request.phrase, top, budget)?.into_iter().map(|hit| HitView {
        id: network.finding_id(hit.finding).to_owned(),
        name: network.finding_name(hit.finding).to_owned(),
        label: hit.label,
        score: hit.score,
    });
    Ok(SearchResponse { findings: hits.collect() })
}
