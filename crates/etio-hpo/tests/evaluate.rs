//! The protocol: who counts as clean, what leaving out does, who is left aside.

mod common;

use common::{hpo, hpoa, patient, row, try_import};
use etio_hpo::evaluate::{Candidates, EvaluateError, Evaluation, Options, evaluate};
use etio_hpo::import::Catalogue;
use etio_hpo::{Hpo, Patient, Ranker};

fn case(present: &[&str], label: &str, publication: &str) -> Patient {
    Patient {
        label: Some(label.to_owned()),
        publications: vec![publication.to_owned()],
        ..patient(present, &[])
    }
}

fn run(patients: &[Patient], options: &Options) -> Evaluation {
    evaluate(&hpo(), patients, options, &|| {}).unwrap()
}

#[test]
fn clean_cases_are_those_whose_publications_their_disease_does_not_cite() {
    let cases = [
        case(&["HP:0002121"], "OMIM:100001", "PMID:1"),
        case(&["HP:0002121"], "OMIM:100001", "PMID:3"),
        case(&["HP:0000518"], "OMIM:100003", "PMID:99"),
    ];
    let evaluation = run(&cases, &Options::default());
    let clean: Vec<bool> = evaluation.cases.iter().map(|case| case.clean).collect();
    assert_eq!(clean, [false, true, true]);
    let report = &evaluation.methods[0];
    assert_eq!((report.all.n, report.clean.n), (3, 2));
    assert_eq!(report.leave_publication_out.as_ref().unwrap().n, 3);
}

#[test]
fn a_disease_known_from_the_case_alone_falls_when_that_is_left_out() {
    // All that is annotated to 100005 comes from PMID:7.
    let known = row("OMIM:100005", "Another syndrome", "", "HP:0000518", "PMID:7", "9/9");
    let network = try_import(&(hpoa() + &known), Catalogue::Merged).unwrap().network;
    let cases =
        [case(&["HP:0000518"], "OMIM:100005", "PMID:7"), case(&["HP:0000518"], "OMIM:100005", "PMID:8")];
    let evaluation = evaluate(&Hpo::new(&network).unwrap(), &cases, &Options::default(), &|| {}).unwrap();
    let ranked = |at: usize| &evaluation.cases[at].ranked[0];
    assert_eq!(ranked(0).all.rank, 1.0);
    assert!(ranked(0).left_out.as_ref().unwrap().rank > 1.0);
    assert_eq!(ranked(1).left_out.as_ref().unwrap().rank, 1.0);
}

#[test]
fn who_cannot_be_ranked_is_counted_by_reason() {
    let cases = [
        case(&["HP:0001250"], "OMIM:100002", "PMID:3"),
        case(&["HP:0001250"], "OMIM:424242", "PMID:3"),
        case(&["HP:7777777"], "OMIM:100002", "PMID:3"),
        patient(&["HP:0001250"], &[]),
    ];
    let evaluation = run(&cases, &Options::default());
    let skipped = evaluation.skipped;
    assert_eq!((skipped.not_annotated, skipped.without_findings, skipped.without_label), (1, 1, 1));
    let report = &evaluation.methods[0];
    assert_eq!(report.all.scores.top1, 1.0);
    assert!((report.counting_skipped.top1 - 1.0 / 3.0).abs() < 1e-12);
    let error = evaluate(&hpo(), &cases[1..], &Options::default(), &|| {}).unwrap_err();
    assert!(matches!(error, EvaluateError::NoCases(_)), "{error}");
}

#[test]
fn candidates_narrow_the_field() {
    let cases =
        [case(&["HP:0000707"], "OMIM:100002", "PMID:8"), case(&["HP:0000518"], "OMIM:100003", "PMID:8")];
    let candidates = Candidates::List(vec!["OMIM:100002".to_owned(), "OMIM:100004".to_owned()]);
    let evaluation = run(&cases, &Options { candidates, ..Options::default() });
    assert_eq!(evaluation.candidates, 2);
    assert_eq!(evaluation.skipped.not_a_candidate, 1);
    assert_eq!(evaluation.cases[0].ranked[0].all.rank, 1.0);
    let candidates = Candidates::List(vec!["OMIM:5".to_owned()]);
    let options = Options { candidates, ..Options::default() };
    assert!(evaluate(&hpo(), &cases, &options, &|| {}).unwrap_err().to_string().contains("OMIM:5"));
}

#[test]
fn ties_are_ranked_at_their_middle() {
    let cases = [case(&["HP:0000478"], "OMIM:100004", "PMID:8")];
    let evaluation = run(&cases, &Options::default());
    // 100003 is first; the other three are equal and share the places two to four.
    assert_eq!(evaluation.cases[0].ranked[0].all.rank, 3.0);
}

#[test]
fn methods_are_compared_case_by_case() {
    let cases = [
        case(&["HP:0002121", "HP:0001249"], "OMIM:100001", "PMID:1"),
        case(&["HP:0001644", "HP:0000518"], "OMIM:100003", "PMID:9"),
    ];
    let rankers = ["single", "pairs", "likelihood-ratio", "enumeration"];
    let rankers: Vec<Ranker> = rankers.iter().map(|text| text.parse().unwrap()).collect();
    let evaluation = run(&cases, &Options { rankers, merged: 1, ..Options::default() });
    assert_eq!(evaluation.methods.len(), 4);
    assert_eq!(evaluation.differences.len(), 3);
    let difference = &evaluation.differences[0]["all"];
    assert_eq!((difference.method.as_str(), difference.against.as_str()), ("pairs", "single"));
    for method in &evaluation.methods {
        assert_eq!(method.failed, 0, "{:?}", method.errors);
        assert_eq!(method.merged.unwrap().n, 1);
        assert_eq!(method.all.scores.top10, 1.0);
    }
}

#[test]
fn a_method_that_fails_is_counted_and_named() {
    let cases = [case(&["HP:0002121"], "OMIM:100001", "PMID:1")];
    let rankers = vec!["vfh+cvx+fdo:9".parse().unwrap()];
    let evaluation = run(&cases, &Options { rankers, ..Options::default() });
    let report = &evaluation.methods[0];
    assert_eq!(report.failed, 1);
    assert!(report.errors[0].contains("transform 9 findings"), "{:?}", report.errors);
    assert_eq!(report.all.scores.top50, 0.0);
}

#[test]
fn the_page_holds_the_figures() {
    let cases = [case(&["HP:0002121"], "OMIM:100001", "PMID:1")];
    let page = etio_hpo::report::evaluation_html(&run(&cases, &Options::default()));
    assert!(page.contains("<svg") && page.contains("HPO 2025-01-16") && page.contains("100.0"));
    assert!(!page.contains("http://") || page.contains("www.w3.org"), "a page that needs the network");
}
