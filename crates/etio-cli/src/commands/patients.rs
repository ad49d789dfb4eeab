//! `etio patients`: ranked diseases for patients described by HPO terms.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use etio::format::cases::Case;
use etio::{Limits, Target};
use etio_hpo::genes::GeneList;
use etio_hpo::patient::phenopacket;
use etio_hpo::{Absent, Clinic, Hpo, Patient, Ranker};

use crate::batch::{Desk, Formatter, Input};
use crate::commands::cases::{CaseArgs, Explain, Form};
use crate::exit::Exit;
use crate::formatters::methods;
use crate::formatters::patient::{
    Answered, GeneTableFormatter, JsonFormatter, PacketFormatter, PageFormatter, TableFormatter,
    TextFormatter,
};
use crate::input;

const EXAMPLES: &str = "\
Examples:
  etio import hpo --hpoa phenotype.hpoa --obo hp.obo -o hpo.etio
      Makes the network that patients are diagnosed on.
  etio patients --network hpo.etio --phenopacket patient.json --format html > patient.html
      One patient, as a page with the reasons for and against each disease, to print and sign.
  etio patients --network hpo.etio --present Arachnodactyly,\"Ectopia lentis\" --genes panel.txt
      Terms by name, and a panel of genes or a variant prioritiser's list as further evidence.
  etio patients --network hpo.etio --present HP:0001250,HP:0001249 --absent HP:0000252 --explain
      Terms on the command line, and what each says about the listed diseases.
  etio patients --network hpo.etio --present HP:0001250 --explain OMIM:617106
      The same about one disease, wherever it ranks.
  etio patients --network hpo.etio --cases cases.jsonl --format json > answers.jsonl
      One case per line in, one answer per line out, in the same order.
  etio patients --network hpo.etio --phenopacket folder --format phenopacket --out interpreted
      Each phenopacket again, with the leading diseases as its interpretation.";

/// The option `--network` as patients need it: there is no built-in network of HPO terms.
fn required_network(option: clap::Arg) -> clap::Arg {
    let help = "The network, made by `etio import hpo`";
    option.required(true).value_name("HPO_NETWORK").help(help).long_help(help)
}

/// The ranker if none is given.
const DEFAULT: Ranker = Ranker::Pairs;

/// Examples, and every ranker there is.
fn long_help() -> String {
    let own = Ranker::OWN.iter().copied().filter(|ranker| !ranker.is_baseline());
    format!(
        "{EXAMPLES}\n\nMethods:\n{}  and every method of the engine:\n{}\n\
         Terms that are unknown, obsolete or contradictory are noted. A patient of whom no term\n\
         can be used gives an error in its place and the run goes on; the exit code is then 1.",
        methods::rankers(own, DEFAULT),
        methods::methods(None),
    )
}

/// Rank diseases for patients described by HPO terms, on a network of `etio import hpo`
#[derive(Debug, clap::Args)]
#[command(after_long_help = long_help(), after_help = "More with --help: examples and methods.")]
#[command(mut_arg("network", required_network))]
pub(super) struct Args {
    #[command(flatten)]
    cases: CaseArgs,

    /// A phenopacket (version 2, JSON or YAML; for a family, of its proband), or a folder of them
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["cases", "present", "absent"])]
    phenopacket: Vec<PathBuf>,

    /// Ranking method
    #[arg(short, long, default_value_t = DEFAULT)]
    method: Ranker,

    /// How absent terms count: relevant (volunteered), plain (answers to questions) or ignored
    #[arg(long, value_name = "HOW", default_value_t = Absent::Relevant)]
    absent_as: Absent,

    /// Genes as evidence: a panel (one gene per line), or genes with scores, such as those of a variant
    /// prioritiser
    #[arg(long, value_name = "FILE")]
    genes: Option<PathBuf>,

    /// With --format tsv, list diseases or genes
    #[arg(long, value_enum, default_value_t = By::Disease)]
    by: By,

    /// Also give the model's posterior as it is, before temperature scaling
    #[arg(long)]
    untempered: bool,
}

/// Rows of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum By {
    Disease,
    Gene,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    if args.method.is_baseline() {
        let own = Ranker::OWN.iter().filter(|ranker| !ranker.is_baseline());
        let own: Vec<String> = own.map(ToString::to_string).collect();
        bail!(
            "{} is a baseline for `etio evaluate`; use {} or another method to rank",
            args.method,
            own.join(", ")
        );
    }
    let cases = args.cases.open_cases()?;
    let files = phenopackets(&args.phenopacket)?;
    let genes = args.genes.as_deref().map(read_genes).transpose()?;
    let network = args.cases.network.open(input::EdgeListArgs::default())?;
    let path = args.cases.network.path().unwrap_or(Path::new(etio_starter::NAME));
    let mut hpo = Hpo::new(&network).with_context(|| path.display().to_string())?;
    if let Some((path, genes)) = args.genes.as_deref().zip(genes) {
        hpo = hpo.with_genes(&genes).with_context(|| path.display().to_string())?;
    }
    if args.by == By::Gene && hpo.genes().is_empty() {
        bail!("the network has no genes; import it again with `--genes genes_to_phenotype.txt`");
    }
    let is_single = cases.is_none() && files.is_empty();
    let desk = Clinics {
        ranker: args.method,
        absent: args.absent_as,
        limits: args.cases.limits(is_single),
        target: args.cases.target(),
        explain: args.cases.explained(hpo.reader())?,
        top: args.cases.top(),
        untempered: args.untempered,
        hpo: &hpo,
    };
    let formatter = args.formatter(&desk, is_single);
    match cases {
        Some(cases) => {
            let patients = cases.inputs().map(|input| {
                input.map(|Input { id, case }| Input { case: case.and_then(|case| patient(&id, case)), id })
            });
            args.cases.answer_all(&desk, formatter.as_ref(), patients)
        }
        None if is_single => args.cases.answer_one(&desk, formatter.as_ref(), args.cases.given().into()),
        None => {
            let patients = files.iter().map(|file| Ok(read_phenopacket(file)));
            args.cases.answer_all(&desk, formatter.as_ref(), patients)
        }
    }
}

fn read_genes(path: &Path) -> Result<GeneList> {
    let name =
        path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
    let list = GeneList::read(input::open(path)?).with_context(|| path.display().to_string())?;
    Ok(list.named(&name))
}

/// The patient of a line. Their age and sex are shown and change nothing.
fn patient(id: &str, case: Case) -> Result<Patient, String> {
    let unused = [("asked", case.asked.is_empty()), ("prior_factors", case.prior_factors.is_empty())];
    if let Some((key, _)) = unused.iter().find(|(_, is_empty)| !is_empty) {
        return Err(format!("`{key}` is not supported for patients; use `etio diagnose`"));
    }
    Ok(Patient { id: id.to_owned(), ..Patient::from(case) })
}

/// The files to read: those named, and those in the folders named and below them.
fn phenopackets(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        search(path, &mut found)?;
        if found.is_empty() {
            bail!("{}: no phenopacket (*.json, *.yaml, *.yml) in this folder", path.display());
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry.with_context(|| folder.display().to_string())?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let extension = path.extension().and_then(|extension| extension.to_str());
        if kind.is_dir() {
            search(&path, found)?;
        } else if extension.is_some_and(|extension| ["json", "yaml", "yml"].contains(&extension)) {
            found.push(path);
        }
    }
    Ok(())
}

fn read_phenopacket(path: &Path) -> Input<Patient> {
    let name =
        path.file_stem().map_or_else(|| path.display().to_string(), |s| s.to_string_lossy().into_owned());
    let read = std::fs::read(path)
        .map_err(|error| format!("{}: {error}", path.display()))
        .and_then(|text| phenopacket::read(&text).map_err(|error| format!("{}: {error}", path.display())));
    let id = read.as_ref().ok().map(|patient| patient.id.clone()).filter(|id| !id.is_empty());
    Input { id: id.unwrap_or(name), case: read }
}

/// Diagnoses of patients on one network.
pub(crate) struct Clinics<'a> {
    pub(crate) hpo: &'a Hpo,
    ranker: Ranker,
    absent: Absent,
    limits: Limits,
    target: Target,
    explain: Explain,
    top: usize,
    untempered: bool,
}

impl<'a> Desk for Clinics<'a> {
    type Case = Patient;
    type Answer = Answered;
    type Worker = Clinic<'a>;

    fn worker(&self) -> Clinic<'a> {
        let mut clinic = Clinic::new(self.hpo, self.ranker, self.absent, self.limits);
        clinic.set_target(self.target);
        clinic.show_untempered(self.untempered);
        clinic
    }

    fn answer(&self, clinic: &mut Clinic<'a>, patient: Patient) -> Result<Answered, String> {
        let diagnosis = clinic.diagnose(&patient).map_err(|error| error.to_string())?;
        let said = |error: etio_hpo::DocumentError| error.to_string();
        let with_reasons = self.explain == Explain::Leading;
        Ok(Answered {
            places: clinic.places(&diagnosis, self.top),
            genes: clinic.genes(&diagnosis, self.top),
            explained: if with_reasons {
                clinic.explain(&diagnosis, self.top).map_err(said)?
            } else {
                vec![]
            },
            explanation: match self.explain {
                Explain::Of(disease) => Some(clinic.explain_one(&diagnosis, disease).map_err(said)?),
                Explain::Leading | Explain::Nothing => None,
            },
            pairs: if with_reasons { clinic.pairs(&diagnosis, MOST_PAIRS) } else { vec![] },
            next: if with_reasons { clinic.next(&diagnosis, MOST_NEXT).map_err(said)? } else { vec![] },
            diagnosis,
            patient,
        })
    }
}

/// Pairs of diseases, and terms to examine next, that come with the reasons.
const MOST_PAIRS: usize = 5;
const MOST_NEXT: usize = 6;

impl Args {
    fn formatter<'a>(&self, desk: &Clinics<'a>, is_single: bool) -> Box<dyn Formatter<Answered> + 'a> {
        let with_reasons = desk.explain == Explain::Leading;
        match self.cases.format {
            Form::Text => Box::new(TextFormatter { hpo: desk.hpo, with_reasons, is_single }),
            Form::Json => Box::new(JsonFormatter { hpo: desk.hpo, with_reasons }),
            Form::Tsv if self.by == By::Gene => Box::new(GeneTableFormatter),
            Form::Tsv => {
                Box::new(TableFormatter { untempered: self.untempered, genes: self.genes.is_some() })
            }
            Form::Html => Box::new(PageFormatter { clinic: desk.worker() }),
            Form::Phenopacket => Box::new(PacketFormatter { hpo: desk.hpo }),
        }
    }
}
