//! The fifty cases as conversations over HTTP: the same evidence, posteriors and causes as the library.

#[path = "../../../tests/cases/mod.rs"]
mod cases;
mod common;
#[path = "../../../tests/cases/turns.rs"]
mod turns;

use etio::{Engine, Method};
use etio_bot::{Languages, Tempering};
use etio_case::{Contradictions, Reader, causes};
use etio_service::{Config, State};
use serde_json::{Value, json};

#[tokio::test]
async fn a_conversation_reads_every_case_as_the_library_does() {
    let config = Config { sessions: Some("memory".to_owned()), budget_ms: 60_000, ..Config::default() };
    let state = State::open(config, ("starter", cases::network)).unwrap();
    let network = cases::network().unwrap();
    let reader = Reader::of(&network).unwrap();
    let english = Languages::built_in().unwrap().english().clone();
    let tempering = Tempering::of(&network).unwrap();
    for case in cases::known() {
        let expected = cases::outcome(&reader, &case.line);
        let mut body = json!({ "turns": turns::turns(&case.line), "top": cases::TOP });
        let factor = case.line.prior_factors.iter().next();
        if let Some((id, factor)) = factor {
            body["explain"] = json!({ "id": id, "factor": factor });
        }
        let (status, view, _) = common::send(&state, common::post("/v1/conversation", &body)).await;
        if expected.error.is_some() && expected.lenient.is_none() {
            assert_eq!(status, 422, "{}: {view}", case.id);
            continue;
        }
        assert_eq!(status, 200, "{}: {view}", case.id);
        let expected = expected.lenient.as_deref().unwrap_or(&expected);
        assert_eq!(view["result"]["present"], json!(expected.present), "{}", case.id);
        assert_eq!(view["result"]["absent"], json!(expected.absent), "{}", case.id);

        // What the library makes of it, without the factor: that is for "what if".
        let lenient =
            etio_case::Case { contradictions: Contradictions::Lenient, ..reader.case(&case.line).unwrap() };
        let read = |factors: bool| {
            let prior_factors = if factors { lenient.prior_factors.clone() } else { Vec::new() };
            let reading = reader.read(&etio_case::Case { prior_factors, ..lenient.clone() }).unwrap();
            let posterior = Engine::new(&reading.network).diagnose(&reading.evidence, Method::Auto).unwrap();
            (reading, posterior)
        };
        let (reading, posterior) = read(false);
        let shown = view["result"]["causes"].as_array().unwrap();
        let shown: Vec<(&str, f64, &str)> = shown.iter().map(cause).collect();
        let wanted: Vec<(&str, f64, String)> = if reading.holds.is_empty() {
            assert!(view["result"]["missing"].is_string(), "{}", case.id);
            Vec::new()
        } else {
            let causes = causes(&reading.network, &posterior, cases::TOP).into_iter();
            let shown = |p| english.share(tempering.apply(p));
            causes.map(|(d, p)| (network.disease_id(d), cases::as_printed(p), shown(p))).collect()
        };
        let wanted: Vec<(&str, f64, &str)> =
            wanted.iter().map(|(id, p, share)| (*id, *p, share.as_str())).collect();
        assert_eq!(shown, wanted, "{}", case.id);
        if let Some((id, _)) = factor {
            let (_, posterior) = read(true);
            let share = english.share(tempering.apply(posterior.marginal(network.disease(id).unwrap())));
            let what_if = view["detail"]["what_if"].as_str().unwrap();
            assert!(what_if.contains(&format!(": {share}. ")), "{}: {what_if} {share}", case.id);
        }
    }
}

fn cause(cause: &Value) -> (&str, f64, &str) {
    (cause["id"].as_str().unwrap(), cause["posterior"].as_f64().unwrap(), cause["share"].as_str().unwrap())
}
