//! VFH and JH give the same posteriors: Algorithm 1 step by step against Eq. 11.

use etio::Engine;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;

use super::{Claim, Finished, Settings, Table, Verdict, accuracy};
use crate::numbers::power_of_ten_above;
use crate::study::Contestant;
use crate::{Clinic, NetworkSpec, QuerySet, ReproError};

#[derive(Clone, Debug, Serialize)]
struct Difference {
    leak: f64,
    mean_prior: f64,
    queries: usize,
    /// No posterior of any query differs by more.
    largest_difference_below: f64,
}

pub(super) fn run(settings: &Settings<'_>) -> Result<Finished, ReproError> {
    let profile = settings.profile;
    let (vfh, jh) = (Contestant::AlgorithmOne(2), Contestant::method("jh+cvx+fdo:2")?);
    let leaks = [0.0, accuracy::LEAK];
    let queries = profile.compared_queries();
    (settings.expect)(leaks.len() * profile.mean_priors.len());
    let mut rows = Vec::new();
    for leak in leaks {
        let clinic = Clinic::new(&NetworkSpec { seed: settings.seed, leak, ..NetworkSpec::f120() })?;
        let asked = clinic.queries(QuerySet::Chronic40, queries)?;
        for &mean_prior in &profile.mean_priors {
            let network = clinic.with_mean_prior(mean_prior)?;
            let differences = asked
                .par_iter()
                .map_init(
                    || Engine::new(&network),
                    |engine, query| {
                        let one = vfh.answer(engine, &query.evidence)?;
                        let other = jh.answer(engine, &query.evidence)?;
                        Ok(one.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max))
                    },
                )
                .collect::<Result<Vec<f64>, ReproError>>()?;
            let largest = differences.into_iter().fold(0.0, f64::max);
            // What is below 1e-12 is rounding; how much of it there is says nothing.
            let below = power_of_ten_above(largest).max(1e-12);
            rows.push(Difference { leak, mean_prior, queries, largest_difference_below: below });
            (settings.step)();
        }
    }
    let worst = rows.iter().map(|row| row.largest_difference_below).fold(0.0, f64::max);
    let mut finished = Finished {
        table: Table::of(&rows)?,
        claims: vec![Claim::new(
            "VFH and JH are two methods with different accuracy",
            if worst <= 1e-9 { Verdict::DoesNotHold } else { Verdict::Holds },
            format!("over {} points of {queries} queries each, no posterior differs by {worst:e}", rows.len()),
        )],
        notes: vec![
            "VFH is run here as the paper's Algorithm 1 says: replace the priors by the posteriors given F1, then answer the rest \
             exactly. JH is Eq. 11 as the engine computes it. Each factor of VFH's sum is JH's divided by a number that does not \
             depend on the term, so it cancels; docs/notation.md has the proof."
                .to_owned(),
        ],
        ..Finished::default()
    };
    finished.results.insert("points".to_owned(), json!(rows));
    Ok(finished)
}
