//! Table 2: how the cost of brute force, elimination, Quickscore and the variational method grows.

use serde::Serialize;
use serde_json::json;

use super::timing::{Timed, growth, lines, time};
use super::{Axis, Chart, Claim, Finished, Settings, Table, Verdict, fig1c};
use crate::numbers::{plain, round};
use crate::study::Contestant;
use crate::{NetworkSpec, Priors, ReproError};

const NAMES: [(&str, usize); 4] =
    [("enumeration", 3), ("elimination", 2), ("naive-quickscore", 4), ("vfh+cvx+fdo", 0)];

/// Diseases of the networks that brute force is given, all of them linked to nearly everything.
const BRUTE_DISEASES: [usize; 5] = [8, 10, 12, 14, 16];

/// Diseases of the network on which findings grow.
const DISEASES: usize = 120;

#[derive(Clone, Debug, Serialize)]
struct Growth {
    method: &'static str,
    complexity: &'static str,
    /// The quantity whose growth is measured: diseases for brute force, present findings for the
    /// rest.
    against: &'static str,
    factor: Option<f64>,
}

pub(super) fn run(settings: &Settings<'_>) -> Result<Finished, ReproError> {
    let profile = settings.profile;
    let counts: Vec<usize> = (4..=profile.most_exponential.min(14)).step_by(2).collect();
    (settings.expect)(BRUTE_DISEASES.len() + counts.len());
    let mut brute = Vec::new();
    for diseases in BRUTE_DISEASES {
        let spec = dense(settings.seed, diseases, 40, 0.7);
        let network = spec.generate()?;
        let queries = fig1c::queries(&network, 6, profile.timed_queries, settings.seed)?;
        let timed = time(&[Contestant::method("enumeration")?], &network, &queries, profile.repeats);
        // The axis of brute force is the number of diseases.
        brute.extend(timed.into_iter().map(|t| Timed { present: diseases, ..t }));
        (settings.step)();
    }
    let network = dense(settings.seed, DISEASES, 200, 0.2).generate()?;
    let mut timed = Vec::new();
    for &present in &counts {
        let queries = fig1c::queries(&network, present, profile.timed_queries, settings.seed)?;
        let half = format!("vfh+cvx+fdo:{}", present / 2);
        let contestants =
            [Contestant::method("elimination")?, Contestant::NaiveQuickscore, Contestant::method(&half)?];
        timed.extend(time(&contestants, &network, &queries, profile.repeats));
        (settings.step)();
    }
    finish(&brute, &timed, &counts)
}

fn dense(seed: u64, diseases: usize, findings: usize, density: f64) -> NetworkSpec {
    let mut spec = NetworkSpec {
        name: "table2".to_owned(),
        diseases,
        findings,
        finding_skew: 0.3,
        disease_skew: 0.1,
        priors: Priors::Constant(0.05),
        leak: 0.001,
        seed,
        ..NetworkSpec::f120()
    };
    spec.set_density(density);
    spec
}

fn finish(brute: &[Timed], timed: &[Timed], counts: &[usize]) -> Result<Finished, ReproError> {
    let belongs = |t: &Timed, name: &str| t.method.starts_with(name);
    let by_findings = lines(timed, NAMES[1..].iter().copied(), belongs);
    let by_diseases = lines(brute, NAMES[..1].iter().copied(), belongs);
    let factor = |name: &str| {
        let mut all = by_findings.iter().chain(&by_diseases);
        all.find(|s| s.name == name).and_then(|s| growth(&s.points)).map(round)
    };
    let growths = [
        ("enumeration", "|F|·2^|D|", "a disease"),
        ("elimination", "|D|·2^|M|", "a present finding"),
        ("naive-quickscore", "|D|·2^|F+|", "a present finding"),
        ("vfh+cvx+fdo", "|D|·(|F1| + 2^|F+ - F1|)", "a present finding"),
    ]
    .map(|(method, complexity, against)| Growth { method, complexity, against, factor: factor(method) });
    let mut finished = Finished {
        table: Table::of(&growths)?,
        claims: claims(&growths),
        charts: vec![
            Chart {
                title: format!("{DISEASES} diseases, a fifth of pairs linked"),
                x: Axis::linear("present findings |F+|"),
                y: Axis::log("time (µs)"),
                series: by_findings,
            },
            Chart {
                title: "Brute force, six present findings".to_owned(),
                x: Axis::linear("diseases |D|"),
                y: Axis::log("time (µs)"),
                series: by_diseases,
            },
        ],
        notes: vec![
            "The factor is how many times longer a query takes with one more disease or present finding, from a straight line \
             through the logarithms. The variational method transforms half of the findings, so 1.41 would be 2^(1/2). Quickscore's \
             exponent is the present findings alone, and it touches only their parents: the paper's |F| and |D| are upper bounds."
                .to_owned(),
        ],
        ..Finished::default()
    };
    finished.results.insert("present".to_owned(), json!(counts));
    finished.results.insert("diseases".to_owned(), json!(BRUTE_DISEASES));
    finished.timings.insert("growth".to_owned(), json!(growths));
    finished.timings.insert("points".to_owned(), json!([brute, timed].concat()));
    Ok(finished)
}

fn claims(growths: &[Growth; 4]) -> Vec<Claim> {
    let factors = growths.each_ref().map(|g| g.factor.unwrap_or(1.0));
    let [brute, elimination, quickscore, variational] = factors;
    let near_two = |factor: f64| (1.6..2.4).contains(&factor);
    vec![
        Claim::under(
            "measured growth is taken loosely",
            "Brute force doubles with each disease, Quickscore with each finding",
            match (near_two(brute), near_two(quickscore)) {
                (true, true) => Verdict::Holds,
                (false, false) => Verdict::DoesNotHold,
                _ => Verdict::HoldsOnlyIf,
            },
            format!("measured factors {} and {}", plain(brute), plain(quickscore)),
        ),
        Claim::new(
            "Transforming findings cuts the exponent",
            if variational < quickscore { Verdict::Holds } else { Verdict::DoesNotHold },
            format!(
                "with half of them transformed the factor is {} (Quickscore {}); elimination without any approximation has {} on this \
                 dense network",
                plain(variational),
                plain(quickscore),
                plain(elimination)
            ),
        ),
    ]
}
