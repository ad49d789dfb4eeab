//! `etio repro`: the paper's figures and tables, and a report that says what becomes of its claims.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;

use anyhow::Result;
use etio_repro::{Part, Profile, Run, Watch};
use indicatif::ProgressBar;

use crate::exit::Exit;
use crate::progress;

const EXAMPLES: &str = "\
Examples:
  etio repro all --out repro --quick     everything in about a minute
  etio repro all --out repro             the paper's sizes, at most 20 minutes on two cores
  etio repro fig4 leak --out repro       two figures; the report grows with each

Parts: fig1c, fig2, fig3, fig4, table1, table2, table3 of the paper;
leak, fidelity, cancellation, orders, vfh_jh, baselines (our own).
Parts that the folder already holds, from the same version, seed and profile, are not computed
again.";

/// Reproduce the figures and tables of Xie et al. 2016, with a report on which of its claims hold
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// `all`, or names of figures and tables
    #[arg(required = true, value_name = "PART")]
    parts: Vec<Parts>,

    /// Output folder for report.html, results.json and one CSV file per part
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// Fewer queries and points, and a smaller S1: about a minute
    #[arg(long)]
    quick: bool,

    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Recompute results that are already in the folder
    #[arg(long)]
    fresh: bool,

    /// A further network for `baselines`: a folder with cases.jsonl in it, NETWORK.etio with
    /// NETWORK.cases.jsonl beside it, or a folder of such folders. May be given several times
    #[arg(long, value_name = "NAME=PATH", value_parser = named)]
    also: Vec<(String, PathBuf)>,
}

fn named(text: &str) -> Result<(String, PathBuf), &'static str> {
    let parts = text.split_once('=').filter(|(name, path)| !name.is_empty() && !path.is_empty());
    parts.map(|(name, path)| (name.to_owned(), path.into())).ok_or("give NAME=PATH")
}

/// The parts that an argument selects.
#[derive(Clone, Copy, Debug)]
enum Parts {
    All,
    One(Part),
}

impl FromStr for Parts {
    type Err = etio_repro::ParsePartError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" { Ok(Self::All) } else { Ok(Self::One(text.parse()?)) }
    }
}

impl Args {
    /// Each part once, in the order of the report.
    fn parts(&self) -> Vec<Part> {
        let asked = |part: &Part| {
            self.parts.iter().any(|parts| match parts {
                Parts::All => true,
                Parts::One(one) => one == part,
            })
        };
        Part::ALL.into_iter().filter(asked).collect()
    }

    /// The command as it can be typed again, without where the results went.
    fn command(&self) -> String {
        let mut words = vec!["etio repro".to_owned()];
        words.extend(self.parts.iter().map(|parts| match parts {
            Parts::All => "all".to_owned(),
            Parts::One(part) => part.to_string(),
        }));
        words.push("--out DIR".to_owned());
        words.extend(self.quick.then(|| "--quick".to_owned()));
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let run = Run {
        profile: if args.quick { Profile::quick() } else { Profile::full() },
        seed: args.seed,
        out: args.out.clone(),
        command: args.command(),
        fresh: args.fresh,
        also: args.also.clone(),
    };
    run.run(&args.parts(), &Bars::default())?;
    for file in ["report.html", "results.json"] {
        writeln!(std::io::stdout(), "{}", args.out.join(file).display())?;
    }
    Ok(Exit::Success)
}

/// One progress bar per part, on a terminal only.
#[derive(Default)]
struct Bars {
    current: Mutex<Option<(Part, ProgressBar)>>,
}

impl Bars {
    fn with(&self, act: impl FnOnce(&mut Option<(Part, ProgressBar)>)) {
        // A bar that a panicking thread left locked is not worth another panic.
        if let Ok(mut current) = self.current.lock() {
            act(&mut current);
        }
    }
}

impl Watch for Bars {
    fn started(&self, part: Part, reused: bool) {
        if reused {
            eprintln!("{part}: already computed");
        } else {
            self.with(|current| *current = Some((part, progress::spinner(part.to_string()))));
        }
    }

    fn expect(&self, steps: usize) {
        self.with(|current| {
            if let Some((part, bar)) = current {
                bar.finish_and_clear();
                *bar = progress::bar(steps as u64, &format!("steps of {part}"));
            }
        });
    }

    fn step(&self) {
        self.with(|current| {
            if let Some((_, bar)) = current {
                bar.inc(1);
            }
        });
    }

    fn finished(&self, _: Part) {
        self.with(|current| {
            if let Some((part, bar)) = current.take() {
                let seconds = bar.elapsed().as_secs_f64();
                bar.finish_and_clear();
                eprintln!("{part}: {seconds:.1} s");
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_once_and_in_order() {
        let args = |parts: &[&str]| Args {
            parts: parts.iter().map(|p| p.parse().unwrap()).collect(),
            out: PathBuf::from("out"),
            quick: true,
            seed: 7,
            fresh: false,
            also: Vec::new(),
        };
        assert_eq!(args(&["table1", "fig4", "fig4"]).parts(), [Part::Table1, Part::Fig4]);
        assert_eq!(args(&["fig2", "all"]).parts(), Part::ALL);
        assert_eq!(args(&["fig4"]).command(), "etio repro fig4 --out DIR --quick --seed 7");
    }
}
