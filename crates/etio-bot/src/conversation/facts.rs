//! Facts stated by a log of turns: statements, the person, and what was made of every text.

use std::collections::BTreeMap;

use etio::{Budget, FindingId, Network};
use etio_case::{Case, Contradictions};

use super::FoldError;
use super::turn::{Age, Turn, holding};
use crate::interview::{AdviceError, InterviewSettings};
use crate::understand::Interpretation;
use crate::{Answer, Choice, Guide, Person, Statement, Subject, Who};

/// Extra questions after "Ask me more".
const MORE: usize = 5;
/// Length of the latest texts, in characters, that are read for emergencies even if there is no time:
/// a log may hold fifty times that.
const ALWAYS_READ: usize = 10_000;

/// Facts that the turns of a log state.
pub(super) struct Facts<'t> {
    /// The turns that hold, with their places in the log.
    pub(super) turns: Vec<(usize, &'t Turn)>,
    pub(super) person: Person,
    /// The last turn that changed what is known of the person.
    pub(super) person_since: Option<usize>,
    pub(super) statements: Vec<Statement>,
    /// Whom the texts speak of, if it is not the person who writes.
    pub(super) subject: Subject,
    /// Interpretation of each text, by turn.
    pub(super) heard: BTreeMap<usize, Heard>,
    /// The last turn that said whom it is about.
    pub(super) about: Option<usize>,
    /// Whether that turn gave an invalid age.
    pub(super) bad_age: bool,
    /// Whether there was no time to read a text, apart from emergencies in it.
    pub(super) is_cut: bool,
    /// The first turn whose text is read even if there is no time.
    always_from: usize,
}

/// Interpretation of a text.
pub(super) struct Heard {
    pub(super) read: Interpretation,
    /// The finding that the text answers, with the answer.
    pub(super) reply: Option<(FindingId, Answer)>,
    /// Whether it answers, but several questions were asked.
    pub(super) is_ambiguous: bool,
}

impl Heard {
    /// Whether nothing at all was recognized.
    pub(super) fn is_nothing(&self) -> bool {
        self.reply.is_none()
            && self.read.mentions.is_empty()
            && self.read.emergencies.is_empty()
            && self.read.person == Person::default()
    }
}

impl<'t> Facts<'t> {
    /// Reads a log. A fact of a later turn replaces the one of an earlier turn.
    pub(super) fn of(guide: &Guide, turns: &'t [Turn], budget: &Budget) -> Result<Self, FoldError> {
        let holding = holding(turns)?;
        let mut facts = Self {
            turns: turns.iter().enumerate().filter(|(at, _)| holding[*at]).collect(),
            person: Person::default(),
            person_since: None,
            statements: Vec::new(),
            subject: Subject::default(),
            heard: BTreeMap::new(),
            about: None,
            bad_age: false,
            is_cut: false,
            always_from: always_from(turns),
        };
        for (at, turn) in facts.turns.clone() {
            let before = facts.person;
            facts.add(guide, at, turn, budget)?;
            if facts.person != before {
                facts.person_since = Some(at);
            }
        }
        facts.subject = facts.subject.of_person(&facts.person);
        Ok(facts)
    }

    fn add(&mut self, guide: &Guide, at: usize, turn: &Turn, budget: &Budget) -> Result<(), FoldError> {
        let of = |member, id: &str| find(guide.network(), at, member, id);
        let find = |id: &str| of("finding", id);
        match turn {
            Turn::Said { text, asked } => {
                let asked = asked.iter().map(|id| of("asked", id)).collect::<Result<Vec<_>, _>>()?;
                let read = if self.is_cut && at < self.always_from {
                    Interpretation { is_cut: true, ..Interpretation::default() }
                } else {
                    guide.understanding().read_within(text, budget).map_err(AdviceError::from)?
                };
                self.is_cut |= read.is_cut;
                self.hear(at, read, &asked);
            }
            Turn::Answered { finding, answer } => self.state(at, Statement::asked(find(finding)?, *answer)),
            Turn::Told { finding, answer } => self.state(at, Statement::told(find(finding)?, *answer)),
            Turn::Corrected { finding, answer } => {
                let finding = find(finding)?;
                let asked =
                    self.statements.iter().rev().find(|s| s.finding == finding).is_some_and(|s| s.asked);
                self.statements.retain(|s| s.finding != finding);
                if let Some(answer) = *answer {
                    self.state(at, Statement { asked, ..Statement::told(finding, answer) });
                }
            }
            Turn::About { age, sex } => {
                self.about = Some(at);
                self.bad_age = false;
                match age {
                    None => {}
                    Some(None) => self.person.age = None,
                    Some(Some(Age::Years(years))) => {
                        self.person.age = Some(*years);
                        self.person.check().map_err(|error| FoldError::Age { turn: at, error })?;
                    }
                    Some(Some(Age::Words(words))) => match guide.understanding().read_age(words) {
                        Ok(years) => self.person.age = Some(years),
                        Err(_) => self.bad_age = true,
                    },
                }
                if let Some(sex) = sex {
                    self.person.sex = *sex;
                }
            }
            Turn::TakenBack { .. } | Turn::Finished {} | Turn::Continued {} => {}
        }
        Ok(())
    }

    fn state(&mut self, at: usize, statement: Statement) {
        self.statements.push(statement.in_turn(at as u32));
    }

    fn hear(&mut self, at: usize, read: Interpretation, asked: &[FindingId]) {
        let reply = match (read.reply, asked) {
            (Some(answer), [finding]) => Some((*finding, answer)),
            _ => None,
        };
        if let Some((finding, answer)) = reply {
            self.state(at, Statement::asked(finding, answer));
        }
        for mention in &read.mentions {
            let answer = if mention.choice == Choice::Present { Answer::Present } else { Answer::Absent };
            self.state(at, Statement::told(mention.finding, answer));
        }
        for &finding in &read.ruled_out {
            if self.statements.iter().all(|s| s.finding != finding) {
                self.state(at, Statement::told(finding, Answer::Absent));
            }
        }
        self.person.age = read.person.age.or(self.person.age);
        self.person.sex = read.person.sex.or(self.person.sex);
        if read.subject.who != Who::Oneself {
            self.subject = read.subject.clone();
        }
        let is_ambiguous = read.reply.is_some() && asked.len() > 1;
        self.heard.insert(at, Heard { read, reply, is_ambiguous });
    }

    /// Whether an emergency was recognised in any text.
    pub(super) fn has_emergency(&self) -> bool {
        self.heard.values().any(|heard| !heard.read.emergencies.is_empty())
    }

    /// The facts as a case.
    pub(super) fn case(&self) -> Case {
        Case {
            person: self.person,
            statements: self.statements.clone(),
            contradictions: Contradictions::Lenient,
            ..Case::default()
        }
    }

    /// How the interview is led by somebody who wanted to be asked more.
    pub(super) fn lengthened(&self, settings: InterviewSettings) -> InterviewSettings {
        let wish = self.turns.iter().rfind(|(_, turn)| matches!(turn, Turn::Continued {}));
        let Some((at, _)) = wish else { return settings };
        let answers = || self.statements.iter().filter(|s| s.asked && (s.turn as usize) < *at);
        let known = answers().filter(|s| s.answer != Answer::Unknown).count();
        InterviewSettings {
            most_questions: settings.most_questions.max(answers().count() + MORE),
            fewest_answers: settings.fewest_answers.max(known + MORE),
            ..settings
        }
    }

    /// Whether the person wants the result: nothing was done since.
    pub(super) fn is_finished(&self) -> bool {
        let last = self.turns.iter().rfind(|(_, turn)| !matches!(turn, Turn::TakenBack { .. }));
        matches!(last, Some((_, Turn::Finished {})))
    }

    /// The turn that "back" takes back.
    pub(super) fn last(&self) -> Option<usize> {
        self.turns.iter().rfind(|(_, turn)| !matches!(turn, Turn::TakenBack { .. })).map(|(at, _)| *at)
    }
}

/// The first of the latest turns whose texts together are no longer than what is always read.
fn always_from(turns: &[Turn]) -> usize {
    let mut left = ALWAYS_READ;
    let fits = |turn: &&Turn| match turn {
        Turn::Said { text, .. } => {
            let length = text.chars().count();
            let fits = length <= left;
            left = left.saturating_sub(length);
            fits
        }
        _ => true,
    };
    turns.len() - turns.iter().rev().take_while(fits).count()
}

fn find(network: &Network, turn: usize, member: &'static str, id: &str) -> Result<FindingId, FoldError> {
    network.finding(id).ok_or_else(|| FoldError::Finding {
        turn,
        member,
        id: id.chars().take(100).collect(),
        nearest: if id.len() <= 100 {
            network.finding_catalog().nearest_id(id).map(str::to_owned)
        } else {
            None
        },
    })
}
