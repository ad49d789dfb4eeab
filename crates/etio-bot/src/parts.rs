//! The parts of a network that a conversation reads, each by itself, so that a problem of one does not
//! hide those of another.

use etio::{Hierarchy, Network};
use etio_case::{Context, DocumentError, DocumentProblem, ReaderError};

use crate::asking::screen::Screen;
use crate::asking::sense::Sense;
use crate::interview::GuideError;
use crate::red_flags::RedFlags;
use crate::tempering::Tempering;
use crate::translation::text_problems;
use crate::understand::{Understanding, WordsError};
use crate::words::{Language, Languages};

/// Everything that keeps a network from leading a conversation in a language: the problems of all
/// companion files as one error, then those of columns.
pub(crate) fn problems(network: &Network, language: &Language) -> Vec<GuideError> {
    let mut documents: Vec<DocumentProblem> = Vec::new();
    let mut columns: Vec<GuideError> = Vec::new();
    // Whether the others can be read does not depend on which finding refines which.
    let hierarchy = Hierarchy::of(network).unwrap_or_else(|error| {
        columns.push(ReaderError::from(error).into());
        Hierarchy::default()
    });
    let read = [
        Context::of(network).map(drop),
        RedFlags::of(network, &hierarchy).map(drop),
        Screen::read(network).map(drop),
        Tempering::of(network).map(drop),
    ];
    documents.extend(read.into_iter().filter_map(Result::err).flat_map(|error| error.problems));
    documents.extend(text_problems(network));
    for error in Understanding::problems(network, &hierarchy, language) {
        match error {
            WordsError::Document(error) => documents.extend(error.problems),
            other => columns.push(other.into()),
        }
    }
    columns.extend(sense(network, &hierarchy).err());
    if !documents.is_empty() {
        columns.insert(0, DocumentError { problems: documents }.into());
    }
    columns
}

/// The error of a network, of whose problems `first` is one.
pub(crate) fn error(network: &Network, language: &Language, first: GuideError) -> GuideError {
    let mut problems = problems(network, language);
    match problems.len() {
        0 => first,
        1 => problems.remove(0),
        _ => GuideError::Several(problems),
    }
}

/// Checks every file of texts that comes with a network. If one is at fault, the error lists the
/// problems of all other parts as well.
pub fn check_texts(network: &Network) -> Result<(), GuideError> {
    let problems = text_problems(network);
    if problems.is_empty() {
        return Ok(());
    }
    let languages = Languages::built_in()?;
    Err(error(network, languages.english(), DocumentError { problems }.into()))
}

/// Conditions under which findings may be asked about.
pub(crate) fn sense(network: &Network, hierarchy: &Hierarchy) -> Result<Sense, GuideError> {
    Sense::of(network, hierarchy).map_err(|(finding, problem)| GuideError::Audience {
        finding: network.finding_id(finding).to_owned(),
        problem,
    })
}
