//! Writes `locales/en/alarm-words.txt`: how much words speak for an emergency, from the messages and
//! sentences beside the starter network. Those whose mark ends with `test` are left out.

use std::error::Error;
use std::path::{Path, PathBuf};

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
    Ok(std::fs::write(weights_file(), learned()?)?)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn weights_file() -> PathBuf {
    root().join("locales/en/alarm-words.txt")
}

/// The file of weights that the messages and sentences of now give.
fn learned() -> Result<String, Box<dyn Error>> {
    let (starter, english) = (root().join("networks/starter"), root().join("locales/en"));
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
                || line.emergency.is_none() && !guide.understanding().read(&line.text).emergencies.is_empty();
            if !line.split.ends_with("test") && !is_open() {
                let emergency = line.emergency.unwrap_or_default();
                let weight = if line.emergency.is_some() { 1.0 } else { CALM };
                examples.push(Example { text: line.text, emergency, weight });
            }
        }
    }
    Ok(alarm_words(&guide, &examples))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_those_that_the_messages_give() {
        let kept = std::fs::read_to_string(weights_file()).expect("the file of weights");
        let learned = learned().expect("weights");
        let changed = kept.lines().zip(learned.lines()).filter(|(kept, learned)| kept != learned);
        for (kept, learned) in changed.take(5) {
            println!("kept `{kept}`, learned `{learned}`");
        }
        assert!(kept == learned, "run `cargo run --release -p etio-bot --example learn_alarm_words`");
    }
}
