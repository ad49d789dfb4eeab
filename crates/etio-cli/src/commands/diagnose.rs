//! `etio diagnose`: how likely each disease is, given what is present and what is absent.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use etio::format::cases::{Case, CaseReader};
use etio::{DiseaseId, Limits, Method, Network, Target};
use etio_hpo::{Absent, Ranker};

use crate::batch::{Batch, Input, Tally};
use crate::commands::patients::{self, PatientFormat};
use crate::exit::Exit;
use crate::formatters::diagnosis::{Formatter, JsonFormatter, TextFormatter};
use crate::formatters::methods;
use crate::input::{self, NetworkArg};
use crate::{progress, terminal};

const EXAMPLES: &str = "\
Examples:
  etio diagnose --present fever,cough --absent runny_nose
      One case, on the built-in network.
  etio diagnose --network f120 --cases cases.jsonl --format json --top all > answers.jsonl
      A line in, a line out, in order. cases.jsonl has lines such as
      {\"id\": \"p1\", \"present\": [\"f0001\"], \"absent\": [\"f0002\"], \"label\": \"d042\"}
  zcat cases.jsonl.gz | etio diagnose --network f120 --cases - --method vfh+cvx+fdo:2
      From a pipe, by the paper's hybrid that transforms two findings.
  etio diagnose --present cough --budget-ms 50
      The best answer that 50 milliseconds allow.
  etio diagnose --network qmr --cases hard.jsonl --budget-ms 1000 --until ranked
      Where no exact answer fits, certified intervals until the order of the ten likeliest is proven.
  etio diagnose --present fever,cough --explain influenza
      What speaks for influenza and what against, and which priors that hangs on.
  etio diagnose --network hpo.etio --phenopacket patient.json --format html > patient.html
      A patient with a rare disease, on a network of `etio import hpo`.";

/// Examples, and every method there is.
fn long_help() -> String {
    let for_patients = Ranker::OWN.iter().copied().filter(|ranker| !ranker.is_baseline());
    format!(
        "{EXAMPLES}\n\nMethods:\n{}  On a network of `etio import hpo` also:\n{}\n\
         A bad case gives an error in its place and the run goes on; the exit code is then 1.",
        methods::methods(Some(Method::default())),
        methods::rankers(for_patients, PATIENTS_DEFAULT),
    )
}

/// Diseases at most that `--priors-within` works on.
const MOST_PRIOR_RANGES: usize = 20;

/// The ranker for patients if none is given.
const PATIENTS_DEFAULT: Ranker = Ranker::Pairs;

/// Say how likely each disease is, given what is present and what is absent
#[derive(Debug, clap::Args)]
#[command(after_long_help = long_help(), after_help = "More with --help: examples and methods.")]
pub(super) struct Args {
    #[command(flatten)]
    network: NetworkArg,

    /// Cases as JSON Lines, plain or gzip; `-` for standard input
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["present", "absent"])]
    cases: Option<PathBuf>,

    /// Findings that are present, by id (see `etio info --findings`)
    #[arg(short, long, value_name = "ID,...", value_delimiter = ',')]
    present: Vec<String>,

    /// Findings that are absent, by id
    #[arg(short, long, value_name = "ID,...", value_delimiter = ',')]
    absent: Vec<String>,

    /// A phenopacket (version 2, JSON), or a folder of them; needs a network of `etio import hpo`
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["cases", "present", "absent"])]
    phenopacket: Vec<PathBuf>,

    /// How to compute the answer [default: auto; pairs for a network of `etio import hpo`]
    #[arg(short, long)]
    method: Option<Ranker>,

    /// On a network of `etio import hpo`, how absent terms count: relevant (volunteered), plain (answers to questions) or
    /// ignored
    #[arg(long, value_name = "HOW", default_value_t = Absent::Relevant)]
    absent_as: Absent,

    /// What each finding says about a disease, by id, and which priors it hangs on; on a network of
    /// `etio import hpo`, without a disease, what speaks for and against each
    #[arg(long, value_name = "DISEASE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "not asked for, of every disease, of one")]
    explain: Option<Option<String>>,

    /// With --format html, the folder for one page a patient; a single page goes to standard output without it
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// The longest a case may take, in milliseconds
    #[arg(long, value_name = "T", value_parser = positive)]
    budget_ms: Option<f64>,

    /// The most memory a case may take, in megabytes [default: 2147]
    #[arg(long, value_name = "M", value_parser = positive)]
    memory_mb: Option<f64>,

    /// Where only intervals can be proven, stop when those of the ten likeliest diseases are no wider than this
    #[arg(long, value_name = "W", value_parser = positive, default_value = "0.001")]
    within: f64,

    /// Where only intervals can be proven, stop as soon as the order of the ten likeliest diseases is decided
    #[arg(long, value_enum, value_name = "WHEN")]
    until: Option<Until>,

    /// How far each posterior moves if its own prior odds are wrong by up to this factor (exact), and at least if all are
    #[arg(long, value_name = "FACTOR", value_parser = above_one)]
    priors_within: Option<f64>,

    /// How many diseases to list, most likely first, or `all`
    #[arg(short, long, value_name = "K", default_value = "10")]
    top: Top,

    /// How many threads to use [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Text for people or JSON for programs; on a network of `etio import hpo` also a table or a page
    #[arg(short, long, value_enum, default_value_t = PatientFormat::Text)]
    format: PatientFormat,
}

/// When intervals are good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Until {
    /// The order of the ten likeliest diseases is decided
    Ranked,
}

/// How many diseases to list.
#[derive(Clone, Copy, Debug)]
struct Top(usize);

impl FromStr for Top {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self(usize::MAX)),
            _ => text.parse().ok().filter(|&k| k > 0).map(Self).ok_or("give a number above 0, or `all`"),
        }
    }
}

fn positive(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|x: &f64| *x > 0.0 && x.is_finite()).ok_or("give a number above 0")
}

fn above_one(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|x: &f64| *x > 1.0 && x.is_finite()).ok_or("give a number above 1")
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    // The file of cases first: it is the quicker to be found missing.
    let cases =
        args.cases.as_deref().map(|path| Ok::<_, anyhow::Error>((path, input::open(path)?))).transpose()?;
    let network = args.network.open()?;
    if etio_hpo::read_meta(&network).is_ok() {
        return patients::run(&args.patients(), network, cases);
    }
    args.check_ordinary()?;
    match cases {
        Some((path, source)) => answer_file(args, &network, path, source),
        None => answer_command_line(args, &network),
    }
}

fn answer_file(args: &Args, network: &Network, path: &Path, source: Box<dyn BufRead>) -> Result<Exit> {
    let mut reader = CaseReader::new(source);
    let batch = args.batch(network)?;
    let formatter = args.formatter(network);
    let progress = progress::counter("cases");
    let mut stdout = anstream::stdout().lock();
    let inputs = std::iter::from_fn(|| reader.next().map(|case| Input { line: reader.line(), case }));
    let tally = batch.run(
        inputs,
        |answer| formatter.case(answer),
        |answers| {
            answers.iter().try_for_each(|text| stdout.write_all(text.as_bytes()))?;
            progress.inc(answers.len() as u64);
            Ok(stdout.flush()?)
        },
    );
    progress.finish_and_clear();
    let tally = tally.with_context(|| path.display().to_string())?;
    stdout.write_all(formatter.footer(tally).as_bytes())?;
    stdout.flush()?;
    Ok(if tally.failed > 0 { Exit::SomeFailed } else { Exit::Success })
}

fn answer_command_line(args: &Args, network: &Network) -> Result<Exit> {
    let formatter = args.formatter(network);
    let answer = args.batch(network)?.one(args.case());
    let failed = answer.outcome.is_err();
    match &answer.outcome {
        // A person who asks one question reads the error where errors are read.
        Err(error) if args.format == PatientFormat::Text => terminal::print_error(error),
        _ => {
            let text = formatter.case(&answer) + &formatter.footer(Tally { cases: 1, failed: failed.into() });
            let mut stdout = anstream::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            stdout.flush()?;
        }
    }
    Ok(if failed { Exit::SomeFailed } else { Exit::Success })
}

impl Args {
    /// The case given on the command line.
    fn case(&self) -> Input {
        Input { line: 1, case: Ok(self.given()) }
    }

    fn given(&self) -> Case {
        let clean = |ids: &[String]| -> Vec<String> {
            ids.iter().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).collect()
        };
        Case { present: clean(&self.present), absent: clean(&self.absent), ..Case::default() }
    }

    /// What the other kind of network needs.
    fn patients(&self) -> patients::Request<'_> {
        patients::Request {
            phenopackets: &self.phenopacket,
            given: self.given(),
            ranker: self.method.unwrap_or(PATIENTS_DEFAULT),
            absent: self.absent_as,
            limits: self.limits(1),
            threads: self.threads(),
            top: self.top.0,
            format: self.format,
            explain: self.explain.is_some(),
            out: self.out.as_deref(),
            target: self.target(),
        }
    }

    /// When intervals are narrow enough.
    fn target(&self) -> Target {
        Target { within: self.within, until_ranked: self.until == Some(Until::Ranked) }
    }

    /// Refuses what only a network of patients' terms has.
    fn check_ordinary(&self) -> Result<()> {
        const NEEDS: &str = "needs a network made by `etio import hpo`";
        if let Some(ranker) = self.method.filter(|ranker| ranker.method().is_none()) {
            bail!("--method {ranker} {NEEDS}")
        }
        match self.format {
            PatientFormat::Tsv | PatientFormat::Html => bail!("--format tsv and html: each {NEEDS}"),
            _ if !self.phenopacket.is_empty() => bail!("--phenopacket {NEEDS}"),
            _ if self.explain == Some(None) => bail!("--explain without a disease {NEEDS}"),
            _ => Ok(()),
        }
    }

    fn method(&self) -> Method {
        self.method.and_then(Ranker::method).unwrap_or_default()
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// What a case may take.
    fn limits(&self, threads: usize) -> Limits {
        let mut limits = Limits { threads, ..Limits::default() };
        limits.time = self.budget_ms.map(|ms| Duration::try_from_secs_f64(ms / 1e3).unwrap_or(Duration::MAX));
        if let Some(megabytes) = self.memory_mb {
            limits.memory = (megabytes * 1e6) as usize;
        }
        limits
    }

    fn batch<'a>(&self, network: &'a Network) -> Result<Batch<'a>> {
        let threads = self.threads();
        // A single case may use all threads for itself; many share them out.
        let (within, across) = if self.cases.is_some() { (1, threads) } else { (threads, 1) };
        let explain = self.explain.iter().flatten().next().map(|id| self.disease(network, id)).transpose()?;
        let (method, limits) = (self.method(), self.limits(within));
        // Two further queries for each disease: not for all of a large network.
        let priors_within = self.priors_within.map(|factor| (factor, self.top.0.min(MOST_PRIOR_RANGES)));
        let target = self.target();
        Ok(Batch { network, method, limits, explain, threads: across, target, priors_within })
    }

    /// The disease with an id.
    fn disease(&self, network: &Network, id: &str) -> Result<DiseaseId> {
        let listing = match self.network.path() {
            Some(path) => format!("etio info {} --diseases", path.display()),
            None => "etio info --diseases".to_owned(),
        };
        let unknown = || format!("the network has no disease `{id}`; `{listing}` lists them all");
        network.disease(id.trim()).with_context(unknown)
    }

    fn formatter<'a>(&self, network: &'a Network) -> Box<dyn Formatter + 'a> {
        let top = self.top.0;
        match self.format {
            PatientFormat::Json => Box::new(JsonFormatter { network, top }),
            _ => Box::new(TextFormatter {
                network,
                top,
                width: terminal::width(),
                from_file: self.cases.is_some(),
                hint: self.hint(network),
            }),
        }
    }

    /// What to try when nothing was observed.
    fn hint(&self, network: &Network) -> String {
        let ids: Vec<&str> = network.findings().take(2).map(|f| network.finding_id(f)).collect();
        let (flag, path) = match self.network.path() {
            Some(path) => (format!("--network {} ", path.display()), format!("{} ", path.display())),
            None => (String::new(), String::new()),
        };
        let ids = ids.join(",");
        format!("Add some: etio diagnose {flag}--present {ids}. All ids: etio info {path}--findings")
    }
}
