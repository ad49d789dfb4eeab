//! Fig. 3: running time on S1, by far the largest network.

use serde_json::json;

use super::timing::{Timed, lines, time};
use super::{Axis, Chart, Claim, Finished, Settings, Table, Verdict, fig1c};
use crate::ReproError;
use crate::numbers::{duration, plain};
use crate::study::Contestant;

const NAMES: [(&str, usize); 6] = [
    ("vfh+cvx+fdo:2", 0),
    ("jh+cvx+fdo:2", 3),
    ("vfh+ppf+fdo:2", 1),
    ("jj99+cvx+fdo:2", 2),
    ("jj99+ppf+fdo:2", 4),
    ("quickscore", 5),
];

pub(super) fn run(settings: &Settings<'_>) -> Result<Finished, ReproError> {
    let profile = settings.profile;
    (settings.expect)(1 + profile.s1_present.len());
    let contestants =
        NAMES.iter().map(|(name, _)| Contestant::method(name)).collect::<Result<Vec<_>, _>>()?;
    let network = settings.s1.network()?;
    (settings.step)();
    let mut timed = Vec::new();
    for &present in &profile.s1_present {
        let queries = fig1c::queries(network, present, profile.timed_queries.min(5), settings.seed)?;
        timed.extend(time(&contestants, network, &queries, profile.repeats));
        (settings.step)();
    }
    let (diseases, findings, links) =
        (network.disease_count(), network.finding_count(), network.link_count());
    let mut finished = Finished {
        table: Table::of(&timed)?,
        claims: claims(&timed),
        charts: vec![Chart {
            title: format!("{diseases} diseases, {findings} findings, {links} links"),
            x: Axis::linear("present findings |F+|"),
            y: Axis::log("time of a query (µs)"),
            series: lines(&timed, NAMES, |t, name| t.method == name),
        }],
        notes: vec![
            "Two findings transformed in finding-degree order, four absent; one thread, f32 links, parameters that do not depend on \
             the query cached. Quickscore is given all findings and is exact; it refuses where it would lose \
             its digits."
                .to_owned(),
        ],
        ..Finished::default()
    };
    for (key, value) in [("diseases", diseases), ("findings", findings), ("links", links)] {
        finished.results.insert(key.to_owned(), json!(value));
    }
    finished.timings.insert("points".to_owned(), json!(timed));
    Ok(finished)
}

fn claims(timed: &[Timed]) -> Vec<Claim> {
    let most = timed.iter().map(|t| t.present).max().unwrap_or(0);
    let micros = |method: &str| {
        timed
            .iter()
            .find(|t| t.present == most && t.method == method)
            .and_then(|t| t.micros)
            .unwrap_or(f64::NAN)
    };
    let [vfh, jh, ppf, jj99, jj99_ppf, _] = NAMES.map(|(name, _)| micros(name));
    let listed = NAMES.map(|(name, _)| match micros(name) {
        refused if refused.is_nan() => format!("{name} refused"),
        micros => format!("{name} {}", duration(micros)),
    });
    // Two times within a fifth of each other are equal: machines do other things as well.
    let not_slower = |a: f64, b: f64| a <= 1.2 * b;
    vec![
        Claim::under(
            "small differences are noise",
            "VFH is consistently the fastest",
            if [jh, ppf, jj99, jj99_ppf].iter().all(|&other| not_slower(vfh, other)) {
                Verdict::Holds
            } else {
                Verdict::HoldsOnlyIf
            },
            format!("at {most} present findings: {}", listed.join(", ")),
        ),
        Claim::new(
            "JH is the slowest, because it computes the negative evidence again for every term",
            if [vfh, ppf, jj99, jj99_ppf].iter().all(|&other| jh > 1.2 * other) {
                Verdict::Holds
            } else {
                Verdict::DoesNotHold
            },
            format!("JH takes {} times as long as VFH: negatives fold into the priors once", plain(jh / vfh)),
        ),
        Claim::under(
            "there are many parents and few findings left exact",
            "JJ99+PPF is significantly faster than JJ99+CVX",
            match jj99 / jj99_ppf {
                ratio if ratio > 1.25 => Verdict::Holds,
                ratio if ratio > 1.05 => Verdict::HoldsOnlyIf,
                _ => Verdict::DoesNotHold,
            },
            format!("{} times", plain(jj99 / jj99_ppf)),
        ),
    ]
}
