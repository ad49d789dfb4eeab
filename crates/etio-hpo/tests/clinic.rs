//! A patient's differential with its reasons.

mod common;

use common::{hpo, hpoa, patient, row, try_import};
use etio::{Exactness, Limits, Method};
use etio_hpo::annotation::orphanet::Relation;
use etio_hpo::genes::{GeneList, GeneListError};
use etio_hpo::import::Catalogue;
use etio_hpo::patient::interpretation::interpreted;
use etio_hpo::patient::phenopacket;
use etio_hpo::report::patient_html;
use etio_hpo::{Absent, Basis, Clinic, Hpo, RankError, Ranker, stated};

#[test]
fn reasons_add_up_to_the_weight_of_evidence() {
    let hpo = hpo();
    let mut clinic = Clinic::new(&hpo, Ranker::Single, Absent::Plain, Limits::default());
    let diagnosis = clinic.diagnose(&patient(&["HP:0002121", "HP:0000518"], &["HP:0001249"])).unwrap();
    let explained = clinic.explain(&diagnosis, 4).unwrap();
    let first = explained.iter().find(|e| e.place.disease == "OMIM:100001").unwrap();
    let told: f64 = first.speaks_for.iter().chain(&first.against).map(|reason| reason.model.weight).sum();
    let whole = first.place.weight_of_evidence;
    assert!((told - whole).abs() < 0.3, "{told} {whole}");
    assert_eq!(first.unexplained[0].id, "HP:0000518");
    assert!(explained.windows(2).all(|w| w[0].place.probability >= w[1].place.probability));
}

#[test]
fn what_was_observed_is_told_as_the_rows_state_it() {
    let hpo = hpo();
    let mut clinic = Clinic::new(&hpo, Ranker::Single, Absent::Plain, Limits::default());
    let mut of = |present: &[&str], absent: &[&str], disease: &str| {
        let diagnosis = clinic.diagnose(&patient(present, absent)).unwrap();
        clinic.explain_one(&diagnosis, hpo.network().disease(disease).unwrap()).unwrap()
    };
    let rows = |reason: &etio_hpo::Reason| -> Vec<(String, Vec<String>)> {
        reason.observed.iter().map(|row| (row.frequency.clone(), row.references.clone())).collect()
    };
    // Two rows of one term are two observations, however the model pools them.
    let epilepsy = of(&["HP:0002121"], &["HP:0001249"], "OMIM:100001");
    let reason = &epilepsy.speaks_for[0];
    assert_eq!(rows(reason), [("9/10".into(), vec!["PMID:1".into()]), ("1/2".into(), vec!["PMID:2".into()])]);
    assert_eq!(reason.model.basis, Basis::Stated);
    assert!(reason.model.frequency < 0.6, "the model shrinks what it reads: {}", reason.model.frequency);
    let dilated = of(&["HP:0000518"], &["HP:0001644"], "OMIM:100004");
    assert_eq!(dilated.against[0].observed[0].frequency, "HP:0040281");
    assert_eq!(dilated.against[0].observed[0].in_words(), "very frequent (80-99%)");
    // Orphanet's row of the same disease says so.
    let heart = of(&["HP:0001644"], &[], "OMIM:100003");
    let row = &heart.speaks_for[0].observed[0];
    assert_eq!((row.source.as_str(), row.relation), ("ORPHA:77", Some(Relation::Exact)));
    // A wider term rests on the narrower one that is annotated.
    let wide = of(&["HP:0000707"], &[], "OMIM:100001");
    let reason = wide.speaks_for.iter().find(|reason| reason.term.id == "HP:0000707");
    if let Some(reason) = reason {
        assert_eq!(reason.model.basis, Basis::NarrowerTerm);
        assert_eq!(reason.observed[0].term.id, "HP:0002121");
    }
    assert!(of(&["HP:0000518"], &[], "OMIM:100001").not_asked.iter().any(|t| t.term.id == "HP:0002121"));
}

#[test]
fn a_finding_that_its_own_patients_did_not_have_is_not_evidence_for_a_disease() {
    // Orphanet says that the disease shows dilated cardiomyopathy; seven of its own patients did not.
    let own = row("OMIM:100003", "Cataract with heart disease", "", "HP:0001644", "PMID:4", "0/7");
    let network = try_import(&(hpoa() + &own), Catalogue::Merged).unwrap().network;
    let (with, without) = (Hpo::new(&network).unwrap(), hpo());
    let explained = |hpo: &Hpo| {
        let mut clinic = Clinic::new(hpo, Ranker::Single, Absent::Plain, Limits::default());
        let patient = patient(&["HP:0001644", "HP:0000518"], &[]);
        let diagnosis = clinic.diagnose(&patient).unwrap();
        let page = patient_html(&clinic, &patient, &diagnosis).unwrap();
        (clinic.explain_one(&diagnosis, hpo.network().disease("OMIM:100003").unwrap()).unwrap(), page)
    };
    let (disputed, page) = explained(&with);
    let ids = |reasons: &[etio_hpo::Reason]| reasons.iter().map(|r| r.term.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&disputed.speaks_for), ["HP:0000518"]);
    assert_eq!(ids(&disputed.disputed), ["HP:0001644"]);
    let rows: Vec<&str> = disputed.disputed[0].observed.iter().map(|row| row.frequency.as_str()).collect();
    assert_eq!(rows, ["0/7", "HP:0040282"]);
    assert!(page.contains("Disputed: present, but"), "{page}");
    let (open, page) = explained(&without);
    assert!(open.disputed.is_empty() && ids(&open.speaks_for).contains(&"HP:0001644".to_owned()));
    assert!(!page.contains("Disputed: present, but"));
}

#[test]
fn a_volunteered_absence_never_stands_among_the_evidence_for() {
    let hpo = hpo();
    for absent in [Absent::Relevant, Absent::Plain] {
        let mut clinic = Clinic::new(&hpo, Ranker::Single, absent, Limits::default());
        let diagnosis = clinic.diagnose(&patient(&["HP:0002121"], &["HP:0001249"])).unwrap();
        for explained in clinic.explain(&diagnosis, 4).unwrap() {
            assert!(explained.speaks_for.iter().all(|reason| reason.present));
            assert!(explained.against.iter().chain(&explained.considered).all(|reason| !reason.present));
            assert!(absent == Absent::Relevant || explained.considered.is_empty());
        }
    }
}

#[test]
fn genes_rank_by_all_of_their_diseases_and_are_shown_together() {
    let hpo = hpo();
    let mut clinic = Clinic::new(&hpo, Ranker::Single, Absent::Plain, Limits::default());
    let diagnosis = clinic.diagnose(&patient(&["HP:0001250"], &[])).unwrap();
    let genes = clinic.genes(&diagnosis, 9);
    assert_eq!(genes.len(), 3);
    assert_eq!(genes[0].gene.symbol, "EPI1");
    // Posteriors are added and tempered once: a gene does not gain by having many diseases.
    let network = hpo.network();
    let posterior = |id: &str| diagnosis.ranking.probabilities[network.disease(id).unwrap().index()];
    let sum: f64 = genes[0].diseases.iter().map(|disease| posterior(&disease.disease)).sum();
    assert!((genes[0].probability - stated(sum)).abs() < 1e-12 && genes[0].diseases.len() == 2);
    assert_eq!(genes[0].diseases[0].probability, stated(posterior(&genes[0].diseases[0].disease)));
    let first = &clinic.explain(&diagnosis, 1).unwrap()[0];
    assert_eq!(first.together.len(), 2, "one gene and one series: {:?}", first.together);
    assert_eq!(first.together[0].others.len(), 1);
    assert_eq!(first.together[0].probability, genes[0].probability, "together by the same rule");
    // The gene of the same disease in Orphanet stands in where OMIM's has none.
    let cataract = hpo.facts(hpo.network().disease("OMIM:100003").unwrap());
    assert_eq!(cataract.genes[0].symbol, "CAT1");
}

#[test]
fn a_panel_is_evidence() {
    let rank = |list: &str| {
        let list = GeneList::read(list.as_bytes()).unwrap();
        let hpo = hpo().with_genes(&list).unwrap();
        let mut clinic = Clinic::new(&hpo, Ranker::Single, Absent::Plain, Limits::default());
        let diagnosis = clinic.diagnose(&patient(&["HP:0001250", "HP:0000518"], &[])).unwrap();
        clinic.places(&diagnosis, 1)[0].disease.clone()
    };
    assert_eq!(rank("CAT1\n"), "OMIM:100003");
    assert_eq!(rank("HRT1\n"), "OMIM:100004");
    // Nine times the score is nine times the odds, however many diseases a gene has.
    let odds = |list: &str, symbol: &str| {
        let list = GeneList::read(list.as_bytes()).unwrap();
        let hpo = hpo().with_genes(&list).unwrap();
        let mut clinic = Clinic::new(&hpo, Ranker::Single, Absent::Plain, Limits::default());
        let diagnosis = clinic.diagnose(&patient(&["HP:0000118"], &[])).unwrap();
        let genes = clinic.genes(&diagnosis, 9);
        genes.iter().find(|place| place.gene.symbol == symbol).unwrap().rank
    };
    assert_eq!(odds("CAT1\t0.9\nEPI1\t0.1\n", "CAT1"), 1);
    assert_eq!(odds("CAT1\t0.1\nEPI1\t0.9\n", "EPI1"), 1);
    let unknown = GeneList::read(&b"NOSUCH\n"[..]).unwrap();
    assert_eq!(hpo().with_genes(&unknown).unwrap_err(), GeneListError::NoneKnown { listed: 1 });
}

#[test]
fn a_list_of_genes_is_named_on_what_is_signed() {
    let list = GeneList::read(&b"EPI1\nCAT1\nNOSUCH\n"[..]).unwrap().named("panel <7>.txt");
    let hpo = hpo().with_genes(&list).unwrap();
    let mut clinic = Clinic::new(&hpo, Ranker::Pairs, Absent::Relevant, Limits::default());
    let patient = patient(&["HP:0002121"], &[]);
    let diagnosis = clinic.diagnose(&patient).unwrap();
    let page = patient_html(&clinic, &patient, &diagnosis).unwrap();
    assert!(page.contains("gene list panel &lt;7&gt;.txt (3 genes, 2 of them"), "{page}");
    assert!(page.contains("<td>Gene list</td>") && !page.contains("findings alone"));
    let places = clinic.places(&diagnosis, 4);
    let ratio = |list: f64| (0.95 * 20_000.0 * list + 0.05).log10();
    for place in &places {
        let expected = match place.genes.first().map(|gene| gene.symbol.as_str()) {
            Some("EPI1" | "CAT1") => ratio(1.0 / 3.0),
            Some(_) => ratio(0.0),
            None => 0.0,
        };
        assert!((place.gene_weight.unwrap() - expected).abs() < 1e-9, "{place:?}");
    }
    let packet = interpreted(&patient, &places, &hpo);
    let summary = packet["interpretations"][0]["summary"].as_str().unwrap();
    assert!(summary.contains("by findings and the gene list panel <7>.txt"), "{summary}");
}

#[test]
fn the_next_term_is_worth_what_bayes_says() {
    let hpo = hpo();
    let mut clinic = Clinic::new(&hpo, Ranker::Single, Absent::Plain, Limits::default());
    let diagnosis = clinic.diagnose(&patient(&["HP:0001250"], &[])).unwrap();
    let next = clinic.next(&diagnosis, 3).unwrap();
    assert!(!next.is_empty() && next.windows(2).all(|w| w[0].gain >= w[1].gain));
    for term in &next {
        assert_ne!(term.term.id, "HP:0001250", "what is known is not asked");
        // The chance of a term is the mean over the diseases, and none of them.
        let network = hpo.network();
        let finding = network.finding(&term.term.id).unwrap();
        let total = diagnosis.probabilities.iter().sum::<f64>().max(1.0);
        let shown = network.diseases().map(|d| {
            let v = network.link(d, finding).map_or(0.0, |link| link.0);
            diagnosis.probabilities[d.index()] / total * v
        });
        let leak = network.leak(finding);
        assert!((leak + (1.0 - leak) * shown.sum::<f64>() - term.probability).abs() < 1e-9);
    }
}

#[test]
fn ids_of_other_catalogues_and_names_of_terms_are_understood() {
    let hpo = hpo();
    let id = |ids: Vec<etio::DiseaseId>| -> Vec<String> {
        ids.into_iter().map(|d| hpo.network().disease_id(d).to_owned()).collect()
    };
    for other in ["OMIM:100003", "MONDO:0000003", "ORPHA:77", "Orphanet:77"] {
        assert_eq!(id(hpo.diseases_for(other)), ["OMIM:100003"], "{other}");
    }
    assert!(hpo.diseases_for("MONDO:9999999").is_empty());
    let observed = |terms: &[&str]| hpo.observe(&patient(terms, &[]));
    assert_eq!(observed(&["absence SEIZURE", "Epilepsy"]).evidence, observed(&["HP:0002121"]).evidence);
    let note = observed(&["Absense seizure"]).notes[0].to_string();
    assert!(note.contains("did you mean HP:0002121 (Absence seizure)?"), "{note}");
}

#[test]
fn an_interpretation_fills_the_packet_in_once() {
    let hpo = hpo();
    let mut clinic = Clinic::new(&hpo, Ranker::Single, Absent::Plain, Limits::default());
    let text = br#"{"id": "F", "proband": {"id": "P", "subject": {"id": "II-1"}, "phenotypicFeatures": [{"type": {"id": "HP:0002121"}}],
        "interpretations": [{"id": "lab", "progressStatus": "UNSOLVED"}], "metaData": {}}}"#;
    let mut patient = phenopacket::read(text).unwrap();
    let diagnosis = clinic.diagnose(&patient).unwrap();
    let places = clinic.places(&diagnosis, 2);
    let packet = interpreted(&patient, &places, &hpo);
    let list = packet["proband"]["interpretations"].as_array().unwrap();
    assert_eq!(list.len(), 3);
    assert_eq!(list[0]["id"], "lab", "what others found stays");
    assert_eq!(list[1]["diagnosis"]["disease"]["id"], "OMIM:100001");
    assert_eq!(list[1]["diagnosis"]["genomicInterpretations"][0]["gene"]["symbol"], "EPI1");
    assert_eq!(list[1]["diagnosis"]["genomicInterpretations"][0]["subjectOrBiosampleId"], "II-1");
    assert_eq!(packet["proband"]["metaData"]["resources"][0]["namespacePrefix"], "OMIM");
    patient.packet = Some(packet.clone());
    assert_eq!(interpreted(&patient, &places, &hpo), packet, "a second run changes nothing");
    patient.packet = None;
    let made = interpreted(&patient, &places, &hpo);
    assert_eq!(phenopacket::read(made.to_string().as_bytes()).unwrap().present, ["HP:0002121"]);
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
    let page = patient_html(&clinic, &patient, &diagnosis).unwrap();
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
    let page = patient_html(&clinic, &patient, &diagnosis).unwrap();
    assert!(page.contains("exact, error below") && page.contains("<h2>Diseases</h2>"), "{page}");
    diagnosis.ranking.exactness = Some(Exactness::estimate(0.0, false));
    let page = patient_html(&clinic, &patient, &diagnosis).unwrap();
    assert!(page.contains("No answer") && page.contains("without the present findings"), "{page}");
    assert!(!page.contains("<h2>Diseases</h2>") && !page.contains("OMIM:"), "{page}");
}

#[test]
fn without_a_usable_term_there_is_no_ranking() {
    let hpo = hpo();
    for ranker in [Ranker::Single, Ranker::Pairs] {
        let mut clinic = Clinic::new(&hpo, ranker, Absent::Relevant, Limits::default());
        let mut refusal = |present: &[&str]| clinic.diagnose(&patient(present, &[])).unwrap_err().to_string();
        assert_eq!(refusal(&[]), "no terms are given; list HPO terms that are present or absent");
        assert_eq!(
            refusal(&["HP:1234567"]),
            "none of the terms can be used: HP:1234567 is not a term of this ontology; left out"
        );
        let refused = clinic.diagnose(&patient(&[], &["HP:0001250"])).unwrap_err();
        assert_eq!(refused, RankError::NothingPresent);
    }
}
