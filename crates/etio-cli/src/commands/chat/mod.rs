//! `etio chat`: the conversation in a terminal, or from a pipe. It keeps the turns and draws what
//! is made of them.

mod command;
mod screen;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use etio_bot::conversation::Age;
use etio_bot::{FoldSettings, Guide, InterviewSettings, Language, Languages, Person, Sex, Turn, View, fold};

use crate::exit::Exit;
use crate::input::{EdgeListArgs, NetworkArg};
use command::Command;
use screen::Screen;

const EXAMPLES: &str = "\
Examples:
  etio chat                                      talk to the built-in network
  etio chat --network my-network --age 34 --sex female
  printf 'sore throat and fever\\nno\\nyes\\n' | etio chat

At any time you can say more in your own words, or type:
  back      take back the last answer
  why       why this question is asked
  why 2     evidence for and against the second cause on the list
  answers   what was understood so far
  result    the possible causes now
  summary   a summary to show to a doctor
  quit      leave; nothing is stored";

/// Symptom interview in the terminal: a few questions, and possible causes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    network: NetworkArg,

    /// Age in years, or in words such as `6 weeks`
    #[arg(long, value_name = "AGE", value_parser = parse_age)]
    age: Option<f64>,

    /// Sex: female or male
    #[arg(long, value_name = "SEX")]
    sex: Option<Sex>,

    /// Maximum number of questions
    #[arg(long, value_name = "N", default_value_t = InterviewSettings::default().most_questions)]
    most_questions: usize,

    /// A conversation to continue: a file with its turns, as POST /v1/conversation takes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["age", "sex"])]
    turns: Option<PathBuf>,

    /// Language of the conversation
    #[arg(long, env = "ETIO_LANGUAGE", value_name = "TAG", default_value = etio_bot::ENGLISH)]
    language: String,

    /// A folder with more languages: for each of them a folder of .ftl files
    #[arg(long, env = "ETIO_LOCALES", value_name = "FOLDER")]
    locales: Option<PathBuf>,

    #[command(flatten)]
    edges: EdgeListArgs,
}

fn parse_age(text: &str) -> Result<f64, String> {
    Person::parse_age(text).map_err(|error| error.to_string())
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let mut languages = Languages::built_in()?;
    if let Some(folder) = &args.locales {
        languages.add_folder(folder)?;
    }
    let known = languages.tags().join(", ");
    let language = languages
        .get(&args.language)
        .ok_or_else(|| anyhow!("language `{}` is not available; available are {known}", args.language))?;
    let network = args.network.open(args.edges)?;
    let guide = Guide::in_language(&network, language).context("this network cannot lead a conversation")?;
    let interview = InterviewSettings { most_questions: args.most_questions, ..InterviewSettings::default() };
    let mut turns = args.turns.as_deref().map(read_turns).transpose()?.unwrap_or_default();
    if args.age.is_some() || args.sex.is_some() {
        turns.push(Turn::About { age: args.age.map(|age| Some(Age::Years(age))), sex: args.sex.map(Some) });
    }
    let echo = !io::stdin().is_terminal();
    let mut chat = Chat {
        guide: &guide,
        language,
        settings: FoldSettings { interview, ..FoldSettings::default() },
        turns,
        lines: io::stdin().lock(),
        screen: Screen::new(anstream::stdout().lock(), echo, language),
    };
    chat.run()?;
    Ok(Exit::Success)
}

fn read_turns(path: &Path) -> Result<Vec<Turn>> {
    let file = crate::input::open(path)?;
    serde_json::from_reader(file).with_context(|| format!("{}: not a list of turns", path.display()))
}

/// A conversation on a screen.
struct Chat<'g, R, W: Write> {
    guide: &'g Guide,
    language: &'g Language,
    settings: FoldSettings<'g>,
    turns: Vec<Turn>,
    lines: R,
    screen: Screen<'g, W>,
}

impl<R: BufRead, W: Write> Chat<'_, R, W> {
    fn run(&mut self) -> Result<()> {
        self.screen.welcome()?;
        let mut only_looked = false;
        loop {
            let view = self.view()?;
            self.screen.lines(&view)?;
            if view.about.is_open {
                match self.meet(&view)? {
                    Some(Command::Quit) => return self.screen.farewell(),
                    Some(command) => _ = self.obey(&command, &view)?,
                    None => {}
                }
                continue;
            }
            self.screen.state(&view, only_looked)?;
            let Some(line) = self.read()? else {
                if view.question.is_some() {
                    self.turns.push(Turn::Finished {});
                    let view = self.view()?;
                    self.screen.state(&view, false)?;
                }
                return self.screen.farewell();
            };
            only_looked = match Command::parse(&line, self.language) {
                Some(Command::Quit) => return self.screen.farewell(),
                Some(command) => self.obey(&command, &view)?,
                None => {
                    if !line.is_empty() {
                        let asked = view.question.iter().map(|question| question.id.clone()).collect();
                        self.turns.push(Turn::Said { text: line, asked });
                    }
                    false
                }
            };
        }
    }

    fn view(&self) -> Result<View> {
        Ok(fold(self.guide, self.language, &self.turns, &self.settings)?)
    }

    /// Asks for age and sex, unless the words said them. A command to quit or to see the result is
    /// returned, and leaves the rest unanswered.
    fn meet(&mut self, view: &View) -> Result<Option<Command>> {
        let mut about = (None, None);
        let mut wish = None;
        if view.about.age.is_none() {
            self.screen.ask(&self.language.text("terminal-age"), &self.language.text("terminal-age-hint"))?;
            while let Some(line) = self.read()?.filter(|line| !line.is_empty()) {
                wish = self.wish(&line);
                if wish.is_some() {
                    break;
                }
                if self.guide.understanding().read_age(&line).is_ok() {
                    about.0 = Some(Some(Age::Words(line)));
                    break;
                }
                self.screen.note(&self.language.text("age-problem"))?;
            }
        }
        if view.person.sex.is_none() && wish.is_none() {
            self.screen.ask(&self.language.text("terminal-sex"), &self.language.text("terminal-sex-hint"))?;
            let line = self.read()?.unwrap_or_default().to_lowercase();
            wish = self.wish(&line);
            let is = |words: &str| self.language.words(words).contains(&line);
            let choices = [("terminal-female", Sex::Female), ("terminal-male", Sex::Male)];
            about.1 = choices.into_iter().find(|(words, _)| is(words)).map(|(_, sex)| Some(sex));
        }
        self.turns.push(Turn::About { age: about.0, sex: about.1 });
        Ok(wish)
    }

    /// A command that may be given in place of an age or sex.
    fn wish(&self, line: &str) -> Option<Command> {
        Command::parse(line, self.language).filter(|c| matches!(c, Command::Quit | Command::Result))
    }

    /// Does what a command says; true if it changed nothing, so that what is on the screen need not
    /// be repeated.
    fn obey(&mut self, command: &Command, view: &View) -> Result<bool> {
        let note = |message: &str| self.language.text(message);
        match command {
            Command::Back => match &view.back {
                Some(back) => {
                    self.turns.push(back.turn.clone());
                    self.screen.note(&note("terminal-taken-back"))?;
                    return Ok(false);
                }
                None => self.screen.note(&note("terminal-nothing-to-take-back"))?,
            },
            Command::Result if view.result.causes.is_empty() => self.screen.note(&note("terminal-first"))?,
            Command::Result => {
                self.turns.push(Turn::Finished {});
                return Ok(false);
            }
            Command::More => match view.end.as_ref().and_then(|end| end.more.as_ref()) {
                Some(more) => {
                    self.turns.push(more.turn.clone());
                    return Ok(false);
                }
                None if view.question.is_some() => return Ok(false),
                None => self.screen.note(&note("end-nothing-to-ask"))?,
            },
            Command::Help | Command::Quit => self.screen.help()?,
            Command::Answers => self.screen.answers(view)?,
            Command::Summary => self.screen.summary(view)?,
            Command::Why(None) if view.question.is_some() => self.screen.why(view)?,
            Command::Why(place) => match view.result.causes.get(place.unwrap_or(1).wrapping_sub(1)) {
                Some(cause) => {
                    let settings = FoldSettings { detail: Some((&cause.id, 1.0)), ..self.settings };
                    let view = fold(self.guide, self.language, &self.turns, &settings)?;
                    self.screen.detail(&view)?;
                }
                None if view.result.causes.is_empty() => {
                    self.screen.note(view.result.missing.as_deref().unwrap_or_default())?;
                }
                None => self.screen.note(&note("terminal-no-place"))?,
            },
        }
        Ok(true)
    }

    fn read(&mut self) -> Result<Option<String>> {
        self.screen.prompt()?;
        let mut line = Vec::new();
        if self.lines.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        self.screen.echo(&line)?;
        Ok(Some(line))
    }
}
