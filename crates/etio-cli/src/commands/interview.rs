//! `etio evaluate --interview`: how many questions the conversation needs, on patients drawn from
//! the network.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};
use etio::{Criterion, Network};
use etio_bot::simulate::{self, Claim, Interview, Questioning, Simulation, patients, perturbed};
use etio_bot::{AdviceError, Guide, InterviewSettings, Strategy};
use rayon::prelude::*;

use crate::exit::Exit;
use crate::formatters::interviews::{self, Arm, Calibration, Study};
use crate::{input, progress};

/// Questions per patient unless another number is given.
const QUESTIONS: usize = 15;

/// Simulated interviews.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Simulated interviews")]
pub(super) struct InterviewArgs {
    /// Interview patients drawn from the network instead of reading cases
    #[arg(long, group = "conversations")]
    interview: bool,

    /// Number of patients; every disease in turn
    #[arg(long, value_name = "N", default_value_t = 1083, requires = "interview")]
    patients: usize,

    /// Number of random questions, to find when random order becomes as accurate
    #[arg(long, value_name = "N", default_value_t = 30, requires = "interview")]
    random_questions: usize,

    /// Number of findings that patients present with
    #[arg(long, value_name = "N", default_value_t = 2, requires = "interview")]
    presenting: usize,

    /// How often an answer is wrong
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability, requires = "interview")]
    noise: f64,

    /// How often an answer is "don't know"
    #[arg(long, value_name = "P", default_value_t = 0.10, value_parser = probability, requires = "interview")]
    unknown: f64,

    /// Let patients state their age and sex, drawn by the network's rules for their disease
    #[arg(long, requires = "interview", conflicts_with = "calibrate")]
    age_and_sex: bool,

    /// Draw the patients from a network whose priors and links are off by a factor of up to F
    /// either way; every disease in turn, then from another such network
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = factor, requires = "interview")]
    perturb: f64,

    /// Compare claimed probabilities with the true diseases of patients drawn by the priors, and fit
    /// the temperature for the network's conversation.csv
    #[arg(long, requires = "interview")]
    calibrate: bool,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, requires = "interview")]
    seed: u64,
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|p| (0.0..=1.0).contains(p));
    number.ok_or_else(|| "not a probability from 0 to 1".to_owned())
}

fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|f| (1.0..=100.0).contains(f));
    number.ok_or_else(|| "not a factor from 1 to 100".to_owned())
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
    edges: input::EdgeListArgs,
    questions: Option<usize>,
    threads: Option<u16>,
    json: bool,
) -> Result<Exit> {
    let questions = questions.unwrap_or(QUESTIONS);
    let guide = Guide::of(&input::open_network(network, edges)?)
        .context("this network cannot lead a conversation")?;
    let drawn = patients(guide.network(), args.patients);
    if drawn.is_empty() {
        bail!("nothing to simulate: no patients were asked for, or no disease has findings");
    }
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = threads {
        pool = pool.num_threads(usize::from(threads));
    }
    let pool = pool.build().context("starting threads")?;
    if args.calibrate {
        return args.calibration(&guide, network, questions, &pool, json);
    }
    let worlds =
        args.worlds(guide.network(), drawn.len().div_ceil(guide.network().disease_count().max(1)))?;
    let arms = [
        ("utility", Questioning::Best, Strategy::Utility, Criterion::Entropy, questions),
        ("entropy", Questioning::Best, Strategy::Criterion, Criterion::Entropy, questions),
        ("rank", Questioning::Best, Strategy::Criterion, Criterion::Rank, questions),
        ("fixed order", Questioning::Fixed, Strategy::Criterion, Criterion::Entropy, args.random_questions),
        ("random order", Questioning::Random, Strategy::Criterion, Criterion::Entropy, args.random_questions),
    ];
    let bar = progress::bar((drawn.len() * arms.len()) as u64, "interviews");
    let failed = AtomicUsize::new(0);
    let arms = arms.map(|(name, questioning, strategy, criterion, questions)| {
        let simulation = args.simulation(questioning, strategy, criterion, questions);
        let hold = |(at, disease): (usize, &etio::DiseaseId)| -> Option<Interview> {
            let truth = &worlds[at * worlds.len() / drawn.len()];
            let held = simulation.interview(&guide, truth, *disease, args.seed.wrapping_add(at as u64));
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
        network: name_of(network),
        patients: drawn.len(),
        presenting: args.presenting,
        noise: args.noise,
        unknown: args.unknown,
        perturb: args.perturb,
        seed: args.seed,
        age_and_sex: args.age_and_sex,
        failed: failed.into_inner(),
        arms: arms.into(),
    };
    write(&if json { interviews::json(&study) } else { interviews::text(&study) })?;
    Ok(if study.failed > 0 { Exit::SomeFailed } else { Exit::Success })
}

impl InterviewArgs {
    fn simulation(
        &self,
        questioning: Questioning,
        strategy: Strategy,
        criterion: Criterion,
        questions: usize,
    ) -> Simulation {
        let mut settings = InterviewSettings { strategy, ..InterviewSettings::default() };
        settings.questions.criterion = criterion;
        Simulation {
            questioning,
            settings,
            presenting: self.presenting,
            questions,
            noise: self.noise,
            unknown: self.unknown,
            introduces: self.age_and_sex,
        }
    }

    /// The networks that patients come from.
    fn worlds(&self, network: &Network, count: usize) -> Result<Vec<Network>> {
        if self.perturb == 1.0 {
            return Ok(vec![network.clone()]);
        }
        let world = |at: usize| perturbed(network, self.perturb, self.seed.wrapping_add(at as u64));
        (0..count.max(1)).map(world).collect::<Result<_, _>>().context("a perturbed network")
    }

    fn calibration(
        &self,
        guide: &Guide,
        network: Option<&Path>,
        questions: usize,
        pool: &rayon::ThreadPool,
        json: bool,
    ) -> Result<Exit> {
        /// How many perturbed networks the patients come from.
        const WORLDS: usize = 20;
        let worlds = self.worlds(guide.network(), WORLDS)?;
        let simulation = self.simulation(Questioning::Best, Strategy::Utility, Criterion::Entropy, questions);
        let bar = progress::bar(self.patients as u64, "interviews");
        let hold = |at: usize| {
            let held =
                simulation.claims(guide, &worlds[at % worlds.len()], self.seed.wrapping_add(at as u64));
            bar.inc(1);
            held
        };
        let held: Vec<Result<Vec<Claim>, AdviceError>> =
            pool.install(|| (0..self.patients).into_par_iter().map(hold).collect());
        bar.finish_and_clear();
        let failed = held.iter().filter(|held| held.is_err()).count();
        let claims: Vec<Claim> = held.into_iter().flatten().flatten().collect();
        if claims.is_empty() {
            bail!("no posteriors to calibrate");
        }
        let study = Calibration {
            network: name_of(network),
            patients: self.patients,
            perturb: self.perturb,
            seed: self.seed,
            failed,
            in_use: guide.tempering(),
            fitted: simulate::fit(&claims),
            claims,
        };
        write(&if json {
            interviews::calibration_json(&study)
        } else {
            interviews::calibration_text(&study)
        })?;
        Ok(if failed > 0 { Exit::SomeFailed } else { Exit::Success })
    }
}

fn name_of(network: Option<&Path>) -> String {
    network.map_or(etio_starter::NAME.to_owned(), |path| path.display().to_string())
}

fn write(text: &str) -> Result<()> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    Ok(stdout.flush()?)
}
