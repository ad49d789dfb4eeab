//! Contradictions among statements, and the one rule that settles them.
//!
//! Two statements contradict each other if they give one finding different answers, or if one says
//! that a finding is present and the other that something it implies is absent.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use etio::{FindingId, Hierarchy, Network};

use crate::note::{Note, NoteKind};
use crate::statement::{Answer, Statement};

/// Policy for statements that contradict each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contradictions {
    /// Refuse them with an error that names both. For lists that a program or a file gives.
    #[default]
    Strict,
    /// The statement of the later turn counts. Within a turn the more specific one does: present
    /// before absent, absent before unknown. Every statement that loses gets a note. For what people
    /// say in the course of a conversation, and for clinical records.
    Lenient,
}

/// Two statements that exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The statement that comes first in the list.
    pub first: Statement,
    /// The statement that contradicts it.
    pub second: Statement,
}

impl Contradiction {
    /// The contradiction in English, with findings by their ids.
    pub(crate) fn text(&self, network: &Network) -> String {
        let (a, b) = (self.first, self.second);
        let (first, second) = (network.finding_id(a.finding), network.finding_id(b.finding));
        if a.finding == b.finding {
            return format!("finding `{first}` is given as both {} and {}", a.answer.word(), b.answer.word());
        }
        let present = if a.answer == Answer::Present { first } else { second };
        let absent = if a.answer == Answer::Present { second } else { first };
        format!(
            "finding `{present}` is given as present and `{absent}` as absent, but `{present}` implies `{absent}`"
        )
    }
}

/// Statements after contradictions were settled.
pub(crate) struct Settled {
    /// The statements that hold, one per finding, in the order of the list.
    pub(crate) holds: Vec<Statement>,
    /// Those of them that no other one implies.
    pub(crate) informative: Vec<Statement>,
    /// A note on each of the others, in the order of the list.
    pub(crate) notes: Vec<Note>,
}

/// Settles contradictions by a rule and finds what is implied.
pub(crate) fn settle(
    hierarchy: &Hierarchy,
    statements: &[Statement],
    rule: Contradictions,
) -> Result<Settled, Contradiction> {
    if are_unrelated(hierarchy, statements) {
        let holds = statements.to_vec();
        return Ok(Settled { informative: holds.clone(), holds, notes: Vec::new() });
    }
    let mut ordered: Vec<Placed> = statements.iter().copied().enumerate().collect();
    // Within a turn the order of the list has no meaning: the most specific statements come first.
    ordered.sort_by_key(|(_, s)| (s.turn, rank(s.answer)));
    let mut known = Known {
        hierarchy,
        holds: HashMap::new(),
        ancestors: HashMap::new(),
        implied_by: HashMap::new(),
        notes: Vec::new(),
    };
    for (at, statement) in ordered {
        known.add(at, statement, rule)?;
    }
    let mut holds: Vec<Placed> = known.holds.values().copied().collect();
    holds.sort_unstable_by_key(|(at, _)| *at);
    let informative = known.informative(&holds);
    known.notes.sort_by_key(|(at, _)| *at);
    Ok(Settled {
        holds: holds.into_iter().map(|(_, statement)| statement).collect(),
        informative,
        notes: known.notes.into_iter().map(|(_, note)| note).collect(),
    })
}

/// Whether no statement has anything to do with another, which is so for most cases: they are about
/// different findings that refine none.
fn are_unrelated(hierarchy: &Hierarchy, statements: &[Statement]) -> bool {
    let mut findings: Vec<FindingId> = statements.iter().map(|statement| statement.finding).collect();
    findings.sort_unstable();
    findings.windows(2).all(|pair| pair[0] != pair[1])
        && findings.iter().all(|&finding| hierarchy.parents(finding).is_empty())
}

/// Statements by how specific they are.
fn rank(answer: Answer) -> u8 {
    match answer {
        Answer::Present => 0,
        Answer::Absent => 1,
        Answer::Unknown => 2,
    }
}

/// A statement and its place in the list.
type Placed = (usize, Statement);

/// The statements that hold so far.
struct Known<'h> {
    hierarchy: &'h Hierarchy,
    holds: HashMap<FindingId, Placed>,
    /// The findings that each mentioned finding implies.
    ancestors: HashMap<FindingId, Rc<HashSet<FindingId>>>,
    /// For each finding, the present findings that imply it.
    implied_by: HashMap<FindingId, HashSet<FindingId>>,
    notes: Vec<(usize, Note)>,
}

impl Known<'_> {
    fn add(&mut self, at: usize, statement: Statement, rule: Contradictions) -> Result<(), Contradiction> {
        if self.repeats(at, statement) {
            return Ok(());
        }
        let conflicts = self.conflicts(statement);
        if let (Contradictions::Strict, Some(&(place, other))) = (rule, conflicts.first()) {
            let (first, second) = if place < at { (other, statement) } else { (statement, other) };
            return Err(Contradiction { first, second });
        }
        if let Some(&(_, winner)) = conflicts.iter().find(|(_, other)| other.turn == statement.turn) {
            self.note(at, statement, NoteKind::Contradicted, winner);
            return Ok(());
        }
        for (place, earlier) in conflicts {
            self.remove(earlier.finding);
            self.note(place, earlier, NoteKind::Corrected, statement);
        }
        if statement.answer == Answer::Present {
            for &ancestor in self.ancestors(statement.finding).iter() {
                self.implied_by.entry(ancestor).or_default().insert(statement.finding);
            }
        }
        self.holds.insert(statement.finding, (at, statement));
        Ok(())
    }

    /// Whether the same was stated before. Order has no meaning then: a complaint stays one however
    /// often it is asked about.
    fn repeats(&mut self, at: usize, statement: Statement) -> bool {
        let Some((first, same)) = self.holds.get_mut(&statement.finding) else { return false };
        if same.answer != statement.answer {
            return false;
        }
        *same = Statement { asked: same.asked && statement.asked, ..statement };
        let again = at.max(*first);
        *first = at.min(*first);
        let same = *same;
        self.note(again, statement, NoteKind::Repeated, same);
        true
    }

    /// Statements that contradict another one, in the order of the list.
    fn conflicts(&mut self, statement: Statement) -> Vec<Placed> {
        let mut conflicts: Vec<Placed> = self.holds.get(&statement.finding).copied().into_iter().collect();
        match statement.answer {
            Answer::Present => {
                let ancestors = self.ancestors(statement.finding);
                let implied = ancestors.iter().filter_map(|f| self.holds.get(f));
                conflicts.extend(implied.filter(|(_, s)| s.answer == Answer::Absent));
            }
            Answer::Absent => {
                let refining = self.implied_by.get(&statement.finding).into_iter().flatten();
                conflicts.extend(refining.filter_map(|f| self.holds.get(f)));
            }
            Answer::Unknown => {}
        }
        conflicts.sort_unstable_by_key(|(place, _)| *place);
        conflicts
    }

    fn remove(&mut self, finding: FindingId) {
        if let Some((_, Statement { answer: Answer::Present, .. })) = self.holds.remove(&finding) {
            for ancestor in self.ancestors(finding).iter() {
                if let Some(refining) = self.implied_by.get_mut(ancestor) {
                    refining.remove(&finding);
                }
            }
        }
    }

    fn ancestors(&mut self, finding: FindingId) -> Rc<HashSet<FindingId>> {
        let hierarchy = self.hierarchy;
        Rc::clone(self.ancestors.entry(finding).or_insert_with(|| Rc::new(hierarchy.ancestors(finding))))
    }

    fn note(&mut self, at: usize, statement: Statement, kind: NoteKind, other: Statement) {
        self.notes.push((at, Note::of(statement, kind, other)));
    }

    /// Leaves out what follows from another statement: a present finding's ancestors and an absent
    /// finding's descendants. Findings are independent given the diseases, so an implied
    /// observation must not count a second time.
    fn informative(&mut self, holds: &[Placed]) -> Vec<Statement> {
        let mut kept = Vec::with_capacity(holds.len());
        for &(at, statement) in holds {
            match self.reason(statement) {
                Some(reason) => self.note(at, statement, NoteKind::Implied, reason),
                None => kept.push(statement),
            }
        }
        kept
    }

    /// The statement that a statement follows from: the first of those that follow from no other.
    fn reason(&mut self, statement: Statement) -> Option<Statement> {
        let mut reasons: Vec<Placed> = match statement.answer {
            Answer::Present => {
                let refining = self.implied_by.get(&statement.finding).into_iter().flatten();
                refining.filter_map(|f| self.holds.get(f)).copied().collect()
            }
            Answer::Absent => {
                let ancestors = self.ancestors(statement.finding);
                let above = ancestors.iter().filter_map(|f| self.holds.get(f));
                above.filter(|(_, s)| s.answer == Answer::Absent).copied().collect()
            }
            Answer::Unknown => Vec::new(),
        };
        reasons.sort_unstable_by_key(|(place, _)| *place);
        let reasons = reasons.into_iter().map(|(_, reason)| reason);
        reasons.clone().find(|reason| self.reason(*reason).is_none()).or(reasons.clone().next())
    }
}
