//! Real queries: the Promedus and Promedas networks of the UAI 2014 evaluation.

mod common;

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use common::near;
use etio_oracle::number::Real;
use etio_oracle::{Case, Model, eliminate, hybrid, inclusion_exclusion};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The networks of one family; none, with a note, where the data folder is absent.
fn networks(family: &str) -> Outcome<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(family);
    if !folder.is_dir() {
        println!("skipped: {} is absent", folder.display());
        return Ok(Vec::new());
    }
    let mut networks: Vec<PathBuf> =
        folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<Outcome<_>>()?;
    networks.sort();
    Ok(networks)
}

fn rows(path: &Path) -> Outcome<Vec<csv::StringRecord>> {
    Ok(csv::Reader::from_path(path)?.records().collect::<Result<_, _>>()?)
}

/// Ids by place, and one probability each.
fn read_column(path: &Path) -> Outcome<(HashMap<String, usize>, Vec<f64>)> {
    let rows = rows(path)?;
    let ids = rows.iter().enumerate().map(|(k, row)| (row[0].to_owned(), k)).collect();
    let values = rows.iter().map(|row| row[2].parse()).collect::<Result<_, _>>()?;
    Ok((ids, values))
}

struct Query {
    model: Model,
    case: Case,
    diseases: HashMap<String, usize>,
}

fn read(folder: &Path) -> Outcome<Query> {
    let (diseases, priors) = read_column(&folder.join("diseases.csv"))?;
    let (findings, leaks) = read_column(&folder.join("findings.csv"))?;
    let mut links = Vec::new();
    for row in rows(&folder.join("links.csv"))? {
        links.push((diseases[&row[0]], findings[&row[1]], row[2].parse()?));
    }
    let text = std::fs::read_to_string(folder.join("cases.jsonl"))?;
    let case: serde_json::Value = serde_json::from_str(text.lines().next().ok_or("no case")?)?;
    let list = |key: &str| {
        let ids = case[key].as_array().into_iter().flatten().filter_map(|id| id.as_str());
        ids.map(|id| findings[id]).collect()
    };
    Ok(Query {
        model: Model { priors, leaks, links },
        case: Case { present: list("present"), absent: list("absent") },
        diseases,
    })
}

#[test]
fn promedus_matches_the_published_marginals() -> Outcome<()> {
    for folder in networks("promedus")? {
        let query = read(&folder)?;
        let answer = eliminate(&query.model, &query.case)?;
        for row in rows(&folder.join("published.csv"))? {
            let (ours, published) = (answer.posteriors[query.diseases[&row[0]]], row[1].parse::<f64>()?);
            assert!((ours - published).abs() <= 1e-6, "{} {}: {ours} {published}", folder.display(), &row[0]);
        }
    }
    Ok(())
}

#[test]
fn hybrids_bound_the_promedus_evidence() -> Outcome<()> {
    for folder in networks("promedus")? {
        let query = read(&folder)?;
        let exact = eliminate(&query.model, &query.case)?;
        let count = query.case.present.len().min(3);
        let mut bounds = Vec::new();
        for method in ["jj99-joint+cvx-joint+fdo", "vfh+cvx-joint+fdo", "vfh+cvx+fdo"] {
            let method = format!("{method}:{count}").parse()?;
            let answer = hybrid(&query.model, &query.case, method)?;
            bounds.push(answer.log_evidence_upper);
        }
        let [overall, joint, separate] = bounds[..] else { return Err("three methods, three bounds".into()) };
        assert!(exact.log_evidence <= overall && overall <= joint, "{}", folder.display());
        assert!(overall <= separate, "{}", folder.display());
    }
    Ok(())
}

/// Answers the Promedas queries whose number of present findings is in the range; those of few are
/// checked by the signed sum.
fn answer_promedas(present: std::ops::Range<usize>) -> Outcome<()> {
    for folder in networks("promedas")? {
        let query = read(&folder)?;
        let count = query.case.present.len();
        if !present.contains(&count) {
            continue;
        }
        let answer = eliminate(&query.model, &query.case)?;
        for (&on, &off) in answer.precise.on.iter().zip(&answer.precise.off) {
            assert!(near(on + off, Real::ONE, 480), "{}", folder.display());
        }
        if count <= 8 {
            let signed = inclusion_exclusion(&query.model, &query.case)?;
            for (&a, &b) in answer.precise.on.iter().zip(&signed.precise.on) {
                assert!(near(a, b, 390), "{}", folder.display());
            }
        }
    }
    Ok(())
}

#[test]
fn promedas_is_answered() -> Outcome<()> {
    answer_promedas(0..22)
}

#[test]
#[ignore = "seconds and a gigabyte each"]
fn the_two_largest_of_promedas_are_answered() -> Outcome<()> {
    answer_promedas(22..100)
}
