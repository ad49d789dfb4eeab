use super::*;
use etio::NetworkBuilder;

fn understanding() -> (Network, Understanding) {
    let mut builder = NetworkBuilder::new();
    builder.disease("d", "", 0.1).unwrap();
    for (id, synonyms, parent, quantity) in [
        ("fever", "fever|feverish|temperature", "", ""),
        ("fever_38_39", "", "fever", "temperature:38:39"),
        ("fever_over_39", "high fever", "fever", "temperature:39:"),
        ("fever_lt_3_days", "", "fever", "duration:0:3"),
        ("fever_3_7_days", "", "fever", "duration:3:8"),
        ("fever_over_week", "", "fever", "duration:8:"),
        ("cough", "cough|coughing", "", ""),
        ("dry_cough", "dry cough", "cough", ""),
        ("sore_throat", "sore throat|throat hurts", "", ""),
        ("chest_pain", "chest pain|chest hurts", "", ""),
        ("breathless", "cannot breathe|short of breath", "", ""),
        ("vomiting", "vomiting|throwing up", "", ""),
        ("headache", "headache|head hurts", "", ""),
        ("chills", "chills", "", ""),
    ] {
        let finding = builder.finding(id, id, 0.01).unwrap();
        builder.finding_attribute(finding, "synonyms", synonyms).unwrap();
        builder.finding_attribute(finding, "parent", parent).unwrap();
        builder.finding_attribute(finding, "quantity", quantity).unwrap();
    }
    let network = builder.build().unwrap();
    let hierarchy = Hierarchy::of(&network).unwrap();
    let understanding =
        Understanding::of(&network, &hierarchy, crate::Languages::built_in().unwrap().english()).unwrap();
    (network, understanding)
}

#[track_caller]
fn expect(text: &str, present: &[&str], absent: &[&str]) {
    let (network, understanding) = understanding();
    let read = understanding.read(text);
    let ids = |choice| {
        let list = read.mentions.iter().filter(|m| m.choice == choice);
        let mut ids: Vec<&str> = list.map(|m| network.finding_id(m.finding)).collect();
        ids.sort_unstable();
        ids
    };
    let sorted = |list: &[&str]| {
        let mut list: Vec<String> = list.iter().map(ToString::to_string).collect();
        list.sort_unstable();
        list
    };
    assert_eq!(ids(Choice::Present), sorted(present), "present in: {text}");
    assert_eq!(ids(Choice::Absent), sorted(absent), "absent in: {text}");
}

#[test]
fn the_example_of_the_docs() {
    expect(
        "I have had a fever of 39.5 for 8 days and my throat hurts, no cough",
        &["fever", "fever_over_39", "fever_over_week", "sore_throat"],
        &["cough"],
    );
}

#[test]
fn negation_reaches_through_a_list_and_ends_with_it() {
    expect("no cough, fever or chills", &[], &["cough", "fever", "chills"]);
    expect("no cough, my throat hurts", &["sore_throat"], &["cough"]);
    expect("No fever but a bad headache", &["headache"], &["fever"]);
    expect("I don't have a fever and I am coughing", &["cough"], &["fever"]);
    expect("neither fever nor chills", &[], &["fever", "chills"]);
    expect("the headache is gone", &[], &["headache"]);
    expect("I wake up without warning and cough", &["cough"], &[]);
    expect("denies chest pain, short of breath", &[], &["chest_pain", "breathless"]);
}

#[test]
fn what_somebody_cannot_do_denies_nothing_else() {
    expect("I can't stand up, chest pain", &["chest_pain"], &[]);
    expect("can't sleep and coughing", &["cough"], &[]);
    expect("no gloves on all day in the cold, now chills", &["chills"], &[]);
    expect("no relief, coughing since I came home from work", &["cough"], &[]);
    expect("no cough, pain in the chest, fever or chills", &[], &["chest_pain", "cough", "fever", "chills"]);
}

#[test]
fn names_are_no_slips() {
    expect("came back from Chile last week", &[], &[]);
    expect("a fevr", &["fever"], &[]);
}

#[test]
fn what_only_looks_like_a_denial_is_none() {
    expect("no fever and a bad headache", &["headache"], &["fever"]);
    expect("chills, cough has not started", &["chills"], &["cough"]);
    expect("coughing more than normal", &["cough"], &[]);
    expect("my cough has gone from bad to worse", &["cough"], &[]);
    expect("the cough has gone away", &[], &["cough"]);
    expect("headache and a fever for 5 days", &["headache", "fever", "fever_3_7_days"], &[]);
}

#[test]
fn a_negation_inside_a_phrase_is_part_of_it() {
    expect("I can't breathe", &["breathless"], &[]);
    expect("I cannot breathe and no fever", &["breathless"], &["fever"]);
}

#[test]
fn doubt_history_and_other_people_say_nothing() {
    expect("maybe a fever", &[], &[]);
    expect("My wife has a cough and I have a headache", &["headache"], &[]);
    expect("My head hurts, my mother has a fever", &["headache"], &[]);
    expect("I had chest pain two years ago", &[], &[]);
    expect("I'm not sure if I have a fever", &[], &[]);
}

#[test]
fn somebody_else_may_be_the_patient() {
    expect("hubby has a cough", &["cough"], &[]);
    expect("My dad has chest pain, he is not short of breath", &["chest_pain"], &["breathless"]);
    expect("My dad has chest pain. My mum had a cough", &["chest_pain"], &[]);
    let (_, understanding) = understanding();
    let subject = |text: &str| understanding.read(text).subject;
    let son = subject("My son has a fever and he is coughing");
    assert_eq!((son.who, son.pronoun, son.noun.as_deref()), (Who::Child, Pronoun::He, Some("son")));
    assert_eq!(subject("I have a fever").who, Who::Oneself);
    assert_eq!(subject("The baby has a fever").who, Who::Infant);
    assert_eq!(subject("She is coughing").pronoun, Pronoun::She);
    // Whom only a pronoun names is as old as the text says.
    for (text, who) in [
        ("He's 9 months and coughing", Who::Infant),
        ("He is 9 months old and has a fever", Who::Infant),
        ("My son has a fever, he's 9 months", Who::Infant),
        ("She's 7 and has a sore throat", Who::Child),
        ("He is 70 and cannot speak", Who::Adult),
        ("She is coughing", Who::Adult),
    ] {
        assert_eq!(subject(text).who, who, "{text}");
    }
}

#[test]
fn a_span_is_no_history() {
    expect("5-day history of fever, chills and cough", &["fever", "fever_3_7_days", "chills", "cough"], &[]);
    expect("history of chest pain", &[], &[]);
}

#[test]
fn ordinary_words_and_lasting_complaints_are_no_emergencies() {
    let (_, understanding) = understanding();
    for text in [
        "several severe headaches this year",
        "a stabbing feeling round my ribs",
        "acid reflux after I had a curry",
        "My chest feels tight when I walk uphill, for six weeks, and my arm aches",
        "a rash on my arms and legs",
        "I tested positive this morning, sore throat",
        "no curtain over my eye, the same floaters",
        "My son had a seizure last winter, today he just has a cold",
        "How do you know if somebody is having a stroke?",
        "my heavy periods make me dizzy every month",
    ] {
        assert_eq!(understanding.read(text).emergencies, [], "{text}");
    }
    for (text, id) in [
        ("How do I stop it, my son is choking on a grape", "choking"),
        ("I think I'm having a stroke", "stroke"),
        ("my 4 year old has a rash that does not fade under a glass", "meningitis"),
        ("he severed his finger with a saw", "bleeding"),
        ("went numb down my left side for ten minutes, fine now", "stroke"),
        ("she is 10 days old and will not feed", "newborn"),
        ("I'm on warfarin for years. Tripped on the stairs and hit my head", "bleeding"),
    ] {
        let read = understanding.read(text);
        assert!(read.emergencies.iter().any(|e| e.id == id), "{text}: {:?}", read.emergencies);
    }
}

#[test]
fn emergencies_stand_apart_from_findings() {
    let (_, understanding) = understanding();
    let ids = |text: &str| understanding.read(text).emergencies.into_iter().map(|e| e.id).collect::<Vec<_>>();
    for (text, id) in [
        ("my dad's face is drooping on one side", "stroke"),
        ("she swallowed 30 paracetamol and feels fine", "overdose"),
        ("I want to die", "suicide"),
        ("he is choking, going blue", "choking"),
        ("34 weeks and the baby has not moved since yesterday", "obstetric"),
    ] {
        assert!(ids(text).iter().any(|found| found == id), "{text}: {:?}", ids(text));
    }
    for text in [
        "What are the signs of a stroke?",
        "my gran died of a stroke ten years ago",
        "writing a story in which somebody overdoses",
        "took an overdose when I was nineteen",
        "I have a runny nose and a cough",
    ] {
        assert_eq!(ids(text), [""; 0], "{text}");
    }
    let read = understanding.read("Hello. My dad's face is drooping on one side");
    assert_eq!((read.emergencies[0].start, read.emergencies[0].end), (16, 32));
}

#[test]
fn slips_word_order_and_lists() {
    expect("bad couhg and hedache", &["cough", "headache"], &[]);
    expect("My throat and chest hurt", &["sore_throat", "chest_pain"], &[]);
    expect("pain in my chest", &["chest_pain"], &[]);
    expect("my chest is fine and my head hurts", &["headache"], &[]);
}

#[test]
fn temperatures_and_durations() {
    expect("temp 101.3F since yesterday", &["fever", "fever_38_39", "fever_lt_3_days"], &[]);
    expect("temperature of 36.8", &[], &["fever"]);
    expect("I have a fever. It has been going on for 5 days", &["fever", "fever_3_7_days"], &[]);
    expect("dry cough for 5 days", &["cough", "dry_cough"], &[]);
    expect("fever of a hundred and three since Monday", &["fever", "fever_3_7_days", "fever_over_39"], &[]);
}

#[test]
fn places_count_characters_and_the_rest_is_named() {
    let (_, understanding) = understanding();
    let read = understanding.read("Ünwell… My throat hurts. The moon is purple.");
    let [mention] = read.mentions[..] else { panic!("{read:?}") };
    assert_eq!((mention.start, mention.end), (11, 23));
    assert_eq!(read.not_understood, [(0, 6), (25, 43)]);
}

#[test]
fn a_reply_is_kept_apart_from_what_follows() {
    let (network, understanding) = understanding();
    let read = understanding.read("nope, but my head hurts");
    assert_eq!(read.reply, Some(Answer::Absent));
    let [mention] = read.mentions[..] else { panic!("{read:?}") };
    assert_eq!((network.finding_id(mention.finding), mention.choice), ("headache", Choice::Present));
    assert_eq!(understanding.read("no cough").reply, None);
}

#[test]
fn a_bad_quantity_is_named() {
    let mut builder = NetworkBuilder::new();
    builder.disease("d", "", 0.1).unwrap();
    let finding = builder.finding("hot", "", 0.1).unwrap();
    builder.finding_attribute(finding, "quantity", "temperature:hot").unwrap();
    let network = builder.build().unwrap();
    let error = Understanding::of(
        &network,
        &Hierarchy::of(&network).unwrap(),
        crate::Languages::built_in().unwrap().english(),
    )
    .err()
    .unwrap();
    assert!(error.to_string().contains("`hot`"));
}
