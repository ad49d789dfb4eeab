//! Why a network of another tool could not be read or written.

use std::path::{Path, PathBuf};

use etio::BuildError;
use etio::format::FormatError;

/// Why a network could not be read or written. Always names the file, and the line if one is at fault.
#[derive(Debug, thiserror::Error)]
#[error("{}{}", place(path, *line, problem), told(problem))]
pub struct Error {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from one.
    pub line: Option<u64>,
    /// The problem; boxed because it is large.
    pub problem: Box<Problem>,
}

/// Problems with a file of another tool.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// One of Etio's own forms could not be read or written.
    #[error(transparent)]
    Own(FormatError),
    /// The file could not be opened, read or written.
    #[error(transparent)]
    Io(std::io::Error),
    /// Neither the ending nor the content names a format.
    #[error("not a network in a format that etio reads; it reads {}", crate::Format::readable())]
    UnknownFormat,
    /// An ending that names no format that is written.
    #[error(
        "the ending of the file names no format that etio writes; it writes {}",
        crate::Format::writable()
    )]
    UnknownEnding,
    /// A format that is only read.
    #[error("etio does not write {format}; it writes {}", crate::Format::writable())]
    NotWritten {
        /// The format.
        format: &'static str,
    },
    /// A file or a table beyond all bounds.
    #[error("{what} is larger than {limit}")]
    TooLarge {
        /// The object that is too large.
        what: String,
        /// How large it may be.
        limit: String,
    },
    /// Not the syntax of the format, or members that do not fit together.
    #[error("{0}")]
    Syntax(String),
    /// A node with parents and children: Etio's networks have two layers.
    #[error(
        "node `{node}` has parents and children{}, and networks have two layers, diseases and findings; condition \
         risk factors away with `etio convert --given NODE=STATE`, or remodel the node",
        others(*count)
    )]
    InnerNode {
        /// The first of them in the file.
        node: String,
        /// How many there are.
        count: usize,
    },
    /// A disease with more than two states.
    #[error(
        "node `{node}` has no parents and {}; a disease is present or absent: split it into one node per state, or give \
         its state with `etio convert --given {node}=STATE`",
        if *count == 1 { "1 state".to_owned() } else { format!("{count} states") }
    )]
    ManyStates {
        /// The first of them in the file.
        node: String,
        /// How many states it has.
        count: usize,
    },
    /// States whose names do not say which of them is "absent".
    #[error(
        "the states of node `{node}` ({states}) do not say which of them is \"absent\"; name it with \
         `etio convert --absent {node}=STATE`"
    )]
    WhichIsAbsent {
        /// The node.
        node: String,
        /// Its states.
        states: String,
    },
    /// Parameters of a child that make another state "absent" than the names do.
    #[error(
        "the parameters of its noisy-max children make `{state}` the absent state of node `{node}`, and the names of \
         its states do not; correct the order of states or parameters, or confirm it with \
         `etio convert --absent {node}={state}`"
    )]
    ColumnsAgainstNames {
        /// The node.
        node: String,
        /// The state in which it has no effect.
        state: String,
    },
    /// A table that no noisy-or has.
    #[error(
        "the table of node `{node}` is not a noisy-or: with {row} its probability to be absent is {found}, and that \
         of a noisy-or {expected} (off by {deviation:.1e}); `etio convert --nearest` takes the nearest \
         noisy-or"
    )]
    NotNoisyOr {
        /// The node.
        node: String,
        /// The row that is farthest off.
        row: String,
        /// Value in the table.
        found: f64,
        /// Value that follows from the other rows.
        expected: f64,
        /// The difference.
        deviation: f64,
    },
    /// A kind of distribution that is not a noisy-or.
    #[error("node `{node}` is {}, which is not a noisy-or", with_article(kind))]
    OtherKind {
        /// The node.
        node: String,
        /// Kind of node.
        kind: String,
    },
    /// `--given` or `--absent` names something that is not there, or cannot be given.
    #[error("{0}")]
    Option(String),
    /// A file without a node.
    #[error("there is no node in it; is the file complete?")]
    Empty,
    /// An edge list without the numbers that it lacks.
    #[error(
        "an edge list has no priors and no leaks: convert it once (for example etio convert --prior 0.01 --leak 0.01 IN \
         OUT), or give --prior and --leak, which most commands take but etio serve does not"
    )]
    NoPriors,
    /// A prior or a leak for a network that has its own.
    #[error("--prior and --leak are only for edge lists; for one disease use `etio diagnose --prior-factor`")]
    OnlyForEdgeLists,
    /// States of nodes for a network that has none.
    #[error(
        "--given, --absent and --nearest are only for networks of other tools, whose nodes have states and tables"
    )]
    OnlyForOtherTools,
    /// The nodes and tables do not form a network.
    #[error("{0}")]
    Build(#[from] BuildError),
    /// A node that cannot be a disease or finding as it is.
    #[error("node `{node}`: {source}")]
    Member {
        /// The node.
        node: String,
        /// What is wrong with it.
        source: BuildError,
    },
}

/// The location of a problem, unless its own text states it.
fn place(path: &Path, line: Option<u64>, problem: &Problem) -> String {
    match problem {
        Problem::Own(FormatError::Several { .. }) => format!("{}: ", path.display()),
        Problem::Own(_) => String::new(),
        _ => {
            let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
            format!("{}{line}: ", path.display())
        }
    }
}

/// Maximum number of characters of a message: names in a file may be as long as the file.
const LONGEST_MESSAGE: usize = 700;

/// The problem in words. Etio's own forms see to their length themselves.
fn told(problem: &Problem) -> String {
    let mut text = problem.to_string();
    if let (false, Some((end, _))) =
        (matches!(problem, Problem::Own(_)), text.char_indices().nth(LONGEST_MESSAGE))
    {
        text.truncate(end);
        text.push_str("...");
    }
    text
}

/// A kind with "a" or "an" before it.
pub(crate) fn with_article(kind: &str) -> String {
    let kind_in_lower_case = kind.to_ascii_lowercase();
    let is_vowel = kind_in_lower_case.starts_with(['a', 'e', 'i', 'o', 'u']);
    // "a utility node", "a uniform potential"
    let sounds_so = !["uti", "uni"].iter().any(|start| kind_in_lower_case.starts_with(start));
    format!("{} {kind}", if is_vowel && sounds_so { "an" } else { "a" })
}

/// How many other inner nodes there are.
fn others(count: usize) -> String {
    match count.saturating_sub(1) {
        0 => String::new(),
        1 => ", as one other node does".to_owned(),
        others => format!(", as {others} other nodes do"),
    }
}

/// A problem and its line, before the file is known.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) line: Option<u64>,
    pub(crate) problem: Box<Problem>,
}

pub(crate) type Result<T, E = Fault> = std::result::Result<T, E>;

impl Fault {
    pub(crate) fn at(line: u64, problem: Problem) -> Self {
        Self { line: Some(line), ..problem.into() }
    }

    pub(crate) fn syntax(line: u64, text: impl Into<String>) -> Self {
        Self::at(line, Problem::Syntax(text.into()))
    }

    pub(crate) fn defined_twice(line: u64, id: &str) -> Self {
        Self::syntax(line, format!("node `{id}` is defined twice"))
    }

    /// The same with the node named in front of its text.
    pub(crate) fn of_node(self, id: &str) -> Self {
        Self { problem: Box::new(Problem::Syntax(format!("node `{id}`: {}", self.problem))), ..self }
    }

    pub(crate) fn in_file(self, path: &Path) -> Error {
        Error { path: path.to_owned(), line: self.line, problem: self.problem }
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Self { line: None, problem: Box::new(problem) }
    }
}

impl From<BuildError> for Fault {
    fn from(error: BuildError) -> Self {
        Problem::Build(error).into()
    }
}
