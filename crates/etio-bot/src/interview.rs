//! The conversation's next step: what the answers so far mean, and what to ask next.

use etio::{
    BuildError, Criterion, DiseaseId, Engine, Evidence, EvidenceError, FindingId, Hierarchy, HierarchyError,
    InferenceError, Limits, Network, Posterior, Question, QuestionSettings, best_questions,
};
use serde::Serialize;

use crate::companions::Companions;
use crate::context::Context;
use crate::person::{AgeError, Group, Person};
use crate::red_flags::{RedFlag, RedFlags};
use crate::statement::{Statement, answer_count, evidence};
use crate::table::DocumentError;
use crate::understand::{QuantityError, Understanding};
use crate::urgency::{Counsel, counsel};

/// Everything a network brings to a conversation. Made once, shared by all conversations.
pub struct Guide {
    network: Network,
    hierarchy: Hierarchy,
    context: Context,
    red_flags: RedFlags,
    understanding: Understanding,
    /// For each finding, the people it makes sense to ask.
    audience: Vec<Group>,
    companions: Companions,
}

/// A network that cannot lead a conversation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GuideError {
    /// The `parent` column is at fault.
    #[error(transparent)]
    Hierarchy(#[from] HierarchyError),
    /// A document that rides along is at fault.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The `quantity` column is at fault.
    #[error(transparent)]
    Quantity(#[from] QuantityError),
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
    /// Below this many answers the conversation goes on even where no single answer would change the leading disease.
    pub fewest_answers: usize,
    /// How often an answer to a question is taken to be wrong.
    pub answer_errors: f64,
    /// What a query may take.
    pub limits: Limits,
}

/// Networks with more links are weighed as if answers were never wrong: their tables are not copied each turn.
const MOST_LINKS: usize = 1_000_000;

impl Default for InterviewSettings {
    fn default() -> Self {
        Self {
            questions: QuestionSettings { criterion: Criterion::Entropy, ..QuestionSettings::default() },
            most_questions: 20,
            fewest_answers: 4,
            answer_errors: 0.05,
            limits: Limits::default(),
        }
    }
}

impl InterviewSettings {
    /// Why to stop after so many answers, given the best questions left.
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

/// What the answers so far mean.
#[derive(Debug)]
pub struct Advice<'g> {
    /// The network as the person's statements are weighed on it: see [`Guide::network_for`].
    pub network: Network,
    /// The answers as evidence, implied observations left out.
    pub evidence: Evidence,
    /// How likely each disease is.
    pub posterior: Posterior,
    /// What must interrupt at once.
    pub red_flags: Vec<&'g RedFlag>,
    /// What to ask next, best first; empty once the conversation should stop.
    pub questions: Vec<Question>,
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
    /// An impossible age.
    #[error(transparent)]
    Age(#[from] AgeError),
    /// Contradictory or foreign findings.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// The context rules gave an impossible prior.
    #[error(transparent)]
    Priors(#[from] BuildError),
    /// The query could not be answered.
    #[error(transparent)]
    Inference(#[from] InferenceError),
}

impl Guide {
    /// Reads what a network brings: hierarchy, context rules, red flags, words.
    pub fn of(network: &Network) -> Result<Self, GuideError> {
        let hierarchy = Hierarchy::of(network)?;
        Ok(Self {
            context: Context::of(network)?,
            red_flags: RedFlags::of(network, &hierarchy)?,
            understanding: Understanding::of(network, &hierarchy)?,
            audience: audience(network)?,
            companions: Companions::of(network),
            network: network.clone(),
            hierarchy,
        })
    }

    /// The network as written, with priors for anybody.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Which findings refine which.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// How age and sex change the priors.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// What must interrupt at once.
    pub fn red_flags(&self) -> &RedFlags {
        &self.red_flags
    }

    /// Reads free text.
    pub fn understanding(&self) -> &Understanding {
        &self.understanding
    }

    /// What was stated, implied observations included, and how likely each disease is; without a question.
    pub(crate) fn diagnose(
        &self,
        person: &Person,
        statements: &[Statement],
        settings: &InterviewSettings,
    ) -> Result<(Evidence, Posterior), AdviceError> {
        let stated = evidence(statements)?;
        let evidence = self.hierarchy.reduce(&self.network, &stated)?;
        let network = self.network_for(person, statements, settings.answer_errors)?;
        let mut engine = Engine::with_limits(&network, settings.limits);
        Ok((stated, engine.diagnose(&evidence, settings.questions.method)?))
    }

    /// The network that a person's statements are weighed on: priors for their age and sex, and every finding they did
    /// not tell of by themselves known only by an answer, of which a share is wrong.
    pub fn network_for(
        &self,
        person: &Person,
        statements: &[Statement],
        answer_errors: f64,
    ) -> Result<Network, BuildError> {
        let network = if *person == Person::default() {
            self.network.clone()
        } else {
            self.context.apply(&self.network, person)?
        };
        if answer_errors == 0.0 || network.link_count() > MOST_LINKS {
            return Ok(network);
        }
        let last = |f: FindingId| statements.iter().rev().find(|s| s.finding == f);
        let is_told = |f: FindingId| last(f).is_some_and(|s| !s.asked);
        network.with_answer_errors(answer_errors, |f| !is_told(f))
    }

    /// What the answers so far mean for a person, and what to ask next. The last statement about a finding counts.
    pub fn advise(
        &self,
        person: &Person,
        statements: &[Statement],
        settings: &InterviewSettings,
    ) -> Result<Advice<'_>, AdviceError> {
        person.check()?;
        let stated = evidence(statements)?;
        let red_flags = self.red_flags.raised(&stated, person);
        let evidence = self.hierarchy.reduce(&self.network, &stated)?;
        let network = self.network_for(person, statements, settings.answer_errors)?;
        let mut engine = Engine::with_limits(&network, settings.limits);
        let posterior = engine.diagnose(&evidence, settings.questions.method)?;
        let open = |f: FindingId| {
            statements.iter().all(|s| s.finding != f)
                && !self.hierarchy.is_settled(f, &stated)
                && self.audience[f.index()].may_include(person)
        };
        let mut questions = Vec::new();
        let answers = answer_count(statements);
        if answers < settings.most_questions {
            questions = best_questions(&mut engine, &evidence, &posterior, &settings.questions, open)?;
        }
        let stop = settings.stop(answers, &questions);
        if stop.is_some() {
            questions.clear();
        }
        let is_complete = stop.is_some() || answers >= settings.fewest_answers;
        Ok(Advice {
            counsel: counsel(&network, &posterior, is_complete),
            related: self.companions.of_first(&questions, &self.hierarchy),
            network,
            evidence,
            posterior,
            red_flags,
            questions,
            stop,
        })
    }
}

/// How many times likelier than beforehand a disease must be to be shown as a cause, and how likely at least.
const SHOWN: f64 = 1.5;
const LEAST_SHOWN: f64 = 0.001;

impl Advice<'_> {
    /// The likeliest diseases that the answers speak for, at most `count`: that anybody may have a cold is no cause of a
    /// painful knee. All of them where the answers speak for none.
    pub fn causes(&self, count: usize) -> Vec<(DiseaseId, f64)> {
        let ranking = self.posterior.ranking(self.network.disease_count());
        let spoken_for =
            |(disease, p): &(DiseaseId, f64)| *p >= LEAST_SHOWN && *p >= SHOWN * self.network.prior(*disease);
        let causes: Vec<_> = ranking.iter().copied().filter(spoken_for).take(count).collect();
        if causes.is_empty() { ranking.into_iter().take(count).collect() } else { causes }
    }

    /// The likely diseases that a yes to a question would speak for most, at most `count`.
    pub fn speaks_for(&self, finding: FindingId, count: usize) -> Vec<DiseaseId> {
        const LIKELY: f64 = 0.01;
        let mut linked: Vec<(f64, DiseaseId)> = self
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
