//! A blind check of the report: for twenty random patients every frequency, onset and prevalence that
//! their page prints equals a row of the file that it cites, found again in the file's own text.

use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use etio::Limits;
use etio::format::cases::CaseReader;
use etio_hpo::annotation::{hpoa, orphanet, prevalence};
use etio_hpo::import::{Catalogue, Inputs, PriorSource, import};
use etio_hpo::report::patient_html;
use etio_hpo::{Absent, Clinic, Hpo, Patient, Ranker, Settings, obo};
use flate2::read::GzDecoder;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const PATIENTS: usize = 20;

/// The import keeps the diseases of the patients and one in this many of the others, to stay quick.
const ONE_IN: usize = 25;

fn text(path: &Path) -> String {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

/// Twenty patients whose disease is annotated, always the same ones.
fn patients(cases: &str, annotated: &HashSet<&str>) -> Vec<Patient> {
    let mut all: Vec<Patient> = CaseReader::new(cases.as_bytes()).map(|case| case.unwrap().into()).collect();
    all.retain(|patient| annotated.contains(patient.label.as_deref().unwrap_or_default()));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(23);
    (0..PATIENTS).map(|_| all.swap_remove(random.random_range(0..all.len()))).collect()
}

/// The rows of the file by disease and term: what each says about the frequency, and who says so.
type Rows<'a> = BTreeMap<(&'a str, &'a str), Vec<(String, Vec<&'a str>)>>;

/// The rows, read without the library's help.
fn rows(hpoa: &str) -> Rows<'_> {
    let mut rows = Rows::new();
    for line in hpoa.lines().filter(|line| !line.starts_with(['#', 'd'])) {
        let f: Vec<&str> = line.split('\t').collect();
        let negated = f[2] == "NOT";
        let words = match f[7] {
            "" if negated => "stated as not shown".to_owned(),
            "" => "frequency not stated".to_owned(),
            "HP:0040280" => "obligate (100%)".to_owned(),
            "HP:0040281" => "very frequent (80-99%)".to_owned(),
            "HP:0040282" => "frequent (30-79%)".to_owned(),
            "HP:0040283" => "occasional (5-29%)".to_owned(),
            "HP:0040284" => "very rare (1-4%)".to_owned(),
            "HP:0040285" => "excluded (0%)".to_owned(),
            count if negated => format!("stated as not shown ({count})"),
            count => count.to_owned(),
        };
        rows.entry((f[0], f[3])).or_default().push((words, f[4].split(';').collect()));
    }
    rows
}

/// The ids of a page's links, in order, each with where it stands.
fn links(html: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in html.match_indices("<a href=\"") {
        let url = html[at + 9..].split('"').next().unwrap();
        let last = url.trim_end_matches('/').rsplit('/').next().unwrap();
        let id = match url {
            url if url.contains("omim.org") => format!("OMIM:{last}"),
            url if url.contains("orpha.net") => format!("ORPHA:{last}"),
            url if url.contains("pubmed") => format!("PMID:{last}"),
            _ => last.to_owned(),
        };
        found.push((at, id));
    }
    found
}

/// Checks every frequency in one disease's section and returns how many there are.
fn check(section: &str, rows: &Rows<'_>) -> usize {
    let disease = links(section)[0].1.clone();
    let mut checked = 0;
    // A cell or an item is about one term and lists its rows.
    for part in
        section.split("<tr").skip(1).chain(section.split("<li>").skip(1)).filter(|part| part.contains("/HP:"))
    {
        let part = part.split("</tr>").next().unwrap().split("</li>").next().unwrap();
        let Some((_, term)) = links(part).into_iter().find(|(_, id)| id.starts_with("HP:")) else { continue };
        for (at, _) in part.match_indices("<strong>") {
            let words = part[at + 8..].split("</strong>").next().unwrap();
            let rest = &part[at + 8 + words.len()..];
            let rest = rest.split("; <strong>").next().unwrap();
            let cited: Vec<String> = links(rest).into_iter().map(|(_, id)| id).collect();
            let term = cited.iter().find(|id| id.starts_with("HP:")).unwrap_or(&term);
            let catalogue = cited.iter().find(|id| id.starts_with("ORPHA:"));
            let source = catalogue.map_or(disease.as_str(), String::as_str);
            let words = words.replace("&lt;", "<").replace("&gt;", ">");
            let known = rows.get(&(source, term.as_str())).map_or(&[][..], Vec::as_slice);
            let matches = |(stated, references): &(String, Vec<&str>)| {
                *stated == words
                    && cited
                        .iter()
                        .filter(|id| id.starts_with("PMID:"))
                        .all(|id| references.contains(&id.as_str()))
            };
            assert!(
                known.iter().any(matches),
                "{disease} {term}: {words} by {cited:?}, the file has {known:?}"
            );
            checked += 1;
        }
    }
    checked
}

/// Prevalences of each Orphanet entry: entry, region and class.
fn prevalences(table: &str) -> HashSet<(String, &str, &str)> {
    let rows = table.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let kinds = ["Point prevalence", "Prevalence at birth", "Lifetime Prevalence"];
    rows.filter(|f| kinds.contains(&f[2])).map(|f| (format!("ORPHA:{}", f[0]), f[3], f[4])).collect()
}

/// Checks the lines about onset and prevalence in one disease's section and returns how many statements
/// of each there are.
fn check_facts(
    disease: &str,
    facts: &str,
    rows: &Rows<'_>,
    known: &HashSet<(String, &str, &str)>,
) -> [usize; 2] {
    let mut checked = [0; 2];
    for line in facts.split("</p>").next().unwrap().split("<br>") {
        let line = line.trim();
        if let Some(onsets) = line.strip_prefix("<strong>Onset</strong> ") {
            for onset in onsets.split("; <a href=") {
                let onset = format!("<a href={}", onset.trim_start_matches("<a href="));
                let cited: Vec<String> = links(&onset).into_iter().map(|(_, id)| id).collect();
                let words = onset.split("</a>").nth(1).unwrap().split('<').next().unwrap().trim();
                let words = if words.is_empty() { "frequency not stated" } else { words };
                let stated = rows.get(&(disease, cited[0].as_str())).map_or(&[][..], Vec::as_slice);
                let matches = |(frequency, references): &(String, Vec<&str>)| {
                    frequency == words && cited[1..].iter().all(|id| references.contains(&id.as_str()))
                };
                assert!(stated.iter().any(matches), "{disease}: {onset}; the file has {stated:?}");
                checked[0] += 1;
            }
        } else if let Some(text) = line.strip_prefix("<strong>Prevalence</strong> ") {
            let text = text.replace("&lt;", "<").replace("&gt;", ">");
            let (classes, entry) = text.rsplit_once("; ").unwrap();
            let (_, entry) = links(entry).remove(0);
            for class in classes.split("), ") {
                let (class, regions) = class.trim_end_matches(')').split_once(" (").unwrap();
                for region in regions.split("; ") {
                    let row = (entry.clone(), region, class);
                    assert!(known.contains(&row), "{disease}: {text}; no row {row:?}");
                    checked[1] += 1;
                }
            }
        }
    }
    checked
}

#[test]
fn every_frequency_printed_is_a_row_of_the_file() {
    let data = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    if !data.is_dir() {
        eprintln!("skipped: {} is not there", data.display());
        return;
    }
    let all = text(&data.join("hpo/phenotype.hpoa.gz"));
    let names: HashSet<&str> = all
        .lines()
        .filter(|line| line.starts_with("OMIM:"))
        .filter_map(|line| line.split('\t').next())
        .collect();
    let patients = patients(&text(&data.join("cases/phenopackets.jsonl.gz")), &names);
    let mut kept: HashSet<&str> = patients.iter().filter_map(|patient| patient.label.as_deref()).collect();
    let mut sorted: Vec<&str> = names.iter().copied().collect();
    sorted.sort_unstable();
    kept.extend(sorted.iter().step_by(ONE_IN));
    let is_kept = |line: &&str| {
        let id = line.split('\t').next().unwrap_or_default();
        !id.starts_with("OMIM:") || kept.contains(id)
    };
    // The first line promises how many diseases follow; it is not true of a part.
    let part: String =
        all.split_inclusive('\n').filter(is_kept).filter(|line| !line.starts_with("#description")).collect();
    let ontology =
        obo::read(BufReader::new(GzDecoder::new(std::fs::File::open(data.join("hpo/hp.obo.gz")).unwrap())))
            .unwrap();
    let xref = text(&data.join("hpo/orpha_xref.tsv.gz"));
    let table = text(&data.join("hpo/orpha_prevalence.tsv.gz"));
    let imported = import(&Inputs {
        ontology: &ontology,
        annotations: &hpoa::read(part.as_bytes()).unwrap(),
        mappings: &orphanet::read_mapping(&mut xref.as_bytes() as &mut dyn BufRead).unwrap().0,
        mondo: &[],
        genes: &BTreeMap::new(),
        prevalence: &prevalence::read(table.as_bytes()).unwrap(),
        catalogue: Catalogue::Merged,
        priors: PriorSource::Uniform,
        settings: Settings::default(),
    })
    .unwrap();
    let hpo = Hpo::new(&imported.network).unwrap();
    let rows = rows(&all);
    let mut clinic = Clinic::new(&hpo, Ranker::Pairs, Absent::Relevant, Limits::default());
    let known = prevalences(&table);
    let (mut checked, mut facts) = (0, [0; 2]);
    for patient in &patients {
        let diagnosis = clinic.diagnose(patient).unwrap();
        let page = patient_html(&clinic, patient, &diagnosis).unwrap();
        let sections: Vec<&str> = page.split("<details class=\"disease\"").skip(1).collect();
        assert_eq!(sections.len(), 20);
        for section in sections {
            let mut parts = section.split("<p class=\"facts\">");
            checked += check(parts.next().unwrap(), &rows);
            let found = parts.next().map(|part| check_facts(&links(section)[0].1, part, &rows, &known));
            facts.iter_mut().zip(found.unwrap_or_default()).for_each(|(sum, found)| *sum += found);
        }
    }
    assert!(checked > 2000, "only {checked} frequencies were found on the pages");
    assert!(facts.iter().all(|&found| found > 50), "only {facts:?} onsets and prevalences were found");
}
