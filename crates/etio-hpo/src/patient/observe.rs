//! From a patient's terms to evidence, with a note on every term that is not taken as it is.

use etio::{Evidence, FindingId};
use etio_case::{Answer, Case, Contradictions, Statement};
use serde::Serialize;

use super::Patient;
use crate::hpo::Hpo;
use crate::ontology::{Resolution, TermId};

/// A patient's terms as evidence for a network.
///
/// A present term implies its ancestors and an absent one its descendants; findings are independent
/// given the diseases, so what is implied is left out and nothing counts twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// The observations.
    pub evidence: Evidence,
    /// Notes on terms that were not taken as they are, in the order of the patient's terms.
    pub notes: Vec<Note>,
}

/// Something to know about one of a patient's terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The term as given.
    pub term: String,
    /// Kind of note.
    pub kind: NoteKind,
    /// The term, or the terms, that it was read as or that make it superfluous.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<String>,
}

/// How a term was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// The ontology does not know it; left out.
    Unknown,
    /// It is out of use and nothing took its place; left out.
    Obsolete,
    /// An older id; read as the term in use.
    Renamed,
    /// No disease shows it or anything below it; read as the nearest terms above that some disease shows.
    Widened,
    /// Given as absent, and no disease shows it: says nothing, left out.
    SaysNothing,
    /// Not a phenotype (inheritance, onset, ...); left out.
    NotAPhenotype,
    /// Follows from another of the patient's terms; counted once.
    Implied,
    /// Given as absent, yet implied by a present term; taken as present.
    Contradicted,
    /// The file gives the id the name of another term; the id counts.
    Mislabelled,
}

impl NoteKind {
    /// Whether it needs attention: information was lost or is doubtful.
    pub fn is_problem(self) -> bool {
        matches!(
            self,
            Self::Unknown | Self::Obsolete | Self::NotAPhenotype | Self::Contradicted | Self::Mislabelled
        )
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (term, instead) = (&self.term, self.instead.join(", "));
        match self.kind {
            NoteKind::Unknown if instead.is_empty() => {
                write!(f, "{term} is not a term of this ontology; left out")
            }
            NoteKind::Unknown => {
                write!(f, "{term} is not a term of this ontology; left out; did you mean {instead}?")
            }
            NoteKind::Obsolete => write!(f, "{term} is obsolete and has no replacement; left out"),
            NoteKind::Renamed => write!(f, "{term} is an old id, read as {instead}"),
            NoteKind::Widened => write!(f, "{term} is not annotated to any disease; read as {instead}"),
            NoteKind::SaysNothing => write!(f, "{term} (absent) is not annotated to any disease; ignored"),
            NoteKind::NotAPhenotype => write!(f, "{term} is not a phenotype; left out"),
            NoteKind::Implied => write!(f, "{term} follows from {instead}; counted once"),
            NoteKind::Contradicted => {
                write!(f, "{term} is given as absent but follows from {instead}; taken as present")
            }
            NoteKind::Mislabelled => {
                write!(f, "{term} has the name of another term, {instead}; the id counts")
            }
        }
    }
}

impl Hpo {
    /// A patient's terms as evidence. Terms are resolved here; what they imply, and what of it
    /// contradicts each other, is the same reading as of any other case.
    pub fn observe(&self, patient: &Patient) -> Observation {
        let mut notes = self.mislabelled(&patient.labels);
        let mut given = self.resolve(&patient.present, Answer::Present, &mut notes);
        given.extend(self.resolve(&patient.absent, Answer::Absent, &mut notes));
        let statements = given.iter().map(|g| Statement::told(g.finding, g.answer));
        let (evidence, read) = self.read(statements.collect());
        let id_of = |note: &etio_case::Note| {
            let same = |g: &&Given| g.finding == note.finding && g.answer == note.answer;
            given.iter().find(same).map_or_else(String::new, |g| g.id.clone())
        };
        for note in &read {
            let kind = match note.kind {
                // Each finding is given once, in one turn, and none is an age.
                etio_case::NoteKind::Repeated
                | etio_case::NoteKind::Corrected
                | etio_case::NoteKind::ImpliedByAge => continue,
                etio_case::NoteKind::Implied => NoteKind::Implied,
                etio_case::NoteKind::Contradicted => NoteKind::Contradicted,
            };
            notes.push(Note { term: id_of(note), kind, instead: vec![self.finding_name(note.other)] });
        }
        Observation { evidence, notes }
    }

    /// Findings of which all are present, each chain of implications cut to its most specific one.
    pub(crate) fn present(&self, findings: impl IntoIterator<Item = FindingId>) -> Evidence {
        self.read(findings.into_iter().map(|f| Statement::told(f, Answer::Present)).collect()).0
    }

    /// Reads statements about findings of this network. Records contradict themselves now and then;
    /// the more specific statement counts.
    fn read(&self, statements: Vec<Statement>) -> (Evidence, Vec<etio_case::Note>) {
        let case = Case { statements, contradictions: Contradictions::Lenient, ..Case::default() };
        // Findings of this very network, nobody's age and no factors: there is nothing to refuse.
        self.reader().read(&case).map(|reading| (reading.evidence, reading.notes)).unwrap_or_default()
    }

    /// The findings that terms stand for, each once.
    fn resolve(&self, terms: &[String], answer: Answer, notes: &mut Vec<Note>) -> Vec<Given> {
        let present = answer == Answer::Present;
        let mut found: Vec<Given> = Vec::new();
        for id in terms {
            let id = id.trim();
            let mut note = |kind, instead| notes.push(Note { term: id.to_owned(), kind, instead });
            let term = match self.resolve_term(id) {
                Resolution::Unknown => {
                    let similar = if id.starts_with("HP:") { None } else { self.term_names().nearest(id) };
                    note(NoteKind::Unknown, similar.map(|term| self.name(term)).into_iter().collect());
                    continue;
                }
                Resolution::Obsolete => {
                    note(NoteKind::Obsolete, vec![]);
                    continue;
                }
                Resolution::Current(term) => term,
                Resolution::Alternative(term) | Resolution::Replaced(term) => {
                    note(NoteKind::Renamed, vec![self.name(term)]);
                    term
                }
            };
            let findings: Vec<FindingId> = match (self.finding(term), present) {
                (Some(finding), _) => vec![finding],
                (None, true) => self.findings_for(term),
                (None, false) => vec![],
            };
            if self.finding(term).is_none() {
                let names = findings.iter().map(|&f| self.finding_name(f)).collect();
                match (findings.is_empty(), present) {
                    (true, true) => note(NoteKind::NotAPhenotype, vec![]),
                    (true, false) => note(NoteKind::SaysNothing, vec![]),
                    (false, _) => note(NoteKind::Widened, names),
                }
            }
            for finding in findings {
                if !found.iter().any(|given| given.finding == finding) {
                    found.push(Given { finding, answer, id: id.to_owned() });
                }
            }
        }
        found
    }

    /// Ids with the name of another term. Names that no term has are of other versions or languages.
    fn mislabelled(&self, labels: &[(String, String)]) -> Vec<Note> {
        let other = |(id, label): &(String, String)| {
            let term = self.ontology().resolve(id).term()?;
            if self.ontology().term(term).name.eq_ignore_ascii_case(label.trim()) {
                return None;
            }
            let other = self.term_by_name(label).filter(|&other| other != term)?;
            Some(Note { term: self.name(term), kind: NoteKind::Mislabelled, instead: vec![self.name(other)] })
        };
        labels.iter().filter_map(other).collect()
    }

    /// A term by its id or its name.
    fn resolve_term(&self, id: &str) -> Resolution {
        match self.ontology().resolve(id) {
            Resolution::Unknown if !id.starts_with("HP:") => {
                self.term_by_name(id).map_or(Resolution::Unknown, Resolution::Current)
            }
            resolution => resolution,
        }
    }

    fn name(&self, term: TermId) -> String {
        let term = self.ontology().term(term);
        format!("{} ({})", term.id, term.name)
    }

    pub(crate) fn finding_name(&self, finding: FindingId) -> String {
        format!("{} ({})", self.network().finding_id(finding), self.network().finding_name(finding))
    }
}

/// A finding with the term it was given as.
#[derive(Clone, Debug)]
struct Given {
    finding: FindingId,
    answer: Answer,
    id: String,
}
