//! `etio evaluate --vignettes` and `--messages`: how well the conversation reads, asks and warns,
//! on texts whose truth is known.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use etio_bot::evaluate::{Examination, Held, Message, Reaction, Vignette};
use etio_bot::{FoldError, FoldSettings, Guide, Languages};
use rayon::prelude::*;
use serde::de::DeserializeOwned;

use crate::exit::Exit;
use crate::formatters::vignettes as formatter;
use crate::{input, progress, terminal};

/// Questions per story unless another number is given.
const QUESTIONS: usize = 10;

/// Texts whose truth is known.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Stories and messages")]
pub(super) struct TextArgs {
    /// Stories in people's own words, as JSON Lines: what is read from them, which causes are
    /// shown, what is advised
    #[arg(long, value_name = "FILE", groups = ["conversations", "texts"], num_args = 1..)]
    vignettes: Vec<PathBuf>,

    /// First messages as JSON Lines, {"id", "text", "emergency": true|false}: which raise an alarm
    #[arg(long, value_name = "FILE", group = "texts", num_args = 1.., conflicts_with = "interview")]
    messages: Vec<PathBuf>,

    /// Also list each story or message
    #[arg(long, requires = "texts")]
    details: bool,
}

/// How texts are evaluated.
pub(super) struct Wishes<'a> {
    pub(super) network: Option<&'a Path>,
    pub(super) edges: input::EdgeListArgs,
    pub(super) questions: Option<usize>,
    pub(super) threads: Option<u16>,
    pub(super) json: bool,
}

impl TextArgs {
    /// Whether texts were given.
    pub(super) fn is_wanted(&self) -> bool {
        !self.vignettes.is_empty() || !self.messages.is_empty()
    }
}

pub(super) fn run(args: &TextArgs, wishes: &Wishes<'_>) -> Result<Exit> {
    let guide = Guide::of(&input::open_network(wishes.network, wishes.edges)?)
        .context("this network cannot lead a conversation")?;
    let languages = Languages::built_in()?;
    let language = languages.english();
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = wishes.threads {
        pool = pool.num_threads(usize::from(threads));
    }
    let pool = pool.build().context("starting threads")?;
    let network = wishes.network.map_or(etio_starter::NAME.to_owned(), |path| path.display().to_string());
    let settings = FoldSettings::default();
    let text;
    let failures = if args.messages.is_empty() {
        let vignettes: Vec<Vignette> = read(&args.vignettes)?;
        let questions = wishes.questions.unwrap_or(QUESTIONS);
        let examination = Examination::new(&guide, language, settings, questions);
        let (held, failures) = pool.install(|| each(&vignettes, |v| &v.id, |v| examination.hold(v)));
        let held: Vec<Held> = held;
        text = formatter::stories(&network, questions, &held, args.details, wishes.json)?;
        failures
    } else {
        let messages: Vec<Message> = read(&args.messages)?;
        let (reactions, failures) =
            pool.install(|| each(&messages, |m| &m.id, |m| m.send(&guide, language, &settings)));
        let reactions: Vec<Reaction> = reactions;
        text = formatter::messages(&network, &reactions, args.details, wishes.json)?;
        failures
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    for failure in &failures {
        terminal::print_error(failure);
    }
    Ok(if failures.is_empty() { Exit::Success } else { Exit::SomeFailed })
}

/// Processes a list in parallel; failures are returned separately.
fn each<T: Sync, R: Send>(
    list: &[T],
    id: impl Fn(&T) -> &str + Sync,
    work: impl Fn(&T) -> Result<R, FoldError> + Sync,
) -> (Vec<R>, Vec<String>) {
    let bar = progress::bar(list.len() as u64, "texts");
    let done: Vec<Result<R, String>> = list
        .par_iter()
        .map(|one| {
            let result = work(one).map_err(|error| format!("case `{}`: {error}", id(one)));
            bar.inc(1);
            result
        })
        .collect();
    bar.finish_and_clear();
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for result in done {
        match result {
            Ok(one) => good.push(one),
            Err(error) => bad.push(error),
        }
    }
    (good, bad)
}

/// Every line of every file. A line that is not understood ends the run: figures over part of a
/// file would be taken for those of the whole.
fn read<T: DeserializeOwned>(paths: &[PathBuf]) -> Result<Vec<T>> {
    let mut list = Vec::new();
    for path in paths {
        for (at, line) in input::open(path)?.lines().enumerate() {
            let place = || format!("{}, line {}", path.display(), at + 1);
            let line = line.with_context(place)?;
            if !line.trim().is_empty() {
                list.push(serde_json::from_str(&line).with_context(place)?);
            }
        }
    }
    if list.is_empty() {
        bail!("there are no cases to evaluate");
    }
    Ok(list)
}
