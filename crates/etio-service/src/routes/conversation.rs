//! `POST /v1/conversation`: a log of turns in, everything that a screen shows out. Nothing is kept.

use axum::http::{HeaderMap, header};
use etio::Budget;
use etio_bot::conversation::CAUSES;
use etio_bot::{FoldSettings, Language, Turn, View, fold_within};
use etio_case::PRIOR_FACTORS;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::ask::{Ask, Desk};
use crate::networks::Served;
use crate::problem::{Code, Places, Problem, in_turns};
use crate::state::State;

/// Maximum length of a text, in characters.
const LONGEST_TEXT: usize = 5_000;
/// Maximum number of causes in an answer.
const MOST_CAUSES: usize = 100;

/// A conversation so far.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConversationRequest {
    /// The conversation so far: at most 500 turns, within the limit on the size of a body.
    #[serde(default)]
    turns: Vec<Turn>,
    /// A served network; the default one if omitted.
    network: Option<String>,
    /// The language of the texts; if omitted, the first of `Accept-Language` that there is.
    language: Option<String>,
    /// How many causes to list; 8 if omitted.
    #[schemars(range(min = 1, max = MOST_CAUSES))]
    top: Option<usize>,
    /// Maximum time to compute the whole answer, in milliseconds; at most what the service allows.
    #[schemars(range(min = 1))]
    budget_ms: Option<u64>,
    /// A cause to explain.
    explain: Option<CauseToExplain>,
}

/// A cause to explain.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CauseToExplain {
    /// The disease's id.
    id: String,
    /// A factor on its prior odds: what if it were rarer or more common?
    #[serde(default = "unchanged")]
    #[schemars(range(min = 0.001, max = 1000))]
    factor: f64,
}

fn unchanged() -> f64 {
    1.0
}

impl Ask for ConversationRequest {
    type Answer = View;

    fn answer(&self, desk: &Desk<'_>) -> Result<View, Problem> {
        let served = desk.state.network(self.network.as_deref())?;
        let language = desk.state.language(self.language.as_deref(), desk.accepted)?;
        self.view(&served, &language, desk.state, &desk.narrowed(self.budget_ms))
    }
}

/// The languages that a client prefers.
pub fn accepted(headers: &HeaderMap) -> String {
    let header = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    header.unwrap_or_default().to_owned()
}

impl ConversationRequest {
    fn view(
        &self,
        served: &Served,
        language: &Language,
        state: &State,
        budget: &Budget,
    ) -> Result<View, Problem> {
        let top = self.top.unwrap_or(CAUSES);
        if !(1..=MOST_CAUSES).contains(&top) {
            let problem = Problem::new(Code::INVALID_VALUE, "`top` is out of range");
            return Err(problem.at("top").given(top).allowed(format!("1 to {MOST_CAUSES}")));
        }
        if self.budget_ms == Some(0) {
            let problem = Problem::new(Code::INVALID_VALUE, "0 was given");
            return Err(problem.at("budget_ms").given(0).allowed("1 or more"));
        }
        if let Some(explain) = self.explain.as_ref().filter(|e| !PRIOR_FACTORS.contains(&e.factor)) {
            let problem = Problem::new(Code::INVALID_VALUE, "the factor is out of range");
            return Err(problem.at("explain.factor").given(explain.factor).allowed(format!(
                "{} to {}",
                PRIOR_FACTORS.start(),
                PRIOR_FACTORS.end()
            )));
        }
        let settings = FoldSettings {
            top,
            detail: self.explain.as_ref().map(|explain| (explain.id.as_str(), explain.factor)),
            ..FoldSettings::default()
        };
        view(served, language, &self.turns, &in_turns, settings, state, budget)
    }
}

/// Folds turns whose size is checked. Blocks: runs on a compute thread.
pub fn view(
    served: &Served,
    language: &Language,
    turns: &[Turn],
    places: Places<'_>,
    settings: FoldSettings<'_>,
    state: &State,
    budget: &Budget,
) -> Result<View, Problem> {
    if turns.len() > state.limits.evidence {
        return Err(Problem::new(Code::INVALID_VALUE, "the conversation is too long")
            .at("turns")
            .given(format_args!("{} turns", turns.len()))
            .allowed(format!("at most {} turns", state.limits.evidence)));
    }
    let is_long =
        |turn: &Turn| matches!(turn, Turn::Said { text, .. } if text.chars().count() > LONGEST_TEXT);
    if let Some(at) = turns.iter().position(is_long) {
        let problem = Problem::new(Code::INVALID_VALUE, "the text is too long")
            .allowed(format!("at most {LONGEST_TEXT} characters"));
        return Err(match places(at, "text") {
            Some(place) => problem.at(place),
            None => problem,
        });
    }
    let settings = FoldSettings { model: Some((&served.name, &served.version)), ..settings };
    let guide = served.guide_in(language).map_err(|e| Problem::new(Code::INTERNAL, e.to_string()))?;
    fold_within(&guide, language, turns, &settings, budget).map_err(|error| Problem::of_fold(error, places))
}
