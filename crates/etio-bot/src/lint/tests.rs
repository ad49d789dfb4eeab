//! Every check passes on a sound network and fails on one made to fail it.

use std::collections::HashMap;

use etio::NetworkBuilder;

use super::*;

/// A network under construction, as text: what a clinician would edit.
struct Draft {
    /// id, name, prior, codes, triage, description
    diseases: Vec<[&'static str; 6]>,
    /// id, name, leak, synonyms, question, explanation, parent
    findings: Vec<[&'static str; 7]>,
    links: Vec<(&'static str, &'static str, f64)>,
    /// Finding, share, quantity.
    shares: Vec<(&'static str, &'static str, &'static str)>,
    context: &'static str,
    red_flags: &'static str,
    must_not_miss: &'static str,
    /// None if empty.
    frames: &'static str,
    /// Finding, age in years.
    from_age: Vec<(&'static str, &'static str)>,
}

impl Draft {
    fn sound() -> Self {
        let finding = |id, name, parent| [id, name, "0.01", "", "Do you have it?", "What it is.", parent];
        Self {
            diseases: vec![
                ["flu", "Influenza", "0.02", "ICD10:J11.1", "see_doctor", "A viral infection."],
                ["cold", "Common cold", "0.05", "ICD10:J00", "self_care", "A viral infection."],
            ],
            findings: vec![
                finding("fever", "Fever", ""),
                finding("high_fever", "High fever", "fever"),
                finding("cough", "Cough", ""),
                finding("sneezing", "Sneezing", ""),
            ],
            links: vec![
                ("flu", "fever", 0.9),
                ("flu", "high_fever", 0.6),
                ("flu", "cough", 0.7),
                ("cold", "sneezing", 0.9),
                ("cold", "cough", 0.5),
                ("cold", "fever", 0.1),
            ],
            shares: Vec::new(),
            context: "disease,sex,age_min,age_max,factor\nflu,,65,,2\n",
            red_flags: "id,present,absent,sex,age_min,age_max,message,action\n\
                hot,high_fever,,,0,0.25,Fever in a baby.,Go to hospital.\n",
            must_not_miss: "complaint,disease,questions\ncough,flu,fever+high_fever\n",
            frames: "",
            from_age: Vec::new(),
        }
    }

    fn network(&self) -> Network {
        let mut builder = NetworkBuilder::new();
        let (mut diseases, mut findings) = (HashMap::new(), HashMap::new());
        for [id, name, prior, codes, triage, description] in &self.diseases {
            let disease = builder.disease(id, name, prior.parse().unwrap()).unwrap();
            diseases.insert(*id, disease);
            for (column, value) in [("codes", codes), ("triage", triage), ("description", description)] {
                builder.disease_attribute(disease, column, value).unwrap();
            }
        }
        for [id, name, leak, synonyms, question, explanation, parent] in &self.findings {
            let finding = builder.finding(id, name, leak.parse().unwrap()).unwrap();
            findings.insert(*id, finding);
            for (column, value) in [
                ("synonyms", synonyms),
                ("question", question),
                ("explanation", explanation),
                ("parent", parent),
            ] {
                builder.finding_attribute(finding, column, value).unwrap();
            }
        }
        for (finding, share, quantity) in &self.shares {
            builder.finding_attribute(findings[finding], "share", share).unwrap();
            builder.finding_attribute(findings[finding], "quantity", quantity).unwrap();
        }
        builder.document("context.csv", self.context.as_bytes().to_vec());
        builder.document("red_flags.csv", self.red_flags.as_bytes().to_vec());
        builder.document("must_not_miss.csv", self.must_not_miss.as_bytes().to_vec());
        if !self.frames.is_empty() {
            builder.document("frames.csv", self.frames.as_bytes().to_vec());
        }
        for (finding, age) in &self.from_age {
            builder.finding_attribute(findings[finding], "age_min", age).unwrap();
        }
        for (disease, finding, p) in &self.links {
            builder.link(diseases[disease], findings[finding], *p).unwrap();
        }
        builder.inherit().unwrap();
        builder.build().unwrap()
    }

    /// The problems, as (check, subject).
    fn problems(&self) -> Vec<(Check, String)> {
        let found = lint(&self.network(), &LintSettings::default(), &|| {});
        found.into_iter().map(|problem| (problem.check, problem.subject)).collect()
    }

    #[track_caller]
    fn fails(&self, check: Check, subject: &str) {
        let problems = self.problems();
        assert!(problems.contains(&(check, subject.to_owned())), "{problems:?}");
    }
}

#[test]
fn a_sound_network_passes() {
    assert_eq!(Draft::sound().problems(), []);
}

#[test]
fn orphans_and_diseases_with_too_few_findings() {
    let mut draft = Draft::sound();
    draft.links.retain(|(_, finding, _)| *finding != "sneezing");
    draft.fails(Check::Links, "cold");
    draft.fails(Check::Links, "sneezing");
}

#[test]
fn a_refined_finding_more_frequent_than_its_parent() {
    let mut draft = Draft::sound();
    draft.links[1].2 = 0.95;
    draft.fails(Check::Refinements, "flu, high_fever");
}

#[test]
fn what_babies_cannot_tell() {
    let mut draft = Draft::sound();
    draft.frames = "finding,frame\nfever,fever\nhigh_fever,fever+severe\ncough,cramp+chest\n\
        sneezing,sneeze|pain+nose\n";
    assert_eq!(draft.problems(), [(Check::Rules, "cough".to_owned())], "a sneeze can be heard");
    draft.from_age.push(("cough", "3"));
    assert_eq!(draft.problems(), []);
}

/// The sound network with twelve more diseases that cause fever.
fn many_fevers() -> Draft {
    let mut draft = Draft::sound();
    for id in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"] {
        draft.diseases.push([id, id, "0.01", "", "self_care", "Another infection."]);
        draft.links.extend([(id, "fever", 0.8), (id, "cough", 0.2), (id, "sneezing", 0.2)]);
    }
    draft
}

#[test]
fn a_refinement_that_most_causes_of_its_parent_lack() {
    let mut draft = many_fevers();
    draft.fails(Check::Refinements, "high_fever");
    draft.shares = vec![("high_fever", "0.3", "")];
    let holes = draft.problems().into_iter().filter(|(check, _)| *check == Check::Refinements);
    assert_eq!(holes.collect::<Vec<_>>(), [], "with a share the others inherit it");
}

#[test]
fn exclusive_ranges_that_do_not_add_up() {
    let mut draft = Draft::sound();
    draft.findings.push(["mild", "Mild fever", "0.01", "", "Do you have it?", "What it is.", "fever"]);
    draft.shares = vec![("mild", "0.5", "temperature:37:39"), ("high_fever", "0.2", "temperature:39:")];
    draft.fails(Check::Refinements, "high_fever, mild");
    draft.shares[1].1 = "0.5";
    assert_eq!(draft.problems(), []);
    draft.links.push(("flu", "mild", 0.9));
    draft.fails(Check::Refinements, "flu, high_fever, mild");
}

#[test]
fn a_name_used_twice() {
    let mut draft = Draft::sound();
    draft.diseases[1][1] = "influenza";
    draft.findings[3][1] = "cough";
    draft.fails(Check::Names, "cold");
    draft.fails(Check::Names, "sneezing");
}

#[test]
fn words_claimed_twice() {
    let mut draft = Draft::sound();
    draft.findings[3][3] = "coughing";
    draft.fails(Check::Phrases, "sneezing");
}

#[test]
fn missing_texts() {
    let mut draft = Draft::sound();
    draft.findings[0][4] = "Fever";
    draft.findings[2][5] = "";
    draft.diseases[0][5] = "";
    draft.diseases[1][4] = "soon";
    for subject in ["fever", "cough", "flu", "cold"] {
        draft.fails(Check::Texts, subject);
    }
}

#[test]
fn a_malformed_code() {
    let mut draft = Draft::sound();
    draft.diseases[0][3] = "ICD10:influenza";
    draft.fails(Check::Codes, "flu");
}

#[test]
fn implausible_numbers() {
    let mut draft = Draft::sound();
    draft.diseases[0][2] = "0.9";
    draft.findings[2][2] = "0";
    draft.links[5].2 = 0.001;
    draft.fails(Check::Probabilities, "flu");
    draft.fails(Check::Probabilities, "cough");
    draft.fails(Check::Probabilities, "cold, fever");
}

#[test]
fn rules_that_cannot_work() {
    let mut draft = Draft::sound();
    draft.context = "disease,sex,age_min,age_max,factor\nmeasles,,65,,2\n";
    draft.fails(Check::Rules, "line 2");
    draft.red_flags = "id,present,absent,sex,age_min,age_max,message,action\n\
        none,high_fever,fever,,,,Cannot be.,Go.\n\
        young,fever,,,5,2,Nobody.,Go.\n\
        mute,fever,,,,,Fever.,\n";
    for subject in ["none", "young", "mute"] {
        draft.fails(Check::Rules, subject);
    }
    draft.red_flags = "id,present,message\nx,rash,Rash.\n";
    draft.fails(Check::Rules, "line 2");
}

#[test]
fn every_problem_of_every_companion_file() {
    let mut builder = NetworkBuilder::new();
    builder.disease("flu", "Influenza", 0.02).unwrap();
    let fever = builder.finding("fever", "Fever", 0.01).unwrap();
    builder.finding_attribute(fever, "age_min", "old").unwrap();
    for (name, text) in [
        ("context.tsv", "disease\tsex\tfactor\nmeasles\tmale\t-1\nflu\tmale\tx\n"),
        ("red_flags.csv", "id,present,message\na,rash+itch,Rash.\nb,,\n"),
        ("must_not_miss.tsv", "complaint\tdisease\tquestions\nitch\tplague\tfever\n"),
        ("frames.tsv", "finding\tframe\nitch\tpain\n"),
        ("phrases.en.tsv", "finding\tphrases\nitch\titching\n"),
        ("phrases.de.csv", "finding,phrases\nitch,es juckt\n"),
        ("texts.de.tsv", "kind\tid\tcolumn\ttext\ndrug\tx\tname\ty\n"),
        ("conversation.csv", "setting,value\ncolour,red\n"),
    ] {
        builder.document(name, text.as_bytes().to_vec());
    }
    let network = builder.build().unwrap();
    let problems = lint(&network, &LintSettings::default(), &|| {});
    let rules = problems.iter().filter(|p| p.check == Check::Rules);
    let mut places: Vec<String> = rules.map(|p| format!("{}, {}", p.file, p.subject)).collect();
    places.sort_unstable();
    let expected = [
        "context.tsv, line 2",
        "context.tsv, line 2",
        "context.tsv, line 3",
        "conversation.csv, line 2",
        "findings.csv, fever",
        "frames.tsv, line 2",
        "must_not_miss.tsv, line 2",
        "must_not_miss.tsv, line 2",
        "phrases.de.csv, line 2",
        "phrases.en.tsv, line 2",
        "red_flags.csv, line 2",
        "red_flags.csv, line 2",
        "red_flags.csv, line 3",
        "texts.de.tsv, line 2",
    ];
    assert_eq!(places, expected);
    for refusal in [Guide::of(&network).err(), crate::check_texts(&network).err()] {
        let refusal = refusal.expect("it is refused").to_string();
        assert!(refusal.starts_with("14 problems\n  context.tsv, line 2: no disease `measles`"), "{refusal}");
        assert!(
            refusal.contains("\n  texts.de.tsv, line 2: ") && refusal.contains("\n  finding `fever`: "),
            "{refusal}"
        );
    }
}

#[test]
fn questions_that_rule_nothing_out() {
    let mut draft = Draft::sound();
    draft.must_not_miss = "complaint,disease,questions\n\
        cough,flu,sneezing\n\
        itch,flu,fever\n\
        cough,plague,fever\n\
        fever,flu,boil\n";
    for subject in ["cough, flu", "line 3", "line 4", "line 5"] {
        draft.fails(Check::Rules, subject);
    }
    draft.must_not_miss = "complaint,disease\ncough,flu\n";
    draft.fails(Check::Rules, "line 1");
}

#[test]
fn a_disease_that_its_own_cases_do_not_find() {
    let mut draft = Draft::sound();
    let twins = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    for id in twins {
        draft.diseases.push([id, id, "0.3", "", "self_care", "The same as all others."]);
        draft.links.extend([(id, "cough", 0.8), (id, "sneezing", 0.8), (id, "fever", 0.8)]);
    }
    draft.diseases.push(["hidden", "Hidden", "0.0001", "", "self_care", "Never seen."]);
    draft.links.extend([("hidden", "cough", 0.8), ("hidden", "sneezing", 0.8), ("hidden", "fever", 0.8)]);
    draft.fails(Check::RoundTrip, "hidden");
}
