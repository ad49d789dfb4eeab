//! `etio evaluate --interview`: how many questions the conversation needs, on patients drawn from the network.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};
use etio::Criterion;
use etio_bot::simulate::{Interview, Questioning, Simulation, patients};
use etio_bot::{Guide, InterviewSettings};
use rayon::prelude::*;

use crate::exit::Exit;
use crate::formatters::interviews::{self, Arm, Study};
use crate::{embedded, input, progress};

/// Questions per patient unless another number is given.
const QUESTIONS: usize = 15;

/// Simulated interviews.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Simulated interviews")]
pub(super) struct InterviewArgs {
    /// Interview patients drawn from the network instead of reading cases
    #[arg(long, group = "conversations")]
    interview: bool,

    /// How many patients; every disease in turn
    #[arg(long, value_name = "N", default_value_t = 1083, requires = "interview")]
    patients: usize,

    /// How many random questions each is asked, to find where random order is as accurate
    #[arg(long, value_name = "N", default_value_t = 30, requires = "interview")]
    random_questions: usize,

    /// How many of their findings patients come with
    #[arg(long, value_name = "N", default_value_t = 2, requires = "interview")]
    presenting: usize,

    /// How often an answer is wrong
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability, requires = "interview")]
    noise: f64,

    /// How often an answer is "don't know"
    #[arg(long, value_name = "P", default_value_t = 0.10, value_parser = probability, requires = "interview")]
    unknown: f64,

    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1, requires = "interview")]
    seed: u64,
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|p| (0.0..=1.0).contains(p));
    number.ok_or_else(|| "not a probability from 0 to 1".to_owned())
}

impl InterviewArgs {
    /// Whether interviews were asked for.
    pub(super) fn is_wanted(&self) -> bool {
        self.interview
    }
}

pub(super) fn run(
    args: &InterviewArgs,
    network: Option<&Path>,
    questions: Option<usize>,
    threads: Option<u16>,
    json: bool,
) -> Result<Exit> {
    let questions = questions.unwrap_or(QUESTIONS);
    let guide =
        Guide::of(&input::open_network(network)?).context("this network cannot lead a conversation")?;
    let drawn = patients(guide.network(), args.patients);
    if drawn.is_empty() {
        bail!("there is nobody to interview: no patients, or no disease with findings");
    }
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = threads {
        pool = pool.num_threads(usize::from(threads));
    }
    let pool = pool.build().context("starting threads")?;
    let arms = [
        ("entropy", Questioning::Best, Criterion::Entropy, questions),
        ("rank", Questioning::Best, Criterion::Rank, questions),
        ("fixed order", Questioning::Fixed, Criterion::Entropy, args.random_questions),
        ("random order", Questioning::Random, Criterion::Entropy, args.random_questions),
    ];
    let bar = progress::bar((drawn.len() * arms.len()) as u64, "interviews");
    let failed = AtomicUsize::new(0);
    let arms = arms.map(|(name, questioning, criterion, questions)| {
        let simulation = args.simulation(questioning, criterion, questions);
        let hold = |(at, disease): (usize, &etio::DiseaseId)| -> Option<Interview> {
            let held = simulation.interview(&guide, *disease, args.seed.wrapping_add(at as u64));
            bar.inc(1);
            if held.is_err() {
                failed.fetch_add(1, Ordering::Relaxed);
            }
            held.ok()
        };
        let interviews = pool.install(|| drawn.par_iter().enumerate().filter_map(hold).collect());
        Arm { name, questions, interviews }
    });
    bar.finish_and_clear();
    let study = Study {
        network: network.map_or(embedded::NAME.to_owned(), |path| path.display().to_string()),
        patients: drawn.len(),
        presenting: args.presenting,
        noise: args.noise,
        unknown: args.unknown,
        seed: args.seed,
        failed: failed.into_inner(),
        arms: arms.into(),
    };
    let text = if json { interviews::json(&study) } else { interviews::text(&study) };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(if study.failed > 0 { Exit::SomeFailed } else { Exit::Success })
}

impl InterviewArgs {
    fn simulation(&self, questioning: Questioning, criterion: Criterion, questions: usize) -> Simulation {
        let mut settings = InterviewSettings::default();
        settings.questions.criterion = criterion;
        Simulation {
            questioning,
            settings,
            presenting: self.presenting,
            questions,
            noise: self.noise,
            unknown: self.unknown,
        }
    }
}
