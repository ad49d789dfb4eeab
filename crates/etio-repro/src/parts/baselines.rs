//! The table of the field: every method's error against the exact posterior, beside its time.

use std::path::Path;
use std::time::{Duration, Instant};

use etio::format::cases::CaseReader;
use etio::{
    Damping, Engine, Evidence, Hybrid, Limits, Method, Network, Order, Posterior, Scheme, Solver, XiCache,
};
use serde::Serialize;
use serde_json::json;

use super::fig1c::queries;
use super::{Axis, Chart, Claim, Finished, Line, Series, Settings, Table, Verdict};
use crate::numbers::{percent, plain};
use crate::{NetworkSpec, ReproError};

/// Maximum time of an exact answer, which falls back to intervals.
const LIMIT: Duration = Duration::from_secs(1);
/// Maximum time of intervals, which take all that they are given.
const INTERVAL_LIMIT: Duration = Duration::from_millis(100);
/// Smaller errors are drawn as this: the axis is logarithmic.
const LEAST_DRAWN: f64 = 1e-6;
/// Time of an exact reference at most; queries that take longer are left out.
const REFERENCE_LIMIT: Duration = Duration::from_secs(20);

/// A method as the table names it; hybrids may transform every finding.
#[derive(Clone, Copy)]
enum Entry {
    One(&'static str),
    /// The original of 1999 with every finding transformed.
    AllTransformed,
}

const ALL_TRANSFORMED: &str = "jj99-joint+cvx-joint+gdo:all";

const ENTRIES: [Entry; 13] = [
    Entry::One("auto"),
    Entry::One("bounds"),
    Entry::One("vfh+cvx+fdo:2"),
    Entry::One("jj99+cvx+gdo:2"),
    Entry::One("jj99-joint+cvx-joint+gdo:2"),
    Entry::AllTransformed,
    Entry::One("loopy-bp"),
    Entry::One("loopy-bp:0.5"),
    Entry::One("mean-field"),
    Entry::One("mean-field:taylor"),
    Entry::One("mean-field:taylor2"),
    Entry::One("likelihood-weighting"),
    Entry::One("importance"),
];

impl Entry {
    fn name(self) -> &'static str {
        match self {
            Self::One("auto") => "exact (auto)",
            Self::One(spelling) => spelling,
            Self::AllTransformed => ALL_TRANSFORMED,
        }
    }

    fn method(self, evidence: &Evidence) -> Result<Method, ReproError> {
        Ok(match self {
            Self::One(spelling) => spelling.parse()?,
            Self::AllTransformed => Method::Hybrid(Hybrid {
                scheme: Scheme::Jj99Joint,
                solver: Solver::CvxJoint,
                order: Order::Gdo,
                transformed: evidence.present().len(),
            }),
        })
    }

    /// The style of its mark: methods of a family have one colour and different marks.
    fn style(self) -> usize {
        const COLOURS: usize = 6;
        let (colour, mark) = match self {
            Self::One("auto") => (5, 0),
            Self::One("bounds") => (5, 1),
            Self::One("loopy-bp") => (3, 0),
            Self::One("loopy-bp:0.5") => (3, 1),
            Self::One("mean-field") => (1, 0),
            Self::One("mean-field:taylor") => (1, 1),
            Self::One("mean-field:taylor2") => (1, 2),
            Self::One("likelihood-weighting") => (2, 0),
            Self::One("importance") => (2, 1),
            Self::One("vfh+cvx+fdo:2") => (0, 0),
            Self::One("jj99+cvx+gdo:2") => (0, 1),
            Self::One(_) => (0, 2),
            Self::AllTransformed => (0, 3),
        };
        colour + COLOURS * mark
    }

    /// Estimates end by themselves: after a fixed number of iterations or samples, so that their errors do
    /// not depend on the speed of the machine.
    fn limit(self) -> Option<Duration> {
        match self {
            Self::One("bounds") => Some(INTERVAL_LIMIT),
            Self::One("auto") => Some(LIMIT),
            _ => None,
        }
    }
}

/// A network with queries.
struct Field {
    name: String,
    queries: Vec<(XiCache, Evidence)>,
}

/// A row of the table: one method on one network.
#[derive(Clone, Debug, Serialize)]
struct Row {
    network: String,
    method: String,
    queries: usize,
    answered: usize,
    /// Mean and largest over queries of the largest error of a posterior.
    mean_error: f64,
    worst_error: f64,
    /// Share of answers whose most probable disease is the exact one.
    top1: f64,
    median_us: f64,
    /// Share of answers that converged, for methods that iterate.
    converged: Option<f64>,
    /// Largest width of an interval among the ten leading diseases, mean over queries.
    width: Option<f64>,
    /// Effective samples, mean over queries.
    effective_samples: Option<f64>,
}

pub(super) fn run(settings: &Settings<'_>) -> Result<Finished, ReproError> {
    let fields = fields(settings)?;
    (settings.expect)(fields.len() * ENTRIES.len());
    let (mut rows, mut oscillations) = (Vec::new(), Vec::new());
    for field in &fields {
        let exact = references(field);
        for entry in ENTRIES {
            rows.push(row(field, &exact, entry)?);
            (settings.step)();
        }
        oscillations.push(oscillation(field, &exact)?);
    }
    let mut finished = Finished {
        table: Table::of(&rows)?,
        claims: vec![claim(&oscillations)],
        charts: fields.iter().map(|field| chart(&field.name, &rows)).collect(),
        notes: vec![format!(
            "The error of an answer is the largest difference of a posterior from the exact one; the charts show its mean \
             over queries against the median time, one thread, errors below {LEAST_DRAWN:e} drawn there. Exact \
             answers had {LIMIT:?} and intervals {INTERVAL_LIMIT:?}; iterations end after 1,000, and samplers draw 10,000 samples of seed 0. Queries whose exact answer \
             takes more than {REFERENCE_LIMIT:?} are left out.",
        )],
        ..Finished::default()
    };
    finished.results.insert("oscillations".to_owned(), json!(oscillations));
    finished.timings.insert("rows".to_owned(), json!(rows));
    Ok(finished)
}

fn fields(settings: &Settings<'_>) -> Result<Vec<Field>, ReproError> {
    let count = 2 * settings.profile.timed_queries;
    let on = |name: &str, network: &Network, present: usize| -> Result<Field, ReproError> {
        let cache = XiCache::new(network);
        let queries = queries(network, present, count, settings.seed)?;
        let queries = queries.into_iter().map(|evidence| (cache.clone(), evidence)).collect();
        Ok(Field { name: format!("{name}, {present} present"), queries })
    };
    let most = settings.profile.most_exponential;
    let f120 = NetworkSpec { seed: settings.seed, ..NetworkSpec::f120() }.generate()?;
    let qmr = NetworkSpec { seed: settings.seed, ..NetworkSpec::qmr() }.generate()?;
    let mut fields = vec![on("F120", &f120, most)?, on("QMR", &qmr, most)?];
    fields.push(on("S1", settings.s1.network()?, most.min(8))?);
    for (name, path) in settings.also {
        fields.push(also(name, path, 3 * count)?);
    }
    Ok(fields)
}

/// A network with a file of cases beside it or in it, or a folder of such networks.
fn also(name: &str, path: &Path, most: usize) -> Result<Field, ReproError> {
    let mut queries = Vec::new();
    let is_network = path.is_file() || path.join("links.csv").is_file();
    let mut folders = vec![path.to_owned()];
    if !is_network {
        let io = |source| ReproError::Io { path: path.to_owned(), source };
        folders = std::fs::read_dir(path).map_err(io)?.flatten().map(|entry| entry.path()).collect();
        folders.retain(|folder| folder.join("links.csv").is_file());
        folders.sort();
    }
    for folder in folders {
        let cases =
            if folder.is_file() { folder.with_extension("cases.jsonl") } else { folder.join("cases.jsonl") };
        let network = Network::open(&folder)?;
        let cache = XiCache::new(&network);
        let file =
            std::fs::File::open(&cases).map_err(|source| ReproError::Io { path: cases.clone(), source })?;
        for case in CaseReader::new(std::io::BufReader::new(file)).flatten().take(most) {
            if let Ok(evidence) = case.evidence(&network) {
                queries.push((cache.clone(), evidence));
            }
        }
    }
    queries.truncate(most);
    Ok(Field { name: name.to_owned(), queries })
}

/// The exact answers, where there are any.
fn references(field: &Field) -> Vec<Option<Posterior>> {
    let limits = Limits { time: Some(REFERENCE_LIMIT), ..Limits::default() };
    let ask = |(cache, evidence): &(XiCache, Evidence)| {
        let answer = Engine::with_xi(cache, limits).diagnose(evidence, Method::Auto);
        answer.ok().filter(|posterior| posterior.exactness.error_bound().is_some())
    };
    field.queries.iter().map(ask).collect()
}

fn row(field: &Field, exact: &[Option<Posterior>], entry: Entry) -> Result<Row, ReproError> {
    let (mut errors, mut times, mut hits) = (Vec::new(), Vec::new(), 0);
    let (mut converged, mut widths, mut effective) = (Vec::new(), Vec::new(), Vec::new());
    let mut asked = 0;
    for ((cache, evidence), exact) in field.queries.iter().zip(exact) {
        let Some(exact) = exact else { continue };
        asked += 1;
        let method = entry.method(evidence)?;
        let limits = Limits { time: entry.limit(), ..Limits::default() };
        let mut engine = Engine::with_xi(cache, limits);
        // A query with one finding fewer warms caches up. The same one would be remembered, plan and all.
        if let Some(&last) = evidence.present().last() {
            let _ = engine.diagnose(&evidence.without(last), method);
        }
        let started = Instant::now();
        let Ok(answer) = engine.diagnose(evidence, method) else { continue };
        times.push(started.elapsed().as_secs_f64() * 1e6);
        errors.push(error(&answer, exact));
        let first = |posterior: &Posterior| posterior.ranking(1).first().map(|leader| leader.0);
        hits += usize::from(first(&answer) == first(exact));
        let basis = answer.exactness.basis();
        converged.extend(basis.and_then(|basis| basis.converged()).map(|is| f64::from(u8::from(is))));
        effective.extend(basis.and_then(|basis| basis.effective_samples()));
        if answer.exactness.word() == "bounds" {
            let width = |&(disease, _): &(etio::DiseaseId, f64)| {
                answer.interval(disease).map_or(1.0, |(lower, upper)| upper - lower)
            };
            widths.push(answer.ranking(10).iter().map(width).fold(0.0, f64::max));
        }
    }
    times.sort_by(f64::total_cmp);
    Ok(Row {
        network: field.name.clone(),
        method: entry.name().to_owned(),
        queries: asked,
        answered: errors.len(),
        mean_error: mean(&errors).unwrap_or(f64::NAN),
        worst_error: errors.iter().copied().fold(0.0, f64::max),
        top1: hits as f64 / errors.len().max(1) as f64,
        median_us: times.get(times.len() / 2).copied().unwrap_or(f64::NAN),
        converged: mean(&converged),
        width: mean(&widths),
        effective_samples: mean(&effective),
    })
}

fn error(answer: &Posterior, exact: &Posterior) -> f64 {
    answer.marginals.iter().zip(&exact.marginals).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// How loopy propagation behaves on the queries of a network.
#[derive(Clone, Debug, Serialize)]
struct Oscillation {
    network: String,
    queries: usize,
    /// Queries on which it does not converge: without damping, and with a half and nine tenths kept.
    not_converged: [usize; 3],
    /// The queries that oscillate without damping, counted from 0.
    oscillating: Vec<usize>,
    /// Mean number of present findings of those, and of the others.
    present_if_oscillating: Option<f64>,
    present_otherwise: Option<f64>,
    /// Mean of the largest error on those that oscillate without damping, and on the others.
    error_if_oscillating: Option<f64>,
    error_otherwise: Option<f64>,
    /// Mean of the largest error on the former once damping has cured them.
    error_if_cured: Option<f64>,
}

fn oscillation(field: &Field, exact: &[Option<Posterior>]) -> Result<Oscillation, ReproError> {
    let mut not_converged = [0; 3];
    let (mut oscillating, mut others, mut cured, mut queries) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let (mut which, mut present, mut present_of_others) = (Vec::new(), Vec::new(), Vec::new());
    for (number, ((cache, evidence), exact)) in field.queries.iter().zip(exact).enumerate() {
        let Some(exact) = exact else { continue };
        queries += 1;
        // Without a time limit: what ends early has not converged, and would count as oscillating.
        let mut engine = Engine::with_xi(cache, Limits::default());
        let mut is_plain_at_rest = true;
        for (at, share) in [0.0, 0.5, 0.9].into_iter().enumerate() {
            let damping = Damping::new(share).unwrap_or(Damping::DEFAULT);
            let answer = engine.diagnose(evidence, Method::LoopyBp(damping))?;
            let is_at_rest = answer.exactness.basis().and_then(|basis| basis.converged()).unwrap_or(true);
            not_converged[at] += usize::from(!is_at_rest);
            if at == 0 {
                is_plain_at_rest = is_at_rest;
                let size = evidence.present().len() as f64;
                if is_at_rest {
                    others.push(error(&answer, exact));
                    present_of_others.push(size);
                } else {
                    oscillating.push(error(&answer, exact));
                    present.push(size);
                    which.push(number);
                }
            } else if at == 1 && !is_plain_at_rest && is_at_rest {
                cured.push(error(&answer, exact));
            }
        }
    }
    Ok(Oscillation {
        network: field.name.clone(),
        queries,
        not_converged,
        oscillating: which,
        present_if_oscillating: mean(&present),
        present_otherwise: mean(&present_of_others),
        error_if_oscillating: mean(&oscillating),
        error_otherwise: mean(&others),
        error_if_cured: mean(&cured),
    })
}

fn claim(all: &[Oscillation]) -> Claim {
    let sum = |pick: fn(&Oscillation) -> usize| all.iter().map(pick).sum::<usize>();
    let queries = sum(|o| o.queries);
    let [plain_ones, half, most] = [0, 1, 2].map(|at| all.iter().map(|o| o.not_converged[at]).sum::<usize>());
    let listed: Vec<String> =
        all.iter().map(|o| format!("{}: {} of {}", o.network, o.not_converged[0], o.queries)).collect();
    Claim::new(
        "Murphy, Weiss and Jordan 1999: loopy propagation oscillates on QMR-DT",
        Verdict::by_share(plain_ones as f64 / queries.max(1) as f64),
        format!(
            "not converged without damping on {} ({}); with half of each message kept on {}, with nine tenths on {}",
            percent(plain_ones as f64 / queries.max(1) as f64),
            listed.join(", "),
            plain(half as f64),
            plain(most as f64),
        ),
    )
}

fn chart(field: &str, rows: &[Row]) -> Chart {
    let series = ENTRIES.iter().map(|entry| Series {
        name: entry.name().to_owned(),
        style: entry.style(),
        line: Line::Scattered,
        points: rows
            .iter()
            .filter(|row| row.network == field && row.method == entry.name() && row.answered > 0)
            .map(|row| (row.median_us, row.mean_error.max(LEAST_DRAWN)))
            .collect(),
    });
    Chart {
        title: field.to_owned(),
        x: Axis::log("median time (µs)"),
        y: Axis::log("mean of largest error").within(LEAST_DRAWN, 1.0),
        series: series.collect(),
    }
}
