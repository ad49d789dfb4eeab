//! `etio generate`: seeded networks of the paper's sizes, and labelled cases for them.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use etio::Network;
use etio::format::folder;
use etio_repro::{CaseSpec, NetworkSpec, Priors};

use crate::exit::Exit;
use crate::formatters::numbers::counted;
use crate::progress;

const EXAMPLES: &str = "\
Examples:
  etio generate f120 -o f120 --cases 1000
      The network, and a thousand labelled cases in f120/cases.jsonl.
  etio generate f120 -o f120 --leak 0 --priors 1e-4
      Without leak, as in the paper, and with one prior for all.
  etio generate qmr -o qmr --cases 100 --present 20-40 --cases-out long.jsonl
  etio generate f120 -o big --diseases 10000 --findings 10000 --links 10000000

The same options and seed give the same files on every machine.";

/// Generate a network of a known size with the shape of real ones, and labelled cases for it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Which network
    #[arg(value_enum)]
    kind: Kind,

    /// The folder to write
    #[arg(short, long, value_name = "PATH")]
    out: PathBuf,

    /// The seed of all that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many diseases, where not as in the paper
    #[arg(long, value_name = "N")]
    diseases: Option<usize>,

    /// How many findings, where not as in the paper
    #[arg(long, value_name = "N")]
    findings: Option<usize>,

    /// How many links, exactly; as dense as the paper's where not given
    #[arg(long, value_name = "N", conflicts_with = "density")]
    links: Option<usize>,

    /// Links as a share of all pairs
    #[arg(long, value_name = "X", value_parser = probability)]
    density: Option<f64>,

    /// The leak of every finding: P(finding) when every disease is absent
    #[arg(long, value_name = "P", value_parser = probability)]
    leak: Option<f64>,

    /// Priors: one for all (0.01), or the least and the most of a log-uniform law (1e-7:0.1)
    #[arg(long, value_name = "P|LEAST:MOST")]
    priors: Option<Priors>,

    /// How many cases to sample
    #[arg(long, value_name = "N", default_value_t = 0)]
    cases: u64,

    /// Where to write the cases, `-` for standard output [default: cases.jsonl in the folder]
    #[arg(long, value_name = "FILE", requires = "cases")]
    cases_out: Option<PathBuf>,

    /// The seed of the cases, where not that of the network
    #[arg(long, value_name = "SEED")]
    cases_seed: Option<u64>,

    /// Present findings of a case: a number or a range
    #[arg(long, value_name = "N|LEAST-MOST", default_value = "4-12")]
    present: Count,

    /// Absent findings of a case: a number or a range
    #[arg(long, value_name = "N|LEAST-MOST", default_value = "2-6")]
    absent: Count,

    /// The least share of a case's present findings that its diseases did not cause
    #[arg(long, value_name = "X", value_parser = probability, default_value_t = 0.2)]
    noise: f64,
}

/// The networks of the paper's Table 3.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// 665 diseases, 1,276 findings, 10,552 links
    F120,
    /// 534 diseases, 4,040 findings, 40,740 links, as QMR-DT
    Qmr,
}

/// How many of something: `8`, or `4-12` for any number between.
#[derive(Clone, Debug)]
struct Count(RangeInclusive<usize>);

impl FromStr for Count {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.trim().parse(), most.trim().parse()) {
            (Ok(least), Ok(most)) if least <= most => Ok(Self(least..=most)),
            _ => Err("give a number such as 8, or a range such as 4-12"),
        }
    }
}

fn probability(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|p| (0.0..=1.0).contains(p)).ok_or("give a number between 0 and 1")
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let cases_out = args.cases_out.clone().unwrap_or_else(|| args.out.join("cases.jsonl"));
    let spinner = progress::spinner("generating");
    let network = args.network_spec().generate()?;
    spinner.set_message("writing");
    write_network(&network, &args.out)?;
    spinner.finish_and_clear();
    let sizes = [
        counted(network.disease_count(), "disease"),
        counted(network.finding_count(), "finding"),
        counted(network.link_count(), "link"),
    ];
    eprintln!("{}: {}", args.out.display(), sizes.join(", "));
    if args.cases > 0 {
        write_cases(&network, &args.case_spec(), args.cases, &cases_out)?;
        eprintln!("{}: {}", cases_out.display(), counted(args.cases as usize, "case"));
    }
    Ok(Exit::Success)
}

impl Args {
    fn network_spec(&self) -> NetworkSpec {
        let paper = match self.kind {
            Kind::F120 => NetworkSpec::f120(),
            Kind::Qmr => NetworkSpec::qmr(),
        };
        let density = paper.density();
        let mut spec = NetworkSpec {
            seed: self.seed,
            diseases: self.diseases.unwrap_or(paper.diseases),
            findings: self.findings.unwrap_or(paper.findings),
            leak: self.leak.unwrap_or(paper.leak),
            priors: self.priors.unwrap_or(paper.priors),
            ..paper
        };
        match (self.links, self.density) {
            (Some(links), _) => spec.links = links,
            (None, Some(density)) => spec.set_density(density),
            (None, None) => spec.set_density(density),
        }
        spec
    }

    fn case_spec(&self) -> CaseSpec {
        CaseSpec {
            present: self.present.0.clone(),
            absent: self.absent.0.clone(),
            noise: self.noise,
            seed: self.cases_seed.unwrap_or(self.seed),
            ..CaseSpec::default()
        }
    }
}

/// Writes a network in the form that the path asks for.
fn write_network(network: &Network, path: &Path) -> Result<()> {
    if path.extension().is_some_and(|e| e == "etio") {
        bail!("{}: only folders can be written so far; give a path without .etio", path.display());
    }
    check_replaceable(path)?;
    Ok(folder::write(network, path)?)
}

/// Refuses to write over a network that somebody made by hand.
fn check_replaceable(folder: &Path) -> Result<()> {
    let generated = || {
        let meta = std::fs::read(folder.join("meta.json")).ok()?;
        let meta: serde_json::Value = serde_json::from_slice(&meta).ok()?;
        (meta["generator"] == "etio generate").then_some(())
    };
    if folder.join("diseases.csv").exists() && generated().is_none() {
        bail!("{}: holds a network that was not generated; choose another folder", folder.display());
    }
    Ok(())
}

fn write_cases(network: &Network, spec: &CaseSpec, count: u64, path: &Path) -> Result<()> {
    let mut out: Box<dyn Write> = if path == Path::new("-") {
        Box::new(BufWriter::new(io::stdout()))
    } else {
        Box::new(BufWriter::new(File::create(path).with_context(|| path.display().to_string())?))
    };
    let bar = progress::bar(count, "cases");
    let mut write = || -> io::Result<()> {
        for number in 0..count {
            serde_json::to_writer(&mut out, &spec.sample(network, number))?;
            out.write_all(b"\n")?;
            bar.inc(1);
        }
        out.flush()
    };
    write().with_context(|| path.display().to_string())?;
    bar.finish_and_clear();
    Ok(())
}
