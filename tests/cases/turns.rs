//! A case of the table as the turns of a conversation.

use etio::format::cases::{Age, Case};
use etio_bot::{Answer, Turn};
use serde_json::{Value, json};

/// The turns that say what a line says. In a list present comes before absent, and absent before
/// unknown; in a log the later turn counts, so they come in the other order.
pub fn turns(line: &Case) -> Vec<Turn> {
    let mut about = json!({ "kind": "about" });
    match &line.age {
        Some(Age::Years(years)) => about["age"] = json!(years),
        Some(Age::Text(text)) => about["age"] = json!(text),
        None => {}
    }
    if let Some(sex) = &line.sex {
        about["sex"] = json!(sex);
    }
    let read = |turn: Value| serde_json::from_value::<Turn>(turn).expect("a turn");
    let mut turns = vec![read(about)];
    let lists =
        [(&line.unknown, Answer::Unknown), (&line.absent, Answer::Absent), (&line.present, Answer::Present)];
    for (ids, answer) in lists {
        turns.extend(ids.iter().map(|id| {
            let finding = id.clone();
            let asked = line.asked.contains(id);
            if asked { Turn::Answered { finding, answer } } else { Turn::Told { finding, answer } }
        }));
    }
    turns
}
