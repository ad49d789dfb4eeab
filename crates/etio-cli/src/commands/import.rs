//! `etio import`: networks made from what others have published.

use std::fmt::Write as _;
use std::io::{BufRead, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Subcommand, ValueEnum};
use etio::Network;
use etio::format::compiled::{self, Options, Precision};
use etio::format::folder;
use etio_hpo::ReadError;
use etio_hpo::annotation::{genes, hpoa, mondo, orphanet, prevalence};
use etio_hpo::import::{Account, Catalogue, ImportError, Imported, Inputs, PriorSource, import};
use etio_hpo::{Settings, obo};

use crate::exit::Exit;
use crate::formatters::Format;
use crate::formatters::numbers::{counted, grouped};
use crate::stdout::Stdout;
use crate::{input, progress, terminal};

/// Make a network from published data
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    source: Source,
}

#[derive(Debug, Subcommand)]
enum Source {
    Hpo(HpoArgs),
}

const EXAMPLES: &str = "\
Examples:
  etio import hpo --hpoa phenotype.hpoa --obo hp.obo -o hpo.etio
      OMIM diseases by their own annotations.
  etio import hpo --hpoa phenotype.hpoa.gz --obo hp.obo.gz --xref orpha_xref.tsv.gz -o hpo.etio
      OMIM diseases, with what Orphanet says about the same diseases.
  etio import hpo --hpoa phenotype.hpoa --obo hp.obo --xref orpha_xref.tsv --source all \\
      --genes genes_to_phenotype.txt --mondo mondo.sssom.tsv -o hpo.etio
      Also the diseases that only Orphanet describes, genes, and MONDO's ids.

phenotype.hpoa, hp.obo and genes_to_phenotype.txt come from https://hpo.jax.org, mondo.sssom.tsv
from https://mondo.monarchinitiative.org; observe their terms of use. Orphanet's tables are made by
`scripts/orphadata` from the XML at https://www.orphadata.com (CC BY 4.0); docs/patients.md has their
columns.";

/// Make a network of rare diseases from the Human Phenotype Ontology
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
struct HpoArgs {
    /// The annotations, phenotype.hpoa, plain or gzip
    #[arg(long, value_name = "FILE")]
    hpoa: PathBuf,

    /// The ontology, hp.obo, plain or gzip
    #[arg(long, value_name = "FILE")]
    obo: PathBuf,

    /// Mapping of Orphanet to OMIM diseases: ORPHA id, OMIM id and relation, tab-separated
    #[arg(long, value_name = "FILE")]
    xref: Option<PathBuf>,

    /// Genes of each disease, HPO's `genes_to_phenotype.txt`
    #[arg(long, value_name = "FILE")]
    genes: Option<PathBuf>,

    /// Mapping of MONDO ids to other catalogues, MONDO's mondo.sssom.tsv
    #[arg(long, value_name = "FILE")]
    mondo: Option<PathBuf>,

    /// Orphanet's prevalence classes, for reports and, with --population, for priors: ORPHA number, label,
    /// type, region and class, tab-separated
    #[arg(long, value_name = "FILE")]
    prevalence: Option<PathBuf>,

    /// The population that priors describe, with --prevalence: flat (equal priors), clinic (patients of
    /// a genetics clinic, to which rare diseases are referred) or general (everybody)
    #[arg(long, value_enum, default_value_t = Population::Flat, requires = "prevalence")]
    population: Population,

    /// Which diseases to rank: OMIM, ORPHA, merged (OMIM with Orphanet's annotations of the same
    /// disease) or all (merged, and the diseases that only Orphanet or DECIPHER describes)
    /// [default: merged with --xref, else OMIM]
    #[arg(long, value_enum, ignore_case = true)]
    source: Option<CatalogueArg>,

    /// A JSON file with parameters of the model, such as {"leak": 0.4}, that replace the defaults
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,

    /// The network to write: a file if it ends in .etio, else a folder
    #[arg(short, long, value_name = "PATH")]
    out: PathBuf,

    /// Precision of link probabilities in a .etio file: f64, f32 or u16
    #[arg(long, default_value_t = Precision::F32)]
    precision: Precision,

    /// Output format of the report on annotation rows
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CatalogueArg {
    Omim,
    Orpha,
    Merged,
    All,
}

/// Population that priors describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Population {
    Flat,
    Clinic,
    General,
}

impl From<CatalogueArg> for Catalogue {
    fn from(arg: CatalogueArg) -> Self {
        match arg {
            CatalogueArg::Omim => Self::Omim,
            CatalogueArg::Orpha => Self::Orpha,
            CatalogueArg::Merged => Self::Merged,
            CatalogueArg::All => Self::All,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    match &args.source {
        Source::Hpo(args) => import_hpo(args),
    }
}

fn import_hpo(args: &HpoArgs) -> Result<Exit> {
    let settings = args.settings.as_deref().map(read_settings).transpose()?.unwrap_or_default();
    let spinner = progress::spinner("reading the ontology");
    let ontology = read(&args.obo, obo::read)?;
    spinner.set_message("reading the annotations");
    let annotations = read(&args.hpoa, hpoa::read)?;
    let mappings = args.xref.as_deref().map(|path| read(path, orphanet::read_mapping)).transpose()?;
    let (mappings, undecided) = mappings.unwrap_or_default();
    let prevalence = args.prevalence.as_deref().map(|path| read(path, prevalence::read)).transpose()?;
    let genes = args.genes.as_deref().map(|path| read(path, genes::read)).transpose()?.unwrap_or_default();
    let mondo = args.mondo.as_deref().map(|path| read(path, mondo::read)).transpose()?.unwrap_or_default();
    let default = if args.xref.is_some() { Catalogue::Merged } else { Catalogue::Omim };
    let inputs = Inputs {
        ontology: &ontology,
        annotations: &annotations,
        mappings: &mappings,
        catalogue: args.source.map_or(default, Into::into),
        mondo: &mondo,
        genes: &genes,
        priors: match args.population {
            Population::Clinic if prevalence.is_some() => PriorSource::clinic(&settings),
            Population::General if prevalence.is_some() => PriorSource::GENERAL,
            _ => PriorSource::Uniform,
        },
        prevalence: &prevalence.unwrap_or_default(),
        settings,
    };
    spinner.set_message("building the network");
    let Imported { network, account } = import(&inputs).map_err(|error| match error {
        ImportError::NoMapping => anyhow::anyhow!("{error}"),
        error => anyhow::anyhow!("{}: {error}", args.hpoa.display()),
    })?;
    spinner.set_message("writing");
    write_network(&network, &args.out, args.precision)?;
    spinner.finish_and_clear();
    let note = match args.population {
        Population::Flat => None,
        Population::Clinic => Some(CLINIC_IS_NO_BETTER),
        Population::General => Some(GENERAL_IS_WORSE),
    };
    if let Some(note) = note {
        anstream::eprintln!("{} {note}", terminal::styled(terminal::DOUBTFUL, "note:"));
    }
    match args.format {
        Format::Json => writeln!(std::io::stdout(), "{}", serde_json::to_string(&account)?)?,
        Format::Text => {
            let versions = etio_hpo::read_meta(&network)?.versions();
            let mut out = Stdout::open();
            out.write_all(account_text(&account, &versions, undecided, &args.out).as_bytes())?;
            out.flush()?;
        }
    }
    Ok(Exit::Success)
}

/// Note on `--population clinic`. `docs/patients.md` has the figures.
const CLINIC_IS_NO_BETTER: &str = "these priors change next to nothing: the disease of a published patient is first about as often as \
with equal priors (within half a point). --population flat keeps equal priors and shows the figures in reports.";

/// Warning for `--population general`.
const GENERAL_IS_WORSE: &str = "prevalences in the general population rank published patients worse than equal priors do: rare \
diseases are referred to clinics and published, common ones are not. --population flat keeps equal priors and shows the figures \
in reports.";

/// The shipped numbers with those of a file in their place.
fn read_settings(path: &Path) -> Result<Settings> {
    let name = || path.display().to_string();
    let settings: Settings = serde_json::from_reader(input::open(path)?).with_context(name)?;
    settings.check().map_err(anyhow::Error::msg).with_context(name)?;
    Ok(settings)
}

/// Reads a file, with its name in every error.
fn read<T>(path: &Path, parse: impl FnOnce(Box<dyn BufRead>) -> Result<T, ReadError>) -> Result<T> {
    let source = input::open(path)?;
    parse(source).with_context(|| path.display().to_string())
}

fn write_network(network: &Network, path: &Path, precision: Precision) -> Result<()> {
    if path.extension().is_some_and(|extension| extension == "etio") {
        compiled::write(network, path, &Options { precision, ..Options::default() })?;
        return Ok(());
    }
    Ok(folder::write(network, path)?)
}

/// A readable account of every row.
fn account_text(account: &Account, versions: &str, undecided: usize, path: &Path) -> String {
    let mut text = String::new();
    let bold = |number: usize| terminal::styled(terminal::BOLD, format!("{:>9}", grouped(number)));
    let _ = writeln!(text, "{versions}: {}", counted(account.rows, "row"));
    for (fate, tally) in &account.fates {
        let _ = writeln!(text, "  {} {fate}", bold(tally.rows));
        for example in &tally.examples {
            let _ = writeln!(text, "            {}", terminal::printable(example));
        }
    }
    let _ = writeln!(text, "{} of the rows in use named a term by an outdated id.", grouped(account.renamed));
    if undecided > 0 {
        let _ =
            writeln!(text, "{} of the mapping are ambiguous and were ignored.", counted(undecided, "line"));
    }
    if !account.without_annotation.is_empty() {
        let first: Vec<&str> = account.without_annotation.iter().take(5).map(String::as_str).collect();
        let _ = writeln!(
            text,
            "{} without a usable annotation, not in the network: {}{}",
            counted(account.without_annotation.len(), "disease"),
            terminal::printable(&first.join(", ")),
            if account.without_annotation.len() > first.len() { ", ..." } else { "" }
        );
    }
    let _ = writeln!(
        text,
        "{}: {}, {}, {}, {} phenotypic series",
        path.display(),
        counted(account.diseases, "disease"),
        counted(account.findings, "finding"),
        counted(account.links, "link"),
        grouped(account.series)
    );
    text
}
