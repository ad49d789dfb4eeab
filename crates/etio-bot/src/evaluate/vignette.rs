//! Stories with a known disease: what is read from them, and what a conversation makes of them.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use super::names::Names;
use super::standing::Standing;
use crate::conversation::{Age, QuestionView};
use crate::{Answer, Choice, FoldError, FoldSettings, Guide, Language, Sex, Turn, Urgency, View, fold};

/// A story as a line of a file has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Vignette {
    /// Names the case in reports.
    pub id: String,
    /// The story in the person's words.
    pub story: String,
    /// Age in years, or in words such as "8 weeks".
    #[serde(default)]
    pub age: Option<Age>,
    /// Sex.
    #[serde(default)]
    pub sex: Option<Sex>,
    /// Diseases that count as right, by id, name, synonym or ICD-10 code.
    pub accepted: Vec<String>,
    /// How soon help was needed.
    #[serde(default)]
    pub urgency: Option<Urgency>,
    /// Findings that the person has, by id, name or synonym.
    #[serde(default)]
    pub present: Vec<String>,
    /// Findings that the person does not have.
    #[serde(default)]
    pub absent: Vec<String>,
}

/// How a story was read and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Held {
    /// The case.
    pub id: String,
    /// Whether the network has an accepted disease.
    pub is_covered: bool,
    /// How soon help was needed.
    pub urgency: Option<Urgency>,
    /// Accepted diseases and stated findings that the network does not have.
    pub unknown: Vec<String>,
    /// Findings read from the story, compared with those it states.
    pub reading: ReadingScore,
    /// After the story alone.
    pub story: Standing,
    /// After the questions.
    pub asked: Standing,
    /// Number of questions.
    pub questions: usize,
    /// With the stated findings in place of the story: what perfect reading would give.
    pub stated: Standing,
}

/// Findings with the right sign, a refined one counting for those it refines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReadingScore {
    /// Findings that are stated and were read.
    pub right: usize,
    /// Findings that were read.
    pub read: usize,
    /// Findings that are stated.
    pub stated: usize,
    /// Findings that were missed, `-` before absent ones.
    pub missed: Vec<String>,
    /// Findings that were read though not stated.
    pub wrong: Vec<String>,
}

/// Findings with their sign.
type Signed = BTreeSet<(String, bool)>;

/// Holds conversations about stories.
pub struct Examination<'a> {
    guide: &'a Guide,
    language: &'a Language,
    names: Names,
    settings: FoldSettings<'a>,
    /// Maximum number of questions per story.
    questions: usize,
}

impl<'a> Examination<'a> {
    /// Examines a network in a language, with at most `questions` questions per story.
    pub fn new(
        guide: &'a Guide,
        language: &'a Language,
        settings: FoldSettings<'a>,
        questions: usize,
    ) -> Self {
        Self { names: Names::of(guide.network()), guide, language, settings, questions }
    }

    /// Holds the conversation about one story.
    pub fn hold(&self, vignette: &Vignette) -> Result<Held, FoldError> {
        let network = self.guide.network();
        let accepted: HashSet<String> = vignette
            .accepted
            .iter()
            .flat_map(|name| self.names.diseases(name))
            .map(|disease| network.disease_id(disease).to_owned())
            .collect();
        let truth = Truth::of(self.guide, &self.names, vignette);
        let about = Turn::About { age: vignette.age.clone().map(Some), sex: vignette.sex.map(Some) };
        let opening = vec![Turn::Said { text: vignette.story.clone(), asked: Vec::new() }, about.clone()];
        let story = Standing::of(&self.result(&opening)?, &accepted);
        let (turns, questions) = self.interview(opening, &truth)?;
        let asked =
            if questions == 0 { story.clone() } else { Standing::of(&self.result(&turns)?, &accepted) };
        let told = truth.turns().chain([about]).collect::<Vec<_>>();
        let diseases = vignette.accepted.iter().filter(|name| self.names.diseases(name).is_empty());
        Ok(Held {
            id: vignette.id.clone(),
            is_covered: !accepted.is_empty(),
            urgency: vignette.urgency,
            unknown: diseases.chain(&truth.unknown).cloned().collect(),
            reading: self.score(&vignette.story, &truth),
            story,
            asked,
            questions,
            stated: Standing::of(&self.result(&told)?, &accepted),
        })
    }

    /// The screen for a person who asks for the result now.
    fn result(&self, turns: &[Turn]) -> Result<View, FoldError> {
        let finished: Vec<Turn> = turns.iter().cloned().chain([Turn::Finished {}]).collect();
        fold(self.guide, self.language, &finished, &self.settings)
    }

    /// Answers questions by what is stated until the conversation ends or the limit is reached.
    fn interview(&self, mut turns: Vec<Turn>, truth: &Truth) -> Result<(Vec<Turn>, usize), FoldError> {
        let mut questions = 0;
        while questions < self.questions {
            let view = fold(self.guide, self.language, &turns, &self.settings)?;
            let Some(question) = view.question else { break };
            let bundle = [&question].into_iter().chain(&question.related);
            for QuestionView { id, .. } in bundle.take(self.questions - questions) {
                turns.push(Turn::Answered { finding: id.clone(), answer: truth.answer(id) });
                questions += 1;
            }
        }
        Ok((turns, questions))
    }

    fn score(&self, story: &str, truth: &Truth) -> ReadingScore {
        let read = self.guide.understanding().read(story);
        let (network, hierarchy) = (self.guide.network(), self.guide.hierarchy());
        let mut found = Signed::new();
        for mention in &read.mentions {
            let is_present = mention.choice == Choice::Present;
            found.insert((network.finding_id(mention.finding).to_owned(), is_present));
            if is_present {
                let implied = hierarchy.ancestors(mention.finding).into_iter();
                found.extend(implied.map(|f| (network.finding_id(f).to_owned(), true)));
            }
        }
        let listed = |set: Vec<&(String, bool)>| {
            set.into_iter().map(|(id, yes)| if *yes { id.clone() } else { format!("-{id}") }).collect()
        };
        ReadingScore {
            right: found.intersection(&truth.stated).count(),
            read: found.len(),
            stated: truth.stated.len(),
            missed: listed(truth.stated.difference(&found).collect()),
            wrong: listed(found.difference(&truth.stated).collect()),
        }
    }
}

/// Findings of the network that a vignette states.
struct Truth {
    /// With what present findings imply.
    stated: Signed,
    /// Findings that absent ones exclude, and these themselves.
    excluded: HashSet<String>,
    unknown: Vec<String>,
}

impl Truth {
    fn of(guide: &Guide, names: &Names, vignette: &Vignette) -> Self {
        let (network, hierarchy) = (guide.network(), guide.hierarchy());
        let id = |f| network.finding_id(f).to_owned();
        let mut truth = Self { stated: Signed::new(), excluded: HashSet::new(), unknown: Vec::new() };
        let all = vignette.present.iter().map(|name| (name, true));
        for (name, is_present) in all.chain(vignette.absent.iter().map(|name| (name, false))) {
            let Some(finding) = names.finding(name) else {
                truth.unknown.push(name.clone());
                continue;
            };
            truth.stated.insert((id(finding), is_present));
            if is_present {
                truth.stated.extend(hierarchy.ancestors(finding).into_iter().map(|f| (id(f), true)));
            } else {
                truth.excluded.insert(id(finding));
                truth.excluded.extend(hierarchy.descendants(finding).into_iter().map(id));
            }
        }
        truth
    }

    fn answer(&self, finding: &str) -> Answer {
        if self.stated.contains(&(finding.to_owned(), true)) {
            Answer::Present
        } else if self.excluded.contains(finding) {
            Answer::Absent
        } else {
            Answer::Unknown
        }
    }

    fn turns(&self) -> impl Iterator<Item = Turn> {
        self.stated.iter().map(|(id, is_present)| Turn::Told {
            finding: id.clone(),
            answer: if *is_present { Answer::Present } else { Answer::Absent },
        })
    }
}
