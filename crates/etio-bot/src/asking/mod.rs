//! The next question: what changes most for the person. The questions of the safety screen count more,
//! and all of them are asked before there is a result.
//!
//! The gain of a question is the expected fall of the uncertainty about the leading diseases, each
//! weighed by what is at stake, and of the expected cost of the best advice (`urgency.rs`): an
//! emergency found or ruled out counts more than telling two colds apart.

pub(crate) mod companions;
pub(crate) mod screen;
pub(crate) mod sense;
mod turning;

use std::collections::HashSet;

use etio::{
    Budget, DiseaseId, Engine, FindingId, Foresight, InferenceError, Posterior, Question,
    best_questions_within, foresee_within, promising_findings,
};
use etio_case::{Answer, Person, Reading};

pub(crate) use turning::Candidate;
pub use turning::TurningPoint;

use crate::interview::{Answers, Guide, InterviewSettings, Strategy};
use crate::urgency::{Basis, Urgency, cautious, cost};

/// How many diseases join the leading ones because they would be grave to miss.
const GRAVE: usize = 6;
/// Value of a fall of the expected cost by one, in nats.
const PER_COST: f64 = 0.5;
/// Weights of the uncertainty about a disease, by its level of urgency, most urgent first.
const STAKES: [f64; 4] = [2.0, 1.3, 1.0, 0.8];
/// How much more a question about the opening complaint counts, and for how many answers.
const NEAR: f64 = 1.3;
const EXPLORING: usize = 6;
/// An interview opens with this many questions to which a yes would be no surprise, from this probability
/// on, and that are not about history: nobody who complains of low mood is asked first of all whether
/// they want to die, and nobody who is hoarse which vaccinations they had as a child.
const OPENING: usize = 2;
const EXPECTED: f64 = 0.1;
/// How much more a question of the safety screen counts. It is asked in any case before there is a
/// result; asking the whole screen before everything else finds fewer diseases, emergencies among them.
const SCREENED: f64 = 1.5;
/// How likely an answer must be that is worth going on for.
const LIKELY_ENOUGH: f64 = 0.15;
/// How likely a disease must be for it to matter that it comes first: among nothing but unlikely causes
/// some answer always changes the order.
const NOTABLE: f64 = 0.05;
/// An expected fall of the cost that is worth going on for.
const WORTH_ASKING: f64 = 0.05;
/// A gain of a question about history, medicines and risks that is worth asking it, in nats.
const WORTH_A_LOOK_BACK: f64 = 0.03;

/// The candidates for the next question.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    /// Best first.
    pub(crate) questions: Vec<Question>,
    /// Number of candidates skipped for lack of time.
    pub(crate) left_out: usize,
    pub(crate) prospects: Prospects,
    /// Answers that may change the result.
    pub(crate) turning: Vec<Candidate>,
}

/// Possible effects of further answers.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four questions that are independent of each other")]
pub(crate) struct Prospects {
    /// Whether the safety screen has questions left.
    pub(crate) is_screening: bool,
    /// Whether an answer would put another disease first.
    pub(crate) decides: bool,
    /// Whether an answer would improve the advice.
    pub(crate) matters: bool,
    /// Whether history, medicines or risks matter and none was asked about.
    pub(crate) has_history: bool,
}

/// Chooses the next question of one conversation.
pub(crate) struct Asking<'a> {
    pub(crate) guide: &'a Guide,
    pub(crate) reading: &'a Reading,
    pub(crate) person: &'a Person,
    pub(crate) posterior: &'a Posterior,
    pub(crate) settings: &'a InterviewSettings,
    pub(crate) is_alarmed: bool,
}

impl Asking<'_> {
    pub(crate) fn choose(&self, engine: &mut Engine, budget: &Budget) -> Result<Choice, InferenceError> {
        match self.settings.strategy {
            Strategy::Utility => self.by_utility(engine, budget),
            Strategy::Criterion => self.by_criterion(engine, budget),
        }
    }

    /// The criterion of the settings alone, over every finding that is open.
    fn by_criterion(&self, engine: &mut Engine, budget: &Budget) -> Result<Choice, InferenceError> {
        let (evidence, choice) = (&self.reading.evidence, &self.settings.questions);
        let open = |f| self.guide.sense().is_open(f, self.reading, self.person, self.guide.hierarchy());
        let (questions, left_out) =
            best_questions_within(engine, evidence, self.posterior, choice, open, budget)?;
        let prospects = Prospects { decides: questions.iter().any(|q| q.decides), ..Prospects::default() };
        Ok(Choice { questions, left_out, prospects, turning: Vec::new() })
    }

    fn by_utility(&self, engine: &mut Engine, budget: &Budget) -> Result<Choice, InferenceError> {
        let differential = self.differential();
        let pending = self.pending();
        let (candidates, unscored) = self.candidates(&differential, &pending, budget)?;
        let (foreseen, late) = foresee_within(
            engine,
            &self.reading.evidence,
            self.posterior,
            &differential,
            &candidates,
            self.settings.questions.method,
            budget,
        )?;
        let left_out = unscored + late;
        let now: Vec<f64> = differential.iter().map(|&d| self.posterior.marginal(d)).collect();
        let near = self.near();
        let mut prospects = Prospects { is_screening: !pending.is_empty(), ..Prospects::default() };
        let has_looked_back = self.reading.holds.iter().any(|s| self.is_history(s.finding));
        let mut weighed: Vec<(bool, f64, Question)> = Vec::with_capacity(foreseen.len());
        for answers in &foreseen {
            let (question, saved) = self.weigh(&differential, &now, answers);
            let finding = question.finding;
            prospects.decides |= question.decides;
            prospects.matters |= saved >= WORTH_ASKING;
            prospects.has_history |=
                !has_looked_back && self.is_history(finding) && question.gain >= WORTH_A_LOOK_BACK;
            let is_pending = pending.contains(&finding);
            let near = if near.contains(&finding) { NEAR } else { 1.0 };
            let screened = if is_pending { SCREENED } else { 1.0 };
            weighed.push((is_pending, near * screened * question.gain, question));
        }
        // No result comes before the screen is complete, so it goes first once there is only room for it,
        // or nothing else would change the result.
        let is_all_that_is_left = self.room() <= pending.len() || !(prospects.decides || prospects.matters);
        let is_urgent = |is_pending: bool| is_pending && is_all_that_is_left;
        let is_opening = self.reading.holds.iter().filter(|s| s.asked).count() < OPENING;
        let opens = |question: &Question| {
            let finding = question.finding;
            let is_fit = !self.is_history(finding) && !self.guide.red_flags().is_delicate(finding);
            is_opening && is_fit && question.probability >= EXPECTED
        };
        weighed.sort_by(|a, b| {
            let by_value = b.1.total_cmp(&a.1).then(a.2.finding.cmp(&b.2.finding));
            let by_place = is_urgent(b.0).cmp(&is_urgent(a.0)).then(opens(&b.2).cmp(&opens(&a.2)));
            by_place.then(by_value)
        });
        // What nobody can have any more is not asked about for safety's sake either.
        prospects.is_screening &= left_out > 0 || weighed.iter().any(|(is_pending, _, _)| *is_pending);
        if self.is_due_to_look_back(prospects)
            && let Some(at) = weighed.iter().position(|(_, _, question)| self.is_history(question.finding))
        {
            weighed[..=at].rotate_right(1);
        }
        Ok(Choice {
            turning: self.turning_candidates(&differential, &now, &foreseen),
            questions: weighed.into_iter().map(|(_, _, question)| question).collect(),
            left_out,
            prospects,
        })
    }

    /// The leading diseases that the answers made likelier, and the gravest of the others; simply the
    /// leading ones if the answers made none likelier.
    fn differential(&self) -> Vec<DiseaseId> {
        let network = &self.reading.network;
        let ranking = self.posterior.ranking(network.disease_count());
        let settings = &self.settings.questions;
        let is_raised = |(d, p): &&(DiseaseId, f64)| *p > 0.0 && *p >= settings.raised * network.prior(*d);
        let raised: Vec<(DiseaseId, f64)> = ranking.iter().filter(is_raised).copied().collect();
        if raised.is_empty() {
            return ranking.into_iter().take(settings.differential).map(|(d, _)| d).collect();
        }
        let (leading, others) = raised.split_at(settings.differential.min(raised.len()));
        let is_grave = |(d, _): &&(DiseaseId, f64)| self.guide.level(*d) == Some(Urgency::Emergency);
        let counted = |(d, p): &(DiseaseId, f64)| {
            cautious(Urgency::Emergency, *p, self.guide.priors(network, *d), Basis::Complete).0
        };
        let mut grave: Vec<(DiseaseId, f64)> = others.iter().filter(is_grave).copied().collect();
        grave.sort_by(|a, b| counted(b).total_cmp(&counted(a)).then(a.0.cmp(&b.0)));
        leading.iter().chain(grave.iter().take(GRAVE)).map(|(d, _)| *d).collect()
    }

    /// How many questions may still be asked.
    fn room(&self) -> usize {
        self.settings.most_questions.saturating_sub(Answers::of(&self.reading.holds).given)
    }

    /// What the safety screen still needs to know, as much of it as there is room for; nothing once the
    /// person was told to get help now.
    fn pending(&self) -> HashSet<FindingId> {
        if self.is_alarmed {
            return HashSet::new();
        }
        let (sense, hierarchy) = (self.guide.sense(), self.guide.hierarchy());
        let suits = |f| sense.suits(f, self.person);
        let needed = self.guide.screen().questions(self.reading, hierarchy, self.guide.red_flags(), suits);
        let is_open = |f| sense.is_open(f, self.reading, self.person, hierarchy);
        let way = |f| screen::way_to(f, hierarchy, &self.reading.stated, &is_open, sense.after(f));
        let mut pending = HashSet::new();
        for finding in needed.into_iter().filter_map(way) {
            if pending.len() < self.room() {
                pending.insert(finding);
            }
        }
        pending
    }

    /// The findings to weigh: the safety screen, and the most promising of the others. Also how many
    /// there was no time to score.
    fn candidates(
        &self,
        differential: &[DiseaseId],
        pending: &HashSet<FindingId>,
        budget: &Budget,
    ) -> Result<(Vec<FindingId>, usize), InferenceError> {
        let network = &self.reading.network;
        let hierarchy = self.guide.hierarchy();
        let mut findings: Vec<FindingId> =
            differential.iter().flat_map(|&d| network.findings_of(d)).map(|(f, _, _)| f).collect();
        findings.sort_unstable();
        findings.dedup();
        findings.retain(|f| {
            !pending.contains(f) && self.guide.sense().may_ask(*f, self.reading, self.person, hierarchy)
        });
        let weight = |d| stake(self.guide.level(d));
        let count = self.settings.questions.candidates;
        let (promising, unscored) =
            promising_findings(network, self.posterior, findings, weight, count, budget)?;
        let mut screened: Vec<FindingId> = pending.iter().copied().collect();
        screened.sort_unstable();
        screened.extend(promising);
        Ok((screened, unscored))
    }

    /// A question with its gain, and how much of it is the fall of the expected cost.
    fn weigh(&self, differential: &[DiseaseId], now: &[f64], answers: &Foresight) -> (Question, f64) {
        let Foresight { finding, probability: yes, if_yes, if_no, is_exact, .. } = answers;
        let expected =
            |loss: &dyn Fn(&[f64]) -> f64| loss(now) - yes * loss(if_yes) - (1.0 - yes) * loss(if_no);
        let uncertainty = |marginals: &[f64]| {
            let each = differential.iter().zip(marginals);
            each.map(|(&d, &m)| stake(self.guide.level(d)) * binary_entropy(m)).sum::<f64>()
        };
        let risk = |marginals: &[f64]| cost(&self.risks(differential, marginals));
        let saved = expected(&risk).max(0.0);
        let first = |marginals: &[f64]| {
            (0..marginals.len()).max_by(|&a, &b| marginals[a].total_cmp(&marginals[b]).then(b.cmp(&a)))
        };
        let turns = |p: f64, marginals: &[f64]| {
            let leads = first(marginals).filter(|at| Some(*at) != first(now));
            p >= LIKELY_ENOUGH && leads.is_some_and(|at| marginals[at] >= NOTABLE)
        };
        let question = Question {
            finding: *finding,
            gain: expected(&uncertainty) + PER_COST * saved,
            probability: *yes,
            decides: turns(*yes, if_yes) || turns(1.0 - yes, if_no),
            is_exact: *is_exact,
        };
        (question, saved)
    }

    fn risks(&self, diseases: &[DiseaseId], marginals: &[f64]) -> Vec<crate::urgency::Risk> {
        let each = diseases.iter().copied().zip(marginals.iter().copied());
        self.guide.risks(&self.reading.network, each, Basis::Complete)
    }

    /// Findings close to what the person came with, as long as that is explored.
    fn near(&self) -> HashSet<FindingId> {
        let answers = self.reading.holds.iter().filter(|s| s.asked).count();
        if answers >= EXPLORING {
            return HashSet::new();
        }
        let told = self.reading.holds.iter().filter(|s| !s.asked && s.answer == Answer::Present);
        let complaints: Vec<FindingId> = told.map(|s| s.finding).collect();
        let companions = self.guide.companions();
        let is_near = |f: &FindingId| {
            let implied = self.guide.hierarchy().ancestors(*f);
            complaints.iter().any(|c| implied.contains(c) || companions.are_together(*c, *f))
        };
        self.reading.network.findings().filter(is_near).collect()
    }

    /// Whether a look back is all that is left before the end.
    fn is_due_to_look_back(&self, prospects: Prospects) -> bool {
        let Prospects { is_screening, decides, matters, has_history } = prospects;
        let is_enough = Answers::of(&self.reading.holds).known >= self.settings.fewest_answers;
        has_history && is_enough && !(is_screening || decides || matters)
    }

    fn is_history(&self, finding: FindingId) -> bool {
        self.guide.companions().is_history(finding)
    }
}

/// Weight of the uncertainty about a disease of a level.
fn stake(level: Option<Urgency>) -> f64 {
    let place = level.and_then(|level| Urgency::ALL.iter().position(|l| *l == level));
    place.map_or(1.0, |at| STAKES[at])
}

fn binary_entropy(p: f64) -> f64 {
    let part = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
    part(p) + part(1.0 - p)
}
