//! Simulated interviews: patients drawn from the network, who answer as it says, with noise.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use etio::{DiseaseId, FindingId, Network};
use etio_case::{Answer, Case, Contradictions, Statement};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::draw;
use crate::interview::{AdviceError, Guide, InterviewSettings, answer_count};

/// How questions are chosen in a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questioning {
    /// The best question by the interview's own criterion.
    Best,
    /// Any open finding, at random.
    Random,
    /// The same order for everybody: the findings with the most links first.
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
}

/// How an interview went.
#[derive(Clone, Debug)]
pub struct Interview {
    /// The disease the patient has.
    pub disease: DiseaseId,
    /// Its rank, from one, after 0, 1, 2, ... questions.
    pub ranks: Vec<usize>,
    /// What each choice of a question took, the diagnosis before it included.
    pub times: Vec<Duration>,
    /// After how many questions the conversation would have stopped by itself, where it would.
    pub stop: Option<usize>,
}

/// What is known after some answers.
struct Step {
    marginals: Vec<f64>,
    /// What is asked next; nothing where nothing is left to ask.
    asked: Option<FindingId>,
    /// Whether a conversation would stop here.
    stops: bool,
}

impl Simulation {
    /// Interviews one patient with a disease. The same seed gives the same patient, whatever is asked.
    pub fn interview(&self, guide: &Guide, disease: DiseaseId, seed: u64) -> Result<Interview, AdviceError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let patient = Patient::sample(guide, disease, &mut rng);
        let complaints = patient.complaints(self.presenting, &mut rng);
        let mut statements: Vec<Statement> =
            complaints.into_iter().map(|f| Statement::told(f, Answer::Present)).collect();
        let mut stop = None;
        let mut ranks = Vec::with_capacity(self.questions + 1);
        let mut times = Vec::with_capacity(self.questions + 1);
        for questions in 0..=self.questions {
            let started = Instant::now();
            let step = self.next(guide, &statements, &mut rng)?;
            times.push(started.elapsed());
            ranks.push(rank(&step.marginals, disease));
            if step.stops {
                stop = stop.or(Some(questions));
            }
            let Some(finding) = step.asked else { break };
            statements.push(Statement::asked(finding, patient.answer(finding, self, &mut rng)));
        }
        // Where there is nothing left to ask, later ranks stay as they are.
        let last = ranks.last().copied().unwrap_or(usize::MAX);
        ranks.resize(self.questions + 1, last);
        Ok(Interview { disease, ranks, times, stop })
    }

    fn next(&self, guide: &Guide, statements: &[Statement], rng: &mut impl Rng) -> Result<Step, AdviceError> {
        let (statements_of, contradictions) = (statements.to_vec(), Contradictions::Lenient);
        let case = Case { statements: statements_of, contradictions, ..Case::default() };
        if self.questioning == Questioning::Best {
            // Led on beyond its end, so that every number of questions can be reported.
            let endless =
                InterviewSettings { most_questions: usize::MAX, fewest_answers: usize::MAX, ..self.settings };
            let advice = guide.advise(&case, &endless)?;
            let stops = self.settings.stop(answer_count(statements), &advice.questions).is_some();
            let asked = advice.questions.first().map(|q| q.finding);
            return Ok(Step { marginals: advice.posterior.marginals, asked, stops });
        }
        let (reading, posterior) = guide.diagnose(&case, &self.settings)?;
        let open: Vec<FindingId> = guide
            .network()
            .findings()
            .filter(|f| {
                statements.iter().all(|s| s.finding != *f)
                    && !guide.hierarchy().is_settled(*f, &reading.stated)
            })
            .collect();
        let asked = match self.questioning {
            Questioning::Fixed => {
                open.into_iter().max_by_key(|&f| (guide.network().parent_count(f), std::cmp::Reverse(f)))
            }
            Questioning::Best | Questioning::Random => pick(&open, rng),
        };
        Ok(Step { marginals: posterior.marginals, asked, stops: false })
    }
}

/// Who has what.
pub(crate) struct Patient {
    present: HashSet<FindingId>,
    /// What the disease itself caused, in ascending order.
    caused: Vec<FindingId>,
}

impl Patient {
    /// The disease's findings by its links, everything else by its leak, and whatever these imply.
    pub(crate) fn sample(guide: &Guide, disease: DiseaseId, rng: &mut impl Rng) -> Self {
        let network = guide.network();
        let mut caused: Vec<FindingId> = Vec::new();
        while caused.is_empty() && !network.findings_of(disease).is_empty() {
            caused = draw::caused(network, guide.hierarchy(), disease, rng);
        }
        let leaked: Vec<FindingId> =
            network.findings().filter(|&f| rng.random_bool(network.leak(f))).collect();
        let stated = caused.iter().chain(&leaked).copied();
        let present = stated.flat_map(|f| guide.hierarchy().ancestors(f).into_iter().chain([f])).collect();
        caused.sort_unstable();
        Self { present, caused }
    }

    /// Some of what the disease caused.
    pub(crate) fn complaints(&self, count: usize, rng: &mut impl Rng) -> Vec<FindingId> {
        let mut left = self.caused.clone();
        let mut chosen = Vec::new();
        while chosen.len() < count
            && let Some(finding) = pick(&left, rng)
        {
            left.retain(|f| *f != finding);
            chosen.push(finding);
        }
        chosen
    }

    /// Whether they have a finding.
    pub(crate) fn has(&self, finding: FindingId) -> bool {
        self.present.contains(&finding)
    }

    fn answer(&self, finding: FindingId, simulation: &Simulation, rng: &mut impl Rng) -> Answer {
        if rng.random_bool(simulation.unknown) {
            return Answer::Unknown;
        }
        let truth = self.has(finding);
        if truth == rng.random_bool(simulation.noise) { Answer::Absent } else { Answer::Present }
    }
}

fn pick(list: &[FindingId], rng: &mut impl Rng) -> Option<FindingId> {
    (!list.is_empty()).then(|| list[rng.random_range(0..list.len())])
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

/// The fewest questions after which an accuracy is reached, if it is.
pub fn questions_for(interviews: &[Interview], wanted: f64, top: usize) -> Option<usize> {
    let longest = interviews.iter().map(|i| i.ranks.len()).max()?;
    (0..longest).find(|&questions| accuracy(interviews, questions, top) >= wanted)
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
        };
        let run = || {
            patients(guide.network(), 40)
                .into_iter()
                .enumerate()
                .map(|(i, d)| simulation.interview(&guide, d, i as u64).unwrap())
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
