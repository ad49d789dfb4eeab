//! Patients by their HPO terms, from the files of others to a page: what a user meets, good and bad.

mod common;

use common::{Folder, Run, etio};

const OBO: &str = include_str!("../../etio-hpo/tests/world/hp.obo");
const HPOA: &str = include_str!("../../etio-hpo/tests/world/phenotype.hpoa");
const XREF: &str = include_str!("../../etio-hpo/tests/world/orpha_xref.tsv");
const GENES: &str = include_str!("../../etio-hpo/tests/world/genes_to_phenotype.txt");
const MONDO: &str = include_str!("../../etio-hpo/tests/world/mondo.sssom.tsv");
const PREVALENCE: &str = include_str!("../../etio-hpo/tests/world/orpha_prevalence.tsv");

const PHENOPACKET: &str = r#"{"id": "P1", "phenotypicFeatures": [
    {"type": {"id": "HP:0002121", "label": "Absence seizure"}},
    {"type": {"id": "HP:0001249"}},
    {"type": {"id": "HP:7654321"}},
    {"type": {"id": "HP:0000518"}, "excluded": true}],
    "interpretations": [{"diagnosis": {"disease": {"id": "OMIM:100001"}}}],
    "metaData": {"phenopacketSchemaVersion": "2.0", "externalReferences": [{"id": "PMID:1"}]}}"#;

const CASES: &str = concat!(
    r#"{"id": "a", "present": ["HP:0002121"], "label": "OMIM:100001", "publications": ["PMID:1"]}"#,
    "\n",
    r#"{"id": "b", "present": ["HP:0000518"], "label": "OMIM:100003", "publications": ["PMID:9"]}"#,
    "\n",
    r#"{"id": "c", "present": ["HP:0000518"], "label": "OMIM:424242", "publications": ["PMID:9"]}"#,
    "\n",
);

/// Imports files with the given contents.
fn import(folder: &Folder, obo: &str, hpoa: &str, args: &[&str]) -> Run {
    let (obo, hpoa) = (folder.file("hp.obo", obo), folder.file("phenotype.hpoa", hpoa));
    let out = folder.path("hpo.etio");
    etio(&[&["import", "hpo", "--hpoa", &hpoa, "--obo", &obo, "-o", &out], args].concat())
}

/// A network of the little world.
fn network(folder: &Folder) -> String {
    let (xref, genes) = (folder.file("xref.tsv", XREF), folder.file("genes.txt", GENES));
    let mondo = folder.file("mondo.tsv", MONDO);
    import(folder, OBO, HPOA, &["--xref", &xref, "--genes", &genes, "--mondo", &mondo]).succeeds();
    folder.path("hpo.etio")
}

#[test]
fn import_accounts_for_every_row() {
    let folder = Folder::new();
    let xref = folder.file("xref.tsv", XREF);
    let text = import(&folder, OBO, HPOA, &["--xref", &xref]).succeeds().stdout;
    for part in ["HPO 2025-01-16, annotations 2025-01-16: 12 rows", "6 used", "1 pooled", "2 used as denial"]
    {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert!(text.contains("OMIM:100009") && text.contains("4 diseases"), "{text}");
    let account = &import(&folder, OBO, HPOA, &["--format", "json"]).succeeds().lines()[0];
    assert_eq!(account["rows"], 12);
    assert_eq!(account["diseases"], 4);
}

/// Orphadata publishes XML; `scripts/orphadata` makes the tables.
#[test]
fn orphanet_s_own_files_are_read() {
    let folder = Folder::new();
    let alignments = folder.file(
        "product1.xml",
        "<JDBOR><DisorderList><Disorder><OrphaCode>77</OrphaCode>
        <ExternalReferenceList>
          <ExternalReference><Source>ICD-10</Source><Reference>Q12</Reference></ExternalReference>
          <ExternalReference><Source>OMIM</Source><Reference>100003</Reference><DisorderMappingRelation>
            <Name>E (Exact mapping: the two
              concepts are equivalent)</Name></DisorderMappingRelation></ExternalReference>
        </ExternalReferenceList></Disorder></DisorderList></JDBOR>",
    );
    let prevalences = folder.file(
        "product9.xml",
        "<JDBOR><DisorderList><Disorder><OrphaCode>77</OrphaCode>
        <Name>Cataract-heart syndrome</Name><PrevalenceList><Prevalence>
          <PrevalenceType><Name>Point prevalence</Name></PrevalenceType>
          <PrevalenceClass><Name>1-9 / 100 000</Name></PrevalenceClass>
          <PrevalenceGeographic><Name>Worldwide</Name></PrevalenceGeographic>
        </Prevalence></PrevalenceList></Disorder></DisorderList></JDBOR>",
    );
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/orphadata");
    let table = |name: &str, xml: &str| {
        let made = std::process::Command::new("python3").args([script, xml]).output().ok()?;
        assert!(made.status.success(), "{made:?}");
        Some(folder.file(name, made.stdout))
    };
    let (Some(xref), Some(prevalence)) = (table("x.tsv", &alignments), table("p.tsv", &prevalences)) else {
        eprintln!("skipped: there is no python3");
        return;
    };
    import(&folder, OBO, HPOA, &["--xref", &xref, "--prevalence", &prevalence]).succeeds();
    let network = folder.path("hpo.etio");
    let ask = ["patients", "--network", &network, "--present", "Cataract", "--format", "json", "--explain"];
    let first = &etio(&ask).succeeds().lines()[0]["ranking"][0];
    assert_eq!(first["prevalence"], "1-9 / 100 000 (Worldwide); ORPHA:77");
}

#[test]
fn what_cannot_be_imported_is_refused_with_its_place() {
    let folder = Folder::new();
    let cut = &HPOA[..HPOA.len() * 2 / 3 - 20];
    import(&folder, OBO, cut, &[]).fails_with(2, &["phenotype.hpoa", "line"]);
    import(&folder, OBO, "", &[]).fails_with(2, &["phenotype.hpoa"]);
    let circle = OBO.replace(
        "is_a: HP:0000118 ! Phenotypic abnormality\n\n[Term]\nid: HP:0001250",
        "is_a: HP:0002121\n\n[Term]\nid: HP:0001250",
    );
    import(&folder, &circle, HPOA, &[]).fails_with(2, &["hp.obo", "circle"]);
    import(&folder, "no ontology", HPOA, &[]).fails_with(2, &["hp.obo"]);
    import(&folder, OBO, HPOA, &["--source", "merged"]).fails_with(2, &["--xref"]);
    import(&folder, OBO, HPOA, &["--xref", "/nowhere"]).fails_with(2, &["/nowhere"]);
    let settings = folder.file("settings.json", r#"{"leak": 2}"#);
    import(&folder, OBO, HPOA, &["--settings", &settings]).fails_with(2, &["settings.json", "leak is 2"]);
}

#[test]
fn a_phenopacket_in_every_form() {
    let folder = Folder::new();
    let network = network(&folder);
    let packet = folder.file("p.json", PHENOPACKET);
    let ask = |args: &[&str]| {
        etio(&[&["patients", "--network", &network, "--phenopacket", &packet], args].concat())
            .succeeds()
            .stdout
    };
    let text = ask(&["--explain"]);
    for part in
        ["P1", "Absence seizure", "Epilepsy 1", "HP:7654321 is not a term", "label: Epilepsy 1, rank 1"]
    {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert!(text.contains("HPO 2025-01-16"), "{text}");
    let answer: serde_json::Value = serde_json::from_str(&ask(&["--format", "json", "--explain"])).unwrap();
    assert_eq!(answer["id"], "P1");
    assert_eq!(answer["ranking"][0]["disease"], "OMIM:100001");
    assert_eq!(answer["notes"][0]["kind"], "unknown");
    let first = &answer["ranking"][0];
    assert!(first["probability"].as_f64().unwrap() > 0.0 && first["posterior"].is_null());
    let reasons = first["for"].as_array().unwrap();
    let seizures = reasons.iter().find(|reason| reason["observed"][0]["frequency"] == "9/10").unwrap();
    assert_eq!(seizures["observed"][0]["references"][0], "PMID:1");
    assert!(seizures["model"]["frequency"].as_f64().unwrap() < 0.6);
    assert_eq!((&answer["genes"][0]["symbol"], &answer["genes"][0]["rank"]), (&"EPI1".into(), &1.into()));
    assert!(answer["next"].is_array() && answer["pairs"].is_array());
    let answer: serde_json::Value =
        serde_json::from_str(&ask(&["--format", "json", "--untempered"])).unwrap();
    assert!(answer["ranking"][0]["posterior"].as_f64().unwrap() > 0.0);
    let genes = ask(&["--format", "tsv", "--by", "gene"]);
    assert!(genes.lines().nth(1).unwrap().starts_with("P1\t1\tEPI1\tNCBIGene:11\t"), "{genes}");
    let packet: serde_json::Value = serde_json::from_str(&ask(&["--format", "phenopacket"])).unwrap();
    assert_eq!(packet["interpretations"][1]["diagnosis"]["disease"]["id"], "OMIM:100001");
    let table = ask(&["--format", "tsv", "--top", "2"]);
    assert_eq!(table.lines().count(), 3);
    assert!(table.lines().nth(1).unwrap().starts_with("P1\t1\tOMIM:100001\tEpilepsy 1\t"), "{table}");
    let page = ask(&["--format", "html"]);
    assert!(
        page.starts_with("<!doctype html>") && page.contains("Epilepsy 1") && page.contains("HP:7654321")
    );
    for link in [
        "https://hpo.jax.org/browse/term/HP:0002121",
        "https://omim.org/entry/100001",
        "https://monarchinitiative.org/MONDO:0000001",
        "https://pubmed.ncbi.nlm.nih.gov/1/",
        "https://www.ncbi.nlm.nih.gov/gene/11",
    ] {
        assert!(page.contains(link), "no {link} in {page}");
    }
    assert!(page.contains("<strong>9/10</strong>"), "{page}");
}

#[test]
fn terms_by_name_a_panel_and_priors_of_a_clinic() {
    let folder = Folder::new();
    let network = network(&folder);
    let panel = folder.file("panel.txt", "CAT1\n");
    let ask =
        |args: &[&str]| etio(&[&["patients", "--network", &network, "--format", "json"], args].concat());
    let names = ["--present", "absence seizure,Cataract"];
    let plain = &ask(&names).succeeds().lines()[0];
    let with = &ask(&[&names[..], &["--genes", &panel]].concat()).succeeds().lines()[0];
    assert_eq!(with["ranking"][0]["disease"], "OMIM:100003");
    assert_ne!(plain["ranking"][0], with["ranking"][0]);
    let empty = folder.file("empty.txt", "# none\n");
    ask(&[&names[..], &["--genes", &empty]].concat()).fails_with(2, &["empty.txt", "no gene"]);
    let other = folder.file("other.txt", "NOSUCH\n");
    ask(&[&names[..], &["--genes", &other]].concat())
        .fails_with(2, &["other.txt", "no disease of the network has a gene of the list"]);
    let (xref, prevalence) = (folder.file("x.tsv", XREF), folder.file("prevalence.tsv", PREVALENCE));
    let args = ["--xref", &xref, "--source", "all", "--prevalence", &prevalence];
    let run = import(&folder, OBO, HPOA, &[&args[..], &["--population", "general"]].concat()).succeeds();
    assert!(run.stderr.contains("rank published patients worse"), "{}", run.stderr);
    let run = import(&folder, OBO, HPOA, &args).succeeds();
    assert!(!run.stderr.contains("worse"), "{}", run.stderr);
    let account = run.stdout;
    assert!(account.contains("6 diseases") && !account.contains("mapped to no annotated"), "{account}");
    let ranked = &etio(&["patients", "--network", &network, "--format", "json", "--present", "Cataract"]);
    let ids = ranked.lines()[0]["ranking"].to_string();
    assert!(ids.contains("ORPHA:78") && ids.contains("DECIPHER:1"), "{ids}");
    etio(&["patients", "--network", &network, "--present", "Cataract", "--genes", &panel])
        .fails_with(2, &["the network has no genes"]);
}

#[test]
fn yaml_families_and_folders_below_folders() {
    let folder = Folder::new();
    let network = network(&folder);
    folder.file("in/a/yaml.yaml", "id: Y1\nphenotypicFeatures:\n- type: {id: 'HP:0002121'}\n");
    let family = format!("{{\"id\": \"F1\", \"proband\": {PHENOPACKET}, \"relatives\": []}}");
    folder.file("in/b/family.json", family);
    folder.file("in/b/notes.txt", "not a phenopacket");
    let (input, out) = (folder.path("in"), folder.path("out"));
    let args = ["patients", "--network", &network, "--phenopacket", &input];
    let lines = etio(&[&args[..], &["--format", "json"]].concat()).succeeds().lines();
    assert_eq!(lines.iter().map(|line| line["id"].as_str().unwrap()).collect::<Vec<_>>(), ["Y1", "P1"]);
    etio(&[&args[..], &["--format", "phenopacket", "--out", &out]].concat()).succeeds();
    let packet = std::fs::read_to_string(folder.path("out/P1.json")).unwrap();
    let packet: serde_json::Value = serde_json::from_str(&packet).unwrap();
    assert_eq!(packet["proband"]["interpretations"].as_array().unwrap().len(), 1 + 4);
}

#[test]
fn a_folder_of_phenopackets_with_a_bad_one() {
    let folder = Folder::new();
    let network = network(&folder);
    folder.file("in/a.json", PHENOPACKET);
    folder.file("in/b.json", PHENOPACKET.replace("\"2.0\"", "\"1.0.0\"").replace("P1", "P2"));
    folder.file("in/c.json", PHENOPACKET.replace("P1", "P3"));
    let input = folder.path("in");
    let args = ["patients", "--network", &network, "--phenopacket", &input];
    let run = etio(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(run.code, 1);
    let lines = run.lines();
    assert_eq!(lines.len(), 3);
    assert!(lines[1]["error"].as_str().unwrap().contains("version 1"), "{}", lines[1]);
    assert_eq!(lines[2]["id"], "P3");
    etio(&[&args[..], &["--format", "html"]].concat()).fails_with(2, &["--out"]);
    let pages = folder.path("pages");
    etio(&[&args[..], &["--format", "html", "--out", &pages]].concat()).fails_with(1, &["version 1"]);
    assert!(std::fs::read_to_string(folder.path("pages/P3.html")).unwrap().contains("Epilepsy 1"));
    let empty = folder.path("pages");
    etio(&["patients", "--network", &network, "--phenopacket", &empty]).fails_with(2, &["no phenopacket"]);
}

/// Two packets of one id, and two whose ids differ only in what a file name cannot have.
#[test]
fn no_page_replaces_another() {
    let folder = Folder::new();
    let network = network(&folder);
    for (file, id) in [("a", "P1"), ("b", "P1"), ("c", "P/2"), ("d", "P:2")] {
        folder.file(&format!("in/{file}.json"), PHENOPACKET.replace("P1", id));
    }
    let (input, out) = (folder.path("in"), folder.path("out"));
    let args =
        ["patients", "--network", &network, "--phenopacket", &input, "--format", "html", "--out", &out];
    // A second run replaces the pages of the first.
    for _ in 0..2 {
        etio(&args).succeeds();
        let mut names: Vec<String> = std::fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["P1-2.html", "P1.html", "P_2-2.html", "P_2.html"]);
    }
}

#[test]
fn what_a_list_of_genes_does_not_say_is_told() {
    let folder = Folder::new();
    let network = network(&folder);
    let ask = |genes: &str, args: &[&str]| {
        let genes = folder.file("genes.txt", genes);
        let terms = ["patients", "--network", &network, "--present", "HP:0002121", "--genes", &genes];
        etio(&[&terms[..], args].concat())
    };
    ask("EPI1\nHGNC:11\n", &[]).fails_with(2, &["genes.txt", "line 2", "HGNC ids are not supported"]);
    let text = ask("EPI1\nNOSUCH\n", &[]).succeeds().stdout;
    assert!(text.contains("note: genes.txt: of no disease here: NOSUCH"), "{text}");
    let text = ask("EPI1\n", &[]).succeeds().stdout;
    assert!(text.contains("(1 gene, 1 of them") && !text.contains("note:"), "{text}");
    let answer = &ask("EPI1\nNOSUCH\n", &["--format", "json"]).succeeds().lines()[0];
    assert_eq!(answer["gene_list"]["unknown"], serde_json::json!(["NOSUCH"]));
}

#[test]
fn terms_on_the_command_line_and_in_a_file() {
    let folder = Folder::new();
    let network = network(&folder);
    let run = etio(&[
        "patients",
        "--network",
        &network,
        "--present",
        "HP:0002121,HP:9999999",
        "--method",
        "single",
    ]);
    let text = run.succeeds().stdout;
    assert!(text.contains("HP:9999999 is not a term of this ontology"), "{text}");
    let cases = folder.file("cases.jsonl", format!("{CASES}not a case\n"));
    let run = etio(&["patients", "--network", &network, "--cases", &cases, "--format", "json"]);
    assert_eq!(run.code, 1);
    let lines = run.lines();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[1]["ranking"][0]["disease"], "OMIM:100003");
    assert!(lines[3]["error"].is_string());
}

#[test]
fn each_command_points_to_the_other() {
    let folder = Folder::new();
    let packet = folder.file("p.json", PHENOPACKET);
    etio(&["diagnose", "--phenopacket", &packet]).fails_with(2, &["etio patients --phenopacket"]);
    etio(&["diagnose", "--present", "fever", "--method", "pairs"]).fails_with(2, &["see `etio patients`"]);
    let (ordinary, cases) = (folder.network(), folder.file("cases.jsonl", CASES));
    etio(&["patients", "--present", "HP:0002121"]).fails_with(2, &["--network <HPO_NETWORK>", "--help"]);
    etio(&["patients", "--network", &ordinary, "--present", "fever"]).fails_with(2, &["etio import hpo"]);
    etio(&["evaluate", "--network", &ordinary, "--cases", &cases]).fails_with(2, &["etio import hpo"]);
    let asked = folder.file("asked.jsonl", r#"{"present": ["HP:0002121"], "asked": ["HP:0002121"]}"#);
    let run = etio(&["patients", "--network", &network(&folder), "--cases", &asked, "--format", "json"]);
    assert!(run.lines()[0]["error"].as_str().unwrap().contains("`asked` is not supported"), "{}", run.stdout);
}

/// Engine and patients may use the same network; each keeps to its own rules.
#[test]
fn a_network_of_terms_is_an_ordinary_one_for_diagnose() {
    let folder = Folder::new();
    let network = network(&folder);
    let ask = |command, args: &[&str]| {
        etio(&[&[command, "--network", &network, "--format", "json"], args].concat())
    };
    let terms = ["--present", "HP:0002121,HP:0001250"];
    let by_engine = &ask("diagnose", &terms).succeeds().lines()[0];
    assert_eq!(
        (&by_engine["exactness"], &by_engine["notes"][0]["kind"]),
        (&"exact".into(), &"implied".into())
    );
    let same = &ask(
        "patients",
        &[&terms[..], &["--method", "auto", "--absent-as", "plain", "--untempered"]].concat(),
    )
    .lines()[0];
    assert_eq!(same["ranking"][0]["posterior"], by_engine["ranking"][0]["posterior"]);
    // Lists are strict; clinical records contradict themselves and are read with a note.
    let torn = ["--present", "HP:0002121", "--absent", "HP:0001250"];
    assert_eq!(ask("diagnose", &torn).code, 1);
    let noted = &ask("patients", &torn).succeeds().lines()[0];
    assert_eq!(noted["notes"][0]["kind"], "contradicted");
}

#[test]
fn a_damaged_network_of_terms_is_named() {
    let folder = Folder::new();
    let (compiled, plain) = (network(&folder), folder.path("plain"));
    etio::format::folder::write(&etio::Network::open(&compiled).unwrap(), std::path::Path::new(&plain))
        .unwrap();
    let ask = || etio(&["patients", "--network", &plain, "--present", "HP:0002121"]);
    ask().succeeds();
    folder.file("plain/meta.json", "{\"hpo\": ");
    ask().fails_with(2, &["plain", "meta.json", "line 1"]);
}

#[test]
fn reasons_of_one_disease_and_of_an_unknown_one() {
    let folder = Folder::new();
    let network = network(&folder);
    let ask = |args: &[&str]| {
        etio(&[&["patients", "--network", &network, "--present", "HP:0002121", "--top", "1"], args].concat())
    };
    let text = ask(&["--explain", "OMIM:100003"]).succeeds().stdout;
    assert!(text.contains("OMIM:100003") && text.contains("not explained Absence seizure"), "{text}");
    let line = &ask(&["--explain", "OMIM:100003", "--format", "json"]).succeeds().lines()[0];
    assert_eq!(
        (&line["explanation"]["disease"], line["ranking"].as_array().unwrap().len()),
        (&"OMIM:100003".into(), 1)
    );
    for format in ["tsv", "phenopacket"] {
        ask(&["--explain", "--format", format]).fails_with(2, &[format, "no place for reasons"]);
    }
    ask(&["--explain", "OMIM:10003"]).fails_with(2, &["no disease `OMIM:10003`", "did you mean `OMIM:10000"]);
}

#[test]
fn without_a_known_term_there_is_no_ranking() {
    let folder = Folder::new();
    let network = network(&folder);
    for format in ["text", "json", "tsv", "html"] {
        let run = etio(&["patients", "--network", &network, "--present", "HP:9999999", "--format", format]);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, 1, "{said}");
        assert!(said.contains("none of the terms can be used: HP:9999999 is not a term"), "{said}");
        assert!(!said.contains("OMIM"), "{said}");
    }
}

#[test]
fn evaluation_in_every_form() {
    let folder = Folder::new();
    let network = network(&folder);
    let cases = folder.file("cases.jsonl", CASES);
    let (ranks, lines) = (folder.path("ranks.tsv"), folder.path("ranks.jsonl"));
    let ask = |args: &[&str]| {
        etio(&[&["evaluate", "--network", &network, "--cases", &cases], args].concat()).succeeds().stdout
    };
    let figures: serde_json::Value = serde_json::from_str(&ask(&[
        "--format",
        "json",
        "--method",
        "single,pairs,likelihood-ratio",
        "--leave-publication-out",
        "--ranks",
        &ranks,
    ]))
    .unwrap();
    for (group, n) in [("all", 2), ("clean", 1), ("leave_publication_out", 2)] {
        assert_eq!(figures[group]["n"], n, "{group}");
        for score in ["top1", "top3", "top5", "top10", "top50", "mrr"] {
            let share = figures[group][score].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&share), "{group} {score}");
        }
    }
    assert_eq!(figures["all"]["by_gene"]["n"], 2);
    assert_eq!(figures["methods"].as_array().unwrap().len(), 3);
    assert_eq!(figures["differences"].as_array().unwrap().len(), 2);
    assert_eq!(figures["skipped"]["not_annotated"], 1);
    let ranks = std::fs::read_to_string(ranks).unwrap();
    assert_eq!(ranks.lines().count(), 4);
    let columns = |line: &str| line.split('\t').count();
    assert!(ranks.lines().all(|line| columns(line) == 10), "{ranks}");
    assert!(ranks.contains("a\tOMIM:100001\t1\tfalse\t1\t"), "{ranks}");
    let text = ask(&["--ranks", &lines]);
    assert!(
        text.contains("2 cases ranked among 4 diseases") && text.contains("1 whose disease is not annotated")
    );
    let lines = std::fs::read_to_string(lines).unwrap();
    assert_eq!(lines.lines().count(), 3);
    assert!(lines.lines().last().unwrap().contains("not_annotated"), "{lines}");
    let page = ask(&["--format", "html", "--method", "single,pairs"]);
    assert!(page.contains("<svg") && page.contains("pairs minus single"));
    let candidates = folder.file("candidates.txt", "MONDO:0000001 ORPHA:77\n");
    let among = ask(&["--candidates", &candidates]);
    assert!(among.contains("ranked among 2 diseases"), "{among}");
    let none = folder.file("none.jsonl", CASES.lines().last().unwrap());
    etio(&["evaluate", "--network", &network, "--cases", &none])
        .fails_with(2, &["1 whose disease is not annotated"]);
}
