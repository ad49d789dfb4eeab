//! The conversation's next step: what the answers so far mean, and what to ask next.

use etio::{
    Budget, BuildError, Criterion, DiseaseId, Engine, FindingId, Hierarchy, InferenceError, Limits, Network,
    Posterior, Question, QuestionSettings, best_questions_within,
};
use etio_case::{Case, DocumentError, Group, Reader, ReaderError, Reading, ReadingError, Statement, causes};
use serde::Serialize;

use crate::companions::Companions;
use crate::red_flags::{RedFlag, RedFlags};
use crate::translation::{Translation, languages};
use crate::understand::{Understanding, WordsError};
use crate::urgency::{Counsel, counsel};
use crate::words::{Language, LanguageError, Languages};

/// Everything a network brings to a conversation. Made once, shared by all conversations.
pub struct Guide {
    reader: Reader,
    red_flags: RedFlags,
    understanding: Understanding,
    /// For each finding, the people it makes sense to ask.
    audience: Vec<Group>,
    companions: Companions,
}

/// A network that cannot lead a conversation.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GuideError {
    /// Its cases cannot be read.
    #[error(transparent)]
    Reader(#[from] ReaderError),
    /// A companion file is at fault.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The texts of the language are at fault.
    #[error(transparent)]
    Language(#[from] LanguageError),
    /// Its texts in another language make no network.
    #[error(transparent)]
    Translation(#[from] BuildError),
    /// The words of its findings are at fault: the `quantity` column, `frames.csv` or phrases.
    #[error(transparent)]
    Words(#[from] WordsError),
    /// The `sex`, `age_min` or `age_max` column of the findings is at fault.
    #[error("finding `{finding}`: {problem}")]
    Audience {
        /// The finding.
        finding: String,
        /// What is wrong.
        problem: String,
    },
}

/// How a conversation is led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterviewSettings {
    /// How questions are chosen.
    pub questions: QuestionSettings,
    /// The most questions that are asked.
    pub most_questions: usize,
    /// Below this many answers the conversation goes on even where no single answer would change
    /// the leading disease.
    pub fewest_answers: usize,
    /// What a query may take.
    pub limits: Limits,
}

impl Default for InterviewSettings {
    fn default() -> Self {
        Self {
            questions: QuestionSettings { criterion: Criterion::Entropy, ..QuestionSettings::default() },
            most_questions: 20,
            fewest_answers: 4,
            limits: Limits::default(),
        }
    }
}

impl InterviewSettings {
    /// Why to stop after `answers` answers, given the best questions left.
    pub(crate) fn stop(&self, answers: usize, questions: &[Question]) -> Option<StopReason> {
        if answers >= self.most_questions {
            Some(StopReason::QuestionLimit)
        } else if questions.is_empty() {
            Some(StopReason::NothingToAsk)
        } else if answers >= self.fewest_answers && !questions.iter().any(|q| q.decides) {
            Some(StopReason::Decided)
        } else {
            None
        }
    }
}

/// Why no further question is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// No answer to any question would put another disease first.
    Decided,
    /// As many questions were asked as are allowed.
    QuestionLimit,
    /// There is nothing left to ask.
    NothingToAsk,
}

impl StopReason {
    /// Whether it holds although some candidates for a question were left out.
    fn is_certain(self, left_out: usize) -> bool {
        left_out == 0 || self == Self::QuestionLimit
    }
}

/// What the answers so far mean.
#[derive(Debug)]
pub struct Advice<'g> {
    /// What the statements mean: evidence, and the network for this person.
    pub reading: Reading,
    /// How likely each disease is.
    pub posterior: Posterior,
    /// What must interrupt at once.
    pub red_flags: Vec<&'g RedFlag>,
    /// What to ask next, best first; empty once the conversation should stop.
    pub questions: Vec<Question>,
    /// Number of candidates for a question that there was no time to weigh.
    pub left_out: usize,
    /// What to ask in one go with the first of them.
    pub related: Vec<Question>,
    /// How soon to seek help; nothing where no cause stands out.
    pub counsel: Option<Counsel>,
    /// Why to stop, if it is time.
    pub stop: Option<StopReason>,
}

/// Answers that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AdviceError {
    /// An impossible age, contradictory or foreign findings, or the like.
    #[error(transparent)]
    Reading(#[from] ReadingError),
    /// The query could not be answered.
    #[error(transparent)]
    Inference(#[from] InferenceError),
}

impl Guide {
    /// Reads what a network brings: hierarchy, context rules, red flags, words. It is led in English.
    pub fn of(network: &Network) -> Result<Self, GuideError> {
        Self::in_language(network, Languages::built_in()?.english())
    }

    /// The same in another language, with the network's `texts.<language>.csv` if it has one.
    pub fn in_language(network: &Network, language: &Language) -> Result<Self, GuideError> {
        if !languages(network).iter().any(|known| known == language.tag()) {
            return Self::as_written(network, language);
        }
        let translation = Translation::of(network, language.tag())?;
        let mut guide = Self::as_written(&translation.apply(network)?, language)?;
        guide.red_flags.translate(&translation);
        Ok(guide)
    }

    fn as_written(network: &Network, language: &Language) -> Result<Self, GuideError> {
        let reader = Reader::of(network)?;
        Ok(Self {
            red_flags: RedFlags::of(network, reader.hierarchy())?,
            understanding: Understanding::of(network, reader.hierarchy(), language)?,
            audience: audience(network)?,
            companions: Companions::of(network),
            reader,
        })
    }

    /// The network as written, with priors for anybody.
    pub fn network(&self) -> &Network {
        self.reader.network()
    }

    /// Reads cases.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Which findings refine which.
    pub fn hierarchy(&self) -> &Hierarchy {
        self.reader.hierarchy()
    }

    /// What must interrupt at once.
    pub fn red_flags(&self) -> &RedFlags {
        &self.red_flags
    }

    /// Reads free text.
    pub fn understanding(&self) -> &Understanding {
        &self.understanding
    }

    /// What a case means, and how likely each disease is; without a question.
    pub(crate) fn diagnose(
        &self,
        case: &Case,
        settings: &InterviewSettings,
    ) -> Result<(Reading, Posterior), AdviceError> {
        self.diagnose_within(case, settings, &Budget::start(&settings.limits))
    }

    /// The same within a budget that other work may share.
    pub(crate) fn diagnose_within(
        &self,
        case: &Case,
        settings: &InterviewSettings,
        budget: &Budget,
    ) -> Result<(Reading, Posterior), AdviceError> {
        let reading = self.reader.read(case)?;
        let method = settings.questions.method;
        let posterior = Engine::new(&reading.network).diagnose_within(&reading.evidence, method, budget)?;
        Ok((reading, posterior))
    }

    /// What a case means, and what to ask next.
    pub fn advise(&self, case: &Case, settings: &InterviewSettings) -> Result<Advice<'_>, AdviceError> {
        self.advise_within(case, settings, &Budget::start(&settings.limits))
    }

    /// The same within a budget that other work may share. Half of the time is kept for the choice
    /// of the question.
    pub fn advise_within(
        &self,
        case: &Case,
        settings: &InterviewSettings,
        budget: &Budget,
    ) -> Result<Advice<'_>, AdviceError> {
        let reading = self.reader.read(&Case { will_ask: true, ..case.clone() })?;
        let red_flags = self.red_flags.raised(&reading.stated, &case.person);
        let mut engine = Engine::with_limits(&reading.network, settings.limits);
        let method = settings.questions.method;
        let posterior = engine.diagnose_within(&reading.evidence, method, &budget.leaving(0.5))?;
        let open = |f: FindingId| {
            reading.holds.iter().all(|s| s.finding != f)
                && !self.hierarchy().is_settled(f, &reading.stated)
                && self.audience[f.index()].may_include(&case.person)
        };
        let (mut questions, mut left_out) = (Vec::new(), 0);
        let answers = answer_count(&reading.holds);
        if answers < settings.most_questions {
            let (evidence, choice) = (&reading.evidence, &settings.questions);
            (questions, left_out) =
                best_questions_within(&mut engine, evidence, &posterior, choice, open, budget)?;
        }
        // Without a look at some of the candidates, nothing is known about whether to stop.
        let stop = settings.stop(answers, &questions).filter(|reason| reason.is_certain(left_out));
        if stop.is_some() {
            questions.clear();
        }
        let is_complete = stop.is_some() || answers >= settings.fewest_answers;
        Ok(Advice {
            counsel: counsel(&reading.network, &posterior, is_complete),
            related: self.companions.of_first(&questions, self.hierarchy()),
            reading,
            posterior,
            red_flags,
            questions,
            left_out,
            stop,
        })
    }
}

/// How many questions were answered. If no statement is marked as an answer, every one counts: the
/// conversation of somebody who does not tell them apart must end too.
pub(crate) fn answer_count(statements: &[Statement]) -> usize {
    match statements.iter().filter(|s| s.asked).count() {
        0 => statements.len(),
        asked => asked,
    }
}

impl Advice<'_> {
    /// The likeliest causes, at most `count`: see [`etio_case::causes`].
    pub fn causes(&self, count: usize) -> Vec<(DiseaseId, f64)> {
        causes(&self.reading.network, &self.posterior, count)
    }

    /// The likely diseases that a yes to a question would speak for most, at most `count`.
    pub fn speaks_for(&self, finding: FindingId, count: usize) -> Vec<DiseaseId> {
        const LIKELY: f64 = 0.01;
        let mut linked: Vec<(f64, DiseaseId)> = self
            .reading
            .network
            .parents(finding)
            .iter()
            .map(|(disease, p)| (self.posterior.marginal(disease), p, disease))
            .filter(|(m, _, _)| *m >= LIKELY)
            .map(|(m, p, disease)| (m * p, disease))
            .collect();
        linked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        linked.into_iter().take(count).map(|(_, disease)| disease).collect()
    }
}

fn audience(network: &Network) -> Result<Vec<Group>, GuideError> {
    let catalog = network.finding_catalog();
    let cell =
        |f: FindingId, column: &str| catalog.attribute(f.index(), column).unwrap_or_default().to_owned();
    network
        .findings()
        .map(|f| {
            Group::parse(&cell(f, "sex"), &cell(f, "age_min"), &cell(f, "age_max")).map_err(|problem| {
                GuideError::Audience { finding: network.finding_id(f).to_owned(), problem }
            })
        })
        .collect()
}
