//! A conversation in a language of which only the files were added: nothing of it stays English.

use std::collections::BTreeMap;

use etio::{Network, NetworkBuilder};
use etio_bot::conversation::Age;
use etio_bot::{
    Answer, FoldSettings, Guide, Language, Languages, Sex, Turn, View, fold, pseudo, pseudo_messages, texts,
};
use serde_json::Value;

const TAG: &str = "qps";

/// A network with every kind of text, and the same with its texts in the other language.
fn networks() -> (Network, Network) {
    let build = |document: Option<Vec<u8>>| {
        let mut builder = NetworkBuilder::new();
        let flu = builder.disease("d1", "Influenza", 0.02).unwrap();
        builder.disease_attribute(flu, "triage", "emergency").unwrap();
        builder.disease_attribute(flu, "description", "A viral infection.").unwrap();
        let cold = builder.disease("d2", "Common cold", 0.1).unwrap();
        builder.disease_attribute(cold, "triage", "self_care").unwrap();
        for (id, name, parent, p) in [
            ("f1", "Fever", "", 0.9),
            ("f2", "High fever", "f1", 0.6),
            ("f3", "Cough", "", 0.7),
            ("f4", "Rash", "", 0.2),
        ] {
            let finding = builder.finding(id, name, 0.02).unwrap();
            builder.finding_attribute(finding, "parent", parent).unwrap();
            builder.finding_attribute(finding, "synonyms", "").unwrap();
            builder.finding_attribute(finding, "question", &format!("Do you have this: {name}?")).unwrap();
            builder.finding_attribute(finding, "explanation", "What is meant.").unwrap();
            for disease in [flu, cold] {
                let link = builder.link(disease, finding, p).unwrap();
                builder.link_attribute(link, "source", "textbook").unwrap();
            }
        }
        builder.document("red_flags.csv", b"id,present,message,action\nr1,f2,Very hot.,Call now.\n".to_vec());
        if let Some(document) = document {
            builder.document(&format!("texts.{TAG}.csv"), document);
        }
        builder.build().unwrap()
    };
    let own = build(None);
    let guide = Guide::of(&own).unwrap();
    let rows = texts(&own, guide.red_flags());
    let quoted =
        rows.iter().map(|[kind, id, column, text]| format!("{kind},{id},{column},\"{}\"\n", pseudo(text)));
    let table = format!("kind,id,column,text\n{}", quoted.collect::<String>());
    (own, build(Some(table.into_bytes())))
}

fn language() -> Language {
    let files = Languages::english_files();
    let files: BTreeMap<String, String> =
        files.iter().map(|(name, text)| (name.clone(), pseudo_messages(text).unwrap())).collect();
    let mut languages = Languages::built_in().unwrap();
    languages.add(TAG, &files).unwrap();
    assert_eq!(languages.accepted("fr, qps;q=0.5, en;q=0.4").tag(), TAG);
    Language::read(TAG, &files).unwrap()
}

/// Members that programs read.
const FOR_PROGRAMS: &[&str] =
    &["id", "key", "kind", "answer", "level", "language", "turn", "method", "exactness", "value"];

fn english(value: &Value, place: &str, found: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic());
            // The name of the method is what it is called everywhere.
            let text = text.replace("explained-sets", "");
            if text.split(|c: char| !c.is_alphanumeric()).any(is_word) {
                found.push(format!("{place}: {text}"));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| english(item, place, found)),
        Value::Object(members) => {
            for (name, member) in members {
                let is_id =
                    ["present", "absent"].contains(&name.as_str()) || (place == "end" && name == "reason");
                if !FOR_PROGRAMS.contains(&name.as_str()) && !is_id && name != "person" {
                    english(member, name, found);
                }
            }
        }
        _ => {}
    }
}

fn view(turns: &[Turn]) -> View {
    let (_, network) = networks();
    let language = language();
    let guide = Guide::in_language(&network, &language).unwrap();
    let settings =
        FoldSettings { detail: Some(("d1", 0.1)), model: Some(("1", "2")), ..FoldSettings::default() };
    fold(&guide, &language, turns, &settings).unwrap()
}

fn said(text: &str, asked: &[&str]) -> Turn {
    Turn::Said { text: pseudo(text), asked: asked.iter().map(ToString::to_string).collect() }
}

#[test]
fn no_word_of_english_is_left() {
    let answered = |finding: &str, answer| Turn::Answered { finding: finding.to_owned(), answer };
    let about = Turn::About { age: Some(Some(Age::Years(34.0))), sex: Some(Some(Sex::Female)) };
    let infant = Turn::About { age: Some(Some(Age::Years(0.1))), sex: None };
    let bad_age = Turn::About { age: Some(Some(Age::Words("ñó".into()))), sex: None };
    let logs: Vec<Vec<Turn>> = vec![
        vec![],
        vec![said("high fever. the moon", &[])],
        vec![said("xyzzy", &[]), said("no", &["f1", "f3"])],
        vec![said("cough", &[]), bad_age],
        vec![said("cough", &[]), infant, said("no", &["f4"]), Turn::Finished {}],
        vec![
            said("high fever", &[]),
            about,
            answered("f1", Answer::Absent),
            Turn::Corrected { finding: "f4".into(), answer: Some(Answer::Unknown) },
            Turn::Told { finding: "f3".into(), answer: Answer::Absent },
        ],
    ];
    for log in logs {
        let view = view(&log);
        let mut found = Vec::new();
        english(&serde_json::to_value(&view).unwrap(), "view", &mut found);
        assert!(found.is_empty(), "{found:#?}");
        assert!(!serde_json::to_string(&view).unwrap().contains("{caus"), "a message is missing: {view:?}");
    }
}

#[test]
fn the_other_language_is_understood_and_means_the_same() {
    let (own, _) = networks();
    let english = Languages::built_in().unwrap().english().clone();
    let guide = Guide::of(&own).unwrap();
    let plain = |text: &str, asked: &[&str]| Turn::Said {
        text: text.to_owned(),
        asked: asked.iter().map(ToString::to_string).collect(),
    };
    let settings = FoldSettings::default();
    let there = fold(&guide, &english, &[plain("high fever", &[]), plain("no", &["f4"])], &settings).unwrap();
    let here = view(&[said("high fever", &[]), said("no", &["f4"])]);
    assert_eq!(here.result.present, there.result.present);
    assert_eq!(here.result.absent, ["f4"]);
    let bits = |view: &View| view.result.causes.iter().map(|c| c.posterior.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&here), bits(&there));
    assert_eq!(here.red_flags[0].action, pseudo("Call now."));
}

#[test]
fn free_text_is_read_alike_in_both_languages() {
    let (own, network) = networks();
    let (there, here) = (Guide::of(&own).unwrap(), Guide::in_language(&network, &language()).unwrap());
    for (text, mentions) in [
        ("I don't have a cough, fever or rash", 3),
        ("No cough but a high fever of 39.5 since yesterday", 3),
        ("My mother has a cough", 1),
        ("My mother has a cough and I am well", 0),
        ("I'm a thirty four year old woman, the fever is gone", 1),
        ("My 8 week old son can't sleep and has a rash", 1),
        ("Yes, and a coough for more than three weeks", 1),
        ("maybe a fever. Cough: no.", 1),
    ] {
        let mut read = there.understanding().read(text);
        assert_eq!(read.mentions.len(), mentions, "{text}: {read:?}");
        // Whom it is about is named in the words of the text.
        read.subject.noun = read.subject.noun.map(|noun| pseudo(&noun));
        assert_eq!(here.understanding().read(&pseudo(text)), read, "{text}");
    }
}
