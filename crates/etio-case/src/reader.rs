//! The reading itself: network, person and statements in; adapted network, evidence and notes out.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use etio::{BuildError, DiseaseId, Evidence, EvidenceError, FindingId, Hierarchy, HierarchyError, Network};

use crate::context::{Context, scale_priors};
use crate::contradiction::{Contradiction, Contradictions, Settled, settle};
use crate::note::{Note, NoteKind};
use crate::person::{AgeError, Person, SexError};
use crate::statement::{Answer, Statement};
use crate::table::DocumentError;

/// Share of answers to questions that are taken to be wrong.
pub const ANSWER_ERRORS: f64 = 0.05;

/// Factors that prior odds may be multiplied by.
pub const PRIOR_FACTORS: RangeInclusive<f64> = 0.001..=1000.0;

/// In networks with more links no answer is taken to be wrong: their tables are too large to copy
/// for each case.
const MOST_LINKS: usize = 1_000_000;

/// A case as somebody states it.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Whom it is about.
    pub person: Person,
    /// Statements about findings.
    pub statements: Vec<Statement>,
    /// Diseases whose prior odds are multiplied by a factor, after age and sex: "what if this disease
    /// were more common here".
    pub prior_factors: Vec<(DiseaseId, f64)>,
    /// Share of answers to questions that are taken to be wrong.
    pub answer_errors: f64,
    /// Policy for statements that contradict each other.
    pub contradictions: Contradictions,
    /// Whether further questions will be asked. The network is then made for answers to them too; no
    /// posterior depends on it.
    pub will_ask: bool,
}

impl Default for Case {
    fn default() -> Self {
        Self {
            person: Person::default(),
            statements: Vec::new(),
            prior_factors: Vec::new(),
            answer_errors: ANSWER_ERRORS,
            contradictions: Contradictions::default(),
            will_ask: false,
        }
    }
}

/// A case as evidence on a network.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The network as it applies to this person: priors by age and sex, prior factors, and findings
    /// that are known only by answers to questions.
    pub network: Network,
    /// Whether it differs from the network of the reader.
    pub is_adapted: bool,
    /// Every statement that holds, including implied ones. Red flags are checked on it.
    pub stated: Evidence,
    /// Evidence for the engine: the statements without findings that another one implies.
    pub evidence: Evidence,
    /// The statements that hold after contradictions were settled, one per finding.
    pub holds: Vec<Statement>,
    /// Everything that was not taken as stated, in the order of the statements.
    pub notes: Vec<Note>,
}

impl Reading {
    fn of(settled: Settled, network: Network, is_adapted: bool) -> Result<Self, ReadingError> {
        let Settled { holds, informative, notes } = settled;
        let (stated, evidence) = (evidence(&holds)?, evidence(&informative)?);
        Ok(Self { network, is_adapted, stated, evidence, holds, notes })
    }
}

/// A network whose cases cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReaderError {
    /// The `parent` column of the findings is invalid.
    #[error(transparent)]
    Hierarchy(#[from] HierarchyError),
    /// `context.csv` is invalid.
    #[error(transparent)]
    Document(#[from] DocumentError),
}

/// A case that cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadingError {
    /// An impossible age.
    #[error(transparent)]
    Age(#[from] AgeError),
    /// Not a sex.
    #[error(transparent)]
    Sex(#[from] SexError),
    /// A finding that the network does not have.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// Two statements that exclude each other.
    #[error("{text}")]
    Contradiction {
        /// The two, in English with the ids of their findings.
        text: String,
        /// The two.
        statements: Contradiction,
    },
    /// A finding that is marked as asked about but has no answer.
    #[error("finding `{finding}` is listed as asked but is neither present, absent nor unknown")]
    NotAnswered {
        /// Its id as given.
        finding: String,
    },
    /// A disease that the network does not have.
    #[error("the network has no disease `{disease}`{}", suggestion(nearest.as_deref()))]
    UnknownDisease {
        /// The id as given, shortened.
        disease: String,
        /// The most similar known id.
        nearest: Option<String>,
    },
    /// A factor outside of [`PRIOR_FACTORS`].
    #[error(
        "the prior factor {factor} of `{disease}` is not between {} and {}",
        PRIOR_FACTORS.start(),
        PRIOR_FACTORS.end()
    )]
    Factor {
        /// The disease's id.
        disease: String,
        /// The factor.
        factor: f64,
    },
    /// The rules of the network or the share of wrong answers give an impossible probability.
    #[error(transparent)]
    Network(#[from] BuildError),
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|id| format!("; did you mean `{id}`?")).unwrap_or_default()
}

/// Reads cases on one network. Made once and shared.
#[derive(Clone, Debug)]
pub struct Reader {
    network: Network,
    hierarchy: Hierarchy,
    context: Context,
    /// Findings that an age says, by their `quantity`.
    of_age: HashSet<FindingId>,
}

impl Reader {
    /// A reader of cases on a network.
    pub fn of(network: &Network) -> Result<Self, ReaderError> {
        Ok(Self {
            hierarchy: Hierarchy::of(network)?,
            context: Context::of(network)?,
            of_age: network.findings().filter(|f| is_age(network, *f)).collect(),
            network: network.clone(),
        })
    }

    /// The network as it is, without a person.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Refinements of findings.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// How age and sex change the priors.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// This reader for a network that differs in its numbers only.
    #[must_use]
    pub fn on(&self, network: Network) -> Self {
        Self { network, ..self.clone() }
    }

    /// The finding with an id, or an error that suggests another.
    pub fn finding(&self, id: &str) -> Result<FindingId, ReadingError> {
        self.network.finding(id).ok_or_else(|| {
            ReadingError::Evidence(EvidenceError::UnknownFinding {
                finding: id.chars().take(100).collect(),
                nearest: self.network.finding_catalog().nearest_id(id).map(str::to_owned),
            })
        })
    }

    /// The disease with an id, or an error that suggests another.
    pub fn disease(&self, id: &str) -> Result<DiseaseId, ReadingError> {
        self.network.disease(id).ok_or_else(|| ReadingError::UnknownDisease {
            disease: id.chars().take(100).collect(),
            nearest: self.network.disease_catalog().nearest_id(id).map(str::to_owned),
        })
    }

    /// Reads a case as evidence.
    pub fn read(&self, case: &Case) -> Result<Reading, ReadingError> {
        case.person.check()?;
        self.check_statements(&case.statements)?;
        let settled = self.settle(case)?;
        let (network, is_adapted) = self.network_for(case, &settled.holds)?;
        Reading::of(settled, network, is_adapted)
    }

    /// Reads a case with one more answer, about something that nothing said before settles. `reading` is that
    /// of the case, which says that it `will_ask`: its network is made for any such answer.
    pub fn with_answer(
        &self,
        case: &Case,
        reading: &Reading,
        answer: Statement,
    ) -> Result<Reading, ReadingError> {
        let mut case = case.clone();
        let last = case.statements.iter().map(|s| s.turn).max().unwrap_or_default();
        case.statements.push(answer.in_turn(last + 1));
        self.check_statements(&case.statements)?;
        Reading::of(self.settle(&case)?, reading.network.clone(), reading.is_adapted)
    }

    /// The statements that hold, without those that say nothing new.
    fn settle(&self, case: &Case) -> Result<Settled, ReadingError> {
        let settled = settle(&self.hierarchy, &case.statements, case.contradictions);
        let mut settled = settled.map_err(|statements| ReadingError::Contradiction {
            text: statements.text(&self.network),
            statements,
        })?;
        if case.person.age.is_some() {
            let by_age = settled.informative.iter().filter(|s| self.of_age.contains(&s.finding));
            settled.notes.extend(by_age.map(|s| Note::of(*s, NoteKind::ImpliedByAge, *s)));
            settled.informative.retain(|s| !self.of_age.contains(&s.finding));
        }
        Ok(settled)
    }

    fn check_statements(&self, statements: &[Statement]) -> Result<(), EvidenceError> {
        let findings = self.network.finding_count();
        match statements.iter().map(|s| s.finding.index()).max() {
            Some(index) if index >= findings => Err(EvidenceError::OutOfRange { index, findings }),
            _ => Ok(()),
        }
    }

    /// The network for a case, and whether it is another one than the reader's.
    fn network_for(&self, case: &Case, holds: &[Statement]) -> Result<(Network, bool), ReadingError> {
        for &(disease, factor) in &case.prior_factors {
            if !PRIOR_FACTORS.contains(&factor) {
                let disease = self.network.disease_id(disease).to_owned();
                return Err(ReadingError::Factor { disease, factor });
            }
        }
        let mut factors =
            self.context.factors(&case.person).chain(case.prior_factors.iter().copied()).peekable();
        let has_factors = factors.peek().is_some();
        let network = if has_factors { scale_priors(&self.network, factors)? } else { self.network.clone() };
        if !case.will_ask && !holds.iter().any(|s| s.asked) {
            return Ok((network, has_factors));
        }
        let told: HashSet<FindingId> = holds.iter().filter(|s| !s.asked).map(|s| s.finding).collect();
        let complaints: HashSet<FindingId> =
            holds.iter().filter(|s| !s.asked && s.answer == Answer::Present).map(|s| s.finding).collect();
        // People know their complaints, and so what refines them: a yes to "is it a pressure?" must not
        // weaken the chest pain that somebody came with.
        let refines = |f: FindingId| self.hierarchy.ancestors(f).iter().any(|a| complaints.contains(a));
        let is_answer = |f: FindingId| !told.contains(&f) && !refines(f);
        let was_asked = || holds.iter().any(|s| s.answer != Answer::Unknown && is_answer(s.finding));
        let may_err =
            case.answer_errors != 0.0 && (case.will_ask || was_asked()) && network.link_count() <= MOST_LINKS;
        if !may_err {
            return Ok((network, has_factors));
        }
        Ok((network.with_answer_errors(case.answer_errors, is_answer)?, true))
    }
}

/// Whether a finding is about the person's age: `quantity` is `age:0:0.0767`.
fn is_age(network: &Network, finding: FindingId) -> bool {
    let quantity = network.finding_catalog().attribute(finding.index(), "quantity");
    quantity.is_some_and(|cell| cell.split(':').next().map(str::trim) == Some("age"))
}

/// Statements as evidence; "don't know" is left out.
fn evidence(statements: &[Statement]) -> Result<Evidence, EvidenceError> {
    let with = |answer: Answer| statements.iter().filter(move |s| s.answer == answer).map(|s| s.finding);
    Evidence::new(with(Answer::Present), with(Answer::Absent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::Sex;
    use etio::NetworkBuilder;

    /// Fever, refined twice, and a cough; two diseases, the second of which no man has.
    fn reader() -> Reader {
        let mut builder = NetworkBuilder::new();
        let flu = builder.disease("flu", "", 0.1).unwrap();
        builder.disease("mastitis", "", 0.1).unwrap();
        for (id, parent) in [("fever", ""), ("high", "fever"), ("over40", "high"), ("cough", "")] {
            let finding = builder.finding(id, "", 0.1).unwrap();
            builder.finding_attribute(finding, "parent", parent).unwrap();
            builder.link(flu, finding, 0.5).unwrap();
        }
        let rules = b"disease,sex,age_min,age_max,factor\nmastitis,male,,,0\n".to_vec();
        builder.document(crate::context::DOCUMENT, rules);
        Reader::of(&builder.build().unwrap()).unwrap()
    }

    /// Statements such as `high`, `-fever`, `?cough`, each in its turn.
    fn case(reader: &Reader, given: &[(u32, &str)], contradictions: Contradictions) -> Case {
        let statement = |&(turn, text): &(u32, &str)| {
            let (answer, id) = match text.split_at(1) {
                ("-", id) => (Answer::Absent, id),
                ("?", id) => (Answer::Unknown, id),
                _ => (Answer::Present, text),
            };
            Statement::told(reader.network().finding(id).unwrap(), answer).in_turn(turn)
        };
        Case { statements: given.iter().map(statement).collect(), contradictions, ..Case::default() }
    }

    fn shown(reader: &Reader, evidence: &Evidence) -> String {
        let id = |f: &FindingId| reader.network().finding_id(*f).to_owned();
        let present = evidence.present().iter().map(id);
        present.chain(evidence.absent().iter().map(|f| format!("-{}", id(f)))).collect::<Vec<_>>().join(" ")
    }

    fn lenient(given: &[(u32, &str)]) -> (String, Vec<String>) {
        let reader = reader();
        let reading = reader.read(&case(&reader, given, Contradictions::Lenient)).unwrap();
        let notes = reading.notes.iter().map(|note| note.text(reader.network())).collect();
        (shown(&reader, &reading.evidence), notes)
    }

    #[test]
    fn a_yes_that_refines_a_complaint_does_not_weaken_it() {
        let reader = reader();
        let [fever, high] = ["fever", "high"].map(|id| reader.network().finding(id).unwrap());
        let flu = reader.network().disease("flu").unwrap();
        let likely = |statements: Vec<Statement>| {
            let reading = reader.read(&Case { statements, ..Case::default() }).unwrap();
            let mut engine = etio::Engine::new(&reading.network);
            engine.diagnose(&reading.evidence, etio::Method::Auto).unwrap().marginal(flu)
        };
        let told = Statement::told(fever, Answer::Present);
        let asked = Statement::asked(high, Answer::Present);
        assert!(likely(vec![told, asked]) >= likely(vec![told]) - 1e-12);
        assert!(likely(vec![asked]) < likely(vec![Statement::told(high, Answer::Present)]));
    }

    #[test]
    fn what_the_age_says_counts_once() {
        let mut builder = NetworkBuilder::new();
        let jaundice = builder.disease("jaundice", "", 0.001).unwrap();
        let newborn = builder.finding("newborn", "", 0.01).unwrap();
        builder.finding_attribute(newborn, "quantity", "age:0:0.0767").unwrap();
        builder.link(jaundice, newborn, 0.9).unwrap();
        let reader = Reader::of(&builder.build().unwrap()).unwrap();
        let read = |age| {
            let statements = vec![Statement::told(newborn, Answer::Present)];
            let person = Person { age, sex: None };
            reader.read(&Case { person, statements, ..Case::default() }).unwrap()
        };
        let known = read(Some(0.05));
        assert!(known.evidence.present().is_empty() && known.stated.present() == [newborn]);
        assert_eq!(known.notes[0].text(reader.network()), "newborn follows from the age; counted once");
        let unknown = read(None);
        assert!(unknown.evidence.present() == [newborn] && unknown.notes.is_empty());
    }

    #[test]
    fn one_more_answer_is_read_as_if_it_had_been_there() {
        let reader = reader();
        for given in [&[(0, "fever")][..], &[(0, "fever"), (1, "-cough")], &[(0, "cough")]] {
            let before = Case { will_ask: true, ..case(&reader, given, Contradictions::Lenient) };
            let reading = reader.read(&before).unwrap();
            let ids = ["high", "over40", "cough"].map(|id| reader.network().finding(id).unwrap());
            let is_open = |f: &FindingId| {
                reading.holds.iter().all(|s| s.finding != *f)
                    && !reader.hierarchy().is_settled(*f, &reading.stated)
            };
            for finding in ids.into_iter().filter(is_open) {
                for answer in [Answer::Present, Answer::Absent] {
                    let answer = Statement::asked(finding, answer);
                    let quick = reader.with_answer(&before, &reading, answer).unwrap();
                    let mut after = before.clone();
                    after.statements.push(answer.in_turn(9));
                    let slow = reader.read(&after).unwrap();
                    assert_eq!(quick.evidence, slow.evidence);
                    let posterior = |reading: &Reading| {
                        let mut engine = etio::Engine::new(&reading.network);
                        engine.diagnose(&reading.evidence, etio::Method::Auto).unwrap().marginals
                    };
                    assert_eq!(posterior(&quick), posterior(&slow), "{given:?} {finding:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_implied_counts_once_and_stays_stated() {
        let reader = reader();
        let given = [(0, "fever"), (0, "over40"), (0, "high"), (0, "cough")];
        let reading = reader.read(&case(&reader, &given, Contradictions::Strict)).unwrap();
        assert_eq!(shown(&reader, &reading.evidence), "over40 cough");
        assert_eq!(shown(&reader, &reading.stated), "fever high over40 cough");
        let notes: Vec<String> = reading.notes.iter().map(|note| note.text(reader.network())).collect();
        assert_eq!(
            notes,
            ["fever follows from over40; counted once", "high follows from over40; counted once"]
        );
        let (evidence, notes) = lenient(&[(0, "-over40"), (0, "-high"), (0, "-fever"), (0, "?cough")]);
        assert_eq!(evidence, "-fever");
        assert_eq!(notes[0], "over40 (absent) follows from fever (absent); counted once");
    }

    #[test]
    fn strict_names_both_statements() {
        let reader = reader();
        let refusal = |given: &[(u32, &str)]| {
            reader.read(&case(&reader, given, Contradictions::Strict)).unwrap_err().to_string()
        };
        assert_eq!(
            refusal(&[(0, "fever"), (0, "-fever")]),
            "finding `fever` is given as both present and absent"
        );
        assert_eq!(
            refusal(&[(0, "?fever"), (0, "fever")]),
            "finding `fever` is given as both unknown and present"
        );
        let both = "finding `over40` is given as present and `fever` as absent, but `over40` implies `fever`";
        assert_eq!(refusal(&[(0, "-fever"), (0, "over40")]), both);
        assert_eq!(refusal(&[(0, "over40"), (5, "-fever")]), both);
    }

    #[test]
    fn lenient_takes_the_later_and_within_a_turn_the_more_specific() {
        assert_eq!(lenient(&[(1, "high"), (2, "-fever")]).0, "-fever");
        assert_eq!(lenient(&[(1, "-fever"), (2, "high")]).0, "high");
        assert_eq!(lenient(&[(1, "-fever"), (1, "high")]).0, "high");
        assert_eq!(lenient(&[(1, "high"), (1, "-fever")]).0, "high");
        assert_eq!(lenient(&[(1, "fever"), (2, "?fever")]).0, "");
        // The denial loses against its own turn, so that it takes back nothing older either.
        assert_eq!(lenient(&[(1, "over40"), (2, "-fever"), (2, "high")]).0, "over40");
        assert_eq!(
            lenient(&[(1, "high"), (2, "-fever"), (2, "cough")]).1,
            ["high (present) was corrected by fever (absent); left out"]
        );
        assert_eq!(
            lenient(&[(1, "high"), (1, "-fever")]).1,
            ["fever is given as absent but follows from high; taken as present"]
        );
    }

    #[test]
    fn a_complaint_stays_one_when_it_is_asked_about() {
        let reader = reader();
        let cough = reader.network().finding("cough").unwrap();
        let told = Statement::told(cough, Answer::Present);
        let asked = Statement::asked(cough, Answer::Present);
        for pair in [[told, asked.in_turn(1)], [asked, told.in_turn(1)]] {
            let case = Case { statements: pair.to_vec(), ..Case::default() };
            let reading = reader.read(&case).unwrap();
            assert!(!reading.is_adapted && reading.holds.len() == 1 && !reading.holds[0].asked);
            assert_eq!(reading.notes[0].kind, NoteKind::Repeated);
        }
        let reading = reader.read(&Case { statements: vec![asked], ..Case::default() }).unwrap();
        assert!(reading.is_adapted && reading.network.leak(cough) > 0.1);
    }

    #[test]
    fn the_network_is_the_persons() {
        let reader = reader();
        let mastitis = reader.network().disease("mastitis").unwrap();
        let prior = |case: &Case| {
            let reading = reader.read(case).unwrap();
            (reading.network.prior(mastitis), reading.is_adapted)
        };
        let man = Person { age: Some(40.0), sex: Some(Sex::Male) };
        assert_eq!(prior(&Case::default()), (0.1, false));
        assert_eq!(prior(&Case { person: man, ..Case::default() }), (0.0, true));
        let woman = Person { age: None, sex: Some(Sex::Female) };
        assert_eq!(prior(&Case { person: woman, ..Case::default() }), (0.1, false));
        let (tripled, _) = prior(&Case { prior_factors: vec![(mastitis, 3.0)], ..Case::default() });
        assert!((tripled - 0.25).abs() < 1e-15);
        let too_much = Case { prior_factors: vec![(mastitis, 1e4)], ..Case::default() };
        assert!(matches!(reader.read(&too_much), Err(ReadingError::Factor { .. })));
        let too_old = Case { person: Person { age: Some(131.0), sex: None }, ..Case::default() };
        assert!(matches!(reader.read(&too_old), Err(ReadingError::Age(_))));
    }

    #[test]
    fn findings_of_another_network_are_refused() {
        let stranger = Case {
            statements: vec![Statement::told(FindingId::new(99), Answer::Present)],
            ..Case::default()
        };
        assert!(matches!(
            reader().read(&stranger),
            Err(ReadingError::Evidence(EvidenceError::OutOfRange { .. }))
        ));
    }
}
