//! A patient's differential with its reasons.

mod common;

use common::{hpo, patient};
use etio::{Exactness, Limits, Method};
use etio_hpo::report::patient_html;
use etio_hpo::{Absent, Clinic, Ranker};

#[test]
fn reasons_add_up_to_the_weight_of_evidence() {
    let hpo = hpo();
    let mut clinic = Clinic::new(&hpo, Ranker::Single, Absent::Plain, Limits::default());
    let diagnosis = clinic.diagnose(&patient(&["HP:0002121", "HP:0000518"], &["HP:0001249"])).unwrap();
    let explained = clinic.explain(&diagnosis, 4);
    let first = explained.iter().find(|e| e.disease == "OMIM:100001").unwrap();
    let told: f64 = first.speaks_for.iter().chain(&first.against).map(|reason| reason.weight).sum();
    assert!((told - first.weight_of_evidence).abs() < 0.3, "{told} {}", first.weight_of_evidence);
    assert_eq!(first.speaks_for[0].sources, ["PMID:1", "PMID:2"]);
    assert_eq!(first.unexplained[0].id, "HP:0000518");
    assert!(explained.windows(2).all(|w| w[0].posterior >= w[1].posterior));
}

#[test]
fn a_pair_is_found_where_two_diseases_share_the_findings() {
    let hpo = hpo();
    let mut clinic = Clinic::new(&hpo, Ranker::Pairs, Absent::Relevant, Limits::default());
    let diagnosis =
        clinic.diagnose(&patient(&["HP:0002121", "HP:0001249", "HP:0000518", "HP:0001644"], &[])).unwrap();
    let pairs = clinic.pairs(&diagnosis, 3);
    let mut found = pairs[0].diseases.clone();
    found.sort();
    assert_eq!(found, ["OMIM:100001", "OMIM:100003"]);
    assert!(pairs[0].gain > 0.0 && pairs[0].posterior <= 1.0);
    assert_eq!(pairs[0].only.iter().map(Vec::len).sum::<usize>(), 4);
}

#[test]
fn what_a_patient_brings_cannot_become_markup() {
    let hpo = hpo();
    let mut clinic = Clinic::new(&hpo, Ranker::Pairs, Absent::Relevant, Limits::default());
    let mut patient = patient(&["HP:0002121", "<script>alert(1)</script>"], &[]);
    patient.id = "<b>x</b>".to_owned();
    let diagnosis = clinic.diagnose(&patient).unwrap();
    let page = patient_html(&clinic, &patient, &diagnosis);
    assert!(!page.contains("<script>") && !page.contains("<b>x"));
    assert!(page.contains("not a term of this ontology") && page.contains("HPO 2025-01-16"));
}

#[test]
fn an_uninformed_estimate_is_not_shown_as_a_differential() {
    let hpo = hpo();
    let ranker = Ranker::Joint(Method::Enumeration);
    let mut clinic = Clinic::new(&hpo, ranker, Absent::Relevant, Limits::default());
    let patient = patient(&["HP:0002121", "HP:0001249"], &[]);
    let mut diagnosis = clinic.diagnose(&patient).unwrap();
    let page = patient_html(&clinic, &patient, &diagnosis);
    assert!(page.contains("exact, error below") && page.contains("<h2>Diseases</h2>"), "{page}");
    diagnosis.ranking.exactness = Some(Exactness::estimate(0.0, false));
    let page = patient_html(&clinic, &patient, &diagnosis);
    assert!(page.contains("No answer") && page.contains("without the present findings"), "{page}");
    assert!(!page.contains("<h2>Diseases</h2>") && !page.contains("OMIM:"), "{page}");
}

#[test]
fn without_a_usable_term_there_is_no_ranking() {
    let hpo = hpo();
    for ranker in [Ranker::Single, Ranker::Pairs] {
        let mut clinic = Clinic::new(&hpo, ranker, Absent::Relevant, Limits::default());
        let mut refusal = |present: &[&str]| clinic.diagnose(&patient(present, &[])).unwrap_err().to_string();
        assert_eq!(refusal(&[]), "no terms are given: name HPO terms that are present or absent");
        assert_eq!(
            refusal(&["HP:1234567"]),
            "none of the terms can be used: HP:1234567 is not a term of this ontology; left out"
        );
    }
}
