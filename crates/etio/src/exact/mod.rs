//! Exact methods: each is an [`Algorithm`] that solves a [`Problem`](crate::problem::Problem)
//! completely, or says why it cannot.

mod by_disease;
pub(crate) mod elimination;
mod enumeration;
mod explained_sets;
mod leak;
mod quickscore;

pub(crate) use elimination::Elimination;
pub(crate) use enumeration::Enumeration;
pub(crate) use explained_sets::ExplainedSets;
pub(crate) use quickscore::Quickscore;

/// All exact methods with their working memory.
#[derive(Debug, Default)]
pub(crate) struct Methods {
    pub(crate) enumeration: Enumeration,
    pub(crate) quickscore: Quickscore,
    pub(crate) explained_sets: ExplainedSets,
    pub(crate) elimination: Elimination,
}
