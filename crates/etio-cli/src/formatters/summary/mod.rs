//! Counts and spreads of the contents of a network.

mod json;
mod text;

use etio::{Catalog, Network};
use serde::Serialize;

pub(crate) use json::json;
pub(crate) use text::text;

use crate::formatters::diagnosis::cell;
use crate::terminal::printable;

/// A network in numbers.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) network: String,
    pub(crate) diseases: usize,
    pub(crate) findings: usize,
    pub(crate) links: usize,
    /// Links as a share of all pairs.
    pub(crate) density: f64,
    pub(crate) parents_per_finding: Spread,
    pub(crate) findings_per_disease: Spread,
    pub(crate) priors: Spread,
    pub(crate) leaks: Spread,
    pub(crate) link_probabilities: LinkProbabilities,
    /// Diseases without a link, which no finding can support.
    pub(crate) diseases_without_links: usize,
    /// Findings that can never be present: no parent, no leak.
    pub(crate) impossible_findings: usize,
    /// Findings that need a disease to be present.
    pub(crate) findings_without_leak: usize,
    pub(crate) attributes: Attributes,
    pub(crate) documents: Vec<Document>,
}

/// How numbers are distributed.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Spread {
    pub(crate) min: f64,
    pub(crate) median: f64,
    pub(crate) mean: f64,
    pub(crate) p90: f64,
    pub(crate) max: f64,
}

/// The links' probabilities. There may be hundreds of millions, so that they are not sorted.
#[derive(Debug, Default, Serialize)]
pub(crate) struct LinkProbabilities {
    pub(crate) min: f64,
    pub(crate) mean: f64,
    pub(crate) max: f64,
    /// Links of probability 1: the disease always shows the finding.
    pub(crate) certain: usize,
}

/// Columns that are copied unchanged.
#[derive(Debug, Serialize)]
pub(crate) struct Attributes {
    pub(crate) diseases: Vec<String>,
    pub(crate) findings: Vec<String>,
    pub(crate) links: Vec<String>,
}

/// A companion file.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    pub(crate) name: String,
    pub(crate) bytes: usize,
}

impl Spread {
    fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = numbers.collect();
        sorted.sort_by(f64::total_cmp);
        let Some(last) = sorted.len().checked_sub(1) else {
            return Self::default();
        };
        let at = |share: f64| sorted[(share * last as f64).round() as usize];
        let mean = sorted.iter().sum::<f64>() / sorted.len() as f64;
        Self { min: at(0.0), median: at(0.5), mean, p90: at(0.9), max: at(1.0) }
    }
}

impl Summary {
    /// Counts everything in one pass over the links.
    pub(crate) fn of(network: &Network, name: String) -> Self {
        let mut findings_of = vec![0usize; network.disease_count()];
        let mut links = LinkProbabilities { min: f64::INFINITY, ..LinkProbabilities::default() };
        let (mut count, mut sum) = (0usize, 0.0);
        for (disease, p) in network.findings().flat_map(|f| network.parents(f).iter()) {
            findings_of[disease.index()] += 1;
            links.min = links.min.min(p);
            links.max = links.max.max(p);
            links.certain += usize::from(p == 1.0);
            count += 1;
            sum += p;
        }
        let links = match count {
            0 => LinkProbabilities::default(),
            _ => LinkProbabilities { mean: sum / count as f64, ..links },
        };
        let (diseases, findings) = (network.disease_count(), network.finding_count());
        let without_leak = || network.findings().filter(|&f| network.leak(f) == 0.0);
        Self {
            network: name,
            diseases,
            findings,
            links: count,
            density: count as f64 / (diseases as f64 * findings as f64).max(1.0),
            parents_per_finding: Spread::of(network.findings().map(|f| network.parent_count(f) as f64)),
            findings_per_disease: Spread::of(findings_of.iter().map(|&n| n as f64)),
            priors: Spread::of(network.diseases().map(|d| network.prior(d))),
            leaks: Spread::of(network.findings().map(|f| network.leak(f))),
            link_probabilities: links,
            diseases_without_links: findings_of.iter().filter(|&&n| n == 0).count(),
            impossible_findings: without_leak().filter(|&f| network.parent_count(f) == 0).count(),
            findings_without_leak: without_leak().count(),
            attributes: Attributes {
                diseases: attribute_names(network.disease_catalog()),
                findings: attribute_names(network.finding_catalog()),
                links: attribute_names(network.link_catalog()),
            },
            documents: network
                .document_names()
                .map(|name| Document {
                    name: name.to_owned(),
                    bytes: network.document(name).map_or(0, <[u8]>::len),
                })
                .collect(),
        }
    }
}

fn attribute_names(catalog: &Catalog) -> Vec<String> {
    catalog.attribute_names().map(str::to_owned).collect()
}

/// The ids and names of a layer, a line each.
pub(crate) fn members(catalog: &Catalog, count: usize) -> String {
    let ids = (0..count).map(|at| printable(catalog.id(at)).chars().count());
    let width = ids.max().unwrap_or(0).min(40);
    let line = |at| format!("{:width$}  {}\n", printable(catalog.id(at)), printable(catalog.name(at)));
    (0..count).map(line).collect()
}

/// The same as JSON Lines.
pub(crate) fn json_members(catalog: &Catalog, count: usize) -> String {
    let line = |at| format!("{}\n", serde_json::json!({ "id": catalog.id(at), "name": catalog.name(at) }));
    (0..count).map(line).collect()
}

/// The same as a tab-separated table with a header.
pub(crate) fn table_of_members(catalog: &Catalog, count: usize) -> String {
    let line = |at| format!("{}\t{}\n", cell(catalog.id(at)), cell(catalog.name(at)));
    std::iter::once("id\tname\n".to_owned()).chain((0..count).map(line)).collect()
}
