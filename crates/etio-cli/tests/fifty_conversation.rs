//! The fifty cases in `etio chat`: it shows the words and numbers of the view, and those alone.

#[path = "../../../tests/cases/mod.rs"]
mod cases;
mod common;
#[path = "../../../tests/cases/turns.rs"]
mod turns;

use common::etio_reading;
use etio_bot::{FoldSettings, Guide, Languages, Turn, fold};
use etio_case::Reader;

#[test]
fn the_terminal_shows_every_case_as_the_library_reads_it() {
    let network = cases::network().unwrap();
    let (reader, guide) = (Reader::of(&network).unwrap(), Guide::of(&network).unwrap());
    let english = Languages::built_in().unwrap().english().clone();
    let folder = tempfile::tempdir().unwrap();
    for case in cases::known() {
        let expected = cases::outcome(&reader, &case.line);
        let mut turns = turns::turns(&case.line);
        turns.push(Turn::Finished {});
        let file = folder.path().join("turns.json");
        std::fs::write(&file, serde_json::to_string(&turns).unwrap()).unwrap();
        let run = etio_reading(&["chat", "--turns", file.to_str().unwrap()], "answers\n");
        // A factor on a prior is not part of a conversation.
        if expected.error.is_some() && expected.lenient.is_none() && case.line.prior_factors.is_empty() {
            run.fails_with(2, &[expected.error.as_deref().unwrap()]);
            continue;
        }
        let stdout = run.succeeds().stdout;
        let words = stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        let view = fold(&guide, &english, &turns, &FoldSettings::default()).unwrap();
        if expected.error.is_none() || expected.lenient.is_some() {
            let expected = expected.lenient.as_deref().unwrap_or(&expected);
            assert_eq!((&view.result.present, &view.result.absent), (&expected.present, &expected.absent));
        }
        for (place, cause) in view.result.causes.iter().enumerate() {
            let row =
                stdout.lines().find(|line| line.starts_with(&format!("{:>2}  {}", place + 1, cause.name)));
            let row = row.unwrap_or_else(|| panic!("{}: {} is not in {stdout}", case.id, cause.name));
            assert!(row.contains(&format!(" {} ", cause.likelihood)), "{}: {row}", case.id);
            assert!(row.ends_with(cause.urgency.as_deref().unwrap_or_default()), "{}: {row}", case.id);
        }
        for chip in &view.known.chips {
            assert!(stdout.contains(&format!("{:>3}  {}", chip.state, chip.name)), "{}: {stdout}", case.id);
        }
        let texts =
            view.result.advice.iter().map(|advice| &advice.text).chain(view.end.iter().map(|end| &end.text));
        let mut texts: Vec<&String> = texts.chain(&view.result.basis).chain(&view.notes).collect();
        texts.retain(|text| !words.contains(text.as_str()));
        assert!(texts.is_empty(), "{}: {texts:?} in {stdout}", case.id);
        // Emergencies have a mark before each line.
        let plain = |text: &str| text.replace(['!', ' '], "");
        for flag in view.red_flags.iter().flat_map(|flag| [&flag.message, &flag.action]) {
            assert!(plain(&words).contains(&plain(flag)), "{}: {flag} in {stdout}", case.id);
        }
    }
}
