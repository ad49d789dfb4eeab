//! The conversation's next step: what the answers so far mean, and what to ask next.

use std::collections::HashSet;

use etio::{
    Budget, BuildError, Criterion, DiseaseId, Engine, Evidence, FindingId, Hierarchy, InferenceError, Limits,
    Network, Posterior, Question, QuestionSettings, Sampling,
};
use etio_case::{
    Answer, Case, DocumentError, DocumentProblem, Person, Reader, ReaderError, Reading, ReadingError,
    Statement, causes,
};
use serde::Serialize;

use crate::asking::companions::Companions;
use crate::asking::screen::Screen;
use crate::asking::sense::{Sense, is_present};
use crate::asking::{Asking, Choice, Prospects, TurningPoint};
use crate::parts;
use crate::red_flags::{RedFlag, RedFlags};
use crate::tempering::Tempering;
use crate::translation::{Translation, languages};
use crate::understand::{Understanding, WordsError};
use crate::urgency::{Basis, Counsel, NAMED_FROM, Priors, Risk, Urgency, cautious, counsel_on};
use crate::words::{Language, LanguageError, Languages};

/// How often a disease must cause a complaint to be named as an explanation of it.
const EXPLAINS: f64 = 0.05;
/// How often a disease must come with something in the history to be unlikely without it.
const NEEDED: f64 = 0.85;
/// How often a disease must show a finding for it to be hardly that disease without it.
const DEFINING: f64 = 0.9;
/// How likely a disease must be to be named although nobody knows yet whether what defines it is there.
const NAMED_UNASKED: f64 = 0.1;

/// Conversation data derived from a network. Build once, share between conversations.
pub struct Guide {
    reader: Reader,
    red_flags: RedFlags,
    understanding: Understanding,
    sense: Sense,
    screen: Screen,
    companions: Companions,
    tempering: Tempering,
    /// For each disease, what in the history it hardly ever comes without.
    exposures: Vec<Vec<FindingId>>,
    /// For each disease, the findings that it hardly ever comes without.
    defining: Vec<Vec<FindingId>>,
    /// For each disease, how soon it needs attention.
    levels: Vec<Option<Urgency>>,
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
    /// The translated texts do not fit the network.
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
        /// The problem.
        problem: String,
    },
    /// More than one of these.
    #[error("{}", DocumentProblem::list(&self.each()))]
    Several(Vec<GuideError>),
}

impl GuideError {
    /// Every problem in words, those of companion files one by one.
    fn each(&self) -> Vec<String> {
        match self {
            Self::Several(errors) => errors.iter().flat_map(Self::each).collect(),
            Self::Document(error) => error.problems.iter().map(ToString::to_string).collect(),
            other => vec![other.to_string()],
        }
    }
}

/// How a conversation is led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterviewSettings {
    /// How questions are chosen.
    pub strategy: Strategy,
    /// How candidates are found, and the criterion of [`Strategy::Criterion`].
    pub questions: QuestionSettings,
    /// Maximum number of questions.
    pub most_questions: usize,
    /// Below this many answers, "don't know" not counted, the conversation goes on even if no answer
    /// would change the result.
    pub fewest_answers: usize,
    /// Resource limits for one query.
    pub limits: Limits,
    /// When methods that draw samples stop, and their seed.
    pub sampling: Sampling,
}

impl Default for InterviewSettings {
    fn default() -> Self {
        Self {
            strategy: Strategy::Utility,
            questions: QuestionSettings { criterion: Criterion::Entropy, ..QuestionSettings::default() },
            most_questions: 20,
            fewest_answers: 5,
            limits: Limits::default(),
            sampling: Sampling::default(),
        }
    }
}

/// How the next question is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The safety screen first, then what changes most for the person.
    Utility,
    /// The criterion of [`InterviewSettings::questions`] alone, for comparison.
    Criterion,
}

impl InterviewSettings {
    /// Why to stop, given what was answered and what further answers could do.
    pub(crate) fn stop(
        &self,
        answers: Answers,
        has_questions: bool,
        prospects: Prospects,
    ) -> Option<StopReason> {
        let Prospects { is_screening, decides, matters, has_history } = prospects;
        if answers.given >= self.most_questions {
            Some(StopReason::QuestionLimit)
        } else if !has_questions {
            Some(StopReason::NothingToAsk)
        } else if answers.known >= self.fewest_answers && !(is_screening || decides || matters || has_history)
        {
            Some(StopReason::Decided)
        } else {
            None
        }
    }
}

/// Why no further question is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// No answer would put another disease first or change the advice.
    Decided,
    /// The maximum number of questions was asked.
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

/// Result of the answers so far.
#[derive(Debug)]
pub struct Advice<'g> {
    /// The statements as evidence, and the network for this person.
    pub reading: Reading,
    /// How likely each disease is.
    pub posterior: Posterior,
    /// Alarms that must interrupt at once.
    pub red_flags: Vec<&'g RedFlag>,
    /// Next questions, best first; empty once the conversation should stop.
    pub questions: Vec<Question>,
    /// Number of candidates for a question that there was no time to weigh.
    pub left_out: usize,
    /// Questions to ask together with the first of them.
    pub related: Vec<Question>,
    /// How soon to seek help; nothing if no cause stands out.
    pub counsel: Option<Counsel>,
    /// Why to stop, if it is time.
    pub stop: Option<StopReason>,
    /// The answers that would change the result.
    pub turning: Vec<TurningPoint>,
    /// Possible effects of further answers.
    pub(crate) prospects: Prospects,
    /// Whether enough was asked for calm advice.
    pub(crate) is_complete: bool,
    /// How posteriors are shown.
    pub(crate) tempering: Tempering,
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

    /// Like [`of`](Self::of) in another language, with the network's `texts.<language>.csv` if it has one.
    pub fn in_language(network: &Network, language: &Language) -> Result<Self, GuideError> {
        if !languages(network).iter().any(|known| known == language.tag()) {
            return Self::as_written(network, language);
        }
        let translation = Translation::of(network, language.tag())
            .map_err(|first| parts::error(network, language, first.into()))?;
        let mut guide = Self::as_written(&translation.apply(network)?, language)?;
        guide.red_flags.translate(&translation);
        Ok(guide)
    }

    fn as_written(network: &Network, language: &Language) -> Result<Self, GuideError> {
        // The first problem may hide others: a network that fails is read again part by part.
        Self::read(network, language).map_err(|first| parts::error(network, language, first))
    }

    fn read(network: &Network, language: &Language) -> Result<Self, GuideError> {
        let reader = Reader::of(network)?;
        let companions = Companions::of(network);
        let shown = |d: DiseaseId, least: f64| {
            network.findings_of(d).into_iter().filter(move |(_, p, _)| *p >= least).map(|(f, _, _)| f)
        };
        let needed = |d| shown(d, NEEDED).filter(|f| companions.is_history(*f)).collect();
        Ok(Self {
            red_flags: RedFlags::of(network, reader.hierarchy())?,
            understanding: Understanding::of(network, reader.hierarchy(), language)?,
            sense: parts::sense(network, reader.hierarchy())?,
            screen: Screen::read(network)?,
            exposures: network.diseases().map(needed).collect(),
            defining: network.diseases().map(|d| shown(d, DEFINING).collect()).collect(),
            companions,
            tempering: Tempering::of(network)?,
            levels: network.diseases().map(|d| Urgency::of(network, d)).collect(),
            reader,
        })
    }

    /// This guide with posteriors shown at another temperature.
    #[must_use]
    pub fn tempered(self, tempering: Tempering) -> Self {
        Self { tempering, ..self }
    }

    /// How posteriors are shown.
    pub fn tempering(&self) -> Tempering {
        self.tempering
    }

    pub(crate) fn sense(&self) -> &Sense {
        &self.sense
    }

    pub(crate) fn screen(&self) -> &Screen {
        &self.screen
    }

    pub(crate) fn companions(&self) -> &Companions {
        &self.companions
    }

    /// How soon a disease needs attention.
    pub(crate) fn level(&self, disease: DiseaseId) -> Option<Urgency> {
        self.levels[disease.index()]
    }

    /// The risks that decide how soon to seek help, from the posteriors of diseases. `basis` says
    /// how much was asked before; `network` is the person's.
    pub(crate) fn risks(
        &self,
        network: &Network,
        posteriors: impl Iterator<Item = (DiseaseId, f64)>,
        basis: Basis,
    ) -> Vec<Risk> {
        let risk = |(disease, posterior): (DiseaseId, f64)| {
            let level = self.level(disease)?;
            let priors = self.priors(network, disease);
            let rise = |(posterior, prior): (f64, f64)| (self.tempering.apply(posterior) - prior).max(0.0);
            let probability = rise(cautious(level, posterior, priors, basis));
            Some(Risk { disease, level, probability, plain: rise((posterior, priors.own)) })
        };
        posteriors.filter_map(risk).collect()
    }

    /// How common a disease is for the person of a network, and for anybody.
    pub(crate) fn priors(&self, network: &Network, disease: DiseaseId) -> Priors {
        Priors { own: network.prior(disease), usual: self.network().prior(disease) }
    }

    /// The network as written, with priors for anybody.
    pub fn network(&self) -> &Network {
        self.reader.network()
    }

    /// Reads cases.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Refinements of findings.
    pub fn hierarchy(&self) -> &Hierarchy {
        self.reader.hierarchy()
    }

    /// Alarms that must interrupt at once.
    pub fn red_flags(&self) -> &RedFlags {
        &self.red_flags
    }

    /// Reads free text.
    pub fn understanding(&self) -> &Understanding {
        &self.understanding
    }

    /// Whether a finding concerns a person and is not yet known, nor settled by what is.
    pub fn is_open(&self, finding: FindingId, reading: &Reading, person: &Person) -> bool {
        self.sense.is_open(finding, reading, person, self.hierarchy())
    }

    /// The reading of a case and the probability of each disease, without a question.
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
        let mut engine = Engine::new(&reading.network);
        engine.set_sampling(settings.sampling);
        let posterior = engine.diagnose_within(&reading.evidence, method, budget)?;
        Ok((reading, posterior))
    }

    /// Diagnosis of a case, and the next questions.
    pub fn advise(&self, case: &Case, settings: &InterviewSettings) -> Result<Advice<'_>, AdviceError> {
        self.advise_within(case, settings, &Budget::start(&settings.limits))
    }

    /// Like [`advise`](Self::advise), within a budget that other work may share. Half of the time is
    /// reserved for the choice of the question.
    pub fn advise_within(
        &self,
        case: &Case,
        settings: &InterviewSettings,
        budget: &Budget,
    ) -> Result<Advice<'_>, AdviceError> {
        let case = Case { will_ask: true, ..case.clone() };
        let reading = self.reader.read(&case)?;
        let red_flags = self.red_flags.raised(&reading.stated, &case.person);
        let mut engine = Engine::with_limits(&reading.network, settings.limits);
        engine.set_sampling(settings.sampling);
        let method = settings.questions.method;
        let posterior = engine.diagnose_within(&reading.evidence, method, &budget.leaving(0.5))?;
        let answers = Answers::of(&reading.holds);
        let is_alarmed = !red_flags.is_empty();
        let mut choice = Choice::default();
        if answers.given < settings.most_questions {
            let person = &case.person;
            let asking = Asking {
                guide: self,
                reading: &reading,
                person,
                posterior: &posterior,
                settings,
                is_alarmed,
            };
            choice = asking.choose(&mut engine, budget)?;
        }
        let Choice { mut questions, left_out, prospects, turning } = choice;
        // If some candidates were not rated, it is unknown whether to stop.
        let stop = settings
            .stop(answers, !questions.is_empty(), prospects)
            .filter(|reason| reason.is_certain(left_out));
        if stop.is_some() {
            questions.clear();
        }
        let is_complete =
            stop.is_some() || (answers.known >= settings.fewest_answers && !prospects.is_screening);
        let basis = if is_complete { Basis::Complete } else { Basis::Early };
        let counsel = self.counsel(&reading, &posterior, is_alarmed, basis);
        let first = causes(&reading.network, &posterior, 1).first().map(|(disease, _)| *disease);
        let now = (first, counsel.as_ref().map(|counsel| counsel.urgency));
        // The answer to the case itself is there already: nothing else is worth all of the time left.
        let rest = budget.leaving(0.5);
        // Nothing is told to distract from an alarm.
        let turning = if is_alarmed { Vec::new() } else { turning };
        let turning =
            self.turning_points((&case, &reading, &mut engine), &turning, now, settings, basis, &rest);
        Ok(Advice {
            counsel,
            is_complete,
            related: self.companions.of_first(&questions, self.hierarchy()),
            reading,
            posterior,
            red_flags,
            questions,
            left_out,
            stop,
            turning,
            prospects,
            tempering: self.tempering,
        })
    }

    /// How soon to seek help, for somebody who sees an alarm or not, and who wants the result now
    /// (`is_over`) or is still asked.
    pub(crate) fn counsel_at(&self, advice: &Advice<'_>, is_alarmed: bool, is_over: bool) -> Option<Counsel> {
        let basis = match (advice.is_complete, is_over) {
            (true, _) => Basis::Complete,
            (false, true) => Basis::Hasty,
            (false, false) => Basis::Early,
        };
        self.counsel_on(advice, is_alarmed, basis)
    }

    /// Like [`counsel_at`](Self::counsel_at), for a given `basis`.
    pub(crate) fn counsel_on(&self, advice: &Advice<'_>, is_alarmed: bool, basis: Basis) -> Option<Counsel> {
        self.counsel(&advice.reading, &advice.posterior, is_alarmed, basis)
    }

    /// How soon to seek help, by the rule that the screen follows.
    pub(crate) fn counsel(
        &self,
        reading: &Reading,
        posterior: &Posterior,
        is_alarmed: bool,
        basis: Basis,
    ) -> Option<Counsel> {
        let mut risks = self.risks(&reading.network, network_posteriors(posterior), basis);
        // What takes an exposure that nobody spoke of counts as it is, however rare, and so does what its
        // own questions have ruled out.
        let known = Known::of(&reading.stated, self.hierarchy());
        let ruled_out = self.screen.denied(|f| known.has(f), |f| known.denies(f));
        let is_denied = |disease: DiseaseId| {
            ruled_out.contains(&disease) || self.defining[disease.index()].iter().any(|f| known.denies(*f))
        };
        for risk in risks.iter_mut().filter(|risk| risk.probability > risk.plain) {
            if !self.was_exposed(reading, risk.disease) || is_denied(risk.disease) {
                risk.probability = risk.plain;
            }
        }
        counsel_on(&risks, is_alarmed, basis, |disease| {
            // Nobody is told to have a cut checked who has no wound.
            if is_denied(disease) || !self.explains(reading, disease) {
                return None;
            }
            let is_defined = self.defining[disease.index()].iter().all(|f| known.has(*f));
            Some(if is_defined { NAMED_FROM } else { NAMED_UNASKED })
        })
    }

    /// Whether an exposure that a disease needs was mentioned: heat stroke needs a long time in great heat,
    /// decompression sickness a dive.
    fn was_exposed(&self, reading: &Reading, disease: DiseaseId) -> bool {
        let needed = &self.exposures[disease.index()];
        needed.is_empty() || needed.iter().any(|f| is_present(*f, &reading.stated, self.hierarchy()))
    }

    /// Whether a disease explains a complaint: something that is present, and not only history.
    fn explains(&self, reading: &Reading, disease: DiseaseId) -> bool {
        if !self.was_exposed(reading, disease) {
            return false;
        }
        let complaints = reading.stated.present().iter().filter(|f| !self.companions.is_history(**f));
        let link = |f: &FindingId| reading.network.link(disease, *f).map_or(0.0, |(p, _)| p);
        complaints.map(link).any(|p| p >= EXPLAINS)
    }
}

/// What is known of findings, refinements included.
struct Known {
    present: HashSet<FindingId>,
    absent: HashSet<FindingId>,
}

impl Known {
    fn of(stated: &Evidence, hierarchy: &Hierarchy) -> Self {
        let with = |f: &FindingId, others: HashSet<FindingId>| others.into_iter().chain([*f]);
        let present = stated.present().iter().flat_map(|f| with(f, hierarchy.ancestors(*f))).collect();
        let absent = stated.absent().iter().flat_map(|f| with(f, hierarchy.descendants(*f))).collect();
        Self { present, absent }
    }

    fn has(&self, finding: FindingId) -> bool {
        self.present.contains(&finding)
    }

    fn denies(&self, finding: FindingId) -> bool {
        self.absent.contains(&finding) && !self.has(finding)
    }
}

/// Every disease with its posterior.
fn network_posteriors(posterior: &Posterior) -> impl Iterator<Item = (DiseaseId, f64)> {
    posterior.marginals.iter().enumerate().map(|(at, p)| (DiseaseId::new(at as u32), *p))
}

/// How many questions were answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answers {
    /// Questions with any answer. If no statement is marked as an answer, every one counts: the
    /// conversation of somebody who does not tell them apart must end too.
    pub(crate) given: usize,
    /// Questions with another answer than "don't know".
    pub(crate) known: usize,
}

impl Answers {
    pub(crate) fn of(statements: &[Statement]) -> Self {
        let asked = || statements.iter().filter(|s| s.asked);
        let given = match asked().count() {
            0 => statements.len(),
            given => given,
        };
        Self { given, known: asked().filter(|s| s.answer != Answer::Unknown).count() }
    }
}

impl Advice<'_> {
    /// The likeliest causes, at most `count`: see [`etio_case::causes`].
    pub fn causes(&self, count: usize) -> Vec<(DiseaseId, f64)> {
        causes(&self.reading.network, &self.posterior, count)
    }

    /// A disease's probability as it is shown.
    pub fn shown(&self, disease: DiseaseId) -> f64 {
        self.tempering.apply(self.posterior.marginal(disease))
    }

    /// The likely diseases that a yes to a question would support most, at most `count`.
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
