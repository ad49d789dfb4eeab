//! The operations at each address: the table behind `paths`.

use serde_json::{Map, Value, json};

use super::draft::{Draft, Errors, Operation};
use super::schemas::Schemas;
use crate::ask::{
    Ask, ConversationRequest, DiagnosisRequest, ExplainRequest, ParseRequest, SearchRequest, SuggestRequest,
};
use crate::routes::batch::{BatchRequest, BatchResponse};
use crate::routes::catalog::{
    DiseasePage, DiseaseWithFindings, FindingPage, FindingWithDiseases, NetworkList, NetworkSummary,
};
use crate::routes::sessions::{CreateRequest, EvidenceRequest, SessionResponse, TurnsRequest};

/// The groups of operations.
pub(super) const TAGS: &[(&str, &str)] = &[
    (
        "Conversation",
        "A whole symptom interview: free text in, everything that a screen shows out. Nothing is kept.",
    ),
    ("Diagnosis", "Probabilities from findings that are present or absent."),
    ("Findings", "From words to findings, and from findings to others."),
    ("Networks", "What the served networks contain."),
    ("Sessions", "Conversations that the service keeps. They end by themselves."),
    ("Operation", "Health and metrics."),
];

/// Errors that requests may be answered with.
const ON_BODY: Errors = &[400, 401, 408, 413, 415, 422, 429, 500, 503];
const ON_SESSION: Errors = &[400, 401, 404, 408, 413, 415, 422, 429, 500, 503];
const ON_READING: Errors = &[401, 404, 429, 500, 503];
const ON_LIST: Errors = &[401, 404, 422, 429, 500, 503];

/// Every operation.
pub(super) fn operations(schemas: &Schemas) -> Vec<Operation> {
    let mut all = asked(schemas);
    all.push(batch(schemas));
    all.extend(networks(schemas));
    all.extend(sessions(schemas));
    all.extend(operation(schemas));
    all
}

/// Operations that are also open to the page.
fn asked(schemas: &Schemas) -> Vec<Operation> {
    vec![
        ask::<ConversationRequest>(
            schemas,
            "/v1/conversation",
            "converse",
            "Conversation",
            "Hold a conversation: returns everything a screen shows",
            &json!({ "turns": [
                { "kind": "said", "text": "I have had a fever of 39.5 for 8 days, no cough" },
                { "kind": "about", "age": 34, "sex": "female" },
                { "kind": "answered", "finding": "headache", "answer": "present" },
            ] }),
        ),
        ask::<DiagnosisRequest>(
            schemas,
            "/v1/diagnosis",
            "diagnose",
            "Diagnosis",
            "Compute how likely each disease is, given findings",
            &json!({ "evidence": evidence(), "age": 34, "sex": "female", "top": 3 }),
        ),
        ask::<ExplainRequest>(
            schemas,
            "/v1/explain",
            "explain",
            "Diagnosis",
            "Weigh the findings for and against a disease, and list competing diseases",
            &json!({ "target": "influenza", "evidence": evidence() }),
        ),
        ask::<ParseRequest>(
            schemas,
            "/v1/parse",
            "parse",
            "Findings",
            "Read findings from free text",
            &json!({ "text": "I have a fever since yesterday, but no runny nose." }),
        ),
        ask::<SearchRequest>(
            schemas,
            "/v1/search",
            "search",
            "Findings",
            "Find findings by prefix, synonym and near spelling",
            &json!({ "phrase": "feverich", "top": 3 }),
        ),
        ask::<SuggestRequest>(
            schemas,
            "/v1/suggest",
            "suggest",
            "Findings",
            "Suggest findings that often come with those observed",
            &json!({ "evidence": [{ "id": "fever", "choice_id": "present" }], "top": 5 }),
        ),
    ]
}

fn ask<R: Ask>(
    schemas: &Schemas,
    path: &'static str,
    id: &str,
    tag: &str,
    summary: &str,
    example: &Value,
) -> Operation {
    let draft = Draft::new(schemas, "post", path, id, tag, summary);
    draft.body::<R>(example).answer::<R::Answer>(200, "The answer").errors(ON_BODY).done()
}

fn evidence() -> Value {
    json!([
        { "id": "fever", "choice_id": "present" },
        { "id": "runny_nose", "choice_id": "absent" },
        { "id": "headache", "choice_id": "unknown" },
    ])
}

/// Lines are described in words only: the document cannot describe a stream of them, and generators
/// of client code stumble over a second content type.
fn batch(schemas: &Schemas) -> Operation {
    let about = "Up to 1000 requests in one document. For any number, send one `DiagnosisRequest` per line as \
        `application/x-ndjson`: each line is answered with one `BatchAnswer` per line, written as they are computed. \
        Answers come in the order of the requests. A request that cannot be answered gets an `error` in its place. \
        Each counts as one diagnosis, with a budget of its own.";
    let one = json!({ "evidence": [{ "id": "fever", "choice_id": "present" }], "top": 1 });
    let other = json!({ "evidence": evidence(), "top": 1 });
    Draft::new(schemas, "post", "/v1/batch", "diagnoseMany", "Diagnosis", "Run a batch of diagnoses")
        .about(about)
        .body::<BatchRequest>(&json!({ "requests": [one, other] }))
        .answer::<BatchResponse>(200, "The answers")
        .errors(ON_BODY)
        .done()
}

fn networks(schemas: &Schemas) -> Vec<Operation> {
    let get = |path, id, summary| Draft::new(schemas, "get", path, id, "Networks", summary);
    vec![
        get("/v1/networks", "listNetworks", "List the networks")
            .answer::<NetworkList>(200, "All of them")
            .errors(&[401, 429, 500, 503])
            .done(),
        get("/v1/networks/{name}", "readNetwork", "Describe a network")
            .answer::<NetworkSummary>(200, "The network")
            .errors(ON_READING)
            .done(),
        get("/v1/networks/{name}/findings", "listFindings", "List a network's findings, page by page")
            .paged()
            .answer::<FindingPage>(200, "A page")
            .errors(ON_LIST)
            .done(),
        get("/v1/networks/{name}/diseases", "listDiseases", "List a network's diseases, page by page")
            .paged()
            .answer::<DiseasePage>(200, "A page")
            .errors(ON_LIST)
            .done(),
        get(
            "/v1/networks/{name}/findings/{id}",
            "readFinding",
            "Describe a finding and the diseases that cause it",
        )
        .answer::<FindingWithDiseases>(200, "The finding")
        .errors(ON_READING)
        .done(),
        get(
            "/v1/networks/{name}/diseases/{id}",
            "readDisease",
            "Describe a disease and the findings it causes",
        )
        .answer::<DiseaseWithFindings>(200, "The disease")
        .errors(ON_READING)
        .done(),
    ]
}

fn sessions(schemas: &Schemas) -> Vec<Operation> {
    const TAG: &str = "Sessions";
    let draft = |method, path, id, summary| Draft::new(schemas, method, path, id, TAG, summary);
    let mut create = draft("post", "/v1/sessions", "createSession", "Create a stored session")
        .body::<CreateRequest>(
            &json!({ "age": 34, "sex": "female", "evidence": [{ "id": "fever", "choice_id": "present" }] }),
        )
        .answer::<SessionResponse>(201, "The session")
        .errors(ON_BODY)
        .done();
    let link = |id: &str| json!({ "operationId": id, "parameters": { "id": "$response.body#/id" } });
    let linked = ["readSession", "deleteSession", "appendTurns", "appendEvidence"];
    create.described["responses"]["201"]["links"] =
        linked.iter().map(|id| ((*id).to_owned(), link(id))).collect::<Map<_, _>>().into();
    let mut delete = draft("delete", "/v1/sessions/{id}", "deleteSession", "Forget a conversation")
        .errors(ON_READING)
        .done();
    delete.described["responses"]["204"] = json!({ "description": "Deleted" });
    vec![
        create,
        draft("get", "/v1/sessions/{id}", "readSession", "Read a conversation")
            .answer::<SessionResponse>(200, "The session")
            .errors(&[401, 404, 422, 429, 500, 503])
            .done(),
        delete,
        draft("post", "/v1/sessions/{id}/turns", "appendTurns", "Add turns")
            .body::<TurnsRequest>(
                &json!({ "turns": [{ "kind": "answered", "finding": "fever", "answer": "present" }] }),
            )
            .answer::<SessionResponse>(200, "The session")
            .errors(ON_SESSION)
            .done(),
        draft(
            "post",
            "/v1/sessions/{id}/evidence",
            "appendEvidence",
            "Add observations as turns; the last one about a finding counts",
        )
        .body::<EvidenceRequest>(&json!({ "evidence": evidence() }))
        .answer::<SessionResponse>(200, "The session")
        .errors(ON_SESSION)
        .done(),
    ]
}

fn operation(schemas: &Schemas) -> Vec<Operation> {
    let get = |path, id, summary| Draft::new(schemas, "get", path, id, "Operation", summary);
    vec![
        get("/healthz", "alive", "Check liveness").text("ok").done(),
        get("/readyz", "ready", "Ready for requests of every kind: not about to stop, the queue has room, the session store answers")
            .text("ready").errors(&[503]).done(),
        get("/readyz/compute", "readyToCompute", "Ready for requests without a session").text("ready").errors(&[503]).done(),
        get("/metrics", "metrics", "Prometheus metrics").text("Metrics").done(),
    ]
}
