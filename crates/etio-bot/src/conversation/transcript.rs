//! The conversation in words: lines, chips, the form about the person, the question on the table.

use std::collections::{BTreeMap, HashSet};

use etio::{Budget, FindingId};
use etio_case::{NoteKind, Reading};

use super::facts::{Facts, Heard};
use super::view::{
    AboutForm, Action, Change, Chip, Flag, Known, Line, LineKind, QuestionView, SexChoice, StatementView,
};
use super::{FoldSettings, Turn};
use crate::interview::Guide;
use crate::words::Language;
use crate::{Answer, Person, Sex};

/// Puts a conversation into words.
pub(super) struct Teller<'a> {
    pub(super) guide: &'a Guide,
    pub(super) language: &'a Language,
    pub(super) facts: &'a Facts<'a>,
    pub(super) reading: &'a Reading,
    pub(super) settings: &'a FoldSettings<'a>,
    pub(super) budget: &'a Budget,
}

impl Teller<'_> {
    pub(super) fn name(&self, finding: FindingId) -> &str {
        self.guide.network().finding_name(finding)
    }

    pub(super) fn id(&self, finding: FindingId) -> String {
        self.guide.network().finding_id(finding).to_owned()
    }

    pub(super) fn attribute(&self, finding: FindingId, column: &str) -> Option<String> {
        self.guide.network().finding_catalog().attribute(finding.index(), column).map(str::to_owned)
    }

    /// A finding and how it stands, inside a sentence: "sore throat", "no cough".
    pub(super) fn phrase(&self, finding: FindingId, answer: Answer) -> String {
        let name = self.language.inside(self.name(finding));
        match answer {
            Answer::Present => name,
            Answer::Absent => self.language.say("denied", &[("name", &name)]),
            Answer::Unknown => self.language.say("not-known", &[("name", &name)]),
        }
    }

    pub(super) fn statements(&self) -> Vec<StatementView> {
        let view =
            |s: &crate::Statement| StatementView { id: self.id(s.finding), answer: s.answer, asked: s.asked };
        self.reading.holds.iter().map(view).collect()
    }

    /// Known findings, without those that another one implies.
    pub(super) fn known(&self) -> Known {
        let hierarchy = self.guide.hierarchy();
        let present = self.reading.holds.iter().filter(|s| s.answer == Answer::Present);
        let implied: HashSet<FindingId> = present.flat_map(|s| hierarchy.ancestors(s.finding)).collect();
        let plain = |s: &&crate::Statement| s.answer != Answer::Present || !implied.contains(&s.finding);
        let chips: Vec<Chip> = self.reading.holds.iter().filter(plain).map(|s| self.chip(s)).collect();
        Known { title: self.language.count("known", chips.len()), chips }
    }

    fn chip(&self, statement: &crate::Statement) -> Chip {
        let finding = statement.finding;
        let (id, name) = (self.id(finding), self.name(finding).to_owned());
        let state = self.language.text(match statement.answer {
            Answer::Present => "state-present",
            Answer::Absent => "state-absent",
            Answer::Unknown => "state-unknown",
        });
        let corrected = |answer| Turn::Corrected { finding: id.clone(), answer };
        let flipped = if statement.answer == Answer::Present { Answer::Absent } else { Answer::Present };
        Chip {
            because: self.origin(statement),
            flip: Action {
                label: self.language.say("flip", &[("name", &name), ("state", &state)]),
                key: None,
                turn: corrected(Some(flipped)),
            },
            remove: Action {
                label: self.language.say("remove", &[("name", &name)]),
                key: None,
                turn: corrected(None),
            },
            answer: statement.answer,
            state,
            id: self.id(finding),
            name,
        }
    }

    /// The origin of a statement, in words.
    fn origin(&self, statement: &crate::Statement) -> String {
        let at = statement.turn as usize;
        let turn = self.facts.turns.iter().find(|(place, _)| *place == at).map(|(_, turn)| *turn);
        let answered =
            || self.language.say("from-answered", &[("question", &self.question_text(statement.finding))]);
        match (turn, self.facts.heard.get(&at)) {
            (Some(Turn::Said { text, .. }), Some(heard)) => {
                match heard.read.mentions.iter().find(|m| m.finding == statement.finding) {
                    Some(mention) => {
                        let words = self.quoted(text, mention.start, mention.end);
                        self.language.say("from-said", &[("words", &words)])
                    }
                    None => answered(),
                }
            }
            (Some(Turn::Answered { .. }), _) => answered(),
            (Some(Turn::Corrected { .. }), _) => self.language.text("from-corrected"),
            _ => self.language.text("from-told"),
        }
    }

    /// Part of a text, by code points, in quotation marks.
    fn quoted(&self, text: &str, start: usize, end: usize) -> String {
        let words: String = text.chars().skip(start).take(end - start).collect();
        self.language.say("quoted", &[("text", &words)])
    }

    pub(super) fn about(&self, has_facts: bool) -> AboutForm {
        let Person { age, sex } = self.facts.person;
        let choice = |value: Option<Sex>, message: &str| SexChoice {
            value,
            label: self.language.text(message),
            is_chosen: value == sex,
        };
        AboutForm {
            is_open: has_facts && (self.facts.about.is_none() || self.facts.bad_age),
            title: self.language.text("about-title"),
            hint: self.language.text("about-hint"),
            // A number is understood in every language.
            age: age.map(|age| if age >= 2.0 { age.floor().to_string() } else { self.language.age(age) }),
            problem: self.facts.bad_age.then(|| self.language.text("age-problem")),
            sexes: vec![
                choice(None, "sex-unknown"),
                choice(Some(Sex::Female), "sex-female"),
                choice(Some(Sex::Male), "sex-male"),
            ],
            skip: Action {
                label: self.language.text("skip-about"),
                key: None,
                turn: Turn::About { age: None, sex: None },
            },
        }
    }

    /// Corrected or contradicted statements, with the turn that did it.
    pub(super) fn notes(&self) -> Vec<(usize, String)> {
        let notes = self.reading.notes.iter().filter(|note| note.finding != note.other);
        let mut told: Vec<(usize, String)> = Vec::new();
        for note in notes {
            let Some(winner) = self.reading.holds.iter().find(|s| s.finding == note.other) else { continue };
            let dropped = self.phrase(note.finding, note.answer);
            let kept = self.language.inside(self.name(note.other));
            let text = match note.kind {
                NoteKind::Corrected => {
                    let present = note.other_answer == Answer::Present;
                    let message = if present { "note-later-present" } else { "note-later-absent" };
                    self.language.say(message, &[("name", &kept), ("dropped", &dropped)])
                }
                NoteKind::Contradicted => {
                    self.language.say("note-inside", &[("kept", &kept), ("dropped", &dropped)])
                }
                NoteKind::Implied | NoteKind::ImpliedByAge | NoteKind::Repeated => continue,
            };
            if told.iter().all(|(_, known)| *known != text) {
                told.push((winner.turn as usize, text));
            }
        }
        told
    }

    /// The conversation, line by line.
    pub(super) fn lines(
        &self,
        chips: &[Chip],
        flags: &[Flag],
        about: &AboutForm,
        question: Option<&QuestionView>,
    ) -> Vec<Line> {
        let mut lines = Lines::default();
        let hello = Line { hint: Some(self.language.text("hello-hint")), ..self.etio("hello", "hello") };
        lines.push(hello);
        let raised = self.raised_at();
        let notes = self.notes();
        for &(at, turn) in &self.facts.turns {
            self.tell(at, turn, chips, &mut lines);
            for (_, text) in notes.iter().filter(|(place, _)| *place == at) {
                lines.push(line(format!("note:{at}"), LineKind::Etio, text.clone()));
            }
            for flag in flags.iter().filter(|flag| raised.get(&flag.id) == Some(&at)) {
                let hint = Some(flag.action.clone());
                let key = format!("flag:{}", flag.id);
                let title = Some(flag.title.clone());
                lines.push(Line { title, hint, ..line(key, LineKind::RedFlag, flag.message.clone()) });
            }
        }
        if about.is_open {
            lines.push(self.about_line());
        } else if let Some(question) = question {
            if question.related.is_empty() {
                lines.push(asking(&question.id, &question.text, question.explanation.clone()));
            } else {
                let lead = self.language.count("question-group", question.related.len() + 1);
                lines.push(line(format!("group:{}", question.id), LineKind::Etio, lead));
            }
        }
        lines.lines
    }

    fn tell(&self, at: usize, turn: &Turn, chips: &[Chip], lines: &mut Lines) {
        match turn {
            Turn::Said { text, asked } => {
                let Some(heard) = self.facts.heard.get(&at) else { return };
                let mut said = line(format!("said:{at}"), LineKind::Person, text.clone());
                if let Some((finding, _)) = heard.reply {
                    lines.push(self.asked_line(finding));
                    said.change = Some(self.change(finding));
                }
                lines.push(said);
                lines.extend(self.heard(at, text, heard, !asked.is_empty(), chips));
            }
            Turn::Answered { finding, answer } => {
                let Some(finding) = self.guide.network().finding(finding) else { return };
                lines.push(self.asked_line(finding));
                // A correction counts as if it had been said here.
                let message = match self.corrected(finding).unwrap_or(*answer) {
                    Answer::Present => "yes",
                    Answer::Absent => "no",
                    Answer::Unknown => "unknown",
                };
                let text = self.language.text(message);
                let change = Some(self.change(finding));
                let key = format!("answer:{}", self.id(finding));
                lines.push(Line { change, ..line(key, LineKind::Person, text) });
            }
            Turn::Told { finding, answer } => {
                let Some(finding) = self.guide.network().finding(finding) else { return };
                lines.push(line(format!("told:{at}"), LineKind::Person, self.phrase(finding, *answer)));
            }
            Turn::About { .. } if self.facts.about == Some(at) && !self.facts.bad_age => {
                lines.push(self.about_line());
                let name = self.language.text("about-name");
                let label = self.language.say("change-answer", &[("name", &name)]);
                let change = Some(Change { label, answers: Vec::new() });
                let text = self.language.person(&self.facts.person);
                lines.push(Line { change, ..line("person".to_owned(), LineKind::Person, text) });
            }
            Turn::About { .. }
            | Turn::Corrected { .. }
            | Turn::TakenBack { .. }
            | Turn::Finished {}
            | Turn::Continued {} => {}
        }
    }

    /// Interpretation of a text.
    fn heard(&self, at: usize, text: &str, heard: &Heard, was_asked: bool, chips: &[Chip]) -> Option<Line> {
        if heard.read.is_cut {
            // The result says that there was no time.
            return None;
        }
        let key = format!("heard:{at}");
        // After an alarm, what else was said can wait.
        let is_calm = heard.read.emergencies.is_empty();
        let missed = heard.read.not_understood.iter().filter(|_| is_calm);
        let missed: Vec<String> = missed.map(|&(start, end)| self.quoted(text, start, end)).collect();
        let hint = (!missed.is_empty())
            .then(|| self.language.say("missed", &[("parts", &self.language.all_of(&missed))]));
        if heard.is_ambiguous && heard.read.mentions.is_empty() {
            return Some(self.etio_at(key, "heard-several"));
        }
        if heard.is_nothing() {
            let message = if was_asked { "heard-nothing-asked" } else { "heard-nothing" };
            return Some(self.etio_at(key, message));
        }
        if heard.read.mentions.is_empty() {
            let person = heard.read.person;
            let text = self.language.say("heard-person", &[("person", &self.language.person(&person))]);
            return match (person == Person::default(), hint) {
                (true, None) => None,
                (true, Some(hint)) => Some(line(key, LineKind::Etio, hint)),
                (false, hint) => Some(Line { hint, ..line(key, LineKind::Etio, text) }),
            };
        }
        let ids: HashSet<String> = heard.read.mentions.iter().map(|m| self.id(m.finding)).collect();
        let is_here = |chip: &&Chip| {
            let finding = self.guide.network().finding(&chip.id);
            let holds = self.reading.holds.iter().find(|s| Some(s.finding) == finding);
            let is_said_here = holds.is_some_and(|s| s.turn as usize == at);
            ids.contains(&chip.id) && (is_said_here || finding.is_some_and(|f| self.corrected(f).is_some()))
        };
        let now: Vec<Chip> = chips.iter().filter(is_here).cloned().collect();
        if now.is_empty() {
            return Some(Line { hint, ..self.etio_at(key, "heard-corrected") });
        }
        let phrases: Vec<String> = now
            .iter()
            .filter_map(|chip| self.guide.network().finding(&chip.id).map(|f| self.phrase(f, chip.answer)))
            .collect();
        let sentence = self.language.say("heard-sentence", &[("findings", &self.language.all_of(&phrases))]);
        Some(Line { hint, chips: now, sentence: Some(sentence), ..self.etio_at(key, "heard") })
    }

    /// State that a finding was corrected to.
    fn corrected(&self, finding: FindingId) -> Option<Answer> {
        let id = self.guide.network().finding_id(finding);
        self.facts.turns.iter().rev().find_map(|(_, turn)| match turn {
            Turn::Corrected { finding, answer } if finding == id => Some(*answer),
            _ => None,
        })?
    }

    fn change(&self, finding: FindingId) -> Change {
        let id = self.id(finding);
        Change {
            label: self.language.say("change-answer", &[("name", &self.name(finding))]),
            answers: self.answers(|answer| Turn::Corrected { finding: id.clone(), answer: Some(answer) }),
        }
    }

    fn asked_line(&self, finding: FindingId) -> Line {
        asking(&self.id(finding), &self.question_text(finding), self.explanation(finding))
    }

    fn about_line(&self) -> Line {
        let hint = Some(self.language.text("about-hint"));
        let text = self.language.text("about-title");
        Line { hint, ..line("about".to_owned(), LineKind::Question, text) }
    }

    fn etio(&self, key: &str, message: &str) -> Line {
        self.etio_at(key.to_owned(), message)
    }

    fn etio_at(&self, key: String, message: &str) -> Line {
        line(key, LineKind::Etio, self.language.text(message))
    }
}

fn asking(id: &str, text: &str, explanation: Option<String>) -> Line {
    Line { hint: explanation, ..line(format!("asked:{id}"), LineKind::Question, text.to_owned()) }
}

fn line(key: String, kind: LineKind, text: String) -> Line {
    Line { key, kind, text, title: None, hint: None, chips: Vec::new(), sentence: None, change: None }
}

/// Lines whose keys are unique: a question that is asked a second time is another line.
#[derive(Default)]
struct Lines {
    lines: Vec<Line>,
    used: BTreeMap<String, usize>,
}

impl Lines {
    fn push(&mut self, mut line: Line) {
        let times = self.used.entry(line.key.clone()).and_modify(|times| *times += 1).or_insert(1);
        if *times > 1 {
            line.key = format!("{}:{times}", line.key);
        }
        self.lines.push(line);
    }

    fn extend(&mut self, line: Option<Line>) {
        if let Some(line) = line {
            self.push(line);
        }
    }
}
