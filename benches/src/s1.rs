//! Times on networks of the size of S1: Quickscore's elements, Figure 3, many queries, growth.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use etio::format::compiled::{Options, Precision};
use etio::{Engine, Evidence, Hybrid, Method, Network, Order, Scheme, Solver};
use etio_repro::NetworkSpec;
use serde::Serialize;

use crate::machine::Machine;
use crate::queries::random;
use crate::suite::BenchError;
use crate::timing::{Patience, Times, time, time_in_turn};
use crate::variational::{self, VariationalStep};

/// Absent findings of a query: the paper's average.
const ABSENT: usize = 4;

/// Measurements on S1.
#[derive(Clone, Debug, Serialize)]
pub struct S1 {
    /// Diseases of the network.
    pub diseases: usize,
    /// Findings of the network.
    pub findings: usize,
    /// Links of the network.
    pub links: usize,
    /// To open the file and check it, in seconds.
    pub open: f64,
    /// To open the file and answer a first query by the paper's headline method, in seconds.
    pub open_and_answer: f64,
    /// Cached queries by the paper's headline method.
    pub headline: Times,
    /// Quickscore by number of present findings and threads.
    pub quickscore: Vec<Elements>,
    /// The paper's Figure 3: schemes and solvers by number of present findings, four of which stay
    /// exact.
    pub figure3: Vec<Times>,
    /// Time to solve for the variational parameter of one finding by `cvx`, in seconds: once per
    /// network, stored in the compiled file.
    pub parameter: f64,
    /// The paper's Table 1: the steps of the variational part by number of queries.
    pub many_queries: Vec<VariationalStep>,
    /// Time by number of diseases, at the same density.
    pub by_diseases: Vec<Growth>,
    /// Time by number of links, with the same number of diseases.
    pub by_links: Vec<Growth>,
}

/// Quickscore beside the machine's limit.
#[derive(Clone, Debug, Serialize)]
pub struct Elements {
    /// The times.
    #[serde(flatten)]
    pub times: Times,
    /// For one (subset, disease) pair, evidence and posteriors together, in seconds.
    pub element: f64,
    /// Two multiply-adds on this machine, in seconds.
    pub limit: f64,
}

/// One point of a curve.
#[derive(Clone, Debug, Serialize)]
pub struct Growth {
    /// Diseases of the network.
    pub diseases: usize,
    /// Links that a query touches, on average.
    pub links_touched: f64,
    /// The times.
    #[serde(flatten)]
    pub times: Times,
}

/// How much to measure.
pub(crate) struct Plan<'a> {
    pub(crate) file: &'a Path,
    pub(crate) scratch: &'a Path,
    pub(crate) patience: Patience,
    pub(crate) quickscore: &'a [usize],
    pub(crate) figure3: &'a [usize],
    pub(crate) many_queries: &'a [usize],
    pub(crate) growth: &'a [usize],
}

pub(crate) fn measure(plan: &Plan<'_>, machine: &Machine, say: &dyn Fn(&str)) -> Result<S1, BenchError> {
    say("S1: opening");
    let (open, open_and_answer) = opening(plan.file)?;
    let network = Network::open(plan.file)?;
    let one = |method, present| {
        let evidence = queries(&network, present, ABSENT, 64);
        touch(&network, &evidence);
        time(&network, method, &evidence, 1, plan.patience)
    };
    say("S1: the paper's headline");
    let headline = one(HEADLINE, 8);
    let mut figure3 = Vec::new();
    for &present in plan.figure3 {
        for method in METHODS.map(|(scheme, solver)| hybrid(scheme, solver, present.saturating_sub(4))) {
            say(&format!("S1: {method}, {present} present"));
            figure3.push(one(method, present));
        }
    }
    Ok(S1 {
        diseases: network.disease_count(),
        findings: network.finding_count(),
        links: network.link_count(),
        open,
        open_and_answer,
        headline,
        quickscore: quickscore(&network, plan, machine, say),
        figure3,
        parameter: variational::parameter(&network)?,
        many_queries: variational::measure(&network, plan.many_queries, say)?,
        by_diseases: by_diseases(plan, say)?,
        by_links: by_links(plan, say)?,
    })
}

/// The paper's headline method.
pub(crate) const HEADLINE: Method =
    Method::Hybrid(Hybrid { scheme: Scheme::Vfh, solver: Solver::Cvx, order: Order::Fdo, transformed: 2 });

/// The hybrids that Figure 3 compares.
const METHODS: [(Scheme, Solver); 6] = [
    (Scheme::Vfh, Solver::Cvx),
    (Scheme::Vfh, Solver::Ppf),
    (Scheme::Jh, Solver::Cvx),
    (Scheme::Jh, Solver::Ppf),
    (Scheme::Jj99, Solver::Cvx),
    (Scheme::Jj99, Solver::Ppf),
];

fn hybrid(scheme: Scheme, solver: Solver, transformed: usize) -> Method {
    Method::Hybrid(Hybrid { scheme, solver, order: Order::Fdo, transformed })
}

/// Queries of findings drawn at random: on a network as dense as S1 any of them go together.
pub(crate) fn queries(network: &Network, present: usize, absent: usize, count: u64) -> Vec<Evidence> {
    (0..count).map(|number| random(network, present, absent, number)).collect()
}

/// Brings the rows of all queries into memory, so that the engine is measured and not the disk.
pub(crate) fn touch(network: &Network, evidence: &[Evidence]) {
    let findings = evidence.iter().flat_map(|evidence| evidence.present().iter().chain(evidence.absent()));
    let links = findings.flat_map(|&finding| network.parents(finding).iter());
    black_box(links.map(|(_, probability)| probability).sum::<f64>());
}

/// Time to open the file, and to open it and answer a query, in seconds: the fastest of three
/// rounds.
fn opening(file: &Path) -> Result<(f64, f64), BenchError> {
    let mut best = (f64::INFINITY, f64::INFINITY);
    for round in 0..3 {
        let started = Instant::now();
        let network = Network::open(file)?;
        let open = started.elapsed().as_secs_f64();
        let evidence = queries(&network, 8, ABSENT, round + 1).pop().unwrap_or_default();
        Engine::new(&network).diagnose(&evidence, HEADLINE)?;
        best = (best.0.min(open), best.1.min(started.elapsed().as_secs_f64()));
    }
    Ok(best)
}

fn quickscore(network: &Network, plan: &Plan<'_>, machine: &Machine, say: &dyn Fn(&str)) -> Vec<Elements> {
    let mut all = Vec::new();
    // Long queries: more time for one of them to be undisturbed.
    let patience = Patience { time: 6 * plan.patience.time, ..plan.patience };
    for &present in plan.quickscore {
        // Without absent findings, which would make the present ones less likely and cost digits.
        let evidence = queries(network, present, 0, 16);
        touch(network, &evidence);
        say(&format!("S1: quickscore, {present} present, 1 and {} threads", machine.threads));
        let times = time_in_turn(network, Method::Quickscore, &evidence, [1, machine.threads], patience);
        // On one processor both are the same.
        for times in times.into_iter().take(machine.threads) {
            // A query that is refused for lost digits has walked all of them too.
            let elements = (present as f64).exp2() * network.disease_count() as f64;
            let element = times.best / elements;
            // The limit of these very seconds: a virtual machine is not as fast at all times.
            let limit = Machine::element_now(times.threads, plan.patience.time);
            all.push(Elements { times, element, limit });
        }
    }
    all
}

/// A network with as many findings as a few queries need, as a file.
fn slice(plan: &Plan<'_>, diseases: usize, density: f64) -> Result<Network, BenchError> {
    let mut spec = NetworkSpec { diseases, findings: 64, ..NetworkSpec::s1() };
    spec.set_density(density);
    let path = plan.scratch.join(format!("slice-{diseases}-{density}.etio"));
    spec.stream(&path, &Options { precision: Precision::F32, ..Options::default() })?;
    Ok(Network::open(&path)?)
}

fn growth(network: &Network, method: Method, patience: Patience) -> Growth {
    let evidence = queries(network, 8, ABSENT, 64);
    let touched = |evidence: &Evidence| -> usize {
        evidence.present().iter().chain(evidence.absent()).map(|&f| network.parent_count(f)).sum()
    };
    let links: usize = evidence.iter().map(touched).sum();
    Growth {
        diseases: network.disease_count(),
        links_touched: links as f64 / evidence.len() as f64,
        times: time(network, method, &evidence, 1, patience),
    }
}

fn by_diseases(plan: &Plan<'_>, say: &dyn Fn(&str)) -> Result<Vec<Growth>, BenchError> {
    let mut all = Vec::new();
    for &diseases in plan.growth {
        say(&format!("S1: {diseases} diseases"));
        let network = slice(plan, diseases, 0.8)?;
        all.extend([HEADLINE, Method::Quickscore].map(|method| growth(&network, method, plan.patience)));
    }
    Ok(all)
}

fn by_links(plan: &Plan<'_>, say: &dyn Fn(&str)) -> Result<Vec<Growth>, BenchError> {
    let diseases = plan.growth.iter().max().copied().unwrap_or(1_000);
    let mut all = Vec::new();
    for density in [0.005, 0.01, 0.02, 0.04] {
        say(&format!("S1: density {density}"));
        let network = slice(plan, diseases, density)?;
        all.extend([HEADLINE, Method::Quickscore].map(|method| growth(&network, method, plan.patience)));
    }
    Ok(all)
}
