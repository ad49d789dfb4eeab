//! The fifty cases over HTTP: see `tests/cases`. Same evidence, same posterior to the last digit as
//! the library.

#[path = "../../../tests/cases/mod.rs"]
mod cases;
mod common;

use etio::format::cases::{Age, Case};
use etio_case::{Person, Reader};
use etio_service::{Config, State};
use serde_json::{Value, json};

/// The request that says what a line says.
fn request(line: &Case, question: bool) -> Value {
    let mut evidence = Vec::new();
    for (ids, choice) in [(&line.present, "present"), (&line.absent, "absent"), (&line.unknown, "unknown")] {
        let asked = |id| line.asked.contains(id);
        evidence.extend(ids.iter().map(|id| json!({"id": id, "choice_id": choice, "asked": asked(id)})));
    }
    let mut body = json!({"evidence": evidence, "question": question, "top": cases::TOP});
    match &line.age {
        Some(Age::Years(years)) => body["age"] = json!(years),
        Some(Age::Text(text)) => body["age"] = json!(Person::parse_age(text).unwrap()),
        None => {}
    }
    if let Some(sex) = &line.sex {
        body["sex"] = json!(sex);
    }
    if let Some((id, factor)) = line.prior_factors.iter().next() {
        body["prior_factor"] = json!({"id": id, "factor": factor});
    }
    body
}

#[tokio::test]
async fn the_api_reads_every_case_as_the_library_does() {
    let config = Config { sessions: Some("memory".to_owned()), budget_ms: 60_000, ..Config::default() };
    let state = State::open(config, ("starter", cases::network)).unwrap();
    let reader = Reader::of(&cases::network().unwrap()).unwrap();
    for case in cases::known() {
        let expected = cases::outcome(&reader, &case.line);
        for question in [false, true] {
            let body = request(&case.line, question);
            let (status, answer, _) = common::send(&state, common::post("/v1/diagnosis", &body)).await;
            if let Some(error) = &expected.error {
                assert_eq!(
                    (status.as_u16(), answer["detail"].as_str()),
                    (422, Some(error.as_str())),
                    "{}",
                    case.id
                );
                continue;
            }
            assert_eq!(status, 200, "{}: {answer}", case.id);
            let (log_evidence, ranking) = cases::printed(&answer, "conditions", "id", "probability");
            assert_eq!(
                (Some(log_evidence), ranking),
                (expected.log_evidence, expected.ranking.clone()),
                "{}",
                case.id
            );
            let notes = answer["notes"].as_array().map(Vec::as_slice).unwrap_or_default();
            let notes: Vec<&str> = notes.iter().map(|note| note["text"].as_str().unwrap()).collect();
            assert_eq!(notes, expected.notes, "{}", case.id);
        }
    }
}

/// Age and sex make some diseases impossible; those must not be what the question is to sort out.
#[tokio::test]
async fn with_age_and_sex_the_first_question_is_worth_asking() {
    let config = Config { sessions: Some("memory".to_owned()), budget_ms: 60_000, ..Config::default() };
    let state = State::open(config, ("starter", cases::network)).unwrap();
    for person in [json!({}), json!({"sex": "male"}), json!({"age": 34}), json!({"age": 70, "sex": "female"})]
    {
        let mut body = person.clone();
        body["question"] = true.into();
        let (_, answer, _) = common::send(&state, common::post("/v1/diagnosis", &body)).await;
        assert!(answer["question"]["gain"].as_f64().unwrap() > 1e-6, "{person}: {}", answer["question"]);
    }
    let with_factor = json!({"question": true, "evidence": [{"id": "cough", "choice_id": "present"}],
        "prior_factor": {"id": "tuberculosis", "factor": 1000}});
    let (_, answer, _) = common::send(&state, common::post("/v1/diagnosis", &with_factor)).await;
    assert_eq!(answer["conditions"][0]["id"], "tuberculosis");
    assert!(answer["question"].is_object());
}
