//! Fig. 1(c): running time of Quickscore and of a variational method against the number of present findings.

use etio::{Evidence, Network};
use serde_json::json;

use super::timing::{Timed, growth, lines, time};
use super::{Axis, Chart, Claim, Finished, Settings, Table, Verdict};
use crate::numbers::{duration, plain};
use crate::study::Contestant;
use crate::{CaseSpec, NetworkSpec, ReproError};

/// How many findings the variational method leaves to the exact one.
const LEFT_EXACT: usize = 4;

const VARIATIONAL: &str = "vfh+cvx+fdo, 4 exact";

const NAMES: [(&str, usize); 6] = [
    ("naive-quickscore", 4),
    ("quickscore", 1),
    (VARIATIONAL, 0),
    ("exact", 5),
    ("elimination", 2),
    ("auto", 3),
];

/// The contestants for a number of present findings. Those of exponential cost stop where they
/// would take seconds.
fn contestants(present: usize, most_exponential: usize) -> Result<Vec<Contestant>, ReproError> {
    let mut all = Vec::new();
    if present <= most_exponential {
        all.extend([Contestant::NaiveQuickscore, Contestant::method("quickscore")?]);
        all.push(Contestant::method("explained-sets")?);
    }
    all.push(Contestant::method("elimination")?);
    all.push(Contestant::method("auto")?);
    let transformed = present.saturating_sub(LEFT_EXACT);
    all.push(Contestant::method(&format!("vfh+cvx+fdo:{transformed}"))?);
    Ok(all)
}

/// Queries with exactly `present` present findings.
pub(super) fn queries(
    network: &Network,
    present: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<Evidence>, ReproError> {
    let spec = CaseSpec { present: present..=present, absent: 4..=4, seed, ..CaseSpec::default() };
    (0..count as u64).map(|n| Ok(spec.sample(network, n).evidence(network)?)).collect()
}

pub(super) fn run(settings: &Settings<'_>) -> Result<Finished, ReproError> {
    let profile = settings.profile;
    let network = NetworkSpec { seed: settings.seed, ..NetworkSpec::f120() }.generate()?;
    let rounds = profile
        .present
        .iter()
        .map(|&present| Ok((present, contestants(present, profile.most_exponential)?)))
        .collect::<Result<Vec<_>, ReproError>>()?;
    (settings.expect)(rounds.len());
    let mut timed = Vec::new();
    for (present, contestants) in rounds {
        let queries = queries(&network, present, profile.timed_queries, settings.seed)?;
        timed.extend(time(&contestants, &network, &queries, profile.repeats));
        (settings.step)();
    }
    let series = lines(&timed, NAMES, |t, name| {
        t.method == name || (name == VARIATIONAL && t.method.starts_with("vfh+cvx+fdo"))
    });
    let chart = Chart {
        title: "Time of one query on F120".to_owned(),
        x: Axis::linear("present findings |F+|"),
        y: Axis::log("time (µs)"),
        series,
    };
    let mut finished = Finished {
        table: Table::of(&timed)?,
        claims: claims(&chart, &timed),
        charts: vec![chart],
        notes: vec![
            format!(
                "Median over {} queries of the shortest of {} answers, one thread, parameters cached. The variational method \
                 leaves {LEFT_EXACT} findings exact. Methods of exponential cost stop at {} findings.",
                profile.timed_queries, profile.repeats, profile.most_exponential
            ),
            "The engine's quickscore has no time if it refuses every query for loss of precision.".to_owned(),
        ],
        ..Finished::default()
    };
    finished.results.insert("present".to_owned(), json!(profile.present));
    finished.results.insert("queries".to_owned(), json!(profile.timed_queries));
    finished.timings.insert("points".to_owned(), json!(timed));
    Ok(finished)
}

fn claims(chart: &Chart, timed: &[Timed]) -> Vec<Claim> {
    let points = |name: &str| chart.series.iter().find(|s| s.name == name).map_or(&[][..], |s| &s.points);
    let factor = |name: &str| growth(points(name)).map_or("-".to_owned(), plain);
    let naive = growth(points("naive-quickscore")).unwrap_or(0.0);
    let last = timed.iter().map(|t| t.present).max().unwrap_or(0);
    let at_last = |name: &str| {
        let point = points(name).iter().find(|p| p.0 == last as f64);
        point.map_or("no answer".to_owned(), |p| duration(p.1))
    };
    let elimination = growth(points("elimination")).unwrap_or(f64::INFINITY);
    vec![
        Claim::new(
            "Quickscore grows exponentially with |F+|, the variational method hardly at all",
            if naive > 1.5 { Verdict::Holds } else { Verdict::DoesNotHold },
            format!(
                "each further finding multiplies the time of naive Quickscore by {}, of VFH by {}",
                factor("naive-quickscore"),
                factor(VARIATIONAL)
            ),
        ),
        Claim::under(
            "the network is dense",
            "So exact inference is out of reach for |F+| well above 16",
            if elimination < 1.7 { Verdict::DoesNotHold } else { Verdict::HoldsOnlyIf },
            format!(
                "elimination, exact with a certificate, grows by {} per finding and takes {} at {last} findings; auto takes {}",
                factor("elimination"),
                at_last("elimination"),
                at_last("auto")
            ),
        ),
    ]
}
