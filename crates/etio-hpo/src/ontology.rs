//! The ontology: phenotype terms, what each refines, and the ids that once meant something else.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// The term under which all phenotypes are; what is outside describes inheritance, onset or frequency.
pub const PHENOTYPIC_ABNORMALITY: &str = "HP:0000118";

/// A term's position in its [`Ontology`]. Parents come before their children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The position, for indexing arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A term in use.
#[derive(Clone, Debug)]
pub struct Term {
    /// Such as `HP:0001250`.
    pub id: String,
    /// Such as "Seizure".
    pub name: String,
    /// Names that mean exactly the same. Empty in an ontology read back from a network.
    pub synonyms: Vec<String>,
    /// Its direct parents.
    pub parents: Vec<TermId>,
}

/// Meaning of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// A term in use.
    Current(TermId),
    /// Another id of a term in use.
    Alternative(TermId),
    /// No longer in use; this term took its place.
    Replaced(TermId),
    /// No longer in use, and nothing took its place.
    Obsolete,
    /// Never heard of.
    Unknown,
}

impl Resolution {
    /// The term to use, if there is one.
    pub fn term(self) -> Option<TermId> {
        match self {
            Self::Current(term) | Self::Alternative(term) | Self::Replaced(term) => Some(term),
            Self::Obsolete | Self::Unknown => None,
        }
    }
}

/// Why terms do not make an ontology.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OntologyError {
    /// No term at all.
    #[error("there is no term in it")]
    Empty,
    /// Two terms share an id.
    #[error("term {id} is defined twice")]
    Duplicate {
        /// The id.
        id: String,
    },
    /// A parent that is not defined.
    #[error("{id} has is_a {parent}, which is not defined; is the file cut short?")]
    UnknownParent {
        /// The term.
        id: String,
        /// Its parent as written.
        parent: String,
    },
    /// Terms that refine each other.
    #[error("terms refine each other in a circle: {}", circle.join(" is a "))]
    Cycle {
        /// The ids along the circle, the first one again at the end.
        circle: Vec<String>,
    },
    /// A line that is not as expected.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, counted from one.
        line: u64,
        /// The problem.
        problem: String,
    },
}

/// A term as a file defines it, before parents are found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Definition {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) synonyms: Vec<String>,
    pub(crate) parents: Vec<String>,
    pub(crate) alternatives: Vec<String>,
    pub(crate) obsolete: bool,
    pub(crate) replaced_by: Option<String>,
}

/// Terms in use with what they refine, and all other ids by what became of them.
#[derive(Clone, Debug)]
pub struct Ontology {
    /// The release, such as `2025-01-16`; empty if the file names none.
    pub version: String,
    terms: Vec<Term>,
    ids: HashMap<String, Resolution>,
}

impl Ontology {
    pub(crate) fn build(version: String, definitions: Vec<Definition>) -> Result<Self, OntologyError> {
        let (current, obsolete): (Vec<_>, Vec<_>) = definitions.into_iter().partition(|d| !d.obsolete);
        if current.is_empty() {
            return Err(OntologyError::Empty);
        }
        let order = parents_first(&current)?;
        let mut ids = HashMap::with_capacity(current.len() * 2);
        let mut terms = Vec::with_capacity(current.len());
        for &at in &order {
            let definition = &current[at];
            let term = TermId(terms.len() as u32);
            // Parents come first, so that all of them are known by now.
            let parents = definition.parents.iter().filter_map(|p| ids.get(p).copied());
            terms.push(Term {
                id: definition.id.clone(),
                name: definition.name.clone(),
                synonyms: definition.synonyms.clone(),
                parents: parents.filter_map(Resolution::term).collect(),
            });
            ids.insert(definition.id.clone(), Resolution::Current(term));
        }
        for definition in &current {
            let Some(term) = ids[&definition.id].term() else { continue };
            for alternative in &definition.alternatives {
                ids.entry(alternative.clone()).or_insert(Resolution::Alternative(term));
            }
        }
        for definition in obsolete {
            let heir = definition.replaced_by.and_then(|id| ids.get(&id).copied()?.term());
            ids.entry(definition.id).or_insert(heir.map_or(Resolution::Obsolete, Resolution::Replaced));
        }
        Ok(Self { version, terms, ids })
    }

    /// The terms in use, parents before children.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// A term.
    pub fn term(&self, term: TermId) -> &Term {
        &self.terms[term.index()]
    }

    /// Meaning of an id.
    pub fn resolve(&self, id: &str) -> Resolution {
        self.ids.get(id).copied().unwrap_or(Resolution::Unknown)
    }

    /// All that a term refines, directly or not, without itself.
    pub fn ancestors(&self, term: TermId) -> Vec<TermId> {
        let mut reached = vec![];
        let mut open = self.term(term).parents.clone();
        while let Some(next) = open.pop() {
            if !reached.contains(&next) {
                reached.push(next);
                open.extend_from_slice(&self.term(next).parents);
            }
        }
        reached
    }

    /// For every term, whether it is a phenotype: [`PHENOTYPIC_ABNORMALITY`] or below. All are, if
    /// the ontology does not have that term.
    pub fn phenotypes(&self) -> Vec<bool> {
        let Some(root) = self.resolve(PHENOTYPIC_ABNORMALITY).term() else {
            return vec![true; self.terms.len()];
        };
        let mut below = vec![false; self.terms.len()];
        for (at, term) in self.terms.iter().enumerate() {
            below[at] = at == root.index() || term.parents.iter().any(|p| below[p.index()]);
        }
        below
    }

    /// The ontology as a companion table of a network.
    pub(crate) fn to_tsv(&self) -> String {
        let mut others: BTreeMap<TermId, Vec<&str>> = BTreeMap::new();
        let mut gone: Vec<(&str, &str)> = Vec::new();
        for (id, &resolution) in &self.ids {
            match resolution {
                Resolution::Alternative(term) => others.entry(term).or_default().push(id),
                Resolution::Replaced(term) => gone.push((id, &self.term(term).id)),
                Resolution::Obsolete => gone.push((id, "")),
                Resolution::Current(_) | Resolution::Unknown => {}
            }
        }
        gone.sort_unstable();
        let mut text = format!("#version\t{}\n{HEADER}\n", self.version);
        for (at, term) in self.terms.iter().enumerate() {
            let parents: Vec<&str> = term.parents.iter().map(|&p| self.term(p).id.as_str()).collect();
            let mut alternatives = others.remove(&TermId(at as u32)).unwrap_or_default();
            alternatives.sort_unstable();
            let (parents, alternatives) = (parents.join("|"), alternatives.join("|"));
            let _ = writeln!(text, "{}\t{}\t{parents}\t{alternatives}\t\t", term.id, term.name);
        }
        for (id, heir) in gone {
            let _ = writeln!(text, "{id}\t\t\t\tobsolete\t{heir}");
        }
        text
    }

    /// Reads back what [`to_tsv`](Self::to_tsv) wrote.
    pub(crate) fn from_tsv(text: &str) -> Result<Self, OntologyError> {
        let mut version = String::new();
        let mut definitions = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if let Some(value) = line.strip_prefix("#version\t") {
                value.clone_into(&mut version);
                continue;
            }
            if line == HEADER {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            let [id, name, parents, alternatives, status, heir] = fields[..] else {
                let problem = format!("{} columns, not 6", fields.len());
                return Err(OntologyError::Line { line: at as u64 + 1, problem });
            };
            let list = |text: &str| text.split('|').filter(|s| !s.is_empty()).map(str::to_owned).collect();
            definitions.push(Definition {
                id: id.to_owned(),
                name: name.to_owned(),
                synonyms: Vec::new(),
                parents: list(parents),
                alternatives: list(alternatives),
                obsolete: status == "obsolete",
                replaced_by: (!heir.is_empty()).then(|| heir.to_owned()),
            });
        }
        Self::build(version, definitions)
    }
}

const HEADER: &str = "id\tname\tparents\talternatives\tstatus\treplaced_by";

/// Positions such that every term comes after its parents.
fn parents_first(terms: &[Definition]) -> Result<Vec<usize>, OntologyError> {
    let mut position = HashMap::with_capacity(terms.len());
    for (at, term) in terms.iter().enumerate() {
        if position.insert(term.id.as_str(), at).is_some() {
            return Err(OntologyError::Duplicate { id: term.id.clone() });
        }
    }
    let mut parents = Vec::with_capacity(terms.len());
    for term in terms {
        let found: Result<Vec<usize>, _> = term
            .parents
            .iter()
            .map(|parent| {
                position.get(parent.as_str()).copied().ok_or_else(|| OntologyError::UnknownParent {
                    id: term.id.clone(),
                    parent: parent.clone(),
                })
            })
            .collect();
        parents.push(found?);
    }
    let mut order = Vec::with_capacity(terms.len());
    let mut state = vec![Visit::New; terms.len()];
    for start in 0..terms.len() {
        // Depth first with an explicit path: a hostile file may be deeper than the stack.
        let mut path = vec![(start, 0)];
        while let Some((at, next)) = path.last_mut() {
            if *next == 0 && state[*at] == Visit::Done {
                path.pop();
                continue;
            }
            state[*at] = Visit::Open;
            if let Some(&parent) = parents[*at].get(*next) {
                *next += 1;
                match state[parent] {
                    Visit::New => path.push((parent, 0)),
                    Visit::Open => return Err(circle(terms, &path, parent)),
                    Visit::Done => {}
                }
            } else {
                state[*at] = Visit::Done;
                order.push(*at);
                path.pop();
            }
        }
    }
    Ok(order)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

fn circle(terms: &[Definition], path: &[(usize, usize)], closes_at: usize) -> OntologyError {
    let start = path.iter().position(|&(at, _)| at == closes_at).unwrap_or(0);
    let ids = path[start..].iter().map(|&(at, _)| terms[at].id.clone());
    OntologyError::Cycle { circle: ids.chain([terms[closes_at].id.clone()]).collect() }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A term in use with its parents.
    pub(crate) fn term(id: &str, parents: &[&str]) -> Definition {
        Definition {
            id: id.to_owned(),
            name: format!("term {id}"),
            parents: parents.iter().map(|&p| p.to_owned()).collect(),
            ..Definition::default()
        }
    }

    #[test]
    fn parents_come_before_children_whatever_the_order_of_the_file() {
        let ontology =
            Ontology::build(String::new(), vec![term("c", &["b", "a"]), term("b", &["a"]), term("a", &[])])
                .unwrap();
        let ids: Vec<&str> = ontology.terms().iter().map(|t| t.id.as_str()).collect();
        assert_eq!(ids, ["a", "b", "c"]);
        let c = ontology.resolve("c").term().unwrap();
        assert_eq!(ontology.ancestors(c).len(), 2);
    }

    #[test]
    fn a_circle_is_named() {
        let error =
            Ontology::build(String::new(), vec![term("a", &["b"]), term("b", &["c"]), term("c", &["a"])])
                .unwrap_err();
        assert_eq!(error.to_string(), "terms refine each other in a circle: a is a b is a c is a a");
        assert!(matches!(
            Ontology::build(String::new(), vec![term("a", &["a"])]),
            Err(OntologyError::Cycle { .. })
        ));
    }

    #[test]
    fn a_missing_parent_is_named() {
        let error = Ontology::build(String::new(), vec![term("a", &["z"])]).unwrap_err();
        assert!(error.to_string().contains("a has is_a z"), "{error}");
    }

    #[test]
    fn old_ids_lead_to_terms_in_use_and_survive_the_table() {
        let mut current = term("a", &[]);
        current.alternatives = vec!["x".to_owned()];
        let replaced = Definition {
            id: "y".to_owned(),
            obsolete: true,
            replaced_by: Some("a".to_owned()),
            ..Definition::default()
        };
        let gone = Definition { id: "z".to_owned(), obsolete: true, ..Definition::default() };
        let ontology =
            Ontology::build("v1".to_owned(), vec![current, replaced, gone, term("b", &["a"])]).unwrap();
        let back = Ontology::from_tsv(&ontology.to_tsv()).unwrap();
        assert_eq!(back.version, "v1");
        for o in [&ontology, &back] {
            let a = o.resolve("a").term().unwrap();
            assert_eq!(o.resolve("x"), Resolution::Alternative(a));
            assert_eq!(o.resolve("y"), Resolution::Replaced(a));
            assert_eq!(o.resolve("z"), Resolution::Obsolete);
            assert_eq!(o.resolve("w"), Resolution::Unknown);
            assert_eq!(o.term(o.resolve("b").term().unwrap()).parents, [a]);
        }
    }

    #[test]
    fn a_chain_deeper_than_the_stack_is_sorted() {
        let mut terms = vec![term("0", &[])];
        for at in 1..200_000 {
            terms.push(term(&at.to_string(), &[&(at - 1).to_string()]));
        }
        terms.reverse();
        assert_eq!(Ontology::build(String::new(), terms).unwrap().terms().len(), 200_000);
    }
}
