//! Checks that sessions keep everything that clients were told: answers are recorded as they arrive
//! and compared with the stored sessions afterwards.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::client::Client;

/// Findings of the example network, in an order of their own for each conversation.
const FINDINGS: [&str; 8] =
    ["fever", "cough", "runny_nose", "sore_throat", "headache", "chills", "fatigue", "sneezing"];

/// Every write that was acknowledged: the session and the findings it holds.
#[derive(Default)]
pub struct Ledger {
    sessions: Mutex<Vec<(String, Vec<&'static str>)>>,
}

/// Handling of an answer that is not a success.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The service may vanish at any time: whatever fails was not acknowledged.
    Expected,
    /// Only 503 may be answered, always to be tried again.
    Unavailable,
    /// Nothing may fail.
    Never,
}

impl Ledger {
    /// Conversations one after the other, until told to stop.
    pub fn converse(&self, client: &Client, stop: &AtomicBool, failure: Failure) {
        while !stop.load(Ordering::Relaxed) {
            let Some(id) = create(client, failure) else { continue };
            let at = {
                let mut sessions = self.sessions.lock().expect("unpoisoned");
                sessions.push((id.clone(), Vec::new()));
                sessions.len() - 1
            };
            for step in 0..FINDINGS.len() {
                let finding = FINDINGS[(at + step) % FINDINGS.len()];
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                if append(client, &id, finding, failure) {
                    self.sessions.lock().expect("unpoisoned")[at].1.push(finding);
                }
            }
        }
    }

    /// Checks that everything acknowledged is there; says how many answers that were.
    pub fn check(&self, client: &Client) -> usize {
        let sessions = self.sessions.lock().expect("unpoisoned");
        for (id, findings) in sessions.iter() {
            let (status, body) = client.get(&format!("/v1/sessions/{id}"));
            assert_eq!(status, 200, "session {id} with {findings:?} is lost: {body}");
            let kept: Vec<&str> = body["evidence"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(|item| item["id"].as_str())
                .collect();
            for finding in findings {
                assert!(kept.contains(finding), "{finding} of {id} is lost; there are {kept:?}");
            }
        }
        sessions.iter().map(|(_, findings)| 1 + findings.len()).sum()
    }
}

fn create(client: &Client, failure: Failure) -> Option<String> {
    let body = accepted(client.try_post("/v1/sessions", &json!({})), failure)?;
    Some(body["id"].as_str().expect("an id").to_owned())
}

fn append(client: &Client, id: &str, finding: &str, failure: Failure) -> bool {
    let answer = json!({ "evidence": [{ "id": finding, "choice_id": "present" }] });
    accepted(client.try_post(&format!("/v1/sessions/{id}/evidence"), &answer), failure).is_some()
}

fn accepted(answer: Result<(u16, Value), ureq::Error>, failure: Failure) -> Option<Value> {
    match answer {
        Ok((200 | 201, body)) => Some(body),
        Ok((503, _)) if failure != Failure::Never => None,
        Err(_) if failure == Failure::Expected => {
            // A dead service fails at once: do not spin.
            std::thread::sleep(std::time::Duration::from_millis(1));
            None
        }
        Ok((status, body)) => panic!("{status}: {body}"),
        Err(error) => panic!("{error}"),
    }
}
