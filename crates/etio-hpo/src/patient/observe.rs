//! From a patient's terms to evidence, with a note on every term that is not taken as it is.

use etio::{Evidence, FindingId};
use serde::Serialize;

use super::Patient;
use crate::hpo::Hpo;
use crate::ontology::{Resolution, TermId};

/// A patient's terms as evidence for a network.
///
/// A present term implies its ancestors and an absent one its descendants; findings are independent given the diseases, so
/// what is implied is left out and nothing counts twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// What was observed.
    pub evidence: Evidence,
    /// What was not taken as it is, in the order of the patient's terms.
    pub notes: Vec<Note>,
}

/// Something to know about one of a patient's terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The term as given.
    pub term: String,
    /// What about it.
    pub kind: NoteKind,
    /// The term, or the terms, that it was read as or that make it superfluous.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<String>,
}

/// What about a term.
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
}

impl NoteKind {
    /// Whether somebody should look at it: information was lost or is doubtful.
    pub fn is_problem(self) -> bool {
        matches!(self, Self::Unknown | Self::Obsolete | Self::NotAPhenotype | Self::Contradicted)
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (term, instead) = (&self.term, self.instead.join(", "));
        match self.kind {
            NoteKind::Unknown => write!(f, "{term} is not a term of this ontology; left out"),
            NoteKind::Obsolete => write!(f, "{term} is obsolete and has no replacement; left out"),
            NoteKind::Renamed => write!(f, "{term} is an old id, read as {instead}"),
            NoteKind::Widened => write!(f, "{term} is annotated to no disease, read as {instead}"),
            NoteKind::SaysNothing => write!(f, "{term} (absent) is annotated to no disease; it says nothing"),
            NoteKind::NotAPhenotype => write!(f, "{term} is not a phenotype; left out"),
            NoteKind::Implied => write!(f, "{term} follows from {instead}; counted once"),
            NoteKind::Contradicted => {
                write!(f, "{term} is given as absent but follows from {instead}; taken as present")
            }
        }
    }
}

impl Hpo {
    /// A patient's terms as evidence.
    pub fn observe(&self, patient: &Patient) -> Observation {
        let mut notes = Vec::new();
        let present = self.read(&patient.present, true, &mut notes);
        let absent = self.read(&patient.absent, false, &mut notes);
        let present = self.specific(&present, &mut notes);
        let absent = self.possible(absent, &present, &mut notes);
        let absent = self.general(&absent, &mut notes);
        let ids = |list: Vec<Given>| list.into_iter().map(|given| FindingId::new(given.finding)).collect();
        let (present, absent): (Vec<_>, Vec<_>) = (ids(present), ids(absent));
        // Contradictions were settled above, so that the two lists share nothing.
        let evidence = Evidence::new(present, absent).unwrap_or_default();
        Observation { evidence, notes }
    }

    fn read(&self, terms: &[String], present: bool, notes: &mut Vec<Note>) -> Vec<Given> {
        let mut found: Vec<Given> = Vec::new();
        for id in terms {
            let id = id.trim();
            let mut note = |kind, instead| notes.push(Note { term: id.to_owned(), kind, instead });
            let term = match self.ontology().resolve(id) {
                Resolution::Unknown => {
                    note(NoteKind::Unknown, vec![]);
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
                let finding = finding.index() as u32;
                if !found.iter().any(|given| given.finding == finding) {
                    found.push(Given { finding, id: id.to_owned() });
                }
            }
        }
        found
    }

    /// Present terms without those that others imply.
    fn specific(&self, given: &[Given], notes: &mut Vec<Note>) -> Vec<Given> {
        self.without_implied(given, notes, |mine, other| self.graph().is_ancestor(mine, other))
    }

    /// Absent terms without those that others imply.
    fn general(&self, given: &[Given], notes: &mut Vec<Note>) -> Vec<Given> {
        self.without_implied(given, notes, |mine, other| self.graph().is_ancestor(other, mine))
    }

    fn without_implied(
        &self,
        given: &[Given],
        notes: &mut Vec<Note>,
        implies: impl Fn(u32, u32) -> bool,
    ) -> Vec<Given> {
        let implied_by = |mine: &Given| given.iter().find(|other| implies(mine.finding, other.finding));
        let (mut kept, mut dropped) = (Vec::new(), Vec::new());
        for mine in given {
            match implied_by(mine) {
                Some(other) => {
                    dropped.push((mine.id.clone(), self.finding_name(FindingId::new(other.finding))));
                }
                None => kept.push(mine.clone()),
            }
        }
        notes.extend(dropped.into_iter().map(|(term, by)| Note {
            term,
            kind: NoteKind::Implied,
            instead: vec![by],
        }));
        kept
    }

    /// Absent terms without those that present ones imply.
    fn possible(&self, absent: Vec<Given>, present: &[Given], notes: &mut Vec<Note>) -> Vec<Given> {
        absent
            .into_iter()
            .filter(|mine| {
                let contradicts = |other: &&Given| {
                    other.finding == mine.finding || self.graph().is_ancestor(mine.finding, other.finding)
                };
                let Some(other) = present.iter().find(contradicts) else { return true };
                notes.push(Note {
                    term: mine.id.clone(),
                    kind: NoteKind::Contradicted,
                    instead: vec![self.finding_name(FindingId::new(other.finding))],
                });
                false
            })
            .collect()
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
    finding: u32,
    id: String,
}
