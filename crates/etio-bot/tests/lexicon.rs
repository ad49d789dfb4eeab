//! Free text in a language that has only files: a little German, with no word of English.

use std::collections::{BTreeMap, BTreeSet};

use etio::{Network, NetworkBuilder};
use etio_bot::{Answer, Choice, Guide, Interpretation, Language, Languages, Sex};

const LEXICON: &str = "lexicon.ftl";
/// Words that this language does without.
const CONCEPTS: [&str; 2] = ["concepts.ftl", "signs.ftl"];

/// The lists that these tests need; all others are empty.
const GERMAN: &str = "
reply-yes = ja
reply-no = nein
reply-unknown = weiß nicht
reply-links = aber
word-stemming = german
word-contractions = hab's = habe es
word-fillers = ich | habe | es | bin | mein | meine | der | die | ein | eine | und | seit | hat | ist | von | wieder
scope-denials = kein | keine | keinen | nicht | frei von
scope-no-denials = nicht nur | nicht sicher
scope-breaks = aber
scope-walls = aber | kein | keine | nicht
scope-joints = und | oder
scope-and = und
scope-articles = ein | eine
scope-joins = und
scope-openers = ich | mein | meine | der
scope-ends = und
scope-doubts = vielleicht | nicht sicher
scope-past = früher | einst einmal
scope-past-behind = vor jahren
scope-gone-at-end = weg
scope-oneself = ich | mein
scope-others = mutter
number-names = drei = 3 | fünf = 5 | acht = 8 | neununddreißig = 39
number-point = komma
temperature-hints = fieber
temperature-degrees = grad
temperature-celsius = c
duration-days = tag | tage | tagen
duration-weeks = woche | wochen
duration-since = seit
duration-began = begann
duration-ago = her
duration-weekdays = montag | dienstag
duration-since-days = gestern = 1 | letzter woche = 7
who-weeks = wochen
who-years = jahre
who-old = alt | alte | alter
who-age-before = ich bin
who-age-behind = und
who-male = mann
who-female = frau
who-i-am = ich bin
who-sex-behind = alte | alter
who-my = mein | meine
who-men = sohn
who-women = tochter
who-children = sohn | tochter
";

/// The ids of a file of messages.
fn ids(file: &str) -> BTreeSet<&str> {
    let id = |line: &'_ str| line.starts_with(|c: char| c.is_ascii_lowercase());
    file.lines().filter(|line| id(line)).filter_map(|line| line.split_once(" =")).map(|(id, _)| id).collect()
}

/// The files of English, with another lexicon that has every list.
fn files(lexicon: &str) -> BTreeMap<String, String> {
    let mut files = Languages::english_files();
    let all = files[LEXICON].clone();
    let (all, own) = (ids(&all), ids(lexicon));
    assert!(own.is_subset(&all), "{:?}", own.difference(&all));
    let empty: Vec<String> = all.difference(&own).map(|id| format!("{id} = {{ \"\" }}")).collect();
    files.insert(LEXICON.to_owned(), format!("{lexicon}\n{}\n", empty.join("\n")));
    // Words for concepts are not needed: a language without them understands phrases.
    for name in CONCEPTS {
        let concepts: Vec<String> = ids(&files[name]).iter().map(|id| format!("{id} = {{ \"\" }}")).collect();
        files.insert(name.to_owned(), concepts.join("\n"));
    }
    files
}

fn network() -> Network {
    let mut builder = NetworkBuilder::new();
    builder.disease("d", "Grippe", 0.1).unwrap();
    for (id, name, synonyms, parent, quantity) in [
        ("f", "Fieber", "fiebrig", "", ""),
        ("f_high", "Hohes Fieber", "", "f", "temperature:39:"),
        ("f_short", "Fieber unter drei Tagen", "", "f", "duration:0:3"),
        ("f_week", "Fieber über eine Woche", "", "f", "duration:8:"),
        ("h", "Husten", "", "", ""),
        ("s", "Schüttelfrost", "", "", ""),
        ("k", "Kopfschmerzen", "Kopf schmerzt", "", ""),
    ] {
        let finding = builder.finding(id, name, 0.01).unwrap();
        builder.finding_attribute(finding, "synonyms", synonyms).unwrap();
        builder.finding_attribute(finding, "parent", parent).unwrap();
        builder.finding_attribute(finding, "quantity", quantity).unwrap();
    }
    builder.build().unwrap()
}

fn read(text: &str) -> (Interpretation, BTreeMap<String, bool>) {
    let english = Languages::english_files();
    let letters = |c: char| !c.is_alphabetic();
    let known: BTreeSet<&str> = english[LEXICON].split(letters).filter(|word| word.len() > 1).collect();
    for word in text.to_lowercase().split(letters) {
        assert!(!known.contains(word), "`{word}` is English");
    }
    let network = network();
    let guide = Guide::in_language(&network, &Language::read("de", &files(GERMAN)).unwrap()).unwrap();
    let read = guide.understanding().read(text);
    let stands = read.mentions.iter();
    let stands =
        stands.map(|m| (network.finding_id(m.finding).to_owned(), m.choice == Choice::Present)).collect();
    (read, stands)
}

#[track_caller]
fn expect(text: &str, present: &[&str], absent: &[&str]) {
    let present = present.iter().map(|id| (id.to_string(), true));
    let expected: BTreeMap<String, bool> =
        present.chain(absent.iter().map(|id| (id.to_string(), false))).collect();
    assert_eq!(read(text).1, expected, "{text}");
}

#[test]
fn denials_doubts_and_other_people() {
    expect("Kein Fieber, Husten oder Schüttelfrost", &[], &["f", "h", "s"]);
    expect("Keinen Husten, aber Schüttelfrost", &["s"], &["h"]);
    expect("Kein Fieber und mein Kopf schmerzt", &["k"], &["f"]);
    expect("Frei von Husten", &[], &["h"]);
    expect("Der Husten ist weg", &[], &["h"]);
    expect("Ich hab's wieder: Husten", &["h"], &[]);
    expect("Nicht nur Husten", &["h"], &[]);
    for unclear in ["Vielleicht Husten", "Nicht sicher: Fieber", "Früher Husten", "Einst einmal Husten"] {
        expect(unclear, &[], &[]);
    }
    expect("Husten vor Jahren", &[], &[]);
}

#[test]
fn temperatures_and_durations() {
    expect("Fieber von 39,5", &["f", "f_high"], &[]);
    expect("fiebrig, neununddreißig Komma fünf Grad", &["f", "f_high"], &[]);
    expect("36,6 Grad C", &[], &["f"]);
    expect("Fieber seit acht Tagen", &["f", "f_week"], &[]);
    expect("Fieber seit 3 Wochen", &["f", "f_week"], &[]);
    expect("Fieber seit gestern", &["f", "f_short"], &[]);
    expect("Fieber begann letzter Woche", &["f"], &[]);
    expect("Fieber seit Montag", &["f"], &[]);
}

#[test]
fn age_sex_and_answers() {
    let person = |text: &str| read(text).0.person;
    let woman = person("Ich bin eine 34 Jahre alte Frau und habe Husten");
    assert_eq!((woman.age, woman.sex), (Some(34.0), Some(Sex::Female)));
    let son = person("Mein acht Wochen alter Sohn hat Fieber");
    assert_eq!((son.age.map(|age| (age * 365.25).round()), son.sex), (Some(56.0), Some(Sex::Male)));
    assert_eq!(person("Ich bin 34 und habe Husten").age, Some(34.0));
    assert_eq!(person("Meine 60 Jahre alte Mutter hat Husten").age, Some(60.0));
    let (answer, stands) = read("Nein, aber mein Kopf schmerzt");
    assert_eq!(answer.reply, Some(Answer::Absent));
    assert_eq!(stands, BTreeMap::from([("k".to_owned(), true)]));
    assert_eq!(read("Weiß nicht").0.reply, Some(Answer::Unknown));
}

#[test]
fn an_age_that_was_asked_for() {
    let guide = Guide::in_language(&network(), &Language::read("de", &files(GERMAN)).unwrap()).unwrap();
    let days = |text| guide.understanding().read_age(text).map(|age| (age * 365.25).round());
    assert_eq!(days("8 Wochen"), Ok(56.0));
    assert_eq!(days("8 Wochen alt"), days("8Wochen"));
    assert_eq!(days("1,5 Jahre"), Ok(548.0));
    assert_eq!(days("8 weeks"), Ok(56.0), "English is always read");
    for wrong in ["", "alt", "8 Monde", "8 Wochen her", "Wochen", "3000 Jahre"] {
        assert!(days(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn lists_that_are_missing_or_malformed_are_named() {
    let mut languages = Languages::built_in().unwrap();
    languages.add("de", &files(GERMAN)).unwrap();
    let mut lacking = files(GERMAN);
    let text = lacking[LEXICON].replace("scope-denials =", "other =");
    lacking.insert(LEXICON.to_owned(), text);
    let error = languages.add("de", &lacking).unwrap_err().to_string();
    assert!(error.contains("lacks scope-denials;"), "{error}");
    for (line, parts) in [
        ("number-names = drei", ["`number-names`", "`drei`"]),
        ("number-names = drei = drei", ["`number-names`", "`drei`"]),
        ("duration-since-days = gestern = -1", ["`duration-since-days`", "`-1`"]),
        ("word-stemming = klingon", ["`word-stemming`", "`klingon`"]),
        ("word-fillers = so etwas", ["`word-fillers`", "`so etwas`"]),
        ("word-contractions = hab's", ["`word-contractions`", "`hab's`"]),
    ] {
        let error = languages.add("de", &files(line)).unwrap_err().to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
}
