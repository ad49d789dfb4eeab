//! Patients by their HPO terms: the part of `etio diagnose` for networks of `etio import hpo`.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use etio::format::cases::{Case, CaseError, CaseReader};
use etio::{Limits, Network, Target};
use etio_hpo::patient::phenopacket;
use etio_hpo::report::patient_html;
use etio_hpo::{Absent, Clinic, Hpo, Patient, RankError, Ranker};
use rayon::prelude::*;

use crate::exit::Exit;
use crate::formatters::patient as formatter;
use crate::{progress, terminal};

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PatientFormat {
    /// For people: names, bars and words
    Text,
    /// For programs: one JSON object a line, numbers in full precision
    Json,
    /// A table: case, rank, disease, posterior, weight of evidence
    Tsv,
    /// A page a patient
    Html,
}

/// What to do with which patients.
pub(super) struct Request<'a> {
    pub(super) phenopackets: &'a [PathBuf],
    /// The terms on the command line, used where there is neither phenopacket nor file.
    pub(super) given: Case,
    pub(super) ranker: Ranker,
    pub(super) absent: Absent,
    pub(super) limits: Limits,
    /// When certified intervals are narrow enough.
    pub(super) target: Target,
    pub(super) threads: usize,
    pub(super) top: usize,
    pub(super) format: PatientFormat,
    pub(super) explain: bool,
    pub(super) out: Option<&'a Path>,
}

/// A patient, or why there is none.
type Input = (String, Result<Patient, String>);

/// Patients in memory at once.
const CHUNK: usize = 512;

pub(super) fn run(
    request: &Request<'_>,
    network: Network,
    cases: Option<(&Path, Box<dyn BufRead>)>,
) -> Result<Exit> {
    if request.ranker.is_baseline() {
        let others: Vec<String> =
            Ranker::OWN.iter().filter(|ranker| !ranker.is_baseline()).map(ToString::to_string).collect();
        bail!(
            "{} is a rival for `etio evaluate`; to diagnose use {} or another method",
            request.ranker,
            others.join(", ")
        );
    }
    let hpo = Hpo::new(network)?;
    let unreadable: &mut Option<anyhow::Error> = &mut None;
    let inputs: Box<dyn Iterator<Item = Input> + '_> = match cases {
        Some((path, source)) => Box::new(from_cases(path, source, unreadable)),
        None if request.phenopackets.is_empty() => {
            Box::new(std::iter::once(("1".to_owned(), Ok(Patient::from(request.given.clone())))))
        }
        None => Box::new(phenopackets(request.phenopackets)?.into_iter().map(|path| read_phenopacket(&path))),
    };
    let exit = answer(request, &hpo, inputs)?;
    match unreadable.take() {
        Some(error) => Err(error),
        None => Ok(exit),
    }
}

/// Cases of a file; what ends the reading is left in `unreadable`.
fn from_cases<'a>(
    path: &'a Path,
    source: Box<dyn BufRead>,
    unreadable: &'a mut Option<anyhow::Error>,
) -> impl Iterator<Item = Input> + 'a {
    let mut reader = CaseReader::new(source);
    std::iter::from_fn(move || {
        let case = reader.next()?;
        let number = reader.line().to_string();
        match case {
            Ok(case) => {
                let patient = Patient::from(case);
                let id = if patient.id.is_empty() { number } else { patient.id.clone() };
                Some((id, Ok(patient)))
            }
            Err(error @ CaseError::Io { .. }) => {
                *unreadable = Some(anyhow::Error::from(error).context(path.display().to_string()));
                None
            }
            Err(error) => Some((number, Err(error.to_string()))),
        }
    })
}

/// The files to read: those named, and the JSON files in the folders named.
fn phenopackets(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        for entry in std::fs::read_dir(path).with_context(|| path.display().to_string())? {
            let file = entry.with_context(|| path.display().to_string())?.path();
            if file.extension().is_some_and(|extension| extension == "json") {
                found.push(file);
            }
        }
        if found.is_empty() {
            bail!("{}: no phenopacket (*.json) in this folder", path.display());
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

fn read_phenopacket(path: &Path) -> Input {
    let name =
        path.file_stem().map_or_else(|| path.display().to_string(), |s| s.to_string_lossy().into_owned());
    let read = std::fs::read(path)
        .map_err(|error| format!("{}: {error}", path.display()))
        .and_then(|text| phenopacket::read(&text).map_err(|error| format!("{}: {error}", path.display())));
    match read {
        Ok(patient) if patient.id.is_empty() => (name, Ok(patient)),
        Ok(patient) => (patient.id.clone(), Ok(patient)),
        Err(error) => (name, Err(error)),
    }
}

fn answer(request: &Request<'_>, hpo: &Hpo, mut inputs: impl Iterator<Item = Input>) -> Result<Exit> {
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(request.threads).build().context("starting threads")?;
    if let Some(folder) = request.out {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let progress = progress::counter("patients");
    let mut stdout = anstream::stdout().lock();
    if request.format == PatientFormat::Tsv {
        stdout.write_all(formatter::TSV_HEADER.as_bytes())?;
    }
    let (mut patients, mut failed) = (0, 0);
    loop {
        let chunk: Vec<Input> = inputs.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            break;
        }
        patients += chunk.len();
        if request.format == PatientFormat::Html && request.out.is_none() && patients > 1 {
            bail!("several patients need a folder for their pages: add --out FOLDER");
        }
        let answers: Vec<Result<String, String>> = pool.install(|| {
            chunk
                .par_iter()
                .with_max_len(4)
                .map_init(
                    || {
                        let mut clinic = Clinic::new(hpo, request.ranker, request.absent, request.limits);
                        clinic.set_target(request.target);
                        clinic
                    },
                    |clinic, (id, patient)| render(request, clinic, id, patient),
                )
                .collect()
        });
        for ((id, _), answer) in chunk.iter().zip(answers) {
            let text = answer.unwrap_or_else(|error| {
                failed += 1;
                failure(request.format, id, &error)
            });
            match request.out.filter(|_| request.format == PatientFormat::Html && !text.is_empty()) {
                Some(folder) => write_page(folder, id, &text)?,
                None => stdout.write_all(text.as_bytes())?,
            }
        }
        progress.inc(chunk.len() as u64);
        stdout.flush()?;
    }
    progress.finish_and_clear();
    Ok(if failed > 0 { Exit::SomeFailed } else { Exit::Success })
}

fn render(
    request: &Request<'_>,
    clinic: &mut Clinic<'_>,
    id: &str,
    patient: &Result<Patient, String>,
) -> Result<String, String> {
    let patient = patient.as_ref().map_err(Clone::clone)?;
    let diagnosis = clinic.diagnose(patient).map_err(|error| error.to_string())?;
    Ok(match request.format {
        PatientFormat::Text => formatter::text(clinic, id, patient, &diagnosis, request.top, request.explain),
        PatientFormat::Json => formatter::json(clinic, id, &diagnosis, request.top, request.explain),
        // A table has no place for a warning.
        PatientFormat::Tsv if !diagnosis.ranking.is_informed() => {
            return Err(RankError::Uninformed.to_string());
        }
        PatientFormat::Tsv => formatter::tsv(clinic, id, &diagnosis, request.top),
        PatientFormat::Html => patient_html(clinic, patient, &diagnosis),
    })
}

/// A patient without an answer: in its place where programs read, else where errors are read.
fn failure(format: PatientFormat, id: &str, error: &str) -> String {
    if format == PatientFormat::Json {
        return format!("{}\n", serde_json::json!({"id": id, "error": error}));
    }
    terminal::print_error(&format!("{id}: {error}"));
    String::new()
}

fn write_page(folder: &Path, id: &str, text: &str) -> Result<()> {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    let path = folder.join(format!("{}.html", id.chars().map(plain).take(120).collect::<String>()));
    std::fs::write(&path, text).with_context(|| path.display().to_string())
}
