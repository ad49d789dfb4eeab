//! `etio bench`: the machine's limits, and Etio's times on F120, QMR and S1 beside them, in one
//! run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use etio::format::FormatError;
use etio::format::compiled::{Options, Precision};
use etio::{InferenceError, Method};
use etio_repro::{NetworkSpec, SpecError, StreamError};
use serde::Serialize;

use crate::machine::Machine;
use crate::queries::cases;
use crate::s1::{self, Plan, S1};
use crate::timing::{Patience, Times, time};

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct Bench {
    /// A small S1 and few repetitions: one minute instead of ten.
    pub quick: bool,
    /// A compiled S1 to measure on; if `None`, one is made in `scratch`.
    pub s1: Option<PathBuf>,
    /// A folder for networks that are made for the run.
    pub scratch: PathBuf,
}

/// Results of a run. Times are in seconds.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// The version of Etio.
    pub version: &'static str,
    /// The machine's limits, measured in the same run.
    pub machine: Machine,
    /// Networks of the sizes of F120 and QMR-DT.
    pub networks: Vec<NetworkTimes>,
    /// The network of the size of S1.
    pub s1: S1,
}

/// The times on one network.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkTimes {
    /// Name of the network.
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

/// Errors that end a run.
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
    /// Measures everything; calls `say` before each part.
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
        // The paper's four absent findings.
        let evidence = cases(&network, present, 4..=4, 50);
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
