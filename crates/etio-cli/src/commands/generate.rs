//! `etio generate`: seeded networks of the paper's sizes, and labelled cases for them.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use etio::Network;
use etio::format::compiled::{self, Options, Precision};
use etio::format::folder;
use etio_repro::{CaseSpec, NetworkSpec, Priors};

use super::compile::PrecisionArg;
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
  etio generate s1 -o s1.etio --precision u16
      40,000 diseases, 384 million links, written as they are made.

The same options and seed give the same files on every machine.";

/// Generate a synthetic network with realistic structure, plus labelled cases
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Which network
    #[arg(value_enum)]
    kind: Kind,

    /// The folder to write, or the compiled file if it ends in .etio
    #[arg(short, long, value_name = "PATH")]
    out: PathBuf,

    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Number of diseases [default: as in the paper]
    #[arg(long, value_name = "N")]
    diseases: Option<usize>,

    /// Number of findings [default: as in the paper]
    #[arg(long, value_name = "N")]
    findings: Option<usize>,

    /// Exact number of links [default: as dense as the paper's]
    #[arg(long, value_name = "N", conflicts_with = "density")]
    links: Option<usize>,

    /// Links as a share of all pairs
    #[arg(long, value_name = "X", value_parser = probability)]
    density: Option<f64>,

    /// The leak of every finding: P(finding) when every disease is absent
    #[arg(long, value_name = "P", value_parser = probability)]
    leak: Option<f64>,

    /// Priors: one for all (0.01), or the ends of a log-uniform distribution (1e-7:0.1)
    #[arg(long, value_name = "P|LEAST:MOST")]
    priors: Option<Priors>,

    #[command(flatten)]
    precision: PrecisionArg,

    /// Number of cases to sample
    #[arg(long, value_name = "N", default_value_t = 0)]
    cases: u64,

    /// Where to write the cases, `-` for standard output [default: cases.jsonl in the folder or
    /// NAME.cases.jsonl beside the file]
    #[arg(long, value_name = "FILE", requires = "cases")]
    cases_out: Option<PathBuf>,

    /// Random seed of the cases [default: that of the network]
    #[arg(long, value_name = "SEED")]
    cases_seed: Option<u64>,

    /// Present findings of a case: a number or a range
    #[arg(long, value_name = "N|MIN-MAX", default_value = "4-12")]
    present: Count,

    /// Absent findings of a case: a number or a range
    #[arg(long, value_name = "N|MIN-MAX", default_value = "2-6")]
    absent: Count,

    /// Minimum share of a case's present findings that its diseases did not cause
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
    /// 40,000 diseases, 12,000 findings, 384 million links; compiled as f32 unless another precision is given
    S1,
}

/// A count or a range of counts: `8`, or `4-12` for any number between.
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
    check_replaceable(&args.out)?;
    let network = match (args.kind, args.is_compiled()) {
        (Kind::S1, true) => stream(args, &args.out)?,
        (Kind::S1, false) => write_streamed_folder(args)?,
        _ => write(args)?,
    };
    let sizes = [
        counted(network.disease_count(), "disease"),
        counted(network.finding_count(), "finding"),
        counted(network.link_count(), "link"),
    ];
    eprintln!("{}: {}", args.out.display(), sizes.join(", "));
    if args.cases > 0 {
        let cases_out = args.cases_out();
        write_cases(&network, &args.case_spec(), args.cases, &cases_out)?;
        eprintln!("{}: {}", cases_out.display(), counted(args.cases as usize, "case"));
    }
    Ok(Exit::Success)
}

impl Args {
    fn is_compiled(&self) -> bool {
        self.out.extension().is_some_and(|extension| extension == "etio")
    }

    fn cases_out(&self) -> PathBuf {
        match &self.cases_out {
            Some(path) => path.clone(),
            None if self.is_compiled() => self.out.with_extension("cases.jsonl"),
            None => self.out.join("cases.jsonl"),
        }
    }

    fn network_spec(&self) -> NetworkSpec {
        let paper = match self.kind {
            Kind::F120 => NetworkSpec::f120(),
            Kind::Qmr => NetworkSpec::qmr(),
            Kind::S1 => NetworkSpec::s1(),
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

/// Makes a network in memory and writes it in the form that the path asks for.
fn write(args: &Args) -> Result<Network> {
    let spinner = progress::spinner("generating");
    let network = args.network_spec().generate()?;
    spinner.set_message("writing");
    if args.is_compiled() {
        let precision = args.precision.precision.unwrap_or_default();
        compiled::write(&network, &args.out, &Options { precision, ..Options::default() })?;
    } else {
        folder::write(&network, &args.out)?;
    }
    spinner.finish_and_clear();
    Ok(network)
}

/// Makes a network in a compiled file, in bounded memory.
fn stream(args: &Args, path: &Path) -> Result<Network> {
    let spec = args.network_spec();
    let bar = progress::bar(spec.findings as u64, "findings");
    let precision = args.precision.precision.unwrap_or(Precision::F32);
    spec.stream(path, &Options { precision, progress: &|done, _| bar.set_position(done as u64) })?;
    bar.finish_and_clear();
    Ok(Network::open(path)?)
}

/// Makes a network in a compiled file that is gone afterwards, and writes it out as a folder.
fn write_streamed_folder(args: &Args) -> Result<Network> {
    let parent = args.out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let scratch = tempfile::tempdir_in(parent).with_context(|| parent.display().to_string())?;
    let network = stream(args, &scratch.path().join("network.etio"))?;
    let spinner = progress::spinner("writing");
    folder::write(&network, &args.out)?;
    spinner.finish_and_clear();
    Ok(network)
}

/// Refuses to write over a network that somebody made by hand.
fn check_replaceable(path: &Path) -> Result<()> {
    let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0);
    let meta = if is_file {
        Network::open(path).ok().and_then(|network| network.document("meta.json").map(<[u8]>::to_vec))
    } else {
        std::fs::read(path.join("meta.json")).ok()
    };
    let meta: Option<serde_json::Value> = meta.and_then(|meta| serde_json::from_slice(&meta).ok());
    let generated = meta.is_some_and(|meta| meta["generator"] == "etio generate");
    if (is_file || path.join("diseases.csv").exists()) && !generated {
        bail!("{}: not written by `etio generate`; choose another path", path.display());
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
