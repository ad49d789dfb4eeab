//! Shared by `etio diagnose` and `etio patients`: options, the input of cases and the output of
//! answers.

use std::collections::HashSet;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use etio::format::cases::{Case, CaseError, CaseReader};
use etio::{DiseaseId, Limits, Target};
use etio_case::Reader;

use crate::batch::{self, Desk, Formatter, Input, Output, Pace, Tally};
use crate::exit::Exit;
use crate::input::{self, NetworkArg};
use crate::stdout::Stdout;
use crate::{progress, terminal};

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// For people: names, bars and words
    Text,
    /// For programs: one JSON object per line, numbers in full precision
    Json,
    /// A table: one line per case and disease
    Tsv,
    /// One page per case
    Html,
    /// One phenopacket per patient, with the leading diseases as its interpretation
    Phenopacket,
}

impl Form {
    /// File extension of one answer; `None` if all answers share one output.
    const fn extension(self) -> Option<&'static str> {
        match self {
            Self::Html => Some("html"),
            Self::Phenopacket => Some("json"),
            Self::Text | Self::Json | Self::Tsv => None,
        }
    }
}

/// Options for cases and answers.
#[derive(Debug, clap::Args)]
pub(super) struct CaseArgs {
    #[command(flatten)]
    pub(super) network: NetworkArg,

    /// Cases as JSON Lines, plain or gzip, `-` for standard input; `etio diagnose` also reads Parquet, a
    /// file or a folder of them
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["present", "absent"])]
    pub(super) cases: Option<PathBuf>,

    /// Findings that are present, by id (see `etio info --findings`); `etio patients` also takes names
    #[arg(short, long, value_name = "ID,...", value_delimiter = ',')]
    pub(super) present: Vec<String>,

    /// Findings that are absent, by id
    #[arg(short, long, value_name = "ID,...", value_delimiter = ',')]
    pub(super) absent: Vec<String>,

    /// Explain a disease, given by id: what each finding says about it; without an id, the most likely
    /// one (patients: each that is listed)
    #[arg(long, value_name = "DISEASE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "not asked for, of the most likely, of one")]
    pub(super) explain: Option<Option<String>>,

    /// Maximum time per case, in milliseconds
    #[arg(long, value_name = "T", value_parser = positive)]
    budget_ms: Option<f64>,

    /// Maximum memory per case, in megabytes [default: 2147]
    #[arg(long, value_name = "M", value_parser = positive)]
    memory_mb: Option<f64>,

    /// Stop proving intervals when those of the ten likeliest diseases are no wider than this; if
    /// given, intervals also replace an exact answer that would take much longer [default: 0.001]
    #[arg(long, value_name = "W", value_parser = positive)]
    within: Option<f64>,

    /// If only intervals can be proven, stop as soon as the order of the ten likeliest diseases is decided
    #[arg(long, value_enum, value_name = "WHEN")]
    until: Option<Until>,

    /// Number of diseases to list, most likely first, or `all`
    #[arg(short, long, value_name = "K", default_value = "10")]
    top: Top,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub(super) format: Form,

    /// With --format html or phenopacket, the folder for one file per case, named by its id and numbered if
    /// ids repeat; without it a single page, or a
    /// line per phenopacket, goes to standard output. With cases in Parquet, the file for the answers, in
    /// Parquet too
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

/// When intervals are good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Until {
    /// The order of the ten likeliest diseases is decided
    Ranked,
}

/// Number of diseases to list.
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

pub(super) fn positive(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|x: &f64| *x > 0.0 && x.is_finite()).ok_or("give a number above 0")
}

/// Which explanation was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Explain {
    /// No explanation.
    Nothing,
    /// The first disease, or all that are listed.
    Leading,
    /// A given disease.
    Of(DiseaseId),
}

impl CaseArgs {
    /// The case given on the command line.
    pub(super) fn given(&self) -> Case {
        Case { present: clean(&self.present), absent: clean(&self.absent), ..Case::default() }
    }

    /// Number of diseases to list.
    pub(super) fn top(&self) -> usize {
        self.top.0
    }

    /// The file of cases, opened before the network, so that a missing file is reported at once.
    pub(super) fn open_cases(&self) -> Result<Option<Cases<'_>>> {
        let open = |path| input::open(path).map(|source| Cases { path, source });
        self.cases.as_deref().map(open).transpose()
    }

    /// Resources for one case: a single case may use all threads, many cases share them.
    pub(super) fn limits(&self, is_single: bool) -> Limits {
        let threads = if is_single { self.all_threads() } else { 1 };
        let mut limits = Limits { threads, ..Limits::default() };
        limits.time = self.budget_ms.map(|ms| Duration::try_from_secs_f64(ms / 1e3).unwrap_or(Duration::MAX));
        if let Some(megabytes) = self.memory_mb {
            limits.memory = (megabytes * 1e6) as usize;
        }
        limits
    }

    /// When intervals are narrow enough.
    pub(super) fn target(&self) -> Target {
        let default = Target::default();
        Target {
            within: self.within.unwrap_or(default.within),
            until_ranked: self.until == Some(Until::Ranked),
            is_enough: self.within.is_some(),
        }
    }

    /// The files of cases and answers if they are in Parquet; an error if only one is. A folder of cases
    /// has files in Parquet, whatever its name.
    pub(super) fn parquet(&self) -> Result<Option<(&Path, &Path)>> {
        let is_parquet =
            |path: &Path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("parquet"));
        let cases = self.cases.as_deref().filter(|path| is_parquet(path) || path.is_dir());
        let out = self.out.as_deref().filter(|path| is_parquet(path));
        match (cases, out) {
            (None, None) => Ok(None),
            (Some(cases), Some(out)) => Ok(Some((cases, out))),
            (Some(_), None) => bail!("Parquet input needs Parquet output: add --out answers.parquet"),
            (None, Some(_)) => bail!("answers in Parquet need cases in Parquet: give --cases cases.parquet"),
        }
    }

    /// Threads to use.
    pub(super) fn all_threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// The diseases to explain; an unknown disease is an error that suggests another.
    pub(super) fn explained(&self, reader: &Reader) -> Result<Explain> {
        if self.explain.is_some() && matches!(self.format, Form::Tsv | Form::Phenopacket) {
            let format =
                self.format.to_possible_value().map_or_else(String::new, |v| v.get_name().to_owned());
            bail!("--format {format} has no place for reasons: use text, json or html with --explain");
        }
        let id = match &self.explain {
            None => return Ok(Explain::Nothing),
            Some(None) => return Ok(Explain::Leading),
            Some(Some(id)) => id.trim(),
        };
        let listing = match self.network.path() {
            Some(path) => format!("etio info {} --diseases", path.display()),
            None => "etio info --diseases".to_owned(),
        };
        let disease = reader
            .disease(id)
            .map_err(|unknown| anyhow!("--explain: {unknown} (`{listing}` lists all diseases)"))?;
        Ok(Explain::Of(disease))
    }

    /// Answers a single case from the command line.
    pub(super) fn answer_one<D: Desk>(
        &self,
        desk: &D,
        formatter: &dyn Formatter<D::Answer>,
        case: D::Case,
    ) -> Result<Exit> {
        self.answer(desk, formatter, std::iter::once(Ok(Input { id: "1".to_owned(), case: Ok(case) })), true)
    }

    /// Answers many cases.
    pub(super) fn answer_all<D: Desk>(
        &self,
        desk: &D,
        formatter: &dyn Formatter<D::Answer>,
        inputs: impl Iterator<Item = Result<Input<D::Case>>>,
    ) -> Result<Exit> {
        self.answer(desk, formatter, inputs, false)
    }

    fn answer<D: Desk>(
        &self,
        desk: &D,
        formatter: &dyn Formatter<D::Answer>,
        inputs: impl Iterator<Item = Result<Input<D::Case>>>,
        is_single: bool,
    ) -> Result<Exit> {
        if let Some(folder) = &self.out {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let progress = match inputs.size_hint() {
            (_, Some(count)) if count > 1 => progress::bar_beside_output(count as u64, "cases"),
            _ => progress::counter("cases"),
        };
        let mut stdout = Stdout::open();
        stdout.write_all(formatter.header().as_bytes())?;
        let pace = if stdout.is_file() { Pace::InChunks } else { Pace::AsTheyCome };
        let threads = if is_single { 1 } else { self.all_threads() };
        let mut pages = 0;
        let mut names = FileNames::default();
        let tally = batch::run(desk, formatter, threads, pace, inputs, |outputs| {
            for output in outputs {
                pages += 1;
                if self.format == Form::Html && self.out.is_none() && pages > 1 {
                    bail!("several cases need a folder for their pages: add --out FOLDER");
                }
                self.write(&mut stdout, &mut names, output, is_single)?;
            }
            progress.inc(outputs.len() as u64);
            Ok(stdout.hand_on()?)
        });
        progress.finish_and_clear();
        let tally = tally?;
        stdout.write_all(formatter.footer(tally).as_bytes())?;
        stdout.flush()?;
        Ok(if tally.failed > 0 { Exit::SomeFailed } else { Exit::Success })
    }

    fn write(
        &self,
        stdout: &mut impl Write,
        names: &mut FileNames,
        output: &Output,
        is_single: bool,
    ) -> Result<()> {
        match (&output.text, &output.error) {
            // A person who asks one question reads the error where errors are read.
            (_, Some(error)) if is_single && self.format != Form::Json => terminal::print_error(error),
            // A line that is not a case says so itself.
            (None, Some(error)) if error.starts_with(&format!("line {} ", output.id)) => {
                terminal::print_error(error);
            }
            (None, Some(error)) => terminal::print_error(&format!("case {}: {error}", output.id)),
            (Some(text), None) => match self.out.as_deref().zip(self.format.extension()) {
                Some((folder, extension)) => {
                    let path = folder.join(format!("{}.{extension}", names.of(&output.id)));
                    std::fs::write(&path, text).with_context(|| path.display().to_string())?;
                }
                None => stdout.write_all(text.as_bytes())?,
            },
            (Some(text), _) => stdout.write_all(text.as_bytes())?,
            (None, None) => {}
        }
        Ok(())
    }
}

/// Ids without the spaces around them.
pub(super) fn clean(ids: &[String]) -> Vec<String> {
    ids.iter().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).collect()
}

/// Names of the files of one run, each used once: cases may share an id, or differ only in what a file
/// name cannot have.
#[derive(Debug, Default)]
struct FileNames(HashSet<String>);

impl FileNames {
    /// A name for the file of a case: its id, and a number if that is taken.
    fn of(&mut self, id: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
        let id: String = id.chars().map(plain).take(120).collect();
        let numbered = (2..).map(|number| format!("{id}-{number}"));
        let mut names = std::iter::once(id.clone()).chain(numbered);
        // Some file systems do not tell capitals apart.
        names.find(|name| self.0.insert(name.to_ascii_lowercase())).unwrap_or_default()
    }
}

/// A file of cases.
pub(super) struct Cases<'a> {
    path: &'a Path,
    source: Box<dyn BufRead>,
}

impl<'a> Cases<'a> {
    /// The cases, each under its own id or the number of its line.
    pub(super) fn inputs(self) -> impl Iterator<Item = Result<Input<Case>>> + 'a {
        let mut reader = CaseReader::new(self.source);
        std::iter::from_fn(move || {
            let case = reader.next()?;
            let number = reader.line().to_string();
            Some(match case {
                Ok(case) => Ok(Input { id: case.id.clone().unwrap_or(number), case: Ok(case) }),
                Err(error @ CaseError::Io { .. }) => {
                    Err(anyhow::Error::from(error).context(self.path.display().to_string()))
                }
                Err(error) => Ok(Input { id: number, case: Err(error.to_string()) }),
            })
        })
    }
}

/// How many cases were answered, for the end of a text.
pub(crate) fn counted_cases(tally: Tally) -> String {
    let failed = if tally.failed > 0 { format!(", {} failed", tally.failed) } else { String::new() };
    format!("{}{failed}", crate::formatters::numbers::counted(tally.cases, "case"))
}

#[cfg(test)]
mod tests {
    use super::FileNames;

    #[test]
    fn no_two_cases_share_a_file() {
        let mut names = FileNames::default();
        let long = "x".repeat(130);
        let given = ["a/b", "a_b", "A_b", "a_b-2", &long, &format!("{long}y")];
        let names: Vec<String> = given.into_iter().map(|id| names.of(id)).collect();
        assert_eq!(names[..4], ["a_b", "a_b-2", "A_b-3", "a_b-2-2"]);
        assert_eq!(names[4].len(), 120);
        assert_eq!(names[5], format!("{}-2", names[4]));
    }
}
