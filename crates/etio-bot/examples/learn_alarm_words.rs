//! Writes `locales/en/alarm-words.txt`: how much words speak for an emergency, from the messages and
//! sentences beside the starter network. Those marked `test` or `late test` are left out.

use std::error::Error;
use std::path::Path;

use etio::Network;
use etio_bot::evaluate::{Example, alarm_words};
use etio_bot::{Guide, Language, Languages};
use serde::Deserialize;

/// How much a sentence counts that only states findings, beside a first message.
const CALM: f64 = 0.3;

const DICTIONARY: &str = "dictionary.txt";

/// A line of either file.
#[derive(Deserialize)]
struct Line {
    text: String,
    #[serde(default)]
    emergency: Option<bool>,
    split: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (starter, english) = (root.join("networks/starter"), root.join("locales/en"));
    // The weights of now have no say in the next ones.
    let mut files = Languages::english_files();
    files.insert(DICTIONARY.to_owned(), std::fs::read_to_string(english.join(DICTIONARY))?);
    let guide = Guide::in_language(&Network::open(&starter)?, &Language::read("en", &files)?)?;
    let mut examples = Vec::new();
    for file in ["emergencies.jsonl", "sentences.jsonl"] {
        for line in std::fs::read_to_string(starter.join(file))?.lines().filter(|line| !line.is_empty()) {
            let line: Line = serde_json::from_str(line)?;
            // A sentence that a rule alarms about may well be an emergency.
            let is_open =
                line.emergency.is_none() && !guide.understanding().read(&line.text).emergencies.is_empty();
            if !line.split.ends_with("test") && !is_open {
                let emergency = line.emergency.unwrap_or_default();
                let weight = if line.emergency.is_some() { 1.0 } else { CALM };
                examples.push(Example { text: line.text, emergency, weight });
            }
        }
    }
    std::fs::write(english.join("alarm-words.txt"), alarm_words(&guide, &examples))?;
    Ok(())
}
