//! Networks as spreadsheets write them: every problem at once, hints, and tabs.

mod common;

use common::{Folder, etio};

/// A folder with these tables.
fn network(diseases: &str, findings: &str, links: &str) -> Folder {
    let folder = Folder::new();
    for (file, text) in [("diseases.csv", diseases), ("findings.csv", findings), ("links.csv", links)] {
        folder.file(file, text);
    }
    folder
}

/// The error message, with the name of the temporary folder replaced by a fixed one.
fn refusal(folder: &Folder) -> String {
    let path = folder.path("");
    let path = path.trim_end_matches('/');
    let run = etio(&["info", path]);
    run.fails_with(2, &[]);
    run.stderr.replace(path, "[folder]")
}

#[test]
fn every_problem_is_named_with_what_to_do() {
    let folder = network(
        "id,name,prior\nflu,Influenza,1%\ncold,Common cold,5\n",
        "id,name,leak\nfever,Fever,\"0,02\"\ncough,Cough,0.1\n",
        "disease,finding,probability\nflu,fever,often\ncold,cogh,0.5\nrash,cough,0.5\n",
    );
    insta::assert_snapshot!("all_problems", refusal(&folder));
}

#[test]
fn rows_that_are_refused_count_as_the_first_of_their_id_and_lines_are_in_order() {
    let folder = network(
        "id,name,prior\nflu,Influenza,often\nflu,Influenza,0.1\n,Nothing,x\n,Nothing,0.1\ncold,Cold,0.1\n",
        "id,name,leak\nfever,Fever\nfever,Fever,0.1\ncough,Cough,0.1\n",
        "disease,finding,probability\ncold,cough,0.5\ncold,cough,2\ncold,cough,0.1\ncold,rash,0.1\n",
    );
    insta::assert_snapshot!("in_order", refusal(&folder));
}

#[test]
fn semicolons_are_explained() {
    let table = |text: &str| text.replace(',', ";");
    let folder = network(
        &table("id,name,prior\nflu,Influenza,0\n"),
        "id,name,leak\nfever,Fever,0.1\n",
        "disease,finding,probability\n",
    );
    insta::assert_snapshot!("semicolons", refusal(&folder));
    let edges = folder.file("edges.csv", "disease;finding;weight\nFlu;Fever;0,5\n");
    etio(&["convert", &edges, &folder.path("out"), "--prior", "0.1", "--leak", "0.1"])
        .fails_with(2, &["edges.csv, line 1", "semicolons"]);
}

#[test]
fn tabs_are_read_in_networks_companions_and_edge_lists() {
    let folder = network(
        "id\tname\tprior\nflu\tInfluenza\t0.1\ncold\tCold, common\t0.1\n",
        "id\tname\tleak\nfever\tFever\t0.1\n",
        "disease\tfinding\tprobability\nflu\tfever\t0.5\n",
    );
    for file in ["diseases", "findings", "links"] {
        std::fs::rename(folder.path(&format!("{file}.csv")), folder.path(&format!("{file}.tsv")))
            .expect("a file");
    }
    let context = "disease\tsex\tage_min\tage_max\tfactor\ncold\tfemale\t\t\t2\n";
    folder.file("context.tsv", context);
    let prior = |sex: &str| {
        let args = ["diagnose", "--network", &folder.path(""), "--sex", sex, "--format", "json"];
        let answer = &etio(&args).succeeds().lines()[0];
        let mut ranking = answer["ranking"].as_array().expect("a list").iter();
        let cold = ranking.find(|ranked| ranked["disease"] == "cold").expect("a cold");
        cold["posterior"].as_f64().expect("a number")
    };
    assert!(prior("female") > 1.5 * prior("male"), "the rules of context.tsv count");
    let edges = folder.file("edges.tsv", "disease\tfinding\tweight\nFlu, any\tFever\t0.5\n");
    let out = folder.path("out");
    etio(&["convert", &edges, &out, "--prior", "0.1", "--leak", "0.1"]).succeeds();
    assert!(etio(&["info", &out, "--diseases"]).succeeds().stdout.contains("Flu, any"));
    folder.file("edges.tsv", "disease\tfinding\tweight\nFlu\tFever\t50%\n");
    etio(&["convert", &edges, &folder.path("again"), "--prior", "0.1", "--leak", "0.1"])
        .fails_with(2, &["edges.tsv, line 2", "`50%` is not a number; write 0.5"]);
}
