//! From a request's evidence to conditions, a question and advice: the one computation behind `/v1/diagnosis`
//! and `/v1/batch`.

mod messages;

use std::time::Instant;

use etio::{
    Budget, Catalog, DiseaseId, Engine, FindingId, InferenceError, Method, Network, Posterior, Sampling,
    Target,
};
use etio_bot::{Advice, AdviceError, InterviewSettings, RedFlag, StopReason};
use etio_case::{Case, Person, Reading, ReadingError, Statement, is_cause};

use crate::ask::{Ask, Desk};
use crate::engines;
use crate::networks::Served;
use crate::problem::{Code, LONGEST_VALUE, Problem};
use crate::state::State;
pub use messages::{
    Condition, CounselView, DiagnosisRequest, DiagnosisResponse, EvidenceItem, NoteView, PriorFactor,
    QuestionView, RedFlagView, SamplingWish, Until,
};
use messages::{LEAST_STANDARD_ERROR, MOST_SAMPLES};

impl Ask for DiagnosisRequest {
    type Answer = DiagnosisResponse;

    fn answer(&self, desk: &Desk<'_>) -> Result<DiagnosisResponse, Problem> {
        let served = desk.state.network(self.network.as_deref())?;
        let query = self.check(&served, desk.state)?;
        diagnose(&served, &query, &desk.narrowed(self.budget_ms))
    }
}

/// A request that was checked and can be computed.
pub struct Query {
    /// The case.
    pub case: Case,
    /// The method asked for.
    pub method: Method,
    target: Target,
    priors_within: Option<f64>,
    sampling: Sampling,
    top: usize,
    wants_question: bool,
}

impl Query {
    /// Reads the case.
    pub fn read(&self, served: &Served) -> Result<Reading, Problem> {
        served.guide.reader().read(&self.case).map_err(|error| self.problem(error))
    }

    /// A case that cannot be read, with the statement at fault.
    fn problem(&self, error: ReadingError) -> Problem {
        let ReadingError::Contradiction { statements, .. } = &error else { return error.into() };
        let at = self.case.statements.iter().rposition(|s| *s == statements.second).unwrap_or_default();
        Problem::from(error).at(format!("evidence[{at}]")).allowed("statements that can hold together")
    }
}

/// Maximum number of conditions whose dependence on priors is reported: each takes two further queries.
const MOST_PRIOR_RANGES: usize = 20;

/// Number of conditions listed if a request does not say.
const DEFAULT_TOP: usize = 10;

impl DiagnosisRequest {
    /// Checks every field against the network, naming the one that is wrong.
    pub fn check(&self, served: &Served, state: &State) -> Result<Query, Problem> {
        if self.evidence.len() > state.limits.evidence {
            return Err(Problem::new(Code::INVALID_VALUE, "too many findings were sent")
                .at("evidence")
                .given(format_args!("{} findings", self.evidence.len()))
                .allowed(format!("at most {} findings", state.limits.evidence)));
        }
        let mut statements: Vec<Statement> = Vec::with_capacity(self.evidence.len());
        for (at, item) in self.evidence.iter().enumerate() {
            let finding = find(served.network(), &item.id).map_err(|p| p.at(format!("evidence[{at}].id")))?;
            statements.push(Statement { finding, answer: item.choice_id, asked: item.asked, turn: 0 });
        }
        let method = match &self.method {
            None => Method::default(),
            Some(text) => text.parse().map_err(|e: etio::ParseMethodError| {
                Problem::new(Code::INVALID_VALUE, e.to_string())
                    .at("method")
                    .given(text)
                    .allowed(Method::spellings())
            })?,
        };
        let sampling = self.sampling.map(|wish| wish.check(method)).transpose()?.unwrap_or_default();
        if self.top == Some(0) || self.budget_ms == Some(0) {
            let field = if self.top == Some(0) { "top" } else { "budget_ms" };
            let problem = Problem::new(Code::INVALID_VALUE, "0 was given");
            return Err(problem.at(field).given(0).allowed("1 or more"));
        }
        let person = Person { age: self.age, sex: self.sex };
        person.check().map_err(|e| {
            let problem = Problem::new(Code::INVALID_VALUE, e.to_string()).at("age").allowed("0 to 130");
            problem.given(self.age.unwrap_or_default())
        })?;
        let target = self.target()?;
        let asks_for_intervals = target != Target::default() || self.priors_within.is_some();
        if asks_for_intervals && self.question == Some(true) {
            let problem = Problem::new(Code::INVALID_VALUE, "such a request has no question");
            return Err(problem
                .at("question")
                .given(true)
                .allowed("no `within`, `until` or `priors_within`"));
        }
        let is_plain = self.prior_factor.is_none() && !asks_for_intervals;
        let prior_factor =
            self.prior_factor.as_ref().map(|given| given.check(served.network())).transpose()?;
        Ok(Query {
            method,
            target,
            priors_within: self.priors_within,
            sampling,
            top: self.top.unwrap_or(DEFAULT_TOP),
            wants_question: self.question.unwrap_or(served.has_questions && is_plain),
            case: Case {
                person,
                statements,
                prior_factors: prior_factor.into_iter().collect(),
                ..Case::default()
            },
        })
    }
}

impl DiagnosisRequest {
    /// When intervals are narrow enough; checks the factor on priors as well.
    fn target(&self) -> Result<Target, Problem> {
        let check = |field: &str, value: Option<f64>, is_valid: fn(f64) -> bool, allowed: &str| match value {
            Some(value) if !is_valid(value) => {
                let problem = Problem::new(Code::INVALID_VALUE, "the number is out of range");
                Err(problem.at(field.to_owned()).given(value).allowed(allowed.to_owned()))
            }
            _ => Ok(()),
        };
        check("within", self.within, |width| (1e-15..=1.0).contains(&width), "1e-15 to 1")?;
        let is_factor = |factor| factor > 1.0 && factor <= 1e6;
        check("priors_within", self.priors_within, is_factor, "above 1, at most 1,000,000")?;
        let default = Target::default();
        Ok(Target {
            within: self.within.unwrap_or(default.within),
            until_ranked: self.until == Some(Until::Ranked),
            is_enough: self.within.is_some(),
        })
    }
}

impl SamplingWish {
    fn check(self, method: Method) -> Result<Sampling, Problem> {
        let refused = |field: &str, why: &str| Problem::new(Code::INVALID_VALUE, why).at(field);
        if !matches!(method, Method::LikelihoodWeighting | Method::Importance) {
            let problem = refused("sampling", "the method draws no samples").given(method);
            return Err(problem.allowed("the method `likelihood-weighting` or `importance`"));
        }
        let mut sampling = Sampling::seeded(self.seed);
        sampling.samples = self.samples.unwrap_or(sampling.samples);
        sampling.standard_error = self.standard_error;
        if !(1..=MOST_SAMPLES).contains(&sampling.samples) {
            let problem = refused("sampling.samples", "not a number of samples to draw");
            return Err(problem.given(sampling.samples).allowed(format!("1 to {MOST_SAMPLES}")));
        }
        match sampling.standard_error {
            Some(error) if !(LEAST_STANDARD_ERROR..=1.0).contains(&error) => {
                let problem = refused("sampling.standard_error", "not a standard error to reach");
                Err(problem.given(error).allowed(format!("{LEAST_STANDARD_ERROR} to 1")))
            }
            _ => Ok(sampling),
        }
    }
}

impl PriorFactor {
    fn check(&self, network: &Network) -> Result<(DiseaseId, f64), Problem> {
        let disease = find_disease(network, &self.id).map_err(|p| p.at("prior_factor.id"))?;
        Ok((disease, self.factor))
    }
}

/// The finding with an id, or a problem that suggests another.
pub fn find(network: &Network, id: &str) -> Result<FindingId, Problem> {
    network.finding(id).ok_or_else(|| no_such("finding", id, network.finding_catalog()))
}

/// The disease with an id, or a problem that suggests another.
pub fn find_disease(network: &Network, id: &str) -> Result<DiseaseId, Problem> {
    network.disease(id).ok_or_else(|| no_such("disease", id, network.disease_catalog()))
}

fn no_such(what: &str, id: &str, known: &Catalog) -> Problem {
    let problem = Problem::new(Code::INVALID_VALUE, format!("the network has no such {what}")).given(id);
    // Likeness is looked for in every id: not for texts that cannot be one.
    let near = if id.len() <= LONGEST_VALUE { known.nearest_id(id) } else { None };
    match near {
        Some(near) => problem.allowed(format!("a {what}'s id, such as `{near}`")),
        None => problem.allowed(format!("a {what}'s id, as listed by GET /v1/networks/{{name}}/{what}s")),
    }
}

/// Answers a checked request. Blocks: runs on a compute thread.
pub fn diagnose(served: &Served, query: &Query, budget: &Budget) -> Result<DiagnosisResponse, Problem> {
    let started = Instant::now();
    if query.wants_question {
        let mut settings = InterviewSettings::default();
        settings.questions.method = query.method;
        settings.sampling = query.sampling;
        let advice =
            served.guide.advise_within(&query.case, &settings, budget).map_err(|error| match error {
                AdviceError::Reading(error) => query.problem(error),
                other => other.into(),
            })?;
        return Ok(advised(served, &advice, query.top, started));
    }
    let reading = query.read(served)?;
    let flags = served.guide.red_flags().raised(&reading.stated, &query.case.person);
    let ask = |engine: &mut Engine| {
        engine.set_sampling(query.sampling);
        engine.set_target(query.target);
        let Some(factor) = query.priors_within else {
            let posterior = engine.diagnose_within(&reading.evidence, query.method, budget)?;
            return Ok((posterior, Vec::new()));
        };
        // Half of the time is for the other queries.
        let posterior = engine.diagnose_within(&reading.evidence, query.method, &budget.leaving(0.5))?;
        let (evidence, count) = (&reading.evidence, query.top.min(MOST_PRIOR_RANGES));
        let ranges = engine.prior_ranges_within(evidence, &posterior, factor, count, query.method, budget)?;
        Ok::<_, InferenceError>((posterior, ranges))
    };
    let (posterior, ranges) = if reading.is_adapted {
        ask(&mut Engine::new(&reading.network))?
    } else {
        engines::with_engine(served, ask)?
    };
    let mut answer = respond(served, &reading, &posterior, &flags, query.top, started);
    for (condition, range) in answer.conditions.iter_mut().zip(ranges) {
        condition.own_prior = range.own.map(Into::into);
        condition.all_priors_at_least = range.all.map(Into::into);
    }
    Ok(answer)
}

/// The answer of a conversation: with the next question, and how soon to seek help.
fn advised(served: &Served, advice: &Advice<'_>, top: usize, started: Instant) -> DiagnosisResponse {
    // Without the present findings nothing is decided, and there is nothing to advise.
    let is_informed = advice.posterior.exactness.is_informed();
    let view = |q: &etio::Question| question(served, advice, q);
    let question = advice
        .questions
        .first()
        .map(|first| QuestionView { related: advice.related.iter().map(view).collect(), ..view(first) });
    DiagnosisResponse {
        question,
        questions_left_out: advice.left_out,
        should_stop: advice.stop.is_some(),
        stop_reason: advice.stop.filter(|reason| is_informed || *reason != StopReason::Decided),
        advice: advice.counsel.as_ref().filter(|_| is_informed).map(|counsel| CounselView {
            level: counsel.urgency,
            because: names(&advice.reading.network, &counsel.because),
        }),
        ..respond(served, &advice.reading, &advice.posterior, &advice.red_flags, top, started)
    }
}

/// Source of a link's probability.
pub(crate) fn link_source(network: &Network, link: usize) -> Option<String> {
    network.link_catalog().attribute(link, "source").map(str::to_owned)
}

fn respond(
    served: &Served,
    reading: &Reading,
    posterior: &Posterior,
    flags: &[&RedFlag],
    top: usize,
    started: Instant,
) -> DiagnosisResponse {
    let network = &reading.network;
    let catalog = network.disease_catalog();
    let ranking = posterior.ranking(top);
    let is_bounded = posterior.exactness.is_bounds();
    let places = ranking.iter().zip(posterior.undecided(&ranking));
    let conditions = places.map(|(&(disease, probability), undecided)| {
        let interval = posterior.interval(disease).filter(|_| is_bounded);
        let attribute = |column: &str| catalog.attribute(disease.index(), column).map(str::to_owned);
        Condition {
            id: network.disease_id(disease).to_owned(),
            name: network.disease_name(disease).to_owned(),
            probability,
            lower: interval.map(|(lower, _)| lower),
            upper: interval.map(|(_, upper)| upper),
            undecided,
            own_prior: None,
            all_priors_at_least: None,
            prior: network.prior(disease),
            is_cause: is_cause(network, posterior, disease),
            triage: attribute("triage"),
            codes: attribute("codes"),
            description: attribute("description"),
        }
    });
    let flag = |flag: &&RedFlag| RedFlagView {
        id: flag.id.clone(),
        message: flag.message.clone(),
        action: flag.action.clone(),
    };
    let note = |note: &etio_case::Note| NoteView {
        id: network.finding_id(note.finding).to_owned(),
        kind: note.kind,
        because: network.finding_id(note.other).to_owned(),
        text: note.text(network),
    };
    DiagnosisResponse {
        conditions: conditions.collect(),
        question: None,
        questions_left_out: 0,
        should_stop: false,
        stop_reason: None,
        red_flags: flags.iter().map(flag).collect(),
        notes: reading.notes.iter().map(note).collect(),
        advice: None,
        exactness: posterior.exactness,
        method: posterior.method,
        log_evidence: posterior.log_evidence,
        network: served.name.clone(),
        model_version: served.version.clone(),
        elapsed_us: u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
    }
}

fn names(network: &Network, diseases: &[DiseaseId]) -> Vec<String> {
    diseases.iter().map(|d| network.disease_name(*d).to_owned()).collect()
}

/// The ids of what a finding implies, in the network's order.
pub(crate) fn implied(served: &Served, finding: FindingId) -> Vec<String> {
    let mut implied: Vec<FindingId> = served.guide.hierarchy().ancestors(finding).into_iter().collect();
    implied.sort_unstable();
    implied.into_iter().map(|f| served.network().finding_id(f).to_owned()).collect()
}

/// Maximum number of diseases named as supported by a question.
const SPEAKS_FOR: usize = 3;

fn question(served: &Served, advice: &Advice<'_>, question: &etio::Question) -> QuestionView {
    let (network, finding) = (&advice.reading.network, question.finding);
    let attribute =
        |column: &str| network.finding_catalog().attribute(finding.index(), column).map(str::to_owned);
    let name = network.finding_name(finding).to_owned();
    QuestionView {
        id: network.finding_id(finding).to_owned(),
        text: attribute("question").unwrap_or_else(|| format!("{name}?")),
        name,
        explanation: attribute("explanation"),
        group: attribute("group"),
        probability: question.probability,
        gain: question.gain,
        estimated: !question.is_exact,
        speaks_for: names(network, &advice.speaks_for(finding, SPEAKS_FOR)),
        implies: implied(served, finding),
        related: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use etio_bot::{Counsel, InterviewSettings, Urgency};
    use etio_case::Answer;

    use super::*;

    #[test]
    fn an_uninformed_estimate_says_so_and_advises_nothing() {
        let mut builder = etio::NetworkBuilder::new();
        let flu = builder.disease("flu", "Influenza", 0.01).unwrap();
        let fever = builder.finding("fever", "Fever", 0.02).unwrap();
        builder.link(flu, fever, 0.9).unwrap();
        let served = Served::new("test", &builder.build().unwrap(), "1".to_owned()).unwrap();
        let case = Case { statements: vec![Statement::told(fever, Answer::Present)], ..Case::default() };
        let mut advice = served.guide.advise(&case, &InterviewSettings::default()).unwrap();
        advice.counsel = Some(Counsel { urgency: Urgency::SeeDoctor, because: vec![flu] });
        advice.stop = Some(StopReason::Decided);
        let shown =
            |advice: &Advice<'_>| serde_json::to_value(advised(&served, advice, 3, Instant::now())).unwrap();
        let answer = shown(&advice);
        assert_eq!((&answer["exactness"], &answer["stop_reason"]), (&"exact".into(), &"decided".into()));
        assert!(answer["advice"].is_object() && answer.get("informed").is_none(), "{answer}");
        advice.posterior.exactness = etio::Exactness::estimate(0.0, false);
        let answer = shown(&advice);
        assert_eq!((&answer["exactness"], &answer["informed"]), (&"estimate".into(), &false.into()));
        assert!(answer.get("advice").is_none() && answer.get("stop_reason").is_none(), "{answer}");
        assert_eq!(answer["should_stop"], true);
    }
}
