//! `etio bench`: what the machine can do, and beside it what Etio does on F120, QMR and S1, in one run.

mod machine;
mod s1;
mod timing;

use std::path::{Path, PathBuf};
use std::time::Duration;

use etio::format::FormatError;
use etio::format::compiled::{Options, Precision};
use etio::{Evidence, InferenceError, Method, Network};
use serde::Serialize;

pub use machine::Machine;
pub use s1::{Elements, Growth, ManyQueries, S1};
pub use timing::Times;

use crate::{CaseSpec, NetworkSpec, SpecError, StreamError};
use s1::Plan;
use timing::{Patience, time};

/// What to measure.
#[derive(Clone, Debug)]
pub struct Bench {
    /// A small S1 and few repetitions: a minute and not ten.
    pub quick: bool,
    /// A compiled S1 to measure on; one is made in `scratch` where none is given.
    pub s1: Option<PathBuf>,
    /// A folder for networks that are made for the run.
    pub scratch: PathBuf,
}

/// What was measured. Times are in seconds.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// The version of Etio.
    pub version: &'static str,
    /// The machine's limits, in the same run.
    pub machine: Machine,
    /// Networks of the sizes of F120 and QMR-DT.
    pub networks: Vec<NetworkTimes>,
    /// The network of the size of S1.
    pub s1: S1,
}

/// The times on one network.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkTimes {
    /// What it is called.
    pub name: String,
    /// Its diseases.
    pub diseases: usize,
    /// Its findings.
    pub findings: usize,
    /// Its links.
    pub links: usize,
    /// Methods by number of present findings.
    pub times: Vec<Times>,
}

/// Why a measurement broke off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// A network could not be made.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A network could not be specified.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A file could not be read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A query that must be answered was not.
    #[error(transparent)]
    Inference(#[from] InferenceError),
}

impl Bench {
    /// Measures everything; `say` is told what comes next.
    pub fn run(&self, say: &dyn Fn(&str)) -> Result<BenchReport, BenchError> {
        let patience = if self.quick {
            Patience { time: Duration::from_millis(50), most_queries: 100 }
        } else {
            Patience { time: Duration::from_millis(500), most_queries: 2_000 }
        };
        say("the machine");
        let machine = Machine::measure(2 * patience.time);
        let networks = [NetworkSpec::f120(), NetworkSpec::qmr()]
            .iter()
            .map(|spec| small_network(spec, patience, say))
            .collect::<Result<_, _>>()?;
        let file = match &self.s1 {
            Some(file) => file.clone(),
            None => self.make_s1(say)?,
        };
        let s1 = s1::measure(&self.plan(&file, patience), &machine, say)?;
        Ok(BenchReport { version: env!("CARGO_PKG_VERSION"), machine, networks, s1 })
    }

    fn make_s1(&self, say: &dyn Fn(&str)) -> Result<PathBuf, BenchError> {
        say("making S1");
        let mut spec = NetworkSpec::s1();
        if self.quick {
            (spec.diseases, spec.findings) = (4_000, 300);
            spec.set_density(0.8);
        }
        let file = self.scratch.join("s1.etio");
        spec.stream(&file, &Options { precision: Precision::F32, ..Options::default() })?;
        Ok(file)
    }

    fn plan<'a>(&'a self, file: &'a Path, patience: Patience) -> Plan<'a> {
        let scratch = &self.scratch;
        if self.quick {
            Plan {
                file,
                scratch,
                patience,
                quickscore: &[10, 12],
                figure3: &[6, 8],
                many_queries: &[1, 10],
                growth: &[1_000, 2_000, 4_000],
            }
        } else {
            Plan {
                file,
                scratch,
                patience,
                quickscore: &[10, 12, 14, 16],
                figure3: &[4, 6, 8, 10, 12, 14, 16],
                many_queries: &[1, 10, 100, 1_000],
                growth: &[10_000, 20_000, 30_000, 40_000],
            }
        }
    }
}

/// Every method on a network that fits into a cache.
fn small_network(
    spec: &NetworkSpec,
    patience: Patience,
    say: &dyn Fn(&str),
) -> Result<NetworkTimes, BenchError> {
    let network = spec.generate()?;
    let methods =
        [Method::Auto, Method::Elimination, Method::ExplainedSets, Method::Quickscore, s1::HEADLINE];
    let mut times = Vec::new();
    for present in [4, 8, 12, 16] {
        let evidence = cases(&network, present);
        for method in methods {
            say(&format!("{}: {method}, {present} present", spec.name));
            times.push(time(&network, method, &evidence, 1, patience));
        }
    }
    Ok(NetworkTimes {
        name: spec.name.clone(),
        diseases: network.disease_count(),
        findings: network.finding_count(),
        links: network.link_count(),
        times,
    })
}

/// Cases as `etio generate --cases` makes them, with the paper's four absent findings.
fn cases(network: &Network, present: usize) -> Vec<Evidence> {
    let spec = CaseSpec { present: present..=present, absent: 4..=4, ..CaseSpec::default() };
    (0..50).filter_map(|number| spec.sample(network, number).evidence(network).ok()).collect()
}
