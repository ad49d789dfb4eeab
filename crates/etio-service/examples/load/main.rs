//! A load on a running service, and the same work done by the engine alone.
//!
//! ```text
//! load run ADDRESS CASES.jsonl [--rate N] [--connections N] [--seconds S]
//! load direct NETWORK CASES.jsonl [--threads N] [--seconds S]
//! ```
//!
//! With a rate, requests are sent when they are due whether or not earlier ones were answered, as
//! strangers would, and their times are counted from when they were due. Without one, each
//! connection sends as soon as it was answered.

mod connection;
mod direct;
mod report;
mod run;

use std::time::Duration;

/// Kind, rate and duration of the load.
pub struct Plan {
    /// `run` or `direct`.
    pub mode: String,
    /// The address, or the network.
    pub target: String,
    /// The patients, asked about in turn.
    pub cases: Vec<Case>,
    /// Requests a second; `None` for as fast as they are answered.
    pub rate: Option<f64>,
    /// How many ask at a time.
    pub connections: usize,
    /// How many threads compute, without a service.
    pub threads: usize,
    /// How long.
    pub time: Duration,
}

/// One patient.
#[derive(serde::Deserialize)]
pub struct Case {
    /// Findings that are present.
    pub present: Vec<String>,
    /// Findings that are absent.
    #[serde(default)]
    pub absent: Vec<String>,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

impl Plan {
    fn of(mut arguments: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut next =
            || arguments.next().ok_or("usage: load run|direct TARGET CASES [--rate N] [--seconds S] ...");
        let (mode, target, file) = (next()?, next()?, next()?);
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
        let cases = text.lines().map(serde_json::from_str).collect::<Result<Vec<Case>, _>>()?;
        let time = Duration::from_secs(10);
        let mut plan = Self { mode, target, cases, rate: None, connections: 64, threads: 1, time };
        while let Ok(flag) = next() {
            let value: f64 = next()?.parse()?;
            match flag.as_str() {
                "--rate" => plan.rate = Some(value),
                "--connections" => plan.connections = value as usize,
                "--threads" => plan.threads = value as usize,
                "--seconds" => plan.time = Duration::from_secs_f64(value),
                _ => return Err(format!("there is no {flag}").into()),
            }
        }
        if plan.cases.is_empty() {
            return Err(format!("{file} has no cases").into());
        }
        Ok(plan)
    }
}

fn main() -> Result<(), Failure> {
    let plan = Plan::of(std::env::args().skip(1))?;
    match plan.mode.as_str() {
        "run" => run::run(plan),
        "direct" => direct::run(&plan),
        other => Err(format!("`{other}` is neither run nor direct").into()),
    }
}
