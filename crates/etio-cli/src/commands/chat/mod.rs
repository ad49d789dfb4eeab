//! `etio chat`: the conversation in a terminal, or from a pipe.

mod screen;

use std::collections::{HashSet, VecDeque};
use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Context, Result};
use etio::{DiseaseId, Engine, FindingId, Limits, Method};
use etio_bot::{Advice, Conversation, Guide, InterviewSettings, Person, Sex};

use crate::exit::Exit;
use crate::input::NetworkArg;
use screen::Screen;

const EXAMPLES: &str = "\
Examples:
  etio chat                                      talk to the built-in network
  etio chat --network my-network --age 34 --sex female
  printf 'sore throat and fever\\nno\\nyes\\n' | etio chat

At any time you can say more in your own words, or type:
  back      take back the last answer
  why       why this question is asked
  why 2     what speaks for and against the second cause on the list
  answers   what was understood so far
  result    the possible causes now
  quit      leave; nothing is stored";

/// Talk about complaints in a terminal: a few questions, and possible causes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    network: NetworkArg,

    /// Age in years; fractions for infants
    #[arg(long, value_name = "YEARS")]
    age: Option<f64>,

    /// Sex: female or male
    #[arg(long, value_name = "SEX", value_parser = parse_sex)]
    sex: Option<Sex>,

    /// The most questions that are asked
    #[arg(long, value_name = "N", default_value_t = InterviewSettings::default().most_questions)]
    most_questions: usize,
}

fn parse_sex(text: &str) -> Result<Sex, String> {
    match text.trim().to_lowercase().as_str() {
        "female" | "f" | "woman" | "girl" => Ok(Sex::Female),
        "male" | "m" | "man" | "boy" => Ok(Sex::Male),
        _ => Err("say `female` or `male`".to_owned()),
    }
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let person = Person { age: args.age, sex: args.sex };
    person.check()?;
    let network = args.network.open()?;
    let guide = Guide::of(&network).context("this network cannot lead a conversation")?;
    let settings = InterviewSettings {
        most_questions: args.most_questions,
        limits: Limits::default(),
        ..InterviewSettings::default()
    };
    let echo = !io::stdin().is_terminal();
    let mut chat = Chat {
        guide: &guide,
        conversation: Conversation::new(&guide, person),
        knows_person: person != Person::default(),
        settings,
        lines: io::stdin().lock(),
        screen: Screen::new(anstream::stdout().lock(), echo),
        warned: HashSet::new(),
        queue: VecDeque::new(),
        result_wanted: false,
        only_looked: false,
    };
    chat.run()?;
    Ok(Exit::Success)
}

/// A conversation on a screen.
struct Chat<'g, R, W: Write> {
    guide: &'g Guide,
    conversation: Conversation<'g>,
    knows_person: bool,
    settings: InterviewSettings,
    lines: R,
    screen: Screen<W>,
    /// Red flags that were shown.
    warned: HashSet<String>,
    /// The question on the table and those that go along with it.
    queue: VecDeque<FindingId>,
    result_wanted: bool,
    /// Whether the last line changed nothing, so that what stands on the screen need not be said again.
    only_looked: bool,
}

/// What a line asks the program itself to do.
enum Command {
    Back,
    Why(Option<usize>),
    Answers,
    Result,
    Help,
    Quit,
}

impl Command {
    fn parse(line: &str) -> Option<Self> {
        let line = line.trim().trim_start_matches('/').to_lowercase();
        Some(match line.as_str() {
            "back" | "undo" | "b" => Self::Back,
            "why" | "why?" => Self::Why(None),
            "answers" | "list" => Self::Answers,
            "result" | "done" | "stop" => Self::Result,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "bye" | "q" => Self::Quit,
            other => Self::Why(Some(other.strip_prefix("why ")?.trim().parse().ok()?)),
        })
    }
}

impl<R: BufRead, W: Write> Chat<'_, R, W> {
    fn run(&mut self) -> Result<()> {
        self.screen.welcome()?;
        loop {
            if self.conversation.statements().is_empty() {
                self.screen.ask("What is bothering you?", None)?;
                let Some(line) = self.read()? else { return self.screen.farewell() };
                if !self.take(&line, None)? {
                    return self.screen.farewell();
                }
                continue;
            }
            let advice = self.conversation.advise(&self.settings)?;
            self.warn(&advice)?;
            if !self.knows_person {
                self.knows_person = true;
                self.meet()?;
                continue;
            }
            let asked = if self.result_wanted { None } else { self.next_question(&advice) };
            match asked {
                Some(finding) => {
                    if !self.only_looked {
                        self.screen.likely(&advice)?;
                    }
                    self.screen.question(&advice.reading.network, finding)?;
                }
                None if self.only_looked => {}
                None => self.screen.result(&advice, self.result_wanted)?,
            }
            self.only_looked = false;
            let line = self.read()?;
            let ended = line.is_none();
            if ended && asked.is_some() {
                self.screen.result(&advice, true)?;
            }
            self.result_wanted = false;
            let Some(line) = line else { return self.screen.farewell() };
            if !self.take(&line, Some((&advice, asked)))? {
                return self.screen.farewell();
            }
        }
    }

    /// Interrupts with red flags that are new.
    fn warn(&mut self, advice: &Advice<'_>) -> Result<()> {
        self.warned.retain(|id| advice.red_flags.iter().any(|flag| flag.id == *id));
        for flag in &advice.red_flags {
            if self.warned.insert(flag.id.clone()) {
                self.screen.emergency(&flag.message, &flag.action)?;
            }
        }
        Ok(())
    }

    /// Asks for age and sex, where the words did not say them.
    fn meet(&mut self) -> Result<()> {
        if self.conversation.person.age.is_none() {
            self.screen.ask(
                "How old is the person it is about?",
                Some("In years, or as in `6 weeks`; Enter to skip."),
            )?;
            while let Some(line) = self.read()?.filter(|line| !line.trim().is_empty()) {
                match Person::parse_age(&line) {
                    Ok(age) => {
                        self.conversation.person.age = Some(age);
                        break;
                    }
                    Err(_) => self.screen.note("That is no age between 0 and 130 years. Enter to skip.")?,
                }
            }
        }
        if self.conversation.person.sex.is_none() {
            self.screen.ask("Female or male?", Some("Enter to skip."))?;
            if let Some(line) = self.read()? {
                self.conversation.person.sex = parse_sex(&line).ok();
            }
        }
        Ok(())
    }

    /// The next question: the one on the table or what goes along with it, while it is still open, else the best.
    fn next_question(&mut self, advice: &Advice<'_>) -> Option<FindingId> {
        let is_open = |finding: &FindingId| advice.questions.iter().any(|q| q.finding == *finding);
        self.queue.retain(is_open);
        if self.queue.is_empty() {
            let bundle = advice.questions.first().into_iter().chain(&advice.related);
            self.queue.extend(bundle.map(|q| q.finding));
        }
        self.queue.front().copied()
    }

    /// Takes in a line; false where the person leaves.
    fn take(&mut self, line: &str, asked: Option<(&Advice<'_>, Option<FindingId>)>) -> Result<bool> {
        if line.trim().is_empty() {
            return Ok(true);
        }
        if let Some(command) = Command::parse(line) {
            self.only_looked = matches!(command, Command::Why(_) | Command::Answers | Command::Help);
            return self.obey(&command, asked);
        }
        let heard = self.conversation.say(line);
        let question = asked.and_then(|(_, finding)| finding);
        match (heard.reply, question) {
            (Some(answer), Some(finding)) => self.conversation.answer(finding, answer),
            _ if heard.mentions.is_empty() => self.screen.not_understood(question.is_some())?,
            _ => {}
        }
        if !heard.mentions.is_empty() {
            self.screen.heard(&heard, line, self.guide)?;
        }
        Ok(true)
    }

    fn obey(&mut self, command: &Command, asked: Option<(&Advice<'_>, Option<FindingId>)>) -> Result<bool> {
        match (command, asked) {
            (Command::Quit, _) => return Ok(false),
            (Command::Help, _) => self.screen.help(EXAMPLES)?,
            (Command::Back, _) => {
                self.queue.clear();
                let went = self.conversation.take_back();
                self.screen.note(if went { "Taken back." } else { "There is nothing to take back." })?;
            }
            (Command::Result, _) => self.result_wanted = true,
            (_, None) => self.screen.note("Tell me first what is bothering you.")?,
            (Command::Answers, Some((advice, _))) => {
                self.screen.answers(&advice.reading.network, &self.conversation.statements())?;
            }
            (Command::Why(None), Some((advice, Some(finding)))) => self.screen.why(advice, finding)?,
            (Command::Why(_), Some((advice, _))) if !advice.posterior.exactness.is_informed() => {
                self.screen.note(screen::NO_ANSWER)?;
            }
            (Command::Why(place), Some((advice, _))) => {
                let causes = advice.causes(screen::CAUSES);
                match causes.get(place.unwrap_or(1).wrapping_sub(1)) {
                    Some(&(disease, _)) => self.explain(advice, disease)?,
                    None => self.screen.note("There is no such place on the list.")?,
                }
            }
        }
        Ok(true)
    }

    fn explain(&mut self, advice: &Advice<'_>, disease: DiseaseId) -> Result<()> {
        let mut engine = Engine::with_limits(&advice.reading.network, self.settings.limits);
        let explanation = engine.explain(&advice.reading.evidence, disease, Method::Auto)?;
        self.screen.reasons(&advice.reading.network, &explanation)
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
