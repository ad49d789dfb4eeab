//! The service as a client sees it: every address over real HTTP bodies, every error from the table.

mod common;

use axum::body::Body;
use axum::http::Request;
use common::{get, network, post, raw, send, service};
use etio::format::folder;
use etio::{Hybrid, Method, Order, Scheme, Solver};
use etio_service::{Config, Reload, serve};
use serde_json::{Value, json};

/// A request without the question, by a method that needs no planner.
fn plain(evidence: &Value) -> Value {
    json!({ "evidence": evidence, "method": "explained-sets", "question": false })
}

#[tokio::test]
async fn a_diagnosis_ranks_conditions_and_says_how_sure_it_is() {
    let state = service(Config::default());
    let evidence =
        json!([{ "id": "fever", "choice_id": "present" }, { "id": "sneeze", "choice_id": "absent" }]);
    let (status, body, headers) = send(&state, post("/v1/diagnosis", &plain(&evidence))).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["conditions"][0]["id"], "flu");
    assert_eq!(body["conditions"][0]["triage"], "see_doctor");
    assert_eq!(body["exactness"], "exact");
    assert_eq!(body["method"], "explained-sets");
    assert!(body["log_evidence"].as_f64().is_some_and(|l| l < 0.0));
    assert_eq!(body["should_stop"], false);
    assert_eq!(headers["x-content-type-options"], "nosniff");
    assert_eq!(headers["cache-control"], "no-store");
    assert!(headers["content-security-policy"].to_str().is_ok_and(|v| v.contains("frame-ancestors 'none'")));
}

#[tokio::test]
async fn the_document_and_errors_name_every_method() {
    let state = service(Config::default());
    let (_, document, _) = send(&state, get("/openapi.json")).await;
    let list = |names: Vec<&str>| format!("`{}`", names.join("`, `"));
    let hybrid: Method = Hybrid::EXAMPLE.parse().expect("a hybrid");
    let mut lines = vec![format!("How to compute the answer; `{}` if omitted.\n", Method::default())];
    lines.extend(Method::PLAIN.iter().map(|method| format!("- `{method}`: {}", method.summary())));
    lines.push(format!("- `{}`, such as `{hybrid}`: {}", Hybrid::FORM, hybrid.summary()));
    lines.push(format!("  - SCHEME: {}", list(Scheme::ALL.iter().map(|s| s.as_str()).collect())));
    lines.push(format!("  - SOLVER: {}", list(Solver::ALL.iter().map(|s| s.as_str()).collect())));
    lines.push(format!("  - ORDER: {}", list(Order::ALL.iter().map(|o| o.as_str()).collect())));
    let expected = lines.join("\n");
    for request in ["DiagnosisRequest", "ExplainRequest"] {
        let described = &document["components"]["schemas"][request]["properties"]["method"]["description"];
        assert_eq!(described.as_str(), Some(expected.as_str()), "{request} in openapi.json");
    }
    let (status, body, _) = send(&state, post("/v1/diagnosis", &json!({ "method": "quikscore" }))).await;
    assert_eq!((status.as_u16(), &body["field"]), (422, &json!("method")), "{body}");
    assert_eq!(body["allowed"], Method::spellings());
    assert!(
        body["detail"].as_str().is_some_and(|text| text.contains("did you mean `quickscore`?")),
        "{body}"
    );
}

#[tokio::test]
async fn a_bound_that_is_only_estimated_says_so() {
    let state = service(Config::default());
    let evidence = json!([{ "id": "fever", "choice_id": "present" }]);
    for (method, certified) in [("elimination", None), ("quickscore", Some(&json!(false)))] {
        let request = json!({ "evidence": evidence, "method": method, "question": false });
        let (_, body, _) = send(&state, post("/v1/diagnosis", &request)).await;
        assert_eq!((&body["exactness"], body.get("certified")), (&json!("exact"), certified), "{body}");
        let request = json!({ "evidence": evidence, "method": method, "target": "flu" });
        let (_, body, _) = send(&state, post("/v1/explain", &request)).await;
        assert_eq!((&body["exactness"], body.get("certified")), (&json!("exact"), certified), "{body}");
    }
}

#[tokio::test]
async fn unknown_changes_no_probability() {
    let state = service(Config::default());
    let ask = async |evidence: Value| {
        send(&state, post("/v1/diagnosis", &plain(&evidence))).await.1["conditions"].clone()
    };
    let without = ask(json!([{ "id": "fever", "choice_id": "present" }])).await;
    let with =
        ask(json!([{ "id": "fever", "choice_id": "present" }, { "id": "cough", "choice_id": "unknown" }]))
            .await;
    assert_eq!(without, with);
}

#[tokio::test]
async fn a_question_is_asked_where_the_network_has_words_for_it() {
    let state = service(Config::default());
    let request =
        json!({ "evidence": [{ "id": "cough", "choice_id": "present" }], "method": "explained-sets" });
    let (status, body, _) = send(&state, post("/v1/diagnosis", &request)).await;
    assert_eq!(status, 200, "{body}");
    assert!(body["question"]["text"].as_str().is_some_and(|t| t.starts_with("Do you")), "{body}");
}

#[tokio::test]
async fn red_flags_are_raised() {
    let state = service(Config::default());
    let evidence =
        json!([{ "id": "high_fever", "choice_id": "present" }, { "id": "cough", "choice_id": "present" }]);
    let (_, body, _) = send(&state, post("/v1/diagnosis", &plain(&evidence))).await;
    assert_eq!(body["red_flags"][0]["id"], "hot");
}

#[tokio::test]
async fn a_bad_request_says_which_field_which_value_and_what_is_allowed() {
    let state = service(Config::default());
    for (body, status, field, part) in [
        (json!({ "evidence": [{ "id": "fevr", "choice_id": "present" }] }), 422, "evidence[0].id", "fevr"),
        (json!({ "evidence": [{ "id": "fever", "choice_id": "yes" }] }), 400, "evidence[0].choice_id", "yes"),
        (json!({ "evidence": [], "method": "quikscore" }), 422, "method", "quickscore"),
        (json!({ "evidence": [], "network": "nope" }), 422, "network", "nope"),
        (json!({ "evidence": [], "age": 200 }), 422, "age", "200"),
        (json!({ "evidence": [], "top": 0 }), 422, "top", "0"),
        (json!({ "evidense": [] }), 400, "evidense", "unknown field"),
        (
            json!({ "evidence": [{ "id": "fever", "choice_id": "present" }, { "id": "fever", "choice_id": "absent" }] }),
            422,
            "evidence[1]",
            "both present and absent",
        ),
    ] {
        let (got, problem, headers) = send(&state, post("/v1/diagnosis", &body)).await;
        assert_eq!(got.as_u16(), status, "{body} {problem}");
        assert_eq!(problem["field"], field, "{problem}");
        assert!(problem.to_string().contains(part), "{problem}");
        assert_eq!(headers["content-type"], "application/problem+json");
    }
}

#[tokio::test]
async fn an_explanation_weighs_each_finding_and_names_rivals() {
    let state = service(Config::default());
    let evidence =
        json!([{ "id": "cough", "choice_id": "present" }, { "id": "sneeze", "choice_id": "absent" }]);
    let request = json!({ "target": "flu", "evidence": evidence, "method": "explained-sets" });
    let (status, body, _) = send(&state, post("/v1/explain", &request)).await;
    assert_eq!(status, 200, "{body}");
    let weight = |id: &str| {
        let list = body["findings"].as_array().expect("findings");
        list.iter().find(|f| f["id"] == id).and_then(|f| f["weight"].as_f64()).expect("a weight")
    };
    assert!(weight("cough") > 0.0 && weight("sneeze") > 0.0, "no sneezing rules out the cold: {body}");
    assert_eq!(body["rivals"][0]["id"], "cold");
    assert_eq!(send(&state, post("/v1/explain", &json!({ "target": "x" }))).await.0, 422);
}

#[tokio::test]
async fn a_prior_can_be_doubted() {
    let state = service(Config::default());
    let with = async |factor: f64| {
        let request = json!({
            "evidence": [{ "id": "cough", "choice_id": "present" }], "method": "explained-sets",
            "prior_factor": { "id": "flu", "factor": factor },
        });
        let (_, body, _) = send(&state, post("/v1/diagnosis", &request)).await;
        let list = body["conditions"].as_array().expect("conditions").clone();
        list.iter().find(|c| c["id"] == "flu").and_then(|c| c["probability"].as_f64()).expect("flu")
    };
    assert!(with(10.0).await > with(1.0).await && with(1.0).await > with(0.1).await);
}

/// The contract of the samplers, with the question and without: the seed repeats an answer.
#[tokio::test]
async fn samples_are_drawn_as_asked() {
    let state = service(Config::default());
    let ask = async |sampling: Value, method: &str, question: bool| {
        let request = json!({
            "evidence": [{ "id": "cough", "choice_id": "present" }], "method": method, "question": question,
            "sampling": sampling,
        });
        let (status, body, _) = send(&state, post("/v1/diagnosis", &request)).await;
        (status.as_u16(), body)
    };
    for question in [false, true] {
        for method in ["likelihood-weighting", "importance"] {
            let mut answers = Vec::new();
            for seed in [3, 3, 4] {
                let (status, body) = ask(json!({ "seed": seed, "samples": 700 }), method, question).await;
                assert_eq!(
                    (status, &body["samples"], &body["seed"]),
                    (200, &700.into(), &seed.into()),
                    "{body}"
                );
                answers.push(body["conditions"].clone());
            }
            assert_eq!(answers[0], answers[1]);
            assert_ne!(answers[0], answers[2]);
            let (_, body) = ask(Value::Null, method, question).await;
            assert_eq!(
                (&body["samples"], &body["seed"]),
                (&10_000.into(), &0.into()),
                "the default again: {body}"
            );
            let (_, body) = ask(json!({ "standard_error": 0.002 }), method, question).await;
            assert!(body["standard_error"].as_f64().is_some_and(|error| error <= 0.002), "{body}");
        }
    }
    for (sampling, method, field, part) in [
        (json!({ "samples": 0 }), "importance", "sampling.samples", "1 to 1000000"),
        (json!({ "samples": 1_000_001 }), "importance", "sampling.samples", "1 to 1000000"),
        (json!({ "standard_error": 0 }), "importance", "sampling.standard_error", "0.000001 to 1"),
        (json!({ "seed": 1 }), "auto", "sampling", "draws no samples"),
    ] {
        let (status, problem) = ask(sampling, method, false).await;
        assert_eq!((status, &problem["field"]), (422, &field.into()), "{problem}");
        assert!(problem.to_string().contains(part), "{problem}");
    }
}

#[tokio::test]
async fn intervals_can_be_asked_for() {
    let state = service(Config::default());
    let evidence = json!([{ "id": "cough", "choice_id": "present" }]);
    let ask = async |more: Value| {
        let mut request = json!({ "evidence": evidence, "method": "bounds" });
        request.as_object_mut().expect("members").extend(more.as_object().expect("members").clone());
        let (status, body, _) = send(&state, post("/v1/diagnosis", &request)).await;
        (status.as_u16(), body)
    };
    let (status, body) = ask(json!({ "within": 0.5, "until": "ranked", "priors_within": 2 })).await;
    assert_eq!((status, &body["exactness"]), (200, &json!("bounds")), "{body}");
    assert!(body.get("question").is_none(), "{body}");
    for condition in body["conditions"].as_array().expect("conditions") {
        let ends = |name: &str| [0, 1].map(|end| condition[name][end].as_f64().expect("an end"));
        let (own, all) = (ends("own_prior"), ends("all_priors_at_least"));
        let (lower, upper) = (condition["lower"].as_f64(), condition["upper"].as_f64());
        assert!(Some(own[0]) < lower && Some(own[1]) > upper, "{condition}");
        assert!(all[0] <= own[1] && all[1] >= own[0], "{condition}");
    }
    let (_, body) = ask(json!({ "method": "loopy-bp", "priors_within": 2 })).await;
    assert!(body["conditions"][0].get("own_prior").is_none(), "an estimate proves nothing: {body}");
    for (field, value) in [
        ("within", json!(0)),
        ("within", json!(2)),
        ("priors_within", json!(1)),
        ("priors_within", json!(-3)),
        ("until", json!("always")),
    ] {
        let (status, body) = ask(json!({ field: value })).await;
        assert!(matches!(status, 400 | 422), "{field} {value}: {body}");
    }
    let (status, body) = ask(json!({ "question": true, "within": 0.1 })).await;
    assert_eq!((status, &body["field"]), (422, &json!("question")), "{body}");
}

#[tokio::test]
async fn an_answer_to_a_question_weighs_less_and_alike_everywhere() {
    let state = service(Config::default());
    let flu = async |asked: bool, question: bool| {
        let request = json!({
            "evidence": [{ "id": "cough", "choice_id": "present", "asked": asked }], "question": question,
        });
        let (_, body, _) = send(&state, post("/v1/diagnosis", &request)).await;
        let list = body["conditions"].as_array().expect("conditions").clone();
        list.iter().find(|c| c["id"] == "flu").and_then(|c| c["probability"].as_f64()).expect("flu")
    };
    assert!(flu(true, true).await < flu(false, true).await);
    for asked in [true, false] {
        assert!((flu(asked, true).await - flu(asked, false).await).abs() < 1e-12);
    }
    let request =
        json!({ "target": "flu", "evidence": [{ "id": "cough", "choice_id": "present", "asked": true }] });
    let (_, body, _) = send(&state, post("/v1/explain", &request)).await;
    assert_eq!(
        body["target"]["probability"].as_f64().map(|p| (p * 1e9).round()),
        Some((flu(true, true).await * 1e9).round())
    );
}

#[tokio::test]
async fn a_problem_repeats_little_of_what_was_sent() {
    let state = service(Config::default());
    let long = "é".repeat(50_000);
    for (path, body) in [
        ("/v1/diagnosis", json!({ &long: 1 })),
        ("/v1/diagnosis", json!({ "method": long })),
        ("/v1/diagnosis", json!({ "network": long })),
        ("/v1/diagnosis", json!({ "evidence": [{ "id": long, "choice_id": "present" }] })),
        ("/v1/diagnosis", json!({ "evidence": [{ "id": "fever", "choice_id": long }] })),
        ("/v1/explain", json!({ "target": long })),
        ("/v1/conversation", json!({ "turns": [{ "kind": "told", "finding": long, "answer": "present" }] })),
        ("/v1/conversation", json!({ "turns": [{ "kind": long }] })),
        ("/v1/conversation", json!({ "language": long })),
        ("/v1/conversation", json!({ "explain": { "id": long } })),
    ] {
        let (status, problem, _) = send(&state, post(path, &body)).await;
        let repeated = problem.to_string().matches('é').count();
        assert!(status.is_client_error() && repeated <= 1200, "{path}: {status}, {repeated} characters");
    }
}

#[tokio::test]
async fn hostile_bodies_are_refused() {
    let state = service(Config::default());
    let deep = "[".repeat(100_000);
    let many = json!({ "evidence": vec![json!({ "id": "fever", "choice_id": "present" }); 600] }).to_string();
    let huge =
        format!("{{\"evidence\":[{}]}}", "{\"id\":\"fever\",\"choice_id\":\"present\"},".repeat(100_000));
    for (content_type, body, status) in [
        ("application/json", deep, 400),
        ("application/json", many, 422),
        ("application/json", huge, 413),
        ("text/plain", "{}".to_owned(), 415),
        ("application/json", "{\"evidence\":[],\"evidence\":[]}".to_owned(), 400),
        ("application/json", String::new(), 400),
        ("application/json", "{} trailing".to_owned(), 400),
        ("application/json", "\u{0}".to_owned(), 400),
    ] {
        let start: String = body.chars().take(40).collect();
        let (got, problem, _) = send(&state, raw("/v1/diagnosis", content_type, body)).await;
        assert_eq!(got.as_u16(), status, "{start}: {problem}");
    }
}

#[tokio::test]
async fn a_batch_answers_line_by_line_with_errors_in_place() {
    let state = service(Config::default());
    let good = plain(&json!([{ "id": "fever", "choice_id": "present" }]));
    let body = format!("{good}\n{{oops\n\n{good}\n{}", "x".repeat(70_000));
    let (status, text, _) = send(&state, raw("/v1/batch", "application/x-ndjson", body)).await;
    assert_eq!(status, 200);
    let lines: Vec<Value> =
        text.as_str().expect("lines").lines().map(|l| serde_json::from_str(l).expect("json")).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["conditions"], lines[2]["conditions"]);
    assert_eq!(lines[1]["error"]["code"], "bad-request");
    assert_eq!(lines[3]["error"]["code"], "body-too-large");
}

#[tokio::test]
async fn a_batch_in_one_document_answers_in_order_with_errors_in_place() {
    let state = service(Config::default());
    let good = plain(&json!([{ "id": "fever", "choice_id": "present" }]));
    let bad = plain(&json!([{ "id": "fevr", "choice_id": "present" }]));
    let (status, body, headers) =
        send(&state, post("/v1/batch", &json!({ "requests": [good, bad, good] }))).await;
    assert_eq!(
        (status.as_u16(), &headers["content-type"]),
        (200, &"application/json".parse().expect("text"))
    );
    let answers = body["answers"].as_array().expect("answers");
    assert_eq!(answers.len(), 3, "{body}");
    assert_eq!(answers[0]["conditions"], answers[2]["conditions"]);
    assert_eq!(answers[1]["error"]["field"], "evidence[0].id", "{body}");
    let (_, body, _) = send(&state, post("/v1/batch", &json!({ "requests": [] }))).await;
    assert_eq!(body, json!({ "answers": [] }));
    for (bad, status, field) in [
        (json!({ "requests": [{ "top": "ten" }] }), 400, json!("requests[0].top")),
        (json!({ "requests": vec![json!({}); 1001] }), 422, json!("requests")),
    ] {
        let (got, problem, _) = send(&state, post("/v1/batch", &bad)).await;
        assert_eq!((got.as_u16(), &problem["field"]), (status, &field), "{problem}");
    }
}

#[tokio::test]
async fn findings_that_come_with_others_are_suggested() {
    let state = service(Config::default());
    let suggest = async |evidence: Value| {
        let (status, body, _) = send(&state, post("/v1/suggest", &json!({ "evidence": evidence }))).await;
        assert_eq!(status, 200, "{body}");
        body["findings"].as_array().expect("findings").clone()
    };
    let ids =
        |list: &[Value]| list.iter().map(|s| s["id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>();
    let with_fever = suggest(json!([{ "id": "fever", "choice_id": "present" }])).await;
    // Only influenza causes fever, and with it a high one and a cough; a cold and its sneezing are
    // as likely as ever.
    assert_eq!(ids(&with_fever), ["high_fever", "cough"], "{with_fever:?}");
    let known = json!([{ "id": "fever", "choice_id": "present" }, { "id": "cough", "choice_id": "absent" }]);
    assert_eq!(ids(&suggest(known).await), ["high_fever"], "what is known is not suggested");
    assert!(suggest(json!([{ "id": "cough", "choice_id": "absent" }])).await.is_empty());
    assert!(suggest(json!([])).await.is_empty());
    // Exactly what the engine says.
    let flu = |fever: f64| 0.01 * (1.0 - (1.0 - fever) * 0.98);
    let posterior = flu(0.9) / (flu(0.9) + 0.99 * 0.02);
    let cough = |flu: f64, cold: f64| 1.0 - 0.95 * (1.0 - 0.8 * flu) * (1.0 - 0.6 * cold);
    for (name, expected) in [("probability", cough(posterior, 0.05)), ("usual", cough(0.01, 0.05))] {
        let told = with_fever[1][name].as_f64().expect("a number");
        assert!((told - expected).abs() < 1e-9, "{name}: {told} is not {expected}");
    }
    let (status, problem, _) = send(&state, post("/v1/suggest", &json!({ "top": 51 }))).await;
    assert_eq!((status.as_u16(), &problem["field"]), (422, &json!("top")));
}

#[tokio::test]
async fn lists_are_paged() {
    let state = service(Config::default());
    let (_, all, _) = send(&state, get("/v1/networks/test/findings")).await;
    assert_eq!((&all["total"], all.get("next_offset")), (&json!(4), None), "{all}");
    assert_eq!(all["findings"][0]["question"], "Do you have a fever?");
    let mut seen = Vec::new();
    let mut next = Some(0);
    while let Some(offset) = next {
        let path = format!("/v1/networks/test/findings?limit=3&offset={offset}");
        let (status, page, _) = send(&state, get(&path)).await;
        assert_eq!(status, 200, "{page}");
        seen.extend(page["findings"].as_array().expect("findings").clone());
        next = page["next_offset"].as_u64();
    }
    assert_eq!(json!(seen), all["findings"]);
    let (_, page, _) = send(&state, get("/v1/networks/test/diseases?offset=1")).await;
    assert_eq!((&page["diseases"][0]["id"], &page["total"]), (&json!("cold"), &json!(2)));
    let (_, beyond, _) = send(&state, get("/v1/networks/test/diseases?offset=9")).await;
    assert_eq!((&beyond["diseases"], beyond.get("next_offset")), (&json!([]), None));
    for (path, status) in [
        ("/v1/networks/test/findings?limit=0", 422),
        ("/v1/networks/test/findings?limit=1001", 422),
        ("/v1/networks/test/diseases?page=2", 422),
        ("/v1/networks/x/diseases", 404),
    ] {
        assert_eq!(send(&state, get(path)).await.0, status, "{path}");
    }
}

#[tokio::test]
async fn text_and_search() {
    let state = service(Config::default());
    let (_, body, _) =
        send(&state, post("/v1/parse", &json!({ "text": "I am feverish, no cough. Purple moon." }))).await;
    let mentions = body["mentions"].as_array().expect("mentions");
    assert_eq!((&mentions[0]["id"], &mentions[0]["choice_id"]), (&json!("fever"), &json!("present")));
    assert_eq!((&mentions[1]["id"], &mentions[1]["choice_id"]), (&json!("cough"), &json!("absent")));
    assert_eq!(body["not_understood"][0]["text"], "Purple moon");
    let (_, body, _) = send(&state, post("/v1/search", &json!({ "phrase": "feverich" }))).await;
    assert_eq!(body["findings"][0]["id"], "fever");
}

#[tokio::test]
async fn networks_can_be_looked_into() {
    let state = service(Config::default());
    let (_, body, _) = send(&state, get("/v1/networks")).await;
    assert_eq!(body["networks"][0]["diseases"], 2);
    let (_, body, _) = send(&state, get("/v1/networks/test/findings/fever")).await;
    assert_eq!(body["diseases"][0]["source"], "textbook");
    let (_, body, _) = send(&state, get("/v1/networks/test/diseases/cold")).await;
    assert_eq!(body["findings"][0]["id"], "sneeze");
    for missing in ["/v1/networks/x", "/v1/networks/test/findings/x", "/v1/networks/test/diseases/x", "/x"] {
        let (status, problem, _) = send(&state, get(missing)).await;
        assert_eq!((status.as_u16(), &problem["code"]), (404, &json!("not-found")), "{missing}");
    }
    assert_eq!(send(&state, get("/v1/diagnosis")).await.0, 405);
}

#[tokio::test]
async fn a_session_is_created_added_to_read_and_deleted() {
    let state = service(Config::default());
    let (status, body, _) = send(&state, post("/v1/sessions", &json!({ "age": 30, "sex": "female" }))).await;
    assert_eq!(status, 201, "{body}");
    let id = body["id"].as_str().expect("an id").to_owned();
    let more = json!({ "evidence": [{ "id": "fever", "choice_id": "present" }] });
    let (status, body, _) = send(&state, post(&format!("/v1/sessions/{id}/evidence"), &more)).await;
    assert_eq!(status, 200, "{body}");
    let changed = json!({ "evidence": [{ "id": "fever", "choice_id": "absent" }] });
    let (_, body, _) = send(&state, post(&format!("/v1/sessions/{id}/evidence"), &changed)).await;
    assert_eq!(body["evidence"], changed["evidence"], "the last answer counts");
    let (status, _, _) = send(
        &state,
        post(
            &format!("/v1/sessions/{id}/evidence"),
            &json!({ "evidence": [{ "id": "x", "choice_id": "absent" }] }),
        ),
    )
    .await;
    assert_eq!(status, 422);
    let (_, body, _) = send(&state, get(&format!("/v1/sessions/{id}"))).await;
    assert_eq!(body["evidence"], changed["evidence"], "a refused answer changed nothing");
    let delete = || Request::delete(format!("/v1/sessions/{id}")).body(Body::empty()).expect("a request");
    assert_eq!(send(&state, delete()).await.0, 204);
    assert_eq!(send(&state, delete()).await.0, 404);
    assert_eq!(send(&state, get("/v1/sessions/nonsense")).await.0, 404);
}

#[tokio::test]
async fn a_session_keeps_turns_and_accepts_a_denial() {
    let state = service(Config::default());
    let said = json!({ "turns": [{ "kind": "said", "text": "very hot" }] });
    let (status, body, _) = send(&state, post("/v1/sessions", &said)).await;
    assert_eq!((status.as_u16(), &body["turns"]), (201, &said["turns"]), "{body}");
    let id = body["id"].as_str().expect("an id").to_owned();
    let denied = json!({ "turns": [{ "kind": "answered", "finding": "fever", "answer": "absent" }] });
    let (status, body, _) = send(&state, post(&format!("/v1/sessions/{id}/turns"), &denied)).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["evidence"], json!([{ "id": "fever", "choice_id": "absent", "asked": true }]));
    assert!(body["view"]["notes"][0].as_str().is_some_and(|note| note.contains("high fever")), "{body}");
    let bad = json!({ "turns": [{ "kind": "taken_back", "turn": 9 }] });
    let (status, problem, _) = send(&state, post(&format!("/v1/sessions/{id}/turns"), &bad)).await;
    assert_eq!((status.as_u16(), &problem["field"]), (422, &json!("turns[0].turn")), "{problem}");
    let back = json!({ "turns": [{ "kind": "taken_back", "turn": 1 }] });
    send(&state, post(&format!("/v1/sessions/{id}/turns"), &back)).await;
    let (_, body, _) = send(&state, get(&format!("/v1/sessions/{id}"))).await;
    assert_eq!(body["view"]["known"]["chips"][0]["id"], "high_fever", "as if it had never been said");
    assert_eq!(body["turns"].as_array().map(Vec::len), Some(3), "a refused turn is not kept");
}

#[tokio::test]
async fn a_conversation_means_what_its_statements_mean() {
    let state = service(Config::default());
    let turns = json!([
        { "kind": "told", "finding": "high_fever", "answer": "present" },
        { "kind": "answered", "finding": "cough", "answer": "absent" },
        { "kind": "about", "age": 30 },
    ]);
    let (status, view, _) =
        send(&state, post("/v1/conversation", &json!({ "turns": turns, "top": 2 }))).await;
    assert_eq!(status, 200, "{view}");
    let evidence = json!([
        { "id": "high_fever", "choice_id": "present" }, { "id": "cough", "choice_id": "absent", "asked": true },
    ]);
    let (_, body, _) = send(&state, post("/v1/diagnosis", &json!({ "evidence": evidence, "age": 30 }))).await;
    assert_eq!(
        view["result"]["causes"][0]["posterior"], body["conditions"][0]["probability"],
        "to the last digit"
    );
    assert_eq!(view["question"]["id"], body["question"]["id"]);
    assert_eq!(view["question"]["gain"], body["question"]["gain"]);
}

#[tokio::test]
async fn hostile_conversations_are_refused() {
    let state = service(Config::default());
    let said = |text: String| json!({ "turns": [{ "kind": "said", "text": text }] });
    for (body, status, field) in [
        (said("x".repeat(5001)), 422, "turns[0].text"),
        (json!({ "turns": vec![json!({ "kind": "finished" }); 501] }), 422, "turns"),
        (json!({ "turns": [{ "kind": "about", "age": 131 }] }), 422, "turns[0].age"),
        (json!({ "turns": [{ "kind": "shouted" }] }), 400, "turns[0].kind"),
        (json!({ "turns": [{ "kind": "about", "age": [] }] }), 400, "turns[0]"),
        (json!({ "explain": { "id": "flu", "factor": 0 } }), 422, "explain.factor"),
        (json!({ "explain": { "id": "measles" } }), 422, "explain.id"),
        (json!({ "top": 0 }), 422, "top"),
        (json!({ "turn": [] }), 400, "turn"),
    ] {
        let (got, problem, _) = send(&state, post("/v1/conversation", &body)).await;
        assert_eq!(got.as_u16(), status, "{problem}");
        assert!(problem["field"].as_str().is_some_and(|at| at.starts_with(field)), "{field}: {problem}");
    }
}

#[tokio::test]
async fn keys_are_needed_where_they_are_set_and_health_is_open() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("keys");
    // The SHA-256 of "secret".
    std::fs::write(&file, "me 2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b\n")
        .expect("written");
    let state = service(Config { api_keys: Some(file), ..Config::default() });
    assert_eq!(send(&state, get("/v1/networks")).await.0, 401);
    let with_key =
        Request::get("/v1/networks").header("x-api-key", "secret").body(Body::empty()).expect("a request");
    assert_eq!(send(&state, with_key).await.0, 200);
    assert_eq!(send(&state, get("/healthz")).await.0, 200);
    assert_eq!(send(&state, get("/readyz")).await.0, 200);
}

#[tokio::test]
async fn a_changed_network_file_is_swapped_in_and_a_bad_one_is_not() {
    let dir = tempfile::tempdir().expect("a folder");
    let write = |prior: &str| {
        folder::write(&network().expect("a network"), dir.path()).expect("written");
        std::fs::write(
            dir.path().join("diseases.csv"),
            format!("id,name,prior\nflu,Flu,{prior}\ncold,Cold,0.1\n"),
        )
        .expect("written");
    };
    write("0.01");
    let state =
        service(Config { networks: vec![format!("n={}", dir.path().display())], ..Config::default() });
    let version = || state.registry.get(None).expect("a network").version.clone();
    let first = version();
    assert!(state.registry.reload(Reload::Changed).is_empty(), "nothing changed");
    write("0.025");
    assert!(state.registry.reload(Reload::Changed).iter().all(Result::is_ok));
    let second = version();
    assert_ne!(first, second);
    write("2");
    assert!(state.registry.reload(Reload::Changed)[0].is_err());
    assert_eq!(version(), second, "the old one is kept");
}

#[tokio::test]
async fn metrics_count_by_route_and_never_by_what_was_said() {
    let state = service(Config::default());
    send(&state, get("/v1/networks/test/findings/fever")).await;
    let (_, body, _) = send(&state, get("/metrics")).await;
    let text = body.as_str().expect("text");
    assert!(text.contains("etio_request_seconds_bucket"), "{text}");
    assert!(text.contains("/v1/networks/{name}/findings/{id}"));
    assert!(!text.contains("findings/fever"));
}

#[tokio::test]
async fn an_address_that_is_not_utf8_is_answered_by_a_problem() {
    let state = service(Config::default());
    for path in ["/v1/networks/%FF", "/v1/networks/test/findings/%FF", "/v1/sessions/%FF", "/web/%FF"] {
        let (status, body, headers) = send(&state, get(path)).await;
        assert_eq!((status.as_u16(), &body["code"]), (404, &json!("not-found")), "{path}: {body}");
        assert_eq!(headers["content-type"], "application/problem+json", "{path}");
    }
}

#[tokio::test]
async fn a_body_that_is_announced_too_large_is_not_waited_for() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let listen = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let state = service(Config { listen, ..Config::default() });
    let (ready, is_ready) = tokio::sync::oneshot::channel();
    let server = tokio::spawn(serve(state, |address| ready.send(address).expect("awaited")));
    let mut stream =
        tokio::net::TcpStream::connect(is_ready.await.expect("it listens")).await.expect("connected");
    let head = "POST /v1/diagnosis HTTP/1.1\r\nhost: etio\r\ncontent-type: application/json\r\n\
        content-length: 1000000000000\r\nexpect: 100-continue\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.expect("answered");
    assert_eq!(&status, b"HTTP/1.1 413", "and neither 100 nor, much later, 408");
    server.abort();
}

#[tokio::test]
async fn a_body_is_an_object_and_not_compressed() {
    let state = service(Config::default());
    let routes = ["conversation", "diagnosis", "explain", "parse", "search", "suggest", "batch", "sessions"];
    for path in routes.map(|route| format!("/v1/{route}")) {
        for body in ["[]", " [[],null,null,null,null,null]", "null", "\"x\"", "1"] {
            let (status, body, _) = send(&state, raw(&path, "application/json", body)).await;
            assert_eq!((status.as_u16(), &body["allowed"]), (400, &json!("a JSON object")), "{path}: {body}");
            assert!(body["detail"].as_str().is_some_and(|detail| !detail.contains("struct")), "{body}");
        }
        let (_, body, _) = send(&state, raw(&path, "application/json", "{")).await;
        assert_eq!((&body["code"], body.get("field")), (&json!("bad-request"), None), "{path}: {body}");
        let mut compressed = raw(&path, "application/json", "{}");
        compressed.headers_mut().insert("content-encoding", "gzip".parse().expect("a value"));
        let (status, body, _) = send(&state, compressed).await;
        assert_eq!((status.as_u16(), &body["field"]), (415, &json!("content-encoding")), "{path}: {body}");
    }
}

#[tokio::test]
async fn an_error_in_a_session_names_the_member_that_was_sent() {
    let state = service(Config::default());
    let evidence =
        json!([{ "id": "cough", "choice_id": "present" }, { "id": "fevr", "choice_id": "absent" }]);
    let turns = json!([{ "kind": "finished" }, { "kind": "said", "text": "yes", "asked": ["fevr"] }]);
    let long = json!([{ "kind": "said", "text": "x".repeat(6000) }]);
    let session = json!({ "age": 30, "evidence": [evidence[0]] });
    let (_, kept, _) = send(&state, post("/v1/sessions", &session)).await;
    let kept = format!("/v1/sessions/{}", kept["id"].as_str().expect("an id"));
    for (path, request, field) in [
        ("/v1/sessions", json!({ "evidence": evidence }), "evidence[1].id"),
        ("/v1/sessions", json!({ "age": 30, "evidence": evidence }), "evidence[1].id"),
        (
            "/v1/sessions",
            json!({ "sex": "male", "evidence": [evidence[0]], "turns": turns }),
            "turns[1].asked",
        ),
        (&format!("{kept}/evidence"), json!({ "evidence": evidence }), "evidence[1].id"),
        (&format!("{kept}/turns"), json!({ "turns": turns }), "turns[1].asked"),
        (&format!("{kept}/turns"), json!({ "turns": long }), "turns[0].text"),
        ("/v1/conversation", json!({ "turns": turns }), "turns[1].asked"),
    ] {
        let (status, body, _) = send(&state, post(path, &request)).await;
        assert_eq!((status.as_u16(), &body["field"]), (422, &json!(field)), "{path}: {body}");
    }
}
