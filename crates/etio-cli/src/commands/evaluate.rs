//! `etio evaluate`: how well patients with a known disease are diagnosed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use etio::Limits;
use etio::format::cases::CaseReader;
use etio_hpo::evaluate::{Candidates, Evaluation, Half, Options, evaluate};
use etio_hpo::report::evaluation_html;
use etio_hpo::{Absent, Hpo, Patient, Ranker};

use super::{interview, vignettes};
use crate::exit::Exit;
use crate::formatters::{evaluation, methods};
use crate::{input, progress, terminal};

const EXAMPLES: &str = "\
Examples:
  etio evaluate --network hpo.etio --cases patients.jsonl.gz
  etio evaluate --network hpo.etio --cases patients.jsonl.gz --format html \\
      --method single,likelihood-ratio,auto > report.html
      Several methods side by side, with paired differences against the first.
  etio evaluate --network hpo.etio --cases patients.jsonl.gz --absent-as ignored --ranks ranks.tsv
  etio evaluate --interview
      Questions needed to find the disease of simulated patients, compared with random order.
  etio evaluate --vignettes stories.jsonl --questions 10 --details
      Stories in people's own words: findings read, diseases found, emergencies missed.
  etio evaluate --messages first-messages.jsonl
      Alarms and false alarms on first messages.";

const NOTES: &str = "\
Cases, one per line:
  {\"id\": \"p1\", \"present\": [\"HP:0001250\"], \"absent\": [], \"label\": \"OMIM:607208\",
   \"publications\": [\"PMID:...\"]}
Figures are given for all cases, for clean ones (no annotation of the labelled disease cites a
publication of the case), and with each case's own publications held out of the annotations.

Stories, one per line; only id, story and accepted are required:
  {\"id\": \"s1\", \"story\": \"...\", \"age\": 34, \"sex\": \"female\", \"accepted\": [\"influenza\", \"J11\"],
   \"urgency\": \"emergency|within_a_day|see_doctor|self_care\", \"present\": [\"fever\"], \"absent\": []}
`accepted` takes ids, names, synonyms and ICD-10 codes. Stories whose disease the network does not
have are counted apart. Questions are answered by `present` and `absent`.

Messages, one per line: {\"id\": \"m1\", \"text\": \"...\", \"emergency\": true}";

/// Examples, every method there is, and how to read the figures.
fn long_help() -> String {
    format!(
        "{EXAMPLES}\n\nMethods:\n{}{}\n{NOTES}",
        methods::rankers(Ranker::OWN.iter().copied(), Ranker::default()),
        methods::methods(None),
    )
}

/// Measure how well patients with a known disease are diagnosed
#[derive(Debug, clap::Args)]
#[command(after_long_help = long_help())]
pub(super) struct Args {
    /// A network made by `etio import hpo`; for interviews and texts any network, by default the built-in one
    #[arg(short, long, value_name = "PATH", required_unless_present_any = ["interview", "vignettes", "messages"])]
    network: Option<PathBuf>,

    /// Cases as JSON Lines, plain or gzip; several files are joined
    #[arg(short, long, value_name = "FILE", required_unless_present_any = ["interview", "vignettes", "messages"], conflicts_with_all = ["interview", "vignettes", "messages"], num_args = 1..)]
    cases: Vec<PathBuf>,

    /// How to rank; several separated by commas
    #[arg(short, long, value_name = "M,...", value_delimiter = ',', default_values_t = [Ranker::default()])]
    method: Vec<Ranker>,

    /// Also rank each case without the annotations from its own publications
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_value_t = true, default_missing_value = "true", action = clap::ArgAction::Set)]
    leave_publication_out: bool,

    /// How absent terms count: relevant (volunteered), plain (answers to questions) or ignored
    #[arg(long, value_name = "HOW", default_value_t = Absent::Relevant)]
    absent_as: Absent,

    /// Candidate diseases: all, labels (those of some case), or a file with one id per line
    #[arg(long, value_name = "all|labels|FILE", default_value = "all")]
    candidates: CandidatesArg,

    /// Only the cases of one half of the publications: tune (used to choose parameters) or report
    #[arg(long, value_enum)]
    half: Option<HalfArg>,

    /// Also merge this many pairs of patients, to see whether both diseases are found
    #[arg(long, value_name = "N", default_value_t = 0)]
    merge_pairs: usize,

    /// Perturb each prior by a random factor of up to F either way
    #[arg(long, value_name = "F", value_parser = factor)]
    scramble_priors: Option<f64>,

    /// Another network of `etio import hpo`: also rank the cases on it, and give the paired differences
    #[arg(long, value_name = "PATH", requires = "cases")]
    against: Option<PathBuf>,

    /// Write each case's rank to a file: tab-separated, or JSON Lines if it ends in .jsonl
    #[arg(long, value_name = "FILE")]
    ranks: Option<PathBuf>,

    /// Maximum time per case, in milliseconds
    #[arg(long, value_name = "T")]
    budget_ms: Option<u64>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    format: Form,

    /// Questions per simulated patient [default: 15], or maximum per story [default: 10]
    #[arg(long, value_name = "N", requires = "conversations")]
    questions: Option<usize>,

    #[command(flatten)]
    texts: vignettes::TextArgs,

    #[command(flatten)]
    interviews: interview::InterviewArgs,

    #[command(flatten)]
    edges: input::EdgeListArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// For programs
    Json,
    /// A page with plots, whole in one file
    Html,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HalfArg {
    Tune,
    Report,
}

impl From<HalfArg> for Half {
    fn from(arg: HalfArg) -> Self {
        match arg {
            HalfArg::Tune => Self::Tune,
            HalfArg::Report => Self::Report,
        }
    }
}

#[derive(Clone, Debug)]
enum CandidatesArg {
    All,
    Labels,
    File(PathBuf),
}

impl FromStr for CandidatesArg {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "all" => Self::All,
            "labels" => Self::Labels,
            path => Self::File(path.into()),
        })
    }
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let json = args.format == Form::Json;
    if args.format == Form::Html && (args.interviews.is_wanted() || args.texts.is_wanted()) {
        bail!("HTML reports exist for patients only; use --format text or json");
    }
    if args.interviews.is_wanted() {
        let network = args.network.as_deref();
        return interview::run(&args.interviews, network, args.edges, args.questions, args.threads, json);
    }
    if args.texts.is_wanted() {
        let wishes = vignettes::Wishes {
            network: args.network.as_deref(),
            edges: args.edges,
            questions: args.questions,
            threads: args.threads,
            json,
        };
        return vignettes::run(&args.texts, &wishes);
    }
    let (patients, unreadable) = read_patients(&args.cases)?;
    let network = args.network.as_deref().context("a network is needed")?;
    let options = args.options()?;
    let networks = 1 + usize::from(args.against.is_some());
    let progress = progress::bar((patients.len() * options.rankers.len() * networks) as u64, "cases");
    let evaluated = |path: &Path| -> Result<Evaluation> {
        let mut hpo = Hpo::new(&input::open_network(Some(path), args.edges)?)
            .with_context(|| path.display().to_string())?;
        if let Some(factor) = args.scramble_priors {
            hpo = hpo.with_scrambled_priors(factor)?;
        }
        Ok(evaluate(&hpo, &patients, &options, &|| progress.inc(1))?)
    };
    let mut evaluation = evaluated(network)?;
    if let Some(other) = &args.against {
        let names = (network.display().to_string(), other.display().to_string());
        evaluation.compare(&evaluated(other)?, (&names.0, &names.1));
    }
    progress.finish_and_clear();
    if let Some(path) = &args.ranks {
        std::fs::write(path, evaluation::ranks(&evaluation, is_json_lines(path)))
            .with_context(|| path.display().to_string())?;
    }
    let text = match args.format {
        Form::Text => evaluation::text(&evaluation),
        Form::Json => evaluation::json(&evaluation)?,
        Form::Html => evaluation_html(&evaluation),
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(if unreadable > 0 || has_failures(&evaluation) { Exit::SomeFailed } else { Exit::Success })
}

fn factor(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|f: &f64| (1.0..=1e6).contains(f)).ok_or("give a factor from 1 to a million")
}

fn has_failures(evaluation: &Evaluation) -> bool {
    evaluation.methods.iter().any(|method| method.failed > 0)
}

fn is_json_lines(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jsonl" || extension == "json")
}

/// All cases of all files; invalid lines are reported and counted.
fn read_patients(paths: &[PathBuf]) -> Result<(Vec<Patient>, usize)> {
    let (mut patients, mut unreadable) = (Vec::new(), 0);
    for path in paths {
        let mut reader = CaseReader::new(input::open(path)?);
        while let Some(case) = reader.next() {
            match case {
                Ok(case) => {
                    let mut patient = Patient::from(case);
                    if patient.id.is_empty() {
                        patient.id = reader.line().to_string();
                    }
                    patients.push(patient);
                }
                Err(error @ etio::format::cases::CaseError::Io { .. }) => {
                    return Err(error).with_context(|| path.display().to_string());
                }
                Err(error) => {
                    unreadable += 1;
                    terminal::print_error(&format!("{}: {error}", path.display()));
                }
            }
        }
    }
    if patients.is_empty() {
        bail!("there are no cases to evaluate");
    }
    Ok((patients, unreadable))
}

impl Args {
    fn options(&self) -> Result<Options> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let candidates = match &self.candidates {
            CandidatesArg::All => Candidates::All,
            CandidatesArg::Labels => Candidates::Labels,
            CandidatesArg::File(path) => {
                let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
                Candidates::List(text.split_whitespace().map(str::to_owned).collect())
            }
        };
        Ok(Options {
            rankers: self.method.clone(),
            absent: self.absent_as,
            leave_out: self.leave_publication_out,
            candidates,
            half: self.half.map(Into::into),
            limits: Limits { time: self.budget_ms.map(Duration::from_millis), ..Limits::default() },
            threads: self.threads.map_or_else(cores, usize::from),
            merged: self.merge_pairs,
        })
    }
}
