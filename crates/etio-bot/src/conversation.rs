//! One conversation: what was said turn by turn, and what it comes to.

use etio::FindingId;
use etio_case::{Answer, Case, Contradictions, Person, Statement};

use crate::interview::{Advice, AdviceError, Guide, InterviewSettings};
use crate::understand::{Choice, Interpretation, Mention};

/// What a person said so far.
pub struct Conversation<'g> {
    guide: &'g Guide,
    /// Whom it is about.
    pub person: Person,
    /// The statements of each turn; one text may hold several.
    turns: Vec<Vec<Statement>>,
}

impl<'g> Conversation<'g> {
    /// A conversation that has not begun.
    pub fn new(guide: &'g Guide, person: Person) -> Self {
        Self { guide, person, turns: Vec::new() }
    }

    /// Takes in free text: findings become a turn, age and sex are kept where they were not known.
    pub fn say(&mut self, text: &str) -> Interpretation {
        let read = self.guide.understanding().read(text);
        let told = |m: &Mention| {
            let present = m.choice == Choice::Present;
            Statement::told(m.finding, if present { Answer::Present } else { Answer::Absent })
        };
        if !read.mentions.is_empty() {
            self.turns.push(read.mentions.iter().map(told).collect());
        }
        self.person.age = self.person.age.or(read.person.age);
        self.person.sex = self.person.sex.or(read.person.sex);
        read
    }

    /// Takes in the answer to a question.
    pub fn answer(&mut self, finding: FindingId, answer: Answer) {
        self.turns.push(vec![Statement::asked(finding, answer)]);
    }

    /// Forgets the last turn; false where there is none.
    pub fn take_back(&mut self) -> bool {
        self.turns.pop().is_some()
    }

    /// What is known of each finding. The last word counts: denying a fever takes back that it was high, and a high
    /// fever takes back that there was none.
    pub fn statements(&self) -> Vec<Statement> {
        let hierarchy = self.guide.hierarchy();
        let mut known: Vec<Statement> = Vec::new();
        for statement in self.turns.iter().flatten() {
            let Statement { finding, answer, .. } = *statement;
            let implied = hierarchy.ancestors(finding);
            known.retain(|s| {
                let denied = answer == Answer::Absent
                    && s.answer == Answer::Present
                    && hierarchy.ancestors(s.finding).contains(&finding);
                let refuted =
                    answer == Answer::Present && s.answer == Answer::Absent && implied.contains(&s.finding);
                s.finding != finding && !denied && !refuted
            });
            known.push(*statement);
        }
        known
    }

    /// What it means, and what to ask next.
    pub fn advise(&self, settings: &InterviewSettings) -> Result<Advice<'g>, AdviceError> {
        let (person, statements) = (self.person, self.statements());
        let contradictions = Contradictions::Lenient;
        self.guide.advise(&Case { person, statements, contradictions, ..Case::default() }, settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::{Network, NetworkBuilder};

    fn network() -> Network {
        let mut builder = NetworkBuilder::new();
        let disease = builder.disease("flu", "", 0.1).unwrap();
        for (id, parent) in [("fever", ""), ("high fever", "fever"), ("cough", "")] {
            let finding = builder.finding(id, id, 0.1).unwrap();
            builder.finding_attribute(finding, "parent", parent).unwrap();
            builder.link(disease, finding, 0.5).unwrap();
        }
        builder.build().unwrap()
    }

    #[test]
    fn the_last_word_counts_and_can_be_taken_back() {
        let network = network();
        let guide = Guide::of(&network).unwrap();
        let [fever, high, cough] = ["fever", "high fever", "cough"].map(|id| network.finding(id).unwrap());
        let mut conversation = Conversation::new(&guide, Person::default());
        conversation.say("high fever, no cough");
        let stated = conversation.statements();
        let no_cough = Statement::told(cough, Answer::Absent);
        assert!(stated.contains(&Statement::told(high, Answer::Present)) && stated.contains(&no_cough));
        conversation.answer(fever, Answer::Absent);
        assert_eq!(conversation.statements(), [no_cough, Statement::asked(fever, Answer::Absent)]);
        assert!(conversation.advise(&InterviewSettings::default()).is_ok());
        conversation.answer(high, Answer::Present);
        assert_eq!(conversation.statements(), [no_cough, Statement::asked(high, Answer::Present)]);
        assert!(conversation.take_back() && conversation.take_back());
        assert_eq!(conversation.statements(), stated);
        assert!(conversation.take_back() && !conversation.take_back());
    }

    #[test]
    fn what_a_person_comes_with_weighs_more_than_an_answer() {
        let network = network();
        let guide = Guide::of(&network).unwrap();
        let cough = network.finding("cough").unwrap();
        let flu = network.disease("flu").unwrap();
        let settings = InterviewSettings::default();
        let likely = |statement| {
            let advice =
                guide.advise(&Case { statements: vec![statement], ..Case::default() }, &settings).unwrap();
            advice.posterior.marginal(flu)
        };
        let [told, asked, unknown] = [
            Statement::told(cough, Answer::Present),
            Statement::asked(cough, Answer::Present),
            Statement::asked(cough, Answer::Unknown),
        ]
        .map(likely);
        assert!(told > asked && asked > unknown, "{told} {asked} {unknown}");
        assert!((unknown - 0.1).abs() < 1e-12);
    }

    #[test]
    fn what_was_known_of_the_person_is_kept() {
        let network = network();
        let guide = Guide::of(&network).unwrap();
        let mut conversation = Conversation::new(&guide, Person { age: Some(50.0), sex: None });
        conversation.say("I am a 34 year old man with a cough");
        assert_eq!(conversation.person, Person { age: Some(50.0), sex: Some(crate::Sex::Male) });
    }
}
