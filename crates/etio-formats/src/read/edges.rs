//! Edge lists: a table (CSV or TSV) of disease, finding and weight, one link a row; or one disease
//! a row, with its findings as `name (weight), name (weight)`.

use std::collections::{HashMap, HashSet};

use etio::NetworkBuilder;
use etio::format::spreadsheet::Separator;

use crate::error::{Fault, Problem, Result};
use crate::number::{number, shortened};
use crate::{Options, Reading};

const DISEASES: [&str; 4] = ["disease", "diseases", "cause", "condition"];
const FINDINGS: [&str; 5] = ["finding", "findings", "symptom", "symptoms", "effect"];
const WEIGHTS: [&str; 5] = ["weight", "probability", "p", "link", "strength"];

/// A disease, a finding, the weight between them, and the line.
type Edge = (String, String, f64, u64);

pub(crate) fn read(text: &str, options: &Options) -> Result<Reading> {
    let edges = edges(text)?;
    let (Some(prior), Some(leak)) = (options.prior, options.leak) else {
        return Err(Problem::NoPriors.into());
    };
    let mut builder = NetworkBuilder::new();
    let (mut diseases, mut findings) = (Ids::default(), Ids::default());
    let mut lines = HashMap::new();
    for (disease, finding, weight, line) in edges {
        let at = |error| Fault::at(line, Problem::Build(error));
        let (disease_id, is_new) = diseases.of(&disease);
        if is_new {
            builder.disease(&disease_id, &disease, prior).map_err(at)?;
        }
        let (finding_id, is_new) = findings.of(&finding);
        if is_new {
            builder.finding(&finding_id, &finding, leak).map_err(at)?;
        }
        if let (Some(disease), Some(finding)) =
            (builder.disease_by_id(&disease_id), builder.finding_by_id(&finding_id))
        {
            if let Some(before) = lines.insert((disease, finding), line) {
                let text = format!(
                    "the link from `{disease_id}` to `{finding_id}` is given twice, first on line {before}"
                );
                return Err(Fault::syntax(line, text));
            }
            builder.link(disease, finding, weight).map_err(at)?;
        }
    }
    let mut notes =
        vec![format!("every disease has the prior {prior} and every finding the leak {leak}, as given")];
    for (ids, layer) in [(diseases, "disease"), (findings, "finding")] {
        if let Some((name, id)) = ids.numbered.first() {
            notes.push(format!(
                "{} of the {layer} names differ from others in capitals or punctuation alone, and have ids with a \
                 number: `{}` is `{id}`",
                ids.numbered.len(),
                shortened(name),
            ));
        }
    }
    Ok(Reading { network: builder.build()?, notes })
}

fn edges(text: &str) -> Result<Vec<Edge>> {
    let separator = Separator::of(text.as_bytes()).map_err(|problem| Fault::syntax(1, problem))?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator.byte())
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| Fault::syntax(1, error.to_string()))?.clone();
    let column =
        |names: &[&str]| header.iter().position(|name| names.contains(&name.to_lowercase().as_str()));
    let (Some(disease), Some(finding)) = (column(&DISEASES), column(&FINDINGS)) else {
        return Err(Fault::syntax(1, "the header needs the columns disease, finding and weight"));
    };
    let weight = column(&WEIGHTS);
    let mut edges = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            Fault::syntax(line, error.to_string())
        })?;
        let line = record.position().map_or(1, csv::Position::line);
        let field = |at: usize, name: &str| {
            let text = record.get(at).filter(|text| !text.is_empty());
            text.ok_or_else(|| Fault::syntax(line, format!("the row has no {name}")))
        };
        let name = field(disease, "disease")?.to_owned();
        match weight {
            Some(weight) => {
                let weight = number(field(weight, "weight")?, line)?;
                edges.push((name, field(finding, "finding")?.to_owned(), weight, line));
            }
            None => {
                for entry in field(finding, "findings")?.split("),") {
                    let (finding, weight) = weighted(entry, line)?;
                    edges.push((name.clone(), finding, weight, line));
                }
            }
        }
    }
    Ok(edges)
}

/// `name (weight)`.
fn weighted(entry: &str, line: u64) -> Result<(String, f64)> {
    let entry = entry.trim();
    let parts = entry.strip_suffix(')').unwrap_or(entry).rsplit_once('(');
    match parts.map(|(name, weight)| (name.trim(), weight)) {
        Some((name, weight)) if !name.is_empty() => Ok((name.to_owned(), number(weight.trim(), line)?)),
        _ => {
            let text = format!(
                "`{}` has no weight: expected a column weight, or `name (weight)` for each finding",
                shortened(entry)
            );
            Err(Fault::syntax(line, text))
        }
    }
}

/// Ids that can be typed, made of names.
#[derive(Default)]
struct Ids {
    by_name: HashMap<String, String>,
    taken: HashSet<String>,
    /// Names whose ids have a number at the end, since another name has the id without it.
    numbered: Vec<(String, String)>,
}

impl Ids {
    /// The id of a name, and whether it is new.
    fn of(&mut self, name: &str) -> (String, bool) {
        if let Some(id) = self.by_name.get(name) {
            return (id.clone(), false);
        }
        let plain = |c: char| if c.is_alphanumeric() { c.to_lowercase().next().unwrap_or('_') } else { '_' };
        let base: String = name.chars().map(plain).take(200).collect();
        let base = base.trim_matches('_');
        let base = if base.is_empty() { "x" } else { base };
        let mut id = base.to_owned();
        for number in 2.. {
            if self.taken.insert(id.clone()) {
                break;
            }
            id = format!("{base}_{number}");
        }
        if id != base {
            self.numbered.push((name.to_owned(), id.clone()));
        }
        self.by_name.insert(name.to_owned(), id.clone());
        (id, true)
    }
}
