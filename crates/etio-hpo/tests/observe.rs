//! A patient's terms as evidence: implications count once, and nothing is skipped in silence.

mod common;

use common::{hpo, patient};
use etio_hpo::{Hpo, NoteKind, Observation, Patient};

fn present(hpo: &Hpo, observation: &Observation) -> Vec<String> {
    observation.evidence.present().iter().map(|&f| hpo.network().finding_id(f).to_owned()).collect()
}

fn absent(hpo: &Hpo, observation: &Observation) -> Vec<String> {
    observation.evidence.absent().iter().map(|&f| hpo.network().finding_id(f).to_owned()).collect()
}

fn kinds(observation: &Observation) -> Vec<NoteKind> {
    observation.notes.iter().map(|note| note.kind).collect()
}

#[test]
fn what_is_implied_counts_once() {
    let hpo = hpo();
    let observation = hpo.observe(&patient(&["HP:0000707", "HP:0002121", "HP:0001250", "HP:0002121"], &[]));
    assert_eq!(present(&hpo, &observation), ["HP:0002121"]);
    assert_eq!(kinds(&observation), [NoteKind::Implied; 2]);
    let observation = hpo.observe(&patient(&[], &["HP:0002121", "HP:0001250"]));
    assert_eq!(absent(&hpo, &observation), ["HP:0001250"]);
}

#[test]
fn old_ids_are_read_and_said_so() {
    let hpo = hpo();
    let observation = hpo.observe(&patient(&["HP:0001303"], &["HP:0000057"]));
    assert_eq!(present(&hpo, &observation), ["HP:0001250"]);
    // The absent one is the same term by another old id.
    assert_eq!(kinds(&observation), [NoteKind::Renamed, NoteKind::Renamed, NoteKind::Contradicted]);
    assert!(absent(&hpo, &observation).is_empty());
}

#[test]
fn unknown_obsolete_and_foreign_terms_are_reported() {
    let hpo = hpo();
    let observation = hpo.observe(&patient(&["HP:1234567", "HP:0000284", "HP:0000005", "nonsense"], &[]));
    assert!(observation.evidence.is_empty());
    assert_eq!(
        kinds(&observation),
        [NoteKind::Unknown, NoteKind::Obsolete, NoteKind::NotAPhenotype, NoteKind::Unknown]
    );
    assert!(observation.notes.iter().all(|note| note.kind.is_problem()));
    assert!(observation.notes[0].to_string().contains("HP:1234567 is not a term"));
}

#[test]
fn a_term_that_no_disease_shows_is_read_as_a_wider_one() {
    let hpo = hpo();
    let observation = hpo.observe(&patient(&["HP:0000519"], &["HP:0000519"]));
    assert_eq!(present(&hpo, &observation), ["HP:0000518"]);
    // Absent it says nothing: what is wider may well be there.
    assert_eq!(kinds(&observation), [NoteKind::Widened, NoteKind::SaysNothing]);
}

#[test]
fn absent_above_present_is_a_contradiction_that_presence_wins() {
    let hpo = hpo();
    let observation = hpo.observe(&patient(&["HP:0002121"], &["HP:0001250", "HP:0000518"]));
    assert_eq!(absent(&hpo, &observation), ["HP:0000518"]);
    assert_eq!(kinds(&observation), [NoteKind::Contradicted]);
}

#[test]
fn an_id_with_the_name_of_another_term_is_noted() {
    let hpo = hpo();
    let labelled = |id: &str, label: &str| {
        let labels = vec![(id.to_owned(), label.to_owned())];
        hpo.observe(&Patient { labels, ..patient(&[id], &[]) }).notes
    };
    let notes = labelled("HP:0002121", "Cataract");
    assert_eq!(
        notes[0].to_string(),
        "HP:0002121 (Absence seizure) has the name of another term, HP:0000518 (Cataract); the id counts"
    );
    assert!(notes[0].kind.is_problem() && notes.len() == 1);
    // Its own name or synonym, and names of no term: these come from other versions and languages.
    for (id, label) in [("HP:0002121", "absence SEIZURE"), ("HP:0001250", "Epilepsy"), ("HP:0001250", "Fit")]
    {
        assert!(labelled(id, label).is_empty(), "{label}");
    }
}
