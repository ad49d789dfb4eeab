//! The authoring form: round trips, and one test for each way it can be wrong.

use std::fs;
use std::path::Path;

use etio::format::folder;
use etio::{Engine, Evidence, Method, Network};

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
fn lines_are_counted_whatever_ends_them() {
    let links = "disease,finding,probability\nflu,fever,0.9\ncold,\"cough\",2\n";
    for links in [links.to_owned(), links.replace('\n', "\r\n"), links.replacen('\n', "\r\n", 1)] {
        says(&refusal(DISEASES, FINDINGS, &links), &["links.csv, line 3", "2"]);
        let short = links.replace("cold,\"cough\",2", "cold");
        says(&refusal(DISEASES, FINDINGS, short), &["links.csv, line 3", "found 1"]);
    }
}

#[test]
fn missing_file() {
    let error = Network::open(Path::new("no/such/folder")).unwrap_err().to_string();
    says(&error, &["no/such/folder"]);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("diseases.csv"), DISEASES).unwrap();
    says(
        &Network::open(dir.path()).unwrap_err().to_string(),
        &["findings.csv: the file is missing; a network folder"],
    );
}

#[test]
fn wrong_header() {
    let error = refusal(DISEASES.replace("prior", "priors"), FINDINGS, LINKS);
    says(&error, &["diseases.csv, line 1: the header has no column `prior`; it needs id,name,prior"]);
    assert!(error.ends_with("; if `priors` is meant, rename it"), "{error}");
}

#[test]
fn every_problem_of_a_row() {
    let error = refusal(
        format!("{DISEASES}flu,Again,2,\n"),
        "id,name,leak,share\nfever,Fever,0.02,\ncough,Cough,0.02,\n,Y,2,often\n",
        format!("{LINKS}q,zz,7,\n"),
    );
    let expected: [&[&str]; 8] = [
        &["diseases.csv, line 4: the prior of `flu` is 2"],
        &["diseases.csv, line 4: the disease id `flu` is used twice"],
        &["findings.csv, line 4: a finding id is empty"],
        &["findings.csv, line 4: the leak of `` is 2"],
        &["findings.csv, line 4: the share `often`"],
        &["links.csv, line 5: disease `q` is not in diseases.csv"],
        &["links.csv, line 5: finding `zz` is not in findings.csv"],
        &["links.csv, line 5: the link of `q -> zz` is 7", "if it is a percentage, write 0.07"],
    ];
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!((lines[0], lines.len()), ("8 problems", 9), "{error}");
    for (line, parts) in lines[1..].iter().zip(expected) {
        says(line, parts);
    }
}

#[test]
fn an_empty_cell() {
    let error = refusal(format!("{DISEASES}ache,Ache,,\n"), FINDINGS, LINKS);
    says(&error, &["diseases.csv, line 4: the prior is missing; give a number between 0 and 1"]);
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
    says(
        &refusal(DISEASES, FINDINGS.replace("0.02", ""), LINKS),
        &["findings.csv, line 2", "the leak is missing"],
    );
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
        &["diseases.csv, line 4", "expected 4 fields", "found 2"],
    );
}

#[test]
fn a_number_that_would_become_zero() {
    let long = format!("0.{}1", "0".repeat(400));
    for value in ["1e-400", "2E-324", "0.1e-999999", "-1e-400", &long] {
        let shown = &value[..value.len().min(100)];
        let what_to_do = ["too small", "write 0 if", "at least 5e-324", shown];
        let error = refusal(DISEASES.replace("0.05", value), FINDINGS, LINKS);
        says(&error, &["diseases.csv, line 3: the prior `"]);
        says(&error, &what_to_do);
        let error = refusal(DISEASES, FINDINGS.replace("0.02", value), LINKS);
        says(&error, &["findings.csv, line 2: the leak `"]);
        says(&error, &what_to_do);
        let error = refusal(DISEASES, FINDINGS, LINKS.replace("0.9", value));
        says(&error, &["links.csv, line 2: the probability `"]);
        says(&error, &what_to_do);
    }
    says(&refusal(DISEASES.replace("0.05", "1e400"), FINDINGS, LINKS), &["line 3", "between 0 and 1"]);
}

#[test]
fn zero_in_any_spelling_and_subnormal_numbers_are_taken_as_they_are() {
    for value in ["0", "0.000", "0e5", "00.0E-999", "5e-324", "2.5e-320", "2.2250738585072014e-308"] {
        let network = open(DISEASES.replace("0.05", value), FINDINGS, LINKS).unwrap();
        let cold = network.disease("cold").unwrap();
        assert_eq!(network.prior(cold).to_bits(), value.parse::<f64>().unwrap().to_bits(), "{value}");
        let written = contents(&network);
        let again = open(&written[0], &written[1], &written[2]).unwrap();
        assert_eq!(again.prior(cold).to_bits(), network.prior(cold).to_bits(), "{value}");
    }
}

/// Two findings with one disease each, as rows of their file.
const TIED: [&str; 2] = ["fever,Fever,0.02\n", "cough,Cough,0.02\n"];

#[test]
fn the_order_of_rows_breaks_ties_and_changes_no_exact_answer() {
    let links = ["flu,fever,0.9\n", "cold,cough,0.8\n"];
    let read = |[first, second]: [&str; 2], [third, fourth]: [&str; 2]| {
        let findings = format!("id,name,leak\n{first}{second}");
        open(DISEASES, findings, format!("disease,finding,probability\n{third}{fourth}")).unwrap()
    };
    let [one, other] = TIED;
    let networks = [read([one, other], links), read([other, one], links)];
    let [in_order, reversed] = networks.each_ref().map(|network| {
        let all = Evidence::new(network.findings(), []).unwrap();
        let mut engine = Engine::new(network);
        let exact = engine.diagnose(&all, Method::Elimination).unwrap();
        let hybrid = engine.diagnose(&all, "vfh+cvx+fdo:1".parse().unwrap()).unwrap();
        let transformed: Vec<&str> = hybrid.work.transformed.iter().map(|&f| network.finding_id(f)).collect();
        (exact, transformed.concat())
    });
    assert_eq!((&*in_order.1, &*reversed.1), ("fever", "cough"), "equally many parents: the first row");
    for (a, b) in in_order.0.marginals.iter().zip(&reversed.0.marginals) {
        assert!((a - b).abs() < 1e-12);
    }
    let [third, fourth] = links;
    assert_eq!(
        contents(&read([one, other], [fourth, third])),
        contents(&networks[0]),
        "links in another order"
    );
}

/// A row of the diseases that is `bytes` long, with its line end.
fn row_of(bytes: usize) -> String {
    let (start, end) = ("long,Long,0.1,", "\n");
    format!("{start}{}{end}", "x".repeat(bytes - start.len() - end.len()))
}

#[test]
fn a_row_may_have_up_to_its_limit() {
    for copies in [1, 2] {
        let row = row_of(folder::MAX_ROW_BYTES);
        let diseases =
            (0..copies).fold(DISEASES.to_owned(), |text, n| text + &row.replace("long", &format!("l{n:03}")));
        assert_eq!(open(diseases, FINDINGS, LINKS).unwrap().disease_count(), 2 + copies);
    }
    let error = refusal(format!("{DISEASES}{}", row_of(folder::MAX_ROW_BYTES + 1)), FINDINGS, LINKS);
    says(&error, &["diseases.csv, line 4", "longer than 1048576 bytes"]);
}

#[test]
fn an_open_quotation_mark_does_not_swallow_the_file() {
    let rows = "flu,fever,0.5,estimate\n".repeat(100_000);
    says(
        &refusal(DISEASES, FINDINGS, format!("{LINKS}cold,fever,0.1,\"never closed\n{rows}")),
        &["links.csv, line 5", "longer than", "unclosed quotation mark"],
    );
}

#[test]
fn a_header_without_an_end() {
    says(&refusal("x".repeat(3 << 20), FINDINGS, LINKS), &["diseases.csv, line 1", "longer than"]);
    let columns: Vec<String> = (0..2000).map(|n| format!("c{n}")).collect();
    let diseases = format!("id,name,prior,{}\n", columns.join(","));
    says(&refusal(diseases, FINDINGS, LINKS), &["diseases.csv, line 1", "2003 columns", "at most 1000"]);
}

/// A sound folder, to replace a file of it.
fn sound_folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (file, text) in [("diseases.csv", DISEASES), ("findings.csv", FINDINGS), ("links.csv", LINKS)] {
        fs::write(dir.path().join(file), text).unwrap();
    }
    dir
}

#[test]
fn a_directory_is_not_a_file() {
    for file in ["diseases.csv", "findings.csv", "links.csv", "meta.json"] {
        let dir = sound_folder();
        let _ = fs::remove_file(dir.path().join(file));
        fs::create_dir(dir.path().join(file)).unwrap();
        says(&Network::open(dir.path()).unwrap_err().to_string(), &[file, "regular file", "a directory"]);
    }
}

#[cfg(unix)]
#[test]
fn neither_a_device_nor_a_pipe_is_a_file() {
    let device = |path: &Path| std::os::unix::fs::symlink("/dev/zero", path).unwrap();
    let pipe = |path: &Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    let makers: [&dyn Fn(&Path); 2] = [&device, &pipe];
    for make in makers {
        for file in ["diseases.csv", "findings.csv", "links.csv", "context.csv"] {
            let dir = sound_folder();
            let path = dir.path().join(file);
            let _ = fs::remove_file(&path);
            make(&path);
            says(&Network::open(dir.path()).unwrap_err().to_string(), &[file, "regular file", "device"]);
        }
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.etio");
        make(&path);
        says(&Network::open(&path).unwrap_err().to_string(), &["x.etio", "not a network"]);
        let opened =
            [etio::format::compiled::open(&path).map(drop), etio::format::compiled::verify(&path).map(drop)];
        for result in opened {
            says(&result.unwrap_err().to_string(), &["x.etio", "regular file", "device"]);
        }
    }
}

#[test]
fn an_endless_document() {
    let dir = sound_folder();
    // A file of zeros that takes no room on the disk.
    let file = fs::File::create(dir.path().join("meta.json")).unwrap();
    file.set_len(folder::MAX_DOCUMENT_BYTES + 1).unwrap();
    says(&Network::open(dir.path()).unwrap_err().to_string(), &["meta.json", "longer than 1073741824 bytes"]);
}

#[test]
fn all_problems_are_listed_at_once() {
    let error = refusal(
        "id,name,prior\nflu,Influenza,1%\ncold,Common cold,5\ncold,Again,0.1\nx\n",
        "id,name,leak\nfever,Fever,\"0,02\"\ncough,Cough,0.1\n",
        "disease,finding,probability\nflu,fever,often\ncold,cough,0.5\ncold,cough,0.6\ncold,cogh,0.5\nx,cough,0.5\n\
         rash,cough,0.5\nrash,cough,0.7\n",
    );
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines[0], "10 problems");
    let expected: [&[&str]; 10] = [
        &["diseases.csv, line 2", "prior `1%`", "write 0.01"],
        &["diseases.csv, line 3", "is 5, not a probability", "if it is a percentage, write 0.05"],
        // A row that is refused for its number still takes its id.
        &["diseases.csv, line 4", "`cold`"],
        &["diseases.csv, line 5", "found 1"],
        &["findings.csv, line 2", "leak `0,02`", "write 0.02"],
        &["links.csv, line 2", "`often`"],
        &["links.csv, line 4", "`cold`", "`cough`", "twice"],
        &["links.csv, line 5", "`cogh`", "did you mean `cough`"],
        // A row of diseases.csv that cannot be used makes no link dangle, and an unknown id is named once.
        &["links.csv, line 7", "`rash` is not in diseases.csv"],
        &["links.csv, line 8", "`rash`", "twice"],
    ];
    assert_eq!(lines.len(), 1 + expected.len(), "{error}");
    for (line, parts) in lines[1..].iter().zip(expected) {
        says(line, parts);
    }
}

#[test]
fn of_very_many_problems_the_first_are_listed() {
    let rows: Vec<String> = (0..1000).map(|n| format!("d{n},Name,much\n")).collect();
    let error = refusal(
        format!("id,name,prior\n{}", rows.concat()),
        FINDINGS,
        "disease,finding,probability\nd1,fever,0.1\n",
    );
    says(&error, &["1000 problems", "diseases.csv, line 2:", "line 21:", "and 980 more"]);
    assert!(!error.contains("line 22:"), "{error}");
}

#[test]
fn every_repeated_link_is_counted() {
    let links = format!("disease,finding,probability\n{}", "flu,fever,0.5\n".repeat(100));
    says(&refusal(DISEASES, FINDINGS, links), &["99 problems", "line 3:", "line 22:", "and 79 more"]);
}

#[test]
fn problems_of_a_file_do_not_hide_those_of_another() {
    let error = refusal("name,prior\nInfluenza,0.1\n", "id,name\nfever,Fever\n", "disease,probability\n");
    says(&error, &["3 problems", "column `id`", "column `leak`", "column `finding`"]);
    let dir = sound_folder();
    fs::remove_file(dir.path().join("diseases.csv")).unwrap();
    fs::write(dir.path().join("links.csv"), "disease,finding,probability\nflu,fever,often\n").unwrap();
    let error = Network::open(dir.path()).unwrap_err().to_string();
    says(&error, &["2 problems", "diseases.csv: ", "links.csv, line 2", "`often`"]);
}

#[test]
fn tabs_serve_as_well_as_commas() {
    let tabs = |text: &str| text.replace("\"Cough, any\"", "Cough; any").replace(',', "\t").replace(';', ",");
    let read = open(tabs(DISEASES), tabs(FINDINGS), LINKS).unwrap();
    assert_eq!(contents(&read), contents(&open(DISEASES, FINDINGS, LINKS).unwrap()));
    let dir = tempfile::tempdir().unwrap();
    for (file, text) in [("diseases.tsv", DISEASES), ("findings.tsv", FINDINGS), ("links.tsv", LINKS)] {
        fs::write(dir.path().join(file), tabs(text)).unwrap();
    }
    fs::write(dir.path().join("context.tsv"), "x\n").unwrap();
    let named = Network::open(dir.path()).unwrap();
    assert_eq!(contents(&named), contents(&read));
    assert_eq!(named.document_names().collect::<Vec<_>>(), ["context.tsv"], "tables are not documents");
    assert_eq!(contents(&Network::open(dir.path().join("links.tsv")).unwrap()), contents(&read));
    fs::write(dir.path().join("links.tsv"), tabs("disease,finding,probability\nrash,fever,0.1\n")).unwrap();
    let error = Network::open(dir.path()).unwrap_err().to_string();
    says(&error, &["links.tsv, line 2", "`rash` is not in diseases.tsv"]);
    fs::write(dir.path().join("links.csv"), LINKS).unwrap();
    says(&Network::open(dir.path()).unwrap_err().to_string(), &["links.csv", "links.tsv", "keep one"]);
}

#[test]
fn semicolons_get_a_hint() {
    let error = refusal(DISEASES.replace(',', ";"), FINDINGS, LINKS);
    says(&error, &["diseases.csv, line 1", "semicolons", "commas", "tabs"]);
}

#[test]
fn spaces_get_a_hint() {
    let error = refusal(DISEASES, FINDINGS, "disease finding probability\nflu fever 0.9\n");
    says(&error, &["links.csv, line 1: the columns are separated by spaces", "commas", "tabs"]);
    assert!(!error.contains("did you mean"), "{error}");
}
