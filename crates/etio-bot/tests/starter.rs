//! The starter network as a conversation: its sentences are understood, its documents fit.

use std::collections::BTreeSet;
use std::path::Path;

use etio::Network;
use etio_bot::{Choice, Guide};
use serde::Deserialize;

#[derive(Deserialize)]
struct Sentence {
    text: String,
    present: Vec<String>,
    absent: Vec<String>,
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/starter"))
}

/// Findings with their sign, as sets that can be compared.
type Signed = BTreeSet<(String, bool)>;

fn understood(guide: &Guide, text: &str) -> Signed {
    let read = guide.understanding().read(text);
    let id = |f| guide.network().finding_id(f).to_owned();
    read.mentions.iter().map(|m| (id(m.finding), m.choice == Choice::Present)).collect()
}

fn expected(sentence: &Sentence) -> Signed {
    let sign = |ids: &[String], present| ids.iter().map(move |id| (id.clone(), present)).collect::<Vec<_>>();
    sign(&sentence.present, true).into_iter().chain(sign(&sentence.absent, false)).collect()
}

#[test]
fn the_sentences_are_understood() {
    let guide = Guide::of(&Network::open(folder()).unwrap()).unwrap();
    let text = std::fs::read_to_string(folder().join("sentences.jsonl")).unwrap();
    let (mut right, mut claimed, mut wanted, mut count) = (0, 0, 0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let sentence: Sentence = serde_json::from_str(line).unwrap();
        let (found, hoped) = (understood(&guide, &sentence.text), expected(&sentence));
        for (id, _) in &hoped {
            assert!(guide.network().finding(id).is_some(), "{id} in {}", sentence.text);
        }
        if found != hoped {
            let wrong: Vec<_> = found.difference(&hoped).collect();
            let missed: Vec<_> = hoped.difference(&found).collect();
            println!("{}\n    wrong {wrong:?} missed {missed:?}", sentence.text);
        }
        right += found.intersection(&hoped).count();
        claimed += found.len();
        wanted += hoped.len();
        count += 1;
    }
    let (precision, recall) =
        (f64::from(right as u32) / claimed as f64, f64::from(right as u32) / wanted as f64);
    println!("{count} sentences: precision {precision:.3}, recall {recall:.3}");
    assert!(count >= 150);
    assert!(precision >= 0.95, "precision {precision}");
    assert!(recall >= 0.85, "recall {recall}");
}

#[test]
fn every_red_flag_can_be_raised() {
    let guide = Guide::of(&Network::open(folder()).unwrap()).unwrap();
    assert!(guide.red_flags().all().len() >= 40);
    for flag in guide.red_flags().all() {
        assert!(!flag.message.is_empty() && !flag.action.is_empty(), "{}", flag.id);
    }
}
