//! Effects of double precision on Quickscore: posteriors outside [0, 1] and lost labels, by prior
//! and number of findings.

use etio::{DiseaseId, Engine, Method, Network};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;

use super::{Axis, Chart, Claim, Finished, Line, Series, Settings, Table, Verdict};
use crate::numbers::{percent, round};
use crate::study::{Contestant, EXACT, Score};
use crate::{CaseSpec, Clinic, NetworkSpec, ReproError};

/// An error of a posterior that no doctor would overlook.
const GROSS: f64 = 0.05;

#[derive(Clone, Debug, Serialize)]
struct Lost {
    mean_prior: f64,
    present: usize,
    queries: usize,
    /// The share of queries with a posterior outside [0, 1].
    outside: f64,
    /// The share with a posterior wrong by more than [`GROSS`], values outside counted as 0 or 1.
    wrong: f64,
    /// The share that the engine's own Quickscore refuses, because it counts its digits.
    refused: f64,
}

/// One number of a row.
type Measure = fn(&Lost) -> f64;

pub(super) fn run(settings: &Settings<'_>) -> Result<Finished, ReproError> {
    let profile = settings.profile;
    let counts: Vec<usize> = (4..=profile.most_exponential.min(14)).step_by(2).collect();
    let queries = (profile.queries / 10).max(5);
    (settings.expect)(counts.len() * profile.mean_priors.len());
    let clinic = Clinic::new(&NetworkSpec { seed: settings.seed, leak: 0.0, ..NetworkSpec::f120() })?;
    let mut rows = Vec::new();
    for &mean_prior in &profile.mean_priors {
        let network = clinic.with_mean_prior(mean_prior)?;
        for &present in &counts {
            let scores = score(&network, present, queries, settings.seed)?;
            let share = |test: &dyn Fn(&(Score, bool)) -> bool| {
                round(scores.iter().filter(|s| test(s)).count() as f64 / queries as f64)
            };
            rows.push(Lost {
                mean_prior,
                present,
                queries,
                outside: share(&|(score, _)| score.outside),
                wrong: share(&|(score, _)| score.error > GROSS),
                refused: share(&|(_, refused)| *refused),
            });
            (settings.step)();
        }
    }
    let mut finished = Finished {
        table: Table::of(&rows)?,
        claims: vec![claim(&rows)],
        charts: charts(&rows, &counts),
        notes: vec![format!(
            "{queries} queries per point, no leak. The sum has 2^|F+| terms of alternating sign near 1 and a result near P(evidence): \
             once that is below about 1e-12 all 16 digits cancel. The engine's own quickscore estimates its error and \
             refuses (column refused); explained-sets and elimination do not subtract."
        )],
        ..Finished::default()
    };
    finished.results.insert("points".to_owned(), json!(rows));
    Ok(finished)
}

/// Naive Quickscore against the exact posterior on this many queries, and whether the engine's own refuses.
fn score(
    network: &Network,
    present: usize,
    queries: usize,
    seed: u64,
) -> Result<Vec<(Score, bool)>, ReproError> {
    let spec =
        CaseSpec { diseases: 1..=1, present: present..=present, absent: 4..=4, seed, ..CaseSpec::default() };
    let one = |engine: &mut Engine, number: u64| {
        let evidence = spec.sample(network, number).evidence(network)?;
        let exact = EXACT.answer(engine, &evidence)?;
        let naive = Contestant::NaiveQuickscore.answer(engine, &evidence)?;
        let refused = engine.diagnose(&evidence, Method::Quickscore).is_err();
        Ok((Score::of(&naive, &exact, DiseaseId::new(0)), refused))
    };
    (0..queries as u64).into_par_iter().map_init(|| Engine::new(network), one).collect()
}

fn claim(rows: &[Lost]) -> Claim {
    let eight: Vec<String> = rows
        .iter()
        .filter(|row| row.present == 8)
        .map(|row| {
            format!("{:e}: {} outside, {} wrong", row.mean_prior, percent(row.outside), percent(row.wrong))
        })
        .collect();
    let sound = rows.iter().filter(|row| row.wrong == 0.0).count();
    Claim::under(
        "priors are large or present findings few",
        "Quickscore is exact: its accuracy at small priors is that of exact inference",
        if sound == rows.len() {
            Verdict::Holds
        } else if sound > 0 {
            Verdict::HoldsOnlyIf
        } else {
            Verdict::DoesNotHold
        },
        format!(
            "without a gross error at {sound} of {} points, those of large priors or few findings. With eight present findings, by \
             mean prior: {}",
            rows.len(),
            eight.join("; ")
        ),
    )
}

fn charts(rows: &[Lost], counts: &[usize]) -> Vec<Chart> {
    let values: [(&str, Measure); 2] = [
        ("share with a posterior outside [0, 1]", |row| row.outside),
        ("share wrong by more than 0.05", |row| row.wrong),
    ];
    let panel = |(label, value): (&str, Measure)| Chart {
        title: label.to_owned(),
        x: Axis::log("mean prior P(d)"),
        y: Axis::linear("share of queries").within(0.0, 1.0),
        series: counts
            .iter()
            .enumerate()
            .map(|(style, &present)| Series {
                name: format!("{present} present findings"),
                style,
                line: Line::Marked,
                points: rows
                    .iter()
                    .filter(|row| row.present == present)
                    .map(|row| (row.mean_prior, value(row)))
                    .collect(),
            })
            .collect(),
    };
    values.map(panel).into()
}
