//! Running times that can be compared: the shortest of some repeats, the middle one of some queries.

use std::time::{Duration, Instant};

use etio::{Engine, Evidence, Limits, Network};
use serde::Serialize;

use crate::numbers::{median, round};
use crate::parts::{Line, Series};
use crate::study::Contestant;

/// How long a contestant took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Timed {
    pub(super) method: String,
    pub(super) present: usize,
    /// The median over queries, of those that were answered.
    pub(super) micros: Option<f64>,
    pub(super) answered: usize,
    pub(super) queries: usize,
}

/// Maximum time of a single query.
const LONGEST: Duration = Duration::from_secs(10);

/// Times contestants on queries with one number of present findings. They take turns, so that what
/// else the machine does falls on all alike. The first answer to each query is not counted: memory
/// is warm then and cached parameters are there, as in a service that runs.
pub(super) fn time(
    contestants: &[Contestant],
    network: &Network,
    queries: &[Evidence],
    repeats: usize,
) -> Vec<Timed> {
    let mut engine = Engine::with_limits(network, Limits { time: Some(LONGEST), ..Limits::default() });
    let mut shortest: Vec<Vec<f64>> = vec![Vec::new(); contestants.len()];
    for evidence in queries {
        let mut times: Vec<Option<f64>> = contestants
            .iter()
            .map(|contestant| contestant.answer(&mut engine, evidence).ok().map(|_| f64::INFINITY))
            .collect();
        for _ in 0..repeats.max(1) {
            for (contestant, time) in contestants.iter().zip(&mut times) {
                let Some(time) = time else { continue };
                let started = Instant::now();
                // An answer that came once comes again; only its time is wanted.
                let _ = std::hint::black_box(contestant.answer(&mut engine, evidence));
                *time = time.min(started.elapsed().as_secs_f64() * 1e6);
            }
        }
        for (all, time) in shortest.iter_mut().zip(times) {
            all.extend(time);
        }
    }
    let timed = |(contestant, times): (&Contestant, &mut Vec<f64>)| Timed {
        method: contestant.to_string(),
        present: queries.first().map_or(0, |evidence| evidence.present().len()),
        answered: times.len(),
        queries: queries.len(),
        micros: median(times).map(round),
    };
    contestants.iter().zip(&mut shortest).map(timed).collect()
}

/// Times by number of present findings, one line per name. `name` gives the line's name and style.
pub(super) fn lines<'a>(
    timed: &[Timed],
    names: impl IntoIterator<Item = (&'a str, usize)>,
    belongs: impl Fn(&Timed, &str) -> bool,
) -> Vec<Series> {
    names
        .into_iter()
        .map(|(name, style)| Series {
            name: name.to_owned(),
            style,
            line: Line::Marked,
            points: timed
                .iter()
                .filter(|t| belongs(t, name))
                .filter_map(|t| Some((t.present as f64, t.micros?)))
                .collect(),
        })
        .collect()
}

/// The factor by which times grow with each further present finding: the slope of a straight line
/// through the logarithms.
pub(super) fn growth(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 2 {
        return None;
    }
    let count = points.len() as f64;
    let mean_x = points.iter().map(|p| p.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|p| p.1.ln()).sum::<f64>() / count;
    let covariance: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.1.ln() - mean_y)).sum();
    let variance: f64 = points.iter().map(|p| (p.0 - mean_x).powi(2)).sum();
    (variance > 0.0).then(|| (covariance / variance).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_the_factor_a_finding() {
        let points: Vec<(f64, f64)> = (4..10).map(|m| (f64::from(m), 3.0 * 2f64.powi(m))).collect();
        assert!((growth(&points).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(growth(&points[..1]), None);
    }
}
