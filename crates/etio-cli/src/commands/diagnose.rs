//! `etio diagnose`: how likely each disease is, given what is present and what is absent.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use etio::format::cases::{Age, Case};
use etio::{
    Budget, Engine, Explanation, FindingId, Limits, Method, Network, Posterior, PriorRange, Sampling, Target,
};
use etio_case::{Person, Reader, Reading, Sex};
use etio_hpo::Ranker;

use crate::batch::{Desk, Formatter};
use crate::commands::cases::{CaseArgs, Explain, Form, clean};
use crate::commands::parquet;
use crate::commands::sampling::SamplingArgs;
use crate::exit::Exit;
use crate::formatters::diagnosis::{JsonFormatter, PageFormatter, TableFormatter, TextFormatter};
use crate::formatters::methods;
use crate::input::EdgeListArgs;
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  etio diagnose --present fever,cough --absent runny_nose
      One case, on the built-in network.
  etio diagnose --present fever,cough --age 70 --sex female
      The same for a woman of 70: age and sex change the priors.
  etio diagnose --network f120 --cases cases.jsonl --format json --top all > answers.jsonl
      One case per line in, one answer per line out, in the same order. A case is a line such as
      {\"id\": \"p1\", \"present\": [\"f0001\"], \"absent\": [\"f0002\"], \"label\": \"d042\"}
  zcat cases.jsonl.gz | etio diagnose --network f120 --cases - --method vfh+cvx+fdo:2
      From a pipe, by the paper's hybrid that transforms two findings.
  etio diagnose --present cough --budget-ms 50
      The best answer that 50 milliseconds allow.
  etio diagnose --network qmr --cases hard.jsonl --budget-ms 1000 --until ranked
      If no exact answer fits, certified intervals until the order is proven.
  etio diagnose --network f120 --cases cases.parquet --out answers.parquet
      Columns in, columns out (with the cargo feature `parquet`): see docs/python.md.
  etio diagnose --present fever,cough --explain influenza
      Evidence for and against influenza, and the priors that it is most sensitive to.

For patients described by HPO terms, see `etio patients`.";

/// Examples, and every method there is.
fn long_help() -> String {
    format!(
        "{EXAMPLES}\n\nMethods:\n{}\n\
         Findings that follow from others count once (a high fever is a fever), and what\n\
         was not taken as given is noted. Contradictions are errors.\n\
         A bad case gives an error in its place and the run goes on; the exit code is then 1.",
        methods::methods(Some(Method::default())),
    )
}

/// Compute disease probabilities from present and absent findings
#[derive(Debug, clap::Args)]
#[command(after_long_help = long_help(), after_help = "More with --help: examples and methods.")]
pub(super) struct Args {
    #[command(flatten)]
    cases: CaseArgs,

    #[command(flatten)]
    sampling: SamplingArgs,

    /// Age in years, or with a unit such as `8 weeks`
    #[arg(long, value_name = "AGE", value_parser = Person::parse_age, conflicts_with = "cases")]
    age: Option<f64>,

    /// Sex: female or male
    #[arg(long, value_name = "SEX", value_parser = Sex::from_str, conflicts_with = "cases")]
    sex: Option<Sex>,

    /// Findings among those given that are answers to questions; such answers may be wrong
    #[arg(long, value_name = "ID,...", value_delimiter = ',', conflicts_with = "cases")]
    asked: Vec<String>,

    /// Multiply the prior odds of a disease, for example if it is more common here
    #[arg(long, value_name = "DISEASE=F", value_parser = factor, conflicts_with = "cases")]
    prior_factor: Vec<(String, f64)>,

    /// How to compute the answer [default: auto]
    #[arg(short, long, value_parser = method)]
    method: Option<Method>,

    /// Report how far each posterior moves if its own prior odds are off by up to this factor (exact),
    /// and a lower bound on the change if all priors are
    #[arg(long, value_name = "FACTOR", value_parser = above_one)]
    priors_within: Option<f64>,

    /// Moved to `etio patients`.
    #[arg(long, hide = true, num_args = 1..)]
    phenopacket: Vec<PathBuf>,

    #[command(flatten)]
    edges: EdgeListArgs,
}

fn factor(text: &str) -> Result<(String, f64), String> {
    let parsed = text.split_once('=').and_then(|(id, factor)| Some((id.trim(), factor.trim().parse().ok()?)));
    parsed
        .map(|(id, factor)| (id.to_owned(), factor))
        .ok_or("give DISEASE=FACTOR, such as influenza=10".to_owned())
}

fn above_one(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|x: &f64| *x > 1.0 && x.is_finite()).ok_or("give a number above 1")
}

/// Unknown findings that an error lists, and characters that it quotes of an id.
const MOST_UNKNOWN: usize = 10;
const MOST_OF_AN_ID: usize = 100;

/// Maximum number of diseases for `--priors-within`: each takes two further queries.
const MOST_PRIOR_RANGES: usize = 20;

fn method(text: &str) -> Result<Method, String> {
    let unknown = match text.parse::<Method>() {
        Ok(method) => return Ok(method),
        Err(error) => error,
    };
    match text.parse::<Ranker>() {
        Ok(ranker) if ranker.method().is_none() => {
            Err(format!("`{ranker}` ranks diseases by HPO terms: see `etio patients`"))
        }
        _ => Err(unknown.to_string()),
    }
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    if !args.phenopacket.is_empty() {
        bail!("phenopackets are read by `etio patients --phenopacket`");
    }
    if let Some((cases, out)) = args.cases.parquet()? {
        if args.cases.explain.is_some() || args.priors_within.is_some() {
            bail!("--explain and --priors-within are not supported with Parquet output");
        }
        if args.cases.format != Form::Text {
            bail!("answers to cases in Parquet are written in Parquet: leave out --format");
        }
        let (method, sampling) = (args.method.unwrap_or_default(), args.sampling.settings());
        return parquet::run(&args.cases, args.edges, method, sampling, cases, out);
    }
    let cases = args.cases.open_cases()?;
    let network = args.cases.network.open(args.edges)?;
    let reader = Reader::of(&network).context("this network's cases cannot be read")?;
    let desk = Diagnoses {
        method: args.method.unwrap_or_default(),
        limits: args.cases.limits(cases.is_none()),
        target: args.cases.target(),
        sampling: args.sampling.settings(),
        priors_within: args.priors_within.map(|factor| (factor, args.cases.top().min(MOST_PRIOR_RANGES))),
        explain: args.cases.explained(&reader)?,
        reader: &reader,
    };
    let formatter = args.formatter(&network)?;
    match cases {
        Some(cases) => args.cases.answer_all(&desk, formatter.as_ref(), cases.inputs()),
        None => {
            let case = args.given();
            let is_readable = reader.case(&case).and_then(|case| reader.read(&case)).is_ok();
            let exit = args.cases.answer_one(&desk, formatter.as_ref(), case)?;
            // The case is part of the command: one that cannot be read is a usage error.
            Ok(if is_readable { exit } else { Exit::WrongUse })
        }
    }
}

/// Diagnoses on one network.
struct Diagnoses<'a> {
    reader: &'a Reader,
    method: Method,
    limits: Limits,
    target: Target,
    sampling: Sampling,
    /// How wrong priors may be, and for how many diseases to report it.
    priors_within: Option<(f64, usize)>,
    explain: Explain,
}

/// A case that was answered.
pub(crate) struct Diagnosis {
    pub(crate) reading: Reading,
    pub(crate) posterior: Posterior,
    pub(crate) elapsed: Duration,
    /// Why a disease is as likely as it is, if that was asked for.
    pub(crate) explanation: Option<Explanation>,
    /// The disease behind the case, if the case names it.
    pub(crate) label: Option<String>,
    /// How far posteriors move if priors are wrong, in the order of the ranking, if that was asked for.
    pub(crate) priors: Vec<PriorRange>,
}

impl Diagnoses<'_> {
    fn engine_on(&self, network: &Network) -> Engine {
        let mut engine = Engine::with_limits(network, self.limits);
        engine.set_target(self.target);
        engine.set_sampling(self.sampling);
        engine
    }
}

impl Desk for Diagnoses<'_> {
    type Case = Case;
    type Answer = Diagnosis;
    type Worker = Engine;

    fn worker(&self) -> Engine {
        self.engine_on(self.reader.network())
    }

    fn answer(&self, worker: &mut Engine, line: Case) -> Result<Diagnosis, String> {
        let network = self.reader.network();
        let case = self
            .reader
            .case(&line)
            .map_err(|error| unknown_findings(network, &line).unwrap_or_else(|| error.to_string()))?;
        let reading = self.reader.read(&case).map_err(|error| error.to_string())?;
        let mut own;
        let engine = if reading.is_adapted {
            own = self.engine_on(&reading.network);
            &mut own
        } else {
            worker
        };
        let started = Instant::now();
        // One budget for the case; whatever comes after the answer gets half of it.
        let budget = Budget::start(&self.limits);
        let wants_more = self.priors_within.is_some() || !matches!(self.explain, Explain::Nothing);
        let share = if wants_more { 0.5 } else { 0.0 };
        let posterior = engine
            .diagnose_within(&reading.evidence, self.method, &budget.leaving(share))
            .map_err(|error| error.to_string())?;
        let elapsed = started.elapsed();
        let disease = match self.explain {
            Explain::Nothing => None,
            Explain::Leading => posterior.ranking(1).first().map(|(disease, _)| *disease),
            Explain::Of(disease) => Some(disease),
        };
        let share = if self.priors_within.is_some() { 0.5 } else { 0.0 };
        let within = budget.leaving(share);
        let explain =
            |disease| engine.explain_within(&reading.evidence, &posterior, disease, self.method, &within);
        let explanation = disease.map(explain).transpose().map_err(|error| error.to_string())?;
        let priors = match self.priors_within {
            None => Ok(Vec::new()),
            Some((factor, top)) => {
                engine.prior_ranges_within(&reading.evidence, &posterior, factor, top, self.method, &budget)
            }
        };
        let priors = priors.map_err(|error| error.to_string())?;
        Ok(Diagnosis { reading, posterior, elapsed, explanation, label: line.label, priors })
    }
}

/// Names all findings of a case that the network does not have, if there are several.
fn unknown_findings(network: &Network, case: &Case) -> Option<String> {
    let ids = [&case.present, &case.absent, &case.unknown, &case.asked].into_iter().flatten();
    let mut unknown: Vec<&str> = Vec::new();
    for id in ids {
        if network.finding(id).is_none() && !unknown.contains(&id.as_str()) {
            unknown.push(id);
        }
    }
    let named = |id: &&str| {
        let id: String = id.chars().take(MOST_OF_AN_ID).collect();
        match network.finding_catalog().nearest_id(&id) {
            Some(nearest) => format!("`{id}` (did you mean `{nearest}`?)"),
            None => format!("`{id}`"),
        }
    };
    match unknown.len() {
        0 | 1 => None,
        count => {
            let listed: Vec<String> = unknown.iter().take(MOST_UNKNOWN).map(named).collect();
            let more = if count > MOST_UNKNOWN {
                format!(" and {} more", count - MOST_UNKNOWN)
            } else {
                String::new()
            };
            Some(format!("the network has none of the findings {}{more}", listed.join(", ")))
        }
    }
}

impl Args {
    /// The case given on the command line.
    fn given(&self) -> Case {
        let sex = self.sex.map(|sex| if sex == Sex::Female { "female" } else { "male" });
        Case {
            asked: clean(&self.asked),
            age: self.age.map(Age::Years),
            sex: sex.map(str::to_owned),
            prior_factors: self.prior_factor.iter().cloned().collect(),
            ..self.cases.given()
        }
    }

    fn formatter<'a>(&self, network: &'a Network) -> Result<Box<dyn Formatter<Diagnosis> + 'a>> {
        let top = self.cases.top();
        Ok(match self.cases.format {
            Form::Json => Box::new(JsonFormatter { top }),
            Form::Tsv => Box::new(TableFormatter { top }),
            Form::Html => Box::new(PageFormatter { top }),
            Form::Phenopacket => bail!("phenopackets are written by `etio patients --format phenopacket`"),
            Form::Text => Box::new(TextFormatter {
                top,
                width: terminal::width(),
                from_file: self.cases.cases.is_some(),
                hint: self.hint(network),
            }),
        })
    }

    /// Advice if nothing was observed.
    fn hint(&self, network: &Network) -> String {
        // A finding and its refinement, such as a fever and a high fever, would count once.
        let catalog = network.finding_catalog();
        let is_root = |f: &FindingId| catalog.attribute(f.index(), "parent").is_none_or(str::is_empty);
        let mut ids = network.findings().filter(is_root).map(|f| network.finding_id(f));
        let first = ids.next();
        let second = ids.find(|id| first.is_none_or(|first| !id.contains(first)));
        let ids: Vec<&str> = first.into_iter().chain(second).collect();
        let (flag, path) = match self.cases.network.path() {
            Some(path) => (format!("--network {} ", path.display()), format!("{} ", path.display())),
            None => (String::new(), String::new()),
        };
        let ids = ids.join(",");
        format!("Add some: etio diagnose {flag}--present {ids}. All ids: etio info {path}--findings")
    }
}
