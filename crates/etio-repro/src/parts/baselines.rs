//! The table of the field: every method's error against the exact posterior, beside its time.

use std::path::Path;
use std::time::{Duration, Instant};

use etio::format::cases::CaseReader;
use etio::{
    Budget, Damping, Engine, Evidence, Hybrid, Limits, Method, Network, Order, Posterior, Scheme, Solver,
    XiCache,
};
use serde::Serialize;
use serde_json::json;

use super::fig1c::queries;
use super::{Axis, Chart, Claim, Finished, Line, Series, Settings, Table, Verdict};
use crate::numbers::{percent, plain};
use crate::{CaseSpec, NetworkSpec, ReproError};

/// Maximum time of an exact answer, which falls back to intervals.
const LIMIT: Duration = Duration::from_secs(1);
/// Maximum time of a hybrid, whose exact part may be as long as an exact answer.
const HYBRID_LIMIT: Duration = Duration::from_secs(5);
/// Maximum time of intervals, which take all that they are given.
const INTERVAL_LIMIT: Duration = Duration::from_millis(100);
/// Maximum time of the query that warms up an engine.
const WARM_UP: Duration = Duration::from_millis(100);
/// Smaller errors are drawn as this, on the floor: the axis is logarithmic.
const LEAST_DRAWN: f64 = 1e-3;
/// Time of an exact reference at most; queries that are predicted to take longer are left out.
const REFERENCE_LIMIT: Duration = Duration::from_secs(20);
/// Diseases of a long query: one alone does not show as many findings.
const DISEASES_OF_LONG: usize = 8;
/// Long queries at most, queries on S1, and cases of networks that are given: each takes long.
const MOST_LONG: usize = 20;
const MOST_ON_S1: usize = 10;
const MOST_GIVEN: usize = 30;

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

/// Room of a family's name in the picture: decades of time and of error.
const LABEL_DECADES: (f64, f64) = (1.5, 0.22);
/// Colours of a figure's styles.
const COLOURS: usize = 6;

/// Families of methods, each with one of them: they share its colour.
const FAMILIES: [(&str, Entry); 5] = [
    ("exact", Entry::One("auto")),
    ("hybrids", Entry::AllTransformed),
    ("loopy", Entry::One("loopy-bp")),
    ("mean field", Entry::One("mean-field")),
    ("samples", Entry::One("importance")),
];

impl Entry {
    fn name(self) -> &'static str {
        match self {
            Self::One("auto") => "exact (auto)",
            Self::One(spelling) => spelling,
            Self::AllTransformed => ALL_TRANSFORMED,
        }
    }

    /// Its name in the picture.
    fn title(self) -> &'static str {
        match self {
            Self::One("auto") => "exact",
            Self::One("bounds") => "intervals",
            Self::One("vfh+cvx+fdo:2") => "hybrid of Xie et al., 2 transformed",
            Self::One("jj99+cvx+gdo:2") => "hybrid of 1999, 2 transformed",
            Self::One("jj99-joint+cvx-joint+gdo:2") => "the same, optimised jointly",
            Self::AllTransformed => "the same, all transformed",
            Self::One("loopy-bp") => "loopy propagation",
            Self::One("loopy-bp:0.5") => "the same, damped by half",
            Self::One("mean-field") => "mean field, lower bound",
            Self::One("mean-field:taylor") => "mean field, first order",
            Self::One("mean-field:taylor2") => "mean field, second order",
            Self::One("likelihood-weighting") => "likelihood weighting",
            Self::One("importance") => "importance sampling",
            Self::One(other) => other,
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
            Self::One("vfh+cvx+fdo:2" | "jj99+cvx+gdo:2" | "jj99-joint+cvx-joint+gdo:2") => {
                Some(HYBRID_LIMIT)
            }
            _ => None,
        }
    }
}

/// The exact answer to each query, where there is one.
type References = [Option<Posterior>];
/// The answer of a method to each query that has an exact one.
type Answers = Vec<Option<Posterior>>;

/// A network with queries.
struct Field {
    name: String,
    queries: Vec<(XiCache, Evidence)>,
    /// Cases with findings that the network does not have.
    unfit: usize,
}

/// A row of the table: one method on one network.
#[derive(Clone, Debug, Serialize)]
struct Row {
    network: String,
    method: String,
    /// Queries, and those of them that have an exact answer to compare with.
    asked: usize,
    queries: usize,
    /// Answers to the latter.
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
        let mut loopy = [Vec::new(), Vec::new()];
        for entry in ENTRIES {
            let (row, answers) = row(field, &exact, entry)?;
            rows.push(row);
            match entry {
                Entry::One("loopy-bp") => loopy[0] = answers,
                Entry::One("loopy-bp:0.5") => loopy[1] = answers,
                _ => {}
            }
            (settings.step)();
        }
        oscillations.push(oscillation(field, &exact, &loopy)?);
    }
    let times = times_drawn(&rows);
    let unfit: usize = fields.iter().map(|field| field.unfit).sum();
    let mut finished = Finished {
        table: Table::of(&rows)?,
        claims: vec![claim(&oscillations)],
        charts: fields.iter().map(|field| chart(&field.name, &rows, times)).collect(),
        notes: vec![format!(
            "The error of an answer is the largest difference of a posterior from the exact one; the charts show its mean \
             over queries against the median time, one thread, errors below {LEAST_DRAWN} drawn there. Exact \
             answers had {LIMIT:?}, hybrids {HYBRID_LIMIT:?} and intervals {INTERVAL_LIMIT:?}; iterations end after \
             1,000, and samplers draw 10,000 samples of seed 0. Queries whose exact answer is predicted to take more \
             than {REFERENCE_LIMIT:?} are left out: `asked` counts all, `queries` the others. {unfit} cases have \
             findings that their network lacks.",
        )],
        ..Finished::default()
    };
    finished.results.insert("oscillations".to_owned(), json!(oscillations));
    finished.timings.insert("rows".to_owned(), json!(rows));
    Ok(finished)
}

fn fields(settings: &Settings<'_>) -> Result<Vec<Field>, ReproError> {
    let count = 2 * settings.profile.timed_queries;
    let seed = settings.seed;
    let field = |name: &str, network: &Network, present: usize, queries: Vec<Evidence>| {
        let cache = XiCache::new(network);
        let queries = queries.into_iter().map(|evidence| (cache.clone(), evidence)).collect();
        Field { name: format!("{name}, {present} present"), queries, unfit: 0 }
    };
    let most = settings.profile.most_exponential;
    let f120 = NetworkSpec { seed, ..NetworkSpec::f120() }.generate()?;
    let qmr = NetworkSpec { seed, ..NetworkSpec::qmr() }.generate()?;
    let mut fields = Vec::new();
    for (name, network) in [("F120", &f120), ("QMR", &qmr)] {
        fields.push(field(name, network, most, queries(network, most, count, seed)?));
    }
    for &present in &settings.profile.long {
        fields.push(field("QMR", &qmr, present, long_queries(&qmr, present, count.min(MOST_LONG), seed)?));
    }
    let s1 = settings.s1.network()?;
    fields.push(field("S1", s1, most.min(8), queries(s1, most.min(8), count.min(MOST_ON_S1), seed)?));
    for (name, path) in settings.also {
        fields.push(also(name, path, (3 * count).min(MOST_GIVEN))?);
    }
    Ok(fields)
}

/// Queries with many present findings, of several diseases together.
fn long_queries(
    network: &Network,
    present: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<Evidence>, ReproError> {
    let diseases = DISEASES_OF_LONG..=DISEASES_OF_LONG;
    let spec = CaseSpec { diseases, present: present..=present, absent: 4..=4, seed, ..CaseSpec::default() };
    (0..count as u64).map(|n| Ok(spec.sample(network, n).evidence(network)?)).collect()
}

/// A network with a file of cases beside it or in it, or a folder of such networks.
fn also(name: &str, path: &Path, most: usize) -> Result<Field, ReproError> {
    let (mut queries, mut unfit) = (Vec::new(), 0);
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
        for case in CaseReader::new(std::io::BufReader::new(file)).take(most) {
            let case = case.map_err(|source| ReproError::Case { path: cases.clone(), source })?;
            match case.evidence(&network) {
                Ok(evidence) => queries.push((cache.clone(), evidence)),
                Err(_) => unfit += 1,
            }
        }
    }
    queries.truncate(most);
    Ok(Field { name: name.to_owned(), queries, unfit })
}

/// The exact answers, where there are any.
fn references(field: &Field) -> Answers {
    let limits = Limits { time: Some(REFERENCE_LIMIT), ..Limits::default() };
    let ask = |(cache, evidence): &(XiCache, Evidence)| {
        let mut engine = Engine::with_xi(cache, limits);
        let predicted = engine.forecast(evidence, Method::Auto).ok()?;
        if predicted.seconds > REFERENCE_LIMIT.as_secs_f64() {
            return None;
        }
        let answer = engine.diagnose(evidence, Method::Auto);
        answer.ok().filter(|posterior| posterior.exactness.error_bound().is_some())
    };
    field.queries.iter().map(ask).collect()
}

fn row(field: &Field, exact: &References, entry: Entry) -> Result<(Row, Answers), ReproError> {
    let (mut errors, mut times, mut hits) = (Vec::new(), Vec::new(), 0);
    let (mut converged, mut widths, mut effective) = (Vec::new(), Vec::new(), Vec::new());
    let mut answers = Vec::new();
    for ((cache, evidence), exact) in field.queries.iter().zip(exact) {
        answers.push(None);
        let Some(exact) = exact else { continue };
        let method = entry.method(evidence)?;
        let limits = Limits { time: entry.limit(), ..Limits::default() };
        let mut engine = Engine::with_xi(cache, limits);
        // A query with one finding fewer warms caches up. The same one would be remembered, plan and all.
        if let Some(&last) = evidence.present().last() {
            let brief = Budget::start(&Limits { time: Some(WARM_UP), ..Limits::default() });
            let _ = engine.diagnose_within(&evidence.without(last), method, &brief);
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
        if let Some(last) = answers.last_mut() {
            *last = Some(answer);
        }
    }
    times.sort_by(f64::total_cmp);
    let row = Row {
        network: field.name.clone(),
        method: entry.name().to_owned(),
        asked: field.queries.len(),
        queries: exact.iter().flatten().count(),
        answered: errors.len(),
        mean_error: mean(&errors).unwrap_or(f64::NAN),
        worst_error: errors.iter().copied().fold(0.0, f64::max),
        top1: hits as f64 / errors.len().max(1) as f64,
        median_us: times.get(times.len() / 2).copied().unwrap_or(f64::NAN),
        converged: mean(&converged),
        width: mean(&widths),
        effective_samples: mean(&effective),
    };
    Ok((row, answers))
}

fn error(answer: &Posterior, exact: &Posterior) -> f64 {
    answer.marginals.iter().zip(&exact.marginals).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// How loopy propagation behaves on the queries of a network.
#[derive(Clone, Debug, Default, Serialize)]
struct Oscillation {
    network: String,
    queries: usize,
    /// Queries on which it does not converge: without damping, and with a half and nine tenths kept.
    not_converged: [usize; 3],
    /// The queries on which it does not without damping, counted from 0.
    oscillating: Vec<usize>,
    /// How many of these go to and fro between two answers, and the mean largest difference of a posterior
    /// between the two.
    to_and_fro: usize,
    swing: Option<f64>,
    /// Mean number of present findings of those, and of the others.
    present_if_oscillating: Option<f64>,
    present_otherwise: Option<f64>,
    /// Mean of the largest error on those that do not converge without damping, and on the others.
    error_if_oscillating: Option<f64>,
    error_otherwise: Option<f64>,
    /// Mean of the largest error, without damping and with half kept, on those that the latter cures.
    error_before_cure: Option<f64>,
    error_after_cure: Option<f64>,
}

/// Of all queries, those without an exact answer included: whether messages come to rest needs none.
fn oscillation(field: &Field, exact: &References, loopy: &[Answers; 2]) -> Result<Oscillation, ReproError> {
    let basis = |answer: &Posterior| answer.exactness.basis();
    let is_at_rest = |answer: &Posterior| basis(answer).and_then(|b| b.converged()).unwrap_or(true);
    let mut found =
        Oscillation { network: field.name.clone(), queries: field.queries.len(), ..Oscillation::default() };
    let (mut oscillating, mut others, mut cured, mut swings) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut present, mut present_of_others) = (Vec::new(), Vec::new());
    for (number, (cache, evidence)) in field.queries.iter().enumerate() {
        // Without a time limit: what ends early has not converged, and would count as oscillating.
        let ask = |share: f64, known: Option<&Posterior>| match known {
            Some(answer) => Ok(answer.clone()),
            None => {
                let damping = Damping::new(share).unwrap_or(Damping::DEFAULT);
                Engine::with_xi(cache, Limits::default()).diagnose(evidence, Method::LoopyBp(damping))
            }
        };
        let plain = ask(0.0, loopy[0][number].as_ref())?;
        let half = ask(0.5, loopy[1][number].as_ref())?;
        let most = ask(0.9, None)?;
        for (at, answer) in [&plain, &half, &most].into_iter().enumerate() {
            found.not_converged[at] += usize::from(!is_at_rest(answer));
        }
        let size = evidence.present().len() as f64;
        let error_of = |answer: &Posterior| exact[number].as_ref().map(|exact| error(answer, exact));
        if is_at_rest(&plain) {
            others.extend(error_of(&plain));
            present_of_others.push(size);
            continue;
        }
        found.oscillating.push(number);
        swings.extend(basis(&plain).and_then(|b| b.swing()));
        oscillating.extend(error_of(&plain));
        present.push(size);
        if is_at_rest(&half) {
            cured.extend(error_of(&plain).zip(error_of(&half)));
        }
    }
    Ok(Oscillation {
        to_and_fro: swings.len(),
        swing: mean(&swings),
        present_if_oscillating: mean(&present),
        present_otherwise: mean(&present_of_others),
        error_if_oscillating: mean(&oscillating),
        error_otherwise: mean(&others),
        error_before_cure: mean(&cured.iter().map(|pair| pair.0).collect::<Vec<_>>()),
        error_after_cure: mean(&cured.iter().map(|pair| pair.1).collect::<Vec<_>>()),
        ..found
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

/// The same axis for every network: whole powers of ten around all median times, in microseconds.
fn times_drawn(rows: &[Row]) -> (f64, f64) {
    let times = rows.iter().map(|row| row.median_us).filter(|time| *time > 0.0);
    let (least, most) = times.fold((f64::INFINITY, 1.0), |(a, b), time| (time.min(a), time.max(b)));
    let whole = |power: f64| 10f64.powf(power);
    (whole(least.min(most).log10().floor()), whole(most.log10().ceil()))
}

fn chart(field: &str, rows: &[Row], times: (f64, f64)) -> Chart {
    let points_of = |entry: Entry| -> Vec<(f64, f64)> {
        let own = |row: &&Row| row.network == field && row.method == entry.name() && row.answered > 0;
        rows.iter().filter(own).map(|row| (row.median_us, row.mean_error.max(LEAST_DRAWN))).collect()
    };
    let marks = ENTRIES.map(|entry| Series {
        name: entry.title().to_owned(),
        style: entry.style(),
        line: Line::Scattered,
        points: points_of(entry),
    });
    // Each family's name stands beside its least error, unless it would be on top of another.
    let mut labels: Vec<Series> = Vec::new();
    let mut families = FAMILIES.map(|(name, representative)| {
        let colour = representative.style() % COLOURS;
        let own = ENTRIES.into_iter().filter(|entry| entry.style() % COLOURS == colour);
        let best = own.flat_map(points_of).min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
        Series {
            name: name.to_owned(),
            style: representative.style(),
            line: Line::Label,
            points: best.into_iter().collect(),
        }
    });
    let least = |family: &Series| family.points.first().map_or(1.0, |point| point.1);
    families.sort_by(|a, b| least(a).total_cmp(&least(b)));
    for family in families {
        let is_near = |other: &Series| {
            family.points.iter().zip(&other.points).any(|(a, b)| {
                (a.0 / b.0).log10().abs() < LABEL_DECADES.0 && (a.1 / b.1).log10().abs() < LABEL_DECADES.1
            })
        };
        if !labels.iter().any(is_near) {
            labels.push(family);
        }
    }
    Chart {
        title: field.to_owned(),
        x: Axis::log("median time (µs)").within(times.0, times.1),
        y: Axis::log("mean of largest error").within(LEAST_DRAWN, 1.0).with_floor(),
        series: marks.into_iter().chain(labels).collect(),
    }
}
