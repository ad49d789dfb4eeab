//! Simulated interviews: patients drawn from a network, who answer as it says, with noise. It may be
//! another network than the one that diagnoses them.

mod calibrate;
mod patient;
mod perturb;
mod who;

use std::time::{Duration, Instant};

use etio::{DiseaseId, FindingId, Network};
use etio_case::{Answer, Case, Contradictions, Person, Statement};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub use calibrate::{Bin, Claim, fit, surprise, table};
pub(crate) use patient::Patient;
use patient::pick;
pub use perturb::perturbed;

use crate::Urgency;
use crate::interview::{AdviceError, Answers, Guide, InterviewSettings};
use crate::urgency::Basis;

/// How questions are chosen in a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questioning {
    /// The best question by the interview's own criterion.
    Best,
    /// Any open finding, at random.
    Random,
    /// The same order for all: the findings with the most links first.
    Fixed,
}

/// How interviews are simulated.
#[derive(Clone, Copy, Debug)]
pub struct Simulation {
    /// How questions are chosen.
    pub questioning: Questioning,
    /// How the conversation is led.
    pub settings: InterviewSettings,
    /// Findings the patient comes with.
    pub presenting: usize,
    /// How many questions are asked.
    pub questions: usize,
    /// How often an answer is wrong.
    pub noise: f64,
    /// How often the answer is "don't know".
    pub unknown: f64,
    /// Whether patients say their age and sex.
    pub introduces: bool,
}

/// How an interview went.
#[derive(Clone, Debug)]
pub struct Interview {
    /// The disease the patient has.
    pub disease: DiseaseId,
    /// Its rank, from one, after 0, 1, 2, ... questions.
    pub ranks: Vec<usize>,
    /// Time of each choice of a question, including the preceding diagnosis.
    pub times: Vec<Duration>,
    /// Number of questions after which the conversation would have stopped by itself, if it would.
    pub stop: Option<usize>,
    /// How soon the disease needs attention.
    pub level: Option<Urgency>,
    /// After how many questions the person was first told to get help at once, if ever.
    pub alarm: Option<usize>,
}

/// State after some answers.
struct Step {
    marginals: Vec<f64>,
    /// The next question; `None` if nothing is left to ask.
    asked: Option<FindingId>,
    /// Whether a conversation would stop here.
    stops: bool,
    /// Whether the person is told to get help at once.
    is_alarmed: bool,
}

impl Simulation {
    /// Interviews one patient with a disease, drawn from `truth`. The same seed gives the same patient,
    /// whatever is asked.
    pub fn interview(
        &self,
        guide: &Guide,
        truth: &Network,
        disease: DiseaseId,
        seed: u64,
    ) -> Result<Interview, AdviceError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let person =
            if self.introduces { who::with_disease(guide, disease, &mut rng) } else { Person::default() };
        let patient = Patient::with_disease(guide, truth, disease, person, &mut rng);
        let mut statements = self.opening(&patient, &mut rng);
        let (mut stop, mut alarm) = (None, None);
        let mut ranks = Vec::with_capacity(self.questions + 1);
        let mut times = Vec::with_capacity(self.questions + 1);
        for questions in 0..=self.questions {
            let started = Instant::now();
            let step = self.next(guide, person, &statements, questions == self.questions, &mut rng)?;
            times.push(started.elapsed());
            ranks.push(rank(&step.marginals, disease));
            if step.stops {
                stop = stop.or(Some(questions));
            }
            if step.is_alarmed {
                alarm = alarm.or(Some(questions));
            }
            let Some(finding) = step.asked else { break };
            statements.push(self.reply(&patient, finding, &mut rng));
        }
        // Where there is nothing left to ask, later ranks stay as they are.
        let last = ranks.last().copied().unwrap_or(usize::MAX);
        ranks.resize(self.questions + 1, last);
        Ok(Interview { disease, ranks, times, stop, level: guide.level(disease), alarm })
    }

    /// Findings that a patient presents with.
    fn opening(&self, patient: &Patient, rng: &mut impl Rng) -> Vec<Statement> {
        let complaints = patient.complaints(self.presenting, rng);
        complaints.into_iter().map(|f| Statement::told(f, Answer::Present)).collect()
    }

    /// Answer of a patient.
    fn reply(&self, patient: &Patient, finding: FindingId, rng: &mut impl Rng) -> Statement {
        Statement::asked(finding, patient.answer(finding, self.noise, self.unknown, rng))
    }

    fn next(
        &self,
        guide: &Guide,
        person: Person,
        statements: &[Statement],
        is_last: bool,
        rng: &mut impl Rng,
    ) -> Result<Step, AdviceError> {
        let (statements_of, contradictions) = (statements.to_vec(), Contradictions::Lenient);
        let case = Case { person, statements: statements_of, contradictions, ..Case::default() };
        if self.questioning == Questioning::Best {
            // Led on beyond its end, so that every number of questions can be reported.
            let endless =
                InterviewSettings { most_questions: usize::MAX, fewest_answers: usize::MAX, ..self.settings };
            let advice = guide.advise(&case, &endless)?;
            let has_questions = !advice.questions.is_empty();
            let answers = Answers::of(statements);
            let stops = self.settings.stop(answers, has_questions, advice.prospects);
            // What the screen would show: enough was asked once it gives advice, or at the last question.
            let is_enough = answers.known >= self.settings.fewest_answers && !advice.prospects.is_screening;
            let is_complete = is_last || stops.is_some() || is_enough;
            let basis = if is_complete { Basis::Complete } else { Basis::Early };
            let counsel = guide.counsel_on(&advice, !advice.red_flags.is_empty(), basis);
            let is_emergency = counsel.is_some_and(|c| c.urgency == Urgency::Emergency);
            return Ok(Step {
                asked: advice.questions.first().map(|q| q.finding),
                marginals: advice.posterior.marginals,
                stops: stops.is_some(),
                is_alarmed: is_emergency,
            });
        }
        let (reading, posterior) = guide.diagnose(&case, &self.settings)?;
        let open: Vec<FindingId> = guide
            .network()
            .findings()
            .filter(|f| {
                statements.iter().all(|s| s.finding != *f)
                    && !guide.hierarchy().is_settled(*f, &reading.stated)
                    && guide.sense().suits(*f, &person)
            })
            .collect();
        let asked = match self.questioning {
            Questioning::Fixed => {
                open.into_iter().max_by_key(|&f| (guide.network().parent_count(f), std::cmp::Reverse(f)))
            }
            Questioning::Best | Questioning::Random => pick(&open, rng),
        };
        Ok(Step { marginals: posterior.marginals, asked, stops: false, is_alarmed: false })
    }
}

/// Rank from one; ties count as half above.
pub(crate) fn rank(marginals: &[f64], disease: DiseaseId) -> usize {
    let own = marginals[disease.index()];
    let above = marginals.iter().filter(|m| **m > own).count();
    let equal = marginals.iter().filter(|m| **m == own).count() - 1;
    1 + above + equal / 2
}

/// The share of interviews with the true disease among the first `top` after a number of questions.
pub fn accuracy(interviews: &[Interview], questions: usize, top: usize) -> f64 {
    let hits = interviews.iter().filter(|i| i.ranks.get(questions).is_some_and(|rank| *rank <= top)).count();
    hits as f64 / interviews.len().max(1) as f64
}

/// The questions that were needed until the true disease came first, for each interview in which it did.
pub fn questions_to_first(interviews: &[Interview]) -> Vec<usize> {
    interviews.iter().filter_map(|i| i.ranks.iter().position(|rank| *rank == 1)).collect()
}

/// Minimum number of questions after which an accuracy is reached, if it is.
pub fn questions_for(interviews: &[Interview], wanted: f64, top: usize) -> Option<usize> {
    let longest = interviews.iter().map(|i| i.ranks.len()).max()?;
    (0..longest).find(|&questions| accuracy(interviews, questions, top) >= wanted)
}

/// Patients of some level who were told to get help at once, and how many of them there are: when the
/// conversation ended by itself, or after `questions` if that came first.
pub fn alarmed(
    interviews: &[Interview],
    questions: usize,
    is_of: impl Fn(Option<Urgency>) -> bool,
) -> (usize, usize) {
    let of_level = || interviews.iter().filter(|i| is_of(i.level));
    let end = |i: &Interview| i.stop.unwrap_or(questions).min(questions);
    let told = of_level().filter(|i| i.alarm.is_some_and(|alarm| alarm <= end(i))).count();
    (told, of_level().count())
}

/// A disease for each of `count` interviews: every disease in turn, those that cause nothing left out.
pub fn patients(network: &Network, count: usize) -> Vec<DiseaseId> {
    let able: Vec<DiseaseId> = network.diseases().filter(|&d| !network.findings_of(d).is_empty()).collect();
    able.iter().copied().cycle().take(if able.is_empty() { 0 } else { count }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::{Method, NetworkBuilder};

    fn guide() -> Guide {
        let mut builder = NetworkBuilder::new();
        let common = builder.finding("common", "", 0.01).unwrap();
        for i in 0..4 {
            let disease = builder.disease(&format!("d{i}"), "", 0.01).unwrap();
            let own = builder.finding(&format!("own{i}"), "", 0.001).unwrap();
            builder.link(disease, common, 0.9).unwrap();
            builder.link(disease, own, 0.8).unwrap();
        }
        Guide::of(&builder.build().unwrap()).unwrap()
    }

    #[test]
    fn asking_finds_the_disease_and_a_seed_repeats() {
        let guide = guide();
        let mut settings = InterviewSettings::default();
        settings.questions.method = Method::Enumeration;
        let simulation = Simulation {
            questioning: Questioning::Best,
            settings,
            presenting: 1,
            questions: 5,
            noise: 0.0,
            unknown: 0.0,
            introduces: true,
        };
        let run = || {
            patients(guide.network(), 40)
                .into_iter()
                .enumerate()
                .map(|(i, d)| simulation.interview(&guide, guide.network(), d, i as u64).unwrap())
                .collect::<Vec<_>>()
        };
        let interviews = run();
        for (one, other) in interviews.iter().zip(run()) {
            assert_eq!((one.disease, &one.ranks), (other.disease, &other.ranks));
        }
        assert!(accuracy(&interviews, 5, 1) > 0.75, "{}", accuracy(&interviews, 5, 1));
        assert!(accuracy(&interviews, 5, 1) >= accuracy(&interviews, 0, 1));
        let reached = accuracy(&interviews, 5, 1);
        assert!(questions_for(&interviews, reached, 1).is_some_and(|q| q <= 5));
        assert_eq!(questions_for(&interviews, 1.1, 1), None);
        assert!(questions_to_first(&interviews).iter().all(|q| *q <= 5));
    }
}
