//! The authoring form: round trips, and one test for each way it can be wrong.

use std::fs;
use std::path::Path;

use etio::{Network, format::folder};

const DISEASES: &str = "id,name,prior,codes\nflu,Influenza,0.01,ICD10:J10\ncold,Common cold,0.05,\n";
const FINDINGS: &str = "id,name,leak\nfever,Fever,0.02\ncough,\"Cough, any\",0\n";
const LINKS: &str =
    "disease,finding,probability,source\nflu,fever,0.9,estimate\ncold,cough,1,\nflu,cough,0,textbook\n";

fn open(
    diseases: impl AsRef<[u8]>,
    findings: impl AsRef<[u8]>,
    links: impl AsRef<[u8]>,
) -> Result<Network, String> {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("diseases.csv"), diseases).unwrap();
    fs::write(dir.path().join("findings.csv"), findings).unwrap();
    fs::write(dir.path().join("links.csv"), links).unwrap();
    Network::open(dir.path()).map_err(|e| e.to_string())
}

fn refusal(diseases: impl AsRef<[u8]>, findings: impl AsRef<[u8]>, links: impl AsRef<[u8]>) -> String {
    open(diseases, findings, links).expect_err("an error")
}

#[track_caller]
fn says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "`{message}` does not say `{part}`");
    }
}

fn contents(network: &Network) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    folder::write(network, dir.path()).unwrap();
    ["diseases.csv", "findings.csv", "links.csv"]
        .map(|f| fs::read_to_string(dir.path().join(f)).unwrap())
        .into()
}

#[test]
fn a_network_comes_back_with_names_attributes_and_zero_links() {
    let network = open(DISEASES, FINDINGS, LINKS).unwrap();
    assert_eq!((network.disease_count(), network.finding_count(), network.link_count()), (2, 2, 2));
    let cough = network.finding("cough").unwrap();
    let flu = network.disease("flu").unwrap();
    assert_eq!(network.finding_name(cough), "Cough, any");
    assert_eq!(network.disease_catalog().attribute(flu.index(), "codes"), Some("ICD10:J10"));
    let (p, link) = network.link(flu, network.finding("fever").unwrap()).unwrap();
    assert_eq!((p, network.link_catalog().attribute(link, "source")), (0.9, Some("estimate")));
    assert_eq!(network.parents(cough).entries().count(), 2, "a link of zero is kept");
    let written = contents(&network);
    let again = open(&written[0], &written[1], &written[2]).unwrap();
    assert_eq!(contents(&again), written);
}

#[test]
fn byte_order_marks_windows_lines_and_any_column_order_are_accepted() {
    let diseases = "\u{feff}prior,id,name\r\n0.01,flu,Influenza\r\n0.05,cold,Cold\r\n";
    let network = open(diseases, FINDINGS.replace('\n', "\r\n"), LINKS).unwrap();
    assert_eq!(network.prior(network.disease("flu").unwrap()), 0.01);
}

#[test]
fn missing_file() {
    let error = Network::open(Path::new("no/such/folder")).unwrap_err().to_string();
    says(&error, &["no/such/folder"]);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("diseases.csv"), DISEASES).unwrap();
    says(&Network::open(dir.path()).unwrap_err().to_string(), &["findings.csv"]);
}

#[test]
fn wrong_header() {
    let error = refusal(DISEASES.replace("prior", "priors"), FINDINGS, LINKS);
    says(&error, &["diseases.csv, line 1", "`prior`", "did you mean `priors`", "id,name,prior"]);
}

#[test]
fn duplicate_id() {
    says(
        &refusal(format!("{DISEASES}flu,Again,0.1,\n"), FINDINGS, LINKS),
        &["diseases.csv, line 4", "`flu`", "twice"],
    );
}

#[test]
fn duplicate_link() {
    let error = refusal(DISEASES, FINDINGS, format!("{LINKS}cold,fever,0.1,\nflu,fever,0.5,\n"));
    says(&error, &["links.csv, line 6", "`flu`", "`fever`", "twice"]);
}

#[test]
fn dangling_ids() {
    says(
        &refusal(DISEASES, FINDINGS, format!("{LINKS}flue,fever,0.1,\n")),
        &["links.csv, line 5", "disease `flue` is not in diseases.csv", "did you mean `flu`"],
    );
    says(
        &refusal(DISEASES, FINDINGS, format!("{LINKS}flu,rash,0.1,\n")),
        &["line 5", "finding `rash` is not in findings.csv"],
    );
}

#[test]
fn numbers_out_of_range() {
    for value in ["1.2", "-0.1", "NaN", "inf"] {
        let diseases = DISEASES.replace("0.05", value);
        says(
            &refusal(&diseases, FINDINGS, LINKS),
            &["diseases.csv, line 3", "prior", "cold", "between 0 and 1"],
        );
        let findings = FINDINGS.replace("0.02", value);
        says(&refusal(DISEASES, &findings, LINKS), &["findings.csv, line 2", "leak", "fever"]);
        let links = LINKS.replace("0.9", value);
        says(&refusal(DISEASES, FINDINGS, &links), &["links.csv, line 2", "flu -> fever"]);
    }
}

#[test]
fn not_a_number() {
    says(&refusal(DISEASES, FINDINGS, LINKS.replace("0.9", "often")), &["links.csv, line 2", "`often`"]);
    says(&refusal(DISEASES, FINDINGS.replace("0.02", ""), LINKS), &["findings.csv, line 2", "leak ``"]);
}

#[test]
fn empty_files() {
    says(&refusal("", FINDINGS, LINKS), &["diseases.csv", "empty"]);
    says(&refusal(DISEASES, "id,name,leak\n", LINKS), &["findings.csv", "no row"]);
    assert_eq!(open(DISEASES, FINDINGS, "disease,finding,probability\n").unwrap().link_count(), 0);
}

#[test]
fn a_line_of_ten_megabytes() {
    let long = "x".repeat(10 << 20);
    says(
        &refusal(format!("{DISEASES}{long},Name,0.1,\n"), FINDINGS, LINKS),
        &["diseases.csv, line 4", "longer than"],
    );
}

#[test]
fn invalid_utf8() {
    let mut diseases = DISEASES.as_bytes().to_vec();
    diseases.extend_from_slice(b"x,\xff\xfe,0.1,\n");
    says(&refusal(diseases, FINDINGS, LINKS), &["diseases.csv, line 4", "UTF-8"]);
}

#[test]
fn a_row_with_too_few_fields() {
    says(
        &refusal(format!("{DISEASES}x,Name\n"), FINDINGS, LINKS),
        &["diseases.csv, line 4", "2 fields", "has 4"],
    );
}
