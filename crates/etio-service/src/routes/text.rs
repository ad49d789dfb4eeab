//! Reads typed text: `POST /v1/parse` and `POST /v1/search`.

use etio::InferenceError;
use etio_bot::{Answer, Choice, Emergency, Person, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, Desk};
use crate::diagnosis::implied;
use crate::problem::{Code, Problem};

/// Maximum length of a text.
const LONGEST_TEXT: usize = 5_000;

/// Free text about complaints.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParseRequest {
    /// The text.
    #[schemars(length(max = LONGEST_TEXT))]
    text: String,
    /// A served network; the default one if omitted.
    network: Option<String>,
}

/// The findings in a text.
#[derive(Serialize, JsonSchema)]
pub struct ParseResponse {
    /// Emergencies recognised by the words themselves. Show these before anything else. They are
    /// read even if there was no time for the rest.
    emergencies: Vec<Emergency>,
    /// Given, and true, only if there was no time to read the text: it may mention findings.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("enum" = [true]))]
    is_cut: bool,
    /// The findings that the text mentions.
    mentions: Vec<Mention>,
    /// Parts that were not understood.
    not_understood: Vec<Span>,
    /// The answer that the text begins with, as in "no, but my head hurts".
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<Answer>,
    #[serde(flatten)]
    person: Person,
    /// Who the text is about.
    about: Subject,
}

/// A finding that a text mentions.
#[derive(Serialize, JsonSchema)]
struct Mention {
    /// The finding's id.
    id: String,
    /// The finding's name.
    name: String,
    /// How it stands.
    choice_id: Choice,
    /// First character, counted in Unicode code points.
    start: usize,
    /// One past the last character.
    end: usize,
    /// Ids of the findings that this one, if present, says are present too.
    implies: Vec<String>,
}

/// A part of a text.
#[derive(Serialize, JsonSchema)]
struct Span {
    /// First character, counted in Unicode code points.
    start: usize,
    /// One past the last character.
    end: usize,
    /// The words.
    text: String,
}

/// The problem with a text that could not be read: no method would read it faster.
fn unread(error: InferenceError) -> Problem {
    match error {
        InferenceError::OutOfTime { .. } => Problem::new(
            Code::TOO_EXPENSIVE,
            "the text could not be read in the time given; send a shorter one",
        ),
        error => error.into(),
    }
}

impl Ask for ParseRequest {
    type Answer = ParseResponse;

    fn answer(&self, desk: &Desk<'_>) -> Result<ParseResponse, Problem> {
        let served = desk.state.network(self.network.as_deref())?;
        if self.text.chars().count() > LONGEST_TEXT {
            let problem = Problem::new(Code::INVALID_VALUE, "the text is too long");
            return Err(problem.at("text").allowed(format!("at most {LONGEST_TEXT} characters")));
        }
        let read = served.guide.understanding().read_within(&self.text, desk.budget).map_err(unread)?;
        let network = served.network();
        let mentions = read.mentions.iter().map(|m| Mention {
            id: network.finding_id(m.finding).to_owned(),
            name: network.finding_name(m.finding).to_owned(),
            choice_id: m.choice,
            start: m.start,
            end: m.end,
            implies: implied(&served, m.finding),
        });
        let letters: Vec<char> = self.text.chars().collect();
        let span =
            |&(start, end): &(usize, usize)| Span { start, end, text: letters[start..end].iter().collect() };
        Ok(ParseResponse {
            emergencies: read.emergencies,
            is_cut: read.is_cut,
            mentions: mentions.collect(),
            not_understood: read.not_understood.iter().map(span).collect(),
            reply: read.reply,
            person: read.person,
            about: read.subject,
        })
    }
}

/// Maximum length of a phrase.
const LONGEST_PHRASE: usize = 200;
/// Maximum number of findings in an answer.
const MOST_HITS: usize = 100;

/// Part of a finding's name, as typed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// The text as typed.
    #[schemars(length(max = LONGEST_PHRASE))]
    phrase: String,
    /// A served network; the default one if omitted.
    network: Option<String>,
    /// How many findings to list; 8 if omitted.
    #[schemars(range(min = 1, max = MOST_HITS))]
    top: Option<usize>,
}

/// Findings that match, best first.
#[derive(Serialize, JsonSchema)]
pub struct SearchResponse {
    /// The findings.
    findings: Vec<SearchHit>,
}

/// A finding that matches.
#[derive(Serialize, JsonSchema)]
struct SearchHit {
    /// The finding's id.
    id: String,
    /// The finding's name.
    name: String,
    /// The name or synonym that matched.
    label: String,
    /// How well it matches.
    #[schemars(range(min = 0, max = 1))]
    score: f64,
}

impl Ask for SearchRequest {
    type Answer = SearchResponse;

    fn answer(&self, desk: &Desk<'_>) -> Result<SearchResponse, Problem> {
        let served = desk.state.network(self.network.as_deref())?;
        if self.phrase.chars().count() > LONGEST_PHRASE {
            let problem = Problem::new(Code::INVALID_VALUE, "the phrase is too long");
            return Err(problem.at("phrase").allowed(format!("at most {LONGEST_PHRASE} characters")));
        }
        let top = self.top.unwrap_or(8);
        if !(1..=MOST_HITS).contains(&top) {
            let problem = Problem::new(Code::INVALID_VALUE, "`top` is out of range");
            return Err(problem.at("top").given(top).allowed(format!("1 to {MOST_HITS}")));
        }
        let network = served.network();
        let found = served.search.find(&self.phrase, top, desk.budget).map_err(unread)?;
        let hits = found.into_iter().map(|hit| SearchHit {
            id: network.finding_id(hit.finding).to_owned(),
            name: network.finding_name(hit.finding).to_owned(),
            label: hit.label,
            score: hit.score,
        });
        Ok(SearchResponse { findings: hits.collect() })
    }
}
