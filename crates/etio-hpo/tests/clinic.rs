//! A patient's differential with its reasons.

mod common;

use common::{hpo, hpoa, patient, row, try_import, try_import_set};
use etio::{Exactness, Limits, Method};
use etio_hpo::annotation::orphanet::Relation;
use etio_hpo::genes::{GeneList, GeneListError};
use etio_hpo::import::{Catalogue, PriorSource};
use etio_hpo::patient::interpretation::interpreted;
use etio_hpo::patient::phenopacket;
use etio_hpo::report::patient_html;
use etio_hpo::{Absent, Basis, Clinic, Hpo, RankError, Ranker, Settings, stated};

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
    let row = heart.disputed[0].observed.last().unwrap();
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

fn ids(reasons: &[etio_hpo::Reason]) -> Vec<&str> {
    reasons.iter().map(|reason| reason.term.id.as_str()).collect()
}

#[test]
fn a_finding_that_its_own_patients_did_not_have_is_not_evidence_for_a_disease() {
    // Orphanet says that the disease shows dilated cardiomyopathy; of its own patients seven had no
    // cardiomyopathy at all, or seven had none that is dilated.
    let with = |row: String| {
        let rows = hpoa().lines().filter(|line| !line.contains("0/7")).collect::<Vec<_>>().join("\n");
        Hpo::new(&try_import(&format!("{rows}\n{row}"), Catalogue::Merged).unwrap().network).unwrap()
    };
    let own = |term: &str, frequency: &str| {
        row("OMIM:100003", "Cataract with heart disease", "", term, "PMID:4", frequency)
    };
    let explained = |hpo: &Hpo, present: &[&str], absent: &[&str]| {
        let mut clinic = Clinic::new(hpo, Ranker::Single, Absent::Plain, Limits::default());
        let patient = patient(present, absent);
        let diagnosis = clinic.diagnose(&patient).unwrap();
        let page = patient_html(&clinic, &patient, &diagnosis).unwrap();
        (clinic.explain_one(&diagnosis, hpo.network().disease("OMIM:100003").unwrap()).unwrap(), page)
    };
    for (term, denial) in [("HP:0001644", "0/7"), ("HP:0001638", "0/7"), ("HP:0001638", "HP:0040285")] {
        let hpo = with(own(term, denial));
        let (disputed, page) = explained(&hpo, &["HP:0001644", "HP:0000518"], &[]);
        assert_eq!(ids(&disputed.speaks_for), ["HP:0000518"]);
        assert_eq!(ids(&disputed.disputed), ["HP:0001644"]);
        let rows = disputed.disputed[0].observed.iter();
        let rows: Vec<(&str, &str)> = rows.map(|r| (r.term.id.as_str(), r.frequency.as_str())).collect();
        assert_eq!(rows, [(term, denial), ("HP:0001644", "HP:0040282")]);
        assert!(page.contains("Disputed: the disease's own"), "{page}");
        // An absent finding that its own patients did not have either is not against it.
        let (disputed, page) = explained(&hpo, &["HP:0000518"], &["HP:0001644"]);
        assert!(disputed.against.is_empty() && !disputed.disputed[0].present);
        assert!(page.contains("Dilated cardiomyopathy</a> (absent)"), "{page}");
    }
    // No row of its own, or one that says otherwise of the term or of a narrower one.
    for row in [String::new(), own("HP:0001638", "0/7") + &own("HP:0001644", "1/9")] {
        let (open, page) = explained(&with(row), &["HP:0001644", "HP:0000518"], &[]);
        assert!(open.disputed.is_empty() && ids(&open.speaks_for).contains(&"HP:0001644"));
        assert!(!page.contains("Disputed: "));
    }
}

/// Each of the two diseases of a series borrows what only the other is annotated with.
#[test]
fn what_is_inferred_from_related_diseases_is_not_called_annotated() {
    let hpo = hpo();
    let mut clinic = Clinic::new(&hpo, Ranker::Single, Absent::Plain, Limits::default());
    let other = row("OMIM:100002", "Epilepsy 2", "", "HP:0000518", "PMID:3", "9/10");
    let network = try_import(&(hpoa() + &other), Catalogue::Merged).unwrap().network;
    let kin = Hpo::new(&network).unwrap();
    let mut with = Clinic::new(&kin, Ranker::Single, Absent::Plain, Limits::default());
    let explained = |clinic: &mut Clinic<'_>, present: &[&str], absent: &[&str]| {
        let diagnosis = clinic.diagnose(&patient(present, absent)).unwrap();
        let disease = clinic.hpo().network().disease("OMIM:100001").unwrap();
        clinic.explain_one(&diagnosis, disease).unwrap()
    };
    let alone = explained(&mut clinic, &["HP:0002121", "HP:0000518"], &[]);
    assert_eq!((ids(&alone.speaks_for), ids(&alone.inferred)), (vec!["HP:0002121"], vec![]));
    let present = explained(&mut with, &["HP:0002121", "HP:0000518"], &[]);
    assert_eq!((ids(&present.speaks_for), ids(&present.inferred)), (vec!["HP:0002121"], vec!["HP:0000518"]));
    assert!(present.inferred[0].observed.is_empty() && present.inferred[0].related[0].id == "OMIM:100002");
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

/// Two diseases of one listed gene do not count the list twice, and a gene is no likelier than certain.
#[test]
fn a_listed_gene_is_as_likely_as_any_of_its_diseases() {
    let list = GeneList::read(&b"EPI1\n"[..]).unwrap();
    let hpo = hpo().with_genes(&list).unwrap();
    let posteriors = |ranker| {
        let mut clinic = Clinic::new(&hpo, ranker, Absent::Plain, Limits::default());
        let diagnosis = clinic.diagnose(&patient(&["HP:0001250"], &[])).unwrap();
        let of = |id: &str| diagnosis.ranking.probabilities[hpo.network().disease(id).unwrap().index()];
        let gene = hpo.genes().best(&diagnosis.ranking, 1)[0].posterior;
        (of("OMIM:100001") + of("OMIM:100002"), gene)
    };
    let ((single, _), (pairs, gene)) = (posteriors(Ranker::Single), posteriors(Ranker::Pairs));
    assert!(single > 0.99 && pairs < 1.1, "{single} {pairs}: a pair is as rare as two diseases are");
    assert!(gene <= 1.0 && gene < pairs, "{gene}");
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
    assert!(page.contains("panel &lt;7&gt;.txt: of no disease here: NOSUCH"), "{page}");
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

/// What is told about an answer is what the table says once it is given, also for a patient with two
/// diseases, whose stated probabilities add up to more than 1.
#[test]
fn the_next_term_is_worth_what_bayes_says() {
    let settings = Settings { expected_diseases: 1.0, leak: 0.01, ..Settings::default() };
    let sure = try_import_set(&hpoa(), Catalogue::Merged, PriorSource::Uniform, settings).unwrap();
    let both = ["HP:0001250", "HP:0000518"];
    let (hpo, sure) = (hpo(), Hpo::new(&sure.network).unwrap());
    let joint = Ranker::Joint(Method::Enumeration);
    let mut compared = 0;
    for (ranker, hpo, known, within) in [
        (Ranker::Single, &hpo, &["HP:0000518"][..], 1e-7),
        (Ranker::Pairs, &hpo, &["HP:0000518"], 1e-7),
        (Ranker::Pairs, &sure, &both, 1e-7),
        // With more than two diseases at once the engine moves a little further.
        (joint, &sure, &both, 0.05),
    ] {
        let mut clinic = Clinic::new(hpo, ranker, Absent::Plain, Limits::default());
        let mut first = |present: &[&str], absent: &[&str]| {
            let diagnosis = clinic.diagnose(&patient(present, absent)).unwrap();
            let next = clinic.next(&diagnosis, 6).unwrap();
            let sum: f64 = diagnosis.probabilities.iter().sum();
            (clinic.places(&diagnosis, 1).remove(0), diagnosis.ranking.log_evidence, next, sum)
        };
        let (_, before, next, sum) = first(known, &[]);
        assert!(sum > 1.0 || known.len() == 1, "{ranker} {sum}");
        assert!(!next.is_empty() && next.windows(2).all(|w| w[0].gain >= w[1].gain));
        for term in &next {
            let id = term.term.id.as_str();
            assert!(!known.contains(&id), "what is known is not asked");
            // A narrower term replaces the wider one, and is not an answer beside it.
            if ["HP:0002121", "HP:0007359", "HP:0000519"].contains(&id) && known.len() > 1 {
                continue;
            }
            let (if_present, evidence, ..) = first(&[known, &[id]].concat(), &[]);
            let (if_absent, ..) = first(known, &[id]);
            assert!((term.probability - (evidence - before).exp()).abs() < within, "{ranker} {id}");
            for (told, then) in [(&term.if_present, if_present), (&term.if_absent, if_absent)] {
                assert!((told.probability - then.probability).abs() < within, "{ranker} {told:?} {then:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 8, "{compared}");
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
    // Each of a pair explains something better than the other.
    for present in [&["HP:0002121", "HP:0001249"][..], &["HP:0000518", "HP:0001638", "HP:0001249"]] {
        let diagnosis = clinic.diagnose(&patient(present, &[])).unwrap();
        let pairs = clinic.pairs(&diagnosis, 9);
        assert!(pairs.iter().all(|pair| pair.only.iter().all(|only| !only.is_empty())), "{pairs:?}");
    }
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
