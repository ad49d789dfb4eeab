//! The conversation's next step: what the answers so far mean, and what to ask next.

use etio::{
    BuildError, Criterion, DiseaseId, Engine, Evidence, EvidenceError, FindingId, Hierarchy, HierarchyError,
    InferenceError, Limits, Network, Posterior, Question, QuestionSettings, best_questions,
};
use serde::{Deserialize, Serialize};

use crate::companions::Companions;
use crate::context::Context;
use crate::person::{AgeError, Group, Person};
use crate::red_flags::{RedFlag, RedFlags};
use crate::table::DocumentError;
use crate::understand::{QuantityError, Understanding};
use crate::urgency::{Counsel, counsel};

/// How an answer says a finding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Yes.
    Present,
    /// No.
    Absent,
    /// Asked and not known: changes no probability, and is not asked again.
    Unknown,
}

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
    /// What a query may take.
    pub limits: Limits,
}

impl Default for InterviewSettings {
    fn default() -> Self {
        Self {
            questions: QuestionSettings { criterion: Criterion::Entropy, ..QuestionSettings::default() },
            most_questions: 20,
            fewest_answers: 6,
            limits: Limits::default(),
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
    /// The network with its priors as they are for the person.
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
        answers: &[(FindingId, Answer)],
        settings: &InterviewSettings,
    ) -> Result<(Evidence, Posterior), AdviceError> {
        let stated = evidence(answers)?;
        let evidence = self.hierarchy.reduce(&self.network, &stated)?;
        let network = self.network_for(person)?;
        let mut engine = Engine::with_limits(&network, settings.limits);
        Ok((stated, engine.diagnose(&evidence, settings.questions.method)?))
    }

    fn network_for(&self, person: &Person) -> Result<Network, BuildError> {
        if *person == Person::default() {
            return Ok(self.network.clone());
        }
        self.context.apply(&self.network, person)
    }

    /// What the answers so far mean for a person, and what to ask next. The last answer about a finding counts.
    pub fn advise(
        &self,
        person: &Person,
        answers: &[(FindingId, Answer)],
        settings: &InterviewSettings,
    ) -> Result<Advice<'_>, AdviceError> {
        person.check()?;
        let stated = evidence(answers)?;
        let red_flags = self.red_flags.raised(&stated, person);
        let evidence = self.hierarchy.reduce(&self.network, &stated)?;
        let network = self.network_for(person)?;
        let mut engine = Engine::with_limits(&network, settings.limits);
        let posterior = engine.diagnose(&evidence, settings.questions.method)?;
        let mut questions = Vec::new();
        let mut stop = None;
        if answers.len() >= settings.most_questions {
            stop = Some(StopReason::QuestionLimit);
        } else {
            let open = |f: FindingId| {
                answers.iter().all(|(known, _)| *known != f)
                    && !self.hierarchy.is_settled(f, &stated)
                    && self.audience[f.index()].may_include(person)
            };
            questions = best_questions(&mut engine, &evidence, &posterior, &settings.questions, open)?;
            if questions.is_empty() {
                stop = Some(StopReason::NothingToAsk);
            } else if answers.len() >= settings.fewest_answers && !questions.iter().any(|q| q.decides) {
                stop = Some(StopReason::Decided);
                questions.clear();
            }
        }
        let is_complete = stop.is_some() || answers.len() >= settings.fewest_answers;
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

impl Advice<'_> {
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

/// The answers as evidence: the last one about a finding counts, "don't know" says nothing.
fn evidence(answers: &[(FindingId, Answer)]) -> Result<Evidence, EvidenceError> {
    let last =
        |finding: FindingId| answers.iter().rev().find(|(f, _)| *f == finding).map(|(_, answer)| *answer);
    let with = |wanted: Answer| {
        answers.iter().map(|(f, _)| *f).filter(move |f| last(*f) == Some(wanted)).collect::<Vec<_>>()
    };
    Evidence::new(with(Answer::Present), with(Answer::Absent))
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
